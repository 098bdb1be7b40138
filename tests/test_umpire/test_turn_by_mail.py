"""A closed turn by mail alone: looked at, remarked on, ruled in, played and published."""

import re

import pytest

from pbem.engine.journal import Reported
from pbem.service.play.pages import game_page
from pbem.service.play.running import shut
from pbem.service.play.work import Work
from pbem.service.umpire.held import dry_run
from pbem.service.umpire.rulings import rulings_of
from pbem.service.umpire.turndraft import turn_draft
from pbem.service.umpire.turnlines import HOW, turn_lines_in
from pbem.store import journal
from tests.test_mail.conftest import HARROW, NORTH, SOUTH, begun, letter, office_with, text_of  # noqa: F401  # two are fixtures
from tests.test_mail.conftest import Office as MailOffice
from tests.test_umpire.answered import refused, say, taken
from tests.test_umpire.test_clock_by_mail import work_of
from tests.test_umpire.test_questions import by_mail, umpires_address  # noqa: F401  # one is a fixture


@pytest.fixture
def closed(by_mail: MailOffice) -> MailOffice:  # noqa: F811  # the fixture's name
    """Its orders are closed: South's first stand goes forward."""
    by_mail.receive(letter("S01 forward\nready\n"))
    work = work_of(by_mail)
    shut(work)
    work.write()
    return by_mail


def test_every_line_of_the_help_is_read_and_no_other() -> None:
    for line in HOW[:-1]:
        assert turn_lines_in(line) is not None, line
    for line in (
        "Look at rule 4.",
        "publish it?",
        "S04 forward",
        "remind North",
        "report North: hold",
        "letter 3: note",
    ):
        assert turn_lines_in(line) is None, line
    both = turn_lines_in("note North: The smoke\nis thick.\nstrike South: 1, 2 and 4\nbecause of it\npublish 0aF3b1.")
    assert both is not None
    assert both.notes == (("North", "The smoke\nis thick."),)
    assert both.strikes == (("South", (1, 2, 4)),)
    assert (both.code, both.reason) == ("0af3b1", "of it")


def test_a_turn_is_looked_at_remarked_on_ruled_in_and_published_by_mail(closed: MailOffice) -> None:
    assert "begin with look" in refused(closed, "play the turn", "because it is late")
    looked = taken(closed, "look")
    assert "Harrow Down. For the umpire." in looked.words
    seen = dry_run(work_of(closed))
    first = {one.seat: one.sentences[0] for one in seen.reports}
    told = looked.words.replace("| ", "")
    assert [said for one in seen.reports for said in one.sentences if said not in told] == []
    assert umpires_address(closed, 0).encode() in re.sub(rb"\r?\n ", b"", looked.raw), "the answer can be answered"
    with closed.services.db.reading() as session:
        assert [one.kind for one in journal.load(session, HARROW)].count("report") == 1

    mud = "after 1\nbecause of the mud"
    assert "After event 1: S04 strength 3" in taken(closed, "rule S04 strength 3", mud).words
    assert "changed since you looked" in refused(closed, f"publish {looked.code}")
    assert taken(closed, "laid 1: take away").code == looked.code
    assert "events 1 to" in refused(closed, "rule S04 strength 3", "after 999\nbecause of the mud")
    laid = taken(closed, "rule S04 strength 3", mud)

    assert "Give your reason" in refused(closed, "strike North: 1")
    assert "has no sentence 99" in refused(closed, "strike North: 99", "because of it")
    assert "There is no side 'West'" in refused(closed, "note West: Fog.")
    both = taken(closed, "note South: Fog comes up.\nstrike North: 1", "because of the smoke")
    assert "Your words under it: Fog comes up." in both.words
    assert turn_draft(work_of(closed)).strikes == {NORTH: (first[NORTH],)}, "the page shows it too"
    assert work_of(closed).desk.shut, "nothing is played yet"
    assert "changed since you looked" in refused(closed, f"publish {laid.code}"), "it would send other words"
    without = taken(closed, f"publish {both.code}\nlaid 1: take away")
    assert work_of(closed).desk.shut, "without the ruling it is another turn, to be looked at first"
    assert without.code != both.code
    both = taken(closed, "rule S04 strength 3", mud)
    taken(closed, f"publish {both.code}")

    work = work_of(closed)
    assert not work.desk.shut
    assert work.desk.turns[SOUTH] == 2
    assert rulings_of(work)[0].said == ("S04 strength 3",)
    assert game_page(closed.services, HARROW, SOUTH).told.remark == "Fog comes up."
    told_north = game_page(closed.services, HARROW, NORTH).told
    assert first[NORTH] not in [one.text for chapter in told_north.chapters for one in chapter.events]
    assert struck(work) == ["of the smoke"]
    assert "are open" in refused(closed, "publish")


def struck(work: Work) -> list[str]:
    with work.services.db.reading() as session:
        bodies = [work.rules.codec.read(one) for one in journal.load(session, HARROW) if one.kind == "report"]
    return [one.reason for one in bodies if isinstance(one, Reported) and one.act == "struck"]


def test_a_player_publishes_nothing_and_a_quoted_line_is_no_word(closed: MailOffice) -> None:
    looked = taken(closed, "look")
    quoted, line = text_of(looked.raw), f"publish {looked.code}"
    for text in (quoted, f"look\n\n{quoted}", f"> {line}"):
        say(closed, text, "")
        assert work_of(closed).desk.shut
    closed.receive(letter(f"{line}\n", name="player"))
    assert work_of(closed).desk.shut
