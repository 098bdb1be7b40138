"""Graded victories: a battle's margin or points, the borders between grades, who is ahead, and the same in words.

A broken army is beaten decisively.  A side that wins by an objective wins at least marginally.  Else the lead decides.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem.engine.ids import Side
from pbem.engine.wording import listed, plural

Grade = Literal["drawn", "marginal", "clear", "decisive"]

GRADES: Mapping[Grade, str] = {
    "drawn": "a draw", "marginal": "a marginal victory", "clear": "a clear victory", "decisive": "a decisive victory",
}  # fmt: skip


class Borders(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle that no side has won outright is judged, and every victory graded.

    by: ``margin``: break points lost by the enemy less those lost by the side, as a share in per cent, with what
    objectives add; ``points``: those of objectives, and ``break_point`` for each of the enemy's break points lost.  A
    lead below ``drawn_below`` is a draw, then comes a marginal victory, from ``clear_from`` a clear and over
    ``decisive_over`` a decisive one.
    """

    by: Literal["margin", "points"] = "margin"
    drawn_below: int = 10
    clear_from: int = 25
    decisive_over: int = 40
    break_point: int = 1

    def grade(self, lead: int) -> Grade:
        """Of a lead in tenths of a per cent, or in points."""
        unit = 10 if self.by == "margin" else 1
        if lead < unit * self.drawn_below:
            return "drawn"
        if lead < unit * self.clear_from:
            return "marginal"
        return "clear" if lead <= unit * self.decisive_over else "decisive"


class GradedScore(msgspec.Struct, frozen=True, kw_only=True):
    """What a side has come to."""

    harm: int
    """Break points the enemy has lost, of its total."""
    enemy_total: int
    lost: int
    """Its own."""
    extra: int
    """Per cent or points of objectives."""
    total: int
    """Its margin in tenths of a per cent (below 0: it is behind), or its points."""


class GradedVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle was graded.  lead: of the winner, or who is ahead in a draw: tenths of a per cent, or points."""

    by: Literal["margin", "points"]
    grade: Grade
    lead: int
    scores: Mapping[Side, GradedScore]


Scores = Mapping[Side, GradedScore]
"""Of both sides."""


def outright(borders: Borders, scores: Scores, winner: Side | None, *, broken: bool = False) -> GradedVerdict:
    """The grade of a battle that was won outright: by a break, or by an objective.  winner None: both broke alike."""
    lead = _lead(borders, scores, winner)
    if winner is None:
        grade: Grade = "drawn"
    elif broken:
        grade = "decisive"
    else:
        grade = borders.grade(lead)
        grade = "marginal" if grade == "drawn" else grade
    return GradedVerdict(by=borders.by, grade=grade, lead=lead, scores=scores)


def at_the_limit(borders: Borders, scores: Scores) -> tuple[Side | None, GradedVerdict]:
    """Who has won a battle that has run its rounds, None for a draw, and the grade."""
    best = max(one.total for one in scores.values())
    ahead = [side for side, one in scores.items() if one.total == best]
    leader = ahead[0] if len(ahead) == 1 else None
    lead = _lead(borders, scores, leader)
    grade: Grade = borders.grade(lead) if leader is not None else "drawn"
    return (None if grade == "drawn" else leader), GradedVerdict(by=borders.by, grade=grade, lead=lead, scores=scores)


def _lead(borders: Borders, scores: Scores, leader: Side | None) -> int:
    """A margin is a lead already; of points it is the difference."""
    if leader is None:
        return 0
    ours = scores[leader].total
    return ours if borders.by == "margin" else ours - max(scores[side].total for side in scores if side != leader)


# --- in words -----------------------------------------------------------------------------------------------------


def decides(borders: Borders) -> str:
    """What judges a battle that has run its rounds."""
    return "points decide" if borders.by == "points" else "margin decides"


def explained(by: Borders) -> str:
    """How a victory is graded: ``below 10 % is a draw, ...``."""
    if by.by == "points":
        return (
            f"A lead of fewer than {plural(by.drawn_below, 'point', 'points')} is a draw, up to {by.clear_from} a "
            f"marginal victory, from {by.clear_from} a clear one, over {by.decisive_over} or by breaking the enemy a "
            "decisive one."
        )
    return (
        "The margin is the enemy's break points lost less your own, as a share of the enemy's total: below "
        f"{by.drawn_below} % is a draw, up to {by.clear_from} % a marginal victory, from {by.clear_from} % a clear "
        f"one, over {by.decisive_over} % or by breaking the enemy a decisive one."
    )


def graded(verdict: GradedVerdict, names: Mapping[Side, str], *, broken: bool) -> str:
    """The grade and the lead: ``a clear victory, by 27.2 %.``  broken: won by a break, whatever the lead."""
    lead = f"{tenths(verdict.lead)} %" if verdict.by == "margin" else plural(verdict.lead, "point", "points")
    if broken:
        return f"{GRADES[verdict.grade]}."
    if verdict.grade == "drawn":
        best = max(one.total for one in verdict.scores.values())
        ahead = next((side for side, one in sorted(verdict.scores.items()) if verdict.lead and one.total == best), None)
        return f"a draw, with {names[ahead]} ahead by {lead}." if ahead else "a draw, with neither side ahead."
    return f"{GRADES[verdict.grade]}, by {lead}." if verdict.lead > 0 else f"{GRADES[verdict.grade]}."


def figures(verdict: GradedVerdict, names: Mapping[Side, str], breaks: Mapping[Side, int], winner: Side | None) -> str:
    """What each side has come to, of what breaks it: ``North lost 3 of 5 break points, South 1 of 5``."""
    last = sorted(verdict.scores.items(), key=lambda item: (item[0] == winner, item[0]))
    if verdict.by == "points":
        return f"{'; '.join(_points(names[side], one) for side, one in last)}."
    lost = [f"{names[side]} lost {one.lost} of {breaks[side]}" for side, one in last]
    gave = [f"{names[side]} {one.extra} %" for side, one in last if one.extra]
    return f"{' break points, '.join(lost)}{f'; objectives gave {listed(gave)}' if gave else ''}."


def _points(name: str, one: GradedScore) -> str:
    """``White has 9 points, 6 of them for objectives``."""
    of = f", {one.extra} of them for objectives" if one.extra else ""
    return f"{name} has {plural(one.total, 'point', 'points')}{of}"


def tenths(amount: int) -> str:
    """``27.2``, ``30``."""
    return str(amount // 10) if amount % 10 == 0 else f"{amount / 10:.1f}"
