"""What every measuring needs: medians, a line of figures, a stopwatch for the parts of a whole."""

import statistics
from collections.abc import Callable
from time import process_time
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def told(what: str, ours: str, ratio: float, floor: str, target: str) -> str:
    """A figure beside its floor and its target."""
    return f"{what}: {ours} = {ratio:.1f} x {floor} (target {target})"


def median(call: Callable[[], Any], times: int, clock: Callable[[], float] = process_time) -> float:
    """Milliseconds of work a call takes, the first one left out.

    clock: of this process, so that others on the machine do not count; ``perf_counter`` for work done in another one.
    """
    call()
    spent = []
    for _ in range(times):
        began = clock()
        call()
        spent.append((clock() - began) * 1000)
    return statistics.median(spent)


class Stopwatch:
    """Seconds of this process spent in each part of a whole; a part within another counts for itself alone."""

    def __init__(self, rest: str) -> None:
        """rest: the name of what is in no part."""
        self.spent = {rest: 0.0}
        self._part = rest
        self._since = process_time()

    def timed(self, part: str, call: Callable[P, T]) -> Callable[P, T]:
        """The same function, its time counted for a part."""

        def counted(*args: P.args, **kwargs: P.kwargs) -> T:
            around = self._part
            self._go_over_to(part)
            try:
                return call(*args, **kwargs)
            finally:
                self._go_over_to(around)

        return counted

    def stop(self) -> None:
        """Count what is under way."""
        self._go_over_to(self._part)

    def _go_over_to(self, part: str) -> None:
        now = process_time()
        self.spent[self._part] = self.spent.get(self._part, 0.0) + now - self._since
        self._part, self._since = part, now
