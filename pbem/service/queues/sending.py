"""Mails put into the outbox as their readers want them: at once, after quiet hours, in the digest, or not at all."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId, Seat
from pbem.mail.addresses import is_guest
from pbem.service.model.mails import PRIORITIES, Composed, MailMatter
from pbem.service.options import wall_time
from pbem.service.queues import chat, deliverability
from pbem.service.queues.quiet import leaves_at, next_hour
from pbem.store import mails
from pbem.store.tables import WAITING, MailPause, OutMail, OutState, Player, PlayerId, mail_key

DIGESTED = ("report", "over", "extended", "letter")
"""Kinds that may wait for the digest.  Reminders, words to the late and offers go by themselves."""

PASSING = ("reminder", "late", "extended")
"""Kinds that are worth nothing once their turn is played."""

DIGEST_URGENT = timedelta(hours=4)
"""A report waits for the digest only if its deadline is at least so much later."""

DIGEST_GRACE = timedelta(hours=1)
"""A report that was to be in a digest goes by itself so much later, if that digest was not made."""

PAUSED = "not sent: its reader wants no mail about this game for now"
FOR_DIGEST = "waits for the day's digest"
CALLED_OFF = "not sent: it has been overtaken"
"""The ``last_reply`` of mails that are kept, wait, or are not needed any more."""


class How(msgspec.Struct, frozen=True):
    """How a mail goes into the outbox, as columns of its row."""

    next_at: datetime
    state: OutState = "queued"
    last_reply: str = ""


def put_out(session: Session, matter: MailMatter, composed: Composed, now: datetime) -> None:
    """Put a mail into the outbox, and word of it into the queue of what is told by chat.  Writing the same mail twice
    is refused by its key; nothing goes to a guest.

    A reminder is worth sending until the deadline, a word to the late until grace ends, a new deadline until it comes.
    """
    due = matter.page.due if matter.page else None
    if is_guest(matter.to.address):
        return
    worth = {"reminder": due.at, "late": due.grace_until, "extended": due.at}.get(matter.kind) if due else None
    how = _how(session, matter, now)
    session.add(
        OutMail(
            game=matter.game, key=mail_key(matter.turn, matter.seat, matter.kind, matter.revision), kind=matter.kind,
            turn=matter.turn, seat=matter.seat, player=matter.to.player, sender=composed.sender,
            recipient=matter.to.address, message_id=composed.message_id, raw=composed.raw,
            drawing=msgspec.msgpack.encode(composed.undrawn) if composed.undrawn else None,
            priority=PRIORITIES[matter.kind], created_at=now, expires_at=worth,
            next_at=how.next_at, state=how.state, last_reply=how.last_reply,
        )
    )  # fmt: skip
    if matter.to.player is not None and composed.lines:
        mails.remember_lines(session, matter.game, matter.to.player, composed.lines)
    chat.tell(session, matter, now)


def _how(session: Session, matter: MailMatter, now: datetime) -> How:
    """Answers, links and words to the operator go at once; what tells of a game, as its reader wants it."""
    player = session.get(Player, matter.to.player) if matter.to.player else None
    if player is None or matter.kind not in deliverability.HELD_BACK:
        return How(now)
    if matter.game in paused(session, player.id):
        return How(now, "suppressed", PAUSED)
    if deliverability.is_lost(session, matter.to.address):
        return How(now, "suppressed", deliverability.NOT_SENT)
    deadline = _deadline(matter)
    if player.digest_at and matter.kind in DIGESTED:
        digest = next_hour(now, player.zone, wall_time(player.digest_at))
        if deadline is None or deadline >= digest + DIGEST_URGENT:
            return How(digest + DIGEST_GRACE, "queued", FOR_DIGEST)
    return How(leaves_at(now, player, deadline))


def _deadline(matter: MailMatter) -> datetime | None:
    """Until when its reader can do something about a mail."""
    due = matter.page.due if matter.page else None
    if due is None:
        return None
    return due.grace_until if due.late else due.at


def paused(session: Session, player: PlayerId) -> frozenset[GameId]:
    """The games a player wants no mail about for now."""
    return frozenset(row.game for row in session.exec(select(MailPause).where(MailPause.player == player)).all())


def call_off(session: Session, game: GameId, asked: Mapping[Seat, int], late: Mapping[Seat, int]) -> None:
    """Reminders, words to the late and new deadlines that wait and have been overtaken are not sent.

    asked: the turn of every seat that is asked something now; late: of those only that have not answered.
    """
    waiting = select(OutMail).where(
        WAITING, OutMail.state != "leased", OutMail.game == game, col(OutMail.kind).in_(PASSING)
    )
    for row in session.exec(waiting.options(deliverability.unread())).all():
        still = asked if row.kind == "extended" else late
        if still.get(Seat(row.seat)) != row.turn:
            row.state, row.last_reply = "suppressed", CALLED_OFF
