"""The mail pages in a real browser that runs no script; they fit phones and desks, light and dark."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlmodel import select

from pbem.mail.tokens import TurnRef
from pbem.service.agreements.deputies import name_deputy
from pbem.service.people.seats import ensure_player
from pbem.store.tables import OutMail, Player, PlayerAddress, PlayerId, Reach
from tests.mail_offices import ANN, SOUTH, STRANGER, MailOffice, mail_office
from tests.servers.chromium import serving
from tests.test_web_every_page import SMALL, WIDTHS
from tests.web_offices import signed_in

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as made:
        yield made


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page that runs no script."""
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(10_000)
    yield page
    context.close()


def at_games(page: Page, base: str, desk: MailOffice, player: PlayerId) -> None:
    signed_in(page, base, desk.visitor(player))
    page.goto(f"{base}/games")


def test_a_held_mail_is_found_and_taken(desk: MailOffice, page: Page) -> None:
    game = desk.begin()
    desk.receive("S01 forward 0607\nS02 hold", STRANGER, TurnRef(game, SOUTH, 1), "from work")
    with serving(desk.app) as base:
        at_games(page, base, desk, desk.olga)
        page.get_by_role("link", name="Mail room").first.click()
        page.get_by_role("link", name="from work").click()
        expect(page.get_by_text("Held back.")).to_be_visible()
        expect(page.locator("pre")).to_have_text("S01 forward 0607\nS02 hold")
        page.get_by_role("button", name="Take it as orders of South").click()
        expect(page.get_by_role("status")).to_contain_text("Orders accepted")
        page.get_by_role("link", name="Mail room").first.click()
        expect(page.get_by_text("Nothing needs you")).to_be_visible()
    assert desk.orders(game) == "S01 forward 0607\nS02 hold"


def test_an_enemys_text_is_seen_by_a_deliberate_press_only(desk: MailOffice, page: Page) -> None:
    desk.begin(south=desk.olga)
    desk.receive("N01 forward 1005", STRANGER, subject="of nobody")
    with serving(desk.app) as base:
        at_games(page, base, desk, desk.olga)
        page.goto(f"{base}/mailroom")
        page.get_by_role("link", name="subject not shown").click()
        expect(page.get_by_text("You play yourself.")).to_be_visible()
        expect(page.get_by_text("N01 forward 1005")).to_have_count(0)
        with page.expect_download() as got:
            page.get_by_role("button", name="Download it anyway").click()
        assert got.value.suggested_filename.endswith(".eml.txt")
        page.get_by_role("button", name="Show the text anyway").click()
        expect(page.get_by_text("N01 forward 1005")).to_be_visible()


def test_zone_and_quiet_hours_are_set(desk: MailOffice, page: Page) -> None:
    with serving(desk.app) as base:
        at_games(page, base, desk, desk.ann)
        page.get_by_role("link", name="Account").click()
        page.get_by_label("Your time zone").fill("Asia/Tokyo")
        page.locator("#me").get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_contain_text("Saved.")
        page.get_by_role("link", name="Your mail").click()
        page.get_by_label("From", exact=True).fill("22:00")
        page.get_by_label("To", exact=True).fill("07:30")
        page.locator("#times").get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_contain_text("Saved.")
        expect(page.get_by_label("From", exact=True)).to_have_value("22:00")
        page.get_by_label("From", exact=True).fill("")
        page.locator("#times").get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_contain_text("leave both empty for none")
    with desk.services.db.reading() as session:
        row = session.get_one(Player, desk.ann)
        assert (row.zone, row.quiet_from, row.quiet_to) == ("Asia/Tokyo", "22:00", "07:30")


def test_the_zone_of_the_device_is_offered_by_script(desk: MailOffice, chromium: Browser) -> None:
    context = chromium.new_context(timezone_id="America/New_York")
    page = context.new_page()
    with serving(desk.app) as base:
        at_games(page, base, desk, desk.ann)
        page.goto(f"{base}/account")
        page.get_by_role("button", name="New York, United States").click()
        expect(page.get_by_label("Your time zone")).to_have_value("New York, United States")
        page.locator("#me").get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_contain_text("Saved.")
        expect(page.locator("#zone-here")).to_be_hidden()
    context.close()


def test_a_games_mails_are_paused_and_let_come_again(desk: MailOffice, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        at_games(page, base, desk, desk.ann)
        page.goto(f"{base}/mail")
        page.get_by_role("button", name="Pause its mails").click()
        page.goto(f"{base}/g/{game}")
        expect(page.get_by_text("You have paused this game’s mails.")).to_be_visible()
        page.get_by_role("link", name="Change that").click()
        page.get_by_role("button", name="Send me its mails again").click()
        page.goto(f"{base}/g/{game}")
        expect(page.get_by_text("You have paused this game’s mails.")).to_have_count(0)


def full(desk: MailOffice) -> list[str]:
    """An office with something of everything; the pages to look at, Olga's and then Ann's after an empty one."""
    game = desk.begin()
    held = desk.receive(f"S01 forward 0607\n{'x' * 200}", STRANGER, TurnRef(game, SOUTH, 1), "x" * 90)
    desk.receive("S01 hold", ANN, TurnRef(game, SOUTH, 1), "Re: [Harrow Down] orders and reports")
    name_deputy(desk.services, game, SOUTH, "carl@players.test", 1, 2, desk.ann)
    now = desk.clock.now()
    with desk.services.db.writing() as session:
        long = f"{'a' * 60}@players.test"
        session.add(PlayerAddress(email=long, player=desk.ann, asked_at=now, verified_at=now))
        session.add(Reach(address=ANN, score=4, scored_at=now, lost_at=now, last="550 " + "y" * 90))
        report = session.exec(select(OutMail).where(OutMail.kind == "report")).first()
        assert report is not None
        report.state, report.last_reply = "failed", f"550 5.1.1 <{long}>: {'z' * 90}"
        sent = report.message_id.strip("<>").partition("@")[0]
    desk.store("unread", ANN)
    desk.later(minutes=11)
    rooms = ["", "?show=all", f"/in/{held.mail}", "/out", f"/out/{sent}", "/state"]
    return [*(f"/mailroom{room}" for room in rooms), "", "/account", "/account/leave", "/mail", f"/g/{game}"]


def test_mail_pages_fit_their_window_and_fingers(desk: MailOffice, chromium: Browser) -> None:
    ensure_player(desk.services, "carl@players.test", "Carl Camp")
    paths = full(desk)
    context = chromium.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    with serving(desk.app) as base:
        at_games(page, base, desk, desk.olga)
        for path in paths:
            if not path:
                at_games(page, base, desk, desk.ann)
                continue
            answer = page.goto(base + path)
            assert answer is not None
            assert answer.status == 200, path
            for width in (WIDTHS[0], WIDTHS[-1]):
                page.set_viewport_size({"width": width, "height": 844})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{path} scrolls at {width}"
                small = page.evaluate(SMALL)
                assert not small, f"too small for a finger on {path} at {width}: {small}"
    context.close()
    assert not said, said
