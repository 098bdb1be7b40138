"""What an umpire rules of a unit's place on a table, and of how far is seen on it, in any rule set in inches."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.rulings.language import Clause, Press, RulingFault, RulingRow, UnitRuled, clause, row
from pbem.engine.table.measures import Hundredths, Tenths, normal, say_degrees
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.references import read_spot, say_spot

S = TypeVar("S")

NUMBER = r"-?\d{1,3}(?:\.\d{1,2})?"
PLACE = rf"\(?{NUMBER}\s*,\s*{NUMBER}\)?"
"""A place as a ruling writes it."""
TURNS = (("Turn left 15°", -150), ("Turn right 15°", 150), ("Turn about", 1800))
LONGEST_FOG = 50
"""Turns that fog can last."""


def spot_ruled(text: str, example: str) -> Spot:
    """A place.  example: a whole line, without ``rule``.  Raises RulingFault."""
    try:
        return read_spot(text)
    except ValueError as fault:
        raise RulingFault(str(fault), (f"rule {example}",)) from fault


def say_facing(facing: Tenths) -> str:
    """``90``, ``22.5``."""
    return say_degrees(facing).rstrip("°")


def say_pose(pose: Pose) -> str:
    """``at 24,18.5, facing 90``."""
    return f"at {say_spot(pose.at)}, facing {say_facing(pose.facing)}"


def place_clauses(code: str, middle: str, there: Callable[[Any, Pose], Any]) -> tuple[Clause, Clause]:
    """The clauses ``at`` and ``facing``.

    code: of a unit, for examples.  middle: what of a unit is at its place.  there: a unit as it is once it is put.
    """

    def at(battle: Any, unit: Any, found: "re.Match[str]") -> UnitRuled:  # noqa: ANN401  # of any rule set
        place = spot_ruled(found["at"], f"{unit.id} at 24,18.5")
        facing = unit.pose.facing if unit.pose is not None else Tenths(0)
        return UnitRuled(there(unit, Pose(place, facing)), f"at {say_spot(place)}")

    def facing(battle: Any, unit: Any, found: "re.Match[str]") -> UnitRuled:  # noqa: ANN401  # of any rule set
        if unit.pose is None:
            raise RulingFault(f"{unit.id} has no place on the table", (f"rule {unit.id} at 24,18.5, facing 90",))
        to = normal(Tenths(round(float(found["facing"]) * 10)))
        return UnitRuled(replace(unit, pose=Pose(unit.pose.at, to)), f"facing {say_facing(to)}")

    return (
        clause("at <inches>", rf"(?:is\s+)?at\s+(?P<at>{PLACE})", at, middle, f"{code} at 24,18.5"),
        clause("facing <degrees>", rf"(?:facing|faces)\s+(?P<facing>{NUMBER})", facing,
               "It faces so: 0 north, 90 east.", f"{code} facing 90"),
    )  # fmt: skip


def turn_presses(pose: Pose | None) -> tuple[Press, ...]:
    """Turns by 15 degrees and about; none for a unit without a place."""
    if pose is None:
        return ()
    return tuple(Press(label, f"facing {say_facing(normal(Tenths(pose.facing + by)))}") for label, by in TURNS)


def fog_row(turn: str, now: Callable[[Any], int], put: Callable[[Any, Hundredths | None, int], Fact[Any]]) -> RulingRow:
    """The row ``fog``.

    turn: what a turn is called.  put: a battle, how far is seen, the last turn of it -> the fact; None: fog lifts.
    """

    def fog(battle: Any, found: "re.Match[str]") -> tuple[tuple[Fact[Any], ...], str]:  # noqa: ANN401  # of any rule set
        here = now(battle)
        if found["lifts"]:
            return (put(battle, None, here),), "fog lifts"
        inches, until = int(found["inches"]), int(found["until"] or here)
        if not inches:
            raise RulingFault("in fog is seen 1 inch at least", (f"rule fog 6 until {turn} {until}",))
        if not here <= until <= here + LONGEST_FOG:
            least, most = f"{turn} {here}", f"{turn} {here + LONGEST_FOG}"
            raise RulingFault(f"fog lasts until {least} at least, and no longer than {most}")
        return (put(battle, Hundredths(100 * inches), until),), f"fog {inches} until {turn} {until}"

    pattern = (
        r"fog\s+(?:(?P<lifts>lifts)|(?P<inches>\d{1,2})"
        rf"(?:\s*,?\s*until\s+(?:{turn}\s+)?(?P<until>\d{{1,2}}))?)"
    )
    return row(
        f"fog <inches> until {turn} <number>", pattern, fog,
        "Until then no unit sees, shoots at or charges an enemy farther off; `fog lifts` ends it.",
        f"fog 6 until {turn} 4",
    )  # fmt: skip


def with_fog(
    sight: Sequence[S],
    now: int,
    inches: Hundredths | None,
    until: int,
    *,
    clear: Hundredths,
    make: Callable[[int, Hundredths], S],
    began: Callable[[S], int],
    far: Callable[[S], Hundredths],
) -> tuple[S, ...]:
    """How far is seen by turns, with fog in it; after it, as it would have been.

    sight: what changes, in order.  inches: None where the fog lifts now.  clear: as far as is seen where nothing is
    said.  make, began, far: one of ``sight``, the turn from which it counts, and how far is seen then.
    """  # fmt: skip
    before = [one for one in sight if began(one) < now]
    if inches is None:
        return (*before, make(now, clear), *(one for one in sight if began(one) > now))
    then = [far(one) for one in sight if began(one) <= until + 1]
    later = [one for one in sight if began(one) > until + 1]
    return (*before, make(now, inches), make(until + 1, then[-1] if then else clear), *later)
