"""The orders of a mail, filed: the answer and the mail's state are written in the submission's own transaction."""

import re
from collections.abc import Callable

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.language.lines import lines as order_lines
from pbem.engine.orders import Reading
from pbem.mail.reading import NOT_THE_SUBJECT, READ_FROM_ATTACHED
from pbem.mail.tokens import TurnRef
from pbem.reports.times import both
from pbem.service.incoming import answers, asking, pending, reasons, unseen
from pbem.service.incoming.copies import answers_to
from pbem.service.incoming.judging import MailVerdict, ask
from pbem.service.incoming.lateword import LATE, late_word
from pbem.service.incoming.mailcase import MailCase, about_turns
from pbem.service.incoming.quoting import without_ours
from pbem.service.incoming.reasons import Why
from pbem.service.incoming.requests import Request, answer_of, requests_of
from pbem.service.incoming.settling import MailOutcome, settling
from pbem.service.incoming.stopped import kept
from pbem.service.model.mails import Correspondent
from pbem.service.outgoing import replying
from pbem.service.outgoing.replying import Answer
from pbem.service.play.pages import game_page
from pbem.service.play.pastturns import came_in_time
from pbem.service.play.turns import Receipt, check, check_in, submit
from pbem.service.play.work import Also, Work, open_game
from pbem.service.services import Services
from pbem.store.tables import InState, OutMail, Player, PlayerAddress, PlayerId, SeatRow

_LINE_END = re.compile(r"\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]")
"""As the order language counts lines."""


_ANSWERS = re.compile(r"^(?:\s*\w{2,3}\s*:)+\s*")
"""What programs put before the subject of an answer."""


class Typed(msgspec.Struct, frozen=True):
    """What of a mail is read as orders."""

    text: str

    refused: tuple[Why, str] | None = None
    """Why nothing of it can be read as orders, with the lines that the answer quotes."""

    remarks: tuple[str, ...] = ()
    """Sentences for the answer."""


def file_orders(
    services: Services, case: MailCase, verdict: MailVerdict, answering: MailCase | None = None
) -> MailOutcome:
    """Submit what a mail says, as it came in then; what became of it, or of the mail that is answered.

    answering: the mail by which its player said yes to this one; the answer goes to that.  Raises HandledAlready.
    """
    turn = verdict.turn
    assert turn is not None  # so says a verdict to read orders
    case = case if case.turns else about_turns(services, case, (turn,))
    typed = orders_of(services, case, turn, operator=verdict.operator)
    if typed.refused is not None:
        why, shown = typed.refused
        page = game_page(services, turn.game, turn.seat)
        told = tuple(answers.refused(services, one, page, why, shown) for one in _answered(case))
        write = _writing(services, case, answering, "rejected", why.title, told, turn)
        with services.db.writing() as session:
            return write(session)
    sender, arrived = sender_of(case), case.row.arrived_at
    work = open_game(services, turn.game)
    asked = _asked_for(work, case, turn, typed)
    besides = _Besides(services, case, verdict, answering, asked)
    if (settled := besides.alone()) is not None:
        return settled
    remarks = dict.fromkeys((*typed.remarks, *_of_the_subject(services, case, turn, asked), *besides.done()))
    typed = msgspec.structs.replace(typed, text=asked.text, remarks=tuple(remarks))
    outcomes: list[MailOutcome] = []
    pending.file_kept(services, turn)
    plan = pending.planned(services, turn, sender, typed.text, arrived)

    def alongside(receipt: Receipt) -> Also:
        receipt = pending.told(receipt, plan)
        state, note, told = _became(services, case, verdict, receipt, typed)
        write = _writing(services, case, answering, state, note, told, turn)
        late = late_word(work, turn, typed.text) if receipt.outcome in LATE and state == "rejected" else None

        def also(session: Session) -> None:
            outcomes[:] = [write(session)]
            if late is not None:
                late(session)
            if receipt.later:
                pending.keep(session, turn, sender, plan, arrived)

        return also

    submit(
        services, turn.game, turn.seat, plan.now, "mail", verdict.by, turn=turn.turn, at=arrived,
        late_too=verdict.operator, alongside=alongside, opened=work, reason=verdict.reason,
    )  # fmt: skip
    return outcomes[0]


class _Asked(msgspec.Struct, frozen=True):
    """A text with what it asks for besides orders."""

    requests: tuple[Request, ...]

    text: str
    """Without that."""

    reading: Reading | None

    questions: tuple[str, ...] = ()
    """Lines of it that ask something."""

    @property
    def orders(self) -> bool:
        """Whether the rest of it is for the order desk."""
        reading = self.reading
        return reading is not None and bool(reading.understood or reading.controls or reading.problems)


def _asked_for(work: Work, case: MailCase, turn: TurnRef, typed: Typed) -> _Asked:
    requests, text = requests_of(typed.text, asking.names_of(work, turn.seat))
    reading = check_in(work, turn.seat, text).reading
    asked = _Asked(requests, text, reading)
    if not requests and not asked.orders and answer_of(text):
        to = asking.letter_answered(work.services, turn, case)
        if to is not None:
            return _Asked((asking.as_letter(text, to),), "", None)
    prose = [quote for _, quote in reading.unread] if reading is not None else [one.quote for one in order_lines(text)]
    questions = tuple(quote for quote in prose if quote.rstrip().endswith("?"))
    return msgspec.structs.replace(asked, questions=questions)


def _of_the_subject(services: Services, case: MailCase, turn: TurnRef, asked: _Asked) -> tuple[str, ...]:
    """A hint where the subject has orders and the text has none."""
    if asked.orders or asked.requests or NOT_THE_SUBJECT in case.mail.notes:
        return ()
    reading = check(services, turn.game, turn.seat, _ANSWERS.sub("", case.row.subject)).reading
    return (NOT_THE_SUBJECT,) if reading is not None and (reading.understood or reading.controls) else ()


class _Besides:
    """What a mail asks for besides its orders, and the orders that come with it."""

    def __init__(
        self, services: Services, case: MailCase, verdict: MailVerdict, answering: MailCase | None, asked: _Asked
    ) -> None:
        assert verdict.turn is not None  # so says a verdict to read orders
        self.services, self.case, self.verdict, self.answering, self.asked = services, case, verdict, answering, asked
        self.turn, self.to = verdict.turn, _answered(case)[0]

    def alone(self) -> MailOutcome | None:
        """Settle a mail that is no matter of the order desk: it waits for a yes, is checked only, or asks only."""
        requests = self.asked.requests
        why = asking.must_confirm(self.services, self.turn, requests)
        if why is not None and not (self.verdict.confirmed or self.verdict.operator):
            return self._ask(why)
        if any(one.kind == "check" for one in requests) and self.asked.reading is not None:
            page = game_page(self.services, self.turn.game, self.turn.seat)
            return self._settle(
                "accepted", "checked only", answers.checked(self.services, self.to, page, self.asked.reading)
            )
        if not requests or self.asked.orders:
            return None
        done = self._done()
        state: InState = "accepted" if any(one.ok for one in done) else "rejected"
        return self._settle(
            state, done[0].title, asking.receipt(self.services, self.to, self.turn, done), *self._passed_on()
        )

    def done(self) -> tuple[str, ...]:
        """Do what is asked beside orders; what became of it, in sentences for their answer."""
        said = [one.said for one in self._done()]
        if self.asked.questions:
            said.append(self._asked_in_passing())
        for letter in self._passed_on():
            self._send(letter)
        return tuple(said)

    def _asked_in_passing(self) -> str:
        """Lines that end with a question mark, put to the umpire."""
        lines = "\n".join(self.asked.questions)
        told = asking.in_passing(self.services, self.turn, sender_of(self.case), lines)
        return f"{told} Your orders count all the same." if self.asked.orders else told

    def _done(self) -> tuple[asking.RequestDone, ...]:
        if not self.asked.requests:
            return ()
        return asking.carry_out(self.services, self.case, self.turn, sender_of(self.case), self.asked.requests)

    def _passed_on(self) -> tuple[Answer, ...]:
        asks = bool(self.asked.questions) or any(one.kind == "question" for one in self.asked.requests)
        told = asking.passed_on(self.services, self.case, self.turn) if asks else None
        return (told,) if told is not None else ()

    def _send(self, letter: Answer) -> None:
        made = replying.made(self.services, letter, f"asks-{self.case.row.id[:16]}", "", self.services.clock.now())
        with self.services.db.writing() as session:
            if session.get(OutMail, (made.row.game, made.row.key)) is None:
                replying.put_out(session, made)

    def _ask(self, why: Why) -> MailOutcome:
        def whole(by_mail: bool) -> Why:
            how = reasons.HOW_TO_CONFIRM if by_mail else reasons.ON_THE_PAGE
            return Why(why.title, (*why.text, how))

        asked = ask(self.services, self.to, self.case.row.id, whole, (self.turn,), self.case.mail.text)
        return self._settle("held", "waits for its player's word: it cannot be undone", asked)

    def _settle(self, state: InState, note: str, *told: Answer) -> MailOutcome:
        write = _writing(self.services, self.case, self.answering, state, note, told, self.turn)
        with self.services.db.writing() as session:
            return write(session)


def _became(
    services: Services, case: MailCase, verdict: MailVerdict, receipt: Receipt, typed: Typed
) -> tuple[InState, str, tuple[Answer, ...]]:
    """State, note and letters of a mail whose orders were submitted."""
    turn = verdict.turn
    assert turn is not None
    note: str = receipt.outcome if receipt.outcome not in {"filed", "played"} else ""
    if receipt.later:
        note = f"for turns to come: {', '.join(map(str, receipt.later))}"
    first_seen = case.row.state == "stored" and receipt.outcome in {"closed", "not asked", "over"}
    if first_seen and came_in_time(services, turn, case.row.arrived_at):
        return "held", unseen.NOTE, _unseen(services, case, turn)
    if receipt.outcome == "stopped" and receipt.reading is None:  # it stopped just now
        found = kept(services, case, turn)
        return "held", found.note, found.told
    remarks = (*verdict.remarks, *case.mail.notes, *typed.remarks, *_seen_by(services, case, turn))
    told = answers_to(services, _answered(case)[0], receipt, remarks, typed.text)
    told = told[1:] if receipt.quiet and not remarks else told
    return _state_of(receipt), "; ".join(filter(None, (verdict.note, note))), told


def _state_of(receipt: Receipt) -> InState:
    problems = receipt.unkept or bool(receipt.reading and receipt.reading.problems)
    if receipt.taken:
        return "partly" if problems else "accepted"
    reading = receipt.reading if receipt.outcome == "nothing" else None
    as_it_stood = reading is not None and (reading.understood or "withdraw" in reading.controls)
    return "accepted" if as_it_stood and not problems else "rejected"


def _writing(
    services: Services,
    case: MailCase,
    answering: MailCase | None,
    state: InState,
    note: str,
    told: tuple[Answer, ...],
    turn: TurnRef,
) -> Callable[[Session], MailOutcome]:
    """What writes down what became of a mail, and of the one by which its player said yes to it."""
    if answering is None:
        return settling(services, case, state, note, told, turn=turn)
    held = settling(services, case, state, note, turn=turn)
    yes: InState = "accepted" if state in {"accepted", "partly"} else "rejected"
    word = settling(services, answering, yes, f"says yes to mail {case.row.id[:16]}", told, turn=turn)

    def write(session: Session) -> MailOutcome:
        held(session)
        return word(session)

    return write


def sender_of(case: MailCase) -> PlayerId:
    """Whose orders they are: a deputy's, else those of the seat's own player."""
    player = _answered(case)[0].player
    assert player is not None  # both are registered
    return player


# --- who is told --------------------------------------------------------------------------------------------------


def _answered(case: MailCase) -> tuple[Correspondent, ...]:
    """Who is concerned: the writer, and the seat's own player when a deputy wrote."""
    writer = case.person.to if case.person is not None and case.acts else None
    both_of_them = [one for one in (writer, case.holder) if one is not None]
    return tuple({one.player: one for one in both_of_them}.values())


def _unseen(services: Services, case: MailCase, turn: TurnRef) -> tuple[Answer, ...]:
    """The mail lay somewhere while its turn was played: its player is told so now, the operator in a list."""
    page = game_page(services, turn.game, turn.seat)
    return tuple(
        answers.refused(services, to, page, reasons.not_seen(both(case.row.arrived_at, to.zone)), case.mail.text)
        for to in _answered(case)
    )


def _seen_by(services: Services, case: MailCase, turn: TurnRef) -> tuple[str, ...]:
    """A word of warning when the orders visibly went to another player too."""
    ours = f"@{services.config.orders_address.rpartition('@')[2].lower()}"
    if all(one.endswith(ours) for one in case.mail.others):
        return ()
    further = (col(PlayerAddress.player) == col(Player.id)) & col(PlayerAddress.verified_at).is_not(None)
    table = (
        select(Player.name, Player.email, PlayerAddress.email)
        .join(SeatRow, col(SeatRow.player) == col(Player.id))
        .join(PlayerAddress, further, isouter=True)
        .where(SeatRow.game == turn.game, SeatRow.seat != turn.seat)
    )
    with services.db.reading() as session:
        rows = session.exec(table).all()
    names = dict.fromkeys(name for name, *emails in rows if {*emails} & {*case.mail.others})
    return (f"Your mail went to {', '.join(names)} too: your orders are no secret there.",) if names else ()


# --- what is read as orders ---------------------------------------------------------------------------------------


def orders_of(services: Services, case: MailCase, turn: TurnRef, *, operator: bool = False) -> Typed:
    """What of a mail is read as orders for a turn.  operator: he has said that it is for this one."""
    writer = case.person.to if case.person is not None and case.acts else case.holder
    player = writer.player if writer is not None else None
    text, differ = _one_of_two(services, case, turn, player)
    if differ:
        return Typed(text, (reasons.TWO_THINGS, f"Plain text:\n{text}\nHTML:\n{differ}"))
    if case.mail.attached.strip() and not _any_orders(services, turn, text):
        typed = _of_this_game(services, case, turn, case.mail.attached, operator)
        return msgspec.structs.replace(typed, remarks=(READ_FROM_ATTACHED, *typed.remarks))
    return _of_this_game(services, case, turn, text, operator)


def _any_orders(services: Services, turn: TurnRef, text: str) -> bool:
    reading = check(services, turn.game, turn.seat, text).reading
    return reading is not None and bool(reading.understood or reading.controls or reading.problems)


def _one_of_two(services: Services, case: MailCase, turn: TurnRef, player: PlayerId | None) -> tuple[str, str]:
    """The plain text if it holds any orders, else the HTML; both when they are different orders."""
    plain, html = case.mail.text, case.mail.html
    if player is not None:
        plain, html = (without_ours(services, turn, player, one) for one in (plain, html))
    if not html.strip() or [one.text for one in order_lines(plain)] == [one.text for one in order_lines(html)]:
        return plain, ""
    first, second = (check(services, turn.game, turn.seat, one).reading for one in (plain, html))
    if first is None or second is None or not (second.understood or second.controls):
        return plain, ""
    if not (first.understood or first.controls):
        return html, ""
    return (plain, "") if (first.text, first.controls) == (second.text, second.controls) else (plain, html)


def _of_this_game(services: Services, case: MailCase, turn: TurnRef, text: str, operator: bool) -> Typed:
    """A mail to several games of one player: the lines that can only be another game's are left to that."""
    player = _holder(services, turn) if case.others else None
    others = [one for one in case.others if player is not None and _holder(services, one) == player]
    mine = check(services, turn.game, turn.seat, text).reading if others else None
    if mine is None:
        return Typed(text)
    readings = [check(services, one.game, one.seat, text).reading for one in others]
    theirs = {line for reading in readings if reading is not None for line in _known(reading)}
    if theirs & _known(mine) and not operator:
        return Typed(text, (reasons.EITHER_GAME, text))
    theirs -= _known(mine)
    left = ["" if number in theirs else line for number, line in enumerate(_LINE_END.split(text), 1)]
    remarks = ("The lines for the other game your mail went to were left to that.",) if theirs else ()
    return Typed("\n".join(left), remarks=remarks)


def _known(reading: Reading) -> set[int]:
    """The lines that are about something of a game: orders, and faulty lines that name a stand of it."""
    return {one.line for one in reading.understood} | {one.line for one in reading.problems if one.about}


def _holder(services: Services, turn: TurnRef) -> PlayerId | None:
    with services.db.reading() as session:
        row = session.get(SeatRow, (turn.game, turn.seat))
    return row.player if row else None
