"""Words for things of a Snaphance battle: stands, sums, dice.  Used by reports, notes and asks alike."""

from collections.abc import Iterable, Sequence

from pbem.engine.hexes import Hex, label
from pbem.engine.ids import Side, StandId
from pbem.engine.telling import RollLine
from pbem.rulesets.snaphance.battle import Battle, Stand, type_of
from pbem.rulesets.snaphance.facts import MoraleTested, OrderTested, Shot, Struck, Term

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(n: int) -> str:
    """Small numbers in words, for sentences."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def plural(n: int, one: str, many: str) -> str:
    """``1 hit``, ``2 hits``."""
    return f"{n} {one if n == 1 else many}"


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""


def named(battle: Battle, stand: StandId) -> str:
    """``S04 Right troops``."""
    return f"{stand} {battle.stands[stand].name}"


def possessed(battle: Battle, stand: StandId, mine: Side | None) -> str:
    """``your Right troops`` or ``their Left troops``; for a seat without a side the code and name."""
    if mine is None:
        return named(battle, stand)
    return f"{'your' if battle.stands[stand].side == mine else 'their'} {battle.stands[stand].name}"


def capital(sentence: str) -> str:
    """With a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


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
            name = "hit" if term.name == "hits" and abs(term.value) == 1 else term.name
            words.append(f"{'+' if term.value > 0 else '-'} {abs(term.value)} {name}")
    return " ".join(words)


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
    total = len(fact.dice)
    return RollLine(
        f"{fact.shooter} {SHOT_NAMES[fact.purpose]}",
        f"{the_sum(fact.terms, 'SP')} = {plural(total, 'die', 'dice')}",
        fact.dice,
        counted(fact.dice),
        hits_in_words(fact.dice, fact.hits),
    )


def struck_line(fact: Struck) -> RollLine:
    """A side's melee dice as a roll line."""
    return RollLine(
        f"{fact.stand} struck",
        f"{the_sum(fact.terms, 'SP')} = {plural(len(fact.dice), 'die', 'dice')}",
        fact.dice,
        counted(fact.dice),
        hits_in_words(fact.dice, fact.hits),
    )


def morale_line(fact: MoraleTested) -> RollLine:
    """A morale test as a roll line; what it cost is added by whoever tells the story."""
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


TEST_NAMES = {
    "rally": "rallied",
    "opportunity": "for opportunity",
    "extra_move": "for a further move",
    "evade": "to evade again",
}


def order_line(fact: OrderTested) -> RollLine:
    """An order test as a roll line: ``needs 4: 3 + 1 Colonel = 4, passed``."""
    changes = [f"{'+' if term.value > 0 else '-'} {abs(term.value)} {term.name}" for term in fact.terms if term.value]
    total = f" {' '.join(changes)} = {fact.modified}" if changes else ""
    return RollLine(
        f"{' '.join(fact.stands)} tested {TEST_NAMES[fact.purpose] if fact.purpose != 'rally' else 'to rally'}",
        f"needs {fact.needs}",
        (fact.die,),
        (fact.passed,),
        f"{total.strip()}{', ' if total else ''}{'passed' if fact.passed else 'failed'}",
    )
