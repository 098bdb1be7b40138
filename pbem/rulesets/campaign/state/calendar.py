"""Half-days as numbers from the first morning on, and how they are said (CA-2)."""

from typing import NewType

import msgspec

Half = NewType("Half", int)
"""A half-day: 0 is the first morning, 1 the first afternoon."""

_MONTHS = (
    ("January", 31), ("February", 28), ("March", 31), ("April", 30), ("May", 31), ("June", 30), ("July", 31),
    ("August", 31), ("September", 30), ("October", 31), ("November", 30), ("December", 31),
)  # fmt: skip


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """When a campaign is."""

    year: int
    month: int
    """From 1."""
    day: int
    """Of the month, on which it begins."""
    days: int
    """How long it lasts."""

    def date(self, day: int) -> str:
        """A day of the campaign, from 1, as a date: ``5 June``."""
        month, number = self._counted(day)
        return f"{number} {_MONTHS[month % 12][0]}"

    def dated(self, day: int) -> str:
        """The same with its year: ``5 June 1644``."""
        return f"{self.date(day)} {self.year + self._counted(day)[0] // 12}"

    def _counted(self, day: int) -> tuple[int, int]:
        """Months since January of the first year, and the day of the month from 1."""
        month, number = self.month - 1, self.day + day - 1
        while number > (length := _length(month % 12, self.year + month // 12)):
            month, number = month + 1, number - length
        return month, number

    def said(self, half: Half) -> str:
        """``the morning of 5 June``; of a half-day before the first, ``before 1 June``."""
        if half < 0:
            return f"before {self.date(1)}"
        return f"{'afternoon' if half % 2 else 'morning'} of {self.date(day_of(half))}"


def _length(month: int, year: int) -> int:
    leap = month == 1 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _MONTHS[month][1] + leap


def day_of(half: Half) -> int:
    """The day of a half-day, from 1."""
    return half // 2 + 1


def morning_of(day: int) -> Half:
    """The first half-day of a day."""
    return Half(2 * (day - 1))
