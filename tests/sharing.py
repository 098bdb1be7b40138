"""What a process needs to make only once for all its tests: compiled statements, addresses of pages.

Each test has a database and an application of its own.  Left to themselves, each would compile the same SQL anew,
which is half of many a test.  Nor does a test wait for the disk: what a file looks like after a power cut no test can
show.  And mails have no maps but in the tests that look at them: to draw these is half of what a turn costs.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, Dialect
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

from pbem.reports.maps import render_png
from pbem.service.outgoing import wording
from pbem.store import db
from tests.test_proofs.field import no_picture

REAL: Callable[[URL, float], Engine] = db._sqlite
REAL_POSTGRES: Callable[[URL, float], Engine] = db._postgres
COMPILED: LRUCache[Any, Any] = LRUCache(2000)

Builder = Callable[..., tuple[str, str]]
"""Makes host and path of an address; asks the rule it belongs to for what differs from one application to the next."""


@cache
def dialect() -> Dialect:
    """The one dialect of all engines: statements are kept by it, and its first connection tells it SQLite's version."""
    engine = create_engine("sqlite://")
    with engine.connect():
        pass
    engine.dispose()
    return engine.dialect


def _quick(url: URL, patience: float) -> Engine:
    engine = REAL(url, patience)
    engine.dialect = dialect()
    engine._compiled_cache = COMPILED
    event.listen(engine, "connect", _without_waiting)
    return engine


def _quick_postgres(url: URL, patience: float) -> Engine:
    engine = REAL_POSTGRES(url, patience)
    engine.dialect = _first_of_postgres(engine.dialect)
    engine._compiled_cache = COMPILED
    return engine


KNOWN: list[Dialect] = []
"""Dialects that a first connection told PostgreSQL's version; then the first of them is the one of all engines."""


def _first_of_postgres(own: Dialect) -> Dialect:
    told = next((one for one in KNOWN if getattr(one, "server_version_info", None)), None)
    if told is None:
        KNOWN.append(own)
    return told or own


def _without_waiting(raw: DBAPIConnection, _: object) -> None:
    raw.cursor().execute("PRAGMA synchronous = OFF")


def _once(compiled: Callable[[Rule, bool], Builder]) -> Callable[[Rule, bool], Builder]:
    """The same, but for each pattern only once."""
    kept: dict[tuple[str, str | None, str, bool], Builder] = {}

    def compile_once(rule: Rule, append_unknown: bool = True) -> Builder:
        key = (rule.rule, rule.subdomain, repr(rule.defaults), append_unknown)
        if key not in kept:
            kept[key] = compiled(rule, append_unknown)
        return kept[key]

    return compile_once


def pytest_configure() -> None:
    """From the first fixture on."""
    Rule._compile_builder = _once(Rule._compile_builder)  # type: ignore[method-assign,assignment]  # on purpose
    db._sqlite = _quick
    db._postgres = _quick_postgres
    wording.render_png = no_picture


@pytest.fixture
def real_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite as it is in use."""
    monkeypatch.setattr(db, "_sqlite", REAL)


@contextmanager
def drawn_mails() -> Iterator[None]:
    """Mails with their maps."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(wording, "render_png", render_png)
        yield


@pytest.fixture
def mail_maps() -> Iterator[None]:
    """The same for a test."""
    with drawn_mails():
        yield
