"""Characters that a screen acts on without showing them, made visible: controls, marks of direction and the like."""

import re
import unicodedata

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_BEYOND = re.compile(r"[^\n\t -~]")
"""All that is looked at: what is plain ASCII, and so nearly all of a mail, is shown as it is."""

_JOINERS = frozenset("\u200c\u200d")
"""They shape Persian and Indian words, and pictures of several: kept between characters beyond ASCII."""


def visible(text: str) -> str:
    r"""A text with every such character written out: ``\x07`` for a control, ``<U+202E>`` for others."""
    return _BEYOND.sub(lambda found: _shown(text, found.start()), text)


def _shown(text: str, at: int) -> str:
    char = text[at]
    if unicodedata.category(char) not in _UNSEEN:
        return char
    if char in _JOINERS and all(map(_joins, (text[max(at - 1, 0) : at], text[at + 1 : at + 2]))):
        return char
    return f"\\x{ord(char):02x}" if ord(char) < 0xA0 else f"<U+{ord(char):04X}>"


def _joins(char: str) -> bool:
    return char != "" and not char.isascii() and unicodedata.category(char) not in _UNSEEN
