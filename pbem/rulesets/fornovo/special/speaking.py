"""What players are told of the special rules of their battle: one plain sentence each, made from its data."""

from collections.abc import Iterable

from pbem.engine.ids import RuleId, StandId
from pbem.engine.special import Words, in_sentences, that_decided
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


def _held_until(battle: Battle, rule: k.HeldUntil) -> str:
    return f"{coded(rule.units)} may neither move nor charge before turn {rule.turn}, unless an enemy charges them"


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


def _betrayed(battle: Battle, rule: k.Betrayed) -> str:
    return f"before the first turn {rule.unit} is taken off on a die of 1 to {rule.upto}"


def _slow(battle: Battle, rule: k.SlowGeneral) -> str:
    return f"{_name(battle, rule.general)} rides no farther than {say_inches(rule.inches)} inches in a turn"


def _no_weight(battle: Battle, rule: k.NoWeight) -> str:
    return f"{coded(rule.units)} add nothing to the weight of artillery (FS-8.2a)"


def _wet(battle: Battle, rule: k.WetPowder) -> str:
    return "wet powder: all guns halve their hits once more, rounded down"


def _light(battle: Battle, rule: k.BadLight) -> str:
    return f"sun and wind: shots of {army_of(battle, rule.side).name} at far range halve their hits once more"


def _exposed(battle: Battle, rule: k.Exposed) -> str:
    return f"{_name(battle, rule.general)} is out of the game on a die of 1 to {rule.upto} (FS-3.1.3), not on a 1 only"


def _flood(battle: Battle, rule: k.Flood) -> str:
    return f"after turn {rule.after_turn} the water takes more ground: units in the middle of it are destroyed"


def _spate(battle: Battle, rule: k.Spate) -> str:
    return (
        f"a unit in a ford as a turn begins is held there, disordered, on a die of 1 to {rule.upto}; after turn "
        f"{rule.after_turn} a 1 closes that ford for good"
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


def _must_advance(battle: Battle, rule: k.MustAdvance) -> str:
    return (
        f"in turn {rule.turn} {coded(rule.units)} go straight ahead as far as they can, unless they charge; a die of "
        f"{rule.needs} or more spares them"
    )


def _tired(battle: Battle, rule: k.Tired) -> str:
    return f"{coded(rule.units)} count one grade lower once they have fought {rule.rounds} rounds"


def _last_powder(battle: Battle, rule: k.LastPowder) -> str:
    return f"{coded(rule.units)} have powder for {rule.rounds} turns of shooting each"


def _wavering(battle: Battle, rule: k.Wavering) -> str:
    return (
        f"once {coded(rule.after)} are gone or rout, {coded(rule.units)} move or charge in a turn only on a die "
        f"of {rule.needs} or more (grade A adds 2, B 1, D takes 1 off)"
    )


def _masked(battle: Battle, rule: k.Masked) -> str:
    return f"{coded(rule.units)} do not shoot while a friend is in their danger zone"


def _skittish(battle: Battle, rule: k.Skittish) -> str:
    return f"{coded(rule.units)} test (FS-8.6) when they are shot at, hit or not"


def _joined(battle: Battle, rule: k.JoinedHands) -> str:
    return (
        f"one of {coded(rule.units)} and one of {coded(rule.others)}, both in good morale and within "
        f"{say_inches(rule.inches)} inches of one another as a turn begins, give {rule.points} % of margin, once"
    )


def _coach(battle: Battle, rule: k.CoachHorses) -> str:
    return f"from turn {rule.turn} on {coded(rule.units)} may be limbered up once"


def _soft(battle: Battle, rule: k.SoftGround) -> str:
    return "the mounted move at half speed on the soft ground"


def _lost_guide(battle: Battle, rule: k.LostGuide) -> str:
    lines = _grounds(battle, rule.lines)
    return f"one of {coded(rule.units)} whose move crosses {lines} does not move in the next turn"


def _dark_water(battle: Battle, rule: k.DarkWater) -> str:
    return (
        f"before turn {rule.turn} the mounted do not cross {_grounds(battle, rule.lines)}, and one of "
        f"{coded(rule.units)} on foot whose move leads over it halts before it on a die of 1 to {rule.upto}; a charge "
        "goes on"
    )


def _lit_matches(battle: Battle, rule: k.LitMatches) -> str:
    return (
        f"{coded(rule.units)} are seen {say_inches(rule.inches)} inches off by their lit matches, and a unit that has "
        f"shot {say_inches(rule.flash)} inches off until the end of the next turn"
    )


def _homeward(battle: Battle, rule: k.Homeward) -> str:
    who, name = army_of(battle, rule.side).name, _name(battle, rule.general)
    return (
        f"units of {who} that stand on the way home as a turn begins, in good or halted morale and out of combat, "
        f"march off the table and are not lost; {who} wins at once with {rule.share} % of its points home, {name} and "
        f"one of {coded(rule.baggage)} among them; each of these gives {rule.points} % of margin"
    )


def _terms(battle: Battle, rule: k.Terms) -> str:
    return (
        f"once {coded(rule.others)} are gone or rout, and while one of {coded(rule.units)} stands, their side may "
        "ask for terms: it concedes no more than a clear victory"
    )


def _ridden_down(battle: Battle, rule: k.RiddenDown) -> str:
    who = army_of(battle, rule.side).name
    return (
        f"{who} is ridden down by day, and has lost, if after the last turn no unit of it in good or halted morale "
        f"stands {rule.where}"
    )


def _taken_guns(battle: Battle, rule: k.TakenGuns) -> str:
    return (
        f"{coded(rule.units)} with no other unit of their side within {say_inches(rule.inches)} inches at the end "
        f"give the enemy {rule.points} % of margin"
    )


WORDS: Words[Battle] = {
    k.HeldUntil: _held_until,
    k.HeldBy: _held_by,
    k.AlarmGiven: _alarm,
    k.Betrayed: _betrayed,
    k.SlowGeneral: _slow,
    k.NoWeight: _no_weight,
    k.WetPowder: _wet,
    k.BadLight: _light,
    k.Exposed: _exposed,
    k.Flood: _flood,
    k.Spate: _spate,
    k.Plunder: _plunder,
    k.MustAdvance: _must_advance,
    k.Tired: _tired,
    k.LastPowder: _last_powder,
    k.Wavering: _wavering,
    k.Masked: _masked,
    k.Skittish: _skittish,
    k.JoinedHands: _joined,
    k.CoachHorses: _coach,
    k.SoftGround: _soft,
    k.LostGuide: _lost_guide,
    k.DarkWater: _dark_water,
    k.LitMatches: _lit_matches,
    k.Homeward: _homeward,
    k.Terms: _terms,
    k.RiddenDown: _ridden_down,
    k.TakenGuns: _taken_guns,
}
"""How each kind is told."""


def _name(battle: Battle, general: StandId) -> str:
    one = battle.generals.get(general)
    return (one and one.name) or f"general {general}"


def _grounds(battle: Battle, pieces: tuple[str, ...]) -> str:
    named = {one.id: one.name or one.id for one in battle.terrain}
    return listed(list(dict.fromkeys(named.get(one, one) for one in pieces)))
