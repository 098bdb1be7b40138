"""What was agreed of army lists: points, year, nations (FS-Q89); by the file, or by the game's option ``lists``."""

import re
from typing import NamedTuple

from pbem.engine.scenariofile.gathered import Gathered
from pbem.rulesets.fornovo.scenario.file import BattleFile

LEAST, MOST = 300, 5000
_AGREED = re.compile(r"(\d{3,4})(?:[ ,]+(1[4-7]\d\d))?(?:[ ,]+([A-Za-z -]+?) ?/ ?([A-Za-z -]+))?")


class AgreedLists(NamedTuple):
    """What both sides keep to."""

    points: int
    """0 for the scenario's armies."""
    year: int = 0
    """0: as the file has it."""
    nations: tuple[str, ...] = ()
    """Of the sides in their order; (): as the file has them."""


def lists_agreed(got: Gathered, file: BattleFile) -> AgreedLists:
    """``1200``, ``1200 1650``, ``1200 1650 England/Scotland``."""
    chosen = got.options.get("lists", "")
    said = chosen or (str(file.army_points) if file.army_points else "")
    if not said:
        return AgreedLists(0)
    where = "options.lists" if chosen else "army_points"
    found = _AGREED.fullmatch(said.strip())
    if found is None or not LEAST <= int(found[1]) <= MOST:
        told = f"army lists are agreed on as points ({LEAST} to {MOST}), year, nations: 1200 1650 England/Scotland"
        got.fault(where, told)
        return AgreedLists(0)
    late = any("enters" in one for side in file.sides for one in side.get("units", ()))
    if file.special or got.options.get("commanders") or late:
        got.fault(where, "special rules, late comers and several commanders go with the scenario's own armies")
    nations = (found[3].strip(), found[4].strip()) if found[3] else ()
    return AgreedLists(int(found[1]), int(found[2] or 0), nations)
