"""Reply tokens: what proves that a mail answers a turn we asked somebody about; and Message-IDs nobody can guess.

One MAC goes two ways: whole in the Reply-To address, shortened as a code in the text.  Our Message-IDs, which answers
quote, carry another.  A token is good for one seat's one turn; whether that turn is open is the game's to say.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable

import msgspec

from pbem.engine.ids import GameId, Seat

MAC_BYTES = 12
LENGTH = 37
"""Characters of a reply token, base32 in lower case: key 1 byte, game 6, seat 2, turn 2, MAC 12."""

LONGEST_ID = 77
"""Characters of a Message-ID, brackets included: longer ones are broken by Python's own mail library."""

TOKEN = re.compile(rf"[a-z2-7]{{{LENGTH}}}")
CODE = re.compile(r"\b([a-z2-7]{4})-([a-z2-7]{4})\b", re.IGNORECASE)


class Turn(msgspec.Struct, frozen=True):
    """A seat's turn, as the seat itself counts them from 1."""

    game: GameId
    seat: Seat
    turn: int


class Tokens:
    """Makes and checks tokens with the server's secret."""

    def __init__(self, secret: str) -> None:
        """secret: any text that nobody else knows."""
        self._keys = {use: _mac(secret.encode(), use) for use in ("reply", "message-id")}
        self._key_id = hashlib.sha256(self._keys["reply"]).digest()[:1]

    def reply(self, turn: Turn) -> str:
        """The token of a turn: 37 characters.  Raises ValueError for a turn that is no number from 0 to 65535."""
        return _base32(self._head(turn) + self._turn_mac(turn))

    def code(self, turn: Turn) -> str:
        """The code shown in the text: ``K7QX-M4TR``.  It proves nothing without a known sender."""
        text = _base32(self._turn_mac(turn))[:8].upper()
        return f"{text[:4]}-{text[4:]}"

    def turn_of(self, token: str, seats: Iterable[tuple[GameId, Seat]]) -> Turn | None:
        """The turn a token was made for, among these seats; None for anything else, whatever is wrong with it."""
        token = token.lower()
        if not TOKEN.fullmatch(token):
            return None
        raw = base64.b32decode(token.upper() + "=" * (-len(token) % 8))
        head, mac, turn = raw[:-MAC_BYTES], raw[-MAC_BYTES:], int.from_bytes(raw[9:11])
        for game, seat in seats:
            one = Turn(game, seat, turn)
            if hmac.compare_digest(head, self._head(one)) and hmac.compare_digest(mac, self._turn_mac(one)):
                return one
        return None

    def has_code(self, text: str, turn: Turn) -> bool:
        """Whether a turn's code stands in a text."""
        wanted = self.code(turn).encode()
        return any(hmac.compare_digest(f"{a}-{b}".upper().encode(), wanted) for a, b in CODE.findall(text))

    def message_id(self, name: str, domain: str) -> str:
        """The Message-ID of the mail of that name: always the same, and not to be guessed.

        Raises ValueError for a domain that makes it too long.
        """
        made = f"<k.{_base32(_mac(self._keys['message-id'], name)[:15])}@{domain}>"
        if len(made) > LONGEST_ID:
            raise ValueError(f"the mail domain {domain!r} is too long for Message-IDs: at most 47 characters")
        return made

    def _head(self, turn: Turn) -> bytes:
        if not 0 <= turn.turn < 65536:
            raise ValueError(f"turn {turn.turn} has no token: turns go from 0 to 65535")
        game, seat = (hashlib.sha256(name.encode()).digest() for name in (turn.game, turn.seat))
        return self._key_id + game[:6] + seat[:2] + turn.turn.to_bytes(2)

    def _turn_mac(self, turn: Turn) -> bytes:
        return _mac(self._keys["reply"], f"{turn.game}\n{turn.seat}\n{turn.turn}")[:MAC_BYTES]


def _mac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def _base32(raw: bytes) -> str:
    return base64.b32encode(raw).decode().rstrip("=").lower()
