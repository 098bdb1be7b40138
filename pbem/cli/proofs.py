"""The commands that check scenarios, archives and rules; no settings and no database are needed."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cases.run import run_file, told
from pbem.cases.run import summary as case_summary
from pbem.cli.archives import verify_file
from pbem.cli.match import match_of, play_match, summary
from pbem.cli.pairs import pair
from pbem.cli.plainly import plainly
from pbem.fuzz import fuzz as play
from pbem.scenarios import BadScenario, load_scenario, one_scenario


@click.group()
def scenario() -> None:
    """Check scenario files."""


@scenario.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@plainly
def scenario_check(files: Sequence[Path]) -> None:
    """Check scenario FILES, and summarize those without a fault.

    Every fault is listed with its line.
    """
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


@click.command()
@click.argument("archive", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--audit", is_flag=True, help="Replay every rule, and compare every fact.")
@plainly
def verify(archive: Path, audit: bool) -> None:
    """Check an ARCHIVE: its hash chain, its dice and its story.

    No settings and no database are needed.
    """
    report = verify_file(archive, audit)
    for line in report.lines:
        click.echo(line)
    if not report.good:
        raise SystemExit(1)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def case(files: Sequence[Path]) -> None:
    """Run rule cases from FILES, and count them."""
    results = [result for file in files for result in run_file(file)]
    for result in results:
        for line in told(result):
            click.echo(line)
    click.echo(case_summary(results))
    if any(not result.passed for result in results):
        raise SystemExit(1)


FUZZ_LINES = 20
"""Lines that tell how far a fuzz has come."""


@click.command()
@click.argument("rules")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many battles.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same battles.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(1), help="Number of the first battle.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="How many to play at once.")
@plainly
def fuzz(rules: str, games: int, seed: int, first: int, jobs: int) -> None:
    """Play battles of RULES at random, and check every entry.

    How far it has come goes to the error stream, twenty times in all.
    """
    findings = turns = 0
    for done, battle in enumerate(play(rules, games, seed, first, jobs), 1):
        turns += battle.turns
        if battle.finding is not None:
            findings += 1
            click.echo(f"seed {seed}, {battle.finding}")
        if done % max(1, games // FUZZ_LINES) == 0 and done < games:
            click.echo(f"{done} of {games} battles, {turns} turns, {findings} findings", err=True)
    click.echo(f"{games} battles, {turns} turns, {findings} findings")
    if findings:
        raise SystemExit(1)


@click.command()
@click.argument("scenario")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many battles.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same battles.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(1), help="Number of the first battle.")
@click.option("--pace", default="", help="How often a side is asked for orders: a pace of its rules, such as 'ask me'.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="How many to play at once.")
@click.option("--seat", "seats", multiple=True, metavar="SEAT=PLAYER",
              help="Who plays a seat: a temperament of its aide, or random (south=bold).")  # fmt: skip
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
              help="A setting of the battle: sight=hidden, commanders=scenario.")  # fmt: skip
@click.option("--south", help="Short for --seat south=...")
@click.option("--north", help="Short for --seat north=...")
@click.option("-v", "--verbose", is_flag=True, help="Print a line for each battle.")
@plainly
def match(
    scenario: str, games: int, seed: int, first: int, pace: str, jobs: int, seats: Sequence[str],
    options: Sequence[str], south: str | None, north: str | None, verbose: bool,
) -> None:  # fmt: skip
    """Play battles of SCENARIO in memory, and count who wins.

    Aides-de-camp play both sides, or a random player.
    """
    players = dict(pair(text, "--seat south=bold") for text in seats)
    players |= {seat: player for seat, player in (("south", south), ("north", north)) if player is not None}
    given = dict(pair(text, "--option sight=hidden") for text in options) | ({"pace": pace} if pace else {})
    agreed = match_of(one_scenario(scenario), players, seed, given)
    results = []
    for result in play_match(agreed, games, first, jobs):
        results.append(result)
        if verbose:
            click.echo(str(result))
    for line in summary(agreed, results):
        click.echo(line)
    if any(result.refused for result in results):
        raise SystemExit(1)
