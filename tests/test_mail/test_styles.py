"""Answers to a real report in the ways mail programs write them give the same orders; what we send gives none."""

import html
import textwrap
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import SMTP
from functools import cache
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.bodytext import from_html
from pbem.mail.quoted import own_words
from pbem.reports.letter import letter_html, letter_text
from pbem.rulesets.snaphance.language.language import looks_like_order
from pbem.service.agreements.deputies import UMPIRE, name_deputy
from pbem.service.incoming.answers import FRUITLESS_A_DAY, note, refused
from pbem.service.incoming.reasons import Why
from pbem.service.model.mails import Correspondent, MailKind, MailMatter
from pbem.service.outgoing.replying import AnswerKind
from pbem.service.outgoing.wording import compose_mail
from pbem.service.people.addresses import add_by_operator, ask_address
from pbem.service.people.seats import ask_sign_in, ensure_player
from pbem.service.play.clockwork import tick
from pbem.service.play.pages import game_page
from pbem.store.tables import MailKey, OutMail
from tests.test_mail.clients import Quoted
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, SOUTH, Office, letter, part_of, reply_to, text_of

ORDERS = ["S02 turn 2", "S04 turn 10"]
GROUPS = ("Foot", "Horse")


def halves(quoted: Quoted) -> tuple[str, str]:
    lines = quoted.prefixed().split("\n")
    return "\n".join(lines[:30]), "\n".join(lines[30:])


WROTE = "On Mon, 11 May 2026 at 12:00, Harrow Down <orders@example.test> wrote:"
HEADER = (
    "From: Harrow Down <orders@example.test>\nSent: Monday, May 11, 2026 12:00\nTo: Ann Aldous <ann@players.test>\n"
    "Subject: [Harrow Down] orders and reports\n"
)
TYPED = "\n".join(ORDERS)
DIVS = "".join(f"<div>{order}</div>" for order in ORDERS)


def inline(quoted: Quoted) -> str:
    first, second = halves(quoted)
    return f"{WROTE}\n{first}\n\n{ORDERS[0]}\n\n{second}\n\n{ORDERS[1]}\n"


def outlook_body(quoted: Quoted) -> str:
    return f"{TYPED}\n\n________________________________\n{HEADER}\n{quoted.text}\n"


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
    f'class="gmail_attr">{html.escape(WROTE)}<br></div><blockquote class="gmail_quote">{q.body}</blockquote></div>',
    "outlook": lambda q: f'<html><body>{DIVS}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">'
    f"{html.escape(HEADER).replace(chr(10), '<br>')}</div><div>{q.body}</div></body></html>",
    "outlook, old": lambda q: f'<html><body>{DIVS}<div style="border-top:solid #E1E1E1 1.0pt"><p>'
    f"{html.escape(HEADER).replace(chr(10), '<br>')}</p></div>{q.body}</body></html>",
    "thunderbird": lambda q: f'<body><p>{"<br>".join(ORDERS)}</p><div class="moz-cite-prefix">'
    f'{html.escape(WROTE)}</div><blockquote type="cite">{q.body}</blockquote></body>',
    "apple": lambda q: f'<body>{DIVS}<div><blockquote type="cite"><div>{html.escape(WROTE)}</div></blockquote></div>'
    f'<blockquote type="cite">{q.body}</blockquote></body>',
    "yahoo": lambda q: f'<body>{DIVS}<div id="ydp1" class="yahoo_quoted">{html.escape(WROTE)}{q.body}</div></body>',
    "no sign of quoting": lambda q: f"<body>{DIVS}<hr>{q.body}</body>",
    "no sign of quoting, bottom": lambda q: f"<body>{q.body}<hr>{DIVS}</body>",
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
    assert (outcome.state, office.orders()) == ("accepted", ORDERS), text_of(office.mails()[-1].raw)
    (told,) = office.mails("answer")
    understood = text_of(told.raw)
    assert "2 orders understood. " in " ".join(understood.split())
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
    for line in lines:
        yield from wrapped(line)


@cache
def wrapped(line: str) -> tuple[str, ...]:
    """A line as programs re-wrap it."""
    # A barred line that is re-wrapped may lose its bar: ours are too short for that at the usual widths.
    widths = [width for width in (40, 60, 72) if width >= len(line) or "|" not in line]
    return tuple(part for width in widths for part in textwrap.wrap(line, width))


@cache
def like_order(line: str) -> bool:
    """Mails of ours have most lines in common."""
    return looks_like_order(line, GROUPS)


def harmless(mail: OutMail) -> None:
    page = from_html(part_of(mail.raw, "text/html"))
    for text in (text_of(mail.raw), page, own_words(page, "orders@example.test")):
        found = [line for line in shapes(text) if like_order(line)]
        assert found == [], f"{mail.kind}: {found}\n{text}"


def test_no_line_of_any_mail_we_send_reads_as_an_order(office: Office) -> None:
    """Of each kind there is; one that is new needs a sample here."""
    orders_of_all_kinds(office)
    sent = [*office.mails("report"), *office.mails()]
    rendered = {mail.kind for mail in sent}
    for kind in sorted({*get_args(MailKind)} - rendered):
        page = game_page(office.services, HARROW, SOUTH)
        to = Correspondent(None, "Ann", ANN)
        matter = MailMatter(
            kind=kind, to=to, at=office.clock.now(), game=HARROW, turn=page.turn, seat=SOUTH, page=page, text="S02 hold"
        )
        made, now = compose_mail(office.services.config, matter), office.clock.now()
        sent.append(
            OutMail(
                game=HARROW, key=MailKey(kind), kind=kind, sender=made.sender, recipient=ANN, raw=made.raw,
                message_id=made.message_id, created_at=now, next_at=now,
            )
        )  # fmt: skip
    assert {*get_args(MailKind), *get_args(AnswerKind)} <= {mail.kind for mail in sent}
    for mail in sent:
        harmless(mail)


def orders_of_all_kinds(office: Office) -> None:
    """Mails good and bad, words of operators and players, time that passes: so that everything is told to somebody."""
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
    office.receive(letter("x", name="bomb", Content_Type="multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\n" * 999))
    for number in range(FRUITLESS_A_DAY + 1):
        office.receive(letter("hello", sender=BOB, to=reply_to(NORTH), name=f"again{number}"))
    ask_sign_in(office.services, ANN)
    carl = ensure_player(office.services, "carl@players.test", "Carl Clay")
    ask_address(office.services, carl, "carl@work.test")
    add_by_operator(office.services, BOB, "bob@work.test")
    name_deputy(office.services, HARROW, SOUTH, "carl@players.test", 1, 2, UMPIRE)
    office.receive(letter("S02 turn 2\n", sender="carl@players.test", name="deputy"))
    for days in (3, 1, 1):
        office.later(days=days)
        tick(office.services)
    office.receive(letter("S02 turn 2\nready\n", name="late"))
    office.receive(letter("ready\n", name="a2", to=reply_to(SOUTH, 2)))
    office.receive(letter("ready\n", sender=BOB, name="b2", to=reply_to(NORTH, 2)))


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
    planted = refused(office.services, to, office.page(), Why("S02 hold", ("ready",))).letter
    assert [line for line in letter_text(planted).split("\n") if looks_like_order(line, GROUPS)] == [
        "S02 hold",
        "ready",
    ]
