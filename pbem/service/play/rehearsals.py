"""Lines of orders tried on a battle as it begins: read as in a game for readers of the help, and never filed."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat
from pbem.engine.orders import Reading
from pbem.engine.play import Waiting, advance
from pbem.engine.players import begun
from pbem.engine.ruleset import RuleSet
from pbem.scenarios import BadScenario, Loaded
from pbem.service.services import ScenarioLoader, Services

LONGEST = 200
"""Characters of a line that are read."""

UNTRIED = ("reply", "control")
"""Kinds of verbs whose examples are not tried: the first need a question, the others are no orders."""

_GAME = GameId("rehearsal")


class RehearsalGround(msgspec.Struct, frozen=True):
    """A battle, as it begins, and the side that a line is tried for."""

    name: str
    """Name of the scenario, with that of its rule set."""

    title: str

    side: str


class TriedLine(msgspec.Struct, frozen=True):
    """A line, and how it was read on that ground before the first turn."""

    line: str
    ground: RehearsalGround
    reading: Reading

    @property
    def taken(self) -> bool:
        """Whether all of it would be taken as an order."""
        return bool(self.reading.understood) and not self.reading.problems

    @property
    def nothing(self) -> bool:
        """It is neither an order nor a word about orders."""
        return not (self.reading.understood or self.reading.problems or self.reading.controls)


class _Asked(msgspec.Struct, frozen=True):
    """A battle in which a seat has just been asked for the first time: what it sees, what it is asked."""

    rules: Any
    ground: RehearsalGround
    view: Any
    ask: Any


_Places = tuple[tuple[str, Seat], ...]
"""Names of battles, and for which seat a line is read on each."""


def grounds(services: Services, rules: RuleSet[Any]) -> tuple[RehearsalGround, ...]:
    """Where lines of these rules may be tried; () for nowhere.  Raises BadScenario."""
    return tuple(_asked(name, seat, services.scenarios).ground for name, seat in _places(rules))


def tried(services: Services, rules: RuleSet[Any], line: str, name: str = "") -> TriedLine | None:
    """A line tried; only the first of several, and no more than `LONGEST` of it.  None where there is no ground.

    name: of a ground; for any other name it is the first.  Raises BadScenario.
    """
    places = dict(_places(rules))
    where = name if name in places else next(iter(places), "")
    return _tried(services.scenarios, line, where, places[where]) if where else None


def examples(services: Services, rules: RuleSet[Any]) -> Mapping[str, TriedLine]:
    """The examples of the verb table, by their lines, each on the first ground that takes it, or else on the first.

    Worked out once for this process; {} where there is no ground.  Raises BadScenario.
    """
    return _examples(services.scenarios, _places(rules)) if rules.course.showcase.grounds else {}


def _places(rules: RuleSet[Any]) -> _Places:
    return tuple((f"{rules.name}/{name}", seat) for name, seat in rules.course.showcase.grounds.items())


@lru_cache(maxsize=8)
def _examples(load: ScenarioLoader, places: _Places) -> Mapping[str, TriedLine]:
    verbs = _asked(*places[0], load).rules.language.verbs.verbs
    lines = (one.example for one in verbs if one.example and one.kind not in UNTRIED)
    return {line: _example(load, line, places) for line in lines}


def _example(load: ScenarioLoader, line: str, places: _Places) -> TriedLine:
    tries = [_tried(load, line, name, seat) for name, seat in places]
    return next((one for one in tries if one.taken), tries[0])


def _tried(load: ScenarioLoader, text: str, name: str, seat: Seat) -> TriedLine:
    line = next(iter(text.strip().splitlines()), "")[:LONGEST]
    at = _asked(name, seat, load)
    return TriedLine(line, at.ground, at.rules.reading(at.view, at.ask, line))


@lru_cache(maxsize=32)
def _asked(name: str, seat: Seat, load: ScenarioLoader) -> _Asked:
    """Played, at the usual pace, until the seat is asked for the first time; the others do what silence does."""
    loaded = load(name, {})
    rules, scenario = loaded.rules, loaded.scenario

    def decide(view: Any, ask: Ask[Any]) -> Given[Any] | None:  # noqa: ANN401  # a battle
        settled = rules.deciding.decide(view, ask)
        return settled if settled is not None or ask.seat == seat else rules.deciding.silent(view, ask)

    run = advance(
        rules, begun(rules, scenario.battle, scenario.title, scenario.seats), next_seq=2,
        dice=SeededDice(name.encode(), _GAME, ()), decide=decide,
    )  # fmt: skip
    asks = run.stop.batch.asks if isinstance(run.stop, Waiting) else ()
    ask = next((one for one in asks if one.seat == seat), None)
    if ask is None:
        raise BadScenario((f"{name}: {seat} is never asked for anything",))
    return _Asked(rules, _ground(name, loaded, seat), rules.state.view(run.battle, seat), ask)


def _ground(name: str, loaded: Loaded, seat: Seat) -> RehearsalGround:
    scenario = loaded.scenario
    return RehearsalGround(name, scenario.title, scenario.seat_titles.get(seat, seat.capitalize()))
