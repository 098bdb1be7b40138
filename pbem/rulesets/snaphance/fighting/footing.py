"""Ground under a fight: melee dice more or fewer, disorder at contact, cover (SNT); what it denies is in ``ground``.

Both stand where they fight.
"""

from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.moving.ground import defended, denies_cb, in_cover
from pbem.rulesets.snaphance.special.stop_line import RULE as DITCH
from pbem.rulesets.snaphance.special.stop_line import ditched
from pbem.rulesets.snaphance.state.battle import Battle, Terrain, terrain, type_of
from pbem.rulesets.snaphance.state.rulings import reading
from pbem.rulesets.snaphance.state.tables import WOODS_DICE, WOODS_DISORDER, rules


def ground_of(battle: Battle, stand: StandId) -> Terrain:
    """What a stand stands in."""
    return terrain(battle, battle.stands[stand].hex)


def dice_changes(battle: Battle, stand: StandId, enemy: StandId, attacks: bool) -> tuple[tuple[str, int, RuleId], ...]:
    """Melee dice for the ground: name, number and rule of each.

    Deductions for a town hold for a stand fighting one in it, and for the one in it, whichever began (SNT-town-4a, 4c).
    """
    mine, theirs = ground_of(battle, stand), ground_of(battle, enemy)
    row = type_of(battle, stand)
    found: list[tuple[str, int, RuleId]] = []
    if theirs == "stream" and mine != "stream":
        found.append(("bank", 1, RuleId("SNT-stream-b")))
    if "woods" in {mine, theirs} and row.category in WOODS_DICE:
        found.append(("woods", *WOODS_DICE[row.category]))
    if attacks and _over_defences(battle, stand, enemy):
        by = DITCH if _over_ditch(battle, stand, enemy) else RuleId("SNT-def-f" if row.is_mounted else "SNT-def-e")
        found.append(("defences", -2 if row.is_mounted else -1, by))
    if theirs == "town":
        against = (-2, "SNT-town-3.1f") if row.is_mounted else (-1, "SNT-town-3.1e")
        found.append(("against a town", against[0], RuleId(against[1])))
    if mine == "town":
        found += _in_town(battle, stand)
    return tuple(found)


def _in_town(battle: Battle, stand: StandId) -> list[tuple[str, int, RuleId]]:
    row = type_of(battle, stand)
    if row.is_mounted:
        return [("in a town", -3, RuleId("SNT-town-3.2a"))]
    if row.category == "Pk":
        return [("in a town", -2, RuleId("SNT-town-3.2c"))]
    if row.subtype == "tercio":
        return [("in a town", -2, RuleId("SNT-town-3.2d"))]
    return [("in a town", -1, RuleId("SNT-town-3.2b"))] if row.category == "PS" else []


def disorders(battle: Battle, stand: StandId, enemy: StandId, attacks: bool) -> tuple[RuleId, ...]:
    """The rules by which a stand is disordered at contact by where its enemy stands (SN-Q42); () when none does."""
    row = type_of(battle, stand)
    found: list[str] = []
    if ground_of(battle, enemy) == "woods" and row.category in WOODS_DISORDER:
        found.append(WOODS_DISORDER[row.category])
    if attacks and row.is_mounted and _over_defences(battle, stand, enemy):
        found.append("SNT-def-f")
    if attacks and ground_of(battle, enemy) == "town":
        found += _town_disorders(battle, stand)
    return rules(*found)


def _town_disorders(battle: Battle, stand: StandId) -> tuple[str, ...]:
    row = type_of(battle, stand)
    if row.is_mounted:
        return ("SNT-town-3.1f",)
    return ("SNT-town-3.1b",) if row.category == "Pk" else ()


def disorders_outside(battle: Battle, stand: StandId, attacker: StandId) -> tuple[RuleId, ...]:
    """The rules by which a stand outside is disordered that a stand in a town attacks (SNT-town-4c, SN-Q75)."""
    if ground_of(battle, attacker) != "town" or ground_of(battle, stand) == "town":
        return ()
    found = _town_disorders(battle, stand) if reading(battle, "SN-Q75") == "disorder-too" else ()
    return rules("SNT-town-4c", *found, "SN-Q75") if found else ()


def covered(battle: Battle, stand: StandId, enemy: StandId) -> bool:
    """Whether a stand is in cover against a neighbouring enemy (SN-Q26)."""
    return in_cover(battle, battle.stands[enemy].hex, battle.stands[stand].hex) != "none"


def may_stand(battle: Battle, skirmishers: StandId, attacker: StandId) -> bool:
    """Whether Sk may stand, fire and fight against an attacker: in cover, where terrain takes away its charge bonus, or
    against those who are neither combat stands nor light cavalry (SN-7.4f, SN-10.5a, SN-10.5d, SN-10.5h)."""
    row = type_of(battle, attacker)
    if not row.is_cs and row.category != "LC":
        return True
    return covered(battle, skirmishers, attacker) or bool(denies_cb(battle, attacker, skirmishers))


def _over_ditch(battle: Battle, stand: StandId, enemy: StandId) -> bool:
    """Whether the defences it fights over are those of a special rule."""
    return bool(battle.special) and ditched(battle, battle.stands[enemy].hex, (battle.stands[stand].hex,))


def _over_defences(battle: Battle, stand: StandId, enemy: StandId) -> bool:
    """Whether a stand fights over a defended side of its enemy's hex."""
    return defended(battle, battle.stands[stand].hex, battle.stands[enemy].hex)
