"""The command that measures speed."""

import click

from pbem.bench import figures, where_time_goes
from pbem.bench.growth import growth as growing
from pbem.bench.turns import storm as storming


@click.command()
@click.option("--quick", is_flag=True, help="Measure fewer rounds, and play no demo battle.")
@click.option("--where", is_flag=True, help="Show instead where the time of a large battle goes.")
@click.option("--growth", is_flag=True, help="Measure instead what up to 10,000 finished and 1,000 running games cost.")
@click.option("--storm", is_flag=True, help="Measure instead 1,000 turns due in one minute, and memory after 10,000.")
@click.option(
    "--database", default="", help="For --growth and --storm: an empty database; without it an SQLite file of its own."
)
def bench(quick: bool, where: bool, growth: bool, storm: bool, database: str) -> None:
    """Measure speed, each figure beside its floor."""
    if growth:
        lines = growing(quick, database)
    elif storm:
        lines = storming(quick, database)
    else:
        lines = where_time_goes() if where else figures(quick)
    for line in lines:
        click.echo(line)
