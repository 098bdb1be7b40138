"""One mail a day in place of many: the reports of all a player's games, at an hour he chooses.

A report that can wait is put into the outbox as ever, to leave an hour after the digest.  The digest is made from the
reports that wait, and marks them in the transaction that writes it: they go in it, or by themselves, and never not.
"""

from sqlmodel import Session, col, select

from pbem.service import reach
from pbem.service.options import wall_time
from pbem.service.post import Post
from pbem.service.quiet import next_hour
from pbem.service.sending import DIGEST_GRACE, FOR_DIGEST
from pbem.store.tables import OutMail, Player, PlayerId


def set_digest(post: Post, player: PlayerId, at: str) -> None:
    """Let a player's reports come as one mail a day at that hour (``18:00``, in his zone); '' for each by itself.

    What waits for a digest waits for the next at the new hour, or goes now.  Raises OptionsError for an hour that
    cannot be read.
    """
    now = post.clock.now()
    hour = wall_time(at) if at else None
    with post.db.writing() as session:
        row = session.get_one(Player, player)
        row.digest_at = at
        for mail in _waiting(session, player):
            if hour is None:
                mail.next_at, mail.last_reply = now, ""
            else:
                mail.next_at = next_hour(now, row.zone, hour) + DIGEST_GRACE


def _waiting(session: Session, player: PlayerId) -> list[OutMail]:
    """The mails that wait for a player's digest."""
    found = select(OutMail).where(
        OutMail.player == player, OutMail.state == "queued", col(OutMail.last_reply) == FOR_DIGEST
    )
    return list(session.exec(found.options(reach.unread())).all())
