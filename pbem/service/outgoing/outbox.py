"""The outbox drained: mails that wait are handed to a relay, most urgent first, until it has taken them.

At least once, never exactly once: every try sends the same bytes with the same Message-ID.
"""

import hashlib
import logging
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from time import monotonic

import msgspec
from sqlmodel import Session, select

from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.mail.relay import FileRelay, Relay, RelayAnswer, SmtpRelay
from pbem.service.outgoing import returns
from pbem.service.outgoing.drawing import draw_some
from pbem.service.outgoing.notices import tell_daily
from pbem.service.outgoing.pace import Pace
from pbem.service.play.work import UnknownGame
from pbem.service.queues import deliverability
from pbem.service.services import Services
from pbem.store import leases
from pbem.store.tables import Game, OutMail, OutState, is_intact

log = logging.getLogger(__name__)

WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(hours=1))
"""Before the second try, the third...; then the last again and again."""

GIVE_UP = timedelta(days=5)
AT_ONCE = 20

TOGETHER = 1.0
"""Seconds of sending that are written down in one transaction."""

TRYING = 120.0
"""Seconds of trying claimed mails; well within their lease."""

DAMAGED = "held: what is stored of it is not what was written"
"""The ``last_reply`` of a mail whose row was changed behind our back: it is never sent."""

REFUSES_US = re.compile(r"5\d\d[ -].*?\b5\.7\.\d")
"""What a relay says when it is our right to send that it doubts."""


class Drained(msgspec.Struct, frozen=True):
    """How many mails were sent, put off, and given up."""

    sent: int = 0
    deferred: int = 0
    failed: int = 0


class _Fate(msgspec.Struct, frozen=True):
    """What became of a claimed mail."""

    mail: OutMail

    state: OutState
    """Queued if it was not tried after all."""

    reply: str = ""

    next_at: datetime | None = None


def relay_for(config: Config) -> Relay:
    """The operator's relay; files in the data folder where there is none."""
    return SmtpRelay(config.smtp_url) if config.smtp_url else FileRelay(config.data_dir / "outbox")


def pace_for(services: Services) -> Pace:
    """How fast the operator's relay is given mails; files are written as fast as they can be."""
    config = services.config
    return Pace(services.db, config.relay_rate, config.domain_rate) if config.smtp_url else Pace(services.db)


def hold_mail(services: Services, game: GameId, held: bool) -> None:
    """Let no mail of a game leave, or let them leave again.  Raises UnknownGame."""
    with services.db.writing() as session:
        card = session.get(Game, game)
        if card is None:
            raise UnknownGame(f"there is no game {game!r}")
        card.mail_held = held


def drain(services: Services, relay: Relay, limit: int = AT_ONCE, pace: Pace | None = None) -> Drained:
    """Try every mail that is due, once; the maps it is to show are drawn first.  Several workers may drain at once.

    pace: how many may go now; without it, all.  Nothing goes while the operator holds all mail.  Raises
    StoreUnavailable.
    """
    pace, holder, count = pace or Pace(services.db), secrets.token_hex(8), Counter[str]()
    while not services.config.hold_mail:
        now = services.clock.now()
        room = pace.room(now, limit)
        if room <= 0:
            break
        with services.db.writing() as session:
            claimed = [*leases.claim_outbox(session, now, holder, room, without=pace.full(now))]
        for some in _batches(_try_all(services, relay, pace, claimed)):
            count.update(_settle(services, holder, some))
        if len(claimed) < room and not draw_some(services):
            break
    return Drained(count["sent"], count["deferred"], count["failed"] + count["suppressed"])


def _try_all(services: Services, relay: Relay, pace: Pace, claimed: Iterable[OutMail]) -> Iterator[_Fate]:
    """Send claimed mails.  Those there is no time for, or that their domain may not have now, stay as they were.

    Where the relay cannot be reached they are put off together: each would wait for it as long.
    """
    until, away = monotonic() + TRYING, ""
    for mail in claimed:
        now = services.clock.now()
        if not is_intact(mail):
            yield _Fate(mail, "suppressed", DAMAGED)
        elif mail.expires_at is not None and mail.expires_at <= now:
            yield _Fate(mail, "suppressed", "not worth sending any more")
        elif away:
            yield _put_off(mail, away, now)
        elif monotonic() > until or not pace.take(mail.recipient, now):
            yield _Fate(mail, "queued")
        else:
            name = f"{mail.created_at:%Y%m%dT%H%M%S}.{mail.game}.{mail.key}"
            sent = relay.send(mail.raw, mail.sender, mail.recipient, name)
            away = sent.reply if sent.state == "away" else ""
            yield _fate(mail, sent, services.clock.now())


def _fate(mail: OutMail, sent: RelayAnswer, now: datetime) -> _Fate:
    if sent.state == "sent":
        return _Fate(mail, "sent", sent.reply)
    if sent.state == "never":
        return _given_up(mail, sent.reply)
    return _put_off(mail, sent.reply, now)


def _put_off(mail: OutMail, reply: str, now: datetime) -> _Fate:
    if now - mail.created_at >= GIVE_UP:
        return _given_up(mail, reply)
    return _Fate(mail, "deferred", reply, now + pause(mail.message_id, mail.attempts))


def _given_up(mail: OutMail, reply: str) -> _Fate:
    log.warning("mail %s/%s to %r will not be sent: %r", mail.game, mail.key, mail.recipient, reply)
    return _Fate(mail, "failed", reply)


def _batches(fates: Iterable[_Fate]) -> Iterator[list[_Fate]]:
    """What becomes of mails, to be written down together: whatever was sent within a second.

    What was sent and not written down when a worker dies is sent again.
    """
    some: list[_Fate] = []
    began = monotonic()
    for fate in fates:
        some.append(fate)
        if monotonic() - began >= TOGETHER:
            yield some
            some, began = [], monotonic()
    if some:
        yield some


def _settle(services: Services, holder: str, fates: list[_Fate]) -> list[OutState]:
    """Note what became of mails; of those that were ours still."""
    now, ours = services.clock.now(), []
    with services.db.writing() as session:
        for one in fates:
            name = (one.mail.game, one.mail.key)
            if leases.settle_mail(session, name, holder, now, one.state, one.reply, one.next_at):
                ours.append(one)
                if one.state == "failed":
                    returns.note_refused(session, _row(session, one.mail), one.reply, now)
    for one in ours:
        _tell_of_refusal(services, one)
    _tell_of_damage(services, [one.mail for one in ours if one.reply == DAMAGED])
    return [one.state for one in ours]


def _row(session: Session, mail: OutMail) -> OutMail:
    found = select(OutMail).where(OutMail.game == mail.game, OutMail.key == mail.key)
    return session.exec(found.options(deliverability.unread())).one()


def _tell_of_refusal(services: Services, fate: _Fate) -> None:
    """A relay that refuses us, not an address, is the operator's to mend; he is told once a day."""
    if (
        fate.state == "failed"
        and REFUSES_US.match(fate.reply)
        and fate.mail.recipient != services.config.operator_address
    ):
        text = f"a {fate.mail.kind} to {fate.mail.recipient}\n{fate.reply}"
        tell_daily(services, "relay-refuses", "The relay refuses our mail", text)


def _tell_of_damage(services: Services, held: Sequence[OutMail]) -> None:
    """Mails that were held for their damage: the operator is told once a day, and `pbem doctor` lists them all."""
    for mail in held:
        log.error("mail %s/%s is damaged and was not sent", mail.game or "(no game)", mail.key)
    if held:
        named = "\n".join(f"{one.game or 'no game'}: {one.kind} for turn {one.turn}, {one.key}" for one in held)
        tell_daily(
            services, "outbox-damaged", "Mails in the outbox are damaged",
            f"{named}\nTheir stored bytes are not what was written, so they were held back. Check the disk and the "
            "database; `pbem doctor` lists every such mail. Players find their reports on the web; nothing else waits.",
        )  # fmt: skip


def pause(message_id: str, attempts: int) -> timedelta:
    """How long to wait after so many tries: 1, 5, 15 minutes, then hourly, and up to a fifth more by the mail's id.

    The fifth keeps mails that failed together from coming back together.
    """
    wait = WAITS[min(attempts, len(WAITS)) - 1]
    spread = int.from_bytes(hashlib.sha256(message_id.encode()).digest()[:2]) / 65536
    return wait * (1 + spread / 5)
