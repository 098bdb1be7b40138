"""One-hour orders as buttons: what each unit may do as lines, what several may do together, standing orders."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.offers import Anywhere, Denial, Offer, Offers, UnitOffers
from pbem.engine.table.edges import on_edge
from pbem.engine.table.measures import Hundredths, say_inches
from pbem.engine.table.places import Spot
from pbem.engine.table.references import say_spot
from pbem.rulesets.onehour.asks import Answers, AskArmy, AskOrders, AskSetup
from pbem.rulesets.onehour.battle import GONE, Battle, Unit, army, arrival_of, engaged, led_by
from pbem.rulesets.onehour.commands import ArmyChoice, Go, Move, MoveOrder, Order, Sheet, Shoot, legs
from pbem.rulesets.onehour.fighting.shooting import Aim
from pbem.rulesets.onehour.language.advice import moved, nearest_targets, pivot_to_shoot, told
from pbem.rulesets.onehour.language.asking import row_text
from pbem.rulesets.onehour.language.decisions import decisions
from pbem.rulesets.onehour.language.fields import fire_fields, reach_field
from pbem.rulesets.onehour.language.idling import desk_of, ordered
from pbem.rulesets.onehour.language.language import read
from pbem.rulesets.onehour.language.overlaying import overlay
from pbem.rulesets.onehour.language.remarks import aim_remark, order_remark, shot_remark
from pbem.rulesets.onehour.language.resolving import Resolver
from pbem.rulesets.onehour.language.spots import marches, reaches
from pbem.rulesets.onehour.moving.moves import shape_of
from pbem.rulesets.onehour.playing.checking import check, check_sheet
from pbem.rulesets.onehour.playing.choices import Choices, choices
from pbem.rulesets.onehour.standing.acting import entry
from pbem.rulesets.onehour.standing.aims import STILL, allowance, roads_under
from pbem.rulesets.onehour.tables import ARMY_TABLE, ROWS
from pbem.rulesets.onehour.writing.wording import length
from pbem.rulesets.onehour.writing.writing import (
    AS_SAMPLE,
    DEFAULT,
    angle,
    army_text,
    order_text,
    orders_text,
    pivot_text,
)

ENTRIES = Hundredths(400)
"""Between two places of an entry edge that are offered."""
FORWARD = (Hundredths(200), Hundredths(400), Hundredths(600), Hundredths(800))
"""Distances that are offered to several units together."""
MOST_THEN = 12


def offers(view: Battle, ask: Ask[Any], answer: Answers | None, *, units: bool = True) -> Offers:
    """Lines that would be taken.  answer: what is to stand, for what the standing orders are now.

    units: each unit's too; there are many of them.
    """
    codes = ordered(view, ask)
    match ask:
        case AskArmy():
            return Offers(answers=tuple(_rows(view, ask)))
        case AskSetup():
            found = tuple(_placing(view, code) for code in codes) if units else ()
            return Offers(stands=codes, units=found, answers=(Offer(AS_SAMPLE, "As the scenario shows it", same=True),))
        case _:
            desk = desk_of(view, ask)
            sheet = overlay(view, None, answer if isinstance(answer, Sheet) else Sheet())
            orders = sheet.standing if isinstance(sheet, Sheet) else ()
            mine = [one for one in led_by(view, ask.seat) if not _gone(one)]
            return Offers(
                stands=codes, units=tuple(_unit(desk, ask, code, answer) for code in codes) if units else (),
                decisions=decisions(orders, mine), unset=DEFAULT,
            )  # fmt: skip


def offers_for(
    view: Battle, ask: Ask[Any], answer: Answers | None, code: str, *, marches: bool = True
) -> UnitOffers | None:
    """What one unit may do; None for who cannot be ordered now.  marches: where it may go too."""
    if code not in ordered(view, ask):
        return None
    return (
        _placing(view, StandId(code))
        if isinstance(ask, AskSetup)
        else _unit(desk_of(view, ask), ask, StandId(code), answer, going=marches)
    )


def _gone(unit: Unit) -> bool:
    return unit.state in GONE


# --- one unit -----------------------------------------------------------------------------------------------------


def _unit(desk: Resolver, ask: Ask[Any], code: StandId, answer: Answers | None, *, going: bool = True) -> UnitOffers:
    unit = desk.view.units[code]
    if unit.state == "to come":
        return _entering(desk.view, unit)
    found = choices(desk.view, code)
    free = found.free and going
    around = reaches(desk.view, unit) if free else ()
    return UnitOffers(
        code=code, may=_unspoiled(desk.view, ask, _may(desk.view, unit, found)),
        marches=marches(desk, unit, around) if free else (),
        may_not=tuple(_denials(found)), then=_unspoiled(desk.view, ask, _then(desk, unit, answer)),
        fields=(*reach_field([one.end for one in around]), *fire_fields(desk.view, unit)),
        anywhere=_anywhere(desk.view, unit) if found.free else (),
    )  # fmt: skip


def _unspoiled(view: Battle, ask: Ask[Any], some: Iterable[Offer]) -> tuple[Offer, ...]:
    """Without shots that standing orders and defaults spoil: they move others, or the unit itself, before it shoots."""
    return tuple(one for one in some if " shoot " not in one.line or not read(view, ask, one.line).problems)


def _may(view: Battle, unit: Unit, found: Choices) -> Iterator[Offer]:
    """Everything but marches, the boldest first."""
    for quarry in found.charges:
        enemy = quarry.order.target
        yield _order(f"Charge {_called(view, enemy)}", quarry.order, order_remark(view, quarry.order), enemy)
    for turn in found.turns:
        yield _order(f"Turn to {_called(view, turn.attacker)}", turn, order_remark(view, turn), turn.attacker)
    for aim in found.shots:
        yield _order(f"Shoot {_called(view, aim.target)}", _shot(aim), aim_remark(view, aim), aim.target)
    if len(found.shots) > 1:
        yield Offer(f"{unit.id} shoot nearest", "Shoot the nearest")
    if found.shots:
        yield Offer(f"{unit.id} hold fire", "Hold fire")
    if not engaged(view, unit.id):
        yield Offer(f"{unit.id} hold", "Hold")


def _called(view: Battle, unit: StandId) -> str:
    """``C2 Horse``."""
    return f"{unit} {view.units[unit].name}".strip()


def _shot(aim: Aim) -> Shoot:
    return Shoot(unit=aim.unit, targets=(aim.target,))


def _order(text: str, order: Order, note: str = "", at: str = "") -> Offer:
    return Offer(f"{order.unit} {order_text(order)}", text, note, at=at)


def _anywhere(view: Battle, unit: Unit) -> tuple[Anywhere, ...]:
    """What a tap on any place may order."""
    found = (Anywhere(f"{unit.id} toward {{place}}", "Go toward it"), Anywhere(f"{unit.id} face {{place}}", "Face it"))
    if not roads_under(view, unit):
        return found
    return (*found, Anywhere(f"{unit.id} to {{place}} by the road", "By the road toward it"))


def _denials(found: Choices) -> Iterator[Denial]:
    """What one might expect of it, and why not; enemies far beyond its reach are left out."""
    for one in found.denied:
        codes = {objection.code for objection in one.objections}
        if one.what == "charge" and codes <= {"too-far", "no-contact", "charge-pivot"}:
            continue
        if one.what == "shoot" and "out-of-range" in codes:
            continue
        what = f"{one.what} {one.at}" if one.at is not None else one.what
        rules = tuple(dict.fromkeys(rule for objection in one.objections for rule in objection.rules))
        yield Denial(f"{what}: {told(one.objections)}", rules)


# --- after a move -------------------------------------------------------------------------------------------------


def _then(desk: Resolver, unit: Unit, answer: Answers | None) -> tuple[Offer, ...]:
    """Lines by which what is ordered goes on: a shot from where the move ends, a pivot there."""
    mine = [order for order in answer.orders if order.unit == unit.id] if isinstance(answer, Sheet) else []
    move = next((order for order in mine if isinstance(order, MoveOrder)), None)
    if not isinstance(move, Move) or check(desk.view, move):
        return ()
    after = moved(desk.view, move)
    if not after.units[unit.id].on_table:
        return ()
    return (*_shots_then(after, unit, move), *_pivots_then(desk.view, after, unit, move))[:MOST_THEN]


def _shots_then(after: Battle, unit: Unit, move: Move) -> Iterator[Offer]:
    for target in nearest_targets(after, unit.id):
        shot = Shoot(unit=unit.id, targets=(target,))
        line = f"{unit.id} {orders_text((move, shot))}"
        yield Offer(line, f"Then shoot {_called(after, target)}", shot_remark(after, shot), at=target)


def _pivots_then(view: Battle, after: Battle, unit: Unit, move: Move) -> Iterator[Offer]:
    """A pivot at the end that brings an enemy into arc, and the shot."""
    shape = shape_of(move.legs)
    if not ROWS[unit.type].shoots or unit.out_of_ammo or shape is None or shape.last or not shape.advance or move.road:
        return
    near = nearest_targets(after, unit.id)
    for enemy in desk_enemies(after, unit):
        pivot = pivot_to_shoot(after, unit.id, enemy) if enemy not in near else None
        if pivot:
            turned = Move(unit=unit.id, legs=legs(shape.first, shape.advance, pivot))
            shot = Shoot(unit=unit.id, targets=(enemy,))
            if not check(view, turned) and not check(moved(view, turned), shot):
                line = f"{unit.id} {orders_text((turned, shot))}"
                text = f"Then {pivot_text(pivot)} and shoot {_called(after, enemy)}"
                yield Offer(line, text, shot_remark(moved(view, turned), shot), at=enemy)


def desk_enemies(view: Battle, unit: Unit) -> list[StandId]:
    """Enemies on the table, by code."""
    return [one.id for _, one in sorted(view.units.items()) if one.side != unit.side and one.on_table]


# --- those to come ------------------------------------------------------------------------------------------------


def _entering(view: Battle, unit: Unit) -> UnitOffers:
    """Places by which it may come, the middle first."""
    arrival = arrival_of(view, unit.id)
    if arrival is None:
        return UnitOffers(code=unit.id)
    middle = (arrival.start + arrival.end) // 2
    along = sorted(range(arrival.start, arrival.end + 1, ENTRIES), key=lambda far: abs(far - middle))
    places = [on_edge(view.table, arrival.edge, Hundredths(far)) for far in dict.fromkeys((middle, *along))]
    found = [offer for at in places if (offer := _entry(view, unit, at)) is not None]
    hold = (Offer(f"{unit.id} hold", "Wait"),) if arrival.may_wait else ()
    return UnitOffers(
        code=unit.id, may=hold, marches=tuple(found),
        anywhere=(Anywhere(f"{unit.id} enter, toward {{place}}", "Enter and go toward it"),) if found else (),
    )  # fmt: skip


def _entry(view: Battle, unit: Unit, at: Spot) -> Offer | None:
    order = entry(view, unit, at)
    if order is None:
        return None
    far = next((leg.by for leg in order.legs if isinstance(leg, Go)), STILL)
    return _order(f"Enter at {say_spot(at)}", order, length(far), say_spot(at))


# --- before the first turn ----------------------------------------------------------------------------------------


def _rows(view: Battle, ask: AskArmy) -> Iterator[Offer]:
    muster = army(view, ask.side).muster
    yield Offer(army_text(ArmyChoice()), "Roll", same=True)
    for row in ARMY_TABLE:
        told_row = row_text(row, muster.size) if muster is not None else ""
        yield Offer(army_text(ArmyChoice(row)), f"Row {row}", told_row)


def _placing(view: Battle, code: StandId) -> UnitOffers:
    """Where a unit may be set up: anywhere its zone allows, facing as the sample has it or the four ways."""
    unit = view.units[code]
    facings = dict.fromkeys((unit.pose.facing, 0, 900, 1800, 2700))
    return UnitOffers(
        code=code,
        anywhere=tuple(
            Anywhere(f"{code} at {{place}} facing {angle(facing)}", f"Set up, facing {angle(facing)}\u00b0")
            for facing in facings
        ),
    )


# --- several together ---------------------------------------------------------------------------------------------


def group_offers(view: Battle, ask: Ask[Any], answer: Answers | None, codes: tuple[str, ...]) -> tuple[Offer, ...]:
    """Lines for all of some units at once; () where one of them cannot be ordered."""
    units = tuple(dict.fromkeys(StandId(code) for code in codes))
    if not isinstance(ask, AskOrders) or len(units) < 2 or not set(ordered(view, ask)).issuperset(units):
        return ()
    return tuple(offer for offer in _tried(view, units) if _taken(view, ask, offer.line, units))


def _tried(view: Battle, units: Sequence[StandId]) -> Iterator[Offer]:
    whom = " ".join(units)
    some = [view.units[unit] for unit in units]
    if not all(one.on_table for one in some):
        yield Offer(f"{whom} hold", "All hold")
        return
    if not any(engaged(view, unit) for unit in units):
        yield Offer(f"{whom} forward full", "All forward as far as may be")
        for far in FORWARD:
            if far <= min(allowance(one) for one in some):
                yield Offer(f"{whom} forward {say_inches(far)}", f"All forward {say_inches(far)}")
        yield Offer(f"{whom} about", "All about")
    if all(ROWS[one.type].shoots and not one.out_of_ammo for one in some):
        for target in nearest_targets(view, units[0]):
            yield Offer(f"{whom} shoot {target}", f"All shoot {_called(view, target)}", at=target)
        yield Offer(f"{whom} shoot nearest", "All shoot the nearest")
        yield Offer(f"{whom} hold fire", "All hold fire")
    yield Offer(f"{whom} hold", "All hold")


def _taken(view: Battle, ask: AskOrders, line: str, units: Sequence[StandId]) -> bool:
    """Whether a line is taken for all of them, and nothing that may yet be otherwise stands against it."""
    reading = read(view, ask, line)
    if reading.problems or {one.code for one in reading.understood} != set(units):
        return False
    return isinstance(reading.answer, Sheet) and not any(check_sheet(view, reading.answer.orders).objections)
