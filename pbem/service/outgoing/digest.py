"""One mail a day in place of many: the reports of all a player's games, at an hour he chooses.

A report that can wait is put into the outbox as ever, to leave an hour after the digest.  The digest is made from the
reports that wait, and marks them in the transaction that writes it: they go in it, or by themselves, and never not.
"""

import logging
from collections import defaultdict
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.engine.ids import GameId
from pbem.service.model.mails import PRIORITIES
from pbem.service.options import wall_time
from pbem.service.outgoing.digestmail import DigestMail, digest_mail
from pbem.service.queues import deliverability
from pbem.service.queues.quiet import leaves_at, next_hour
from pbem.service.queues.sending import DIGEST_GRACE, DIGEST_URGENT, FOR_DIGEST
from pbem.service.services import Services, apart
from pbem.store import mails
from pbem.store.tables import WAITING, Deadline, Game, OutMail, Player, PlayerId

log = logging.getLogger(__name__)

IN_DIGEST = "sent in the digest {}"
"""The ``last_reply`` of a report that went in a digest: the local part of whose Message-ID."""


def set_digest(services: Services, player: PlayerId, at: str) -> None:
    """Let a player's reports come as one mail a day at that hour (``18:00``, in his zone); '' for each by itself.

    What waits for a digest waits for the next at the new hour, or goes now if it cannot wait so long.  Raises
    OptionsError for an hour that cannot be read.
    """
    now = services.clock.now()
    hour = wall_time(at) if at else None
    with services.db.writing() as session:
        row = session.get_one(Player, player)
        row.digest_at = at
        digest = next_hour(now, row.zone, hour) if hour is not None else None
        for mail in _waiting(session, player):
            due = _deadline(session, mail.game)
            if digest is None or (due is not None and due < digest + DIGEST_URGENT):
                mail.next_at, mail.last_reply = now, ""
            else:
                mail.next_at = digest + DIGEST_GRACE


def _deadline(session: Session, game: GameId) -> datetime | None:
    """The deadline of a game's open turn; None where no clock runs."""
    due = select(Deadline.due_utc).where(
        Deadline.game == game, col(Deadline.done_at).is_(None), Deadline.kind == "deadline"
    )
    return session.exec(due.limit(1)).first()


def send_digests(services: Services) -> int:
    """Put the digests into the outbox whose hour has come; how many.  Raises StoreUnavailable.

    What cannot be made is logged; its reports go by themselves.
    """
    sent = 0
    for player, rows in _due(services):
        with apart(log, "the digest of %s could not be made", player.id):
            made = digest_mail(services, player, rows)
            sent += made is not None and _write(services, made)
    return sent


def _due(services: Services) -> list[tuple[Player, list[OutMail]]]:
    """The reports that go into digests now, by their players; those of held games are left to wait."""
    with services.db.reading() as session:
        due = select(OutMail, Player).join(Player, col(Player.id) == col(OutMail.player))
        due = due.where(
            WAITING,
            OutMail.state == "queued",
            OutMail.last_reply == FOR_DIGEST,
            OutMail.next_at <= services.clock.now() + DIGEST_GRACE,
            col(OutMail.game).not_in(select(Game.id).where(col(Game.mail_held))),
        )
        rows = session.exec(
            due.order_by(col(OutMail.created_at), col(OutMail.key)).options(deliverability.unread())
        ).all()
    found: defaultdict[PlayerId, list[OutMail]] = defaultdict(list)
    players = {player.id: player for _, player in rows}
    for row, player in rows:
        found[player.id].append(row)
    return [(players[name], some) for name, some in found.items()]


def _write(services: Services, made: DigestMail) -> bool:
    """Write a digest and mark its reports; False, and nothing is written, when one of them does not wait any more."""
    now, composed = services.clock.now(), made.composed
    with services.db.writing() as session:
        waiting = {(one.game, one.key): one for one in _waiting(session, made.player.id)}
        if not all(name in waiting for name in made.reports):
            return False
        name = composed.message_id.strip("<>").partition("@")[0]
        for report in made.reports:
            row = waiting[report]
            row.state, row.last_reply = "suppressed", IN_DIGEST.format(name)
        session.add(
            OutMail(
                game=made.turn.game, key=made.key, kind="digest", turn=made.turn.turn, seat=made.turn.seat,
                player=made.player.id, sender=composed.sender, recipient=made.recipient,
                message_id=composed.message_id, raw=composed.raw, priority=PRIORITIES["report"], created_at=now,
                next_at=leaves_at(now, made.player, made.deadline),
            )
        )  # fmt: skip
        for game in dict.fromkeys(game for game, _ in made.reports):
            mails.remember_lines(session, game, made.player.id, composed.lines)
    return True


def _waiting(session: Session, player: PlayerId) -> list[OutMail]:
    """The mails that wait for a player's digest."""
    found = select(OutMail).where(
        WAITING, OutMail.player == player, OutMail.state == "queued", OutMail.last_reply == FOR_DIGEST
    )
    return list(session.exec(found.options(deliverability.unread()).with_for_update()).all())
