"""What standing orders say for stands on opportunity (D16 to D18), put together for one cause (3.18b, 1)."""

from pbem.engine.hexes import distance
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.asks import AskReaction, Reaction, Response
from pbem.rulesets.snaphance.battle import Battle, type_of
from pbem.rulesets.snaphance.commands import Decision, StandingOrder
from pbem.rulesets.snaphance.ground import in_cover
from pbem.rulesets.snaphance.standing import standing_order

MARGINS = {"if more dice": 1, "if 3 more dice": 3}


def reaction(view: Battle, ask: AskReaction) -> tuple[Reaction, StandingOrder] | None:
    """What a side's standing orders make of a cause, and the first of them; None when none speaks to it.

    Stands without one do what the default says; the first by id charges an enemy, the others do what else they do.
    """
    used: list[StandingOrder] = []
    named: list[Response] = []
    for stand in dict.fromkeys(option.stand for option in ask.options):
        orders = [order for order in _orders(view, ask, stand) if order is not None]
        used += orders
        charged = {one.at for one in named if one.does == "charge"}
        options = [
            one for one in ask.options
            if one.stand == stand and (one.does == "fire" or one.at not in charged)
        ]  # fmt: skip
        default = [one for one in ask.default.responses if one.stand == stand]
        named += _chosen(view, ask, stand, options, default)[:1]
    return (Reaction(tuple(sorted(named))), used[0]) if used else None


def settles(view: Battle, ask: AskReaction) -> bool:
    """Whether standing orders speak to everything that is asked, so that nobody need be waited for."""
    return all(None not in _orders(view, ask, option.stand) for option in ask.options)


def _orders(view: Battle, ask: AskReaction, stand: StandId) -> tuple[StandingOrder | None, ...]:
    """The standing orders, or their lack, for everything a stand may do."""
    if ask.cause == "shot":
        return (standing_order(view, stand, "if_fired_on"),)
    does = {option.does for option in ask.options if option.stand == stand}
    wanted: tuple[Decision, ...] = ("opportunity_charge", "opportunity_fire")
    return tuple(standing_order(view, stand, one) for one in wanted if one.removeprefix("opportunity_") in does)


def _chosen(
    view: Battle, ask: AskReaction, stand: StandId, options: list[Response], default: list[Response]
) -> list[Response]:
    """What one stand does, the likeliest first."""
    fires = [one for one in options if one.does == "fire"]
    charges = [one for one in options if one.does == "charge"]
    if ask.cause == "shot":
        order = standing_order(view, stand, "if_fired_on")
        if order is None:
            return default
        return [] if order.value == "hold" else [*charges, *fires] if order.value == "charge" else fires
    order = standing_order(view, stand, "opportunity_charge")
    going = [one for one in charges if order is not None and _charges_at(view, one, order.value)]
    if going:
        return going
    order = standing_order(view, stand, "opportunity_fire")
    if order is None or order.value == "auto":
        return default
    return [one for one in fires if _fires_at(view, one, order.value)]


def _fires_at(view: Battle, one: Response, value: str) -> bool:
    """Whether a word of D16 means to fire at that enemy now."""
    if value.isdigit():
        return distance(view.stands[one.stand].hex, view.stands[one.at].hex) <= int(value)
    if value in ("if horse", "if foot"):
        return type_of(view, one.at).is_mounted == (value == "if horse")
    return value == "always"


def _charges_at(view: Battle, one: Response, value: str) -> bool:
    """Whether a word of D17 means to charge that enemy now."""
    if value in MARGINS:
        from pbem.rulesets.snaphance.attack import odds

        found = odds(view, one.stand, one.at)
        return found.mine.dice - found.theirs.dice >= MARGINS[value]
    if value in ("if horse", "if foot"):
        return type_of(view, one.at).is_mounted == (value == "if horse")
    if value == "not pikes":
        return type_of(view, one.at).category not in ("Pk", "PS")
    if value == "not cover":
        return in_cover(view, view.stands[one.stand].hex, view.stands[one.at].hex) == "none"
    return value == "always"
