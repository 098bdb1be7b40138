"""A player leaves for good: their seats are opened to other players, and all that is known of them is wiped.

The journals stay as they are: they are what battles were, under hashes.  They know the player by an id that cannot
be turned back into an address without the service's secret, and other players see ``a former player`` there.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec
from sqlalchemy import Delete, Update, tuple_
from sqlmodel import Session, col, delete, or_, select, update
from sqlmodel.sql.expression import SelectOfScalar

from pbem.engine.ids import GameId, Seat
from pbem.service.agreements.deputies import UMPIRE, dismiss_deputy
from pbem.service.agreements.seating import SeatTaken, leave_seat
from pbem.service.lobby import musters
from pbem.service.lobby.filling import MusterRefused
from pbem.service.people.seats import is_operator
from pbem.service.play.work import open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.seats import BadUmpire, dismiss_co_umpire, give_up
from pbem.store.tables import (
    Delivery,
    Game,
    InMail,
    ListCard,
    MailPause,
    Muster,
    MusterPlace,
    Notice,
    NoticeTarget,
    OrderDraft,
    OutBytes,
    OutLine,
    OutMail,
    PendingOrders,
    Player,
    PlayerAddress,
    PlayerId,
    Reach,
    SeatRow,
    SeatToken,
    SignIn,
    Trials,
    UmpireRow,
    Vacation,
)  # fmt: skip

NAME = "a former player"
"""What others see where he was."""

GONE = "its writer has left"
"""All that a mail of his says afterwards."""


class CannotLeave(Exception):
    """The account stays; the message says why and what to do."""


class Leaving(msgspec.Struct, frozen=True):
    """What a player's leaving would change."""

    games: tuple[str, ...]
    """Titles of the games under way in which the player has a seat."""

    musters: tuple[str, ...]
    """Titles of the gathering games that the player made."""


def look(services: Services, player: PlayerId) -> Leaving:
    """What would come of a player's leaving; changes nothing."""
    with services.db.reading() as session:
        titles = [session.get_one(Game, game).title for game, _ in _seats(session, player)]
        made = session.exec(_hosted(player)).all()
        return Leaving(tuple(titles), tuple(one.title for one in made))


def leave(services: Services, player: PlayerId, address: str) -> None:
    """The player is gone.  address: his registered one, typed by himself to confirm it.

    Done again after it broke off half way, it goes on where it was.  Raises CannotLeave, Conflict.
    """
    with services.db.reading() as session:
        email = session.get_one(Player, player).email
    if address.strip().lower() != email:
        raise CannotLeave("that is not the address your mails go to; nothing was deleted")
    if is_operator(services.config, email):
        raise CannotLeave("you run this service; name another operator in its settings first")
    _leave_musters(services, player)
    _leave_deputies(services, player, email)
    _leave_umpires(services, player)
    while seats := _playing(services, player):
        for game, seat in seats:
            with services.db.writing() as session:
                _forget_drafts(session, game, seat)  # while it is known to be his
            with suppress(SeatTaken):  # another request was first: the seat has another player
                leave_seat(services, game, seat, player)
    retried(lambda: _wipe(services, player))


# --- out of what goes on ------------------------------------------------------------------------------------------


def _playing(services: Services, player: PlayerId) -> Sequence[tuple[GameId, Seat]]:
    with services.db.reading() as session:
        return _seats(session, player)


def _seats(session: Session, player: PlayerId) -> Sequence[tuple[GameId, Seat]]:
    """His seats in games that are not over."""
    own = (
        select(SeatRow.game, SeatRow.seat)
        .join(Game, col(Game.id) == col(SeatRow.game))
        .where(col(SeatRow.player) == player, col(Game.state) != "over")
        .order_by(col(SeatRow.game), col(SeatRow.seat))
    )
    return [(GameId(game), Seat(seat)) for game, seat in session.exec(own).all()]


def _leave_umpires(services: Services, player: PlayerId) -> None:
    """The games the player umpires, or helps to umpire, and that are not over go on without them."""
    with services.db.reading() as session:
        rows = session.exec(select(UmpireRow).where(col(UmpireRow.player) == player)).all()
        games = [(row.game, row.chief) for row in rows if session.get_one(Game, row.game).state != "over"]
    for game, chief in games:
        with suppress(BadUmpire):  # it has ended meanwhile
            if chief:
                give_up(services, game, player)
            else:
                dismiss_co_umpire(services, game, player, player)


def _leave_musters(services: Services, player: PlayerId) -> None:
    """What he made is called off, and the places he has elsewhere are free again."""
    with services.db.reading() as session:
        made = [one.id for one in session.exec(_hosted(player)).all()]
        placed = select(MusterPlace.game).join(Muster, col(Muster.id) == col(MusterPlace.game))
        placed = placed.where(col(MusterPlace.player) == player, col(Muster.state) == "gathering")
        others = [game for game in session.exec(placed).all() if game not in made]
    for game in map(GameId, made):
        with suppress(MusterRefused):  # it has begun meanwhile, or is off already
            musters.call_off(services, game, player)
    for game in map(GameId, others):
        with suppress(MusterRefused):
            musters.leave_place(services, game, player)


def _hosted(player: PlayerId) -> SelectOfScalar[Muster]:
    return select(Muster).where(col(Muster.host) == player, col(Muster.state) == "gathering")


def _leave_deputies(services: Services, player: PlayerId, email: str) -> None:
    """End every deputyship of the player.  Deputies are mailed when named, so those mails say where to look."""
    with services.db.reading() as session:
        named = (
            select(OutMail.game)
            .join(Game, col(Game.id) == col(OutMail.game))
            .where(col(OutMail.player) == player, col(OutMail.kind) == "deputy", col(Game.state) != "over")
            .distinct()
        )
        games = sorted(session.exec(named).all())
    for game in games:
        work = open_game(services, GameId(game))
        for seat, deputies in work.desk.deputies.items():
            if work.chair(seat).person is not None and any(one.who == player for one in deputies):
                dismiss_deputy(services, GameId(game), seat, email, UMPIRE)


# --- wiped --------------------------------------------------------------------------------------------------------


def _wipe(services: Services, player: PlayerId) -> None:
    with services.db.writing() as session:
        if _seats(session, player):
            raise CannotLeave("you were given a seat this very moment; delete your account again")
        row = session.get_one(Player, player)
        further = select(PlayerAddress.email).where(col(PlayerAddress.player) == player)
        addresses = [row.email, *session.exec(further).all()]
        _wipe_mails(session, player, addresses)
        _wipe_cards(session, row.name)
        for one in session.exec(select(SeatRow).where(col(SeatRow.player) == player)).all():
            _forget_drafts(session, one.game, one.seat)
        _wipe_rest(session, player, addresses)
        row.name, row.email, row.zone, row.language = NAME, player, "UTC", "en"  # no address looks like that
        row.verified_at, row.quiet_from, row.quiet_to, row.digest_at, row.feed = None, "", "", "", ""
        row.signed_out, row.deleted_at = row.signed_out + 1, services.clock.now()


def _wipe_mails(session: Session, player: PlayerId, addresses: Sequence[str]) -> None:
    """Ours to him go altogether.  Of his to us there remains that a mail came then, and what became of it."""
    own = or_(col(OutMail.player) == player, col(OutMail.recipient).in_(addresses))
    names = select(OutMail.game, OutMail.key).where(own)
    _run(session, delete(OutBytes).where(tuple_(col(OutBytes.game), col(OutBytes.key)).in_(names)))
    _run(session, delete(OutMail).where(own), delete(OutLine).where(col(OutLine.player) == player))
    his = or_(col(InMail.sender).in_(addresses), col(InMail.envelope_from).in_(addresses))
    theirs = session.exec(select(InMail.id).where(his)).all()
    wiped = {"raw": b"", "sender": "", "subject": "", "envelope_from": "", "message_id": "", "note": GONE}
    unread = col(InMail.state).in_(["stored", "held", "quarantined"])
    _run(
        session,
        update(Delivery).where(col(Delivery.mail).in_(theirs)).values(note=""),
        update(InMail).where(col(InMail.id).in_(theirs), unread).values(state="ignored"),
        update(InMail).where(col(InMail.id).in_(theirs)).values(wiped),
    )


def _wipe_cards(session: Session, name: str) -> None:
    """The cards in players' lists of games that name them are made anew."""
    named = col(ListCard.data).contains(msgspec.json.encode(name).decode(), autoescape=True)
    games = select(ListCard.game).where(named)
    _run(session, update(Game).where(col(Game.id).in_(games)).values(cards_due=True), delete(ListCard).where(named))


def _forget_drafts(session: Session, game: GameId, seat: Seat) -> None:
    """What he had typed for a seat and not sent, and tried."""
    for table in (OrderDraft, Trials):
        _run(session, delete(table).where(col(table.game) == game, col(table.seat) == seat))


def _wipe_rest(session: Session, player: PlayerId, addresses: Iterable[str]) -> None:
    targets = select(NoticeTarget.id).where(col(NoticeTarget.player) == player)
    _run(session, delete(Notice).where(col(Notice.target).in_(targets)))
    _run(session, delete(PendingOrders).where(col(PendingOrders.by) == player))
    for table in (NoticeTarget, PlayerAddress, SignIn, Vacation, SeatToken, MailPause):
        _run(session, delete(table).where(col(table.player) == player))
    _run(
        session,
        delete(Reach).where(col(Reach.address).in_(addresses)),
        update(Muster).where(col(Muster.host) == player).values(note=""),
        update(MusterPlace).where(col(MusterPlace.player) == player).values(player=None, email=""),
        update(MusterPlace).where(col(MusterPlace.email).in_(addresses)).values(state="open", email=""),
        update(Game).where(col(Game.host) == player).values(host=None),
    )


def _run(session: Session, *statements: Delete | Update) -> None:
    for one in statements:
        session.connection().execute(one)
