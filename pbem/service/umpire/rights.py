"""Who may do what as the umpire of a game, or as a co-umpire."""

from typing import Literal, get_args

from pbem.service.play.work import Work
from pbem.store.tables import PlayerId

Right = Literal["look", "letters", "questions", "publish", "rule", "clock", "seats"]
"""What a co-umpire may be given: looking at everything, letters, questions, publishing held reports, rulings,
the clock, seats and orders on their behalf.  The umpire alone turns a game back, forks it and hands the umpire's seat
over."""

RIGHTS: tuple[Right, ...] = get_args(Right)


class NotUmpire(Exception):
    """A person who is not the game's umpire, or a co-umpire without the right, asks for an act of the umpire's."""


def may(work: Work, player: str, right: Right) -> bool:
    """Whether a player has a right of the umpire's in a game."""
    if not player:
        return False
    return work.desk.umpire == player or right in work.desk.co_umpires.get(player, ())


def need_right(work: Work, player: str, right: Right) -> None:
    """Raises NotUmpire, which says who could, unless the player has the right."""
    if may(work, player, right):
        return
    if not work.desk.umpire:
        raise NotUmpire(f"{work.title} has no umpire")
    if player in work.desk.co_umpires:
        given = ", ".join(work.desk.co_umpires[player]) or "nothing"
        raise NotUmpire(f"as a co-umpire of {work.title} you have the right to: {given}. Ask the umpire for: {right}")
    raise NotUmpire(f"only the umpire of {work.title} can do this")


def need_umpire(work: Work, player: PlayerId) -> None:
    """Raises NotUmpire unless the player is the umpire himself."""
    if not player or work.desk.umpire != player:
        raise NotUmpire(
            f"only the umpire of {work.title} can do this" if work.desk.umpire else f"{work.title} has no umpire"
        )
