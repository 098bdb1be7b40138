"""Answers to a real report in the ways mail programs write them give the same orders; what we send gives none."""

import html
import textwrap
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import SMTP
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.quoted import own_words
from pbem.mail.words import from_html
from pbem.reports.letter import letter_html, letter_text
from pbem.rulesets.snaphance.words.language import looks_like_order
from pbem.service.answers import note, refused
from pbem.service.clockwork import tick
from pbem.service.letters import Correspondent
from pbem.service.reasons import Why
from pbem.service.seats import ask_sign_in
from pbem.store.tables import OutMail
from tests.test_mail.conftest import ANN, BOB, NORTH, SOUTH, Office, letter, part_of, reply_to, text_of

ORDERS = ["S02 turn 2", "S04 turn 10"]
GROUPS = ("Foot", "Horse")


class Quoted:
    """A report as it is quoted: its text, its HTML."""

    def __init__(self, raw: bytes) -> None:
        self.text = text_of(raw).replace("\r\n", "\n").rstrip()
        self.html = part_of(raw, "text/html")

    def prefixed(self, prefix: str = "> ", width: int = 0) -> str:
        lines = self.text.split("\n")
        if width:
            lines = [part for line in lines for part in textwrap.wrap(line, width) or [""]]
        return "\n".join(f"{prefix}{line}".rstrip() for line in lines)

    def halves(self) -> tuple[str, str]:
        lines = self.prefixed().split("\n")
        return "\n".join(lines[:30]), "\n".join(lines[30:])


WROTE = "On Mon, 11 May 2026 at 12:00, Harrow Down <orders@example.test> wrote:"
HEADER = (
    "From: Harrow Down <orders@example.test>\nSent: Monday, May 11, 2026 12:00\nTo: Ann Aldous <ann@players.test>\n"
    "Subject: [Harrow Down] orders and reports\n"
)
TYPED = "\n".join(ORDERS)
DIVS = "".join(f"<div>{order}</div>" for order in ORDERS)


def inline(quoted: Quoted) -> str:
    first, second = quoted.halves()
    return f"{WROTE}\n{first}\n\n{ORDERS[0]}\n\n{second}\n\n{ORDERS[1]}\n"


def outlook_body(quoted: Quoted) -> str:
    return f"{TYPED}\n\n________________________________\n{HEADER}\n{quoted.text}\n"


def in_body(quoted: Quoted) -> str:
    """The report's HTML without its frame, as it is put into an answer."""
    return quoted.html.partition("<body")[2].partition(">")[2].partition("</body>")[0]


PLAIN: dict[str, Callable[[Quoted], str]] = {
    "top": lambda q: f"{TYPED}\n\n{WROTE}\n{q.prefixed()}\n",
    "bottom": lambda q: f"{WROTE}\n{q.prefixed()}\n\n{TYPED}\n",
    "inline": inline,
    "no quote": lambda q: f"{TYPED}\n",
    "top, wrapped quote": lambda q: f"{TYPED}\n\n{WROTE}\n{q.prefixed(width=60)}\n",
    "top, badly wrapped quote": lambda q: f"{TYPED}\n\n{WROTE}\n" + q.prefixed(width=40).replace("> ", ">", 20),
    "top, nested quote": lambda q: f"{TYPED}\n\n{WROTE}\n{q.prefixed('>> ')}\n",
    "top, initials": lambda q: f"{TYPED}\n\n{q.prefixed('HD> ')}\n",
    "outlook": outlook_body,
    "outlook, bottom": lambda q: f"-----Original Message-----\n{HEADER}\n{q.text}\n\n{TYPED}\n",
    "no sign of quoting, top": lambda q: f"{TYPED}\n\n{q.text}\n",
    "no sign of quoting, bottom": lambda q: f"{q.text}\n\n{TYPED}\n",
    "no sign of quoting, wrapped at 60": lambda q: f"{TYPED}\n\n" + "\n".join(
        part for line in q.text.split("\n") for part in textwrap.wrap(line, 60) or [""]),
    "tab": lambda q: f"{TYPED}\n\n{q.prefixed(chr(9))}\n",
    "signature": lambda q: f"{TYPED}\n\n-- \nAnn Aldous\n\n{WROTE}\n{q.prefixed()}\n",
    "wrote, two lines": lambda q: f"{TYPED}\n\n{WROTE.replace(' <', chr(10) + '<')}\n\n{q.prefixed()}",
}  # fmt: skip

HTML: dict[str, Callable[[Quoted], str]] = {
    "gmail": lambda q: f'<div dir="ltr">{DIVS}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
    f'class="gmail_attr">{html.escape(WROTE)}<br></div><blockquote class="gmail_quote">{in_body(q)}</blockquote></div>',
    "outlook": lambda q: f'<html><body>{DIVS}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">'
    f"{html.escape(HEADER).replace(chr(10), '<br>')}</div><div>{in_body(q)}</div></body></html>",
    "outlook, old": lambda q: f'<html><body>{DIVS}<div style="border-top:solid #E1E1E1 1.0pt"><p>'
    f"{html.escape(HEADER).replace(chr(10), '<br>')}</p></div>{in_body(q)}</body></html>",
    "thunderbird": lambda q: f'<body><p>{"<br>".join(ORDERS)}</p><div class="moz-cite-prefix">'
    f'{html.escape(WROTE)}</div><blockquote type="cite">{in_body(q)}</blockquote></body>',
    "apple": lambda q: f'<body>{DIVS}<div><blockquote type="cite"><div>{html.escape(WROTE)}</div></blockquote></div>'
    f'<blockquote type="cite">{in_body(q)}</blockquote></body>',
    "yahoo": lambda q: f'<body>{DIVS}<div id="ydp1" class="yahoo_quoted">{html.escape(WROTE)}{in_body(q)}</div></body>',
    "no sign of quoting": lambda q: f"<body>{DIVS}<hr>{in_body(q)}</body>",
    "no sign of quoting, bottom": lambda q: f"<body>{in_body(q)}<hr>{DIVS}</body>",
}  # fmt: skip


@pytest.fixture
def report(office: Office) -> Quoted:
    """Ann's first report."""
    return Quoted(next(mail.raw for mail in office.mails("report") if mail.recipient == ANN))


def answer(text: str = "", page: str = "", **parameters: str) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Message-ID"] = ANN, reply_to(), "<styled@players.test>"
    if text:
        message.set_content(text)
    if page and text:
        message.add_alternative(page, subtype="html")
    elif page:
        message.set_content(page, subtype="html")
    for name, value in parameters.items():
        message.set_param(name, value)
    return message.as_bytes()


def check(office: Office, raw: bytes) -> None:
    outcome = office.receive(raw)
    assert (outcome.state, office.orders()) == ("accepted", ORDERS), outcome.note
    (told,) = office.mails("answer")
    understood = text_of(told.raw)
    assert "2 lines understood. " in " ".join(understood.split())
    assert "NEED" not in understood


@pytest.mark.parametrize("style", sorted(PLAIN))
def test_plain_answers_in_every_style_give_the_same_orders(office: Office, report: Quoted, style: str) -> None:
    check(office, answer(PLAIN[style](report)))


@pytest.mark.parametrize("style", sorted(HTML))
def test_html_answers_in_every_style_give_the_same_orders(office: Office, report: Quoted, style: str) -> None:
    check(office, answer(page=HTML[style](report)))


@pytest.mark.parametrize("style", sorted(HTML))
def test_answers_in_both_forms_give_the_same_orders(office: Office, report: Quoted, style: str) -> None:
    check(office, answer(PLAIN["top"](report), HTML[style](report)))


def test_a_flowed_answer_gives_the_same_orders(office: Office, report: Quoted) -> None:
    check(office, answer(f"{TYPED}\n\n{WROTE}\n{report.prefixed()}\n", format="flowed"))


def test_what_was_ours_is_not_even_told_as_unread(office: Office, report: Quoted) -> None:
    check(office, answer(PLAIN["no sign of quoting, top"](report)))
    assert "NOT READ AS ORDERS" not in text_of(office.mails("answer")[0].raw)


def test_a_suggestion_of_ours_copied_out_is_an_order(office: Office) -> None:
    office.receive(letter("S02 turn 3, hold\n"))
    suggestion = "S02 turn 2, hold"
    told = text_of(office.mails()[0].raw)
    assert suggestion in told
    office.receive(letter(suggestion + "\n", name="two"))
    assert office.orders() == ["S02 turn 2, hold"]


def test_the_players_own_earlier_mail_quoted_below_is_not_read_again(office: Office) -> None:
    raw = letter(
        "S02 turn 2\n\nFrom: Ann Aldous <ann@players.test>\nSent: yesterday\nTo: orders\nSubject: x\n\nS03 turn 2\n"
    )
    office.receive(raw)
    assert office.orders() == ["S02 turn 2"]


# --- what we send gives no orders ---------------------------------------------------------------------------------


def shapes(text: str) -> Iterator[str]:
    """The lines of a text, as sent and as programs re-wrap them."""
    lines = text.replace("\r\n", "\n").split("\n")
    yield from lines
    yield from (f"{one} {two}" for one, two in pairwise(lines))
    for width in (40, 60, 72):
        for line in lines:
            # A barred line that is re-wrapped may lose its bar: ours are too short for that at the usual widths.
            if width >= len(line) or "|" not in line:
                yield from textwrap.wrap(line, width)


def harmless(mail: OutMail) -> None:
    page = part_of(mail.raw, "text/html")
    for text in (text_of(mail.raw), from_html(page), own_words(from_html(page), "orders@example.test")):
        found = [line for line in shapes(text) if looks_like_order(line, GROUPS)]
        assert found == [], f"{mail.kind}: {found}\n{text}"


def test_no_line_of_any_mail_we_send_reads_as_an_order(office: Office) -> None:
    bodies = [
        "S02 turn 2\nS03 fier N01\nready\nhello\nS02 turn 4\n",
        "S02 turn 2\n",
        "ready\n",
        "extend\n",
        "withdraw\n",
        "",
    ]
    for number, body in enumerate(bodies):
        office.later(minutes=1)
        office.receive(letter(body, name=f"m{number}"))
    office.receive(letter("S02 turn 2\nall hold\nready\n", sender="eve@evil.test", name="eve"))
    office.receive(letter("N02 turn 2\nready\n", sender=BOB, name="bob"))
    office.receive(letter("N02 hold\nready\n", sender=BOB, to="orders@example.test", name="bob2"))
    office.receive(letter("extend\n", name="more"))
    office.later(days=3)
    tick(office.post)
    office.later(days=1)
    tick(office.post)
    office.later(days=1)
    tick(office.post)
    office.receive(letter("S02 turn 2\nready\n", name="late"))
    office.receive(letter("ready\n", name="a2", to=reply_to(SOUTH, 2)))
    office.receive(letter("ready\n", sender=BOB, name="b2", to=reply_to(NORTH, 2)))
    ask_sign_in(office.post, ANN)
    sent = [*office.mails("report"), *office.mails()]
    assert {mail.kind for mail in sent} >= {"report", "answer", "unchanged", "refused", "extended", "sign-in"}
    assert len(sent) >= 15
    for mail in sent:
        harmless(mail)


LIKE_ORDERS = st.sampled_from(
    [
        "ready",
        "S02 hold",
        "all hold",
        "extend",
        "bid Horse",
        "S01 fire nearest",
        "withdraw",
        "group Foot",
        "end",
        "Foot",
    ]
)


@given(st.lists(st.one_of(LIKE_ORDERS, st.text(max_size=90)), min_size=1, max_size=8))
def test_a_players_own_words_come_back_barred(lines: list[str]) -> None:
    to = Correspondent(None, "Ann", ANN)
    told = note(to, Why("For which game?", ("Sentences of ours.",)), "http://x.test", "\n".join(lines)).letter
    for text in (letter_text(told), from_html(letter_html(told))):
        assert [line for line in text.split("\n") if looks_like_order(line, GROUPS)] == []


def test_a_line_that_would_be_an_order_is_seen_by_this_test(office: Office) -> None:
    to = Correspondent(None, "Ann", ANN)
    planted = refused(office.post, to, office.page(), Why("S02 hold", ("ready",))).letter
    assert [line for line in letter_text(planted).split("\n") if looks_like_order(line, GROUPS)] == [
        "S02 hold",
        "ready",
    ]
