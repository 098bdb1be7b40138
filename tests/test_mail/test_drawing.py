"""Maps of mails: drawn after the mail was written down, with no transaction open, and stored before it is sent."""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import msgspec
import pytest
from sqlmodel import select

from pbem.engine.chart import Chart
from pbem.mail.compose import compose
from pbem.mail.relay import RelayAnswer
from pbem.reports.maps import render_png
from pbem.service.model.mails import Undrawn
from pbem.service.outgoing import drawing, wording
from pbem.service.outgoing.drawing import draw_some
from pbem.service.outgoing.outbox import drain
from pbem.store import leases
from pbem.store.tables import OutMail
from tests import chart_samples, table_samples
from tests.mail_offices import MailOffice, mail_office
from tests.test_country_maps import sighted
from tests.web_offices import SOUTH

PNG = b"\x89PNG\r\n\x1a\n drawn"


class Kept:
    """A relay that keeps what it is given."""

    def __init__(self) -> None:
        self.raws: list[bytes] = []

    def close(self) -> None:
        """Nothing is open."""

    def send(self, raw: bytes, sender: str, recipient: str, name: str) -> RelayAnswer:
        """Taken."""
        self.raws.append(raw)
        return RelayAnswer("sent", "250 taken")


@pytest.fixture
def begun(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailOffice]:
    """A game just begun; a map drawn while it was begun would have failed it."""

    def never(*_: Any, **__: Any) -> bytes:
        raise AssertionError("a map is drawn while the game waits")

    with mail_office(tmp_path_factory.mktemp("office")) as desk:
        monkeypatch.setattr(wording, "render_png", never)
        desk.begin()
        yield desk


def reports(desk: MailOffice) -> list[OutMail]:
    with desk.services.db.reading() as session:
        return list(session.exec(select(OutMail).where(OutMail.kind == "report")).all())


def types(raw: bytes) -> list[str]:
    return [part.get_content_type() for part in message_from_bytes(raw).walk()]


def html_of(raw: bytes) -> str:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def test_a_report_is_written_down_without_its_map_and_sent_with_it(
    begun: MailOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = {one.message_id: one for one in reports(begun)}
    assert len(waiting) == 2
    for one in waiting.values():
        assert one.undrawn
        assert "image/png" not in types(one.raw)
        assert "The map is on the web" in html_of(one.raw)
    monkeypatch.setattr(wording, "render_png", lambda *_, **__: PNG)
    relay = Kept()
    assert drain(begun.services, relay).sent == len(relay.raws)
    sent = {str(message_from_bytes(raw)["Message-ID"]): raw for raw in relay.raws}
    for one in reports(begun):
        before = waiting[one.message_id].content
        assert before is not None
        assert before.drawing is not None
        undrawn = msgspec.msgpack.decode(before.drawing, type=Undrawn)
        assert sent[one.message_id] == compose(msgspec.structs.replace(undrawn.mail, pictures={"map": PNG}))
        assert (one.raw, one.undrawn, one.state) == (sent[one.message_id], False, "sent")
        assert one.content is not None
        assert one.content.drawing is None


def test_no_transaction_is_open_while_a_map_is_drawn_and_no_other_worker_draws_it(
    begun: MailOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def picture(*_: Any, **__: Any) -> bytes:
        with begun.services.db.writing() as session:
            session.exec(select(OutMail)).all()
        drawn.append(draw_some(begun.services))
        return PNG

    monkeypatch.setattr(wording, "render_png", picture)
    assert draw_some(begun.services) == 2
    assert drawn == [0, 0]


def test_a_map_that_cannot_be_drawn_keeps_no_report_from_its_reader(
    begun: MailOffice, caplog: pytest.LogCaptureFixture
) -> None:
    relay = Kept()
    drain(begun.services, relay)
    told = [raw for raw in relay.raws if b"X-PBEM: report" in raw]
    assert len(told) == 2
    assert all("image/png" not in types(raw) and "The map is on the web" in html_of(raw) for raw in told)
    assert "goes without its map" in caplog.text
    assert drain(begun.services, relay).sent == 0


def test_a_map_over_which_workers_die_is_given_up_and_its_report_goes(
    begun: MailOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: Any, **__: Any) -> bytes:
        raise SystemExit  # as a worker ends that is killed: nothing more is written

    monkeypatch.setattr(wording, "render_png", dies)
    for _ in range(drawing.TRIES):
        with pytest.raises(SystemExit):
            draw_some(begun.services, 2)
        begun.clock.at += leases.MAIL_HOLD
    assert draw_some(begun.services, 2) == 2
    relay = Kept()
    drain(begun.services, relay)
    assert sum(b"X-PBEM: report" in raw for raw in relay.raws) == 2


def test_what_a_damaged_mail_was_to_show_does_not_make_it_whole(
    begun: MailOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wording, "render_png", lambda *_, **__: PNG)
    with begun.services.db.writing() as session:
        row = session.exec(select(OutMail).where(OutMail.kind == "report", OutMail.seat == SOUTH)).one()
        assert row.content is not None
        row.content.raw = row.content.raw.replace(b"Harrow", b"Barrow")
    drain(begun.services, Kept())
    (south,) = (one for one in reports(begun) if one.seat == SOUTH)
    assert south.state == "suppressed"


@pytest.mark.parametrize(
    "chart", [chart_samples.every_ground(), chart_samples.harrow_down_contact(), table_samples.the_mill(), sighted()]
)
def test_what_a_map_shows_is_stored_whole(chart: Chart) -> None:
    stored = msgspec.msgpack.decode(msgspec.msgpack.encode(chart), type=Chart)
    assert stored == chart


def test_a_stored_map_is_drawn_the_same_to_the_byte() -> None:
    chart = chart_samples.harrow_down_contact()
    stored = msgspec.msgpack.decode(msgspec.msgpack.encode(chart), type=Chart)
    assert render_png(stored, 400, crop="fight", furniture=False) == render_png(
        chart, 400, crop="fight", furniture=False
    )


def test_the_limit_holds(begun: MailOffice) -> None:
    assert drawing.draw_some(begun.services, 1) == 1
    assert sum(one.undrawn for one in reports(begun)) == 1
