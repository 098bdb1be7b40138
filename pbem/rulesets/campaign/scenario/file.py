"""What a campaign file holds, as it is written."""

from typing import Any, Literal

import msgspec

from pbem.engine.scenariofile.reader import FileHead


class CampaignFile(FileHead, frozen=True, kw_only=True):
    """The whole."""

    begins: dict[str, Any]
    """``{year: 1644, month: 6, day: 1}``."""
    days: int
    map: dict[str, Any]
    """``{width: 75, height: 80, heading: [Oxford, June 1644]}``, in miles."""
    towns: list[Any]
    roads: list[Any]
    """``[oxford, abingdon, 7]``; a fourth is the bridge it crosses by."""
    courses: list[Any] = []
    """How the map draws roads: ``{road: [oxford, witney], by: [[460, 500]], great: true}``."""
    rivers: list[Any] = []
    hills: list[Any] = []
    woods: list[Any] = []
    rates: dict[str, Any] = {}
    goals: list[Any] = []
    battles: str = "reckoned"
    """How they are fought, where the game's options do not say it."""
    fought_by: str = ""
    """The rule set whose aides fight them."""


class BeginsSpec(msgspec.Struct, frozen=True, kw_only=True):
    year: int
    month: int
    day: int


class ExtentSpec(msgspec.Struct, frozen=True, kw_only=True):
    width: int
    height: int
    heading: list[str] = []


class TownSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    at: tuple[int, int]
    supply: int = 0
    magazine: bool = False
    works: int = 0
    ground: str = ""
    field: str = "open"
    """A file of ``grounds`` of the rules that battles are fought by."""
    kind: Literal["town", "box", "exit"] = "town"
    held: str = ""
    """A side; '' for none."""
    stronghold: Literal["", "walls", "castle", "house", "bridge"] = ""
    """What its works are drawn as; walls where that is not said."""


class StreamSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A river, hills or a wood; lengths are tenths of a mile."""

    name: str = ""
    points: list[tuple[int, int]]
    half: int = 0
    breadth: tuple[int, int] = (2, 5)
    steep: Literal["left", "right", "both"] = "both"


class CourseSpec(msgspec.Struct, frozen=True, kw_only=True):
    road: tuple[str, str]
    by: list[tuple[int, int]] = []
    """In tenths of a mile, from the first town to the second."""
    great: bool = False


class RatesSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Miles a day."""

    train: int = 10
    foot: int = 13
    horse: int = 15
    forced: int = 20
    night: int = 5
    courier: int = 28
    courier_night: int = 12


class HostSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    letter: str
    seats: list[Any]


class OfficerSpec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    short: str
    head: str
    reports_to: str = ""
    person: str = ""
    chief: bool = False
    forces: list[Any]


class ForceSpec(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    name: str
    at: str = ""
    road: tuple[str, str, int] | None = None
    """From, to, miles along it."""
    kind: Literal["field", "garrison", "blind", "convoy"] = "field"
    units: list[Any] = []
    leaders: list[str] = []
    train: bool = False
    light: bool = False
    bread: int | None = None
    enters: dict[str, Any] | None = None
    """``{day: 8, at: stourbridge}``; with ``at`` left out it waits where it is until that day."""


class EntrySpec(msgspec.Struct, frozen=True, kw_only=True):
    day: int
    at: str = ""


class RegimentSpec(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    type: str
    """``PSL-B``."""
    men: int
    """Of guns, pieces."""
    of: int = 1
    """How many such units."""
    bands: bool = False


class GoalSpec(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    text: str
    side: str
    points: int
    kind: Literal["held", "taken", "safe", "captured", "beaten", "guns", "leave", "beyond", "alone", "losses", "bands"]
    towns: list[str] = []
    seat: str = ""
    men: int = 0
    arm: Literal["", "horse"] = ""
    day: int = 0
    percent: int = 0
    leader: str = ""
    private: str = ""
