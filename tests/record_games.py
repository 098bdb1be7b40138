"""Records finished games of every rule set into ``tests/games``: the proof that the same acts give the same journals.

Each game is a row of `PLANS`: its battle, its pace, who writes the orders, and what happens on the way (standing orders
at random, corrections, missed turns, a draw, a pause, a concession, rewinds).  A game that is there already is left as
it is unless it is named: it holds the behaviour of its day.  Run it as ``python -m tests.record_games``.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from pbem.clock import from_iso
from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.ids import Seq
from pbem.service.options import Options
from pbem.service.play.work import Work, open_game
from pbem.service.replay.downloads import report_text
from tests.recorded import GAMES, Act, Begun, Table, load, performed, recordings, store, table

RANDOM = "random"
"""Orders of the random player."""
MOST_BATCHES = 400
"""Batches after which the players agree to a draw: a recorded game has an end."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A game to record.  players: of each seat in order, an aide's temperament or ``random``.

    standing, corrected, missed: so many in a hundred turns of a seat with a standing order drawn at random, with orders
    sent in two mails, with no orders at all.  rewinds: after so many batches, back by some.  end: by an act, after so
    many batches.  pauses: after so many batches, of a day.  delay: minutes before a turn is played.
    """

    name: str
    pace: str = ""
    players: tuple[str, str] = ("steady", "steady")
    standing: int = 0
    corrected: int = 0
    missed: int = 0
    rewinds: tuple[int, ...] = ()
    end: tuple[str, int] = ("", 0)
    pauses: int = 0
    delay: int = 0

    @property
    def options(self) -> Options:
        """What is agreed."""
        clock = Options(every=1, grace=6, remind=8, extensions=1, delay=self.delay) if self.missed or self.pauses else (
            Options(every=0, grace=0, remind=0, extensions=0, delay=self.delay)
        )  # fmt: skip
        return msgspec.structs.replace(clock, pace=self.pace)

    @property
    def about(self) -> str:
        """What it is recorded for, in words."""
        ways = {
            "standing orders": self.standing, "corrections": self.corrected, "missed turns": self.missed,
            "rewinds": self.rewinds, self.end[0]: self.end[0], "a pause": self.pauses, "a delay": self.delay,
        }  # fmt: skip
        return ", ".join([f"{' against '.join(self.players)}", *(word for word, there in ways.items() if there)])


PLANS: dict[str, tuple[Plan, ...]] = {
    "snaphance": (
        Plan(name="harrow-down-1"),
        Plan(name="harrow-down-2", players=("bold", "wary"), standing=40),
        Plan(name="harrow-down-3", players=(RANDOM, "steady"), corrected=40),
        Plan(name="harrow-down-4", pace="activation", players=("steady", "bold")),
        Plan(name="harrow-down-5", pace="ask me", players=("wary", RANDOM), standing=20),
        Plan(name="harrow-down-6", missed=25, standing=30),
        Plan(name="harrow-down-7", rewinds=(3, 6), delay=5),
        Plan(name="harrow-down-8", players=("bold", RANDOM), end=("a draw", 7)),
        Plan(name="harrow-down-9", pace="ask me", players=(RANDOM, RANDOM), rewinds=(20,)),
        Plan(name="mill-ford-1", players=("wary", "bold")),
        Plan(name="mill-ford-2", pace="activation", standing=30, missed=15),
        Plan(name="mill-ford-3", players=(RANDOM, "bold"), rewinds=(4,), corrected=50),
        Plan(name="two-farms-1", players=("steady", "bold"), standing=40),
        Plan(name="two-farms-2", pace="ask me", players=("bold", "bold"), end=("a concession", 25)),
        Plan(name="two-farms-3", missed=20, pauses=3, players=("wary", "steady")),
        Plan(name="coutras-1", players=("bold", "steady")),
        Plan(name="coutras-2", pace="activation", players=("wary", "steady"), standing=20, delay=5),
        Plan(name="lutzen-1", rewinds=(2,)),
        Plan(name="lutzen-2", players=("bold", "wary"), end=("a draw", 5), missed=10),
        Plan(name="dreux-1", standing=20, corrected=20),
    ),
    "onehour": (
        Plan(name="harrow-down-1"),
        Plan(name="harrow-down-2", players=("bold", "wary"), standing=40),
        Plan(name="harrow-down-3", players=(RANDOM, "steady"), corrected=40),
        Plan(name="harrow-down-4", pace="set-up", players=("steady", "bold"), standing=30),
        Plan(name="harrow-down-5", pace="armies", players=("wary", RANDOM)),
        Plan(name="harrow-down-6", missed=25, standing=40),
        Plan(name="harrow-down-7", rewinds=(6, 11), delay=5),
        Plan(name="harrow-down-8", players=(RANDOM, RANDOM), end=("a draw", 12)),
        Plan(name="mill-ford-1", players=("wary", "bold"), corrected=30),
        Plan(name="mill-ford-2", pace="armies", missed=15, standing=30),
        Plan(name="two-farms-1", players=("steady", RANDOM), rewinds=(9,)),
        Plan(name="two-farms-2", pace="set-up", players=("bold", "bold"), end=("a concession", 11)),
        Plan(name="coutras-1", players=("bold", "steady"), standing=20),
        Plan(name="dreux-1", players=("wary", "steady"), missed=20, pauses=5),
        Plan(name="nieuwpoort-1", standing=40, corrected=20),
        Plan(name="lutzen-1", players=("steady", "bold"), rewinds=(5, 8)),
        Plan(name="edgehill-1", players=("wary", "bold"), delay=5),
        Plan(name="rocroi-1", players=("bold", RANDOM), standing=20),
        Plan(name="cropredy-1", missed=10, rewinds=(7,)),
        Plan(name="naseby-1", players=("bold", "wary"), end=("a draw", 20)),
    ),
    "armatys": (
        Plan(name="harrow-down-1"),
        Plan(name="harrow-down-2", players=("bold", "wary"), standing=40, delay=5),
        Plan(name="harrow-down-3", players=(RANDOM, "bold"), end=("a draw", 6), standing=30),
        Plan(name="harrow-down-4", pace="charges", players=("bold", "bold"), end=("a draw", 10)),
        Plan(name="harrow-down-5", pace="stops", players=("bold", RANDOM), end=("a draw", 14)),
        Plan(name="harrow-down-6", players=(RANDOM, RANDOM), end=("a draw", 6), corrected=40),
        Plan(name="mill-ford-1", players=("wary", "bold"), missed=20),
        Plan(name="mill-ford-2", players=("bold", RANDOM), end=("a draw", 6), pauses=3),
        Plan(name="mill-ford-3", pace="moves", players=("steady", "bold"), end=("a draw", 12), standing=40),
        Plan(name="two-farms-1", players=("steady", RANDOM), corrected=30),
        Plan(name="two-farms-2", players=("bold", "steady"), rewinds=(4,), end=("a concession", 7)),
        Plan(name="two-farms-3", pace="charges", players=("bold", RANDOM), end=("a draw", 10), missed=20),
        Plan(name="two-farms-4", players=(RANDOM, "wary"), rewinds=(3, 5), end=("a draw", 6), delay=5),
        Plan(name="two-farms-5", pace="stops", players=("steady", "bold"), end=("a draw", 16), corrected=30),
        Plan(name="two-farms-6", players=("bold", "bold"), end=("a concession", 6), standing=60),
    ),
    "fornovo": (
        Plan(name="harrow-down-1"),
        Plan(name="harrow-down-2", players=("bold", "wary"), standing=40, delay=5),
        Plan(name="mill-ford-1", players=("wary", "bold"), missed=20),
        Plan(name="two-farms-1", players=("steady", "wary"), corrected=30),
        Plan(name="two-farms-2", pace="answers", players=("bold", "steady"), rewinds=(4,), end=("a concession", 7)),
    ),
}


def record(battle: str, plan: Plan) -> tuple[Begun, list[Act], tuple[str, ...]]:
    """Play it, and return what was done and what came of it."""
    begun = Begun(about=plan.about, scenario=battle, seed=f"recorded {plan.name}", options=plan.options)
    with table(begun) as made:
        recorder = _Recorder(made, plan)
        recorder.play()
        return begun, recorder.acts, made.archive()


class _Recorder:
    """One game being recorded."""

    def __init__(self, made: Table, plan: Plan) -> None:
        self.table, self.plan = made, plan
        self.chance = Chance(plan.name.encode())
        self.acts: list[Act] = []
        self.batches = 0
        self.rewound: set[int] = set()

    def work(self) -> Work:
        """The game as it stands."""
        return open_game(self.table.services, self.table.game)

    def do(self, act: Act) -> None:
        """Do it, and remember it."""
        self.table.do(act)
        self.acts.append(act)

    def play(self) -> None:
        """To its end."""
        while (work := self.work()).state == "running":
            if self._event(work):
                continue
            self.batches += 1
            self._answer(work)
        if self.work().state != "over":
            raise SystemExit(f"{self.plan.name} is {self.work().state}: {self.work().stop_reason}")

    # --- what happens on the way ------------------------------------------------------------------------------------

    def _event(self, work: Work) -> bool:
        plan, (first, second) = self.plan, self.table.seats[:2]
        how, when = plan.end
        if self.batches >= MOST_BATCHES or (how == "a draw" and self.batches == when):
            self.do(Act(do="offer draw", after=600, seat=first))
            self.do(Act(do="agree", after=600, seat=second))
            return True
        if how == "a concession" and self.batches == when:
            self.do(Act(do="concede", after=600, seat=second))
            return True
        if plan.pauses and self.batches == plan.pauses and 0 not in self.rewound:
            self.rewound.add(0)
            self.do(Act(do="pause", after=600, seat=first))
            self.do(Act(do="agree", after=600, seat=second, text="pause"))
            self.do(Act(do="end pause", after=90_000, seat=second))
            return True
        if self.batches in plan.rewinds and self.batches not in self.rewound:
            self.rewound.add(self.batches)
            self._rewind(work)
            return True
        return False

    def _rewind(self, work: Work) -> None:
        """Back by a few entries of the story: same dice or fresh ones, with or without the answers given since."""
        path = [line.seq for line in work.story.lines[2:]]
        back = path[-min(len(path), 5 + self.chance.below(40))]
        dice = self.chance.pick(("same", "fresh"))
        self.do(Act(do="rewind", after=60, to=Seq(back), dice=dice, keep=self.chance.odds(50)))  # type: ignore[arg-type]  # of two words

    # --- orders -----------------------------------------------------------------------------------------------------

    def _answer(self, work: Work) -> None:
        """Every seat that is asked answers, or lets its deadline pass."""
        assert work.desk.open is not None
        before = work.last_seq
        for ask in work.desk.open.batch.asks:
            if not self.chance.odds(self.plan.missed):
                self._order(work, ask)
        for _ in range(6):  # a reminder, the deadline, the end of grace, the delay
            now = self.work()
            if now.state != "running" or now.desk.open is None or now.desk.open.seq != work.desk.open.seq:
                return
            self._wait(now)
        if self.work().last_seq == before:
            raise SystemExit(f"{self.plan.name} stands still after {self.batches} batches")

    def _wait(self, work: Work) -> None:
        """Let time pass until something is due."""
        desk = work.desk
        due = desk.plays_at or (desk.grace_until if desk.passed is not None else desk.due)
        seconds = (from_iso(due) - self.table.clock.now()).total_seconds() if due else 3600
        self.do(Act(do="tick", after=max(60, int(seconds) + 121)))

    def _order(self, work: Work, ask: Ask[Any]) -> None:
        text = self._text(work, ask)
        lines = text.splitlines()
        if self.chance.odds(self.plan.corrected) and len(lines) > 1:
            some = self.chance.mixed(lines)[: len(lines) // 2]
            self.do(Act(do="orders", after=300, seat=ask.seat, text="\n".join(some), door="mail"))
            self.do(Act(do="orders", after=300, seat=ask.seat, text=f"{text}\nready", door="mail"))
        else:
            self.do(Act(do="orders", after=300, seat=ask.seat, text=text, ready=True))
        had = self.work().desk.open
        if had is None or work.desk.open is None or had.seq != work.desk.open.seq:
            return
        sent = had.submissions.get(ask.seat)
        if sent is None or not sent.final:
            self.do(Act(do="orders", after=60, seat=ask.seat, ready=True, door="mail"))

    def _text(self, work: Work, ask: Ask[Any]) -> str:
        """What a seat writes: its player's orders, with a standing order now and then."""
        view, rules = work.view(ask.seat), work.rules
        player = self.plan.players[self.table.seats.index(ask.seat)]
        if player == RANDOM and rules.playtest.random is not None:
            seed = b"%s|%d|%s" % (self.plan.name.encode(), self.batches, ask.seat.encode())
            text = rules.language.write(view, rules.playtest.random(view, ask, Chance(seed)))
        else:
            text = rules.aide.orders(view, ask, player)
        if rules.order_guide.decisions and self.chance.odds(self.plan.standing):
            decision = self.chance.pick(rules.order_guide.decisions)
            value = self.chance.pick([*decision.values, "default"])
            line = f"standing all {decision.word} {value}"
            if not rules.language.read(view, ask, line).problems:
                text = f"{line}\n{text}"
        return text


def write_reports(folder: Path, names: list[str]) -> None:
    """Write every report of recorded games as plain text, so that two versions of the program can be compared."""
    for path in recordings():
        recorded = load(path)
        if names and recorded.name not in names:
            continue
        with performed(recorded) as made:
            for seat in made.seats:
                for mark in open_game(made.services, made.game).marks_of(seat):
                    file = folder / recorded.name / f"{seat}-{mark.number:03d}.txt"
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(report_text(made.services, made.game, seat, mark.number), encoding="utf-8")


def main() -> None:
    """Record the games that are not there yet, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="games to record anew, as rule set/name")
    parser.add_argument("--reports", type=Path, metavar="DIR", help="write every report of the recorded games there")
    given = parser.parse_args()
    if given.reports:
        write_reports(given.reports, given.names)
    else:
        record_missing(set(given.names))


def record_missing(wanted: set[str]) -> None:
    """Record the games named, else those that are not there yet."""
    for rules, plans in PLANS.items():
        for plan in plans:
            name = f"{rules}/{plan.name}"
            if name not in wanted and (wanted or (GAMES / f"{name}.acts").exists()):
                continue
            begun, acts, archive = record(f"{rules}/{plan.name.rsplit('-', 1)[0]}", plan)
            store(name, begun, acts, archive)
            sys.stdout.write(f"{name}: {len(acts)} acts, {len(archive) - 1} entries ({begun.about})\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
