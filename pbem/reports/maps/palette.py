"""The at most 64 colours of a map: its own and the commonest kept exact, the rest by median cut.

Plain median cut turned the trees grey.
"""

from collections import Counter as Tally
from collections.abc import Iterable
from typing import Final, cast

from PIL import Image

Colour = tuple[int, int, int]

COLOURS: Final = 64
EXACT: Final = 34
_APART: Final = 7
"""Colours closer than this in every channel are one: matching is exact to four steps of a channel, no finer."""
_SWATCH: Final = 60_000
"""Pixels the median cut looks at."""


def palette_of(own: Iterable[Colour], *pictures: "Tally[Colour]") -> Image.Image:
    """A palette for some pictures, each given by how often each colour comes in it; every picture counts the same.

    own: the colours of the theme; those that occur are kept exact, then the commonest others up to 34.
    """
    shares: Tally[Colour] = Tally()
    for colours in pictures:
        whole = sum(colours.values()) or 1
        for colour, count in colours.items():
            shares[colour] += count * 1_000_000 // whole
    ranked = sorted(shares, key=lambda c: (-shares[c], c))
    found = [c for c in dict.fromkeys(own) if c in shares]
    _add(found, ranked, EXACT)
    rest = {c: shares[c] for c in ranked if c not in found}
    if rest:
        _add(found, _median_cut(rest, COLOURS - len(found)), COLOURS)
    made = Image.new("P", (1, 1))
    made.putpalette([part for colour in found for part in colour])
    return made


def _add(found: list[Colour], more: Iterable[Colour], most: int) -> None:
    """Add colours up to a number, but none so near to one there that matching could take it for the other."""
    for colour in more:
        if len(found) >= most:
            return
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= _APART for other in found):
            found.append(colour)


def _median_cut(shares: dict[Colour, int], count: int) -> Iterable[Colour]:
    """The colours that stand for the rest, commonest first; half too many, since some will be dropped."""
    whole = sum(shares.values()) or 1
    pixels = bytearray()
    for colour, share in shares.items():
        pixels += bytes(colour) * max(1, min(600, share * _SWATCH // whole))
    swatch = Image.frombytes("RGB", (len(pixels) // 3, 1), bytes(pixels))
    cut = swatch.quantize(count * 3 // 2, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat = cut.getpalette() or []
    ranked = Tally(cut.tobytes()).most_common()
    return [(flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]) for i, _ in ranked]


def tally(image: Image.Image) -> "Tally[Colour]":
    """How often each colour comes in an RGB image."""
    found = cast("list[tuple[int, Colour]]", image.getcolors(image.width * image.height))
    return Tally({colour: count for count, colour in found})


def colour(text: str) -> Colour:
    """``#RRGGBB`` as three numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
