"""Orders, deadlines, rulings, rewinds, substitutions and deaths of the process, in any order.

The game is sound, and can be played to its end.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import event
from sqlalchemy.orm import Session

from pbem.clock import FixedClock
from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import Seat
from pbem.scenarios import Loaded
from pbem.service.agreements.pacts import NoPact, agree, concede, offer_draw, offer_pause
from pbem.service.agreements.seating import SeatTaken, give_to_aide, hand_to_aide, leave_seat, take_seat
from pbem.service.incoming.closing import close_turns
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.heartbeat import CLOCK
from pbem.service.play.journals import forget_read
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.service.play.work import Work
from pbem.service.replay.downloads import export_game
from pbem.service.services import Services
from pbem.service.umpire.behalf import NoBehalf, order_for
from pbem.service.umpire.held import (
    NotHeld,
    dry_run,
    hold_report,
    lay_down,
    moments_to_rule,
    note_dry_run,
    publish,
    release_report,
    take_away,
)
from pbem.service.umpire.questions import NoQuestion, answer_question, ask_umpire, withdraw_question
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.rulings import NoRuling, rulings_of
from pbem.service.umpire.rulings import rule as rule_on
from pbem.service.umpire.seats import BadUmpire, dismiss_co_umpire, hand_over, name_co_umpire, unseat
from pbem.service.umpire.timing import NoTime, extend_by_days, go_on, nudge, pause, run_now
from pbem.service.umpire.turnback import NoTurningBack, turn_back
from pbem.service.umpire.undoing import undo_ruling
from pbem.store.db import Database
from pbem.store.tables import Heartbeat, PlayerId
from tests.fresh import write_schema
from tests.test_service.conftest import START, composed, config_for
from tests.test_umpire.ruled_duel import RULED
from tests.toyrules import BLUE, RED, SEATS, scenario

REFUSED = (
    NoBehalf, NotHeld, NoPact, NoQuestion, NoRuling, NoTime, NoTurningBack, BadUmpire, NotUmpire, SeatTaken,
)  # fmt: skip
"""What a use case may say instead of doing it."""

ORDERS = st.sampled_from(["bid 1", "bid 3\nparry always", "bid 2\nparry never", "bid 9", "", "ready", "withdraw",
                          "parry yes", "parry no"])  # fmt: skip
RULINGS = st.sampled_from([
    "rule red strength 3", "rule blue strength 1", "rule red strength 0", "rule blue strength -2",
    "rule green strength 1", "rule ends the step", "end: Red wins", "rule dice strike red = 6 6 6",
    "bid 3",
])  # fmt: skip
NUMBERS = st.integers(0, 10_000)
SEAT = st.sampled_from(SEATS)


class Killed(BaseException):
    """The process dies here; no handler of the program's sees it."""


@contextmanager
def dying(at: int) -> Iterator[None]:
    """Die at the so manyth commit, before it (even) or after it (odd)."""
    left = at // 2 + 1

    def come(session: Session) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Killed

    when = "after_commit" if at % 2 else "before_commit"
    event.listen(Session, when, come)
    try:
        yield
    finally:
        event.remove(Session, when, come)


class UmpiredGame(RuleBasedStateMachine):
    """A duel under an umpire; every rule is a use case, which is done or refused."""

    def __init__(self) -> None:
        super().__init__()
        self.doom: int | None = None
        self.folder = tempfile.TemporaryDirectory()
        self.clock = FixedClock(START)
        self.url = write_schema(Path(self.folder.name) / "machine.db")
        self.open()

    def open(self) -> None:
        """A process begins."""
        forget_read()
        db = Database.open(self.url)
        load = lambda name, options: Loaded(scenario({}, options), RULED, ())  # noqa: E731  # shorter than its name
        config = config_for(self.url, Path(self.folder.name))
        self.services = Services(db, config, self.clock, lambda name: RULED, load, compose=composed)
        self.people = [ensure_player(self.services, f"{name}@example.org", name.title()) for name in "abcdef"]

    @initialize(
        every=st.sampled_from([6, 24]), grace=st.sampled_from([0, 12]), reports=st.sampled_from(["at once", "held"])
    )
    def begin(self, every: int, grace: int, reports: Any) -> None:
        self.geoff = self.people[0]
        seats = {RED: self.people[1], BLUE: self.people[2]}
        options = Options(every=every, unit="hours", grace=grace, reports=reports)
        self.game = new_game(self.services, "toy/duel", seats, options, seed=b"toy", umpire=self.geoff)

    # --- what the rules of this machine share --------------------------------------------------------------------

    def act(self, use_case: Callable[..., Any], *args: Any, **named: Any) -> None:
        """Do it, or be refused; or die over it, and begin a new process."""
        try:
            with dying(self.doom) if self.doom is not None else nullcontext():
                use_case(self.services, *args, **named)
        except REFUSED:
            pass
        except Killed:
            self.doom = None
            self.services.db.close()
            self.open()

    @property
    def work(self) -> Work:
        """The game as it stands."""
        return load_game(self.services, self.game)

    def player_of(self, seat: Seat) -> PlayerId:
        """Of a seat; of an empty one, its first player, who has no right to it any more."""
        person = self.work.chair(seat).person
        return person.player if person else self.people[1 + SEATS.index(seat)]

    def umpire(self) -> PlayerId:
        """Who umpires now."""
        umpire = self.work.umpire
        assert umpire is not None
        return umpire.player

    # --- players ------------------------------------------------------------------------------------------------

    @rule(seat=SEAT, text=ORDERS, final=st.booleans())
    def orders(self, seat: Seat, text: str, final: bool) -> None:
        person = self.work.chair(seat).person
        if person is not None and self.work.state == "running":
            self.act(submit, self.game, seat, text, "web", person.player, final)

    @rule(seat=SEAT)
    def both_bid(self, seat: Seat) -> None:
        """The quick way on."""
        for one in (seat, *SEATS):
            self.orders(one, "bid 2\nparry always", True)

    @rule(hours=st.integers(1, 40))
    def time_passes(self, hours: int) -> None:
        self.clock.at += timedelta(hours=hours)
        with self.services.db.writing() as session:  # the worker was there all the while
            session.merge(Heartbeat(name=CLOCK, at=self.clock.at))
        self.act(close_turns)

    @rule(seat=SEAT, pact=st.sampled_from([offer_draw, offer_pause, concede]))
    def offers(self, seat: Seat, pact: Callable[..., Any]) -> None:
        if pact is not concede or self.work.battle.round > 3:
            self.act(pact, self.game, seat, self.player_of(seat))

    @rule(seat=SEAT, about=st.sampled_from(["draw", "pause"]))
    def agrees(self, seat: Seat, about: Any) -> None:
        self.act(agree, self.game, seat, self.player_of(seat), about)

    @rule(seat=SEAT)
    def leaves(self, seat: Seat) -> None:
        self.act(leave_seat, self.game, seat, self.player_of(seat), "It is yours now")

    @rule(seat=SEAT, who=st.integers(1, 5))
    def takes(self, seat: Seat, who: int) -> None:
        self.act(take_seat, self.game, seat, self.people[who])

    @rule(seat=SEAT, own=st.booleans())
    def aide_takes(self, seat: Seat, own: bool) -> None:
        if own:
            self.act(give_to_aide, self.game, seat, self.player_of(seat))
        else:
            self.act(hand_to_aide, self.game, seat)

    @rule(seat=SEAT, words=st.sampled_from(["May I strike twice?", "Who began?"]))
    def asks(self, seat: Seat, words: str) -> None:
        self.act(ask_umpire, self.game, seat, words, self.player_of(seat))

    @rule(number=NUMBERS, what=st.sampled_from(["withdraw", "answer", "to all"]))
    def questions(self, number: int, what: str) -> None:
        asked = self.work.desk.questions
        if asked:
            one = asked[number % len(asked)]
            if what == "withdraw":
                self.act(withdraw_question, self.game, one.seat, one.number, self.player_of(one.seat))
            else:
                self.act(answer_question, self.game, one.number, "You may.", self.umpire(), to_all=what == "to all")

    # --- the umpire -----------------------------------------------------------------------------------------------

    @rule(text=RULINGS, told=st.sampled_from(["at the end", "touched", "all"]), same=st.booleans())
    def rules(self, text: str, told: Any, same: bool) -> None:
        self.act(rule_on, self.game, text, "so it is", self.umpire(), told=told, all_the_same=same)

    @rule(number=NUMBERS)
    def takes_back(self, number: int) -> None:
        made = rulings_of(self.work)
        if made:
            self.act(undo_ruling, self.game, made[number % len(made)].seq, "a slip", self.umpire())

    @rule(number=NUMBERS, dice=st.sampled_from(["same", "fresh"]), keep=st.booleans())
    def turns_back(self, number: int, dice: Any, keep: bool) -> None:
        lines = self.work.table
        to = lines[number % len(lines)].seq
        self.act(turn_back, self.game, to, dice, "a die was read wrongly", self.umpire(), keep=keep)

    @rule()
    def looks(self) -> None:
        self.act(note_dry_run, self.game, self.umpire())

    @rule(number=NUMBERS, text=RULINGS)
    def lays_down(self, number: int, text: str) -> None:
        """A ruling for a moment of a closed turn, or one that was laid down taken away."""
        work = self.work
        plans = list(work.desk.plans)
        if plans and number % 3 == 0:
            self.act(take_away, self.game, plans[number % len(plans)], self.umpire())
        elif work.desk.shut:
            moments = moments_to_rule(work)
            plan = msgspec.structs.replace(
                moments[number % len(moments)], text=text, reason="so it is", told="all", all_the_same=bool(number % 2)
            )
            self.act(lay_down, self.game, plan, self.umpire())

    @rule(seat=SEAT, lets_go=st.booleans())
    def holds(self, seat: Seat, lets_go: bool) -> None:
        """One seat's report is held, or goes out after all."""
        if lets_go:
            self.act(release_report, self.game, seat, self.umpire())
        else:
            self.act(hold_report, self.game, seat, "his scouts are slow", self.umpire())

    @rule(seat=SEAT, to=st.sampled_from(["aide", "open"]))
    def unseats(self, seat: Seat, to: Any) -> None:
        self.act(unseat, self.game, seat, to, "he has moved house", self.umpire())

    @rule(seat=SEAT, note=st.sampled_from(["", "The fog lifts."]), strike=st.booleans(), stale=st.booleans())
    def publishes(self, seat: Seat, note: str, strike: bool, stale: bool) -> None:
        """What was seen is what is played."""
        work = self.work
        if not work.desk.shut:
            return
        seen = dry_run(work)
        assert not seen.broken
        said = [one for report in seen.reports if report.seat == seat for one in report.sentences[:1]] if strike else []
        notes = [(one.seat, note) for one in seen.reports]
        strikes = [(seat, one) for one in said]
        run = "an older one" if stale else seen.run
        self.act(publish, self.game, run, self.umpire(), notes=notes, strikes=strikes, reason="he was blinded")
        if self.work.desk.shut != work.desk.shut:
            for one in seen.reports:
                if one.seat in work.desk.held:
                    continue
                told = game_page(self.services, self.game, one.seat, one.number).told
                assert (told.turn_name, told.mine) == (one.page.told.turn_name, one.page.told.mine)
                assert told.remark == note

    @rule(seat=SEAT, text=ORDERS, ready=st.booleans())
    def orders_for(self, seat: Seat, text: str, ready: bool) -> None:
        self.act(order_for, self.game, seat, text, "he telephoned", self.umpire(), ready=ready)

    @rule(what=st.sampled_from(["nudge", "extend", "pause", "go on", "run now"]), seat=SEAT)
    def clock_is_moved(self, what: str, seat: Seat) -> None:
        acts: dict[str, tuple[Any, ...]] = {
            "nudge": (nudge, self.game, seat), "extend": (extend_by_days, self.game, 1, "one is ill"),
            "pause": (pause, self.game, "", "Christmas"), "go on": (go_on, self.game, "it is over"),
            "run now": (run_now, self.game, "all are here"),
        }  # fmt: skip
        use_case, *args = acts[what]
        self.act(use_case, *args, self.umpire())

    @rule(who=st.integers(3, 5), what=st.sampled_from(["name", "dismiss", "hand over"]))
    def umpires_change(self, who: int, what: str) -> None:
        address = f"{'abcdef'[who]}@example.org"
        if what == "name":
            self.act(name_co_umpire, self.game, address, ("rule", "clock"), self.umpire())
        elif what == "dismiss":
            self.act(dismiss_co_umpire, self.game, self.people[who], self.umpire())
        else:
            self.act(hand_over, self.game, address, self.umpire())

    # --- deaths -----------------------------------------------------------------------------------------------------

    @rule(at=st.integers(0, 5))
    def the_next_act_dies(self, at: int) -> None:
        self.doom = at

    # --- what holds ---------------------------------------------------------------------------------------------------

    @invariant()
    def someone_is_asked_or_it_is_over(self) -> None:
        work = self.work
        assert work.state in {"running", "over"}, work.stop_reason
        assert (work.desk.open is None) == (work.state == "over")
        assert (
            work.state == "over"
            or work.desk.due
            or work.desk.shut
            or work.desk.rest is not None
            or work.desk.paused is not None
            or any(work.desk.held.values())
        )

    def teardown(self) -> None:
        """The game is played to its end, and its journal is sound."""
        try:
            for _ in range(60):
                if self.work.state == "over":
                    break
                self.clock.at += timedelta(hours=80)
                self.doom = None
                self.clock_is_moved("go on", RED)
                for seat, person in product(SEATS, (1, 2, 3, 4, 5)):
                    self.takes(seat, person)
                for seat in SEATS:
                    self.holds(seat, True)
                self.both_bid(RED)
                self.publishes(RED, "", False, False)
                for seat in SEATS:
                    self.orders(seat, "parry no", True)
                self.time_passes(1)
            assert self.work.state == "over", (self.work.desk.due, self.work.desk.rest, self.work.desk.paused)
            lines = "".join(export_game(self.services, self.game)).splitlines(keepends=True)
            faults = [one for one in verify(read_archive(lines), RULED, audit=True) if one.fault]
            assert not faults, faults
        finally:
            self.services.db.close()
            self.folder.cleanup()


def run(examples: int, steps: int, *, alike: bool) -> None:
    """So many games of so many acts.  alike: the same ones each time."""
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
    phases = [Phase.generate] if alike else list(Phase)  # made smaller by the soak: it takes minutes
    wanted = settings(
        phases=phases,
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=quiet,
        derandomize=alike,
    )
    run_state_machine_as_test(UmpiredGame, settings=wanted)


@pytest.mark.slow
def test_whatever_an_umpire_and_his_players_do_the_game_is_sound_and_ends() -> None:
    run(2, 25, alike=True)


@pytest.mark.soak
def test_the_same_for_hundreds_of_games() -> None:
    run(400, 60, alike=False)
