"""Mails that a provider hands over by HTTP: each request good once, stored before it is answered."""

from datetime import timedelta

from sqlmodel import Session, col, delete

from pbem.mail.webhook import FRESH, Handed, NotSigned
from pbem.service.incoming.doors import Envelope, store_mail
from pbem.service.services import Services
from pbem.store.mails import use_once
from pbem.store.tables import MailId, OnceOnly


def take(services: Services, handed: Handed) -> MailId:
    """Store a mail that was handed over, signed and fresh; its nonce is used up in the same transaction.

    A provider that heard no answer signs anew, with another nonce; the very same mail is stored once all the same.
    Raises NotSigned for a nonce that was used before, ValueError for an empty mail, StoreError: then nothing is stored.
    """
    now = services.clock.now()

    def once(session: Session) -> None:
        session.connection().execute(delete(OnceOnly).where(col(OnceOnly.until) < now))
        if not use_once(session, f"webhook:{handed.nonce}", now + timedelta(seconds=2 * FRESH)):
            raise NotSigned

    return store_mail(services, handed.raw, Envelope(handed.sender, handed.recipients), now, "webhook", also=once)
