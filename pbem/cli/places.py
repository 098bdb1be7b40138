"""The battle that a person at this machine plays or umpires: one under way, or a fresh one with aides."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.engine.ids import GameId, Seat
from pbem.engine.scenariofile.parcelling import BY_SCENARIO, slug
from pbem.jobs import CannotRun
from pbem.scenarios import SeveralScenarios, first_scenario, one_scenario
from pbem.service.lobby.battlebook import places
from pbem.service.options import Options
from pbem.service.play.games import games, load_game, new_game
from pbem.service.services import Services
from pbem.store.tables import PlayerId


class WantedPlace(NamedTuple):
    """What a person at this machine wants to fight, and in which place."""

    scenario: str = ""
    """The battle; '' for the one under way, else that of newcomers."""

    temper: str = ""
    """Of the aides in a fresh battle; '' for the usual one."""

    umpire: bool = False
    """Whether to umpire a battle between aides, instead of playing."""

    commander: str = ""
    """One of several commanders a side, by name or seat (``Coligny``); '' for a whole side."""


NEWEST = WantedPlace()
"""The newest battle, else that of newcomers, with the first seat."""


def first_game(services: Services, you: PlayerId, wanted: WantedPlace = NEWEST) -> GameId:
    """The newest game under way in which you have that place, else a fresh one, without deadlines.

    Without a battle, an umpire's place or a commander wanted it is any game under way.  Raises BadScenario, BadGame,
    CannotRun.
    """
    running = [game for game, _, state in games(services) if state == "running"]
    if running and wanted._replace(temper="") == NEWEST:
        return running[-1]
    chosen = _battle(services, wanted)
    seats = _seats(services, chosen, wanted)
    yours = None if wanted.umpire else _yours(seats, wanted.commander)
    options = Options(every=0, commanders=BY_SCENARIO if _parcels(services, chosen, wanted) else "")
    loaded = services.scenarios(chosen, options.of_scenario)
    for game in reversed(running):
        work = load_game(services, game)
        there = work.rules.name, work.title, work.options.commanders, bool(work.desk.umpire)
        if there == (loaded.rules.name, loaded.scenario.title, options.commanders, wanted.umpire) and (
            yours is None or _has(services, game, yours, you) or not wanted.commander
        ):
            return game
    aides = {str(seat): wanted.temper for seat in seats if wanted.temper and seat != yours}
    options = Options(every=0, commanders=options.commanders, aides=aides)
    players = {seat: you if seat == yours else None for seat in seats}
    return new_game(services, chosen, players, options, umpire=you if wanted.umpire else None)


def _battle(services: Services, wanted: WantedPlace) -> str:
    """The battle wanted, with its rule set; of several the one whose units are parcelled out, for those who need it."""
    try:
        return one_scenario(wanted.scenario) or first_scenario()
    except SeveralScenarios as fault:
        parcelled = [one for one in fault.names if places(services, one, BY_SCENARIO)]
        if len(parcelled) != 1 or not (wanted.umpire or wanted.commander):
            raise
        return parcelled[0]


def _parcels(services: Services, scenario: str, wanted: WantedPlace) -> bool:
    """Whether several commanders a side fight it: for a commander always, for an umpire where the file has them."""
    return bool(wanted.commander or (wanted.umpire and places(services, scenario, BY_SCENARIO)))


def _seats(services: Services, scenario: str, wanted: WantedPlace) -> Mapping[Seat, str]:
    """Its seats and their titles.  Raises CannotRun where it has no commanders of parts, BadScenario."""
    seats = places(services, scenario, BY_SCENARIO if _parcels(services, scenario, wanted) else "")
    if not seats and wanted.commander:
        raise CannotRun(
            f"{scenario} does not say who commands what, so there is no {wanted.commander}. Leave the commander out, "
            "or parcel its units out in a file of your own (docs/commanders.md)."
        )
    return seats or dict.fromkeys(services.scenarios(scenario, {}).scenario.seats, "")


def _yours(seats: Mapping[Seat, str], commander: str) -> Seat:
    """The first seat, or that of the commander who is wanted.  Raises CannotRun."""
    wanted = Seat(slug(commander))
    if commander and wanted not in seats:
        raise CannotRun(f"there is no commander {commander!r}; there are: {', '.join(seats.values())}")
    return wanted if commander else next(iter(seats))


def _has(services: Services, game: GameId, seat: Seat, you: PlayerId) -> bool:
    person = load_game(services, game).chair(seat).person
    return person is not None and person.player == you
