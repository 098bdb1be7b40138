"""What time it is: a value handed in, so that tests and ``pbem tick --now`` choose it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Now, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Now, by the machine."""
        return datetime.now(UTC)


@dataclass
class FixedClock:
    """A clock that stands until it is set."""

    at: datetime

    def now(self) -> datetime:
        """The time it was set to, in UTC."""
        return self.at.astimezone(UTC)


def iso(moment: datetime) -> str:
    """UTC, ISO 8601 with milliseconds and Z, as journals hold it.  Raises ValueError for a time without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone; give it one before it is written down")
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_iso(text: str) -> datetime:
    """The moment of an ISO text.  Raises ValueError when it is none, or has no zone."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text} has no time zone; write it as 2026-05-14T19:00:00Z")
    return moment.astimezone(UTC)
