"""Reply tokens: what proves that a mail answers a turn we asked a player about; and Message-IDs that cannot be guessed.

One MAC goes two ways: whole in the Reply-To address, shortened as a code in the text.  Our Message-IDs, which answers
quote, carry another; so do confirm tokens, which name a mail that waits for a word of its player.  A token is good for
one seat's one turn; whether that turn is open is the game's to say.

Secrets may be changed: what was made with an earlier one is known as long as that one is named; what is made is made
with the new one.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable
from itertools import islice

import msgspec

from pbem.config import Config
from pbem.engine.ids import GameId, Seat

MAC_BYTES = 12
LENGTH = 37
"""Characters of a reply token, base32 in lower case: key 1 byte, game 6, seat 2, turn 2, MAC 12."""

MAIL_BYTES = 6
"""Bytes of a mail's id that a confirm token carries; its MAC covers the whole id."""

LONGEST_ID = 77
"""Characters of a Message-ID, brackets included: longer ones are broken by Python's own mail library."""

CONFIRM_LENGTH = 46
"""Characters of a confirm token: ``c-`` and base32 of key 1 byte, mail 6, game 4, seat 2, turn 2, MAC 12."""

TOKEN = re.compile(rf"[a-z2-7]{{{LENGTH}}}")
CONFIRM = re.compile(rf"c-[a-z2-7]{{{CONFIRM_LENGTH - 2}}}")
MOST_CODES = 20
"""Codes of a text that are tried: so that thousands cannot be guessed by one mail."""

CODE = re.compile(r"\b([a-z2-7]{4})-([a-z2-7]{4})\b", re.IGNORECASE)


class TurnRef(msgspec.Struct, frozen=True):
    """A seat's turn, as the seat itself counts them from 1."""

    game: GameId
    seat: Seat
    turn: int


class Tokens:
    """Makes and checks tokens with the server's secret."""

    def __init__(self, secret: str, old: Iterable[str] = ()) -> None:
        """secret: any text that only this service knows.  old: earlier ones; nothing new is made with them."""
        self._new = _Keys(secret)
        self._known = (self._new, *map(_Keys, old))

    def reply(self, turn: TurnRef) -> str:
        """The token of a turn: 37 characters.  Raises ValueError for a turn that is no number from 0 to 65535."""
        return _base32(self._new.head(turn) + self._new.turn_mac(turn))

    def code(self, turn: TurnRef) -> str:
        """The code shown in the text: ``K7QX-M4TR``.  It proves nothing without a known sender."""
        return self._new.code(turn)

    def turn_of(self, token: str, seats: Iterable[tuple[GameId, Seat]]) -> TurnRef | None:
        """The turn a token was made for, among these seats; None for anything else, whatever is wrong with it."""
        token = token.lower()
        if not TOKEN.fullmatch(token):
            return None
        raw = _raw(token)
        head, mac, turn = raw[:-MAC_BYTES], raw[-MAC_BYTES:], int.from_bytes(raw[9:11])
        keys = [one for one in self._known if one.id == head[:1]]
        for game, seat in seats if keys else ():
            one = TurnRef(game, seat, turn)
            for key in keys:
                if hmac.compare_digest(head, key.head(one)) and hmac.compare_digest(mac, key.turn_mac(one)):
                    return one
        return None

    def has_code(self, text: str, turn: TurnRef) -> bool:
        """Whether a turn's code stands in a text."""
        wanted = [key.code(turn).encode() for key in self._known]
        written = [f"{one[1]}-{one[2]}".upper().encode() for one in islice(CODE.finditer(text), MOST_CODES)]
        return any(hmac.compare_digest(one, code) for one in written for code in wanted)

    def confirm(self, mail: str, turn: TurnRef) -> str:
        """The token by which a player says that a held mail gives his orders for a turn: 46 characters.

        mail: its id, hexadecimal.
        """
        return f"c-{_base32(self._new.confirm(mail, turn))}"

    def confirmed(self, token: str, mail: str, seats: Iterable[tuple[GameId, Seat]]) -> TurnRef | None:
        """The turn that a confirm token was made for with this mail, among these seats; None for anything else."""
        if not mail_named(token) or not mail.startswith(mail_named(token)):
            return None
        raw = _raw(token.lower()[2:])
        turn, keys = int.from_bytes(raw[13:15]), [one for one in self._known if one.id == raw[:1]]
        for game, seat in seats if keys else ():
            one = TurnRef(game, seat, turn)
            if any(hmac.compare_digest(raw, key.confirm(mail, one)) for key in keys):
                return one
        return None

    def message_id(self, name: str, domain: str) -> str:
        """The Message-ID of the mail of that name: always the same, and not to be guessed.

        Raises ValueError for a domain that makes it too long.
        """
        return self._new.message_id(name, domain)

    def message_ids(self, name: str, domain: str) -> tuple[str, ...]:
        """The Message-IDs that mail may have gone out with: by the new secret, then by each old one."""
        return tuple(key.message_id(name, domain) for key in self._known)


class _Keys:
    """What one secret makes."""

    def __init__(self, secret: str) -> None:
        self._macs = {use: _mac(secret.encode(), use) for use in ("reply", "message-id", "confirm")}
        self.id = hashlib.sha256(self._macs["reply"]).digest()[:1]

    def head(self, turn: TurnRef) -> bytes:
        game, seat, number = _packed(turn)
        return self.id + game[:6] + seat[:2] + number

    def turn_mac(self, turn: TurnRef) -> bytes:
        return _mac(self._macs["reply"], f"{turn.game}\n{turn.seat}\n{turn.turn}")[:MAC_BYTES]

    def code(self, turn: TurnRef) -> str:
        text = _base32(self.turn_mac(turn))[:8].upper()
        return f"{text[:4]}-{text[4:]}"

    def confirm(self, mail: str, turn: TurnRef) -> bytes:
        game, seat, number = _packed(turn)
        mac = _mac(self._macs["confirm"], f"{mail}\n{turn.game}\n{turn.seat}\n{turn.turn}")[:MAC_BYTES]
        return self.id + bytes.fromhex(mail)[:MAIL_BYTES] + game[:4] + seat[:2] + number + mac

    def message_id(self, name: str, domain: str) -> str:
        made = f"<k.{_base32(_mac(self._macs['message-id'], name)[:15])}@{domain}>"
        if len(made) > LONGEST_ID:
            raise ValueError(f"the mail domain {domain!r} is too long for Message-IDs: at most 47 characters")
        return made


def tokens_of(config: Config) -> Tokens:
    """The tokens of a service: made with its secret, known by its old ones too."""
    return Tokens(config.secret, config.old_secrets)


def mail_named(token: str) -> str:
    """How the id of the mail begins that a confirm token names, hexadecimal; '' for what is none."""
    token = token.lower()
    return _raw(token[2:])[1 : 1 + MAIL_BYTES].hex() if CONFIRM.fullmatch(token) else ""


def _packed(turn: TurnRef) -> tuple[bytes, bytes, bytes]:
    if not 0 <= turn.turn < 65536:
        raise ValueError(f"turn {turn.turn} has no token: turns go from 0 to 65535")
    game, seat = (hashlib.sha256(name.encode()).digest() for name in (turn.game, turn.seat))
    return game, seat, turn.turn.to_bytes(2)


def _mac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def _base32(raw: bytes) -> str:
    return base64.b32encode(raw).decode().rstrip("=").lower()


def _raw(text: str) -> bytes:
    return base64.b32decode(text.upper() + "=" * (-len(text) % 8))
