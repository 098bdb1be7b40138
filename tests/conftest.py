"""What all tests share: the real servers, hypothesis without a stop-watch, and a loud word about what was skipped."""

import gc
from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from tests.servers import MISSING

pytest_plugins = [
    "tests.servers.certificate",
    "tests.servers.chromium",
    "tests.servers.dovecot",
    "tests.servers.postfix",
    "tests.servers.postgres",
    "tests.sharing",
]

# A busy machine is no fault of the code; a failure prints what repeats it.
# Half as many inputs as is usual: a suite that is run often meets enough of them.
settings.register_profile("pbem", deadline=None, print_blob=True, max_examples=50)
settings.load_profile("pbem")
# Nor are constants of pbem tried as inputs: to find them, each process parses every module, for fifteen seconds.
providers.is_local_module_file = lambda _: False
# Of a million things that collecting tests makes few are garbage: not looked for until then, a fifth of its time.
gc.disable()


def pytest_collection_finish() -> None:
    """Leave what the tests are made of to no collection of garbage, and collect less often: a sixth of their time."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 20)


WAITING = {"chromium", "dovecot", "tls_dovecot", "postfix", "postgres_server"}
"""Fixtures whose tests wait for servers."""
AMONG = 0.7
"""The part of the other files among which those that wait are spread; the rest run last, so that none waits alone."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the files with slow tests, and those that wait for servers, evenly among those that only reckon.

    One after the other they would all wait at once, and the cores with them.
    """
    files = [list(tests) for _, tests in groupby(items, lambda one: one.path)]
    waiting = [tests for tests in files if any(waits(one) for one in tests)]
    mixed = [tests for tests in files if tests not in waiting]
    apart = AMONG * len(mixed) / max(len(waiting), 1)
    for number, tests in reversed(list(enumerate(waiting))):
        mixed.insert(round(apart * number), tests)
    items[:] = chain.from_iterable(mixed)


def waits(test: pytest.Item) -> bool:
    """Whether a test is slow or waits for a server."""
    return bool(test.get_closest_marker("slow")) or not WAITING.isdisjoint(getattr(test, "fixturenames", ()))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Say at the very end, in red, which servers were missing and how many tests that cost."""
    yield
    cost: Counter[str] = Counter()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        _, found, told = reason.partition(MISSING)
        if found:
            cost[told] += 1
    if cost:
        terminalreporter.section("NOT TESTED: servers are missing", red=True, bold=True)
        for told, tests in cost.most_common():
            terminalreporter.line(f"{tests} test{'s' if tests > 1 else ''} skipped: {told}", red=True)
