"""What is done in a case: the vocabulary's ``action``."""

from collections.abc import Collection, Mapping
from typing import Any, Literal

import msgspec

from pbem.engine.casekit.reading import known, read_tree
from pbem.engine.ids import StandId
from pbem.engine.spec import Faults, inside
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.rulesets.armatys.cases.legs import leg, read_legs
from pbem.rulesets.armatys.playing.bound import STEPS, Orders
from pbem.rulesets.armatys.state.orders import ChargeOrder, Choices, MoveOrder, RestOrder, Shot, Speech


class CounterSpec(msgspec.Struct, frozen=True, kw_only=True):
    counter: str


class OrderSpec(msgspec.Struct, frozen=True, kw_only=True, rename={"where": "in"}):
    do: Literal["charge", "fire", "move", "recover", "reload", "speech"]
    unit: str | None = None
    general: str | None = None
    bound: int | None = None
    target: str | None = None
    wheel: float | None = None
    where: Literal["P3a", "P6a"] = "P6a"
    moves: list[Any] = []
    keep: int = 1
    """Inches that a move keeps of enemies."""
    unless: int | None = None
    """Inches: it is not made with an enemy so near."""


class ChoiceSpec(msgspec.Struct, frozen=True, kw_only=True):
    modifier: Literal[-1, 0, 1] | None = None
    answer: Literal["stand", "counter", "break"] | CounterSpec | None = None
    if_counter_fails: Literal["stand", "break"] | None = None
    if_charged_while_charging: Literal["redirect", "press_on"] | None = None
    pursuit: Literal["pursue", "test"] | None = None
    pursue_shot: bool | None = None
    friends_in_way: Literal["stop", "through"] | None = None
    bayonets: Literal["fix", "keep"] | None = None
    melee_weapon: Literal["swords", "pistols"] | None = None
    melee_prefer: list[str] = []
    give_horse: bool = False
    loss_end: Literal["left", "right"] | None = None
    goes: bool | None = None


class ActionSpec(msgspec.Struct, frozen=True, kw_only=True, rename={"since": "from"}):
    kind: Literal["derive", "check", "play"]
    since: str = ""
    to: str = ""
    to_bound: int | None = None
    orders: list[OrderSpec] = []
    choices: dict[str, ChoiceSpec] = {}


_USES: Mapping[str, Collection[str]] = {
    "charge": ("unit", "target", "wheel"),
    "fire": ("unit", "target", "where"),
    "move": ("unit", "general", "moves", "keep", "unless"),
    "recover": ("unit",),
    "reload": ("unit",),
    "speech": ("unit", "general"),
}
"""The keys of each kind of order."""


def read_action(value: object, faults: Faults) -> ActionSpec | None:
    """The action; None, with faults, when anything is wrong."""
    action = read_tree(ActionSpec, value, "action", faults)
    if action is None:
        return None
    before = len(faults.found)
    if action.kind == "play":
        for key, step in (("from", _first(action.since)), ("to", _last(action.to))):
            if step not in STEPS:
                faults.add(f"action.{key}", f"there is no step {step!r}")
        if action.to_bound is None and _last(action.to) < _first(action.since):
            faults.add("action.to", f"{action.to} comes before {action.since}, and no 'to_bound' is given")
    for i, (order, given) in enumerate(zip(action.orders, _given(value), strict=False)):
        at = inside("action.orders", i)
        uses = [*("do", "bound"), *_USES[order.do]]
        for key in [one for one in given if (one if one != "in" else "where") not in uses]:
            faults.add(at, f"an order to {order.do} has no {key!r}")
        if order.unit is None and order.general is None:
            faults.add(at, "it names no unit and no general")
        if order.do in {"charge", "fire"} and order.target is None:
            faults.add(at, "'target' is missing")
        if order.do == "move" and not order.moves:
            faults.add(at, "'moves' is missing")
        read_legs(order.moves, f"{at}.moves", faults)
    return action if len(faults.found) == before else None


def _given(value: Any) -> list[dict[str, Any]]:  # noqa: ANN401  # an action as written
    return value.get("orders", []) if isinstance(value, dict) else []


def names_known(action: ActionSpec, there: Collection[str], bridges: Collection[str], faults: Faults) -> None:
    """A fault for each name in orders and choices that no unit and no general has.  there: those of the position."""
    names = {*there, *(leg["detach"]["id"] for one in action.orders for leg in one.moves if "detach" in leg)}
    for i, order in enumerate(action.orders):
        at = inside("action.orders", i)
        named = [one for one in (order.unit, order.general, order.target) if one is not None]
        named += [leg[key] for leg in order.moves for key in ("face", "rejoin") if key in leg]
        known(named, names, at, faults, "unit or general")
        known([leg["cross"] for leg in order.moves if "cross" in leg], bridges, at, faults, "bridge")
    for who, choice in action.choices.items():
        against = [choice.answer.counter] if isinstance(choice.answer, CounterSpec) else []
        known([who, *against, *choice.melee_prefer], names, "action.choices", faults, "unit or general")


def walk(action: ActionSpec, bound: int) -> list[tuple[int, str]]:
    """The steps that are played, each with its bound."""
    first = STEPS.index(_first(action.since))
    until = (action.to_bound or bound, STEPS.index(_last(action.to)))
    steps = [(number, place) for number in range(bound, until[0] + 1) for place in range(len(STEPS))]
    return [(number, STEPS[place]) for number, place in steps if (bound, first) <= (number, place) <= until]


def _first(step: str) -> str:
    """``P4`` is its first step."""
    return next((one for one in STEPS if one == step), next((one for one in STEPS if one[:2] == step), step))


def _last(step: str) -> str:
    return next((one for one in STEPS if one == step), next((one for one in STEPS[::-1] if one[:2] == step), step))


def orders_of(action: ActionSpec, bound: int, first: int) -> Orders:
    """The orders of a bound, for the phases that are built.  first: the position's bound."""
    numbered = [(i, one) for i, one in enumerate(action.orders, 1) if (one.bound or first) == bound]
    choices = {_id(who): _chosen(one) for who, one in action.choices.items()}
    return Orders(
        charges=[
            ChargeOrder(i, _id(one.unit), _id(one.target), None if one.wheel is None else Tenths(round(10 * one.wheel)))
            for i, one in numbered
            if one.do == "charge"
        ],
        closing=[
            Shot(i, _id(one.unit), _id(one.target))
            for i, one in numbered
            if one.do == "fire" and one.where == "P3a"
        ],
        shots=[
            Shot(i, _id(one.unit), _id(one.target))
            for i, one in numbered
            if one.do == "fire" and one.where == "P6a"
        ],
        moves=[
            _move(i, one)
            for i, one in numbered
            if one.do == "move"
        ],
        rests=[RestOrder(i, _id(one.unit), one.do) for i, one in numbered if one.do in {"recover", "reload"}],
        speeches=[Speech(i, _id(one.general), _id(one.unit)) for i, one in numbered if one.do == "speech"],
        choose=lambda battle, who: choices.get(who, Choices()),  # a Chooser
    )  # fmt: skip


def _move(number: int, one: OrderSpec) -> MoveOrder:
    unless = Hundredths(100 * one.unless) if one.unless is not None else None
    legs = tuple(map(leg, one.moves))
    return MoveOrder(number, _id(one.unit or one.general), legs, unless=unless, keep=Hundredths(100 * one.keep))


def _chosen(spec: ChoiceSpec) -> Choices:
    """What is said, over the defaults; an answer may name the charger."""
    said = {key: value for key, value in msgspec.structs.asdict(spec).items() if value is not None}
    answer = said.pop("answer", "stand")
    if isinstance(answer, CounterSpec):
        said |= {"answer": "counter", "counters": answer.counter}
    else:
        said["answer"] = answer
    return msgspec.convert(said, Choices)


def _id(name: str | None) -> StandId:
    return StandId(name or "")
