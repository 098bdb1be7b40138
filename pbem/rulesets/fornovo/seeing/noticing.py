"""What the sides notice of a change: who comes in sight, who is lost from it (FS-H1, FS-H3, FS-H5, FS-H9)."""

from pbem.engine.facts import Fact
from pbem.engine.hiding import is_hidden, sight_moment
from pbem.engine.ids import RuleId, StandId
from pbem.engine.table.noticing import Watching, noticed
from pbem.engine.table.places import Pose
from pbem.rulesets.fornovo.seeing.looking import in_sight, place_in_sight, place_of
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.noticed import LostSight, Sighted


def notice(before: Battle, battle: Battle) -> tuple[Fact[Battle], ...]:
    """Facts of what each side comes to see, to see better and to lose from sight; () once nothing more is noticed."""
    if not is_hidden(battle) or _same(before, battle):
        return ()
    return tuple(fact for side in battle.sides for fact in noticed(EYES, before, battle, side))


def _same(before: Battle, battle: Battle) -> bool:
    """Whether nothing has changed by which anything could come in sight or be lost from it."""
    return (
        (before.phase, before.turn) == (battle.phase, battle.turn)
        and sight_moment(before) == sight_moment(battle)
        and before.held == battle.held
        and before.terrain is battle.terrain
        and (before.combats is battle.combats or before.combats == battle.combats)
        and (before.charges is battle.charges or before.charges == battle.charges)
        and (before.units is battle.units or _places(before) == _places(battle))
    )


def _places(battle: Battle) -> list[object]:
    return [(code, one.pose, one.inside, one.fired) for code, one in battle.units.items()]


def _pose(battle: Battle, unit: StandId) -> Pose | None:
    return place_of(battle, battle.units[unit]) if unit in battle.units else None


EYES = Watching(
    in_sight=in_sight, place_in_sight=place_in_sight, pose=_pose,
    holders=lambda battle: battle.held, objectives=lambda battle: battle.objectives, quiet=lambda battle, unit: False,
    sighted=Sighted, lost_sight=LostSight, rules=lambda name: RuleId(f"FS-{name}"),
)  # fmt: skip
