"""Players by their mail address, sign-in links, and words for the dice."""

import hashlib
import hmac
import secrets
import unicodedata
from datetime import timedelta

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from sqlmodel import col, select, update

from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Seated
from pbem.mail.addresses import BadAddress, is_guest, normal_address
from pbem.service.model.mails import MailMatter
from pbem.service.options import zone_of
from pbem.service.people.addresses import owner
from pbem.service.plainwords import plain_name
from pbem.service.play.work import correspondent, open_game
from pbem.service.queues.sending import put_out
from pbem.service.services import Services, retried
from pbem.store.tables import Player, PlayerId, SignIn

LINK_LASTS = timedelta(minutes=20)
LINKS_AN_HOUR = 5
"""Sign-in mails to one address in an hour; more are not sent."""

LONGEST_WORD = 80


class BadLink(Exception):
    """A sign-in link that does not hold (any more).  The message says why and what to do."""


class NoWord(Exception):
    """A word for the dice cannot be taken; the message says why."""


class PlayerCard(msgspec.Struct, frozen=True):
    """A player, as pages show them to themselves."""

    id: PlayerId

    name: str

    email: str

    zone: str

    language: str = "en"

    signed_out: int = 0
    """How often they ended all their visits at once."""

    newcomer: bool = False
    """Whether they have never signed in."""

    @property
    def guest(self) -> bool:
        """Whether they try a battle without an account."""
        return is_guest(self.email)


# --- players ------------------------------------------------------------------------------------------------------


def ensure_player(services: Services, address: str, name: str, zone: str = "UTC") -> PlayerId:
    """The player who has that address, added if there is none.  Raises BadAddress, OptionsError for an unknown zone.

    A player's id follows from the address and the secret, so that the same service gives the same address the same id.
    """
    email = normal_address(address)
    zone_of(zone)
    with services.db.writing() as session:
        found = owner(session, email)
        if found is not None:
            return found.id
        player = _id_for(services.config, email)
        if session.get(Player, player) is not None:  # of one who has moved to another address since
            player = _id_for(services.config, f"{email} {secrets.token_hex(8)}")
        told = plain_name(name) or plain_name(email)
        session.add(Player(id=player, name=told, email=email, zone=zone, created_at=services.clock.now()))
    return player


def _id_for(config: Config, email: str) -> PlayerId:
    digest = hmac.new(config.secret.encode(), f"player {email}".encode(), hashlib.sha256).hexdigest()
    return PlayerId(f"p-{digest[:16]}")


def player_by_address(services: Services, address: str) -> PlayerCard | None:
    """The player who has an address, registered or further; None for an unknown or malformed one."""
    try:
        email = normal_address(address)
    except BadAddress:
        return None
    with services.db.reading() as session:
        found = owner(session, email)
    return _card(found) if found else None


def player(services: Services, player_id: PlayerId) -> PlayerCard | None:
    """A player by id."""
    with services.db.reading() as session:
        found = session.get(Player, player_id)
    return _card(found) if found else None


def is_operator(config: Config, email: str) -> bool:
    """Whether a registered address is the operator's."""
    return bool(config.operator_address) and email == normal_address(config.operator_address)


def set_zone(services: Services, player_id: PlayerId, zone: str) -> None:
    """The zone a player's times are told in.  Raises OptionsError for an unknown one."""
    zone_of(zone)
    with services.db.writing() as session:
        session.get_one(Player, player_id).zone = zone


def _card(row: Player) -> PlayerCard:
    return PlayerCard(row.id, row.name, row.email, row.zone, row.language, row.signed_out, row.verified_at is None)


# --- signing in ---------------------------------------------------------------------------------------------------


def ask_sign_in(services: Services, address: str) -> bool:
    """Mail a sign-in link to any address of a player.  False when none was sent: no player has it, or it had too
    many of late.

    The operator's own address needs no registering.  The answer must be the same either way.
    """
    try:
        email = normal_address(address)
    except BadAddress:
        return False
    if is_operator(services.config, email):
        ensure_player(services, email, "the operator")
    now = services.clock.now()
    with services.db.reading() as session:
        found = owner(session, email)
        if found is None:
            return False
        recent = select(SignIn).where(
            col(SignIn.player) == found.id, col(SignIn.expires) > now + LINK_LASTS - timedelta(hours=1)
        )
        if len(session.exec(recent).all()) >= LINKS_AN_HOUR:
            return False
    nonce, link = _link(services.config)
    to = msgspec.structs.replace(correspondent(found), address=email)
    matter = MailMatter(kind="sign-in", to=to, at=now, revision=nonce, link=link)
    made = services.compose(services.config, matter)
    with services.db.writing() as session:
        session.add(SignIn(nonce=nonce, player=found.id, expires=now + LINK_LASTS))
        session.flush()
        put_out(session, matter, made, now)
    return True


def sign_in_link(services: Services, player_id: PlayerId) -> str:
    """A sign-in link for the operator to hand over; no mail is sent."""
    nonce, link = _link(services.config)
    with services.db.writing() as session:
        session.add(SignIn(nonce=nonce, player=player_id, expires=services.clock.now() + LINK_LASTS))
    return link


def look_at_link(services: Services, token: str) -> PlayerCard:
    """Whom a link would sign in; uses nothing up.  Raises BadLink."""
    nonce = _nonce(services.config, token)
    with services.db.reading() as session:
        row = session.get(SignIn, nonce)
        if row is None or not _holds(services, row):
            raise BadLink(_STALE)
        return _card(session.get_one(Player, row.player))


def use_link(services: Services, token: str) -> PlayerCard:
    """Sign in: the link is used up.  The card is that from before: a newcomer's, at a first time.  Raises BadLink."""
    nonce = _nonce(services.config, token)
    now = services.clock.now()
    with services.db.writing() as session:
        row = session.get(SignIn, nonce)
        if row is None or not _holds(services, row):
            raise BadLink(_STALE)
        unused = update(SignIn).where(col(SignIn.nonce) == nonce, col(SignIn.used_at).is_(None)).values(used_at=now)
        if session.connection().execute(unused).rowcount != 1:
            raise BadLink(_STALE)
        found = session.get_one(Player, row.player)
        card = _card(found)
        found.verified_at = found.verified_at or now
        return card


_STALE = "This sign-in link has been used or is more than 20 minutes old. Ask for a new one: it comes within a minute."
_FORGED = "This sign-in link is not one of ours; perhaps it was cut in two. Ask for a new one."


def _holds(services: Services, row: SignIn) -> bool:
    return row.used_at is None and row.expires > services.clock.now()


def _signer(config: Config) -> URLSafeSerializer:
    secrets_known = [*reversed(config.old_secrets), config.secret]  # the last one signs
    return URLSafeSerializer(secrets_known, salt="sign-in", signer_kwargs={"digest_method": hashlib.sha256})


def _link(config: Config) -> tuple[str, str]:
    nonce = secrets.token_urlsafe(18)
    return nonce, f"{config.base_url}/sign-in/{_signer(config).dumps(nonce)}"


def _nonce(config: Config, token: str) -> str:
    try:
        nonce = _signer(config).loads(token)
    except BadSignature as fault:
        raise BadLink(_FORGED) from fault
    if not isinstance(nonce, str):
        raise BadLink(_FORGED)
    return nonce


# --- words for the dice -------------------------------------------------------------------------------------------


def add_word(services: Services, game: GameId, seat: Seat, word: str) -> None:
    """A seat's own word for the dice, once, before anything was rolled.  Raises NoWord, UnknownGame."""
    told = " ".join(unicodedata.normalize("NFKC", word).split())
    if not told or len(told) > LONGEST_WORD or not told.isprintable():
        raise NoWord(f"a word for the dice has 1 to {LONGEST_WORD} printable characters")

    def attempt() -> None:
        work = open_game(services, game)
        chair = work.chair(seat)
        if work.desk.looked and not work.desk.rolled:
            raise NoWord(
                f"the umpire of {work.title} has looked at the first turn; no word can change the seed any more"
            )
        if work.desk.rolled:
            raise NoWord(f"the first dice of {work.title} have been rolled; no word can change the seed any more")
        if any(one == seat for one, _ in work.desk.words):
            raise NoWord(f"{chair.title} has added a word already; one is enough")
        work.note("seat", seat, Seated(seat=seat, act="word", word=told))
        work.write()

    retried(attempt)
