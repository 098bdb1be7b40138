"""The commands that export, verify, count and measure; `pbem.cli.main` puts them on the command line."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli.pairs import pair
from pbem.cli.plainly import plainly
from pbem.config import Config
from pbem.engine.ids import GameId

proof_commands = click.Group()
"""Every command written here is a command of ``pbem``."""


@proof_commands.command()
@click.argument("game")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File to write. Default: standard output.")
@plainly
def export(game: str, out: Path | None) -> None:
    """Write the archive of a GAME.

    It has one JSON value a line, and holds all that is needed to check the game.
    """
    from pbem.jobs import open_services
    from pbem.service.replay.downloads import export_game

    text = "".join(export_game(open_services(Config.from_environment()), GameId(game)))
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")


@proof_commands.command()
@click.argument("archive", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--audit", is_flag=True, help="Replay every rule, and compare every fact.")
@plainly
def verify(archive: Path, audit: bool) -> None:
    """Check an ARCHIVE: its hash chain, its dice and its story.

    No settings and no database are needed.
    """
    from pbem.cli.archives import verify_file

    report = verify_file(archive, audit)
    for line in report.lines:
        click.echo(line)
    if not report.good:
        raise SystemExit(1)


@proof_commands.command()
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


@proof_commands.command()
@click.option("--quick", is_flag=True, help="Measure fewer rounds, and play no demo battle.")
@click.option("--where", is_flag=True, help="Show instead where the time of a large battle goes.")
def bench(quick: bool, where: bool) -> None:
    """Measure speed, each figure beside its floor."""
    from pbem import bench

    for line in bench.where() if where else bench.figures(quick):
        click.echo(line)


@proof_commands.command()
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


@proof_commands.command()
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
    from pbem.cli.match import match_of, play_match, summary
    from pbem.scenarios import one_scenario

    players = dict(pair(text, "--seat south=bold") for text in seats)
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
