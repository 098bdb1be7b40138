"""What every command of the command line shares: what goes wrong is one clear line."""

import errno
import functools
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
            raise click.ClickException(str(fault)) from fault

    return called


def _known() -> tuple[type[Exception], ...]:
    """What may go wrong without anybody having to mend the program; imported only when something did."""
    from pbem.config import ConfigError
    from pbem.demo import DemoFailed
    from pbem.engine.journal import JournalError
    from pbem.fuzz import NoRandomPlay
    from pbem.jobs import CannotRun
    from pbem.mail.addresses import BadAddress
    from pbem.match import BadMatch
    from pbem.rulesets import UnknownRules
    from pbem.scenarios import BadScenario
    from pbem.service.incoming.mailroom import UnknownMail
    from pbem.service.options import OptionsError
    from pbem.service.outgoing.alarm import ClockRuns
    from pbem.service.people.addresses import AddressRefused
    from pbem.service.play.games import BadGame
    from pbem.service.play.work import UnknownGame
    from pbem.service.table.deputies import BadDeputy
    from pbem.store.errors import StoreError

    return (
        *(AddressRefused, BadAddress, BadDeputy, BadGame, BadMatch, BadScenario, CannotRun, ClockRuns, ConfigError),
        *(DemoFailed, JournalError, NoRandomPlay, OptionsError, StoreError, UnknownGame, UnknownMail, UnknownRules),
    )
