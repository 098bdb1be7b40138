"""What a seat of a one-hour battle is ever asked (catalogue section 5), and the answers."""

from pbem.engine.asks import Ask
from pbem.engine.ids import Side
from pbem.rulesets.onehour.commands import ArmyChoice, SetUp, Sheet

Answers = Sheet | SetUp | ArmyChoice


class AskOrders(Ask[Sheet], frozen=True, tag="orders"):
    """The active side's orders for its whole player turn; the other side is not asked in it.

    Rules: OH-D3, OH-D4, OH-D5, OH-D6, OH-D7, OH-D9.

    default: no orders, and the standing orders that are in force.  A sheet is judged line by line when it is read, and
    again as each unit acts: an order that is refused then is told, and the unit holds.
    """

    turn: int
    side: Side


class AskSetup(Ask[SetUp], frozen=True, tag="set-up"):
    """Where a side's units stand at the start (OH-D1), both sides at once, sealed.

    default: the sample placement.  The script plays an answer by ``playing.setting.set_up``; what is refused of it
    stands as the sample has it.
    """

    side: Side


class AskArmy(Ask[ArmyChoice], frozen=True, tag="army"):
    """Which row of the army table a side takes, or roll (OH-D2).  default: roll."""

    side: Side

    def refusal(self, answer: ArmyChoice) -> str:
        """One of the six rows."""
        return "" if answer.row in (None, 1, 2, 3, 4, 5, 6) else "the army table has rows 1 to 6 (OH-D2)"


Asks = AskOrders | AskSetup | AskArmy
