"""The command that measures speed."""

import click

from pbem.bench import figures, where_time_goes


@click.command()
@click.option("--quick", is_flag=True, help="Measure fewer rounds, and play no demo battle.")
@click.option("--where", is_flag=True, help="Show instead where the time of a large battle goes.")
def bench(quick: bool, where: bool) -> None:
    """Measure speed, each figure beside its floor."""
    for line in where_time_goes() if where else figures(quick):
        click.echo(line)
