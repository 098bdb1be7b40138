"""What is worked out from what is written, kept in this process so that the next look at it costs nothing.

A key holds all that the value depends on: the hash of a journal's last entry stands for everything before it.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

from pbem.engine.ids import Seat
from pbem.service.play.work import Work

T = TypeVar("T")


class Cache(Generic[T]):
    """The values asked for last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def known(self, key: Hashable) -> T | None:
        """The value of a key if it is there."""
        with self._lock:
            return self._found.get(key)

    def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made if it is not there.  Two threads may make it at once; one of them is kept."""
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        made = make()
        with self._lock:
            self._found[key] = made
            while len(self._found) > self._most:
                self._found.popitem(last=False)
        return made


_seen: Cache[Any] = Cache(512)


def as_seen(work: Work, seat: Seat, what: Callable[..., object], text: str, make: Callable[[], T]) -> T:
    """What a function of the rules (``what``) makes of a seat's view and what it is asked now, and of a text.

    Kept while nothing new is written to the game; what is worked out beyond that is made each time.
    """
    if work.drafts or not work.hashes:
        return make()
    found: T = _seen.of((work.hashes[-1], seat, what, text), make)
    return found
