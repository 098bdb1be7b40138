"""An answer to one mail, or a word to the operator: rendered once, and put into the outbox."""

from datetime import datetime
from typing import Literal

import msgspec
from sqlmodel import Session

from pbem.engine.ids import GameId, Seat
from pbem.mail.addresses import tagged
from pbem.mail.bodytext import quotable
from pbem.mail.compose import Outgoing, compose, thread_of
from pbem.mail.envelope import envelope_sender
from pbem.mail.tokens import TurnRef, tokens_of
from pbem.reports.letter import Button, Letter, LetterRow, Rows, Section, letter_html, letter_text
from pbem.service.model.gamepage import GamePage
from pbem.service.model.mails import Correspondent, operator_of
from pbem.service.outgoing.wording import SITE, id_of, ids_of, subject_of
from pbem.service.services import Services
from pbem.store import mails
from pbem.store.tables import MailId, MailKey, OutMail, mail_key

ANSWER_PRIORITY = 3
"""Answers go before reports."""

AnswerKind = Literal["answer", "unchanged", "refused", "confirm", "muted", "operator"]
"""What a letter about a mail is.

answer: orders were taken.  unchanged: its orders changed nothing.  refused: why they were not taken.  confirm: they
wait for a word.  muted: no more answers for a while.  operator: a word to him.
"""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A letter to one person about one mail."""

    to: Correspondent

    letter: Letter

    kind: AnswerKind

    page: GamePage | None = None
    """The seat's page; None for a mail about no game."""

    turn: int = 0

    reply: str = ""
    """Tag of the address that an answer to it goes to; '' for the turn's."""

    asks: MailId | None = None
    """The held mail that it asks about; None for none."""


def to_operator(services: Services, title: str, text: str) -> Answer | None:
    """A mail to the operator; None where the settings name none."""
    operator = operator_of(services.config)
    if operator is None:
        return None
    rows = Rows(tuple(LetterRow("", line) for line in lines_shown(text)))
    letter = Letter(
        kicker="For the operator.", title=title, lead=("Everything else goes on.",), preheader=title,
        sections=(Section("", (rows, Button("Mail room", f"{services.config.base_url}/mailroom"))),),
    )  # fmt: skip
    return Answer(to=operator, letter=letter, kind="operator")


class Made(msgspec.Struct, frozen=True):
    """An answer as it will be sent, and the lines of it that may come back quoted."""

    row: OutMail
    lines: tuple[str, ...]


def made(services: Services, answer: Answer, about: str, message_id: str, at: datetime) -> Made:
    """Render an answer, once.

    about: what tells it from other mails about the same turn.  message_id: of the mail it answers.
    """
    config, page = services.config, answer.page
    game, seat = (page.game, page.seat) if page else (GameId(""), Seat(""))
    key = mail_key(answer.turn, seat, answer.kind, about)
    own_id = id_of(config, game, answer.turn, seat, answer.kind, about)
    tag = answer.reply or (tokens_of(config).reply(TurnRef(game, seat, answer.turn)) if page and page.ask else "")
    turns = dict.fromkeys((1, answer.turn)) if page else ()
    root = [one for turn in turns for one in ids_of(config, game, turn, seat, "report")]
    text, html = letter_text(answer.letter), letter_html(answer.letter)
    raw = compose(
        Outgoing(
            message_id=own_id, at=at, sender=config.orders_address, sender_name=page.title if page else SITE,
            to=answer.to.address, to_name=answer.to.name,
            subject=subject_of(answer.letter, page), text=text, html=html,
            kind=answer.kind, reply_to=tagged(config.orders_address, tag) if tag else "",
            list_id=f"{game}.{config.mail_domain}" if game else "",
            thread=thread_of(*root, message_id), answer=answer.kind != "operator",
        )
    )  # fmt: skip
    row = OutMail(
        game=game, key=key, kind=answer.kind, turn=answer.turn, seat=seat, player=answer.to.player,
        sender=envelope_sender(config, own_id), recipient=answer.to.address, message_id=own_id, raw=raw,
        priority=ANSWER_PRIORITY, created_at=at, next_at=at,
    )  # fmt: skip
    return Made(row, quotable(text, html))


def put_out(session: Session, one: Made) -> MailKey:
    """Write an answer to the outbox; its key."""
    session.add(one.row)
    if one.row.player is not None:
        mails.remember_lines(session, one.row.game, one.row.player, one.lines)
    return one.row.key


def lines_shown(lines: str) -> tuple[str, ...]:
    """The lines of a text that are not empty: at most 60, of 200 characters each."""
    return tuple(line.strip()[:200] for line in lines.splitlines() if line.strip())[:60]
