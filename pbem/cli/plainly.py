"""What every command of the command line shares: what goes wrong is one clear line."""

import errno
import functools
import shlex
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import click

from pbem.scenarios import BadScenario, SeveralScenarios

KNOWN = frozenset(
    {
        "pbem.cli.demo.DemoFailed",
        "pbem.cli.match.BadMatch",
        "pbem.config.ConfigError",
        "pbem.engine.journal.JournalError",
        "pbem.fuzz.games.NoRandomPlay",
        "pbem.jobs.CannotRun",
        "pbem.mail.addresses.BadAddress",
        "pbem.rulesets.UnknownRules",
        "pbem.scenarios.BadScenario",
        "pbem.service.agreements.deputies.BadDeputy",
        "pbem.service.incoming.byhand.UnknownMail",
        "pbem.service.options.OptionsError",
        "pbem.service.outgoing.alarm.ClockRuns",
        "pbem.service.people.addresses.AddressRefused",
        "pbem.service.play.games.BadGame",
        "pbem.service.umpire.forking.NoFork",
        "pbem.service.umpire.rights.NotUmpire",
        "pbem.service.umpire.rulings.NoRuling",
        "pbem.service.umpire.seats.BadUmpire",
        "pbem.service.umpire.turnback.NoTurningBack",
        "pbem.service.play.work.UnknownGame",
        "pbem.store.errors.StoreError",
    }
)
"""Exceptions that need no change of the program; by name, so that no command imports what it does not use."""

P = ParamSpec("P")
R = TypeVar("R")


def plainly(command: Callable[P, R]) -> Callable[P, R]:
    """A user's mistake, or a database that is not there, is one line, not a traceback."""

    @functools.wraps(command)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except OSError as fault:
            if fault.errno == errno.EPIPE:
                raise  # the reader of our output has closed it: click handles that
            raise click.ClickException(f"{fault.filename or 'the machine'}: {fault.strerror or fault}") from fault
        except Exception as fault:
            if not is_known(fault):
                raise
            fault = _with_commands(fault)
            raise click.ClickException(str(fault)) from fault

    return called


def is_known(fault: Exception) -> bool:
    """Whether a fault is of one of the classes of ``KNOWN``, or of a class derived from one."""
    return any(f"{kind.__module__}.{kind.__qualname__}" in KNOWN for kind in type(fault).__mro__)


def _with_commands(fault: Exception) -> Exception:
    """The fault; where a battle's name stands for several, with the command line for each of them."""
    if not isinstance(fault, SeveralScenarios):
        return fault
    context = click.get_current_context()
    lines = (f"  {_as_typed(context, fault.name, name)}" for name in fault.names)
    return BadScenario((f"Several rule sets have a battle {fault.name}. Choose one:", *lines))


def _as_typed(context: click.Context, old: str, new: str) -> str:
    """The command line with one of its words replaced."""
    words = context.command_path.split()
    for param in context.command.params:
        name = param.name or ""
        if context.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE:
            continue
        value = context.params[name]
        for one in value if isinstance(value, list | tuple) else (value,):
            flag = isinstance(param, click.Option) and param.is_flag
            words += [param.opts[-1]] if isinstance(param, click.Option) else []
            words += [] if flag else [new if str(one) == old else str(one)]
    return shlex.join(words)
