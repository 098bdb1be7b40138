"""What is told of rulings on a whole battle, or on what a unit may do, as any rule set in inches tells it."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.ids import StandId
from pbem.engine.narrator.telling import Sentence
from pbem.engine.rulings import facts as f
from pbem.engine.rulings.words import UmpiresWord
from pbem.engine.table.measures import Hundredths, say_inches
from pbem.engine.wording import plural


def ruling_sentences(
    turn: str, called: Callable[[Any, StandId], str], counted: Callable[[Any, str, int], str]
) -> Mapping[type, Callable[[Any, Any], Sentence | None]]:
    """A sentence for each fact.

    turn: what a turn is called.  called: a unit's name in a view.  counted: what a side's points by ruling come to,
    from the view, the side's name, and the points.
    """

    def given(view: Any, fact: f.WordGiven) -> Sentence:  # noqa: ANN401  # of any rule set
        one: UmpiresWord = fact.word
        may = "may" if one.says == "allowed" else "may not"
        against = f" {called(view, one.against)}" if one.against else ""
        text = f"{may} {one.act}{against} until the end of {turn} {one.until}."
        return Sentence(text=text, subject=one.unit, weight=5)

    def freed(view: Any, fact: f.WordFreed) -> Sentence:  # noqa: ANN401  # of any rule set
        return Sentence(text=f"may {fact.act} as the rules have it.", subject=fact.unit, weight=5)

    def points(view: Any, fact: f.PointsRuled) -> Sentence:  # noqa: ANN401  # of any rule set
        had = (view.ruled_points or {}).get(fact.side, 0) + fact.points
        return Sentence(text=counted(view, _side(view, fact.side), had))

    def broken(view: Any, fact: f.BreakRuled) -> Sentence:  # noqa: ANN401  # of any rule set
        counts = "counts as broken, by ruling" if fact.broken else "does not count as broken any more, by ruling"
        return Sentence(text=f"{_side(view, fact.side)} {counts}.", weight=8)

    def last(view: Any, fact: f.LastTurnPut) -> Sentence:  # noqa: ANN401  # of any rule set
        until = f"The battle ends after {turn} {fact.turn}." if fact.turn else f"The battle has no last {turn}."
        return Sentence(text=until)

    def visibility(view: Any, fact: f.VisibilityPut) -> Sentence:  # noqa: ANN401  # of any rule set
        return Sentence(text=f"Units are now seen as far as {inches(fact.visibility)}.")

    return {
        f.WordGiven: given, f.WordFreed: freed, f.PointsRuled: points, f.BreakRuled: broken, f.LastTurnPut: last,
        f.VisibilityPut: visibility,
    }  # fmt: skip


def lost_points(view: Any, name: str, points: int) -> str:  # noqa: ANN401  # of any rule set
    """``South has lost 2 points more by ruling``."""
    if not points:
        return f"No points of {name} are counted by ruling any more."
    return f"{name} has lost {plural(abs(points), 'point', 'points')} {'more' if points > 0 else 'fewer'} by ruling."


def inches(length: int) -> str:
    """``24 inches``."""
    return f"{say_inches(Hundredths(length))} {'inch' if length == 100 else 'inches'}"


def _side(view: Any, side: str) -> str:  # noqa: ANN401  # of any rule set
    return next(one.name or str(one.id) for one in view.armies if one.id == side)
