"""How fast mail goes out: at most so many in any minute, to the relay and to one domain."""

from collections import defaultdict, deque
from datetime import datetime, timedelta

MINUTE = timedelta(minutes=1)


class Pace:
    """What one relay is given, counted by this process: several workers give it so many times as much."""

    def __init__(self, relay: int = 0, domain: int = 0) -> None:
        """relay, domain: mails in any minute; 0 for no limit."""
        self._relay, self._domain = relay, domain
        self._sent: deque[datetime] = deque()
        self._sent_to: defaultdict[str, deque[datetime]] = defaultdict(deque)

    def room(self, now: datetime, most: int) -> int:
        """How many mails may go out now, up to ``most``."""
        if not self._relay:
            return most
        _forget(self._sent, now)
        return min(most, self._relay - len(self._sent))

    def may(self, recipient: str, now: datetime) -> bool:
        """Whether one may go to that address now."""
        return domain_of(recipient) not in self.full(now)

    def full(self, now: datetime) -> frozenset[str]:
        """The domains that have had all they may."""
        for times in self._sent_to.values():
            _forget(times, now)
        self._sent_to = defaultdict(deque, {domain: times for domain, times in self._sent_to.items() if times})
        return frozenset(domain for domain, times in self._sent_to.items() if len(times) >= self._domain)

    def sent(self, recipient: str, now: datetime) -> None:
        """Count one."""
        if self._relay:
            self._sent.append(now)
        if self._domain:
            self._sent_to[domain_of(recipient)].append(now)


def domain_of(address: str) -> str:
    """What stands behind the last ``@``, in lower case."""
    return address.rpartition("@")[2].lower()


def _forget(times: deque[datetime], now: datetime) -> None:
    while times and now - times[0] >= MINUTE:
        times.popleft()
