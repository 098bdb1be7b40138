"""Moves of P2 on one clock: who touches whom first, who stops before a friend (AR-G16, AR-G18, AR-D20, AR-Q82)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbem.engine.ids import Side, StandId
from pbem.engine.table.contact import meets, overlaps
from pbem.engine.table.edges import Table, holds
from pbem.engine.table.lining import flush
from pbem.engine.table.measures import TOUCH
from pbem.engine.table.paths import along
from pbem.engine.table.rects import Face, Rect, middle
from pbem.engine.table.zones import face_touched
from pbem.rulesets.armatys.moving.charging import WHOLE
from pbem.rulesets.armatys.moving.courses import TimedPath, before, inches_at, meeting, rect_at

SHORT = 0.1
"""Inches: AR-D20, before a friend."""


class Mover(NamedTuple):
    """A unit on its way."""

    course: TimedPath
    began: Rect
    """Where the move began by which it attacks: of a pursuer that charged first, the pursuit (AR-G21)."""
    at: StandId | None = None
    """The enemy it goes at."""
    through: bool = False
    """It goes through friends."""
    counters: bool = False
    """It counter-charges: on contact the charger pivots, not it."""
    pursues: bool = False
    charges: bool = True
    """It passed a test to charge or counter-charge."""


class Bystander(NamedTuple):
    """A unit on the table as P2c begins."""

    side: Side
    rect: Rect


class MoveEnd(NamedTuple):
    """How a move ended."""

    end: Rect
    inches: float
    time: float
    met: StandId | None = None
    """The enemy whose contact stopped it."""


class _Event(NamedTuple):
    time: float
    mover: StandId
    other: StandId
    friends: bool


def run(bodies: Mapping[StandId, Bystander], movers: Mapping[StandId, Mover], table: Table) -> dict[StandId, MoveEnd]:
    """All moves from 0 to 1.  bodies: every unit, in the order of dice."""
    ended: dict[StandId, MoveEnd] = {}
    now = 0.0
    while len(ended) < len(movers):
        event = _next(bodies, movers, ended, now)
        if event is None:
            for one in movers:
                if one not in ended:
                    course = movers[one].course
                    ended[one] = MoveEnd(rect_at(course, 1.0), inches_at(course, 1.0), 1.0)
        else:
            now = event.time
            ended |= _stopped(bodies, movers, ended, event, table)
    for one in movers:
        ended[one] = _off_friends(bodies, movers[one], one, ended)
    return ended


def _off_friends(
    bodies: Mapping[StandId, Bystander], mover: Mover, unit: StandId, ended: Mapping[StandId, MoveEnd]
) -> MoveEnd:
    """AR-G4: who went through friends and would end upon one is put back on its way, short of them."""
    friends = [one for one in bodies if one != unit and bodies[one].side == bodies[unit].side]
    there = [ended[one].end if one in ended else bodies[one].rect for one in friends]
    there = [one for one in there if not overlaps(bodies[unit].rect, one)]
    end = ended[unit]
    if not mover.through or not any(overlaps(end.end, one) for one in there):
        return end
    inches = end.inches
    while inches > SHORT:
        inches -= SHORT
        back = along(mover.course.start, mover.course.legs, inches)
        if not any(overlaps(back, one) for one in there):
            return MoveEnd(back, inches, end.time)
    return MoveEnd(bodies[unit].rect, 0.0, end.time)


def gone_through(
    bodies: Mapping[StandId, Bystander], mover: StandId, course: TimedPath, ended: Mapping[StandId, MoveEnd]
) -> tuple[StandId, ...]:
    """AR-Q67: the friends that a finished move went through, each where it stands now."""
    found = []
    for friend, body in bodies.items():
        if friend != mover and body.side == bodies[mover].side and not overlaps(course.start, body.rect):
            there = ended[friend].end if friend in ended else body.rect
            if meeting(course, TimedPath(there), 0.0, ended[mover].time, TOUCH) is not None:
                found += [friend]
    return tuple(found)


def _next(
    bodies: Mapping[StandId, Bystander], movers: Mapping[StandId, Mover], ended: Mapping[StandId, MoveEnd], now: float
) -> _Event | None:
    """What happens first from a moment on; of two things at once, that of the first unit in the order of dice."""
    first: _Event | None = None
    for mover in [one for one in bodies if one in movers and one not in ended]:
        for other in bodies:
            if other == mover:
                continue
            friends = bodies[other].side == bodies[mover].side
            if friends and (movers[mover].through or overlaps(bodies[mover].rect, bodies[other].rect)):
                continue
            until = first.time if first is not None else 1.0 if friends else WHOLE
            there = _course(bodies, movers, ended, other)
            time = meeting(movers[mover].course, there, now, until, TOUCH if friends else 0.0)
            if time is not None and (first is None or time < first.time):
                first = _Event(time, mover, other, friends)
    return first


def _course(
    bodies: Mapping[StandId, Bystander],
    movers: Mapping[StandId, Mover],
    ended: Mapping[StandId, MoveEnd],
    unit: StandId,
) -> TimedPath:
    if unit in ended:
        return TimedPath(ended[unit].end)
    return movers[unit].course if unit in movers else TimedPath(bodies[unit].rect)


def _stopped(
    bodies: Mapping[StandId, Bystander],
    movers: Mapping[StandId, Mover],
    ended: Mapping[StandId, MoveEnd],
    event: _Event,
    table: Table,
) -> dict[StandId, MoveEnd]:
    """Those whom an event stops: both enemies, or of two friends the one that runs into the other."""
    there = rect_at(_course(bodies, movers, ended, event.other), event.time)
    here = rect_at(movers[event.mover].course, event.time)
    if event.friends:
        other_moves = event.other in movers and event.other not in ended
        yields = event.other if other_moves and not _runs_into(here, there) else event.mover
        return {yields: _short(bodies, movers[yields], yields, event.time)}
    pair = ((event.mover, here, event.other, there), (event.other, there, event.mover, here))
    moving = [one for one in pair if one[0] in movers and one[0] not in ended]
    moving.sort(key=lambda one: (movers[one[0]].at != one[2], movers[one[0]].counters))  # the charger pivots
    found = {}
    for place, (unit, rect, enemy, target) in enumerate(moving):
        if overlaps(rect, target):  # a turn on the spot would take it into the enemy
            found[unit] = _unturned(bodies[unit].rect, movers[unit].course, event.time, enemy)
            continue
        others = [_course(bodies, movers, ended, one) for one in bodies if one not in (unit, enemy)]
        end = rect if place else _pivoted(rect, target, [rect_at(one, event.time) for one in others], table)
        found[unit] = MoveEnd(end, inches_at(movers[unit].course, event.time), event.time, enemy)
    return found


def _unturned(stood: Rect, course: TimedPath, time: float, enemy: StandId) -> MoveEnd:
    """It stays as it was before a turn that would take it into an enemy."""
    inches = inches_at(course, time)
    return MoveEnd(before(course, time) if inches else stood, inches, time, enemy)


def _runs_into(mover: Rect, other: Rect) -> bool:
    """Whether a mover's front meets the other, which does not meet it with its own; or both do."""
    return face_touched(mover, other) is Face.FRONT or face_touched(other, mover) is not Face.FRONT


def _short(bodies: Mapping[StandId, Bystander], mover: Mover, unit: StandId, time: float) -> MoveEnd:
    """AR-D20: 0.1 inch before the friend; who cannot even begin stays as it stands."""
    inches = max(0.0, inches_at(mover.course, time) - TOUCH - SHORT)
    end = along(mover.course.start, mover.course.legs, inches) if inches else bodies[unit].rect
    return MoveEnd(end, inches, time)


def _pivoted(mover: Rect, target: Rect, others: Sequence[Rect], table: Table) -> Rect:
    """AR-G16: about the touching point until its front lies flush; where another unit bars that, or its front would
    come off the table (AR-G20), not at all.

    Nor where its flank touched, swung about in a wheel: the turn would lay the front inside the target.
    """
    turned = flush(mover, target, face_touched(target, mover))
    barred = any(overlaps(turned, other) and not overlaps(mover, other) for other in (target, *others))
    barred = barred or not holds(table, middle(turned, Face.FRONT))
    return mover if barred or not meets(turned, target) else turned
