"""The Snaphance order language: text -> orders as understood, with every problem; and the form for them.

What a line means is in ``verbs``, whom and what it names in ``resolving``, why it cannot be read in ``diagnostics``,
canonical text in ``writing``, what the rules say to it in ``advice``, answers to single questions in ``replies``.
"""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.commanders import name_of
from pbem.engine.ids import GroupId, RuleId, Side, StandId
from pbem.engine.kept import kept
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault
from pbem.engine.language.lines import OrderLine, barred, control, folded, turn_named
from pbem.engine.language.reader import Wrapping, gathered, joined, problem_of, suggested, two_orders
from pbem.engine.language.spellings import other_words, plain
from pbem.engine.language.transformer import Unfit
from pbem.engine.orders import Problem, Reading, Understood
from pbem.engine.reporting import FormLine
from pbem.rulesets.snaphance.language import advice
from pbem.rulesets.snaphance.language.asking import describe
from pbem.rulesets.snaphance.language.cleaning import clean, lines
from pbem.rulesets.snaphance.language.diagnostics import about_of, seems_order, unreadable
from pbem.rulesets.snaphance.language.overlaying import keys_of, last_sheet, overlay, standing_key
from pbem.rulesets.snaphance.language.replies import default_line, read_answer
from pbem.rulesets.snaphance.language.resolving import Resolver
from pbem.rulesets.snaphance.language.setting import read_set_up, scenario_lines
from pbem.rulesets.snaphance.standing.decisions import GENERALS, spoken
from pbem.rulesets.snaphance.state.asks import AskOrders, AskSetUp
from pbem.rulesets.snaphance.state.battle import Battle, army, side_of_seat
from pbem.rulesets.snaphance.state.commands import (
    BidWhen,
    CameTo,
    Condition,
    EnemyWithin,
    GroupMove,
    GroupMoved,
    Is,
    Item,
    Needs,
    OfClass,
    SetUp,
    Sheet,
    StandingOrder,
    StandOrders,
    StrengthLeft,
)
from pbem.rulesets.snaphance.writing.verbs import (
    VERBS,
    AsScenario,
    Bid,
    ForLeader,
    ForStands,
    GroupNamed,
    Proviso,
    SetAt,
    StandingSaid,
    Together,
    TogetherWait,
    heard,
)
from pbem.rulesets.snaphance.writing.writing import (
    SIDE,
    STANDING,
    Answer,
    answer_text,
    bid_text,
    order_text,
    sheet_text,
    standing_text,
    subject_text,
)

__all__ = ["VERBS", "describe", "form", "looks_like_order", "order_text", "overlay", "read", "sheet_text", "write"]


class LookedUp(msgspec.Struct, frozen=True):
    """Something a line says, looked up."""

    line: OrderLine
    rank: int
    """How particular: 2 for one stand, 1 for a group, 0 for all."""
    keys: tuple[str, ...]
    """What it settles; two of equal rank that settle the same thing differently contradict one another."""
    value: Item | StandingOrder | tuple[GroupId | BidWhen, ...]
    place: int = 0
    """Among all that the text says."""


# --- reading ------------------------------------------------------------------------------------------------------


def read(view: Battle, ask: Ask[Any], text: str, before: Answer | None = None) -> Reading:
    """A text as the answer to an ask.  Never raises for anything a text may hold.

    before: what stood in this turn; no line here is read otherwise for it.

    The answer is what this text alone says: ``overlay`` puts it on what stood before.
    """
    if isinstance(ask, AskOrders):
        return _read_orders(_desk(view, ask), text)
    if isinstance(ask, AskSetUp):
        return read_set_up(_desk(view, ask), text, before if isinstance(before, SetUp) else None)
    return read_answer(_desk(view, ask), ask, text)


def _desk(view: Battle, ask: Ask[Any]) -> Resolver:
    side = side_of_seat(view, ask.seat)
    group = ask.group if isinstance(ask, AskOrders) else None
    return Resolver(view, side if side is not None else Side(""), ask.seat, group)


def _read_orders(desk: Resolver, text: str) -> Reading:
    found = gathered(
        joined([replace(line, text=desk.spelled(line.text)) for line in lines(text)], _wrapping(desk)),
        lambda line: _take(desk, line),
        lambda line, fault: fault is _PROSE or not seems_order(desk, line.text),
        lambda line, fault: _problem(desk, line, fault),
    )
    taken, notes, more = _allowed(desk, [replace(one, place=place) for place, one in enumerate(found.taken)])
    found.problems += more
    sheet, understood = _sheet(desk, taken, notes)
    answer = sheet if sheet != Sheet() else None
    return found.reading(answer, understood, _missing(desk, sheet), sheet_text(desk.view, sheet))


_PROSE = Fault("not readable", "prose")
_GOES_ON = re.compile(r"[,;]|(?:then|else|and)\b|[0-9]{4}(?!\w)")
_BROKEN_MARCH = re.compile(r"[0-9]{4},?")
"""A march broken off between two hexes is never taken for a whole one."""


def _wrapping(desk: Resolver) -> Wrapping:
    return Wrapping(
        _GOES_ON, reads=lambda text: not isinstance(heard(text, "order"), Unreadable),
        cleaned=lambda quote: desk.spelled(clean(quote)), breaks_off=_BROKEN_MARCH, alone=True,
    )  # fmt: skip


def _take(desk: Resolver, line: OrderLine) -> list[LookedUp]:
    """What a line says, looked up.  Raises Fault when nothing of it can be taken."""
    said = heard(line.text, "order")
    match said:
        case Unreadable():
            raise unreadable(desk, line.text, said)
        case Unfit():
            raise Fault("not readable", said.reason, fixes=said.fixes, about=about_of(desk, line.text))
        case ForStands(who=who, acts=acts):
            rank = 2 if who.codes else 1 if who.group else 0
            stands = desk.who(who)
            try:
                resolved = desk.acts(acts)
            except Fault as fault:
                fault.about = stands[0] if len(stands) == 1 else ""
                raise
            return [LookedUp(line, rank, (s,), StandOrders(stand=s, actions=resolved)) for s in stands]
        case SetAt() | AsScenario():
            raise Fault("not allowed", "stands are set up before round 1 only", rules=(RuleId("SN-H8"),))
        case Together():
            move = desk.together(said)
            return [LookedUp(line, 2, tuple(f"{stand} together" for stand in move.stands), move)]
        case TogetherWait():
            waiting = desk.waiting(said)
            return [LookedUp(line, 2, tuple(f"{s} together {waiting.purpose}" for s in waiting.stands), waiting)]
        case ForLeader():
            general = desk.general(said)
            return [LookedUp(line, 2, (general.commander,), general)]
        case Bid(names=names):
            _may_bid(desk)
            return [LookedUp(line, 2, (SIDE,), _bids(desk, names, said.provisos))]
        case StandingSaid():
            return [LookedUp(line, 2, (f"{STANDING} {standing_key(order)}",), order) for order in _standing(desk, said)]
        case _:
            raise _PROSE


def _may_bid(desk: Resolver) -> None:
    """Raises Fault where the seat does not declare now."""
    if desk.group is not None:
        raise Fault("not allowed", "no group is to be declared now")
    if not desk.bids:
        name = name_of(desk.view.armies, army(desk.view, desk.side).seat)
        raise Fault("not allowed", f"{name} bids for your side, not you")


def _bids(
    desk: Resolver, names: tuple[str, ...], provisos: tuple[Proviso | None, ...]
) -> tuple[GroupId | BidWhen, ...]:
    """Groups by name, in turn.  Raises Fault, and says so when only the commas are missing."""
    for name in names:
        words = name.split(" ")
        if folded(name) not in desk.groups and len(words) > 1 and all(folded(word) in desk.groups for word in words):
            reason = f'put a comma between two groups: "{name}"'
            raise Fault("not readable", reason, offers=(f"bid {', '.join(words)}",))
    found: list[GroupId | BidWhen] = []
    for name, proviso in zip(names, provisos, strict=True):
        group = desk.find_group(name)
        when = GroupMoved(desk.find_group(proviso.group), proviso.moved) if proviso is not None else None
        found.append(group if when is None else BidWhen(group, when))
    return tuple(dict.fromkeys(found))


def _standing(desk: Resolver, said: StandingSaid) -> list[StandingOrder]:
    """Standing orders as said, for each stand named, the group, or all."""
    # ``evade-fire`` is ``evade fire``; the minus of a number stays.
    words = [part for word in said.words for part in ([word] if word[0] == "-" else word.split("-")) if part]
    group: GroupId | None = None
    stands: tuple[StandId, ...] = ()
    if said.who.group:
        quoted = folded(said.who.group)
        if quoted in desk.groups:
            group = desk.own_group(quoted)
        else:
            lengths = [n for n in range(len(words), 0, -1) if folded(" ".join(words[:n])) in desk.groups]
            if not lengths:
                desk.find_group(words[0] if said.who.group == "..." else said.who.group)
            group = desk.own_group(" ".join(words[: lengths[0]]))
            words = words[lengths[0] :]
    elif said.who.codes:
        stands = tuple(dict.fromkeys(desk.own(code) for code in said.who.codes))
    words, when = _conditioned(desk, words)
    decision, answer = advice.decision(words, conditional=when is not None)
    if decision in GENERALS and stands:
        raise Fault("not readable", f'"{spoken(decision)}" is said of a group, or of all: it is its general\'s')
    alone = answer == advice.YES_ELSE_NO and when is not None
    value = answer if alone else advice.value(desk, decision, answer)
    order = StandingOrder(decision=decision, value=value, group=group, when=when)
    whom = [replace(order, stand=stand) for stand in stands] if stands else [order]
    if alone:
        return [one for some in whom for one in advice.yes_else_no(some)]
    if order.value == advice.DEFAULT and when is not None:
        raise Fault("not readable", '"default" takes back all that is said of a decision: it has no condition')
    return whom


def _conditioned(desk: Resolver, words: list[str]) -> tuple[list[str], Condition | None]:
    """The words of a standing order without the condition that ends it, and that condition."""
    for place in range(len(words) - 1, 0, -1):
        if words[place] != "if":
            continue
        said = heard(" ".join(words[place + 1 :]), "test")
        if isinstance(said, CameTo):
            raise Fault("not readable", f'"{said.what}" is said of orders on the same line, not of a standing order')
        if isinstance(said, EnemyWithin | Is | Needs | StrengthLeft | OfClass | GroupMoved):
            return words[:place], desk.condition(said)
    return words, None


def _settled(desk: Resolver, taken: list[LookedUp]) -> tuple[list[LookedUp], list[Problem]]:
    """What stands when several lines settle the same thing: the more particular; of two equal ones neither."""
    by_key: dict[str, list[LookedUp]] = {}
    for one in taken:
        for key in one.keys:
            by_key.setdefault(key, []).append(one)
    beaten: list[LookedUp] = []
    problems: list[Problem] = []
    for key, some in by_key.items():
        rank = max(one.rank for one in some)
        best = [one for one in some if one.rank == rank]
        beaten += [one for one in some if one.rank < rank]
        beaten += [one for one in best[1:] if one.value == best[0].value]
        different = [one for one in best if one.value != best[0].value]
        if different:
            beaten += best
            problems.append(_two_orders(desk, key, [best[0], *different]))
    return [one for one in taken if one not in beaten], problems


def _two_orders(desk: Resolver, key: str, some: list[LookedUp]) -> Problem:
    told = [(one.line.number, _canonical(desk.view, one.value)) for one in some]
    return two_orders(some[-1].line, told, about=key if key in desk.view.stands else "")


def _canonical(view: Battle, value: Item | StandingOrder | tuple[GroupId | BidWhen, ...]) -> str:
    code, order = _words(view, value)
    return f"{code} {order}"


def _words(view: Battle, value: Item | StandingOrder | tuple[GroupId | BidWhen, ...]) -> tuple[str, str]:
    match value:
        case StandingOrder():
            return STANDING, standing_text(view, value)
        case tuple():
            return SIDE, bid_text(view, value)
        case _:
            return subject_text(view, value), order_text(view, value)


def _allowed(desk: Resolver, taken: list[LookedUp]) -> tuple[list[LookedUp], list[str], list[Problem]]:
    """What stands of all that was said, a remark on each, and what is contradicted or refused by the rules.

    Where a stand's own line is refused, the line of its group or of all acts for it.  What a stand does after a group
    move cannot be judged from where it stands now.
    """
    judged: dict[int, advice.Judgement] = {}
    refused: list[Problem] = []
    together = {stand for one in taken if isinstance(one.value, GroupMove) for stand in one.value.stands}
    while True:
        best, contradicted = _settled(desk, taken)
        for one in best:
            if one.place not in judged:
                after = isinstance(one.value, StandOrders) and one.value.stand in together
                judged[one.place] = advice.AFTER_GROUP_MOVE if after else _judged(desk, one)
        bad = [one for one in best if judged[one.place].refusal is not None]
        if not bad:
            return best, [judged[one.place].note for one in best], [*contradicted, *refused]
        refused += [_refused(desk, one, judged[one.place].refusal) for one in bad]
        taken = [one for one in taken if one not in bad]


def _judged(desk: Resolver, one: LookedUp) -> advice.Judgement:
    value = one.value
    if isinstance(value, Item):
        return advice.judge(desk.view, value)
    return advice.Judgement(None, advice.meaning(value) if isinstance(value, StandingOrder) else "")


def _sheet(desk: Resolver, taken: list[LookedUp], notes: list[str]) -> tuple[Sheet, tuple[Understood, ...]]:
    """What was taken as a sheet, and line by line."""
    bids: tuple[GroupId | BidWhen, ...] = ()
    orders: list[Item] = []
    standing: list[StandingOrder] = []
    for one in taken:
        if isinstance(one.value, Item):
            orders.append(one.value)
        elif isinstance(one.value, StandingOrder):
            standing.append(one.value)
        else:
            bids = one.value
    understood = tuple(
        Understood(one.line.number, *_words(desk.view, one.value), note) for one, note in zip(taken, notes, strict=True)
    )
    return Sheet(bids=bids, orders=tuple(orders), standing=tuple(standing)), understood


def _refused(desk: Resolver, one: LookedUp, refusal: advice.Refusal | None) -> Problem:
    assert refusal is not None
    assert isinstance(one.value, Item)
    about = one.value.stand if isinstance(one.value, StandOrders) else ""
    offers = tuple(f"{about} {order}" for order in refusal.instead) if about else ()
    fault = Fault("not allowed", refusal.why, rules=refusal.rules, about=about, offers=offers)
    return _problem(desk, one.line, fault, of=subject_text(desk.view, one.value))


# --- what is wrong with a line ------------------------------------------------------------------------------------


def _problem(desk: Resolver, line: OrderLine, fault: Fault, of: str = "") -> Problem:
    def would_read(text: str, whole: bool) -> str:
        return _would_read(desk, OrderLine(line.number, line.quote, desk.spelled(clean(text))), sure=whole)

    return problem_of(line, fault, suggested(line.text, fault, would_read), of)


def _would_read(desk: Resolver, line: OrderLine, *, sure: bool) -> str:
    """The canonical text of a line that is taken whole; '' for any other.  sure: and would work as written."""
    if control(line.text) is not None:
        return line.text
    try:
        taken = _take(desk, line)
    except Fault:
        return ""
    came = [_judged(desk, one) for one in taken]
    if any(one.refusal is not None or (sure and not one.sure) for one in came):
        return ""
    return _canonical(desk.view, taken[0].value) if len(taken) == 1 else desk.shown(line.text)


def write(view: Battle, answer: Answer | None) -> str:
    """An answer as canonical text, one order a line."""
    return "" if answer is None else answer_text(view, answer)


# --- form and words -----------------------------------------------------------------------------------------------


def _missing(desk: Resolver, sheet: Sheet) -> tuple[FormLine, ...]:
    """The stands that have no order in a sheet, and what acts for them: its standing orders too."""
    named = {key for item in sheet.orders for key in keys_of(item)}
    if sheet.standing:
        had = last_sheet(desk.view)
        told = replace(had, standing=(*had.standing, *sheet.standing))
        desk = Resolver(replace(desk.view, sheets={desk.seat: told}), desk.side, desk.seat, desk.group)
    return tuple(_idle_line(desk.view, stand) for stand in desk.mine if stand not in named)


def _idle_line(view: Battle, stand: StandId) -> FormLine:
    """What acts for a stand without an order: the same whatever a text says of others."""
    return kept(view, ("idle line", stand), lambda: _idle(view, stand))


def _idle(view: Battle, stand: StandId) -> FormLine:
    actions, why = advice.idle(view, stand)
    order = StandOrders(stand=stand, actions=actions)
    note = "; ".join(part for part in (why, advice.judge(view, order).note) if part)
    return FormLine(stand, order_text(view, order), note, settled=bool(why))


def form(view: Battle, ask: Ask[Any]) -> tuple[FormLine, ...]:
    """The order form of an ask, filled with what acts if nothing is sent."""
    desk = _desk(view, ask)
    if isinstance(ask, AskSetUp):
        return scenario_lines(desk, desk.mine)
    if not isinstance(ask, AskOrders):
        return (default_line(view, ask),)
    rows = [_idle_line(view, stand) for stand in desk.mine]
    if ask.group is None and desk.bids:
        bids = last_sheet(view).bids or tuple(dict.fromkeys(desk.groups.values()))
        rows.insert(0, FormLine(SIDE, bid_text(view, bids)))
    return tuple(rows)


# --- mail's safety ------------------------------------------------------------------------------------------------


def looks_like_order(line: str, groups: Sequence[str] = ()) -> bool:
    """Whether any seat of any game might read this line as an order, an answer, a control, or as the line that orders
    for a turn to come begin with.  Lines with a bar: never.

    Text that we send must hold no such line.  groups: names of groups, which alone on a line answer "which group?".
    """
    text = "" if barred(line) else plain(clean(line))
    if not text:
        return False
    if control(text) is not None or turn_named(text) is not None:
        return True
    if any(not isinstance(heard(one, "order"), Unreadable) for one in (text, other_words(text, {}))):
        return True
    said = heard(text, "answer")
    if isinstance(said, GroupNamed):
        return text.startswith("group ") or folded(said.name) in [folded(name) for name in groups]
    return not isinstance(said, Unreadable)
