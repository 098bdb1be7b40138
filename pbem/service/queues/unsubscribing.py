"""The link by which a mail program pauses a player's mail about a game, without signing in (RFC 8058).

Its bearer can stop that mail and let it come again, and nothing else.  It does not run out: old mails are kept.
"""

import hashlib
from collections.abc import Iterable

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer

from pbem.config import Config
from pbem.engine.ids import GameId
from pbem.store.tables import PlayerId


class NoSuchLink(Exception):
    """A link that is none of ours; the message says so."""


class PauseLink(msgspec.Struct, frozen=True):
    """Whose mail about which games a link is for."""

    player: PlayerId
    games: tuple[GameId, ...]


def pause_url(config: Config, player: PlayerId, games: Iterable[GameId]) -> str:
    """The address of the page, and of the POST that mail programs make."""
    return f"{config.base_url}/mail/pause/{_signer(config).dumps([player, *games])}"


def pause_link(config: Config, token: str) -> PauseLink:
    """What a link is for.  Raises NoSuchLink."""
    try:
        player, *games = msgspec.convert(_signer(config).loads(token), list[str])
    except (BadSignature, msgspec.ValidationError, ValueError) as fault:
        raise NoSuchLink("This link to pause mail is not one of ours; perhaps it was cut in two.") from fault
    return PauseLink(PlayerId(player), tuple(GameId(game) for game in games))


def _signer(config: Config) -> URLSafeSerializer:
    known = [*reversed(config.old_secrets), config.secret]  # the last one signs
    return URLSafeSerializer(known, salt="pause mail", signer_kwargs={"digest_method": hashlib.sha256})
