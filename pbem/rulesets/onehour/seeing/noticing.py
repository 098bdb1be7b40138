"""What the sides notice of a change: who comes in sight, who is lost from it (OH-H1, OH-H3, OH-H5, OH-H9)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hiding import is_hidden, side_sights, sight_moment
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Grade, SideSights, lost, newly
from pbem.engine.table.places import Pose
from pbem.engine.table.spotting import last_in_sight, middle_of
from pbem.rulesets.onehour.battle import Battle, Unit, engaged
from pbem.rulesets.onehour.noticed import AreaSeen, LostSight, PlaceEmpty, SeenMoving, Sighted
from pbem.rulesets.onehour.seeing.looking import in_sight, place_in_sight
from pbem.rulesets.onehour.tables import rules

BEFORE = ("army", "set-up")
"""Phases in which neither side stands yet."""


def notice(before: Battle, battle: Battle) -> tuple[Fact[Battle], ...]:
    """Facts of what each side comes to see, to see better and to lose from sight; () once nothing more is noticed."""
    if not is_hidden(battle) or battle.phase in BEFORE or _same(before, battle):
        return ()
    return tuple(fact for one in battle.armies for fact in _by_side(before, battle, one.id))


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


def _by_side(before: Battle, battle: Battle, side: Side) -> Iterator[Fact[Battle]]:
    sights, now = side_sights(battle, side), in_sight(battle, side)
    yield from _moving(before, battle, side, sights, now)
    for unit, sighting in newly(sights, now):
        had = sights.seen.get(unit)
        yield Sighted(
            side=side, unit=unit, sighting=sighting, before=had.name if had is not None else StandId(""),
            rules=rules("OH-H1", "OH-H3", "OH-H4"),
        )  # fmt: skip
    for unit in lost(sights, now):
        at = _last_seen(before, battle, side, unit)
        yield LostSight(side=side, unit=unit, name=sights.seen[unit].name, at=at, rules=rules("OH-H5"))
    for name, ghost in sorted(sights.ghosts.items()):
        if ghost.turn < battle.turn and place_in_sight(battle, side, ghost.was.pose.at):
            yield PlaceEmpty(side=side, name=name, rules=rules("OH-H5"))
    yield from _areas(battle, side, sights)


def _moving(
    before: Battle, battle: Battle, side: Side, sights: SideSights[Unit], now: dict[StandId, Grade]
) -> Iterator[Fact[Battle]]:
    """Units in sight that moved; what those in a fight did is told of the fight."""
    for unit in now:
        was, one = before.units.get(unit), battle.units[unit]
        if unit not in sights.seen or was is None or not was.on_table or engaged(battle, unit):
            continue
        if was.pose != one.pose:
            yield SeenMoving(side=side, unit=unit, start=was.pose, end=one.pose, rules=rules("OH-H1"))


def _last_seen(before: Battle, battle: Battle, side: Side, unit: StandId) -> Pose:
    """Where a unit was when it was lost from sight: on its way, as far as that was in sight."""
    was = before.units[unit]
    end = battle.units[unit].pose.at
    return replace(was.pose, at=last_in_sight(was.pose.at, end, lambda at: place_in_sight(battle, side, at)))


def _areas(battle: Battle, side: Side, sights: SideSights[Unit]) -> Iterator[Fact[Battle]]:
    """Areas in sight that are in another hand than the side knew."""
    for area in (one for goal in battle.objectives for one in goal.areas):
        holder = battle.holders.get(area.name)
        if holder is None or sights.held.get(area.name) == holder:
            continue
        if holder == side or place_in_sight(battle, side, middle_of(area.shape)):
            yield AreaSeen(side=side, area=area.name, holder=holder, rules=rules("OH-H9"))
