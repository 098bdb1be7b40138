"""Answers given in advance (catalogue section 5): what a seat's standing orders, its pace or its silence decide."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.hexes import Hex, local
from pbem.engine.ids import Seat, StandId
from pbem.rulesets.snaphance.asks import (
    AskChange,
    AskGroup,
    AskOrders,
    AskReaction,
    AskStand,
    AskWay,
    AskYesNo,
    Change,
    GroupChoice,
    StandChoice,
    Way,
    YesNo,
)
from pbem.rulesets.snaphance.battle import Battle, side_of_seat, type_of
from pbem.rulesets.snaphance.commands import Decision, Sheet, StandingOrder
from pbem.rulesets.snaphance.lasting import lasting


class Standing(msgspec.Struct, frozen=True):
    """A decision that can be settled in advance.

    number: in the catalogue's section 5.  title: what it decides, in words.  values: the words an order may have, with
    their meaning.  default: the one that holds when nothing is said.
    """

    number: str
    title: str
    values: Mapping[str, str]
    default: str


_YES_NO = {"yes": "yes", "no": "no"}

STANDING: Mapping[Decision, Standing] = {
    "idle": Standing(
        "D2", "what a stand without orders does",
        {
            "act": "rallies if it is disordered, fires at the nearest enemy if it may, else holds",
            "fire": "fires at the nearest enemy if it may, else holds",
            "rally": "rallies if it is disordered, else holds",
            "hold": "holds",
        },
        "act",
    ),
    "rally": Standing(
        "D3", "whether a disordered stand tries to rally before its other orders",
        {"yes": "it does", "no": "it does not", "not before a charge": "only if it has no order to charge"},
        "yes",
    ),
    "evade": Standing(
        "D12", "whether it evades a charge",
        {
            "auto": "skirmishers from all who would ride them down, dragoons and light cavalry from horse",
            "always": "whenever it may", "never": "never", "if horse": "from mounted stands only",
            "if combat stand": "from combat stands only",
        },
        "auto",
    ),
    "evade_fire": Standing(
        "D13", "whether it evades when fired on",
        {
            "never": "never", "always": "whenever it may", "2": "from 2 dice or more", "3": "from 3 dice or more",
            "4": "from 4 dice or more", "5": "from 5 dice or more",
        },
        "never",
    ),
    "evade_again": Standing("D15", "whether it evades a second and further time", _YES_NO, "yes"),
    "evade_distance": Standing(
        "D14", "how far it evades",
        {"max": "as far as it may", "1": "1 hex", "2": "2 hexes", "3": "3 hexes", "4": "4 hexes"},
        "max",
    ),
    "evade_side": Standing(
        "D14", "to which side it evades",
        {"auto": "by the right rear, clear of enemies and bad ground", "left": "to its left", "right": "to its right"},
        "auto",
    ),
    "battle_stand": Standing(
        "D9", "which of several enemies it fights",
        {"auto": "combat stands first, then the one in front, then the weakest", "weakest": "the one with fewest SP",
         "strongest": "the one with most SP"},
        "auto",
    ),
    "defensive_fire": Standing("D21", "whether it fires when charged", _YES_NO, "yes"),
    "follow": Standing(
        "D23", "how far it follows an enemy that evades",
        {
            "move": "with the rest of its move", "stop": "not at all", "1": "with one further move, by its order test",
            "2": "with two further moves, by their order tests",
        },
        "move",
    ),
    "retreat_distance": Standing(
        "D24", "how far it retreats",
        {"max": "as far as it may", "min": "as little as it must", "1": "1 hex", "2": "2 hexes", "3": "3 hexes",
         "4": "4 hexes"},
        "max",
    ),
    "retreat_side": Standing(
        "D25", "to which side it retreats or bounces",
        {"auto": "away from the enemy", "left": "to its left", "right": "to its right"},
        "auto",
    ),
    "bounce_distance": Standing(
        "D27", "how far it bounces",
        {"max": "as far as it may", "min": "as little as it must", "1": "1 hex", "2": "2 hexes", "3": "3 hexes",
         "4": "4 hexes"},
        "max",
    ),
    "town_hold": Standing(
        "D26", "whether a stand beaten in a town holds it",
        {"auto": "if more than 2 SP would be left", **_YES_NO},
        "auto",
    ),
    "fight_on": Standing(
        "D28", "whether victorious horse fights on", {"auto": "if it has more dice", **_YES_NO}, "auto"
    ),
    "pursue": Standing(
        "D29", "whether it pursues when it need not",
        {"auto": "horse, with no fresh enemy within 3 hexes", **_YES_NO, "if horse": "mounted enemies only"},
        "auto",
    ),
    "pursuit_leader": Standing(
        "D30", "the general's change to its pursuit die", {"0": "none", "+1": "one more", "-1": "one less"}, "0"
    ),
    "opportunity_fire": Standing(
        "D16", "when it fires on opportunity at an enemy that comes on",
        {
            "auto": "when the enemy can come no closer in its move, but at 2 hexes at a charge", "never": "never",
            "always": "as soon as it may", "1": "within 1 hex", "2": "within 2 hexes", "3": "within 3 hexes",
            "4": "within 4 hexes", "if horse": "as soon as it may, at mounted stands only",
            "if foot": "as soon as it may, at foot and guns only",
        },
        "auto",
    ),
    "opportunity_charge": Standing(
        "D17", "whether it charges on opportunity",
        {
            "never": "never", "always": "whenever it may", "if horse": "mounted enemies only",
            "if foot": "foot and guns only", "not pikes": "anybody but pikes, and pike and shot",
            "not cover": "anybody who is not in cover", "if more dice": "if it has more dice",
            "if 3 more dice": "if it has at least 3 more dice",
        },
        "never",
    ),
    "if_fired_on": Standing(
        "D18", "what it does on opportunity when it is fired on",
        {"fire": "it fires back", "charge": "it charges if it may, else it fires back", "hold": "nothing"},
        "fire",
    ),
    "if_opp_charged": Standing(
        "D19", "whether it fires before it is charged on opportunity by a stand it came up to fire on",
        {"auto": "shot, dragoons and skirmishers do", "fire": "it does, without its charge bonus",
         "keep cb": "it does not, and keeps its charge bonus"},
        "auto",
    ),
    "abort_if_hit": Standing(
        "D20", "whether charging horse gives up when pistols hit it at 2 hexes",
        {"never": "never", "always": "always", "if sp lost": "if that cost SP"},
        "never",
    ),
    "face_attacker": Standing(
        "D34", "whether it turns to an enemy attacking its flank or rear",
        {"yes": "it turns to the strongest, unless its orders have it march or charge", "no": "it does not"},
        "yes",
    ),
}  # fmt: skip
"""What a standing order may settle.  Decisions of section 5 that are not here wait for what they belong to: D10 and D11
(supports) take the default, D36 is done for skirmishers."""


def standing_order(view: Battle, stand: StandId, decision: Decision) -> StandingOrder | None:
    """The standing order of a stand for a decision: its own, else its group's, else its side's."""
    one = view.stands[stand]
    sheet = view.sheets.get(one.side)
    best: tuple[int, StandingOrder] | None = None
    for order in sheet.standing if sheet else ():
        if order.decision != decision:
            continue
        rank = 3 if order.stand == stand else 2 if order.stand is None and order.group == one.group else 0
        if order.stand is None and order.group is None:
            rank = 1
        if rank and (best is None or rank >= best[0]):
            best = (rank, order)
    return best[1] if best else None


def standing_value(view: Battle, stand: StandId, decision: Decision) -> tuple[str, bool]:
    """The word that holds for a stand and a decision, and whether a standing order gave it."""
    order = standing_order(view, stand, decision)
    return (order.value, True) if order is not None else (STANDING[decision].default, False)


# --- deciding -------------------------------------------------------------------------------------------------------


def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
    """What a seat's standing orders answer, or the default where its pace leaves that to the rules; None to wait.

    Orders always wait for the player.  So does the choice of a group (D1) that no bid settles, but at pace ``round``.
    At pace ``ask me`` nothing but his standing orders decides for him.
    """
    if isinstance(ask, AskOrders):
        return None
    from pbem.rulesets.snaphance.responding import settles

    settled = _settled(view, ask)
    whole = not isinstance(ask, AskReaction) or view.pace != "ask me" or settles(view, ask)
    if settled is not None and whole:
        return settled
    if view.pace == "ask me" or (isinstance(ask, AskGroup) and view.pace != "round"):
        return None
    return Given(ask.default, "default")


def silent(view: Battle, ask: Ask[Any]) -> Given[Any]:
    """What is answered for a seat that let its deadline pass: its standing orders, else the default of the ask.

    For orders: none, so that every stand does what its ``idle`` standing order says; bids and standing orders stay.
    """
    if isinstance(ask, AskOrders):
        return Given(kept(view, ask.seat), "deadline")
    return _settled(view, ask) or Given(ask.default, "deadline")


def kept(view: Battle, seat: Seat) -> Sheet:
    """A sheet without orders that keeps a side's bids and standing orders."""
    side = side_of_seat(view, seat)
    return lasting(view, view.sheets.get(side) if side is not None else None)


def _settled(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
    """The answer of a bid or a standing order, if one speaks to this ask and the answer is allowed."""
    if isinstance(ask, AskGroup):
        return _bid(view, ask)
    found = _decided(view, ask)
    if found is None:
        return None
    answer, order = found
    return None if ask.refusal(answer) else Given(answer, "standing order", in_words(order))


def _bid(view: Battle, ask: AskGroup) -> Given[Any] | None:
    """The first group of the bids that may still be declared (D1)."""
    side = side_of_seat(view, ask.seat)
    sheet = view.sheets.get(side) if side is not None else None
    for group in sheet.bids if sheet else ():
        if group in ask.options:
            return Given(GroupChoice(group), "standing order", f"bid {view.groups[group].name}")
    return None


def in_words(order: StandingOrder) -> str:
    """``S06: evade never``."""
    whose = order.stand or (order.group or "all").split(".")[-1]
    return f"{whose}: {order.decision.replace('_', ' ')} {order.value}"


def _decided(view: Battle, ask: Ask[Any]) -> tuple[Any, StandingOrder] | None:
    """The answer a standing order gives to an ask, and that order."""
    from pbem.rulesets.snaphance.responding import reaction

    if isinstance(ask, AskYesNo):
        return _yes_no(view, ask)
    if isinstance(ask, AskWay):
        return _way(view, ask)
    if isinstance(ask, AskStand):
        return _stand(view, ask)
    if isinstance(ask, AskReaction):
        return reaction(view, ask)
    if isinstance(ask, AskChange):
        order = standing_order(view, ask.stand, "pursuit_leader")
        return (Change(int(order.value)), order) if order is not None else None
    return None


def _yes_no(view: Battle, ask: AskYesNo) -> tuple[YesNo, StandingOrder] | None:
    decision: Decision = "follow" if ask.matter == "extra_follow" else ask.matter
    order = standing_order(view, ask.stand, decision)
    if order is None or order.value == "auto":
        return None
    return YesNo(_says_yes(view, ask, order.value)), order


def _says_yes(view: Battle, ask: AskYesNo, value: str) -> bool:
    """Whether a word means yes to this ask."""
    if ask.matter == "extra_follow":
        return value.isdigit() and view.stands[ask.stand].doing.moves <= int(value)
    if ask.matter == "follow":
        return value != "stop"
    if ask.matter == "evade_fire" and value.isdigit():
        return ask.dice >= int(value)
    if value == "if sp lost":
        return ask.lost > 0
    if value == "if horse":
        return ask.other is not None and type_of(view, ask.other).is_mounted
    if value == "if combat stand":
        return ask.other is not None and type_of(view, ask.other).is_cs
    return value in ("yes", "always", "fire")


def _stand(view: Battle, ask: AskStand) -> tuple[StandChoice, StandingOrder] | None:
    if ask.matter != "battle_stand":
        return None
    order = standing_order(view, ask.stand, "battle_stand")
    if order is None or order.value == "auto" or not ask.options:
        return None
    ordered = sorted(ask.options, key=lambda s: (sum(view.stands[s].sp), s))
    return StandChoice(ordered[0] if order.value == "weakest" else ordered[-1]), order


def _way(view: Battle, ask: AskWay) -> tuple[Way, StandingOrder] | None:
    """A path by distance and side; of those left, the one most like the default."""
    far: Decision | None = {
        "evade": "evade_distance",
        "retreat": "retreat_distance",
        "bounce": "bounce_distance",
    }.get(ask.matter)  # type: ignore[assignment]  # the table's words are decisions
    aside: Decision = "evade_side" if ask.matter == "evade" else "retreat_side"
    distance = standing_order(view, ask.stand, far) if far else None
    side = standing_order(view, ask.stand, aside) if far else None
    order = distance if distance and distance.value != "max" else side if side and side.value != "auto" else None
    if order is None or not ask.options:
        return None
    options = list(ask.options)
    if distance is not None and distance.value != "max":
        wanted = 0 if distance.value == "min" else int(distance.value)
        nearest = min(abs(len(path) - wanted) for path in options)
        options = [path for path in options if abs(len(path) - wanted) == nearest]
    else:
        longest = max(len(path) for path in options)
        options = [path for path in options if len(path) == longest]
    if side is not None and side.value != "auto":
        sign = 1 if side.value == "right" else -1
        options.sort(key=lambda path: (-sign * _rightness(view, ask.stand, path), path))
    default = ask.default.path
    return Way(max(options, key=lambda path: _alike(path, default)) if side is None else options[0]), order


def _rightness(view: Battle, stand: StandId, path: tuple[Hex, ...]) -> int:
    """How far to a stand's right a path leads."""
    one = view.stands[stand]
    right, left = local(one.hex, one.facing, path[-1]) if path else (0, 0)
    return right - left


def _alike(path: tuple[Hex, ...], other: tuple[Hex, ...]) -> int:
    """Number of steps two paths share from their start."""
    shared = 0
    for a, b in zip(path, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared
