"""One-hour orders as text: the canonical form, which reads back to the same orders."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from pbem.engine.ids import StandId
from pbem.engine.table.angles import HALF_TURN
from pbem.engine.table.measures import Hundredths, Tenths, say_degrees, say_inches
from pbem.engine.table.references import say_spot
from pbem.rulesets.onehour.asks import Answers
from pbem.rulesets.onehour.commands import (
    ArmyChoice,
    Charge,
    Enter,
    Hold,
    HoldFire,
    Leg,
    Move,
    Order,
    OrderOfMoving,
    Pivot,
    Placed,
    SetUp,
    Sheet,
    Shoot,
    Standing,
    StandingBars,
    StandingCharge,
    StandingEntry,
    StandingFaces,
    StandingFire,
    StandingMove,
    StandingPass,
    StandingTarget,
    StandingTurn,
    StandingWait,
    TakenBack,
    TurnToFace,
)

STANDING = "Standing"
"""What stands in a form before a standing order; read back, it is part of the line."""
AS_SAMPLE = "deploy as sample"
DEFAULT = "default"
"""The word that takes a standing order back."""
NEVER = "never"

SPOKEN: Mapping[str, str] = {
    one.__name__: words
    for one, words in (
        (OrderOfMoving, "order"), (StandingMove, "without orders"), (StandingCharge, "charge"),
        (StandingFaces, "only charge"), (StandingBars, "never charge"), (StandingTarget, "shoot"),
        (StandingFire, "hold fire"), (StandingTurn, "turn"), (StandingEntry, "enter"), (StandingWait, "wait"),
        (StandingPass, "pass"),
    )
}  # fmt: skip
"""What standing orders say between whom they are for and their answer, by their struct."""

# --- orders -------------------------------------------------------------------------------------------------------


def angle(by: int) -> str:
    """Degrees without a sign: ``12.5``."""
    return say_degrees(Tenths(abs(by))).rstrip("\u00b0")


def pivot_text(by: Tenths) -> str:
    """``pivot right 30``, ``about``."""
    return "about" if by == HALF_TURN else f"pivot {'right' if by >= 0 else 'left'} {angle(by)}"


def _leg(leg: Leg, road: bool) -> str:
    if isinstance(leg, Pivot):
        return pivot_text(leg.by)
    far = say_inches(leg.by)
    if leg.way == "ahead":
        return f"road {far}" if road else f"forward {far}"
    return f"back {far}" if leg.way == "back" else f"sideways {leg.way} {far}"


def legs_text(legs: Iterable[Leg], *, road: bool = False) -> str:
    """``pivot right 30, forward 6, pivot left 15``; nothing for no legs."""
    return ", ".join(_leg(leg, road) for leg in legs)


def order_text(order: Order) -> str:
    """An order without the unit it is for."""
    match order:
        case Move(legs=legs, road=road):
            return legs_text(legs, road=road) or "forward 0"
        case Charge(target=target, pivot_start=start, pivot_end=end):
            before = f"{pivot_text(start)}, " if start or end else ""
            return f"{before}charge {target}{f', {pivot_text(end)}' if end else ''}"
        case TurnToFace(attacker=attacker):
            return f"turn to {attacker}"
        case Enter(at=at, legs=legs):
            return ", ".join(part for part in (f"enter {say_spot(at)}", legs_text(legs)) if part)
        case Shoot(targets=targets):
            return f"shoot {' else '.join(targets)}"
        case Hold():
            return "hold"
        case HoldFire():
            return "hold fire"


def orders_text(orders: Iterable[Order]) -> str:
    """Several of one unit, in turn."""
    return ", ".join(order_text(order) for order in orders)


# --- standing orders ----------------------------------------------------------------------------------------------


def whom_text(whom: str) -> str:
    """``I1``, ``infantry``, ``all``."""
    return whom.casefold() if whom.isalpha() else whom


def value_text(order: Standing) -> str:
    """What a standing order answers, in its canonical words."""
    match order:
        case OrderOfMoving(units=units):
            return " ".join(units)
        case StandingMove():
            return _going(order)
        case StandingCharge(targets=targets, within=within, never=never):
            reach = "" if within is None else f" within {say_inches(within)}"
            return NEVER if never else " ".join(targets) or f"any{reach}"
        case StandingFaces(flank_or_rear=flank_or_rear):
            return "flank or rear" if flank_or_rear else "any"
        case StandingBars(infantry_front=front, uphill=uphill):
            return _either(["infantry front"][:front], ["up a hill"][:uphill]) or "nothing"
        case StandingTarget(targets=targets, prefer=prefer):
            return " ".join(targets) or ("nearest" if prefer == "nearest" else "most hits first")
        case StandingFire(always=always, beyond=beyond, cover=cover):
            far = [] if beyond is None else [f"beyond {say_inches(beyond)}"]
            return "always" if always else _either(far, ["against cover"][:cover]) or NEVER
        case StandingTurn() | StandingEntry() | StandingWait():
            return _attacked_or_coming(order)
        case StandingPass(until=until, within=within):
            return _passing(until, within)
        case TakenBack():
            return DEFAULT


def _passing(until: int, within: Hundredths) -> str:
    near = f"until an enemy is within {say_inches(within)}" if within else ""
    through = f"through turn {until}" if until else ""
    return " ".join(part for part in (through, near) if part) or NEVER


def _going(order: StandingMove) -> str:
    if order.how == "keep":
        return f"keep {say_inches(order.distance)} from the enemy"
    if order.to is not None and order.how in {"go to", "by road"}:
        return f"go {'by the road ' if order.how == 'by road' else ''}to {say_spot(order.to)}"
    return "face the enemy" if order.how == "face" else "hold"


def _attacked_or_coming(order: StandingTurn | StandingEntry | StandingWait) -> str:
    match order:
        case StandingTurn(faces=faces):
            return ", ".join(faces) or NEVER
        case StandingEntry(at=at):
            return "at the middle" if at is None else f"at {say_spot(at)}"
        case StandingWait(turn=turn):
            return f"until turn {turn}" if turn else NEVER


def _either(*words: list[str]) -> str:
    return " or ".join(word for some in words for word in some)


def beginning_text(order: Standing) -> str:
    """``I3 without orders``: whom it is for and what it settles."""
    name = order.decision if isinstance(order, TakenBack) else type(order).__name__
    whom = "all" if isinstance(order, OrderOfMoving) else whom_text(order.whom)
    return f"{whom} {SPOKEN[name]}"


def standing_text(order: Standing) -> str:
    """``I3 without orders hold``: a standing order without its first word."""
    return f"{beginning_text(order)} {value_text(order)}"


# --- answers ------------------------------------------------------------------------------------------------------


def placed_text(one: Placed) -> str:
    """``at 12,4 facing 0``."""
    return f"at {say_spot(one.pose.at)} facing {angle(one.pose.facing)}"


def blocks(orders: Iterable[Order]) -> list[tuple[StandId, tuple[Order, ...]]]:
    """Orders as lines: what follows one another for one unit, a move and then a shot, stands on one."""
    found: list[tuple[StandId, tuple[Order, ...]]] = []
    for unit, some in groupby(orders, key=lambda order: order.unit):
        for order in some:
            if found and found[-1][0] == unit and _goes_on(found[-1][1], order):
                found[-1] = (unit, (*found[-1][1], order))
            else:
                found.append((unit, (order,)))
    return found


def _goes_on(before: tuple[Order, ...], order: Order) -> bool:
    return len(before) == 1 and not isinstance(before[0], Shoot | HoldFire) and isinstance(order, Shoot | HoldFire)


def sheet_text(sheet: Sheet) -> str:
    """A sheet, a line for each unit in turn, then the standing orders."""
    told = [f"{unit} {orders_text(some)}" for unit, some in blocks(sheet.orders)]
    told += [f"{STANDING} {standing_text(order)}" for order in sheet.standing]
    return "\n".join(told)


def army_text(choice: ArmyChoice) -> str:
    """``army 5``, ``army roll``."""
    return f"army {choice.row or 'roll'}"


def answer_text(answer: Answers) -> str:
    """Any answer in the order language."""
    match answer:
        case Sheet():
            return sheet_text(answer)
        case SetUp(places=places):
            return "\n".join(f"{one.unit} {placed_text(one)}" for one in places) or AS_SAMPLE
        case ArmyChoice():
            return army_text(answer)
