"""What is answered for a seat that says nothing."""

from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.rulesets.fornovo.state.battle import Battle


def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:  # of the contract
    """Every packet is asked for."""
    return None


def silent(view: Battle, ask: Ask[Any]) -> Given[Any]:  # of the contract
    """An empty packet: no charge, no move; all else as standing orders and defaults say (catalogue section 11)."""
    return Given(ask.default, "deadline")
