"""Where a force is at every minute of a half-day, and where two of them meet (CA-Q2)."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from pbem.rulesets.campaign.state.country import Cmiles, Country, Highway, TownId, Whereabouts, way_on

MINUTES = 360
"""Of a half-day."""


class Leg(msgspec.Struct, frozen=True):
    """A piece of a track, from minute to minute: in a town (``a`` is ``b``), or along a road.

    x0, x1: hundredths of a mile from ``a``, the end of the road that comes first in the alphabet.
    """

    t0: Fraction
    t1: Fraction
    a: TownId
    b: TownId
    x0: Fraction
    x1: Fraction

    def at(self, t: Fraction) -> Fraction:
        """Where it is at a minute of it."""
        return self.x0 if self.t1 == self.t0 else self.x0 + (self.x1 - self.x0) * (t - self.t0) / (self.t1 - self.t0)


class Pass(msgspec.Struct, frozen=True):
    """A half-day of a force.  through: the towns it comes into, each with the minute."""

    legs: tuple[Leg, ...]
    through: tuple[tuple[TownId, Fraction], ...]
    end: Whereabouts
    stopped: str = ""
    """The broken bridge at which it stops, '' for none."""


class Crossing(msgspec.Struct, frozen=True, order=True):
    """Two tracks meet."""

    minute: Fraction
    where: Whereabouts = msgspec.field(default=Whereabouts(TownId("")))


def _leg(road: Highway | None, town: TownId, to: TownId, t0: Fraction, t1: Fraction, x: Fraction, far: Fraction) -> Leg:
    """Along the road from a town to another, from ``x`` hundredths on for ``far``."""
    if road is None:
        return Leg(t0, t1, town, town, Fraction(0), Fraction(0))
    if town < to:
        return Leg(t0, t1, town, to, x, x + far)
    return Leg(t0, t1, to, town, road.length - x, road.length - x - far)


def standing(country: Country, where: Whereabouts) -> Pass:
    """A force that stays where it is."""
    road = country.road(where.town, where.to) if where.to else None
    leg = _leg(road, where.town, where.to, Fraction(0), Fraction(MINUTES), Fraction(where.done), Fraction(0))
    return Pass((leg,), (), where)


def marching(
    country: Country, where: Whereabouts, route: Sequence[TownId], far: int, is_open: Callable[[Highway], bool]
) -> Pass:
    """A march along towns as far as it comes.  far: hundredths of a mile in the half-day."""
    legs: list[Leg] = []
    through: list[tuple[TownId, Fraction]] = []
    time, left = Fraction(0), Fraction(far)
    here, x, stopped = where, Fraction(where.done), ""
    for town in _towns(country, where, route):
        here, x = (Whereabouts(here.to, here.town), _length(country, here) - x) if town == here.town else (here, x)
        start = here.town
        road = country.road(start, town)
        if road is None or left <= 0:
            break
        if not is_open(road) and not x:
            stopped = road.bridge
            break
        go = min(left, road.length - x)
        spent = go * MINUTES / far
        legs.append(_leg(road, start, town, time, time + spent, x, go))
        time, left, x = time + spent, left - go, x + go
        if x < road.length:
            here = Whereabouts(start, town, Cmiles(int(x)))
            break
        through.append((town, time))
        legs.append(_leg(None, town, town, time, time, Fraction(0), Fraction(0)))
        here, x = Whereabouts(town), Fraction(0)
    if not legs:
        return Pass(standing(country, where).legs, (), where, stopped)
    if time < MINUTES:
        last = standing(country, here).legs[0]
        legs.append(Leg(time, Fraction(MINUTES), last.a, last.b, last.x0, last.x1))
    if where.in_town:
        legs.insert(0, Leg(Fraction(0), Fraction(0), where.town, where.town, Fraction(0), Fraction(0)))
    return Pass(tuple(legs), tuple(through), here, stopped)


def _length(country: Country, where: Whereabouts) -> Fraction:
    road = country.road(where.town, where.to)
    return Fraction(road.length if road is not None else 0)


def _towns(country: Country, where: Whereabouts, route: Sequence[TownId]) -> tuple[TownId, ...]:
    """Every town of a route, one beside the other, from where a force is."""
    if not route:
        return ()
    if (where.in_town and country.road(where.town, route[0])) or where.to == route[0]:
        return tuple(route)
    first = way_on(country, where, route[0])
    return (*(first[1] if first is not None else ()), *route[1:])


def cut(country: Country, track: Pass, minute: Fraction) -> Pass:
    """A track that ends at a minute, and stays there."""
    legs = [one for one in track.legs if one.t0 <= minute]
    last = legs[-1]
    x = last.at(min(minute, last.t1))
    legs[-1] = Leg(last.t0, min(minute, last.t1), last.a, last.b, last.x0, x)
    legs.append(Leg(min(minute, last.t1), Fraction(MINUTES), last.a, last.b, x, x))
    through = tuple((town, when) for town, when in track.through if when <= minute)
    return Pass(tuple(legs), through, _place(country, last, x))


def _place(country: Country, leg: Leg, x: Fraction) -> Whereabouts:
    if leg.a == leg.b:
        return Whereabouts(leg.a)
    road = country.road(leg.a, leg.b)
    assert road is not None
    done = int(x)
    if done <= 0:
        return Whereabouts(leg.a)
    if done >= road.length:
        return Whereabouts(leg.b)
    return Whereabouts(leg.a, leg.b, Cmiles(done)) if leg.x1 >= leg.x0 else _turned(road, leg, done)


def _turned(road: Highway, leg: Leg, done: int) -> Whereabouts:
    return Whereabouts(leg.b, leg.a, Cmiles(road.length - done))


def where_at(country: Country, track: Pass, minute: Fraction) -> Whereabouts:
    """Where a force is at a minute."""
    return cut(country, track, minute).end


def meeting(country: Country, one: Pass, other: Pass) -> Crossing | None:
    """Where and when two forces first meet; None where they do not."""
    best: Crossing | None = None
    for first in one.legs:
        for second in other.legs:
            if (first.a, first.b) != (second.a, second.b):
                continue
            minute = _together(first, second)
            if minute is not None and (best is None or minute < best.minute):
                best = Crossing(minute, _place(country, first, first.at(minute)))
    return best


def _together(first: Leg, second: Leg) -> Fraction | None:
    """The first minute at which two legs on one road, or in one town, are at one spot."""
    start, end = max(first.t0, second.t0), min(first.t1, second.t1)
    if start > end:
        return None
    before, after = first.at(start) - second.at(start), first.at(end) - second.at(end)
    if before == 0:
        return start
    if after == 0:
        return end
    if (before > 0) is (after > 0):
        return None
    return start + (end - start) * abs(before) / (abs(before) + abs(after))


def stood(track: Pass, minute: Fraction) -> bool:
    """Whether a force has stood still until a minute, or came there before it."""
    now = [one for one in track.legs if one.t0 <= minute <= one.t1]
    return any(one.x0 == one.x1 and one.t0 < minute for one in now) or all(
        one.x0 == one.x1 for one in track.legs if one.t0 <= minute
    )
