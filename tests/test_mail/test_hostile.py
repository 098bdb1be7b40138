"""Mails made to hang, crash or fill whoever reads them: each comes back within 10 seconds and 512 MB, and says why."""

import base64
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbem.mail import bounded, reading
from pbem.mail.reader import MailReader
from pbem.mail.reading import LARGEST, MailText
from tests.test_mail.conftest import Office, letter, text_of

US = MailReader("orders@example.test", "mx.example.test", "bounces@example.test")
HEAD = b"From: ann@players.test\r\nTo: orders@example.test\r\nMessage-ID: <a@b>\r\nMIME-Version: 1.0\r\n"
MIXED = b"Content-Type: multipart/mixed; boundary=b\r\n"
FIXTURES = sorted((Path(__file__).parent.parent / "mail").glob("*.eml"))
MEBI = 1024 * 1024


def plain(body: bytes, head: bytes = b"", encoding: bytes = b"8bit") -> bytes:
    return HEAD + head + b"Content-Type: text/plain\r\nContent-Transfer-Encoding: " + encoding + b"\r\n\r\n" + body


def html(body: bytes) -> bytes:
    return HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + body


def nested(depth: int, kind: bytes = b"multipart/mixed") -> bytes:
    return HEAD + b"".join(
        b"Content-Type: %s; boundary=b%d\r\n\r\n--b%d\r\n" % (kind, number, number) for number in range(depth)
    )


def nested_in_a_cycle(depth: int) -> bytes:
    """All of them with one boundary."""
    return HEAD + (MIXED + b"\r\n--b\r\n") * depth


def folded_boundary(parts: int) -> bytes:
    """A boundary that is not seen by who looks for the word in one line."""
    return HEAD + b"Content-Type: multipart/mixed; boundary*0=x; boundary*1=y\r\n\r\n" + b"--xy\r\n\r\nx\r\n" * parts


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nested multiparts": lambda: nested(1500),
    "nested multiparts, one boundary": lambda: nested_in_a_cycle(20_000),
    "nested multiparts, deep": lambda: nested(30_000),
    "nested alternatives": lambda: nested(190, b"multipart/alternative"),
    "nested mails": lambda: HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 1500,
    "nested mails, deep": lambda: HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 60_000,
    "100,000 parts": lambda: HEAD + MIXED + b"\r\n" + b"--b\r\n\r\nx\r\n" * 100_000,
    "100,000 parts, boundary hidden": lambda: folded_boundary(100_000),
    "many boundaries": lambda: HEAD + b"".join(MIXED.replace(b"=b", b"=%d" % n) for n in range(1400)),
    "many boundaries in the text": lambda: plain(b"".join(b"boundary=%d\r\n--%d\r\n" % (n, n) for n in range(60_000))),
    "commas in To": lambda: HEAD + b"To: " + b"," * 50_000 + b"\r\n\r\nx",
    "a megabyte of addresses": lambda: HEAD + b"Cc: " + b"a@b, " * 200_000 + b"\r\n\r\nx",
    "folded addresses": lambda: HEAD + b"Cc: " + b"a@b,\r\n " * 200_000 + b"\r\n\r\nx",
    "References": lambda: HEAD + b"References: " + b"<a@b> " * 170_000 + b"\r\n\r\nx",
    "Subject": lambda: HEAD + b"Subject: " + b"=?utf-8?q?x?= " * 70_000 + b"\r\n\r\nx",
    "Subject, unclosed words": lambda: HEAD + b"Subject: " + b"=?utf-8?q?" * 90_000 + b"\r\n\r\nx",
    "brackets in From": lambda: b"From: " + b"(" * 100_000 + b"\r\n\r\nx",
    "quotes in From": lambda: b"From: " + b'"' * 60_000 + b"<a@b>\r\n\r\nx",
    "backslashes in From": lambda: b'From: "' + b"\\" * 60_000 + b"<a@b>\r\n\r\nx",
    "100,000 headers": lambda: b"X-A: b\r\n" * 100_000 + HEAD + b"\r\nx",
    "100,000 Received": lambda: HEAD + b"Received: from a by b\r\n" * 60_000 + b"\r\nx",
    "100,000 results": lambda: HEAD + b"Authentication-Results: mx.example.test; dmarc=pass\r\n" * 30_000 + b"\r\nx",
    "results in brackets": lambda: HEAD + b"Authentication-Results: " + b"(" * 60_000 + b"\r\n\r\nx",
    "Content-Type of semicolons": lambda: HEAD + b"Content-Type: text/plain" + b";" * 60_000 + b"\r\n\r\nx",
    "Content-Type of parameters": lambda: HEAD + b"Content-Type: text/plain" + b"; a*0*=b" * 200_000 + b"\r\n\r\nx",
    "Content-Type of quotes": lambda: HEAD + b'Content-Type: text/plain; charset="' + b'\\"' * 400_000 + b"\r\n\r\nx",
    "Content-Disposition": lambda: HEAD + b"Content-Disposition: x" + b"; filename*1=a" * 100_000 + b"\r\n\r\nx",
    "On": lambda: plain(b"On " * 40_000),
    "On, in lines": lambda: plain(b"On Mon, 1 May 2026 X\n" * 90_000),
    "wrote": lambda: plain(b"x wrote:\n" * 200_000),
    "dashes": lambda: plain(b"-" * 100_000),
    "dashes in lines": lambda: plain(b"-- x\n" * 400_000),
    "From lines": lambda: plain(b"From:\n" * 20_000),
    "From lines, whole": lambda: plain(b"From: a\nTo: b\nSubject: c\n" * 70_000),
    "From in one line": lambda: plain(b"From: To: Sent: " * 100_000),
    "To alone": lambda: plain(b"To\n" * 600_000),
    "quote signs": lambda: plain(b">" * (2 * MEBI - 1000)),
    "quote signs in lines": lambda: plain(b">\n" * 1_000_000),
    "quote signs, flowed": lambda: plain(b"> \n" * 600_000, b"Content-Type: text/plain; format=flowed\r\n"),
    "spaces": lambda: plain(b" " * (2 * MEBI - 1000)),
    "newlines": lambda: plain(b"\n" * (2 * MEBI - 1000)),
    "carriage returns": lambda: plain(b"\r" * (2 * MEBI - 1000)),
    "one line of 2 MiB": lambda: plain(b"a" * (2 * MEBI - 1000)),
    "one word a line": lambda: plain(b"x\n" * 1_000_000),
    "NULs": lambda: plain(b"\0" * (2 * MEBI - 1000)),
    "combining marks": lambda: plain("a\u0301".encode() * 600_000),
    "ligatures that grow": lambda: plain("\ufdfa".encode() * 80_000),
    "quoted-printable": lambda: plain(b"=" * (2 * MEBI - 1000), encoding=b"quoted-printable"),
    "quoted-printable, soft": lambda: plain(b"=\r\n" * 600_000, encoding=b"quoted-printable"),
    "base64": lambda: plain(base64.b64encode(b"On " * 400_000), encoding=b"base64"),
    "base64, no base64": lambda: plain(b"=" * (2 * MEBI - 1000), encoding=b"base64"),
    "uuencode": lambda: plain(b"begin 644 x\n" * 100_000, encoding=b"x-uuencode"),
    "utf-7": lambda: HEAD + b"Content-Type: text/plain; charset=utf-7\r\n\r\n" + b"+2AA-" * 300_000,
    "iso-2022": lambda: HEAD + b"Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n" + b"\x1b$B\x1b(B" * 250_000,
    "utf-32": lambda: HEAD + b"Content-Type: text/plain; charset=utf-32\r\n\r\n" + b"\xff" * MEBI,
    "zlib as a charset": lambda: HEAD + b"Content-Type: text/plain; charset=zlib\r\n\r\n" + b"x" * 1000,
    "a charset of 100 KB": lambda: HEAD + b"Content-Type: text/plain; charset=" + b"utf-8" * 20_000 + b"\r\n\r\nx",
    "half a tag": lambda: html(b"<a " * 100_000),
    "half a comment": lambda: html(b"<!--" * 50_000),
    "half a doctype": lambda: html(b"<!DOCTYPE " * 50_000),
    "deep divisions": lambda: html(b"<div>" * 150_000),
    "deep lists": lambda: html(b"<ul><li>" * 80_000),
    "deep tables": lambda: html(b"<table><tr><td>" * 50_000),
    "deep quotations": lambda: html(b"<blockquote>" * 60_000),
    "many quotations": lambda: html(b"<blockquote>x</blockquote>" * 30_000),
    "many ends of answers": lambda: html(b"<div id=appendonsend>x</div>" * 30_000),
    "many cells": lambda: html(b"<table><tr>" + b"<td>x" * 150_000),
    "many rows": lambda: html(b"<table>" + b"<tr><td>x<td>y" * 50_000),
    "wide cells": lambda: html(b"<table><tr><td>" + b"x" * 500_000 + b"<td>y" + b"<tr><td>a<td>b" * 10_000),
    "entities": lambda: html(b"&amp;" * 180_000),
    "entities, unknown": lambda: html(b"&a" * 400_000),
    "an entity that grows": lambda: html(
        b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>&c;' * 2000
    ),
    "attributes": lambda: html(b"<p " + b"a=b " * 220_000 + b">x"),
    "styles": lambda: html(b"<p style='" + b"a:b;" * 220_000 + b"'>x"),
    "a style of spaces": lambda: html(b"<p style='margin" + b" " * 900_000 + b"'>x"),
    "margins": lambda: html(b"<p style='margin-top:99999em'>x</p>" * 5000),
    "paddings": lambda: html(b"<div style='padding-left:99999em'>" * 250 + b"x"),
    "preformatted": lambda: html(b"<pre>" + b"\n" * 900_000),
    "a megabyte of nothing": lambda: html(b"<p></p>" * 140_000),
    "HTML of 2 MB": lambda: html(b"<p>x" * 500_000),
    "a report of 100,000 groups": lambda: (
        b"From: mailer-daemon@x.test\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n"
        b"Content-Type: message/delivery-status\r\n\r\n"
        + b"Final-Recipient: rfc822; a@b\r\nAction: failed\r\n\r\n" * 35_000
    ),
    "prose of dashes": lambda: b"From: mailer-daemon@x.test\r\nSubject: failure notice\r\n\r\n" + b"- \n" * 600_000,
    "prose of addresses": lambda: b"From: mailer-daemon@x.test\r\nSubject: failure notice\r\n\r\n" + b"a@b" * 600_000,
    "PGP": lambda: plain(b"-----BEGIN PGP SIGNED MESSAGE-----\n" * 50_000),
    "nothing": lambda: b"",
    "no headers": lambda: b"\r\n\r\n" * 100_000,
    "a header that does not end": lambda: b"X" * (2 * MEBI),
    "too large": lambda: plain(b"x" * (3 * MEBI)),
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _a_child_of_ours() -> Iterator[None]:
    """Ended by the system after ten seconds' work, not by the clock: that a machine is busy is no fault of a mail."""
    bounded.close()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bounded, "SECONDS", 60)
        yield
    bounded.close()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_comes_back_in_time(name: str) -> None:
    raw = HOSTILE[name]()
    mail = bounded.read(raw, US)
    assert "took more than" not in mail.why
    assert mail.kind in {"person", "unreadable"} or b"mailer-daemon" in raw
    assert len(raw) <= LARGEST or mail.kind == "unreadable"
    if bounded._children:
        status = Path(f"/proc/{bounded._children[0].process.pid}/status").read_text(encoding="utf-8")
        peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
        assert peak * 1024 < 512 * MEBI


def test_the_next_mail_is_read_as_if_nothing_had_been() -> None:
    assert bounded.read(plain(b"S02 turn 2"), US).text == "S02 turn 2"


# --- noise --------------------------------------------------------------------------------------------------------


@given(st.binary(max_size=2000))
def test_no_bytes_break_the_reader(raw: bytes) -> None:
    assert isinstance(reading.read(raw, US), MailText)
    assert isinstance(reading.read(HEAD + raw, US, null_sender=True), MailText)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=100)
@given(st.sampled_from(FIXTURES), st.data())
def test_no_damage_to_a_mail_breaks_the_reader(path: Path, data: st.DataObject) -> None:
    raw = bytearray(path.read_bytes()[:20_000])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw)))
        until = min(len(raw), at + data.draw(st.integers(0, 60)))
        raw[at:until] = data.draw(st.binary(max_size=30)) or raw[: data.draw(st.integers(0, 400))]
    mail = reading.read(bytes(raw), US)
    assert isinstance(mail, MailText)
    mail.text.encode()
    mail.html.encode()


@given(
    st.text("<>/ab=\"'!- &;#tdrl", max_size=300) | st.lists(
        st.sampled_from(["<table>", "<tr>", "<td>", "<ul>", "<li>", "<pre>", "<br>", "<p style='display:none'>", "</p>",
                         "<blockquote>", "</table>", "x", "&nbsp;", "<!--", "<div id=appendonsend>", "</div>", "&#0;",
                         "<td colspan=9>", "<a href=x>", "&#xd800;", "<svg>", "<h1>", "<li value=x>", "<ol start=q>"]),
        max_size=40,
    ).map("".join)
)  # fmt: skip
def test_no_html_breaks_the_reader(page: str) -> None:
    mail = reading.read(html(page.encode()), US)
    assert mail.kind == "person"
    mail.text.encode()
    assert "could not be read" not in " ".join(mail.notes)


@given(st.sampled_from(["utf-7", "utf-16", "utf-32", "iso-2022-jp", "hz", "gb18030", "x", ""]), st.binary(max_size=200))
@example("utf-7", b"+2AA-")
def test_whatever_a_charset_makes_of_bytes_can_be_written(charset: str, body: bytes) -> None:
    raw = HEAD + f"Content-Type: text/plain; charset={charset}\r\n\r\n".encode() + body
    reading.read(raw, US).text.encode()


@pytest.mark.parametrize("line", ["S\n", "S02 fier N01\n"])
def test_an_answer_to_thousands_of_bad_lines_is_short(office: Office, line: str) -> None:
    outcome = office.receive(letter(line * (18_000 // len(line))))
    assert outcome.state == "rejected", outcome.note
    (told,) = office.mails("unchanged")
    assert len(told.raw) < 100_000
    assert re.search(r"And \d{3,4} more\.", " ".join(text_of(told.raw).split()))
