"""Mails are as small as every mail system takes them: the HTML uncut, the whole not refused."""

import io
import quopri
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import cast

import pytest
from PIL import Image

from pbem.mail.compose import Outgoing, compose
from pbem.reports.letter import HTML_BYTES, MAP, Letter, letter_html, letter_text, sent_size
from pbem.reports.letters import report_letter
from pbem.service.model.mails import Correspondent, MailMatter
from pbem.service.outgoing import wording
from pbem.store.tables import PlayerId
from tests import test_reports
from tests.table_samples import the_mill
from tests.test_mail.conftest import ANN, HARROW, SOUTH, Office
from tests.told_battles import fought


def reports_of(name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Letter]:
    """Every report of a battle to both sides."""
    battle = fought("a", "round", name)
    for seat in battle.stops[0].asks:
        monkeypatch.setitem(test_reports.TITLES, seat, str(seat))
        for turn, asked in battle.turns(seat):
            yield report_letter(test_reports.report(turn, asked))


def part(raw: bytes, kind: str) -> Message | None:
    """A part of a mail."""
    return next((one for one in message_from_bytes(raw, policy=default).walk() if one.get_content_type() == kind), None)


@pytest.mark.parametrize("name", ["lutzen", "dreux"])
def test_the_html_of_the_largest_battles_is_never_cut_off(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    largest = ""
    for letter in reports_of(name, monkeypatch):
        page = letter_html(letter)
        assert sent_size(page) <= HTML_BYTES == 90 * 1024
        assert "cid:map@pbem" in page
        largest = max(largest, page, key=len)
        for line in letter_text(letter).split("\n"):
            assert len(line) <= 72 or " " not in line.strip(), line
            assert not line.startswith((">", "From ", "-- "))
    raw = compose(
        Outgoing(
            message_id="<k.a@example.test>", at=test_reports.NOW, sender="orders@example.test", sender_name="x",
            to=ANN, to_name="Ann", subject="x", text="x\n", kind="report", html=largest,
        )
    )  # fmt: skip
    sent = part(raw, "text/html")
    assert sent is not None
    body = sent.get_payload()
    assert isinstance(body, str)
    assert len(body) == pytest.approx(sent_size(largest), rel=0.002)
    assert quopri.decodestring(body.encode()).decode().split() == largest.split()


def report_of(office: Office) -> bytes:
    """Ann's first report, made now."""
    to = Correspondent(PlayerId("p"), "Ann", ANN)
    page = office.page()
    matter = MailMatter(kind="report", to=to, at=page.now, game=HARROW, turn=1, seat=SOUTH, page=page)
    made = wording.compose_mail(office.services.config, matter)
    assert made.undrawn is not None
    return wording.with_maps(made.undrawn.mail, made.undrawn.charts) or made.raw


@pytest.mark.usefixtures("mail_maps")
def test_a_mail_that_would_be_too_large_has_a_smaller_map_then_none(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = report_of(office)
    assert len(whole) <= wording.LARGEST == 5 * 1024 * 1024
    monkeypatch.setattr(wording, "LARGEST", len(whole) - 1)
    smaller = report_of(office)
    assert len(smaller) < len(whole)
    assert part(smaller, "image/png") is not None
    monkeypatch.setattr(wording, "LARGEST", len(smaller) - 1)
    least = report_of(office)
    assert part(least, "image/png") is None
    page = str(part(least, "text/html"))
    assert "cid:" not in page
    assert f"/g/{HARROW}" in page
    assert str(part(least, "text/plain")) == str(part(whole, "text/plain"))
    assert MAP in str(part(whole, "image/png"))


def width_of(raw: bytes | None) -> int:
    """Of the map of a mail, in pixels."""
    picture = part(raw or b"", "image/png")
    assert picture is not None
    return Image.open(io.BytesIO(cast("bytes", picture.get_payload(decode=True)))).width


@pytest.mark.usefixtures("mail_maps")
def test_a_heavy_table_is_drawn_narrower(monkeypatch: pytest.MonkeyPatch) -> None:
    letter = Outgoing(
        message_id="<k.a@example.test>", at=test_reports.NOW, sender="orders@example.test", sender_name="x", to=ANN,
        to_name="Ann", subject="x", text="x\n", kind="report", html='<p><img src="cid:map@pbem"></p>',
    )  # fmt: skip

    def drawn(most: int) -> bytes | None:
        monkeypatch.setattr(wording, "TABLE_MAP", wording.TABLE_MAP._replace(mail=most))
        return wording.with_maps(letter, {MAP: the_mill()})

    whole = drawn(wording.LARGEST)
    assert whole is not None
    assert [width_of(whole), width_of(drawn(len(whole) - 1)), width_of(drawn(1000))] == [1200, 1000, 800]
