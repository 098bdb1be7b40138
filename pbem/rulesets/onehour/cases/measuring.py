"""Numbers as cases write them, in inches and degrees, made whole hundredths and tenths."""

from fractions import Fraction

from pbem.engine.spec import Faults
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Spot

Number = int | float
Pair = tuple[Number, Number]


def length(value: Number, where: str, faults: Faults) -> Hundredths:
    """Inches as hundredths; finer ones are a fault."""
    return Hundredths(_whole(value, 100, "a hundredth of an inch", where, faults))


def angle(value: Number, where: str, faults: Faults) -> Tenths:
    """Degrees as tenths, not brought into a full turn; finer ones are a fault."""
    return Tenths(_whole(value, 10, "a tenth of a degree", where, faults))


def place(value: Pair, where: str, faults: Faults) -> Spot:
    """``[x, y]``."""
    return Spot(length(value[0], f"{where}[0]", faults), length(value[1], f"{where}[1]", faults))


def _whole(value: Number, parts: int, finest: str, where: str, faults: Faults) -> int:
    exact = Fraction(str(value)) * parts
    if exact.denominator != 1:
        faults.add(where, f"{value} is finer than {finest}")
    return int(exact)
