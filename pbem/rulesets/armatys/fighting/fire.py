"""A phase of fire, P3 or P6: every die first, then target by target what the hits do (AR-fire, AR-pist, AR-art)."""

from collections.abc import Callable, Sequence

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.noticed import give_away
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting import losses
from pbem.rulesets.armatys.fighting.aiming import (
    Objection,
    Target,
    distance,
    firers,
    gun_needs,
    objection,
    weapon_of,
)  # fmt: skip
from pbem.rulesets.armatys.fighting.closing_fire import aimed_at
from pbem.rulesets.armatys.fighting.groups import firing_group, groups
from pbem.rulesets.armatys.fighting.sheltering import cover
from pbem.rulesets.armatys.special.shooting import as_it_shoots
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, General, in_order
from pbem.rulesets.armatys.state.orders import Chooser, Shot
from pbem.rulesets.armatys.state.units import Unit

Aim = Callable[[Battle, Unit, Target], Target | Objection]
"""The battle, a firer, an enemy -> the enemy where it is fired at, or why it may not be."""


def as_they_stand(battle: Battle, unit: Unit, target: Target) -> Target | Objection:  # an Aim
    """P6."""
    return objection(battle, unit, target) or target


def as_they_close(battle: Battle, unit: Unit, target: Target) -> Target | Objection:  # an Aim
    """P3."""
    return aimed_at(battle, unit, target) if isinstance(target, Unit) else Objection(("AR-seq-3", "AR-Q28"))


def resolve(
    play: Play[Battle], shots: Sequence[Shot], choose: Chooser, aim: Aim = as_they_stand, until: str = ""
) -> list[f.Fired]:
    """P3 or P6, without break check and generals.  Groups count what stood as the phase began (AR-Q5, AR-Q30).

    until: of a, b and c the part after which it ends: dice, figures lost, counters.
    """
    before = play.battle
    order = [*(one.id for one in in_order(before)), *sorted(before.generals)]
    aimed: list[tuple[Shot, Target]] = []
    for shot in shots:
        target = _allowed(play, shot, aim, [one.unit for one, _ in aimed])
        aimed += [(shot, target)] if target is not None else []
    aimed.sort(key=lambda one: (order.index(one[0].unit), order.index(one[0].target)))
    given = [unit for shot, target in aimed for unit in (shot.unit, target.id) if unit in before.units]
    give_away(play, given, (RuleId("AR-H2"),))
    fired: list[f.Fired] = []
    for shot, target in aimed:
        if not before.units[shot.unit].gun:
            fired += [_volley(play, shot, before.units[shot.unit], target)]
    for shot, target in aimed:
        if before.units[shot.unit].gun:
            fired += [_gun(play, shot, before.units[shot.unit], target)]
    if until == "a":
        return fired
    fired.sort(key=lambda one: (order.index(one.target), order.index(one.unit)))
    for volley in fired:
        if volley.target in before.units:
            _effects(play, volley, before, choose)
    if until == "b":
        return fired
    for unit in in_order(before):
        hits = sum(volley.hits for volley in fired if volley.target == unit.id)
        if hits:
            play.record(f.CountersTaken(unit.id, "fire", hits, rules=(RuleId("AR-fire-8"),)))
    return fired


def _allowed(play: Play[Battle], shot: Shot, aim: Aim, before: Sequence[StandId]) -> Target | None:
    """The target of a shot; None, and the shot refused, where it may not be.  before: who has fired already."""
    unit = play.battle.units.get(shot.unit)
    target = play.battle.units.get(shot.target) or play.battle.generals.get(shot.target)
    gone = isinstance(target, General) and target.removed
    if unit is None or target is None or gone or unit.side == target.side:
        play.record(f.OrderRefused(shot.order, shot.unit, (RuleId("AR-fire-1"),)))
        return None
    found = Objection(("AR-fire-9",)) if shot.unit in before else aim(play.battle, unit, target)
    if not isinstance(found, Objection):
        return found
    rules = tuple(map(RuleId, found.rules))
    play.record(f.OrderRefused(shot.order, shot.unit, rules, distance(unit, target), found.by, found.inside))
    return None


def _volley(play: Play[Battle], shot: Shot, unit: Unit, target: Target) -> f.Fired:
    """AR-fire-8, AR-pist-6, AR-bow-3: one die per group; 5 or 6 hits."""
    weapon = weapon_of(unit, target)
    size = _size(play.battle, unit, weapon)
    figures = firers(unit, weapon)
    count = groups(figures, size)
    values = play.roll("ar.fire", by(shot.unit, shot.target), count).values if count else ()
    fired = f.Fired(
        shot.order, shot.unit, shot.target, distance(unit, target), t.HIT, sum(value >= t.HIT for value in values),
        figures, size, count, empties=weapon == "pistol", dice=values, rules=(RuleId(_RULE[weapon]),),
    )  # fmt: skip
    play.record(fired)
    return fired


def _size(battle: Battle, unit: Unit, weapon: t.Weapon) -> int:
    shoots = as_it_shoots(battle, unit) if weapon == "musket" else unit
    return firing_group(shoots, weapon, twos=battle.switches.horse_bows == "twos")


_RULE = {"musket": "AR-fire-8", "pistol": "AR-pist-6", "bow": "AR-bow-3"}


def _gun(play: Play[Battle], shot: Shot, unit: Unit, target: Target) -> f.Fired:
    """AR-art-8, AR-Q40: one die per gun."""
    need = gun_needs(unit, target)
    values = play.roll("ar.gun", by(shot.unit, shot.target), 1).values
    hits = sum(value >= need for value in values)
    far = distance(unit, target)
    fired = f.Fired(shot.order, shot.unit, shot.target, far, need, hits, dice=values, rules=(RuleId("AR-art-8"),))
    play.record(fired)
    return fired


def _effects(play: Play[Battle], volley: f.Fired, before: Battle, choose: Chooser) -> None:
    """The hits of one firer, in the order of the dice."""
    firer, target = before.units[volley.unit], before.units[volley.target]
    sheltered, end = cover(before, firer, target), choose(before, volley.target).loss_end or ""
    for _ in range(volley.hits):
        if firer.gun:
            losses.gun_hit(play, volley.target, volley.unit, hard_cover=sheltered == "hard", end=end)
        else:
            saves = sheltered != "none" and not _grenades(firer, volley)
            losses.hit(play, volley.target, volley.unit, cover=saves, end=end)


def _grenades(firer: Unit, volley: f.Fired) -> bool:
    """AR-gren-1, AR-Q57: at less than 2" there is no save."""
    return firer.grenadiers and volley.distance < 200


def by(unit: StandId, target: str) -> StandId:
    """Whose dice a label names (``A1>B1``)."""
    return StandId(f"{unit}>{target}")
