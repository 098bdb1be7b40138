"""Did you mean?  Suggestions only: nothing here is ever acted on."""

from collections.abc import Iterable

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from pbem.engine.orders import CONTROLS

CUT_OFF = 80
WHOLE = 60
"""So much alike, letter by letter, is what was meant for a control: ``orders attached`` is not ``no orders``."""
LEAD = 10
"""A suggestion scores at least the cut-off, and leads the next best by so much: otherwise there is none."""


def score(written: str, known: str) -> float:
    """How alike two words are, 0 to 100.  One slip of the finger in three letters or more always counts as near."""
    if written == known:
        return 100.0
    shorter = min(len(written), len(known))
    # The weighted ratio finds words within words: between short ones that says nothing.
    alike = fuzz.WRatio(written, known) if shorter >= 4 else fuzz.ratio(written, known)
    return max(alike, 90.0) if shorter >= 3 and OSA.distance(written, known) <= 1 else alike


def nearest(written: str, known: Iterable[str]) -> str | None:
    """The one known word that was probably meant; None when there is none or more than one."""
    scored = sorted(((score(written, one), one) for one in dict.fromkeys(known)), key=lambda pair: (-pair[0], pair[1]))
    if not scored or scored[0][0] < CUT_OFF:
        return None
    if len(scored) > 1 and scored[0][0] - scored[1][0] < LEAD:
        return None
    return scored[0][1]


def near_control(text: str) -> str | None:
    """The control that a cleaned line of a word or two was probably meant to be (``im ready``); None for any other."""
    known = nearest(text, CONTROLS) if len(text.split()) <= 2 else None
    return known if known is not None and fuzz.ratio(text, known) >= WHOLE else None


def slip(written: str, known: Iterable[str]) -> bool:
    """Whether a word is a known one, or one with a slip of the finger or an ending too many, its first letter right."""
    return any(written == one or (len(one) >= 4 and written[:1] == one[:1] and _close(written, one)) for one in known)


def _close(written: str, one: str) -> bool:
    return OSA.distance(written, one) <= 1 or fuzz.ratio(written, one) >= CUT_OFF
