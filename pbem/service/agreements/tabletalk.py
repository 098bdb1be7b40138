"""What a seat sees of the talk at its table: offers, a pause, who sits where, letters; and what it may do about it."""

from typing import Literal

import msgspec

from pbem.engine.ids import Seat
from pbem.service.agreements.chiefs import is_chief
from pbem.service.agreements.letterbook import Letterbook, letterbook
from pbem.service.agreements.pacts import (
    no_draw,
    no_grant,
    no_pause,
    of_umpire,
    others,
    pause_words,
    rest_words,
    standing_offer,
)  # fmt: skip
from pbem.service.agreements.seating import SILENT_TURNS, cannot_open, meanwhile
from pbem.service.model.deadlines import rests
from pbem.service.model.desk import missed_by
from pbem.service.play.pages import side_of
from pbem.service.play.work import Work
from pbem.store.tables import GameState, PlayerId


class OfferCard(msgspec.Struct, frozen=True):
    """An open offer, as one seat sees it."""

    about: Literal["draw", "pause"]

    by: str
    """Title of the seat that made it."""

    span: str
    """How long the offered pause is, ``until Thu 20 Aug 2026``."""

    mine: bool
    """Whether the reader's own seat made it."""

    answered: bool
    """Whether the reader's own seat has agreed."""

    waits_for: tuple[str, ...]
    """Titles of the seats that have not answered."""


class SeatCard(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at the table."""

    seat: Seat

    title: str

    name: str
    """Name of its player; '' for an empty seat."""

    aide: bool

    mine: bool

    missed: int
    """Turns missed in a row."""

    silent: bool
    """Whether it has missed so many turns that the others may open it to another player."""

    @property
    def empty(self) -> bool:
        """Whether neither a player nor an aide-de-camp has it."""
        return not self.name and not self.aide


class TableTalk(msgspec.Struct, frozen=True, kw_only=True):
    """What the players of a game may settle, as one seat sees it."""

    own: bool
    """Whether the reader is the seat's own player, and no deputy."""

    state: GameState

    turn: str

    offers: tuple[OfferCard, ...]

    rest: str
    """The pause that holds, in words; '' for none."""

    rest_open: bool
    """Whether any player may end that pause."""

    no_draw: str
    """Why a draw cannot be offered now; '' when it can."""

    no_pause: str
    """Why a pause cannot be offered now; '' when it can."""

    no_grant: str
    """Why the seat cannot give the others a day now; '' when it can."""

    conceding: tuple[str, ...]
    """Titles of the seats of the reader's side whose agreement a concession still needs."""

    seats: tuple[SeatCard, ...]

    book: Letterbook

    fresh: int
    """Letters that have come since the latest report."""

    taken_over: bool
    """Whether the seat has had another player since that report."""

    chief: bool
    """Whether the seat is the chief of a side, who gives orders for others."""

    meanwhile: str
    """What happens to an empty seat."""

    silent_after: int = SILENT_TURNS

    @property
    def to_answer(self) -> tuple[OfferCard, ...]:
        """Offers that wait for the reader."""
        return tuple(one for one in self.offers if not one.answered) if self.own else ()


def table_talk(work: Work, seat: Seat, reader: PlayerId) -> TableTalk:
    """What a player of a seat, or its deputy, sees of the table."""
    desk, person = work.desk, work.chair(seat).person
    rest = desk.rest if work.state != "over" and rests(work.options, desk, work.now) else None
    marks, relief = work.marks_of(seat), desk.reliefs.get(seat)
    told_up_to = marks[-1].to_seq if marks else 0
    return TableTalk(
        own=person is not None and person.player == reader, state=work.state,
        turn=work.rules.course.turn_name(work.view(seat)),
        offers=_offers(work, seat), rest=rest_words(work, rest) if rest else "",
        rest_open=rest is not None and not rest.until and not of_umpire(work, rest),
        no_draw=no_draw(work, seat), no_pause=no_pause(work),
        no_grant=no_grant(work, seat), conceding=_conceding(work, seat), chief=is_chief(work, seat),
        seats=tuple(_seat(work, seat, one.seat) for one in work.chairs), book=letterbook(work, seat),
        fresh=sum(seat in one.arrived and one.arrived[seat].seq > told_up_to for one in desk.letters),
        taken_over=relief is not None and relief.taken is not None and relief.taken > told_up_to,
        meanwhile=meanwhile(work),
    )  # fmt: skip


def _offers(work: Work, seat: Seat) -> tuple[OfferCard, ...]:
    cards: list[OfferCard] = []
    kinds: tuple[Literal["draw", "pause"], ...] = ("draw", "pause")
    for about in kinds if work.state != "over" else ():
        offer = standing_offer(work, about)
        if offer is not None:
            waits_for = tuple(one.title for one in work.chairs if one.person and one.seat not in offer.agreed)
            cards.append(OfferCard(
                about, work.chair(offer.agreed[0]).title, pause_words(offer.until) if about == "pause" else "",
                offer.agreed[0] == seat, seat in offer.agreed, waits_for,
            ))  # fmt: skip
    return tuple(cards)


def _conceding(work: Work, seat: Seat) -> tuple[str, ...]:
    """Of the reader's own side alone: the enemy does not hear that a player would concede."""
    offer = standing_offer(work, "concession")
    if offer is None or seat not in offer.agreed:
        return ()
    mine = side_of(work, seat)
    return tuple(
        one.title for one in others(work, seat) if side_of(work, one.seat) == mine and one.seat not in offer.agreed
    )


def _seat(work: Work, seat: Seat, of: Seat) -> SeatCard:
    chair = work.chair(of)
    return SeatCard(
        seat=of, title=chair.title, name=chair.person.name if chair.person else "", aide=chair.aide, mine=of == seat,
        missed=missed_by(work.desk, of, seat).running,
        silent=work.state == "running" and not cannot_open(work, seat, of),
    )  # fmt: skip
