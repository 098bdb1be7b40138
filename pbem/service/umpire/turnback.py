"""The game turned back to an event, or forward again to what was left by turning back: nothing is ever deleted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Literal

import msgspec

from pbem.clock import from_iso
from pbem.engine.ids import UMPIRE, GameId, Seat, Seq
from pbem.engine.journal import TABLE, Rewound, Submitted, Unasked
from pbem.engine.reporting import Event
from pbem.engine.wording import listed
from pbem.reports.letter import Button, Letter, Para, Quote, Section
from pbem.service.model.mails import MailMatter
from pbem.service.plainwords import plain_words
from pbem.service.play.running import guarded, play_on, set_going
from pbem.service.play.tellings import learned_of, told_of
from pbem.service.play.void import void_marks
from pbem.service.play.work import Mark, Work, open_game
from pbem.service.replay.replay import ReplayMoment, followed, marks_of
from pbem.service.services import Services, retried
from pbem.service.umpire.rights import need_umpire
from pbem.service.umpire.rulings import NoRuling, note_ruling
from pbem.service.umpire.thrown import RollThrown, thrown_in
from pbem.store import journal
from pbem.store.mails import read_again
from pbem.store.tables import PlayerId

LONGEST_REASON = 500
"""Characters of a reason."""

LONGEST_EVENT = 200
"""Characters of an event by which a moment is named."""

SameOrFresh = Literal["same", "fresh"]
"""Dice after a turning back: the same where the same is rolled, or others."""


class NoTurningBack(Exception):
    """A game cannot be turned back like this; the message says why and what to do."""


class PastEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a turn, as the umpire sees it."""

    seq: Seq
    """The entry after which the game would go on."""
    no: str
    """As the umpire's replay numbers it (``4.2``); ``4.0`` for how the turn began."""
    text: str
    """What happened; '' for how the turn began."""
    rolls: tuple[RollThrown, ...] = ()
    """Its dice."""


class PastTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn that has been played."""

    number: int
    name: str
    at: datetime
    """When its report was written, UTC."""
    events: tuple[PastEvent, ...]
    void: bool = False
    """Whether the game has been turned back to before it."""


# --- looking ------------------------------------------------------------------------------------------------------


def past_turns(work: Work) -> tuple[PastTurn, ...]:
    """Every turn of a game with its events, the newest first; for its umpire alone."""
    void = {one.number for one in void_marks(work) if one.seat == work.chairs[0].seat}
    turns = (past_turn(work, mark) for mark in reversed(marks_of(work, UMPIRE)))
    return tuple(msgspec.structs.replace(one, void=one.number in void) for one in turns)


def past_turn(work: Work, mark: Mark) -> PastTurn:
    """A turn with its events, as the view of its mark has them."""
    told, moments = followed(work, mark)
    first, *later = seqs_after(work, mark, moments)
    events = [PastEvent(seq=first, no=f"{mark.number}.0", text="")]
    for moment, seq in zip(moments[1:], later, strict=True):
        assert isinstance(moment.told, Event)  # only the first has none
        if seq > first:
            rolls = thrown_in(work, events[-1].seq, seq)
            events.append(PastEvent(seq=seq, no=moment.no, text=moment.told.text, rolls=rolls))
    return PastTurn(number=mark.number, name=told.turn_name, at=from_iso(mark.at), events=tuple(events))


def seqs_after(work: Work, mark: Mark, moments: Sequence[ReplayMoment]) -> tuple[Seq, ...]:
    """The last entry of each moment of a turn (as `followed` has them): how it began, then each of its events."""
    seqs, first = _seqs(work, mark), _first(work, mark)
    until = [one.told.until if isinstance(one.told, Event) else 0 for one in moments]
    until[-1] = len(seqs) if len(moments) > 1 else 0
    return tuple(seqs[last - 1] if seqs and last else first for last in until)


def moment_words(work: Work, eyes: Seat, to: Seq) -> str:
    """Where an entry stands in the turns that a seat, or the umpire, was told of: ``just after event 4.2 (round 4: S04
    charged N02.)``, ``the beginning of round 4``."""
    marks = marks_of(work, eyes)
    begun = next((one for one in marks if one.number and _first(work, one) == to), None)
    mark = begun or next((one for one in marks if one.from_seq <= to <= one.to_seq), None)
    if mark is None:
        return "a moment of the turn that was being played"
    past = [] if begun else _events_before(work, mark, to)
    if past:
        number, event = past[-1]
        return f"just after event {mark.number}.{number} ({mark.turn_name}: {event.text[:LONGEST_EVENT]})"
    return f"the beginning of {mark.turn_name if mark.number else 'the battle'}"


def _events_before(work: Work, mark: Mark, to: Seq) -> list[tuple[int, Event]]:
    """The events of a report up to an entry, each with its number."""
    seqs = _seqs(work, mark)
    events = [event for chapter in told_of(work, mark)[0].chapters for event in chapter.events]
    return [(no, one) for no, one in enumerate(events, 1) if one.until and seqs[one.until - 1] <= to]


def _first(work: Work, mark: Mark) -> Seq:
    """The last table entry before a turn was played; the game's first entry for the first of all."""
    return max((line.seq for line in work.table if line.seq <= mark.from_seq), default=work.table[0].seq)


def _seqs(work: Work, mark: Mark) -> list[Seq]:
    """The entry of each thing that the umpire's report of a turn tells, in their order."""
    return [seq for seq, _happening in learned_of(work.rules, work.table, mark)[1]]


# --- the use case -------------------------------------------------------------------------------------------------


def turn_back(
    services: Services,
    game: GameId,
    to: Seq,
    dice: SameOrFresh,
    reason: str,
    by: PlayerId,
    *,
    keep: bool = False,
    head: Seq | None = None,
    ruling: str = "",
) -> None:
    """Go on from an earlier entry of the story, or from one that was left by turning back; every player is told.

    keep: answers given since are given again wherever the very same is asked; else all is asked anew.  head: the entry
    the umpire looked at it from; refused when the game has gone on since.  ruling: lines of a ruling that count from
    there, before anything is played on: a roll that was thrown is void if its faces are laid down before it.  Raises
    NotUmpire, NoTurningBack, UnknownGame.
    """
    why = " ".join(plain_words(reason).split())[: LONGEST_REASON + 1]
    if not why or len(why) > LONGEST_REASON:
        raise NoTurningBack(f"give a reason of at most {LONGEST_REASON} characters: the players read it")

    def attempt() -> None:
        work = open_game(services, game)
        need_umpire(work, by)
        _check(work, to, head)
        stopped, void, orders = work.state == "stopped", void_marks(work), _last_orders(work)
        _go_back(work, Rewound(to, dice, keep=keep, reason=why))
        if ruling.strip():
            _rule_there(work, ruling, why, by)

        def went_on() -> None:
            play_on(work)
            _keep_by_seat(work)
            _tell(work, to, why, void, orders)

        if not guarded(work, went_on):
            raise NoTurningBack("the rules cannot go on from there; nothing was changed")
        work.write(*(partial(read_again, game=game),) if stopped else ())

    retried(attempt)


def _check(work: Work, to: Seq, head: Seq | None) -> None:
    """Raises NoTurningBack."""
    if work.desk.seed:
        raise NoTurningBack("the dice seed has been published with the end; a finished game is not turned back")
    if head is not None and head != work.last_seq:
        raise NoTurningBack("the game has gone on since you looked; look again")
    if to not in {line.seq for line in work.table}:
        raise NoTurningBack(f"entry {to} is no part of the battle ({', '.join(sorted(TABLE))})")
    if work.table and to == work.table[-1].seq:
        raise NoTurningBack("that is where the game stands now")


def _go_back(work: Work, body: Rewound) -> None:
    """Note the turning back; a game that was stopped goes on by it, and what was open is asked anew."""
    set_going(work, UMPIRE, body.reason)
    if work.desk.open is not None:
        work.note("unask", "engine", Unasked(work.desk.open.seq))
    work.note("rewind", UMPIRE, body)


def _rule_there(work: Work, ruling: str, reason: str, by: str) -> None:
    """Note a ruling where the game has been turned back to.  Raises NoTurningBack."""
    try:
        note_ruling(work, ruling, reason, by, "all", all_the_same=False)
    except NoRuling as fault:
        raise NoTurningBack(f"of the ruling: {fault}") from fault


def _filed(work: Work) -> tuple[Submitted[Any], ...]:
    """Every version of orders that was ever filed, oldest first."""
    with work.services.db.reading() as session:
        return tuple(work.rules.codec.read(one) for one in journal.load_kinds(session, work.game, ("orders",)))


def _last_orders(work: Work) -> Mapping[Seat, str]:
    """What each seat has filed last, for the player to copy."""
    return {one.seat: one.text for one in _filed(work) if one.text}


def _keep_by_seat(work: Work) -> None:
    """Of a sealed question of which another seat's part has changed, the parts that have not keep their orders."""
    open_ask, kept = work.desk.open, work.story.kept
    if open_ask is None or not kept:
        return
    for ask in open_ask.batch.asks:
        was = next((one.ask for one in kept if ask in one.batch.asks), None)
        if was is None or ask.seat in open_ask.submissions:
            continue
        had = [one for one in _filed(work) if (one.ask, one.seat) == (was, ask.seat) and one.answer is not None]
        if had:
            body = msgspec.structs.replace(had[-1], ask=open_ask.seq, number=1, final=True, sent="")
            work.note("orders", ask.seat, body)


def _tell(work: Work, to: Seq, reason: str, void: tuple[Mark, ...], orders: Mapping[Seat, str]) -> None:
    """A correction notice to every player.

    to: where the game goes on from.  void: the reports that were void before.  orders: the last of each seat.
    """
    now = void_marks(work)
    for chair in work.chairs:
        mine = [one for one in work.marks if one.seat == chair.seat]
        lost = [one for one in mine if one in now and one not in void]
        again = [one for one in mine if one in void and one not in now]
        said = [*_reports(lost, "is void", "are void"), *_reports(again, "stands again", "stand again")]
        letter = Letter(
            kicker=f"{work.title}. For {chair.title}.", title=f"{work.title}: the umpire has turned the game back",
            lead=(f"The game goes on from {moment_words(work, chair.seat, to)}.",),
            sections=(
                Section("The reason", (Quote(reason),)),
                Section("", tuple(Para(one) for one in (*said, _turn_now(work, chair.seat)) if one)),
                *_to_copy(orders.get(chair.seat, "")),
                Section("", (Button("Open the page", f"{work.services.config.base_url}/g/{work.game}"),)),
            ),
            preheader=reason,
        )  # fmt: skip
        turn = work.desk.turns.get(chair.seat, 0)
        for person in work.addressees(chair.seat, turn):
            matter = MailMatter(
                kind="ruling", to=person, at=work.now, game=work.game, turn=turn, seat=chair.seat,
                revision=work.revision(str(work.last_seq), chair.seat, person), letter=letter,
            )  # fmt: skip
            work.matters = (*work.matters, matter)


def _reports(marks: Sequence[Mark], one: str, more: str) -> tuple[str, ...]:
    if not marks:
        return ()
    numbers = listed([f"{mark.number} ({mark.turn_name})" for mark in marks])
    return (f"Reports {numbers} {more}." if len(marks) > 1 else f"Report {numbers} {one}.",)


def _turn_now(work: Work, seat: Seat) -> str:
    if work.desk.open is None or work.desk.open.ask_of(seat) is None:
        return ""
    return f"Your turn is turn {work.desk.turns[seat]} now; no number is used twice."


def _to_copy(orders: str) -> tuple[Section, ...]:
    """The orders that a seat had given last."""
    if not orders:
        return ()
    return (Section("Your last orders, to copy", (Para("They count only if you submit them again."), Quote(orders))),)
