"""Tokens, addresses, composing, the calendar entry, authentication results: the small parts."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from typing import Any

import icalendar
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.ids import GameId, Seat
from pbem.mail.addresses import BadAddress, normal_address, only_address, tagged, tags
from pbem.mail.bodytext import from_html
from pbem.mail.compose import MESSAGE_ID, Outgoing, Uncomposable, compose, thread_of
from pbem.mail.headers import headers
from pbem.mail.ics import CalendarEntry, calendar
from pbem.mail.machines import vouched
from pbem.mail.reader import MailReader
from pbem.mail.reading import read
from pbem.mail.tokens import LENGTH, Tokens, TurnRef

NOW = datetime(2026, 5, 11, 10, 0, tzinfo=UTC)
TOKENS = Tokens("k" * 40)
TURN = TurnRef(GameId("harrow-down"), Seat("south"), 5)
SEATS = [(GameId("other"), Seat("south")), (GameId("harrow-down"), Seat("north")), (TURN.game, TURN.seat)]


# --- tokens -------------------------------------------------------------------------------------------------------


def test_a_token_is_short_enough_and_comes_back_in_any_case() -> None:
    token = TOKENS.reply(TURN)
    assert len(token) == LENGTH
    assert len(tagged("orders@example.test", token).partition("@")[0]) <= 64
    assert TOKENS.turn_of(token, SEATS) == TURN
    assert TOKENS.turn_of(token.upper(), SEATS) == TURN


@given(st.integers(0, LENGTH - 1), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_a_token_with_one_character_changed_is_none(place: int, char: str) -> None:
    token = TOKENS.reply(TURN)
    forged = token[:place] + char + token[place + 1 :]
    got = TOKENS.turn_of(forged, SEATS)
    assert got == (TURN if forged == token else None) or (
        place == LENGTH - 1 and got == TURN
    )  # its last bit is padding


def test_a_token_is_of_its_game_seat_turn_and_server() -> None:
    token = TOKENS.reply(TURN)
    assert TOKENS.turn_of(token, SEATS[:2]) is None
    assert Tokens("another" * 8).turn_of(token, SEATS) is None
    assert len({token, *(TOKENS.reply(TurnRef(g, s, n)) for g, s in SEATS for n in range(9))}) == 27


@given(st.text(max_size=60))
def test_whatever_is_no_token_is_none(text: str) -> None:
    assert TOKENS.turn_of(text, SEATS) is None


def test_a_code_is_found_in_a_text_however_it_is_written() -> None:
    code = TOKENS.code(TURN)
    assert TOKENS.has_code(f"my code is {code.lower()}.\nS01 hold", TURN)
    assert not TOKENS.has_code(code, TurnRef(TURN.game, TURN.seat, 6))


def test_a_message_id_is_stable_secret_and_short() -> None:
    one = TOKENS.message_id("harrow-down/5.south.report.0", "battles.example.org")
    assert one == TOKENS.message_id("harrow-down/5.south.report.0", "battles.example.org")
    assert one != Tokens("z" * 40).message_id("harrow-down/5.south.report.0", "battles.example.org")
    assert len(one) <= 77
    assert MESSAGE_ID.fullmatch(one)
    with pytest.raises(ValueError, match="too long"):
        TOKENS.message_id("x", "d" * 60)


# --- addresses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("ann@players.test", "ann@players.test"),
        ("Ann Aldous <Ann@Players.TEST>", "ann@players.test"),
        ('"Aldous, Ann" <ann@players.test>', "ann@players.test"),
        ("ann@players.test (Ann)", "ann@players.test"),
        ("=?utf-8?q?J=C3=B6rg?= <joerg@players.test>", "joerg@players.test"),
        ("Jörg <jörg@münchen.test>", "jörg@xn--mnchen-3ya.test"),
        ("good@x.test (c) <real@z.test>", ""),
        ("<good@x.test> <evil@y.test>", ""),
        ("good@x.test, evil@y.test", ""),
        ("group: good@x.test;", ""),
        ("good@x.test <evil@y.test>", ""),
        ("<ann@players.test", ""),
        ("ann@", ""),
        ("", ""),
        ("<>", ""),
        ("a" * 2000 + "@x.test", ""),
    ],
)
def test_the_one_address_of_a_sender(header: str, address: str) -> None:
    assert only_address(header) == address


@given(st.text(max_size=300))
def test_no_sender_breaks_the_reader(header: str) -> None:
    found = only_address(header)
    assert found == "" or normal_address(found) == found


@pytest.mark.parametrize("bad", ["", "ann", "a@b\r\nBcc: c", "a b@c", "a@b@c", "<a@b>", "a@" + "x" * 300])
def test_what_is_no_address_is_refused(bad: str) -> None:
    with pytest.raises(BadAddress):
        normal_address(bad)


def test_tags_are_found_wherever_an_address_stands() -> None:
    text = 'x, "Harrow, Down" <ORDERS+Abc@Example.test>; orders+two@example.test orders+no@elsewhere.test'
    assert tags("orders@example.test", text) == ("abc", "two")


# --- composing ----------------------------------------------------------------------------------------------------


def outgoing(**more: Any) -> Outgoing:
    fields: dict[str, Any] = {
        "message_id": TOKENS.message_id("a", "example.test"), "at": NOW, "sender": "orders@example.test",
        "sender_name": "Harrow Down", "to": "ann@players.test", "to_name": "Ann", "kind": "report",
        "subject": "[Harrow Down] orders and reports", "text": "Hello\n", **more,
    }  # fmt: skip
    return Outgoing(**fields)


def test_the_shape_of_a_whole_mail() -> None:
    ids = tuple(TOKENS.message_id(str(number), "example.test") for number in range(14))
    more = {"calendar": "BEGIN:VCALENDAR\r\n", "thread": ids, "list_id": "g.example.test"}
    raw = compose(outgoing(html="<p>Hello</p>", pictures={"map": b"\x89PNG"}, **more))
    message = message_from_bytes(raw, policy=default)
    shape = [part.get_content_type() for part in message.walk()]
    assert shape == [
        "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png",
        "text/calendar",
    ]  # fmt: skip
    image = next(part for part in message.walk() if part.get_content_type() == "image/png")
    assert image["Content-ID"] == "<map@pbem>"
    assert message["In-Reply-To"] == ids[-1]
    assert message["References"].split() == [ids[0], *ids[-9:]]
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Id"] == "<g.example.test>"
    assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply, DR, RN, NRN"
    assert all(len(line) <= 998 for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_the_same_mail_has_the_same_bytes() -> None:
    mail = outgoing(html="<p>Hello</p>", pictures={"map": b"\x89PNG"}, calendar="x")
    assert compose(mail) == compose(mail)


@pytest.mark.parametrize("field", ["subject", "kind", "list_id"])
@pytest.mark.parametrize("evil", ["a\r\nBcc: eve@evil.test", "a\nb", "a\x00b", "a\x0bb"])
def test_control_characters_are_refused(field: str, evil: str) -> None:
    with pytest.raises(Uncomposable, match="control character"):
        compose(outgoing(**{field: evil}))


def test_a_forged_id_is_refused_and_left_out_of_a_thread() -> None:
    assert thread_of("<a@b>", "x", "<a b@c>", "<c@d>\r\nBcc: e") == ("<a@b>",)
    with pytest.raises(Uncomposable):
        compose(outgoing(thread=("<a@b>\r\nBcc: eve@evil.test",)))


@given(
    st.text(st.characters(exclude_categories=[]), max_size=80),
    st.text(st.characters(exclude_categories=[]), max_size=400),
)
def test_no_name_or_text_of_a_person_brings_a_header_with_it(name: str, text: str) -> None:
    raw = compose(outgoing(to_name=name, text=text, html=f"<p>{text}</p>"))
    message = message_from_bytes(raw, policy=default)
    assert sorted(set(message.keys())) == sorted({
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress", "X-PBEM",
        "MIME-Version", "Content-Type",
    })  # fmt: skip
    assert len(message.keys()) == len(set(message.keys()))
    assert message["To"].addresses[0].addr_spec == "ann@players.test"


def test_an_address_beyond_ascii_is_written_as_utf8() -> None:
    assert "jörg@xn--mnchen-3ya.test".encode() in compose(outgoing(to="Jörg@München.test"))


# --- the deadline as a calendar entry -----------------------------------------------------------------------------


@given(st.text(max_size=200), st.integers(0, 99))
def test_the_calendar_entry_is_one(summary: str, sequence: int) -> None:
    uid, url = "harrow-down.5.south@example.test", "https://x.test/g/harrow-down"
    text = calendar([CalendarEntry(uid=uid, due=NOW, summary=summary, url=url, sequence=sequence)], NOW)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    entry = icalendar.Calendar.from_ical(text)
    (event,) = entry.walk("VEVENT")
    assert entry["METHOD"] == "PUBLISH"
    assert event["UID"] == "harrow-down.5.south@example.test"
    assert event["SEQUENCE"] == sequence
    assert event.decoded("DTSTART") == NOW
    assert "ATTENDEE" not in event
    assert "ORGANIZER" not in event
    printable = "".join(char if char.isprintable() else " " for char in summary)
    assert str(event["SUMMARY"]).split() == printable.split()


# --- who is vouched for -------------------------------------------------------------------------------------------


def result(value: str) -> bool:
    raw = f"Authentication-Results: {value}\nFrom: ann@players.test\n\nx".encode()
    return vouched(headers(raw), "ann@players.test", "mx.example.test")


@pytest.mark.parametrize(
    ("value", "good"),
    [
        ("mx.example.test; dmarc=pass header.from=players.test", True),
        ("mx.example.test; dmarc=pass (p=none dis=none) header.from=players.test", True),
        ("mx.example.test 1; dkim=pass header.d=players.test header.s=s1", True),
        ("mx.example.test; dkim=fail header.d=x.test; dkim=pass header.d=players.test", True),
        ("mx.example.test; dmarc=fail header.from=players.test; dkim=pass header.d=players.test", False),
        ("mx.example.test; dmarc=pass header.from=evil.test", False),
        ("mx.example.test; dkim=pass header.d=evil.test", False),
        ("mx.example.test; dkim=pass header.d=test", False),
        ("mx.example.test; spf=pass smtp.mailfrom=players.test", False),
        ('mx.example.test; spf=pass smtp.mailfrom="; dmarc=pass header.from=players.test"', False),
        ("mx.example.test; spf=pass (; dmarc=pass header.from=players.test)", False),
        ("other.test; dmarc=pass header.from=players.test", False),
        ("i=1; mx.example.test; dmarc=pass header.from=players.test", False),
        ("", False),
    ],
)
def test_whose_word_counts(value: str, good: bool) -> None:
    assert result(value) is good


def test_nobody_is_believed_where_nobody_is_named() -> None:
    raw = b"Authentication-Results: ; dmarc=pass header.from=players.test\n\n"
    assert not vouched(headers(raw), "ann@players.test", "")


HIDING = (
    "hidden", 'style="font-size:0"', 'style="color:red; font-size: 0px"', 'style="display:none"', 'style="opacity:0"',
    'style="visibility: hidden"', 'style="mso-hide:all"',
)  # fmt: skip


@pytest.mark.parametrize("how", HIDING)
def test_what_the_writer_cannot_see_is_not_read(how: str) -> None:
    assert from_html(f"<body><p>S02 turn 2</p><div {how}>S03 turn 4</div> tail</body>").split() == [
        "S02", "turn", "2", "tail",
    ]  # fmt: skip


@pytest.mark.parametrize("charset", ["idna", "undefined", "punycode", "rot13"])
def test_a_charset_that_is_none_falls_back(charset: str) -> None:
    raw = f"From: a@b.test\nContent-Type: text/plain; charset={charset}\n\nS02 turn 2 ".encode() + b"\xc3\xa9\n"
    mail = read(raw, MailReader("orders@example.test", "mx.example.test"))
    assert (mail.kind, mail.text.strip()) == ("person", "S02 turn 2 \xe9")


def test_a_character_that_turns_the_text_is_shown_as_an_escape() -> None:
    made = compose(outgoing(text="| S02 \u202ednuora\n"))
    assert b"<U+202E>dnuora" in made
