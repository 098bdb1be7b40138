"""The commands that have to do with players."""

import click

from pbem.cli.plainly import plainly
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.jobs import open_services
from pbem.service.agreements.deputies import UMPIRE, dismiss_deputy, name_deputy
from pbem.service.people.addresses import add_by_operator


@click.group()
def address() -> None:
    """Manage the mail addresses of players."""


@address.command("add")
@click.argument("player")
@click.argument("new")
@plainly
def address_add(player: str, new: str) -> None:
    """Add the address NEW to the player with the address PLAYER.

    It counts at once; the player need not confirm it.
    """
    added = add_by_operator(open_services(Config.from_environment()), player, new)
    click.echo(f"Mails from {added} now count as mails from {player}, who has been told by mail.")


@click.command()
@click.argument("game")
@click.argument("seat")
@click.argument("email", metavar="ADDRESS")
@click.option("--from", "first", type=click.IntRange(1), help="First turn, as the seat's reports number them.")
@click.option("--to", "last", type=click.IntRange(1), help="Last turn.")
@click.option("--dismiss", is_flag=True, help="End it instead: the deputy no longer orders for the seat.")
@plainly
def deputy(game: str, seat: str, email: str, first: int | None, last: int | None, dismiss: bool) -> None:
    """Name a deputy, who may order for a seat for some turns.

    The player with ADDRESS may then order for SEAT of GAME beside its own player. Both are told by mail.
    """
    if dismiss:
        if first is not None or last is not None:
            raise click.UsageError("--dismiss takes effect now; leave out --from and --to")
        dismiss_deputy(open_services(Config.from_environment()), GameId(game), Seat(seat), email, UMPIRE)
        click.echo(f"{email} no longer orders for {seat}.")
        return
    if first is None or last is None:
        raise click.UsageError("for which turns? Add --from 5 --to 7, or --dismiss")
    name_deputy(open_services(Config.from_environment()), GameId(game), Seat(seat), email, first, last, UMPIRE)
    click.echo(f"{email} may order for {seat} in turns {first} to {last}.")
