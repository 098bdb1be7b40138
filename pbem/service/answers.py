"""The one answer to a mail: what stands, what needs its writer, or why nothing was taken.

It goes to registered addresses only.
"""

from datetime import datetime

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId, Seat
from pbem.engine.orders import Reading
from pbem.mail.addresses import tagged
from pbem.mail.compose import Outgoing, compose, thread_of
from pbem.mail.tokens import Turn, tokens_of
from pbem.mail.words import quotable
from pbem.reports.letter import Button, Letter, Para, Row, Rows, Section, letter_html, letter_text
from pbem.reports.letters import ack_letter, refusal_letter
from pbem.reports.report import Ack, Refusal, Version
from pbem.service.letters import Correspondent
from pbem.service.pages import GamePage, Stands
from pbem.service.post import Post
from pbem.service.reasons import Why
from pbem.service.turns import Receipt
from pbem.service.wording import SITE, heading_of, id_of, ids_of, subject
from pbem.store import mails
from pbem.store.tables import MailKey, OutMail, mail_key

ANSWER_PRIORITY = 3
"""Answers go before reports."""

NO_ORDERS = Reading(answer=None, understood=(), problems=())

REFUSED = {
    "closed": "That turn has been played",
    "late": "Too late for this turn",
    "not asked": "Nothing is asked of you now",
    "stopped": "The game is stopped",
    "over": "The battle is over",
    "too long": "Too long to be read as orders",
}


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A letter to one person about one mail.

    kind: ``answer`` (orders were taken), ``unchanged``, ``refused``, ``operator``.  page: the seat's page, when it is
    about a game.
    """

    to: Correspondent
    letter: Letter
    kind: str
    page: GamePage | None = None
    turn: int = 0


def receipt_answer(post: Post, to: Correspondent, receipt: Receipt, notes: tuple[str, ...], lines: str) -> Answer:
    """The answer to orders that were read.  notes: what else their sender should know.  lines: what was sent."""
    page = receipt.page
    assert page is not None  # submit makes it for every door that writes alongside
    heading = heading_of(post.config, page)
    if receipt.outcome in REFUSED:
        refusal = Refusal(
            post=heading,
            title=REFUSED[receipt.outcome],
            why=(*receipt.said, *notes),
            lines=_shown(lines),
            form=page.form,
        )
        letter = refusal_letter(refusal)
        return Answer(to=to, letter=letter, kind="refused", page=page, turn=receipt.turn)
    played = receipt.outcome == "played"
    said = receipt.said[:-1] if played else receipt.said  # the letter says itself that the turn was played
    if played:
        heading = msgspec.structs.replace(heading, turn=page.told.turn_name)
    ack = Ack(
        post=heading, reading=receipt.reading or NO_ORDERS, standing=receipt.standing,
        version=_version(receipt.stands if not played else None),
        before=_version(receipt.before) if receipt.before != receipt.stands else None,
        final=bool(receipt.stands and receipt.stands.final), played=played, remarks=(*said, *notes),
    )  # fmt: skip
    letter = ack_letter(ack)
    return Answer(to=to, letter=letter, kind="answer" if receipt.taken else "unchanged", page=page, turn=receipt.turn)


def refused(post: Post, to: Correspondent, page: GamePage, why: Why, lines: str = "") -> Answer:
    """Why a mail about a game was not taken, with the form of the turn that is open."""
    heading = heading_of(post.config, page)
    letter = refusal_letter(Refusal(post=heading, title=why.title, why=why.text, lines=_shown(lines), form=page.form))
    return Answer(to=to, letter=letter, kind="refused", page=page, turn=page.turn)


def note(to: Correspondent, why: Why, url: str, lines: str = "") -> Answer:
    """A word that shows nothing of any game."""
    sections = [Section("", (Button("Your games", url),))]
    if lines.strip():
        rows = Rows(tuple(Row("", line) for line in _shown(lines)))
        sections.insert(0, Section("What you sent", (Para("It is kept here; nothing of it was applied."), rows)))
    letter = Letter(kicker="Your mail", title=why.title, lead=why.text, sections=tuple(sections), preheader=why.title)
    return Answer(to=to, letter=letter, kind="refused")


def to_operator(post: Post, title: str, text: str) -> Answer | None:
    """A word to the operator; None when nobody is."""
    if not post.config.operator_address:
        return None
    letter = Letter(
        kicker="For the operator.", title=title, lead=("Everything else goes on.",),
        sections=(Section("", (Rows(tuple(Row("", line) for line in _shown(text))),)),), preheader=title,
    )  # fmt: skip
    return Answer(to=Correspondent(None, "the operator", post.config.operator_address), letter=letter, kind="operator")


class Made(msgspec.Struct, frozen=True):
    """An answer as it will be sent, and the lines of it that may come back quoted."""

    row: OutMail
    lines: tuple[str, ...]


def made(post: Post, answer: Answer, about: str, message_id: str, at: datetime) -> Made:
    """Render an answer, once.

    about: what tells it from other mails about the same turn.  message_id: of the mail it answers.
    """
    config, page = post.config, answer.page
    game, seat = (page.game, page.seat) if page else (GameId(""), Seat(""))
    tokens, key = tokens_of(config), mail_key(answer.turn, seat, answer.kind, about)
    own_id = id_of(config, game, answer.turn, seat, answer.kind, about)
    reply = tagged(config.orders_address, tokens.reply(Turn(game, seat, answer.turn))) if page and page.ask else ""
    turns = dict.fromkeys((1, answer.turn)) if page else ()
    root = [one for turn in turns for one in ids_of(config, game, turn, seat, "report")]
    text, html = letter_text(answer.letter), letter_html(answer.letter)
    raw = compose(
        Outgoing(
            message_id=own_id, at=at, sender=config.orders_address, sender_name=page.title if page else SITE,
            to=answer.to.address, to_name=answer.to.name,
            subject=subject(page.title) if page else f"{SITE}: {answer.letter.title}", text=text, html=html,
            kind=answer.kind, reply_to=reply, list_id=f"{game}.{config.mail_domain}" if game else "",
            thread=thread_of(*root, message_id), answer=answer.kind != "operator",
        )
    )  # fmt: skip
    row = OutMail(
        game=game, key=key, kind=answer.kind, turn=answer.turn, seat=seat, player=answer.to.player,
        sender=config.orders_address, recipient=answer.to.address, message_id=own_id, raw=raw,
        priority=ANSWER_PRIORITY, created_at=at, next_at=at,
    )  # fmt: skip
    return Made(row, quotable(text, html))


def put_out(session: Session, one: Made) -> MailKey:
    """Write an answer to the outbox; its key."""
    session.add(one.row)
    if one.row.player is not None:
        mails.remember_lines(session, one.row.game, one.row.player, one.lines)
    return one.row.key


def fruitless_since(session: Session, to: Correspondent, since: datetime) -> int:
    """How many answers went to an address of late whose mails came to nothing."""
    found = select(OutMail.key).where(
        col(OutMail.recipient) == to.address,
        col(OutMail.created_at) > since,
        col(OutMail.kind).in_(("refused", "unchanged")),
    )
    return len(session.exec(found).all())


def _version(stands: Stands | None) -> Version | None:
    return Version(stands.number, stands.door, stands.at) if stands else None


def _shown(lines: str) -> tuple[str, ...]:
    """The lines of a text that are not empty, as far as anybody wants to see them again."""
    return tuple(line.strip()[:200] for line in lines.splitlines() if line.strip())[:60]
