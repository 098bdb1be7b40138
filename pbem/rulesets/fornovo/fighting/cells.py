"""Cells of the printed tables and the numbers of dice (catalogue section 0; FS-9.1.1a, FS-9.1.1b, FS-9.1.1d)."""

NIL = "NIL"


def hits(cell: str, die: int) -> int:
    """Hits of one die, modified or not; above the top number of the cell as the top number (FS-E7, FS-Q48)."""
    if cell == NIL:
        return 0
    parts = [(part.rstrip("H"), part.count("H")) for part in cell.split()]
    top = max(int(digit) for digits, _ in parts for digit in digits)
    return next((count for digits, count in parts if str(min(die, top)) in digits), 0)


def expected(cell: str, plus: int = 0) -> int:
    """Hits of all six faces together."""
    return sum(hits(cell, die + plus) for die in range(1, 7))


def dice_of(figures: int, size: int) -> int:
    """One die for so many figures; a remainder of one less than that rounds up, of groups of three or more."""
    return figures // size + (size > 2 and figures % size == size - 1)


def halved(count: int, times: int) -> int:
    """FS-Q47: each halves in turn, rounded down."""
    for _ in range(times):
        count //= 2
    return count
