"""What players are told of the special rules of their battle: one plain sentence each, made from its data."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId, StandId
from pbem.engine.table.measures import say_inches
from pbem.engine.wording import capital, listed
from pbem.rulesets.fornovo.special.naming import cited
from pbem.rulesets.fornovo.state import special_rules as k
from pbem.rulesets.fornovo.state.battle import Battle, army_of


def special_rules(battle: Battle) -> tuple[tuple[RuleId, str], ...]:
    """The special rules of a battle: the name by which reports cite each (``SCN-alarm``), and a sentence."""
    return tuple((cited(rule), f"{capital(WORDS[type(rule)](battle, rule))}.") for rule in battle.special)


def special_told(battle: Battle, turn: int, facts: Iterable[object]) -> tuple[tuple[RuleId, str], ...]:
    """Those that have decided something in a turn; before the first turn all of them."""
    decided = {rule for fact in facts if isinstance(fact, Fact) for rule in fact.rules}
    return tuple((rule, says) for rule, says in special_rules(battle) if turn == 0 or rule in decided)


def _held_until(battle: Battle, rule: k.HeldUntil) -> str:
    return f"{_units(rule.units)} may neither move nor charge before turn {rule.turn}, unless an enemy charges them"


def _held_by(battle: Battle, rule: k.HeldBy) -> str:
    ahead = f", or one of {_units(rule.ahead)} has lost a fifth of its figures or routed" if rule.ahead else ""
    return (
        f"{_units(rule.units)} may neither move nor charge until an enemy charges them, {_name(battle, rule.general)} "
        f"is in command distance as a turn begins{ahead}; if he is gone each is freed on {rule.needs} or more, a turn"
    )


def _alarm(battle: Battle, rule: k.AlarmGiven) -> str:
    drums = (
        f"; guns act from then on, each other unit in the turn after on a die of {rule.drums} or more, all in the next"
    )
    return (
        f"{_units(rule.units)} may neither move, charge nor shoot before the alarm: it is given as a turn begins with "
        f"an enemy in sight, or on a die of {rule.needs} or more"
        f"{drums if rule.drums else ', and they act from then on'}"
    )


def _betrayed(battle: Battle, rule: k.Betrayed) -> str:
    return f"before the first turn {rule.unit} is taken off on a die of 1 to {rule.upto}"


def _slow(battle: Battle, rule: k.SlowGeneral) -> str:
    return f"{_name(battle, rule.general)} rides no farther than {say_inches(rule.inches)} inches in a turn"


def _no_weight(battle: Battle, rule: k.NoWeight) -> str:
    return f"{_units(rule.units)} add nothing to the weight of artillery (FS-8.2a)"


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
        f"; {_units(rule.looters)} beside it loot on a die of 1 to {rule.upto}: disordered, they do nothing else in "
        "that turn"
    )
    return (
        f"baggage ({_units(rule.baggage)}) with an enemy within an inch and no friend within three as a turn begins is "
        f"plundered and removed; each gives {rule.points} % of margin"
        f"{loot if rule.looters else ''}"
    )


def _must_advance(battle: Battle, rule: k.MustAdvance) -> str:
    return (
        f"in turn {rule.turn} {_units(rule.units)} go straight ahead as far as they can, unless they charge; a die of "
        f"{rule.needs} or more spares them"
    )


def _tired(battle: Battle, rule: k.Tired) -> str:
    return f"{_units(rule.units)} count one grade lower once they have fought {rule.rounds} rounds"


def _last_powder(battle: Battle, rule: k.LastPowder) -> str:
    return f"{_units(rule.units)} have powder for {rule.rounds} turns of shooting each"


def _wavering(battle: Battle, rule: k.Wavering) -> str:
    return (
        f"once {_units(rule.after)} are gone or rout, {_units(rule.units)} move or charge in a turn only on a die "
        f"of {rule.needs} or more (grade A adds 2, B 1, D takes 1 off)"
    )


def _masked(battle: Battle, rule: k.Masked) -> str:
    return f"{_units(rule.units)} do not shoot while a friend is in their danger zone"


def _skittish(battle: Battle, rule: k.Skittish) -> str:
    return f"{_units(rule.units)} test (FS-8.6) when they are shot at, hit or not"


def _joined(battle: Battle, rule: k.JoinedHands) -> str:
    return (
        f"one of {_units(rule.units)} and one of {_units(rule.others)}, both in good morale and within "
        f"{say_inches(rule.inches)} inches of one another as a turn begins, give {rule.points} % of margin, once"
    )


def _coach(battle: Battle, rule: k.CoachHorses) -> str:
    return f"from turn {rule.turn} on {_units(rule.units)} may be limbered up once"


def _soft(battle: Battle, rule: k.SoftGround) -> str:
    return "the mounted move at half speed on the soft ground"


def _lost_guide(battle: Battle, rule: k.LostGuide) -> str:
    lines = _grounds(battle, rule.lines)
    return f"one of {_units(rule.units)} whose move crosses {lines} does not move in the next turn"


def _dark_water(battle: Battle, rule: k.DarkWater) -> str:
    return (
        f"before turn {rule.turn} the mounted do not cross {_grounds(battle, rule.lines)}, and one of "
        f"{_units(rule.units)} on foot whose move leads over it halts before it on a die of 1 to {rule.upto}; a charge "
        "goes on"
    )


def _lit_matches(battle: Battle, rule: k.LitMatches) -> str:
    return (
        f"{_units(rule.units)} are seen {say_inches(rule.inches)} inches off by their lit matches, and a unit that has "
        f"shot {say_inches(rule.flash)} inches off until the end of the next turn"
    )


def _homeward(battle: Battle, rule: k.Homeward) -> str:
    who, name = army_of(battle, rule.side).name, _name(battle, rule.general)
    return (
        f"units of {who} that stand on the way home as a turn begins, in good or halted morale and out of combat, "
        f"march off the table and are not lost; {who} wins at once with {rule.share} % of its points home, {name} and "
        f"one of {_units(rule.baggage)} among them; each of these gives {rule.points} % of margin"
    )


def _terms(battle: Battle, rule: k.Terms) -> str:
    return (
        f"once {_units(rule.others)} are gone or rout, and while one of {_units(rule.units)} stands, their side may "
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
        f"{_units(rule.units)} with no other unit of their side within {say_inches(rule.inches)} inches at the end "
        f"give the enemy {rule.points} % of margin"
    )


WORDS: Mapping[type[k.Kind], Callable[[Battle, Any], str]] = {
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


def _units(units: tuple[StandId, ...]) -> str:
    """``R10 and R12``; three or more that follow one another as ``R01 to R09``."""
    found: list[list[StandId]] = []
    for code in units:
        last = found[-1][-1] if found else ""
        if last and _parts(code) == (_parts(last)[0], _parts(last)[1] + 1):
            found[-1].append(code)
        else:
            found.append([code])
    return listed([word for run in found for word in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)])


def _parts(code: str) -> tuple[str, int]:
    """``("R", 9)`` of ``R09``."""
    letters = code.rstrip("0123456789")
    return letters, int(code[len(letters) :] or 0)
