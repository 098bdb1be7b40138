"""The commands that have to do with players; ``pbem.cli`` puts them on the command line beside the others."""

import click

from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.plainly import plainly

people_commands = click.Group()
"""Every command written here is a command of ``pbem``."""


@people_commands.group()
def address() -> None:
    """Mail addresses of players."""


@address.command("add")
@click.argument("player")
@click.argument("new")
@plainly
def address_add(player: str, new: str) -> None:
    """Add the address NEW to the player who has the address PLAYER; your word stands for its confirmation."""
    from pbem.jobs import open_post
    from pbem.service.people.addresses import add_by_operator

    added = add_by_operator(open_post(Config.from_environment()), player, new)
    click.echo(f"Mails from {added} count as those of {player}, who has been told by mail.")


@people_commands.command()
@click.argument("game")
@click.argument("seat")
@click.argument("email", metavar="ADDRESS")
@click.option("--from", "first", type=click.IntRange(1), help="The first of the seat's turns.")
@click.option("--to", "last", type=click.IntRange(1), help="The last of them.")
@click.option("--dismiss", is_flag=True, help="Instead: he orders for the seat no more.")
@plainly
def deputy(game: str, seat: str, email: str, first: int | None, last: int | None, dismiss: bool) -> None:
    """Let the player with ADDRESS order for SEAT of GAME, beside its own player, in some of its turns.

    Both are told by mail.  Turns are the seat's own, as its reports number them.
    """
    from pbem.jobs import open_post
    from pbem.service.table.deputies import UMPIRE, dismiss_deputy, name_deputy

    if dismiss:
        if first is not None or last is not None:
            raise click.UsageError("--dismiss holds from now on; leave --from and --to out")
        dismiss_deputy(open_post(Config.from_environment()), GameId(game), Seat(seat), email, UMPIRE)
        click.echo(f"{email} orders for {seat} no more.")
        return
    if first is None or last is None:
        raise click.UsageError("say for which turns: --from 5 --to 7 (or --dismiss)")
    name_deputy(open_post(Config.from_environment()), GameId(game), Seat(seat), email, first, last, UMPIRE)
    click.echo(f"{email} may order for {seat} in turns {first} to {last}.")
