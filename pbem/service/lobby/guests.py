"""Battles tried without an account: a guest plays the aide-de-camp, and may keep the battle by giving a mail address.

A guest is a player whose address no mail can reach.  A guest and their battle are removed after some days.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import delete
from sqlmodel import Session, col, select

from pbem.clock import from_iso, iso
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.mail.addresses import BadAddress, guest_address, is_guest, is_ours, normal_address
from pbem.reports.letter import Button, Letter, Para, Section
from pbem.service.lobby.joining import too_many
from pbem.service.model.mails import Correspondent, MailMatter
from pbem.service.options import Options, zone_of
from pbem.service.people.addresses import owner
from pbem.service.people.seats import LINK_LASTS, BadLink, PlayerCard, player
from pbem.service.plainwords import plain_name
from pbem.service.play.games import new_game
from pbem.service.queues.sending import put_out
from pbem.service.services import Services
from pbem.store.errors import Conflict
from pbem.store.tables import Game, Guest, Player, PlayerId, Record, SeatRow

GUEST_LASTS = timedelta(days=7)
"""How long a battle is kept whose guest gives no address."""

APART = timedelta(hours=1)
"""Between two battles tried from one network address."""

NAME = "Guest"


class NoTry(Exception):
    """A battle cannot be tried now; the message says why and what to do."""


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """What a link for keeping a battle holds."""

    guest: str

    email: str

    at: str
    """When it was mailed."""


def may_try(config: Config) -> bool:
    """Whether battles may be tried: where anybody may become a player, and on one's own machine."""
    return config.join == "open" or config.builtin_mailbox


def try_battle(services: Services, scenario: str, caller: str, zone: str = "UTC") -> tuple[PlayerCard, GameId]:
    """Begin a battle against the aide-de-camp for a new guest, who has the first seat.

    caller: the network address it is tried from, of which a keyed hash is kept.  Raises NoTry, BadScenario,
    OptionsError for an unknown zone.
    """
    if not may_try(services.config):
        raise NoTry("On this site a battle cannot be tried without an account.")
    zone_of(zone)
    loaded = services.scenarios(scenario, {})
    guest = _admit(services, _caller(services.config, caller), zone)
    first, *others = loaded.scenario.seats
    options = Options(every=0, zone=zone, grace=0, extensions=0, remind=0, leave=0, press="none")
    seats: dict[Seat, PlayerId | None] = {first: guest, **dict.fromkeys(others)}
    game = new_game(services, scenario, seats, options, game=GameId(f"try-{secrets.token_hex(6)}"))
    card = player(services, guest)
    assert card is not None  # made this moment
    return card, game


def _admit(services: Services, caller: str, zone: str) -> PlayerId:
    now = services.clock.now()
    full = NoTry(
        "A battle was started from your network less than an hour ago. Try again later, or sign in: players with an "
        "account may start as many as they like."
    )
    name = secrets.token_hex(8)
    row = Player(
        id=PlayerId(f"p-{name}"), name=NAME, email=guest_address(name), zone=zone, created_at=now, verified_at=now
    )
    slot = f"{caller} {now:%Y-%m-%d %H}"
    try:
        with services.db.writing() as session:
            recent = select(Guest).where(col(Guest.caller) == caller, col(Guest.created_at) > now - APART)
            if session.exec(recent).first() is not None:
                raise full
            session.add(row)
            session.flush()
            session.add(Guest(player=row.id, caller=caller, slot=slot, created_at=now))
    except Conflict as fault:  # two requests at once
        raise full from fault
    return PlayerId(f"p-{name}")


def _caller(config: Config, address: str) -> str:
    return hmac.new(config.secret.encode(), f"guest {address}".encode(), hashlib.sha256).hexdigest()[:32]


# --- kept ---------------------------------------------------------------------------------------------------------


def ask_to_keep(services: Services, guest: PlayerId, address: str) -> bool:
    """Mail a link by which a guest becomes a player.  False when none was sent: a bad address, or too many of late.

    The answer must be the same either way.
    """
    try:
        email = normal_address(address)
    except BadAddress:
        return False
    now = services.clock.now()
    if is_ours(services.config, email) or is_guest(email):
        return False
    with services.db.reading() as session:
        if too_many(session, services, email):
            return False
    link = f"{services.config.base_url}/keep/{_signer(services.config).dumps([guest, email, iso(now)])}"
    matter = MailMatter(
        kind="sign-in", to=Correspondent(None, "", email), at=now, revision=f"keep-{secrets.token_hex(9)}",
        letter=_letter(link),
    )  # fmt: skip
    made = services.compose(services.config, matter)
    with services.db.writing() as session:
        put_out(session, matter, made, now)
    return True


def look_at_keep(services: Services, token: str) -> str:
    """The address that a link would give its guest; changes nothing.  Raises BadLink."""
    return _look(services, token).email


def keep(services: Services, token: str, name: str) -> PlayerCard:
    """A guest becomes a player with that address, and keeps the battle: the link is used up.  Raises BadLink."""
    said = _look(services, token)
    with services.db.writing() as session:
        row = session.get_one(Player, said.guest)
        row.email, row.verified_at = said.email, services.clock.now()
        row.name = plain_name(name) or plain_name(said.email)
        session.connection().execute(delete(Guest).where(col(Guest.player) == row.id))
    card = player(services, PlayerId(said.guest))
    assert card is not None  # just changed
    return card


def _look(services: Services, token: str) -> _Kept:
    try:
        said = msgspec.convert(_signer(services.config).loads(token), _Kept)
        at = from_iso(said.at)
    except (BadSignature, msgspec.ValidationError, ValueError) as fault:
        raise BadLink("This link is not one of ours; perhaps it was cut in two. Ask for a new one.") from fault
    with services.db.reading() as session:
        row = session.get(Player, said.guest)
        taken = owner(session, said.email) is not None
    if row is None or not is_guest(row.email) or at + LINK_LASTS <= services.clock.now():
        raise BadLink("This link has been used, or is more than 20 minutes old. Ask for a new one.")
    if taken:
        raise BadLink("That address has an account already. Sign in with it, or keep the battle with another address.")
    return said


def _letter(link: str) -> Letter:
    nothing = Para("If you did not ask for this mail, ignore it: your address is not kept.", quiet=True)
    return Letter(
        kicker="Battles by Post.",
        title="Keep your battle",
        lead=("You started a battle as a guest. Confirm this address, and the battle is yours.",),
        sections=(Section("", (Button("Keep my battle", link, "The link works once, for 20 minutes."), nothing)),),
        preheader="One button, and the battle is yours.",
    )


def _signer(config: Config) -> URLSafeSerializer:
    known = [*reversed(config.old_secrets), config.secret]  # the last one signs
    return URLSafeSerializer(known, salt="keep", signer_kwargs={"digest_method": hashlib.sha256})


# --- removed ------------------------------------------------------------------------------------------------------


def purge(services: Services) -> int:
    """Remove the guests whose time is over, and their battles; how many."""
    with services.db.reading() as session:
        old = _old(session, services.clock.now())
    for guest in old:
        with services.db.writing() as session:
            if session.get(Guest, guest) is not None:  # not kept this very moment
                _remove(session, guest)
    return len(old)


def _old(session: Session, now: datetime) -> Sequence[PlayerId]:
    found = session.exec(select(Guest.player).where(col(Guest.created_at) <= now - GUEST_LASTS)).all()
    return [PlayerId(one) for one in found]


def _remove(session: Session, guest: PlayerId) -> None:
    """A guest's battle has no other player, so that every row of it goes with them."""
    games = session.exec(select(SeatRow.game).where(col(SeatRow.player) == guest)).all()
    tables = Record.metadata.sorted_tables[::-1]
    about = [table for table in tables if table.name not in {Game.__tablename__, Player.__tablename__}]
    for table in about:
        if "game" in table.c:
            session.connection().execute(table.delete().where(table.c.game.in_(games)))
    for table in about:
        if "player" in table.c:
            session.connection().execute(table.delete().where(table.c.player == guest))
    session.connection().execute(delete(Game).where(col(Game.id).in_(games)))
    session.connection().execute(delete(Player).where(col(Player.id) == guest))
