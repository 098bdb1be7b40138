"""Words for things of a Snaphance battle: stands, sums, dice.  Used by reports, notes and asks alike."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from pbem.engine.hexes import Hex, label
from pbem.engine.ids import StandId
from pbem.engine.reporting import RollLine
from pbem.engine.wording import plural
from pbem.rulesets.snaphance.state.battle import Battle, Stand, army, type_of
from pbem.rulesets.snaphance.state.facts import (
    DiceOff,
    Expected,
    MoraleTested,
    OrderTested,
    PursuitRolled,
    Shot,
    Struck,
    Term,
)


def named(battle: Battle, stand: StandId) -> str:
    """``S04 Right troops``."""
    return f"{stand} {battle.stands[stand].name}"


def hexes(path: Iterable[Hex]) -> str:
    """``0905 0805``."""
    return " ".join(label(here) for here in path)


def strength(battle: Battle, stand: Stand) -> str:
    """``3 of 5``; ranks as ``5/4 of 5/5``."""
    start = type_of(battle, stand.id).sp
    left = "/".join(str(sp) for sp in stand.sp) or "0"
    return f"{left} of {'/'.join(str(sp) for sp in start)}"


def the_sum(terms: Sequence[Term], lead: str = "") -> str:
    """``SP 4 + 2 charge - 1 disordered``.  lead: what the first term is called (``SP``); terms of 0 are left out."""
    words: list[str] = []
    for index, term in enumerate(terms):
        if index == 0:
            words.append(f"{lead} {term.value}".strip())
        elif term.value:
            words.append(f"{'+' if term.value > 0 else '-'} {abs(term.value)} {_called(term)}")
    return " ".join(words)


def _called(term: Term) -> str:
    """What a term is called behind its number."""
    if term.name == "hits" and abs(term.value) == 1:
        return "hit"
    if term.name.startswith(SUPPORT):
        return f"from {term.name.removeprefix(SUPPORT)} in support"
    return ALREADY.get(term.name, term.name)


SUPPORT = "support of "
ALREADY = {"lost before": "lost earlier", "at least one die": "to make at least one", "half as a support": "half"}
"""Terms that read better in a sum than by themselves."""


def dice_sum(terms: Sequence[Term], dice: int, lead: str) -> str:
    """``SP 4 + 2 charge = 6 dice``, or ``4 dice`` where nothing is added."""
    total = plural(dice, "die", "dice") if dice else "no dice"
    changes = [term for term in terms[1:] if term.value]
    return f"{the_sum(terms, lead)} = {total}" if changes else total


def counted(dice: Sequence[int]) -> tuple[bool, ...]:
    """Which dice hit: every 6 and every pair of 5s (SN-7.0d, SN-Q2)."""
    pairs = dice.count(5) // 2 * 2
    flags: list[bool] = []
    for die in dice:
        flags.append(die == 6 or (die == 5 and pairs > 0))
        if die == 5:
            pairs -= 1
    return tuple(flags)


def hits_in_words(dice: Sequence[int], hits: int) -> str:
    """``2 hits``, ``none``, ``a pair of fives is 1 hit``, ``none: one five alone is no hit``."""
    fives, sixes = dice.count(5), dice.count(6)
    if hits == 0:
        return "none: one five alone is no hit" if fives == 1 else "none"
    if hits == 1 and fives >= 2 and sixes == 0:
        return "a pair of fives is 1 hit"
    return plural(hits, "hit", "hits")


SHOT_NAMES = {
    "fire": "fired",
    "rank2": "second rank",
    "opportunity": "fired on opportunity",
    "defensive": "defensive fire",
    "supporting": "supporting fire",
    "horse": "pistols",
}


def shot_line(fact: Shot) -> RollLine:
    """A shot as a roll line."""
    return RollLine(
        f"{fact.shooter} {SHOT_NAMES[fact.purpose]}",
        dice_sum(fact.terms, len(fact.dice), "" if fact.purpose == "horse" else "SP"),
        fact.dice,
        counted(fact.dice),
        hits_in_words(fact.dice, fact.hits),
    )


def struck_line(fact: Struck) -> RollLine:
    """A side's melee dice as a roll line."""
    return RollLine(
        f"{fact.stand} struck",
        dice_sum(fact.terms, len(fact.dice), "SP"),
        fact.dice,
        counted(fact.dice),
        hits_in_words(fact.dice, fact.hits),
    )


def morale_line(fact: MoraleTested) -> RollLine:
    """A morale test as a roll line; what it cost is added as it becomes known (``with_costs``)."""
    raw = sum(term.value for term in fact.terms)
    floor = ", never under 1" if raw < fact.adjusted else ""
    outcome = "passed" if fact.loss == 0 else f"short by {fact.loss}"
    return RollLine(
        f"{fact.stand} tested",
        f"{the_sum(fact.terms)}{floor} = {fact.adjusted}",
        (fact.die,),
        (fact.loss > 0,),
        outcome,
    )


def with_costs(line: RollLine, words: str) -> RollLine:
    """``short by 2; disordered, lost 1 SP``: a test with one more of the things it cost."""
    return replace(line, outcome=f"{line.outcome}{', ' if ';' in line.outcome else '; '}{words}")


TEST_NAMES = {
    "rally": "to rally",
    "opportunity": "for opportunity",
    "extra_move": "for a further move",
    "evade": "to evade again",
    "thin_line": "to keep its line",
    "king": "when the king fell",
}


def order_line(fact: OrderTested) -> RollLine:
    """An order test as a roll line: ``needs 4``, then ``+ 1 general = 4, passed``."""
    changes = [f"{'+' if term.value > 0 else '-'} {abs(term.value)} {term.name}" for term in fact.terms if term.value]
    total = f"{' '.join(changes)} = {fact.modified}, " if changes else ""
    return RollLine(
        f"{' '.join(fact.stands)} tested {TEST_NAMES[fact.purpose]}",
        f"needs {fact.needs}",
        (fact.die,),
        (fact.passed,),
        f"{total}{'passed' if fact.passed else 'failed'}",
    )


def arrival_line(fact: Expected) -> RollLine:
    """An arrival's die as a roll line: ``needs 4``."""
    return RollLine(
        f"{' '.join(fact.stands)} on the way", f"needs {fact.needs}", (fact.die,), (fact.due,),
        "comes" if fact.due else "not yet",
    )  # fmt: skip


def pursuit_line(fact: PursuitRolled) -> RollLine:
    """A pursuit die as a roll line: ``1 die``, then ``+ 1 general = 5, 2 hexes``."""
    change = f"{'+' if fact.change > 0 else '-'} {abs(fact.change)} general = {fact.die + fact.change}, "
    return RollLine(
        f"{fact.stand} {'has to pursue' if fact.must else 'in pursuit'}",
        "1 die",
        (fact.die,),
        (fact.hexes > 0,),
        f"{change if fact.change else ''}{plural(fact.hexes, 'hex', 'hexes') if fact.hexes else 'not a hex'}",
    )


def dice_off_lines(battle: Battle, fact: DiceOff) -> tuple[RollLine, ...]:
    """Both sides' dice of a dice-off as roll lines: ``South Foot for the next activation: 6 3 + 1 = 10``."""
    lines: list[RollLine] = []
    for one in battle.armies:
        if one.id in fact.dice:
            dice, bonus = fact.dice[one.id], fact.bonus.get(one.id, 0)
            sign = f"{'+' if bonus > 0 else '-'} {abs(bonus)} " if bonus else ""
            tie = ", a tie" if fact.winner is None else ""
            who = f"{one.name} {battle.groups[fact.groups[one.id]].name}"
            won = (fact.winner == one.id,) * len(dice)
            lines.append(RollLine(who, "dice-off", dice, won, f"{sign}= {sum(dice) + bonus}{tie}", one.name))
    return tuple(lines)


def dice_off_note(battle: Battle, fact: DiceOff, tied: bool) -> str:
    """``Dice-off: South Foot 6 3 + 1 = 10, North Horse 2 4 = 6.``  tied: an earlier throw was."""
    parts: list[str] = []
    for one in battle.armies:
        if one.id in fact.dice:
            dice, bonus = fact.dice[one.id], fact.bonus.get(one.id, 0)
            sign = f" {'+' if bonus > 0 else '-'} {abs(bonus)}" if bonus else ""
            group = battle.groups[fact.groups[one.id]].name
            parts.append(f"{one.name} {group} {' '.join(map(str, dice))}{sign} = {sum(dice) + bonus}")
    totals = [sum(dice) + fact.bonus.get(side, 0) for side, dice in fact.dice.items()]
    by_turns = fact.winner is not None and len(set(totals)) < len(totals)
    turn = f"; the turn is {army(battle, fact.winner).name}'s (SN-Q8)" if by_turns and fact.winner else ""
    return f"Dice-off{' after a tie' if tied else ''}: {', '.join(parts)}{turn}."
