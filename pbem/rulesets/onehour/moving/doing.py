"""One step of one unit: the only judge of an order, asked by the script, by ``checking`` and by ``choices`` alike."""

from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import Charge, Enter, Hold, Move, MoveOrder, TurnToFace
from pbem.rulesets.onehour.facts import Charged, Entered, LeftTable, Moved, TurnedToFace
from pbem.rulesets.onehour.moving.charging import charge
from pbem.rulesets.onehour.moving.entering import enter
from pbem.rulesets.onehour.moving.facing import turn_to_face
from pbem.rulesets.onehour.moving.moves import move
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.moving.roads import road_move

Done = Moved | LeftTable | Charged | TurnedToFace | Entered


def done(battle: Battle, order: MoveOrder) -> Done | No | None:
    """What an order of step 1 does as the battle stands, or every reason why it is refused; None: nothing, it holds."""
    match order:
        case Hold():
            return None
        case Move(road=True):
            return road_move(battle, order)
        case Move():
            return move(battle, order)
        case Charge():
            return charge(battle, order)
        case TurnToFace():
            return turn_to_face(battle, order)
        case Enter():
            return enter(battle, order)
