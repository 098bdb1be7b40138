"""Parts of moves as cases write them (``{ahead: 8}``)."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from pbem.engine.casekit.inches import angle, length, place
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults, unknown
from pbem.engine.table.measures import Hundredths, Tenths, normal
from pbem.rulesets.fornovo.state import orders as o

_Part = Mapping[str, Any]


def _go(value: Any, off: int, where: str, faults: Faults) -> o.Go:  # noqa: ANN401  # a number of a case
    far = length(value, where, faults)
    return o.Go(Hundredths(abs(far)), Tenths(off if far >= 0 else (off + 1800) % 3600))


def _sideways(value: Any, where: str, faults: Faults) -> o.Go:  # noqa: ANN401  # a number of a case
    far = length(value, where, faults)
    return o.Go(Hundredths(abs(far)), Tenths(900 if far >= 0 else -900))


READ: Mapping[str, Callable[[_Part, str, Faults], o.Leg]] = {
    "ahead": lambda part, at, faults: _go(part["ahead"], 0, at, faults),
    "back": lambda part, at, faults: _go(part["back"], 1800, at, faults),
    "sideways": lambda part, at, faults: _sideways(part["sideways"], at, faults),
    "oblique": lambda part, at, faults: o.Go(length(part["by"], at, faults), angle(part["oblique"], at, faults)),
    "by_hand": lambda part, at, faults: o.Go(length(part["by_hand"], at, faults), by_hand=True),
    "wheel": lambda part, at, faults: o.WheelBy(angle(part["wheel"], at, faults)),
    "face": lambda part, at, faults: o.FaceTo(normal(angle(part["face"], at, faults))),
    "files": lambda part, at, faults: o.Frontage(int(part["files"])),
    "square": lambda part, at, faults: o.Square(part["square"] == "form"),
    "to": lambda part, at, faults: o.GoTo(place(part["to"], at, faults)),
    "enter": lambda part, at, faults: o.Enter(part["enter"]),
    "emerge": lambda part, at, faults: o.Emerge(part["emerge"]),
    "limber": lambda part, at, faults: o.Limber(),
    "unlimber": lambda part, at, faults: o.Unlimber(),
    "dismount": lambda part, at, faults: o.Horses(False),
    "mount": lambda part, at, faults: o.Horses(True),
    "stakes": lambda part, at, faults: o.Stakes(part["stakes"] == "plant"),
    "bayonets": lambda part, at, faults: o.Bayonets(
        part["bayonets"] != "unfix", front=part["bayonets"] == "fix_front" or UNSET
    ),
    "switch": lambda part, at, faults: o.Switch(part["switch"]),
    "hitch": lambda part, at, faults: o.Hitch(part["hitch"] == "hitch"),
    "hedge": lambda part, at, faults: o.Hew(part["hedge"] == "loophole"),
    "exchange": lambda part, at, faults: o.Exchange(*part["exchange"]),
    "attach": lambda part, at, faults: o.Attach(StandId(part["attach"])),
    "detach": lambda part, at, faults: o.Detach(),
}
"""By the first key of a part."""
WORDS = {"square": ("form", "leave"), "stakes": ("plant", "lift"), "bayonets": ("fix", "fix_front", "unfix"),
         "emerge": ("north", "east", "south", "west"), "hitch": ("hitch", "unhitch"),
         "hedge": ("break", "loophole")}  # fmt: skip


def leg(part: _Part, where: str, faults: Faults) -> o.Leg | None:
    """A part of a move; None, with a fault, for anything else."""
    key = next((one for one in READ if one in part), "")
    unknown(part, [*READ, "by"] if not key else [key, *(["by"] if key == "oblique" else [])], where, faults)
    wrong = key in WORDS and part[key] not in WORDS[key]
    if not key or wrong or (key == "oblique") != ("by" in part):
        faults.add(where, f"this is no part of a move; there are {', '.join(READ)}")
        return None
    try:
        return READ[key](part, where, faults)
    except (TypeError, ValueError, LookupError) as fault:
        faults.add(where, f"it is not written as {key} is: {fault}")
        return None
