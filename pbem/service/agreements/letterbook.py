"""Letters from seat to seat and to the umpire: written, mailed as they arrive, shown again with the next report.

They are the desk's, never the battle's.  Only the sender and the addressees ever see one before the battle is over;
then the archive of the game holds them.
"""

from collections.abc import Sequence
from datetime import timedelta

import msgspec

from pbem.clock import iso
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Pressed
from pbem.engine.wording import listed
from pbem.reports.letter import Para, Quote
from pbem.reports.report import Penned
from pbem.service.model.desk import PressLetter, letters_in_hand
from pbem.service.plainwords import plain_words
from pbem.service.play.couriers import ride_now, send_off
from pbem.service.play.letters import mail_letter, penned_of, title_of, wait_for_umpire
from pbem.service.play.mailing import compose_mails
from pbem.service.play.playermail import mail_umpires, umpires_who
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services, retried
from pbem.store.tables import PlayerId

LONGEST = 2000
"""Characters of a letter."""

A_DAY = 10
"""Letters that a seat may write in 24 hours."""

LETTER = "letter"


class NoLetter(Exception):
    """A letter cannot be sent; the message says why and what to do."""


class Letterbook(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's letters, the newest first."""

    letters: tuple[Penned, ...]

    open: bool
    """Whether the seat may write letters."""

    why: str
    """Why it may not, in a sentence; '' where it may."""

    to: tuple[tuple[Seat, str, str], ...]
    """The seats it may write to: seat, title, name of the player."""

    left: int
    """Letters it may still write today."""


# --- the use cases ------------------------------------------------------------------------------------------------


def letterbook(work: Work, seat: Seat) -> Letterbook:
    """What a seat has written and been written."""
    others = tuple(
        (one.seat, one.title, one.person.name)
        for one in work.chairs
        if one.seat != seat and one.person is not None and not _by_orders(work)
    )
    others += ((UMPIRE, "Umpire", work.umpire.name),) if work.umpire else ()
    left = A_DAY - _written(work, seat)
    why = _closed(work, seat)
    kept = [one for one in work.desk.letters if one.sender == seat or seat in one.arrived]
    kept.sort(key=lambda one: one.seq if one.sender == seat else one.arrived[seat].seq, reverse=True)
    return Letterbook(
        letters=tuple(penned_of(work, seat, one) for one in kept), open=not why, why=why, to=others, left=left
    )


def write_letter(services: Services, game: GameId, seat: Seat, to: Sequence[Seat], text: str, by: PlayerId) -> None:
    """Write a letter to the players of other seats, and to the umpire; each is mailed it as it arrives.

    by: the seat's player, or its deputy in the open turn; the caller has seen to it that he is.  Raises NoLetter,
    UnknownGame.
    """
    words = plain_words(text)

    def attempt() -> None:
        work = open_game(services, game)
        why = _closed(work, seat) or _unfit(words)
        if why:
            raise NoLetter(why)
        addressees = tuple(dict.fromkeys(to))
        _check_addressees(work, seat, addressees)
        if _written(work, seat) >= A_DAY:
            raise NoLetter(f"You have written {A_DAY} letters in the last 24 hours, which is the most. Try tomorrow.")
        by_courier = work.options.letters == "couriers" and not wait_for_umpire(work)
        for to_whom in [(one,) for one in addressees] if by_courier else [addressees]:
            _send(work, seat, to_whom, words, by)
        compose_mails(work)
        work.write()

    retried(attempt)


def _send(work: Work, seat: Seat, to: tuple[Seat, ...], words: str, by: PlayerId) -> None:
    """Note a letter: delivered at once, kept for the umpire, or sent off with a courier, who has one addressee."""
    waits = wait_for_umpire(work) and to != (UMPIRE,)
    ride = None if waits or len(to) > 1 else ride_now(work, seat, to[0])
    letter = Pressed(
        sender=seat, to=to, text=words, by=by, waits=True if waits or ride is not None else msgspec.UNSET,
        sent_from=ride.sent_from if ride is not None else msgspec.UNSET,
    )  # fmt: skip
    work.note("press", seat, letter)
    number = len(work.desk.letters)
    if ride is not None:
        send_off(work, work.desk.letters[-1], ride)
    written = work.desk.letters[-1]
    mail_letter(work, number, written.arrived)
    if UMPIRE in to or waits:
        _tell_umpires(work, written)


# --- what is refused ----------------------------------------------------------------------------------------------


def _closed(work: Work, seat: Seat) -> str:
    """Why a seat may not write at all; '' when it may."""
    if work.options.press == "none":
        return "This game was begun without letters: the sides do not write to one another."
    if work.umpire is None and _by_orders(work):
        return 'In a campaign letters ride with couriers: write them among your orders, letter to NAME: "Join me."'
    if work.umpire is None and not any(one.person is not None for one in work.chairs if one.seat != seat):
        return "There is nobody to write to: the aide-de-camp answers no letters."
    return ""


def _by_orders(work: Work) -> bool:
    """Whether commanders write to one another by orders alone, as in a campaign: no word goes faster than a courier."""
    return work.rules.calls is not None


def _unfit(words: str) -> str:
    if not words:
        return "A letter needs some words. Nothing was sent."
    if len(words) > LONGEST:
        return f"The letter has {len(words)} characters; at most {LONGEST} are sent. Make it shorter, or write two."
    return ""


def _check_addressees(work: Work, seat: Seat, to: tuple[Seat, ...]) -> None:
    """A letter without an address goes nowhere: it might be meant for one and read by another."""
    there = {one.seat for one in work.chairs if one.person is not None and one.seat != seat}
    if _by_orders(work) and there & set(to):
        raise NoLetter('In a campaign letters ride with couriers: write them as orders, letter to NAME: "Join me."')
    there |= {UMPIRE} if work.umpire else set()
    if not to:
        raise NoLetter("The letter names nobody to go to. Choose at least one addressee.")
    if not set(to) <= there:
        raise NoLetter("The letter names somebody who cannot be written to. Choose among those the page lists.")


def _written(work: Work, seat: Seat) -> int:
    """Letters of a seat in the last 24 hours."""
    since = iso(work.now - timedelta(hours=24))
    return sum(one.sender == seat and one.at > since for one in work.desk.letters)


def _tell_umpires(work: Work, one: PressLetter) -> None:
    """A word to those who see to letters: one was written to the umpire, or waits for a word."""
    sender = title_of(work, one.sender)
    to = listed([title_of(work, seat) for seat in one.to])
    title = "a letter waits for you" if one.waits_for else f"{sender} writes to you"
    for who in umpires_who(work, "letters", (one.sender, *one.to)):
        number = max(letters_in_hand(work.desk, who.player or ""))
        how = f"Letter {number} waits for you. Answer for example: letter {number}: deliver" if one.waits_for else ""
        more = (Quote(one.text), *((Para(how),) if how else ()))
        mail_umpires(work, [who], title, f"{sender} writes to {to}.", more, page="umpire/letters")
