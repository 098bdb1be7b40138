"""What takes long to draw, stored in files from one start of the program to the next.

A file is named by the hash of all that the picture depends on: what is drawn, how, and the code that draws it.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

MOST = 300
"""Files stored; the oldest go first."""

_folder: list[Path] = []


def store_in(folder: Path | None) -> None:
    """Store pictures in that folder from now on; None: nowhere."""
    _folder[:] = [] if folder is None else [folder]


def stored(kind: str, key: object, make: Callable[[], bytes]) -> bytes:
    """What was stored of a kind under a key, else what is made now and stored.

    key: its ``repr`` says all that the bytes depend on.  A folder that cannot be read or written costs time alone."""
    if not _folder:
        return make()
    name = hashlib.sha256(f"{_code()}\n{kind}\n{key!r}".encode()).hexdigest()
    path = _folder[0] / f"{kind}-{name[:40]}"
    with suppress(OSError):
        return path.read_bytes()
    made = make()
    with suppress(OSError):
        _write(path, made)
    return made


def _write(path: Path, made: bytes) -> None:
    """Whole or not at all, whatever other processes write."""
    path.parent.mkdir(parents=True, exist_ok=True)
    there = sorted(path.parent.iterdir(), key=lambda one: one.stat().st_mtime)
    for old in there[: max(0, len(there) - MOST + 1)]:
        old.unlink(missing_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as out:
        out.write(made)
    Path(name).replace(path)


@cache
def _code() -> str:
    """A hash of the code that draws: what another version stored is never shown."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
