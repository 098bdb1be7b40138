"""The armies of a scenario file: sides, command groups, stands, generals."""

import re
from typing import Literal

from pbem.engine.hexes import Hex, from_hour, front_hexes, key, label
from pbem.engine.ids import CommanderId, GroupId, Seat, Side, StandId
from pbem.engine.spec import inside, read
from pbem.rulesets.snaphance.scenario.arrivals import Coming, add_arrival, check_way_in, read_enters
from pbem.rulesets.snaphance.scenario.file import File, General, GroupSpec, SideSpec, StandSpec
from pbem.rulesets.snaphance.scenario.map import may_stand, read_hex
from pbem.rulesets.snaphance.scenario.reading import Reading
from pbem.rulesets.snaphance.scenario.rows import type_named
from pbem.rulesets.snaphance.state.battle import CS, Army, Commander, Group, Stand, StandType
from pbem.rulesets.snaphance.state.rulings import breaks_at, command_range

CODE = re.compile(r"[A-Z][0-9]{2}")


def read_side(got: Reading, file: File, value: object, where: str) -> None:
    """One army: its groups with their stands and generals, and its break points (SN-14.0c)."""
    spec = read(SideSpec, value, where, got.faults)
    if spec is None:
        return
    side = Side(spec.id)
    if spec.training not in ("well", "poor"):
        got.faults.add(inside(where, "training"), "training is well (orders reach 6 hexes) or poor (4) (SN-Q1)")
    for other in got.armies:
        if other.id == side or other.letter == spec.letter:
            got.faults.add(where, f"the sides' ids and letters must differ: both are {side} or {spec.letter}")
    if not re.fullmatch(r"[A-Z]", spec.letter):
        got.faults.add(inside(where, "letter"), "one capital letter: the first of its stands' codes")
    if not re.fullmatch(r"[a-z][a-z-]*", spec.id):
        got.faults.add(inside(where, "id"), "a lower-case word: south")
    if not spec.groups:
        got.faults.add(inside(where, "groups"), "an army has at least one command group (SN-1.1a)")
    before = set(got.stands)
    for i, group in enumerate(spec.groups):
        _group(got, file, side, spec, group, f"{where}.groups[{i}]")
    total = sum(got.types[s.type].bp * len(s.sp) for s in got.stands.values() if s.id not in before)
    if not 1 <= spec.break_at <= total:
        got.faults.add(
            inside(where, "break_at"),
            f"{spec.break_at} is not between 1 and the army's {total} break points (SN-14.0c)",
        )
    elif 4 * spec.break_at < total or 3 * spec.break_at > 2 * total:
        got.warnings.add(
            inside(where, "break_at"),
            f"{spec.break_at} of {total}: an army usually breaks at a third to a half (SN-14.0c)",
        )
    training: Literal["well", "poor"] = "well" if spec.training == "well" else "poor"
    got.armies.append(
        Army(
            id=side,
            name=spec.name,
            letter=spec.letter,
            seat=Seat(spec.id),
            training=training,
            break_total=total,
            break_at=breaks_at(got.rulings, spec.break_at),
        )
    )


def _group(got: Reading, file: File, side: Side, of: SideSpec, value: object, where: str) -> None:
    spec = read(GroupSpec, value, where, got.faults)
    if spec is None:
        return
    group = GroupId(f"{side}.{spec.id}")
    if not re.fullmatch(r"[A-Z][A-Za-z]*", spec.id):
        got.faults.add(inside(where, "id"), "one word with a capital, as players write it: Horse")
    if group in got.groups:
        got.faults.add(inside(where, "id"), f"{side} has a group {spec.id} already")
    got.groups[group] = Group(id=group, name=spec.id, side=side)
    if not spec.stands:
        got.faults.add(inside(where, "stands"), f"group {spec.id} has no stands")
    for i, stand in enumerate(spec.stands):
        _stand(got, file, side, of.letter, group, stand, f"{where}.stands[{i}]", (spec.enters, inside(where, "enters")))
    _general(got, side, of, group, spec.general, inside(where, "general"))


def _stand(got: Reading, file: File, side: Side, letter: str, group: GroupId, value: object, where: str,
           of_group: tuple[object, str]) -> None:  # fmt: skip
    spec = read(StandSpec, value, where, got.faults)
    if spec is None:
        return
    kind = type_named(got, spec.type, inside(where, "type"))
    coming = _coming(got, spec, where, of_group)
    here = coming.hexes[0] if coming is not None else _starts(got, spec, where, of_group)
    try:
        facing = from_hour(spec.facing)
    except ValueError as fault:
        got.faults.add(inside(where, "facing"), str(fault))
        return
    if not CODE.fullmatch(spec.id) or spec.id[0] != letter:
        got.faults.add(inside(where, "id"), f"{spec.id!r} is no code for this side's map: {letter}01 to {letter}99")
    if spec.id in got.stands:
        got.faults.add(inside(where, "id"), f"there is a stand {spec.id} already")
        return
    if here is None or kind is None:
        return
    if coming is None:
        _check_start(got, spec, kind, here, where)
    else:
        check_way_in(got, file, StandId(spec.id), kind, coming, inside(where, "enters") if spec.enters else of_group[1])
    sp = kind.sp if spec.sp is None else spec.sp
    if len(sp) > len(kind.sp) or not sp or any(not 1 <= now <= full for now, full in zip(sp, kind.sp, strict=False)):
        full = list(kind.sp)
        got.faults.add(
            inside(where, "sp"), f"{spec.id} has at most {full}, front rank first, and at least 1 a rank"
        )  # fmt: skip
        return
    stand = Stand(
        id=StandId(spec.id), name=spec.name, side=side, group=group, type=kind.name, hex=here, facing=facing,
        sp=sp, disordered=spec.disordered, to_come=coming is not None, enters=coming.hexes if coming else (),
    )  # fmt: skip
    got.stands[stand.id] = stand
    if coming is None:
        got.at.setdefault(key(here), stand.id)
    else:
        add_arrival(got, side, group, stand.id, coming)


def _coming(got: Reading, spec: StandSpec, where: str, of_group: tuple[object, str]) -> Coming | None:
    """How the stand comes, if it does not start on the board."""
    if spec.enters is None and of_group[0] is None:
        return None
    if spec.hex is not None:
        got.faults.add(
            inside(where, "hex"),
            f"{spec.id} enters during the battle: write enters: {{hex: {spec.hex}}} for where, and no hex to start in",
        )
    return read_enters(got, spec.enters, of_group[0], inside(where, "enters"), of_group[1])


def _starts(got: Reading, spec: StandSpec, where: str, of_group: tuple[object, str]) -> Hex | None:
    if spec.hex is not None:
        return read_hex(got, spec.hex, inside(where, "hex"))
    if spec.enters is None and of_group[0] is None:
        got.faults.add(
            where, "'hex' is missing: where it starts; or enters: {round: 2, hex: 0609}, when it comes later"
        )
    return None


def _check_start(got: Reading, spec: StandSpec, kind: StandType, here: Hex, where: str) -> None:
    if key(here) in got.at:
        got.faults.add(
            inside(where, "hex"), f"{label(here)} holds {got.at[key(here)]} already: one stand a hex (SN-1.2a)"
        )
    if not may_stand(got, kind.category, here):
        ground = got.ground.get(key(here), "open")
        got.faults.add(inside(where, "hex"), f"{spec.id} may not enter {ground}, so it cannot start in {label(here)}")


def _general(got: Reading, side: Side, of: SideSpec, group: GroupId, value: object, where: str) -> None:
    spec = read(General, value, where, got.faults)
    if spec is None:
        return
    if spec.id in got.commanders:
        got.faults.add(inside(where, "id"), f"there is a general {spec.id} already")
    stand = got.stands.get(StandId(spec.with_))
    if stand is None or stand.group != group:
        got.faults.add(
            inside(where, "with"), f"{spec.with_!r} is no stand of his group (SN-1.1a): name the one he starts with"
        )
        return
    reach = spec.range if spec.range is not None else command_range(got.rulings, of.training)
    if reach < 0:
        got.faults.add(inside(where, "range"), "a command range is 0 hexes or more")
    got.commanders[CommanderId(spec.id)] = Commander(
        id=CommanderId(spec.id), name=spec.name, side=side, group=group, hex=stand.hex, attached_to=stand.id,
        bonus=spec.bonus, range=reach,
    )  # fmt: skip


def warn_of_zones(got: Reading) -> None:
    """Stands set up inside an enemy ZOC (SN-4.6a: of combat stands and Shot)."""
    for _, stand in sorted(got.stands.items()):
        if stand.to_come or got.types[stand.type].category not in {*CS, "Sh"}:
            continue
        for here in front_hexes(stand.hex, stand.facing):
            other = got.stands.get(got.at.get(key(here), StandId("")))
            if other is not None and other.side != stand.side:
                got.warnings.add("sides", f"{other.id} starts in the zone of control of {stand.id} (SN-4.6a)")
