"""Whose mail it is: what its tokens, the mails it answers and its sender's address say."""

from collections.abc import Iterable
from contextlib import suppress

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.mail import bounded
from pbem.mail.addresses import tags
from pbem.mail.reader import reader_of
from pbem.mail.reading import MailText, body_of
from pbem.mail.tokens import TurnRef, mail_named, tokens_of
from pbem.service.model.mails import Correspondent
from pbem.service.options import Trust
from pbem.service.people.addresses import owner
from pbem.service.play.acting import acting_seats, acts_for
from pbem.service.play.work import Agreed, reached
from pbem.service.services import Services
from pbem.store.errors import BrokenGame
from pbem.store.tables import Delivery, Game, InMail, InState, MailId, MailKey, OutMail, Player, SeatRow, UmpireRow

MOST_TOKENS = 20
"""Tokens of a mail that are looked up."""


class Person(msgspec.Struct, frozen=True):
    """A registered player, with his seats in games that are played, and those he is the deputy of now."""

    to: Correspondent
    seats: tuple[tuple[GameId, Seat], ...]


class MailCase(msgspec.Struct, frozen=True, kw_only=True):
    """A mail about one seat, and what its sender and its tokens say.  A mail to several seats makes a case for each."""

    row: InMail

    mail: MailText

    person: Person | None
    """The player who has registered the sender's address."""

    turns: tuple[TurnRef, ...] = ()
    """Turns of one seat whose tokens the mail carries, the latest first; () when it carries none."""

    holder: Correspondent | None = None
    """The player who has that seat now."""

    acts: bool = False
    """Whether the sender may order for the seat, as its player or deputy."""

    trust: Trust = "normal"
    """Whose mails count as orders in that game."""

    asked: MailId | None = None
    """The held mail that this one confirms or throws away."""

    others: tuple[TurnRef, ...] = ()
    """The turns that the mail's other cases are about."""

    was: InState | None = None
    """What became of this one of several cases before; None: not handled yet."""

    answer: MailKey | None = None
    """Key of the answer it got."""

    @property
    def turn(self) -> TurnRef | None:
        """The turn whose token it carries; of several the latest."""
        return self.turns[0] if self.turns else None


def read_mail(services: Services, row: InMail) -> MailText:
    """A stored mail, read.  Never raises."""
    config = services.config
    us = reader_of(config)
    mail = bounded.read(row.raw, us, row.envelope_from == "")
    if row.state == "stored" and row.note and mail.kind == "person":  # its door could not take in all of it
        return msgspec.structs.replace(mail, kind="unreadable", why=row.note)
    return mail


class _Named(msgspec.Struct, frozen=True):
    """What a token says: a turn, and perhaps a held mail that is to give its orders."""

    turn: TurnRef
    asked: MailId | None = None


def cases_of(services: Services, row: InMail, mail: MailText) -> tuple[MailCase, ...]:
    """What a mail's tokens, the ids it answers and its sender say together: a case for each seat it is addressed to.

    One case when it names none.
    """
    with services.db.reading() as session:
        named = _named(services, session, row, mail)
        person = _person(services, session, mail.sender)
    base = MailCase(row=row, mail=mail, person=person, answer=row.answer)
    seats = dict.fromkeys((one.turn.game, one.turn.seat) for one in named)
    cases = [
        about_turns(services, base, [one.turn for one in named if (one.turn.game, one.turn.seat) == seat])
        for seat in seats
    ]
    asked = {one.turn: one.asked for one in named if one.asked}
    cases = [msgspec.structs.replace(one, asked=asked.get(one.turn)) if one.turn else one for one in cases]
    return tuple(_one_of_several(services, one, cases) for one in cases) or (base,)


def about_turns(services: Services, case: MailCase, turns: Iterable[TurnRef]) -> MailCase:
    """A case that is about these turns, all of one seat."""
    latest = tuple(sorted(dict.fromkeys(turns), key=lambda one: -one.turn))
    turn, person = latest[0], case.person
    with services.db.reading() as session:
        seat = session.get(SeatRow, (turn.game, turn.seat))
        found = session.get(Player, seat.player) if seat and seat.player else None
        holder = reached(session, found) if found else None
        trust = _trust(session, turn.game)
    acts = bool(person and found and person.to.player == found.id)
    if person and person.to.player and found and not acts:
        with suppress(BrokenGame):  # whose deputies it names cannot be told: its mails are kept
            acts = acts_for(services, turn, person.to.player)
    return msgspec.structs.replace(
        case, turns=latest, holder=holder, acts=acts, trust=trust,
    )  # fmt: skip


def trust_in(services: Services, game: GameId) -> Trust:
    """Whose mails count in a game."""
    with services.db.reading() as session:
        return _trust(session, game)


def _trust(session: Session, game: GameId) -> Trust:
    return msgspec.json.decode(session.get_one(Game, game).options, type=Agreed).options.trust


def _one_of_several(services: Services, case: MailCase, cases: list[MailCase]) -> MailCase:
    """A case with what the others are about, and what had become of it."""
    others = tuple(one.turn for one in cases if one is not case and one.turn)
    if not others or case.turn is None:
        return case
    with services.db.reading() as session:
        had = session.get(Delivery, (case.row.id, case.turn.game, case.turn.seat))
    was, answer = (had.state, had.answer) if had else (None, None)
    return msgspec.structs.replace(case, others=others, was=was, answer=answer)


def case_about(services: Services, row: InMail, mail: MailText, turn: TurnRef) -> MailCase:
    """A stored mail as a case about one turn, whether it named that itself or not."""
    cases = cases_of(services, row, mail)
    for one in cases:
        if one.turn and (one.turn.game, one.turn.seat) == (turn.game, turn.seat):
            return about_turns(services, one, (turn,))
    first = cases[0]
    if first.others and first.turn:
        return about_turns(
            services, msgspec.structs.replace(first, others=(first.turn, *first.others), was=None), (turn,)
        )
    return about_turns(services, first, (turn,))


def _named(services: Services, session: Session, row: InMail, mail: MailText) -> list[_Named]:
    """What every token says; where there is none, what the nearest of our mails was about that is answered."""
    found_in = dict.fromkeys((*mail.tokens, *tags(services.config.orders_address, row.envelope_to)))
    tokens = [*found_in][:MOST_TOKENS]
    if not tokens:
        return _answered(session, mail.answers)
    keys = [(one.game, one.seat) for one in session.exec(select(SeatRow)).all()]
    keys += [(GameId(one), UMPIRE) for one in session.exec(select(UmpireRow.game).distinct()).all()]
    maker = tokens_of(services.config)
    found = [_Named(turn) for one in tokens if (turn := maker.turn_of(one, keys)) is not None]
    for token in tokens:
        if begins := mail_named(token):
            held = mails_named(session, begins)
            found += [_Named(turn, one) for one in held if (turn := maker.confirmed(token, one, keys)) is not None]
    return found or _answered(session, mail.answers)


def _answered(session: Session, ids: tuple[str, ...]) -> list[_Named]:
    """What the nearest of our mails was about that is answered: our ids cannot be guessed."""
    for one in ids[:20]:
        ours = session.exec(select(OutMail).where(OutMail.message_id == one)).first()
        if ours is not None and ours.game and ours.seat:
            return [_Named(TurnRef(ours.game, Seat(ours.seat), ours.turn), _asked_about(session, ours))]
    return []


def _asked_about(session: Session, ours: OutMail) -> MailId | None:
    """The held mail that a mail of ours asked about."""
    if ours.kind != "confirm":
        return None
    found = mails_named(session, ours.key.rpartition(".")[2][:16])
    return found[0] if found else None


def mails_named(session: Session, begins: str) -> list[MailId]:
    """The stored mails whose id, hexadecimal, begins so."""
    between = col(InMail.id).between(begins, f"{begins}g")
    return [MailId(one) for one in session.exec(select(InMail.id).where(between)).all()]


def _person(services: Services, session: Session, sender: str) -> Person | None:
    found = owner(session, sender)
    if found is None:
        return None
    playing = (
        select(SeatRow.game, SeatRow.seat)
        .join(Game, col(Game.id) == col(SeatRow.game))
        .where(SeatRow.player == found.id, Game.state == "running")
        .order_by(col(SeatRow.game), col(SeatRow.seat))
    )
    own = tuple((GameId(game), Seat(seat)) for game, seat in session.exec(playing).all())
    return Person(reached(session, found), (*own, *acting_seats(services, session, found.id)))


def under_its_id(services: Services, row: InMail, mail: MailText) -> tuple[bool, bool]:
    """Whether a mail was handled before with the same id, sender and body; and whether one with the id and another
    body was.

    The first is another copy, come another way; the second is another mail, from a careless mail program.
    """
    if not mail.message_id:
        return False, False
    same = select(InMail).where(
        InMail.message_id == mail.message_id, InMail.id != row.id, col(InMail.state) != "stored"
    )
    with services.db.reading() as session:
        others = [one for one in session.exec(same.limit(20)).all() if one.sender == (mail.sender or row.sender)]
    body = body_of(row.raw)
    alike = [body_of(one.raw) == body for one in others]
    return any(alike), not all(alike)
