"""Guns that are taken (``prizes``): AR-Q25 leaves it to the scenario."""

from collections.abc import Iterator

from pbem.engine.ids import Side, StandId
from pbem.engine.special import rules_of
from pbem.engine.table.areas import inside
from pbem.engine.table.contact import meets
from pbem.engine.table.rects import centre
from pbem.engine.table.shapes import polygon
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.units import Unit


def taken(battle: Battle) -> Iterator[StandId]:
    """As a bound ends: abandoned guns that an unbroken enemy touches."""
    guns = [battle.units[gun] for _, rule in rules_of(battle, k.Prizes) for gun in rule.guns if gun in battle.units]
    for gun in guns:
        foes = [one for one in battle.units.values() if one.side != gun.side and one.state == "steady"]
        if gun.status == "abandoned" and any(meets(gun.rect, one.rect) for one in foes):
            yield gun.id


def prize_points(battle: Battle, side: Side) -> int:
    """What the guns of the enemy that are lost give a side."""
    return sum(
        rule.points for _, rule in rules_of(battle, k.Prizes) for gun in rule.guns if _is_lost(battle, gun, rule, side)
    )


def _is_lost(battle: Battle, gun: StandId, rule: k.Prizes, to: Side) -> bool:
    """Gone; or abandoned within the area of the rule."""
    if gun in battle.removed:
        return battle.removed[gun].side != to
    one = battle.units.get(gun)
    return one is not None and one.side != to and one.status == "abandoned" and _within(one, rule)


def _within(gun: Unit, rule: k.Prizes) -> bool:
    return bool(rule.area) and inside(centre(gun.rect), polygon(rule.area))
