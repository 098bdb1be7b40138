"""Line of sight, arcs and faces of contact (SN-7.0a, SN-7.1, SN-Q10, SN-Q44, section 2.8)."""

from typing import Literal

from pbem.engine.hexes import (
    Facing,
    Hex,
    depth,
    flank_hexes,
    front_hexes,
    in_narrow_arc,
    in_wide_arc,
    line,
    rear_hexes,
    turned,
)
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.special.fog import fogged, smoking
from pbem.rulesets.snaphance.state.battle import Battle, level, stand_at, terrain, type_of
from pbem.rulesets.snaphance.state.rulings import reading
from pbem.rulesets.snaphance.state.tables import SEEN_THROUGH

Face = Literal["front", "flank", "rear", "away"]


def in_arc(battle: Battle, shooter: StandId, there: Hex) -> bool:
    """Whether a hex lies in a shooter's arc: narrow for artillery, wide for all others (SN-7.0a, SN-Q10)."""
    stand = battle.stands[shooter]
    if type_of(battle, shooter).category == "Art":
        return in_narrow_arc(stand.hex, stand.facing, there)
    return in_wide_arc(stand.hex, stand.facing, there)


def from_front(battle: Battle, target: StandId, shooter_hex: Hex) -> bool:
    """Whether a shot comes through the target's front 2H (section 2.8)."""
    stand = battle.stands[target]
    return in_wide_arc(stand.hex, stand.facing, shooter_hex)


def from_rear(battle: Battle, target: StandId, shooter_hex: Hex) -> bool:
    """Whether a shot comes straight into the target's rear: through its two rear hexes (SNS-F2)."""
    stand = battle.stands[target]
    return in_wide_arc(stand.hex, turned(stand.facing, 3), shooter_hex)


def sees(battle: Battle, a: Hex, b: Hex) -> bool:
    """Whether a clear line runs from hex to hex (SN-7.1a, SN-7.1b, SN-7.1c, SN-Q44): the same both ways."""
    if battle.special and fogged(battle, a, b):
        return False
    clear = all if reading(battle, "SN-Q44") == "either-side" else any
    return all(clear(not _blocks(battle, here, a, b) for here in place) for place in line(a, b))


def before_line(battle: Battle, stand: StandId, there: Hex) -> bool:
    """Whether a hex lies in front of a stand's front face line (SN-Q9): depth 1 or more, or level with it too."""
    one = battle.stands[stand]
    return depth(one.hex, one.facing, there) >= (0 if reading(battle, "SN-Q9") == "in-front" else 1)


def _blocks(battle: Battle, here: Hex, a: Hex, b: Hex) -> bool:
    """Whether a hex on the way blocks: woods, town, a solid stand, a plateau between flat and flat or its own top."""
    ground = terrain(battle, here)
    if ground in {"woods", "town"} or (battle.special and smoking(battle, here)):
        return True
    stand = stand_at(battle, here)
    if stand is not None and type_of(battle, stand.id).category not in SEEN_THROUGH:
        return True
    return level(battle, here) == 2 and sorted((level(battle, a), level(battle, b))) in ([0, 0], [0, 2])


def contact_face(battle: Battle, stand: StandId, there: Hex) -> Face:
    """On which of a stand's faces a neighbouring hex lies (section 2.8); ``away``: it is no neighbour."""
    here: Hex = battle.stands[stand].hex
    facing: Facing = battle.stands[stand].facing
    if there in front_hexes(here, facing):
        return "front"
    if there in flank_hexes(here, facing):
        return "flank"
    return "rear" if there in rear_hexes(here, facing) else "away"


def faces(battle: Battle, stand: StandId, other: StandId) -> bool:
    """Whether a stand has another in one of its front hexes."""
    return contact_face(battle, stand, battle.stands[other].hex) == "front"
