"""Orders for a seat in a mail of the umpire's: read first, given with a reason."""

import re

import msgspec

from pbem.engine.ids import GameId
from pbem.engine.wording import listed
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.service.umpire.becauselines import OnlyShown, reason_in, reason_on
from pbem.service.umpire.behalf import NoBehalf, order_for, read_for
from pbem.service.umpire.rights import need_right
from pbem.store.tables import PlayerId

_LINE = re.compile(r"orders\s+for\s+([^:：]{1,60}?)\s*[:：]\s*(.*)", re.IGNORECASE)

HOW = ("orders for North: N01 hold, with the other orders below it",)
"""The line there is, as an example."""


class BehalfWord(msgspec.Struct, frozen=True, kw_only=True):
    """Orders that a mail gives for a seat."""

    title: str
    """Of the seat, as written."""
    orders: str
    """The whole sheet."""
    reason: str


def behalf_line_in(text: str) -> BehalfWord | None:
    """The orders that a mail gives for a seat, below its first line; None where that is about something else."""
    first, _newline, rest = text.strip().partition("\n")
    found = _LINE.fullmatch(first)
    if found is None:
        return None
    lines = [found[2], *(one for one in rest.split("\n") if not reason_on(one))]
    return BehalfWord(title=found[1], orders="\n".join(lines).strip(), reason=reason_in(rest))


def do_behalf_line(services: Services, game: GameId, word: BehalfWord, by: PlayerId) -> str:
    """Give the orders; what was done, in a sentence.  Without a reason it is only told how they are read.

    Raises NoBehalf, NoTime, NotUmpire, UnknownGame.
    """
    work = open_game(services, game)
    need_right(work, by, "seats")
    chair = next((one for one in work.chairs if word.title.casefold() in {one.title.casefold(), one.seat}), None)
    if chair is None:
        raise NoBehalf(f"there is no side {word.title!r}; there are {listed([one.title for one in work.chairs])}")
    reading = read_for(work, chair.seat, word.orders, by)
    unread = [f"{one.quote}: {one.reason}" for one in reading.problems]
    unread += [f"{one.quote}: {one.reason}" for one in reading.left_out]
    if unread:
        raise NoBehalf(f"nothing was given, for one line is not read: {unread[0]}")
    if not reading.understood:
        raise NoBehalf("write the orders below the first line, one a line")
    said = "; ".join(f"{one.code} {one.order}".strip() for one in reading.understood)
    if not word.reason:
        return OnlyShown(
            f"The orders for {chair.title} are read so: {said}. Nothing is given yet: send them again with a line such "
            "as because North telephoned."
        )
    given = order_for(services, game, chair.seat, word.orders, word.reason, by, ready=True)
    return f"Orders for {chair.title} are given: {said}. {' '.join(given.said)}"
