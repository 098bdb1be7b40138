"""Snaphance orders as text: the canonical form, which reads back to the same orders."""

from pbem.engine.hexes import Facing, Hex, hour, label
from pbem.engine.ids import CommanderId, GroupId
from pbem.engine.language.lines import folded
from pbem.rulesets.snaphance.standing.conditions import SORTS
from pbem.rulesets.snaphance.standing.decisions import spoken as spoken_decision
from pbem.rulesets.snaphance.state.asks import (
    Change,
    Evasions,
    GroupChoice,
    MeleeChoice,
    Reaction,
    StandChoice,
    Way,
    YesNo,
)
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import (
    Act,
    BidWhen,
    CameTo,
    Charge,
    CommanderOrders,
    Condition,
    EnemyWithin,
    Enter,
    Fight,
    Fire,
    Go,
    GroupMove,
    GroupMoved,
    GroupWait,
    Hold,
    Is,
    Item,
    LeaveTown,
    Needs,
    OfClass,
    Opportunity,
    Rally,
    SetUp,
    Sheet,
    StandingOrder,
    StandOrders,
    StandPlace,
    StrengthLeft,
    TurnTo,
    When,
)
from pbem.rulesets.snaphance.writing.verbs import Bid, ForLeader, ForStands, Proviso, Who, heard
from pbem.rulesets.snaphance.writing.wording import hexes

MARCHES = {
    "forward": "forward", "backward": "back", "sideways": "sideways", "sideways_forward": "slant", "move": "move",
}  # fmt: skip
FOLLOWING = {None: "", "stop": " stop", "remaining_mp": " follow"}
SIDE = "Side"
STANDING = "Standing"
"""What stands in a form before a bid and before a standing order; read back, they are part of the line."""

Answer = Sheet | SetUp | YesNo | Way | StandChoice | GroupChoice | MeleeChoice | Change | Reaction | Evasions


# --- names --------------------------------------------------------------------------------------------------------


def spoken(name: str) -> str:
    """A name as it is written in an order: in quotes where it would be read as something else."""
    shown = " ".join(name.replace('"', "").split())
    if shown.casefold().startswith("the "):
        shown = shown[4:]
    return shown if _plain(folded(name)) else f'"{shown}"'


def _plain(name: str) -> bool:
    """Whether a name reads as itself wherever a name may stand."""
    lines = (f"group {name} hold", f"bid {name} if group {name} moved, {name}", f"{name} leave")
    told = [heard(line, "order") for line in lines]
    bids = Bid((name, name), (Proviso(name, moved=True), None))
    return told == [ForStands(Who(group=name), (Hold(),)), bids, ForLeader(name, of=False)]


def group_word(view: Battle, group: GroupId) -> str:
    """A group as players write it."""
    return spoken(view.groups[group].name)


def leader_word(view: Battle, commander: CommanderId) -> str:
    """A general as players write him: by his name, or by his group where another of his side has that name."""
    one = view.commanders[commander]
    same = [c for c in view.commanders.values() if c.side == one.side and folded(c.name) == folded(one.name)]
    return spoken(one.name) if len(same) == 1 and folded(one.name) else f"general {group_word(view, one.group)}"


# --- actions ------------------------------------------------------------------------------------------------------


def condition_text(condition: Condition) -> str:
    """``enemy horse within 3``, ``S02 disordered``; groups by the last part of their ids, which names them too."""
    match condition:
        case EnemyWithin(hexes=far, what=what):
            who = "enemy" if what == "any" else f"enemy {what}" if what in SORTS else what
            return f"{who} within {far}"
        case Is(state=state, stand=stand):
            return f"{stand} {state}" if stand is not None else state
        case Needs(die=die):
            return f"needs {die}+"
        case StrengthLeft(sp=sp):
            return f"sp left {sp} or more"
        case OfClass(classes=classes):
            return f"class {' or '.join(classes)}"
        case CameTo(what=came):
            return came
        case GroupMoved(group=group, moved=moved):
            return f"group {spoken(group.rpartition('.')[2])} {'' if moved else 'not '}moved"


def action_text(action: Act | When) -> str:
    """An action in the order language."""
    match action:
        case Hold():
            return "hold"
        case Rally():
            return "rally"
        case Opportunity():
            return "opportunity"
        case Fight():
            return "fight"
        case TurnTo(to=to, again=again):
            return f"{_again(again)}turn {hour(to)}"
        case Go(how=how, path=path, end_facing=facing, again=again):
            return f"{_again(again)}{MARCHES[how]} {hexes(path)}{_facing(facing)}"
        case Fire(target=target, ranks=ranks, then_move=then_move):
            return f"fire {target or 'nearest'}{' both ranks' if ranks > 1 else ''}{' then move' if then_move else ''}"
        case Charge(target=target, follow=follow, again=again):
            return f"{_again(again)}charge {target}{FOLLOWING[follow]}"
        case LeaveTown(path=path, end_facing=facing):
            return f"leave town {hexes(path)}{_facing(facing)}"
        case Enter(hex=here):
            return "enter" if here is None else f"enter {hexes((here,))}"
        case When(condition=condition, then=then, otherwise=otherwise):
            other = f" else {actions_text(otherwise)}" if otherwise else ""
            return f"if {condition_text(condition)} then {actions_text(then)}{other}"


def actions_text(actions: tuple[Act | When, ...]) -> str:
    """Actions in turn, with commas between."""
    return ", ".join(action_text(action) for action in actions)


def _again(again: bool) -> str:
    return "again " if again else ""


def _facing(facing: Facing | None) -> str:
    return "" if facing is None else f" face {hour(facing)}"


# --- items and sheets ---------------------------------------------------------------------------------------------


def order_text(view: Battle, thing: Item | Act | When) -> str:
    """An order without the one it is for: ``turn 10, forward 0905``, ``together forward 1 11``, ``join S01``."""
    match thing:
        case StandOrders(actions=actions):
            return actions_text(actions)
        case GroupMove(how=how, directions=directions, attack=attack):
            upon = f" charge {' '.join(attack)}" if attack else ""
            return f"together {MARCHES[how]} {' '.join(str(2 * d + 1) for d in directions)}{upon}"
        case GroupWait(purpose=purpose):
            return f"together {purpose}"
        case CommanderOrders(recall=recall) if recall is not None:
            return f"recall {recall}"
        case CommanderOrders(to=to, join=join):
            return f"join {join}" if join is not None else f"go {hexes((to,))}" if to is not None else "leave"
        case _:
            return action_text(thing)


def subject_text(view: Battle, item: Item) -> str:
    """The one an order is for, as written before it."""
    match item:
        case StandOrders(stand=stand):
            return stand
        case GroupMove(stands=stands) | GroupWait(stands=stands):
            return " ".join(stands)
        case CommanderOrders(commander=commander):
            return leader_word(view, commander)


def bid_text(view: Battle, bids: tuple[GroupId | BidWhen, ...]) -> str:
    """``bid Horse if group Foot moved, Foot``."""
    return f"bid {', '.join(_bid(view, bid) for bid in bids)}"


def _bid(view: Battle, bid: GroupId | BidWhen) -> str:
    if isinstance(bid, BidWhen):
        return f"{group_word(view, bid.group)} if {condition_text(bid.when)}"
    return group_word(view, bid)


def standing_text(view: Battle, order: StandingOrder) -> str:
    """``group Horse pursue no``: a standing order without its first word."""
    whom = order.stand or (f"group {group_word(view, order.group)}" if order.group is not None else "all")
    when = f" if {condition_text(order.when)}" if order.when is not None else ""
    return f"{whom} {spoken_decision(order.decision)} {order.value}{when}"


def sheet_text(view: Battle, sheet: Sheet) -> str:
    """A sheet, one order a line: the bids, the orders in turn, the standing orders."""
    told = [f"{SIDE} {bid_text(view, sheet.bids)}"] if sheet.bids else []
    told += [f"{subject_text(view, item)} {order_text(view, item)}" for item in sheet.orders]
    told += [f"{STANDING} {standing_text(view, order)}" for order in sheet.standing]
    return "\n".join(told)


AS_SCENARIO = "deploy as scenario"


def place_text(one: StandPlace) -> str:
    """``at 0609 face 12``."""
    return f"at {label(one.hex)} face {hour(one.facing)}"


def answer_text(view: Battle, answer: Answer) -> str:
    """Any answer in the order language."""
    match answer:
        case Sheet():
            return sheet_text(view, answer)
        case SetUp(places=places):
            return "\n".join(f"{one.stand} {place_text(one)}" for one in places) or AS_SCENARIO
        case YesNo(yes=yes):
            return "yes" if yes else "no"
        case Way(path=path):
            return way_text(path)
        case StandChoice(stand=stand):
            return stand or "none"
        case GroupChoice(group=group):
            return f"group {group_word(view, group)}"
        case MeleeChoice(melee=melee):
            return min(view.melees[melee].stands.values())
        case Change(by=by):
            return f"change {by:+d}" if by else "change 0"
        case Reaction(responses=responses):
            return ", ".join(f"{one.stand} {one.does} {one.at}" for one in responses) or "none"
        case Evasions(going=going, staying=staying):
            each = {**dict.fromkeys(going, "evade"), **dict.fromkeys(staying, "stand")}
            return ", ".join(f"{stand} {each[stand]}" for stand in sorted(each))


def way_text(path: tuple[Hex, ...]) -> str:
    """``0504 0503``, or ``stay``."""
    return hexes(path) or "stay"
