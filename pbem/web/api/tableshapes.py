"""What the API gives and takes of the talk at a table: letters, offers, who sits where."""

from typing import Annotated, Literal

import msgspec

from pbem.reports.report import Penned
from pbem.service.agreements.letterbook import LONGEST
from pbem.web.api.shapes import Out, Sent


class LetterShape(Penned, frozen=True):
    """A letter.  sender, to: titles of seats.  by: name of a deputy who wrote it.  mine: written by the key's seat."""


class AddresseeShape(Out):
    """A seat that may be written to."""

    seat: str
    title: str
    name: str


class LettersShape(Out):
    """The seat's letters, the newest first.  open: it may write; if not, why.  left: letters it may write today."""

    letters: tuple[LetterShape, ...]
    open: bool
    why: str
    to: tuple[AddresseeShape, ...]
    left: int


class OfferedShape(Out):
    """Something offered.  by: title of a seat.  span: of a pause, in words.  answered: the key's seat is for it.
    waits_for: titles of those whose word is wanted still."""

    about: Literal["draw", "pause"]
    by: str
    span: str
    mine: bool
    answered: bool
    waits_for: tuple[str, ...]


class PlaceShape(Out):
    """A seat at the table.  name: empty for none.  missed: turns in a row.  silent: it may be opened.  empty: no player
    has it, and no aide-de-camp."""

    seat: str
    title: str
    name: str
    aide: bool
    mine: bool
    missed: int
    silent: bool
    empty: bool


class TableShape(Out):
    """What is offered and agreed.

    rest: a pause that holds, in words; rest_open: anybody may end it.  no_draw, no_pause, no_grant: why none can be
    offered now, empty when it can.  conceding: titles of one's own side whose word is wanted before it gives up.
    """

    offers: tuple[OfferedShape, ...]
    rest: str
    rest_open: bool
    no_draw: str
    no_pause: str
    no_grant: str
    conceding: tuple[str, ...]
    seats: tuple[PlaceShape, ...]


class SaidShape(Out):
    """What came of it.  done: it has come about: the battle is over, the pause has begun.  table: as it is now."""

    done: bool
    table: TableShape


class SentLetter(Sent):
    """A letter to the players of other seats."""

    to: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=20)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]


class SentDraw(Sent):
    """About a draw.  agree: to the one that is offered; refuse it; take back one's own."""

    act: Literal["offer", "agree", "refuse", "take back"]


class SentPause(Sent):
    """About a pause.  until: with an offer, the day on which the clock runs again (``2026-08-20``); empty until
    a player says so.  end: one that was agreed without such a day."""

    act: Literal["offer", "agree", "refuse", "take back", "end"]
    until: Annotated[str, msgspec.Meta(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")] = ""


class SentSeat(Sent):
    """About another seat.  open: it is silent, and is to be open to every player.  aide: it is empty, and the
    aide-de-camp is to write for it until a player takes it."""

    seat: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    act: Literal["open", "aide"]


class SentConcession(Sent):
    """Give up the field, at once and for good; where a side has several players, once all of them have said so.  take
    back: one's own word, while it waits for theirs."""

    act: Literal["concede", "take back"]
