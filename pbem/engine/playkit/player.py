"""A random player for any rule set that offers its orders: it presses buttons, and knows nothing of the rules."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.offers import Decision, UnitOffers
from pbem.engine.ruleset import Language

B = TypeVar("B")
ORDERED, MARCHING, SETTLED = 85, 50, 10
"""Of a hundred: units that are ordered, of these those that march rather than act, decisions that are settled."""
AGAIN = 3
"""How often lines that are refused together are left out and the rest is read again."""


def offered_player(language: Language[B]) -> Callable[[B, Ask[Any], Chance], Any]:
    """A random player by what a language offers: the same answer for the same view, ask and chance.

    Each unit is given one of its offers, some decisions a standing order; a question is answered by one of its
    answers.  A text of which nothing can be taken is the default of the ask.
    """

    def answer(view: B, ask: Ask[Any], chance: Chance) -> Any:  # noqa: ANN401  # of the ask's type
        return _taken(language, view, ask, list(_lines(language, view, ask, chance)))

    return answer


def _lines(language: Language[B], view: B, ask: Ask[Any], chance: Chance) -> Iterator[str]:
    offers = language.offers(view, ask, None, units=False)
    if offers.answers:
        yield chance.pick(offers.answers).line
        return
    for code in chance.mixed(offers.stands):
        unit = language.offers_for(view, ask, None, code) if chance.odds(ORDERED) else None
        line = _of_unit(unit, chance) if unit is not None else ""
        if line:
            yield line
    for decision in offers.decisions:
        if decision.stands and decision.alone and decision.values and chance.odds(SETTLED):
            yield _settled(decision, chance)


def _of_unit(offers: UnitOffers, chance: Chance) -> str:
    some = offers.marches if offers.marches and (not offers.may or chance.odds(MARCHING)) else offers.may
    return chance.pick(some).line if some else ""


def _settled(decision: Decision, chance: Chance) -> str:
    line = decision.alone.replace("<unit>", chance.pick(decision.stands))
    return f"{line} {chance.pick(tuple(decision.values))}"


def _taken(language: Language[B], view: B, ask: Ask[Any], lines: list[str]) -> Any:  # noqa: ANN401  # of the ask's type
    """What lines come to together, without those that are refused beside the others."""
    for _ in range(AGAIN):
        reading = language.read(view, ask, "\n".join(lines))
        if not reading.problems:
            return reading.answer if reading.answer is not None else ask.default
        wrong = {problem.line for problem in reading.problems}
        lines = [line for number, line in enumerate(lines, 1) if number not in wrong]
    return ask.default
