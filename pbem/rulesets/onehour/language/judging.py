"""Orders of a text judged as they will be carried out: moves one by one, then shots from where all then stand."""

from collections.abc import Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import RuleId, StandId
from pbem.engine.language.linefaults import Fault
from pbem.engine.language.lines import OrderLine
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import MoveOrder, Order, Sheet, Shoot, Standing
from pbem.rulesets.onehour.facts import Objection
from pbem.rulesets.onehour.language.advice import instead, moved, nearest_targets, told
from pbem.rulesets.onehour.language.parsed import Step
from pbem.rulesets.onehour.language.planning import Plan, planned
from pbem.rulesets.onehour.language.remarks import move_remark, shot_remark
from pbem.rulesets.onehour.language.resolving import Resolver
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.playing.checking import check
from pbem.rulesets.onehour.standing.acting import move_for
from pbem.rulesets.onehour.writing.writing import orders_text


class Wanted(msgspec.Struct, frozen=True):
    """What a line wants of one unit."""

    line: OrderLine
    unit: StandId
    steps: tuple[Step, ...]
    """As said."""
    place: int
    """Among all of a text."""
    named: bool
    """Not as one of ``all``."""


class JudgedOrders(msgspec.Struct, frozen=True):
    """Orders of one unit that stand, and a remark on them."""

    wanted: Wanted
    orders: tuple[Order, ...]
    note: str


class Judged(msgspec.Struct, frozen=True):
    """What stands of a text's orders, in the order in which they are carried out, and why the rest does not.

    after: the battle when all have moved.
    """

    taken: tuple[JudgedOrders, ...]
    refused: tuple[tuple[Wanted, Fault], ...]
    after: Battle


class Kept(msgspec.Struct, frozen=True):
    """What stood for a unit that a text does not name: carried out in its own turn."""

    unit: StandId
    orders: tuple[Order, ...]


class JudgedMove(msgspec.Struct, frozen=True):
    """A plan whose move has been judged.  after: the battle when it has been made.

    clashes: the side's own units that are in its way; then it is refused when its turn comes, and `after` is as before.
    """

    wanted: Wanted
    plan: Plan
    notes: tuple[str, ...]
    after: Battle
    clashes: bool = False


def judged(
    desk: Resolver, wanted: Sequence[Wanted], standing: tuple[Standing, ...], before: Sequence[Order] = ()
) -> Judged:
    """Every wish of a text, judged among the orders that it is laid over.

    standing: the side's standing orders as they will be.  before: the orders that stood, in their turn.
    """
    refused: list[tuple[Wanted, Fault]] = []
    left = list(wanted)
    while True:
        going, bad, battle, acted = _moves(desk, left, before)
        after = unordered(desk, battle, acted, standing)
        taken: list[JudgedOrders] = []
        for one in going:
            try:
                taken.append(_shot(desk, after, one))
            except Fault as fault:
                bad.append((one.wanted, fault))
        refused += bad
        if not bad:
            return Judged(tuple(taken), tuple(refused), after)
        gone = {one.place for one, _ in bad}
        left = [one for one in left if one.place not in gone]


def _turns(before: Sequence[Order], wanted: Sequence[Wanted]) -> list[Kept | None]:
    """Whose turn is when: a unit that keeps its orders, or None for the next that a text names.

    A text's units take the turns of those whose orders they replace; what is left of them comes last (``overlay``).
    """
    newer = dict.fromkeys(one.unit for one in wanted)
    found: list[Kept | None] = []
    for unit in dict.fromkeys(order.unit for order in before):
        mine = tuple(order for order in before if order.unit == unit)
        found.append(None if unit in newer else Kept(unit, mine))
    return found + [None] * (len(newer) - found.count(None))


class _Course:
    """Step 1 on its way: the turns of those who keep their orders, and of the units a text names, line by line."""

    def __init__(self, desk: Resolver, wanted: Sequence[Wanted]) -> None:
        self.desk, self.battle = desk, desk.view
        self.going: list[JudgedMove] = []
        self.bad: list[tuple[Wanted, Fault]] = []
        self.acted: set[StandId] = set()
        self._lines = [list(some) for _, some in groupby(wanted, key=lambda one: one.line.number)]
        self._put_off: list[tuple[Wanted, JudgedMove | Fault]] = []
        self._moved_on = False

    def keeps(self, one: Kept) -> None:
        """A unit of which a text says nothing."""
        for order in one.orders:
            if isinstance(order, MoveOrder):
                self.battle = moved(self.battle, order)
                self.acted.add(one.unit)

    def next(self) -> None:
        """The next of the units that the text names; those of one line move in the order in which they can."""
        while self._lines:
            waiting = self._lines[0]
            while waiting:
                if self._goes(waiting.pop(0)):
                    self._moved_on = True
                    return
            put_off, self._put_off = self._put_off, []
            if put_off and self._moved_on:
                self._lines[0] = [one for one, _ in put_off]
                self._moved_on = False
                continue
            self._lines.pop(0)
            self._moved_on = False
            for one, came in put_off:
                self._stuck(one, came)
            if put_off:
                return

    def rest(self) -> None:
        """All that are left."""
        while self._lines:
            self.next()

    def _goes(self, one: Wanted) -> bool:
        try:
            found = _move(self.desk, self.battle, one)
        except Fault as fault:
            self._put_off.append((one, fault))
            return False
        if found.clashes:
            self._put_off.append((one, found))
            return False
        self._take(found)
        return True

    def _stuck(self, one: Wanted, came: JudgedMove | Fault) -> None:
        if isinstance(came, Fault):
            self.bad.append((one, came))
        else:
            self._take(replace(came, after=self.battle))

    def _take(self, found: JudgedMove) -> None:
        self.going.append(found)
        self.battle = found.after
        if any(isinstance(order, MoveOrder) for order in found.plan.orders):
            self.acted.add(found.wanted.unit)


def _moves(
    desk: Resolver, wanted: Sequence[Wanted], before: Sequence[Order]
) -> tuple[list[JudgedMove], list[tuple[Wanted, Fault]], Battle, set[StandId]]:
    """Step 1 in the order in which it will be carried out."""
    course = _Course(desk, wanted)
    for turn in _turns(before, wanted):
        if turn is None:
            course.next()
        else:
            course.keeps(turn)
    course.rest()
    return course.going, course.bad, course.battle, course.acted


def _move(desk: Resolver, battle: Battle, one: Wanted) -> JudgedMove:
    """One unit's move.  Raises Fault when it is refused for another reason than the side's own units."""
    try:
        plan = planned(desk, battle, one.unit, one.steps)
    except Fault as fault:
        if SHOT_LAST in fault.rules:
            fault.offers = (_shot_last(one),)
        raise
    notes = [plan.note] if plan.note else []
    after, clashes = battle, False
    for order in plan.orders:
        if isinstance(order, MoveOrder):
            came = done(battle, order)
            objections = came.objections if isinstance(came, No) else ()
            if any(not own(battle, objection, one.unit) for objection in objections):
                raise _refusal(battle, one, plan.orders, objections)
            clashes = bool(objections)
            if came is not None and not isinstance(came, No):
                after = came.apply(battle)
                remark = move_remark(after, came)
                notes += [remark] if remark else []
    return JudgedMove(one, plan, tuple(notes), after, clashes)


SHOT_LAST = RuleId("OH-move-5")


def _shot_last(one: Wanted) -> str:
    """The line with its shot behind its move."""
    parts = [part.strip() for part in one.line.text.partition(" ")[2].split(",")]
    shots = [part for part in parts if part.startswith(("shoot", "fire"))]
    return f"{one.unit} {', '.join([*(part for part in parts if part not in shots), *shots])}"


def own(battle: Battle, objection: Objection, unit: StandId) -> bool:
    """Whether what stands in a unit's way is another of its own side."""
    other = battle.units.get(StandId(objection.by))
    return other is not None and other.id != unit and other.side == battle.units[unit].side


def unordered(desk: Resolver, battle: Battle, acted: set[StandId], standing: tuple[Standing, ...]) -> Battle:
    """The battle once units without an order to move have done what standing orders make them do."""
    sheet = battle.sheets.get(desk.seat)
    if sheet is None and not standing:
        return battle
    before = replace(battle, sheets={**battle.sheets, desk.seat: Sheet(standing=standing)})
    for unit in desk.ordered:
        if unit not in acted:
            acting = move_for(before, unit)
            if acting is not None and isinstance(acting.order, MoveOrder):
                before = moved(before, acting.order)
    return before


def _shot(desk: Resolver, after: Battle, one: JudgedMove) -> JudgedOrders:
    """One unit's shot, from where all then stand.  Raises Fault when it is refused for another reason than the side's
    own units."""
    unit, notes = one.wanted.unit, list(one.notes)
    orders: list[Order] = []
    for order in one.plan.orders:
        if not isinstance(order, Shoot):
            orders.append(order)
            continue
        shot = _aimed(after, one, order)
        objections = check(after, shot)
        if any(not own(after, objection, unit) for objection in objections):
            whole = (*(other for other in one.plan.orders if other is not order), shot)
            raise _refusal(_set_back(desk, after, unit), one.wanted, whole, objections)
        remark = shot_remark(after, shot)
        notes += [remark] if remark else []
        orders.append(shot)
    return JudgedOrders(one.wanted, tuple(orders), "; ".join(dict.fromkeys(notes)))


def _aimed(battle: Battle, one: JudgedMove, order: Shoot) -> Shoot:
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
    why = told(general) if general else "there is no enemy that it may shoot at"
    cited = tuple(dict.fromkeys(rule for each in general for rule in each.rules))
    raise Fault("not allowed", why, about=order.unit, rules=cited, offers=(f"{order.unit} hold",))


def _refusal(battle: Battle, one: Wanted, orders: tuple[Order, ...], objections: Sequence[Objection]) -> Fault:
    """Why a line is refused, with every rule it offends, and what would be taken instead."""
    rules = tuple(dict.fromkeys(rule for objection in objections for rule in objection.rules))
    sure = tuple(f"{one.unit} {orders_text(some)}" for some in instead(battle, orders))
    return Fault("not allowed", told(objections), rules=rules, about=one.unit, sure=sure)


def _set_back(desk: Resolver, after: Battle, unit: StandId) -> Battle:
    """The battle with a unit where it was before its move, the others where they have come to."""
    units = {**after.units, unit: desk.view.units[unit]}
    return replace(after, units=units, contacts=tuple(one for one in after.contacts if one.attacker != unit))
