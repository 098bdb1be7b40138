"""Lines that are offered and lines that aides write are taken whole."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.offers import Offer
from pbem.rulesets.armatys.aides.writer import TEMPERS, aide
from pbem.rulesets.armatys.asks import Packet
from pbem.rulesets.armatys.language.language import read
from pbem.rulesets.armatys.playing.checking import objections
from pbem.rulesets.armatys.state.battle import Battle


def aides_are_taken(view: Battle, ask: Ask[Any], chance: Chance) -> None:
    """Raises FuzzFault for a line of an aide that is refused."""
    temper = chance.pick(tuple(TEMPERS))
    for problem in read(view, ask, aide(view, ask, temper)).problems:
        raise FuzzFault(f"the {temper} aide writes {problem.quote!r}, which is refused: {problem.reason}")


def leads_there(view: Battle, offer: Offer, answer: Any) -> None:  # noqa: ANN401  # of any ask
    """Raises FuzzFault for an offered line that the rules bar as things stand."""
    barred = objections(view, answer) if isinstance(answer, Packet) else []
    if barred:
        raise FuzzFault(f"{offer.line!r} is offered, and barred by {', '.join(barred[0].rules)}")
