"""Processes of their own that need not import pbem anew: each is forked from one that has.

They share nothing with the test that starts them but what they are given, and die alone.
"""

import multiprocessing
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Any

PREPARED = (
    *("tests.test_proofs.victim", "tests.test_proofs.rival", "tests.test_proofs.returner"),
    "tests.test_service.victim",
)
"""What is imported once; with it all that it imports."""

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(list(PREPARED))


def started(what: Callable[..., None], *given: object) -> BaseProcess:
    """A process that does it, begun."""
    process = _forks.Process(target=what, args=given)
    process.start()
    return process


def at_once(what: Callable[..., None], *commands: tuple[object, ...]) -> list[Any]:
    """Do it in a process for each command, all off at one signal: a barrier and the end of a pipe are given last.

    What each sent through the pipe, of those that sent something.
    """
    barrier = _forks.Barrier(len(commands))
    pipes = [_forks.Pipe(duplex=False) for _ in commands]
    running = [started(what, *given, barrier, out) for given, (_, out) in zip(commands, pipes, strict=True)]
    for _, out in pipes:
        out.close()
    said = []
    for process, (told, _) in zip(running, pipes, strict=True):
        with told, suppress(EOFError):
            said.append(told.recv())
        assert ended(process, 90) == 0
    return said


def ended(process: BaseProcess, seconds: float) -> int:
    """How it ended: its exit code, or the signal that killed it, negative.  Raises TimeoutError when it has not."""
    process.join(seconds)
    if process.exitcode is None:
        process.kill()
        raise TimeoutError(f"{process.name} has not ended after {seconds} seconds")
    return process.exitcode
