"""Whom special rules hold back, slow down or silence."""

from pbem.engine.hiding import sights_of
from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.special import cited, rules_of
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.fornovo.state import special_rules as k
from pbem.rulesets.fornovo.state.battle import Battle, charges_on, combats_of
from pbem.rulesets.fornovo.state.units import Unit


def held(battle: Battle, unit: StandId) -> RuleId | None:
    """The special rule by which a unit neither moves nor charges; None for one that is free, or charged."""
    one = battle.units.get(unit)
    if one is not None and one.loots:
        return cited(k.Plunder)
    if one is not None and (one.wavers or one.strays == battle.turn > 0) and not charges_on(battle, unit):
        return cited(k.Wavering if one.wavers else k.LostGuide)
    if unit in battle.freed or charges_on(battle, unit) or combats_of(battle, unit):
        return None
    for rule in battle.special:
        over = isinstance(rule, k.HeldUntil) and battle.turn >= rule.turn
        if isinstance(rule, k.HeldUntil | k.HeldBy | k.AlarmGiven) and unit in rule.units and not over:
            return cited(rule)
    return None


def silent(battle: Battle, unit: StandId) -> RuleId | None:
    """The special rule by which a unit does not shoot."""
    for _, rule in rules_of(battle, k.AlarmGiven):
        if unit in rule.units and unit not in battle.freed and not charges_on(battle, unit):
            return cited(rule)
    if unit in battle.units and battle.units[unit].loots:
        return cited(k.Plunder)
    for _, powder in rules_of(battle, k.LastPowder):
        if unit in powder.units and unit in battle.units and battle.units[unit].volleys >= powder.rounds:
            return cited(powder)
    return None


def may_limber(battle: Battle, unit: StandId) -> bool:
    """Whether teams have come for guns that stand unlimbered."""
    rules = rules_of(battle, k.CoachHorses)
    return any(unit in rule.units and battle.turn >= rule.turn for _, rule in rules) and not battle.units[unit].teamed


def masked(battle: Battle, unit: StandId) -> RuleId | None:
    """The special rule by which guns do not shoot past friends."""
    return next((cited(rule) for _, rule in rules_of(battle, k.Masked) if unit in rule.units), None)


def skittish(battle: Battle, unit: StandId) -> bool:
    """Whether it tests when it is shot at and nothing was lost."""
    return any(unit in rule.units for _, rule in rules_of(battle, k.Skittish))


def closed_in_the_dark(battle: Battle, piece: str) -> RuleId | None:
    """The special rule by which the mounted do not cross a line yet."""
    rules = rules_of(battle, k.DarkWater)
    return next((cited(rule) for _, rule in rules if piece in rule.lines and battle.turn < rule.turn), None)


def most_ride(battle: Battle, general: StandId, usual: Hundredths) -> Hundredths:
    """What a general may ride in a turn."""
    return min([usual, *(rule.inches for _, rule in rules_of(battle, k.SlowGeneral) if rule.general == general)])


def weightless(battle: Battle, unit: StandId) -> bool:
    """Whether its guns add nothing to the weight of artillery (FS-8.2a)."""
    return any(unit in rule.units for _, rule in rules_of(battle, k.NoWeight))


def halvings(battle: Battle, side: Side, *, guns: bool, far: bool) -> int:
    """How often hits are halved once more."""
    wet = guns and any(rules_of(battle, k.WetPowder))
    light = far and any(rule.side == side for _, rule in rules_of(battle, k.BadLight))
    return wet + light


def falls_on(battle: Battle, general: StandId) -> int:
    """FS-3.1.3: the highest die on which a general is out of the game."""
    return max([1, *(rule.upto for _, rule in rules_of(battle, k.Exposed) if rule.general == general)])


def seen_to(battle: Battle, unit: Unit, usual: Hundredths) -> Hundredths:
    """How far a unit is seen: by its lit matches, or by the flashes of what it shoots."""
    far = usual
    for _, rule in rules_of(battle, k.LitMatches):
        glows, flashes = unit.id in rule.units, unit.fired or unit.fired_last_turn
        far = max(far, rule.inches if glows else far, rule.flash if flashes else far)
    return far


def visibility(battle: Battle) -> Hundredths | None:
    """FS-11.3a, FS-H1: how far troops see, by the scenario, or where units are hidden; None: as printed."""
    by_turn = [one.inches for one in battle.sight if one.turn <= battle.turn]
    far = by_turn[-1] if by_turn else battle.visibility
    sights = sights_of(battle)
    if sights is None or sights.opened:
        return far
    most = Hundredths(sights.visibility)
    return most if far is None else min(far, most)
