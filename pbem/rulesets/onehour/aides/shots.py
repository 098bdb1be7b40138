"""Who shoots whom: together they bring down who is nearly gone, and waste nothing on who is sure to be."""

import msgspec

from pbem.engine.ids import StandId
from pbem.rulesets.onehour.aides.looking import Look, Piece, in_cover, shot_blow
from pbem.rulesets.onehour.aides.postings import can_shoot, may_be_shot
from pbem.rulesets.onehour.aides.weighing import shot_worth
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import Shoot
from pbem.rulesets.onehour.fighting.chances import mean
from pbem.rulesets.onehour.fighting.shooting import Aim, aim

PRESSING = 0.04
"""An enemy who could come to blows next is shot at rather than another."""


class Volley(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A shot.  target: the first of its targets.  left: hits that enemy had left before the shots planned with it."""

    order: Shoot
    target: Piece
    left: int


def volleys(look: Look, battle: Battle) -> list[Volley]:
    """The shots of all who may shoot, once everybody has moved, in the order in which they are to be fired."""
    aims = {piece: _lawful(look, battle, piece) for piece in look.mine if piece.shoots and not piece.engaged}
    expected = {foe.id: float(foe.left) for foe in look.foes}
    found: list[Volley] = []
    waiting = [piece for piece, targets in aims.items() if targets]
    while waiting:
        _, shooter, target = max(
            ((_worth(foe, expected[foe.id]), piece, foe) for piece in waiting for foe in aims[piece]),
            key=lambda one: (one[0], -len(aims[one[1]]), one[1].id, one[2].id),
        )
        waiting.remove(shooter)
        others = [foe for foe in aims[shooter] if foe is not target]
        others.sort(key=lambda foe: (-_worth(foe, foe.left), foe.id))
        targets: tuple[StandId, ...] = (target.id, *(foe.id for foe in others))
        found.append(Volley(order=Shoot(unit=shooter.id, targets=targets), target=target, left=target.left))
        expected[target.id] -= mean(shot_blow(target))
    return found


def _lawful(look: Look, battle: Battle, piece: Piece) -> list[Piece]:
    """The enemies it may shoot at from where it is to stand."""
    return [
        foe for foe in look.foes
        if foe.left > 0 and may_be_shot(look, foe) and can_shoot(piece, foe)
        and isinstance(aim(battle, piece.id, foe.id), Aim)
    ]  # fmt: skip


def _worth(foe: Piece, left: float) -> float:
    """Less for who will be gone by the shots before."""
    sure = shot_worth(foe, max(0, round(left)))
    return sure + (PRESSING if foe.charges and not foe.engaged and left > 0 else 0.0)


def why_shot(one: Volley) -> str:
    """A word on a shot."""
    cover = ", in cover" if in_cover(one.target.ground) else ""
    return f"{one.target.id} has {one.left} {'hit' if one.left == 1 else 'hits'} left{cover}"
