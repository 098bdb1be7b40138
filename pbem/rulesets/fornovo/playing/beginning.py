"""As a turn begins and before orders are asked for: who comes, what special rules do (FS-Q89: the scenario's)."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.special import SpecialRule, cited
from pbem.engine.table.angles import ahead, rightward
from pbem.engine.table.areas import inside, meets
from pbem.engine.table.contact import overlaps
from pbem.engine.table.edges import TableEdge, inwards, wholly_on
from pbem.engine.table.measures import Hundredths, inches, within
from pbem.engine.table.places import Pose, Spot, point, spot
from pbem.engine.table.rects import centre
from pbem.engine.table.shapes import polygon
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.command import commanded_by
from pbem.rulesets.fornovo.moving.places import distance, footprints, parts_of, rect_of, standing
from pbem.rulesets.fornovo.moving.seeing import sees
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import special_facts as x
from pbem.rulesets.fornovo.state import special_rules as k
from pbem.rulesets.fornovo.state.battle import Battle, Piece, chase_of, combats_of
from pbem.rulesets.fornovo.state.scene import Arrival
from pbem.rulesets.fornovo.state.units import Unit, grade

STEP, FARTHEST = 50, 600
"""Hundredths: between the places tried on either side of an entry, and the last of them."""
BY_BAGGAGE, GUARDED = Hundredths(100), Hundredths(300)
"""Inches within which an enemy plunders, and a friend guards."""


def arrive(play: Play[Battle]) -> None:
    """Every arrival that is due; one that a die must bring throws it each turn."""
    for one in play.battle.arrivals:
        waiting = [code for code in one.units if code in play.battle.to_come or _leader_waits(play.battle, code)]
        if not waiting or play.battle.turn < one.turn:
            continue
        if one.needs is not None and play.roll(f"fs.arrival:{waiting[0]}", waiting[0], 1).values[0] < one.needs:
            continue
        for code in waiting:
            _enter(play, one, code)


def _leader_waits(battle: Battle, code: StandId) -> bool:
    return code in battle.generals and battle.generals[code].to_come


def _enter(play: Play[Battle], one: Arrival, code: StandId) -> None:
    if code in play.battle.generals:
        there = replace(play.battle.generals[code], at=one.places[code], to_come=False, removed=False)
        play.record(f.GeneralChanged(there, rules=(RuleId("FS-Q89"),)))
        return
    pose = entry(play.battle, one.edge, one.places[code], play.battle.to_come[code])
    if pose is not None:
        play.record(x.UnitArrived(code, pose, rules=(RuleId("FS-Q89"),)))


def entry(battle: Battle, edge: TableEdge, at: Spot, unit: Unit) -> Pose | None:
    """Its rear to the edge, at the free place nearest to where it is to come in; None while there is none."""
    facing = inwards(edge)
    probe = rect_of(battle, replace(unit, pose=Pose(at, facing)))
    assert probe is not None
    (x_, y), deep = point(at), 2 * probe.half_depth
    (east, north), (right, up) = ahead(facing), rightward(facing)
    for aside in sorted(range(-FARTHEST, FARTHEST + STEP, STEP), key=lambda off: (abs(off), -off)):
        far = inches(Hundredths(aside))
        pose = Pose(spot((x_ + east * deep + right * far, y + north * deep + up * far)), facing)
        if _free(battle, replace(unit, pose=pose)):
            return pose
    return None


def _free(battle: Battle, unit: Unit) -> bool:
    rect = rect_of(battle, unit)
    if rect is None or not wholly_on(battle.table, rect):
        return False
    apart, mine = Hundredths(100), parts_of(battle, unit)
    return not any(
        any(overlaps(part, one.rect) for part in mine)
        or (one.unit.side != unit.side and within(distance(mine, (one.rect,)), apart))
        for one in footprints(battle)
    )


def act(play: Play[Battle]) -> None:
    """Every special rule that acts as a turn begins."""
    for place, rule in enumerate(play.battle.special):
        if type(rule) in ACTS and place not in play.battle.special_done:
            ACTS[type(rule)](play, place, rule)


def _betrayed(play: Play[Battle], place: int, rule: k.Betrayed) -> None:
    die = play.roll(f"fs.special:{rule.unit}", rule.unit, 1).values[0]
    gone = die <= rule.upto
    play.record(x.SpecialActed(place, rule.unit, gone, die, done=True, rules=(cited(rule),)))
    if gone and rule.unit in play.battle.units:
        play.record(f.Removed(rule.unit, "dispersed", rules=(cited(rule),)))


def _held_until(play: Play[Battle], place: int, rule: k.HeldUntil) -> None:
    if play.battle.turn >= rule.turn:
        play.record(x.SpecialActed(place, rule.units[0], True, frees=rule.units, done=True, rules=(cited(rule),)))


def _held_by(play: Play[Battle], place: int, rule: k.HeldBy) -> None:
    """All at once by their general or those ahead; each by a die when he is gone."""
    battle = play.battle
    waiting = [one for one in rule.units if one in battle.units and one not in battle.freed]
    if not waiting:
        return
    general = battle.generals[rule.general]
    near = not general.removed and any(general.id in commanded_by(battle, battle.units[one]) for one in waiting)
    if near or any(_mauled(battle, one) for one in rule.ahead):
        play.record(x.SpecialActed(place, waiting[0], True, frees=tuple(waiting), done=True, rules=(cited(rule),)))
    elif general.removed:
        for one in waiting:
            die = play.roll(f"fs.special:{one}", one, 1).values[0]
            free = die >= rule.needs
            play.record(x.SpecialActed(place, one, free, die, (one,) if free else (), rules=(cited(rule),)))


def _mauled(battle: Battle, code: StandId) -> bool:
    """Gone, routed, or a fifth of its figures lost."""
    unit = battle.units.get(code)
    return unit is None or unit.morale == "routed" or 5 * (unit.start - unit.figures) >= unit.start


def _alarm(play: Play[Battle], place: int, rule: k.AlarmGiven) -> None:
    """Given, and acted upon at once; or with drums, which call the units."""
    battle = play.battle
    if place in battle.alarms:
        _drums(play, place, rule)
        return
    watch = [battle.units[one] for one in rule.units if one in battle.units]
    if not watch:
        return
    mine = [one for one in battle.units.values() if one.side == watch[0].side]
    foes = [one for one in battle.units.values() if one.side != watch[0].side]
    seen = any(sees(battle, one, foe) for one in mine for foe in foes)
    die = None if seen else play.roll(f"fs.special:{watch[0].id}", watch[0].id, 1).values[0]
    given = seen or (die is not None and die >= rule.needs)
    frees = tuple(one.id for one in watch if one.guns or not rule.drums) if given else ()
    play.record(
        x.SpecialActed(
            place, watch[0].id, given, die, frees, done=given and not rule.drums, sounds=given and bool(rule.drums),
            rules=(cited(rule),),
        )
    )  # fmt: skip


def _drums(play: Play[Battle], place: int, rule: k.AlarmGiven) -> None:
    """In the turn after the alarm each by a die; in the next all."""
    waiting = [one for one in rule.units if one in play.battle.units and one not in play.battle.freed]
    first = play.battle.turn == play.battle.alarms[place] + 1
    for code in waiting:
        die = play.roll(f"fs.special:{code}", code, 1).values[0] if first else None
        hears = die is None or die >= rule.drums
        frees = (code,) if hears else ()
        play.record(x.SpecialActed(place, code, hears, die, frees, drums=True, rules=(cited(rule),)))


def _spate(play: Play[Battle], place: int, rule: k.Spate) -> None:
    """Each unit in a ford; after its turn a 1 closes a ford that no unit stands in any more."""
    for name in rule.fords:
        ford = next(one for one in play.battle.terrain if one.id == name)
        if ford.kind != "ford":
            continue
        there = [*dict.fromkeys(one.unit.id for one in footprints(play.battle) if meets(one.rect, ford.area))]
        for unit in there:
            if play.battle.units[unit].morale != "routed":
                die = play.roll(f"fs.special:{unit}", unit, 1).values[0]
                acts = die <= rule.upto
                play.record(x.SpecialActed(place, unit, acts, die, disorders=True, rules=(cited(rule),)))
        if not there and play.battle.turn > rule.after_turn:
            die = play.roll(f"fs.special:{name}", play.battle.sides[0], 1).values[0]
            if die == 1:
                play.record(x.GroundClosed(replace(ford, kind="river"), rules=(cited(rule),)))


def _flood(play: Play[Battle], place: int, rule: k.Flood) -> None:
    if play.battle.turn <= rule.after_turn:
        return
    sea = Piece(id=f"flood-{place}", kind="impassable", shape=rule.area, name="the sea")
    play.record(x.GroundClosed(sea, rules=(cited(rule),)))
    drowned = [one.unit.id for one in standing(play.battle) if inside(centre(one.rect), polygon(rule.area))]
    play.record(x.SpecialActed(place, StandId(""), True, done=True, rules=(cited(rule),)))
    for unit in drowned:
        play.record(f.Removed(unit, "destroyed", rules=(cited(rule),)))


def _plunder(play: Play[Battle], place: int, rule: k.Plunder) -> None:
    for code in rule.baggage:
        unit = play.battle.units.get(code)
        mine = parts_of(play.battle, unit) if unit is not None else ()
        if unit is None or not mine:
            continue
        others = [one.unit for one in standing(play.battle) if one.unit.id != code]
        near = [(one, distance(mine, parts_of(play.battle, one))) for one in others]
        foes = any(one.side != unit.side and within(far, BY_BAGGAGE) for one, far in near)
        guards = any(one.side == unit.side and one.id not in rule.baggage and within(far, GUARDED) for one, far in near)
        lured = [one.id for one, far in near if one.id in rule.looters and within(far, BY_BAGGAGE)]
        if foes and not guards:
            play.record(x.SpecialActed(place, code, True, rules=(cited(rule),)))
            play.record(f.Removed(code, "dispersed", rules=(cited(rule),)))
        for looter in lured:
            _loot(play, rule, looter)


def _loot(play: Play[Battle], rule: k.Plunder, looter: StandId) -> None:
    unit = play.battle.units[looter]
    if unit.loots or unit.morale == "routed" or combats_of(play.battle, looter):
        return
    die = play.roll(f"fs.special:{looter}", looter, 1).values[0]
    if die <= rule.upto:
        play.record(x.Marked(looter, "loots", die, rules=(cited(rule),)))


def _homeward(play: Play[Battle], place: int, rule: k.Homeward) -> None:
    """Those of the side that stand there with their middle, in hand and not busy; no guns without their teams."""
    ground = polygon(rule.area)
    off = [
        one.unit.id for one in standing(play.battle)
        if one.unit.side == rule.side and one.unit.morale in {"good", "halted"}
        and (one.unit.limbered or not one.unit.guns) and inside(centre(one.rect), ground)
        and not combats_of(play.battle, one.unit.id) and chase_of(play.battle, one.unit.id) is None
    ]  # fmt: skip
    for unit in off:
        play.record(f.Removed(unit, "home", rules=(cited(rule),)))


def _must_advance(play: Play[Battle], place: int, rule: k.MustAdvance) -> None:
    """The die; who must go is moved by ``driven``."""
    if play.battle.turn != rule.turn:
        return
    unit = rule.units[0]
    die = play.roll(f"fs.special:{unit}", unit, 1).values[0]
    acts = die < rule.needs
    play.record(x.SpecialActed(place, unit, acts, die, done=not acts, rules=(cited(rule),)))


def _tired(play: Play[Battle], place: int, rule: k.Tired) -> None:
    for code in rule.units:
        unit = play.battle.units.get(code)
        if unit is not None and unit.rounds_fought >= rule.rounds and not unit.tired:
            play.record(x.Marked(code, "tired", rules=(cited(rule),)))


def _wavering(play: Play[Battle], place: int, rule: k.Wavering) -> None:
    """Each unit by a die and its grade, once those it looks to are gone or run."""
    there = [play.battle.units.get(one) for one in rule.after]
    if any(one is not None and one.morale != "routed" for one in there):
        return
    for code in rule.units:
        unit = play.battle.units.get(code)
        if unit is None or unit.morale == "routed" or unit.pose is None:
            continue
        die = play.roll(f"fs.special:{code}", code, 1).values[0]
        if die + t.STAND[grade(unit)] < rule.needs:
            play.record(x.Marked(code, "wavers", die, rules=(cited(rule),)))


def _joined_hands(play: Play[Battle], place: int, rule: k.JoinedHands) -> None:
    ready = [one for one in footprints(play.battle) if one.unit.morale == "good"]
    ours, theirs = ([one.rect for one in ready if one.unit.id in some] for some in (rule.units, rule.others))
    if within(distance(ours, theirs), rule.inches):
        play.record(x.SpecialActed(place, rule.units[0], True, done=True, rules=(cited(rule),)))


ACTS: Mapping[type[SpecialRule], Callable[[Play[Battle], int, Any], None]] = {
    k.Betrayed: _betrayed,
    k.HeldUntil: _held_until,
    k.HeldBy: _held_by,
    k.AlarmGiven: _alarm,
    k.Spate: _spate,
    k.Flood: _flood,
    k.Plunder: _plunder,
    k.MustAdvance: _must_advance,
    k.Tired: _tired,
    k.Wavering: _wavering,
    k.JoinedHands: _joined_hands,
    k.Homeward: _homeward,
}
"""What each kind does as a turn begins."""
