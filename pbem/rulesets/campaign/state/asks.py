"""What is asked: a seat for its orders, a called battle for its result."""

from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.called import BattleCall, BattleResult, BattleSpec
from pbem.rulesets.campaign.state.orders import Sheet


class AskOrders(Ask[Sheet], frozen=True, tag="ask orders"):
    """A seat's orders, from a morning on.  day: from 1."""

    day: int


class AskBattle(Ask[BattleResult], frozen=True, tag="ask battle"):
    """The result of a called battle, asked of the pseudo-seat ``battle:<number>`` (CA-14).

    default: what the campaign's own table makes of it.
    """

    spec: BattleSpec
    how: str
    """How it is fought: ``aides``, ``reckoned``, ``ruled``."""
    fought_by: str = ""
    """The rule set that takes it, '' for none."""

    def refusal(self, answer: BattleResult) -> str:
        """Units that were not in it, or that lost more than they had; a winner that is no side of it."""
        men = {unit.code: unit.men for side in self.spec.sides for unit in side.units}
        sides = {side.side for side in self.spec.sides}
        for loss in answer.losses:
            if loss.unit not in men:
                return f"{loss.unit} was not in the battle"
            if min(loss.lost, loss.taken, loss.back) < 0 or loss.all > men[loss.unit]:
                return f"{loss.unit} had {men[loss.unit]} and cannot have lost {loss.all}"
        strange = [side for side in (answer.winner, answer.holder) if side is not None and side not in sides]
        return f"{strange[0]} was not in the battle" if strange else ""


Asks = AskOrders | AskBattle
Answers = Sheet | BattleResult


def call_of(ask: Ask[Any]) -> BattleCall | None:
    """The battle that aides are to fight for an ask; None for any other."""
    if isinstance(ask, AskBattle) and ask.how == "aides":
        return BattleCall(ask.spec, ask.fought_by)
    return None
