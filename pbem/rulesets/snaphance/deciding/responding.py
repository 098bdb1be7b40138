"""What standing orders say for several stands at once: on opportunity (D16 to D18; 3.18b, 1), and of evasions."""

from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.fighting.odds import odds
from pbem.rulesets.snaphance.moving.ground import in_cover
from pbem.rulesets.snaphance.standing.orders import standing_order, yes_or_no
from pbem.rulesets.snaphance.standing.wishes import fires_at, is_one, reach_of, terms_of, wanted
from pbem.rulesets.snaphance.state import asks
from pbem.rulesets.snaphance.state.asks import AskEvasions, AskReaction, Evasions, Reaction, Response
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import Decision, StandingOrder


def reaction(view: Battle, ask: AskReaction) -> tuple[Reaction, StandingOrder] | None:
    """What a side's standing orders make of a cause, and the first of them; None when none speaks to it.

    Stands without one do what the default says; the first by id charges an enemy, the others do what else they do.
    """
    used: list[StandingOrder] = []
    named: list[Response] = []
    for stand in dict.fromkeys(option.stand for option in ask.options):
        orders = [order for order in orders_for(view, ask, stand) if order is not None]
        used += orders
        charged = {one.at for one in named if one.does == "charge"}
        options = [
            one for one in ask.options
            if one.stand == stand and (one.does == "fire" or one.at not in charged)
        ]  # fmt: skip
        default = [one for one in ask.default.responses if one.stand == stand]
        named += _chosen(view, ask, stand, options, default)[:1]
    return (Reaction(tuple(sorted(named))), used[0]) if used else None


def evasions(view: Battle, ask: AskEvasions) -> tuple[Evasions, StandingOrder] | None:
    """What standing orders say to the evasions of one charge, and the first of them; None when none speaks to it.

    Stands without one do what the default says.
    """
    used: list[StandingOrder] = []
    going: list[StandId] = []
    for question in ask.questions:
        found = yes_or_no(view, question)
        used += [found[1]] if found is not None else []
        goes = found[0].yes if found is not None else question.stand in ask.default.going
        going += [question.stand] if goes else []
    return (asks.evasions((one.stand for one in ask.questions), going), used[0]) if used else None


def settles(view: Battle, ask: AskReaction | AskEvasions) -> bool:
    """Whether standing orders speak to everything that is asked, so that no player need be waited for."""
    if isinstance(ask, AskEvasions):
        return all(yes_or_no(view, question) is not None for question in ask.questions)
    return all(None not in orders_for(view, ask, option.stand) for option in ask.options)


def orders_for(view: Battle, ask: AskReaction, stand: StandId) -> tuple[StandingOrder | None, ...]:
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
    if order is not None and order.value != "never":
        wished = _by_wish(view, stand, charges, terms_of(order.value).targets)
        going = [one for one in wished if charges_at(view, stand, one.at, order.value)]
        if going:
            return going
    order = standing_order(view, stand, "opportunity_fire")
    if order is None or order.value == "auto":
        return default
    if order.value == "never":
        return []
    return [one for one in _by_wish(view, stand, fires, reach_of(order.value).targets)
            if fires_at(view, stand, one.at, order.value)]  # fmt: skip


def _by_wish(view: Battle, stand: StandId, some: list[Response], words: tuple[str, ...]) -> list[Response]:
    """Responses by the turn in which their enemies are wanted; all as they are where no enemy is named."""
    if not words:
        return some
    turn = wanted(view, stand, [one.at for one in some], words)
    return sorted((one for one in some if one.at in turn), key=lambda one: turn.index(one.at))


def charges_at(view: Battle, stand: StandId, enemy: StandId, value: str) -> bool:
    """Whether a value of D17 means to charge an enemy now."""
    if value == "never":
        return False
    terms = terms_of(value)
    if terms.targets and not any(is_one(view, enemy, word) for word in terms.targets):
        return False
    if "pikes" in terms.but and is_one(view, enemy, "pikes"):
        return False
    if "cover" in terms.but and in_cover(view, view.stands[stand].hex, view.stands[enemy].hex) != "none":
        return False
    if terms.margin is None:
        return True
    found = odds(view, stand, enemy)
    return found.mine.dice - found.theirs.dice >= terms.margin
