"""The special rules of a scenario file: kinds with their parameters -> structs, every fault told with its place."""

from pbem.engine.ids import Side, StandId
from pbem.engine.scenariofile.special import SpecialSection
from pbem.engine.special import SpecialRule
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot
from pbem.engine.table.scenario.special import length_of_rule, outline_of_rule, pieces_of_rule, side_of_rule
from pbem.rulesets.armatys.scenario.parts import BattleParts
from pbem.rulesets.armatys.state import special_rules as k


def _units(got: BattleParts, value: object, where: str) -> tuple[StandId, ...]:
    """Units by their codes, or a whole battery of guns: ``R15``."""
    if not isinstance(value, list | tuple):
        got.fault(where, "expected a list of units: [R01, R02]")
        return ()
    every = {**got.to_come, **got.units}
    found: list[StandId] = []
    for i, word in enumerate(value):
        battery = sorted(one.id for one in every.values() if one.battery and one.battery == word)
        if battery:
            found += battery
        elif StandId(str(word)) in every:
            found.append(StandId(str(word)))
        else:
            got.fault(where, f"there is no unit or battery {word!r}", i)
    return tuple(dict.fromkeys(found))


def _general(got: BattleParts, value: object, where: str) -> StandId:
    got.one_of(value, sorted(got.generals), where, "general")
    return StandId(str(value))


def _piece(got: BattleParts, value: object, where: str) -> str:
    got.one_of(value, sorted(got.ground), where, "piece of terrain")
    return str(value)


def _spot(got: BattleParts, value: object, where: str) -> Spot:
    if not isinstance(value, list | tuple) or len(value) != 2:
        got.fault(where, "expected a place: [x, y]")
        return Spot(Hundredths(0), Hundredths(0))
    return got.spot((value[0], value[1]), where)


def _check(got: BattleParts, rule: SpecialRule, where: str) -> None:
    """Dice that there are not, bounds that there are not, units of the wrong kind."""
    every = {**got.to_come, **got.units}
    match rule:
        case k.FollowsOn(upto=upto) | k.MustAdvance(upto=upto) if not 1 <= upto <= 5:
            got.fault(where, f"{upto} is no number of a die that may go either way: 1 to 5", "upto")
        case k.Bridled(needs=needs) | k.Runaway(needs=needs) if not 2 <= needs <= 6:
            got.fault(where, f"{needs} is no number of a die that may go either way: 2 to 6", "needs")
        case k.Surprised(bounds=bounds) | k.InColumn(bounds=bounds) | k.Rain(bounds=bounds) if (
            min(bounds, default=0) < 1
        ):
            got.fault(where, "bounds are counted from 1", "bounds")
        case k.Prizes(guns=guns) if any(not every[one].gun for one in guns):
            got.fault(where, "prizes are guns", "guns")
        case k.Disheartened(units=units, lost=lost) | k.Panic(units=units, lost=lost) if lost > len(units):
            got.fault(where, f"{lost} are more than its {len(units)} units", "lost")
        case _:
            pass


SPECIAL = SpecialSection(
    kinds=k.KINDS,
    parts={
        k.Stands: _units,
        k.PieceNames: pieces_of_rule,
        k.Outline: outline_of_rule,
        Spot: _spot,
        Hundredths: length_of_rule,
        StandId: _general,
        Side: side_of_rule,
        str: _piece,
    },
    check=_check,
    example="{rule: runaway, units: [R01], returns_from: 7, needs: 5}",
    listed=frozenset({"units", "leads", "guns", "bounds", "ground", "hedges"}),
    counted=("before_bound", "from_bound", "counters", "bound", "lost", "points", "within", "wheel", "returns_from"),
)
"""The section ``special`` of a scenario file."""
