"""Snaphance orders as buttons: what each stand may do as lines, every answer to a question, standing orders."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.asks import Ask
from pbem.engine.hexes import Hex, hour, label
from pbem.engine.ids import GroupId, Side
from pbem.engine.offers import Choice, Decision, Denial, Offer, Offers, UnitOffers
from pbem.rulesets.snaphance import commands
from pbem.rulesets.snaphance.asks import (
    AskEvasions,
    AskOrders,
    AskReaction,
    AskWay,
    GroupChoice,
    Reaction,
    StandChoice,
    Way,
    YesNo,
    evasions,
    single_answers,
)
from pbem.rulesets.snaphance.battle import Battle, Stand, side_of_seat, stands_of, type_of
from pbem.rulesets.snaphance.commands import (
    Act,
    Charge,
    Enter,
    Fight,
    Fire,
    Hold,
    Opportunity,
    Rally,
    Sheet,
    StandingOrder,
    StandOrders,
)
from pbem.rulesets.snaphance.deciding.decisions import STANDING
from pbem.rulesets.snaphance.moving.arrivals import is_due
from pbem.rulesets.snaphance.playing.choices import Choices, Spot, choices
from pbem.rulesets.snaphance.tables import EVADERS
from pbem.rulesets.snaphance.words.advice import DEFAULT, judge
from pbem.rulesets.snaphance.words.overlaying import overlay
from pbem.rulesets.snaphance.words.wording import listed, named, plural
from pbem.rulesets.snaphance.words.writing import Answer, actions_text, answer_text, group_word, standing_text

MOST_LISTED = 120
"""Ways listed for a question."""


def offers(view: Battle, ask: Ask[Any], answer: Answer | None) -> Offers:
    """Lines that would be taken.  answer: what is to stand, for what the standing orders are now."""
    side = side_of_seat(view, ask.seat)
    if not isinstance(ask, AskOrders):
        return Offers(answers=tuple(_answer(view, ask, one) for one in _answers(ask)))
    if side is None:
        return Offers()
    mine = [one for _, one in sorted(view.stands.items()) if one.side == side and not one.gone]
    stands = [one for one in mine if ask.group in {None, one.group} and (one.on_board or is_due(view, one.id))]
    return Offers(
        units=tuple(_unit(view, one) for one in stands), decisions=_decisions(view, side, answer), unset=DEFAULT
    )


# --- stands -------------------------------------------------------------------------------------------------------


def _unit(view: Battle, stand: Stand) -> UnitOffers:
    found = choices(view, stand.id)
    return UnitOffers(
        code=stand.id,
        may=(*(_order(view, stand, *act) for act in _acts(view, found)), *_together(view, stand, found)),
        marches=tuple(_march(stand, spot) for spot in _spots(stand, found)),
        may_not=tuple(Denial(f"{one.what}: {one.no.why}", one.no.rules) for one in found.denied),
    )


def _acts(view: Battle, found: Choices) -> Iterator[tuple[str, tuple[Act, ...]]]:
    """What to put on a button, and the actions: the boldest first."""
    for here in found.entries:
        yield f"Enter at {label(here)}", (Enter(here),)
    if found.melee is not None:
        yield "Fight its melee", (Fight(),)
        return
    if found.rally:
        yield "Rally", (Rally(),)
    if found.opportunity:
        yield "Wait on opportunity", (Opportunity(),)
    for quarry in found.quarries:
        yield f"Charge {named(view, quarry.stand)}", (Charge(target=quarry.stand),)
    for target in found.targets:
        yield f"Fire at {named(view, target.stand)}", (Fire(target=target.stand),)
        if target.both_ranks:
            yield f"Fire at {named(view, target.stand)}, both ranks", (Fire(target=target.stand, ranks=2),)
    yield "Hold", (Hold(),)


def _together(view: Battle, stand: Stand, found: Choices) -> tuple[Offer, ...]:
    """Rallying as a group (SN-9.1a)."""
    if not found.rally_with:
        return ()
    others = listed([one for one in found.rally_with if one != stand.id])
    return (Offer(f"{' '.join(found.rally_with)} together rally", f"Rally together with {others}", "one die for all"),)


def _order(view: Battle, stand: Stand, text: str, actions: tuple[Act, ...]) -> Offer:
    note = judge(view, StandOrders(stand=stand.id, actions=actions)).note
    return Offer(f"{stand.id} {actions_text(actions)}", text, note)


def _spots(stand: Stand, found: Choices) -> list[Spot]:
    """The hexes it may come to in good order (or as it is), each once, facing as it does if it may; then its turns."""
    fine = [spot for spot in found.spots if not spot.disordered or stand.disordered]
    best: dict[str, Spot] = {}
    for spot in fine:
        there = label(spot.hex)
        had = best.get(there)
        if spot.path and (had is None or (had.facing != stand.facing and spot.facing == stand.facing)):
            best[there] = spot
    turns = [spot for spot in fine if not spot.path and spot.facing != stand.facing]
    return [*(best[there] for there in sorted(best)), *sorted(turns, key=lambda spot: spot.facing)]


def _march(stand: Stand, spot: Spot) -> Offer:
    turned = spot.facing != stand.facing
    text = label(spot.hex) if spot.path else f"turn to {hour(spot.facing)}"
    if spot.path and turned:
        text += f", facing {hour(spot.facing)}"
    return Offer(f"{stand.id} {actions_text(spot.acts)}", text, f"{spot.mp} MP")


# --- questions ----------------------------------------------------------------------------------------------------


def _answers(ask: Ask[Any]) -> list[Answer]:
    """Every answer there is; to a question about several stands: what is said if nothing is, all, none, or one."""
    match ask:
        case AskWay(options=options):
            return [Way(path=path) for path in _listed(options)]
        case AskReaction(options=options, default=default):
            single = [Reaction((one,)) for one in options]
            return [default, *(one for one in (*single, Reaction(())) if one != default)]
        case AskEvasions(questions=questions, default=default):
            stands = tuple(one.stand for one in questions)
            some = [default, *(evasions(stands, going) for going in (stands, (), *((one,) for one in stands)))]
            return list(dict.fromkeys(some))
        case _:
            return list(single_answers(ask))


def _listed(ways: tuple[tuple[Hex, ...], ...]) -> list[tuple[Hex, ...]]:
    """All ways, or of very many the first to each hex; the others can be written hex by hex."""
    if len(ways) <= MOST_LISTED:
        return list(ways)
    best: dict[Hex | None, tuple[Hex, ...]] = {}
    for way in ways:
        best.setdefault(way[-1] if way else None, way)
    return list(best.values())


def _answer(view: Battle, ask: Ask[Any], answer: Answer) -> Offer:
    line = answer_text(view, answer)
    text = line.capitalize() if isinstance(answer, YesNo) else line
    if isinstance(answer, StandChoice) and answer.stand is not None:
        text = named(view, answer.stand)
    if isinstance(answer, GroupChoice):
        text = group_word(view, answer.group)
    note = plural(len(answer.path), "hex", "hexes") if isinstance(answer, Way) and answer.path else ""
    return Offer(line, text, note, same=answer == ask.default)


# --- standing orders ----------------------------------------------------------------------------------------------


def _decisions(view: Battle, side: Side, answer: Answer | None) -> tuple[Decision, ...]:
    """A row for each decision that has answers to choose from, an answer for each of the side's groups.

    What is said of stands, enemies or hexes is written, not chosen; it is shown where it stands.
    """
    sheet = overlay(view, None, answer)
    orders = sheet.standing if isinstance(sheet, Sheet) else ()
    groups = list(dict.fromkeys(one.group for one in stands_of(view, side)))
    written = {order.decision for order in orders}
    return tuple(
        Decision(
            title=one.title, values=one.values, default=one.default,
            choices=tuple(_choice(view, group, name, orders) for group in groups),
            exceptions=tuple(
                f"standing {standing_text(view, o)}" for o in orders if o.decision == name and not _of_group(o)
            ),
        )
        for name, one in STANDING.items() if name in written or (len(one.values) > 1 and _concerns(view, side, name))
    )  # fmt: skip


def _concerns(view: Battle, side: Side, decision: commands.Decision) -> bool:
    """Whether a side's troops, on this ground, may ever come to a decision."""
    kinds = [type_of(view, one.id) for one in stands_of(view, side)]
    if decision.startswith("evade"):
        return any(kind.category in EVADERS for kind in kinds)
    if decision == "sk_support":
        return any(kind.category == "Sk" for kind in kinds)
    if decision == "town_hold":
        return "town" in view.ground.values()
    if decision.startswith(("opportunity", "if_")):
        return "opportunity" not in view.bans
    if decision in ("abort_if_hit", "bounce_distance", "fight_on"):
        return any(kind.is_mounted for kind in kinds)
    return True


def _of_group(order: StandingOrder) -> bool:
    """Whether a choice among fixed words shows it: for a whole group, without a condition."""
    fixed = order.value in STANDING[order.decision].values
    return order.stand is None and order.group is not None and order.when is None and fixed


def _choice(view: Battle, group: GroupId, decision: commands.Decision, orders: tuple[StandingOrder, ...]) -> Choice:
    set_ = [o.value for o in orders if o.decision == decision and o.group == group and _of_group(o)]
    whom = group_word(view, group)
    line = f"standing group {whom} {decision}".replace("_", " ")
    return Choice(whom=whom, line=line, value=set_[-1] if set_ else "")
