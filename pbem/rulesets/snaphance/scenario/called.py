"""Battles that a campaign calls, as scenario files, and what came of them as men (common army list, rates of loss).

A unit is a stand of its type and class; an unfed one fights one class lower, and one far under the usual strength too.
Pieces stand four or five to a stand of guns.  What lies under a quarter of a stand does not fight.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbem.engine.called import BattleResult, BattleSpec, CalledSide, CalledUnit, TakesBattles, UnitLoss
from pbem.engine.callfights import NotTaken
from pbem.engine.ids import Side, StandId
from pbem.rulesets.snaphance.reporting.teller import outcome
from pbem.rulesets.snaphance.state.battle import Battle, Stand

PIECES = 5
"""To a stand of guns, at the most."""
USUAL: Mapping[str, int] = {"foot": 800, "horse": 300}
"""Men of a stand."""
LEAST_MEN = 60
"""A stand of fewer does not take the field."""
LIMIT = 12
BREAKS = 40
"""Of an army's break points, in a hundred."""
CLASSES = "ABC"
MOUNTED = ("GEN", "MAA", "DEM", "REI", "MIL", "CUI", "HOR", "SLO", "FAS", "LC", "DRA")
FRONT = 18
"""Stands in a line."""


class Fielded(msgspec.Struct, frozen=True):
    """A stand and the unit it is, or is part of.  share: so many of how many stands of that unit."""

    code: str
    unit: CalledUnit
    type: str
    of: int


def scenario_of(spec: BattleSpec, ground: Mapping[str, Any]) -> Mapping[str, Any]:
    """A called battle on its ground as a scenario file.  Raises NotTaken where a side has no stand to field."""
    for side in spec.sides:
        if not fielded(side):
            raise NotTaken(f"{side.name} has no unit of {LEAST_MEN} men, and no stand")
    defends = spec.holder or spec.sides[1].side
    return {
        "rules": "snaphance", "name": f"battle-{spec.number}", "title": spec.title,
        "blurb": f"{spec.title}, in the {spec.hour}: {spec.ground}.", "year": int(spec.date.split()[-1]),
        "limit": LIMIT,
        **ground,
        "sides": [_side(side, ground, north=side.side == defends) for side in spec.sides],
        "commanders": [one for side in spec.sides for one in commanders(side)],
    }  # fmt: skip


def commanders(side: CalledSide) -> list[dict[str, Any]]:
    """Who commands what, where the stands are of several commanders: each those of his forces."""
    groups = dict.fromkeys(group_of(side, some) for some in fielded(side))
    held = {one.seat: [name for seat, name in groups if seat == one.seat] for one in side.commands}
    some = [one for one in side.commands if held[one.seat]]
    if len(some) < 2:
        return []
    return [{"name": one.name, "holds": held[one.seat], "side": side.side} for one in some]


def group_of(side: CalledSide, stand: "Fielded") -> tuple[str, str]:
    """Whose a stand is, and the group it stands in."""
    arm = "Horse" if stand.unit.type in MOUNTED else "Foot"
    seats = list(dict.fromkeys(one.unit.seat for one in fielded(side)))
    if len(seats) < 2:
        return stand.unit.seat, arm
    seat = seats.index(stand.unit.seat)
    return stand.unit.seat, f"{arm}{chr(ord('A') + seat)}"


def fielded(side: CalledSide) -> tuple[Fielded, ...]:
    """The stands of a side, in the order of its units."""
    letter = str(side.units[0].code)[0]
    found: list[Fielded] = []
    for unit in side.units:
        stands = _stands(unit)
        found += [Fielded(f"{letter}{len(found) + n + 1:02d}", unit, _type(unit), stands) for n in range(stands)]
    return tuple(found)


def _stands(unit: CalledUnit) -> int:
    if unit.type == "ART":
        return -(-unit.men // PIECES)
    usual = USUAL["horse" if unit.type in MOUNTED else "foot"]
    return 0 if unit.men < LEAST_MEN else max(1, (unit.men + usual // 2) // (usual * 3 // 2))


def _type(unit: CalledUnit) -> str:
    usual = USUAL["horse" if unit.type in MOUNTED else "foot"]
    weak = unit.type != "ART" and unit.men * 2 < usual
    at = CLASSES.index(unit.rating) + weak + (not unit.fed)
    return f"{unit.type}-{CLASSES[min(at, len(CLASSES) - 1)]}"


def _side(side: CalledSide, ground: Mapping[str, Any], *, north: bool) -> dict[str, Any]:
    stands = fielded(side)
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    places = _places(ground, north=north)
    for one in stands:
        stand: dict[str, Any] = {"id": one.code, "name": one.unit.name, "type": one.type, "facing": 6 if north else 12}
        at = next(places)
        if one.unit.arrives:
            stand["enters"] = {"round": one.unit.arrives + 1, "hex": _edge(ground, at, north=north)}
        else:
            stand["hex"] = at
        groups.setdefault(group_of(side, one), []).append(stand)
    letter = stands[0].code[0]
    rows = ground["army_list"]
    points = sum(rows[one.unit.type]["bp"] * len(rows[one.unit.type]["sp"]) for one in stands)
    return {
        "id": side.side, "name": side.name, "letter": letter, "training": "poor",
        "break_at": max(1, points * BREAKS // 100),
        "groups": [
            {"id": name, "general": _general(side, letter, seat, name, n, groups), "stands": some}
            for n, ((seat, name), some) in enumerate(groups.items())
        ],
    }  # fmt: skip


def _general(
    side: CalledSide, letter: str, seat: str, group: str, n: int,
    groups: Mapping[tuple[str, str], list[dict[str, Any]]],
) -> dict[str, Any]:  # fmt: skip
    """The senior commander leads the first group of his forces, the next the second; else an officer of no name."""
    leaders = next((one.leaders for one in side.commands if one.seat == seat), side.leaders)
    mine = [name for whose, name in groups if whose == seat].index(group)
    arm = group.removesuffix("A") if len(group) > len("Horse") else group
    name = leaders[mine] if mine < len(leaders) else f"the colonel of {arm.casefold()}"
    stands = groups[seat, group]
    there = next((one for one in stands if "hex" in one), stands[0])
    return {"id": f"{letter}{group[0]}{n + 1}", "name": name, "with": there["id"], "bonus": int(n == 0)}


def _places(ground: Mapping[str, Any], *, north: bool) -> Iterator[str]:
    """Hexes from the middle of a side's edge outward, in lines toward its edge."""
    columns, rows = ground["board"]["columns"], ground["board"]["rows"]
    barred = {str(one) for some in ground.get("terrain", {}).values() for one in some}
    middle = columns // 2
    for line in range(3):
        row = 3 - line if north else rows - 2 + line
        for n in range(FRONT):
            column = middle + (n // 2 + 1 if n % 2 else -(n // 2))
            label = f"{column:02d}{row:02d}"
            if 1 <= column <= columns and 1 <= row <= rows and label not in barred:
                yield label


def _edge(ground: Mapping[str, Any], at: str, *, north: bool) -> str:
    return f"{at[:2]}{1 if north else ground['board']['rows']:02d}"


# --- what came of it ------------------------------------------------------------------------------------------------


def result_of(spec: BattleSpec, battle: Battle) -> BattleResult:
    """Stands as men: a destroyed stand has lost a half of them for good, a quarter as prisoners, a quarter is back in
    three days; of one that lives a quarter of the share it lost is gone, and as much comes back."""
    end = outcome(battle)
    winner = Side(end.winner) if end is not None and end.winner else None
    losses = [loss for side in spec.sides for loss in _losses(side, battle, winner)]
    fallen = tuple(
        one.name for side in spec.sides for one in battle.commanders.values()
        if one.side == side.side and not one.alive and one.name in side.leaders
    )  # fmt: skip
    return BattleResult(
        winner=winner, holder=winner or spec.holder, losses=tuple(losses), leaders_lost=fallen,
        text=end.text if end is not None else "", how="aides",
    )  # fmt: skip


def _losses(side: CalledSide, battle: Battle, winner: Side | None) -> list[UnitLoss]:
    found: dict[StandId, UnitLoss] = {}
    for one in fielded(side):
        stand = battle.stands[StandId(one.code)]
        men = one.unit.men // one.of
        had = found.get(one.unit.code, UnitLoss(one.unit.code))
        if one.unit.type == "ART":
            gone = men if stand.destroyed and winner not in (None, side.side) else 0
            found[one.unit.code] = UnitLoss(had.unit, taken=had.taken + gone)
            continue
        lost, taken, back = _men(battle, stand, men)
        found[one.unit.code] = UnitLoss(had.unit, had.lost + lost, had.taken + taken, had.back + back)
    return [one for one in found.values() if one.all]


def _men(battle: Battle, stand: Stand, men: int) -> tuple[int, int, int]:
    """Men lost, taken, back of a stand."""
    if stand.destroyed:
        return men // 2, men // 4, men // 4
    if stand.off_board:
        return 0, 0, men // 4
    began = sum(battle.types[stand.type].sp)
    gone = max(began - sum(stand.sp), 0)
    part = men * gone // (4 * began) if began else 0
    return part, 0, part


TAKES = TakesBattles(scenario=scenario_of, result=result_of)
"""As the value of the rule set has it."""
