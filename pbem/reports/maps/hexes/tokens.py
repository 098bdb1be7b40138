"""What stands on a map besides counters: last places, codes where a march began, standards, wrecks."""

from pbem.engine.hexchart import Counter, LoneGeneral, Wreck
from pbem.reports.maps.hexes import seen
from pbem.reports.maps.hexes.board import centre
from pbem.reports.maps.hexes.plates import Plate
from pbem.reports.maps.marks import INKS, coded, symbol, tag
from pbem.reports.maps.shapes import (
    Disc,
    Path,
    Point,
    Shape,
    ShapeGroup,
    SvgRect,
    Text,
    box,
    clean,
    dot,
)
from pbem.reports.maps.tables.seen import ghost_dashes


def ghost(counter: Counter, plate: Plate) -> Shape:
    """Where a unit was last seen: dashed, without front or strength, with the round."""
    rect = plate.rect
    if counter.source:
        x, y = centre(counter.hex)
        return seen.suspected(counter, rect, (x, y - 4), plate.scale)
    d = (
        f"M{rect.left + 7},{rect.top}h{rect.width - 14}q7,0,7,7v{rect.height - 14}q0,7,-7,7h{14 - rect.width}"
        f"q-7,0,-7,-7v{14 - rect.height}q0,-7,7,-7z"
    )
    line = f"{counter.code} r{counter.ghost}" if counter.symbol != "unknown" else f"r{counter.ghost}"
    shapes: list[Shape] = [
        Path(d, "f-ghost-fill s-field", 5),
        Path(d, "f-ghost-fill s-ghost", 2.2, ghost_dashes(counter.age)),
    ]
    if counter.symbol == "unknown":
        shapes.append(Text("?", 0, rect.top + plate.symbol + 2, plate.code, "bold f-ghost"))
    elif counter.seen == "body":
        shapes.append(Path("".join(dot((step * 14, rect.top + 14), 3.6) for step in (-1, 0, 1)), "f-ghost"))
    else:
        high = plate.symbol
        shapes.append(symbol(counter.symbol, -high * 24 / 28, rect.top + 3, high, "c-ghost"))
    shapes.append(coded(line, 0, rect.bottom - 5, plate.code, rect.width - 6, "bold f-ghost"))
    x, y = centre(counter.hex)
    return ShapeGroup(tuple(shapes), x, y - 4, scale=plate.scale)


def standard(general: LoneGeneral, at: Point, scale: float) -> Shape:
    """A general who is with no unit: a lettered standard, beside the hex number."""
    ink = INKS[general.look]
    cloth = SvgRect(-26, -44, 18, -15)
    d = box(cloth)
    return ShapeGroup(
        (
            Path("M-28,-45V18", "s-field", 9, cap="round"),
            Path("M-28,-45V17M-36,18q8,-4,16,0", "s-ink", 3.6, cap="round"),
            Path("M-31.5,-46a3.5,3.5,0,1,0,7,0a3.5,3.5,0,1,0,-7,0z", "f-ink"),
            Path(d, "f-field s-field", 5),
            Path(d, f"f-{ink.plate} s-{ink.edge}", 2.4),
            Text(clean(general.letter)[:2], cloth.middle[0], -21, 24, f"bold f-{ink.marks}"),
        ),
        *at,
        scale=scale,
    )


def wreck(lost: Wreck, at: Point, scale: float) -> list[Shape]:
    """Where a unit was destroyed this round: a broken disc over its code."""
    x, y = at
    return [
        *tag(lost.code, lost.look, (x, y + 13 * scale), scale),
        Disc(x, y - 12 * scale, 15 * scale, "m-broken", "f-field", "s-ink", "c-ink"),
    ]
