"""The Snaphance order language (DESIGN 5): text -> orders as understood, with every problem; and the form to write them in.

What a line means is in ``verbs``, whom and what it names in ``resolving``, canonical text in ``writing``, what the rules say
to it and what it promises in ``advice``.
"""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.grammar import Unreadable
from pbem.engine.ids import GroupId, Side, StandId
from pbem.engine.lines import Line, barred, clean, control, lines
from pbem.engine.orders import CONTROLS, Control, Problem, Reading, Understood
from pbem.engine.spelling import nearest, slip
from pbem.engine.telling import FormLine
from pbem.rulesets.snaphance import advice
from pbem.rulesets.snaphance.asking import describe
from pbem.rulesets.snaphance.asks import (
    AskChange,
    AskGroup,
    AskMelee,
    AskOrders,
    AskStand,
    AskWay,
    AskYesNo,
    Change,
    GroupChoice,
    MeleeChoice,
    StandChoice,
    Way,
    YesNo,
)
from pbem.rulesets.snaphance.battle import Battle, side_of_seat
from pbem.rulesets.snaphance.commands import CommanderOrders, GroupMove, Item, Sheet, StandingOrder, StandOrders
from pbem.rulesets.snaphance.resolving import Desk, Fault
from pbem.rulesets.snaphance.verbs import (
    ALSO,
    VERBS,
    Bid,
    ForLeader,
    ForStands,
    Group,
    Reply,
    Said,
    Standing,
    Start,
    Together,
    Unfit,
    grammar,
    understand,
)
from pbem.rulesets.snaphance.wording import listed
from pbem.rulesets.snaphance.writing import (
    SIDE,
    STANDING,
    Answer,
    answer_text,
    bid_text,
    folded,
    order_text,
    sheet_text,
    standing_text,
    subject_text,
    way_text,
)

__all__ = ["VERBS", "describe", "form", "looks_like_order", "order_text", "overlay", "read", "sheet_text", "write"]

ACTIONS = tuple(v.word for v in VERBS.verbs if v.kind == "action" and " " not in v.word)
LEADERS = tuple(v.word for v in VERBS.verbs if v.kind == "leader")
MOST_OFFERS = 3


class Taken(msgspec.Struct, frozen=True):
    """Something a line says, looked up.  rank: how particular: 2 for one stand, 1 for a group, 0 for all.

    keys: what it settles; two of equal rank that settle the same thing differently contradict one another.  place: among
    all that the text says.
    """

    line: Line
    rank: int
    keys: tuple[str, ...]
    value: Item | StandingOrder | tuple[GroupId, ...]
    place: int = 0


# --- reading ------------------------------------------------------------------------------------------------------


def read(view: Battle, ask: Ask[Any], text: str) -> Reading:
    """A text as the answer to an ask.  Never raises for anything a text may hold.

    The answer is what this text alone says: ``overlay`` puts it on what stood before.
    """
    if isinstance(ask, AskOrders):
        return _read_orders(_desk(view, ask), text)
    return _read_answer(_desk(view, ask), ask, text)


def _desk(view: Battle, ask: Ask[Any]) -> Desk:
    side = side_of_seat(view, ask.seat)
    return Desk(view, side if side is not None else Side(""), ask.group if isinstance(ask, AskOrders) else None)


def _read_orders(desk: Desk, text: str) -> Reading:
    taken: list[Taken] = []
    problems: list[Problem] = []
    stray: list[Line] = []
    controls: list[tuple[Line, Control]] = []
    tried: list[int] = []
    for line in _joined(list(lines(text))):
        word = control(line.text)
        if word is not None:
            controls.append((line, word))
            tried.append(line.number)
            continue
        try:
            taken += _take(desk, line)
        except Fault as fault:
            if fault is _PROSE or not _seems_order(desk, line.text):
                stray.append(line)
                continue
            problems.append(_problem(desk, line, fault))
        tried.append(line.number)
    taken, notes, more = _allowed(desk, [replace(one, place=place) for place, one in enumerate(taken)])
    problems += more
    sheet, understood = _sheet(desk, taken, notes)
    said, more = _controls(controls, bool(taken))
    problems += more
    first, last = (min(tried), max(tried)) if tried else (0, 0)
    problems += [_problem(desk, line, _unread(line)) for line in stray if first < line.number < last]
    return Reading(
        answer=sheet if sheet != Sheet() else None,
        understood=understood,
        problems=tuple(sorted(problems, key=lambda problem: problem.line)),
        missing=_missing(desk, sheet),
        unread=tuple((line.number, line.quote) for line in stray if not first < line.number < last),
        controls=said,
        text=sheet_text(desk.view, sheet),
    )


_PROSE = Fault("not readable", "prose")


def _understood(text: str, start: Start) -> Said | Unreadable | Unfit:
    try:
        return understand(text, start)
    except Unfit as unfit:
        return unfit


def _joined(found: list[Line]) -> list[Line]:
    """Lines that a mail program has wrapped, put together again.

    A line is joined to the one before when together they read, and it goes on in the middle of an order, or the one before
    cannot be read alone.  A march broken off between two hexes is never taken for a whole one.
    """
    out: list[Line] = []
    for line in found:
        if out and (joined := _join(out[-1], line)) is not None:
            out[-1] = joined
        else:
            out.append(line)
    return out


_GOES_ON = re.compile(r"[,;]|(?:then|else|and)\b|[0-9]{4}(?!\w)")
_BROKEN_MARCH = re.compile(r"[0-9]{4},?")


def _join(before: Line, line: Line) -> Line | None:
    goes_on = _GOES_ON.match(line.text) is not None
    if control(line.text) is not None or (not goes_on and not isinstance(_understood(before.text, "order"), Unreadable)):
        return None
    quote = f"{before.quote} {line.quote}"
    for text in (clean(quote), f"{before.text} {line.text}"):
        if not isinstance(_understood(text, "order"), Unreadable):
            return Line(before.number, quote, text)
    if goes_on and _BROKEN_MARCH.fullmatch(before.text.split()[-1]) and not isinstance(_understood(before.text, "order"), Unreadable):
        return Line(before.number, quote, f"{before.text} {line.text}")
    return None


def _take(desk: Desk, line: Line) -> list[Taken]:
    """What a line says, looked up.  Raises Fault when nothing of it can be taken."""
    said = _understood(line.text, "order")
    match said:
        case Unreadable():
            raise _unreadable(desk, line.text, said)
        case Unfit():
            raise Fault("not readable", said.reason, fixes=said.fixes, about=_about(desk, line.text))
        case ForStands(who=who, acts=acts):
            rank = 2 if who.codes else 1 if who.group else 0
            stands = desk.who(who)
            try:
                resolved = desk.acts(acts)
            except Fault as fault:
                fault.about = stands[0] if len(stands) == 1 else ""
                raise
            return [Taken(line, rank, (s,), StandOrders(stand=s, actions=resolved)) for s in stands]
        case Together():
            move = desk.together(said)
            return [Taken(line, 2, move.stands, move)]
        case ForLeader():
            general = desk.general(said)
            return [Taken(line, 2, (general.commander,), general)]
        case Bid(names=names):
            if desk.group is not None:
                raise Fault("not allowed", "no group is to be declared now")
            return [Taken(line, 2, (SIDE,), tuple(dict.fromkeys(desk.find_group(name) for name in names)))]
        case Standing():
            return [Taken(line, 2, (_standing_key(order),), order) for order in _standing(desk, said)]
        case _:
            raise _PROSE


def _standing_key(order: StandingOrder) -> str:
    return f"{STANDING} {order.stand or order.group or 'all'} {order.decision}"


def _standing(desk: Desk, said: Standing) -> list[StandingOrder]:
    """Standing orders as said, for each stand named, the group, or all."""
    words = list(said.words)
    group: GroupId | None = None
    stands: tuple[StandId, ...] = ()
    if said.who.group:
        quoted = folded(said.who.group)
        if quoted in desk.groups:
            group = desk.groups[quoted]
        else:
            lengths = [n for n in range(len(words), 0, -1) if folded(" ".join(words[:n])) in desk.groups]
            if not lengths:
                desk.find_group(words[0] if said.who.group == "..." else said.who.group)
            group = desk.groups[folded(" ".join(words[: lengths[0]]))]
            words = words[lengths[0] :]
    elif said.who.codes:
        stands = tuple(dict.fromkeys(desk.own(code) for code in said.who.codes))
    decision, value = advice.decision(words)
    if stands:
        return [StandingOrder(decision=decision, value=value, stand=stand) for stand in stands]
    return [StandingOrder(decision=decision, value=value, group=group)]


def _settled(desk: Desk, taken: list[Taken]) -> tuple[list[Taken], list[Problem]]:
    """What stands when several lines settle the same thing: the more particular; of two equal ones that differ, neither."""
    by_key: dict[str, list[Taken]] = {}
    for one in taken:
        for key in one.keys:
            by_key.setdefault(key, []).append(one)
    beaten: list[Taken] = []
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


def _two_orders(desk: Desk, key: str, some: list[Taken]) -> Problem:
    told = [(one.line.number, _canonical(desk.view, one.value)) for one in some]
    stands = [stand for one in some if isinstance(one.value, GroupMove) for stand in one.value.stands if stand != key]
    about = f"{key} and, of the group move, {listed(sorted(set(stands)))}" if stands else key
    return Problem(
        line=some[-1].line.number,
        quote=some[-1].line.quote,
        kind="two orders",
        reason="; ".join(f"line {number} says {text}" for number, text in told) + "; only one can be carried out",
        about=key,
        consequence=f"Neither is taken, and nothing is recorded for {about} from these lines.",
        suggestions=tuple(dict.fromkeys(text for _, text in told))[:MOST_OFFERS],
    )


def _canonical(view: Battle, value: Item | StandingOrder | tuple[GroupId, ...]) -> str:
    code, order = _words(view, value)
    return f"{code} {order}"


def _words(view: Battle, value: Item | StandingOrder | tuple[GroupId, ...]) -> tuple[str, str]:
    match value:
        case StandingOrder():
            return STANDING, standing_text(view, value)
        case tuple():
            return SIDE, bid_text(view, value)
        case _:
            return subject_text(view, value), order_text(view, value)


def _allowed(desk: Desk, taken: list[Taken]) -> tuple[list[Taken], list[str], list[Problem]]:
    """What stands of all that was said, a remark on each, and what is contradicted or refused by the rules.

    Where a stand's own line is refused, the line of its group or of all acts for it.
    """
    judged: dict[int, advice.Judgement] = {}
    refused: list[Problem] = []
    while True:
        best, contradicted = _settled(desk, taken)
        for one in best:
            if one.place not in judged:
                judged[one.place] = _judged(desk, one)
        bad = [one for one in best if judged[one.place].refusal is not None]
        if not bad:
            return best, [judged[one.place].note for one in best], [*contradicted, *refused]
        refused += [_refused(desk, one, judged[one.place].refusal) for one in bad]
        taken = [one for one in taken if one not in bad]


def _judged(desk: Desk, one: Taken) -> advice.Judgement:
    value = one.value
    if isinstance(value, StandOrders | GroupMove | CommanderOrders):
        return advice.judge(desk.view, value)
    return advice.Judgement(None, advice.meaning(value) if isinstance(value, StandingOrder) else "")


def _sheet(desk: Desk, taken: list[Taken], notes: list[str]) -> tuple[Sheet, tuple[Understood, ...]]:
    """What was taken as a sheet, and line by line."""
    bids: tuple[GroupId, ...] = ()
    orders: list[Item] = []
    standing: list[StandingOrder] = []
    for one in taken:
        if isinstance(one.value, StandOrders | GroupMove | CommanderOrders):
            orders.append(one.value)
        elif isinstance(one.value, StandingOrder):
            standing.append(one.value)
        else:
            bids = one.value
    understood = tuple(
        Understood(one.line.number, *_words(desk.view, one.value), note) for one, note in zip(taken, notes, strict=True)
    )
    return Sheet(bids=bids, orders=tuple(orders), standing=tuple(standing)), understood


def _refused(desk: Desk, one: Taken, refusal: advice.Refusal | None) -> Problem:
    assert refusal is not None
    assert isinstance(one.value, StandOrders | GroupMove | CommanderOrders)
    about = one.value.stand if isinstance(one.value, StandOrders) else ""
    offers = tuple(f"{about} {order}" for order in refusal.instead) if about else ()
    fault = Fault("not allowed", refusal.why, rules=refusal.rules, about=about, offers=offers)
    return _problem(desk, one.line, fault, of=subject_text(desk.view, one.value))


def _controls(found: list[tuple[Line, Control]], orders: bool) -> tuple[tuple[Control, ...], list[Problem]]:
    """The controls of a text; of two that contradict one another neither."""
    words = tuple(dict.fromkeys(word for _, word in found))
    problems: list[Problem] = []
    if "ready" in words and "not ready" in words:
        line = found[-1][0]
        problems.append(
            Problem(
                line=line.number, quote=line.quote, kind="two orders", reason='one line says "ready", another "not ready"',
                consequence="Neither is taken.", suggestions=("ready", "not ready"),
            )
        )  # fmt: skip
        words = tuple(word for word in words if word not in ("ready", "not ready"))
    if "withdraw" in words and orders:
        line = next(line for line, word in found if word == "withdraw")
        problems.append(
            Problem(
                line=line.number, quote=line.quote, kind="ambiguous",
                reason="this line takes all orders back, and other lines give orders",
                consequence="The orders are taken; nothing is withdrawn. To take back all, send this one word alone.",
            )
        )  # fmt: skip
        words = tuple(word for word in words if word != "withdraw")
    return words, problems


# --- what is wrong with a line ------------------------------------------------------------------------------------


def _problem(desk: Desk, line: Line, fault: Fault, of: str = "") -> Problem:
    offers = _offers(desk, line, fault)
    about = fault.about or of
    return Problem(
        line=line.number,
        quote=line.quote,
        kind=fault.kind,
        reason=fault.reason,
        about=fault.about,
        rules=fault.rules,
        consequence=f"Nothing is recorded{f' for {about}' if about else ''} from this line.",
        suggestions=offers,
    )


def _offers(desk: Desk, line: Line, fault: Fault) -> tuple[str, ...]:
    """Lines that would be taken in place of a bad one: each is tried before it is offered."""
    tries = list(fault.offers)
    tries += [_instead(line.text, written, better) for written, better in fault.fixes]
    good: list[str] = []
    for text in tries:
        found = _would_read(desk, Line(line.number, line.quote, clean(text)))
        if found and found not in good:
            good.append(found)
    return tuple(good[:MOST_OFFERS])


def _instead(text: str, written: str, better: str) -> str:
    """A line with one of its words replaced."""
    return re.sub(rf"(?<!\w){re.escape(written.casefold())}(?!\w)", lambda _: better, text, count=1)


def _would_read(desk: Desk, line: Line) -> str:
    """The canonical text of a line that is taken whole; '' for any other."""
    if control(line.text) is not None:
        return line.text
    try:
        taken = _take(desk, line)
    except Fault:
        return ""
    if any(_judged(desk, one).refusal is not None for one in taken):
        return ""
    return _canonical(desk.view, taken[0].value) if len(taken) == 1 else line.text


def _about(desk: Desk, text: str) -> str:
    """The own stand a line begins with, if it begins with one."""
    return desk.codes.get(text.split(maxsplit=1)[0].rstrip(":,"), "")


def _unread(line: Line) -> Fault:
    return Fault("not readable", "this line stands between orders, but it is none")


def _unreadable(desk: Desk, text: str, stop: Unreadable) -> Fault:
    """Why a line cannot be read, in plain words, and what it may have been meant to be."""
    about = _about(desk, text)
    word = text[stop.at :].split(" ", 1)[0].strip(",;:") if stop.at < len(text) else ""
    verbs = grammar().words(stop.expected)
    things = grammar().things(stop.expected)
    if stop.at == 0 or (not about and "join" in verbs):
        return _bad_start(desk, text, word)
    before = text[: stop.at].rstrip(" ,;:").split(" ")[-1]
    if not word:
        missing = things or tuple(f'"{one}"' for one in verbs if one in ("nearest", "ranks", "order", "melee", "town"))
        what = f': after "{before}" comes {" or ".join(missing)}' if missing else ": an order is missing"
        return Fault("not readable", f"the line is not complete{what}", about=about)
    near = nearest(word, verbs) or (ALSO[word] if ALSO.get(word) in verbs else None)
    if "hold" in verbs:
        reason = f'"{word}" is not an order'
    elif things:
        reason = f'after "{before}" comes {" or ".join(things)}, not "{word}"'
    else:
        reason = f'"{word}" cannot stand after "{before}"; put a comma between two orders'
    if near:
        return Fault("not readable", f'{reason}. Did you mean "{near}"?', about=about, fixes=((word, near),))
    return Fault("not readable", reason, about=about)


_CODE = re.compile(r"[^\W\d_]{1,3}[0-9]{1,3}")
_NEARLY_CODE = re.compile(r"[^\W\d_]\w{0,4}")


def _bad_start(desk: Desk, text: str, word: str) -> Fault:
    """A line that does not begin as any order does."""
    first = text.split(" ", 1)[0].strip(",;:")
    mine = {code.casefold(): code for code in desk.mine}
    if _code_like(first):
        near = nearest(first, mine)
        offers = ((first, near),) if near else ()
        return Fault("not readable", f'there is no stand "{first.upper()}"; your stands are {listed(desk.mine)}', fixes=offers)
    known = nearest(text, CONTROLS)
    if known and len(text.split()) <= 2:
        return Fault("not readable", f'"{text}" is not an order. Did you mean "{known}"?', offers=(known,))
    for stand in desk.mine:
        name = folded(desk.view.stands[stand].name)
        if name and text.startswith(f"{name} "):
            return Fault("not readable", f"stands are called by their map codes: this is {stand}", about=stand, fixes=((name, stand),))
    for name in desk.groups:
        if text.startswith(f"{name} "):
            return Fault("not readable", f'for a group write "group" before its name: group {name}', fixes=((name, f"group {name}"),))
    for name in desk.leaders:
        if text.startswith((f"{name} ", f"the {name} ")):
            near = nearest(word, LEADERS)
            fixes = ((word, near),) if near else ()
            return Fault("not readable", 'a general can "join" a stand, "go" to a hex or "leave" his stand', fixes=fixes)
    if slip(first, ACTIONS) or first in ALSO:
        one = tuple(f"{stand} {text}" for stand in desk.mine) if len(desk.mine) == 1 else ()
        return Fault("not readable", "which stand is to do that? A line begins with its map code, such as S01", offers=one)
    near = nearest(first, ("group", "all", "bid", "standing", "general"))
    return Fault("not readable", f'"{first}" is no stand, and no order begins so', fixes=((first, near),) if near else ())


def _code_like(word: str) -> bool:
    return bool(_CODE.fullmatch(word)) or (any(c.isdigit() for c in word) and _NEARLY_CODE.fullmatch(word) is not None)


def _seems_order(desk: Desk, text: str) -> bool:
    """Whether a line that cannot be taken was meant as an order: its sender must be told.  Other lines are prose."""
    words = [word.strip(",;:") for word in text.split(" ")]
    first, second = words[0], words[1] if len(words) > 1 else ""
    verbs = (*ACTIONS, *ALSO)
    if _code_like(first) or slip(first, ACTIONS) or first == "bid" or (first in ALSO and any(map(_code_like, words))):
        return True
    if len(words) <= 2 and nearest(text, CONTROLS) is not None:
        return True
    if first == "standing":
        return second in ("all", "side", "group") or _code_like(second)
    if slip(first, ("all", "group", "general")):
        return any(slip(word, verbs) or word in LEADERS for word in words[1:])
    if first == "side":
        return second == "bid"
    names = (*desk.groups, *desk.leaders, *(folded(desk.view.stands[stand].name) for stand in desk.mine))
    return any(name and text.removeprefix("the ").startswith(f"{name} ") for name in names) and any(
        slip(word, (*verbs, *LEADERS)) for word in words[1:]
    )


# --- other asks ---------------------------------------------------------------------------------------------------


def _read_answer(desk: Desk, ask: Ask[Any], text: str) -> Reading:
    given: list[tuple[Line, Answer]] = []
    problems: list[Problem] = []
    stray: list[Line] = []
    controls: list[tuple[Line, Control]] = []
    for line in lines(text):
        word = control(line.text)
        if word is not None:
            controls.append((line, word))
            continue
        said = _understood(line.text, "answer")
        if _is_prose(desk, line.text, said):
            stray.append(line)
            continue
        try:
            given.append((line, _answered(desk, ask, said)))
        except Fault as fault:
            problems.append(_answer_problem(line, fault))
    if any(answer != given[0][1] for _, answer in given):
        line = given[-1][0]
        reason = "; ".join(f"line {one.number} says {answer_text(desk.view, answer)}" for one, answer in given)
        problems.append(_answer_problem(line, Fault("two orders", reason)))
        given = []
    words, more = _controls(controls, bool(given))
    text = answer_text(desk.view, given[0][1]) if given else ""
    return Reading(
        answer=given[0][1] if given else None,
        understood=tuple(Understood(line.number, _asked_stand(ask), text) for line, _ in given[:1]),
        problems=(*problems, *more),
        missing=() if given else form(desk.view, ask),
        unread=tuple((line.number, line.quote) for line in stray),
        controls=words,
        text=text,
    )


def _answer_problem(line: Line, fault: Fault) -> Problem:
    return Problem(
        line=line.number, quote=line.quote, kind=fault.kind, reason=fault.reason, about=fault.about, rules=fault.rules,
        consequence="No answer is recorded from this line.",
    )  # fmt: skip


def _is_prose(desk: Desk, text: str, said: Said | Unreadable | Unfit) -> bool:
    """Whether a line was never meant as an answer: words that name no group, or that nobody can read."""
    if isinstance(said, Group):
        return folded(said.name) not in desk.groups and not text.startswith("group ")
    if not isinstance(said, Unreadable):
        return False
    return not _seems_order(desk, text) and not slip(text.split(" ", 1)[0], ("yes", "none", "stay", "evade"))


def _asked_stand(ask: Ask[Any]) -> str:
    return getattr(ask, "stand", "")


def _answered(desk: Desk, ask: Ask[Any], said: Said | Unreadable | Unfit) -> Answer:
    """A reply as the answer to this ask.  Raises Fault when it answers something else, or is not one of those offered."""
    if isinstance(said, Unreadable | Unfit):
        why = said.reason if isinstance(said, Unfit) else "this is no answer to what is asked now"
        raise Fault("not readable", f"{why}; {_wanted(desk.view, ask)}")
    if isinstance(said, Reply):
        _to_the_point(desk, ask, said)
    answer = _as_answer(desk, ask, said)
    if answer is None:
        raise Fault("not readable", f"this is no answer to what is asked now; {_wanted(desk.view, ask)}")
    refusal = ask.refusal(answer)
    if refusal:
        raise Fault("not allowed", f"{refusal}; {_wanted(desk.view, ask)}", about=_asked_stand(ask))
    return answer


def _to_the_point(desk: Desk, ask: Ask[Any], said: Reply) -> None:
    asked, matter = _asked_stand(ask), str(getattr(ask, "matter", "")).replace("_", " ")
    if said.code and asked and said.code.casefold() != asked.casefold():
        raise Fault("not allowed", f"{said.code} is not asked anything now; {_wanted(desk.view, ask)}")
    if said.matter and matter and said.matter != matter:
        raise Fault("not allowed", f'nothing is asked about "{said.matter}" now; {_wanted(desk.view, ask)}')


def _as_answer(desk: Desk, ask: Ask[Any], said: Said) -> Answer | None:
    value = said.value if isinstance(said, Reply) else None
    match ask:
        case AskYesNo() if isinstance(value, bool):
            return YesNo(yes=value)
        case AskWay() if isinstance(value, tuple):
            return Way(path=value)
        case AskStand() if isinstance(said, Reply) and (value is None or isinstance(value, str)):
            return StandChoice(stand=None if value is None else desk.codes.get(value.casefold(), StandId(value)))
        case AskGroup() if isinstance(said, Group):
            return GroupChoice(group=desk.find_group(said.name))
        case AskMelee() if isinstance(value, str):
            return _melee(desk, ask, value)
        case AskChange() if isinstance(value, int) and not isinstance(value, bool):
            return Change(by=value)
        case _:
            return None


def _melee(desk: Desk, ask: AskMelee, code: str) -> MeleeChoice | None:
    for melee in ask.options:
        fought = desk.view.melees.get(melee)
        if melee.casefold() == code.casefold():
            return MeleeChoice(melee=melee)
        if fought is not None and code.casefold() in [stand.casefold() for stand in fought.stands.values()]:
            return MeleeChoice(melee=melee)
    return None


def _wanted(view: Battle, ask: Ask[Any]) -> str:
    """How to answer an ask, as half a sentence."""
    match ask:
        case AskYesNo():
            return 'answer "yes" or "no"'
        case AskWay(options=options):
            return f"answer with one of these ways: {' or '.join(way_text(path) for path in options)}"
        case AskStand(options=options):
            return f"answer with one of {listed(options)}"
        case AskGroup(options=options):
            return f"answer with one of these groups: {listed([answer_text(view, GroupChoice(group=g)) for g in options])}"
        case AskMelee(options=options):
            return f"answer with one of {listed([answer_text(view, MeleeChoice(melee=m)) for m in options if m in view.melees])}"
        case _:
            return "answer with -1, 0 or +1"


# --- what stands --------------------------------------------------------------------------------------------------


def overlay(view: Battle, before: Answer | None, after: Answer | None) -> Answer | None:
    """What stands when a newer answer comes: only what it names changes.

    before: what stood in this turn (None: nothing yet; then the standing orders and bids of the last turn).  after: what a
    text alone says (None: nothing).  An order for a stand of a group move breaks that whole move up.
    """
    if before is not None and after is None:
        return before
    if not isinstance(after, Sheet):
        return after
    base = before if isinstance(before, Sheet) else _last_sheet(view)
    return Sheet(
        bids=after.bids or base.bids,
        orders=_items_over(base.orders, after.orders),
        standing=_standing_over(base.standing, after.standing),
    )


def _last_sheet(view: Battle) -> Sheet:
    """The standing orders and bids of the side whose view this is: no other side's sheet is in it."""
    kept = list(view.sheets.values())
    return Sheet(bids=kept[0].bids, standing=kept[0].standing) if len(kept) == 1 else Sheet()


def _keys(item: Item) -> tuple[str, ...]:
    match item:
        case StandOrders(stand=stand):
            return (stand,)
        case GroupMove(stands=stands):
            return stands
        case CommanderOrders(commander=commander):
            return (f"general {commander}",)


def _items_over(before: Sequence[Item], after: Sequence[Item]) -> tuple[Item, ...]:
    """The newer items in the places of those they replace, in their own turn; what is left of them last."""
    named = {key for item in after for key in _keys(item)}
    left = list(after)
    out: list[Item] = []
    for item in before:
        if not any(key in named for key in _keys(item)):
            out.append(item)
        elif left:
            out.append(left.pop(0))
    return (*out, *left)


def _standing_over(before: Sequence[StandingOrder], after: Sequence[StandingOrder]) -> tuple[StandingOrder, ...]:
    found = {_standing_key(order): order for order in before}
    found.update({_standing_key(order): order for order in after})
    return tuple(order for order in found.values() if order.value != advice.DEFAULT)


def write(view: Battle, answer: Answer | None) -> str:
    """An answer as canonical text, one order a line."""
    return "" if answer is None else answer_text(view, answer)


# --- form and words -----------------------------------------------------------------------------------------------


def _missing(desk: Desk, sheet: Sheet) -> tuple[FormLine, ...]:
    """The stands that have no order in a sheet, and what acts for them."""
    named = {key for item in sheet.orders for key in _keys(item)}
    return tuple(_idle_line(desk, stand) for stand in desk.mine if stand not in named)


def _idle_line(desk: Desk, stand: StandId) -> FormLine:
    actions, why = advice.idle(desk.view, stand)
    order = StandOrders(stand=stand, actions=actions)
    note = "; ".join(part for part in (why, advice.judge(desk.view, order).note) if part)
    return FormLine(stand, order_text(desk.view, order), note)


def form(view: Battle, ask: Ask[Any]) -> tuple[FormLine, ...]:
    """The order form of an ask, filled with what acts if nothing is sent."""
    desk = _desk(view, ask)
    if not isinstance(ask, AskOrders):
        return (FormLine(_asked_stand(ask), answer_text(view, ask.default), "what happens if you say nothing"),)
    rows = [_idle_line(desk, stand) for stand in desk.mine]
    if ask.group is None:
        bids = _last_sheet(view).bids or tuple(dict.fromkeys(desk.groups.values()))
        rows.insert(0, FormLine(SIDE, bid_text(view, bids)))
    return tuple(rows)


# --- mail's safety ------------------------------------------------------------------------------------------------


def looks_like_order(line: str, groups: Sequence[str] = ()) -> bool:
    """Whether any seat of any game might read this line as an order, an answer or a control.  Lines with a bar: never.

    Text that we send must hold no such line.  groups: names of groups, which alone on a line answer "which group?".
    """
    text = "" if barred(line) else clean(line)
    if not text:
        return False
    if control(text) is not None:
        return True
    if not isinstance(_understood(text, "order"), Unreadable):
        return True
    said = _understood(text, "answer")
    if isinstance(said, Group):
        return text.startswith("group ") or folded(said.name) in [folded(name) for name in groups]
    return not isinstance(said, Unreadable)
