"""The armies of a scenario file: sides, command groups, stands, generals."""

import re
from typing import Literal

from pbem.engine.hexes import Hex, from_hour, front_hexes, key, label
from pbem.engine.ids import CommanderId, GroupId, Seat, Side, StandId
from pbem.engine.scenariofile.parcelling import Holdings, parcelled, seated
from pbem.engine.spec import inside, read
from pbem.rulesets.snaphance.scenario.arrivals import Coming, add_arrival, check_way_in, read_enters
from pbem.rulesets.snaphance.scenario.file import File, General, GroupSpec, SideSpec, StandSpec
from pbem.rulesets.snaphance.scenario.map import may_stand, read_hex
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts
from pbem.rulesets.snaphance.scenario.rows import type_named
from pbem.rulesets.snaphance.state.battle import CS, Army, Commander, Group, Stand, StandType
from pbem.rulesets.snaphance.state.rulings import breaks_at, command_range

CODE = r"[A-Z][0-9]{2}"


def read_side(got: ScenarioParts, file: File, spec: SideSpec, where: str) -> None:
    """One army: its groups with their stands and generals, and its break points (SN-14.0c)."""
    side = Side(spec.id)
    if spec.training not in ("well", "poor"):
        got.fault(where, "training is well (orders reach 6 hexes) or poor (4) (SN-Q1)", "training")
    got.check_side(spec.id, spec.letter, got.armies, where, "stand")
    if not spec.groups:
        got.fault(where, "an army has at least one command group (SN-1.1a)", "groups")
    before = set(got.stands)
    for group, place in got.items(GroupSpec, spec.groups, f"{where}.groups"):
        _group(got, file, side, spec, group, place)
    total = sum(got.types[s.type].bp * len(s.sp) for s in got.stands.values() if s.id not in before)
    place = inside(where, "break_at")
    if got.between(spec.break_at, total, place, f"the army's {total} break points (SN-14.0c)") and (
        4 * spec.break_at < total or 3 * spec.break_at > 2 * total
    ):
        got.warn(place, f"{spec.break_at} of {total}: an army usually breaks at a third to a half (SN-14.0c)")
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


def share_out(got: ScenarioParts, file: File) -> None:
    """The groups of each side parcelled out among several commanders, where the game wants that."""
    names = {
        army.id: {group.name: g for g, group in got.groups.items() if group.side == army.id} for army in got.armies
    }
    parcels = parcelled(got, file.commanders, got.armies, Holdings("group", names))
    got.armies = [seated(army, parcels) for army in got.armies]


def _group(got: ScenarioParts, file: File, side: Side, of: SideSpec, spec: GroupSpec, where: str) -> None:
    group = GroupId(f"{side}.{spec.id}")
    if not re.fullmatch(r"[A-Z][A-Za-z]*", spec.id):
        got.fault(where, "one word with a capital, as players write it: Horse", "id")
    if group in got.groups:
        got.fault(where, f"{side} has a group {spec.id} already", "id")
    got.groups[group] = Group(id=group, name=spec.id, side=side)
    if not spec.stands:
        got.fault(where, f"group {spec.id} has no stands", "stands")
    of_group = spec.enters, inside(where, "enters")
    for stand, place in got.items(StandSpec, spec.stands, f"{where}.stands"):
        _stand(got, file, side, of.letter, group, stand, place, of_group)
    _general(got, side, of, group, spec.general, inside(where, "general"))


def _stand(got: ScenarioParts, file: File, side: Side, letter: str, group: GroupId, spec: StandSpec, where: str,
           of_group: tuple[object, str]) -> None:  # fmt: skip
    kind = type_named(got, spec.type, inside(where, "type"))
    coming = _coming(got, spec, where, of_group)
    here = coming.hexes[0] if coming is not None else _starts(got, spec, where, of_group)
    try:
        facing = from_hour(spec.facing)
    except ValueError as fault:
        got.fault(where, str(fault), "facing")
        return
    got.check_code(spec.id, letter, inside(where, "id"), CODE)
    if spec.id in got.stands:
        got.fault(where, f"there is a stand {spec.id} already", "id")
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
        got.fault(where, f"{spec.id} has at most {full}, front rank first, and at least 1 a rank", "sp")
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


def _coming(got: ScenarioParts, spec: StandSpec, where: str, of_group: tuple[object, str]) -> Coming | None:
    """How the stand comes, if it does not start on the board."""
    if spec.enters is None and of_group[0] is None:
        return None
    if spec.hex is not None:
        got.fault(
            where,
            f"{spec.id} enters during the battle: write enters: {{hex: {spec.hex}}} for where, and no hex to start in",
            "hex",
        )
    return read_enters(got, spec.enters, of_group[0], inside(where, "enters"), of_group[1])


def _starts(got: ScenarioParts, spec: StandSpec, where: str, of_group: tuple[object, str]) -> Hex | None:
    if spec.hex is not None:
        return read_hex(got, spec.hex, inside(where, "hex"))
    if spec.enters is None and of_group[0] is None:
        got.fault(where, "'hex' is missing: where it starts; or enters: {round: 2, hex: 0609}, when it comes later")
    return None


def _check_start(got: ScenarioParts, spec: StandSpec, kind: StandType, here: Hex, where: str) -> None:
    if key(here) in got.at:
        got.fault(where, f"{label(here)} holds {got.at[key(here)]} already: one stand a hex (SN-1.2a)", "hex")
    if not may_stand(got, kind.category, here):
        ground = got.ground.get(key(here), "open")
        got.fault(where, f"{spec.id} may not enter {ground}, so it cannot start in {label(here)}", "hex")


def _general(got: ScenarioParts, side: Side, of: SideSpec, group: GroupId, value: object, where: str) -> None:
    spec = read(General, value, where, got.faults)
    if spec is None:
        return
    if spec.id in got.commanders:
        got.fault(where, f"there is a general {spec.id} already", "id")
    stand = got.stands.get(StandId(spec.with_))
    if stand is None or stand.group != group:
        got.fault(where, f"{spec.with_!r} is no stand of his group (SN-1.1a): name the one he starts with", "with")
        return
    reach = spec.range if spec.range is not None else command_range(got.rulings, of.training)
    if reach < 0:
        got.fault(where, "a command range is 0 hexes or more", "range")
    got.commanders[CommanderId(spec.id)] = Commander(
        id=CommanderId(spec.id), name=spec.name, side=side, group=group, hex=stand.hex, attached_to=stand.id,
        bonus=spec.bonus, range=reach,
    )  # fmt: skip


def warn_of_zones(got: ScenarioParts) -> None:
    """Stands set up inside an enemy ZOC (SN-4.6a: of combat stands and Shot)."""
    for _, stand in sorted(got.stands.items()):
        if stand.to_come or got.types[stand.type].category not in {*CS, "Sh"}:
            continue
        for here in front_hexes(stand.hex, stand.facing):
            other = got.stands.get(got.at.get(key(here), StandId("")))
            if other is not None and other.side != stand.side:
                got.warn("sides", f"{other.id} starts in the zone of control of {stand.id} (SN-4.6a)")
