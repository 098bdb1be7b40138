"""What the DNS says of our domains: where their mail goes, who may send in their name."""

import re
from collections.abc import Sequence
from typing import Protocol

from dns.exception import DNSException
from dns.name import EmptyLabel, LabelTooLong
from dns.rdatatype import RdataType
from dns.resolver import NXDOMAIN, NoAnswer, Resolver

LIFETIME = 5.0
"""Seconds for one question."""

_RESERVED = re.compile(r"(?:.*\.)?(?:test|example|invalid|localhost|local|internal|onion)|[^.]*")


class Unreachable(Exception):
    """No name server answered."""


class Names(Protocol):
    """Answers questions about names.  Both raise Unreachable."""

    def mail_hosts(self, domain: str) -> tuple[str, ...]:
        """The hosts that take a domain's mail (MX, or an address of its own), best first; '.' for *no mail*."""
        ...

    def texts(self, name: str) -> tuple[str, ...]:
        """The TXT records of a name."""
        ...


def reserved(domain: str) -> bool:
    """Whether a domain is one that the DNS of the world never knows: for tests, for inside."""
    return bool(_RESERVED.fullmatch(domain.lower().rstrip(".")))


class Dns:
    """The DNS, asked by way of this machine's name servers or of others."""

    def __init__(self, servers: Sequence[str] = (), port: int = 53) -> None:
        """servers: addresses, instead of those this machine is set to.  Raises Unreachable when it has none."""
        try:
            self._resolver = Resolver(configure=not servers)
        except DNSException as fault:
            raise Unreachable(str(fault)) from fault
        if servers:
            self._resolver.nameservers, self._resolver.port = list(servers), port
        self._resolver.lifetime = LIFETIME

    def mail_hosts(self, domain: str) -> tuple[str, ...]:
        """By MX; without any, the domain itself if it has an address (RFC 5321, 5.1)."""
        found = [line.split() for line in self._ask(domain, RdataType.MX)]
        if found:
            return tuple(host.rstrip(".") or "." for _, host in sorted(found, key=lambda one: int(one[0])))
        has_address = self._ask(domain, RdataType.A) or self._ask(domain, RdataType.AAAA)
        return (domain,) if has_address else ()

    def texts(self, name: str) -> tuple[str, ...]:
        """Each with its pieces joined."""
        return self._ask(name, RdataType.TXT)

    def _ask(self, name: str, kind: RdataType) -> tuple[str, ...]:
        try:
            answer = self._resolver.resolve(name, kind, search=False)
        except (NXDOMAIN, NoAnswer):
            return ()
        except (LabelTooLong, EmptyLabel):
            return ()
        except DNSException as fault:
            raise Unreachable(str(fault)) from fault
        if kind is RdataType.TXT:
            return tuple(b"".join(one.strings).decode("utf-8", "replace") for one in answer)
        return tuple(one.to_text() for one in answer)
