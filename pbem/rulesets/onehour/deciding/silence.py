"""What is answered for a seat that says nothing."""

from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.rulesets.onehour.battle import Battle


def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
    """Nothing is answered before its player has: a side is asked once in its player turn, for all that it does."""
    return None


def silent(view: Battle, ask: Ask[Any]) -> Given[Any]:
    """The default of the ask.  Of orders: none, so that standing orders and the defaults of the rules act; of the
    set-up the sample placement (OH-D1); of armies a roll (OH-D2)."""
    return Given(ask.default, "deadline")
