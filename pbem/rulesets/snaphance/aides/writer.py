"""The aide's sheet: who does what, in which order, and a word of why behind each line."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.commanders import fellows
from pbem.engine.hexes import Hex, distance
from pbem.engine.ids import GroupId, Seat, Side, StandId
from pbem.engine.wording import plural
from pbem.rulesets.snaphance.aides.aims import Aims, aims
from pbem.rulesets.snaphance.aides.assaults import Assault, best_assault
from pbem.rulesets.snaphance.aides.generals import About, general_to, recalls
from pbem.rulesets.snaphance.aides.looking import Look, Piece, look, piece_of
from pbem.rulesets.snaphance.aides.postings import ALARM, Posting, best_posting, lost_by_moving, may_wait, worn
from pbem.rulesets.snaphance.aides.roads import RoadPlace, onward, places
from pbem.rulesets.snaphance.aides.temperaments import STEADY, TEMPERAMENTS, Temperament
from pbem.rulesets.snaphance.aides.weighing import in_arc
from pbem.rulesets.snaphance.fighting.chances import chance_of_hit
from pbem.rulesets.snaphance.moving.arrivals import due, ways_in
from pbem.rulesets.snaphance.moving.ground import bars_rally
from pbem.rulesets.snaphance.playing.checking import fresh
from pbem.rulesets.snaphance.standing.lasting import kept
from pbem.rulesets.snaphance.state.asks import AskGroup, AskOrders, GroupChoice
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    army,
    enemies_of,
    group_stands,
    groups_of,
    side_of_seat,
    type_of,
)
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    EnemyWithin,
    Enter,
    Fire,
    Hold,
    Item,
    Opportunity,
    Rally,
    StandingOrder,
    StandOrders,
    When,
)
from pbem.rulesets.snaphance.writing.writing import (
    SIDE,
    STANDING,
    answer_text,
    bid_text,
    order_text,
    standing_text,
    subject_text,
)

SUDDEN = 2
"""A shooting stand on the march shoots first at an enemy that has come so near."""


class AideLine(msgspec.Struct, frozen=True):
    """An order and why.  first: when in its group's turn, the lowest first."""

    item: Item
    why: str
    first: tuple[float, ...]


class Scheme(msgspec.Struct, frozen=True):
    """All orders of some groups; worth: of each group's turn."""

    lines: tuple[AideLine, ...]
    worth: dict[GroupId, float]


def aide(view: Battle, ask: Ask[Any], temper: str = "") -> str:
    """Order text for an ask: a sheet of orders; the group to declare; for any other question its default.

    temper: one of ``TEMPERAMENTS``; '' is the first of them.  Raises KeyError for one that does not exist.
    """
    minded = TEMPERAMENTS[temper] if temper else STEADY
    side = side_of_seat(view, ask.seat)
    if side is None or not isinstance(ask, AskGroup | AskOrders):
        return answer_text(view, ask.default)
    if isinstance(ask, AskGroup):
        scheme = plan(view, side, ask.options, minded)
        return answer_text(view, GroupChoice(_by_worth(scheme, ask.options)[0]))
    groups = _groups(view, ask.seat) if ask.group is None else (ask.group,)
    scheme = plan(view, side, groups, minded)
    told = []
    if ask.group is None and groups and army(view, side).seat == ask.seat:
        told.append(f"{SIDE} {bid_text(view, _bids(view, side, scheme, groups, minded))}")
    told += [_line(view, line) for line in scheme.lines]
    told += [f"{STANDING} {standing_text(view, order)}" for order in _standing(view, ask, side, minded)]
    return "\n".join(told)


def _line(view: Battle, line: AideLine) -> str:
    why = f"  # {line.why}" if line.why else ""
    return f"{subject_text(view, line.item)} {order_text(view, line.item)}{why}"


def _groups(view: Battle, seat: Seat) -> tuple[GroupId, ...]:
    return tuple(group for group in groups_of(view, seat) if group_stands(view, group) or due(view, group))


def _bids(
    view: Battle, side: Side, scheme: Scheme, groups: tuple[GroupId, ...], temper: Temperament
) -> tuple[GroupId, ...]:
    """All groups of the side, those of its other commanders among them."""
    others = tuple(g for seat in fellows(view.armies, army(view, side).seat) for g in _groups(view, seat))
    if others:
        worth = plan(view, side, others, temper).worth
        scheme = replace(scheme, worth={**scheme.worth, **worth})
    return _by_worth(scheme, tuple(sorted((*groups, *others))))


def _by_worth(scheme: Scheme, groups: tuple[GroupId, ...]) -> tuple[GroupId, ...]:
    """The group with most to gain, or to fear, first."""
    return tuple(sorted(groups, key=lambda group: (-scheme.worth.get(group, 0.0), group)))


def _standing(view: Battle, ask: AskOrders, side: Side, temper: Temperament) -> tuple[StandingOrder, ...]:
    """The standing orders there are, and the aide's own where none was given for the whole side."""
    had = kept(view, ask.seat).standing
    given = {order.decision for order in had if order.stand is None and order.group is None}
    useful = [name for name in temper.standing if name not in given and _speaks(view, side, name)]
    return (*had, *(StandingOrder(decision=name, value=temper.standing[name]) for name in useful))


def _speaks(view: Battle, side: Side, decision: str) -> bool:
    """Whether a decision can ever come up in this battle."""
    if decision == "opportunity_charge":
        return "opportunity" not in view.bans
    if decision == "abort_if_hit":
        return any(type_of(view, enemy.id).category == "Pi" for enemy in enemies_of(view, side))
    return True


# --- the plan -------------------------------------------------------------------------------------------------------


def plan(view: Battle, side: Side, groups: tuple[GroupId, ...], temper: Temperament) -> Scheme:
    """What every stand of these groups does: attacks first, then posts, each where those before it leave room."""
    seen = look(fresh(view), side, temper)
    after = aims(seen)
    lines: list[tuple[GroupId, AideLine]] = []
    worth: dict[GroupId, float] = {}
    for group in groups:
        about: dict[Piece, About] = {piece: "fights" for piece in seen.mine if piece.group == group and piece.fought}
        able = [piece for piece in seen.mine if _orderly(seen, piece, group)]
        free = {piece.id: (piece, places(seen, piece)) for piece in able if seen.nearest(piece.hex) <= piece.reach + 1}
        found = _attacks(seen, after, free, about)
        gains = [assault.worth for assault, _ in found]
        mine = [line for _, some in found for line in some]
        left = [piece for piece in able if piece not in about]
        for piece in sorted(left, key=lambda one: _turn(seen, one)):
            posting = best_posting(seen, after, piece, places(seen, piece))
            _moves(seen, piece, posting.place)
            line = _post(seen, posting)
            about[piece] = "rallies" if piece.disordered else ""
            gains.append((posting.shot.worth if posting.shot else 0) + 0.5 * posting.fear)
            if line is not None:
                mine.append(line)
        mine += _arrive(seen, after, group)
        recall = recalls(seen, group)
        if recall is not None:
            mine.append(AideLine(recall, "back to the field", (-1.0,)))
        general = general_to(seen, group, about) if recall is None else None
        if general is not None:
            order, what_for = general
            mine.append(AideLine(order, _GENERAL[what_for], (-1.0,)))
        worth[group] = sum(sorted(gains)[-3:])
        lines += [(group, line) for line in sorted(mine, key=lambda line: line.first)]
    return Scheme(tuple(line for _, line in lines), worth)


_GENERAL: Mapping[About, str] = {
    "charges": "with the charge", "rallies": "to rally them", "fights": "to those who fight", "": "to his men",
}  # fmt: skip


def _orderly(seen: Look, piece: Piece, group: GroupId) -> bool:
    """Whether a stand may have orders: one in a melee fights on, skirmishers with an enemy before them break off."""
    if piece.group != group or piece.fought:
        return False
    if piece.kind.category != "Sk":
        return True
    return all(here not in seen.at or seen.at[here].stand.side == seen.side for here in piece.front)


def _turn(seen: Look, piece: Piece) -> tuple[int, StandId]:
    """Those in front first, so that they make room."""
    return seen.nearest(piece.hex), piece.id


def _moves(seen: Look, piece: Piece, place: RoadPlace) -> None:
    """It will be there when the next one is thought of."""
    if seen.at.get(piece.hex) is piece:
        del seen.at[piece.hex]
    seen.at[place.hex] = piece


# --- attacks --------------------------------------------------------------------------------------------------------


def _attacks(
    seen: Look, after: Aims, free: dict[StandId, tuple[Piece, list[RoadPlace]]], about: dict[Piece, About]
) -> list[tuple[Assault, list[AideLine]]]:
    """The best attack, then the best of those who are left, and so on.  A stand that is sent leaves ``free``."""
    found: list[tuple[Assault, list[AideLine]]] = []
    spared: frozenset[StandId] = frozenset()
    while (assault := best_assault(seen, after, free, spared)) is not None:
        spared |= {assault.enemy.id}
        number = float(len(found) + 1)
        lines = [_helper_line(assault, piece, place, number) for piece, place in assault.helpers]
        lines.append(_charge_line(seen, assault, number))
        for piece, place in (*assault.helpers, (assault.piece, assault.place)):
            _moves(seen, piece, place)
            about[piece] = "charges"
            del free[piece.id]
        for stand, (piece, reached) in list(free.items()):
            free[stand] = piece, [place for place in reached if seen.at.get(place.hex) in (None, piece)]
        found.append((assault, lines))
    return found


def _rally(seen: Look, piece: Piece) -> tuple[Act, ...]:
    """It rallies first, where it may."""
    return (Rally(),) if piece.disordered and not bars_rally(seen.view, piece.id) else ()


def _helper_line(assault: Assault, piece: Piece, place: RoadPlace, number: float) -> AideLine:
    shot: tuple[Act, ...] = ()
    lost = lost_by_moving(piece, place)
    if lost is not None and piece.ranges.get(1, 0) > lost:
        shot = (Fire(target=assault.enemy.id),)
    orders = StandOrders(piece.id, (*place.acts, *shot) or (Hold(),))
    return AideLine(orders, f"beside {assault.piece.id} at {assault.enemy.id}", (number, 0.0))


def _charge_line(seen: Look, assault: Assault, number: float) -> AideLine:
    piece, place, enemy = assault.piece, assault.place, assault.enemy
    way = place.acts if assault.face != "front" else ()
    shot: tuple[Act, ...] = ()
    far = distance(piece.hex, enemy.hex)
    dice = piece.ranges.get(far, 0) - 1 if piece.kind.category == "Pi" else 0
    if dice > 0 and not way and in_arc(piece, piece.hex, piece.facing, enemy.hex):
        second = dice - piece.sp + piece.stand.sp[1] - 1 if len(piece.stand.sp) > 1 else 0
        shot = (Fire(target=enemy.id, ranks=2 if second > 0 else 1, then_move=True),)
    mine, theirs = assault.dice
    where = "" if assault.face == "front" else f" on its {assault.face}"
    why = f"{plural(mine, 'die', 'dice')} against {theirs}{where}"
    orders = StandOrders(piece.id, (*_rally(seen, piece), *shot, *way, Charge(target=enemy.id)))
    return AideLine(orders, why, (number, 1.0))


# --- the others -----------------------------------------------------------------------------------------------------


def _post(seen: Look, posting: Posting) -> AideLine | None:
    """The order that brings a stand to its post, or has it shoot, rally or wait where it is."""
    piece, place, shot = posting.piece, posting.place, posting.shot
    rally = _rally(seen, piece)
    near = seen.nearest(piece.hex)
    order = 50.0 + near
    if not place.acts:
        if shot is not None:
            fire = Fire(target=shot.enemy.id, ranks=shot.ranks)
            why = f"{shot.enemy.id}: {chance_of_hit(shot.dice)} in 100"
            return AideLine(StandOrders(piece.id, (*rally, fire)), why, (0.0, -shot.worth))
        if may_wait(seen, piece):
            return AideLine(StandOrders(piece.id, (*rally, Opportunity())), "let them come", (order,))
        return AideLine(StandOrders(piece.id, rally), "", (order,)) if rally else None
    march: tuple[Act, ...] = (*rally, *place.acts)
    why = posting.why
    if worn(seen, piece) and near <= ALARM:
        why = "out of harm's way"
    if shot is None:
        march = (*march, *onward(seen, piece, place))
    else:
        march = (*march, Fire(target=shot.enemy.id))
        why = f"up to {shot.enemy.id}, and shoot" if place.steps else f"turns on {shot.enemy.id}"
    if piece.ranges and shot is None and near <= piece.reach + 4 and SUDDEN in piece.ranges and not rally:
        return AideLine(StandOrders(piece.id, (When(EnemyWithin(SUDDEN), (Fire(),), march),)), why, (order,))
    return AideLine(StandOrders(piece.id, march), why, (order,))


def _arrive(seen: Look, after: Aims, group: GroupId) -> list[AideLine]:
    """Stands that may enter come on by the hex that leads on best, and go as far as they can."""
    lines: list[AideLine] = []
    for one in due(seen.view, group):
        found: list[tuple[Posting, Hex]] = []
        for way in ways_in(seen.view, one.id):
            if way not in seen.at:
                piece = piece_of(seen.view, replace(one, hex=way), fought=False, with_general=False)
                reached = places(seen, piece, piece.reach - 1)
                found.append((best_posting(seen, after, piece, reached), way))
        if found:
            posting, way = max(found, key=lambda one: one[0].worth)
            seen.at[posting.place.hex] = posting.piece
            orders = StandOrders(one.id, (Enter(hex=way), *posting.place.acts))
            lines.append(AideLine(orders, posting.why, (99.0,)))
    return lines
