"""The rules of a battle that were restored or can be switched, as players are told of them, with how sure each is."""

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from pbem.engine.hiding import has_blinds, sights_of
from pbem.engine.ids import RuleId
from pbem.engine.table.measures import Hundredths, say_inches
from pbem.engine.wording import capital, listed
from pbem.rulesets.onehour.battle import Battle, FeatureKind, Switches
from pbem.rulesets.onehour.tables import (
    ARC,
    CONFIDENCE,
    ELIMINATED_AT,
    OUT_OF_AMMUNITION,
    RANGE,
    ROWS,
    SWITCHES,
    SwitchRow,
)

SAYS: Mapping[RuleId, str] = {
    RuleId("OH-R-terr-2"): "Reiters and Cavalry may ride through a town but not end a move in it.",
    RuleId("OH-R-terr-3"): "No unit may enter marsh or lakes.",
    RuleId("OH-R-terr-4"): "Rivers are crossed at bridges and fords only, at no cost.",
    RuleId("OH-R-terr-6"): "Hills do not affect movement.",
    RuleId("OH-R-charge-1"): "Infantry and Reiters may charge only once they are out of ammunition.",
    RuleId("OH-R-charge-2"): "A charger pivots once, before it starts, by at most 45 degrees.",
    RuleId("OH-R-charge-3"): "Each face of a unit can have one attacker only.",
    RuleId("OH-R-charge-4"): "A charge goes no farther than an ordinary move, and has no road bonus.",
    RuleId("OH-R-shoot-1"): "A target in a wood or a town takes half the hits of a shot, fractions up.",
    RuleId("OH-R-melee-1"): (
        "A target in a wood or a town or on a hill takes half of a blow, fractions up; so does one behind a river "
        "crossing, which is our own choice."
    ),
    RuleId("OH-R-melee-3"): "A target struck in a flank or the rear takes twice the hits.",
    RuleId("OH-R-melee-4"): "Fractions go up, once, at the end.",
}
"""What each restored rule says that no switch changes."""

ABOUT: Mapping[RuleId, tuple[FeatureKind, ...]] = {
    RuleId("OH-R-terr-1"): ("woods",),
    RuleId("OH-R-terr-2"): ("town",),
    RuleId("OH-R-terr-3"): ("marsh", "lake"),
    RuleId("OH-R-terr-4"): ("river",),
    RuleId("OH-R-terr-5"): ("road",),
    RuleId("OH-R-terr-6"): ("hill",),
    RuleId("OH-R-shoot-1"): ("woods", "town"),
    RuleId("OH-R-melee-1"): ("woods", "town", "hill", "crossing"),
}
"""The ground that makes a rule matter; the others matter everywhere."""

BY_SWITCH: Mapping[RuleId, SwitchRow] = {row.rule: row for row in SWITCHES}


def readings(battle: Battle, decided: Iterable[RuleId] | None = None) -> tuple[tuple[RuleId, str], ...]:
    """Restored rules and switches with what they say here.

    decided: the rules of a turn's facts: of these only the ones that were cited; None before the first turn: all that
    can matter on this ground, and of switches that touch no restored rule those that are set otherwise than is usual.
    """
    wanted = (
        set(decided) if decided is not None else {rule for rule in (*CONFIDENCE, *BY_SWITCH) if _matters(battle, rule)}
    )
    return tuple((rule, says(battle, rule)) for rule in dict.fromkeys((*CONFIDENCE, *BY_SWITCH)) if rule in wanted)


def primer() -> tuple[tuple[RuleId, str], ...]:
    """The whole game in three lines, for who reads of it for the first time."""
    moves = ", ".join(f"{kind} {say_inches(row.move)}" for kind, row in ROWS.items())
    shooters = " and ".join(kind for kind, row in ROWS.items() if row.shoots)
    strikers = " and ".join(kind for kind, row in ROWS.items() if row.plus)
    plus = max(row.plus for row in ROWS.values())
    return (
        (RuleId("OH-move-1"), f"A move in inches: {moves}. No die is thrown for it."),
        (
            RuleId("OH-shoot-5"),
            (
                f"{shooters} shoot {say_inches(RANGE)} inches, within {ARC // 10} degrees of their front: a die says "
                f"how many hits; on a {_either(OUT_OF_AMMUNITION)} of a second die their powder is spent for good."
            ),
        ),
        (
            RuleId("OH-melee-5"),
            (
                f"A unit in contact strikes in its own half, with a die of hits; {strikers} add {plus}. "
                f"{ELIMINATED_AT} hits remove a unit."
            ),
        ),
    )


HIDDEN: Mapping[RuleId, str] = {
    RuleId("OH-H1"): (
        "Units are hidden: an enemy is in sight within {far} inches of one of your units, with no wood, town or hill "
        "between; in a wood or town within 3 inches."
    ),
    RuleId("OH-H2"): "Units that shoot, charge or strike are seen twice as far, until their next player turn.",
    RuleId("OH-H3"): (
        "Within {third} inches a unit is known, within {two_thirds} its kind and facing are made out, farther off it "
        "is a body of troops."
    ),
    RuleId("OH-H4"): "A unit that is not known has a token in place of its code: ?1, ?2; orders may name it.",
    RuleId("OH-H6"): "A unit that runs into an unseen enemy stops before it, and its move is spent.",
}
"""What is told of hidden units before the battle."""
BLINDS = (
    "Both sides field blinds: a body of troops may be nothing. A blind goes once it would be made out, or is met, shot "
    "at or charged. (Not in the printed rules.)"
)


def hidden_units(battle: Battle) -> tuple[tuple[RuleId, str], ...]:
    """How units are hidden in this battle; () where they are not."""
    sights = sights_of(battle)
    if sights is None:
        return ()
    figures = {
        name: say_inches(Hundredths(sights.visibility * thirds // 3))
        for name, thirds in (("third", 1), ("two_thirds", 2), ("far", 3))
    }
    told = tuple((rule, f"{text.format(**figures)} (Not in the printed rules.)") for rule, text in HIDDEN.items())
    if has_blinds(battle):
        told = (*told, (RuleId("OH-H10"), BLINDS))
    later = battle.visibility if battle.visibility is not UNSET else ()
    changes = listed([f"{say_inches(one.inches)} inches from turn {one.turn}" for one in later])
    return (*told, (RuleId("OH-H1"), f"The visibility changes: {changes}.")) if changes else told


def _either(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, numbers))


def _matters(battle: Battle, rule: RuleId) -> bool:
    if rule not in CONFIDENCE:
        return _switched(battle.switches, BY_SWITCH[rule])
    kinds = {one.kind for one in battle.features}
    return rule not in ABOUT or bool(kinds.intersection(ABOUT[rule]))


def _switched(switches: Switches, row: SwitchRow) -> bool:
    return bool(getattr(switches, row.name) != getattr(Switches(), row.name))


def says(battle: Battle, rule: RuleId) -> str:
    """``Only Swordsmen may enter a wood. (Restored; confidence: low.)``."""
    row = BY_SWITCH.get(rule)
    text = SAYS[rule] if rule in SAYS else f"{capital(_value(battle.switches, BY_SWITCH[rule]))}."
    kind = "Restored" if rule in CONFIDENCE else "Not in the printed rules"
    sure = CONFIDENCE[rule] if rule in CONFIDENCE else BY_SWITCH[rule].confidence
    set_here = "; set so for this battle" if row is not None and _switched(battle.switches, row) else ""
    return f"{text} ({kind}; confidence: {sure}{set_here}.)"


def _value(switches: Switches, row: SwitchRow) -> str:
    """What a switch is set to, in words."""
    match row.name:
        case "road_bonus" if not switches.road_bonus:
            return "a move along a road goes no farther than any other"
        case "road_bonus":
            return (
                f"a unit whose whole move is along a road goes up to {say_inches(switches.road_bonus)} inches farther"
            )
        case "depth":
            return f"units are {say_inches(switches.depth)} inches deep where nothing else is said"
        case "frontage":
            return f"units are {say_inches(switches.frontage)} inches wide where nothing else is said"
        case name:
            value = getattr(switches, name)
            return row.values[value if isinstance(value, str) else "on" if value else "off"]
