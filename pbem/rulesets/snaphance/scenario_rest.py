"""The rest of a scenario file: pace, what is left out, other readings of the rules."""

import re
from typing import get_args

import msgspec

from pbem.engine.spec import unknown
from pbem.rulesets.snaphance.battle import Pace
from pbem.rulesets.snaphance.scenario_file import File
from pbem.rulesets.snaphance.scenario_reading import Reading

RULINGS = 74
"""The catalogue's rulings are SN-Q1 to SN-Q74."""
BANS = ("opportunity",)


def read_pace(got: Reading) -> Pace:
    """The game's pace, an option of the game and not of the file."""
    unknown(got.options, ("pace",), "options", got.faults)
    pace = got.options.get("pace", "round")
    if pace not in get_args(Pace):
        got.faults.add("options.pace", f"{pace!r} is no pace; there are: {', '.join(get_args(Pace))}")
        return "round"
    found: Pace = msgspec.convert(pace, Pace)
    return found


def read_bans_and_rulings(got: Reading, file: File) -> None:
    """What the battle leaves out, and where it reads the rules otherwise."""
    for i, ban in enumerate(file.bans):
        if ban not in BANS:
            got.faults.add(f"bans[{i}]", f"{ban!r} cannot be left out; what can: {', '.join(BANS)}")
    for name in file.rulings:
        number = re.fullmatch(r"SN-Q([0-9]+)", str(name))
        if not number or not 1 <= int(number[1]) <= RULINGS:
            got.faults.add(f"rulings.{name}", f"there is no ruling {name}: SN-Q1 to SN-Q{RULINGS}")
        else:
            got.faults.add(f"rulings.{name}", f"only the catalogue's own {name} can be played yet: leave it out")
