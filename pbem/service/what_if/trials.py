"""What if: a seat's orders as they are written now, tried many times on what it can see, and what came of it.

What has been tried is kept under the very view, question and answer it was tried on: as soon as one of them changes, it
is not shown any more.
"""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

import msgspec
from sqlmodel import Session, col, delete, select

from pbem.engine.ordered import ordered
from pbem.engine.trials import TrialTally
from pbem.engine.what_if import CannotTry
from pbem.service.model.gamepage import GamePage
from pbem.service.play.ordersheet import asked_now, text_of
from pbem.service.play.turns import LONGEST_TEXT
from pbem.service.play.work import Work
from pbem.service.what_if.trialpool import TrialSlice, play
from pbem.store import leases
from pbem.store.tables import PlayerId, Trials

ALL = 1000
"""Tries after which no more are played: chances are known to 3 in 100 then."""
SLICE = 200
"""Tries of one request, if its time allows."""
SECONDS = 1.5
"""A slice may take by the clock; the try under way is played to its end."""
HOLD = timedelta(minutes=1)
KEPT = 10
"""Drafts of one turn whose tries are kept."""


class TriedOrders(msgspec.Struct, frozen=True, kw_only=True):
    """The tally of a text's tries."""

    orders: int
    """Number of lines understood."""

    left_out: int
    """Lines that need the player's attention."""

    tally: TrialTally = TrialTally()
    """Tally of all tries; ``tries`` is 0 when there were none."""

    @property
    def done(self) -> bool:
        """Whether no more tries are played."""
        return self.tally.tries >= ALL

    @property
    def within(self) -> int:
        """Chances in 100 are right within so many, nineteen times in twenty at least."""
        return max(1, round(98 / self.tally.tries**0.5)) if self.tally.tries else 100


class TriesRun(Exception):
    """Tries of this player's are being played already."""


class _Question(msgspec.Struct, frozen=True):
    """What is tried."""

    job: TrialSlice
    """Its first slice."""

    digest: str
    """Tells it from every other."""

    orders: int

    left_out: int


def known(work: Work, page: GamePage) -> TriedOrders:
    """What has been tried of the text in the form.  Raises CannotTry, NothingAsked."""
    question = _question(work, page)
    with work.services.db.reading() as session:
        row = session.get(Trials, (work.game, page.seat, page.turn, question.digest))
        tally = _tally(row)
    return TriedOrders(orders=question.orders, left_out=question.left_out, tally=tally)


def try_more(work: Work, page: GamePage, player: PlayerId) -> TriedOrders:
    """Play another slice of tries.  Raises CannotTry, NothingAsked, TriesFailed, and TriesRun when the player's last
    slice is not done yet."""
    question = _question(work, page)
    lease, holder, now = f"what-if:{player}", secrets.token_hex(8), work.services.clock.now()
    with work.services.db.writing() as session:
        if not leases.take(session, lease, holder, now, now + HOLD):
            raise TriesRun
        had = _tally(session.get(Trials, (work.game, page.seat, page.turn, question.digest)))
    tally = had
    try:
        if had.tries < ALL:
            most = min(SLICE, ALL - had.tries)
            tally += play(msgspec.structs.replace(question.job, first=had.tries, most=most))
    finally:
        with work.services.db.writing() as session:
            leases.release(session, lease, holder)
            if tally.tries > had.tries:
                _keep(session, work, page, question.digest, had, tally)
    return TriedOrders(orders=question.orders, left_out=question.left_out, tally=tally)


def _question(work: Work, page: GamePage) -> _Question:
    rules, ask, view, text = work.rules, asked_now(work, page.seat), work.view(page.seat), text_of(page)
    if rules.what_if is None:
        raise CannotTry(f"orders of {rules.title} cannot be tried out")
    rules.what_if.from_here(view, ask)  # it says why not
    if len(text) > LONGEST_TEXT:
        raise CannotTry(f"the text is longer than {LONGEST_TEXT} characters; leave the order lines alone in it")
    reading = rules.language.read(view, ask, text)
    answer: Any = rules.deciding.silent(view, ask).answer
    if reading.answer is not None and reading.understood:
        answer = rules.language.overlay(view, None, reading.answer)
    seen, put, given = (ordered(part) for part in (view, ask, answer))
    digest = hashlib.sha256(b"\n".join((rules.version.encode(), seen, put, given))).hexdigest()
    left_out = len({problem.line for problem in reading.problems})
    job = TrialSlice(rules.name, seen, put, given, first=0, most=SLICE, seconds=SECONDS)
    return _Question(job, digest, len(reading.understood), left_out)


def _tally(row: Trials | None) -> TrialTally:
    return msgspec.json.decode(row.tally, type=TrialTally) if row is not None else TrialTally()


def _keep(session: Session, work: Work, page: GamePage, digest: str, had: TrialTally, tally: TrialTally) -> None:
    """Keep a tally, unless another process has added to it meanwhile; forget those of turns gone by, and the oldest."""
    row = session.get(Trials, (work.game, page.seat, page.turn, digest))
    if row is None:
        row = Trials(game=work.game, seat=page.seat, turn=page.turn, digest=digest, at=work.now)
    elif row.tries != had.tries:
        return
    row.tries, row.tally, row.at = tally.tries, msgspec.json.encode(tally).decode(), work.now
    session.add(row)
    own = (col(Trials.game) == work.game, col(Trials.seat) == page.seat)
    session.connection().execute(delete(Trials).where(*own, col(Trials.turn) != page.turn))
    kept = select(Trials.digest).where(*own).order_by(col(Trials.at).desc()).limit(KEPT)
    session.connection().execute(delete(Trials).where(*own, col(Trials.digest).not_in(session.exec(kept).all())))
