"""The commands that have to do with mail; ``pbem.cli`` puts them on the command line beside the others."""

from collections.abc import Sequence
from typing import BinaryIO

import click

from pbem.config import Config
from pbem.plainly import plainly

mail_commands = click.Group()
"""Every command written here is a command of ``pbem``."""


@mail_commands.command()
@click.argument("file", type=click.File("rb"))
@click.option("--to", "recipients", multiple=True, metavar="ADDRESS", help="The envelope's recipients, if known.")
@plainly
def ingest(file: BinaryIO, recipients: Sequence[str]) -> None:
    """Take one raw mail from FILE (- for standard input): store it, then handle it."""
    from pbem.jobs import open_post
    from pbem.service.doors import ingest as take
    from pbem.service.mailroom import handle

    post = open_post(Config.from_environment())
    try:
        name = take(post, file.read(), tuple(recipients))
    except ValueError as fault:
        raise click.ClickException(str(fault)) from fault
    outcome = handle(post, name)
    click.echo(f"{outcome.mail} {outcome.state} {outcome.note}".rstrip())


@mail_commands.command()
@click.argument("mail")
@plainly
def retry(mail: str) -> None:
    """Handle a MAIL again that was held or quarantined, once its trouble is mended."""
    from pbem.jobs import open_post
    from pbem.service.mailroom import retry as handle_again
    from pbem.store.tables import MailId

    outcome = handle_again(open_post(Config.from_environment()), MailId(mail))
    click.echo(f"{outcome.mail} {outcome.state} {outcome.note}".rstrip())
