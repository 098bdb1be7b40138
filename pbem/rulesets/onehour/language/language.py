"""The order language of the one-hour rules: text -> orders as understood, with every problem; and the form for them.

What a line says is in ``transformer``, what it names in ``resolving``, what it comes to in figures in ``planning``,
whether it would be carried out in ``judging``, why it cannot be read in ``diagnostics``, canonical text in ``writing``.
"""

import re
from typing import Any, NamedTuple

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.ids import StandId
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault
from pbem.engine.language.lines import OrderLine, barred, clean, control, lines, turn_named
from pbem.engine.language.reader import GatheredLines, Wrapping, gathered, joined, problem_of, suggested
from pbem.engine.language.spellings import other_words, plain
from pbem.engine.language.transformer import Unfit
from pbem.engine.orders import Problem, Reading, Understood
from pbem.engine.reporting import FormLine
from pbem.engine.table.words.tidying import tidied
from pbem.rulesets.onehour.asks import Answers, AskArmy, AskOrders, AskSetup
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.commands import (
    ArmyChoice,
    Placed,
    SetUp,
    Sheet,
    Standing,
)
from pbem.rulesets.onehour.language import parsed
from pbem.rulesets.onehour.language.asking import describe
from pbem.rulesets.onehour.language.decisions import meaning
from pbem.rulesets.onehour.language.diagnostics import about_of, seems_order, unreadable
from pbem.rulesets.onehour.language.idling import desk_of, idle_line
from pbem.rulesets.onehour.language.judging import Wanted, judged
from pbem.rulesets.onehour.language.overlaying import last_sheet, overlay
from pbem.rulesets.onehour.language.resolving import WORDS, Resolver
from pbem.rulesets.onehour.language.setting import army_fault, set_up_taken
from pbem.rulesets.onehour.language.settling import contradiction, settled, settled_standing
from pbem.rulesets.onehour.language.standings import standing
from pbem.rulesets.onehour.language.transformer import heard
from pbem.rulesets.onehour.standing.standing import laid_over
from pbem.rulesets.onehour.writing.verbs import VERBS
from pbem.rulesets.onehour.writing.writing import (
    AS_SAMPLE,
    STANDING,
    answer_text,
    army_text,
    orders_text,
    placed_text,
    sheet_text,
    standing_text,
)

__all__ = ["VERBS", "describe", "form", "looks_like_order", "overlay", "read", "write"]


class Lasting(NamedTuple):
    """A standing order as a line gives it."""

    line: OrderLine
    order: Standing


class Other(NamedTuple):
    """A line of another ask than orders: of set-up or army."""

    line: OrderLine
    said: parsed.Said


Entry = Wanted | Lasting | Other
Found = GatheredLines[Entry]


def read(view: Battle, ask: Ask[Any], text: str, before: Answers | None = None) -> Reading:
    """A text as the answer to an ask.  Never raises for anything a text may hold.

    The answer is what this text alone says: ``overlay`` puts it on what stood before.  before: that; the text's orders
    are judged in the turn, and on the ground, in which they will be carried out among those.
    """
    desk = desk_of(view, ask)
    found = gathered(
        joined(lines(text), Wrapping(_GOES_ON, lambda one: not isinstance(heard(desk.text(one)), Unreadable))),
        lambda line: _take(desk, ask, line),
        lambda line, fault: not seems_order(desk, desk.text(line.text)),
        lambda line, fault: _problem(desk, ask, line, fault),
    )
    match ask:
        case AskSetup():
            return _read_setup(desk, ask, found)
        case AskArmy():
            return _read_army(found)
        case _:
            return _read_orders(desk, found, before if isinstance(before, Sheet) else None)


# --- line by line -------------------------------------------------------------------------------------------------

_GOES_ON = re.compile(r"[,;]|(?:then|else|and|or)\b")


def _take(desk: Resolver, ask: Ask[Any], line: OrderLine) -> list[Entry]:
    """What a line says, looked up.  Raises Fault when nothing of it can be taken."""
    text = desk.text(line.text)
    match heard(text):
        case Unreadable() as stop:
            raise unreadable(desk, text, stop)
        case Unfit(reason=reason, fixes=fixes, kind=kind):
            raise Fault(kind, reason, fixes=fixes, about=about_of(desk, text))
        case parsed.Standing() as order:
            _wants_orders(ask)
            return [Lasting(line, one) for one in standing(desk, order)]
        case parsed.ForUnits(who=who, steps=steps) if isinstance(ask, AskOrders):
            return [Wanted(line, unit, steps, 0, bool(who.codes)) for unit in desk.who(who)]
        case other:
            _fits(ask, other)
            return [Other(line, other)]


def _wanted(found: Found) -> list[Wanted]:
    """Orders of units, each with its place among them all."""
    some = [one for one in found.taken if isinstance(one, Wanted)]
    return [msgspec.structs.replace(one, place=place) for place, one in enumerate(some)]


def _lasting(found: Found) -> list[tuple[OrderLine, Standing]]:
    return [(one.line, one.order) for one in found.taken if isinstance(one, Lasting)]


def _other(found: Found) -> list[tuple[OrderLine, parsed.Said]]:
    return [(one.line, one.said) for one in found.taken if isinstance(one, Other)]


def _wants_orders(ask: Ask[Any]) -> None:
    if not isinstance(ask, AskOrders):
        raise Fault("not allowed", "standing orders can be given from the first turn on")


def _fits(ask: Ask[Any], line: parsed.Said) -> None:
    """Raises Fault for a line that answers another question than the one that is asked."""
    if isinstance(line, parsed.ArmyRow) and not isinstance(ask, AskArmy):
        raise Fault("not allowed", "no army is drawn now")
    if isinstance(line, parsed.AsSample) and not isinstance(ask, AskSetup):
        raise Fault("not allowed", "units are set up before the first turn only")
    if isinstance(line, parsed.ForUnits) and isinstance(ask, AskArmy):
        raise Fault("not allowed", "your army is drawn first; its units are ordered afterwards")


# --- orders of a turn ---------------------------------------------------------------------------------------------


def _read_orders(desk: Resolver, found: Found, before: Sheet | None) -> Reading:
    wanted, contradicted = settled(_wanted(found))
    found.problems += [contradiction(one, some) for one, some in contradicted]
    orders, twice = settled_standing(_lasting(found))
    found.problems += twice
    base = before or last_sheet(desk.view)
    will_stand = laid_over(base.standing, tuple(order for _, order in orders))
    came = judged(desk, wanted, will_stand, base.orders)
    found.problems += [_problem_of(desk, one, fault) for one, fault in came.refused]
    sheet = Sheet(
        orders=tuple(order for one in came.taken for order in one.orders), standing=tuple(one for _, one in orders)
    )
    understood = [
        Understood(one.wanted.line.number, one.wanted.unit, orders_text(one.orders), one.note) for one in came.taken
    ]
    understood += [Understood(line.number, STANDING, standing_text(one), meaning(one)) for line, one in orders]
    ordered = [one.unit for one in sheet.orders]
    missing = [idle_line(desk, came.after, unit, will_stand) for unit in desk.ordered if unit not in ordered]
    answer = sheet if sheet != Sheet() else None
    return found.reading(answer, sorted(understood, key=lambda one: one.line), missing, sheet_text(sheet))


# --- before the first turn ----------------------------------------------------------------------------------------


def _read_setup(desk: Resolver, ask: AskSetup, found: Found) -> Reading:
    places, refused, sample = set_up_taken(desk, _other(found))
    found.problems += [_problem(desk, ask, line, fault) for line, fault in refused]
    answer = SetUp(places=tuple(one for _, one in places)) if places or sample else None
    understood = [Understood(line.number, one.unit, placed_text(one)) for line, one in places]
    if sample:
        verb, _, what = AS_SAMPLE.partition(" ")
        line = next(line for line, one in _other(found) if isinstance(one, parsed.AsSample))
        understood.append(Understood(line.number, verb, what))
    named = [one.unit for _, one in places]
    missing = [] if sample else [_sample_line(desk, unit) for unit in desk.ordered if unit not in named]
    return found.reading(answer, understood, missing, answer_text(answer) if answer is not None else "")


def _sample_line(desk: Resolver, unit: StandId) -> FormLine:
    return FormLine(
        unit, placed_text(Placed(unit, desk.view.units[unit].pose)), "as the scenario shows it", settled=True
    )


def _read_army(found: Found) -> Reading:
    rows = [(line, ArmyChoice(one.row)) for line, one in _other(found) if isinstance(one, parsed.ArmyRow)]
    if len({choice for _, choice in rows}) > 1:
        found.problems.append(army_fault(rows))
        rows = []
    answer = rows[0][1] if rows else None
    understood = [Understood(rows[0][0].number, "army", army_text(rows[0][1]).removeprefix("army "))] if rows else []
    missing = [] if rows else [FormLine("army", "roll", "default")]
    return found.reading(answer, understood, missing, answer_text(answer) if answer is not None else "")


# --- what is wrong with a line ------------------------------------------------------------------------------------


def _problem_of(desk: Resolver, one: Wanted, fault: Fault) -> Problem:
    """Why one unit's orders are not taken: others of its line may be."""
    ask = AskOrders(seat=desk.seat, default=Sheet(), turn=desk.view.turn, side=desk.side)
    fault.about = fault.about or one.unit
    line = one.line
    if fault.fixes and len(desk.who(_who(desk, line))) > 1:
        start = re.compile(r"^.*?(?= )")
        line = OrderLine(line.number, line.quote, start.sub(one.unit.casefold(), line.text, count=1))
    return _problem(desk, ask, line, fault)


def _who(desk: Resolver, line: OrderLine) -> parsed.Who:
    told = heard(desk.text(line.text))
    return told.who if isinstance(told, parsed.ForUnits) else parsed.Who()


def _problem(desk: Resolver, ask: Ask[Any], line: OrderLine, fault: Fault) -> Problem:
    as_written = fault.kind == "ambiguous"
    tried = suggested(
        desk.text(line.text), fault, lambda one, whole: _would_read(desk, ask, one, as_written=as_written)
    )
    return problem_of(line, fault, tried)


def _would_read(desk: Resolver, ask: Ask[Any], tried: str, *, as_written: bool) -> str:
    """A line as it can be written, if all of it would be taken; '' for any other.

    as_written: in its own words, by which two meanings are told apart, and not in the figures it comes to.
    """
    shown = desk.shown(tried)
    if control(clean(shown)) is not None:
        return shown
    reading = _plain_reading(desk, ask, shown)
    if reading is None or reading.answer is None:
        return ""
    told = {f"{one.code} {one.order}" for one in reading.understood}
    return next(iter(told)) if len(told) == 1 and not as_written else shown


def _plain_reading(desk: Resolver, ask: Ask[Any], text: str) -> Reading | None:
    """The reading of one line in which nothing is wrong; None for any other.  It makes no offers of its own."""
    found = Found()
    try:
        for line in lines(text):
            found.taken += _take(desk, ask, line)
    except Fault:
        return None
    if isinstance(ask, AskSetup):
        places, refused, sample = set_up_taken(desk, _other(found))
        ok = not refused and bool(places or sample)
        understood = [Understood(line.number, one.unit, placed_text(one)) for line, one in places]
        return found.reading(SetUp(places=tuple(one for _, one in places)), understood, (), "") if ok else None
    if isinstance(ask, AskArmy):
        return _read_army(found)
    orders, lasting = _wanted(found), _lasting(found)
    came = judged(desk, orders, ())
    if came.refused or not (came.taken or lasting):
        return None
    sheet = Sheet(orders=tuple(order for one in came.taken for order in one.orders))
    understood = [Understood(1, one.wanted.unit, orders_text(one.orders)) for one in came.taken]
    understood += [Understood(1, STANDING, standing_text(one)) for _, one in lasting]
    return found.reading(sheet, understood, (), "")


def write(view: Battle, answer: Answers | None) -> str:
    """An answer as canonical text, one order a line."""
    return "" if answer is None else answer_text(answer)


# --- form ---------------------------------------------------------------------------------------------------------


def form(view: Battle, ask: Ask[Any]) -> tuple[FormLine, ...]:
    """The order form of an ask, filled with what acts if nothing is sent."""
    desk = desk_of(view, ask)
    match ask:
        case AskSetup():
            return tuple(_sample_line(desk, unit) for unit in desk.ordered)
        case AskArmy():
            return (FormLine("army", "roll", "default"),)
        case _:
            orders = last_sheet(view).standing
            after = judged(desk, (), orders).after
            return tuple(idle_line(desk, after, unit, orders) for unit in desk.ordered)


# --- mail's safety ------------------------------------------------------------------------------------------------


def looks_like_order(line: str) -> bool:
    """Whether any seat of any game might read this line as an order, an answer, a control, or as the line that orders
    for a turn to come begin with.  Lines with a bar: never.

    Text that we send must hold no such line.
    """
    text = "" if barred(line) else clean(line)
    if not text:
        return False
    if control(text) is not None or turn_named(text) is not None:
        return True
    tries = [tidied(plain(text)), tidied(other_words(plain(text), {}))]
    read_as = (one for text in tries for one in (WORDS.marked(text, {}, {}, {}), WORDS.any_names(text)))
    return any(not isinstance(heard(tried), Unreadable) for tried in read_as)
