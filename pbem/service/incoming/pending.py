"""Orders for turns to come: kept under the number of their turn, read and filed when it opens (threat 34)."""

import logging
import secrets
from collections.abc import Mapping
from datetime import datetime

import msgspec
from sqlmodel import Session, col, or_, select

from pbem.clock import from_iso
from pbem.engine.ids import GameId, Seat
from pbem.engine.language.lines import by_turn, control
from pbem.engine.language.lines import lines as order_lines
from pbem.mail.tokens import TurnRef
from pbem.reports.times import local
from pbem.service.incoming import answers
from pbem.service.incoming.copies import answers_to
from pbem.service.incoming.reasons import Why
from pbem.service.model.desk import asked, deputy_of
from pbem.service.outgoing import replying
from pbem.service.outgoing.replying import Answer
from pbem.service.play.turns import LONGEST_TEXT, Receipt, submit
from pbem.service.play.work import Also, Work, open_game, reached
from pbem.service.services import Services
from pbem.store.errors import BrokenGame, StoreError
from pbem.store.tables import Game, PendingOrders, Player, PlayerId

log = logging.getLogger(__name__)

FARTHEST = 5
"""How many turns ahead of the open one orders are kept for."""


class TurnPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The lines of a text by the turns they are for."""

    now: str
    """The text for the open turn; a line for another turn is left empty, so that line numbers stay."""

    kept: Mapping[int, str] = {}
    """Texts for later turns, by number."""

    dropped: tuple[int, ...] = ()
    """Later turns whose kept text is to be dropped."""

    said: tuple[str, ...] = ()
    """Sentences for the answer about what is kept, dropped, or could not be kept."""

    unkept: bool = False
    """Whether something could not be kept."""

    @property
    def later(self) -> tuple[int, ...]:
        """The turns to come it changes anything for."""
        return tuple(sorted({*self.kept, *self.dropped}))


# --- what a mail keeps for later ----------------------------------------------------------------------------------


def planned(services: Services, turn: TurnRef, by: PlayerId, text: str, at: datetime) -> TurnPlan:
    """What a text that answers a turn is for the turns its ``TURN 5`` lines name.  by: who wrote it.  at: when it came.

    Raises UnknownGame.
    """
    now, blocks = by_turn(text, turn.turn)
    plan = TurnPlan(now=now)
    if not blocks:
        return plan
    work = open_game(services, turn.game)
    newer = [row.turn for row in kept_for(services, turn.game, turn.seat) if row.at > at]
    for number, block in sorted(blocks.items()):
        why = _unkept(work, turn, by, number, block)
        if not why and number in newer:
            why = f"What you wrote below TURN {number} was not kept: what you sent later is."
        plan = _refused(plan, why) if why else _with_block(plan, number, block)
    return plan


def kept_for(services: Services, game: GameId, seat: Seat) -> list[PendingOrders]:
    """What a seat has kept for turns to come, the earliest first."""
    own = select(PendingOrders).where(col(PendingOrders.game) == game, col(PendingOrders.seat) == seat)
    with services.db.reading() as session:
        return list(session.exec(own.order_by(col(PendingOrders.turn))).all())


def _refused(plan: TurnPlan, why: str) -> TurnPlan:
    return msgspec.structs.replace(plan, said=(*plan.said, why), unkept=True)


def _with_block(plan: TurnPlan, number: int, block: str) -> TurnPlan:
    """What stands below one ``TURN`` line, kept or dropped."""
    read = [line.text for line in order_lines(block)]
    if not read:
        return _refused(plan, f"There is nothing below TURN {number} to be kept; what was kept before still is.")
    if all(control(line) == "withdraw" for line in read):
        said = f"Nothing is kept for turn {number} any more."
        return msgspec.structs.replace(plan, dropped=(*plan.dropped, number), said=(*plan.said, said))
    lines = "1 line is" if len(read) == 1 else f"{len(read)} lines are"
    said = f"{lines} kept for your turn {number}, in place of any before: read when it opens, and answered then."
    return msgspec.structs.replace(plan, kept={**plan.kept, number: block}, said=(*plan.said, said))


def _unkept(work: Work, turn: TurnRef, by: PlayerId, number: int, block: str) -> str:
    """Why what stands below a ``TURN`` line cannot be kept; '' when it can."""
    lost = f"What you wrote below TURN {number} was not kept:"
    if number < turn.turn:
        return f"{lost} that turn has been played. Your turn {turn.turn} is the open one."
    if number > turn.turn + FARTHEST:
        return f"{lost} orders are kept for {FARTHEST} turns ahead; turn {turn.turn + FARTHEST} is the farthest now."
    if len(block) > LONGEST_TEXT:
        return f"{lost} it has {len(block)} characters, and at most {LONGEST_TEXT} are read."
    if not _may_order(work, turn.seat, number, by):
        return f"{lost} you do not order for that seat then."
    return ""


def _may_order(work: Work, seat: Seat, turn: int, by: PlayerId) -> bool:
    """Whether a seat has a player, or a deputy for that turn, who orders for it."""
    person = work.chair(seat).person
    return person is not None and (person.player == by or deputy_of(work.desk, seat, turn, by))


def told(receipt: Receipt, plan: TurnPlan) -> Receipt:
    """The receipt of what was for the open turn, with what became of the rest; a refused text keeps nothing."""
    if not plan.said:
        return receipt
    if receipt.outcome in answers.REFUSED:
        return msgspec.structs.replace(receipt, said=(*receipt.said, "Nothing was kept for later turns either."))
    said = plan.said if _says_nothing(receipt) else (*plan.said, *receipt.said)  # that the turn was played comes last
    return msgspec.structs.replace(receipt, said=said, later=plan.later, unkept=plan.unkept)


def _says_nothing(receipt: Receipt) -> bool:
    """Whether a text held nothing for the open turn, but perhaps a greeting."""
    reading = receipt.reading
    return receipt.outcome == "nothing" and (
        reading is None or not (reading.understood or reading.problems or reading.controls)
    )


def keep(session: Session, turn: TurnRef, by: PlayerId, plan: TurnPlan, at: datetime) -> None:
    """Write down what is kept for turns to come, within the transaction that answers the mail."""
    for number in plan.later:
        had = session.get(PendingOrders, (turn.game, turn.seat, number))
        if had is not None:
            session.delete(had)
    session.flush()
    for number, text in plan.kept.items():
        session.add(PendingOrders(game=turn.game, seat=turn.seat, turn=number, text=text, by=by, at=at))


# --- when the turn opens ------------------------------------------------------------------------------------------


class _Changed(Exception):
    """What was kept is other than it was a moment ago, or cannot be filed just now."""


def file_pending(services: Services) -> int:
    """File what was kept for turns that are open now, and drop what no turn will come for; how many were filed.

    One game's trouble stops no other's.  Raises StoreUnavailable.
    """
    filed = 0
    while True:
        done = [_filed(services, row) for row in _due(services)]
        filed += sum(done)
        if not any(done):  # what was filed as ready may have opened the turn after
            return filed


def file_kept(services: Services, turn: TurnRef) -> None:
    """File what a seat has kept for the turn that is open now: before anything that came later is."""
    for row in kept_for(services, turn.game, turn.seat):
        if row.turn == turn.turn:
            _filed(services, row)


def _due(services: Services) -> list[PendingOrders]:
    """What is kept for turns that may be open or over by now, the earliest first."""
    due = (
        select(PendingOrders)
        .join(Game, col(Game.id) == col(PendingOrders.game))
        .where(or_(col(PendingOrders.turn) <= col(Game.turn), col(Game.state) == "over"))
        .where(col(Game.state) != "stopped")
        .order_by(col(PendingOrders.game), col(PendingOrders.turn), col(PendingOrders.seat))
    )
    with services.db.reading() as session:
        return list(session.exec(due).all())


def _filed(services: Services, row: PendingOrders) -> bool:
    """Whether one text is filed now; what cannot be is dropped and its writer told, or waits."""
    try:
        work = open_game(services, row.game)
        if work.state == "over":
            _drop(services, row)
            return False
        turn = work.desk.turns.get(row.seat, 0)
        if row.turn > turn:
            return False
        why = _overtaken(work, row)
        if why:
            _drop(services, row, _not_filed(row.turn, why))
            return False
        _file(services, row, from_iso(work.desk.opened_at))
    except _Changed:
        return False
    except BrokenGame:  # it is kept until the game goes on
        return False
    except StoreError:
        raise
    except Exception as fault:  # rules code may do anything; the game and the others go on
        log.exception("what %s of %s kept for turn %s could not be filed", row.seat, row.game, row.turn)
        _drop(services, row, _not_filed(row.turn, f"reading it failed ({type(fault).__name__})"))
        return False
    return True


def _overtaken(work: Work, row: PendingOrders) -> str:
    """Why a text for a turn that has opened is not filed; '' when it is."""
    if not _may_order(work, row.seat, row.turn, row.by):
        return "its sender does not order for that seat any more"
    if row.turn < work.desk.turns.get(row.seat, 0) or asked(work.desk, row.seat) is None:
        return "the turn was over before they could be read"
    if row.seat in work.desk.filed:
        return "you have sent orders for that turn since it opened, and those count"
    return ""


def _file(services: Services, row: PendingOrders, opened: datetime) -> None:
    """Submit it, as if it had come the moment the turn opened: it is no later than what came since.

    The answer is written, and what was kept is gone, in the submission's own transaction.
    """
    with services.db.reading() as session:
        to = reached(session, session.get_one(Player, row.by))
    sent = f"This is what you sent for turn {row.turn}, {local(row.at, to.zone)}. You may change it as ever."

    def alongside(receipt: Receipt) -> Also:
        if receipt.outcome == "stopped" and receipt.reading is None:
            raise _Changed
        return _gone(services, row, answers_to(services, to, receipt, (sent,), row.text))

    submit(services, row.game, row.seat, row.text, "mail", row.by, turn=row.turn, at=opened, alongside=alongside)


def _drop(services: Services, row: PendingOrders, why: Why | None = None) -> None:
    """It is not kept any more.  why: told to its writer (None: he need not know)."""
    letters: tuple[Answer, ...] = ()
    if why is not None:
        with services.db.reading() as session:
            to = reached(session, session.get_one(Player, row.by))
        letters = (answers.note(to, why, services.config.base_url, row.text),)
    gone = _gone(services, row, letters)
    try:
        with services.db.writing() as session:
            gone(session)
    except _Changed:
        return


def _not_filed(turn: int, why: str) -> Why:
    what = f"The orders you had sent for your turn {turn} were not used: {why}."
    return Why("Orders kept for you were not used", (what, "See in your game how it stands, and send orders anew."))


def _gone(services: Services, row: PendingOrders, letters: tuple[Answer, ...]) -> Also:
    """What takes a text out of those that are kept, and sends these letters: once, whatever other worker tries.

    Raises _Changed, in the transaction.
    """
    made = [replying.made(services, one, f"kept-{secrets.token_hex(6)}", "", services.clock.now()) for one in letters]

    def write(session: Session) -> None:
        fresh = session.get(PendingOrders, (row.game, row.seat, row.turn), with_for_update=True)
        if fresh is None or (fresh.at, fresh.text) != (row.at, row.text):
            raise _Changed
        session.delete(fresh)
        for one in made:
            replying.put_out(session, one)

    return write
