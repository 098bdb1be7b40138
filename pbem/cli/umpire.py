"""The commands that have to do with umpires."""

import click

from pbem.cli.plainly import plainly
from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.jobs import open_services
from pbem.service.umpire.seats import hand_over


@click.command()
@click.argument("game")
@click.argument("email", metavar="ADDRESS")
@plainly
def umpire(game: str, email: str) -> None:
    """Give GAME an umpire, or another one for one who is absent.

    The person with ADDRESS umpires it from now on. Every player is told, and that the operator did it.
    """
    hand_over(open_services(Config.from_environment()), GameId(game), email, None)
    click.echo(f"{email} umpires {game} from now on. Every player has been told.")
