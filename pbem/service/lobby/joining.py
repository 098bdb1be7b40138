"""Becoming a player by asking: a link is mailed to an address of no player, where the operator admits strangers.

Nothing of the stranger is stored before the stranger has pressed the button behind the link.
"""

import hashlib
import secrets
from datetime import timedelta

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from sqlmodel import Session, col, select

from pbem.clock import from_iso, iso
from pbem.config import Config
from pbem.mail.addresses import BadAddress, is_ours, normal_address
from pbem.reports.letter import Button, Letter, Para, Section
from pbem.service.model.mails import Correspondent, MailMatter
from pbem.service.people.addresses import owner
from pbem.service.people.seats import LINK_LASTS, BadLink, PlayerCard, ensure_player, player
from pbem.service.queues.sending import put_out
from pbem.service.services import Services
from pbem.store.tables import OutMail, Player

ADDRESS_AN_HOUR = 3
"""Links mailed to one address in an hour."""

ALL_AN_HOUR = 30
"""Links mailed to all strangers together in an hour: no visitor can make us mail the world."""


class _Said(msgspec.Struct, frozen=True, array_like=True):
    """What a link holds."""

    email: str

    at: str
    """When it was mailed."""


def ask_to_join(services: Services, address: str) -> bool:
    """Mail a link by which a stranger becomes a player.  False when none was sent: he is none, or too many of late.

    The answer must be the same either way.
    """
    if services.config.join != "open":
        return False
    try:
        email = normal_address(address)
    except BadAddress:
        return False
    now = services.clock.now()
    if is_ours(services.config, email):
        return False
    with services.db.reading() as session:
        if owner(session, email) is not None or too_many(session, services, email):
            return False
    link = f"{services.config.base_url}/join/{_signer(services.config).dumps([email, iso(now)])}"
    matter = MailMatter(
        kind="sign-in", to=Correspondent(None, "", email), at=now, revision=f"join-{secrets.token_hex(9)}",
        letter=_welcome(link),
    )  # fmt: skip
    made = services.compose(services.config, matter)
    with services.db.writing() as session:
        put_out(session, matter, made, now)
    return True


def look_at_join(services: Services, token: str) -> str:
    """The address a link is for; changes nothing.  Raises BadLink."""
    try:
        said = msgspec.convert(_signer(services.config).loads(token), _Said)
        at = from_iso(said.at)
    except (BadSignature, msgspec.ValidationError, ValueError) as fault:
        raise BadLink("This link is not one of ours; perhaps it was cut in two. Ask for a new one.") from fault
    with services.db.reading() as session:
        used = owner(session, said.email) is not None
    if used or at + LINK_LASTS <= services.clock.now() or services.config.join != "open":
        raise BadLink("This link has been used or is more than 20 minutes old. Ask for a new one.")
    return said.email


def join(services: Services, token: str, name: str, zone: str) -> PlayerCard:
    """Become a player: the link is used up.  Raises BadLink, OptionsError for an unknown zone."""
    email = look_at_join(services, token)
    made = ensure_player(services, email, name, zone)
    with services.db.writing() as session:
        session.get_one(Player, made).verified_at = services.clock.now()
    card = player(services, made)
    assert card is not None  # it was made this moment
    return card


def too_many(session: Session, services: Services, email: str) -> bool:
    """Whether enough links were mailed within the hour, to him or to strangers at all."""
    hour = services.clock.now() - timedelta(hours=1)
    mailed = select(OutMail.recipient).where(
        col(OutMail.kind) == "sign-in", col(OutMail.created_at) > hour, col(OutMail.player).is_(None)
    )
    recipients = session.exec(mailed).all()
    return len(recipients) >= ALL_AN_HOUR or recipients.count(email) >= ADDRESS_AN_HOUR


def _welcome(link: str) -> Letter:
    nothing = Para(
        "If you did not ask for it, do nothing: nothing about you is stored, and no more mail comes.", quiet=True
    )
    return Letter(
        kicker="Battles by Post.",
        title="Join Battles by Post",
        lead=(
            "Someone, perhaps you, asked to play with this address. The page has one button; it makes you a player.",
        ),
        sections=(Section("", (Button("Join", link, "The link works once, for 20 minutes."), nothing)),),
        preheader="One button, and you can play.",
    )


def _signer(config: Config) -> URLSafeSerializer:
    known = [*reversed(config.old_secrets), config.secret]  # the last one signs
    return URLSafeSerializer(known, salt="join", signer_kwargs={"digest_method": hashlib.sha256})
