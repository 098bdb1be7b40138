"""Lines that aides write are taken whole."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.fuzzing import FuzzFault
from pbem.rulesets.fornovo.aides.writer import TEMPERS, aide
from pbem.rulesets.fornovo.language.language import read
from pbem.rulesets.fornovo.state.battle import Battle


def aides_are_taken(view: Battle, ask: Ask[Any], chance: Chance) -> None:
    """Raises FuzzFault for a line of an aide that is refused."""
    temper = chance.pick(tuple(TEMPERS))
    for problem in read(view, ask, aide(view, ask, temper)).problems:
        raise FuzzFault(f"the {temper} aide writes {problem.quote!r}, which is refused: {problem.reason}")
