"""Where a general is worth most: with those who attack, with those who are to rally, in the midst of his group."""

from collections.abc import Mapping
from typing import Literal

from pbem.engine.hexes import distance
from pbem.engine.ids import GroupId
from pbem.rulesets.snaphance.aides.looking import Look, Piece
from pbem.rulesets.snaphance.moving.generals import commander_way
from pbem.rulesets.snaphance.special.rally_off_map import recallable
from pbem.rulesets.snaphance.state.battle import Commander, commander_of
from pbem.rulesets.snaphance.state.commands import CommanderOrders

About = Literal["charges", "rallies", "fights", ""]
"""What a stand is about, as far as a general minds."""

NEED: Mapping[About, int] = {"fights": 5, "charges": 4, "rallies": 3, "": 0}
STAYS = 2
"""A general rather stays with a stand he is with."""
FALLS = 4
"""He keeps away from a stand that may be gone with its next loss (SN-3.2b)."""


def general_to(look: Look, group: GroupId, doing: Mapping[Piece, About]) -> tuple[CommanderOrders, About] | None:
    """The general's ride before his group acts, and what for; None when he stays where he is.

    doing: what each of the side's stands is about.
    """
    general = commander_of(look.view, group)
    if general is None:
        return None
    his = [piece for piece in doing if piece.group == group]
    with_him = next((piece for piece in his if piece.id == general.attached_to), None)
    if with_him is not None and with_him.fought:
        return None
    for piece in sorted(his, key=lambda one: _call(general, one, doing[one])):
        if piece is with_him:
            return None
        if _need(general, piece, doing[piece]) <= 0 and with_him is not None:
            return None
        if commander_way(look.view, general.id, piece.hex) is not None:
            return CommanderOrders(general.id, join=piece.id), doing[piece]
    return None


def recalls(look: Look, group: GroupId) -> CommanderOrders | None:
    """The strongest stand that its general may bring back to the board, by a special rule."""
    general = commander_of(look.view, group) if look.view.special else None
    back = recallable(look.view, general.id) if general is not None else ()
    if general is None or not back:
        return None
    strongest = max(back, key=lambda one: (look.view.types[look.view.stands[one].type].sp[0], one))
    return CommanderOrders(general.id, recall=strongest)


def _need(general: Commander, piece: Piece, about: About) -> int:
    """How much a stand could do with him."""
    stays = STAYS if piece.id == general.attached_to else 0
    return NEED[about] + stays - (FALLS if piece.left <= 1 else 0)


def _call(general: Commander, piece: Piece, about: About) -> tuple[int, int, int, str]:
    """Who calls loudest comes first."""
    return -_need(general, piece, about), distance(general.hex, piece.hex), -piece.left, piece.id
