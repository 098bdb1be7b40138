"""What the text of a deputy is answered with: the seat's own player is told of every set, and the deputy of no turn but
those he acts in.
"""

import secrets

import msgspec
from sqlmodel import Session

from pbem.engine.ids import GameId, Seat
from pbem.service.incoming import answers
from pbem.service.incoming.reasons import Why
from pbem.service.model.desk import deputy_of
from pbem.service.model.mails import Correspondent
from pbem.service.outgoing import replying
from pbem.service.outgoing.replying import Answer
from pbem.service.play.turns import Alongside, Receipt
from pbem.service.play.work import Also, open_game, reached
from pbem.service.services import Services
from pbem.store.tables import Player, PlayerId, SeatRow

PLAYED = "Your orders were the last that were awaited, and the turn has been played with them."
NOT_YOURS = "You are not the deputy of that seat in its open turn, so nothing of your text was applied."


def answers_to(
    services: Services, to: Correspondent, receipt: Receipt, notes: tuple[str, ...], lines: str
) -> tuple[Answer, ...]:
    """The answers to a text that was handed in: to its writer; and to the seat's own player if a deputy changed his
    orders.

    to: its writer.  notes: what else he should know.  lines: the text.  A deputy is told nothing of a turn in which he
    does not act.
    """
    own = _own_player(services, receipt.game, receipt.seat)
    if own is None or to.player is None or own.player == to.player:
        return (answers.receipt_answer(services, to, receipt, notes, lines),)
    copies = (_copy(services, own, to.name, receipt, lines),) if receipt.taken else ()
    if _acts_in(services, receipt, to.player):
        return answers.receipt_answer(services, to, receipt, notes, lines), *copies
    played = receipt.outcome == "played"
    why = Why("Your orders were played" if played else "Not your turn", (PLAYED if played else NOT_YOURS, *notes))
    told = answers.note(to, why, services.config.base_url, "" if played else lines)
    return msgspec.structs.replace(told, kind="answer") if played else told, *copies


def told_beside(services: Services, game: GameId, seat: Seat, by: PlayerId, lines: str) -> Alongside | None:
    """What a door that answers nothing by mail writes alongside a text: the copy to the seat's own player.

    None when he sent it himself.
    """
    own = _own_player(services, game, seat)
    if own is None or own.player == by:
        return None
    with services.db.reading() as session:
        writer = session.get_one(Player, by).name

    def alongside(receipt: Receipt) -> Also:
        if not receipt.taken:
            return lambda session: None
        copy = replying.made(
            services, _copy(services, own, writer, receipt, lines), secrets.token_hex(8), "", services.clock.now()
        )

        def write(session: Session) -> None:
            replying.put_out(session, copy)

        return write

    return alongside


def _acts_in(services: Services, receipt: Receipt, player: PlayerId) -> bool:
    """Whether a deputy acts in the turn that is open after a submission."""
    return deputy_of(open_game(services, receipt.game).desk, receipt.seat, receipt.turn, player)


def _own_player(services: Services, game: GameId, seat: Seat) -> Correspondent | None:
    with services.db.reading() as session:
        row = session.get(SeatRow, (game, seat))
        return reached(session, session.get_one(Player, row.player)) if row and row.player else None


def _copy(services: Services, own: Correspondent, writer: str, receipt: Receipt, lines: str) -> Answer:
    """The answer to a deputy's text, as the seat's own player gets it."""
    said = (f"{writer}, your deputy, sent this. If it is not what you want, send your own orders: the latest counts.",)
    return msgspec.structs.replace(answers.receipt_answer(services, own, receipt, said, lines), kind="copy")
