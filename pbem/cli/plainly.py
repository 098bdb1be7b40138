"""What every command of the command line shares: what goes wrong is one clear line."""

import errno
import functools
import shlex
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import click

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
                raise  # whoever read our output has heard enough: click's to handle
            raise click.ClickException(f"{fault.filename or 'the machine'}: {fault.strerror or fault}") from fault
        except Exception as fault:
            if not isinstance(fault, _known()):
                raise
            fault = _with_commands(fault)
            raise click.ClickException(str(fault)) from fault

    return called


def _with_commands(fault: Exception) -> Exception:
    """The fault; where a battle's name stands for several, with the command line for each of them."""
    from pbem.scenarios import BadScenario, SeveralScenarios

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


def _known() -> tuple[type[Exception], ...]:
    """What may go wrong without anybody having to mend the program; imported only when something did."""
    from pbem.cli.demo import DemoFailed
    from pbem.cli.match import BadMatch
    from pbem.config import ConfigError
    from pbem.engine.journal import JournalError
    from pbem.fuzz import NoRandomPlay
    from pbem.jobs import CannotRun
    from pbem.mail.addresses import BadAddress
    from pbem.rulesets import UnknownRules
    from pbem.scenarios import BadScenario
    from pbem.service.agreements.deputies import BadDeputy
    from pbem.service.incoming.mailroom import UnknownMail
    from pbem.service.options import OptionsError
    from pbem.service.outgoing.alarm import ClockRuns
    from pbem.service.people.addresses import AddressRefused
    from pbem.service.play.games import BadGame
    from pbem.service.play.work import UnknownGame
    from pbem.store.errors import StoreError

    return (
        *(AddressRefused, BadAddress, BadDeputy, BadGame, BadMatch, BadScenario, CannotRun, ClockRuns, ConfigError),
        *(DemoFailed, JournalError, NoRandomPlay, OptionsError, StoreError, UnknownGame, UnknownMail, UnknownRules),
    )
