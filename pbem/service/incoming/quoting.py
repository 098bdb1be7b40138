"""What of a mail its writer typed himself: what we once sent him is known, however it was quoted back."""

from collections.abc import Iterable
from email import message_from_bytes
from functools import lru_cache

from sqlalchemy import and_
from sqlmodel import Session, col, select

from pbem.mail.bodytext import known
from pbem.mail.tokens import CODE, TurnRef
from pbem.service.incoming.editedrows import with_edited_rows
from pbem.service.services import Services
from pbem.store import mails
from pbem.store.tables import OutBytes, OutMail, PlayerId

LOOKED_THROUGH = 6
"""Mails of ours whose sentences are looked for in wrapped lines: the newest about the turn."""

WORDS = 4
"""Fewer words of a sentence of ours may be anybody's."""

_ABOUT_A_CODE = {"", "code", "token", "my", "the", "is", "turn", "for", "this"}


def without_ours(services: Services, turn: TurnRef, player: PlayerId, text: str) -> str:
    """A text with every line left empty that we once sent its writer, or that holds a turn's code and no more.

    A line is ours if we sent it so, or if it is a piece of our sentences, as programs wrap them anew.  No line we send
    reads as an order, and what could be a piece of one carries a bar: so no order is ever taken for ours.  A row of the
    order form that says something else than we ever sent is an order, edited in its place: it comes without its bar.
    """
    text = with_edited_rows(services, turn, player, text)
    lines = text.split("\n")
    told = [known(line) for line in lines]
    with services.db.reading() as session:
        ours = mails.sent_before(session, turn.game, player, {line for line in told if line})
        unknown = " ".join(line for line in told if line not in ours)
        sentences = _sentences(session, turn, player) if len(unknown.split()) >= WORDS else ""
    kept = [
        "" if one in ours or _only_a_code(line) or (sentences and _piece(told, number, sentences)) else line
        for number, (line, one) in enumerate(zip(lines, told, strict=True))
    ]
    return "\n".join(kept)


def _piece(told: list[str], number: int, sentences: str) -> bool:
    """Whether a line is a piece of our sentences, by itself or with the line before or after it."""
    here = told[number]
    before, after = told[max(number - 1, 0) : number], told[number + 1 : number + 2]
    tries = (here, " ".join([*before, here]), " ".join([here, *after]))
    return bool(here) and any(len(one.split()) >= WORDS and f" {one} " in sentences for one in tries)


def _sentences(session: Session, turn: TurnRef, player: PlayerId) -> str:
    """Our sentences to a player about a turn, without what is barred, as one line."""
    sent = (
        select(OutBytes.raw)
        .join(OutMail, and_(col(OutMail.game) == col(OutBytes.game), col(OutMail.key) == col(OutBytes.key)))
        .where(OutMail.game == turn.game, OutMail.player == player, col(OutMail.turn).between(turn.turn - 1, turn.turn))
        .order_by(col(OutMail.created_at).desc(), col(OutMail.key))
        .limit(LOOKED_THROUGH)
    )
    return f" {' '.join(_unbarred(raw) for raw in session.exec(sent).all())} "


@lru_cache(maxsize=32)
def _unbarred(raw: bytes) -> str:
    """The lines of a mail of ours that carry no bar, as one: of a turn's report, asked for with every answer to it."""
    return " ".join(known(line) for line in _text_lines(raw) if "|" not in line)


def _text_lines(raw: bytes) -> Iterable[str]:
    """The lines of the text part of a mail of ours."""
    for part in message_from_bytes(raw).walk():
        if part.get_content_type() == "text/plain":
            payload = part.get_payload(decode=True)
            return payload.decode("utf-8", "replace").split("\n") if isinstance(payload, bytes) else ()
    return ()


def _only_a_code(line: str) -> bool:
    rest = CODE.sub("", line, count=1)
    return rest != line and {word.strip(".,:;!").casefold() for word in rest.split()} <= _ABOUT_A_CODE
