"""A player's further mail addresses: asked for, confirmed from the new address itself, taken away again.

An address counts as the player's once its reader has pressed the button behind the link that was mailed to
it, or the operator has added it.  Reports and answers go to the registered address alone.
"""

import hashlib
import secrets
from datetime import datetime, timedelta

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from sqlmodel import Session, col, select

from pbem.clock import iso
from pbem.config import Config
from pbem.mail.addresses import is_ours, normal_address
from pbem.reports.letter import Letter
from pbem.service.model.mails import Correspondent, MailMatter
from pbem.service.people.addressmail import added, asked_for, is_it_yours, moved
from pbem.service.play.work import Also, correspondent
from pbem.service.queues.sending import put_out
from pbem.service.services import Services, retried
from pbem.store.tables import OutMail, Player, PlayerAddress, PlayerId

LINK_LASTS = timedelta(days=3)
MOST = 5
"""Further addresses of one player, those that wait for their confirmation counted."""

ASKED_AN_HOUR = 5
"""Confirmations one player may have mailed in an hour."""

ASKED_A_DAY = 3
"""Confirmations mailed to one address in a day, by all players together: its owner may know nothing of us."""


class AddressRefused(Exception):
    """An address cannot be added, removed or registered; the message says why and what to do."""


class BadAddressLink(Exception):
    """A confirmation link that does not hold (any more).  The message says why and what to do."""


class AddressCard(msgspec.Struct, frozen=True):
    """An address of a player, as they are shown it."""

    email: str

    registered: bool
    """Whether mails to the player go there."""

    verified: bool
    """Whether mails from it count as the player's."""


class Claim(msgspec.Struct, frozen=True):
    """What a confirmation link says: that an address is a player's."""

    player: str
    """Name of the player."""

    email: str


# --- whose is it --------------------------------------------------------------------------------------------------


def owner(session: Session, address: str) -> Player | None:
    """The player whose registered or further, verified address that is.  address: as `normal_address` gives it."""
    registered = session.exec(select(Player).where(col(Player.email) == address)).first()
    if registered is not None or not address:
        return registered
    row = session.get(PlayerAddress, address)
    return session.get_one(Player, row.player) if row is not None and row.verified_at is not None else None


def addresses_of(services: Services, player: PlayerId) -> tuple[AddressCard, ...]:
    """A player's addresses: the registered one, then the others in the order of asking."""
    with services.db.reading() as session:
        email = session.get_one(Player, player).email
        rows = _further(session, player, services.clock.now())
    others = (AddressCard(row.email, False, row.verified_at is not None) for row in rows)
    return AddressCard(email, True, True), *others


def _further(session: Session, player: PlayerId, now: datetime) -> list[PlayerAddress]:
    """A player's further addresses, without those whose confirmation never came."""
    own = select(PlayerAddress).where(col(PlayerAddress.player) == player)
    rows = session.exec(own.order_by(col(PlayerAddress.asked_at), col(PlayerAddress.email))).all()
    return [row for row in rows if row.verified_at is not None or row.asked_at > now - LINK_LASTS]


# --- one more -----------------------------------------------------------------------------------------------------


def ask_address(services: Services, player: PlayerId, address: str) -> str:
    """Mail a confirmation link to a further address of a player, and word of it to his registered one.

    Gives the address as it is compared.  Raises BadAddress, AddressRefused.
    """
    email, now, nonce = normal_address(address), services.clock.now(), secrets.token_urlsafe(12)
    with services.db.reading() as session:
        own = session.get_one(Player, player)
        _check_free(session, services.config, own, email, now)
        _check_pace(session, own, email, now)
    row = PlayerAddress(email=email, player=player, asked_at=now)
    link = f"{services.config.base_url}/addresses/{_signer(services.config).dumps([email, player, iso(now)])}"
    new = Correspondent(None, own.name, email, own.zone)
    asked = _mail(
        services, MailMatter(kind="address", to=new, at=now, revision=nonce, letter=is_it_yours(own.name, link))
    )
    told = _notice(services, own, f"{ASKED}{nonce}", asked_for(services.config, email))

    def write(session: Session) -> None:
        _check_free(session, services.config, own, email, now)
        session.merge(row)
        asked(session)
        told(session)

    _write(services, write)
    return email


def look_at_claim(services: Services, token: str) -> Claim:
    """What a confirmation link says; changes nothing.  Raises BadAddressLink."""
    with services.db.reading() as session:
        row = _claimed(services, session, token)
        return Claim(session.get_one(Player, row.player).name, row.email)


def confirm_address(services: Services, token: str) -> Claim:
    """The address counts as the player's from now on; confirming it again changes nothing.  Raises BadAddressLink."""

    def attempt() -> Claim:
        with services.db.writing() as session:
            row = _claimed(services, session, token)
            own = session.get_one(Player, row.player)
            has_it = owner(session, row.email)
            if has_it is not None and has_it.id != own.id:
                raise BadAddressLink(TAKEN.format(row.email))
            row.verified_at = row.verified_at or services.clock.now()
            return Claim(own.name, row.email)

    return retried(attempt)


def add_by_operator(services: Services, known: str, address: str) -> str:
    """Add a further address to the player who has the known one; the operator's word stands for its confirmation.

    Gives the address as it is compared.  Raises BadAddress, AddressRefused.
    """
    email, now = normal_address(address), services.clock.now()
    with services.db.reading() as session:
        own = owner(session, normal_address(known))
        if own is None:
            raise AddressRefused(f"no player has the address {known}; begin with one that a player has")
        _check_free(session, services.config, own, email, now)
    told = _notice(services, own, f"added-{secrets.token_urlsafe(12)}", added(services.config, email))

    def write(session: Session) -> None:
        _check_free(session, services.config, own, email, now)
        session.merge(PlayerAddress(email=email, player=own.id, asked_at=now, verified_at=now))
        told(session)

    _write(services, write)
    return email


ASKED = "asked-"
"""How the revision of the word to a player begins that a confirmation was mailed: by these the mails are counted."""

TAKEN = "{} cannot be added: it is in use here already, and an address is one player's only."


def _check_free(session: Session, config: Config, own: Player, email: str, now: datetime) -> None:
    """Raises AddressRefused for an address that cannot become one of a player's."""
    if is_ours(config, email):
        raise AddressRefused(f"{email} is an address of this service; orders are sent to it, not from it.")
    has_it = owner(session, email)
    if has_it is not None and has_it.id != own.id:
        raise AddressRefused(TAKEN.format(email))
    if has_it is not None:
        raise AddressRefused(f"{email} is already an address of {own.name}.")
    if sum(row.email != email for row in _further(session, own.id, now)) >= MOST:
        raise AddressRefused(f"You have {MOST} further addresses, the most allowed; remove one first.")


def _check_pace(session: Session, own: Player, email: str, now: datetime) -> None:
    """Raises AddressRefused when too many confirmations were mailed of late."""
    notices = select(OutMail.key).where(
        col(OutMail.player) == own.id, col(OutMail.kind) == "notice", col(OutMail.created_at) > now - timedelta(hours=1)
    )
    if sum(f".{ASKED}" in key for key in session.exec(notices).all()) >= ASKED_AN_HOUR:
        raise AddressRefused(f"{ASKED_AN_HOUR} confirmations were mailed within the hour; ask again later.")
    mails = select(OutMail.key).where(
        col(OutMail.recipient) == email,
        col(OutMail.kind) == "address",
        col(OutMail.created_at) > now - timedelta(days=1),
    )
    if len(session.exec(mails).all()) >= ASKED_A_DAY:
        raise AddressRefused(f"{ASKED_A_DAY} confirmations went to {email} within a day; look for them, or wait a day.")


# --- one less, and which is the first -----------------------------------------------------------------------------


def remove_address(services: Services, player: PlayerId, address: str) -> None:
    """A further address counts as the player's no more, and its link holds no more.  Raises AddressRefused."""

    def attempt() -> None:
        with services.db.writing() as session:
            row = session.get(PlayerAddress, address)
            if row is None or row.player != player:
                raise AddressRefused(_not_further(session, player, address))
            session.delete(row)

    retried(attempt)


def _not_further(session: Session, player: PlayerId, address: str) -> str:
    if session.get_one(Player, player).email == address:
        return f"{address} is where your mails go; make another address the first one before you remove it."
    return f"{address} is not one of your addresses."


def register_address(services: Services, player: PlayerId, address: str) -> None:
    """Mails go to this further, verified address from now on; the one they went to becomes a further one.

    Both are told.  Raises AddressRefused.
    """
    now = services.clock.now()
    with services.db.reading() as session:
        own = session.get_one(Player, player)
    letter, key = moved(services.config, own.email, address), f"moved-{secrets.token_urlsafe(12)}"
    to_both = [
        _mail(services, MailMatter(kind="notice", to=to, at=now, revision=f"{key}-{number}", letter=letter))
        for number, to in enumerate((correspondent(own), msgspec.structs.replace(correspondent(own), address=address)))
    ]

    def write(session: Session) -> None:
        row, fresh = session.get(PlayerAddress, address), session.get_one(Player, player)
        if row is None or row.player != player or row.verified_at is None or fresh.email != own.email:
            raise AddressRefused(f"{address} is not confirmed as yours; add it, and press the button in its mail.")
        session.delete(row)
        fresh.email = address
        session.merge(PlayerAddress(email=own.email, player=player, asked_at=now, verified_at=now))
        for told in to_both:
            told(session)

    _write(services, write)


# --- links and mails ----------------------------------------------------------------------------------------------


_STALE = (
    "This link is no longer valid: it is more than three days old, or the address was requested again or removed "
    "since. Sign in and add the address once more."
)
_FORGED = "This link is not one of ours; perhaps it was cut in two. Open it from the mail again."


def _signer(config: Config) -> URLSafeSerializer:
    known = [*reversed(config.old_secrets), config.secret]  # the last one signs
    return URLSafeSerializer(known, salt="address", signer_kwargs={"digest_method": hashlib.sha256})


def _claimed(services: Services, session: Session, token: str) -> PlayerAddress:
    """The row a link is about.  Raises BadAddressLink."""
    try:
        said = _signer(services.config).loads(token)
    except BadSignature as fault:
        raise BadAddressLink(_FORGED) from fault
    row = session.get(PlayerAddress, said[0])
    if row is None or said != [row.email, row.player, iso(row.asked_at)]:
        raise BadAddressLink(_STALE)
    if row.verified_at is None and row.asked_at <= services.clock.now() - LINK_LASTS:
        raise BadAddressLink(_STALE)
    return row


def _write(services: Services, write: Also) -> None:
    """One transaction, tried again when another writer was first."""

    def attempt() -> None:
        with services.db.writing() as session:
            write(session)

    retried(attempt)


def _mail(services: Services, matter: MailMatter) -> Also:
    """A mail, made; what puts it into the outbox."""
    made = services.compose(services.config, matter)
    return lambda session: put_out(session, matter, made, matter.at)


def _notice(services: Services, own: Player, revision: str, letter: Letter) -> Also:
    return _mail(
        services,
        MailMatter(kind="notice", to=correspondent(own), at=services.clock.now(), revision=revision, letter=letter),
    )
