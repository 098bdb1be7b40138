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
    """How it is fought: ``aides``, ``reckoned``, ``post``, ``table``, ``ruled``."""
    fought_by: str = ""
    """The rule set that takes it, '' for none."""

    def refusal(self, answer: BattleResult) -> str:
        """Units that were not in it, or that lost more than they had; a winner that is no side of it."""
        return refusal(self.spec, answer)


def refusal(spec: BattleSpec, result: BattleResult) -> str:
    """Why a result cannot be one of a battle; '' when it can."""
    men = {unit.code: unit.men for side in spec.sides for unit in side.units}
    sides = {side.side for side in spec.sides}
    for loss in result.losses:
        if loss.unit not in men:
            return f"{loss.unit} was not in the battle"
        if min(loss.lost, loss.taken, loss.back) < 0 or loss.all > men[loss.unit]:
            return f"{loss.unit} had {men[loss.unit]} and cannot have lost {loss.all}"
    strange = [side for side in (result.winner, result.holder) if side is not None and side not in sides]
    return f"{strange[0]} was not in the battle" if strange else ""


Asks = AskOrders | AskBattle
Answers = Sheet | BattleResult


def call_of(ask: Ask[Any]) -> BattleCall | None:
    """The battle whose result an ask waits for; None for any other."""
    return BattleCall(ask.spec, ask.fought_by, ask.how) if isinstance(ask, AskBattle) else None
