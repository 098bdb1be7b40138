"""What special rules give a side as the battle is judged, and how they end it (FS-Q89: the scenario's)."""

from collections.abc import Iterable

from pbem.engine.ids import Side, StandId
from pbem.engine.special import rules_of
from pbem.engine.table.areas import inside
from pbem.engine.table.measures import within
from pbem.engine.table.objectives import Standing
from pbem.engine.table.places import point
from pbem.engine.table.shapes import polygon
from pbem.rulesets.fornovo.moving.places import distance, footprints
from pbem.rulesets.fornovo.state import special_rules as k
from pbem.rulesets.fornovo.state.battle import Battle, army_of, other_side
from pbem.rulesets.fornovo.state.units import Unit


def points(battle: Battle, side: Side) -> int:
    """Per cent of margin: baggage plundered or brought home, hands joined, guns taken."""
    loot = sum(
        rule.points for _, rule in rules_of(battle, k.Plunder) for one in _gone(battle, rule.baggage)
        if one.side != side and not one.went_home
    )  # fmt: skip
    home = sum(
        rule.points for _, rule in rules_of(battle, k.Homeward) for one in _gone(battle, rule.baggage)
        if one.side == side and one.went_home
    )  # fmt: skip
    hands = sum(
        rule.points for place, rule in rules_of(battle, k.JoinedHands)
        if place in battle.special_done and _side_of(battle, rule.units[0]) == side
    )  # fmt: skip
    guns = sum(rule.points for _, rule in rules_of(battle, k.TakenGuns) if _taken(battle, rule, side))
    return loot + home + hands + guns


def _gone(battle: Battle, units: Iterable[StandId]) -> list[Unit]:
    return [battle.removed[one] for one in units if one in battle.removed]


def _side_of(battle: Battle, unit: StandId) -> Side | None:
    there = battle.units.get(unit) or battle.removed.get(unit) or battle.to_come.get(unit)
    return there.side if there is not None else None


def _taken(battle: Battle, rule: k.TakenGuns, side: Side) -> bool:
    """Guns of the other side that none of it guards."""
    if _side_of(battle, rule.units[0]) in {side, None}:
        return False
    mine = [one for one in footprints(battle) if one.unit.side != side and one.unit.morale != "routed"]
    guns = [one.rect for one in mine if one.unit.id in rule.units]
    guards = [one.rect for one in mine if one.unit.id not in rule.units]
    return not within(distance(guns, guards), rule.inches)


def gone_home(battle: Battle) -> Side | None:
    """The side of which enough has marched off, its general and some baggage too."""
    for _, rule in rules_of(battle, k.Homeward):
        home = [one for one in battle.removed.values() if one.went_home and one.side == rule.side]
        enough = 100 * sum(one.points for one in home) >= rule.share * army_of(battle, rule.side).points
        if enough and battle.generals[rule.general].went_home and any(one.id in rule.baggage for one in home):
            return rule.side
    return None


def rides_down(battle: Battle, there: Standing) -> Side | None:
    """The side whose enemy has come to no ground that saves it, after the last turn.  there: who holds ground."""
    for _, rule in rules_of(battle, k.RiddenDown):
        ground = polygon(rule.area)
        if not any(side == rule.side and inside(point(at), ground) for side, at in there):
            return other_side(battle, rule.side)
    return None


def on_terms(battle: Battle, loser: Side) -> bool:
    """Whether a side that concedes has terms: only those units of its foot are left that may ask for them."""
    return any(
        _side_of(battle, rule.units[0]) == loser
        and any(one in battle.units for one in rule.units)
        and all(one not in battle.units or battle.units[one].morale == "routed" for one in rule.others)
        for _, rule in rules_of(battle, k.Terms)
    )
