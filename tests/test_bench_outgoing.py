"""The measuring of mail that goes out: every report counted was taken by the sink."""

import re
import smtplib

import pytest

from pbem.bench import outgoing


def test_the_sink_takes_mails_and_lets_its_clients_come_again() -> None:
    with outgoing.smtp_sink() as port:
        for _ in range(2):
            with smtplib.SMTP(outgoing.HOST, port, timeout=5) as smtp:
                for size in (0, 1, 100_000, 3_000_000):
                    assert smtp.sendmail("a@b.test", ["c@d.test"], b"x" * size + b"\r\n.\r\n") == {}


@pytest.mark.slow
def test_a_few_queued_reports_are_drained_beside_the_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "FEW", 7)
    (line,) = outgoing.outgoing_figures(quick=True)
    assert re.match(r"drain 7 queued reports: \d+\.\d s, .* = \d+\.\d x smtplib alone \(target 3\)", line)
