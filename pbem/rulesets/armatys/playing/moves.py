"""P5d: ordinary moves carried out (AR-seq-5, AR-G19, AR-Q59, AR-Q67)."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.hiding import is_seen
from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.contact import meets
from pbem.engine.table.distances import rects
from pbem.engine.table.measures import TOUCH, hundredths
from pbem.engine.table.rects import Rect
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.morale import following
from pbem.rulesets.armatys.moving.contacts import turned
from pbem.rulesets.armatys.moving.costing import met
from pbem.rulesets.armatys.moving.detaching import in_contact, joined, may_rejoin, sub_unit, unfit
from pbem.rulesets.armatys.moving.manning import way_back
from pbem.rulesets.armatys.moving.ordinary import Plan, at, changes, inches_of, plan, pose_at
from pbem.rulesets.armatys.moving.riding import rode
from pbem.rulesets.armatys.moving.stepping import Ran, box_of, run, shares
from pbem.rulesets.armatys.playing.lanes import lane_counters
from pbem.rulesets.armatys.playing.venturing import give_away, hindered
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import Battle, in_order, unit_of
from pbem.rulesets.armatys.state.closing import FaceTurned
from pbem.rulesets.armatys.state.detached import CrewReturned, Detached, Rejoined
from pbem.rulesets.armatys.state.orders import Choices, Chooser, MoveOrder

SAMPLES = 20
"""Places on a way at which a general is looked for."""


def move_all(play: Play[Battle], orders: Sequence[MoveOrder], choose: Chooser) -> None:
    """P5d: every order that the rules allow, at the same time."""
    before = play.battle
    plans: dict[StandId, Plan] = {}
    for order in orders:
        if order.unit in before.generals:
            continue
        made = _planned(before, order, plans)
        if isinstance(made, Objection):
            play.record(f.OrderRefused(order.order, order.unit, tuple(map(RuleId, made.rules)), by=made.by))
        elif made is not None:
            plans[order.unit] = made
    riders = {order.unit for order in orders}

    def along(battle: Battle, who: StandId) -> Choices:
        return replace(choose(battle, who), goes=False) if who in riders else choose(battle, who)

    ran = run(before, plans, lambda unit: choose(before, unit).friends_in_way == "through")
    _run_into(play, before, ran)
    for unit in [one.id for one in in_order(before) if one.id in plans]:
        _record(play, before, plans[unit], ran[unit])
        for leg in plans[unit].order.legs:
            if isinstance(leg, o.FaceEnemy):
                play.record(FaceTurned(unit, turned(play.battle, unit, leg.enemy), rules=(RuleId("AR-Q53"),)))
        following.follow(play, before, unit, along, unasked=True)
    _detach_all(play, plans)
    _rejoin_all(play, plans, ran)
    _man_all(play, plans, choose)
    for order in orders:
        if order.unit in before.generals:
            _ride(play, order)
    following.touch(play, _touched(before, plans, ran))


def _run_into(play: Play[Battle], before: Battle, ran: Mapping[StandId, Ran]) -> None:
    """AR-H6: enemies before whom moves stop are in sight, and so are those who stopped."""
    for unit, one in sorted(ran.items()):
        if one.by is not None and before.units[one.by].side != before.units[unit].side:
            give_away(play, unit, one.by)


def _planned(battle: Battle, order: MoveOrder, plans: Mapping[StandId, Plan]) -> Plan | Objection | None:
    """None for a move that is left out because an enemy is near, or that says nothing."""
    unit = battle.units.get(order.unit)
    if unit is None or order.unit in plans:
        return Objection(("AR-move-5",))
    if order.unless is not None:
        foes = [one for one in battle.units.values() if one.side != unit.side and is_seen(battle, unit.side, one.id)]
        if any(hundredths(rects(unit.rect, one.rect)) <= order.unless for one in foes):
            return None
    made = plan(battle, unit, order)
    return None if not isinstance(made, Objection) and not made.parts else made


def _record(play: Play[Battle], before: Battle, made: Plan, ran: Ran) -> None:
    unit = before.units[made.order.unit]
    if _detaching(made) is not None:
        return
    end = at(made, ran.time)
    if end == unit and ran.by is None:
        return
    path = tuple(pose_at(made, time).at for time in shares(ran.time, 8))
    ways = [one.way for one in made.parts if one.way is not None]
    ground = {piece.id: piece for way in ways for piece in met(before, way, ran.time)}
    counters = lane_counters(play, unit, path, tuple(ground.values()))
    play.record(
        f.Moved(
            order=made.order.order,
            unit=unit.id,
            time=round(made.time, 4),
            to=end.pose,
            inches=inches_of(made, ran.time),
            path=tuple(dict.fromkeys(path)),
            rows=end.rows,
            march_column=end.march_column,
            mounted=end.mounted,
            status=end.status,
            unlimber_moves=end.unlimber_moves,
            bayonets_fixed=end.bayonets_fixed,
            changed=changes(made, ran.time),
            by=ran.by if ran.time < made.time else None,
            ground=counters,
            through=tuple(sorted(ran.through)),
            crossing=end.crossing,
            quarters=tuple(pose_at(made, share).at for share in shares(1, 4)[1:4] if share < ran.time),
            rules=(RuleId("AR-G19"),),
        )
    )


def _detaching(made: Plan) -> o.Detach | None:
    return next((leg for leg in made.order.legs if isinstance(leg, o.Detach)), None)


def _detach_all(play: Play[Battle], plans: Mapping[StandId, Plan]) -> None:
    """AR-form-4, AR-G26: sub-units are placed once every other move is made, if their place is still free."""
    for unit, made in sorted(plans.items()):
        leg = _detaching(made)
        if leg is None:
            continue
        parent = play.battle.units[unit]
        sub = sub_unit(parent, leg)
        against = unfit(play.battle, replace(parent, rows=leg.leaves), sub.rect)
        if against is not None:
            rules = tuple(map(RuleId, against.rules))
            play.record(f.OrderRefused(made.order.order, unit, rules, by=against.by))
        else:
            play.record(Detached(made.order.order, unit, sub, leg.leaves, rules=(RuleId("AR-G26"),)))


def _rejoin_all(play: Play[Battle], plans: Mapping[StandId, Plan], ran: Mapping[StandId, Ran]) -> None:
    """AR-form-8, AR-Q68: at the end of P5d, sub-units that have come up to their parents."""
    for unit, made in sorted(plans.items()):
        to = next((leg.parent for leg in made.order.legs if isinstance(leg, o.Rejoin)), None)
        if to is None:
            continue
        sub = play.battle.units[unit]
        against = may_rejoin(play.battle, sub, to)
        parent = play.battle.units.get(to)
        if against is None and parent is not None and (ran[unit].by == to or in_contact(sub, parent)):
            play.record(Rejoined(unit, joined(parent, sub), rules=(RuleId("AR-form-8"), RuleId("AR-Q68"))))
        else:
            rules = (RuleId("AR-form-8"), RuleId("AR-Q68"))
            play.record(f.OrderRefused(made.order.order, unit, rules, by=to))


def _man_all(play: Play[Battle], plans: Mapping[StandId, Plan], choose: Chooser) -> None:
    """AR-Q25: once every other move is made, crews that ran go back to their guns."""
    for gun, made in sorted(plans.items()):
        if not any(isinstance(leg, o.Man) for leg in made.order.legs):
            continue
        through = choose(play.battle, gun).friends_in_way == "through"
        back = way_back(play.battle, play.battle.units[gun], through=through)
        if isinstance(back, Objection):
            play.record(f.OrderRefused(made.order.order, gun, tuple(map(RuleId, back.rules)), by=back.by))
            continue
        hindered(play, gun, back.by)
        order, rules = made.order.order, (RuleId("AR-Q25"), RuleId("AR-art-2"))
        play.record(
            CrewReturned(order, gun, back.to, back.inches, back.mans, back.ground, back.through, back.by, rules=rules)
        )


def _touched(before: Battle, plans: Mapping[StandId, Plan], ran: Mapping[StandId, Ran]) -> list[StandId]:
    """AR-Q71: generals alone, and an enemy's move across them."""
    found = []
    for name, general in sorted(before.generals.items()):
        foes = [unit for unit in plans if before.units[unit].side != general.side]
        if general.removed or not foes or unit_of(before, general) is not None:
            continue
        near = [unit for unit in foes if _comes_near(before.units[unit].rect, plans[unit], general.rect)]
        ways = [(plans[unit], time) for unit in near for time in shares(ran[unit].time, SAMPLES)]
        if any(meets(at(way, time).rect, general.rect) for way, time in ways):
            found.append(name)
    return found


def _comes_near(stood: Rect, made: Plan, other: Rect) -> bool:
    """Whether a move may come upon a footprint: by boxes, on the safe side."""
    west, south, east, north = box_of(stood, made)
    around = other.half_width + other.half_depth + TOUCH
    return west <= other.x + around and east >= other.x - around and (
        south <= other.y + around and north >= other.y - around
    )  # fmt: skip


def _ride(play: Play[Battle], order: MoveOrder) -> None:
    """AR-G24: a general rides to a place, or to one after another."""
    general = play.battle.generals[order.unit]
    made = rode(play.battle, general, order.legs)
    if isinstance(made, Objection):
        if not hindered(play, order.unit, made.by):
            play.record(f.OrderRefused(order.order, order.unit, tuple(map(RuleId, made.rules)), by=made.by))
    elif made.to != general.pose:
        time = round(made.time, 4)
        play.record(f.GeneralMoved(order.unit, made.to, order.order, time, rules=(RuleId("AR-G24"),)))
