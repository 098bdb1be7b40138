"""The special rules of a scenario file: kinds with their parameters -> structs, every fault told with its place."""

from pbem.engine.hexes import SIDE_HOURS, Hex, neighbours
from pbem.engine.ids import CommanderId, GroupId, Side, StandId
from pbem.engine.scenariofile.special import SpecialSection
from pbem.engine.spec import inside
from pbem.rulesets.snaphance.scenario.map import is_on_map, read_hexes
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts
from pbem.rulesets.snaphance.state import special_rules as k
from pbem.rulesets.snaphance.state.tables import RANGE_COLUMN


def _stands(got: ScenarioParts, value: object, where: str) -> tuple[StandId, ...]:
    """Stands by their codes, or all of a group: ``royal.Van``."""
    if not isinstance(value, list | tuple):
        got.fault(where, "expected a list of stands or groups: [R01, royal.Reserve]")
        return ()
    found: list[StandId] = []
    for i, word in enumerate(value):
        if GroupId(str(word)) in got.groups:
            found += sorted(one.id for one in got.stands.values() if one.group == word)
        elif StandId(str(word)) in got.stands:
            found.append(StandId(str(word)))
        else:
            groups = ", ".join(sorted(got.groups))
            got.fault(where, f"there is no stand or group {word!r}; the groups are: {groups}", i)
    return tuple(dict.fromkeys(found))


def _general(got: ScenarioParts, value: object, where: str) -> CommanderId:
    got.one_of(value, sorted(got.commanders), where, "general")
    return CommanderId(str(value))


def _generals(got: ScenarioParts, value: object, where: str) -> tuple[CommanderId, ...]:
    """Several generals, or one."""
    return tuple(_general(got, one, where) for one in (value if isinstance(value, list | tuple) else (value,)))


def _side(got: ScenarioParts, value: object, where: str) -> Side:
    return got.sides_named((value,), got.armies, where)[0]


# --- what can never act, or not so ----------------------------------------------------------------------------------


def _check(got: ScenarioParts, rule: k.Kind, where: str) -> None:
    """Numbers out of range, stands of the wrong kind, hexes of no use."""
    match rule:
        case k.Capture(upto=upto) if not 1 <= upto <= 6:
            got.fault(where, f"{upto} is no number of a die: 1 to 6", "upto")
        case k.Sight(rounds=rounds) if any(one < 1 for one in rounds):
            got.fault(where, "rounds are counted from 1", "rounds")
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


def _ditch(got: ScenarioParts, rule: k.StopLine, where: str) -> None:
    for i, clock in enumerate(rule.sides):
        if clock not in SIDE_HOURS:
            place = inside(inside(where, "sides"), i)
            got.fault(place, f"{clock} is not a side of a hex: use 1, 3, 5, 7, 9 or 11")


def _exits(got: ScenarioParts, rule: k.Loot, where: str) -> None:
    for i, here in enumerate(rule.exits):
        if all(is_on_map(got, there) for there in neighbours(here)):
            got.fault(inside(inside(where, "exits"), i), "nobody leaves the board there: it is no edge hex")


def _skirmishers(got: ScenarioParts, rule: k.ShotPlatoon, where: str) -> None:
    for one in rule.platoons:
        if got.types[got.stands[one].type].category != "Sk":
            got.fault(where, f"{one} is no skirmisher stand (category Sk)", "platoons")


def _shooters(got: ScenarioParts, rule: k.RegimentalGuns, where: str) -> None:
    for one in rule.stands:
        if RANGE_COLUMN.get(rule.distance, "") not in got.types[got.stands[one].type].fire:
            got.fault(where, f"{one} has no fire at {rule.distance} hexes to add to", "stands")


def _guns(got: ScenarioParts, rule: k.DeadGround, where: str) -> None:
    """Guns in dead ground: artillery, and one of them starts there."""
    for one in rule.stands:
        if got.types[got.stands[one].type].category != "Art":
            got.fault(where, f"{one} is no artillery (category Art)", "stands")
    if not any(got.stands[one].hex in rule.ground for one in rule.stands):
        got.fault(where, "none of the guns starts there", "ground")


SPECIAL = SpecialSection(
    kinds=k.KINDS,
    parts={
        tuple[StandId, ...]: _stands,
        tuple[Hex, ...]: lambda got, value, where: tuple(read_hexes(got, value, where)),
        tuple[CommanderId, ...]: _generals,
        CommanderId: _general,
        Side: _side,
    },
    check=_check,
    example="{rule: held, stands: [R01], before_round: 4}",
    listed=frozenset({
        "exits", "hexes", "ground", "hidden", "stands", "platoons", "beside", "generals", "rounds", "sides",
    }),
    counted=(
        "before_round", "enemy_within", "points", "sp", "dice", "rounds", "hexes", "times", "within", "distance",
    ),
)  # fmt: skip
"""The section ``special`` of a scenario file."""
