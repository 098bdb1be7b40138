"""Blinds: markers that a side fields among its hidden units, and that may be nothing (H10)."""

from collections.abc import Mapping

BLINDS: Mapping[str, str] = {
    "": "As many as the battle has; most have none.",
    "0": "No blinds.",
    "2": "Two blinds a side: markers that move as units do, and are nothing.",
    "4": "Four blinds a side: markers that move as units do, and are nothing.",
}
"""How many a side fields in a game with hidden units (the option ``blinds``), and the words to choose it by."""
MAY_BE = "a body of troops or a blind"
"""What a side sees where the sides field blinds, and no more is seen of it."""
MOST = 6
"""A side fields so many at most."""
FIRST = 91
"""The number in the code of a side's first blind."""
