"""Programs with keys, for the tests of the API."""

from dataclasses import dataclass

import msgspec
from werkzeug.test import TestResponse

from pbem.engine.ids import GameId
from pbem.engine.trials import TrialTally
from pbem.service.people.keys import make_key
from pbem.service.what_if import trialpool
from pbem.store.tables import PlayerId
from tests.web_offices import NORTH, SOUTH, Office


@dataclass
class Program:
    """A program with a key."""

    desk: Office
    key: str

    def __post_init__(self) -> None:
        self.client = self.desk.app.test_client(use_cookies=False)

    def get(self, path: str, **more: str) -> TestResponse:
        """Ask."""
        return self.client.get(f"/api/1{path}", headers={"Authorization": f"Bearer {self.key}", **more})

    def send(self, path: str, body: object = None, method: str = "POST", **more: str) -> TestResponse:
        """Send something."""
        headers = {"Authorization": f"Bearer {self.key}", **more}
        return self.client.open(f"/api/1{path}", method=method, headers=headers, json=body)


def program(desk: Office, game: GameId, player: PlayerId | None = None) -> Program:
    """A program that plays South for Ines, or North for Tom."""
    player = player or desk.ines
    return Program(desk, make_key(desk.services, player, game, SOUTH if player == desk.ines else NORTH, "bot"))


def few_tries(job: trialpool.TrialSlice) -> TrialTally:
    """Two tries, in this process."""
    raw = msgspec.msgpack.encode(msgspec.structs.replace(job, most=2))
    return msgspec.json.decode(trialpool._played(raw), type=TrialTally)
