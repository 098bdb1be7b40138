"""Players who have not received their turn: its mail was not sent, came back, or has nowhere to go (promise 10).

Read from the outbox; nothing is decided here.  Who has filed anything for the turn, by any door, has heard of it; so
has a seat one of whose deputies was told; who asked for no mail about a game goes without by his own wish.
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, and_, exists, not_, text
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from pbem.clock import from_iso
from pbem.engine.ids import GameId, Seat
from pbem.service.model.desk import Desk, without_answer
from pbem.service.model.mails import Correspondent
from pbem.service.play.work import Work
from pbem.service.queues import deliverability
from pbem.store.tables import NOT_GONE_WELL, Game, MailKey, MailPause, OutMail, mail_key

DAY = timedelta(hours=24)

COMES_BACK_WITHIN = timedelta(hours=1)
"""After trouble, how long a mail must have been gone without coming back to count as heard."""

Trouble = Literal["lost", "doubtful", "waiting", "just gone"]
"""lost: the mail came back for good, was refused, or has nowhere to go.  doubtful: there is word of a delay, or of a
failure that may pass.  waiting: it has not left.  just gone: it has left while the clock waited, and may yet come
back."""


class Unheard(msgspec.Struct, frozen=True, kw_only=True):
    """A player whom mail has not told of the open turn."""

    seat: Seat

    turn: int

    to: Correspondent
    """The player, at the address it went to."""

    mail: tuple[GameId, MailKey]
    """Key of the mail that was to tell them."""

    trouble: Trouble

    said: str
    """What mail systems say, in their words; '' for nothing."""


def unheard(session: Session, work: Work) -> tuple[Unheard, ...]:
    """The seats of a game under work that are asked, have filed nothing, and whose players have not heard of it."""
    if work.state != "running" or work.desk.open is None:
        return ()
    seats = [seat for seat in without_answer(work.desk) if seat not in work.desk.filed]
    found = (_of_seat(session, work, seat) for seat in seats)
    return tuple(one for one in found if one is not None)


def not_gone_well() -> ColumnElement[bool]:
    """A condition on rows of games: a report has not gone out or came back, and its seat was sent none since.

    Of a report that went into a digest the digest counts.  All games with seats `unheard` meet it, and a few more do.
    They are looked up once, by the index of such reports: asked of each game, PostgreSQL takes it for so much work that
    it compiles the query, for seconds.
    """
    later, digest = aliased(OutMail), aliased(OutMail)
    since = select(later.key).where(
        later.game == OutMail.game, later.kind == "report", later.seat == OutMail.seat, col(later.turn) > OutMail.turn
    )
    its_digest = select(digest.key).where(
        digest.player == OutMail.player, digest.kind == "digest", col(digest.created_at) >= OutMail.created_at
    )
    in_digest = and_(
        col(OutMail.state) == "suppressed",
        col(OutMail.last_reply) != deliverability.NOT_SENT,
        col(OutMail.returned) == "",
    )
    went_well = exists(its_digest.where(col(digest.state) == "sent", col(digest.returned) == ""))
    troubled = select(OutMail.game).where(text(NOT_GONE_WELL), not_(and_(in_digest, went_well)), not_(exists(since)))
    return col(Game.id).in_(troubled)


def clock_runs(desk: Desk) -> bool:
    """Whether something will happen to the open batch by the clock alone."""
    return desk.open is not None and bool(desk.due) and (desk.passed is None or bool(desk.grace_until))


def time_to_tell(desk: Desk, now: datetime) -> bool:
    """Whether what may still come right by itself has to be told of now: a quarter of the time is left, or a day.

    Whichever is earlier, but never in the first half of the time.
    """
    due, opened = from_iso(desk.due), from_iso(desk.opened_at)
    whole = due - opened
    return now >= due - max(whole / 4, min(DAY, whole / 2))


def _of_seat(session: Session, work: Work, seat: Seat) -> Unheard | None:
    """None too for who took a seat after its report had gone out: he came by himself, and saw it."""
    turn = work.desk.turns[seat]
    people = {one.player: one for one in work.addressees(seat, turn)}
    mails = [_carrier(session, row) for row in _reports(session, work, seat, turn) if row.player in people]
    troubles = [_trouble(session, work, mail) for mail in mails]
    if not mails or None in troubles:
        return None
    mail, trouble = mails[0], troubles[0]
    assert trouble is not None  # none of them is
    return Unheard(
        seat=seat, turn=turn, to=msgspec.structs.replace(people[mail.player], address=mail.recipient),
        mail=(mail.game, mail.key), trouble=trouble,
        said=mail.last_reply if mail.state != "sent" or mail.returned else "",
    )  # fmt: skip


def _reports(session: Session, work: Work, seat: Seat, turn: int) -> list[OutMail]:
    """The report of a turn, then the copies of it for deputies."""
    named = select(OutMail).where(
        OutMail.game == work.game, col(OutMail.key).startswith(mail_key(turn, seat, "report", ""), autoescape=True)
    )
    return list(session.exec(named.order_by(col(OutMail.key)).options(deliverability.unread())).all())


def _trouble(session: Session, work: Work, row: OutMail) -> Trouble | None:
    """What keeps a mail from its reader; None when it has gone out well, or as he wished."""
    if row.player is not None and session.get(MailPause, (work.game, row.player)) is not None:
        return None
    if row.state == "failed" or row.returned == "hard" or row.last_reply == deliverability.NOT_SENT:
        return "lost"
    if row.state == "sent" and row.returned:
        return "doubtful"
    if row.state == "sent":
        return "just gone" if _just_gone(work, row) else None
    by_wish = row.attempts == 0 and row.next_at > work.now
    return None if by_wish else "waiting"


def _carrier(session: Session, row: OutMail) -> OutMail:
    """The mail that takes a report to its reader: the digest it went into, or itself."""
    if row.state != "suppressed" or row.last_reply == deliverability.NOT_SENT:
        return row
    digests = select(OutMail).where(
        OutMail.player == row.player, OutMail.kind == "digest", col(OutMail.created_at) >= row.created_at
    )
    return session.exec(digests.order_by(col(OutMail.created_at)).options(deliverability.unread())).first() or row


def _just_gone(work: Work, row: OutMail) -> bool:
    """Whether a mail went out a short time ago, after the clock had been stopped."""
    paused = work.desk.paused
    if paused is None or row.sent_at is None or row.sent_at <= from_iso(paused.at):
        return False
    return work.now - row.sent_at < COMES_BACK_WITHIN
