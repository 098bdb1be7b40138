"""Lines of orders tried on a battle as it begins: read as in a game for readers of the help, and nobody's orders."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from pbem.engine.ids import Seat
from pbem.engine.orders import Reading
from pbem.rulesets.snaphance.asks import AskOrders
from pbem.rulesets.snaphance.commands import Sheet
from pbem.scenarios import Loaded
from pbem.service.post import Post, ScenarioLoader

GROUNDS: Mapping[str, Seat] = {
    "snaphance/harrow-down": Seat("south"),
    "snaphance/lutzen": Seat("swedish"),
    "snaphance/dreux": Seat("huguenot"),
}
"""Battles on which lines are tried, and for which seat: none of them hides anything from anybody."""

LONGEST = 200
"""Characters of a line that are read."""

UNTRIED = ("reply", "control")
"""Kinds of verbs whose examples are not tried: the first need a question, the others are no orders."""


class Ground(msgspec.Struct, frozen=True):
    """A battle and the side that a line is written for.  name: as `GROUNDS` has it."""

    name: str
    title: str
    side: str


class Tried(msgspec.Struct, frozen=True):
    """A line, and how it was read on that ground before the first turn."""

    line: str
    ground: Ground
    reading: Reading

    @property
    def taken(self) -> bool:
        """Whether all of it would be taken as an order."""
        return bool(self.reading.understood) and not self.reading.problems

    @property
    def nothing(self) -> bool:
        """It is neither an order nor a word about orders."""
        return not (self.reading.understood or self.reading.problems or self.reading.controls)


def grounds(post: Post) -> tuple[Ground, ...]:
    """Where lines may be tried.  Raises BadScenario."""
    return tuple(_ground(name, post.scenarios) for name in GROUNDS)


def tried(post: Post, line: str, name: str = "") -> Tried:
    """A line tried; only the first of several, and no more than `LONGEST` of it.

    name: of a ground; for any other name it is the first.  Raises BadScenario.
    """
    return _tried(post.scenarios, line, name if name in GROUNDS else next(iter(GROUNDS)))


def examples(post: Post) -> Mapping[str, Tried]:
    """The examples of the verb table, by their lines, each on the first ground that takes it, or else on the first.

    Worked out once for this process.  Raises BadScenario.
    """
    return _examples(post.scenarios)


@lru_cache(maxsize=4)
def _examples(load: ScenarioLoader) -> Mapping[str, Tried]:
    verbs = _loaded(next(iter(GROUNDS)), load).rules.verbs.verbs
    return {one.example: _example(load, one.example) for one in verbs if one.kind not in UNTRIED}


def _example(load: ScenarioLoader, line: str) -> Tried:
    tries = [_tried(load, line, name) for name in GROUNDS]
    return next((one for one in tries if one.taken), tries[0])


def _tried(load: ScenarioLoader, text: str, name: str) -> Tried:
    line = next(iter(text.strip().splitlines()), "")[:LONGEST]
    loaded, seat = _loaded(name, load), GROUNDS[name]
    view = loaded.rules.view(loaded.scenario.battle, seat)
    reading = loaded.rules.read(view, AskOrders(seat=seat, default=Sheet(), round=1), line)
    return Tried(line, _ground(name, load), reading)


def _ground(name: str, load: ScenarioLoader) -> Ground:
    scenario = _loaded(name, load).scenario
    return Ground(name, scenario.title, scenario.seat_titles.get(GROUNDS[name], GROUNDS[name].capitalize()))


@lru_cache(maxsize=12)
def _loaded(name: str, load: ScenarioLoader) -> Loaded:
    return load(name, {"pace": "round"})
