"""The command that begins a game in the middle of another one."""

from collections.abc import Sequence

import click

from pbem.cli.pairs import pair
from pbem.cli.plainly import plainly
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.jobs import open_services
from pbem.service.people.seats import player_by_address
from pbem.service.services import Services
from pbem.service.umpire.forking import NoFork
from pbem.service.umpire.forking import fork as begin_fork
from pbem.store.tables import PlayerId


@click.command()
@click.argument("game")
@click.option("--at", required=True, metavar="EVENT", help="Event at whose step it begins, such as 7.3.")
@click.option("--by", required=True, metavar="ADDRESS", help="Its umpire; of a battle that is over, any player.")
@click.option("--seat", "seats", multiple=True, required=True, metavar="SEAT=ADDRESS",
              help="Player of a seat: south=ines@example.org, north=aide.")  # fmt: skip
@click.option("--umpire", default="", metavar="ADDRESS", help="Player who umpires the new game. Default: no umpire.")
@plainly
def fork(game: str, at: str, by: str, seats: Sequence[str], umpire: str) -> None:
    """Begin a new game with the battle of GAME as it stood at the step of an event.

    It has an id, a seed and seats of its own; GAME is not touched. While GAME goes on, the fork is its umpire's alone.
    """
    services = open_services(Config.from_environment())
    given = dict(pair(text, "--seat south=ines@example.org") for text in seats)
    players = {Seat(seat): None if who == "aide" else _player(services, who) for seat, who in given.items()}
    above = _player(services, umpire) if umpire else None
    click.echo(begin_fork(services, GameId(game), at, players, _player(services, by), umpire=above))


def _player(services: Services, address: str) -> PlayerId:
    """Raises NoFork for an address without a player."""
    found = player_by_address(services, address)
    if found is None:
        raise NoFork(f"there is no player with the address {address}")
    return found.id
