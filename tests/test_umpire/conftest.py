"""The duels of the service's tests, with an umpire above them."""

from dataclasses import dataclass

import pytest

from pbem.engine.ids import GameId
from pbem.rulesets import rule_sets
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import new_game
from pbem.store.tables import PlayerId
from tests.test_service.conftest import Office, lite, office, office_on, url  # noqa: F401  # they are fixtures
from tests.toyrules import BLUE, RED

RULED = sorted(name for name, rules in rule_sets().items() if rules.rulings is not None and not rules.calls)
"""The rule sets that bring rulings."""


@dataclass
class Umpired:
    """A duel with its umpire."""

    office: Office
    game: GameId
    umpire: PlayerId


def begin_umpired(office: Office, options: Options | None = None) -> Umpired:  # noqa: F811  # the fixture's name
    """A new duel between Ann and Ben, umpired by Geoff."""
    geoff = ensure_player(office.services, "geoff@example.org", "Geoff Gale")
    seats = {seat: office.players[seat] for seat in (RED, BLUE)}
    return Umpired(office, new_game(office.services, "toy/duel", seats, options, seed=b"toy", umpire=geoff), geoff)


@pytest.fixture
def umpired(lite: Office) -> Umpired:  # noqa: F811  # the fixture's name
    """The same on SQLite."""
    return begin_umpired(lite)
