"""Times as people read them: in their own zone, with its name, and in UTC; never a bare "tomorrow"."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo


def local(moment: datetime, zone: str) -> str:
    """``Thu 14 May, 21:00 CEST``."""
    there = moment.astimezone(ZoneInfo(zone))
    return f"{there:%a} {there.day} {there:%b, %H:%M} {there.tzname()}"


def today(moment: datetime, now: datetime, zone: str) -> str:
    """``21:00 CEST`` on the day it is now there, else as `local`."""
    there = moment.astimezone(ZoneInfo(zone))
    if there.date() != now.astimezone(ZoneInfo(zone)).date():
        return local(moment, zone)
    return f"{there:%H:%M} {there.tzname()}"


def day_words(day: date) -> str:
    """``Thu 14 May 2026``."""
    return f"{day:%a} {day.day} {day:%b %Y}"


def utc(moment: datetime) -> str:
    """``19:00 UTC``."""
    return f"{moment.astimezone(UTC):%H:%M} UTC"


def both(moment: datetime, zone: str) -> str:
    """``Thu 14 May, 21:00 CEST (19:00 UTC)``; in UTC itself ``Thu 14 May, 19:00 UTC``."""
    there = local(moment, zone)
    return there if there.endswith(" UTC") else f"{there} ({utc(moment)})"


def span(length: timedelta, short: bool = False) -> str:
    """``2 days 23 hours`` or, short, ``2 d 23 h``; minutes only under a day; never negative."""
    minutes = max(int(length.total_seconds()) // 60, 0)
    parts = [(minutes // 1440, "d", "day"), (minutes % 1440 // 60, "h", "hour"), (minutes % 60, "min", "minute")]
    if minutes >= 1440:
        parts = parts[:2]
    shown = [(n, s, word) for n, s, word in parts if n] or [(0, "min", "minute")]
    return " ".join(f"{n} {s}" if short else f"{n} {word}{'' if n == 1 else 's'}" for n, s, word in shown)
