"""Orders of a text judged as they will be carried out: moves one by one, then shots from where all then stand."""

from collections.abc import Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import RuleId, StandId
from pbem.engine.linefaults import Fault
from pbem.engine.lines import Line
from pbem.rulesets.onehour.battle import Battle, engaged
from pbem.rulesets.onehour.commands import MoveOrder, Order, Sheet, Shoot, Standing
from pbem.rulesets.onehour.deciding.acting import move_for
from pbem.rulesets.onehour.facts import Objection
from pbem.rulesets.onehour.playing.checking import check
from pbem.rulesets.onehour.playing.doing import done
from pbem.rulesets.onehour.playing.refusing import No
from pbem.rulesets.onehour.words.advice import instead, moved, nearest_targets, told
from pbem.rulesets.onehour.words.planning import Plan, planned
from pbem.rulesets.onehour.words.remarks import move_remark, shot_remark
from pbem.rulesets.onehour.words.resolving import Desk
from pbem.rulesets.onehour.words.said import Step
from pbem.rulesets.onehour.words.writing import orders_text


class Wanted(msgspec.Struct, frozen=True):
    """What a line wants of one unit.  steps: as said.  place: among all of a text.  named: not as one of ``all``."""

    line: Line
    unit: StandId
    steps: tuple[Step, ...]
    place: int
    named: bool


class Taken(msgspec.Struct, frozen=True):
    """Orders of one unit that stand, and a remark on them."""

    wanted: Wanted
    orders: tuple[Order, ...]
    note: str


class Judged(msgspec.Struct, frozen=True):
    """What stands of a text's orders, in the order in which they are carried out, and why the rest does not.

    after: the battle when all have moved.
    """

    taken: tuple[Taken, ...]
    refused: tuple[tuple[Wanted, Fault], ...]
    after: Battle


class Going(msgspec.Struct, frozen=True):
    """A plan whose move has been judged.  after: the battle when it has been made."""

    wanted: Wanted
    plan: Plan
    notes: tuple[str, ...]
    after: Battle


def judged(desk: Desk, wanted: Sequence[Wanted], standing: tuple[Standing, ...]) -> Judged:
    """Every wish of a text, judged.  standing: the side's standing orders as they will be."""
    refused: list[tuple[Wanted, Fault]] = []
    left = list(wanted)
    while True:
        going, bad, battle = _moves(desk, left)
        acted = {one.unit for each in going for one in each.plan.orders if isinstance(one, MoveOrder)}
        after = _unordered(desk, battle, acted, standing)
        taken: list[Taken] = []
        for one in going:
            try:
                taken.append(_shot(desk, after, one, acted))
            except Fault as fault:
                bad.append((one.wanted, fault))
        refused += bad
        if not bad:
            return Judged(tuple(taken), tuple(refused), after)
        gone = {one.place for one, _ in bad}
        left = [one for one in left if one.place not in gone]


def _moves(desk: Desk, wanted: Sequence[Wanted]) -> tuple[list[Going], list[tuple[Wanted, Fault]], Battle]:
    """Step 1, line by line.  Units of one line move in the order in which they can."""
    battle = desk.view
    going: list[Going] = []
    bad: list[tuple[Wanted, Fault]] = []
    for _, some in groupby(wanted, key=lambda one: one.line.number):
        waiting = list(some)
        while waiting:
            faults: list[tuple[Wanted, Fault]] = []
            for one in waiting:
                ahead = {other.unit for other in wanted if other.place > one.place or other in waiting} - {one.unit}
                try:
                    found = _move(desk, battle, one, ahead)
                except Fault as fault:
                    faults.append((one, fault))
                    continue
                going.append(found)
                battle = found.after
            if len(faults) in (0, len(waiting)):
                bad += faults
                break
            waiting = [one for one, _ in faults]
    return going, bad, battle


def _move(desk: Desk, battle: Battle, one: Wanted, ahead: set[StandId]) -> Going:
    """One unit's move.  ahead: units that are ordered, and move after it.  Raises Fault when it is refused."""
    try:
        plan = planned(desk, battle, one.unit, one.steps)
    except Fault as fault:
        if SHOT_LAST in fault.rules:
            fault.offers = (_shot_last(one),)
        raise
    notes = [plan.note] if plan.note else []
    after = battle
    for order in plan.orders:
        if isinstance(order, MoveOrder):
            came = done(battle, order)
            objections = came.objections if isinstance(came, No) else ()
            sure = [objection for objection in objections if not _may_go(desk, battle, objection, one.unit)]
            later = [objection for objection in objections if objection.by in ahead]
            if sure or later:
                raise _refusal(battle, one, plan.orders, objections, _first_line(later))
            notes += [f"as things stand, {told(objections)}{_cited(objections)}"] if objections else []
            if came is not None and not isinstance(came, No):
                after = came.apply(battle)
                remark = move_remark(after, came)
                notes += [remark] if remark else []
    return Going(one, plan, tuple(notes), after)


SHOT_LAST = RuleId("OH-move-5")


def _shot_last(one: Wanted) -> str:
    """The line with its shot behind its move."""
    parts = [part.strip() for part in one.line.text.partition(" ")[2].split(",")]
    shots = [part for part in parts if part.startswith(("shoot", "fire"))]
    return f"{one.unit} {', '.join([*(part for part in parts if part not in shots), *shots])}"


def _may_go(desk: Desk, battle: Battle, objection: Objection, unit: StandId) -> bool:
    """Whether what stands in the way is a unit of one's own that may be gone by then."""
    other = battle.units.get(StandId(objection.by))
    return (
        other is not None and other.side == desk.side and other.id != unit
        and not other.moved and not engaged(battle, other.id)
    )  # fmt: skip


def _first_line(later: Sequence[Objection]) -> str:
    return f"; {later[0].by} moves after it, for lines are carried out from the top" if later else ""


def _unordered(desk: Desk, battle: Battle, acted: set[StandId], standing: tuple[Standing, ...]) -> Battle:
    """The battle once units without an order to move have done what standing orders make them do."""
    sheet = battle.sheets.get(desk.side)
    if sheet is None and not standing:
        return battle
    before = replace(battle, sheets={**battle.sheets, desk.side: Sheet(standing=standing)})
    for unit in desk.ordered:
        if unit not in acted:
            acting = move_for(before, unit)
            if acting is not None and isinstance(acting.order, MoveOrder):
                before = moved(before, acting.order)
    return before


def _shot(desk: Desk, after: Battle, one: Going, acted: set[StandId]) -> Taken:
    """One unit's shot, from where everybody then stands.  Raises Fault when it is refused."""
    unit, notes = one.wanted.unit, list(one.notes)
    orders: list[Order] = []
    for order in one.plan.orders:
        if not isinstance(order, Shoot):
            orders.append(order)
            continue
        shot = _aimed(after, one, order)
        objections = check(after, shot)
        sure = [
            objection for objection in objections if not _may_go(desk, after, objection, unit) or objection.by in acted
        ]
        if sure:
            whole = (*(other for other in one.plan.orders if other is not order), shot)
            raise _refusal(_set_back(desk, after, unit), one.wanted, whole, objections)
        notes += [f"as things stand, {told(objections)}{_cited(objections)}"] if objections else []
        remark = shot_remark(after, shot)
        notes += [remark] if remark else []
        orders.append(shot)
    return Taken(one.wanted, tuple(orders), "; ".join(dict.fromkeys(notes)))


def _aimed(battle: Battle, one: Going, order: Shoot) -> Shoot:
    """The shot with the nearest targets named, where the player leaves that open.  Raises Fault if there are none."""
    if not one.plan.nearest:
        return order
    near = [target for target in nearest_targets(battle, order.unit) if target not in order.targets]
    targets = (*order.targets, *near)
    if targets:
        return replace(order, targets=targets)
    enemies = [
        other.id for other in battle.units.values() if other.on_table and other.side != battle.units[order.unit].side
    ]
    objections = check(battle, Shoot(unit=order.unit, targets=(enemies[0],))) if enemies else ()
    general = [one for one in objections if one.code in {"cannot-shoot", "no-ammunition", "engaged", "one-target"}]
    why = told(general) if general else "there is nobody it may shoot at"
    cited = tuple(dict.fromkeys(rule for each in general for rule in each.rules))
    raise Fault("not allowed", why, about=order.unit, rules=cited, offers=(f"{order.unit} hold",))


def _refusal(
    battle: Battle, one: Wanted, orders: tuple[Order, ...], objections: Sequence[Objection], more: str = ""
) -> Fault:
    """Why a line is refused, with every rule it offends, and what would be taken instead."""
    rules = tuple(dict.fromkeys(rule for objection in objections for rule in objection.rules))
    sure = tuple(f"{one.unit} {orders_text(some)}" for some in instead(battle, orders))
    return Fault("not allowed", f"{told(objections)}{more}", rules=rules, about=one.unit, sure=sure)


def _set_back(desk: Desk, after: Battle, unit: StandId) -> Battle:
    """The battle with a unit where it was before its move, the others where they have come to."""
    units = {**after.units, unit: desk.view.units[unit]}
    return replace(after, units=units, contacts=tuple(one for one in after.contacts if one.attacker != unit))


def _cited(objections: Sequence[Objection]) -> str:
    rules = dict.fromkeys(rule for objection in objections for rule in objection.rules)
    return f" ({', '.join(rules)})" if rules else ""
