"""The commands that play on this machine, or serve the web pages alone."""

from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from pbem.cli.demo import play_demo
from pbem.cli.history import play_history
from pbem.cli.pairs import pair
from pbem.cli.places import WantedPlace
from pbem.cli.plainly import plainly
from pbem.cli.run import HOST, web_door, web_server
from pbem.cli.run import run as run_all
from pbem.config import Config
from pbem.engine.ids import Seat
from pbem.scenarios import one_scenario


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535),
              help="Port of the web pages.")  # fmt: skip
@click.option("--data", "data_dir", default=Path("var"), show_default=True, type=click.Path(path_type=Path),
              help="Data folder, where games are kept.")  # fmt: skip
@click.option("--aide", default="", metavar="TEMPERAMENT", help="How your opponent's aide plays, such as bold.")
@click.option("--scenario", default="", metavar="NAME",
              help="Battle to play: its newest game, or a new one. Default: your newest game.")  # fmt: skip
@click.option("--umpire", is_flag=True,
              help="Umpire a battle between aides, several a side where it parcels units out.")  # fmt: skip
@click.option("--commander", default="", metavar="NAME",
              help="Play one of several commanders a side, such as Coligny at Dreux.")  # fmt: skip
@plainly
def run(port: int, data_dir: Path, aide: str, scenario: str, umpire: bool, commander: str) -> None:
    """Play on this machine, against the aide-de-camp, or umpire battles between aides.

    Everything runs in one process, with a built-in mailbox.
    """
    if umpire and commander:
        raise click.UsageError("an umpire commands nothing: leave --umpire or --commander out")
    run_all(data_dir, port, click.echo, WantedPlace(scenario, aide, umpire, commander))


@click.command()
@click.option("--out", default=Path("out/demo"), show_default=True, type=click.Path(path_type=Path, file_okay=False),
              help="Folder for the mails, maps, archive and summary.")  # fmt: skip
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same battle.")
@click.option("--scenario", default="", help="Battle to play. Default: a small one for newcomers.")
@click.option("--south", default="", metavar="TEMPERAMENT", help="How its aide plays, such as bold.")
@click.option("--north", default="", metavar="TEMPERAMENT", help="How its aide plays.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
              help="A setting of the game, such as sight=hidden.")  # fmt: skip
@click.option("--umpire", is_flag=True, help="With an umpire, who reads all and lets the turns be played.")
@click.option("--history", is_flag=True, help="Play the orders really given, and tell how near it comes.")
@plainly
def demo(
    out: Path, seed: int, scenario: str, south: str, north: str, options: Sequence[str], umpire: bool, history: bool
) -> None:  # fmt: skip
    """Play a whole battle between aides-de-camp.

    Orders and reports go through the real mail doors: LMTP in, SMTP out.
    """
    if history:
        here = click.get_current_context()
        others = [one.opts[0] for one in here.command.params if one.name not in {"history", "scenario"}
                  and here.get_parameter_source(one.name or "") is ParameterSource.COMMANDLINE]  # fmt: skip
        if others:
            raise click.UsageError(f"--history plays what was ordered, and prints it: leave out {', '.join(others)}.")
        play_history(one_scenario(scenario), click.echo)
        return
    aides = {Seat("south"): south, Seat("north"): north}
    given = dict(pair(text, "--option sight=hidden") for text in options)
    play_demo(out, seed, click.echo, aides, one_scenario(scenario), given, umpired=umpire)


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@plainly
def serve(port: int) -> None:
    """Serve the web pages alone, to try a configuration.

    For a real service use gunicorn, as the Procfile does.
    """
    config = Config.from_environment()
    with web_door(port) as door:
        click.echo(f"Web pages at http://{HOST}:{port}")
        web_server(config, door).serve_forever()
