"""States of the office that a raw mail may come into: what the fixtures of ``tests/mail`` call their world."""

from collections.abc import Callable

import msgspec

from pbem.engine.ids import GameId, Seat
from pbem.service.agreements.deputies import UMPIRE, name_deputy
from pbem.service.options import Options, Trust
from pbem.service.people.seats import ensure_player, player_by_address
from pbem.service.play.clockwork import tick
from pbem.service.play.games import new_game
from pbem.service.play.work import Agreed
from pbem.store.tables import Game, PlayerAddress, PlayerId
from tests.test_mail.conftest import ANN, HARROW, NORTH, SOUTH, Office

CARL = "carl@players.test"


def _played(office: Office) -> None:
    """The deadline of the first turn has passed, and so has grace: everybody is asked for the second."""
    office.later(days=4)
    tick(office.services)


def _overdue(office: Office) -> None:
    """Deadline and grace have passed, and no worker was there to play the turn."""
    office.later(days=4)


def _two_games(office: Office) -> None:
    """Ann plays South in a second battle, against Carl."""
    seats: dict[Seat, PlayerId | None] = {
        SOUTH: ensure_player(office.services, ANN, "Ann Aldous"),
        NORTH: ensure_player(office.services, CARL, "Carl Clay"),
    }
    new_game(office.services, "snaphance/harrow-down", seats, Options(), seed=b"second" * 6, game=GameId("second-down"))


def _further_address(verified: bool) -> Callable[[Office], None]:
    def add(office: Office) -> None:
        ann = player_by_address(office.services, ANN)
        assert ann is not None
        now = office.clock.now()
        with office.services.db.writing() as session:
            row = PlayerAddress(
                email="ann@work.test", player=ann.id, asked_at=now, verified_at=now if verified else None
            )
            session.add(row)

    return add


def _deputy(office: Office) -> None:
    """Carl may order for South in its first turn."""
    name_deputy(office.services, HARROW, SOUTH, CARL, 1, 1, UMPIRE)


def _deputy_until_now(office: Office) -> None:
    """He might have, and it has been played."""
    _deputy(office)
    _played(office)


def _trust(trust: Trust) -> Callable[[Office], None]:
    def agree(office: Office) -> None:
        with office.services.db.writing() as session:
            card = session.get_one(Game, HARROW)
            agreed = msgspec.json.decode(card.options, type=Agreed)
            options = msgspec.structs.replace(agreed.options, trust=trust)
            card.options = msgspec.json.encode(msgspec.structs.replace(agreed, options=options)).decode()

    return agree


WORLDS: dict[str, Callable[[Office], None]] = {
    "": lambda office: None,
    "played": _played,
    "overdue": _overdue,
    "two games": _two_games,
    "verified": _further_address(True),
    "asked": _further_address(False),
    "deputy": _deputy,
    "deputy until now": _deputy_until_now,
    "strict": _trust("strict"),
    "open": _trust("open"),
}
