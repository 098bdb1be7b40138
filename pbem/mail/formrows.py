"""Rows of a form as they come back in quotations: ``> S01  | hold`` is kept for those who know what the row once said.

No row is an order by itself, for it carries a bar; the mail room compares each with what was sent
(`pbem.service.incoming.quoting`).
"""

import re
import unicodedata

from pbem.engine.language.lines import BARS, barred

_SIGN = re.compile(r"\s*[A-Za-z]{0,4}>[ \t\xa0]?")
_CODE_ALONE = re.compile(r"\s*\**[A-Za-z]\w{1,7}\**\s*")
_BAR = re.compile(f"[{re.escape(BARS)}]")


def quoted_rows(lines: list[str], first: int) -> list[str]:
    """What is kept of quoted lines, from one to the end of their quotation: rows with a bar, without the quote sign.

    All others are left empty.  A row that a program has broken is put together again: its code is on the line before
    the bar, or its end on the line after.  A quotation within the quotation is left empty.
    """
    out: list[str] = []
    last = len(lines)
    inner = [_unsigned(line) for line in lines[first:last]]
    inner = inner[: next((n for n, line in enumerate(inner) if line is None), len(inner))]
    row = -1
    for number, line in enumerate(inner):
        assert line is not None  # cut off above
        below = inner[number + 1] if number + 1 < len(inner) else None
        if _SIGN.match(line):
            row = -1
            out.append("")
        elif _CODE_ALONE.fullmatch(line) and below and _BAR.match(below.strip()):
            row = number
            out.append(line.strip())
        elif barred(line) and row == number - 1 >= 0 and not barred(out[row]):
            out[row] = f"{out[row]} {line.strip()}"
            out.append("")
        elif barred(line):
            row = number
            out.append(line)
        else:
            goes_on = bool(line.strip()) and row == number - 1 >= 0
            out.append(f"| {line.strip()}" if goes_on else "")
            row = number if goes_on else -1
    return out


def _unsigned(line: str) -> str | None:
    """A quoted line without its sign; None for one that is not quoted."""
    sign = _SIGN.match(line)
    return line[sign.end() :] if sign else None


def parts_of_row(line: str) -> tuple[str, str]:
    """What stands before the bar of a row, and behind it."""
    line = unicodedata.normalize("NFKC", line)
    found = _BAR.search(line)
    return (line[: found.start()].strip(" \t\xa0*_"), line[found.end() :].strip()) if found else ("", line.strip())
