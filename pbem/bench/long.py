"""A game of very many entries opened, from its snapshot and without (``pbem bench``)."""

import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from sqlmodel import update

from pbem.bench.pages import GAME, office
from pbem.clock import iso
from pbem.engine.ids import Seq
from pbem.engine.journal import Draft, StepBegan, seal
from pbem.scenarios import largest_scenario
from pbem.service.play.journals import forget_read, keep_snapshot
from pbem.service.play.running import close_batch
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.tables import ReportRow

LONG = 50_000
TARGET = 20
"""Entries of the game, and milliseconds of work to open it."""
A_STEP = 10
"""Facts of a step."""


def figures(quick: bool) -> Iterator[str]:
    """The figures, a line each.  quick: fewer repeats."""
    with TemporaryDirectory(prefix="pbem-bench-") as folder, office(Path(folder), largest_scenario()) as made:
        services, *_ = made
        _lengthen(services)
        whole = median(_opened(services) for _ in range(1 if quick else 3))
        keep_snapshot(services, GAME)
        late = median(_opened(services) for _ in range(5 if quick else 15))
        if not open_game(services, GAME).table.base:
            raise RuntimeError("no snapshot was taken of the long game")
        beside = f"without its snapshot {whole:.0f} ms, {whole / late:.0f} times as long"
        yield f"open a game of {LONG:,} entries: {late:.0f} ms (target {TARGET}); {beside}"


def _opened(services: Services) -> float:
    """Milliseconds of work to open the game in a process that has not."""
    forget_read()
    began = time.process_time()
    open_game(services, GAME)
    return (time.process_time() - began) * 1000


def _lengthen(services: Services) -> None:
    """The battle's own facts written again and again, in steps; then the newest reports begin, and a turn follows."""
    work = open_game(services, GAME)
    close_batch(work)
    work.write()
    facts, steps = _repeated(work), LONG // (A_STEP + 1)
    drafts = [
        draft
        for number in range(steps)
        for draft in (Draft("step", "engine", StepBegan(number, work.rules.version)), *islice(facts, A_STEP))
    ]
    entries = seal(work.rules.codec, GAME, work.head, iso(work.now), drafts[: LONG - work.last_seq])
    with services.db.writing() as session:
        journal.append(session, entries)
        session.connection().execute(update(ReportRow).values(from_seq=Seq(entries[-1].seq - 400)))


def _repeated(work: Work) -> Iterator[Draft]:
    """Facts of a battle that can be done to it any number of times, over and over."""
    again: list[Draft] = []
    for line in work.table:
        if line.kind == "fact" and _bears(work.battle, [line.body.fact, *(one.body.fact for one in again)]):
            again.append(Draft("fact", "engine", line.body))
        if len(again) == A_STEP:
            break
    return cycle(again)


def _bears(battle: Any, facts: Sequence[Any]) -> bool:  # noqa: ANN401  # of whatever rule set
    """Whether facts can be done to a battle twice."""
    try:
        for fact in (*facts, *facts):
            battle = fact.apply(battle)
    except (LookupError, ValueError):
        return False
    return True
