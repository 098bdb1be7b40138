"""What players are told of the special rules of their battle: one plain sentence each, made from its data."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.engine.ids import RuleId, StandId
from pbem.engine.special import SpecialRule, Words, in_sentences, that_decided
from pbem.engine.table.measures import say_inches
from pbem.engine.wording import coded, listed
from pbem.rulesets.fornovo.state import special_rules as k
from pbem.rulesets.fornovo.state.battle import Battle, army_of


def special_rules(battle: Battle) -> tuple[tuple[RuleId, str], ...]:
    """The special rules of a battle: the name by which reports cite each (``SCN-alarm``), and a sentence."""
    return in_sentences(battle, WORDS)


def special_told(battle: Battle, turn: int, facts: Iterable[object]) -> tuple[tuple[RuleId, str], ...]:
    """Those that have decided something in a turn; before the first turn all of them."""
    return that_decided(special_rules(battle), turn, facts)


SENTENCES: Mapping[type[SpecialRule], str] = {
    k.HeldUntil: "{units} may neither move nor charge before turn {turn}, unless an enemy charges them",
    k.Betrayed: "before the first turn {unit} is taken off on a die of 1 to {upto}",
    k.SlowGeneral: "{general} rides no farther than {inches} inches in a turn",
    k.NoWeight: "{units} add nothing to the weight of artillery (FS-8.2a)",
    k.WetPowder: "wet powder: all guns halve their hits once more, rounded down",
    k.BadLight: "sun and wind: shots of {side} at far range halve their hits once more",
    k.Exposed: "{general} is out of the game on a die of 1 to {upto} (FS-3.1.3), not on a 1 only",
    k.Flood: "after turn {after_turn} the water takes more ground: units in the middle of it are destroyed",
    k.Spate: (
        "a unit in a ford as a turn begins is held there, disordered, on a die of 1 to {upto}; after turn {after_turn} "
        "a 1 closes that ford for good"
    ),
    k.MustAdvance: (
        "in turn {turn} {units} go straight ahead as far as they can, unless they charge; a die of {needs} or more "
        "spares them"
    ),
    k.Tired: "{units} count one grade lower once they have fought {rounds} rounds",
    k.LastPowder: "{units} have powder for {rounds} turns of shooting each",
    k.Wavering: (
        "once {after} are gone or rout, {units} move or charge in a turn only on a die of {needs} or more (grade A "
        "adds 2, B 1, D takes 1 off)"
    ),
    k.Masked: "{units} do not shoot while a friend is in their danger zone",
    k.Skittish: "{units} test (FS-8.6) when they are shot at, hit or not",
    k.JoinedHands: (
        "one of {units} and one of {others}, both in good morale and within {inches} inches of one another as a turn "
        "begins, give {points} % of margin, once"
    ),
    k.CoachHorses: "from turn {turn} on {units} may be limbered up once",
    k.SoftGround: "the mounted move at half speed on the soft ground",
    k.LostGuide: "one of {units} whose move crosses {lines} does not move in the next turn",
    k.DarkWater: (
        "before turn {turn} the mounted do not cross {lines}, and one of {units} on foot whose move leads over it "
        "halts before it on a die of 1 to {upto}; a charge goes on"
    ),
    k.LitMatches: (
        "{units} are seen {inches} inches off by their lit matches, and a unit that has shot {flash} inches off until "
        "the end of the next turn"
    ),
    k.Homeward: (
        "units of {side} that stand on the way home as a turn begins, in good or halted morale and out of combat, "
        "march off the table and are not lost; {side} wins at once with {share} % of its points home, {general} and "
        "one of {baggage} among them; each of these gives {points} % of margin"
    ),
    k.Terms: (
        "once {others} are gone or rout, and while one of {units} stands, their side may ask for terms: it concedes no "
        "more than a clear victory"
    ),
    k.RiddenDown: (
        "{side} is ridden down by day, and has lost, if after the last turn no unit of it in good or halted morale "
        "stands {where}"
    ),
    k.TakenGuns: (
        "{units} with no other unit of their side within {inches} inches at the end give the enemy {points} % of margin"
    ),
}
"""How each kind is told; in braces its fields."""


def _told(battle: Battle, rule: SpecialRule) -> str:
    fields = {name: _word(battle, name, getattr(rule, name)) for name in rule.__struct_fields__}
    return SENTENCES[type(rule)].format_map(fields)


def _word(battle: Battle, field: str, value: Any) -> str:  # noqa: ANN401  # of a field of any rule
    """A field as it stands in a sentence."""
    match field:
        case "units" | "others" | "after" | "baggage":
            return coded(value)
        case "general":
            return _name(battle, value)
        case "side":
            return army_of(battle, value).name
        case "inches" | "flash":
            return say_inches(value)
        case "lines":
            return _grounds(battle, value)
        case _:
            return f"{value}"


def _held_by(battle: Battle, rule: k.HeldBy) -> str:
    ahead = f", or one of {coded(rule.ahead)} has lost a fifth of its figures or routed" if rule.ahead else ""
    return (
        f"{coded(rule.units)} may neither move nor charge until an enemy charges them, {_name(battle, rule.general)} "
        f"is in command distance as a turn begins{ahead}; if he is gone each is freed on {rule.needs} or more, a turn"
    )


def _alarm(battle: Battle, rule: k.AlarmGiven) -> str:
    drums = (
        f"; guns act from then on, each other unit in the turn after on a die of {rule.drums} or more, all in the next"
    )
    return (
        f"{coded(rule.units)} may neither move, charge nor shoot before the alarm: it is given as a turn begins with "
        f"an enemy in sight, or on a die of {rule.needs} or more"
        f"{drums if rule.drums else ', and they act from then on'}"
    )


def _plunder(battle: Battle, rule: k.Plunder) -> str:
    loot = (
        f"; {coded(rule.looters)} beside it loot on a die of 1 to {rule.upto}: disordered, they do nothing else in "
        "that turn"
    )
    return (
        f"baggage ({coded(rule.baggage)}) with an enemy within an inch and no friend within three as a turn begins is "
        f"plundered and removed; each gives {rule.points} % of margin"
        f"{loot if rule.looters else ''}"
    )


WORDS: Words[Battle] = {
    **dict.fromkeys(SENTENCES, _told), k.HeldBy: _held_by, k.AlarmGiven: _alarm, k.Plunder: _plunder,
}  # fmt: skip
"""How each kind is told: by its sentence, or by a function where that has parts that may be missing."""


def _name(battle: Battle, general: StandId) -> str:
    one = battle.generals.get(general)
    return (one and one.name) or f"general {general}"


def _grounds(battle: Battle, pieces: tuple[str, ...]) -> str:
    named = {one.id: one.name or one.id for one in battle.terrain}
    return listed(list(dict.fromkeys(named.get(one, one) for one in pieces)))
