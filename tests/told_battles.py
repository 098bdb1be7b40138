"""Whole battles between two aides-de-camp, most of them of Harrow Down, and what each seat saw of every turn."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import Answered, Line, Opened, Story
from pbem.engine.play import Waiting, advance
from pbem.engine.ruleset import SeatTurn
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.rulings import read_otherwise
from pbem.scenarios import load_scenario
from pbem.service.play.tellings import seat_turn
from pbem.service.play.work import Mark

SOUTH, NORTH = Seat("south"), Seat("north")
GROUPS = ("Foot", "Horse")


class Stop(NamedTuple):
    """Where the battle waited: the last entry then, and what was asked of each seat with its view."""

    seq: int
    asks: dict[Seat, tuple[Battle, Ask[Any]]]


class Fought(NamedTuple):
    """A battle: its lines, and where it stopped."""

    lines: tuple[Line, ...]
    stops: tuple[Stop, ...]

    def turns(self, seat: Seat) -> Iterator[tuple[SeatTurn[Battle], tuple[Battle, Ask[Any]] | None]]:
        """What a seat saw from stop to stop that were its own, and what was asked of it then."""
        last, number = 0, 0
        for stop in self.stops:
            mine = stop.asks.get(seat)
            if mine is None and stop.asks:
                continue
            mark = Mark(seat, number, Seq(last), Seq(stop.seq), "", "")
            yield seat_turn(RULES, self.lines, mark), mine
            last, number = stop.seq, number + 1


@cache
def fought(
    seed: str, pace: str = "round", name: str = "harrow-down", rulings: tuple[tuple[str, str], ...] = ()
) -> Fought:
    """A battle to its end.  The seed decides everything.  rulings: read otherwise than is usual."""
    scenario = load_scenario(name, {"pace": pace}).scenario
    assert scenario.battle is not None
    opened = Opened(
        rules=RULES.name, rules_version=RULES.version, title=scenario.title, seats=scenario.seats, commitment="",
        battle=read_otherwise(scenario.battle, dict(rulings)),
    )  # fmt: skip
    told = Story((Line(Seq(1), "game", opened),), 0, ())
    dice = SeededDice(seed.encode(), GameId("g"), ())
    stops: list[Stop] = []
    while True:
        run = advance(RULES, told, next_seq=len(told.lines) + 1, dice=dice, decide=RULES.deciding.decide)
        lines = run.story.lines
        if run.stop is None:
            return Fought(lines, (*stops, Stop(lines[-1].seq, {})))
        assert isinstance(run.stop, Waiting)
        batch = run.stop.batch
        views = {ask.seat: (RULES.state.view(run.battle, ask.seat), ask) for ask in batch.asks}
        stops.append(Stop(lines[-1].seq, views))
        given = tuple(
            Given(RULES.language.read(view, ask, RULES.aide.orders(view, ask)).answer or ask.default, "player")
            for view, ask in views.values()
        )
        told = Story((*lines, Line(Seq(len(lines) + 1), "answer", Answered(batch, given))), 0, ())
