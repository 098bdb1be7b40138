"""A random player on the order language alone: it picks among the lines offered, and the reader takes them or not.

It knows no rules: what it plays has come through offers, order form, aide-de-camp and reader, as a player's orders do.
The same view, ask and chance give the same answer.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pbem.engine.asks import Ask, Given
from pbem.engine.chance import Chance
from pbem.engine.offers import Decision, Offers, nothing_offered
from pbem.engine.ordered import ordered
from pbem.engine.ruleset import RuleSet

B = TypeVar("B")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
"""A number of an order that stands alone: no part of a unit's code or of a place."""


@dataclass(frozen=True, kw_only=True)
class Habits:
    """How a random player plays: each in percent."""

    led: int = 50
    """How often the aide-de-camp writes the orders first: so the armies meet."""
    changed: int = 35
    """How many units then get an order of their own instead."""
    ordered: int = 85
    """How many units get an order where no aide writes."""
    acts: int = 70
    """How often a unit does one of the things it may do rather than march or turn."""
    goes_on: int = 15
    """How often an order is followed by what may come after it."""
    varied: int = 25
    """How often the numbers of a line are changed."""
    together: int = 15
    """How often some units get an order together."""
    settles: int = 40
    """How often standing orders are given, up to three at a time."""
    mangled: int = 50
    """How many lines a wild player makes of those of other units."""


@dataclass(frozen=True)
class RandomPlayer(Generic[B]):
    """Answers any ask of a rule set.  wild: also by lines that may be refused."""

    rules: RuleSet[B]
    wild: bool = False
    habits: Habits = Habits()

    def __call__(self, view: B, ask: Ask[Any], chance: Chance) -> Any:  # noqa: ANN401  # of the ask's type
        """An answer that its reader takes whole; the ask's default where no line is taken."""
        offered = self.rules.language.offers(view, ask, None, units=False)
        if offered.answers:
            return self._taken(view, ask, self._answered(view, ask, offered, chance))
        lines = self._orders(view, ask, offered, chance)
        if self.wild:
            lines = [_mangled(line, lines, chance) if chance.odds(self.habits.mangled) else line for line in lines]
        if offered.decisions and chance.odds(self.habits.settles):
            some = chance.mixed(offered.decisions)[: 1 + chance.below(3)]
            lines += [line for one in some for line in _settled(one, chance)]
        return self._taken(view, ask, lines)

    def _answered(self, view: B, ask: Ask[Any], offered: Offers, chance: Chance) -> list[str]:
        """Any answer; where units may be named beside it (a set-up), perhaps their lines of the form, varied."""
        if not offered.stands or chance.odds(50):
            return [chance.pick(offered.answers).line]
        return [_varied(f"{one.code} {one.order}", chance) for one in self.rules.language.form(view, ask)]

    def _orders(self, view: B, ask: Ask[Any], offered: Offers, chance: Chance) -> list[str]:
        """Lines for the units, the aide's among them."""
        habits, lines, share = self.habits, [], self.habits.ordered
        if chance.odds(habits.led):
            text = self.rules.aide.orders(view, ask, chance.pick((*self.rules.aide.tempers, "")))
            lines, share = [line.partition("#")[0].strip() for line in text.splitlines()], habits.changed
        codes = chance.mixed(offered.stands)
        if len(codes) > 1 and chance.odds(habits.together):
            joint = self.rules.language.group_offers(view, ask, None, tuple(codes[: 2 + chance.below(2)]))
            if joint:
                lines, codes = [*lines, chance.pick(joint).line], codes[3:]
        for code in codes:
            if chance.odds(share):
                line = self._of_unit(view, ask, code, chance)
                if line:
                    lines = [*(one for one in lines if one.partition(" ")[0] != code), line]
        return lines

    def _of_unit(self, view: B, ask: Ask[Any], code: str, chance: Chance) -> str:
        """One line for a unit; '' where it may do nothing."""
        language = self.rules.language
        acts = chance.odds(self.habits.acts)
        offers = language.offers_for(view, ask, None, code, marches=not acts)
        if offers is not None and acts and not offers.may:
            offers = language.offers_for(view, ask, None, code)
        some = (offers.may if acts else offers.marches) or (*offers.may, *offers.marches) if offers is not None else ()
        line = chance.pick(some).line if some else ""
        if line and chance.odds(self.habits.goes_on):
            longer = language.offers_for(view, ask, language.read(view, ask, line).answer, code, marches=False)
            line = chance.pick(longer.then).line if longer is not None and longer.then else line
        varied = _varied(line, chance) if chance.odds(self.habits.varied) else line
        return varied if varied == line or not language.read(view, ask, varied).problems else line

    def _taken(self, view: B, ask: Ask[Any], lines: Sequence[str]) -> Any:  # noqa: ANN401  # of the ask's type
        """What the reader takes of the lines: those that go ill together with others fall away."""
        language = self.rules.language
        reading = language.read(view, ask, "\n".join(lines))
        for _ in range(3):
            if reading.answer is None:
                return ask.default
            if not reading.problems:
                return reading.answer
            reading = language.read(view, ask, language.write(view, reading.answer))
        return ask.default


def offers_lines(rules: RuleSet[Any]) -> bool:
    """Whether a rule set offers lines, so that it can be played at random."""
    return rules.language.offers is not nothing_offered


def at_random(rules: RuleSet[B], text: bytes, *, wild: bool = False) -> Callable[[B, Ask[Any]], Given[Any]]:
    """Decides for every seat: standing orders and paces decide what they decide, a random player the rest.

    It is the rule set's own player, if it has one.

    text: what the chance depends on besides the view and the ask.
    """
    own = rules.playtest.wild if wild else rules.playtest.random
    player = own or RandomPlayer(rules, wild)

    def decide(view: B, ask: Ask[Any]) -> Given[Any]:
        settled = rules.deciding.decide(view, ask)
        if settled is not None:
            return settled
        chance = Chance(b"%s|%s|%s" % (text, ordered(view), ordered(ask)))
        return Given(player(view, ask, chance), "player")

    return decide


def _settled(decision: Decision, chance: Chance) -> Iterator[str]:
    """A standing order: any answer, for any group or a single unit."""
    starts = [one.line for one in decision.choices]
    starts += [decision.alone.replace("<unit>", code) for code in chance.mixed(decision.stands)[:1] if decision.alone]
    if starts and decision.values:
        yield f"{chance.pick(starts)} {chance.pick(tuple(decision.values))}"


def _varied(line: str, chance: Chance) -> str:
    """The line with other numbers, between nothing and half as much again."""
    return _NUMBER.sub(lambda found: f"{float(found[0]) * chance.below(151) / 100:.4g}", line)


def _mangled(line: str, lines: Sequence[str], chance: Chance) -> str:
    """A unit told what another was told, or the line with other numbers."""
    code, _, rest = line.partition(" ")
    other = chance.pick(lines).partition(" ")[2]
    return f"{code} {other}" if chance.odds(50) and other else _varied(f"{code} {rest}", chance)
