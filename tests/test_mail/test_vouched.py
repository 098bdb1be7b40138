"""Servers that write a header for each of their checks: together they vouch, each alone as far as it goes."""

import pytest

from pbem.mail.headers import headers
from pbem.mail.machines import vouched

DKIM = "mx.example.test; dkim=pass (2048-bit key) header.d=players.test header.i=@players.test header.b=Zm9v"
UNSIGNED = "mx.example.test; dkim=none; dkim-atps=neutral"
DMARC = "mx.example.test; dmarc=pass (p=none dis=none) header.from=players.test"
FAILED = "mx.example.test; dmarc=fail (p=none dis=none) header.from=players.test"
SPF = "mx.example.test; spf=pass smtp.mailfrom=ann@players.test"
OTHERS = "other.test; dmarc=fail header.from=players.test"


@pytest.mark.parametrize(
    ("said", "believed"),
    [
        ((DKIM, DMARC, SPF), True),  # OpenDKIM and OpenDMARC, which checks SPF itself
        ((SPF, DKIM), True),
        ((UNSIGNED, DMARC), True),  # by SPF, which DMARC has found to agree
        ((OTHERS, DMARC), True),
        ((DKIM, FAILED), False),
        ((DMARC, FAILED), False),
        ((DKIM, UNSIGNED), False),  # which of the two is the server's own?
        ((SPF,), False),
        ((UNSIGNED, SPF), False),
        (("mx.example.test; none",), False),
        (("mx.example.test;",), False),
    ],
)
def test_all_that_one_server_says_counts_together(said: tuple[str, ...], believed: bool) -> None:
    for order in (said, said[::-1]):
        head = "".join(f"Authentication-Results: {value}\r\n" for value in order)
        assert vouched(headers(head.encode() + b"\r\n"), "ann@players.test", "MX.example.test") is believed
