"""The special rules of a scenario file: kinds with their parameters -> structs, every fault told with its place."""

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from pbem.engine.hexes import SIDE_HOURS, Hex, neighbours
from pbem.engine.ids import CommanderId, GroupId, Side, StandId
from pbem.engine.spec import inside, unknown
from pbem.rulesets.snaphance.scenario.map import is_on_map, read_hexes
from pbem.rulesets.snaphance.scenario.reading import Reading
from pbem.rulesets.snaphance.state import special_rules as k
from pbem.rulesets.snaphance.state.tables import RANGE_COLUMN

LISTED = {"exits", "hexes", "ground", "hidden", "stands", "platoons", "beside", "generals", "rounds", "sides"}
"""Parameters of which there is one at least."""


COUNTED = ("before_round", "enemy_within", "points", "sp", "dice", "rounds", "hexes", "times", "within", "distance")
"""Parameters that are 1 or more."""


def read_special(got: Reading, values: object) -> tuple[k.Special, ...]:
    """Every special rule that has no fault."""
    if not isinstance(values, list | tuple):
        got.faults.add("special", "expected a list of special rules: - {rule: held, stands: [R01], before_round: 4}")
        return ()
    found: list[Any] = []
    for i, value in enumerate(values):
        rule = _read(got, value, f"special[{i}]")
        if rule is not None:
            _check(got, rule, f"special[{i}]")
            found.append(rule)
    return tuple(found)


def _read(got: Reading, value: object, where: str) -> k.Kind | None:
    """One special rule; None when anything is wrong with it."""
    if not isinstance(value, Mapping) or "rule" not in value:
        got.faults.add(where, f"a special rule begins with its kind: rule: {', '.join(k.KINDS)}")
        return None
    kind = k.KINDS.get(str(value["rule"]))
    if kind is None:
        unknown({str(value["rule"]): None}, k.KINDS, inside(where, "rule"), got.faults)
        return None
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    unknown(value, {"rule", *fields}, where, got.faults)
    before = len(got.faults.found)
    parts: dict[str, Any] = {}
    for name, field in fields.items():
        if name in value:
            parts[name] = _part(got, field.type, value[name], inside(where, name))
            if name in LISTED and parts[name] == () and len(got.faults.found) == before:
                got.faults.add(inside(where, name), "one at least")
        elif field.required:
            got.faults.add(where, f"{name!r} is missing for the rule {value['rule']}")
    return kind(**parts) if len(got.faults.found) == before else None


def _part(got: Reading, kind: Any, value: object, where: str) -> Any:  # noqa: ANN401 - a field's type and its value
    """A parameter by the type of its field."""
    options = get_args(kind)
    if kind == tuple[StandId, ...]:
        return _stands(got, value, where)
    if kind == tuple[Hex, ...]:
        return tuple(read_hexes(got, value, where))
    if kind == tuple[CommanderId, ...]:
        return tuple(_general(got, one, where) for one in (value if isinstance(value, list | tuple) else (value,)))
    if kind is CommanderId or CommanderId in options:
        return _general(got, value, where)
    if kind is Side:
        sides = [army.id for army in got.armies]
        if value not in sides:
            got.faults.add(where, f"there is no side {value!r}; there are: {', '.join(sides)}")
        return Side(str(value))
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        got.faults.add(where, str(fault).replace("`", "").split(" - at $")[0].lower())
        return None


def _stands(got: Reading, value: object, where: str) -> tuple[StandId, ...]:
    """Stands by their codes, or all of a group: ``royal.Van``."""
    if not isinstance(value, list | tuple):
        got.faults.add(where, "expected a list of stands or groups: [R01, royal.Reserve]")
        return ()
    found: list[StandId] = []
    for i, word in enumerate(value):
        if GroupId(str(word)) in got.groups:
            found += sorted(one.id for one in got.stands.values() if one.group == word)
        elif StandId(str(word)) in got.stands:
            found.append(StandId(str(word)))
        else:
            groups = ", ".join(sorted(got.groups))
            got.faults.add(inside(where, i), f"there is no stand or group {word!r}; the groups are: {groups}")
    return tuple(dict.fromkeys(found))


def _general(got: Reading, value: object, where: str) -> CommanderId:
    if value not in got.commanders:
        got.faults.add(where, f"there is no general {value!r}; there are: {', '.join(sorted(got.commanders))}")
    return CommanderId(str(value))


# --- what can never act, or not so ----------------------------------------------------------------------------------


def _check(got: Reading, rule: k.Kind, where: str) -> None:
    """Numbers out of range, stands of the wrong kind, hexes of no use."""
    for name in COUNTED:
        value = getattr(rule, name, None)
        if isinstance(value, int) and value < 1:
            got.faults.add(inside(where, name), f"{value} is too small: 1 or more")
    match rule:
        case k.Capture(upto=upto) if not 1 <= upto <= 6:
            got.faults.add(inside(where, "upto"), f"{upto} is no number of a die: 1 to 6")
        case k.Sight(rounds=rounds) if any(one < 1 for one in rounds):
            got.faults.add(inside(where, "rounds"), "rounds are counted from 1")
        case k.StopLine():
            _ditch(got, rule, where)
        case k.Loot():
            _exits(got, rule, where)
        case k.DeadGround():
            _guns(got, rule, where)
        case k.ShotPlatoon():
            _skirmishers(got, rule, where)
        case k.RegimentalGuns():
            _shooters(got, rule, where)
        case _:
            pass


def _ditch(got: Reading, rule: k.StopLine, where: str) -> None:
    for i, clock in enumerate(rule.sides):
        if clock not in SIDE_HOURS:
            place = inside(inside(where, "sides"), i)
            got.faults.add(place, f"{clock} is not a side of a hex: use 1, 3, 5, 7, 9 or 11")


def _exits(got: Reading, rule: k.Loot, where: str) -> None:
    for i, here in enumerate(rule.exits):
        if all(is_on_map(got, there) for there in neighbours(here)):
            got.faults.add(inside(inside(where, "exits"), i), "nobody leaves the board there: it is no edge hex")


def _skirmishers(got: Reading, rule: k.ShotPlatoon, where: str) -> None:
    for one in rule.platoons:
        if got.types[got.stands[one].type].category != "Sk":
            got.faults.add(inside(where, "platoons"), f"{one} is no skirmisher stand (category Sk)")


def _shooters(got: Reading, rule: k.RegimentalGuns, where: str) -> None:
    for one in rule.stands:
        if RANGE_COLUMN.get(rule.distance, "") not in got.types[got.stands[one].type].fire:
            got.faults.add(inside(where, "stands"), f"{one} has no fire at {rule.distance} hexes to add to")


def _guns(got: Reading, rule: k.DeadGround, where: str) -> None:
    """Guns in dead ground: artillery, and one of them starts there."""
    for one in rule.stands:
        if got.types[got.stands[one].type].category != "Art":
            got.faults.add(inside(where, "stands"), f"{one} is no artillery (category Art)")
    if not any(got.stands[one].hex in rule.ground for one in rule.stands):
        got.faults.add(inside(where, "ground"), "none of the guns starts there")
