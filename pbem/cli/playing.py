"""The commands that begin games, list them and let them go on; `pbem.cli.main` puts them on the command line."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli.pairs import pair
from pbem.cli.plainly import plainly
from pbem.config import Config
from pbem.engine.ids import GameId, Seat

playing_commands = click.Group()
"""Every command written here is a command of ``pbem``."""


@playing_commands.command()
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
    from pbem.cli.run import run as run_all
    from pbem.scenarios import one_scenario

    run_all(data_dir, port, click.echo, aide, one_scenario(scenario))


@playing_commands.command()
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
    from pbem.cli.demo import play_demo
    from pbem.scenarios import one_scenario

    aides = {Seat("south"): south, Seat("north"): north}
    play_demo(out, seed, click.echo, aides, one_scenario(scenario))


@playing_commands.command()
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

    SCENARIO is a battle (NAME, or RULES/NAME where several rule sets have it) or a scenario file.
    """
    from pbem.jobs import open_services
    from pbem.scenarios import one_scenario
    from pbem.service.options import options_from
    from pbem.service.people.seats import ensure_player
    from pbem.service.play.games import new_game

    scenario = one_scenario(scenario)
    services = open_services(Config.from_environment())
    who = dict(pair(text, "--seat south=ines@example.org") for text in seats)
    given = dict(pair(text, "--option every=3") for text in options)
    read = {name: value.split(",") if name == "weekdays" else value for name, value in given.items()}
    aides = {seat: address.partition(":") for seat, address in who.items() if address.partition(":")[0] == "aide"}
    chosen = options_from({**read, "aides": {seat: temper for seat, (_, _, temper) in aides.items() if temper}})
    players = {
        Seat(seat): None if seat in aides else ensure_player(services, address, "", chosen.zone)
        for seat, address in who.items()
    }
    click.echo(new_game(services, scenario, players, chosen))


@playing_commands.command("games")
@plainly
def list_games() -> None:
    """List the games: id, state and title."""
    from pbem.jobs import open_services
    from pbem.service.play.games import games

    for game, title, state in games(open_services(Config.from_environment())):
        click.echo(f"{game}  {state}  {title}")


@playing_commands.command()
@click.argument("game")
@click.option("--reason", required=True, help="What was wrong and has been mended; kept in the journal.")
@click.option("--accept", is_flag=True, help="Go on by today's rules, even where they would have played it otherwise.")
@plainly
def resume(game: str, reason: str, accept: bool) -> None:
    """Let a stopped GAME go on, once its cause is mended.

    Its deadline begins anew, and the mails kept for it are read.
    """
    from pbem.jobs import open_services
    from pbem.service.play.games import resume as let_go_on

    if not let_go_on(open_services(Config.from_environment()), GameId(game), reason, accept=accept):
        raise click.ClickException(f"{game} stopped again at once; the mail to the operator says why")
    click.echo(f"{game} goes on.")


@playing_commands.group()
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
