"""What is offered is taken: every line reads without a problem, and does what the rule set says it does."""

from collections.abc import Iterable
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.offers import Offer
from pbem.fuzz.games import FuzzedGame

LINES = 5
"""Tried of each list: few, for many games are played."""


def check_offered(game: FuzzedGame, view: Any, ask: Ask[Any], answer: Any, chance: Chance) -> None:  # noqa: ANN401  # a battle, an answer
    """The lines offered for an ask, for one stand and for some together.  answer: to it.  Raises Fault."""
    rules = game.rules
    offered = rules.language.offers(view, ask, answer, units=False)
    _check(game, view, ask, offered.answers, chance)
    for code in chance.mixed(offered.stands)[:1]:
        unit = rules.language.offers_for(view, ask, answer, code)
        if unit is None:
            raise FuzzFault(f"{code} is to be ordered, but nothing is offered for it")
        for some in (unit.may, unit.marches, unit.then, *(one.may for one in unit.contingencies)):
            _check(game, view, ask, some, chance)
        for line in chance.mixed((*unit.may, *unit.marches))[:1]:
            so_far = rules.language.read(view, ask, line.line).answer
            longer = rules.language.offers_for(view, ask, so_far, code)
            _check(game, view, ask, longer.then if longer is not None else (), chance)
    several = tuple(chance.mixed(offered.stands)[:2])
    _check(game, view, ask, rules.language.group_offers(view, ask, answer, several), chance)


def _check(game: FuzzedGame, view: Any, ask: Ask[Any], offers: Iterable[Offer], chance: Chance) -> None:  # noqa: ANN401  # a battle
    for offer in chance.mixed(tuple(offers))[:LINES]:
        reading = game.rules.language.read(view, ask, offer.line)
        if reading.problems:
            raise FuzzFault(f"{offer.line!r} is offered, and not taken: {reading.problems[0].reason}")
        game.fuzzing.leads_there(view, offer, reading.answer)
