"""The command line: ``pbem``.  Each command parses, calls, prints; what goes wrong is one clear line."""

import logging
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import click

from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.mailcli import mail_commands
from pbem.peoplecli import people_commands
from pbem.plainly import plainly


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem")
@click.option("-v", "--verbose", is_flag=True, help="Tell what is done as it is done.")
def main(verbose: bool) -> None:
    """Pike-and-shot battles by post: orders by mail or web, turn reports with a map."""
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # that a job took longer than its interval is no news


for _command in (*mail_commands.commands.values(), *people_commands.commands.values()):
    main.add_command(_command)


# --- playing ------------------------------------------------------------------------------------------------------


@main.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Of the web pages.")
@click.option("--data", "data_dir", default=Path("var"), show_default=True, type=click.Path(path_type=Path),
              help="Folder of the games.")  # fmt: skip
@click.option("--aide", default="", metavar="TEMPERAMENT", help="Of your enemy: one that its rules have, such as bold.")
@click.option("--scenario", default="", metavar="NAME",
              help="Which battle: its newest game, else a new one. Without: the newest of all.")  # fmt: skip
@plainly
def run(port: int, data_dir: Path, aide: str, scenario: str) -> None:
    """Play on this machine: everything in one process, with a built-in mailbox and a battle to fight."""
    from pbem.run import run as run_all
    from pbem.scenarios import one_scenario

    run_all(data_dir, port, click.echo, aide, one_scenario(scenario))


@main.command()
@click.option("--out", default=Path("out/demo"), show_default=True, type=click.Path(path_type=Path, file_okay=False),
              help="Folder for mails, maps, archive and summary.")  # fmt: skip
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same battle.")
@click.option("--scenario", default="", help="Which battle; a small one for newcomers if none is named.")
@click.option("--south", default="", metavar="TEMPERAMENT", help="Of its aide: one that its rules have, such as bold.")
@click.option("--north", default="", metavar="TEMPERAMENT", help="The same of the other one.")
@plainly
def demo(out: Path, seed: int, scenario: str, south: str, north: str) -> None:
    """A whole battle between two aides-de-camp, through the real doors: LMTP in, SMTP out."""
    from pbem.demo import play_demo
    from pbem.scenarios import one_scenario

    aides = {Seat("south"): south, Seat("north"): north}
    play_demo(out, seed, click.echo, aides, one_scenario(scenario))


@main.command()
@click.argument("scenario")
@click.option("--seat", "seats", multiple=True, required=True, metavar="SEAT=ADDRESS",
              help="Who plays a seat: south=ines@example.org, north=aide, or north=aide:bold.")  # fmt: skip
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="every=3, unit=days, weekdays=1,2,3,4,5, pace=round, ...",
)
@plainly
def new(scenario: str, seats: Sequence[str], options: Sequence[str]) -> None:
    """Begin a game of SCENARIO (rules/harrow-down, harrow-down where one rule set alone has it, or a file)."""
    from pbem.jobs import open_post
    from pbem.scenarios import one_scenario
    from pbem.service.options import options_from
    from pbem.service.people.seats import ensure_player
    from pbem.service.play.games import new_game

    scenario = one_scenario(scenario)
    post = open_post(Config.from_environment())
    who = dict(_pair(text, "--seat south=ines@example.org") for text in seats)
    given = dict(_pair(text, "--option every=3") for text in options)
    read = {name: value.split(",") if name == "weekdays" else value for name, value in given.items()}
    aides = {seat: address.partition(":") for seat, address in who.items() if address.partition(":")[0] == "aide"}
    chosen = options_from({**read, "aides": {seat: temper for seat, (_, _, temper) in aides.items() if temper}})
    players = {
        Seat(seat): None if seat in aides else ensure_player(post, address, "", chosen.zone)
        for seat, address in who.items()
    }
    click.echo(new_game(post, scenario, players, chosen))


@main.command("games")
@plainly
def list_games() -> None:
    """List the games: id, state, title."""
    from pbem.jobs import open_post
    from pbem.service.play.games import games

    for game, title, state in games(open_post(Config.from_environment())):
        click.echo(f"{game}  {state}  {title}")


@main.command()
@click.argument("game")
@click.option("--reason", required=True, help="What was wrong and is mended: the journal keeps it.")
@click.option("--accept", is_flag=True, help="Where today's rules would have played otherwise, go on by them.")
@plainly
def resume(game: str, reason: str, accept: bool) -> None:
    """Let a stopped GAME go on."""
    from pbem.jobs import open_post
    from pbem.service.play.games import resume as let_go_on

    if not let_go_on(open_post(Config.from_environment()), GameId(game), reason, accept=accept):
        raise click.ClickException(f"{game} stopped again at once; its operator's mail says why")
    click.echo(f"{game} goes on.")


def _pair(text: str, example: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise click.UsageError(f"{text!r} cannot be read; write it as {example}")
    return name, value


@main.group()
def scenario() -> None:
    """Scenario files."""


@scenario.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@plainly
def scenario_check(files: Sequence[Path]) -> None:
    """Name every fault of scenario FILES, with its line; tell what is in a file that has none."""
    from pbem.scenarios import BadScenario, load_scenario

    bad = False
    for file in files:
        try:
            loaded = load_scenario(file)
        except BadScenario as fault:
            click.echo(str(fault))
            bad = True
        else:
            for warning in loaded.warnings:
                click.echo(f"{file}: {warning}")
            click.echo(f"{file}: can be played")
            for line in loaded.scenario.summary:
                click.echo(f"  {line}")
    if bad:
        raise SystemExit(1)


# --- running the service ------------------------------------------------------------------------------------------


@main.command()
@plainly
def migrate() -> None:
    """Bring the database up to date (an SQLite file is copied first, beside it).

    Then check every journal, and play every open turn again as far as it has come. A game whose journal is damaged, or
    which this version's rules would have played differently, is stopped here and the operator told, before any orders
    come in.
    """
    from pbem.jobs import open_post
    from pbem.service.office.chains import check_all
    from pbem.service.play.games import check_open_steps
    from pbem.store.errors import BrokenGame

    post = open_post(Config.from_environment())
    post.db.migrate()
    click.echo("The database is up to date.")
    for one in check_all(post):
        if isinstance(one, BrokenGame):
            click.echo(f"{one.game} is stopped: its journal is damaged at entry {one.seq}: {one.reason}.")
    for game in check_open_steps(post):
        click.echo(f"{game} is stopped: by the rules of this version it would have gone differently, or they failed.")


@main.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@plainly
def serve(port: int) -> None:
    """The web pages alone, for trying a configuration; the Procfile's gunicorn is for the real thing."""
    from pbem.run import HOST, web_door, web_server

    config = Config.from_environment()
    with web_door(port) as door:
        click.echo(f"Web pages at http://{HOST}:{port}")
        web_server(config, door).serve_forever()


@main.command()
@plainly
def worker() -> None:
    """Clock, mail room, outbox and mail doors, until it is told to stop.  Several may run."""
    from pbem.jobs import listener, open_door, open_post, watched_mailbox, worker_of

    config = Config.from_environment()
    post = open_post(config)
    with ExitStack() as doors:
        if config.lmtp_listen:
            doors.enter_context(open_door(listener(post, config.lmtp_listen)))
        if config.imap_url:
            doors.enter_context(watched_mailbox(post))
        doors.enter_context(worker_of(post)).run()


@main.command()
@click.option("--now", "when", metavar="TIME", help="As if it were that time: 2026-05-14T19:00:00Z.")
@plainly
def tick(when: str | None) -> None:
    """Act once on every deadline that is due, after the mails that came before it."""
    from pbem.jobs import open_post
    from pbem.service.incoming.closing import close_turns
    from pbem.service.play.clockwork import Ticked

    did = close_turns(open_post(Config.from_environment()), _moment(when) if when else None)
    for name in Ticked.__struct_fields__:
        for game in getattr(did, name):
            click.echo(f"{name} {game}")


def _moment(text: str) -> datetime:
    from pbem.clock import from_iso

    try:
        return from_iso(text)
    except ValueError as fault:
        raise click.UsageError(f"--now {text}: {fault}") from fault


@main.command("sign-in")
@click.argument("address")
@click.option("--name", default="", help="Of a player who is not known yet.")
@plainly
def sign_in(address: str, name: str) -> None:
    """Print a sign-in link for a player, to hand over yourself."""
    from pbem.jobs import open_post
    from pbem.service.people.seats import ensure_player, sign_in_link

    post = open_post(Config.from_environment())
    click.echo(sign_in_link(post, ensure_player(post, address, name)))


# --- archives, cases, figures -------------------------------------------------------------------------------------


@main.command()
@click.argument("game")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Default: standard output.")
@plainly
def export(game: str, out: Path | None) -> None:
    """Write a game's archive: one JSON value a line, all that anyone needs to check it."""
    from pbem.jobs import open_post
    from pbem.service.following.downloads import export_game

    text = "".join(export_game(open_post(Config.from_environment()), GameId(game)))
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")


@main.command()
@click.argument("archive", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--audit", is_flag=True, help="Play the rules again and compare every fact.")
@plainly
def verify(archive: Path, audit: bool) -> None:
    """Check an archive: its chain of hashes, its dice, its story.  Needs nothing else."""
    from pbem.archives import verify_file

    report = verify_file(archive, audit)
    for line in report.lines:
        click.echo(line)
    if not report.good:
        raise SystemExit(1)


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def case(files: Sequence[Path]) -> None:
    """Run FILES of rule cases; the last line counts them."""
    from pbem.cases.run import run_file, summary, told

    results = [result for file in files for result in run_file(file)]
    for result in results:
        for line in told(result):
            click.echo(line)
    click.echo(summary(results))
    if any(not result.passed for result in results):
        raise SystemExit(1)


@main.command()
@click.option("--quick", is_flag=True, help="Fewer rounds, and no demo battle.")
@click.option("--where", is_flag=True, help="Instead: where the time of a large battle goes.")
def bench(quick: bool, where: bool) -> None:
    """The measured figures, each beside its floor."""
    from pbem import bench

    for line in bench.where() if where else bench.figures(quick):
        click.echo(line)


@main.command()
@click.argument("rules")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many battles.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same battles.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(1), help="Number of the first battle.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="How many are played at once.")
@plainly
def fuzz(rules: str, games: int, seed: int, first: int, jobs: int) -> None:
    """Play whole battles of RULES at random and check every entry of them."""
    from pbem.fuzz import fuzz as play

    findings = 0
    for finding in play(rules, games, seed, first, jobs):
        if finding is not None:
            findings += 1
            click.echo(f"seed {seed}, {finding}")
    click.echo(f"{games} battles, {findings} findings")
    if findings:
        raise SystemExit(1)


@main.command()
@click.argument("scenario")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many battles.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same battles.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(1), help="Number of the first battle.")
@click.option("--pace", default="", help="How often a side is asked: a pace of its rules, such as 'ask me'.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="How many are fought at once.")
@click.option("--seat", "seats", multiple=True, metavar="SEAT=PLAYER",
              help="south=bold: who plays a seat: a temperament of its aide-de-camp, or random.")  # fmt: skip
@click.option("--south", help="Short for --seat south=...")
@click.option("--north", help="Short for --seat north=...")
@click.option("-v", "--verbose", is_flag=True, help="A line for each battle.")
@plainly
def match(
    scenario: str, games: int, seed: int, first: int, pace: str, jobs: int, seats: Sequence[str], south: str | None,
    north: str | None, verbose: bool,
) -> None:  # fmt: skip
    """Fight whole battles of SCENARIO in memory, aide against aide, and count who wins."""
    from pbem.match import match_of, play_match, summary
    from pbem.scenarios import one_scenario

    players = dict(_pair(text, "--seat south=bold") for text in seats)
    players |= {seat: player for seat, player in (("south", south), ("north", north)) if player is not None}
    agreed = match_of(one_scenario(scenario), players, seed, pace)
    results = []
    for result in play_match(agreed, games, first, jobs):
        results.append(result)
        if verbose:
            click.echo(str(result))
    for line in summary(agreed, results):
        click.echo(line)
    if any(result.refused for result in results):
        raise SystemExit(1)


if __name__ == "__main__":
    sys.exit(main())
