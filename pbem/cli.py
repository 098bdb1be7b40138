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
@click.option("-v", "--verbose", is_flag=True, help="Log each thing as it is done.")
def main(verbose: bool) -> None:
    """Battles by Post: pike-and-shot battles by mail and web, with a report and a map every turn."""
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # that a job took longer than its interval is no news


for _command in (*mail_commands.commands.values(), *people_commands.commands.values()):
    main.add_command(_command)


# --- playing ------------------------------------------------------------------------------------------------------


@main.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535),
              help="Port of the web pages.")  # fmt: skip
@click.option("--data", "data_dir", default=Path("var"), show_default=True, type=click.Path(path_type=Path),
              help="Data folder, where games are kept.")  # fmt: skip
@click.option("--aide", default="", metavar="TEMPERAMENT", help="How your opponent's aide plays, such as bold.")
@click.option("--scenario", default="", metavar="NAME",
              help="Battle to play: its newest game, or a new one. Default: your newest game.")  # fmt: skip
@plainly
def run(port: int, data_dir: Path, aide: str, scenario: str) -> None:
    """Play on this machine, against the aide-de-camp.

    Everything runs in one process, with a built-in mailbox.
    """
    from pbem.run import run as run_all
    from pbem.scenarios import one_scenario

    run_all(data_dir, port, click.echo, aide, one_scenario(scenario))


@main.command()
@click.option("--out", default=Path("out/demo"), show_default=True, type=click.Path(path_type=Path, file_okay=False),
              help="Folder for the mails, maps, archive and summary.")  # fmt: skip
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same battle.")
@click.option("--scenario", default="", help="Battle to play. Default: a small one for newcomers.")
@click.option("--south", default="", metavar="TEMPERAMENT", help="How its aide plays, such as bold.")
@click.option("--north", default="", metavar="TEMPERAMENT", help="How its aide plays.")
@plainly
def demo(out: Path, seed: int, scenario: str, south: str, north: str) -> None:
    """Play a whole battle between two aides-de-camp.

    Orders and reports go through the real mail doors: LMTP in, SMTP out.
    """
    from pbem.demo import play_demo
    from pbem.scenarios import one_scenario

    aides = {Seat("south"): south, Seat("north"): north}
    play_demo(out, seed, click.echo, aides, one_scenario(scenario))


@main.command()
@click.argument("scenario")
@click.option("--seat", "seats", multiple=True, required=True, metavar="SEAT=ADDRESS",
              help="Player of a seat: south=ines@example.org, north=aide or north=aide:bold.")  # fmt: skip
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the game: every=3, unit=days, weekdays=1,2,3,4,5, pace=round, ...",
)
@plainly
def new(scenario: str, seats: Sequence[str], options: Sequence[str]) -> None:
    """Begin a game of SCENARIO.

    SCENARIO is a battle (snaphance/harrow-down, or harrow-down where only one rule set has it) or a scenario file.
    """
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
    """List the games: id, state and title."""
    from pbem.jobs import open_post
    from pbem.service.play.games import games

    for game, title, state in games(open_post(Config.from_environment())):
        click.echo(f"{game}  {state}  {title}")


@main.command()
@click.argument("game")
@click.option("--reason", required=True, help="What was wrong and has been mended; kept in the journal.")
@click.option("--accept", is_flag=True, help="Go on by today's rules, even where they would have played it otherwise.")
@plainly
def resume(game: str, reason: str, accept: bool) -> None:
    """Let a stopped GAME go on, once its cause is mended.

    Its deadline begins anew, and the mails kept for it are read.
    """
    from pbem.jobs import open_post
    from pbem.service.play.games import resume as let_go_on

    if not let_go_on(open_post(Config.from_environment()), GameId(game), reason, accept=accept):
        raise click.ClickException(f"{game} stopped again at once; the mail to the operator says why")
    click.echo(f"{game} goes on.")


def _pair(text: str, example: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise click.UsageError(f"{text!r} is not understood; write it as {example}")
    return name, value


@main.group()
def scenario() -> None:
    """Check scenario files."""


@scenario.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@plainly
def scenario_check(files: Sequence[Path]) -> None:
    """Check scenario FILES, and summarize those without a fault.

    Every fault is listed with its line.
    """
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
            click.echo(f"{file}: ready to play")
            for line in loaded.scenario.summary:
                click.echo(f"  {line}")
    if bad:
        raise SystemExit(1)


# --- running the service ------------------------------------------------------------------------------------------


@main.command()
@plainly
def migrate() -> None:
    """Bring the database up to date, and check every game.

    An SQLite file is first copied beside itself. Then every journal is checked, and every open turn replayed as far as
    it has come. A game whose journal is damaged, or which this version's rules would have played differently, is
    stopped before any orders come in, and the operator gets a mail.
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
        click.echo(f"{game} is stopped: this version's rules failed, or would have played it differently.")


@main.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@plainly
def serve(port: int) -> None:
    """Serve the web pages alone, to try a configuration.

    For a real service use gunicorn, as the Procfile does.
    """
    from pbem.run import HOST, web_door, web_server

    config = Config.from_environment()
    with web_door(port) as door:
        click.echo(f"Web pages at http://{HOST}:{port}")
        web_server(config, door).serve_forever()


@main.command()
@plainly
def worker() -> None:
    """Keep deadlines, read mail and send mail, until stopped.

    Several workers may run at once.
    """
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
@click.option("--now", "when", metavar="TIME", help="Act as if it were this time: 2026-05-14T19:00:00Z.")
@plainly
def tick(when: str | None) -> None:
    """Act once on every deadline that is due.

    Mails that came before a deadline are read first.
    """
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
        raise click.UsageError(f"--now: {text!r} is not a time; write it as 2026-05-14T19:00:00Z") from fault


@main.command("sign-in")
@click.argument("address")
@click.option("--name", default="", help="Name of a new player.")
@plainly
def sign_in(address: str, name: str) -> None:
    """Print a sign-in link for the player with ADDRESS.

    Hand it over yourself; it works once. An unknown address becomes a new player.
    """
    from pbem.jobs import open_post
    from pbem.service.people.seats import ensure_player, sign_in_link

    post = open_post(Config.from_environment())
    click.echo(sign_in_link(post, ensure_player(post, address, name)))


# --- archives, cases, figures -------------------------------------------------------------------------------------


@main.command()
@click.argument("game")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File to write. Default: standard output.")
@plainly
def export(game: str, out: Path | None) -> None:
    """Write the archive of a GAME.

    It has one JSON value a line, and holds all that is needed to check the game.
    """
    from pbem.jobs import open_post
    from pbem.service.following.downloads import export_game

    text = "".join(export_game(open_post(Config.from_environment()), GameId(game)))
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")


@main.command()
@click.argument("archive", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--audit", is_flag=True, help="Replay every rule, and compare every fact.")
@plainly
def verify(archive: Path, audit: bool) -> None:
    """Check an ARCHIVE: its hash chain, its dice and its story.

    No settings and no database are needed.
    """
    from pbem.archives import verify_file

    report = verify_file(archive, audit)
    for line in report.lines:
        click.echo(line)
    if not report.good:
        raise SystemExit(1)


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def case(files: Sequence[Path]) -> None:
    """Run rule cases from FILES, and count them."""
    from pbem.cases.run import run_file, summary, told

    results = [result for file in files for result in run_file(file)]
    for result in results:
        for line in told(result):
            click.echo(line)
    click.echo(summary(results))
    if any(not result.passed for result in results):
        raise SystemExit(1)


@main.command()
@click.option("--quick", is_flag=True, help="Measure fewer rounds, and play no demo battle.")
@click.option("--where", is_flag=True, help="Show instead where the time of a large battle goes.")
def bench(quick: bool, where: bool) -> None:
    """Measure speed, each figure beside its floor."""
    from pbem import bench

    for line in bench.where() if where else bench.figures(quick):
        click.echo(line)


@main.command()
@click.argument("rules")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many battles.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same battles.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(1), help="Number of the first battle.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="How many to play at once.")
@plainly
def fuzz(rules: str, games: int, seed: int, first: int, jobs: int) -> None:
    """Play battles of RULES at random, and check every entry."""
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
@click.option("--pace", default="", help="How often a side is asked for orders: a pace of its rules, such as 'ask me'.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="How many to play at once.")
@click.option("--seat", "seats", multiple=True, metavar="SEAT=PLAYER",
              help="Who plays a seat: a temperament of its aide, or random (south=bold).")  # fmt: skip
@click.option("--south", help="Short for --seat south=...")
@click.option("--north", help="Short for --seat north=...")
@click.option("-v", "--verbose", is_flag=True, help="Print a line for each battle.")
@plainly
def match(
    scenario: str, games: int, seed: int, first: int, pace: str, jobs: int, seats: Sequence[str], south: str | None,
    north: str | None, verbose: bool,
) -> None:  # fmt: skip
    """Play battles of SCENARIO in memory, and count who wins.

    Aides-de-camp play both sides, or a random player.
    """
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
