"""Lines as the grammar of Snaphance reads them: cleaned, and the hexes of a way with nothing between them."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.language import lines as common
from pbem.engine.language.lines import OrderLine

_BETWEEN_HEXES = re.compile(r"(?<![\w])(\d{4})\s*(?:,|->|-|>|\u2192|\bto\b|\bvia\b)\s*(?=\d{4}(?!\w))")


def lines(text: str) -> Iterator[OrderLine]:
    """The lines of a text that may be orders."""
    return (replace(one, text=_without_signs(one.text)) for one in common.lines(text))


def clean(raw: str) -> str:
    """A line as the grammar reads it: '' when there is nothing in it to be read."""
    return _without_signs(common.clean(raw))


def _without_signs(text: str) -> str:
    """``0905, 0805 -> 0705`` as ``0905 0805 0705``."""
    while (joined := _BETWEEN_HEXES.sub(r"\1 ", text)) != text:
        text = joined
    return text
