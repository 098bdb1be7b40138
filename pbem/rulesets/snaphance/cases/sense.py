"""Whether a case makes sense before it is played: every name is known, no key is there for nothing.

A slip of the pen must not pass for an expectation that came true.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pbem.engine.casekit.reading import known
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults, inside
from pbem.rulesets.snaphance.cases.shapes import CaseAction, OrderSpec, Position
from pbem.rulesets.snaphance.state.battle import Battle

_GOING = ("path", "to_facing", "end_facing", "same_move", "attack", "follow", "direction", "hexes")
USED: Mapping[str, tuple[str, ...]] = {
    "forward": _GOING, "backward": _GOING, "sideways": _GOING, "sideways_forward": _GOING, "move": _GOING,
    "extra_move": _GOING, "turn": ("path", "to_facing", "end_facing", "same_move", "attack", "follow"),
    "rally": (), "opportunity": (), "end": (), "fight": ("attack",),
    "opportunity_charge": ("path", "target", "attack"), "fire": ("target", "ranks", "then_move"),
    "pursue": ("path", "leader_adjust"), "leave_town": ("path", "to_facing", "end_facing", "attack", "follow"),
}  # fmt: skip
"""The keys that each kind of order has a use for, besides whom it is for."""
_WHOM = ("stand", "commander", "melee", "group_move", "do")


def check_order(order: OrderSpec, where: str, faults: Faults) -> None:
    """An order for one subject, with what it needs and nothing that would be passed over."""
    if sum(map(bool, (order.stand, order.commander, order.melee, order.group_move))) != 1:
        faults.add(where, "an order is for one of: stand, commander, melee, group_move")
        return
    used: tuple[str, ...] = USED[order.do]
    if order.commander is not None:
        used = ("to",)
        if order.do != "move" or order.to is None:
            faults.add(where, "a commander has 'do: move' and the hex he goes 'to'")
    elif order.melee is not None:
        used = ()
        if order.do != "fight":
            faults.add(where, "a melee has 'do: fight'")
    elif order.group_move:
        _check_group(order, where, faults)
    else:
        used = tuple(key for key in used if key not in ("direction", "hexes"))
        _check_needed(order, where, faults)
    for point in ("to_facing", "end_facing"):
        if not 0 <= (getattr(order, point) or 0) <= 5:
            faults.add(inside(where, point), "a facing is 0 to 5")
    defaults = {field.name: field.default for field in msgspec.structs.fields(order)}
    for field in order.__struct_fields__:
        if field not in (*_WHOM, *used) and getattr(order, field) != defaults[field]:
            faults.add(inside(where, field), f"'do: {order.do}' has no use for {field!r} here")


def _check_group(order: OrderSpec, where: str, faults: Faults) -> None:
    if order.do not in {"rally", "opportunity"} and order.direction is None:
        faults.add(where, "a group move has a direction, D0 to D5")
    if order.path:
        faults.add(inside(where, "path"), "a group goes by 'direction' and 'hexes', a stand by a path")


def _check_needed(order: OrderSpec, where: str, faults: Faults) -> None:
    going = {"forward", "backward", "sideways", "sideways_forward", "move", "leave_town"}
    attacks = isinstance(order.attack, str)
    if order.do == "turn" and order.to_facing is None and order.end_facing is None:
        faults.add(where, "'do: turn' needs 'to_facing'")
    if order.do in going and not order.path and not attacks and order.end_facing is None and order.to_facing is None:
        faults.add(where, f"'do: {order.do}' needs a path")
    if order.attack is True:
        faults.add(inside(where, "attack"), "name the enemy that is attacked, or false")


# --- names ----------------------------------------------------------------------------------------------------------


def check_position(
    spec: Position, names: Iterable[str], sides: Iterable[str], rows: Iterable[str], faults: Faults
) -> None:
    """Unknown names in a position.  names: of its stands; sides: of its stands and generals."""
    there = set(names)
    for i, melee in enumerate(spec.melees):
        where = f"position.melees[{i}].battle_stands"
        known(melee.battle_stands.values(), there, where, faults, "stand")
        if len(melee.battle_stands) != 2:
            faults.add(where, "a melee has a battle stand of each side")
    for i, won in enumerate(spec.just_won):
        some = (won.battle_stand, *won.supports, *filter(None, [won.loser]))
        known(some, there, f"position.just_won[{i}]", faults, "stand")
    pending = spec.melee_result_pending
    if pending is not None:
        losses = pending.morale_loss if isinstance(pending.morale_loss, dict) else ()
        known((pending.winner, pending.loser, *losses), there, "position.melee_result_pending", faults, "stand")
    for i, chief in enumerate(spec.commanders):
        to = filter(None, [chief.attached_to])
        known(to, there, f"position.commanders[{i}].attached_to", faults, "stand")
    _check_armies(spec, sides, rows, faults)


def _check_armies(spec: Position, sides: Iterable[str], rows: Iterable[str], faults: Faults) -> None:
    for side, roster in spec.roster.items():
        for kind in roster:
            if kind not in set(rows):
                faults.add(f"position.roster.{side}.{kind}", f"there is no type {kind!r}")
    for side, share in spec.break_share.items():
        try:
            Fraction(str(share))
        except (ValueError, ZeroDivisionError):
            faults.add(f"position.break_share.{side}", f"a share is a number like 0.4 or 1/3, not {share!r}")
    if len(set(sides)) > 2:
        faults.add("position.stands", f"a battle has two sides, not {', '.join(sorted(set(sides)))}")


def check_names(action: CaseAction, battle: Battle, faults: Faults) -> None:
    """Unknown names in an action."""
    stands = set(battle.stands)
    for side, group in action.declare.items():
        if battle.groups[group].side != side:
            faults.add(f"action.declare.{side}", f"{group} is not a group of {side}")
    for i, order in enumerate(action.orders):
        where = f"action.orders[{i}]"
        enemy = order.attack if isinstance(order.attack, str) else None
        some = [order.stand, order.target, enemy, *order.group_move]
        known([one for one in some if one], stands, where, faults, "stand")
        known([order.commander] if order.commander else [], battle.commanders, where, faults, "commander")
    known(action.choices, stands, "action.choices", faults, "stand")
    if action.retreat is not None:
        both = (action.retreat.stand, action.retreat.beaten_by)
        known(both, stands, "action.retreat", faults, "stand")
        if stands >= set(both) and len({battle.stands[StandId(one)].side for one in both}) < 2:
            faults.add("action.retreat", "a stand is beaten by one of the other side")
    known([loss.stand for loss in action.losses_in_order], stands, "action.losses_in_order", faults, "stand")


def check_expected(expect: Mapping[str, Any], action: CaseAction, battle: Battle, faults: Faults) -> None:
    """Unknown stands that an expectation names: an expected 0 must not come true of them."""
    stands = set(battle.stands)
    for key in ("hits", "melee_hits", "adjusted_morale", "morale_loss", "evasion_refused", "pursuit_hexes"):
        if isinstance(expect.get(key), Mapping):
            known(expect[key], stands, f"expect.{key}", faults, "stand")
    if isinstance(expect.get("dice_counts"), Mapping):
        asked = {one.id for one in action.situations}
        named = [str(name).partition(":")[2] for name in expect["dice_counts"]]
        known(named, stands | asked, "expect.dice_counts", faults, "stand")
    for key in ("supports", "battle_stands"):
        for side, some in (expect.get(key) or {}).items() if isinstance(expect.get(key), Mapping) else ():
            if side not in {army.id for army in battle.armies}:
                faults.add(f"expect.{key}", f"there is no side {side!r}")
            known(some if isinstance(some, list) else [some], stands, f"expect.{key}", faults, "stand")
    losers = expect.get("loser")
    for one in losers if isinstance(losers, list) else [losers]:
        if one not in (None, "none"):
            known([one], stands, "expect.loser", faults, "stand")
