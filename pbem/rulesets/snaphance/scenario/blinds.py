"""Blinds of a battle with hidden units: where each side has them at first (SN-H10)."""

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.blinds import FIRST
from pbem.engine.hexes import Hex, distance, key, neighbours
from pbem.engine.ids import GroupId, Side, StandId
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts
from pbem.rulesets.snaphance.state.battle import (
    Army,
    Battle,
    Stand,
    enemies_of,
    on_board,
    stands_of,
    terrain,
    with_stand,
)
from pbem.rulesets.snaphance.state.sights import BLIND


def with_blinds(got: ScenarioParts, battle: Battle, count: int) -> Battle:
    """The battle with so many blinds of each side beside its stands; those for which no hex is are a fault."""
    for one in battle.armies:
        fielded = blinds_of(battle, one, count)
        if len(stands_of(fielded, one.id)) < len(stands_of(battle, one.id)) + count:
            got.fault("blinds", f"there is no room for {count} blinds of {one.name}")
        battle = fielded
    return battle


def blinds_of(battle: Battle, army: Army, count: int) -> Battle:
    """The battle with blinds of a side beside its stands, as many as there is room for; its groups share them."""
    groups = [group for group, one in sorted(battle.groups.items()) if one.side == army.id]
    for number, (here, beside) in zip(range(count), _hexes(battle, army.id), strict=False):
        battle = with_stand(battle, _blind(army, number, here, beside, groups[number % len(groups)]))
    sights = replace(battle.sights, blinds=True) if battle.sights is not UNSET else UNSET
    return replace(battle, types={**battle.types, BLIND.name: BLIND}, sights=sights)


def _blind(army: Army, number: int, here: Hex, beside: Stand, group: GroupId) -> Stand:
    return Stand(
        id=StandId(f"{army.letter}{FIRST + number}"), name=f"Blind {number + 1}", side=army.id, group=group,
        type=BLIND.name, hex=here, facing=beside.facing, sp=BLIND.sp, blind=True,
    )  # fmt: skip


def _hexes(battle: Battle, side: Side) -> Iterator[tuple[Hex, Stand]]:
    """Free hexes beside the side's stands, in its zone where it sets up, each with that stand; those farthest from the
    enemy first."""
    mine, enemies = stands_of(battle, side), [one.hex for one in enemies_of(battle, side)]
    zone = next(one.zone for one in battle.armies if one.id == side)
    found: dict[Hex, Stand] = {}
    for one in mine:
        for here in neighbours(one.hex):
            free = key(here) not in battle.at and on_board(battle, here) and terrain(battle, here) != "impassable"
            if free and (zone is UNSET or here in zone):
                found.setdefault(here, one)
    off = {here: min((distance(here, enemy) for enemy in enemies), default=0) for here in found}
    yield from ((here, found[here]) for here in sorted(found, key=lambda here: (-off[here], here)))
