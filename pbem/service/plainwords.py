"""Words that one player writes and another reads, made plain: nothing in them that is not seen."""

import unicodedata

LONGEST_NAME = 60
"""Characters of a player's name."""


def plain_words(text: str) -> str:
    """One kind of line end, no control characters, no marks that turn the writing round, no more than one empty line
    at a time."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept: list[str] = []
    for line in ("".join(c for c in line if c.isprintable()).rstrip() for line in lines):
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip()


def plain_name(name: str) -> str:
    """A name as others are shown it, on one line and not too long; '' where nothing is left.

    Without an @ and what follows it: no mail address is shown to all.
    """
    seen = "".join(c if c.isprintable() else " " for c in unicodedata.normalize("NFKC", name))
    return " ".join(seen.partition("@")[0].split())[:LONGEST_NAME].rstrip()
