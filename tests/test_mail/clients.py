"""Answers to a mail of ours as real mail programs write them: the marks, words and habits of each."""

# ruff: noqa: E501  # what programs write is left on one line

import html
import textwrap
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from email.policy import SMTP

from tests.test_mail.conftest import part_of, text_of

Page = Callable[["Quoted", Sequence[str]], str]


class Quoted:
    """A mail of ours as it is quoted: who sent it, its text, its HTML."""

    def __init__(self, raw: bytes, sender: str = "orders@example.test", name: str = "Harrow Down") -> None:
        self.text = text_of(raw).replace("\r\n", "\n").rstrip()
        self.html = part_of(raw, "text/html")
        self.sender, self.name = sender, name

    @property
    def who(self) -> str:
        return f"{self.name} <{self.sender}>"

    def prefixed(self, prefix: str = "> ", width: int = 0) -> str:
        lines = self.text.split("\n")
        if width:
            lines = [part for line in lines for part in textwrap.wrap(line, width) or [""]]
        return "\n".join(f"{prefix}{line}".rstrip() for line in lines)

    @property
    def body(self) -> str:
        """The HTML without its frame, as it is put into an answer."""
        return self.html.partition("<body")[2].partition(">")[2].partition("</body>")[0]

    def header(self, *fields: str, bold: bool = False, end: str = "\n") -> str:
        """The header of a quoted mail: fields are their names, for sender, time, receiver, subject."""
        values = (self.who, "Monday, May 11, 2026 12:00 PM", "Ann Aldous <ann@players.test>", f"[{self.name}] orders")
        if bold:
            return "".join(
                f"<b>{field}</b> {html.escape(value)}<br>\n" for field, value in zip(fields, values, strict=True)
            )
        return "".join(f"{field} {value}{end}" for field, value in zip(fields, values, strict=True))


class Written:
    """An answer.  plain and page: its text and its HTML, '' for none; parameters: of its one text part."""

    def __init__(self, plain: str = "", page: str = "", **parameters: str) -> None:
        self.plain, self.page, self.parameters = plain, page, parameters

    def raw(self, to: str, sender: str, name: str = "styled") -> bytes:
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Message-ID"] = sender, to, f"<{name}@players.test>"
        if self.plain:
            message.set_content(self.plain)
        if self.page and self.plain:
            message.add_alternative(self.page, subtype="html")
        elif self.page:
            message.set_content(self.page, subtype="html")
        for key, value in self.parameters.items():
            message.set_param(key, value)
        return message.as_bytes()


def text(typed: Sequence[str]) -> str:
    return "\n".join(typed)


def divs(typed: Sequence[str], tag: str = "div") -> str:
    return "".join(f"<{tag}>{html.escape(line)}</{tag}>" for line in typed)


OUTLOOK = ("From:", "Sent:", "To:", "Subject:")
RULE = "_" * 32


def gmail(wrote: str, more: str = "") -> Callable[[Quoted, Sequence[str]], Written]:
    """Gmail's two parts.  wrote: its line, in whatever language; more: what it adds below what was typed."""

    def written(quoted: Quoted, typed: Sequence[str]) -> Written:
        line = wrote.format(name=quoted.name, sender=quoted.sender)
        page = (
            f'<div dir="ltr">{divs(typed)}</div>{more}<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
            f'class="gmail_attr">{html.escape(line)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px '
            f'0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">{quoted.body}</blockquote></div>'
        )
        return Written(f"{text(typed)}\n{more}\n{line}\n\n{quoted.prefixed(width=72)}\n", page)

    return written


def outlook_desktop(quoted: Quoted, typed: Sequence[str]) -> Written:
    header = quoted.header(*OUTLOOK, bold=True)
    page = (
        f'<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=EN-GB><div class=WordSection1>'
        f"{''.join(f'<p class=MsoNormal>{html.escape(one)}<o:p></o:p></p>' for one in typed)}"
        f"<p class=MsoNormal><o:p>&nbsp;</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt "
        f"0cm 0cm 0cm'><p class=MsoNormal>{header}</p></div></div>{quoted.body}</div></body></html>"
    )
    return Written(f"{text(typed)}\n\n{quoted.header(*OUTLOOK)}\n{quoted.text}\n", page)


def outlook_web(quoted: Quoted, typed: Sequence[str]) -> Written:
    page = (
        f'<html><body dir="ltr"><div class="elementToProof">{divs(typed)}</div><div id="appendonsend"></div>'
        f'<hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">'
        f"{quoted.header(*OUTLOOK, bold=True)}</div><div>{quoted.body}</div></body></html>"
    )
    return Written(f"{text(typed)}\n{RULE}\n{quoted.header(*OUTLOOK)}\n{quoted.text}\n", page)


def outlook_mobile(quoted: Quoted, typed: Sequence[str]) -> Written:
    page = (
        f'<html><body><div dir="auto">{divs(typed)}</div><div id="ms-outlook-mobile-signature"><div>Get <a '
        f'href="https://aka.ms/o0ukef">Outlook for iOS</a></div></div><div id="mail-editor-reference-message-container">'
        f'<hr><div id="divRplyFwdMsg">{quoted.header(*OUTLOOK, bold=True)}</div>{quoted.body}</div></body></html>'
    )
    plain = f"{text(typed)}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n{RULE}\n{quoted.header(*OUTLOOK)}\n{quoted.text}\n"
    return Written(plain, page)


def windows_mail(quoted: Quoted, typed: Sequence[str]) -> Written:
    page = (
        f"<html><body><div class=WordSection1>{divs(typed, 'p')}<p>Sent from Mail for Windows</p><div style='border:none;"
        f"border-top:solid #E1E1E1 1.0pt'><p>{quoted.header(*OUTLOOK, bold=True)}</p></div>{quoted.body}</div></body></html>"
    )
    return Written(f"{text(typed)}\n\nSent from Mail for Windows\n\n{quoted.header(*OUTLOOK)}\n{quoted.text}\n", page)


def apple_mail(quoted: Quoted, typed: Sequence[str], sent_from: str = "") -> Written:
    wrote = f"On 11 May 2026, at 12:00, {quoted.who} wrote:"
    page = (
        f'<html><head></head><body style="overflow-wrap: break-word;">{divs(typed)}<div>{sent_from}</div><div><br>'
        f'<blockquote type="cite"><div>{html.escape(wrote)}</div><br></blockquote></div>'
        f'<blockquote type="cite"><div>{quoted.body}</div></blockquote></body></html>'
    )
    return Written(f"{text(typed)}\n{sent_from}\n> {wrote}\n> \n{quoted.prefixed()}\n", page)


def thunderbird(quoted: Quoted, typed: Sequence[str]) -> Written:
    wrote = f"On 11/05/2026 12:00, {quoted.name} wrote:"
    return Written(f"{wrote}\n{quoted.prefixed()}\n{text(typed)}\n", format="flowed")


def thunderbird_html(quoted: Quoted, typed: Sequence[str]) -> Written:
    wrote = f"On 11/05/2026 12:00, {quoted.name} wrote:"
    cite = f'<div class="moz-cite-prefix">{wrote}<br></div><blockquote type="cite">{quoted.body}</blockquote>'
    page = f"<!DOCTYPE html><html><body>{cite}<p>{'<br>'.join(map(html.escape, typed))}</p></body></html>"
    return Written(f"{wrote}\n{quoted.prefixed()}\n\n{text(typed)}\n", page)


def k9(quoted: Quoted, typed: Sequence[str]) -> Written:
    line = f"On 11 May 2026 12:00:00 CEST, {quoted.name} <{quoted.sender}> wrote:"
    page = (
        f'<!DOCTYPE html><html><body><div dir="auto">{divs(typed)}</div><br><br><div class="gmail_quote"><div dir="auto">'
        f'{html.escape(line)}</div><blockquote class="gmail_quote">{quoted.body}</blockquote></div></body></html>'
    )
    return Written(f"{text(typed)}\n\n{line}\n{quoted.prefixed('>')}\n", page)


def yahoo(quoted: Quoted, typed: Sequence[str]) -> Written:
    wrote = f"On Monday, May 11, 2026 at 12:00:00 PM GMT+2, {quoted.who} wrote:"
    page = (
        f'<html><head></head><body><div class="ydp1yahoo-style-wrap">{divs(typed)}</div><div id="ydp2yahoo_quoted_1" '
        f'class="ydp2yahoo_quoted"><div><div>{html.escape(wrote)}</div><div><br></div>{quoted.body}</div></div></body></html>'
    )
    return Written(f" {text(typed)}\n    {wrote}  \n \n {quoted.text}\n  ", page)


def proton(quoted: Quoted, typed: Sequence[str]) -> Written:
    wrote = f"On Monday, May 11th, 2026 at 12:00, {quoted.who} wrote:"
    page = (
        f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{"<br>".join(map(html.escape, typed))}</div>'
        f'<div class="protonmail_signature_block"></div><div class="protonmail_quote">{html.escape(wrote)}<br>'
        f'<blockquote class="protonmail_quote" type="cite">{quoted.body}</blockquote></div>'
    )
    return Written(f"{text(typed)}\n\n\n{wrote}\n\n{quoted.prefixed()}\n", page)


def gmx(quoted: Quoted, typed: Sequence[str]) -> Written:
    header = (
        f"Gesendet: Montag, 11. Mai 2026 um 12:00 Uhr\nVon: {quoted.who}\nAn: ann@players.test\n"
        f"Betreff: [{quoted.name}] orders and reports\n"
    )
    page = (
        f'<html><head></head><body><div style="font-family: Verdana;"><div>{divs(typed)}</div><div name="quote" '
        f'style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div>'
        f"{html.escape(header).replace(chr(10), '<br>')}</div><div name='quoted-content'>{quoted.body}</div></div></div>"
    )
    return Written(f"{text(typed)}\n\n{header}\n{quoted.text}\n", page)


def lotus_notes(quoted: Quoted, typed: Sequence[str]) -> Written:
    header = (
        f'From:   "{quoted.name}" <{quoted.sender}>\nTo:     ann@players.test\nDate:   05/11/2026 12:00 PM\n'
        f"Subject:        [{quoted.name}] orders and reports\n"
    )
    return Written(f"{text(typed)}\n\n\n\n{header}\n\n\n{quoted.text}\n")


def lotus_notes_wrote(quoted: Quoted, typed: Sequence[str]) -> Written:
    return Written(f"{text(typed)}\n\n{quoted.who} wrote on 05/11/2026 12:00:00 PM:\n\n{quoted.prefixed()}\n")


def groupwise(quoted: Quoted, typed: Sequence[str]) -> Written:
    return Written(f"{text(typed)}\n\n>>> {quoted.who} 05/11/26 12:00 PM >>>\n\n{quoted.text}\n")


def samsung(quoted: Quoted, typed: Sequence[str]) -> Written:
    header = (
        f"-------- Original message --------\nFrom: {quoted.who} \nDate: 11/05/2026  12:00  (GMT+01:00) \n"
        f"To: ann@players.test \nSubject: [{quoted.name}] orders and reports \n"
    )
    page = (
        f'<html><body dir="auto">{divs(typed)}<div><br></div><div id="composer_signature"><div>Sent from my Galaxy</div>'
        f"</div><div>{html.escape(header).replace(chr(10), '</div><div>')}</div>{quoted.body}</body></html>"
    )
    return Written(f"{text(typed)}\n\nSent from my Galaxy\n\n{header}\n{quoted.text}\n", page)


def mutt(quoted: Quoted, typed: Sequence[str]) -> Written:
    wrote = f"On Mon, May 11, 2026 at 12:00:00PM +0200, {quoted.name} wrote:"
    return Written(f"{wrote}\n{quoted.prefixed()}\n\n{text(typed)}\n\n-- \nAnn Aldous\nS09 hold\n")


def evolution(quoted: Quoted, typed: Sequence[str]) -> Written:
    wrote = f"On Mon, 2026-05-11 at 12:00 +0200, {quoted.name} wrote:"
    page = (
        f"<html><head></head><body>{divs(typed)}<div><br></div><div>{wrote}</div>"
        f'<blockquote type="cite">{quoted.body}</blockquote><div><span></span></div></body></html>'
    )
    return Written(f"{text(typed)}\n\n{wrote}\n{quoted.prefixed()}\n", page)


def kmail(quoted: Quoted, typed: Sequence[str]) -> Written:
    """Its users answer between the lines."""
    lines = quoted.prefixed().split("\n")
    parts = [f"On Monday, 11 May 2026 12:00:00 CEST {quoted.who} wrote:"]
    for number, line in enumerate(lines):
        parts.append(line)
        if number and number % 8 == 0 and number // 8 <= len(typed):
            parts += ["", typed[number // 8 - 1], ""]
    parts += typed[(len(lines) - 1) // 8 :]
    return Written("\n".join(parts))


def zimbra(quoted: Quoted, typed: Sequence[str]) -> Written:
    header = (
        f'From: "{quoted.name}" <{quoted.sender}>\nTo: "Ann Aldous" <ann@players.test>\nSent: Monday, May 11, 2026 '
        f"12:00:00 PM\nSubject: [{quoted.name}] orders and reports\n"
    )
    page = (
        f'<html><body><div style="font-family: arial"><div>{divs(typed)}</div><hr id="zwchr" data-marker="__DIVIDER__">'
        f'<div data-marker="__HEADERS__"><b>{html.escape(header).replace(chr(10), "<br><b>")}</div>'
        f'<div data-marker="__QUOTED_TEXT__">{quoted.body}</div></div></body></html>'
    )
    return Written(f"{text(typed)}\n\n----- Original Message -----\n{header}\n{quoted.text}\n", page)


def aol(quoted: Quoted, typed: Sequence[str]) -> Written:
    header = (
        f"-----Original Message-----\nFrom: {quoted.who}\nTo: ann <ann@players.test>\nSent: Mon, May 11, 2026 12:00 pm\n"
        f"Subject: [{quoted.name}] orders and reports\n"
    )
    return Written(f"{text(typed)}\n\n\n{header}\n{quoted.text}\n")


def outlook_2003(quoted: Quoted, typed: Sequence[str]) -> Written:
    header = quoted.header(*OUTLOOK).replace(f"<{quoted.sender}>", f"[mailto:{quoted.sender}]")
    return Written(f"{text(typed)}\n\n-----Original Message-----\n{header}\n{quoted.text}\n")


def outlook_german(quoted: Quoted, typed: Sequence[str]) -> Written:
    header = quoted.header("Von:", "Gesendet:", "An:", "Betreff:")
    return Written(f"{text(typed)}\n\nVon meinem Gerät gesendet\n\n{header}\n{quoted.prefixed('', 60)}\n")


def roundcube(quoted: Quoted, typed: Sequence[str]) -> Written:
    return Written(
        f"{text(typed)}\n\nOn 2026-05-11 12:00, {quoted.name} wrote:\n{quoted.prefixed(width=70)}\n", format="flowed"
    )


CLIENTS: dict[str, Callable[[Quoted, Sequence[str]], Written]] = {
    "Gmail, web": gmail("On Mon, May 11, 2026 at 12:00 PM {name} <{sender}> wrote:"),
    "Gmail, Android": gmail("On Mon, 11 May 2026, 12:00 {name}, <{sender}> wrote:"),
    "Gmail, German": gmail("Am Mo., 11. Mai 2026 um 12:00 Uhr schrieb {name} <{sender}>:"),
    "Gmail, Japanese": gmail("2026年5月11日(月) 12:00 {name} <{sender}>:"),
    "Outlook, desktop": outlook_desktop,
    "Outlook, 2003": outlook_2003,
    "Outlook, German": outlook_german,
    "Outlook, web": outlook_web,
    "Outlook, mobile": outlook_mobile,
    "Mail for Windows": windows_mail,
    "Apple Mail": apple_mail,
    "iOS Mail": lambda quoted, typed: apple_mail(quoted, typed, "Sent from my iPhone\n"),
    "Thunderbird": thunderbird,
    "Thunderbird, HTML": thunderbird_html,
    "K-9": k9,
    "Yahoo": yahoo,
    "Proton": proton,
    "GMX": gmx,
    "Lotus Notes": lotus_notes,
    "Lotus Notes, quoting": lotus_notes_wrote,
    "GroupWise": groupwise,
    "Samsung": samsung,
    "mutt": mutt,
    "Evolution": evolution,
    "KMail": kmail,
    "Zimbra": zimbra,
    "AOL": aol,
    "Roundcube": roundcube,
}
