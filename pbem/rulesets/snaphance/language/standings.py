"""Snaphance's standing orders as a table: each decision with its answers, what is said of it, what would act now."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pbem.engine.ids import GroupId, Side, StandId
from pbem.engine.offers import Acting, Choice, Decision
from pbem.rulesets.snaphance.language.overlaying import overlay
from pbem.rulesets.snaphance.standing.decisions import GENERALS, STANDING, spoken
from pbem.rulesets.snaphance.standing.orders import standing_order
from pbem.rulesets.snaphance.state import commands
from pbem.rulesets.snaphance.state.battle import Battle, Stand, stands_of, type_of
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


def decisions(view: Battle, side: Side, answer: Answer | None) -> tuple[Decision, ...]:
    """A row for each decision that has answers to choose from, an answer for each of the side's groups.

    What is said of stands, enemies or hexes is written, not chosen; it is shown where it stands.  answer: what is to
    stand; what outlasts a turn lies under it.
    """
    sheet = overlay(view, None, answer)
    orders = sheet.standing if isinstance(sheet, Sheet) else ()
    as_told = msgspec.structs.replace(view, sheets={side: Sheet(standing=orders)})
    groups = list(dict.fromkeys(one.group for one in stands_of(view, side)))
    written = {order.decision for order in orders}
    return tuple(
        _decision(as_told, side, name, when, groups, [order for order in orders if order.decision == name])
        for when, names in WHEN.items()
        for name in names
        if name in written or (len(STANDING[name].values) > 1 and _concerned(view, side, name))
    )


def _decision(
    view: Battle,
    side: Side,
    name: commands.Decision,
    when: str,
    groups: Sequence[GroupId],
    orders: Sequence[StandingOrder],
) -> Decision:
    one = STANDING[name]
    others = [order for order in orders if not _of_group(order)]
    stands = () if name in GENERALS else tuple(stand.id for stand in _concerned(view, side, name))
    return Decision(
        title=one.title, values=one.values, default=one.default, name=spoken(name), when=when,
        choices=tuple(_choice(view, group, name, orders) for group in groups),
        exceptions=tuple(f"standing {standing_text(view, order)}" for order in others),
        single=tuple(_single(view, order) for order in others),
        stands=stands, alone=f"standing <unit> {spoken(name)}" if stands else "",
        acts=tuple(_acts(view, name, stands)) if orders else (),
    )  # fmt: skip


def _concerned(view: Battle, side: Side, decision: commands.Decision) -> list[Stand]:
    """The stands of a side on the board that may ever come to a decision, on this ground."""
    there = stands_of(view, side)
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


def _of_group(order: StandingOrder) -> bool:
    """Whether a choice among fixed words shows it: for a whole group, without a condition."""
    fixed = order.value in STANDING[order.decision].values
    return order.stand is None and order.group is not None and order.when is None and fixed


def _choice(view: Battle, group: GroupId, name: commands.Decision, orders: Sequence[StandingOrder]) -> Choice:
    said = [order.value for order in orders if order.group == group and _of_group(order)]
    whom = group_word(view, group)
    return Choice(whom=whom, line=f"standing group {whom} {spoken(name)}", value=said[-1] if said else "")


def _single(view: Battle, order: StandingOrder) -> Choice:
    whom = order.stand or (group_word(view, order.group) if order.group is not None else "all")
    said = standing_text(view, order)
    beginning = said[: said.index(spoken(order.decision))] + spoken(order.decision)
    return Choice(whom=whom, line=f"standing {beginning}", value=said[len(beginning) + 1 :])


def _acts(view: Battle, name: commands.Decision, stands: Sequence[StandId]) -> Iterator[Acting]:
    """What each stand would do, those that would do the same for the same reason together."""
    same: dict[tuple[str, str], list[str]] = {}
    for code in stands:
        order = standing_order(view, code, name)
        by = "" if order is None else _single(view, order).whom
        same.setdefault((order.value if order else STANDING[name].default, by), []).append(code)
    for (value, by), codes in same.items():
        yield Acting(tuple(codes), value, by)
