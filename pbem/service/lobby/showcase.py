"""A finished battle between two aides-de-camp, for visitors to watch: fought once, by the worker, and kept."""

import logging
from typing import Final

from pbem.engine.ids import GameId
from pbem.scenarios import BadScenario, first_scenario
from pbem.service.options import Options
from pbem.service.play.games import BadGame, new_game
from pbem.service.services import Services
from pbem.store.errors import Conflict
from pbem.store.tables import Game

log = logging.getLogger(__name__)

SHOWCASE: Final = GameId("showcase")
_SEED: Final = b"third"
"""Of the dice: with it the battle for newcomers of the first rule set is close to the end."""


def fight_showcase(services: Services) -> None:
    """Fight the battle, unless it has been fought.  Of workers that start together one keeps it, and none complains."""
    if _is_there(services):
        return
    name = first_scenario()
    try:
        seats = services.scenarios(name, {}).scenario.seats
        options = Options(every=0, grace=0, extensions=0, remind=0, leave=0, watch="anyone", press="none")
        new_game(services, name, dict.fromkeys(seats), options, seed=_SEED, game=SHOWCASE)
    except (BadScenario, BadGame, Conflict) as fault:
        if not _is_there(services):
            log.warning("no battle to watch could be fought: %s", fault)


def _is_there(services: Services) -> bool:
    with services.db.reading() as session:
        return session.get(Game, SHOWCASE) is not None


def to_watch(services: Services) -> GameId | None:
    """The battle, once it is over."""
    with services.db.reading() as session:
        found = session.get(Game, SHOWCASE)
    return SHOWCASE if found is not None and found.state == "over" else None
