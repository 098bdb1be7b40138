"""The special rules of a scenario file: kinds with their parameters -> structs, every fault told with its place."""

from pbem.engine.ids import Side, StandId
from pbem.engine.scenariofile.special import SpecialSection
from pbem.engine.spec import inside
from pbem.engine.special import SpecialRule
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.scenario.special import length_of_rule, outline_of_rule, pieces_of_rule, side_of_rule
from pbem.rulesets.fornovo.scenario.parts import BattleParts
from pbem.rulesets.fornovo.state import special_rules as k
from pbem.rulesets.fornovo.state.battle import LINES


def _units(got: BattleParts, value: object, where: str) -> tuple[StandId, ...]:
    """Units by their codes."""
    if not isinstance(value, list | tuple):
        got.fault(where, "expected a list of units: [F01, F02]")
        return ()
    for i, word in enumerate(value):
        got.one_of(word, sorted([*got.to_come, *got.units]), inside(where, i), "unit")
    return tuple(StandId(str(word)) for word in value)


def _code(got: BattleParts, value: object, where: str) -> StandId:
    """A unit or a general by its code."""
    got.one_of(value, sorted([*got.generals, *got.to_come, *got.units]), where, "unit or general")
    return StandId(str(value))


def _side_of(got: BattleParts, unit: StandId) -> Side:
    return {**got.to_come, **got.units}[unit].side


def _check(got: BattleParts, rule: SpecialRule, where: str) -> None:
    """Dice that there are not, generals that are units, pieces that are no fords or no lines, friends that are not."""
    match rule:
        case k.Betrayed(upto=upto) | k.Exposed(upto=upto) | k.Spate(upto=upto) | k.DarkWater(upto=upto) if (
            not 1 <= upto <= 5
        ):
            got.fault(where, f"{upto} is no number of a die that may go either way: 1 to 5", "upto")
        case (
            k.HeldBy(needs=needs) | k.MustAdvance(needs=needs) | k.AlarmGiven(needs=needs) | k.Wavering(needs=needs)
        ) if not 2 <= needs <= 6:
            got.fault(where, f"{needs} is no number of a die that may go either way: 2 to 6", "needs")
        case k.AlarmGiven(drums=drums) if drums and not 2 <= drums <= 6:
            got.fault(where, f"{drums} is no number of a die that may go either way: 2 to 6", "drums")
        case k.Plunder(looters=looters, upto=upto) if looters and not 1 <= upto <= 5:
            got.fault(where, f"{upto} is no number of a die that may go either way: 1 to 5", "upto")
        case k.Homeward(side=side, general=general) if general in got.generals and got.generals[general].side != side:
            got.fault(where, f"{general} is no general of this side", "general")
        case k.Homeward(share=share) if not 1 <= share <= 100:
            got.fault(where, f"{share} is no share in per cent: 1 to 100", "share")
        case (
            k.HeldBy(general=general)
            | k.Homeward(general=general)
            | k.SlowGeneral(general=general)
            | k.Exposed(general=general)
        ) if general not in got.generals:
            got.fault(where, f"{general} is no general", "general")
        case k.Spate(fords=fords) if any(got.ground.get(one) != "ford" for one in fords):
            got.fault(where, "these are fords", "fords")
        case k.LostGuide(lines=lines) | k.DarkWater(lines=lines) if any(
            got.ground.get(one) not in LINES for one in lines
        ):
            got.fault(where, f"these are lines: {', '.join(LINES)}", "lines")
        case k.JoinedHands(units=units, others=others) | k.Terms(units=units, others=others) if (
            len({_side_of(got, one) for one in (*units, *others)}) > 1
        ):
            got.fault(where, "units and others are of one side", "others")
        case _:
            pass


SPECIAL = SpecialSection(
    kinds=k.KINDS,
    parts={
        k.Stands: _units,
        k.PieceNames: pieces_of_rule,
        k.Outline: outline_of_rule,
        Hundredths: length_of_rule,
        StandId: _code,
        Side: side_of_rule,
    },
    check=_check,
    example="{rule: held-until, units: [F13], turn: 2}",
    listed=frozenset({"units", "others", "after", "fords", "lines", "ground", "baggage"}),
    counted=("turn", "rounds", "after_turn"),
)
"""The section ``special`` of a scenario file."""
