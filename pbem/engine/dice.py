"""Dice that anyone can check.

Every die has a key: ``branch/step/label:by#k``.  Its value follows from the secret seed, the game, the words the seats
added and that key alone, so no re-run, crash or standing order can shift or re-draw it.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Literal, NewType, Protocol

import msgspec

from pbem.engine.ids import GameId, Seat, Side, StandId

DiceKey = NewType("DiceKey", str)
Roller = StandId | Side
DiceSource = Literal["seed", "tape", "hand", "ruling"]


class Roll(msgspec.Struct, frozen=True):
    """Dice thrown."""

    key: DiceKey
    label: str
    """What for (``fire.defensive``)."""
    by: str
    """The stand or side that threw."""
    values: tuple[int, ...]
    """Faces 1 to 6."""
    source: DiceSource


class Dice(Protocol):
    """Where dice come from."""

    def throw(self, key: DiceKey, label: str, by: str, count: int) -> tuple[tuple[int, ...], DiceSource] | None:
        """``count`` faces for a key; None when a person has to throw them."""
        ...


def dice_key(branch: int, step: int, label: str, by: str, k: int) -> DiceKey:
    """The key of the k-th roll (from 1) of a label by a roller within a step."""
    return DiceKey(f"{branch}/{step}/{label}:{by}#{k}")


def commitment(seed: bytes) -> str:
    """What is published before the first roll: SHA-256 of the seed, hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class SeededDice:
    """Dice from a secret seed: HMAC-SHA256(HMAC-SHA256(seed, game and words), key and block), no bytes over 251."""

    def __init__(self, seed: bytes, game: GameId, words: Sequence[tuple[Seat, str]]) -> None:
        """words: what each seat added before the first roll, in the order given."""
        told = msgspec.json.encode([game, [list(word) for word in words]])
        self._secret = hmac.digest(seed, told, "sha256")

    def throw(self, key: DiceKey, label: str, by: str, count: int) -> tuple[tuple[int, ...], DiceSource]:
        """The first ``count`` faces of a key.  One die more leaves the others as they are."""
        faces: list[int] = []
        block = 0
        while len(faces) < count:
            thrown = hmac.digest(self._secret, f"{key}|{block}".encode(), "sha256")
            faces += [byte % 6 + 1 for byte in thrown if byte < 252]
            block += 1
        return tuple(faces[:count]), "seed"


class HandDice:
    """Real dice: every roll waits for the umpire to type it."""

    def throw(self, key: DiceKey, label: str, by: str, count: int) -> None:
        """Always None."""


class FixedDice:
    """Some keys fixed by rulings, the rest from another source."""

    def __init__(self, fixed: Mapping[DiceKey, tuple[int, ...]], rest: Dice) -> None:
        """fixed: the faces an umpire laid down for a key."""
        self._fixed = fixed
        self._rest = rest

    def throw(self, key: DiceKey, label: str, by: str, count: int) -> tuple[tuple[int, ...], DiceSource] | None:
        """The fixed faces, made up to ``count`` from the other source when the rules ask for more."""
        if key not in self._fixed:
            return self._rest.throw(key, label, by, count)
        faces = self._fixed[key]
        if len(faces) < count:
            more = self._rest.throw(key, label, by, count)
            if more is None:
                return None
            faces = faces + more[0][len(faces) :]
        return faces[:count], "ruling"
