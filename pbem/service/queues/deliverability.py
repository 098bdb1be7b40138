"""Whether an address can be reached: points for what comes back from it, and where mail goes when there are too many.

A returned mail is 1 point (soft) or 2 (hard), once, by the worst that was said of it.  Points fade evenly to nothing
over 30 days.  With 3 of them (two hard returns within a fortnight, say, or four soft ones) an address is lost: reports
go to another verified address of the player, and where there is none they are kept and not sent.  Nothing but a person
saying so (`found`) makes a lost address good again: a mail that comes from it does not prove that one to it arrives.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
from sqlalchemy.orm import lazyload
from sqlalchemy.orm.interfaces import ORMOption
from sqlmodel import Session, col, select

from pbem.service.services import Services
from pbem.store.tables import OutMail, Player, PlayerAddress, PlayerId, Reach, readdress

POINTS = {"": 0, "delayed": 0, "soft": 1, "hard": 2}
"""By what came back of a mail.  A delay is no failure."""

LOST_AT = 3.0
FADE = timedelta(days=30)

TELLING = ("begun", "report", "over", "digest")
"""Kinds of mail that tell a player how his game stands."""

HELD_BACK = (*TELLING, "reminder", "late", "extended", "letter", "pact", "seat", "missed", "umpire")
"""Kinds that are not sent to a lost address.  Answers and sign-in links are: a player has just asked for them."""

NOT_SENT = "not sent: mail to this address comes back"
"""The last_reply of a mail that was kept back because its address is lost."""

MOST_SAID = 300


class Lost(msgspec.Struct, frozen=True):
    """An address that mail comes back from."""

    address: str

    player: PlayerId
    """Id of the player whose address it is."""

    name: str
    """Name of that player."""

    since: datetime
    """Since when, aware, UTC."""

    said: str
    """What the mail system said that returned a mail."""

    instead: str
    """Where reports go meanwhile; '' for nowhere."""


# --- points -------------------------------------------------------------------------------------------------------


def faded(score: float, scored_at: datetime, now: datetime) -> float:
    """What is left of points after a time: nothing after 30 days, half after 15."""
    return score * min(max(1 - (now - scored_at) / FADE, 0.0), 1.0)


def score(session: Session, address: str, points: int, said: str, now: datetime) -> bool:
    """Add points to an address; whether it is lost by them (and was not before)."""
    row = session.get(Reach, address, with_for_update=True)
    if row is None:
        row = Reach(address=address, scored_at=now)
        session.add(row)
    row.score = faded(row.score, row.scored_at, now) + points
    row.scored_at, row.last = max(now, row.scored_at), said[:MOST_SAID]
    lost = row.lost_at is None and row.score >= LOST_AT
    if lost:
        row.lost_at = now
        session.flush()
        _redirect(session, address, now)
    return lost


def left(session: Session, address: str, now: datetime) -> float:
    """The points an address has now."""
    row = session.get(Reach, address)
    return faded(row.score, row.scored_at, now) if row is not None else 0.0


def is_lost(session: Session, address: str) -> bool:
    """Whether reports are not sent to an address any more."""
    row = session.get(Reach, address)
    return row is not None and row.lost_at is not None


# --- where to -----------------------------------------------------------------------------------------------------


def verified_addresses(session: Session, player: PlayerId) -> tuple[str, ...]:
    """A player's registered address and those he has confirmed since."""
    registered = select(Player.email).where(Player.id == player)
    further = (
        select(PlayerAddress.email)
        .where(PlayerAddress.player == player, col(PlayerAddress.verified_at).is_not(None))
        .order_by(col(PlayerAddress.verified_at), col(PlayerAddress.email))
    )
    return (*session.exec(registered).all(), *session.exec(further).all())


def other_address(session: Session, player: PlayerId, besides: str) -> str:
    """A verified address of a player that is not lost, other than this one; '' for none."""
    mine = (one for one in verified_addresses(session, player) if one != besides)
    return next((one for one in mine if not is_lost(session, one)), "")


def elsewhere(session: Session, players: Iterable[Player]) -> dict[PlayerId, str]:
    """Where mails go to those of these players whose registered address is lost and who have another one."""
    by_address = {one.email: one.id for one in players}
    if not by_address:
        return {}
    lost = select(Reach.address).where(col(Reach.address).in_(by_address), col(Reach.lost_at).is_not(None))
    found = {(who := by_address[one]): other_address(session, who, one) for one in session.exec(lost).all()}
    return {player: address for player, address in found.items() if address}


def send_again(row: OutMail, recipient: str, now: datetime) -> None:
    """Queue a mail anew: the same bytes under the same Message-ID, to this address."""
    readdress(row, recipient)
    row.state, row.holder, row.attempts, row.next_at = "queued", "", 0, now
    row.returned, row.returned_at, row.expires_at, row.last_reply = "", None, None, ""


def came_to_nothing(row: OutMail) -> bool:
    """Whether a mail was given up, came back, or was kept because its address is lost."""
    return row.state == "failed" or row.returned in {"soft", "hard"} or row.last_reply == NOT_SENT


def unread() -> ORMOption:
    """To look at rows of mails without fetching the mails, which are large."""
    return lazyload(OutMail.content)  # type: ignore[arg-type]  # a mapped relation is what it takes


def _redirect(session: Session, address: str, now: datetime) -> None:
    """What waits to be sent to an address that has just been lost goes elsewhere, or is kept."""
    waiting = select(OutMail).where(
        OutMail.recipient == address,
        col(OutMail.state).in_(("queued", "deferred")),
        col(OutMail.kind).in_(HELD_BACK),
    )
    for row in session.exec(waiting).all():
        other = other_address(session, row.player, address) if row.player else ""
        if other:
            readdress(row, other)
        else:
            row.state, row.last_reply = "suppressed", NOT_SENT


# --- for people ---------------------------------------------------------------------------------------------------


def lost_addresses(services: Services) -> tuple[Lost, ...]:
    """Every lost address that is a player's, the latest first."""
    with services.db.reading() as session:
        return _lost(session)


def lost_of(services: Services, player: PlayerId) -> tuple[Lost, ...]:
    """A player's lost addresses: his pages say so, since mail cannot."""
    with services.db.reading() as session:
        return tuple(one for one in _lost(session) if one.player == player)


def found(services: Services, address: str) -> int:
    """Note that mail arrives there again: its points are gone, and the newest report of each game that did
    not arrive is sent once more; how many are."""
    now = services.clock.now()
    with services.db.writing() as session:
        row = session.get(Reach, address, with_for_update=True)
        if row is not None:
            row.score, row.scored_at, row.lost_at = 0.0, now, None
        again = _undelivered(session, address)
        for mail in again:
            send_again(mail, address, now)
    return len(again)


def _lost(session: Session) -> tuple[Lost, ...]:
    rows = session.exec(select(Reach).where(col(Reach.lost_at).is_not(None)).order_by(col(Reach.lost_at).desc())).all()
    found: list[Lost] = []
    for row in rows:
        owner = session.exec(select(Player).where(Player.email == row.address)).first()
        if owner is None:
            further = session.get(PlayerAddress, row.address)
            owner = session.get(Player, further.player) if further else None
        if owner is not None and row.lost_at is not None:
            instead = other_address(session, owner.id, row.address)
            found.append(Lost(row.address, owner.id, owner.name, row.lost_at, row.last, instead))
    return tuple(found)


def _undelivered(session: Session, address: str) -> list[OutMail]:
    """The newest telling mail of each seat that was for an address, where it did not arrive."""
    told = (
        select(OutMail)
        .where(OutMail.recipient == address, col(OutMail.kind).in_(TELLING))
        .order_by(col(OutMail.turn), col(OutMail.created_at))
        .options(unread())
    )
    newest = {(one.game, one.seat): one for one in session.exec(told).all()}
    return [one for one in newest.values() if came_to_nothing(one)]
