"""Words to the operator that no single mail or game is about: each is said once, however often its cause is met."""

from contextlib import suppress

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from pbem.service.outgoing import replying
from pbem.service.services import Services
from pbem.store.tables import NO_GAME, OutMail, mail_key


def tell_operator(services: Services, about: str, title: str, text: str) -> None:
    """Tell the operator, if there is one and he has not been told.

    about: what makes it one word (``mailbox-full.2026-05-14``: once on that day).  Raises StoreUnavailable.
    """
    letter = replying.to_operator(services, title, text)
    if letter is None:
        return
    made = replying.made(services, letter, about, "", services.clock.now())
    with suppress(IntegrityError), services.db.writing() as session:  # another worker may be telling him just now
        if not _told(session, about):
            replying.put_out(session, made)


def tell_daily(services: Services, about: str, title: str, text: str) -> None:
    """As `tell_operator`, once on each day (UTC)."""
    tell_operator(services, f"{about}.{services.clock.now():%Y-%m-%d}", title, text)


def _told(session: Session, about: str) -> bool:
    return session.get(OutMail, (NO_GAME, mail_key(0, "", "operator", about))) is not None
