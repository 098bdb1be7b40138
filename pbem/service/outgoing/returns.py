"""Mails of ours that came back: which one it was, what it says of the address, and where the mail goes now.

A returned mail counts only if it names something that cannot be guessed: the tag of our envelope sender, or our
Message-ID.  One that names an address alone may have been written by anybody; it is noted and changes nothing.
"""

import re
from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.config import Config
from pbem.mail.bounces import MOST_IDS, Returned, ReturnKind, envelope_tags
from pbem.mail.machines import TO_BE_CONFIRMED
from pbem.mail.reader import reader_of
from pbem.mail.tokens import TurnRef
from pbem.service.queues import deliverability
from pbem.service.services import Services
from pbem.store.tables import InMail, OutMail, mail_key

MOST_SAID = 300

_ADDRESS_REFUSED = re.compile(r"5\d\d[ -].*?\b5\.1\.(?![78]\b)\d")
"""What a relay says of a recipient that there is not; 5.1.7 and 5.1.8 are about the sender's address."""


def note_return(session: Session, services: Services, mail: InMail, returned: Returned) -> str:
    """Note what a returned mail says of the mail of ours that it is about; in words, for its own row.

    Called in the transaction that settles the mail.  The same mail returned twice scores once, by the worst.
    """
    ours = _ours(session, services.config, mail, returned)
    if ours is None:
        about = f" to {returned.recipient}" if returned.recipient else ""
        return f"a mail{about} came back ({_told(returned)}), but which one cannot be told: it does not count"
    name = f"{ours.kind} of {ours.game}, turn {ours.turn}" if ours.game else ours.kind
    if ours.attempts == 0 or ours.state not in {"sent", "leased", "deferred"} or _elsewhere(session, ours, returned):
        return f"returned: {name}, which has been sent anew meanwhile: it does not count ({_told(returned)})"
    scored = deliverability.POINTS[returned.kind] - deliverability.POINTS[ours.returned]
    if scored > 0 or not ours.returned:
        ours.returned, ours.last_reply = returned.kind, returned.text[:MOST_SAID]
    ours.returned_at = mail.arrived_at
    address = ours.recipient
    lost = scored > 0 and deliverability.score(session, address, scored, returned.text, services.clock.now())
    told = [f"returned: {name} to {address} ({_told(returned)})"]
    if lost:
        told.append("that address is lost: nothing more of the kind is sent there")
    if returned.kind == "hard" or lost:
        other = send_on(session, ours, services.clock.now())
        told += [f"sent to {other} instead"] if other else []
    return "; ".join(told)


def note_challenge(
    session: Session, services: Services, mail: InMail, answers: tuple[str, ...], turn: TurnRef | None
) -> str:
    """Note that a mail of ours is kept from its reader until a confirmation (threat 21): as a delay.

    answers: the ids it answers.  turn: whose token it came with.  '' when there is no telling which mail it is about.
    """
    asked = _report_of(session, turn) if turn else ()
    held = Returned(kind="delayed", message_ids=(*answers[:MOST_IDS], *asked), text=TO_BE_CONFIRMED)
    return note_return(session, services, mail, held) if _ours(session, services.config, mail, held) else ""


def _report_of(session: Session, turn: TurnRef) -> tuple[str, ...]:
    """The Message-ID of the report of a turn."""
    row = session.get(OutMail, (turn.game, mail_key(turn.turn, turn.seat, "report")), options=[deliverability.unread()])
    return (row.message_id,) if row else ()


def note_refused(session: Session, ours: OutMail, reply: str, now: datetime) -> None:
    """A relay will never take a mail (``550 5.1.1 ...``): if it says so of the address, that counts as a hard return.

    Called in the transaction that marks the mail failed.  Anything else a relay refuses says more of us than of the
    address; the operator hears of it, and no address is lost by it.
    """
    if _ADDRESS_REFUSED.match(reply):
        deliverability.score(session, ours.recipient, deliverability.POINTS["hard"], reply, now)
        send_on(session, ours, now)


def send_on(session: Session, ours: OutMail, now: datetime) -> str:
    """Send a report that did not arrive to another address of its player; which, '' for none.

    Only the newest of its seat, and not to where something has come back from of late: that may be this very mail.
    """
    other = deliverability.other_address(session, ours.player, ours.recipient) if ours.player else ""
    if not other or ours.kind not in deliverability.TELLING or _later(session, ours):
        return ""
    if deliverability.left(session, other, now) >= deliverability.POINTS["soft"]:
        return ""
    deliverability.send_again(ours, other, now)
    return other


def _elsewhere(session: Session, ours: OutMail, returned: Returned) -> bool:
    """Whether it came back from another address of its player, to which it was sent before."""
    mine = deliverability.verified_addresses(session, ours.player) if ours.player else ()
    return returned.recipient != ours.recipient and returned.recipient in mine


def _later(session: Session, ours: OutMail) -> bool:
    """Whether the seat has been told of a later turn."""
    later = select(OutMail.key).where(
        OutMail.game == ours.game,
        OutMail.seat == ours.seat,
        OutMail.turn > ours.turn,
        col(OutMail.kind).in_(deliverability.TELLING),
    )
    return session.exec(later.limit(1)).first() is not None


def _ours(session: Session, config: Config, mail: InMail, returned: Returned) -> OutMail | None:
    """The mail of ours that came back."""
    for message_id in _ids(config, mail, returned):
        of_that_id = select(OutMail).where(OutMail.message_id == message_id).options(deliverability.unread())
        found = session.exec(of_that_id.with_for_update()).first()
        if found is not None:
            return found
    return None


def _ids(config: Config, mail: InMail, returned: Returned) -> Iterator[str]:
    us = reader_of(config)
    for tag in (*envelope_tags(us, mail.envelope_to), *returned.tags):
        yield f"<k.{tag}@{config.mail_domain}>"
    yield from returned.message_ids


def _told(returned: Returned) -> str:
    kinds: dict[ReturnKind, str] = {"delayed": "delayed", "soft": "a failure that may pass", "hard": "for good"}
    return f"{kinds[returned.kind]}: {returned.text}" if returned.text else kinds[returned.kind]
