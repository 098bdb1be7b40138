"""What the sides notice of a change: who comes in sight, who is lost from it (AR-H1, AR-H3, AR-H5, AR-H9)."""

from pbem.engine.facts import Fact
from pbem.engine.hiding import is_hidden, sight_moment
from pbem.engine.ids import RuleId, StandId
from pbem.engine.table.noticing import Watching, noticed
from pbem.engine.table.places import Pose
from pbem.rulesets.armatys.seeing.looking import in_sight, place_in_sight
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.noticed import LostSight, Sighted


def notice(before: Battle, battle: Battle) -> tuple[Fact[Battle], ...]:
    """Facts of what each side comes to see, to see better and to lose from sight; () once nothing more is noticed."""
    if not is_hidden(battle) or _same(before, battle):
        return ()
    return tuple(fact for side in battle.sides for fact in noticed(EYES, before, battle, side))


def _same(before: Battle, battle: Battle) -> bool:
    """Whether nothing has changed by which anything could come in sight or be lost from it."""
    return (
        (before.phase, before.bound) == (battle.phase, battle.bound)
        and sight_moment(before) == sight_moment(battle)
        and before.held == battle.held
        and before.contacts == battle.contacts
        and (before.units is battle.units or _places(before) == _places(battle))
    )


def _places(battle: Battle) -> dict[StandId, Pose]:
    return {code: one.pose for code, one in battle.units.items()}


def _pose(battle: Battle, unit: StandId) -> Pose | None:
    return battle.units[unit].pose if unit in battle.units else None


EYES = Watching(
    in_sight=in_sight, place_in_sight=place_in_sight, pose=_pose,
    holders=lambda battle: battle.held, objectives=lambda battle: battle.objectives, quiet=lambda battle, unit: False,
    sighted=Sighted, lost_sight=LostSight, rules=lambda name: RuleId(f"AR-{name}"),
)  # fmt: skip
