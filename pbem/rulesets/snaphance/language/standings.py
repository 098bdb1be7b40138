"""Snaphance's standing orders as a table: each decision with its answers, what is said of it, what would act now."""

from collections.abc import Mapping, Sequence

import msgspec

from pbem.engine.ids import GroupId, Seat, StandId
from pbem.engine.offers import Choice, Decision
from pbem.engine.standing_orders import offered
from pbem.rulesets.snaphance.language.overlaying import overlay
from pbem.rulesets.snaphance.standing.decisions import GENERALS, STANDING, spoken
from pbem.rulesets.snaphance.standing.orders import standing_order
from pbem.rulesets.snaphance.state import commands
from pbem.rulesets.snaphance.state.battle import Battle, Stand, led_by, type_of
from pbem.rulesets.snaphance.state.commands import Sheet, StandingOrder
from pbem.rulesets.snaphance.state.tables import EVADERS
from pbem.rulesets.snaphance.writing.writing import Answer, group_word, standing_text

WHEN: Mapping[str, tuple[commands.Decision, ...]] = {
    "In its own turn": ("idle", "rally", "opportunity", "extra_moves", "target", "attack", "break_off_to"),
    "When its general rides, helps or falls": ("attach", "help", "commander_with"),
    "When it is charged": (
        "evade", "evade_again", "evade_distance", "evade_side", "evade_to", "defensive_fire", "sk_support",
        "face_attacker",
    ),
    "When it is fired on": ("evade_fire",),
    "When it charges": ("battle_stand", "support", "follow", "abort_if_hit"),
    "When it waits on opportunity": ("opportunity_fire", "opportunity_charge", "if_fired_on", "if_opp_charged"),
    "When it is beaten": ("retreat_distance", "retreat_side", "retreat_to", "bounce_distance", "town_hold"),
    "When it has won": ("fight_on", "pursue", "pursuit_leader", "pursue_side", "join_melee"),
}  # fmt: skip
"""When each decision arises, in the order of the table."""


def decisions(view: Battle, seat: Seat, answer: Answer | None) -> tuple[Decision, ...]:
    """A row for each decision that has answers to choose from, an answer for each of the seat's groups.

    What is said of stands, enemies or hexes is written, not chosen; it is shown where it stands.  answer: what is to
    stand; what outlasts a turn lies under it.
    """
    sheet = overlay(view, None, answer)
    orders = sheet.standing if isinstance(sheet, Sheet) else ()
    as_told = msgspec.structs.replace(view, sheets={seat: Sheet(standing=orders)})
    groups = list(dict.fromkeys(one.group for one in led_by(view, seat)))
    written = {order.decision for order in orders}
    return tuple(
        _decision(as_told, seat, name, when, groups, [order for order in orders if order.decision == name])
        for when, names in WHEN.items()
        for name in names
        if name in written or (len(STANDING[name].values) > 1 and _concerned(view, seat, name))
    )


def _decision(
    view: Battle,
    seat: Seat,
    name: commands.Decision,
    when: str,
    groups: Sequence[GroupId],
    orders: Sequence[StandingOrder],
) -> Decision:
    row = msgspec.structs.replace(STANDING[name], name=spoken(name), when=when)
    stands = () if name in GENERALS else tuple(stand.id for stand in _concerned(view, seat, name))
    words = [group_word(view, group) for group in groups]
    scopes = [Choice(whom=whom, line=f"standing group {whom} {row.name}", value="") for whom in words]

    def acts(code: str) -> tuple[str, str]:
        order = standing_order(view, StandId(code), name)
        return (row.default, "") if order is None else (order.value, _said(view, order).whom)

    return offered(row, [_said(view, order) for order in orders], scopes, stands, acts)


def _concerned(view: Battle, seat: Seat, decision: commands.Decision) -> list[Stand]:
    """The stands of a seat on the board that may ever come to a decision, on this ground."""
    there = led_by(view, seat)
    kinds = {one.id: type_of(view, one.id) for one in there}
    if decision.startswith("evade"):
        return [one for one in there if kinds[one.id].category in EVADERS]
    if decision in ("sk_support", "break_off_to"):
        return [one for one in there if kinds[one.id].category == "Sk"]
    if decision in ("abort_if_hit", "bounce_distance", "fight_on"):
        return [one for one in there if kinds[one.id].is_mounted]
    if decision == "town_hold" and "town" not in view.ground.values():
        return []
    if decision.startswith(("opportunity", "if_")) and "opportunity" in view.bans:
        return []
    return there


def _said(view: Battle, order: StandingOrder) -> Choice:
    whom = order.stand or (group_word(view, order.group) if order.group is not None else "all")
    said = standing_text(view, order)
    beginning = said[: said.index(spoken(order.decision))] + spoken(order.decision)
    return Choice(whom=whom, line=f"standing {beginning}", value=said[len(beginning) + 1 :])
