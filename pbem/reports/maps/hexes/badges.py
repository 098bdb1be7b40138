"""What hangs on counters: the front edge is for fighting, the rear edge for badges."""

import math
from collections.abc import Sequence
from typing import Final

from pbem.engine.hexchart import HexChart
from pbem.reports.maps.hexes import board
from pbem.reports.maps.hexes.board import centre
from pbem.reports.maps.hexes.plates import TILT, PlacedCounter
from pbem.reports.maps.marks import burst
from pbem.reports.maps.shapes import (
    Disc,
    Point,
    Shape,
)

_MELEE_R: Final = 19.0
_MELEE_R_ASIDE: Final = 15.5
"""Between two hexes of one row there is less room."""


def badge_scale(hex_width: float) -> float:
    """Badges shrink less than hexes: 0.8 of their size at least."""
    k = hex_width / board.WIDTH
    return max(k, 0.8) / k


def melee_discs(chart: HexChart, scale: float) -> list[Disc]:
    """Crossed swords on the side two fighting hexes share."""
    discs = []
    for melee in chart.melees:
        (ax, ay), (bx, by) = centre(melee.one), centre(melee.other)
        r = (_MELEE_R_ASIDE if melee.one.r == melee.other.r else _MELEE_R) * scale
        discs.append(Disc((ax + bx) / 2, (ay + by) / 2, r, "m-melee", "f-field", "s-ink", "c-ink"))
    return discs


def hung(stand: PlacedCounter, fighting: Sequence[Disc], scale: float) -> list[Shape]:
    """What hangs on a counter: gold discs at the rear right, losses at the rear left, the general's star within.

    A badge gives way to crossed swords: it then hangs at the front, or halfway.
    """
    counter = stand.counter
    wide, high = stand.rect.width / 2, stand.rect.height / 2
    rear = 1 if counter.facing in (5, 0, 1) else -1
    star = 11.5 * scale
    star_at = _on_plate(stand, star - 1 - wide, star - 1 - high)
    taken = [(d.x, d.y, d.r) for d in fighting]
    if counter.general:
        taken.append((*star_at, star))
    shapes: list[Shape] = []

    def place(r: float, *spots: Point) -> Point:
        options = [_on_plate(stand, dx, dy) for dx, dy in spots]
        best = min(options, key=lambda p: max([0.0, *(r + o[2] - 4 - math.dist(p, o[:2]) for o in taken)]))
        taken.append((*best, r))
        return best

    gold = 12.5 * scale
    for shown, mark in ((counter.disordered, "m-disordered"), (counter.ready, "m-ready")):
        if shown:
            at = place(gold, (wide - 5, rear * (high - 2)), (wide - 5, -rear * (high - 2)), (0, rear * high))
            shapes.append(Disc(*at, gold, mark, "f-disc", "s-disc-mark", "c-disc-mark"))
    if counter.unseen:
        at = place(gold, (wide - 5, rear * (high - 2)), (wide - 5, -rear * (high - 2)), (0, rear * high))
        shapes.append(Disc(*at, gold, "m-unseen", "f-field", "s-ink", "c-ink"))
    if counter.lost:
        out = 8 if rear > 0 or high < board.ROW / 2.5 else 1
        spots = ((9 - wide, rear * (high + out)), (0, rear * (high + out)), (9 - wide, -rear * (high + out)))
        at = place(15 * scale, *spots)
        shapes.append(burst(at, counter.lost, scale))
    if counter.general:
        shapes.append(Disc(*star_at, star, "m-star", "f-field", "s-ink", "c-ink"))
    return shapes


def _on_plate(stand: PlacedCounter, dx: float, dy: float) -> Point:
    """A place on a plate, which may be tilted."""
    turn = math.radians(TILT if stand.counter.disordered else 0)
    x, y = stand.at
    return x + dx * math.cos(turn) - dy * math.sin(turn), y + dx * math.sin(turn) + dy * math.cos(turn)
