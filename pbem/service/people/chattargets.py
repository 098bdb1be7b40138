"""Where a player has himself told by chat: added, tried, switched on again, taken away."""

import secrets
from collections.abc import Callable

import msgspec
from sqlmodel import Session, col, delete, select

from pbem.service.queues.chat import FAILURES
from pbem.service.queues.chatkinds import BadTarget, target
from pbem.service.services import Services, retried
from pbem.store.tables import NO_GAME, Notice, NoticeTarget, PlayerId

MOST = 5
"""Targets of one player."""

TRIES = 10
"""First words and tries that may wait for one target or lie behind it in a week."""


class TargetCard(msgspec.Struct, frozen=True):
    """A chat target, as its player sees it."""

    id: str

    kind: str

    shown: str
    """Its address without its secrets."""

    why: str
    """Why the last message failed; '' if it did not."""

    off: bool
    """Whether it gets no more messages, after too many failures."""

    waiting: int
    """Number of messages on their way."""


def targets_of(services: Services, player: PlayerId) -> tuple[TargetCard, ...]:
    """A player's targets, in the order in which he added them."""
    with services.db.reading() as session:
        own = select(NoticeTarget).where(col(NoticeTarget.player) == player)
        rows = session.exec(own.order_by(col(NoticeTarget.created_at), col(NoticeTarget.id))).all()
        return tuple(_card(session, row) for row in rows)


def _card(session: Session, row: NoticeTarget) -> TargetCard:
    queued = select(Notice.key).where(col(Notice.target) == row.id, col(Notice.state) == "queued")
    kind, _, shown = row.name.partition(" ")
    return TargetCard(row.id, kind, shown, row.note, row.failures >= FAILURES, len(session.exec(queued).all()))


def add_target(services: Services, player: PlayerId, url: str) -> None:
    """Tell this address too from now on; a first word goes there at once.  Raises BadTarget."""
    known = target(services.config, url)
    row = NoticeTarget(
        id=secrets.token_hex(8), player=player, name=f"{known.kind.replace(' ', '')} {known.shown}", url=url,
        created_at=services.clock.now(),
    )  # fmt: skip

    def write(session: Session) -> None:
        own = session.exec(select(NoticeTarget).where(col(NoticeTarget.player) == player)).all()
        if len(own) >= MOST:
            raise BadTarget(f"you have {MOST} already, the most allowed; remove one first")
        if any(one.url == url for one in own):
            raise BadTarget("this address gets notifications already")
        session.add(row)
        _try(services, session, row)

    _write(services, write)


def try_target(services: Services, player: PlayerId, name: str) -> None:
    """Send it a word, and switch it on again if it was off.  Raises BadTarget."""

    def write(session: Session) -> None:
        row = _own(session, player, name)
        row.failures, row.note = 0, ""
        _try(services, session, row)

    _write(services, write)


def remove_target(services: Services, player: PlayerId, name: str) -> None:
    """Tell it nothing any more, not even what waits.  Raises BadTarget."""

    def write(session: Session) -> None:
        row = _own(session, player, name)
        session.connection().execute(delete(Notice).where(col(Notice.target) == row.id))
        session.delete(row)

    _write(services, write)


def _own(session: Session, player: PlayerId, name: str) -> NoticeTarget:
    row = session.get(NoticeTarget, name)
    if row is None or row.player != player:
        raise BadTarget("it is no longer one of your addresses")
    return row


def _try(services: Services, session: Session, row: NoticeTarget) -> None:
    now = services.clock.now()
    tried = select(Notice.key).where(col(Notice.target) == row.id, col(Notice.game) == NO_GAME)
    if len(session.exec(tried).all()) >= TRIES:
        raise BadTarget("it has been tested often enough; notifications go there all the same")
    session.add(
        Notice(
            target=row.id, game=NO_GAME, key=f"try.{secrets.token_hex(6)}", title="Battles by Post", link="/games",
            text="You get a message here when a game needs your orders.", created_at=now, next_at=now,
        )
    )  # fmt: skip


def _write(services: Services, write: Callable[[Session], None]) -> None:
    def attempt() -> None:
        with services.db.writing() as session:
            write(session)

    retried(attempt)
