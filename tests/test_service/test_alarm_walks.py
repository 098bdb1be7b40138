"""Whatever befalls the mails of a game, no turn runs out for a player who has not heard of it; and no clock waits for
nothing (promise 10).  Random walks against a model that knows three things of each seat."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlmodel import col, select

from pbem.clock import FixedClock
from pbem.engine.ids import GameId, Seat
from pbem.service.incoming.closing import close_turns
from pbem.service.options import Options
from pbem.service.outgoing.alarm import ClockRuns, let_run, raise_alarms
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game
from pbem.service.play.turns import submit
from pbem.service.play.work import Work
from pbem.service.services import Services
from pbem.store.db import Database
from pbem.store.tables import OutMail
from tests.fresh import new_database
from tests.test_service.conftest import START, Office, composed, config_for
from tests.toyrules import BLUE, RED, TOY, toy_scenario

Move = tuple[Literal["sent", "hard", "soft", "delayed", "orders", "ready", "hours", "let run"], Seat, int]

MOVES = st.tuples(
    st.sampled_from(
        ["sent", "sent", "hard", "soft", "delayed", "orders", "ready", "hours", "hours", "hours", "let run"]
    ),
    st.sampled_from([RED, BLUE]),
    st.integers(1, 60),
)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two players."""
    file = tmp_path_factory.mktemp("empty") / "pbem.db"
    db = new_database(file)
    services = Services(
        db, config_for(str(db.url), file.parent), FixedClock(START), lambda name: TOY, toy_scenario, compose=composed
    )
    for seat in (RED, BLUE):
        ensure_player(services, f"{seat}@example.org", seat)
    db.close()
    return file


@contextmanager
def office_of(empty: Path, folder: Path) -> Iterator[Office]:
    file = folder / "walk.db"
    shutil.copy(empty, file)
    db = Database.open(f"sqlite:///{file}")
    clock = FixedClock(START)
    config = replace(config_for(str(db.url), folder), smtp_url="smtp://relay.example.org")
    services = Services(db, config, clock, lambda name: TOY, toy_scenario, compose=composed)
    yield Office(services, clock, {seat: ensure_player(services, f"{seat}@example.org", seat) for seat in (RED, BLUE)})
    db.close()


@dataclass
class Walk:
    """A game, and what is known of it without looking: the turn of each seat, how its report fares, who has filed."""

    office: Office
    game: GameId
    turns: dict[Seat, int] = field(default_factory=dict)
    fate: dict[Seat, str] = field(default_factory=dict)
    filed: set[Seat] = field(default_factory=set)
    waived: bool = False

    def look(self) -> Work:
        """New turns have reports that have not left."""
        work = load_game(self.office.services, self.game)
        for seat, turn in work.desk.turns.items():
            if self.turns.get(seat) != turn:
                self.turns[seat], self.fate[seat], self.waived = turn, "queued", False
                self.filed.discard(seat)
        return work

    def move(self, move: Move) -> None:
        what, seat, number = move
        if what == "hours":
            self.office.later(hours=number)
            self.tick()
        elif what == "let run":
            self.let_run()
        elif what in {"orders", "ready"}:
            text = "bid 2\nparry never" + ("\nready" if what == "ready" else "")
            if submit(self.office.services, self.game, seat, text, "web", "x").taken:
                self.filed.add(seat)
        elif seat in self.turns:
            self.report(seat, what)
        self.look()

    def report(self, seat: Seat, fate: str) -> None:
        """What becomes of a seat's newest report."""
        now = self.office.clock.at
        with self.office.services.db.writing() as session:
            mine = select(OutMail).where(OutMail.game == self.game, OutMail.seat == seat, OutMail.kind == "report")
            row = session.exec(mine.order_by(col(OutMail.turn).desc())).first()
            if row is None or row.turn != self.turns[seat]:
                return
            row.state, row.sent_at, row.attempts = "sent", row.sent_at or now, 1
            row.returned = "" if fate == "sent" else fate  # type: ignore[assignment]  # of three words
        self.fate[seat] = fate

    def tick(self) -> None:
        """The clock's work: whoever had no say in a turn that it played must have heard of it."""
        before, heard = self.look(), {seat for seat, fate in self.fate.items() if fate == "sent"}
        waits = before.desk.paused is not None
        did = close_turns(self.office.services)
        after = self.look()
        if waits:
            assert (did.played, did.grace, after.last_seq) == ((), (), before.last_seq)
        for line in after.table:
            if line.kind == "answer" and line.seq > before.last_seq and line.body.ask is not None:
                silent = [one.seat for one, said in zip(line.body.batch.asks, line.body.given, strict=True)
                          if said.by != "player"]  # fmt: skip
                assert set(silent) <= heard | self.filed or before.desk.waived
                break  # what was asked afterwards was asked just now
        raise_alarms(self.office.services)

    def let_run(self) -> None:
        try:
            let_run(self.office.services, self.game)
        except ClockRuns:
            return
        self.waived = True


@pytest.mark.slow
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    moves=st.lists(MOVES, min_size=5, max_size=40), every=st.sampled_from([6, 24, 72]), grace=st.sampled_from([0, 12])
)
def test_no_turn_runs_out_unheard_and_no_clock_waits_for_nothing(
    empty: Path, tmp_path: Path, moves: list[Move], every: int, grace: int
) -> None:
    with office_of(empty, tmp_path) as office:
        walk = Walk(office, office.begin(Options(every=every, unit="hours", grace=grace)))
        walk.look()
        for move in moves:
            walk.move(move)
        for seat in walk.turns:
            walk.report(seat, "sent")
        office.later(hours=1)
        raise_alarms(office.services)
        work = walk.look()
        assert work.desk.paused is None
        assert work.state == "over" or work.desk.due
