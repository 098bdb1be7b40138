"""Dreux with several commanders a side, for the tests of this folder."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from pbem.engine.ids import GameId, Seat
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import Receipt, submit
from pbem.service.play.work import Work
from pbem.store.tables import PlayerId
from tests import web_offices

MONTMORENCY, SAINT_ANDRE, CONDE, COLIGNY = (
    Seat(name) for name in ("montmorency", "saint-andre", "conde", "coligny")
)  # fmt: skip
SEATS = (MONTMORENCY, SAINT_ANDRE, CONDE, COLIGNY)
DREUX = "snaphance/dreux"


@dataclass
class Council:
    """Dreux with its four commanders, each a player of their own unless an aide has the seat."""

    office: web_offices.Office
    game: GameId
    players: dict[Seat, PlayerId]

    @property
    def work(self) -> Work:
        """The game as it stands."""
        return load_game(self.office.services, self.game)

    def send(self, seat: Seat, text: str) -> Receipt:
        """Orders of a seat, by mail, so that only what they name changes; final with ``ready`` among them."""
        return submit(self.office.services, self.game, seat, text, "mail", self.players[seat])

    def ready(self, *seats: Seat) -> None:
        """Seats let what stands be final."""
        for seat in seats:
            submit(self.office.services, self.game, seat, "ready", "web", self.players[seat])


def begin(
    office: web_offices.Office, *persons: Seat, scenario: str = DREUX, options: Options | None = None,
    umpire: PlayerId | None = None,
) -> Council:  # fmt: skip
    """A new battle; seats without a person are the aide's."""
    several = changed(options or Options(every=1, delay=0), commanders="scenario")
    seats = office.services.scenarios(scenario, several.of_scenario).scenario.seats
    players = {seat: ensure_player(office.services, f"{seat}@example.org", seat.title()) for seat in persons}
    seated = {seat: players.get(seat) for seat in seats}
    game = new_game(office.services, scenario, seated, several, seed=b"council", umpire=umpire)
    return Council(office, game, players)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[web_offices.Office]:
    """A post office with the real rules."""
    with web_offices.office(tmp_path) as opened:
        yield replace(opened)


@pytest.fixture
def council(office: web_offices.Office) -> Council:
    """Dreux between four players."""
    return begin(office, *SEATS)
