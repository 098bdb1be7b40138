"""Mails that came back: what a mail system says of a mail of ours that it could not deliver, or not yet.

Two kinds are read: delivery reports (RFC 3464), and the prose of systems that write none.  Nothing is decided here; a
vacation, a receipt or a report of success is no returned mail.  What is said may be forged by a sender who knows the
address: only our own Message-IDs and the tags of our envelope senders cannot be guessed.
"""

import re
from collections.abc import Iterable, Iterator
from email.message import Message
from typing import Literal

import msgspec

from pbem.mail.addresses import addresses, tags
from pbem.mail.headers import IDS, WHERE, Headers, headers
from pbem.mail.machines import robot
from pbem.mail.reader import MailReader

LONGEST_SAID = 300
"""Characters of what was said that are kept."""

LONGEST_PROSE = 8000
"""Characters of a system's own words that are looked at."""

MOST_IDS = 10

ReturnKind = Literal["delayed", "soft", "hard"]

_WORST: tuple[ReturnKind, ...] = ("delayed", "soft", "hard")
_TAG = re.compile(r"b-([a-z2-7]{24})")
_OUR_ID = re.compile(r"<k\.[a-z2-7]{24}@[^\s<>@]{1,200}>")
_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\d|\.\d)")
_ADDRESS = re.compile(r"[^\s<>@\"(),;:\\]{1,64}@[^\s<>@\"(),;:\\]{1,190}[^\s<>@\"(),;:\\.]")
_REPORTS = {"message/delivery-status", "message/global-delivery-status"}
_ORIGINALS = {"message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers"}

_RETURNED = re.compile(
    r"(?i)undeliver|delivery (?:status notification|report|fail|has failed|to the following)|failure notice|"
    r"non-?delivery|delivery notification|returned (?:mail|to sender)|mail (?:delivery|system) (?:fail|error)|"
    r"(?:could ?n[o']t|cannot|can't|unable to|was not|wasn't) (?:be )?deliver|qmail-send|did not reach|"
    r"permanent (?:fatal )?error|(?:have|has) been delayed|warning: (?:message|could not send)|delivery.{1,20}delayed|"
    r"unzustellbar|konnte nicht zugestellt|nicht zugestellt werden|unbekannter empf.nger|"
    r"non remis|n'a pas pu [^.]{0,40}(?:remis|distribu)|non recapitabile|mancato recapito|"
    r"no se (?:ha podido|pudo) entregar|no se ha entregado|n.o p.de ser entregue|"
    r"onbestelbaar|niet (?:worden )?(?:af|be)gele?verd|kunne ikke leveres|kunde inte levereras|"
    r"nie mo.na (?:by.o )?dostarczy|nedoru.iteln|доставить|недоставлен"
)
_DELAYED = re.compile(
    r"(?i)delayed|will be retried|will (?:continue|keep) (?:to )?(?:be )?(?:tr|deliver)|still trying|"
    r"not yet been delivered|do not need to resend|warning message only|verz.gert|retard|ritardat"
)
_AWAY = re.compile(
    r"(?i)out of (?:the )?office|vacation|abwesen|absen[ct]e|auto(?:matic|matische)?[ -]?(?:reply|antwort)"
)
_COPY_BEGINS = re.compile(
    r"(?im)^[ \t>*_=-]{0,80}(?:below this line is a copy|this is a copy of (?:the|your) message|"
    r"(?:the )?original message\b|unsent message|returned message|message (?:header|text) follows|received: |"
    r"return-path: |urspr.ngliche nachricht|message d'origine)"
)


class Returned(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail says of a mail of ours that was not delivered."""

    kind: ReturnKind
    """``delayed`` (they still try: no failure), ``hard`` (no such address, or they refuse us: 5.1.x, 5.7.x), ``soft``
    (any other failure: 4.x, a full mailbox, and whatever is not said clearly); of several addresses the worst."""

    recipient: str = ""
    """The address that we wrote, in lower case; '' where it is not said."""

    message_ids: tuple[str, ...] = ()
    """Message-IDs of the mail that came back, and every id of our own form in the text."""

    tags: tuple[str, ...] = ()
    """The 24 characters between ``<k.`` and ``@`` of our Message-ID, from the address this came to (``b-`` and they
    stand behind its plus)."""

    text: str = ""
    """What the mail system said, one line of at most 300 characters."""


class _Said(msgspec.Struct, frozen=True):
    kind: ReturnKind
    recipient: str
    text: str


def envelope_tag(message_id: str) -> str:
    """What stands behind the plus of the envelope sender of a mail of ours, so that it is known when it comes back.

    Raises ValueError for an id that is not of our shape.
    """
    if not _OUR_ID.fullmatch(message_id):
        raise ValueError(f"{message_id!r} is no Message-ID of ours")
    return f"b-{message_id[3:27]}"


def envelope_tags(us: MailReader, text: str) -> tuple[str, ...]:
    """The tags (24 characters each) in every address of a text that returned mails come to."""
    found = (tag for address in dict.fromkeys((us.bounce_address, us.orders_address)) for tag in tags(address, text))
    return tuple(dict.fromkeys(match[1] for tag in found if (match := _TAG.fullmatch(tag))))


def returned(
    found: Headers, parts: Iterable[Message], text: str, us: MailReader, null: bool = False
) -> Returned | None:
    """What a mail says of a mail of ours that was not delivered; None for anything else.

    parts: all its parts, the outermost first.  text: its own words.  null: it came from the null sender.
    """
    parts = [*parts]
    where = envelope_tags(us, " ".join(found.all(*WHERE)))
    reports = [part for part in parts if part.get_content_type() in _REPORTS]
    said = [*_reported(reports)] if reports else _in_prose(found, text[:LONGEST_PROSE], bool(where), null)
    if not said:
        return None
    worst = max(said, key=lambda one: _WORST.index(one.kind))
    ids = [*_original_ids(parts), *_OUR_ID.findall(text), *found.ids("in-reply-to", "references")]
    return Returned(
        kind=worst.kind, recipient=worst.recipient, message_ids=tuple(dict.fromkeys(ids))[:MOST_IDS], tags=where,
        text=worst.text,
    )  # fmt: skip


# --- delivery reports ---------------------------------------------------------------------------------------------


def _reported(reports: Iterable[Message]) -> Iterator[_Said]:
    """What a report says of each address that something is wrong with (RFC 3464, 2.3)."""
    for report in reports:
        for block in _blocks(report):
            action = block.first("action").strip().lower()
            diagnostic = block.first("diagnostic-code").partition(";")[2].strip()
            status = _code(block.first("status"))
            if status is None or status[1:] == (0, 0):
                status = _code(diagnostic) or status
            if action not in {"failed", "delayed"} and not (not action and status and status[0] != 2):
                continue
            kind: ReturnKind = "delayed" if action == "delayed" else _kind(status)
            said = diagnostic or f"{action} {block.first('status')}"
            yield _Said(kind, _recipient(block), _shown(said))


def _blocks(report: Message) -> Iterator[Headers]:
    """The groups of fields of a report, however the library took it apart."""
    payload = report.get_payload()
    for block in payload if isinstance(payload, list) else [payload]:
        if isinstance(block, Message):
            yield Headers(tuple((name.lower(), " ".join(str(value).split())) for name, value in block.items()))
            block = block.get_payload()  # noqa: PLW2901  # of a report in UTF-8 all but the first group stands there
        if isinstance(block, str):
            yield from (headers(group.encode("utf-8", "replace")) for group in re.split(r"\r?\n[ \t]*\r?\n", block))


def _recipient(block: Headers) -> str:
    for field in ("original-recipient", "final-recipient"):
        value = block.first(field)
        found = addresses(value.partition(";")[2] or value)
        if found:
            return found[0]
    return ""


def _original_ids(parts: Iterable[Message]) -> Iterator[str]:
    for part in parts:
        if part.get_content_type() in _ORIGINALS:
            payload = part.get_payload()
            inner = payload[0] if isinstance(payload, list) and payload else payload
            if isinstance(inner, Message):
                yield from IDS.findall(str(inner.get("message-id", "")))
            elif isinstance(inner, str):
                yield from headers(inner.lstrip().encode("utf-8", "replace")).ids("message-id")


# --- prose --------------------------------------------------------------------------------------------------------


def _in_prose(found: Headers, text: str, tagged: bool, null: bool) -> list[_Said]:
    """What a mail without a report says, if it is about a mail that did not arrive.

    tagged: it came to an address that only we and the systems our mail went through know.
    """
    words = _COPY_BEGINS.split(text, maxsplit=1)[0]
    subject = found.first("subject")
    failed = addresses(" ".join(found.all("x-failed-recipients")))
    sure = bool(failed) or robot(found)
    system = sure or null or found.first("return-path").strip() == "<>"
    auto = found.first("auto-submitted").lower().startswith("auto-replied")
    away = not sure and (auto or bool(_AWAY.search(subject)))
    clear = bool(failed or _RETURNED.search(subject) or (not away and _RETURNED.search(words)))
    if not (clear and (system or tagged)) and not (tagged and system and not away):
        return []
    codes = [code for match in _STATUS.finditer(words) if (code := _of(match))[0] != 2]
    kind: ReturnKind = max((_kind(code) for code in codes), key=_WORST.index, default="soft")
    if _DELAYED.search(f"{subject}\n{words}") and not any(code[0] == 5 for code in codes):
        kind = "delayed"
    named = _ADDRESS.findall(words)
    return [_Said(kind, (failed or tuple(one.lower() for one in named) or ("",))[0], _telling(words, subject))]


def _telling(words: str, subject: str) -> str:
    """The line that says most: the first with a code, else the subject and how the text begins."""
    lines = [" ".join(line.split()) for line in words.splitlines() if any(char.isalnum() for char in line)]
    coded = next((line for line in lines if _STATUS.search(line) or re.search(r"\b[45]\d\d[ -]", line)), "")
    return _shown(coded or f"{subject}: {' '.join(lines)}")


# --- codes --------------------------------------------------------------------------------------------------------


def _code(text: str) -> tuple[int, int, int] | None:
    found = _STATUS.search(text)
    return _of(found) if found else None


def _of(found: re.Match[str]) -> tuple[int, int, int]:
    return int(found[1]), int(found[2]), int(found[3])


def _kind(status: tuple[int, int, int] | None) -> ReturnKind:
    return "hard" if status is not None and status[0] == 5 and status[1] in {1, 7} else "soft"


def _shown(text: str) -> str:
    """One line, without what could steer a screen."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(plain.split())[:LONGEST_SAID]
