"""What the pages of a game show while its clock waits for a player who has not heard of his turn."""

from pathlib import Path

from sqlmodel import col, select

from pbem.service.outgoing.alarm import raise_alarms
from pbem.service.play.turns import submit
from pbem.store.tables import OutMail
from tests.mail_offices import ANN, NORTH, MailOffice, mail_office


def report_of_ann_comes_back(desk: MailOffice) -> None:
    with desk.services.db.writing() as session:
        for row in session.exec(select(OutMail).where(col(OutMail.kind) == "report")):
            row.state, row.sent_at, row.attempts = "sent", desk.clock.at, 1
            row.returned = "hard" if row.recipient == ANN else ""


def test_the_clock_waits_on_every_page_and_no_deadline_is_shown(tmp_path: Path) -> None:
    with mail_office(tmp_path, smtp_url="smtp://127.0.0.1:1") as desk:
        game = desk.begin()
        bob = desk.visitor(desk.bob)
        before = bob.get(f"/g/{game}").text
        assert "<b>Due <time" in before
        assert 'value="extend"' in before
        assert "the deadline is on hold" not in before
        report_of_ann_comes_back(desk)
        assert raise_alarms(desk.services).paused == (game,)
        for visitor in (bob, desk.visitor(desk.ann)):
            page = visitor.get(f"/g/{game}").text
            assert "the deadline is on hold: a player cannot be reached" in page
            assert "<time" not in page.partition('class="situation')[2].partition("</div>")[0]
            page = visitor.get("/").text
            assert "The deadline is on hold" in page
            assert "<time" not in page.partition('class="deadline')[2].partition("</div>")[0]
        assert ANN not in bob.get(f"/g/{game}").text
        ann = " ".join(desk.visitor(desk.ann).get(f"/g/{game}").text.split())
        assert f"The deadline waits for you.</b> The mail with this turn’s report did not reach {ANN}" in ann
        assert "The deadline waits for you" not in bob.get(f"/g/{game}").text
        submit(desk.services, game, NORTH, "ready", "web", str(desk.bob))
        assert "the deadline is on hold: a player cannot be reached" in bob.get(f"/g/{game}").text
        assert 'value="extend"' not in bob.get(f"/g/{game}").text
