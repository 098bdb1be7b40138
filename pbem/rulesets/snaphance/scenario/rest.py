"""The rest of a scenario file: pace, what is left out, other readings of the rules."""

from collections.abc import Mapping
from typing import get_args

import msgspec

from pbem.engine.spec import unknown
from pbem.rulesets.snaphance.scenario.file import File
from pbem.rulesets.snaphance.scenario.reading import Reading
from pbem.rulesets.snaphance.state.battle import Pace
from pbem.rulesets.snaphance.state.rulings import chosen, fault_of

BANS = ("opportunity",)

PACES: Mapping[str, str] = {
    "round": "Both sides write orders for a whole round; what comes up in it is settled by standing orders.",
    "activation": "A side writes the orders of each group when its activation comes; standing orders settle the rest.",
    "ask me": "As by activations, and whatever no standing order settles is asked when it comes up.",
}
"""How often a game stops for its players: each `Pace`, the usual one first."""


def read_pace(got: Reading) -> Pace:
    """The game's pace, an option of the game and not of the file."""
    unknown(got.options, ("pace",), "options", got.faults)
    pace = got.options.get("pace", "round")
    if pace not in get_args(Pace):
        got.faults.add("options.pace", f"{pace!r} is no pace; there are: {', '.join(get_args(Pace))}")
        return "round"
    found: Pace = msgspec.convert(pace, Pace)
    return found


def read_bans(got: Reading, file: File) -> None:
    """What the battle leaves out."""
    for i, ban in enumerate(file.bans):
        if ban not in BANS:
            got.faults.add(f"bans[{i}]", f"{ban!r} cannot be left out; what can: {', '.join(BANS)}")


def read_rulings(got: Reading, file: File) -> None:
    """The rulings that the battle reads otherwise (SN-Q), before what they change in the armies is read."""
    good: dict[str, str] = {}
    for name, wanted in file.rulings.items():
        fault = fault_of(str(name), wanted)
        if fault:
            got.faults.add(f"rulings.{name}", fault)
        else:
            good[str(name)] = wanted
    got.rulings = chosen(good)
