"""The mail room: a stored mail is read, its seat is found, its orders are filed, and its writer gets one answer.

Who wrote it: the token of a turn (in an address, or as the id of a mail of ours that is answered) and the sender's
address must agree.  Nothing here trusts a ``From`` alone, unless the operator's own server vouches for it or the
operator opted for the embedded mode, in which nobody is asked for proof.
"""

import logging
from datetime import timedelta

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId, Seat
from pbem.engine.lines import lines as order_lines
from pbem.mail import bounded
from pbem.mail.reading import MailText, Reader
from pbem.mail.tokens import Turn, tokens_of
from pbem.service import answers, reasons
from pbem.service.answers import Answer
from pbem.service.letters import Correspondent
from pbem.service.mailcase import Case, case_of, copy_of_another
from pbem.service.pages import GamePage, game_page
from pbem.service.post import Post
from pbem.service.quoting import without_ours
from pbem.service.reasons import Why
from pbem.service.turns import Receipt, check, submit
from pbem.service.work import Also
from pbem.store.errors import StoreError
from pbem.store.tables import InMail, InState, MailId, MailKey, OutMail, Player, PlayerId, SeatRow

log = logging.getLogger(__name__)

FRUITLESS_A_DAY = 20
"""Answers to mails that came to nothing, to one address in a day: more would feed a machine that hides being one."""

READ_AT_ONCE = 50
SHOWN_NOTE = 500


class MailOutcome(msgspec.Struct, frozen=True):
    """What became of a mail.  answer: the key of its one answer in the outbox, None when it gets none."""

    mail: MailId
    state: InState
    note: str = ""
    game: GameId | None = None
    seat: Seat | None = None
    answer: MailKey | None = None


class UnknownMail(Exception):
    """There is no stored mail of that name."""


class _HandledAlready(Exception):
    """Another worker was first."""


# --- what is called -----------------------------------------------------------------------------------------------


def handle_waiting(post: Post, limit: int = READ_AT_ONCE) -> tuple[MailOutcome, ...]:
    """Handle every mail that waits, in the order of arrival.  One that cannot be handled stops no other.

    Raises StoreUnavailable: then what is left waits for the next time.
    """
    waiting = (
        select(InMail.id).where(InMail.state == "stored").order_by(col(InMail.arrived_at), col(InMail.id)).limit(limit)
    )
    with post.db.reading() as session:
        names = [MailId(name) for name in session.exec(waiting).all()]
    return tuple(handle(post, name) for name in names)


def handle(post: Post, name: MailId) -> MailOutcome:
    """Handle one stored mail, once: a mail that was handled before keeps its outcome and its one answer.

    A mail that breaks its reader or a game's rules is quarantined, and the operator told.  Raises UnknownMail,
    StoreUnavailable.
    """
    row = _stored(post, name)
    if row.state != "stored":
        return _outcome(row)
    try:
        return _handle(post, row)
    except _HandledAlready:
        return _outcome(_stored(post, name))
    except StoreError:
        raise
    except Exception as fault:
        log.exception("mail %s could not be handled", name)
        return _quarantined(post, row, f"handling it failed: {type(fault).__name__}: {str(fault)[:200]}", None)


def retry(post: Post, name: MailId) -> MailOutcome:
    """Handle a mail again that was held or quarantined (its trouble mended); any other keeps its outcome.

    Raises UnknownMail, StoreUnavailable.
    """
    with post.db.writing() as session:
        row = session.get(InMail, name)
        if row is None:
            raise UnknownMail(f"there is no stored mail {name!r}")
        if row.state in {"held", "quarantined"}:
            row.state, row.note = "stored", ""
    return handle(post, name)


# --- who wrote what -----------------------------------------------------------------------------------------------


def _stored(post: Post, name: MailId) -> InMail:
    with post.db.reading() as session:
        row = session.get(InMail, name)
    if row is None:
        raise UnknownMail(f"there is no stored mail {name!r}")
    return row


def _handle(post: Post, row: InMail) -> MailOutcome:
    us = Reader(post.config.orders_address, post.config.authserv_id, post.config.bounce_address)
    mail = bounded.read(row.raw, us, row.envelope_from == "")
    if row.note and mail.kind == "person":
        mail = msgspec.structs.replace(mail, kind="unreadable", why=row.note)
    case = case_of(post, row, mail)
    if mail.kind == "machine":
        waits = case.turn is not None and mail.listed
        return _settle(post, row, mail, "held" if waits else "ignored", mail.why)
    if copy_of_another(post, row, mail):
        return _settle(post, row, mail, "ignored", "a copy of a mail that was handled before")
    if mail.kind == "unreadable":
        return _quarantined(post, row, mail.why, case)
    return _judge(post, case)


# --- what to do with it -------------------------------------------------------------------------------------------


def _judge(post: Post, case: Case) -> MailOutcome:
    """Tokens and sender together decide (who may order for whom)."""
    if case.turn is None:
        return _without_token(post, case)
    if case.several:
        return _hold(post, case, "tokens of several turns", *_note(post, case, reasons.SEVERAL_TURNS))
    if case.person is None:
        return _unknown_sender(post, case, case.turn)
    if case.holder is not None and case.person.to.player == case.holder.player:
        return _file(post, case, case.turn, case.person.to)
    return _anothers_token(post, case, case.turn)


def _anothers_token(post: Post, case: Case, turn: Turn) -> MailOutcome:
    """A player's mail with a token of somebody else's seat: both are told, nobody learns any orders."""
    told = list(_note(post, case, reasons.NOT_YOUR_ADDRESS))
    if case.holder is not None:
        page = game_page(post, turn.game, turn.seat)
        told.append(answers.refused(post, case.holder, page, reasons.USED_BY_ANOTHER))
    return _hold(post, case, "the token of another player's seat", *told)


def _unknown_sender(post: Post, case: Case, turn: Turn) -> MailOutcome:
    """The right token from an address nobody registered: the registered address is asked."""
    if case.holder is None:
        return _hold(post, case, "a token of a seat that no person has")
    page = game_page(post, turn.game, turn.seat)
    why = reasons.is_it_yours(case.mail.sender)
    asked = answers.refused(post, case.holder, page, why, case.mail.text)
    return _hold(post, case, f"a token from the unknown address {case.mail.sender}", asked)


def _without_token(post: Post, case: Case) -> MailOutcome:
    """Known senders only; of the turns that are open for them exactly one must fit."""
    if case.person is None:
        return _hold(post, case, "an unknown sender, no token")
    pages = [game_page(post, game, seat) for game, seat in case.person.seats]
    maker = tokens_of(post.config)
    by_code = [turn for turn in _recent(pages) if maker.has_code(case.mail.text, turn)]
    if len(by_code) == 1:
        return _file(post, case, by_code[0], case.person.to)
    if not (post.config.builtin_mailbox or case.mail.vouched):
        return _hold(post, case, "no token, sender not vouched for", *_note(post, case, reasons.NOT_VOUCHED))
    fitting = [page for page in pages if page.ask is not None]
    if not fitting:
        told = _note(post, case, reasons.NOTHING_OPEN)
        return _settle(post, case.row, case.mail, "rejected", "no open turn", *told)
    if len(fitting) > 1:
        titles = ", ".join(f"{page.title} ({page.seat_title})" for page in fitting)
        return _hold(post, case, "fits several open turns", *_note(post, case, reasons.which_game(titles)))
    return _file(post, case, Turn(fitting[0].game, fitting[0].seat, fitting[0].turn), case.person.to)


def _recent(pages: list[GamePage]) -> list[Turn]:
    """The turn of each page, and the three before it: their codes are known too, to be told that they are over."""
    return [Turn(p.game, p.seat, turn) for p in pages for turn in range(max(p.turn - 3, 1), p.turn + 1)]


def _note(post: Post, case: Case, why: Why) -> tuple[Answer, ...]:
    """A word to the sender, if he is known; it shows nothing of any game."""
    return (answers.note(case.person.to, why, post.config.base_url, case.mail.text),) if case.person else ()


# --- filing orders ------------------------------------------------------------------------------------------------


def _file(post: Post, case: Case, turn: Turn, to: Correspondent) -> MailOutcome:
    """Submit the text; the answer and the mail's state are written in the submission's own transaction."""
    assert to.player is not None
    text, differ = _orders(post, case, turn, to.player)
    if differ:
        page = game_page(post, turn.game, turn.seat)
        shown = f"Plain text:\n{text}\nHTML:\n{differ}"
        answer = answers.refused(post, to, page, reasons.TWO_THINGS, shown)
        return _settle(post, case.row, case.mail, "rejected", "plain text and HTML differ", answer, turn=turn)
    outcomes: list[MailOutcome] = []

    def alongside(receipt: Receipt) -> Also:
        answer = answers.receipt_answer(post, to, receipt, (*case.mail.notes, *_seen_by(post, case, turn)), text)
        state = _state_of(receipt)
        note = receipt.outcome if receipt.outcome not in {"filed", "played"} else ""
        outcome, write = _settling(post, case.row, case.mail, state, note, (answer,), turn=turn)
        outcomes[:] = [outcome]
        return write

    submit(
        post, turn.game, turn.seat, text, "mail", to.player, turn=turn.turn, at=case.row.arrived_at, alongside=alongside
    )
    return outcomes[0]


def _state_of(receipt: Receipt) -> InState:
    problems = bool(receipt.reading and receipt.reading.problems)
    if receipt.taken:
        return "partly" if problems else "accepted"
    as_it_stood = receipt.outcome == "nothing" and receipt.reading is not None and receipt.reading.understood
    return "accepted" if as_it_stood and not problems else "rejected"


def _orders(post: Post, case: Case, turn: Turn, player: PlayerId) -> tuple[str, str]:
    """What is read as orders: the plain text if it holds any, else the HTML; both when they are different orders."""
    plain, html = (without_ours(post, turn, player, one) for one in (case.mail.text, case.mail.html))
    if not html.strip() or [one.text for one in order_lines(plain)] == [one.text for one in order_lines(html)]:
        return plain, ""
    first, second = (check(post, turn.game, turn.seat, one).reading for one in (plain, html))
    if first is None or second is None or not (second.understood or second.controls):
        return plain, ""
    if not (first.understood or first.controls):
        return html, ""
    return (plain, "") if (first.text, first.controls) == (second.text, second.controls) else (plain, html)


def _seen_by(post: Post, case: Case, turn: Turn) -> tuple[str, ...]:
    """A word of warning when the orders visibly went to another player too."""
    with post.db.reading() as session:
        table = (
            select(Player.email, Player.name)
            .join(SeatRow, col(SeatRow.player) == col(Player.id))
            .where(SeatRow.game == turn.game, SeatRow.seat != turn.seat)
        )
        names = [name for email, name in session.exec(table).all() if email in case.mail.others]
    return (f"Your mail went to {', '.join(names)} too: your orders are no secret there.",) if names else ()


# --- writing down what became of it -------------------------------------------------------------------------------


def _hold(post: Post, case: Case, note: str, *told: Answer) -> MailOutcome:
    """Held for its player or the operator; nothing is changed.  told: its writer, or the seat's own player."""
    return _settle(post, case.row, case.mail, "held", note, *told, turn=case.turn)


def _quarantined(post: Post, row: InMail, why: str, case: Case | None) -> MailOutcome:
    """It could not be read or handled safely: kept, the operator told, and its writer where he is known."""
    mail = case.mail if case else MailText(kind="unreadable")
    told: list[Answer] = []
    if case is not None and (case.turn is None or (case.person is not None and case.holder == case.person.to)):
        told += _note(post, case, reasons.unread(why))
    operator = answers.to_operator(post, "A mail could not be read", f"mail {row.id}\n{why}\nread it again: pbem retry")
    if operator is not None:
        told.append(operator)
    return _settle(post, row, mail, "quarantined", why, *told)


def _settle(
    post: Post, row: InMail, mail: MailText, state: InState, note: str, *told: Answer, turn: Turn | None = None
) -> MailOutcome:
    """Write what became of a mail that no game was changed by."""
    outcome, write = _settling(post, row, mail, state, note, told, turn=turn)
    with post.db.writing() as session:
        write(session)
    return outcome


def _settling(
    post: Post, row: InMail, mail: MailText, state: InState, note: str, told: tuple[Answer, ...], *, turn: Turn | None
) -> tuple[MailOutcome, Also]:
    """What became of a mail, and what writes it down with its answers.  The first answer is the one to the mail.

    Raises _HandledAlready, in the transaction, when another worker was first.
    """
    now = post.clock.now()
    with post.db.reading() as session:
        about = _about(session, row)
        if told and told[0].kind in {"refused", "unchanged"}:
            sent = answers.fruitless_since(session, told[0].to, now - timedelta(days=1))
            if sent >= FRUITLESS_A_DAY:
                told, note = told[1:], f"{note}; not answered, {sent} answers of the kind went out today".lstrip("; ")
    rendered = [answers.made(post, one, about, mail.message_id, now) for one in told]
    replies = [one for one in rendered if one.row.kind != "operator"]
    outcome = MailOutcome(
        mail=row.id, state=state, note=note[:SHOWN_NOTE], game=turn.game if turn else None,
        seat=turn.seat if turn else None, answer=replies[0].row.key if replies else None,
    )  # fmt: skip

    def write(session: Session) -> None:
        fresh = session.get(InMail, row.id, with_for_update=True)
        if fresh is None or fresh.state != "stored":
            raise _HandledAlready
        for one in rendered:
            answers.put_out(session, one)
        fresh.state, fresh.note, fresh.handled_at = state, outcome.note, now
        fresh.game, fresh.seat, fresh.answer, fresh.message_id = (
            outcome.game,
            outcome.seat,
            outcome.answer,
            mail.message_id,
        )

    return outcome, write


def _about(session: Session, row: InMail) -> str:
    """What tells the answers to this mail from others; a mail that is handled again gets answers of their own."""
    mine = row.id[:16]
    before = session.exec(select(OutMail.key).where(col(OutMail.key).endswith(f".{mine}"))).all()
    again = session.exec(select(OutMail.key).where(col(OutMail.key).contains(f".{mine}-"))).all()
    return f"{mine}-{len(again) + 2}" if before else mine


def _outcome(row: InMail) -> MailOutcome:
    return MailOutcome(row.id, row.state, row.note, row.game, row.seat, row.answer)
