"""What is offered beside free text: what each unit may do, where it may go, the table of standing orders; arrows."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.offers import Anywhere, Choice, Decision, Denial, Offer, Offers, UnitOffers
from pbem.engine.standing_orders import offered
from pbem.engine.table.angles import HALF_TURN
from pbem.engine.table.charting import each_once
from pbem.engine.table.measures import Hundredths, Tenths, normal
from pbem.engine.table.places import spot
from pbem.engine.table.rects import Anchor, pose_of
from pbem.engine.table.turning import wheeled
from pbem.engine.tablechart import Track
from pbem.rulesets.armatys.asks import AskPacket, Packet
from pbem.rulesets.armatys.fighting.aiming import Objection, distance
from pbem.rulesets.armatys.language.judging import OrderDesk, desk_of
from pbem.rulesets.armatys.language.unit_card import fields_of, state_of
from pbem.rulesets.armatys.language.writing import NOW
from pbem.rulesets.armatys.morale.testing import required
from pbem.rulesets.armatys.moving.charging import Barred, checked
from pbem.rulesets.armatys.moving.ordinary import at, plan
from pbem.rulesets.armatys.moving.riding import behind, ride_time
from pbem.rulesets.armatys.playing.checking import unarmed
from pbem.rulesets.armatys.reporting.charting import footing, look
from pbem.rulesets.armatys.reporting.reasons import reason_of
from pbem.rulesets.armatys.state import orders as o
from pbem.rulesets.armatys.state.battle import Battle, touching
from pbem.rulesets.armatys.state.charged import chargers_of
from pbem.rulesets.armatys.state.standing import DECISIONS, About, Standing
from pbem.rulesets.armatys.state.units import Unit, files

REACH = 1800
"""Hundredths: enemies farther off are not offered."""


def offers(view: Battle, ask: Ask[Any], answer: Any, *, units: bool = True) -> Offers:  # noqa: ANN401  # of any ask
    """All that may be pressed."""
    desk = desk_of(view, ask)
    codes = (*desk.units, *desk.generals)
    some = (offers_for(view, ask, answer, code) for code in codes) if units else ()
    standing = {(one.unit, one.about): one for one in (*view.standing.get(desk.seat, ()), *_new(answer))}
    return Offers(
        stands=codes,
        units=tuple(one for one in some if one is not None),
        decisions=tuple(_decision(desk, about, [*standing.values()]) for about in DECISIONS),
    )


def _new(answer: object) -> tuple[Standing, ...]:
    return answer.standing if isinstance(answer, Packet) else ()


def _decision(desk: OrderDesk, about: About, standing: list[Standing]) -> Decision:
    """A row of the table: for all, and for units by themselves."""
    row = DECISIONS[about]
    mine = [one for one in standing if one.about == about and one.does]
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
    if desk.stop:
        return _at_stop(view, desk, code)
    if code in desk.generals:
        return UnitOffers(
            code=code, may=tuple(_general(desk, code)), anywhere=(Anywhere(f"{code} to {{place}}", "Ride there"),)
        )
    if code not in desk.units:
        return None
    unit = view.units[StandId(code)]
    held = _held(view, unit)
    if held:
        return UnitOffers(
            code=code, may=(Offer(f"{code} hold", "Hold", same=True),), may_not=(Denial(held),),
            state=state_of(view, unit),
        )  # fmt: skip
    may, may_not = _enemies(view, unit)
    ways = tuple(_ways(view, unit)) if marches else ()
    near = (Anywhere(f"{code} to {{place}}", "Go toward it"),)
    return UnitOffers(
        code=code, may=(Offer(f"{code} hold", "Hold", same=True), *may, *_acts(view, unit)), marches=ways,
        may_not=may_not, anywhere=near, fields=fields_of(view, unit), state=state_of(view, unit),
    )  # fmt: skip


def _at_stop(view: Battle, desk: OrderDesk, code: str) -> UnitOffers | None:
    """What one may do at a stop: of what it may do in a bound, the part that is asked for there."""
    whole = offers_for(view, AskPacket(seat=desk.seat, default=Packet(), side=desk.side, bound=view.bound), None, code)
    if whole is None:
        return None
    verbs = VERBS_AT[desk.stop]
    may = [one for one in whole.may if one.line.split()[1] in verbs]
    if desk.stop == "K1" and chargers_of(view, StandId(code)):
        may += [Offer(f"{code} {words}", words.capitalize()) for words in NOW.values() if not words.startswith("fire")]
    rides = desk.stop == "K2"
    return replace(
        whole, may=tuple(may), marches=whole.marches if rides else (), anywhere=whole.anywhere if rides else (),
        may_not=whole.may_not if rides else (),
    )  # fmt: skip


VERBS_AT = {
    "K1": ("hold",),
    "K2": ("hold", "join", "dismount", "mount", "limber", "unlimber", "man", "march"),
    "K3": ("hold", "fire"),
    "K4": ("hold", "rest", "reload", "speak"),
}
"""The verbs that a stop takes, of those that are offered."""


def _held(view: Battle, unit: Unit) -> str:
    if unit.state == "broken":
        return reason_of(("AR-Q17",))
    if unit.pursuit is not None or unit.rally_owed:
        return reason_of(("AR-Q23",))
    if unit.moved or unit.changed:
        return "It has moved in this bound."
    return "It is in melee, and fights on." if touching(view, unit.id) else ""


def _general(desk: OrderDesk, code: str) -> Iterator[Offer]:
    general = desk.view.generals[StandId(code)]
    if general.status != "fit":
        return
    for unit in desk.friends:
        if not isinstance(ride_time(desk.view, general, behind(desk.view.units[unit], general).at), Objection):
            yield Offer(f"{code} join {unit}", f"Join {unit}", at=unit)
    for unit in desk.friends:
        if desk.view.units[unit].counters:
            yield Offer(f"{code} speak to {unit}", f"Speak to {unit}")


def _enemies(view: Battle, unit: Unit) -> tuple[tuple[Offer, ...], tuple[Denial, ...]]:
    """Charges that are legal now, with the number they need; fire at enemies that come near."""
    may, may_not = [], []
    foes = sorted((distance(unit, one), one.id) for one in view.units.values() if one.side != unit.side)
    for far, enemy in foes:
        if far > REACH:
            break
        made = checked(view, o.ChargeOrder(0, unit.id, enemy), through=False)
        if isinstance(made, Barred):
            may_not.append(Denial(f"It cannot charge {enemy}: {reason_of(made.rules)}.")) if far <= REACH // 2 else None
        else:
            least = (
                max(required(unit, "charge", general=0, obstacle=False), 1)
                if unit.morale != "unknown" and unit.counters_known
                else 0
            )
            note = f"needs {least} or more to go in" if least else ""
            may.append(Offer(f"{unit.id} charge {enemy}", f"Charge {enemy}", note, at=enemy))
        if far <= REACH // 2 and not (unit.cavalry or unit.march_column or unarmed(unit)):
            may.append(Offer(f"{unit.id} fire {enemy}", f"Fire at {enemy}"))
    return tuple(may), tuple(may_not[:3])


def _can(view: Battle, unit: Unit, leg: o.Leg) -> bool:
    """Whether the rules let it make such a move as things stand."""
    return not isinstance(plan(view, unit, o.MoveOrder(0, unit.id, (leg,))), Objection)


def _acts(view: Battle, unit: Unit) -> Iterator[Offer]:
    code = unit.id
    if unit.counters or not unit.counters_known:
        yield Offer(f"{code} rest", "Rest, and lose a counter")
    if unit.cavalry and unit.pistols and not unit.pistols_loaded:
        yield Offer(f"{code} reload", "Reload its pistols")
    if unit.kind == "dragoons":
        word = "dismount" if unit.mounted else "mount"
        if _can(view, unit, o.Dismount() if unit.mounted else o.Mount()):
            yield Offer(f"{code} {word}", word.capitalize())
    if unit.gun and unit.status == "abandoned":
        if _can(view, unit, o.Man()):
            yield Offer(f"{code} man the gun", "Go back and man the gun")
    elif unit.gun:
        word = "limber" if unit.status == "prepared" else "unlimber"
        if _can(view, unit, o.Limber() if unit.status == "prepared" else o.Unlimber()):
            yield Offer(f"{code} {word}", word.capitalize())
    elif (unit.march_column or files(unit) > 2) and _can(view, unit, o.March()):  # two files are a column already
        yield Offer(f"{code} march column", "Form march column")


def _ways(view: Battle, unit: Unit) -> Iterator[Offer]:
    for inches in (2, 4, 6, 8, 12):
        if _can(view, unit, o.Forward(Hundredths(100 * inches))):
            yield Offer(f"{unit.id} forward {inches}", f"Forward {inches}")
    for hand, angle in (("left", -300), ("right", 300)):
        if _can(view, unit, o.WheelBy(Tenths(angle))):
            yield Offer(f"{unit.id} wheel {hand} 30", f"Wheel {hand} 30")
    if _can(view, unit, o.TurnTo(normal(unit.pose.facing + HALF_TURN))):
        yield Offer(f"{unit.id} about turn", "About turn")


def drawn(view: Battle, ask: Ask[Any], answer: object) -> tuple[Track, ...]:  # of the contract
    """A packet as arrows, as each order would be carried out alone and now."""
    if not isinstance(answer, Packet):
        return ()
    return (*_moves(view, answer), *_charges(view, answer), *_shots(view, answer))


def _moves(view: Battle, packet: Packet) -> Iterator[Track]:
    for move in packet.moves:
        unit = view.units.get(move.unit)
        if unit is None:
            general = view.generals[move.unit]
            for leg in move.legs:
                if isinstance(leg, o.GoTo):
                    yield Track("moved", look(view, general.side), general.id, (general.pose.at, leg.to))
            continue
        made = plan(view, unit, move)
        if not isinstance(made, Objection) and made.parts:
            path = each_once(*(at(made, made.time * step / 8).pose.at for step in range(9)))
            yield footing(view, unit).went(path, footing(view, at(made, 1.0)).at)


def _charges(view: Battle, packet: Packet) -> Iterator[Track]:
    for charge in packet.charges:
        unit, target = view.units[charge.unit], view.units.get(charge.target)
        if target is not None:
            rect = wheeled(unit.rect, charge.wheel) if charge.wheel else unit.rect
            turned = pose_of(rect, Anchor.FRONT).at
            yield footing(view, unit).went(
                each_once(unit.pose.at, turned, spot((target.rect.x, target.rect.y))), None, "charged"
            )


def _shots(view: Battle, packet: Packet) -> Iterator[Track]:
    for shot in packet.shots:
        if shot.target in view.units:
            yield footing(view, view.units[shot.unit]).shot(footing(view, view.units[shot.target]).at)
