"""What is answered for a seat that says nothing."""

from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.rulesets.armatys.state.battle import Battle


def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:  # of the contract
    """Every packet is asked for."""
    return None


def silent(view: Battle, ask: Ask[Any]) -> Given[Any]:  # of the contract
    """An empty packet: units hold, and do what standing orders and defaults say."""
    return Given(ask.default, "deadline")
