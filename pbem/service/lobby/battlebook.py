"""The battles there are to fight, as everybody may know them beforehand: nothing that either side keeps secret."""

import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from pbem.engine.chart import Chart
from pbem.engine.ids import RuleId, Seat
from pbem.engine.reporting import Tally, UnitRow
from pbem.engine.ruleset import SeatTurn
from pbem.scenarios import BadScenario, Loaded, first_scenario, scenario_names
from pbem.service.options import Options
from pbem.service.services import ScenarioLoader, Services

log = logging.getLogger(__name__)

ONLOOKER = Seat("")
"""No seat's: a view that every visitor may see."""


class NoBattle(Exception):
    """There is no battle of that name; the message says so."""


class ArmyCard(msgspec.Struct, frozen=True):
    """A side and its units."""

    seat: Seat

    title: str

    stands: tuple[UnitRow, ...]

    breaks: Tally | None = None
    """How it stands before the first shot; None where a rule set counts no losses."""

    @property
    def groups(self) -> tuple[str, ...]:
        """Its groups, in the order of its stands."""
        return tuple(dict.fromkeys(one.group for one in self.stands))


class BattleCard(msgspec.Struct, frozen=True, kw_only=True):
    """A battle to be fought."""

    name: str
    """Name of the scenario, as `scenario_names` has it."""

    rules: str

    rules_title: str

    title: str

    blurb: str

    armies: tuple[ArmyCard, ...]

    rounds: int
    """Most rounds it may last; 0 for no limit."""

    chart: Chart

    aim: tuple[str, ...]
    """Sentences on who stands there, what wins, how it ends."""

    readings: tuple[tuple[RuleId, str], ...]
    """Rulings that differ from the printed rules: rule ID, and what it says."""

    history: str

    sources: str

    @property
    def size(self) -> int:
        """Stands of both sides."""
        return sum(len(one.stands) for one in self.armies)

    @property
    def short(self) -> str:
        """Its name without that of its rules."""
        return self.name.rpartition("/")[2]


def battles(services: Services) -> tuple[BattleCard, ...]:
    """Every battle: that for newcomers, then the others, the smallest first."""
    found: list[BattleCard] = []
    for name in scenario_names():
        try:
            found.append(battle(services, name))
        except NoBattle as fault:  # the others can be fought
            log.error("%s", fault)  # noqa: TRY400  # it says all: file, line, what is wrong
    first = first_scenario()
    return tuple(sorted(found, key=lambda one: (one.name != first, one.size)))


def battle(services: Services, name: str) -> BattleCard:
    """A battle by its whole name (``rules/battle``), never by a path; read once, and kept in this process.

    Raises NoBattle, also for a file with faults.
    """
    if name not in scenario_names():
        raise NoBattle(f"there is no battle {name!r} here")
    try:
        return _battle(services.scenarios, name)
    except BadScenario as fault:
        raise NoBattle(f"the battle {name} cannot be read: {fault}") from fault


def first_battle(services: Services) -> BattleCard | None:
    """What a newcomer should fight first; None where there is nothing to fight."""
    try:
        return battle(services, first_scenario())
    except NoBattle:
        return next(iter(battles(services)), None)


def paces(services: Services, name: str, commanders: str = "") -> Mapping[str, str]:
    """The paces at which a battle can be fought, each with what it says: not every ground takes every one.

    commanders: as the option of that name.
    """
    return dict(_paces(services.scenarios, name, commanders))


def places(services: Services, name: str, commanders: str = "") -> Mapping[Seat, str]:
    """The seats of a battle, each with its title; none of one whose units cannot be parcelled out so.

    commanders: as the option of that name.
    """
    return dict(_places(services.scenarios, name, commanders))


@lru_cache(maxsize=64)
def _places(load: ScenarioLoader, name: str, commanders: str) -> tuple[tuple[Seat, str], ...]:
    try:
        scenario = load(name, Options(commanders=commanders).of_scenario).scenario
    except BadScenario:
        return ()
    return tuple((seat, scenario.seat_titles.get(seat, seat.capitalize())) for seat in scenario.seats)


@lru_cache(maxsize=64)
def _paces(load: ScenarioLoader, name: str, commanders: str) -> tuple[tuple[str, str], ...]:
    there = load(name, {}).rules.course.paces
    return tuple((pace, told) for pace, told in there.items() if _fits(load, name, pace, commanders))


def _fits(load: ScenarioLoader, name: str, pace: str, commanders: str) -> bool:
    try:
        load(name, Options(pace=pace, commanders=commanders).of_scenario)
    except BadScenario:
        return False
    return True


@lru_cache(maxsize=64)
def _battle(load: ScenarioLoader, name: str) -> BattleCard:
    return as_known(load(name, {}), name)


def as_known(loaded: Loaded, name: str) -> BattleCard:
    """A scenario as an onlooker knows it before the first turn."""
    rules, scenario = loaded.rules, loaded.scenario
    seen = rules.state.view(scenario.battle, ONLOOKER)
    turn: SeatTurn[Any] = SeatTurn(ONLOOKER, 0, seen, seen, ())
    told = rules.reporting.tell(turn)
    titles = {seat: scenario.seat_titles.get(seat, seat.capitalize()) for seat in scenario.seats}
    breaks = {one.side: one for one in told.tallies}
    armies = (
        ArmyCard(seat, title, scenario.armies.get(seat, ()), breaks.get(title)) for seat, title in titles.items()
    )  # fmt: skip
    return BattleCard(
        name=name, rules=rules.name, rules_title=rules.title, title=scenario.title,
        blurb=" ".join(scenario.blurb.split()), armies=tuple(armies), rounds=scenario.rounds,
        chart=rules.reporting.chart(turn),
        aim=told.in_short, readings=told.readings, history=" ".join(told.history.split()),
        sources=" ".join(scenario.sources.split()),
    )  # fmt: skip
