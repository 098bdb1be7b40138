"""A ditch (``stop-line``): defences for the foot in it, and horse that step into it must halt."""

from pbem.engine.hexes import SIDE_HOURS, Hex, direction_to
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.special.naming import hexes_named
from pbem.rulesets.snaphance.state.battle import Battle, stand_at, type_of
from pbem.rulesets.snaphance.state.special_rules import StopLine

RULE = RuleId("SCN-stop-line")


def words(battle: Battle, rule: StopLine) -> str:
    """``Foot in the ditch (0506 and 0606) is behind defences, and horse must halt in it``."""
    first, last = hexes_named(rule.hexes[:1]), hexes_named(rule.hexes[-1:])
    where = hexes_named(rule.hexes) if len(rule.hexes) < 4 else f"{first} to {last}"
    return f"foot in {rule.name} ({where}) stands behind defences, and horse must halt in it"


def stops_horse(battle: Battle, stand: StandId, here: Hex) -> str:
    """Why a mounted stand goes no farther once it is in a hex; '' where it may."""
    if not type_of(battle, stand).is_mounted:
        return ""
    for rule in battle.special:
        if isinstance(rule, StopLine) and here in rule.hexes:
            return f"horse halts in {rule.name}"
    return ""


def ditched(battle: Battle, there: Hex, sides: tuple[Hex, ...]) -> bool:
    """Whether a hex holds foot behind a ditch towards all these neighbours of it."""
    one = stand_at(battle, there)
    if one is None or type_of(battle, one.id).is_mounted:
        return False
    for rule in battle.special:
        if isinstance(rule, StopLine) and there in rule.hexes:
            hours = [SIDE_HOURS[d] for d in (direction_to(there, near) for near in sides) if d is not None]
            if len(hours) == len(sides) and all(hour in rule.sides for hour in hours):
                return True
    return False
