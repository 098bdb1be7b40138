"""The commands that have to do with mail; ``pbem.cli`` puts them on the command line beside the others."""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Literal

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


@mail_commands.command("import-mbox")
@click.argument("archive", type=click.Path(path_type=Path, exists=True))
@click.option("--arrived", type=click.Choice(["now", "received"]), default="now", show_default=True,
              help="When they count as come: now, or by the time of each one's topmost Received line.")  # fmt: skip
@plainly
def import_mbox(archive: Path, arrived: Literal["now", "received"]) -> None:
    """Take in every mail of ARCHIVE: an mbox, a Maildir, a folder of .eml files, or one mail.

    A line for each: its place, new (with what became of it), known (stored before) or bad (no mail).
    """
    from pbem.jobs import open_post
    from pbem.service.importing import import_mails

    post = open_post(Config.from_environment())
    if arrived == "received":
        warning = "Deadlines go by the times in the archive: take one from your own mail server only."
        click.echo(warning, err=True)
    count = {"new": 0, "known": 0, "bad": 0}
    for mail in import_mails(post, archive, arrived):
        count[mail.what] += 1
        click.echo(f"{_printable(mail.place)}: {mail.what}: {_printable(mail.told)}")
    click.echo(f"{count['new']} taken in, {count['known']} known already, {count['bad']} no mails")


def _printable(text: str) -> str:
    """Words from a mail or of a file, with nothing in them that a terminal would act on."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
