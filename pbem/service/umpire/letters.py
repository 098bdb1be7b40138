"""Letters in an umpire's hands: held, delivered, delayed, lost, shown to the other side, changed; the umpire's own."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal, TypeVar, get_args

import msgspec

from pbem.clock import from_iso
from pbem.engine.ids import UMPIRE, GameId, Seat, Seq
from pbem.engine.journal import LetterAct, Pressed, Told
from pbem.engine.wording import listed
from pbem.service.agreements.letterbook import LONGEST, NoLetter
from pbem.service.model.desk import LetterDeed, PressLetter, letters_in_hand, one_side_of
from pbem.service.plainwords import plain_words
from pbem.service.play.couriers import ride_now
from pbem.service.play.letters import fate_of, mail_letter, signed, title_of, wait_for_umpire
from pbem.service.play.mailing import compose_mails
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.hearing import heard_by, tell_of_act
from pbem.service.umpire.lookedat import need_unchanged
from pbem.service.umpire.rights import concerns, need_right, need_umpire, side_words
from pbem.store.tables import PlayerId

Does = Literal["hold", "deliver", "delay", "lose", "show", "change"]
"""What an umpire does with a letter; show: the other side reads a copy."""

DOES: tuple[Does, ...] = get_args(Does)

Result = TypeVar("Result")

LONGEST_REASON = 500
"""Characters of a reason."""

LONGEST_NAME = 60
"""Characters of the name that a letter is signed with."""

MOST_TURNS = 99
"""Turns that a letter is delayed at most."""


class LetterOnWay(msgspec.Struct, frozen=True, kw_only=True):
    """A letter as the umpire sees it."""

    number: int
    """Its number among the letters that the reader sees to, from 1."""
    at: datetime
    """When it was written, UTC."""
    sender: str
    """Who it says it is from."""
    forged: bool
    """Whether the umpire wrote it and signed it as another."""
    to: tuple[str, ...]
    """Titles of the addressees."""
    text: str
    """As it was written."""
    given: str
    """As its addressees read it, where the umpire has changed it; '' where not."""
    waits_for: tuple[str, ...]
    """Titles of the addressees it has not reached, and may still."""
    fate: str
    """Where it is, in a few words."""
    deeds: tuple[str, ...]
    """What was done with it, each in a sentence with its reason."""
    undelivered: bool
    """Whether an addressee has not got it, lost or not."""
    unread: bool
    """Whether no addressee has got it, so that it can be changed."""
    may_show: tuple[tuple[Seat, str], ...]
    """Seats that could be shown a copy, with their titles."""


class LetterDesk(msgspec.Struct, frozen=True, kw_only=True):
    """The letters of a game, for one who sees to them."""

    letters: tuple[LetterOnWay, ...]
    """The newest first."""
    waiting: int
    """How many have not reached an addressee, and may still."""
    wait: bool
    """Whether letters written now wait for the umpire's word."""
    couriers: bool
    """Whether they ride with couriers else."""
    to: tuple[tuple[Seat, str], ...]
    """Seats that the umpire may write to, with their titles."""


# --- looking ------------------------------------------------------------------------------------------------------


def letter_desk(work: Work, reader: str) -> LetterDesk:
    """The letters that an umpire sees to; the caller has seen to the reader's right."""
    in_hand = sorted(letters_in_hand(work.desk, reader).items(), key=lambda item: item[1].seq)
    found = [on_way(work, number, one, reader) for number, one in in_hand]
    there = tuple(
        (one.seat, one.title) for one in work.chairs if one.person is not None and concerns(work, reader, one.seat)
    )
    waiting = sum(bool(one.waits_for) for one in found)
    return LetterDesk(
        letters=tuple(reversed(found)),
        waiting=waiting,
        wait=wait_for_umpire(work),
        to=there,
        couriers=work.options.letters == "couriers",
    )


def on_way(work: Work, number: int, one: PressLetter, reader: str) -> LetterOnWay:
    """A letter with what has become of it; but not who else has read it, where the reader sees another side alone.

    Neither do they read why the umpire did something with it, which may tell of the other side.
    """
    side = one_side_of(work.desk, reader)
    has = {one.sender, *one.to, *one.arrived}
    if side:
        came = {seat: how for seat, how in one.arrived.items() if seat in side or seat in one.to}
        deeds = tuple(deed for deed in one.deeds if deed.does != "shown" or side.issuperset(deed.to))
        one = msgspec.structs.replace(one, arrived=came, deeds=deeds)
    return LetterOnWay(
        number=number, at=from_iso(one.at), sender=signed(work, one), forged=bool(one.signed),
        to=tuple(title_of(work, seat) for seat in one.to), text=one.text, given=one.given,
        waits_for=tuple(title_of(work, seat) for seat in one.waits_for), fate=fate_of(work, one),
        deeds=tuple(_said(work, deed, why=not side) for deed in one.deeds if deed.reason),
        undelivered=any(seat not in one.arrived for seat in one.to),
        unread=all(seat not in one.arrived for seat in one.to),
        may_show=tuple((chair.seat, chair.title) for chair in work.chairs
                       if chair.seat not in has and concerns(work, reader, chair.seat)),
    )  # fmt: skip


def _said(work: Work, deed: LetterDeed, *, why: bool) -> str:
    to = listed([title_of(work, seat) for seat in deed.to])
    words = {
        "held": "Held.", "delivered": f"Delivered to {to}.", "lost": "Lost.", "shown": f"Shown to {to}.",
        "delayed": f"Delayed by {deed.turns} {'turn' if deed.turns == 1 else 'turns'}.", "changed": "Changed.",
    }  # fmt: skip
    return f"{words[deed.does]} “{deed.reason}”" if why else words[deed.does]


# --- the use cases ------------------------------------------------------------------------------------------------


def see_to_letter(
    services: Services,
    game: GameId,
    number: int,
    does: Does,
    reason: str,
    by: PlayerId,
    *,
    turns: int = 0,
    to: Seat | None = None,
    text: str = "",
    told: Told = "at the end",
) -> str:
    """Do something with a letter; what was done, in a sentence.

    told: who hears of it now; those it touches are its writer and its addressees.  turns: of a delay.  to: the seat
    that is shown it.  text: what it says from now on.  Raises NoLetter, NotUmpire, UnknownGame.
    """
    why = _reason(reason)

    def act(work: Work) -> str:
        letters = letters_in_hand(work.desk, by)
        if number not in letters:
            newest = f"; the newest is {max(letters)}" if letters else ""
            raise NoLetter(f"There is no letter {number}{newest}.")
        one = letters[number]
        if to is not None and does == "show":
            _need_own(work, by, to)
        place = next(place for place, kept in enumerate(work.desk.letters, 1) if kept.seq == one.seq)
        body = _deed(work, one, does, turns=turns, to=to, text=plain_words(text))
        work.note("press", UMPIRE, msgspec.structs.replace(body, by=by, act=_with_reason(body, one.seq, why, told)))
        mail_letter(work, place, body.to if does in {"deliver", "show"} else ())
        deed, came = work.desk.letters[place - 1].deeds[-1], body.to if does == "deliver" else ()
        said = f"The umpire has seen to a letter, {signed(work, one)} to {listed([title_of(work, s) for s in one.to])}."
        touched = {one.sender, *one.to}.difference(came)
        tell_of_act(work, by, told, touched, "a letter", f"{said} {_said(work, deed, why=False)}", why)
        now = on_way(work, number, work.desk.letters[place - 1], by)
        return f"Letter {number} from {now.sender}: {now.fate}."

    return _done(services, game, by, act)


def let_letters_wait(
    services: Services, game: GameId, reason: str, by: PlayerId, *, wait: bool, told: Told = "at the end"
) -> None:
    """Letters written from now on wait for the umpire's word, or go at once.  told: who hears of it now.

    Raises NoLetter, NotUmpire.
    """
    why = _reason(reason)

    def act(work: Work) -> None:
        need_right(work, by, "letters")
        if wait_for_umpire(work) == wait:
            raise NoLetter("Letters wait for you already." if wait else "Letters go at once already.")
        done = LetterAct(does="all wait" if wait else "none wait", reason=why, told=heard_by(told))
        work.note("press", UMPIRE, Pressed(sender=UMPIRE, to=(), text="", by=by, act=done))
        said = "Letters written from now on wait for the umpire." if wait else "Letters go at once from now on."
        tell_of_act(work, by, told, [one.seat for one in work.chairs], "letters", said, why)

    _done(services, game, by, act)


def write_as_umpire(
    services: Services, game: GameId, to: Sequence[Seat], text: str, by: PlayerId, sign: str = ""
) -> None:
    """A letter of the umpire's, delivered at once.

    sign: '' for the umpire's own; the seat, or any name, that it is signed with, which is the umpire's alone to do.
    Raises NoLetter, NotUmpire, UnknownGame.
    """
    words, name = plain_words(text), " ".join(plain_words(sign).split())
    if not words or len(words) > LONGEST:
        raise NoLetter(f"A letter has 1 to {LONGEST} characters; yours has {len(words)}.")
    if len(name) > LONGEST_NAME:
        raise NoLetter(f"A signature has at most {LONGEST_NAME} characters.")

    def act(work: Work) -> None:
        if name:
            need_umpire(work, by)
        seat = next((one.seat for one in work.chairs if name.casefold() in {one.title.casefold(), one.seat}), None)
        wanted = tuple(dict.fromkeys(to))
        if not wanted or not set(wanted) <= {one.seat for one in work.chairs if one.person is not None}:
            raise NoLetter("Choose at least one player to write to.")
        _need_own(work, by, *wanted)
        if seat in wanted:
            raise NoLetter(f"A letter signed by {title_of(work, seat)} cannot go to that side.")
        for addressees in [(one,) for one in wanted] if work.options.letters == "couriers" else [wanted]:
            _write(work, addressees, words, by, seat, name)

    _done(services, game, by, act)


def _write(work: Work, to: tuple[Seat, ...], words: str, by: PlayerId, seat: Seat | None, name: str) -> None:
    """Note a letter of the umpire's, come as all others do: else it would be known for the umpire's."""
    waits = wait_for_umpire(work) or work.options.letters == "couriers"
    ride = ride_now(work, seat, to[0]) if seat is not None else None
    letter = Pressed(
        sender=UMPIRE, to=to, text=words, by=by, signed=seat or name or msgspec.UNSET, waits=waits or msgspec.UNSET,
        sent_from=ride.sent_from if ride is not None else msgspec.UNSET,
    )  # fmt: skip
    work.note("press", UMPIRE, letter)
    if waits:
        act = LetterAct(does="delivered", letter=work.desk.letters[-1].seq)
        work.note("press", UMPIRE, Pressed(sender=UMPIRE, to=to, text="", act=act))
    mail_letter(work, len(work.desk.letters), to)


# --- how it is done -----------------------------------------------------------------------------------------------


def _done(services: Services, game: GameId, by: PlayerId, act: Callable[[Work], Result]) -> Result:
    def attempt() -> Result:
        work = open_game(services, game)
        if work.state == "over":
            raise NoLetter(f"{work.title} is over; its letters are published.")
        need_right(work, by, "letters", one_side=True)
        need_unchanged(work, by)
        done = act(work)
        compose_mails(work)
        work.write()
        return done

    return retried(attempt)


def _need_own(work: Work, by: PlayerId, *seats: Seat) -> None:
    """Raises NoLetter where a co-umpire of one side would bring a letter to another."""
    if not concerns(work, by, *seats):
        own = side_words(work, one_side_of(work.desk, by))
        raise NoLetter(f"You see to the letters of {own} alone: to other seats the umpire writes.")


def _reason(reason: str) -> str:
    """Raises NoLetter."""
    why = " ".join(plain_words(reason).split())
    if not why or len(why) > LONGEST_REASON:
        raise NoLetter(f"Give a reason of at most {LONGEST_REASON} characters; the players read it after the battle.")
    return why


def _with_reason(body: Pressed, letter: Seq, why: str, told: Told) -> LetterAct:
    assert body.act is not msgspec.UNSET  # `_deed` has given it one
    return msgspec.structs.replace(body.act, letter=letter, reason=why, told=heard_by(told))


def _deed(work: Work, one: PressLetter, does: Does, *, turns: int, to: Seat | None, text: str) -> Pressed:
    """The entry of an act, without who did it and why.  Raises NoLetter for what cannot be done any more."""
    missing = tuple(seat for seat in one.to if seat not in one.arrived)
    if does == "show":
        if to is None or to in {one.sender, *one.to, *one.arrived} or all(to != chair.seat for chair in work.chairs):
            raise NoLetter("Choose a side that has no part in the letter and has not read it.")
        return Pressed(sender=UMPIRE, to=(to,), text="", act=LetterAct(does="shown"))
    if not missing:
        raise NoLetter("The letter has been delivered, and stays so.")
    match does:
        case "hold":
            return Pressed(sender=UMPIRE, to=(), text="", act=LetterAct(does="held"))
        case "deliver":
            return Pressed(sender=UMPIRE, to=missing, text="", act=LetterAct(does="delivered"))
        case "lose":
            return Pressed(sender=UMPIRE, to=(), text="", act=LetterAct(does="lost"))
        case "delay":
            if not 1 <= turns <= MOST_TURNS:
                raise NoLetter(f"Say by how many turns it is delayed: 1 to {MOST_TURNS}.")
            return Pressed(sender=UMPIRE, to=(), text="", act=LetterAct(does="delayed", turns=turns))
        case "change":
            if len(missing) < len(one.to):
                raise NoLetter("One of its addressees has read it, so it cannot be changed.")
            if not text or len(text) > LONGEST:
                raise NoLetter(f"A letter has 1 to {LONGEST} characters.")
            return Pressed(sender=UMPIRE, to=(), text=text, act=LetterAct(does="changed"))
