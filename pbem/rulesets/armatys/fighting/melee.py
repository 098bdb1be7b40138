"""P4: melees formed, groups counted, dice, losses, the losing side (AR-mel, AR-G21, AR-G22)."""

from collections.abc import Mapping, Sequence

from pbem.engine.ids import RuleId, Side, StandId
from pbem.engine.play import Play
from pbem.engine.table.rects import Face
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting import losses
from pbem.rulesets.armatys.fighting.files import allotted
from pbem.rulesets.armatys.fighting.fire import by
from pbem.rulesets.armatys.fighting.groups import groups, melee_group
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, Contact, Melee, in_order
from pbem.rulesets.armatys.state.orders import Chooser
from pbem.rulesets.armatys.state.units import Unit, files

LETTERS: Mapping[t.Striker, str] = {"pike": "P", "musket": "MB", "halberd": "W", "dragoon": "D"}


def counted(battle: Battle, choose: Chooser) -> list[f.Struck]:
    """P4a: what every unit in melee strikes with, at whom, in the order of the dice; no die is thrown."""
    found: list[f.Struck] = []
    for unit in in_order(battle):
        facing = _faced(battle, unit)
        share = allotted(unit, [battle.units[enemy] for enemy in facing], choose(battle, unit.id).melee_prefer)
        for enemy, contact in sorted(facing.items()):
            found += _strikes(battle, unit, enemy, contact, share[enemy])
    return found


def fight(play: Play[Battle], choose: Chooser, until: str = "") -> None:
    """P4b to P4e: every die, then target by target; flank counters; the losing sides.

    until: of a, b, c, d and e the part after which it ends.
    """
    before = play.battle
    if until == "a":
        return
    struck: list[f.Struck] = []
    for one in counted(before, choose):
        struck += [_thrown(play, one)]
    order = [one.id for one in in_order(before)]
    for part, done in (("b", _hits), ("c", _flanks)):
        if until == part:
            return
        done(play, struck, order)
    if until == "d":
        return
    for units in melees(before):
        _decide(play, units, before)


def _hits(play: Play[Battle], struck: Sequence[f.Struck], order: Sequence[StandId]) -> None:
    """P4c: figures lost, target by target; a counter for each hit (AR-mel-7)."""
    for target in order:
        for one in [blow for blow in struck if blow.enemy == target]:
            for _ in range(one.hits or 0):
                losses.hit(play, target, f"{one.unit}:{one.striker}", cover=False)
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
    pairs = [(c.one, c.other) for c in battle.contacts if _both_fight(battle, c)]
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
    """AR-mel-13: the side that lost and the line that says so; ``both`` by the last.  before: at the start of P4."""
    one, other = battle.sides

    def of(side: Side, at: Battle) -> list[Unit]:
        return [at.units[unit] for unit in units if at.units[unit].side == side]

    fronts = [sum(files(unit) for unit in of(side, before)) for side in (one, other)]
    if fronts[1] > 3 * fronts[0] or fronts[0] > 3 * fronts[1]:
        return (one if fronts[1] > fronts[0] else other), 1
    for line, bad in enumerate((_figures, _counters, _held, _morale, _ability), 2):
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
    """AR-mel-12."""
    lost, line = loser(play.battle, units, before)
    for unit in units:
        if lost in ("both", play.battle.units[unit].side):
            play.record(f.CountersTaken(unit, "lost", 1, rules=(RuleId("AR-mel-12"),)))
    play.record(f.MeleeDecided(Melee(units, lost, line), rules=(RuleId("AR-mel-13"),)))


def _thrown(play: Play[Battle], one: f.Struck) -> f.Struck:
    """AR-mel-7: one die per group."""
    hits = 0
    if one.groups:
        values = play.roll("ar.melee", by(one.unit, f"{one.enemy}:{one.striker}"), one.groups).values
        hits = sum(value >= t.HIT for value in values)
    blow = f.Struck(
        one.unit, one.enemy, one.striker, one.figures, one.size, one.groups, one.face, hits, rules=one.rules
    )
    play.record(blow)
    return blow


def _both_fight(battle: Battle, contact: Contact) -> bool:
    """AR-mel-10, AR-Q15: gunners never fight; a unit broken in this bound neither fights nor is fought."""
    one, other = battle.units[contact.one], battle.units[contact.other]
    return not one.gun and not other.gun and one.break_due is None and other.break_due is None


def _faced(battle: Battle, unit: Unit) -> dict[StandId, Contact]:
    """AR-mel-2: the enemies before a unit's front; broken units do not strike (AR-Q21)."""
    if unit.state == "broken":
        return {}
    fought = [contact for contact in battle.contacts if _both_fight(battle, contact)]
    ours = {contact.other: contact for contact in fought if contact.one == unit.id}
    return ours | {c.one: c for c in fought if c.other == unit.id and c.face is Face.FRONT}


def _strikes(battle: Battle, unit: Unit, enemy: StandId, contact: Contact, share: Sequence[int]) -> list[f.Struck]:
    """What a unit strikes one enemy with: each type its own groups (AR-mel-6)."""
    foe = battle.units[enemy]
    face = contact.face if contact.one == unit.id else Face.FRONT
    found = []
    for striker in t.STRIKERS:
        figures = eligible(unit, striker, foe, share, contact.rounds)
        if figures:
            charged, first = unit.id in contact.by, contact.rounds == 0
            size = melee_group(unit, striker, foe, charged=charged, first_round=first)
            count = groups(figures, size)
            found.append(f.Struck(unit.id, enemy, striker, figures, size, count, face, rules=(RuleId("AR-mel-4"),)))
    return found


def eligible(unit: Unit, striker: t.Striker, foe: Unit, share: Sequence[int], rounds: int) -> int:
    """AR-mel-3, AR-Q44: figures that fight.  share: the files, from the left, that face this enemy."""
    front = unit.rows[0] if unit.rows else ""
    own = [place for place in share if front[place] in _letters(unit, striker)]
    if striker == "pike":
        behind = sum(_figure(unit, row, place) == "P" for row in unit.rows[1:] for place in own)
        return len(own) + min(behind, len(own) + -(-len(own) // 2))
    if striker in {"horse", "dragoon"} and unit.cavalry and foe.cavalry and rounds:
        second = sum(bool(_figure(unit, row, place)) for row in unit.rows[1:2] for place in own)
        return len(own) + min(second, -(-len(own) // 2))
    return len(own)


def _letters(unit: Unit, striker: t.Striker) -> str:
    """The letters that strike so; dismounted dragoons are musketeers (AR-Q37)."""
    mounted = {"horse": "horse", "irregular_light_cavalry": "irregular light cavalry"}
    if unit.kind in mounted:
        return "H" if mounted[unit.kind] == striker else ""
    if unit.kind == "dragoons" and not unit.mounted:
        return "DM" if striker == "musket" else ""
    return LETTERS.get(striker, "")


def _figure(unit: Unit, row: str, place: int) -> str:
    """The figure of a row that stands behind a file; a short row is centred (AR-G2)."""
    at = place - (files(unit) - len(row)) // 2
    return row[at] if 0 <= at < len(row) else ""
