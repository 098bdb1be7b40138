"""The one answer to a mail: what stands, what needs its writer, or why nothing was taken.

It goes to registered addresses only.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId, Seat
from pbem.engine.orders import Reading
from pbem.mail.addresses import tagged
from pbem.mail.bodytext import quotable
from pbem.mail.compose import Outgoing, compose, thread_of
from pbem.mail.envelope import envelope_sender
from pbem.mail.tokens import Turn, tokens_of
from pbem.reports.letter import Block, Button, Letter, Links, Para, Row, Rows, Section, letter_html, letter_text
from pbem.reports.letters import ack_letter, refusal_letter
from pbem.reports.report import Ack, Refusal, Version
from pbem.reports.times import both
from pbem.service.incoming import reasons
from pbem.service.incoming.reasons import Why
from pbem.service.outgoing.letters import Correspondent, operator_of
from pbem.service.outgoing.wording import SITE, heading_of, id_of, ids_of, subject_of
from pbem.service.play.gaps import gaps_in
from pbem.service.play.pages import GamePage, Stands
from pbem.service.play.turns import Receipt
from pbem.service.services import Services
from pbem.store import mails
from pbem.store.tables import MailId, MailKey, OutMail, mail_key

ANSWER_PRIORITY = 3
"""Answers go before reports."""

NO_ORDERS = Reading(answer=None, understood=(), problems=())

REFUSED = {
    "closed": "That turn has been played",
    "late": "Too late for this turn",
    "earlier": "You have sent later orders",
    "not asked": "No orders needed now",
    "stopped": "The game is stopped",
    "over": "The battle is over",
    "too long": "Too long to be read as orders",
}


AnswerKind = Literal["answer", "unchanged", "refused", "confirm", "muted", "operator"]
"""What a letter about a mail is.

answer: orders were taken.  unchanged: its orders changed nothing.  refused: why they were not taken.  confirm: they
wait for a word.  muted: no more answers for a while.  operator: a word to him.
"""

FRUITLESS: frozenset[AnswerKind] = frozenset({"unchanged", "refused", "confirm"})
"""Letters about mails that came to nothing."""

FRUITLESS_A_DAY = 20
"""Of those to one address in a day: more would feed a machine that hides being one."""

MUTE = timedelta(days=1)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A letter to one person about one mail.

    page: the seat's page, when it is about a game.  reply: the tag of the address that it is answered to, '' for that
    of the turn.  asks: the held mail that it asks about.
    """

    to: Correspondent
    letter: Letter
    kind: AnswerKind
    page: GamePage | None = None
    turn: int = 0
    reply: str = ""
    asks: MailId | None = None


def receipt_answer(
    services: Services, to: Correspondent, receipt: Receipt, notes: tuple[str, ...], lines: str
) -> Answer:
    """The answer to orders that were read.  notes: what else their sender should know.  lines: what was sent."""
    page = receipt.page
    assert page is not None  # submit makes it for every door that writes alongside
    heading = heading_of(services.config, page)
    if receipt.outcome in REFUSED:
        refusal = Refusal(
            heading=heading,
            title=REFUSED[receipt.outcome],
            why=(*receipt.said, *notes),
            lines=_shown(lines),
            form=page.form,
        )
        letter = refusal_letter(refusal)
        return Answer(to=to, letter=letter, kind="refused", page=page, turn=receipt.turn)
    played = receipt.outcome == "played"
    plays = receipt.plays.said if receipt.plays else ""
    said = receipt.said[:-1] if played else tuple(one for one in receipt.said if one != plays)  # the letter says both
    if played:
        heading = msgspec.structs.replace(heading, turn=receipt.played)
    ack = Ack(
        heading=heading, reading=receipt.reading or NO_ORDERS, standing=receipt.standing,
        version=_version(receipt.stands if not played else None),
        before=_version(receipt.before) if receipt.before != receipt.stands else None,
        final=bool(receipt.stands and receipt.stands.final), played=played, told=receipt.told, remarks=(*said, *notes),
        later=receipt.later, gaps=receipt.gaps, plays=plays, changed=receipt.taken,
        reopened=bool(receipt.before and receipt.before.final and receipt.stands and not receipt.stands.final),
    )  # fmt: skip
    letter = ack_letter(ack)
    return Answer(to=to, letter=letter, kind="answer" if receipt.taken else "unchanged", page=page, turn=receipt.turn)


def refused(services: Services, to: Correspondent, page: GamePage, why: Why, lines: str = "") -> Answer:
    """Why a mail about a game was not taken, with the form of the turn that is open."""
    heading = heading_of(services.config, page)
    letter = refusal_letter(
        Refusal(heading=heading, title=why.title, why=why.text, lines=_shown(lines), form=page.form)
    )
    return Answer(to=to, letter=letter, kind="refused", page=page, turn=page.turn)


def said(services: Services, to: Correspondent, page: GamePage, why: Why) -> Answer:
    """What was done about a game that was no order."""
    heading = heading_of(services.config, page)
    letter = refusal_letter(Refusal(heading=heading, title=why.title, why=why.text))
    return Answer(to=to, letter=letter, kind="answer", page=page, turn=page.turn)


def checked(services: Services, to: Correspondent, page: GamePage, reading: Reading) -> Answer:
    """How orders would be understood; nothing of them is filed."""
    ack = Ack(
        heading=heading_of(services.config, page), reading=reading, version=None, before=None, final=False,
        checked=True,
        gaps=gaps_in(services, page.game, page.seat, reading),
    )  # fmt: skip
    return Answer(to=to, letter=ack_letter(ack), kind="unchanged", page=page, turn=page.turn)


class Choice(msgspec.Struct, frozen=True):
    """A turn that a held mail may give orders for.  page: the seat's.  tag: its confirm token."""

    page: GamePage
    turn: int
    tag: str


def asked(
    services: Services,
    to: Correspondent,
    mail: MailId,
    why: Why,
    choices: tuple[Choice, ...],
    *,
    lines: str,
    by_mail: bool,
) -> Answer:
    """Whether a held mail is to be taken, and for which turn.

    No line of it is the word that says yes, or no.  by_mail: one word by mail is enough; else only the page takes it.
    """
    sections = [_sent(Rows(tuple(Row("", line) for line in _shown(lines))))] if lines.strip() else []
    for one in choices:
        title = battle_of(one.page) if len(choices) > 1 else ""
        look = Button("See the mail, and confirm or reject it", f"{services.config.base_url}/confirm/{one.tag}")
        by_answer = f"mailto:{tagged(services.config.orders_address, one.tag)}?body=confirm"
        links = (Links((("Confirm by mail", by_answer),)),) if by_mail and len(choices) > 1 else ()
        sections.append(Section(title, (look, *links)))
    letter = Letter(kicker="Your mail.", title=why.title, lead=why.text, sections=tuple(sections), preheader=why.title)
    answer = Answer(to=to, letter=letter, kind="confirm", asks=mail)
    if len(choices) > 1:
        return answer
    return msgspec.structs.replace(answer, page=choices[0].page, turn=choices[0].turn, reply=choices[0].tag)


def battle_of(page: GamePage) -> str:
    """``Harrow Down, South against Bob Barlow``: one game of several with the same name."""
    others = " and ".join(one.name for one in page.parties if not one.mine)
    return f"{page.title}, {page.seat_title}{f' against {others}' if others else ''}"


def _sent(*blocks: Block) -> Section:
    return Section("What was sent", blocks)


def note(
    to: Correspondent, why: Why, url: str, lines: str = "", *, kind: AnswerKind = "refused",
    done: str = "It is repeated here; nothing in it was applied.",
) -> Answer:  # fmt: skip
    """A word that shows nothing of any game.  done: what became of the lines."""
    sections = [Section("", (Button("Your games", url),))]
    if lines.strip():
        rows = Rows(tuple(Row("", line) for line in _shown(lines)))
        sections.insert(0, _sent(Para(done), rows))
    letter = Letter(kicker="Your mail.", title=why.title, lead=why.text, sections=tuple(sections), preheader=why.title)
    return Answer(to=to, letter=letter, kind=kind)


def to_operator(services: Services, title: str, text: str) -> Answer | None:
    """A word to the operator; None when nobody is."""
    operator = operator_of(services.config)
    if operator is None:
        return None
    rows = Rows(tuple(Row("", line) for line in _shown(text)))
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
    tag = answer.reply or (tokens_of(config).reply(Turn(game, seat, answer.turn)) if page and page.ask else "")
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


def within_reason(session: Session, answer: Answer, now: datetime) -> Answer | None:
    """A letter, if its reader has not had too many of mails that came to nothing; then one that says so; then None."""
    if answer.kind not in FRUITLESS:
        return answer
    sent = fruitless_since(session, answer.to.address, now)
    if "muted" in sent:
        return None
    return answer if len(sent) < FRUITLESS_A_DAY else _muted(answer.to, now + MUTE)


def fruitless_since(session: Session, address: str, now: datetime) -> Sequence[str]:
    """The kinds of letters within a day, before now, about mails that came to nothing."""
    recent = select(OutMail.kind).where(
        col(OutMail.recipient) == address,
        col(OutMail.created_at) > now - MUTE,
        col(OutMail.kind).in_((*FRUITLESS, "muted")),
    )
    return session.exec(recent).all()


def _muted(to: Correspondent, until: datetime) -> Answer:
    """The last word to an address whose mails come to nothing, for a day."""
    why = reasons.muted(FRUITLESS_A_DAY, both(until, to.zone))
    letter = Letter(kicker="Your mail.", title=why.title, lead=why.text, preheader=why.title)
    return Answer(to=to, letter=letter, kind="muted")


def _version(stands: Stands | None) -> Version | None:
    return Version(stands.number, stands.door, stands.at) if stands else None


def _shown(lines: str) -> tuple[str, ...]:
    """The lines of a text that are not empty, as far as anybody wants to see them again."""
    return tuple(line.strip()[:200] for line in lines.splitlines() if line.strip())[:60]
