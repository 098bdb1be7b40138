"""Whose mail it is: what its tokens, the mails it answers and its sender's address say."""

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId, Seat
from pbem.mail import bounded
from pbem.mail.addresses import tags
from pbem.mail.reading import MailText, Reader, body_of
from pbem.mail.tokens import Turn, tokens_of
from pbem.service.letters import Correspondent
from pbem.service.post import Post
from pbem.service.work import correspondent
from pbem.store.tables import Game, InMail, OutMail, Player, SeatRow


class Person(msgspec.Struct, frozen=True):
    """A registered player, with his seats in games that are played."""

    to: Correspondent
    seats: tuple[tuple[GameId, Seat], ...]


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A mail, and what its sender and what it answers say.

    person: who registered the sender's address.  turn: whose token it carries; several: more than one turn's.  holder:
    who has that turn's seat now.
    """

    row: InMail
    mail: MailText
    person: Person | None
    turn: Turn | None
    several: bool
    holder: Correspondent | None


def case_of(post: Post, row: InMail, mail: MailText) -> Case:
    """What a mail's tokens, the ids it answers and its sender say together."""
    tokens = (*mail.tokens, *tags(post.config.orders_address, row.envelope_to))
    with post.db.reading() as session:
        seats = session.exec(select(SeatRow)).all() if tokens else []
        keys = [(one.game, one.seat) for one in seats]
        maker = tokens_of(post.config)
        turns = list(dict.fromkeys(turn for one in tokens if (turn := maker.turn_of(one, keys)) is not None))
        turn = turns[0] if turns else _answered(session, mail.answers)
        person = _person(session, mail.sender)
        seat = session.get(SeatRow, (turn.game, turn.seat)) if turn else None
        holder = session.get(Player, seat.player) if seat and seat.player else None
        return Case(
            row=row, mail=mail, person=person, turn=turn, several=len(turns) > 1,
            holder=correspondent(holder) if holder else None,
        )  # fmt: skip


def _answered(session: Session, ids: tuple[str, ...]) -> Turn | None:
    """The turn of the nearest of our mails that is answered: our ids cannot be guessed."""
    for one in ids[:20]:
        ours = session.exec(select(OutMail).where(OutMail.message_id == one)).first()
        if ours is not None and ours.game and ours.seat:
            return Turn(ours.game, Seat(ours.seat), ours.turn)
    return None


def _person(session: Session, sender: str) -> Person | None:
    found = session.exec(select(Player).where(Player.email == sender)).first() if sender else None
    if found is None:
        return None
    playing = (
        select(SeatRow.game, SeatRow.seat)
        .join(Game, col(Game.id) == col(SeatRow.game))
        .where(SeatRow.player == found.id, Game.state == "running")
        .order_by(col(SeatRow.game), col(SeatRow.seat))
    )
    return Person(correspondent(found), tuple((GameId(game), Seat(seat)) for game, seat in session.exec(playing).all()))


def copy_of_another(post: Post, row: InMail, mail: MailText) -> bool:
    """Whether a mail with the same id, sender and body was handled before: another copy, come another way."""
    if not mail.message_id:
        return False
    same = select(InMail).where(
        InMail.message_id == mail.message_id, InMail.id != row.id, col(InMail.state) != "stored"
    )
    us = Reader(post.config.orders_address)
    with post.db.reading() as session:
        others = session.exec(same.limit(20)).all()
    body = body_of(row.raw)
    return any(body_of(one.raw) == body and bounded.read(one.raw, us).sender == mail.sender for one in others)
