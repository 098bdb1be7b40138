"""An ordinary move as motions: how fast a unit goes which way until when, so that steps can be skipped (AR-G19)."""

from collections.abc import Iterator, Sequence
from math import sqrt

from pbem.engine.table.angles import arc_length
from pbem.engine.table.measures import Tenths
from pbem.engine.table.nearing import STANDING, Motion
from pbem.engine.table.paths import Wheel, part
from pbem.rulesets.armatys.moving.costing import SLACK, Stretch
from pbem.rulesets.armatys.moving.ordinary import Plan

EARLY = SLACK / 50
"""Moves: so much before its time a part of a move may begin to show."""


def drifts(made: Plan) -> list[Motion]:
    """The motions of a move in order of time, each until shortly before the next; after the last the unit stands."""
    found: list[Motion] = []
    for one in made.parts:
        found += _stretched(one.began, one.way.stretches) if one.way is not None else ()
        found.append(Motion(one.over))
    return [one._replace(until=one.until - EARLY) for one in found]


def drift_at(ways: Sequence[Motion], time: float) -> Motion:
    """How a unit moves from a time on."""
    for one in ways:
        if one.until + EARLY > time:
            return one
    return STANDING


def _stretched(began: float, stretches: Sequence[Stretch]) -> Iterator[Motion]:
    """A part of a move, which is one leg, with the time that it stands before obstacles."""
    parts = [one for one in stretches if one.over > one.began]
    if parts and isinstance(parts[0].leg, Wheel):
        yield _wheeling(parts)
        return
    for one in parts:
        if one.began > began:
            yield Motion(one.began)
        yield _straight(one)
        began = one.over


def _wheeling(parts: Sequence[Stretch]) -> Motion:
    """A wheel as if it went on throughout at its fastest, as its outer rear corner goes."""
    rect = parts[0].rect
    corner = 2 * sqrt(rect.half_width * rect.half_width + rect.half_depth * rect.half_depth)
    pace = max((one.end - one.start) / (one.over - one.began) for one in parts)
    swing, jolt = pace * corner / (2 * rect.half_width), arc_length(corner, Tenths(1))
    return Motion(parts[-1].over, swing=swing, jolt=jolt)


def _straight(one: Stretch) -> Motion:
    since, to = part(one.rect, one.leg, one.start), part(one.rect, one.leg, one.end)
    whole = one.over - one.began
    return Motion(one.over, (to.x - since.x) / whole, (to.y - since.y) / whole)
