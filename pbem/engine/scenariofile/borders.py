"""The section ``victory`` of a scenario file whose battle is graded: by margin or by points, and the borders."""

import msgspec

from pbem.engine.grades import Borders
from pbem.engine.scenariofile.gathered import Gathered
from pbem.engine.spec import read

BORDERS = {"margin": (10, 25, 40), "points": (1, 3, 5)}
"""Below the first drawn, from the second clear, over the third decisive; in per cent or in points."""


class BordersSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What is not said has the default of ``by``."""

    by: str = "margin"
    drawn_below: int | None = None
    clear_from: int | None = None
    decisive_over: int | None = None
    break_point: int | None = None


def read_borders(got: Gathered, value: object) -> Borders:
    """How the end is judged: by the margin, unless the file says by points."""
    spec = read(BordersSpec, value, "victory", got.faults)
    if spec is None:
        return Borders()
    if spec.by not in BORDERS:
        got.fault("victory.by", f"{spec.by!r} is no way to judge; there are: {', '.join(BORDERS)}")
        return Borders()
    if spec.by == "margin" and spec.break_point is not None:
        got.fault("victory.break_point", "break points have no other worth where the margin decides: by: points")
    if spec.break_point is not None and spec.break_point < 0:
        got.fault("victory.break_point", "what a break point is worth is 0 points or more")
    said = (spec.drawn_below, spec.clear_from, spec.decisive_over)
    drawn, clear, decisive = (
        default if one is None else one for one, default in zip(said, BORDERS[spec.by], strict=True)
    )
    if not 0 < drawn <= clear <= decisive:
        told = f"drawn below {drawn}, clear from {clear}, decisive over {decisive}"
        got.fault("victory", f"{told}: each is 1 or more and none less than the one before it")
    return Borders(
        by="points" if spec.by == "points" else "margin",
        drawn_below=drawn,
        clear_from=clear,
        decisive_over=decisive,
        break_point=1 if spec.break_point is None else spec.break_point,
    )
