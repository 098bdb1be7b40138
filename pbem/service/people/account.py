"""A player's account: his name, his language, his feed's key, and all his visits ended at once."""

import secrets
import unicodedata

import msgspec
from sqlmodel import Session, col, delete

from pbem.service.people.seats import PlayerCard, player
from pbem.service.plainwords import LONGEST_NAME
from pbem.service.play.work import Also
from pbem.service.services import Services, retried
from pbem.store.tables import Player, PlayerId, SignIn


class BadName(Exception):
    """A name that cannot be taken; the message says why."""


class Account(msgspec.Struct, frozen=True):
    """A player's account, as they see it."""

    card: PlayerCard

    feed: str
    """Key in the address of their feed; '' for none."""


def account_of(services: Services, player_id: PlayerId) -> Account:
    """A player's account."""
    card = player(services, player_id)
    assert card is not None  # the caller is signed in
    with services.db.reading() as session:
        return Account(card, session.get_one(Player, player_id).feed)


def set_name(services: Services, player_id: PlayerId, name: str) -> None:
    """What the other players call them.  Raises BadName."""
    told = " ".join(unicodedata.normalize("NFKC", name).split())
    if not told or len(told) > LONGEST_NAME or not told.isprintable():
        raise BadName(f"a name has 1 to {LONGEST_NAME} printable characters")
    if "@" in told:
        raise BadName("a name has no @ in it: the other players see it, and your mail address stays private")
    if told.casefold() in {"you", "me", "i"}:
        raise BadName(f"“{told}” cannot be a name here: the pages say “you” to each reader")

    def write(session: Session) -> None:
        session.get_one(Player, player_id).name = told

    _write(services, write)


def set_language(services: Services, player_id: PlayerId, language: str) -> None:
    """The language of his pages, one of those there are."""

    def write(session: Session) -> None:
        session.get_one(Player, player_id).language = language

    _write(services, write)


def make_feed(services: Services, player_id: PlayerId) -> str:
    """A new key for his feed; the address with the old one holds no more.  Gives the key."""
    key = secrets.token_urlsafe(24)
    _set_feed(services, player_id, key)
    return key


def end_feed(services: Services, player_id: PlayerId) -> None:
    """He has no feed any more."""
    _set_feed(services, player_id, "")


def sign_out_everywhere(services: Services, player_id: PlayerId) -> None:
    """Every visit of his in whatever browser has ended, and no link mailed before signs him in.

    Keys of programs hold: each is taken back by itself.
    """

    def write(session: Session) -> None:
        session.get_one(Player, player_id).signed_out += 1
        session.connection().execute(delete(SignIn).where(col(SignIn.player) == player_id))

    _write(services, write)


def _set_feed(services: Services, player_id: PlayerId, key: str) -> None:
    def write(session: Session) -> None:
        session.get_one(Player, player_id).feed = key

    _write(services, write)


def _write(services: Services, write: Also) -> None:
    def attempt() -> None:
        with services.db.writing() as session:
            write(session)

    retried(attempt)
