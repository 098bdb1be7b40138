"""M3a and M3b: normal moves, generals, debts (FS-7a, FS-7b, FS-7.16, FS-Q43; D-13, D-14, D-15)."""

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from pbem.engine.hiding import is_seen
from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.special import cited, rules_of
from pbem.engine.table.distances import rect_line
from pbem.engine.table.measures import hundredths, within
from pbem.engine.table.paths import Leg as Way
from pbem.engine.table.paths import Shift, after, leg_length, part
from pbem.engine.table.places import spot
from pbem.engine.table.rects import Face, Rect, edge, middle
from pbem.rulesets.fornovo.moving.disordering import upset_on_the_way
from pbem.rulesets.fornovo.moving.ground import meets_line
from pbem.rulesets.fornovo.moving.hewing import worked
from pbem.rulesets.fornovo.moving.marching import March, march
from pbem.rulesets.fornovo.moving.places import distance, footprints, parts_of, rect_of
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.moving.riding import ride
from pbem.rulesets.fornovo.playing.chances import open_woods, over_ditches, ways
from pbem.rulesets.fornovo.playing.generals import drive_off
from pbem.rulesets.fornovo.playing.venturing import free_move, shorter
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state import special_facts as x
from pbem.rulesets.fornovo.state import special_rules as k
from pbem.rulesets.fornovo.state.battle import Battle, Piece, by_role, chase_of, combats_of
from pbem.rulesets.fornovo.state.units import Unit


def move_step(play: Play[Battle], orders: o.Orders, *, b_moves: bool) -> None:
    """M3a, or M3b: every normal move of a side in the order of its orders, but those it keeps back (D-13); then its
    debts are paid (FS-Q43).
    """
    side = by_role(play.battle)[b_moves]
    owing = [one.id for one in play.battle.units.values() if one.side == side and one.debt]
    moved: set[StandId] = set()
    for order in [one for one in orders.moves if not _kept_back(play.battle, one)]:
        if order.who in play.battle.generals:
            if play.battle.generals[order.who].side == side:
                _ride(play, order)
        elif (unit := play.battle.units.get(order.who)) is not None and unit.side == side:
            if order.who in moved:
                play.record(f.OrderRefused(order.number, order.who, (RuleId("FS-7b"),)))
            else:
                _move(play, unit, order)
                moved.add(order.who)
        elif order.who in play.battle.removed and play.battle.removed[order.who].side == side:
            play.record(f.OrderRefused(order.number, order.who, (RuleId("FS-7b"),), void=True))
    _pay(play, sorted(owing))
    drive_off(play)


def _kept_back(battle: Battle, order: o.MoveOrder) -> bool:
    """D-13, FS-H7: an enemy in sight of its side is so near, as the step comes, that the move is left out."""
    unit = battle.units.get(order.who)
    mine = parts_of(battle, unit) if unit is not None else ()
    if order.unless is None or unit is None or not mine:
        return False
    foes = [one for one in footprints(battle) if one.unit.side != unit.side and is_seen(battle, unit.side, one.unit.id)]
    return any(within(distance(mine, (one.rect,)), order.unless) for one in foes)


def _pay(play: Play[Battle], owing: Iterable[StandId]) -> None:
    """FS-Q43: a Move phase out of combat, rout and pursuit pays one."""
    for code in owing:
        unit = play.battle.units.get(code)
        if unit is None or not unit.debt or unit.morale == "routed":
            continue
        if not combats_of(play.battle, code) and chase_of(play.battle, code) is None:
            play.record(f.DebtPaid(code, rules=(RuleId("FS-Q43"),)))


def _ride(play: Play[Battle], order: o.MoveOrder) -> None:
    """D-15."""
    found = ride(play.battle, play.battle.generals[order.who], order.legs)
    if isinstance(found, Refusal):
        play.record(f.OrderRefused(order.number, order.who, found.rules))
    else:
        play.record(f.GeneralChanged(found, order.number, rules=(RuleId("FS-3.1.2b"),)))


def _move(play: Play[Battle], unit: Unit, order: o.MoveOrder) -> None:
    """D-13, D-14; woods that it meets are opened first, ditches are rolled for as they are crossed."""
    free = free_move(play, unit, order)
    if free is None:
        return
    order = free
    made = march(play.battle, unit, order.legs)
    if not isinstance(made, Refusal) and open_woods(play, order):
        made = march(play.battle, play.battle.units[unit.id], order.legs)
    if isinstance(made, Refusal):
        play.record(f.OrderRefused(order.number, unit.id, made.rules))
        return
    dark = _in_the_dark(play, unit, order)
    if dark is not None:
        order = dark
        made = march(play.battle, play.battle.units[unit.id], order.legs)
        if isinstance(made, Refusal):
            return
    before = play.battle
    rect = rect_of(before, unit)
    way = _stretches(before, unit, rect, order) if rect is not None else []
    passed = tuple(spot(middle(place, Face.FRONT)) for start, piece in way for place in _inches(start, piece))
    play.record(_made(order, replace(made.unit, passed_fire=passed), made))
    for leg in order.legs:
        if isinstance(leg, o.Stakes):
            _stakes(play, unit.id, leg)
        elif isinstance(leg, o.Hew):
            _hew(play, unit.id, leg)
    for start, piece in way:
        over_ditches(play, unit.id, start, piece)
    _strays(play, unit.id, way)
    rule = upset_on_the_way(before, unit, way)
    if rule is not None and unit.id in play.battle.units and not play.battle.units[unit.id].disordered:
        play.record(f.Disordered(unit.id, rules=(rule,)))


def _in_the_dark(play: Play[Battle], unit: Unit, order: o.MoveOrder) -> o.MoveOrder | None:
    """By a special rule: an order that halts before water it will not go down into; None where it goes."""
    rect = rect_of(play.battle, unit)
    for place, rule in rules_of(play.battle, k.DarkWater):
        if unit.id not in rule.units or not unit.foot or rect is None or play.battle.turn >= rule.turn:
            continue
        way = _stretches(play.battle, unit, rect, order)
        lines = [one for one in play.battle.terrain if one.id in rule.lines]
        if not any(meets_line(start, piece, one) for start, piece in way for one in lines):
            continue
        die = play.roll(f"fs.special:{unit.id}", unit.id, 1).values[0]
        stops = die <= rule.upto
        play.record(x.SpecialActed(place, unit.id, stops, die, rules=(cited(rule),)))
        if stops:
            closed = tuple(replace(one, kind="hedgerow") if one in lines else one for one in play.battle.terrain)
            shut = replace(play.battle, terrain=closed)
            return replace(order, legs=next(shorter(shut, unit, order.legs), ()))
    return None


def _strays(play: Play[Battle], unit: StandId, way: list[tuple[Rect, Way]]) -> None:
    """By a special rule: who crosses such a line does not find the way in the next turn."""
    for _, rule in rules_of(play.battle, k.LostGuide):
        lines = [one for one in play.battle.terrain if one.id in rule.lines]
        if unit in rule.units and any(meets_line(start, piece, one) for start, piece in way for one in lines):
            play.record(x.Marked(unit, "strays", rules=(cited(rule),)))


def upset(battle: Battle, unit: Unit, order: o.MoveOrder) -> RuleId | None:
    """The rule by which the ground of a normal move disorders a unit; None: it does not."""
    rect = rect_of(battle, unit)
    return upset_on_the_way(battle, unit, _stretches(battle, unit, rect, order)) if rect is not None else None


def _hew(play: Play[Battle], unit: StandId, leg: o.Hew) -> None:
    """FS-11.6c, FS-Q44: a Move phase for loopholes, two that follow one another to break it down."""
    one = play.battle.units[unit]
    half_done = not leg.loophole and not (one.hewing and one.hewing == play.battle.turn - 1)
    how: Literal["begun", "loopholed", "broken"] = "begun" if half_done else "loopholed" if leg.loophole else "broken"
    terrain = play.battle.terrain if half_done else worked(play.battle, one, loophole=leg.loophole)
    play.record(f.HedgeWorked(unit, how, terrain, rules=(RuleId("FS-11.6c"), RuleId("FS-Q77"))))


def _stakes(play: Play[Battle], unit: StandId, leg: o.Stakes) -> None:
    """FS-2.11a, FS-2.11c: along its front."""
    rect = rect_of(play.battle, play.battle.units[unit])
    if rect is None:
        return
    name = f"stakes {unit}"
    terrain = tuple(one for one in play.battle.terrain if one.id != name and not _at_front(play.battle, rect, one, leg))
    if leg.plant:
        left, right = edge(rect, Face.FRONT)
        terrain = (*terrain, Piece(id=name, kind="stakes", shape=(spot(left), spot(right))))
    rule = RuleId("FS-2.11a" if leg.plant else "FS-2.11c")
    play.record(f.StakesMoved(unit, terrain, carried=not leg.plant, rules=(rule,)))


def _at_front(battle: Battle, rect: Rect, one: Piece, leg: o.Stakes) -> bool:
    """Planted stakes that it takes up."""
    return not leg.plant and one.kind == "stakes" and within(rect_line(rect, one.way), battle.inches(1))


def _made(order: o.MoveOrder, unit: Unit, made: March) -> f.MoveMade:
    rules = (RuleId("FS-7a"),)
    return f.MoveMade(order.number, unit, hundredths(made.cost), unit.moved, made.disorders, rules=rules)


def _inches(start: Rect, piece: Way) -> list[Rect]:
    """FS-9.9a: where it was at every inch of a piece."""
    return [part(start, piece, done) for done in range(int(leg_length(start, piece)) + 1)]


def _stretches(battle: Battle, unit: Unit, rect: Rect, order: o.MoveOrder) -> list[tuple[Rect, Way]]:
    """The straight pieces and wheels of a move, each from where it begins."""
    found: list[tuple[Rect, Way]] = []
    for way in ways(battle, unit, order):
        if not isinstance(way, Shift) or leg_length(rect, way):
            found.append((rect, way))
        rect = after(rect, way)
    return found
