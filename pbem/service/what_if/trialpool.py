"""Tries are played in a process of their own, at a low priority: no page waits for them.

One child a process, started when the first tries are wanted and kept; jobs queue for it.
"""

import atexit
import logging
import multiprocessing
import os
import signal
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from threading import Lock

import msgspec

from pbem.engine.trials import TrialTally, tries
from pbem.rulesets import rule_set

log = logging.getLogger(__name__)

HARD_SECONDS = 20
"""Then the child is killed: rules code hangs."""
PATIENCE = 45
"""Seconds a request waits for its slice, those before it included."""
NICE = 10


class TrialSlice(msgspec.Struct, frozen=True):
    """A share of the tries of one text, for the child process."""

    rules: str

    view: bytes
    """The seat's view, as JSON of journals."""

    ask: bytes
    """What is asked, as JSON of journals."""

    answer: bytes
    """The draft's answer, as JSON of journals."""

    first: int
    """Number of its first try."""

    most: int
    """Most tries to play."""

    seconds: float
    """Time it may take; the try under way is played to its end."""


class TriesFailed(Exception):
    """A slice could not be played; nothing of it counts."""


def play(job: TrialSlice) -> TrialTally:
    """Play a slice in the child.  Raises TriesFailed."""
    try:
        raw = _pool().submit(_played, msgspec.msgpack.encode(job)).result(PATIENCE)
    except (BrokenExecutor, TimeoutError) as fault:
        close()
        raise TriesFailed("the tries took too long, and were given up") from fault
    except Exception as fault:  # whatever rules code does wrong on a branch concerns no game
        log.exception("tries of %s orders failed", job.rules)
        raise TriesFailed("something went wrong in playing the tries, and it has been written down") from fault
    return msgspec.json.decode(raw, type=TrialTally)


def close() -> None:
    """End the child once it has done what it is at; the next slice gets a new one."""
    with _lock:
        while _pools:
            _pools.pop().shutdown(wait=False, cancel_futures=True)


# --- the child ----------------------------------------------------------------------------------------------------

_lock = Lock()
_pools: list[ProcessPoolExecutor] = []
"""The pool, if there is one."""


def _pool() -> ProcessPoolExecutor:
    with _lock:
        if not _pools:
            fresh = multiprocessing.get_context("spawn")  # a fork would carry locks of other threads with it
            _pools.append(ProcessPoolExecutor(1, mp_context=fresh, initializer=os.nice, initargs=(NICE,)))
        return _pools[0]


def _played(raw: bytes) -> bytes:
    """A slice, in the child: JSON of its tally.  SIGALRM ends a child that hangs."""
    signal.alarm(HARD_SECONDS)
    try:
        job = msgspec.msgpack.decode(raw, type=TrialSlice)
        rules = rule_set(job.rules)
        view = rules.codec.battle.decode(job.view)
        ask = msgspec.json.decode(job.ask, type=rules.state.asks)
        answer = msgspec.json.decode(job.answer, type=rules.state.answers)
        until, tally = time.monotonic() + job.seconds, TrialTally()
        for one in tries(rules, view, ask, answer, range(job.first, job.first + job.most)):
            tally += one
            if time.monotonic() > until:
                break
        return msgspec.json.encode(tally)
    finally:
        signal.alarm(0)


atexit.register(close)
