"""The commands that run the service; `pbem.cli.main` puts them on the command line."""

from contextlib import ExitStack
from datetime import datetime

import click

from pbem.cli.plainly import plainly
from pbem.config import Config

service_commands = click.Group()
"""Every command written here is a command of ``pbem``."""


@service_commands.command()
@plainly
def migrate() -> None:
    """Bring the database up to date, and check every game.

    An SQLite file is first copied beside itself. Then every journal is checked, and every open turn replayed as far as
    it has come. A game whose journal is damaged, or which this version's rules would have played differently, is
    stopped before any orders come in, and the operator gets a mail.
    """
    from pbem.jobs import open_services
    from pbem.service.operator.chains import check_all
    from pbem.service.play.games import check_open_steps
    from pbem.store.errors import BrokenGame

    services = open_services(Config.from_environment())
    services.db.migrate()
    click.echo("The database is up to date.")
    for one in check_all(services):
        if isinstance(one, BrokenGame):
            click.echo(f"{one.game} is stopped: its journal is damaged at entry {one.seq}: {one.reason}.")
    for game in check_open_steps(services):
        click.echo(f"{game} is stopped: this version's rules failed, or would have played it differently.")


@service_commands.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@plainly
def serve(port: int) -> None:
    """Serve the web pages alone, to try a configuration.

    For a real service use gunicorn, as the Procfile does.
    """
    from pbem.cli.run import HOST, web_door, web_server

    config = Config.from_environment()
    with web_door(port) as door:
        click.echo(f"Web pages at http://{HOST}:{port}")
        web_server(config, door).serve_forever()


@service_commands.command()
@plainly
def worker() -> None:
    """Keep deadlines, read mail and send mail, until stopped.

    Several workers may run at once.
    """
    from pbem.jobs import listener, open_door, open_services, watched_mailbox, worker_of

    config = Config.from_environment()
    services = open_services(config)
    with ExitStack() as doors:
        if config.lmtp_listen:
            doors.enter_context(open_door(listener(services, config.lmtp_listen)))
        if config.imap_url:
            doors.enter_context(watched_mailbox(services))
        doors.enter_context(worker_of(services)).run()


@service_commands.command()
@click.option("--now", "when", metavar="TIME", help="Act as if it were this time: 2026-05-14T19:00:00Z.")
@plainly
def tick(when: str | None) -> None:
    """Act once on every deadline that is due.

    Mails that came before a deadline are read first.
    """
    from pbem.jobs import open_services
    from pbem.service.incoming.closing import close_turns
    from pbem.service.play.clockwork import Ticked

    did = close_turns(open_services(Config.from_environment()), _moment(when) if when else None)
    for name in Ticked.__struct_fields__:
        for game in getattr(did, name):
            click.echo(f"{name} {game}")


def _moment(text: str) -> datetime:
    from pbem.clock import from_iso

    try:
        return from_iso(text)
    except ValueError as fault:
        raise click.UsageError(f"--now: {text!r} is not a time; write it as 2026-05-14T19:00:00Z") from fault


@service_commands.command("sign-in")
@click.argument("address")
@click.option("--name", default="", help="Name of a new player.")
@plainly
def sign_in(address: str, name: str) -> None:
    """Print a sign-in link for the player with ADDRESS.

    Hand it over yourself; it works once. An unknown address becomes a new player.
    """
    from pbem.jobs import open_services
    from pbem.service.people.seats import ensure_player, sign_in_link

    services = open_services(Config.from_environment())
    click.echo(sign_in_link(services, ensure_player(services, address, name)))
