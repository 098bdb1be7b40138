"""What a side notices of a change on a table where units are hidden (H1, H3, H5, H9), for every rule set in inches.

A rule set says who is in sight, and hands over how it measures: see ``Watching``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hiding import has_blinds, side_sights
from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.sightings import Grade, SideSights, lost, newly
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving, UnitLost, UnitSighted
from pbem.engine.table.objectives import AreaToHold, Objective, stands_in
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.spotting import last_in_sight, middle_of


class Watching(NamedTuple):
    """How a rule set sees.  Every function is of a battle."""

    in_sight: Callable[[Any, Side], dict[StandId, Grade]]
    """The enemies that a side has in sight, in an order that tells nothing of codes."""
    place_in_sight: Callable[[Any, Side, Spot], bool]
    pose: Callable[[Any, StandId], Pose | None]
    """Where a unit stands, or last stood; None for one that is not in the battle."""
    holders: Callable[[Any], Mapping[str, Side]]
    """In whose hand each area truly is."""
    objectives: Callable[[Any], Sequence[Objective]]
    quiet: Callable[[Any, StandId], bool]
    """Whether a unit's moves are told with what else is told of it."""
    sighted: type[UnitSighted[Any]]
    lost_sight: type[UnitLost[Any]]
    rules: Callable[[str], RuleId]
    """The rule set's own number of a rule of hidden units (``H1``)."""


def noticed(eyes: Watching, before: Any, battle: Any, side: Side) -> Iterator[Fact[Any]]:  # noqa: ANN401  # of any rule set
    """What comes in a side's sight, moves in it, is seen better, is lost from it, and whose ground it sees to be."""
    sights, now = side_sights(battle, side), eyes.in_sight(battle, side)
    yield from _moving(eyes, before, battle, side, now)
    for unit, sighting in newly(sights, now):
        had = sights.seen.get(unit)
        called = had.name if had is not None else StandId("")
        rules = (eyes.rules("H1"), eyes.rules("H3"), eyes.rules("H4"))
        yield eyes.sighted(side=side, unit=unit, sighting=sighting, before=called, rules=rules)
    for unit in lost(sights, now):
        name, at = sights.seen[unit].name, _last_seen(eyes, before, battle, side, unit)
        yield eyes.lost_sight(side=side, unit=unit, name=name, at=at, rules=(eyes.rules("H5"),))
    for name, ghost in sorted(sights.ghosts.items()):
        if ghost.turn < battle.sight_turn and eyes.place_in_sight(battle, side, ghost.was.pose.at):
            yield PlaceSeenEmpty(side=side, name=name, rules=(eyes.rules("H5"),))
    yield from _areas(eyes, battle, side, sights, now)


def _moving(
    eyes: Watching,
    before: Any,  # noqa: ANN401  # of any rule set
    battle: Any,  # noqa: ANN401  # of any rule set
    side: Side,
    now: Mapping[StandId, Grade],
) -> Iterator[Fact[Any]]:
    for unit in now:
        was, pose = eyes.pose(before, unit), eyes.pose(battle, unit)
        if unit not in side_sights(battle, side).seen or was is None or pose is None or eyes.quiet(battle, unit):
            continue
        if was != pose:
            yield SeenMoving(side=side, unit=unit, start=was, end=pose, rules=(eyes.rules("H1"),))


def _last_seen(eyes: Watching, before: Any, battle: Any, side: Side, unit: StandId) -> Pose:  # noqa: ANN401  # of any rule set
    """Where a unit was when it was lost from sight: on its way, as far as that was in sight."""
    end = eyes.pose(battle, unit)
    was = eyes.pose(before, unit) or end
    assert was is not None
    if end is None:
        return was
    return replace(was, at=last_in_sight(was.at, end.at, lambda at: eyes.place_in_sight(battle, side, at)))


def _areas(
    eyes: Watching,
    battle: Any,  # noqa: ANN401  # of any rule set
    side: Side,
    sights: SideSights[Any],
    now: Mapping[StandId, Grade],
) -> Iterator[Fact[Any]]:
    """Areas in sight that are in another hand than the side knew."""
    holders = eyes.holders(battle)
    for area in (one for goal in eyes.objectives(battle) for one in goal.areas):
        holder = holders.get(area.name)
        if holder is None or sights.held.get(area.name) == holder:
            continue
        if has_blinds(battle) and _tells_of_blinds(_grades_in(eyes, battle, area, now), mine=holder == side):
            continue
        if holder == side or eyes.place_in_sight(battle, side, middle_of(area.shape)):
            yield AreaSeen(side=side, area=area.name, holder=holder, rules=(eyes.rules("H9"),))


def _grades_in(eyes: Watching, battle: Any, area: AreaToHold, now: Mapping[StandId, Grade]) -> set[Grade]:  # noqa: ANN401  # of any rule set
    """How well the enemies are seen who stand in an area."""
    poses = {unit: eyes.pose(battle, unit) for unit in now}
    return {now[unit] for unit, pose in poses.items() if pose is not None and stands_in(pose.at, area)}


def _tells_of_blinds(grades: set[Grade], *, mine: bool) -> bool:
    """Whether who holds an area tells what a body of troops is: blinds hold none, and bar none to others (H10)."""
    return "body" in grades if mine else not grades - {"body"}
