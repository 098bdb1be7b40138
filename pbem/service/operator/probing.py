"""Probes sent through the relay, awaited at the door, and what they show."""

import secrets
import ssl
import time
from collections.abc import Iterator
from datetime import datetime

import msgspec
from sqlmodel import col, select

from pbem.mail.addresses import addresses
from pbem.mail.imap import Trouble
from pbem.mail.probes import Probe, ProbeKind, Shown, probe, shown
from pbem.mail.relay import RelayAnswer, SmtpRelay
from pbem.service.incoming import mailbox
from pbem.service.incoming.mailroom import handle
from pbem.service.operator.clockcheck import TOLERATED, apart, told
from pbem.service.operator.findings import DoctorFinding, failed, ok, warning
from pbem.service.services import Services
from pbem.store.errors import StoreError
from pbem.store.tables import InMail, MailId

LOOK_EVERY = 1.0
"""Seconds between two looks for probes under way."""

KINDS: tuple[ProbeKind, ...] = ("plain", "plus", "returns")


class Arrived(msgspec.Struct, frozen=True):
    """A test mail and its way."""

    probe: Probe

    said: RelayAnswer
    """What the relay answered."""

    sent_at: datetime
    """When it was sent, by this machine's clock."""

    seen_at: datetime | None = None
    """When it was seen in the mailbox, by this machine's clock; None for one that was not seen."""

    arrived_at: datetime | None = None

    envelope: str = ""
    """Recipients that the door was told."""

    shown: Shown | None = None


def send_and_wait(services: Services, wait: float, context: ssl.SSLContext | None = None) -> tuple[Arrived, ...]:
    """Send a probe of each kind, and look for them until all are there or so many seconds have passed.

    Each that arrives is handled, that is, set aside.
    """
    relay, word = SmtpRelay(services.config.smtp_url, context=context), secrets.token_hex(8)
    under_way = {
        kind: _send(services, relay, probe(services.config, kind, word, services.clock.now())) for kind in KINDS
    }
    relay.close()
    end = time.monotonic() + wait
    while any(one.said.state == "sent" and one.shown is None for one in under_way.values()):
        _collect(services)
        for kind, one in under_way.items():
            if one.shown is None:
                under_way[kind] = _found(services, one)
        if time.monotonic() >= end:
            break
        time.sleep(min(LOOK_EVERY, max(0.0, end - time.monotonic())))
    return tuple(under_way.values())


def _send(services: Services, relay: SmtpRelay, one: Probe) -> Arrived:
    at = services.clock.now()
    return Arrived(one, relay.send(one.raw, one.sender, one.recipient, one.subject), at)


def _collect(services: Services) -> None:
    """Empty the mailbox; what is in its way now may be gone at the next look."""
    if services.config.imap_url:
        try:
            mailbox.sweep(services)
        except (*Trouble, StoreError):
            return


def _found(services: Services, one: Arrived) -> Arrived:
    """The probe as it lies in the store; as it was, if it is not there."""
    wanted = select(InMail).where(col(InMail.subject).contains(one.probe.subject))
    with services.db.reading() as session:
        row = session.exec(wanted.order_by(col(InMail.arrived_at)).limit(1)).first()
    if row is None:
        return one
    handle(services, MailId(row.id))
    return msgspec.structs.replace(
        one, seen_at=services.clock.now(), arrived_at=row.arrived_at, envelope=row.envelope_to,
        shown=shown(one.probe, row.raw),
    )  # fmt: skip


# --- what they show -----------------------------------------------------------------------------------------------

LOST: dict[ProbeKind, tuple[str, str]] = {
    "plain": ("mail to ourselves", "see the log of your mail server for it"),
    "plus": (
        "plus-addresses",
        "let the mailbox take plus-addresses, or make it catch all mail of its domain: answers to reports come there",
    ),
    "returns": (
        "returned mails",
        "set PBEM_BOUNCE_ADDRESS to an address that reaches this door with a tag too: else bounces are not heard of",
    ),
}
"""What a probe is about, and what to do when it does not come back."""


def judge(services: Services, probes: tuple[Arrived, ...]) -> Iterator[DoctorFinding]:
    """What the probes show."""
    for one in probes:
        yield _came(one)
    there = [(one, one.shown) for one in probes if one.shown is not None]
    if there:
        yield _ids([what for _, what in there])
        yield from _results(services.config.authserv_id.lower(), [what for _, what in there])
        yield _clock([one for one, _ in there])


def _came(one: Arrived) -> DoctorFinding:
    about, todo = LOST[one.probe.kind]
    to = one.probe.recipient
    if one.said.state != "sent":
        return failed(about, f"the relay does not take a mail to {to}: {one.said.reply}", todo)
    if one.shown is None:
        return failed(about, f"the mail to {to} has not come back", f"wait longer (--wait), or {todo}")
    where = (*one.shown.seen_in, *(("envelope",) if to.lower() in addresses(one.envelope) else ()))
    if not where:
        return failed(about, f"a mail to {to} came back, and that address is nowhere in it", todo)
    return ok(about, f"a mail to {to} came back; the address stands in {', '.join(where)}")


def _ids(there: list[Shown]) -> DoctorFinding:
    if all(one.id_kept for one in there):
        return ok("Message-ID", "kept on the way")
    todo = "plus-addresses and codes do the same; ask your relay whether it can leave ids alone"
    return warning("Message-ID", "changed on the way: answers do not name our mails", todo)


def _results(authserv_id: str, there: list[Shown]) -> Iterator[DoctorFinding]:
    """Whether the server's own word is there, and no other server's can pass for it."""
    about = "Authentication-Results"
    servers = sorted({server for one in there for server in one.servers})
    todo = "look at a mail from outside: mails of your own relay may not be checked, others must be"
    if servers:
        todo = f"if {servers[0]} is your own server, set PBEM_AUTHSERV_ID to it"
    if not authserv_id:
        yield warning(about, f"written by {', '.join(servers) or 'nobody'}, believed from nobody", todo)
        return
    if any(one.forged for one in there):
        mend = "let your mail server take out what comes from outside (RFC 8601, 5), or unset PBEM_AUTHSERV_ID"
        yield failed(about, f"a forged one that names {authserv_id} is left in: anybody can pass for anybody", mend)
    else:
        yield ok(about, f"a forged one that names {authserv_id} is taken out")
    if authserv_id in servers:
        yield ok(about, f"your server writes them as {authserv_id}")
    else:
        found = f"written by {', '.join(servers)}, not by {authserv_id}" if servers else "your server wrote none"
        yield warning(about, found, todo)


def _clock(there: list[Arrived]) -> DoctorFinding:
    """The stamps of the probes; the store has none that is later than when the mail was seen."""
    apart_by = [apart(one.sent_at, one.seen_at, one.arrived_at) for one in there if one.seen_at and one.arrived_at]
    worst = max(apart_by, key=abs)
    if abs(worst) > TOLERATED:
        todo = "set both machines' clocks by NTP: orders are judged by the stamp, deadlines kept by our clock"
        return failed("clock", f"the stamp of a mail that came in is {told(worst)}", todo)
    return ok("clock", "a mail that comes in is stamped with the time it is here")
