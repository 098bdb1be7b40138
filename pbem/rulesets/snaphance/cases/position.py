"""The position of a case -> a battle in the middle of an activation."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.casekit.reading import read_tree
from pbem.engine.hexes import Facing, Hex, HexKey, key
from pbem.engine.ids import CommanderId, GroupId, MeleeId, Seat, Side, StandId
from pbem.engine.sightings import Sights
from pbem.engine.spec import Faults
from pbem.rulesets.snaphance.cases.sense import check_position
from pbem.rulesets.snaphance.cases.shapes import (
    CaseAction,
    CaseStand,
    CommanderSpec,
    MeleeSpec,
    PendingSpec,
    Position,
    WonSpec,
)
from pbem.rulesets.snaphance.fighting.melee_dice import helpers
from pbem.rulesets.snaphance.scenario.armylist import read_row, stand_type
from pbem.rulesets.snaphance.seeing.noticing import first_seen
from pbem.rulesets.snaphance.state.battle import Army, Battle, Commander, Defence, Group, Melee, Stand, StandType
from pbem.rulesets.snaphance.state.rulings import breaks_at, chosen, command_range, fault_of, mounted_by

ACTIVE = Side("blue")
FAR = 1000
"""Rows down where stands and generals without a hex are out of the way."""


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """Where a case starts.  won, pending: in the middle of resolving a melee."""

    battle: Battle
    won: tuple[WonSpec, ...] = ()
    pending: PendingSpec | None = None


def read_position(types: object, value: object, action: CaseAction, faults: Faults) -> Start | None:
    """A position with the file's army-list rows; None when anything is wrong with it."""
    spec = read_tree(Position, value, "position", faults)
    rows = read_types(types, faults)
    if spec is None:
        return None
    stands, commanders = spec.stands, spec.commanders
    _check_stands(stands, rows, faults)
    sides = [one.side for one in stands] + [one.side for one in commanders]
    check_position(spec, [one.id for one in stands], sides, rows, faults)
    for i, piece in enumerate(spec.terrain):
        if piece.level not in (None, 0, 1, 2):
            faults.add(f"position.terrain[{i}].level", "a level is 0 flat, 1 slope or 2 plateau top")
    _check_rulings(spec, faults)
    if faults.found:
        return None
    rows = {name: mounted_by(spec.rulings, kind) for name, kind in rows.items()}
    found = _groups(spec, stands, commanders)
    units = {stand.id: stand for stand in (_stand(one, found, rows) for one in stands)}
    units.update((stand_in.id, stand_in) for stand_in in _stand_ins(_named(spec, action), units, rows))
    active = _active(spec, action, units)
    known = {**dict(found.values()), **_named(spec, action), **{u.group: u.side for u in units.values()}}
    _same_hex(units, faults)
    if active is not None:
        known.setdefault(active, ACTIVE)
    battle = Battle(
        title="a case",
        year=spec.year,
        board=(spec.board.get("min_q"), spec.board.get("max_q"), spec.board.get("min_r"), spec.board.get("max_r")),
        ground={key(Hex(*piece.hex)): piece.type for piece in spec.terrain},
        heights={key(Hex(*piece.hex)): piece.level for piece in spec.terrain if piece.level is not None},
        cover=tuple(Hex(*piece.hex) for piece in spec.terrain if piece.cover),
        defences=tuple(Defence(Hex(*d.hex), tuple(int(s[1]) for s in d.sides), d.prepared) for d in spec.defences),
        types=rows,
        armies=_armies(spec, units, rows),
        groups={
            g: Group(id=g, name=g, side=side, moved=side in spec.unmoved_groups and g not in spec.unmoved_groups[side])
            for g, side in sorted(known.items())
        },
        stands=units,
        commanders=_commanders(spec, commanders, units, known, active),
        melees={MeleeId(m.id): _melee(m) for m in spec.melees},
        melee_count=len(spec.melees),
        at={key(stand.hex): stand.id for stand in units.values() if stand.on_board},
        round=0 if spec.zones else 1,
        phase="set-up" if spec.zones else "declare" if action.declare else "activation",
        activation=0 if action.declare else 1,
        active_side=None if action.declare else units_side(units, active),
        active_group=None if action.declare else active,
        rulings=chosen(spec.rulings),
        last_active=Side(spec.last_active) if spec.last_active is not None else None,
        sights=UNSET
        if spec.visibility is None
        else Sights(visibility=spec.visibility, blinds=any(one.blind for one in spec.stands)),
    )
    if faults.found:
        return None
    battle = _with_supports(battle, {StandId(one.battle_stand) for one in spec.just_won}, action)
    battle = first_seen(battle)
    return Start(battle=battle, won=spec.just_won, pending=spec.melee_result_pending)


def _check_rulings(spec: Position, faults: Faults) -> None:
    for name, wanted in spec.rulings.items():
        fault = fault_of(name, wanted)
        if fault:
            faults.add(f"position.rulings.{name}", fault)


def _check_stands(stands: Sequence[CaseStand], rows: Mapping[str, StandType], faults: Faults) -> None:
    for i, stand in enumerate(stands):
        if stand.type not in rows:
            faults.add(f"position.stands[{i}].type", f"there is no type {stand.type!r}")
        if stand.sp is not None and (not left(stand.sp) or min(left(stand.sp)) < 1):
            faults.add(f"position.stands[{i}].sp", "SP are given rank by rank, front first, and are 1 or more")
        if not 0 <= stand.facing <= 5:
            faults.add(f"position.stands[{i}].facing", "a facing is 0 to 5")
        if [one.id for one in stands].index(stand.id) != i:
            faults.add(f"position.stands[{i}].id", f"there are two stands {stand.id!r}")


def read_types(types: object, faults: Faults) -> dict[str, StandType]:
    """The rows of a file of cases; class B where a row has none."""
    if not isinstance(types, Mapping):
        faults.add("types", "expected rows of an army list by name")
        return {}
    rows: dict[str, StandType] = {}
    for name, value in types.items():
        row = read_row(str(name), value, f"types.{name}", faults)
        if row is not None:
            rows[str(name)] = stand_type(str(name), row, row.order_class or "B")
    return rows


# --- groups and generals --------------------------------------------------------------------------------------------


def _own(group: str | None, side: str, spec: Position) -> GroupId:
    """The group named, or the one everybody of a side belongs to who names none."""
    if group is not None:
        return GroupId(group)
    if side == ACTIVE and spec.active_group is not None:
        return GroupId(spec.active_group)
    return GroupId(f"{side}.all")


def _groups(
    spec: Position, stands: Sequence[CaseStand], commanders: Sequence[CommanderSpec]
) -> dict[str, tuple[GroupId, Side]]:
    """Of every stand and general: its group and side.  A general without a group leads that of his stand."""
    found = {one.id: (_own(one.group, one.side, spec), Side(one.side)) for one in stands}
    for chief in commanders:
        with_stand = found.get(chief.attached_to or "")
        theirs = [g for g, side in found.values() if side == chief.side]
        if chief.group is not None:
            group = GroupId(chief.group)
        elif with_stand is not None:
            group = with_stand[0]
        else:
            group = theirs[0] if theirs else _own(None, chief.side, spec)
        found[chief.id] = (group, Side(chief.side))
    return found


def _named(spec: Position, action: CaseAction) -> dict[GroupId, Side]:
    """Groups that are to move in this round, or are declared, with or without stands on the board."""
    waiting = {GroupId(g): Side(side) for side, groups in spec.unmoved_groups.items() for g in groups}
    return {**{group: side for side, group in action.declare.items()}, **waiting}


def _active(spec: Position, action: CaseAction, units: Mapping[StandId, Stand]) -> GroupId | None:
    """The activated group: the one named, else that of the first stand of blue that is ordered, else blue's first."""
    if spec.active_group is not None:
        return GroupId(spec.active_group)
    for order in action.orders:
        first = order.stand or (order.group_move[0] if order.group_move else None)
        if first is not None and StandId(first) in units and units[StandId(first)].side == ACTIVE:
            return units[StandId(first)].group
    mine = [stand.group for stand in units.values() if stand.side == ACTIVE] or [one.group for one in units.values()]
    return mine[0] if mine else GroupId(f"{ACTIVE}.all")


def units_side(units: Mapping[StandId, Stand], group: GroupId | None) -> Side:
    """The side of the activated group: blue, unless its stands are another's."""
    found = [stand.side for stand in units.values() if stand.group == group]
    return found[0] if found else ACTIVE


def _commanders(
    spec: Position, commanders: Sequence[CommanderSpec], units: Mapping[StandId, Stand], groups: Mapping[GroupId, Side],
    active: GroupId | None,
) -> dict[CommanderId, Commander]:  # fmt: skip
    """Those named; every other group has a general in range of all who is in no stand's hex."""
    found: dict[CommanderId, Commander] = {}
    led = _groups(spec, spec.stands, commanders)
    for one in commanders:
        group, side = led[one.id]
        stand = units.get(StandId(one.attached_to)) if one.attached_to else None
        reach = 2 if one.replacement else command_range(chosen(spec.rulings), spec.training.get(side))
        here = Hex(*one.hex) if one.hex is not None else stand.hex if stand is not None else Hex(0, FAR)
        found[CommanderId(one.id)] = Commander(
            id=CommanderId(one.id), name=one.id, side=side, group=group, hex=here,
            attached_to=stand.id if stand is not None else None,
            bonus=-2 if one.replacement else one.initiative_bonus, range=reach,  # SN-3.2c
            gives_morale=not one.replacement, alive=one.alive, replacement=one.replacement,
        )  # fmt: skip
    for group, side in sorted(groups.items()):
        if not any(chief.group == group for chief in found.values()):
            name = CommanderId(f"general of {group}")
            found[name] = Commander(id=name, name=name, side=side, group=group, hex=Hex(0, FAR), range=10 * FAR)
    return found


# --- stands, armies, melees -----------------------------------------------------------------------------------------


def left(sp: tuple[int, ...]) -> tuple[int, ...]:
    """SP of the ranks that are left: one that is gone may be written as 0."""
    while sp and sp[-1] == 0:
        sp = sp[:-1]
    return sp


def _stand(spec: CaseStand, groups: Mapping[str, tuple[GroupId, Side]], rows: Mapping[str, StandType]) -> Stand:
    return Stand(
        id=StandId(spec.id), name=spec.id, side=Side(spec.side), group=groups[spec.id][0], type=spec.type,
        hex=Hex(*spec.hex), facing=Facing(spec.facing), sp=rows[spec.type].sp if spec.sp is None else left(spec.sp),
        disordered=spec.disordered, opportunity=spec.opportunity, blind=True if spec.blind else UNSET,
    )  # fmt: skip


def _stand_ins(
    named: Mapping[GroupId, Side], units: Mapping[StandId, Stand], rows: dict[str, StandType]
) -> list[Stand]:
    """A stand for each group that is only named: a group without stands on the board is not activated."""
    there = {stand.group for stand in units.values()}
    empty = [(group, side) for group, side in sorted(named.items()) if group not in there]
    if empty:
        rows["a stand-in"] = StandType(
            name="a stand-in", title="a stand-in", category="Sk", order_class="B", mp_first=1, mp_extra=1, sp=(1,)
        )
    return [
        Stand(
            id=StandId(f"stand of {group}"), name=group, side=side, group=group, type="a stand-in",
            hex=Hex(5 * i, FAR * (2 if side == ACTIVE else 3)), facing=Facing(0), sp=(1,),
        )
        for i, (group, side) in enumerate(empty)
    ]  # fmt: skip


def _same_hex(units: Mapping[StandId, Stand], faults: Faults) -> None:
    taken: dict[HexKey, StandId] = {}
    for stand in units.values():
        here = key(stand.hex)
        if here in taken:
            faults.add("position.stands", f"{stand.id} and {taken[here]} are in one hex")
        taken[here] = stand.id


def _armies(spec: Position, units: Mapping[StandId, Stand], rows: Mapping[str, StandType]) -> tuple[Army, ...]:
    """Blue first.  Break points of the roster, else of the stands; an army without ``break_share`` does not break."""
    named = [*(stand.side for stand in units.values()), *spec.break_share, *spec.roster, *spec.unmoved_groups]
    sides = list(dict.fromkeys([ACTIVE, *(Side(side) for side in named), Side("red")]))[:2]
    armies: list[Army] = []
    for side in sides:
        total = sum(rows[stand.type].bp * len(rows[stand.type].sp) for stand in units.values() if stand.side == side)
        if side in spec.roster:
            total = sum(rows[kind].bp * len(rows[kind].sp) * n for kind, n in spec.roster[side].items() if kind in rows)
        share = Fraction(str(spec.break_share[side])) if side in spec.break_share else Fraction(0)
        armies.append(
            Army(
                id=side, name=side, letter=side[0].upper(), seat=Seat(side), training=spec.training.get(side, "poor"),
                break_total=total, break_at=breaks_at(chosen(spec.rulings), ceil(total * share)),
                zone=tuple(Hex(*here) for here in spec.zones[side]) if side in spec.zones else UNSET,
            )
        )  # fmt: skip
    return tuple(armies)


def _melee(spec: MeleeSpec) -> Melee:
    stands = {Side(s): StandId(stand) for s, stand in spec.battle_stands.items()}
    return Melee(id=MeleeId(spec.id), stands=stands, fought_in=(0,) if spec.fought else ())


def _with_supports(battle: Battle, free: set[StandId], action: CaseAction) -> Battle:
    """The supports of the ongoing melees: stands facing an enemy battle stand, save victors of another melee and those
    ordered to attack that stand now (SN-10.2a, SN-10.6a); one that faces two supports against one, of the lower id."""
    attacks = {(order.stand, order.attack) for order in action.orders}
    for name, melee in sorted(battle.melees.items()):
        found: dict[Side, tuple[StandId, ...]] = {}
        for side, mine in melee.stands.items():
            enemy = next(stand for other, stand in melee.stands.items() if other != side)
            helping = helpers(battle, mine, enemy)
            found[side] = tuple(one for one in helping if one not in free and (one, enemy) not in attacks)
        battle = replace(battle, melees={**battle.melees, name: replace(melee, supports=found)})
    return battle
