"""The real servers tests talk to, each run by the tests themselves on high ports of loopback.

A server that is not installed skips its tests, loudly; where CI is set it fails them.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

HOST = "127.0.0.1"
MISSING = "SERVER MISSING: "
"""How the reason of every such skip begins; the summary at the end counts them by it."""


def missing(tool: str, why: str) -> NoReturn:
    """Skip, or under CI fail: ``tool`` is not here (or not usable, as ``why`` says)."""
    reason = f"{MISSING}{tool}: {why} (`make test` as root on Debian installs what the tests need)"
    if os.environ.get("CI", "").lower() not in {"", "0", "false", "no"}:
        pytest.fail(f"{reason}. CI is set, so this is a failure, not a skip.", pytrace=False)
    pytest.skip(reason)


def need(tool: str, why: str) -> str:
    """The path of a program, looked for where daemons live too; `missing` if it is not installed."""
    found = shutil.which(tool, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    return found or missing(tool, f"not installed; {why}")


def need_root(tool: str, why: str) -> None:
    """`missing` unless we are root."""
    if os.geteuid() != 0:
        missing(tool, f"the tests do not run as root; {why}")


def free_port() -> int:
    """A port of loopback nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def until(holds: Callable[[], bool], what: str, seconds: float = 60, every: float = 0.02) -> None:
    """Wait until something holds; fails the test, saying what was waited for, after so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            pytest.fail(f"waited {seconds} s for {what}")
        time.sleep(every)


def listens(port: int) -> bool:
    """Whether something on loopback accepts connections there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((HOST, port)) == 0


@contextlib.contextmanager
def own_directory(name: str) -> Iterator[Path]:
    """A directory for one server: short (sockets have 108 bytes), enterable by its users, gone afterwards."""
    path = Path(tempfile.mkdtemp(prefix=f"pbem-{name}-"))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def running(
    command: list[str], log: Path, port: int, seconds: float = 20, end_by: list[str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A server in the foreground from when it listens until the end of the block.

    Its output goes to ``log``, which is shown if it does not come up.  Ended by the command ``end_by``, if there is one
    (for servers that leave our process group), then SIGTERM, in the last resort SIGKILL.
    """
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
    try:
        end = time.monotonic() + seconds
        while not listens(port):
            if process.poll() is not None or time.monotonic() > end:
                told = log.read_text(errors="replace")[-3000:]
                pytest.fail(f"{command[0]} did not come up on port {port} (exit code {process.poll()}):\n{told}")
            time.sleep(0.02)
        yield process
    finally:
        if end_by:
            subprocess.run(end_by, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        stop(process)


def stop(process: subprocess.Popen[bytes], seconds: float = 10) -> None:
    """End a process of ours and everything it started."""
    if process.poll() is None:
        process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
