"""The command line: ``pbem``.  Each command parses, calls, prints; what goes wrong is one clear line."""

import logging
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

import click


class Later(NamedTuple):
    """A command that is imported when it is asked for, so that ``pbem --help`` waits for no library."""

    module: str
    """The module of `pbem.cli` that has it."""

    name: str
    """What it is called there."""

    about: str
    """The first sentence of its help."""


COMMANDS: Mapping[str, Later] = {
    "address": Later("people", "address", "Manage the mail addresses of players."),
    "army": Later("armies", "army", "Check army lists, and price them."),
    "bench": Later("measuring", "bench", "Measure speed, each figure beside its floor."),
    "case": Later("proofs", "case", "Run rule cases from FILES, and count them."),
    "clock": Later("mail", "clock", "List the players of GAME whom mail has not reached."),
    "demo": Later("starting", "demo", "Play a whole battle between aides-de-camp."),
    "deputy": Later("people", "deputy", "Name a deputy, who may order for a seat for some turns."),
    "doctor": Later("mail", "doctor", "Check the whole installation, and say what to do."),
    "export": Later("playing", "export", "Write the archive of a GAME."),
    "fork": Later("forking", "fork", "Begin a new game with the battle of GAME as it stood at the step of an event."),
    "fuzz": Later("proofs", "fuzz", "Play battles of RULES at random, and check every entry."),
    "games": Later("playing", "list_games", "List the games: id, state and title."),
    "import-mbox": Later("mail", "import_mbox", "Take in every mail of ARCHIVE."),
    "ingest": Later("mail", "ingest", "Take in one raw mail from each FILE, and handle it."),
    "mail": Later("mail", "mail", "Show a MAIL that came in."),
    "mails": Later("mail", "mails", "List the mails that came in."),
    "match": Later("proofs", "match", "Play battles of SCENARIO in memory, and count who wins."),
    "migrate": Later("service", "migrate", "Bring the database up to date, and check every game."),
    "new": Later("playing", "new", "Begin a game of SCENARIO."),
    "reach": Later("mail", "reach", "List addresses that mail comes back from."),
    "resume": Later("playing", "resume", "Let a stopped GAME go on, once its cause is mended."),
    "retry": Later("mail", "retry", "Handle a held or quarantined MAIL again."),
    "rewind": Later("ruling", "rewind", "Turn GAME back to an event, for its umpire; every player is told."),
    "rule": Later("ruling", "ruling", "Rule in GAME, for its umpire."),
    "run": Later("starting", "run", "Play on this machine, against the aide-de-camp, or umpire battles between aides."),
    "scenario": Later("proofs", "scenario", "Check scenario files."),
    "serve": Later("starting", "serve", "Serve the web pages alone, to try a configuration."),
    "sign-in": Later("service", "sign_in", "Print a sign-in link for the player with ADDRESS."),
    "tick": Later("service", "tick", "Act once on every deadline that is due."),
    "umpire": Later("umpire", "umpire", "Give GAME an umpire, or another one for one who is absent."),
    "verify": Later("proofs", "verify", "Check an ARCHIVE: its hash chain, its dice and its story."),
    "worker": Later("service", "worker", "Keep deadlines, read mail and send mail, until stopped."),
}
"""The commands by the word that is typed for each."""


class Commands(click.Group):
    """The commands of ``COMMANDS``, each imported when it is run or its own help is shown."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their words, by the alphabet."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a word; None for an unknown one."""
        later = COMMANDS.get(cmd_name)
        if later is None:
            return None
        command: Any = getattr(import_module(f"pbem.cli.{later.module}"), later.name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, as ``--help`` shows it."""
        with formatter.section("Commands"):
            formatter.write_dl([(word, COMMANDS[word].about) for word in self.list_commands(ctx)])


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pbem")
@click.option("-v", "--verbose", is_flag=True, help="Log each thing as it is done.")
def main(verbose: bool) -> None:
    """Battles by Post: pike-and-shot battles by mail and web, with a report and a map every turn."""
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("apscheduler").setLevel(logging.ERROR)  # that a job took longer than its interval is no news
