"""The commands that run the service."""

from contextlib import ExitStack
from datetime import datetime

import click

from pbem.cli.plainly import plainly
from pbem.clock import from_iso
from pbem.config import Config
from pbem.jobs import listener, open_door, open_services, watched_mailbox, worker_of
from pbem.service.incoming.closing import close_turns
from pbem.service.operator.chains import check_all
from pbem.service.people.seats import ensure_player, sign_in_link
from pbem.service.play.clockwork import Ticked
from pbem.service.play.games import check_open_steps
from pbem.store.errors import BrokenGame


@click.command()
@plainly
def migrate() -> None:
    """Bring the database up to date, and check every game.

    An SQLite file is first copied beside itself. Then every journal is checked, and every open turn replayed as far as
    it has come. A game whose journal is damaged, or which this version's rules would have played differently, is
    stopped before any orders come in, and the operator gets a mail.
    """
    services = open_services(Config.from_environment())
    services.db.migrate()
    click.echo("The database is up to date.")
    for one in check_all(services):
        if isinstance(one, BrokenGame):
            click.echo(f"{one.game} is stopped: its journal is damaged at entry {one.seq}: {one.reason}.")
    for game in check_open_steps(services):
        click.echo(f"{game} is stopped: this version's rules failed, or would have played it differently.")


@click.command()
@plainly
def worker() -> None:
    """Keep deadlines, read mail and send mail, until stopped.

    Several workers may run at once.
    """
    config = Config.from_environment()
    services = open_services(config)
    with ExitStack() as doors:
        if config.lmtp_listen:
            doors.enter_context(open_door(listener(services, config.lmtp_listen)))
        if config.imap_url:
            doors.enter_context(watched_mailbox(services))
        doors.enter_context(worker_of(services)).run()


@click.command()
@click.option("--now", "when", metavar="TIME", help="Act as if it were this time: 2026-05-14T19:00:00Z.")
@plainly
def tick(when: str | None) -> None:
    """Act once on every deadline that is due.

    Mails that came before a deadline are read first.
    """
    did = close_turns(open_services(Config.from_environment()), _moment(when) if when else None)
    for name in Ticked.__struct_fields__:
        for game in getattr(did, name):
            click.echo(f"{name} {game}")


def _moment(text: str) -> datetime:
    try:
        return from_iso(text)
    except ValueError as fault:
        raise click.UsageError(f"--now: {text!r} is not a time; write it as 2026-05-14T19:00:00Z") from fault


@click.command("sign-in")
@click.argument("address")
@click.option("--name", default="", help="Name of a new player.")
@plainly
def sign_in(address: str, name: str) -> None:
    """Print a sign-in link for the player with ADDRESS.

    Hand it over yourself; it works once. An unknown address becomes a new player.
    """
    services = open_services(Config.from_environment())
    click.echo(sign_in_link(services, ensure_player(services, address, name)))
