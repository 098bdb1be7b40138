"""The commands that have to do with mail."""

import json
import os
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import click
import msgspec

from pbem.cli.plainly import plainly
from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.jobs import listener, open_door, open_services
from pbem.mail.addresses import normal_address
from pbem.mail.lookups import Dns, Unreachable
from pbem.reports.times import local
from pbem.scenarios import one_scenario
from pbem.service.incoming.doors import ingest as take
from pbem.service.incoming.dryrun import dry_run
from pbem.service.incoming.importing import import_mails
from pbem.service.incoming.mailroom import handle
from pbem.service.incoming.mailroom import retry as handle_again
from pbem.service.operator.doctor import examine
from pbem.service.operator.mailbook import SHOWS, MailFilter, mails_in
from pbem.service.operator.mailsheet import mail_in
from pbem.service.outgoing.alarm import let_run, open_alarms
from pbem.service.people.seats import PlayerCard, ensure_player, player
from pbem.service.queues.deliverability import found, lost_addresses
from pbem.service.services import Services
from pbem.store.tables import MailId


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--to", "recipients", multiple=True, metavar="ADDRESS", help="A recipient of the envelope, if known.")
@click.option(
    "--dry-run", is_flag=True, help="Store nothing; print what would become of each mail, one JSON object a line."
)
@click.option("--scenario", default="", help="With --dry-run: read the text as orders in a new game of this battle.")
@click.option("--seat", default="", help="With --scenario: the seat whose orders they are.")
@plainly
def ingest(files: Sequence[str], recipients: Sequence[str], dry_run: bool, scenario: str, seat: str) -> None:
    """Take in one raw mail from each FILE, and handle it.

    FILE is - for standard input. A dry run needs no settings and no database; without them mails are only read. What is
    wrong with a file is said in its line.
    """
    if dry_run:
        _dry_run(files, recipients, scenario, seat)
        return
    if scenario or seat:
        raise click.UsageError("--scenario and --seat go with --dry-run")
    services = open_services(Config.from_environment())
    for file in files:
        with click.File("rb").convert(file, None, None) as opened:
            raw = opened.read()
        try:
            outcome = handle(services, take(services, raw, tuple(recipients)))
        except ValueError as fault:
            raise click.ClickException(f"{file}: {fault}") from fault
        click.echo(f"{outcome.mail} {outcome.state} {outcome.note}".rstrip())


def _dry_run(files: Sequence[str], recipients: Sequence[str], scenario: str, seat: str) -> None:
    if bool(scenario) != bool(seat):
        raise click.UsageError("--scenario and --seat go together: --scenario NAME --seat south")
    for tried in dry_run(files, os.environ, one_scenario(scenario), seat, tuple(recipients)):
        click.echo(json.dumps(msgspec.to_builtins(tried)))


@click.command()
@click.argument("mail")
@plainly
def retry(mail: str) -> None:
    """Handle a held or quarantined MAIL again.

    MAIL is its id, as `pbem mails` lists it.
    """
    outcome = handle_again(open_services(Config.from_environment()), MailId(mail))
    click.echo(f"{outcome.mail} {outcome.state} {outcome.note}".rstrip())


@click.command()
@click.argument("show", default="needs")
@click.option("--game", default="", help="Only mails for this game.")
@click.option("--from", "sender", default="", help="Only mails from this address, or part of one.")
@click.option(
    "--page", default=1, show_default=True, type=click.IntRange(1), help="Page to show: 50 mails each, newest first."
)
@plainly
def mails(show: str, game: str, sender: str, page: int) -> None:
    """List the mails that came in.

    SHOW is needs (the default: mails that need you), all, accepted, partly, rejected or ignored. In a battle you play
    in yourself, the other side's mails are hidden.
    """
    wanted = next((one for one in SHOWS if one == show), None)
    if wanted is None:
        raise click.UsageError(f"{show!r} is not one of {', '.join(SHOWS)}")
    services, reader = _operator()
    found = mails_in(services, reader.id, MailFilter(show=wanted, game=game, sender=sender, page=page))
    for card in found.cards:
        subject = "(hidden: it may be your opponent's)" if card.hidden else card.subject
        click.echo(_printable(f"{card.id}  {local(card.at, 'UTC')}  {card.state}  {card.sender}  {subject}"))
        if card.note:
            click.echo(_printable(f"    {card.note}"))
    counts = ", ".join(f"{count} {name}" for name, count in found.counts.items() if count)
    click.echo(f"{counts or 'no mails'}{f'; more on --page {page + 1}' if found.more else ''}")


@click.command()
@click.argument("mail")
@plainly
def mail(mail: str) -> None:
    """Show a MAIL that came in.

    MAIL is its id, as `pbem mails` lists it. Shown are its envelope, how it was judged, and what was read of it.
    """
    services, reader = _operator()
    sheet = mail_in(services, reader, MailId(mail))
    lines = [f"{name}: {value}" for name, value in sheet.envelope]
    lines += [f"{sheet.card.state}: {sheet.card.note}" if sheet.card.note else sheet.card.state, *sheet.judged]
    lines += [
        f"{fate.place.title}, {fate.place.seat_title}, turn {fate.turn}: {fate.told} {fate.note}"
        for fate in sheet.fates
    ]
    text = (
        "(hidden: it may be your opponent's; the mail room on the web shows it if you confirm)"
        if sheet.card.hidden
        else sheet.text
    )
    for line in (*lines, "", *text.splitlines()):
        click.echo(_printable(line.rstrip()))


@click.command("import-mbox")
@click.argument("archive", type=click.Path(path_type=Path, exists=True))
@click.option("--arrived", type=click.Choice(["now", "received"]), default="now", show_default=True,
              help="When they count as arrived: now, or at the time of each mail's topmost Received line.")  # fmt: skip
@plainly
def import_mbox(archive: Path, arrived: Literal["now", "received"]) -> None:
    """Take in every mail of ARCHIVE.

    ARCHIVE is an mbox, a Maildir, a folder of .eml files, or one mail. Prints a line for each mail: its place, then new
    (with what became of it), known (stored before) or bad (not a mail).
    """
    services = open_services(Config.from_environment())
    if arrived == "received":
        warning = "Deadlines will go by the times in this archive; import only one from your own mail server."
        click.echo(warning, err=True)
    count = {"new": 0, "known": 0, "bad": 0}
    for mail in import_mails(services, archive, arrived):
        count[mail.what] += 1
        click.echo(f"{_printable(mail.place)}: {mail.what}: {_printable(mail.told)}")
    click.echo(f"{count['new']} taken in, {count['known']} known already, {count['bad']} bad")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array instead.")
@click.option("--no-send", is_flag=True, help="Send no test mails.")
@click.option(
    "--wait",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0),
    help="Seconds to wait for the test mails to come back.",
)
@click.option("--all-journals", is_flag=True, help="Check journals that the worker has checked lately, too.")
@plainly
def doctor(as_json: bool, no_send: bool, wait: float, all_journals: bool) -> None:
    """Check the whole installation, and say what to do.

    Checked are settings, database, journals, relay, mailbox and DNS, with test mails sent to the service itself. Each
    line is ok, warning or FAILED, with what to do; the exit status is 1 if anything failed.
    """
    services = open_services(Config.from_environment())
    try:
        names = Dns()
    except Unreachable:
        names = None
    found = []
    with ExitStack() as doors:
        if services.config.lmtp_listen and not no_send and not _answers(services.config.lmtp_listen):
            doors.enter_context(open_door(listener(services, services.config.lmtp_listen)))
        for one in examine(services, names=names, send=not no_send, wait=wait, again=all_journals):
            found.append(one)
            if not as_json:
                todo = f"\n{'':9}to do: {one.todo}" if one.todo else ""
                click.echo(_printable(f"{one.state:7}  {one.about}: {one.found}") + todo)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    if any(one.state == "FAILED" for one in found):
        raise SystemExit(1)


@click.command()
@click.argument("game")
@click.option("--go-on", is_flag=True, help="Let the deadline run, though a player may not know of their turn.")
@click.option("--note", default="", help="Why; kept in the journal.")
@plainly
def clock(game: str, go_on: bool, note: str) -> None:
    """List the players of GAME whom mail has not reached.

    Says whether the deadline is on hold for them; --go-on lets it run.
    """
    services = open_services(Config.from_environment())
    if go_on:
        click.echo(f"{game} goes on. Orders are due {local(let_run(services, GameId(game), note), 'UTC')}.")
        return
    alarms = open_alarms(services, GameId(game))
    if not alarms:
        click.echo(f"Mail has reached every player of {game}, as far as is known.")
    for one in alarms:
        since = f"deadline on hold since {local(one.since, 'UTC')}" if one.since else "deadline not on hold"
        click.echo(_printable(f"{one.seat_title}, turn {one.turn}: {one.name}, {one.address}; {since}; {one.said}"))


@click.command()
@click.argument("address", default="")
@plainly
def reach(address: str) -> None:
    """List addresses that mail comes back from.

    With ADDRESS: mail arrives there again. The newest report of each game that did not arrive is then sent once more.
    """
    services = open_services(Config.from_environment())
    if address:
        again = found(services, normal_address(address))
        click.echo(f"{address}: reports go there again; {again} sent again")
        return
    lost_ones = lost_addresses(services)
    if not lost_ones:
        click.echo("Mail comes back from no address.")
    for lost in lost_ones:
        instead = f"reports go to {lost.instead}" if lost.instead else "reports are not sent"
        click.echo(_printable(f"{lost.address} ({lost.name}) since {local(lost.since, 'UTC')}; {instead}; {lost.said}"))


def _operator() -> tuple[Services, PlayerCard]:
    """The post office, and who looks at its mails: the operator, who may be a player too."""
    services = open_services(Config.from_environment())
    if not services.config.operator_address:
        raise click.ClickException(
            "set PBEM_OPERATOR_ADDRESS first: mails are shown to the operator, who may be a player too"
        )
    reader = player(services, ensure_player(services, services.config.operator_address, "the operator"))
    assert reader is not None  # just made sure of
    return services, reader


def _answers(listen: str) -> bool:
    """Whether a worker listens at ``host:port``."""
    host, _, port = listen.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=2).close()
    except OSError:
        return False
    return True


def _printable(text: str) -> str:
    """Words from a mail or of a file, with nothing in them that a terminal would act on."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
