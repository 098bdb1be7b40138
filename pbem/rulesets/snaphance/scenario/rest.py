"""The rest of a scenario file: pace, what is left out, other readings of the rules."""

from collections.abc import Mapping

from pbem.rulesets.snaphance.scenario.file import File
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts
from pbem.rulesets.snaphance.state.rulings import chosen, fault_of

BANS = ("opportunity",)

SET_UP = "set-up"
"""The pace at which players set up themselves; from round 1 on it is as by rounds."""
PACES: Mapping[str, str] = {
    "round": "Both sides write orders for a whole round; what comes up in it is settled by standing orders.",
    "activation": "A side writes the orders of each group when its activation comes; standing orders settle the rest.",
    "ask me": "As by activations, and whatever no standing order settles is asked when it comes up.",
    SET_UP: "As by rounds, and before round 1 both sides set up their own units, neither seeing the other's.",
}
"""How often a game stops for its players: each `Pace`, the usual one first; and `SET_UP`."""


def read_bans(got: ScenarioParts, file: File) -> None:
    """What the battle leaves out."""
    for i, ban in enumerate(file.bans):
        if ban not in BANS:
            got.fault(f"bans[{i}]", f"{ban!r} cannot be left out; what can: {', '.join(BANS)}")


def read_rulings(got: ScenarioParts, file: File) -> None:
    """The rulings that the battle reads otherwise (SN-Q), before what they change in the armies is read."""
    good: dict[str, str] = {}
    for name, wanted in file.rulings.items():
        fault = fault_of(str(name), wanted)
        if fault:
            got.fault(f"rulings.{name}", fault)
        else:
            good[str(name)] = wanted
    got.rulings = chosen(good)
