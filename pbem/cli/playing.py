"""The commands that begin games, list them, export them and let them go on."""

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli.pairs import pair
from pbem.cli.plainly import plainly
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.engine.scenariofile.parcelling import BY_SCENARIO, slug
from pbem.jobs import open_services
from pbem.scenarios import one_scenario
from pbem.service.options import options_from
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import games, new_game
from pbem.service.play.games import resume as let_go_on
from pbem.service.replay.downloads import export_game


@click.command()
@click.argument("scenario")
@click.option("--seat", "seats", multiple=True, metavar="SEAT=ADDRESS",
              help="Player of a seat: south=ines@example.org, north=aide or north=aide:bold.")  # fmt: skip
@click.option("--commander", "commanders", multiple=True, metavar="NAME=ADDRESS",
              help="Player of one of several commanders a side: Coligny=ines@example.org or Coligny=aide.")  # fmt: skip
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the game: every=3, unit=days, weekdays=1,2,3,4,5, pace=round, ...",
)
@click.option("--umpire", default="", metavar="ADDRESS", help="Player who umpires it. Default: no umpire.")
@plainly
def new(scenario: str, seats: Sequence[str], commanders: Sequence[str], options: Sequence[str], umpire: str) -> None:
    """Begin a game of SCENARIO.

    SCENARIO is a battle (NAME, or RULES/NAME where several rule sets have it) or a scenario file.  With --commander its
    units are parcelled out as it says; or as --option commanders="Coligny: Van; Condé (chief): Main, Foot" does.
    """
    scenario = one_scenario(scenario)
    services = open_services(Config.from_environment())
    who = dict(pair(text, "--seat south=ines@example.org") for text in seats)
    leading = dict(pair(text, "--commander Coligny=ines@example.org") for text in commanders)
    who |= {slug(name): address for name, address in leading.items()}
    given = dict(pair(text, "--option every=3") for text in options)
    if leading:
        given.setdefault("commanders", BY_SCENARIO)
    read = {name: value.split(",") if name == "weekdays" else value for name, value in given.items()}
    aides = {seat: address.partition(":") for seat, address in who.items() if address.partition(":")[0] == "aide"}
    chosen = options_from({**read, "aides": {seat: temper for seat, (_, _, temper) in aides.items() if temper}})
    players = {
        Seat(seat): None if seat in aides else ensure_player(services, address, "", chosen.zone)
        for seat, address in who.items()
    }
    above = ensure_player(services, umpire, "", chosen.zone) if umpire else None
    click.echo(new_game(services, scenario, players, chosen, umpire=above))


@click.command("games")
@plainly
def list_games() -> None:
    """List the games: id, state and title."""
    for game, title, state in games(open_services(Config.from_environment())):
        click.echo(f"{game}  {state}  {title}")


@click.command()
@click.argument("game")
@click.option("--reason", required=True, help="What was wrong and has been mended; kept in the journal.")
@click.option("--accept", is_flag=True, help="Go on by today's rules, even where they would have played it otherwise.")
@plainly
def resume(game: str, reason: str, accept: bool) -> None:
    """Let a stopped GAME go on, once its cause is mended.

    Its deadline begins anew, and the mails kept for it are read.
    """
    if not let_go_on(open_services(Config.from_environment()), GameId(game), reason, accept=accept):
        raise click.ClickException(f"{game} stopped again at once; the mail to the operator says why")
    click.echo(f"{game} goes on.")


@click.command()
@click.argument("game")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File to write. Default: standard output.")
@plainly
def export(game: str, out: Path | None) -> None:
    """Write the archive of a GAME.

    It has one JSON value a line, and holds all that is needed to check the game.
    """
    text = "".join(export_game(open_services(Config.from_environment()), GameId(game)))
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
