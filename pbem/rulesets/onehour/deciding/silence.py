"""What is answered without asking a seat, and for one that says nothing."""

from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.rulesets.onehour.asks import AskOrders
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.deciding.passing import passed


def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
    """A turn that its player has said to pass is not asked for; everything else is."""
    return passed(view, ask) if isinstance(ask, AskOrders) else None


def silent(view: Battle, ask: Ask[Any]) -> Given[Any]:
    """The default of the ask.  Of orders: none, so that standing orders and the defaults of the rules act; of the
    set-up the sample placement (OH-D1); of armies a roll (OH-D2)."""
    return Given(ask.default, "deadline")
