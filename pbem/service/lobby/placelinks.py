"""The link by which one mail address answers for a place in a game that gathers its players, without signing in.

Its bearer can say yes or no to an invitation, and confirm presence; it opens no account.
"""

import hashlib

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from pbem.config import Config
from pbem.engine.ids import GameId, Seat


class BadPlaceLink(Exception):
    """A link that is none of ours, or holds no more; the message says why and what to do."""


class PlaceLink(msgspec.Struct, frozen=True, array_like=True):
    """Which place a link is for, and whose address it was mailed to (normalised)."""

    game: GameId
    seat: Seat
    email: str


def place_link(config: Config, game: GameId, seat: Seat, email: str) -> str:
    """The address of the page."""
    return f"{config.base_url}/invitations/{_signer(config).dumps([game, seat, email])}"


def read_place_link(config: Config, token: str) -> PlaceLink:
    """What a link is for.  Raises BadPlaceLink."""
    try:
        return msgspec.convert(_signer(config).loads(token), PlaceLink)
    except (BadSignature, msgspec.ValidationError) as fault:
        raise BadPlaceLink(
            "This invitation is not one of ours; perhaps it was cut in two. Open it from the mail again."
        ) from fault


def _signer(config: Config) -> URLSafeSerializer:
    known = [*reversed(config.old_secrets), config.secret]  # the last one signs
    return URLSafeSerializer(known, salt="place", signer_kwargs={"digest_method": hashlib.sha256})
