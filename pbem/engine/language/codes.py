"""Codes of units and stands as people write them in a cleaned line: ``s01``."""

import re
from collections.abc import Sequence

CODE = re.compile(r"[^\W\d_]{1,3}[0-9]{1,3}")
SPLIT_CODE = re.compile(r"[^\W\d_]{1,3} [0-9]{1,3}(?!\w)")
"""``s 01``."""
STUCK_CODES = re.compile(rf"{CODE.pattern}(?: ?[-+/&] ?{CODE.pattern})+(?!\w)")
"""Several, as no order names them: ``s01+s02``, ``s01/s02``, ``s01-s03``."""
_NEARLY_CODE = re.compile(r"[^\W\d_]\w{0,4}|[^\W\d_]{1,3}-[0-9]{1,3}")


def code_like(word: str) -> bool:
    """Whether a word is a code, or may be one with a slip of the pen."""
    return bool(CODE.fullmatch(word)) or (any(c.isdigit() for c in word) and _NEARLY_CODE.fullmatch(word) is not None)


def spread(written: str, mine: Sequence[str]) -> str | None:
    """The units that a list of another sort names: ``s01 s02`` for ``s01+s02``, all from one to the other for
    ``s01-s03``.  mine: one's own units, in order."""
    codes = CODE.findall(written.casefold())
    if "-" not in written:
        return " ".join(codes)
    own = [unit.casefold() for unit in mine]
    if len(codes) == 2 and codes[0] in own and codes[1] in own:
        return " ".join(own[own.index(codes[0]) : own.index(codes[1]) + 1]) or None
    return None
