"""Mails as players get them: wanted first, 72 columns, no line an order, HTML that stands alone and stays small."""

import re
import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from lxml import html as lxml_html  # type: ignore[import-untyped]  # ships no types

from pbem.engine.asks import Ask
from pbem.engine.orders import Problem, Reading
from pbem.engine.reporting import Event, Told
from pbem.engine.ruleset import SeatTurn
from pbem.mail.bodytext import from_html
from pbem.mail.quoted import own_words
from pbem.reports.letter import HTML_BYTES, Letter, LetterRow, Note, letter_html, letter_text, wrapped
from pbem.reports.letters import (
    SignInMail,
    ack_letter,
    dice_row,
    extended_letter,
    late_letter,
    problem_note,
    refusal_letter,
    reminder_letter,
    report_letter,
    signin_letter,
)
from pbem.reports.report import Ack, Heading, Late, OrdersVersion, RefusedMail, Reminder, Report
from pbem.reports.times import both
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.language.language import looks_like_order
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.service.incoming.answers import REFUSED
from pbem.service.outgoing.wording import MISSED, SILENCE
from tests.told_battles import GROUPS, NORTH, SOUTH, Fought, fought

NOW = datetime(2026, 5, 11, 20, 4, tzinfo=UTC)
DUE = NOW + timedelta(days=2, hours=23)
TITLES = {SOUTH: "South", NORTH: "North"}


def heading(**more: Any) -> Heading:
    """A game with a clock, seen from Madrid."""
    given: dict[str, Any] = {
        "game": "Harrow Down", "rules": "Snaphance", "side": "South",
        "players": (("South", "Ines Calder"), ("North", "Tom Averell")), "turn": "round 5", "due": DUE,
        "grace": both(DUE + timedelta(hours=12), "Europe/Madrid"), "zone": "Europe/Madrid", "now": NOW,
        "game_url": "https://battles.example/g/harrow-down", "help_url": "https://battles.example/help/orders",
        "rules_url": "https://battles.example/rules/snaphance",
        "code": "K7QX-M4TR", "extensions": 1,
    }  # fmt: skip
    return Heading(**(given | more))


def report(turn: SeatTurn[Battle], asked: tuple[Battle, Ask[Any]] | None, **more: Any) -> Report:
    """A turn as a report."""
    told = RULES.reporting.tell(turn)
    form = tuple(RULES.language.form(*asked)) if asked else ()
    ask = RULES.language.describe(*asked) if asked else ""
    head = heading(
        side=TITLES[turn.seat], turn=RULES.course.turn_name(asked[0]) if asked else "", question="?" in ask,
        due=DUE if asked else None, code="K7QX-M4TR" if asked else "",
    )  # fmt: skip
    return Report(
        heading=head, number=turn.number, told=told, chart=RULES.reporting.chart(turn), form=form, ask=ask, **more
    )


def reports_of(battle: Fought) -> Iterator[tuple[Letter, tuple[Battle, Ask[Any]] | None]]:
    """Every report of a battle to both seats."""
    for seat in TITLES:
        for turn, asked in battle.turns(seat):
            more = {"commitment": "ab" * 32} if not turn.number else {"seed": "cd" * 32} if asked is None else {}
            missed = MISSED["standing orders"] if turn.number % 3 == 2 else ""
            yield report_letter(report(turn, asked, missed=missed, **more)), asked


def other_letters() -> list[Letter]:
    """One of each other kind, with everything in it that may be."""
    turn, asked = list(fought("a").turns(SOUTH))[3]
    assert asked is not None
    del turn
    view, ask = asked
    form = tuple(RULES.language.form(view, ask))
    text = "Hello,\nS01 hold\nS03 fier N01\nS04 charge N06\nN02 hold\nready\n-- \nSent from my phone"
    reading = RULES.language.read(view, ask, text)
    assert reading.understood
    assert reading.problems
    version, before = OrdersVersion(2, "mail", NOW), OrdersVersion(1, "web", NOW - timedelta(hours=1))
    nothing = Reading(answer=None, understood=(), problems=())
    question = heading(question=True)
    letters = [
        ack_letter(
            Ack(heading=heading(), reading=reading, version=version, before=before, final=False, remarks=("As asked.",))
        ),
        ack_letter(Ack(heading=heading(), reading=reading, version=version, before=None, final=True)),
        ack_letter(Ack(heading=heading(), reading=nothing, version=None, before=before, final=False)),
        ack_letter(
            Ack(heading=heading(turn="round 4"), reading=reading, version=None, before=None, final=True, played=True)
        ),
        signin_letter(SignInMail(name="Ines Calder", url="https://battles.example/sign-in/x", minutes=20)),
        extended_letter(heading()),
    ]
    for silence in SILENCE.values():
        letters.append(reminder_letter(Reminder(heading=heading(), form=form, silence=silence)))
        letters.append(reminder_letter(Reminder(heading=question, form=form, sent=version, silence=silence)))
        letters.append(late_letter(Late(heading=heading(), form=form, until=both(DUE, "UTC"), silence=silence)))
        letters.append(late_letter(Late(heading=question, form=(), silence=silence)))
    for title in REFUSED.values():
        lines = ("S01 hold", "ready", "S04 charge N05")
        letters.append(
            refusal_letter(RefusedMail(heading=heading(), title=title, why=("It is so.",), lines=lines, form=form))
        )
    letters.append(
        refusal_letter(RefusedMail(heading=heading(turn="", due=None, code=""), title="The battle is over", why=()))
    )
    return letters


# --- no line of ours is an order ----------------------------------------------------------------------------------


def shapes(text: str) -> Iterator[str]:
    """The lines of a text as sent, joined by two, and as mail programs re-wrap them."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    yield from lines
    yield from (f"{one} {two}" for one, two in pairwise(lines))
    for width in (40, 60, 72):
        for line in lines:
            if "|" not in line or len(line) <= width:
                yield from textwrap.wrap(line, width)
    for paragraph in re.split(r"\n\s*\n", text):
        if "|" not in paragraph:
            for width in (40, 60, 72):
                yield from textwrap.wrap(" ".join(paragraph.split()), width)


@cache
def reads_as_order(line: str) -> bool:
    """Most lines come in every letter."""
    return looks_like_order(line, GROUPS)


def found_orders(letter: Letter) -> list[str]:
    """Lines of a letter that some seat could be taken to have written."""
    page = letter_html(letter)
    texts = (letter_text(letter), from_html(page), own_words(from_html(page), "orders@battles.example"))
    return [line for text in dict.fromkeys(texts) for line in shapes(text) if reads_as_order(line)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "pace"),
    [
        ("a", "round"),
        pytest.param("b", "ask me", marks=pytest.mark.soak),
        pytest.param("b", "round", marks=pytest.mark.soak),
        pytest.param("c", "activation", marks=pytest.mark.soak),
    ],
)
def test_no_line_of_any_report_of_a_battle_reads_as_an_order(seed: str, pace: str) -> None:
    for number, (letter, asked) in enumerate(reports_of(fought(seed, pace))):
        assert found_orders(letter) == []
        if asked is not None and (pace == "round" or number % 5 == 0):
            for text in (letter_text(letter), from_html(letter_html(letter))):
                assert RULES.language.read(*asked, text).understood == ()


def test_no_line_of_any_other_mail_reads_as_an_order() -> None:
    _, asked = list(fought("a").turns(SOUTH))[3]
    assert asked is not None
    for letter in other_letters():
        assert found_orders(letter) == [], letter.title
        assert RULES.language.read(*asked, letter_text(letter)).understood == ()


def test_the_search_finds_an_order_that_is_there() -> None:
    letter = Letter(kicker="x", title="S01 hold")
    assert found_orders(letter)


# --- the text part ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_line_is_at_most_72_columns_and_none_looks_quoted() -> None:
    letters = [letter for letter, _ in reports_of(fought("a"))] + other_letters()
    for letter in letters:
        for line in letter_text(letter).split("\n"):
            assert len(line) <= 72 or line.split(": ")[-1].startswith("http"), line
            assert not line.startswith((">", "From ", "-- ")), line


def test_a_wrapped_line_never_begins_as_a_quote_or_a_mailbox_does() -> None:
    text = "x" * 70 + " From here on > all is quiet"
    assert all(not line.startswith((">", "From ")) for line in wrapped(text).split("\n"))


def test_the_first_lines_say_game_turn_what_is_wanted_and_by_when() -> None:
    turn, asked = list(fought("a").turns(SOUTH))[4]
    lines = letter_text(report_letter(report(turn, asked))).split("\n")
    assert lines[:6] == [
        "Battles by Post",
        "Harrow Down, round 4. Report for South.",
        "",
        "Round 4 is done",
        "Your turn: orders for round 5 by Thu 14 May, 21:04 CEST (19:04 UTC), 2",
        "days 23 hours from this mail.",
    ]


def test_what_is_asked_of_a_seat_within_a_round_is_named() -> None:
    for turn, asked in fought("b", "ask me").turns(SOUTH):
        if asked is not None and "?" in RULES.language.describe(*asked):
            text = letter_text(report_letter(report(turn, asked)))
            assert "Your turn: answer in round" in text
            assert RULES.language.describe(*asked).split("?")[0][:40] in " ".join(text.split())
            return
    raise AssertionError("the battle asked nothing")


def test_orders_not_carried_out_are_quoted_with_their_reason() -> None:
    turn, asked = next(
        (turn, asked) for turn, asked in fought("a").turns(SOUTH) if RULES.reporting.tell(turn).not_done and asked
    )
    made = report(turn, asked)
    one = made.told.not_done[0]
    note = next(
        block for section in report_letter(made).sections for block in section.blocks
        if isinstance(block, Note) and block.rows
    )  # fmt: skip
    assert isinstance(note.rows[0], LetterRow)
    assert (note.rows[0].code, note.rows[0].main) == (one.subject, one.brief)
    assert note.rows[0].notes[0].lower() == one.text.split(f"{one.brief}: ")[1].lower()
    assert "in full" in note.title


@pytest.mark.parametrize(
    ("done", "of", "words"),
    [
        (6, 6, "All 6 of your orders were carried out"),
        (2, 2, "Both your orders were carried out"),
        (1, 1, "Your one order was carried out"),
        (0, 1, "Your one order could not be carried out in full"),
        (0, 4, "None of your 4 orders could be carried out in full"),
        (1, 4, "1 of your 4 orders was carried out in full"),
        (3, 4, "3 of your 4 orders were carried out in full"),
    ],
)
def test_how_many_orders_were_carried_out_in_good_english(done: int, of: int, words: str) -> None:
    turn, asked = list(fought("a").turns(SOUTH))[1]
    made = report(turn, asked)
    failed = tuple(Event(text="S01, hold: no.", subject="S01", brief="hold") for _ in range(of - done))
    told: Told = msgspec.structs.replace(made.told, ordered=of, carried_out=done, not_done=failed)
    assert words in letter_text(report_letter(msgspec.structs.replace(made, told=told)))


def test_a_turn_without_orders_says_so_at_once() -> None:
    turn, asked = list(fought("a").turns(SOUTH))[4]
    letter = report_letter(report(turn, asked, missed=MISSED["standing orders"]))
    assert letter.title == "Round 4 was played without you"
    assert "standing orders acted" in letter_text(letter)


def test_the_first_report_tells_how_it_works_and_commits_to_the_dice() -> None:
    turn, asked = next(fought("a").turns(SOUTH))
    text = letter_text(report_letter(report(turn, asked, commitment="ab" * 32)))
    assert "Harrow Down begins" in text
    assert "HOW IT WORKS" in text
    assert "abababababababab" in text
    assert "Break points lost" not in text


def test_the_last_report_tells_who_won_and_gives_the_seed() -> None:
    turn, asked = list(fought("a").turns(SOUTH))[-1]
    assert asked is None
    text = letter_text(report_letter(report(turn, asked, seed="cd" * 32)))
    assert "The battle is over" in text
    assert "has won" in text
    assert "cdcdcdcdcdcdcdcd" in text
    assert "pbem verify" in " ".join(text.split())
    assert "ORDER FORM" not in text


def test_rolls_read_as_sums_and_as_tests() -> None:
    turns = [RULES.reporting.tell(turn) for turn, _ in fought("a").turns(SOUTH)]
    rolls = [roll for told in turns for chapter in told.chapters for event in chapter.events for roll in event.rolls]
    rows = [(roll, dice_row(roll)) for roll in rolls]
    tests = [row for roll, row in rows if " tested" in roll.who]
    assert tests
    assert all(row.before.endswith(", rolled ") for row in tests)
    shots = [row for roll, row in rows if " fired" in roll.who and roll.dice]
    assert shots
    assert all(row.before.endswith((" dice: ", " die: ")) for row in shots)


# --- the HTML part ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_html_is_small_stands_alone_and_names_its_picture() -> None:
    letters = [letter for letter, _ in reports_of(fought("a"))] + other_letters()
    for letter in letters:
        page = letter_html(letter)
        assert len(page.encode()) <= HTML_BYTES
        tree = lxml_html.document_fromstring(page)
        assert not tree.xpath("//script|//body//style|//link|//iframe|//form|//object|//video")
        assert not [a for a in tree.xpath("//@src|//@background") if not a.startswith("cid:")]
        assert all(image.get("alt") for image in tree.xpath("//img"))
        assert all(href.startswith("https://battles.example/") for href in tree.xpath("//a/@href"))
        assert "url(" not in page
        assert "class=" not in page
        assert {"light dark"} == set(tree.xpath("//meta[@name='color-scheme']/@content"))
        assert len(tree.xpath("//h1")) == 1
        assert all(table.get("role") == "presentation" for table in tree.xpath("//table"))


def test_every_rule_of_an_event_leads_to_its_words() -> None:
    letter = next(letter for letter, _ in reports_of(fought("a")) if "SN-" in letter_html(letter))
    links = lxml_html.document_fromstring(letter_html(letter)).xpath("//a[contains(@href, '/id/')]")
    assert links
    for link in links:
        assert link.get("href") == f"https://battles.example/rules/snaphance/id/{link.text}"


def test_a_mail_that_would_be_too_large_leaves_out_the_links(monkeypatch: pytest.MonkeyPatch) -> None:
    letter = next(letter for letter, _ in reports_of(fought("a")) if "SN-" in letter_html(letter))
    whole = letter_html(letter)
    monkeypatch.setattr("pbem.reports.letter.HTML_BYTES", len(whole.encode()) - 1)
    smaller = letter_html(letter)
    assert "/id/" in whole
    assert "/id/" not in smaller
    assert re.findall(r"SN-[\w.]+", smaller) == re.findall(r"(?<!/id/)SN-[\w.]+", whole)


def test_text_and_html_say_the_same() -> None:
    """The story of the one is in the other, word for word."""
    turn, asked = list(fought("a").turns(SOUTH))[4]
    made = report(turn, asked)
    letter = report_letter(made)
    text = re.sub(r"[\s|]+", " ", letter_text(letter))
    page = re.sub(r"[\s|]+", " ", from_html(letter_html(letter)))
    for chapter in made.told.chapters:
        for event in chapter.events:
            assert event.text in text
            assert event.text in page


def test_the_alt_text_holds_the_position() -> None:
    turn, asked = list(fought("a").turns(SOUTH))[2]
    made = report(turn, asked)
    alt = lxml_html.document_fromstring(letter_html(report_letter(made))).xpath("//img/@alt")[0]
    for row in (*made.told.mine, *made.told.seen):
        if not row.gone:
            assert f"{row.code} at {row.place}" in alt


# --- times --------------------------------------------------------------------------------------------------------


def test_a_time_in_utc_is_told_once() -> None:
    at = datetime(2026, 5, 14, 19, 0, tzinfo=UTC)
    assert both(at, "Europe/Madrid") == "Thu 14 May, 21:00 CEST (19:00 UTC)"
    assert both(at, "UTC") == both(at, "Etc/UTC") == "Thu 14 May, 19:00 UTC"


def test_a_reason_is_a_sentence_whatever_it_ends_in() -> None:
    reasons = {'"fier" is no order. Did you mean "fire"?': 'Did you mean "fire"?', "no such hex.": "No such hex."}
    for reason, told in reasons.items():
        problem = Problem(line=1, quote="S01 fier", kind="not readable", reason=reason)
        (row,) = problem_note(problem).rows
        assert row.notes[0].endswith(told)
