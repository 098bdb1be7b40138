"""How fast mails are read: by the child that bounds it, in this process, and by the standard library's parser alone."""

from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from time import perf_counter

from pbem.bench.timing import median, told
from pbem.mail import bounded, reading
from pbem.mail.reader import MailReader
from pbem.mail.reading import MailText

US = MailReader("orders@example.org", "mx.example.org")
LINES = 12
"""Orders in the mail: a side of an army of middling size."""

QUOTED = 120
"""Lines of the report that is quoted below them, in text and in HTML, as most programs do."""


def reading_figures(quick: bool) -> Iterator[str]:
    """Milliseconds of a mail, each beside the parser's alone.  quick: fewer mails."""
    raw, times = _median_mail(), 100 if quick else 600
    mail = bounded.read(raw, US)
    if mail.text.strip() != _orders():
        raise RuntimeError(f"the mail was not read as it was written: {mail.why or mail.text!r}")
    floor = median(lambda: message_from_bytes(raw), times, perf_counter)
    for where, read in (("in the bounded child", bounded.read), ("in this process", reading.read)):
        took = median(partial(_checked, read, raw), times, perf_counter)
        what = f"mails read {where}, {1000 / took:.0f} a second"
        yield told(what, f"{took:.2f} ms", took / floor, f"{floor:.2f} ms of the library's parser alone", "20")


def _checked(read: Callable[[bytes, MailReader], MailText], raw: bytes) -> None:
    mail = read(raw, US)
    if mail.kind != "person":
        raise RuntimeError(f"a mail was not read: {mail.why}")


def _median_mail() -> bytes:
    """An answer to a report, written above it, in both forms, of some 20 KB."""
    message = EmailMessage(policy=SMTP)
    message["From"] = "Ann Aldous <ann@players.example.org>"
    message["To"] = "Harrow Down <orders+75zzzv6mkqoc3kqaagnpjqgkn4jtyrwg4qxbi@example.org>"
    message["Subject"] = "Re: [Harrow Down] orders and reports"
    message["Message-ID"] = "<median@players.example.org>"
    message["In-Reply-To"] = "<k.abcdefghijklmnopqrstuvwx@example.org>"
    for number in range(4):
        message["Received"] = (
            f"from a{number}.example.org by b{number}.example.org; Mon, 11 May 2026 12:30:0{number} +0200"
        )
    report = [f"S{number:02} pike, 4 steps, at 0504: it held the ridge under fire" for number in range(QUOTED)]
    wrote = "On Mon, May 11, 2026 at 12:00 PM Harrow Down <orders@example.org> wrote:"
    message.set_content(f"{_orders()}\n\n{wrote}\n" + "".join(f"> {line}\n" for line in report))
    rows = "".join(f"<tr><td style='padding:2px'>{line}</td></tr>" for line in report)
    divs = "".join(f"<div>{line}</div>" for line in _orders().split("\n"))
    quote = f'<blockquote class="gmail_quote"><table>{rows}</table></blockquote>'
    message.add_alternative(
        f'{divs}<div class="gmail_quote"><div class="gmail_attr">{wrote}</div>{quote}</div>', "html"
    )
    return message.as_bytes()


def _orders() -> str:
    return "\n".join(f"S{number:02} forward 0504 0505" for number in range(1, LINES + 1))
