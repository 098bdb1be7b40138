"""What answers for a seat that does not (CA-4, CA-12)."""

from typing import Any

from pbem.engine.asks import Ask, Given
from pbem.rulesets.campaign.state.asks import AskBattle
from pbem.rulesets.campaign.state.campaign import Campaign


def decide(view: Campaign, ask: Ask[Any]) -> Given[Any] | None:
    """A battle that the campaign's own table settles needs no answer; all orders wait for their player."""
    if isinstance(ask, AskBattle) and ask.how == "reckoned":
        return Given(ask.default, "default")
    return None


def silent(view: Campaign, ask: Ask[Any]) -> Given[Any]:
    """Orders in force go on; what has none holds, avoids, keeps scouting.  Rules: CA-4."""
    return Given(ask.default, "deadline")
