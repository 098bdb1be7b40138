"""One mail that came in, opened for the operator: its envelope, how it was judged, what it says, what became of it."""

import logging
from datetime import datetime

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId
from pbem.mail.reading import MailText
from pbem.service.incoming.byhand import WAITING, UnknownMail
from pbem.service.incoming.mailcase import MailCase, cases_of, read_mail
from pbem.service.operator.blinkers import blinkers_of
from pbem.service.operator.mailbook import TOLD, MailCard, card_of, deliveries_of, in_words
from pbem.service.people.seats import PlayerCard
from pbem.service.play.seatnames import GameSeat, SeatNames
from pbem.service.services import Services
from pbem.store.tables import Delivery, Game, InMail, InState, MailId, MailKey, OutMail, Player, SeatRow

log = logging.getLogger(__name__)

CAN_BE_TAKEN: frozenset[InState] = frozenset({*WAITING, "rejected", "ignored"})
"""Mails whose text may still become orders, if the operator says so."""


class Fate(msgspec.Struct, frozen=True):
    """What became of one turn that a mail was for."""

    place: GameSeat

    turn: int

    told: str

    note: str

    answer: str
    """Local part of the Message-ID of its answer; '' for none."""


class MailSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A mail that came in, with all that is known of it."""

    card: MailCard

    envelope: tuple[tuple[str, str], ...]
    """Lines of its envelope: name and value."""

    arrived_at: datetime

    handled_at: datetime | None

    wait_until: datetime | None

    judged: tuple[str, ...]
    """Sentences on who may have written it."""

    text: str
    """What its writer typed, as it was read; '' where the card is hidden."""

    html: str
    """The same of its HTML, where that differs; '' where the card is hidden."""

    notes: tuple[str, ...]
    """What else its writer was told."""

    fates: tuple[Fate, ...]
    """What became of each turn, where it was for several."""

    answer: str
    """Local part of the Message-ID of its answer; '' for none."""

    waits: bool
    """Whether it waits for the operator's decision."""

    can_be_taken: bool
    """Whether its text may still become orders."""


def mail_in(services: Services, reader: PlayerCard, name: MailId, *, unhide: bool = False) -> MailSheet:
    """A mail as the operator may see it who is that player.  unhide: what is hidden from a player is shown all the
    same; the log says so.

    Raises UnknownMail.
    """
    row = _row(services, name)
    mail = read_mail(services, row)
    cases = cases_of(services, row, mail)
    blinkers = blinkers_of(services, reader.id)
    with services.db.reading() as session:
        names = SeatNames(session)
        several = deliveries_of(session, [name]).get(name, ())
        card = card_of(row, several, blinkers, names, services.clock.now())
        if card.hidden and unhide:
            log.warning("the operator %s looked at mail %s, which may be of a game he plays in", reader.id, row.id)
            card = msgspec.structs.replace(card, hidden=False, subject=row.subject, note=in_words(row.note))
        fates = tuple(_fate(session, one, card, names) for one in several)
        judged = _judged(services, mail, cases, names, card)
        answer = _answer(session, row.answer)
    return MailSheet(
        card=card, envelope=_envelope(row), arrived_at=row.arrived_at, handled_at=row.handled_at,
        wait_until=row.wait_until if row.state == "stored" else None, judged=judged,
        text="" if card.hidden else mail.text, html="" if card.hidden or mail.html == mail.text else mail.html,
        notes=mail.notes, fates=fates, answer=answer, waits=row.state in WAITING,
        can_be_taken=row.state in CAN_BE_TAKEN,
    )  # fmt: skip


def raw_mail(services: Services, reader: PlayerCard, name: MailId, *, unhide: bool = False) -> bytes | None:
    """A mail's bytes as they arrived; None where it is hidden.  unhide, raises: as `mail_in`."""
    row = _row(services, name)
    with services.db.reading() as session:
        several = deliveries_of(session, [name]).get(name, ())
    hidden = blinkers_of(services, reader.id).hide(row, several)
    if hidden and not unhide:
        return None
    if hidden:
        log.warning("the operator %s downloaded mail %s, which may be of a game he plays in", reader.id, row.id)
    return row.raw


def seats_to_assign(services: Services) -> tuple[tuple[GameSeat, str], ...]:
    """Every seat a person has in a game that is played, and his name: whose orders a mail may turn out to be."""
    taken = (
        select(SeatRow.game, SeatRow.seat, Player.name)
        .join(Game, col(Game.id) == col(SeatRow.game))
        .join(Player, col(Player.id) == col(SeatRow.player))
        .where(col(Game.state) == "running")
        .order_by(col(Game.title), col(Game.id), col(SeatRow.seat))
    )
    with services.db.reading() as session:
        names = SeatNames(session)
        return tuple((names.place(GameId(game), seat), name) for game, seat, name in session.exec(taken).all())


def _row(services: Services, name: MailId) -> InMail:
    with services.db.reading() as session:
        row = session.get(InMail, name)
    if row is None:
        raise UnknownMail(f"there is no stored mail {name!r}")
    return row


def _answer(session: Session, key: MailKey | None) -> str:
    """The page of an answer is called by the local part of its Message-ID."""
    if key is None:
        return ""
    found = session.exec(select(OutMail.message_id).where(col(OutMail.key) == key)).first()
    return found.strip("<>").partition("@")[0] if found else ""


def _fate(session: Session, one: Delivery, card: MailCard, names: SeatNames) -> Fate:
    note = "" if card.hidden and one.state == "quarantined" else in_words(one.note)
    return Fate(names.place(one.game, one.seat), one.turn, TOLD[one.state], note, _answer(session, one.answer))


def _envelope(row: InMail) -> tuple[tuple[str, str], ...]:
    sender = {"-": "not known at this door", "": "the null sender: a machine's"}.get(row.envelope_from)
    return (
        ("Door", row.door),
        ("From", sender or row.envelope_from),
        ("To", row.envelope_to or "not known at this door"),
        ("Message-ID", row.message_id or "none"),
        ("Size", f"{row.size or len(row.raw)} bytes"),
        ("Name here", row.id),
    )


def _judged(
    services: Services, mail: MailText, cases: tuple[MailCase, ...], names: SeatNames, card: MailCard
) -> tuple[str, ...]:
    """Who may have written it, in sentences; as things stand now, which may differ from when it was handled.

    Why it cannot be read may quote it, and is left out where it is hidden.
    """
    said = [f"Its writer says he is {mail.sender}." if mail.sender else "Its From line names nobody for certain."]
    if mail.sender:
        person = cases[0].person
        said.append(f"That is {person.to.name}’s address." if person else "Nobody has registered that address.")
        named = services.config.authserv_id
        asked = f"{named} vouches for it." if mail.vouched else f"{named} does not vouch for it."
        said.append(asked if named else "No mail server’s word about senders is believed here (PBEM_AUTHSERV_ID).")
    said += [_token(case, names) for case in cases]
    if mail.kind != "person":
        what = {"machine": "A machine sent it", "unreadable": "It cannot be read"}[mail.kind]
        said.append(f"{what}." if card.hidden else f"{what}: {mail.why}.")
    return tuple(said)


def _token(case: MailCase, names: SeatNames) -> str:
    """What a mail's token says of one seat."""
    if case.turn is None:
        return "It carries no token of a turn."
    place = names.place(case.turn.game, case.turn.seat)
    turns = " and ".join(str(one.turn) for one in case.turns)
    whose = f"{case.holder.name} has that seat" if case.holder else "no person has that seat"
    may = ", and the sender may order for it" if case.acts else ", and the sender may not order for it"
    token = f"It carries the token of {place.title}, {place.seat_title}, turn {turns}"
    return f"{token}: {whose}{may if case.person else ''}."
