"""A phase of fire, P3 or P6: every die first, then target by target what the hits do (AR-fire, AR-pist, AR-art)."""

from collections.abc import Sequence

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting import losses
from pbem.rulesets.armatys.fighting.aiming import cover, distance, firers, gun_needs, objection, weapon_of
from pbem.rulesets.armatys.fighting.groups import bow_group, groups, musket_group, pistol_group
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, in_order
from pbem.rulesets.armatys.state.orders import Shot
from pbem.rulesets.armatys.state.units import Unit


def resolve(play: Play[Battle], shots: Sequence[Shot]) -> None:
    """P3 or P6, without break check and generals.  Groups count what stood as the phase began (AR-Q5, AR-Q30)."""
    before = play.battle
    order = [one.id for one in in_order(before)]
    aimed: list[Shot] = []
    for shot in shots:
        if _allowed(play, shot):
            aimed += [shot]
    aimed.sort(key=lambda shot: (order.index(shot.unit), order.index(shot.target)))
    fired: list[f.Fired] = []
    for shot in aimed:
        if not before.units[shot.unit].gun:
            fired += [_volley(play, shot, before)]
    for shot in aimed:
        if before.units[shot.unit].gun:
            fired += [_gun(play, shot, before)]
    fired.sort(key=lambda one: (order.index(one.target), order.index(one.unit)))
    for volley in fired:
        _effects(play, volley, before)
    for target in order:
        hits = sum(volley.hits for volley in fired if volley.target == target)
        if hits:
            play.record(f.CountersTaken(target, "fire", hits, rules=(RuleId("AR-fire-8"),)))


def _allowed(play: Play[Battle], shot: Shot) -> bool:
    unit, target = play.battle.units.get(shot.unit), play.battle.units.get(shot.target)
    if unit is None or target is None or unit.side == target.side:
        play.record(f.OrderRefused(shot.order, shot.unit, (RuleId("AR-fire-1"),)))
        return False
    against = objection(play.battle, unit, target)
    if against is not None:
        rules = tuple(map(RuleId, against.rules))
        play.record(f.OrderRefused(shot.order, shot.unit, rules, distance(unit, target), against.by))
    return against is None


def _volley(play: Play[Battle], shot: Shot, before: Battle) -> f.Fired:
    """AR-fire-8, AR-pist-6, AR-bow-3: one die per group; 5 or 6 hits."""
    unit, target = before.units[shot.unit], before.units[shot.target]
    weapon = weapon_of(unit, target)
    size = {"musket": musket_group, "pistol": pistol_group, "bow": bow_group}[weapon](unit)
    figures = firers(unit, weapon)
    count = groups(figures, size)
    values = play.roll("ar.fire", by(shot.unit, shot.target), count).values if count else ()
    fired = f.Fired(
        shot.order, shot.unit, shot.target, distance(unit, target), t.HIT, sum(value >= t.HIT for value in values),
        figures, size, count, empties=weapon == "pistol", rules=(RuleId(_RULE[weapon]),),
    )  # fmt: skip
    play.record(fired)
    return fired


_RULE = {"musket": "AR-fire-8", "pistol": "AR-pist-6", "bow": "AR-bow-3"}


def _gun(play: Play[Battle], shot: Shot, before: Battle) -> f.Fired:
    """AR-art-8, AR-Q40: one die per gun."""
    unit, target = before.units[shot.unit], before.units[shot.target]
    need = gun_needs(unit, target)
    hits = sum(value >= need for value in play.roll("ar.gun", by(shot.unit, shot.target), 1).values)
    fired = f.Fired(shot.order, shot.unit, shot.target, distance(unit, target), need, hits, rules=(RuleId("AR-art-8"),))
    play.record(fired)
    return fired


def _effects(play: Play[Battle], volley: f.Fired, before: Battle) -> None:
    """The hits of one firer, in the order of the dice."""
    firer, target = before.units[volley.unit], before.units[volley.target]
    sheltered = cover(before, firer, target)
    for _ in range(volley.hits):
        if firer.gun:
            losses.gun_hit(play, volley.target, volley.unit, hard_cover=sheltered == "hard")
        else:
            losses.hit(play, volley.target, volley.unit, cover=sheltered != "none" and not _grenades(firer, volley))


def _grenades(firer: Unit, volley: f.Fired) -> bool:
    """AR-gren-1, AR-Q57: at less than 2" there is no save."""
    return firer.grenadiers and volley.distance < 200


def by(unit: StandId, target: str) -> StandId:
    """Whose dice a label names (``A1>B1``)."""
    return StandId(f"{unit}>{target}")
