"""The one answer to a mail: what stands, what needs its writer, or why nothing was taken.

It goes to registered addresses only.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.orders import Reading
from pbem.mail.addresses import tagged
from pbem.reports.letter import Block, Button, Letter, LetterRow, Links, Para, Rows, Section
from pbem.reports.letters import ack_letter, refusal_letter
from pbem.reports.report import Ack, OrdersVersion, RefusedMail
from pbem.reports.times import both
from pbem.service.incoming import reasons
from pbem.service.incoming.reasons import Why
from pbem.service.model.gamepage import GamePage, Stands
from pbem.service.model.mails import Correspondent
from pbem.service.outgoing.replying import Answer, AnswerKind, lines_shown
from pbem.service.outgoing.wording import heading_of
from pbem.service.play.gaps import gaps_in
from pbem.service.play.turns import Receipt
from pbem.service.services import Services
from pbem.store.tables import MailId, OutMail

NO_ORDERS = Reading(answer=None, understood=(), problems=())

REFUSED = {
    "closed": "Orders for that turn are closed",
    "late": "Too late for this turn",
    "earlier": "You have sent later orders",
    "not asked": "No orders needed now",
    "stopped": "The game is stopped",
    "over": "The battle is over",
    "too long": "Too long to be read as orders",
}


FRUITLESS: frozenset[AnswerKind] = frozenset({"unchanged", "refused", "confirm"})
"""Letters about mails that came to nothing."""

FRUITLESS_A_DAY = 20
"""Of those to one address in a day: more would feed a machine that hides being one."""

MUTE = timedelta(days=1)


def receipt_answer(
    services: Services, to: Correspondent, receipt: Receipt, notes: tuple[str, ...], lines: str
) -> Answer:
    """The answer to orders that were read.  notes: what else their sender should know.  lines: what was sent."""
    page = receipt.page
    assert page is not None  # submit makes it for every door that writes alongside
    heading = heading_of(services.config, page)
    if receipt.outcome in REFUSED:
        refusal = RefusedMail(
            heading=heading,
            title=REFUSED[receipt.outcome],
            why=(*receipt.said, *notes),
            lines=lines_shown(lines),
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
        RefusedMail(heading=heading, title=why.title, why=why.text, lines=lines_shown(lines), form=page.form)
    )
    return Answer(to=to, letter=letter, kind="refused", page=page, turn=page.turn)


def said(services: Services, to: Correspondent, page: GamePage, why: Why) -> Answer:
    """What was done about a game that was no order."""
    heading = heading_of(services.config, page)
    letter = refusal_letter(RefusedMail(heading=heading, title=why.title, why=why.text))
    return Answer(to=to, letter=letter, kind="answer", page=page, turn=page.turn)


def checked(services: Services, to: Correspondent, page: GamePage, reading: Reading) -> Answer:
    """How orders would be understood; nothing of them is filed."""
    ack = Ack(
        heading=heading_of(services.config, page), reading=reading, version=None, before=None, final=False,
        checked=True,
        gaps=gaps_in(services, page.game, page.seat, reading),
    )  # fmt: skip
    return Answer(to=to, letter=ack_letter(ack), kind="unchanged", page=page, turn=page.turn)


class TurnChoice(msgspec.Struct, frozen=True):
    """A turn that the orders of a held mail may be for."""

    page: GamePage
    """The seat's page."""

    turn: int

    tag: str
    """The tag of the address that confirms it."""


def asked(
    services: Services,
    to: Correspondent,
    mail: MailId,
    why: Why,
    choices: tuple[TurnChoice, ...],
    *,
    lines: str,
    by_mail: bool,
) -> Answer:
    """Whether a held mail is to be taken, and for which turn.

    No line of it is the word that says yes, or no.  by_mail: one word by mail is enough; else only the page takes it.
    """
    sections = [_sent(Rows(tuple(LetterRow("", line) for line in lines_shown(lines))))] if lines.strip() else []
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
    others = " and ".join(one.name for one in page.parties if not (one.mine or one.fellow))
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
        rows = Rows(tuple(LetterRow("", line) for line in lines_shown(lines)))
        sections.insert(0, _sent(Para(done), rows))
    letter = Letter(kicker="Your mail.", title=why.title, lead=why.text, sections=tuple(sections), preheader=why.title)
    return Answer(to=to, letter=letter, kind=kind)


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


def _version(stands: Stands | None) -> OrdersVersion | None:
    return OrdersVersion(stands.number, stands.door, stands.at) if stands else None
