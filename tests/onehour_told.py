"""Whole one-hour battles between two aides-de-camp, and what each seat saw of every turn."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import Answered, Line, Opened, Story
from pbem.engine.play import Waiting, advance
from pbem.engine.ruleset import SeatTurn
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.battle import Battle
from pbem.scenarios import load_scenario
from pbem.service.play.tellings import seat_turn
from pbem.service.play.work import Mark


class Stop(NamedTuple):
    """Where the battle waited: the last entry then, and the view and the ask of each seat that was asked."""

    seq: int
    asks: dict[Seat, tuple[Battle, Ask[Any]]]


class Fought(NamedTuple):
    """A battle: its lines, and where it stopped."""

    lines: tuple[Line, ...]
    stops: tuple[Stop, ...]

    def turns(self, seat: Seat) -> Iterator[SeatTurn[Battle]]:
        """What a seat saw from one of its own asks to the next, and to the end."""
        last, number = 0, 0
        for stop in self.stops:
            if stop.asks and seat not in stop.asks:
                continue
            yield seat_turn(RULES, self.lines, Mark(seat, number, Seq(last), Seq(stop.seq), "", ""))
            last, number = stop.seq, number + 1


def start(name: str, pace: str = "turn") -> Battle:
    """A battle of ours as it begins."""
    battle: Battle | None = load_scenario(f"onehour/{name}", {"pace": pace}).scenario.battle
    assert battle is not None
    return battle


@cache
def fought(name: str, seed: str, pace: str = "turn") -> Fought:
    """A battle to its end.  The seed decides everything."""
    scenario = load_scenario(f"onehour/{name}", {"pace": pace}).scenario
    opened = Opened(
        rules=RULES.name, rules_version=RULES.version, title=scenario.title, seats=scenario.seats, commitment="",
        battle=scenario.battle,
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
