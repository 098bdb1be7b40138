"""A sentence for each fact of fire, combat and tests, from the view before it: sums told as they are added up."""

from collections.abc import Mapping

from pbem.engine.narrator.telling import Sentence
from pbem.engine.reporting import RollLine
from pbem.engine.wording import listed, plural
from pbem.rulesets.fornovo.fighting.cells import hits
from pbem.rulesets.fornovo.reporting.sentences import one_die
from pbem.rulesets.fornovo.reporting.troops import called
from pbem.rulesets.fornovo.state import fighting_facts as g
from pbem.rulesets.fornovo.state.battle import Battle

TESTS: Mapping[str, tuple[str, str, str]] = {
    "rally": ("to rally", "rallies", "keeps running"),
    "halt": ("to halt", "halts", "goes on"),
    "return": ("to return", "returns", "stays away"),
    "react_shot": ("under fire", "carries on", "gives way"),
    "react_charge": ("for the charge", "goes through with it", "fails"),
    "react_lost": ("after losing", "holds", "breaks"),
    "react_friend": ("at friends who rout", "carries on", "breaks"),
}
"""Of each test: what it is for, and what a pass and a failure are."""
WEAPONS = {
    "pike": "pikes", "heavy_lance": "lances", "heavy_weapon": "halberds and great swords",
    "sword_and_shield": "swords and shields", "long_spear": "spears", "handarm": "swords",
}  # fmt: skip


def tested(view: Battle, fact: g.Tested) -> Sentence:
    """``tests for the charge and passes``, with the modifiers added up."""
    what, passes, fails = TESTS[fact.test]
    added = " ".join(f"{'+' if much >= 0 else '-'}{abs(much)} {words}" for words, much in fact.reasons.items() if much)
    arithmetic = f"die {fact.die}{f' {added}' if added else ''} = {fact.total}, more than 0 passes"
    line = RollLine(f"{fact.unit} {what}", arithmetic, (fact.die,), (fact.passed,), passes if fact.passed else fails)
    return Sentence(text=f"tests {what} and {passes if fact.passed else fails}.", subject=fact.unit, rolls=(line,))


def shot(view: Battle, fact: g.Shot) -> Sentence | None:
    """A pool of dice, with what each die does."""
    if not fact.dice:
        return None
    more = fact.dense and 1
    counted = tuple(hits(fact.cell, die + more) > 0 for die in fact.dice)
    dense = ", +1 on each" if fact.dense else ""
    arithmetic = f"{plural(len(fact.dice), 'die', 'dice')} at {fact.band} range, {fact.column}: {fact.cell}{dense}"
    line = RollLine(fact.unit, arithmetic, fact.dice, counted, plural(fact.raw_hits, "hit", "hits"))
    at = f"{fact.target}, a friend in the way" if fact.friend else fact.target
    words = f"shoots at {at} at {fact.band} range: {plural(fact.raw_hits, 'hit', 'hits')}."
    return Sentence(text=words, subject=fact.unit, rolls=(line,))


def volley(view: Battle, fact: g.VolleyFired) -> Sentence | None:
    """Only what the pools have not told: hits halved."""
    if not fact.halvings:
        return None
    times = "once" if fact.halvings == 1 else "twice" if fact.halvings == 2 else f"{fact.halvings} times"
    words = f"has its hits on {fact.target} halved {times}: {plural(fact.hits, 'hit', 'hits')}."
    return Sentence(text=words, subject=fact.unit)


def guns_hit(view: Battle, fact: g.GunsHit) -> Sentence:
    """FS-9.15."""
    told = {"miss": "no harm", "limber": "a limber", "gunner": "a gunner", "gun": "a gun"}
    line = RollLine(fact.unit, "hits on artillery", fact.dice, tuple(one != "miss" for one in fact.fell), "")
    return Sentence(text=f"is hit: {listed([told[one] for one in fact.fell])}.", subject=fact.unit, rolls=(line,))


def saved(view: Battle, fact: g.Saved) -> Sentence | None:
    """Saves that could be thrown."""
    if not fact.dice:
        return None
    needs = fact.needs or (7,) * len(fact.dice)
    good = tuple(die >= need and die > 1 for die, need in zip(fact.dice, needs, strict=False))
    arithmetic = f"{plural(len(fact.dice), 'save', 'saves')}, {min(needs)} or more"
    line = RollLine(fact.unit, arithmetic, fact.dice, good, f"{fact.saved} saved")
    return Sentence(
        text=f"saves {fact.saved} of {plural(len(fact.dice), 'hit', 'hits')}.", subject=fact.unit, rolls=(line,)
    )


def lost(view: Battle, fact: g.FiguresLost) -> Sentence | None:
    """``loses 3 figures``."""
    if not fact.lost:
        return None
    by = f" to {listed(sorted(one for one, many in fact.by.items() if many))}" if any(fact.by.values()) else ""
    return Sentence(
        text=f"loses {plural(fact.lost, 'figure', 'figures')}{by}.", subject=fact.unit, weight=min(fact.lost, 4)
    )


def works_hit(view: Battle, fact: g.WorksHit) -> Sentence:
    """FS-11.8.5."""
    name = next((one.name or one.id for one in view.terrain if one.id == fact.piece), fact.piece)
    more = " and is wrecked" if fact.wrecked else ""
    return Sentence(text=f"{name} takes {plural(fact.hits, 'hit', 'hits')} of ball{more}.")


def wagons_hit(view: Battle, fact: g.WagonsHit) -> Sentence:
    """FS-2.10e."""
    return Sentence(text=f"is hit by ball: {plural(fact.hits, 'hit', 'hits')}.", subject=fact.unit)


def at_risk(view: Battle, fact: g.GeneralAtRisk) -> Sentence:
    """FS-3.1.3."""
    name = called(view.generals[fact.general])
    rolls = one_die(name, "in danger", fact.die, good=not fact.falls, outcome="falls" if fact.falls else "is unharmed")
    if not fact.falls:
        return Sentence(text=f"{name} is in danger, and unharmed.", rolls=rolls)
    return Sentence(text=f"{name} falls.", kind="general", weight=8, rolls=rolls, brief=f"{name} fell")


def counted(view: Battle, fact: g.PairCounted) -> Sentence:
    """``has 3 points against 1 of N02``, added up."""
    added = ", ".join(f"{'+' if much >= 0 else '-'}{abs(much)} {rule}" for rule, much in fact.factors.items())
    dice = listed([f"{plural(many, 'die', 'dice')} of {WEAPONS[arm]}" for arm, many in fact.dice.items() if many])
    when = "the impact" if fact.round == "impact" else "melee"
    words = f"has {fact.points} against {fact.against} of {fact.enemy} in {when}"
    return Sentence(
        text=f"{words}{f' ({added})' if added else ''}: {dice or 'no dice'}, {fact.cell}.", subject=fact.unit
    )


def struck(view: Battle, fact: g.Struck) -> Sentence | None:
    """``strikes N02 with its pikes: 2 hits``."""
    if not fact.dice:
        return None
    words = f"strikes {fact.enemy} with its {WEAPONS[fact.weapon]}: {plural(fact.raw_hits, 'hit', 'hits')}."
    line = RollLine(fact.unit, plural(len(fact.dice), "die", "dice"), fact.dice, (False,) * len(fact.dice),
                    plural(fact.raw_hits, "hit", "hits"))  # fmt: skip
    return Sentence(text=words, subject=fact.unit, rolls=(line,), kind="melee", weight=2)


def decided(view: Battle, fact: g.RoundDecided) -> Sentence | None:
    """FS-10.6."""
    if not fact.losers:
        return None
    verb = "lose" if len(fact.losers) > 1 else "loses"
    return Sentence(text=f"{listed(fact.losers)} {verb} the round.", kind="melee", weight=4,
                    brief=f"{listed(fact.losers)} lost in combat")  # fmt: skip
