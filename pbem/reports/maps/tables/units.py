"""Units of a table: footprints with their fronts, last places, units destroyed."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from pbem.engine.mapstyle import SideLook
from pbem.engine.tablechart import Base, Fallen
from pbem.reports.maps.marks import INKS, quieter, tag
from pbem.reports.maps.shapes import (
    Disc,
    Path,
    Point,
    Shape,
    ShapeGroup,
    SvgRect,
    Text,
    around,
    box,
    clean,
    cut_box,
    polyline,
    text_width,
)
from pbem.reports.maps.tables import generals, seen
from pbem.reports.maps.tables.bodies import Body, body_of
from pbem.reports.maps.tables.dress import dress
from pbem.reports.maps.tables.figures import figures
from pbem.reports.maps.tables.layout import TableLayout

POINT: Final = 15.0
"""How far the triangle at the front reaches."""
_HALF_POINT: Final = 14.0


def cut_of(body: Body) -> float:
    """How much of a corner the second side's footprints lack."""
    return min(9.0, body.deep * 0.16, body.wide * 0.16)


def outline(body: Body, look: SideLook, grown: float = 0) -> str:
    """The rectangle around a footprint about its middle, front up, as path data."""
    rect = around((0, 0), body.wide, body.deep).grown(grown)
    return box(rect) if look == 1 else cut_box(rect, cut_of(body))


def footprint(body: Body, base: Base) -> str:
    """The same cut out where its blocks do not reach so far back."""
    depths = [sum(letter != " " for letter in file) for file in zip(*base.rows, strict=False)]
    if len({*depths}) < 2:  # files of unlike depth
        return outline(body, base.look)
    left, top, right, _ = around((0, 0), body.wide, body.deep)
    across, back = body.wide / len(depths), body.deep / len(base.rows)
    ring = [(left, top), (right, top)]
    file = len(depths)
    for depth, run in groupby(reversed(depths)):
        low, start = top + depth * back, file - len([*run])
        ring += [(left + file * across, low), (left + start * across, low)]
        file = start
    return polyline(ring if base.look == 1 else _without_corners(ring, cut_of(body)), closed=True)


def _without_corners(ring: Sequence[Point], cut: float) -> list[Point]:
    """A clockwise outline along the axes with its outer corners cut off."""
    found: list[Point] = []
    for place, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[place - 1], ring[(place + 1) % len(ring)]
        if (x - ax) * (by - y) - (y - ay) * (bx - x) <= 0:
            found.append((x, y))
            continue
        before, after = abs(x - ax) + abs(y - ay), abs(bx - x) + abs(by - y)
        near, far = min(cut, before / 2), min(cut, after / 2)
        found += [
            (x + (ax - x) * near / before, y + (ay - y) * near / before),
            (x + (bx - x) * far / after, y + (by - y) * far / after),
        ]
    return found


def front(body: Body, base: Base) -> Shape:
    """The triangle at the middle of the front edge, of a square at each; under every footprint, an enemy's too."""
    if base.seen is not None:
        return seen.front(body, base)
    if "routed" in base.marks or generals.is_general(base):
        return ShapeGroup(())
    y, half = -body.deep / 2, min(_HALF_POINT, body.wide * 0.3)
    d = polyline(((-half, y + 1), (0, y - POINT), (half, y + 1)), closed=True)
    points = Path(d, "s-field", 4), Path(d, f"f-{INKS[base.look].edge}")
    sides = (0.0, 90.0, 180.0, 270.0) if "square" in base.marks else (0.0,)
    return ShapeGroup(tuple(ShapeGroup(points, turn=side) for side in sides), *body.at, body.degrees)


def plate(base: Base, place: TableLayout) -> Shape:
    """A footprint with the sign of its kind and its thick front edge."""
    if base.seen is not None:
        return seen.plate(base, place)
    body, look = body_of(base, place), base.look
    if generals.is_general(base):
        return generals.plate(base, body)
    ink = INKS[look]
    d = footprint(body, base)
    inset = cut_of(body) if look == 2 else 0
    y = -body.deep / 2 + 1.6
    torn = "routed" in base.marks
    edge = _torn(body, y, inset) if torn else polyline(((-body.wide / 2 + inset, y), (body.wide / 2 - inset, y)))
    drawn = figures(base.rows, body.wide, body.deep, ink, torn=torn) if base.rows else []
    inside: tuple[Shape, ...] = (
        Path(d, f"f-{ink.plate}"),
        *(drawn or dress(base.symbol, body.wide, body.deep, ink)),
        Path(d, f"s-{ink.edge}", 2 if look == 1 else 3),
    )
    return ShapeGroup(
        (
            Path(d, "s-field", 6),
            *(quieter(inside, d, look) if base.fellow else inside),
            *([Path(edge, f"s-{ink.marks}", 9.6)] if look == 1 and not torn else []),
            Path(edge, f"s-{ink.edge}", 3.2 if torn else 6.4),
        ),
        *body.at,
        body.degrees,
    )


def _torn(body: Body, y: float, inset: float) -> str:
    """The front edge of who runs: a line of teeth."""
    teeth = max(4, int(body.wide / 9))
    step = (body.wide - 2 * inset) / teeth
    left = -body.wide / 2 + inset
    return polyline([(left + step * n, y + (4.5 if n % 2 else -1.5)) for n in range(teeth + 1)])


ANSWER: Final = 15.0
"""Radius of the disc with what a unit did as it was charged."""


def answer(base: Base, place: TableLayout) -> Disc | None:
    """What it did as it was charged, at its right front corner; before its front that its own charge failed."""
    if base.answer is None:
        return None
    body = body_of(base, place)
    right = 0.0 if base.answer == "failed" else body.wide / 2 + ANSWER * 0.4
    return Disc(*body.place(right, body.deep / 2 + ANSWER + 3), ANSWER, f"m-{base.answer}", "f-field", "s-ink", "c-ink")


def ready_frame(base: Base, place: TableLayout) -> list[Shape]:
    """The second frame of a unit that is ready."""
    if "ready" not in base.marks:
        return []
    body = body_of(base, place)
    d = outline(body, base.look, 4.6)
    drawn = Path(d, "f-field s-field", 5.7), Path(d, f"s-{INKS[base.look].line}", 2.2)
    return [ShapeGroup(drawn, *body.at, body.degrees)]


def ghost(base: Base, place: TableLayout) -> Shape:
    """Where a unit was last seen: a dashed footprint with its code and the turn, upright."""
    if base.source:
        return seen.suspected(base, place)
    body = body_of(base, place)
    d = outline(body, base.look)
    code = clean(base.code)
    words = f"{code} t{base.ghost}" if code.strip("? ") else f"? t{base.ghost}"
    size = min(24.0, 24 * (max(body.wide, body.deep) - 6) / (text_width(words, 24, "bold") or 1))
    return ShapeGroup(
        (
            ShapeGroup(
                (
                    Path(d, "f-ghost-fill s-field", 5),
                    Path(d, "f-ghost-fill s-ghost", 2.2, seen.ghost_dashes(base.age)),
                ),
                turn=body.degrees,
            ),
            Text(words, 0, max(size, 15) * 0.36, max(size, 15), "bold f-ghost s-ghost-fill", halo=5),
        ),
        *body.at,
    )


def wreck(lost: Fallen, place: TableLayout) -> list[Shape]:
    """Where a unit was destroyed this turn: its footprint in dots, a broken disc over its code."""
    body = body_of(lost, place)
    x, y = body.at
    d = outline(body, lost.look)
    return [
        ShapeGroup((Path(d, f"s-{INKS[lost.look].line}", 2.4, "1,6", cap="round"),), x, y, body.degrees),
        *tag(lost.code, lost.look, (x, y + 15), 1.2),
        Disc(x, y - 15, 17, "m-broken", "f-field", "s-ink", "c-ink"),
    ]


def wreck_box(lost: Fallen, place: TableLayout) -> SvgRect:
    """What that fills, but for the dots."""
    return around(body_of(lost, place).at, 60, 72)
