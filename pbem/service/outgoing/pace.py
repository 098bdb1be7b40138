"""How fast mail goes out: at most so many in any minute, to the relay and to one domain, by all workers together."""

import logging
from datetime import datetime, timedelta

from pbem.store.allowances import Allowance, full, take, taken
from pbem.store.db import Database
from pbem.store.errors import StoreError

log = logging.getLogger(__name__)

MINUTE = timedelta(minutes=1)
RELAY, DOMAIN = "relay", "relay to "
"""Names of the allowances: of the relay, and what stands before a domain."""


class Pace:
    """What the relay is given, counted in the database."""

    def __init__(self, db: Database, relay: int = 0, domain: int = 0) -> None:
        """relay, domain: mails in any minute; 0 for no limit."""
        self._db, self._relay, self._domain = db, relay, domain

    def room(self, now: datetime, most: int) -> int:
        """How many mails may go out now, up to ``most``."""
        if not self._relay:
            return most
        with self._db.reading() as session:
            return min(most, self._relay - len(taken(session, Allowance(RELAY, self._relay, MINUTE), now)))

    def full(self, now: datetime) -> frozenset[str]:
        """The domains that have had all they may."""
        if not self._domain:
            return frozenset()
        with self._db.reading() as session:
            return full(session, DOMAIN, self._domain, MINUTE, now)

    def take(self, recipient: str, now: datetime) -> bool:
        """Count a mail that is about to go to that address; False, and it must wait, if it may not go now."""
        both = ((RELAY, self._relay), (f"{DOMAIN}{domain_of(recipient)}", self._domain))
        limits = [Allowance(name, most, MINUTE) for name, most in both if most]
        if not limits:
            return True
        try:
            with self._db.writing(durable=False) as session:
                return take(session, limits, now)
        except StoreError as fault:
            log.warning("a mail waits, for it cannot be counted: %s", fault)
            return False


def domain_of(address: str) -> str:
    """What stands behind the last ``@``, in lower case."""
    return address.rpartition("@")[2].lower()
