"""What the sides notice of a change: who comes in sight, who is lost from it (OH-H1, OH-H3, OH-H5, OH-H9)."""

from pbem.engine.facts import Fact
from pbem.engine.hiding import is_hidden, sight_moment
from pbem.engine.ids import RuleId, StandId
from pbem.engine.table.noticing import Watching, noticed
from pbem.engine.table.places import Pose
from pbem.rulesets.onehour.battle import Battle, engaged
from pbem.rulesets.onehour.noticed import BlindUnveiled, LostSight, Sighted
from pbem.rulesets.onehour.seeing.looking import in_sight, place_in_sight, unveiled
from pbem.rulesets.onehour.tables import rules

BEFORE = ("army", "set-up")
"""Phases in which neither side stands yet."""


def notice(before: Battle, battle: Battle) -> tuple[Fact[Battle], ...]:
    """Facts of what each side comes to see, to see better and to lose from sight; () once nothing more is noticed."""
    if not is_hidden(battle) or battle.phase in BEFORE or _same(before, battle):
        return ()
    found = tuple(fact for one in battle.armies for fact in noticed(EYES, before, battle, one.id))
    return (*found, *(BlindUnveiled(unit=unit, rules=rules("OH-H10")) for unit in unveiled(battle)))


def _same(before: Battle, battle: Battle) -> bool:
    """Whether nothing has changed by which anything could come in sight or be lost from it."""
    return (
        (before.phase, before.turn, before.active) == (battle.phase, battle.turn, battle.active)
        and sight_moment(before) == sight_moment(battle)
        and before.holders == battle.holders
        and (before.units is battle.units or _places(before) == _places(battle))
    )


def _places(battle: Battle) -> dict[StandId, tuple[Pose, str]]:
    return {unit: (one.pose, one.state) for unit, one in battle.units.items()}


def _pose(battle: Battle, unit: StandId) -> Pose | None:
    one = battle.units.get(unit)
    return one.pose if one is not None else None


EYES = Watching(
    in_sight=in_sight, place_in_sight=place_in_sight, pose=_pose,
    holders=lambda battle: battle.holders, objectives=lambda battle: battle.objectives, quiet=engaged,
    sighted=Sighted, lost_sight=LostSight, rules=lambda name: RuleId(f"OH-{name}"),
)  # fmt: skip
"""What those in a fight did is told of the fight."""
