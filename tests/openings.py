"""How often a game is opened while something is done: once a request is enough."""

from collections.abc import Callable
from typing import Any

import pytest

from pbem.service.play import work


def openings(monkeypatch: pytest.MonkeyPatch, act: Callable[[], Any]) -> int:
    """Do it, and count."""
    opened: list[object] = []
    real = work._open

    def counted(*how: Any) -> Any:
        opened.append(how)
        return real(*how)

    with monkeypatch.context() as patched:
        patched.setattr(work, "_open", counted)
        act()
    return len(opened)
