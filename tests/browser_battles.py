"""Whole battles fought in a browser: a plan simple enough for a test, and what is watched while it is carried out."""

import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response, expect

from pbem.engine.hexes import distance, from_label
from pbem.service.play import games
from pbem.service.play.gamelist import my_games
from tests.web_offices import Office

HILL = tuple(from_label(place) for place in ("0604", "0605", "0705", "0606"))
"""What Harrow Down is fought for."""
ROUNDS = 10
"""Harrow Down's last round."""
AT_ONCE, ORDERED = 2, 4
"""To how many stands orders are given in a round, and in how many rounds; then all fight on as they stand."""


@contextmanager
def window(chromium: Browser, **kind: Any) -> Iterator[Page]:
    """A browser window of its own.  What a player would call broken fails the test: an error of a script, a breach of
    the content security policy (browsers tell it on the console), an answer that refuses."""
    context = chromium.new_context(reduced_motion="reduce", **kind)
    page = context.new_page()
    page.set_default_timeout(20_000)
    faults: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            faults.append(message.text)

    def answered(answer: Response) -> None:
        if answer.status >= 400:
            faults.append(f"{answer.status} {answer.url}")

    def failed(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a newer card was asked for, or another page
            faults.append(f"{request.failure} {request.url}")

    page.on("console", said)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("response", answered)
    page.on("requestfailed", failed)
    yield page
    context.close()
    assert not faults, faults


def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every battle begins from one seed, so that a test tells the same story each time."""
    monkeypatch.setattr(games, "secrets", types.SimpleNamespace(token_bytes=lambda _many: b"taps"))


def outcome(desk: Office) -> str:
    """How the one battle of Ines ended; '' while it is fought."""
    (card,) = my_games(desk.services, desk.ines)
    return card.outcome.text if card.outcome else ""


# --- what is on the page ------------------------------------------------------------------------------------------


def own(page: Page) -> list[str]:
    """The codes of one's own stands that are on the map."""
    codes: list[str] = page.locator("#board a.stand").evaluate_all("some => some.map(one => one.dataset.code)")
    return codes


def place_of(page: Page, code: str) -> str:
    """Where a stand is."""
    return page.locator(f'#board .stand[data-code="{code}"]').get_attribute("data-place") or ""


def lines_of(page: Page) -> list[str]:
    """The text of the orders, line by line."""
    return page.locator("#text").input_value().splitlines()


class Mark(NamedTuple):
    """A place that is marked on the map, and what a button of the card would write for it."""

    place: str
    line: str

    @property
    def is_attack(self) -> bool:
        return " charge " in self.line or " fire " in self.line


MARKS = """() => [...document.querySelectorAll("#card button[data-at]")]
  .map(one => [Board.placeOf(one.dataset.at), one.value])
  .filter(([at]) => Board.marked.includes(at))"""


def marks(page: Page) -> list[Mark]:
    """All that may be done on the map with what is chosen."""
    return [Mark(*one) for one in page.evaluate(MARKS)]


# --- the plan -----------------------------------------------------------------------------------------------------


def wanted(page: Page, code: str, some: Sequence[Mark]) -> Mark | None:
    """What a stand is to do of what it may: attack, else go to the hill; nothing for one that is there."""
    attack = next((one for one in some if one.is_attack), None)
    if attack or from_label(place_of(page, code)) in HILL:
        return attack
    return _nearest_to_hill([one for one in some if one.place in one.line])


def _nearest_to_hill(some: list[Mark]) -> Mark | None:
    def far(one: Mark) -> tuple[int, str]:
        return min(distance(from_label(one.place), hill) for hill in HILL), one.place

    return min(some, key=far, default=None)


class Hands(Protocol):
    """How a player does something: by fingers, by keys."""

    page: Page

    def choose(self, *codes: str) -> None:
        """Choose a stand of mine, or several."""

    def give(self, mark: Mark) -> None:
        """Do what is marked there."""

    def leave(self) -> None:
        """Choose nothing."""

    def send(self) -> None:
        """Say that I am ready."""

    def go_on(self) -> None:
        """From the report to the orders of the next round."""


def fight(hands: Hands, rounds: int = ROUNDS) -> list[str]:
    """Harrow Down from its first round to its end, or so many rounds of it; the lines that were ordered."""
    page, given = hands.page, []
    for turn in range(rounds):
        stands = own(page)
        if turn == 0:
            given.append(_together(hands, "S01", "S02"))
            stands = stands[2:]
        some = min(AT_ONCE, len(stands)) if turn < ORDERED else 0
        for code in (stands * 2)[turn % len(stands) :][:some]:
            hands.choose(code)
            mark = wanted(page, code, marks(page))
            if mark:
                given.append(_ordered(hands, mark))
            hands.leave()
        hands.send()
        expect(page.locator("#p-report")).to_be_visible()
        assert_no_sideways_scroll(page)
        if page.get_by_text("The battle is over").count():
            return given
        if turn + 1 < rounds:
            hands.go_on()
    assert rounds < ROUNDS, "the battle has no end"
    return given


def _together(hands: Hands, *codes: str) -> str:
    hands.choose(*codes)
    expect(hands.page.locator("#card")).to_contain_text(f"{len(codes)} units together")
    mark = _nearest_to_hill(marks(hands.page))
    assert mark is not None
    line = _ordered(hands, mark)
    hands.leave()
    return line


def _ordered(hands: Hands, mark: Mark) -> str:
    """Do what is marked; the text then says what the card offered there, and the rest of it is as it was."""
    page = hands.page
    before, may = lines_of(page), {one.line for one in marks(page) if one.place == mark.place}
    hands.give(mark)
    expect(page.locator("#text")).not_to_have_value("\n".join(before))
    expect(page.locator("#card .ordered b").first).to_be_visible()
    lines = lines_of(page)
    assert lines[:-1] == before, (before, lines)
    assert lines[-1] in may, (lines, may)
    assert_in_step(page, lines)
    return lines[-1]


def assert_in_step(page: Page, lines: list[str]) -> None:
    """The map, the list and the card say what the text says."""
    ordered = {word for line in lines for word in line.split() if word in own(page)}
    idle = page.locator("#understood .order.is-none").evaluate_all("some => some.map(one => one.id)")
    assert set(idle) == set(own(page)) - ordered
    expect(page.locator("#check")).to_contain_text(f"{len(lines)} order")
    expect(page.locator("#check")).not_to_contain_text("need")
    assert page.evaluate(DRAWN), "the map shows other orders than were read"
    assert_no_sideways_scroll(page)


def assert_no_sideways_scroll(page: Page) -> None:
    assert page.viewport_size is not None  # not innerWidth: a telephone that scrolls sideways makes that wider
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


DRAWN = """() => {
  const [map, read] = ["b-orders", "drawn"].map(id => document.getElementById(id).innerHTML.trim());
  return map === read;
}"""
