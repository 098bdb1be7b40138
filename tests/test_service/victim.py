"""A process that submits orders to a game of toys, and kills itself at a point, as abruptly as the machine could."""

import os
import signal
from pathlib import Path

from pbem.clock import FixedClock
from pbem.engine.ids import GameId, Seat
from pbem.engine.play import Play
from pbem.service.play.turns import Receipt, submit
from pbem.service.play.work import Also
from pbem.service.services import Services
from pbem.store.db import Database
from tests.test_service.conftest import START, composed, config_for
from tests.toyrules import Duel, rules, script, toy_scenario


def main(url: str, where: str, game: GameId, seat: Seat, text: str) -> None:
    """where: ``before-commit``, ``in-transaction``, ``mid-fight`` or ``after-commit``; anything else lets it live."""

    def mid_fight(play: Play[Duel]) -> None:
        if play.battle.phase == "fight" and where == "mid-fight":
            play.roll("strike", "red", play.battle.bids[Seat("red")])
            _die()
        script(play)

    def alongside(_receipt: Receipt) -> Also:
        if where == "before-commit":
            _die()
        return _die if where == "in-transaction" else lambda _session: None

    toy = rules(mid_fight)
    services = Services(
        Database.open(url), config_for(url, Path()), FixedClock(START), lambda _: toy, toy_scenario, compose=composed
    )
    submit(services, game, seat, text, "mail", seat, alongside=alongside)
    if where == "after-commit":
        _die()


def _die(_session: object = None) -> None:
    os.kill(os.getpid(), signal.SIGKILL)
