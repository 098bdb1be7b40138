"""Rows about a whole battle that several rule sets have: points, an army that breaks, the last turn, visibility."""

import re
from collections.abc import Callable
from typing import Any

from pbem.engine.facts import Fact
from pbem.engine.hiding import is_hidden
from pbem.engine.ids import Side
from pbem.engine.rulings.facts import BreakRuled, LastTurnPut, PointsRuled, VisibilityPut
from pbem.engine.rulings.language import RulingFault, RulingLanguage, RulingRow, row, side_named

Ruled = tuple[tuple[Fact[Any], ...], str]


def battle_rows(
    language: Callable[[], RulingLanguage[Any]],
    *,
    turn: str,
    now: Callable[[Any], int],
    points: str,
    counts: Callable[[Any], str] = lambda _: "",
    far: str = "",
) -> tuple[RulingRow, ...]:
    """The rows ``points``, ``break``, ``last turn`` and ``visibility``, the last in inches.

    turn: what a turn is called.  points: what they do, for the help.  counts: why points cannot be ruled in a battle;
    '' where they can.  far: why no visibility is ruled where no unit is hidden.
    """

    def sides(battle: Any, name: str) -> tuple[Side, str]:  # noqa: ANN401  # of any rule set
        side = side_named(language().sides(battle), name)
        return side, language().sides(battle)[side]

    def with_points(battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        side, name = sides(battle, found["side"])
        if why := counts(battle):
            raise RulingFault(why, ("rule end: South wins",))
        return (PointsRuled(side=side, points=int(found["points"])),), f"points {name} {int(found['points']):+d}"

    def breaks(battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        side, name = sides(battle, found["side"])
        return (BreakRuled(side=side),), f"break {name}"

    def last(battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        until = int(found["turn"])
        if until < now(battle):
            raise RulingFault(f"{turn} {until} is over; to end the battle now write who wins", ("rule end: a draw",))
        return (LastTurnPut(turn=until),), f"last {turn} {until}"

    def visibility(battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        inches = int(found["inches"])
        if not is_hidden(battle):
            raise RulingFault(far)
        if not inches:
            raise RulingFault("visibility is 1 inch at least")
        return (VisibilityPut(visibility=100 * inches),), f"visibility {inches}"

    seen = row(
        "visibility <inches>", r"visibility\s+(?P<inches>\d{1,2})", visibility,
        "Where units are hidden: so far they are seen.", "visibility 24",
    )  # fmt: skip
    return (
        row("points <side> +<number>", r"points\s+(?P<side>.+?)\s+(?P<points>[+-]\d{1,3})", with_points, points,
            "points South +2"),
        row("break <side>", r"break\s+(?P<side>.+)", breaks,
            f"That army counts as broken: the battle ends with this {turn}, and it is beaten.", "break South"),
        row(f"last {turn} <number>", rf"last\s+{turn}\s+(?P<turn>\d{{1,2}})", last,
            f"The battle ends after that {turn}.", f"last {turn} 12"),
        seen,
    )  # fmt: skip
