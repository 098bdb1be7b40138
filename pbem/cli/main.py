"""The command line: ``pbem``.  Each command parses, calls, prints; what goes wrong is one clear line."""

import logging

import click

from pbem.cli.mail import mail_commands
from pbem.cli.people import people_commands
from pbem.cli.playing import playing_commands
from pbem.cli.proofs import proof_commands
from pbem.cli.service import service_commands


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem")
@click.option("-v", "--verbose", is_flag=True, help="Log each thing as it is done.")
def main(verbose: bool) -> None:
    """Battles by Post: pike-and-shot battles by mail and web, with a report and a map every turn."""
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # that a job took longer than its interval is no news


for _commands in (playing_commands, service_commands, proof_commands, mail_commands, people_commands):
    for _command in _commands.commands.values():
        main.add_command(_command)
