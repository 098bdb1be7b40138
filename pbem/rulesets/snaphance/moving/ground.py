"""Terrain: what it does to those who enter it, who may recover in it, whom it covers, what it denies (3.16, 3.17).

Every rule here is a table keyed by terrain and category, or a sentence about two hexes.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem.engine.hexes import Hex, direction_to, line
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.special.stop_line import ditched
from pbem.rulesets.snaphance.state.battle import CS, MCS, Battle, Category, Terrain, century, on_board, terrain, type_of
from pbem.rulesets.snaphance.state.rulings import reading, switched_ids

Cover = Literal["none", "cover", "prepared"]

NAMES: Mapping[Terrain, str] = {
    "open": "open ground", "stream": "a stream", "field": "fields", "woods": "woods", "hill-slope": "a hill",
    "hill-top": "a hill", "swamp": "a swamp", "town": "a town", "impassable": "impassable ground",
}  # fmt: skip


class HexEntry(msgspec.Struct, frozen=True):
    """What entering a hex does."""

    halts: bool = False
    """The move ends there."""
    disorders: bool = False
    """The stand falls into disorder."""
    rules: tuple[RuleId, ...] = ()
    at_most: int | None = None
    """Hexes of a move that touches it (None: no limit)."""
    closed: str = ""
    """Why it may not be entered at all ('' if it may)."""


CLEAR = HexEntry()


def _ids(*rules: str) -> tuple[RuleId, ...]:
    return tuple(RuleId(rule) for rule in rules)


_ALL: tuple[Category, ...] = ("Pi", "Ln", "Hs", "FH", "Pk", "PS", "Art", "Sh", "Dr", "Sk", "LC")
_HALT_DISORDER = (True, True)
_HALT = (True, False)

_WOODS: Mapping[Category, HexEntry] = {
    "Ln": HexEntry(*_HALT_DISORDER, _ids("SNT-wood-a")),
    "PS": HexEntry(*_HALT_DISORDER, _ids("SNT-wood-b")),
    "Pk": HexEntry(*_HALT_DISORDER, _ids("SNT-wood-b")),
    "Sk": HexEntry(False, False, _ids("SNT-wood-d")),
    "Sh": HexEntry(*_HALT, _ids("SNT-wood-e")),
    "Dr": HexEntry(*_HALT, _ids("SNT-wood-e")),
    "Hs": HexEntry(*_HALT_DISORDER, _ids("SNT-wood-f", "SN-Q64")),
    "FH": HexEntry(*_HALT_DISORDER, _ids("SNT-wood-f", "SN-Q64")),
    "Pi": HexEntry(*_HALT_DISORDER, _ids("SNT-wood-f")),
    "LC": HexEntry(*_HALT_DISORDER, _ids("SNT-wood-h")),
    "Art": HexEntry(rules=_ids("SN-Q54"), closed="artillery may not enter woods"),
}
_SWAMP: Mapping[Category, HexEntry] = {
    **dict.fromkeys(_ALL, HexEntry(*_HALT_DISORDER, _ids("SNT-swamp-b"))),
    "Sk": HexEntry(*_HALT, _ids("SNT-swamp-a")),
    "Art": HexEntry(rules=_ids("SN-Q54"), closed="artillery may not enter a swamp"),
}
_FIELD: Mapping[Category, HexEntry] = {
    c: HexEntry(False, c not in ("Sk", "LC", "Dr"), _ids("SNT-field-a", "SNT-field-b"), at_most=2) for c in _ALL
}
_TOWN: Mapping[Category, HexEntry] = {
    **dict.fromkeys(_ALL, HexEntry(False, False, _ids("SNT-town-1b"))),
    **dict.fromkeys(sorted(CS), HexEntry(*_HALT_DISORDER, _ids("SNT-town-1a"))),
    "Art": HexEntry(*_HALT, _ids("SNT-town-1b", "SN-Q54")),
}

GUNS_STRUGGLE = HexEntry(*_HALT_DISORDER, _ids("SN-Q54"))
"""Guns in woods and swamps, where the battle lets them enter (SN-Q54)."""

ENTRY: Mapping[Terrain, Mapping[Category, HexEntry]] = {
    "stream": dict.fromkeys(_ALL, HexEntry(*_HALT_DISORDER, _ids("SNT-stream-a"))),
    "field": _FIELD,
    "woods": _WOODS,
    "swamp": _SWAMP,
    "town": _TOWN,
    "impassable": dict.fromkeys(_ALL, HexEntry(rules=_ids("SN-4.0b"), closed="nothing can enter that hex")),
}
"""What entering does, by terrain and category; terrain not named here does nothing to anybody."""


def entry(battle: Battle, stand: StandId, here: Hex) -> HexEntry:
    """What entering a hex does to a stand (3.16, 3.17); closed where the scenario or the rules keep it out."""
    kind, found = type_of(battle, stand), terrain(battle, here)
    if not on_board(battle, here):
        return HexEntry(rules=_ids("SN-4.0b"), closed="that is off the board")
    if kind.category in battle.no_entry.get(found, ()):
        why = f"the scenario keeps {kind.title} out of {NAMES[found]}"
        return HexEntry(rules=_ids("SN-2.0a"), closed=why)
    table = ENTRY.get(found)
    if kind.category == "Art" and found in ("woods", "swamp") and reading(battle, "SN-Q54") == "halted":
        return GUNS_STRUGGLE
    return table[kind.category] if table else CLEAR


def at_most_from(battle: Battle, stand: StandId, here: Hex) -> int | None:
    """Hexes of a move that leaves a hex: 2 from fields, 1 for skirmishers in a swamp (SNT-field-a, SNT-swamp-a)."""
    found = terrain(battle, here)
    if found == "swamp":
        return 1 if type_of(battle, stand).category == "Sk" else None
    return 2 if found == "field" else None


def barrier(battle: Battle, a: Hex, b: Hex) -> bool:
    """Whether a defended hexside lies between two neighbours (SNT-def-a): a barrier stands in the way of both sides."""
    return any(
        (one.hex == a and direction_to(a, b) in one.sides) or (one.hex == b and direction_to(b, a) in one.sides)
        for one in battle.defences
    )


def defended(battle: Battle, attacker: Hex, target: Hex) -> bool:
    """Whether an attack on a neighbouring hex goes over its defences: they serve the hex that lists them (SN-Q26)."""
    side = direction_to(target, attacker)
    listed = any(one.hex == target and side in one.sides for one in battle.defences)
    return listed or (bool(battle.special) and ditched(battle, target, (attacker,)))


def crossing_disorders(battle: Battle, stand: StandId) -> bool:
    """Mounted, PS and Pk are disordered by crossing defences (SNT-def-b)."""
    kind = type_of(battle, stand)
    return kind.is_mounted or kind.category in ("PS", "Pk")


# --- recovery -------------------------------------------------------------------------------------------------------


def bars_rally(battle: Battle, stand: StandId) -> tuple[RuleId, ...]:
    """The rules by which the ground a stand is on forbids it to rally; () where it may."""
    kind, found = type_of(battle, stand), terrain(battle, battle.stands[stand].hex)
    category = kind.category
    if found == "stream":
        return _ids("SNT-stream-c")
    if found == "swamp":
        return _ids("SNT-swamp-c")
    if found == "woods":
        late = category == "PS" and battle.year >= 1660  # SNT-wood-c
        light = category == "FH" and reading(battle, "SN-Q64") == "fast-as-light"
        return () if late or light else {
            "Ln": _ids("SNT-wood-a"), "PS": _ids("SNT-wood-b"), "Pk": _ids("SNT-wood-b"), "Hs": _ids("SNT-wood-f"),
            "FH": _ids("SNT-wood-f", "SN-Q64"), "Pi": _ids("SNT-wood-f"),
        }.get(category, ())  # fmt: skip
    if found == "town" and category in CS and not (category == "PS" and century(battle, stand) > 16):
        return _ids("SNT-town-1a", "SN-Q67")
    return ()


def lets_rally(battle: Battle, stand: StandId) -> tuple[RuleId, ...]:
    """The switched ruling by which a stand may rally where it is (SN-Q64): fast horse in woods."""
    in_woods = terrain(battle, battle.stands[stand].hex) == "woods"
    return switched_ids(battle, "SN-Q64") if in_woods and type_of(battle, stand).category == "FH" else ()


# --- cover and denials ----------------------------------------------------------------------------------------------


def in_cover(battle: Battle, shooter_hex: Hex, target_hex: Hex) -> Cover:
    """Whether a target is in cover from a shooter's hex (SN-Q26): woods, town, a hex the scenario marks, or
    behind a defence of its own hex.

    ``prepared``: behind prepared defences, which count instead of cover (SNS-F10, SNS-F11).
    """
    places = line(shooter_hex, target_hex)
    last = places[-1] if places else (shooter_hex,)
    for one in battle.defences:
        if one.hex == target_hex and all(direction_to(target_hex, near) in one.sides for near in last):
            return "prepared" if one.prepared else "cover"
    if battle.special and ditched(battle, target_hex, last):
        return "cover"
    if terrain(battle, target_hex) == "field" and reading(battle, "SN-Q26") == "fields-too":
        return "cover"
    return "cover" if target_hex in battle.cover or terrain(battle, target_hex) in ("woods", "town") else "none"


def denies_cb(battle: Battle, attacker: StandId, target: StandId) -> tuple[RuleId, ...]:
    """The rules by which ground takes away the charge bonus of ``attacker`` against ``target``; () where it keeps it.

    Both stand where they fight (SN-10.3e).
    """
    mine, his = battle.stands[attacker].hex, battle.stands[target].hex
    here, there = terrain(battle, mine), terrain(battle, his)
    kind, category = type_of(battle, attacker), type_of(battle, attacker).category
    if here == "stream":
        return _ids("SNT-stream-a")
    if defended(battle, mine, his):
        return _ids("SNT-def-c")
    if "field" in (here, there):
        return _ids("SNT-field-d")
    if "town" in (here, there):
        return _ids("SNT-town-3.1a") if there == "town" else _ids("SNT-town-3.2e")
    if _out_of_town(battle, attacker):
        return _ids("SNT-town-5b")
    if "woods" in (here, there):
        if category == "Ln":
            return _ids("SNT-wood-a", "SN-Q25")
        if kind.is_cs and not kind.is_mounted:
            return _ids("SNT-wood-b")
        if kind.is_mounted:
            return _ids("SNT-wood-h" if category == "LC" else "SNT-wood-f")
    if here == "swamp" and category != "Sk":
        return _ids("SNT-swamp-b")
    if there == "swamp" and type_of(battle, target).category == "Sk":
        return _ids("SNT-swamp-d")
    return ()


def _out_of_town(battle: Battle, stand: StandId) -> bool:
    """A combat stand that has left a town this turn (SNT-town-5b)."""
    doing = battle.stands[stand].doing
    start = doing.started_hex
    return type_of(battle, stand).is_cs and doing.hexes > 0 and start is not None and terrain(battle, start) == "town"


def denies_depth(battle: Battle, stand: StandId, enemy: StandId, attacking: bool) -> tuple[RuleId, ...]:
    """The rules by which ground takes away the depth bonus of pikes and tercios; () where they keep it."""
    mine, his = battle.stands[stand].hex, battle.stands[enemy].hex
    here, there = terrain(battle, mine), terrain(battle, his)
    if here == "stream":
        return _ids("SNT-stream-a")
    if "woods" in (here, there):
        return _ids("SNT-wood-b")
    if attacking and defended(battle, mine, his):
        return _ids("SNT-def-d")
    if here == "town":
        return _ids("SNT-town-3.2c", "SNT-town-3.2d")
    if there == "town" and type_of(battle, stand).category == "Pk":  # tercios keep theirs: SNT-town-3.1d
        return _ids("SNT-town-3.1b")
    return ()


def denies_pike_bonus(battle: Battle, stand: StandId, enemy: StandId, attacking: bool) -> tuple[RuleId, ...]:
    """The rules by which ground takes away the pike bonus of PS (SN-Q14); () where they keep it."""
    mine, his = battle.stands[stand].hex, battle.stands[enemy].hex
    here, there = terrain(battle, mine), terrain(battle, his)
    if "woods" in (here, there):
        return _ids("SNT-wood-b")
    if attacking and defended(battle, mine, his):
        return _ids("SNT-def-d")
    if there == "town":
        return _ids("SNT-town-3.1c")
    if here == "town":
        return _ids("SNT-town-3.2b")
    return ()


def foot_may_attack_horse(battle: Battle, attacker: StandId, target: StandId) -> tuple[RuleId, ...]:
    """The rules by which ground lets foot attack mounted combat stands (SN-10.0b); () where it does not."""
    if type_of(battle, target).category not in MCS:
        return ()
    category = type_of(battle, attacker).category
    here, there = (terrain(battle, battle.stands[one].hex) for one in (attacker, target))
    if there == "woods" and category in ("PS", "Pk"):
        return _ids("SNT-wood-b")
    if there == "woods" and category in ("Sh", "Dr"):
        return _ids("SNT-wood-e")
    if there == "town":
        return _ids("SNT-town-3b")
    if here == "town":
        return _ids("SNT-town-4b")
    return ()
