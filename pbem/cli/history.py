"""A campaign played as it was (``pbem demo --history``): the orders really given, and where they bring everybody."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbem.cli.demo import DemoFailed
from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import Happened, Line, Ruled, Story, fold
from pbem.engine.play import Run, advance, audit
from pbem.engine.players import begun
from pbem.engine.ruleset import RuleSet
from pbem.engine.rulings.reading import read_ruling
from pbem.scenarios import history_of, load_scenario

HALVES = ("morning", "afternoon")


class HistoricRuling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling, or what came of a battle, with its reason."""

    says: str
    why: str
    day: int = 0
    """On whose morning it is ruled; 0 for a battle."""
    at: str = ""
    """The town of a battle."""


class HistoricPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a body was."""

    force: str
    at: str
    day: int
    half: Literal["morning", "afternoon"]
    what: str
    why: str = ""
    """Why it cannot be there within half a day, where it cannot."""


class HistoryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole."""

    orders: Mapping[int, Mapping[str, str]]
    rulings: tuple[HistoricRuling, ...] = ()
    battles: tuple[HistoricRuling, ...] = ()
    expect: tuple[HistoricPlace, ...] = ()
    told: tuple[str, ...] = ()


class PlayedHistory(msgspec.Struct, frozen=True):
    """What came of it."""

    lines: tuple[str, ...]
    """Told to who plays it."""
    off: tuple[str, ...]
    """Places that were not reached within half a day."""


def play_history(scenario: str, say: Callable[[str], None]) -> None:
    """Play a scenario's history in memory, and tell where it brings everybody.  Raises DemoFailed, BadScenario."""
    played = played_history(scenario)
    for line in played.lines:
        say(line)
    if played.off:
        raise DemoFailed(f"not within half a day of history: {'; '.join(played.off)}")


def played_history(scenario: str, file: Path | None = None) -> PlayedHistory:
    """A scenario's history, played.  file: another one.  Raises DemoFailed, BadScenario."""
    try:
        history = msgspec.convert(history_of(scenario, file), HistoryFile)
    except msgspec.ValidationError as fault:
        raise DemoFailed(f"the history of {scenario} cannot be read: {fault}") from fault
    loaded = load_scenario(scenario, {"battles": "ruled"})
    player = _Player(loaded.rules, history)
    run = player.play(begun(loaded.rules, loaded.scenario.battle, loaded.scenario.title, loaded.scenario.seats))
    off = audit(loaded.rules, run.story, player.dice)
    if off:
        raise DemoFailed(f"the rules differ from what they have just played: {off[0]}")
    found = [_reached(one, player.seen(run.story)) for one in history.expect]
    lines = (*player.told, *(line for line, _ in found), *(f"Not kept: {one}" for one in history.told))
    return PlayedHistory(lines, tuple(line for line, good in found if not good))


class _Player:
    """All seats, and the umpire who lays down what no order can do."""

    def __init__(self, rules: RuleSet[Any], history: HistoryFile) -> None:
        self.rules, self.history = rules, history
        self.dice = SeededDice(b"history", GameId("history"), ())
        self.ruled: set[int] = set()
        self.told: list[str] = []

    def play(self, told: Story) -> Run:
        """To the end; before each day's orders the day's rulings are written into the story."""
        while True:
            run = advance(
                self.rules, told, next_seq=told.lines[-1].seq + 1, dice=self.dice, decide=self.decide,
            )  # fmt: skip
            if run.stop is None:
                return run
            told = self._rule(run.story)

    def decide(self, view: Any, ask: Ask[Any]) -> Given[Any] | None:  # noqa: ANN401  # of the rule set's
        """A seat's orders of the day, or what came of a battle; None before the day's rulings."""
        call = self.rules.calls.of_ask(ask) if self.rules.calls else None
        if call is not None:
            laid = next((one for one in self.history.battles if one.at == call.spec.place), None)
            self._tell(
                f"{call.spec.title}: {laid.why if laid else 'settled by the table, as history has no word of it'}"
            )
            return self._read(view, ask, laid.says if laid else "reckoned")
        day = view.day
        if day not in self.ruled and any(one.day == day for one in self.history.rulings):
            return None
        return self._read(view, ask, self.history.orders.get(day, {}).get(ask.seat, ""))

    def _read(self, view: Any, ask: Ask[Any], text: str) -> Given[Any]:  # noqa: ANN401  # of the rule set's
        if not text:
            return self.rules.deciding.silent(view, ask)
        reading = self.rules.language.read(view, ask, text)
        if reading.problems or reading.answer is None:
            why = "; ".join(f"{one.quote}: {one.reason}" for one in reading.problems) or text
            raise DemoFailed(f"{self.rules.course.turn_name(view)}, {ask.seat}: {why}")
        return Given(reading.answer, "player")

    def _rule(self, told: Story) -> Story:
        battle = fold(told.lines)
        assert self.rules.rulings is not None
        lines = list(told.lines)
        for one in self.history.rulings:
            if one.day == battle.day:
                read = read_ruling(self.rules.rulings, battle, one.says)
                if read.problems:
                    raise DemoFailed(f"{read.problems[0].quote}: {read.problems[0].reason}")
                battle = read.battle
                lines.append(Line(Seq(lines[-1].seq + 1), "ruling", Ruled(reason=one.why, facts=read.facts)))
                self._tell(f"{self.rules.course.turn_name(battle)}, ruled: {' '.join(one.why.split())}")
        self.ruled.add(battle.day)
        return msgspec.structs.replace(told, lines=tuple(lines))

    def _tell(self, line: str) -> None:
        if line not in self.told:
            self.told.append(line)

    def seen(self, told: Story) -> Mapping[str, Sequence[tuple[int, str]]]:
        """By force: the half-days in which it was in a town, or fought there, and the town."""
        found: dict[str, list[tuple[int, str]]] = {}
        battle: Any = None
        for line in told.lines:
            battle = fold([line], battle)
            if line.kind != "fact" or not isinstance(line.body, Happened):
                continue
            for code, force in battle.forces.items():
                if force.where.town and not force.where.to:
                    found.setdefault(code, []).append((battle.half, force.where.town))
            for town in getattr(line.body.fact, "through", ()):
                found.setdefault(line.body.fact.force, []).append((battle.half, town))
        return found


def _reached(one: HistoricPlace, seen: Mapping[str, Sequence[tuple[int, str]]]) -> tuple[str, bool]:
    """When a body was where it should have been, and whether within half a day."""
    wanted = 2 * (one.day - 1) + HALVES.index(one.half)
    there = sorted(
        {half for half, town in seen.get(one.force, ()) if town == one.at}, key=lambda half: abs(half - wanted)
    )
    if not there:
        return f"{one.what}: never (in history day {one.day}, {one.half})", False
    half, far = there[0], abs(there[0] - wanted)
    when = f"day {half // 2 + 1}, {HALVES[half % 2]}"
    off = "as in history" if not far else f"{far} half-day{'s' if far > 1 else ''} off (day {one.day}, {one.half})"
    if far > 1 and one.why:
        return f"{one.what}: {when}, {off}: {one.why}", True
    return f"{one.what}: {when}, {off}", far <= 1
