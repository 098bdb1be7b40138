"""Invitations to a place in a game that gathers its players: mailed, answered, withdrawn, lapsed.

No address is mailed twice about one game unless the host sends the invitation again while it holds, once a day; who has
said no is not asked again.  A host mails few strangers a day, and a stranger is mailed by few hosts.
"""

import secrets
from collections.abc import Sequence
from datetime import timedelta

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.mail.addresses import is_ours, normal_address
from pbem.reports import times
from pbem.service.lobby import mustermail
from pbem.service.lobby.filling import Changed, MusterRefused, change, check_gathers, check_stranger, free, words
from pbem.service.lobby.gathering import Gathering, MusterSeat, NoMuster, load
from pbem.service.lobby.placelinks import BadPlaceLink, PlaceLink, place_link, read_place_link
from pbem.service.lobby.terms import terms
from pbem.service.model.mails import Correspondent, MailMatter
from pbem.service.people.addresses import owner
from pbem.service.people.seats import ensure_player
from pbem.service.queues.deliverability import unread
from pbem.service.services import Services
from pbem.store.tables import OutMail, Player, PlayerId

replace = msgspec.structs.replace

LASTS = timedelta(days=14)
HOST_A_DAY = 10
"""Invitations that one host may have mailed in a day."""

ADDRESS_A_DAY = 3
"""Invitations mailed to one address in a day, by all hosts together: its owner may know nothing of us."""

AGAIN = timedelta(days=1)
"""How long after an invitation it may be mailed once more."""


class Invited(msgspec.Struct, frozen=True):
    """What an invitation link is about."""

    link: PlaceLink

    muster: Gathering

    place: MusterSeat

    host: str
    """Name of the host."""

    player: PlayerId | None
    """The player who has the invited address; None for a newcomer."""


# --- inviting -----------------------------------------------------------------------------------------------------


def invite(services: Services, muster: Gathering, seat: Seat, address: str) -> Changed:
    """A place kept for an address, and the mail that says so.  Raises MusterRefused, BadAddress."""
    email, now = normal_address(address), services.clock.now()
    if is_ours(services.config, email):
        raise MusterRefused(f"{email} is an address of this service; invite a person")
    with services.db.reading() as session:
        _check_invited(session, muster, email)
        _check_pace(session, muster, email, services)
        known, host = owner(session, email), session.get_one(Player, muster.host)
    if known is not None and (known.id == muster.host or muster.place_of(known.id) is not None):
        raise MusterRefused(f"{email} already has a part in {muster.title}; invite another address")
    if known is not None:
        check_stranger(services, muster, known.id)
    muster = muster.having(MusterSeat(seat=seat, state="invited", email=email, asked_at=now))
    scenario, rules = services.scenarios(muster.scenario, {}).scenario, services.rules(muster.rules)
    zone = known.zone if known else muster.options.zone
    letter = mustermail.invitation(
        muster, seat, host.name, begins_with(muster, scenario.blurb),
        terms(muster.options, rules, scenario.rounds),
        place_link(services.config, muster.id, seat, email), times.both(now + LASTS, zone),
    )  # fmt: skip
    to = Correspondent(known.id if known else None, known.name if known else "", email, zone)
    revision = f"{muster.id}.{muster.host}.{secrets.token_hex(6)}"
    return Changed(muster, (MailMatter(kind="invitation", to=to, at=now, revision=revision, letter=letter),))


def begins_with(muster: Gathering, blurb: str) -> str:
    """What the battle is, from its blurb; of a fork, where it begins too."""
    forked, told = muster.forked, " ".join(blurb.split())
    return told if forked is None else f"{told} This game begins in {forked.turn} of another game of it."


def invite_again(services: Services, game: GameId, host: PlayerId, seat: Seat) -> Gathering:
    """Mail an invitation that holds once more.  Raises NoMuster, MusterRefused."""

    def step(muster: Gathering) -> Changed:
        place = muster.place(seat)
        if muster.host != host or place.state != "invited" or place.asked_at is None:
            raise MusterRefused("you have sent no invitation that can be sent again")
        if place.asked_at > services.clock.now() - AGAIN:
            raise MusterRefused(f"the invitation to {place.email} was mailed within a day; wait until then")
        return invite(services, muster, seat, place.email)

    return change(services, game, step)


def _check_invited(session: Session, muster: Gathering, email: str) -> None:
    """Raises MusterRefused for one who was asked for this game before, unless that invitation still holds."""
    if any(one.state == "invited" and one.email == email for one in muster.places):
        return
    if _mailed(session, muster, email):
        raise MusterRefused(
            f"{email} was invited to {muster.title} already, and each address is invited once; open the place to "
            "everyone, or invite another address"
        )


def came_back(session: Session, muster: Gathering, email: str) -> bool:
    """Whether the last invitation to an address did not arrive."""
    rows = _mailed(session, muster, email)
    return bool(rows) and (rows[-1].state == "failed" or rows[-1].returned in {"soft", "hard"})


def _mailed(session: Session, muster: Gathering, email: str) -> Sequence[OutMail]:
    """The invitations to a muster that were mailed to an address, the oldest first, without their bytes."""
    mailed = select(OutMail).where(
        col(OutMail.kind) == "invitation",
        col(OutMail.recipient) == email,
        col(OutMail.key).startswith(f"0..invitation.{muster.id}.", autoescape=True),
    )
    return session.exec(mailed.order_by(col(OutMail.created_at)).options(unread())).all()


def _check_pace(session: Session, muster: Gathering, email: str, services: Services) -> None:
    """Raises MusterRefused when too many invitations were mailed of late."""
    day = services.clock.now() - timedelta(days=1)
    mailed = select(OutMail.key, OutMail.recipient).where(
        col(OutMail.kind) == "invitation", col(OutMail.created_at) > day
    )
    rows = session.exec(mailed).all()
    if sum(f".{muster.host}." in key for key, _ in rows) >= HOST_A_DAY:
        raise MusterRefused(f"you have sent {HOST_A_DAY} invitations within a day, the most allowed; go on tomorrow")
    if sum(recipient == email for _, recipient in rows) >= ADDRESS_A_DAY:
        raise MusterRefused(f"{email} has had {ADDRESS_A_DAY} invitations within a day; try again tomorrow")


# --- answering ----------------------------------------------------------------------------------------------------


def look_at(services: Services, token: str) -> Invited:
    """What a link is about; changes nothing.  Raises BadPlaceLink."""
    link = read_place_link(services.config, token)
    with services.db.reading() as session:
        try:
            muster = load(session, link.game)
            place = muster.place(link.seat)
        except NoMuster as fault:
            raise BadPlaceLink(str(fault)) from fault
        known = owner(session, link.email)
        host = session.get_one(Player, muster.host).name
    asked = Invited(link, muster, place, host, known.id if known else None)
    if not _holds(services, asked):
        raise BadPlaceLink(_why_not(asked))
    return asked


def _holds(services: Services, asked: Invited) -> bool:
    """Whether the place is kept for the address of the link, or taken by its player."""
    place = asked.place
    if asked.muster.state == "called off":
        return False
    if place.state == "taken":
        return asked.player is not None and place.player == asked.player
    return asked.muster.state == "gathering" and kept_for(place, asked.link.email, services)


def kept_for(place: MusterSeat, email: str, services: Services) -> bool:
    """Whether an invitation to that address holds."""
    if place.state != "invited" or place.email != email or place.asked_at is None:
        return False
    return place.asked_at > services.clock.now() - LASTS


def _why_not(asked: Invited) -> str:
    try:
        check_gathers(asked.muster)
    except MusterRefused as fault:
        return f"{fault}."
    return (
        f"This invitation to {asked.muster.title} is no longer valid: you declined it, {asked.host} withdrew it, or "
        f"two weeks have passed. Ask {asked.host} for another."
    )


def accept(services: Services, game: GameId, seat: Seat, email: str, name: str = "") -> tuple[Gathering, PlayerId]:
    """Take the place that is kept for an address; its owner is added as a player if he is not one yet.

    email: proven to be the caller's.  name: of a new player.  Accepting again changes nothing.  Raises NoMuster,
    MusterRefused, and what beginning a game raises.
    """
    with services.db.reading() as session:
        before = load(session, game)
        known = owner(session, email)
    if known is not None and before.place(seat).player == known.id:
        return before, known.id
    _check_kept(services, before, seat, email)
    player = known.id if known else _newcomer(services, email, name, before.options.zone)

    def step(muster: Gathering) -> Changed:
        _check_kept(services, muster, seat, email)
        if muster.place_of(player) is not None:
            raise MusterRefused(f"you have a place in {muster.title} already")
        check_stranger(services, muster, player)
        taken = MusterSeat(seat=seat, state="taken", player=player, here_at=services.clock.now())
        return Changed(muster.having(taken))

    return change(services, game, step), player


def _newcomer(services: Services, email: str, name: str, zone: str) -> PlayerId:
    """A player who has proved that he reads the mail of an address."""
    player = ensure_player(services, email, name, zone)
    with services.db.writing() as session:
        session.get_one(Player, player).verified_at = services.clock.now()
    return player


def decline(services: Services, game: GameId, seat: Seat, email: str) -> Gathering:
    """Say no: the place is free, and the host is told.  email: proven to be the caller's.

    Raises NoMuster, MusterRefused.
    """

    def step(muster: Gathering) -> Changed:
        _check_kept(services, muster, seat, email)
        instead = "go on without an umpire" if seat == UMPIRE else "give it to the aide-de-camp"
        told = f"{email} will not {muster.part(seat)}. Invite another player, or {instead}."
        return Changed(free(muster, seat), words(services, muster, [muster.host], "An invitation was declined", told))

    return change(services, game, step)


def _check_kept(services: Services, muster: Gathering, seat: Seat, email: str) -> None:
    check_gathers(muster)
    if not kept_for(muster.place(seat), email, services):
        raise MusterRefused(f"{muster.titles[seat]} in {muster.title} is not kept for {email} any more")
