"""What special rules bar: charges and moves in some bounds, ground before a bound, charges under a bridle."""

from collections.abc import Sequence

from pbem.engine.ids import RuleId
from pbem.engine.kept import kept
from pbem.engine.special import cited, rules_of
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.orders import FaceEnemy, Forward, Leg, TurnTo, WheelBy
from pbem.rulesets.armatys.state.units import Unit


def no_charge(battle: Battle, unit: Unit) -> tuple[RuleId, ...]:
    """Why a unit may not charge in this bound; () where it may."""
    for _, surprise in rules_of(battle, k.Surprised):
        if unit.side == surprise.side and battle.bound in surprise.bounds:
            return (cited(surprise),)
    for _, march in rules_of(battle, k.InColumn):
        if unit.id in march.units and battle.bound in march.bounds:
            return (cited(march),)
    for place, bridle in rules_of(battle, k.Bridled):
        if unit.id in bridle.units and place in battle.special_tried and place not in battle.special_done:
            return (cited(bridle),)
    return ()


def bridle_on(battle: Battle, unit: Unit) -> tuple[int, k.Bridled] | None:
    """The rule, and its place, by which a die is due before a unit charges."""
    for place, bridle in rules_of(battle, k.Bridled):
        if unit.id in bridle.units and place not in (*battle.special_done, *battle.special_tried):
            return place, bridle
    return None


def no_move(battle: Battle, unit: Unit, legs: Sequence[Leg]) -> tuple[RuleId, ...]:
    """Why a unit may not make such an ordinary move in this bound; () where it may."""
    for _, surprise in rules_of(battle, k.Surprised):
        held = unit.side == surprise.side and battle.bound in surprise.bounds
        if held and not all(isinstance(leg, TurnTo | FaceEnemy) for leg in legs):
            return (cited(surprise),)
    for _, march in rules_of(battle, k.InColumn):
        if unit.id in march.units and battle.bound in march.bounds:
            wheels = sum(abs(leg.angle) for leg in legs if isinstance(leg, WheelBy))
            if wheels > 10 * march.wheel or not all(isinstance(leg, Forward | WheelBy) for leg in legs):
                return (cited(march),)
    return ()


def no_ground(battle: Battle, unit: Unit, piece: str) -> tuple[RuleId, ...]:
    """Why a piece of terrain is closed to a unit in this bound; () where it is not."""
    for rule in kept(battle, "not across", lambda: [one for _, one in rules_of(battle, k.NotAcross)]):
        if unit.id in rule.units and piece in rule.ground and battle.bound < rule.before_bound:
            return (cited(rule),)
    return ()
