"""Who may do what as the umpire of a game, or as a co-umpire, who may see one side alone."""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from pbem.engine.ids import Seat, Side
from pbem.engine.wording import listed
from pbem.service.model.desk import LOOK_AT, one_side_of
from pbem.service.play.pages import side_of
from pbem.service.play.work import Chair, Work
from pbem.store.tables import PlayerId

Right = Literal["look", "letters", "questions", "publish", "rule", "clock", "seats"]
"""What a co-umpire may be given: looking at everything, letters, questions, publishing held reports, rulings,
the clock, seats and orders on their behalf.  The umpire alone turns a game back, forks it and hands the umpire's seat
over."""

RIGHTS: tuple[Right, ...] = get_args(Right)

OF_ONE_SIDE: tuple[Right, ...] = ("letters", "questions")
"""The rights that a co-umpire of one side may have, for its seats; the others touch every side."""

RIGHT_WORDS: dict[Right, str] = {
    "look": "see everything", "letters": "deal with letters", "questions": "answer questions",
    "publish": "publish reports", "rule": "make rulings", "clock": "move deadlines",
    "seats": "give orders for a side and change its player",
}  # fmt: skip
"""What each right allows, after *you can*."""


class NotUmpire(Exception):
    """A person who is not the game's umpire, or a co-umpire without the right, asks for an act of the umpire's."""


def may(work: Work, player: str, right: Right, *, one_side: bool = False) -> bool:
    """Whether a player has a right of the umpire's in a game.

    one_side: whether a co-umpire of one side will do, whom the caller then shows and lets touch its seats alone.
    """
    if not player:
        return False
    if work.desk.umpire == player:
        return True
    side = one_side_of(work.desk, player)
    if side and not one_side:
        return False
    return right in work.desk.co_umpires.get(player, ()) or bool(side and right == "look")


def helps(work: Work, player: str) -> bool:
    """Whether a player has any right of the umpire's that is not for one side alone."""
    return any(may(work, player, one) for one in RIGHTS)


def need_right(work: Work, player: str, right: Right, *, one_side: bool = False) -> None:
    """Raises NotUmpire, which says who could, unless the player has the right.  one_side: as for `may`."""
    if may(work, player, right, one_side=one_side):
        return
    if not work.desk.umpire:
        raise NotUmpire(f"{work.title} has no umpire")
    if player in work.desk.co_umpires:
        given = ", ".join(one for one in work.desk.co_umpires[player] if not one.startswith(LOOK_AT))
        side = side_words(work, one_side_of(work.desk, player))
        of = f" for {side} alone" if side else ""
        has = f"as a co-umpire{of} of {work.title} you have the right to: {given or 'nothing'}"
        raise NotUmpire(f"{has}. Ask the umpire for: {right}")
    raise NotUmpire(f"only the umpire of {work.title} can do this")


def need_umpire(work: Work, player: PlayerId) -> None:
    """Raises NotUmpire unless the player is the umpire himself."""
    if not player or work.desk.umpire != player:
        raise NotUmpire(
            f"only the umpire of {work.title} can do this" if work.desk.umpire else f"{work.title} has no umpire"
        )


# --- of one side --------------------------------------------------------------------------------------------------


def concerns(work: Work, player: str, *seats: Seat) -> bool:
    """Whether what is about these seats is about what an umpire sees; of one side, all must be its own."""
    side = one_side_of(work.desk, player)
    return not side or side.issuperset(seats)


def may_see(work: Work, player: str, seat: Seat) -> bool:
    """Whether an umpire may see the pages of a seat."""
    return may(work, player, "look", one_side=True) and concerns(work, player, seat)


def seats_seen(work: Work, player: str) -> tuple[Chair, ...]:
    """The seats whose pages an umpire may see, in the scenario's order."""
    return tuple(one for one in work.chairs if may_see(work, player, one.seat))


def sides_of(work: Work) -> Mapping[Side, tuple[Seat, ...]]:
    """The seats of each side."""
    found: dict[Side, tuple[Seat, ...]] = {}
    for one in work.chairs:
        side = side_of(work, one.seat)
        if side is not None:
            found[side] = (*found.get(side, ()), one.seat)
    return found


def side_words(work: Work, seats: Iterable[Seat]) -> str:
    """The titles of a side's seats; '' for none."""
    own = set(seats)
    return listed([one.title for one in work.chairs if one.seat in own])


def rights_words(work: Work, player: str) -> tuple[str, ...]:
    """What a co-umpire can do, each after *you can*."""
    rights, side = work.desk.co_umpires[player], one_side_of(work.desk, player)
    sees = (f"see what {side_words(work, side)} can see",) if side else ()
    return (*sees, *(RIGHT_WORDS[one] for one in RIGHTS if one in rights))


def page_for(work: Work, player: str) -> str:
    """Where a co-umpire's part of a game is, under its address."""
    if helps(work, player):
        return "umpire"
    return next((f"as/{one.seat}" for one in seats_seen(work, player)), "questions")
