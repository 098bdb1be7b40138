"""One use case at work on one game: loaded, worked out with no lock held, written in one transaction or not at all.

A ``Work`` collects entries, reports and mails.  Every entry it notes moves its desk and its story on at once, so that
what is worked out next sees it.  ``write`` commits all of it, if the game has not grown since it was loaded.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlmodel import Session, col, select

from pbem.clock import from_iso, iso
from pbem.engine.ids import UMPIRE, GameId, Seat, Seq
from pbem.engine.journal import (
    TABLE,
    BrokenChain,
    CalledBy,
    Draft,
    Entry,
    Forked,
    Kind,
    Line,
    Story,
    fold,
    seal,
    story_of,
)  # fmt: skip
from pbem.engine.ruleset import RuleSet
from pbem.mail.addresses import is_guest
from pbem.service.model import deadlines
from pbem.service.model.deadlines import rests, wakes
from pbem.service.model.desk import Desk, deputies_in, without_answer
from pbem.service.model.deskfold import NotedEntry, fold_desk
from pbem.service.model.mails import Composed, Correspondent, MailMatter
from pbem.service.options import Options
from pbem.service.play.broken import stop_broken
from pbem.service.play.journals import LateRead, Lines, read_journal
from pbem.service.queues import deliverability
from pbem.service.queues.sending import call_off, put_out
from pbem.service.services import Services
from pbem.store import journal, leases
from pbem.store.errors import BrokenGame
from pbem.store.tables import (
    Deadline,
    DeadlineKind,
    Game,
    GameState,
    Player,
    PlayerId,
    ReportRow,
    SeatRow,
    UmpireRow,
)  # fmt: skip

log = logging.getLogger(__name__)

Battle = Any
"""A battle of whatever rule set: a closed box here."""

Answer = Any
"""An answer of whatever rule set."""

Body = Any
"""The body of a journal entry of whatever kind."""

NO_ASK = Seq(0)
"""Of a moment that belongs to no open orders: a report that is held goes out, also of a battle that is over."""

Also = Callable[[Session], None]
"""What a caller writes in the same transaction."""


class UnknownGame(Exception):
    """There is no such game, or no such seat in it."""


class Agreed(msgspec.Struct, frozen=True):
    """What a game's card keeps of its beginning, as JSON."""

    options: Options
    """Its options."""

    titles: dict[Seat, str]
    """What its seats are called."""

    forked: Forked | msgspec.UnsetType = msgspec.UNSET
    """Where its story begins, if that is in the middle of another game's; left out of all other games."""

    called: CalledBy | msgspec.UnsetType = msgspec.UNSET
    """The campaign whose battle it is; left out of all other games."""


class Chair(msgspec.Struct, frozen=True):
    """A seat and who plays it."""

    seat: Seat

    title: str

    aide: bool

    person: Correspondent | None
    """Its player; None for the aide-de-camp and for an empty seat."""


class Mark(msgspec.Struct, frozen=True):
    """A report: what a seat is told of the journal after ``from_seq`` up to ``to_seq``."""

    seat: Seat

    number: int
    """Number of the turn whose orders it tells the fate of; 0 for how the game began."""

    from_seq: Seq

    to_seq: Seq

    turn_name: str

    at: str


@dataclass
class Work:
    """A game under work."""

    services: Services

    game: GameId

    title: str

    rules: RuleSet[Any]

    options: Options

    seed: str = field(repr=False)
    """Of the dice, hexadecimal; secret until the battle is over."""

    state: GameState

    now: datetime

    head: Entry | None
    """The last written entry when it was loaded; None for a new game."""

    chairs: tuple[Chair, ...]

    desk: Desk

    table: Lines

    battle: Battle

    marks: tuple[Mark, ...]

    hashes: LateRead[str] = LateRead(())  # noqa: RUF009  # a frozen value, shared by all
    """Hashes of its written entries, in order."""

    people: Mapping[PlayerId, Correspondent] = field(default_factory=dict)
    """Every player with a seat, the umpires, every deputy, and every player whose filed orders stand."""

    stop_reason: str = ""

    drafts: tuple[Draft, ...] = ()

    new_marks: tuple[Mark, ...] = ()

    matters: tuple[MailMatter, ...] = ()

    composed: tuple[tuple[MailMatter, Composed], ...] = ()

    # --- what stands ----------------------------------------------------------------------------------------------

    @property
    def last_seq(self) -> Seq:
        """The last entry, written or noted."""
        return Seq((self.head.seq if self.head else 0) + len(self.drafts))

    @property
    def story(self) -> Story:
        """The story as it stands."""
        return story_of(self.table)

    @property
    def late_story(self) -> Story:
        """The same, from a snapshot on where the game was read from one: it goes on from there as from the whole."""
        return story_of(self.table.folding)

    def chair(self, seat: Seat) -> Chair:
        """A seat.  Raises UnknownGame."""
        for one in self.chairs:
            if one.seat == seat:
                return one
        raise UnknownGame(f"{self.title} has no seat {seat}; its seats are {', '.join(c.seat for c in self.chairs)}")

    @property
    def umpire(self) -> Correspondent | None:
        """The game's umpire; None for a game without one."""
        return self.people[PlayerId(self.desk.umpire)] if self.desk.umpire else None

    @property
    def umpires(self) -> tuple[Correspondent, ...]:
        """The umpire, then the co-umpires."""
        names = [self.desk.umpire, *self.desk.co_umpires] if self.desk.umpire else list(self.desk.co_umpires)
        return tuple(self.people[PlayerId(one)] for one in names)

    def view(self, seat: Seat) -> Battle:
        """The battle as a seat may see it: as it was when a report began that the umpire holds."""
        told = self.desk.held.get(seat)
        if not told:
            return self.rules.state.view(self.battle, seat)
        until = story_of([line for line in self.table.since(told) if line.seq <= told])
        return self.rules.state.view(fold(until.lines), seat)

    def marks_of(self, seat: Seat) -> tuple[Mark, ...]:
        """A seat's reports, oldest first, without those that the umpire holds."""
        told = self.desk.held.get(seat)
        return tuple(one for one in self.written_for(seat) if not told or one.to_seq <= told)

    def written_for(self, seat: Seat) -> tuple[Mark, ...]:
        """Every report of a seat, oldest first."""
        return tuple(one for one in (*self.marks, *self.new_marks) if one.seat == seat)

    def turn_of(self, seat: Seat) -> int:
        """The turn that a seat is at, as far as its reports have told it: the last one opens none."""
        untold = len(self.written_for(seat)) - len(self.marks_of(seat))
        return self.desk.turns.get(seat, 0) - max(untold - self.desk.ended, 0)

    def addressees(self, seat: Seat, turn: int) -> tuple[Correspondent, ...]:
        """Who is told of a seat's turn: its player, then its deputies in that turn; () where no mail can reach them."""
        person = self.chair(seat).person
        if person is None or is_guest(person.address):
            return ()
        return (person, *(self.people[PlayerId(one.who)] for one in deputies_in(self.desk, seat, turn)))

    def revision(self, revision: str, seat: Seat, to: Correspondent) -> str:
        """What tells a deputy's copy from the mail to the seat's own player."""
        return revision if to == self.chair(seat).person else f"{revision}-{to.player}"

    def reseat(self, chair: Chair) -> None:
        """Give a seat another player, or the aide-de-camp."""
        self.chairs = tuple(chair if one.seat == chair.seat else one for one in self.chairs)

    # --- noting ---------------------------------------------------------------------------------------------------

    def note(self, kind: Kind, author: str, body: Body) -> Seq:
        """Note an entry: it counts from now on, and is written at the end."""
        self.drafts = (*self.drafts, Draft(kind, author, body))
        seq = self.last_seq
        self.desk = fold_desk([NotedEntry(seq, kind, author, iso(self.now), body)], self.desk)
        if kind in TABLE:
            line = Line(seq, kind, body)
            self.table = self.table.plus(line)
            if kind != "rewind":
                self.battle = fold([line], self.battle)
            else:
                self.battle = fold(self.story.lines)
        return seq

    # --- writing --------------------------------------------------------------------------------------------------

    def write(self, *also: Also, first: Also | None = None) -> None:
        """Commit: entries, card, deadlines, reports, mails and whatever else, in one transaction.

        first: what has to be there before them.  Raises Conflict when another writer was first: work it all out again.
        """
        entries = seal(self.rules.codec, self.game, self.head, iso(self.now), self.drafts)
        with self.services.db.writing() as session:
            if first is not None:
                first(session)
            if entries:
                journal.append(session, entries)
                self._write_rows(session)
            for write in also:
                write(session)
        if entries:
            self.head, self.drafts = entries[-1], ()
            self.hashes = replace(self.hashes, late=(*self.hashes.late, *(one.hash for one in entries)))

    def _write_rows(self, session: Session) -> None:
        card = session.get_one(Game, self.game)
        card.state, card.turn = self.state, max(self.desk.turns.values(), default=0)
        card.stop_reason, card.clock_paused, card.cards_due = self.stop_reason, self.desk.paused is not None, True
        session.add(card)
        self._write_umpires(session)
        for mark in self.new_marks:
            session.add(
                ReportRow(
                    game=self.game, seat=mark.seat, number=mark.number, from_seq=mark.from_seq, to_seq=mark.to_seq,
                    turn_name=mark.turn_name, at=from_iso(mark.at),
                )
            )  # fmt: skip
        for matter, composed in self.composed:
            put_out(session, matter, composed, self.now)
        call_off(session, self.game, *self._awaited())
        self._write_deadlines(session)

    def _write_umpires(self, session: Session) -> None:
        """The rows made equal to what the journal says, where this work has changed it."""
        if not any(one.kind == "seat" and one.body.seat == UMPIRE for one in self.drafts):
            return
        for row in session.exec(select(UmpireRow).where(col(UmpireRow.game) == self.game)).all():
            session.delete(row)
        session.flush()
        for who in {self.desk.umpire, *self.desk.co_umpires} - {""}:
            session.add(UmpireRow(game=self.game, player=PlayerId(who), chief=who == self.desk.umpire))

    def _awaited(self) -> tuple[dict[Seat, int], dict[Seat, int]]:
        """The turns of the seats that are asked something now, and of those among them that have not answered."""
        if self.desk.open is None or self.state != "running":
            return {}, {}
        asked = {ask.seat: self.desk.turns[ask.seat] for ask in self.desk.open.batch.asks}
        return asked, {seat: asked[seat] for seat in without_answer(self.desk)}

    def _write_deadlines(self, session: Session) -> None:
        """The rows made equal to what the desk says is due."""
        wanted = dict(self._due_rows())
        open_rows = select(Deadline).where(col(Deadline.game) == self.game, col(Deadline.done_at).is_(None))
        for row in session.exec(open_rows).all():
            if row.id in wanted:
                del wanted[row.id]
            else:
                leases.finish_deadline(session, self.game, row.id, self.now)
        for name, (kind, ask, due) in wanted.items():
            session.merge(
                Deadline(
                    game=self.game, id=name, ask_seq=ask, kind=kind, due_utc=due, zone=self.options.zone,
                    wall_time=deadlines.wall(due, self.options.zone),
                )
            )  # fmt: skip

    def _due_rows(self) -> Iterable[tuple[str, tuple[DeadlineKind, Seq, datetime]]]:
        desk = self.desk
        if desk.stopped:
            return
        for seat, until in held_until(self).items():
            yield f"held.{seat}.{iso(until)}", ("play", NO_ASK, until)
        if desk.open is None:
            return
        waits_until = absent_until(self)
        if waits_until is not None:
            yield f"{desk.open.seq}.absent.{iso(waits_until)}", ("play", desk.open.seq, waits_until)
        if desk.plays_at:
            yield f"{desk.open.seq}.play.{desk.plays_at}", ("play", desk.open.seq, from_iso(desk.plays_at))
        if not desk.due:
            return
        ask, due = desk.open.seq, from_iso(desk.due)
        if desk.passed is None:
            yield f"{ask}.deadline.{iso(due)}", ("deadline", ask, due)
            remind = deadlines.reminder_at(self.options, due, from_iso(desk.opened_at))
            if remind is not None and desk.rest is not None and desk.rest.until and rests(self.options, desk, remind):
                remind = wakes(self.options, desk.rest.until)
            if remind is not None and not desk.reminded and without_answer(desk):
                yield f"{ask}.reminder.{iso(due)}", ("reminder", ask, remind)
            return
        end = from_iso(desk.grace_until) if desk.grace_until else None
        chase = deadlines.chase_at(from_iso(desk.chased_at), desk.chased, end)
        if chase is not None and without_answer(desk):
            yield f"{ask}.chase.{iso(chase)}", ("chase", ask, chase)
        if end is not None:
            yield f"{ask}.grace.{iso(end)}", ("grace", ask, end)


def absent_until(work: Work) -> datetime | None:
    """Until when a closed turn waits for its umpire; None for one that is open, or waits without end."""
    if not work.desk.shut or not work.options.absent:
        return None
    return from_iso(work.desk.shut) + timedelta(days=work.options.absent)


def held_until(work: Work) -> dict[Seat, datetime]:
    """Until when the reports that are held, and written, wait for their umpire; {} where they wait without end."""
    if not work.options.absent:
        return {}
    held = {seat: told for seat, told in work.desk.held.items() if told}
    written = {seat: [one for one in work.written_for(seat) if one.to_seq > told] for seat, told in held.items()}
    days = timedelta(days=work.options.absent)
    return {seat: from_iso(marks[0].at) + days for seat, marks in written.items() if marks}


# --- loading ------------------------------------------------------------------------------------------------------


def open_game(services: Services, game: GameId, now: datetime | None = None) -> Work:
    """A game as it stands, ready to be worked on.

    Raises UnknownGame; BrokenGame for a journal that is not as it was sealed: the game is stopped then, its operator
    told; JournalError for one that cannot be read.
    """
    try:
        return _open(services, game, now)
    except BrokenChain as fault:
        raise stop_broken(services, game, fault) from fault


def _open(services: Services, game: GameId, now: datetime | None) -> Work:
    with services.db.reading() as session:
        card = session.get(Game, game)
        if card is None:
            raise UnknownGame(f"there is no game {game!r}")
        if card.broken_at is not None:
            raise BrokenGame(game, card.broken_at, card.stop_reason)
        rules = services.rules(card.rules)
        read = read_journal(services, session, rules, card)
        seats = session.exec(select(SeatRow).where(col(SeatRow.game) == game)).all()
        players = people_of(session, seats, read.desk)
        away = deliverability.elsewhere(session, players.values())
        reports = session.exec(
            select(ReportRow).where(col(ReportRow.game) == game).order_by(col(ReportRow.seat), col(ReportRow.number))
        ).all()
    agreed = msgspec.json.decode(card.options, type=Agreed)
    people = {name: correspondent(one, away.get(name, "")) for name, one in players.items()}
    return Work(
        services=services, game=game, title=card.title, rules=rules, options=agreed.options, seed=card.seed,
        state=card.state,
        now=now or services.clock.now(), head=read.head, chairs=chairs_of(agreed, seats, people), desk=read.desk,
        table=read.table, battle=read.battle, hashes=read.hashes,
        marks=tuple(
            Mark(one.seat, one.number, one.from_seq, one.to_seq, one.turn_name, iso(one.at)) for one in reports
        ),
        people=people,
        stop_reason=card.stop_reason,
    )  # fmt: skip


def people_of(session: Session, seats: Iterable[SeatRow], desk: Desk) -> dict[PlayerId, Player]:
    """Every player with a seat of a game, its umpires, every deputy, and every player whose filed orders stand."""
    names: set[str] = {row.player for row in seats if row.player is not None}
    names |= {one.who for some in desk.deputies.values() for one in some}
    names |= {one.by for one in desk.filed.values()}
    names |= {desk.umpire, *desk.co_umpires}
    found = session.exec(select(Player).where(col(Player.id).in_(names))).all()
    return {row.id: row for row in found}


def chairs_of(agreed: Agreed, seats: Iterable[SeatRow], people: Mapping[PlayerId, Correspondent]) -> tuple[Chair, ...]:
    """The seats of a game in its scenario's order."""
    rows = {row.seat: row for row in seats}
    return tuple(
        Chair(seat, title, rows[seat].aide, people[player] if (player := rows[seat].player) else None)
        for seat, title in agreed.titles.items()
    )


def chair_of(chair: Chair, player: Player | None) -> Chair:
    """A seat with another player; None: the aide-de-camp."""
    return Chair(chair.seat, chair.title, player is None, correspondent(player) if player else None)


def reached(session: Session, player: Player) -> Correspondent:
    """A player as mails reach him now: where his own address is lost, by another he has confirmed."""
    return correspondent(player, deliverability.elsewhere(session, [player]).get(player.id, ""))


def correspondent(player: Player, instead: str = "") -> Correspondent:
    """A player as mails address him.  instead: where mail reaches him, if not at the address he has registered."""
    return Correspondent(player.id, player.name, instead or player.email, player.zone)
