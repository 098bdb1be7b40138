"""What is offered beside free text: what each unit may do, where it may go, the table of standing orders; arrows."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.offers import Anywhere, Choice, Decision, Denial, Offer, Offers, UnitOffers
from pbem.engine.standing_orders import offered
from pbem.engine.table.charting import each_once
from pbem.engine.table.measures import Hundredths, Tenths, say_inches
from pbem.engine.table.places import Pose
from pbem.engine.tablechart import Track
from pbem.rulesets.fornovo.fighting.planning import judge
from pbem.rulesets.fornovo.language import levying
from pbem.rulesets.fornovo.language.judging import BY_STANDING_ORDERS, OrderDesk, desk_of
from pbem.rulesets.fornovo.moving.charging import rush
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.places import charge_move, distance, normal_move, parts_of, rect_of, standing
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.moving.riding import ride
from pbem.rulesets.fornovo.moving.toward import way_to
from pbem.rulesets.fornovo.playing.checking import objections
from pbem.rulesets.fornovo.reporting.charting import footing, look, on_map
from pbem.rulesets.fornovo.reporting.reasons import reason_of
from pbem.rulesets.fornovo.special.holding import held
from pbem.rulesets.fornovo.state import orders as o
from pbem.rulesets.fornovo.state.asks import Packet
from pbem.rulesets.fornovo.state.battle import Battle, charges_on, chase_of, combats_of
from pbem.rulesets.fornovo.state.standing import DECISIONS, About, Standing
from pbem.rulesets.fornovo.state.units import Unit

FIRE_REACH = 18.0
"""Inches: enemies farther off are not offered to foot and horse."""


def offers(view: Battle, ask: Ask[Any], answer: Any, *, units: bool = True) -> Offers:  # noqa: ANN401  # of any ask
    """All that may be pressed."""
    desk = desk_of(view, ask)
    if desk.stop == "armies":
        return levying.offers(view, desk.side, answer if isinstance(answer, Packet) else None)
    codes = _to_order(desk)
    some = (offers_for(view, ask, answer, code) for code in codes) if units else ()
    standing_ = {(one.unit, one.about): one for one in (*view.standing.get(desk.seat, ()), *_new(answer))}
    return Offers(
        stands=codes,
        units=tuple(one for one in some if one is not None),
        decisions=tuple(_decision(desk, about, [*standing_.values()]) for about in DECISIONS),
    )


def _to_order(desk: OrderDesk) -> tuple[StandId, ...]:
    """The units and generals that can get an order; at the stop for answers, the charged units that have a choice."""
    if desk.stop in BY_STANDING_ORDERS:
        return ()
    if desk.stop == "answers":
        return tuple(code for code in desk.units if _charged(desk.view, desk.view.units[code]))
    return (*desk.units, *desk.generals)


def _new(answer: object) -> tuple[Standing, ...]:
    return answer.standing if isinstance(answer, Packet) else ()


def _decision(desk: OrderDesk, about: About, given: list[Standing]) -> Decision:
    """A row of the table: for all, and for units by themselves."""
    row = DECISIONS[about]
    mine = [one for one in given if one.about == about and one.does]
    said = [Choice(whom=one.unit or "all", line=_line(one.unit, row.name), value=one.does) for one in mine]
    return offered(row, said, [Choice(whom="all", line=_line(StandId(""), row.name), value="")], tuple(desk.units))


def _line(unit: StandId, name: str) -> str:
    return f"standing {unit or 'all'} {name}"


def offers_for(
    view: Battle,
    ask: Ask[Any],
    answer: Any,  # noqa: ANN401  # of any ask
    code: str,
    *,
    marches: bool = True,
) -> UnitOffers | None:
    """What one unit or general may do."""
    desk = desk_of(view, ask)
    if desk.stop == "armies" or desk.stop in BY_STANDING_ORDERS:
        return None
    if code in desk.generals:
        if desk.stop == "answers":
            return None
        return UnitOffers(
            code=code, may=tuple(_general(desk, code)), anywhere=(Anywhere(f"{code} to {{place}}", "Ride there"),)
        )
    if code not in desk.units:
        return None
    unit = view.units[StandId(code)]
    hold = Offer(f"{code} hold", "Hold", same=True)
    if desk.stop == "answers":
        answers = _charged(view, unit)
        return UnitOffers(code=code, may=(hold, *answers)) if answers else None
    why = _held(view, unit)
    if why:
        return UnitOffers(code=code, may=(hold,), may_not=(Denial(why),))
    may, may_not = _enemies(view, unit, charges=desk.stop != "moves")
    ways = tuple(_legal(view, unit, _ways(view, unit))) if marches else ()
    acts = (*_answers(view, unit), *_legal(view, unit, _acts(view, unit))) if not desk.stop else ()
    return UnitOffers(
        code=code, may=(hold, *may, *acts), marches=ways, may_not=may_not,
        anywhere=(Anywhere(f"{code} to {{place}}", "Go toward it"),),
    )  # fmt: skip


def _held(view: Battle, unit: Unit) -> str:
    if unit.morale == "routed" or chase_of(view, unit.id) is not None or unit.left_table:
        return reason_of(("FS-7b",))
    if unit.debt:
        return reason_of(("FS-7.16",))
    rule = held(view, unit.id)
    if rule is not None:
        return reason_of((rule,))
    return "It is in combat, and fights on." if combats_of(view, unit.id) else ""


def _general(desk: OrderDesk, code: str) -> Iterator[Offer]:
    general = desk.view.generals[StandId(code)]
    yield Offer(f"{code} hold", "Stay", same=True)
    for unit in desk.friends:
        legs: tuple[o.Leg, ...] = (o.Attach(unit),)
        legs = (o.Detach(), *legs) if general.attached_to else legs
        if general.attached_to != unit and not isinstance(ride(desk.view, general, legs), Refusal):
            yield Offer(f"{code} join {unit}", f"Join {unit}", at=unit)
    if general.attached_to:
        yield Offer(f"{code} detach", "Leave his unit")


def _enemies(view: Battle, unit: Unit, *, charges: bool) -> tuple[tuple[Offer, ...], tuple[Denial, ...]]:
    """Charges that are legal now; fire at enemies that come near."""
    may: list[Offer] = []
    may_not: list[Denial] = []
    mine = rect_of(view, unit)
    if mine is None:
        return (), ()
    there = [one.unit for one in standing(view) if one.unit.side != unit.side]
    foes = sorted((distance(parts_of(view, unit), parts_of(view, one)), one.id) for one in there)
    reach = charge_move(unit, view.scale) / 100
    for far, enemy in foes:
        if charges and far <= reach:
            found = way_to(view, unit, enemy)
            if isinstance(found, Refusal):
                may_not.append(Denial(f"It cannot charge {enemy}: {reason_of(found.rules)}."))
            else:
                note = "with impetus" if found[1].impetus else "without impetus"
                may.append(Offer(f"{unit.id} charge {enemy}", f"Charge {enemy}", note, at=enemy))
        in_range = not isinstance(judge(view, o.FireOrder(0, unit.id, enemy)), Refusal)
        armed = not objections(view, Packet(shots=(o.FireOrder(0, unit.id, enemy),)))
        if armed and (in_range or (far <= FIRE_REACH and not unit.guns)):
            note = "" if in_range else "out of range as things stand"
            may.append(Offer(f"{unit.id} fire {enemy}", f"Fire at {enemy}", note, at=enemy))
    return tuple(may), tuple(may_not[:3])


def _charged(view: Battle, unit: Unit) -> tuple[Offer, ...]:
    """What a unit may answer to a charge upon it; () for one that is not charged."""
    return tuple(_answers(view, unit)) if charges_on(view, unit.id) else ()


def _answers(view: Battle, unit: Unit) -> Iterator[Offer]:
    """If it is charged: what a unit of its kind may answer."""
    told = {"stand": "Stand", "countercharge": "Countercharge", "evade": "Evade", "square": "Receive in square"}
    for does, words in told.items():
        order = o.AnswerOrder(0, unit.id, does)  # type: ignore[arg-type]  # of the four
        if not objections(view, Packet(answers=(order,))):
            line = "receive in square" if does == "square" else does
            yield Offer(f"{unit.id} {line}", f"If charged: {words.lower()}")


def _legal(view: Battle, unit: Unit, some: Iterator[tuple[Offer, tuple[o.Leg, ...]]]) -> Iterator[Offer]:
    for one, legs in some:
        if not isinstance(march(view, unit, legs), Refusal):
            yield one


def _acts(view: Battle, unit: Unit) -> Iterator[tuple[Offer, tuple[o.Leg, ...]]]:
    code = unit.id
    if unit.foot and not unit.skirmishers:
        line = unit.formation == "line"
        shape = "square" if line else "line"
        yield Offer(f"{code} form {shape}", f"Form {shape}"), (o.Square(line),)
    if unit.guns:
        does = "unlimber" if unit.limbered else "limber"
        yield Offer(f"{code} {does}", does.capitalize()), (o.Unlimber() if unit.limbered else o.Limber(),)
    if unit.kind == "wagons":
        done = "hitch" if unit.set_up else "unhitch"
        yield Offer(f"{code} {done}", done.capitalize()), (o.Hitch(unit.set_up),)
    if unit.kind == "mounted_foot":
        yield Offer(f"{code} dismount", "Dismount"), (o.Horses(mount=False),)
    if unit.rides:
        yield Offer(f"{code} mount", "Mount"), (o.Horses(mount=True),)
    for one in view.terrain:
        if one.kind in {"block", "strongpoint"} and unit.foot:
            yield Offer(f"{code} enter {one.id}", f"Enter {one.name or one.id}"), (o.Enter(one.id),)
    if unit.inside:
        for edge in ("north", "east", "south", "west"):
            yield Offer(f"{code} emerge {edge}", f"Come out to the {edge}"), (o.Emerge(edge),)
    yield from _hedges(view, unit)
    if any(one.stakes for one in unit.blocks):
        yield Offer(f"{code} plant stakes", "Plant stakes"), (o.Stakes(plant=True),)
    if any(one.bayonet == "plug" for one in unit.blocks):
        yield Offer(f"{code} fix bayonets", "Fix bayonets"), (o.Bayonets(fix=True),)
        yield Offer(f"{code} fix bayonets in front", "Fix them in front"), (o.Bayonets(fix=True, front=True),)


def _hedges(view: Battle, unit: Unit) -> Iterator[tuple[Offer, tuple[o.Leg, ...]]]:
    if unit.foot and any(one.kind == "hedgerow" for one in view.terrain):
        yield Offer(f"{unit.id} break hedge", "Break down the hedge"), (o.Hew(loophole=False),)
        yield Offer(f"{unit.id} loophole hedge", "Loophole the hedge"), (o.Hew(loophole=True),)


def _ways(view: Battle, unit: Unit) -> Iterator[tuple[Offer, tuple[o.Leg, ...]]]:
    code, most = unit.id, normal_move(unit, view.scale)
    by_hand = unit.guns is not None and not unit.limbered
    for share in (4, 2, 1):
        far = Hundredths(most // share)
        verb = "push" if by_hand else "forward"
        yield Offer(f"{code} {verb} {say_inches(far)}", f"Forward {say_inches(far)}"), (o.Go(far, by_hand=by_hand),)
    for hand, angle in (("left", -300), ("right", 300)):
        yield Offer(f"{code} wheel {hand} 30", f"Wheel {hand} 30"), (o.WheelBy(Tenths(angle)),)
    if unit.pose is not None:
        about = Tenths((unit.pose.facing + 1800) % 3600)
        yield Offer(f"{code} about turn", "About turn"), (o.FaceTo(about),)


def drawn(view: Battle, ask: Ask[Any], answer: object) -> tuple[Track, ...]:  # of the contract
    """A packet as arrows, as each order would be carried out alone and now."""
    if not isinstance(answer, Packet):
        return ()
    return (*_moves(view, answer), *_charges(view, answer), *_shots(view, answer))


def _moves(view: Battle, packet: Packet) -> Iterator[Track]:
    for move in packet.moves:
        unit = view.units.get(move.who)
        if unit is None:
            general, start = view.generals[move.who], on_map(view, move.who)
            start = start or (on_map(view, general.attached_to) if general.attached_to else None)
            for leg in move.legs:
                if isinstance(leg, o.GoTo) and start is not None:
                    yield Track("moved", look(view, general.side), general.id, (start.at, leg.place))
            continue
        here = unit
        path = [unit.pose.at] if unit.pose is not None else []
        for i in range(len(move.legs)):
            made = march(view, unit, move.legs[: i + 1])
            if isinstance(made, Refusal):
                break
            here = made.unit
            path += [here.pose.at] if here.pose is not None else []
        if unit.pose is not None and here.pose is not None and here.pose != unit.pose:
            yield footing(view, unit).went(each_once(*path), footing(view, here).at)


def _charges(view: Battle, packet: Packet) -> Iterator[Track]:
    for charge in packet.charges:
        unit = view.units.get(charge.unit)
        made = rush(view, charge) if unit is not None and charge.target in view.units else None
        if unit is not None and unit.pose is not None and made is not None and not isinstance(made, Refusal):
            end = Pose(made.pose.at, made.pose.facing)
            yield footing(view, unit).went(each_once(unit.pose.at, end.at), None, "charged")


def _shots(view: Battle, packet: Packet) -> Iterator[Track]:
    for shot in packet.shots:
        at = on_map(view, shot.target) if shot.target is not None else None
        if at is not None and shot.unit in view.units:
            yield footing(view, view.units[shot.unit]).shot(at)
