"""P4: melees formed, groups counted, dice, losses, the losing side (AR-mel, AR-G21, AR-G22)."""

from collections.abc import Sequence

from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting import losses
from pbem.rulesets.armatys.fighting.classes import make_known
from pbem.rulesets.armatys.fighting.fire import by
from pbem.rulesets.armatys.fighting.sheltering import covered_in_melee
from pbem.rulesets.armatys.fighting.striking import both_fight, counted
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, Melee, in_order
from pbem.rulesets.armatys.state.orders import Chooser
from pbem.rulesets.armatys.state.units import Unit, files

UNTOLD = 0
"""In place of a line: a class of morale is unknown, and no line before the fifth decides."""


def fight(play: Play[Battle], choose: Chooser, until: str = "", since: str = "") -> None:
    """P4b to P4e: every die, then target by target; flank counters; the losing sides.

    until: of a, b, c, d and e the part after which it ends.  since: the part it begins with; from c on no die is
    thrown.
    """
    before = play.battle
    if until == "a" or since == "f":
        return
    struck: list[f.Struck] = []
    for one in counted(before, choose):
        struck += [_thrown(play, one) if since in {"", "b"} else one]
    order = [one.id for one in in_order(before)]
    if until == "b":
        return
    _hits(play, struck, order, choose)
    if until == "c":
        return
    if since != "e":
        _flanks(play, struck, order)
    if until == "d":
        return
    for units in melees(before):
        _decide(play, units, before)


def _hits(play: Play[Battle], struck: Sequence[f.Struck], order: Sequence[StandId], choose: Chooser) -> None:
    """P4c: figures lost, target by target; a counter for each hit (AR-mel-7)."""
    before = play.battle
    for target in order:
        end = choose(before, target).loss_end or ""
        for one in [blow for blow in struck if blow.enemy == target]:
            cover = saves(before, one)
            for _ in range(one.hits or 0):
                losses.hit(play, target, f"{one.unit}:{one.striker}", cover=cover, end=end)
    for target in order:
        hits = sum(one.hits or 0 for one in struck if one.enemy == target)
        if hits:
            play.record(f.CountersTaken(target, "melee", hits, rules=(RuleId("AR-mel-7"),)))


def _flanks(play: Play[Battle], struck: Sequence[f.Struck], order: Sequence[StandId]) -> None:
    """P4d: a counter for each group that fights against a flank or rear (AR-mel-8, AR-Q47)."""
    for target in order:
        flank = sum(one.flank for one in struck if one.enemy == target)
        if flank:
            play.record(f.CountersTaken(target, "flank", flank, rules=(RuleId("AR-mel-8"), RuleId("AR-Q47"))))


def melees(battle: Battle) -> list[tuple[StandId, ...]]:
    """AR-G21: the sets of steady units linked by contact between enemies, each in the order of dice."""
    left = [one.id for one in in_order(battle)]
    pairs = [(c.one, c.other) for c in battle.contacts if both_fight(battle, c)]
    found: list[tuple[StandId, ...]] = []
    while left:
        linked = [left[0]]
        for unit in linked:
            near = [b if a == unit else a for a, b in pairs if unit in (a, b)]
            linked += [one for one in dict.fromkeys(near) if one not in linked]
        if len(linked) > 1:
            found.append(tuple(one for one in left if one in linked))
        left = [one for one in left if one not in linked]
    return found


def loser(battle: Battle, units: Sequence[StandId], before: Battle) -> tuple[str, int]:
    """AR-mel-13: the side that lost and the line that says so; ``both`` by the last.  before: at the start of P4.

    ``UNTOLD`` for the line: the classes of all its units must be known first.
    """
    one, other = battle.sides

    def of(side: Side, at: Battle) -> list[Unit]:
        return [at.units[unit] for unit in units if at.units[unit].side == side]

    fronts = [sum(files(unit) for unit in of(side, before)) for side in (one, other)]
    if fronts[1] > 3 * fronts[0] or fronts[0] > 3 * fronts[1]:
        return (one if fronts[1] > fronts[0] else other), 1
    unknown = any(battle.units[unit].morale == "unknown" for unit in units)
    for line, bad in enumerate((_figures, _counters, _held, _morale, _ability), 2):
        if bad is _morale and unknown:
            return "", UNTOLD
        first, second = bad(of(one, battle)), bad(of(other, battle))
        if first != second:
            return (one if first > second else other), line
    return "both", 7


def _figures(units: Sequence[Unit]) -> int:
    return sum(unit.taken.get("figures", 0) for unit in units)


def _counters(units: Sequence[Unit]) -> int:
    """AR-Q49: counters taken in this bound, from whatever cause."""
    return sum(count for unit in units for cause, count in unit.taken.items() if cause != "figures")


def _held(units: Sequence[Unit]) -> int:
    return sum(unit.counters for unit in units)


def _morale(units: Sequence[Unit]) -> int:
    """AR-Q50: higher is worse."""
    return -min(t.WORST_MORALE.index(unit.morale) for unit in units)


def _ability(units: Sequence[Unit]) -> int:
    return -min(t.WORST_ABILITY.index(unit.ability) for unit in units)


def _decide(play: Play[Battle], units: tuple[StandId, ...], before: Battle) -> None:
    """AR-mel-12; AR-Q84: classes not known are rolled for where the fifth line needs them."""
    lost, line = loser(play.battle, units, before)
    if line == UNTOLD:
        for unit in units:
            make_known(play, unit)
        lost, line = loser(play.battle, units, before)
    for unit in units:
        if lost in ("both", play.battle.units[unit].side):
            play.record(f.CountersTaken(unit, "lost", 1, rules=(RuleId("AR-mel-12"),)))
    play.record(f.MeleeDecided(Melee(units, lost, line), rules=(RuleId("AR-mel-13"),)))


def _thrown(play: Play[Battle], one: f.Struck) -> f.Struck:
    """AR-mel-7: one die per group."""
    hits, values = 0, tuple[int, ...]()
    if one.groups:
        values = play.roll("ar.melee", by(one.unit, f"{one.enemy}:{one.striker}"), one.groups).values
        hits = sum(value >= (t.PISTOL_HIT if one.striker == "pistol" else t.HIT) for value in values)
    blow = f.Struck(
        one.unit, one.enemy, one.striker, one.figures, one.size, one.groups, one.face, hits, values,
        play.battle.switches.flank == "hits", rules=one.rules,
    )  # fmt: skip
    play.record(blow)
    return blow


def saves(battle: Battle, blow: f.Struck) -> bool:
    """AR-Q39: cover saves in melee, but against grenadiers (AR-gren-1)."""
    unit, enemy = battle.units[blow.unit], battle.units[blow.enemy]
    grenades = unit.grenadiers and blow.striker == "musket"
    return not grenades and covered_in_melee(battle, unit, enemy)
