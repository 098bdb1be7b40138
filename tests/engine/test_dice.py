"""Dice that anyone can check."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.dice import DiceKey, FixedDice, HandDice, SeededDice, commitment, dice_key
from pbem.engine.ids import GameId, Seat

GAME = GameId("harrow-1")
WORDS = ((Seat("south"), "oak"), (Seat("north"), "ash"))


def faces(key: str, count: int, seed: bytes = b"seed", game: str = GAME, words: object = WORDS) -> tuple[int, ...]:
    return SeededDice(seed, GameId(game), words).throw(DiceKey(key), "", "", count)[0]


def test_a_key_says_branch_step_label_roller_and_count() -> None:
    assert dice_key(12, 7, "fire.defensive", "S04", 2) == "12/7/fire.defensive:S04#2"


def test_values_never_change() -> None:
    """Golden: what was thrown once must be thrown by every later version."""
    assert faces("0/1/initiative:south#1", 12) == (1, 2, 6, 3, 2, 1, 3, 6, 4, 5, 5, 5)
    assert faces("0/5/fire:S01#1", 6) == (2, 2, 2, 6, 6, 2)  # a byte over 251 is passed over
    assert commitment(b"seed") == "19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b"


def test_faces_are_even() -> None:
    """Chi-square over 60,000 faces: 5 degrees of freedom, 20.5 is one in a thousand.  The seed is fixed."""
    seen = Counter(face for n in range(600) for face in faces(f"0/{n}/fire:S01#1", 100))
    assert sum((seen[face] - 10_000) ** 2 for face in range(1, 7)) / 10_000 < 20.5
    assert set(seen) == set(range(1, 7))


def test_neighbouring_keys_have_nothing_in_common() -> None:
    """Pairs of dice of successive keys are even too: 35 degrees of freedom, 66.6 is one in a thousand."""
    pairs = Counter((faces(f"0/{n}/fire:S01#1", 1), faces(f"0/{n}/fire:S01#2", 1)) for n in range(36_000))
    assert len(pairs) == 36
    assert sum((count - 1000) ** 2 for count in pairs.values()) / 1000 < 66.6


@given(key=st.text(min_size=1), count=st.integers(1, 80))
def test_one_die_more_keeps_the_others(key: str, count: int) -> None:
    assert faces(key, count + 1)[:count] == faces(key, count)
    assert all(1 <= face <= 6 for face in faces(key, count))


@pytest.mark.parametrize(
    "other",
    [
        faces("0/1/fire:S01#2", 40),
        faces("1/1/fire:S01#1", 40),
        faces("0/2/fire:S01#1", 40),
        faces("0/1/fire:S02#1", 40),
        faces("0/1/fire.defensive:S01#1", 40),
        faces("0/1/fire:S01#1", 40, seed=b"other"),
        faces("0/1/fire:S01#1", 40, game="harrow-2"),
        faces("0/1/fire:S01#1", 40, words=WORDS[::-1]),
        faces("0/1/fire:S01#1", 40, words=WORDS[:1]),
    ],
)
def test_everything_named_counts(other: tuple[int, ...]) -> None:
    assert faces("0/1/fire:S01#1", 40) != other


def test_dice_laid_down_are_filled_up_from_the_rest() -> None:
    rest = SeededDice(b"seed", GAME, WORDS)
    fixed = FixedDice({DiceKey("k"): (6, 6)}, rest)
    assert fixed.throw(DiceKey("k"), "", "", 2) == ((6, 6), "ruling")
    assert fixed.throw(DiceKey("k"), "", "", 1) == ((6,), "ruling")
    assert fixed.throw(DiceKey("k"), "", "", 4) == ((6, 6, *faces("k", 4)[2:]), "ruling")
    assert fixed.throw(DiceKey("l"), "", "", 2) == (faces("l", 2), "seed")
    assert FixedDice({DiceKey("k"): (6,)}, HandDice()).throw(DiceKey("k"), "", "", 2) is None
