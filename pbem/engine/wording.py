"""Words for sentences, whatever the rules."""

from collections.abc import Sequence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(n: int) -> str:
    """Small numbers in words."""
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)


def plural(n: int, one: str, many: str) -> str:
    """``1 hit``, ``2 hits``."""
    return f"{n} {one if n == 1 else many}"


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def capital(sentence: str) -> str:
    """With a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def coded(codes: Sequence[str]) -> str:
    """Codes as a list in words: ``R10 and R12``; three or more that follow one another as ``R01 to R09``."""
    found: list[list[str]] = []
    for code in codes:
        last = found[-1][-1] if found else ""
        if last and _parts(code) == (_parts(last)[0], _parts(last)[1] + 1):
            found[-1].append(code)
        else:
            found.append([code])
    return listed([word for run in found for word in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)])


def _parts(code: str) -> tuple[str, int]:
    """``("R", 9)`` of ``R09``."""
    letters = code.rstrip("0123456789")
    return letters, int(code[len(letters) :] or 0)
