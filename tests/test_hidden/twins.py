"""Twins of a hidden battle: another battle of which one seat has learned the same, and in which all else is otherwise.

Of the enemy's units some were never in the seat's sight.  In the twin these are gone, or stand elsewhere, or are of
another sort; units are added; the other side gives other orders; and whatever was done by or to those units, and
whatever of it the seat did not learn, never happened.  So entries have other numbers, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.asks import Given
from pbem.engine.chance import Chance
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, Seq, Side, StandId
from pbem.engine.journal import Answered, Happened, Line, story_of
from pbem.engine.play import Waiting, advance
from pbem.engine.ruleset import RuleSet, SeatTurn
from pbem.service.play.tellings import seat_turn
from pbem.service.play.work import Mark

ADDED = StandId("X99")
"""The unit that some twins have besides."""
_ENCODER = msgspec.json.Encoder(order="deterministic")


def encoded(value: Any) -> bytes:
    """Deterministic bytes of anything, numbers as keys included."""
    try:
        return _ENCODER.encode(value)
    except TypeError:
        return _ENCODER.encode(msgspec.to_builtins(value, str_keys=True))


class Leak(AssertionError):
    """What a seat gets differs with what it cannot know."""


class OtherHistory(Exception):
    """No twin: the seat would have learned something else."""


@dataclass(frozen=True, kw_only=True)
class Hider:
    """What twins need of a rule set."""

    rules: RuleSet[Any]
    units: Callable[[Any], Mapping[StandId, Any]]
    """All units of a battle, by true code."""
    otherwise: Callable[[Any, Side, Sequence[StandId], Chance], tuple[Any, frozenset[str]]]
    """The battle as it began, a side, units it has never seen -> the same with other such units; the codes of what
    happens to which never happens."""
    settled: Callable[[Any, StandId, Sequence[Any]], bool] = lambda _battle, _unit, _facts: True
    """A battle as it began, one of its units, all facts -> whether none who was with it went to another, where the seat
    might have seen him."""
    others_orders: Callable[[Any, Any], Any]
    """A battle, the fact of orders taken -> the same with other orders; any other fact as it is."""
    is_hidden: Callable[[Any], bool]
    unseen_altered: Callable[[Any, Side], Any]
    """A battle, a side -> the same with all altered at once that the side cannot know."""
    unnoticed: Any
    """A fact about the added unit, of which neither side hears."""
    rest_of: Callable[[Any, frozenset[str]], frozenset[str]]
    """A battle, codes -> those of all other units and generals."""
    unheard: Callable[[Sequence[Any]], Iterator[tuple[int, int]]] = lambda _: iter(())
    """Stretches of facts that are dropped together, where the seat learned none of them: first and last place."""


def side_of(hider: Hider, battle: Any, seat: Seat) -> Side:
    """The side a seat plays."""
    side = hider.rules.state.side_of(battle, seat)
    assert side is not None
    return side


def sighted(lines: Iterable[Line], side: Side) -> set[StandId]:
    """True codes of all that a side ever had in sight."""
    facts = (line.body.fact for line in lines if line.kind == "fact")
    return {
        getattr(fact, "unit", None) or fact.stand for fact in facts
        if type(fact).__name__ == "Sighted" and fact.side == side
    }  # fmt: skip


def names_in(value: Any) -> set[str]:
    """Every text of a value that stands alone, however deep."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        return names_in(tuple(value)) | names_in(tuple(value.values()))
    if isinstance(value, tuple | list | frozenset):
        return {name for one in value for name in names_in(one)}
    if isinstance(value, msgspec.Struct):
        return {name for field in value.__struct_fields__ for name in names_in(getattr(value, field))}
    return set()


@dataclass(frozen=True)
class Twins:
    """A battle up to some entry, and another of which the seat has learned the same."""

    seat: Seat
    one: tuple[Line, ...]
    other: tuple[Line, ...]
    unseen: frozenset[StandId]
    """The enemy's units that the seat has never seen."""


def twins(hider: Hider, lines: Sequence[Line], seat: Seat, chance: Chance) -> Twins:
    """The battle of these lines and a twin.  Raises Leak where a seat learns of what it never saw; OtherHistory."""
    opened = lines[0].body
    side = side_of(hider, opened.battle, seat)
    known = sighted(lines, side)
    theirs = [code for code, unit in sorted(hider.units(opened.battle).items()) if unit.side != side]
    unseen = [code for code in theirs if code not in known]
    facts = [line.body.fact for line in lines if line.kind == "fact"]
    apart = [code for code in unseen if hider.settled(opened.battle, code, facts)]
    other, gone = hider.otherwise(opened.battle, side, apart, chance)
    dropped = _unheard(hider, lines, seat, chance)
    kept = [replace(lines[0], body=replace(opened, battle=other))]
    battle, state = opened.battle, hider.rules.state
    if ADDED in hider.units(other) and chance.odds(70):
        other = hider.unnoticed.apply(other)
        kept.append(Line(Seq(0), "fact", Happened(hider.unnoticed)))
    for place, line in enumerate(lines[1:], 1):
        if line.kind == "answer":
            kept.append(replace(line, body=_without_answers(line.body, seat)))
            continue
        if line.kind != "fact":
            if not names_in(line.body) & gone:
                kept.append(line)
            continue
        fact = line.body.fact
        learned = state.learned(fact, battle, seat)
        changed = fact if learned is not None else hider.others_orders(other, fact)
        if learned is not None and names_in(learned) & set(unseen):
            raise Leak(f"{seat} learns of {sorted(names_in(learned) & set(unseen))}, which it never saw: {learned}")
        drops = learned is None and (names_in(changed) & gone or place in dropped)
        after = fact.apply(battle)
        if drops:
            if names_in(changed) & hider.rest_of(opened.battle, gone):
                raise OtherHistory("something was done together with what the seat has seen")
            battle = after
            continue
        if names_in(changed) & gone:
            raise OtherHistory(f"{fact}")
        if encoded(state.learned(changed, other, seat)) != encoded(learned):
            raise Leak(f"{seat} learns {learned}\n  or {state.learned(changed, other, seat)}")
        next_other = changed.apply(other)
        if _noticed(hider, battle, after, seat) != _noticed(hider, other, next_other, seat):
            raise OtherHistory("what comes in sight differs")
        battle, other = after, next_other
        kept.append(replace(line, body=Happened(changed)))
    numbered = tuple(replace(line, seq=Seq(number)) for number, line in enumerate(kept, 1))
    return Twins(seat, tuple(lines), numbered, frozenset(unseen))


def _noticed(hider: Hider, before: Any, after: Any, seat: Seat) -> bytes:
    """What the seat's side notices, and what else the seat learns of that: one of its blinds has been found out."""
    side, learned = side_of(hider, after, seat), hider.rules.state.learned
    found = hider.rules.course.notice(before, after)
    return encoded([one for one in found if getattr(one, "side", side) == side
                    and (hasattr(one, "side") or learned(one, after, seat) is not None)])  # fmt: skip


def _without_answers(answered: Answered[Any, Any], seat: Seat) -> Answered[Any, Any]:
    """Answers of other seats are their defaults."""
    pairs = zip(answered.batch.asks, answered.given, strict=True)
    given = tuple(was if ask.seat == seat else Given(ask.default, "default") for ask, was in pairs)
    return replace(answered, given=given)


def _unheard(hider: Hider, lines: Sequence[Line], seat: Seat, chance: Chance) -> set[int]:
    """Places of facts of stretches of which the seat learned nothing, each taken out by lot."""
    facts = [line.body.fact if line.kind == "fact" else None for line in lines]
    learned, battle = set(), lines[0].body.battle
    for place, fact in enumerate(facts):
        if fact is not None:
            if hider.rules.state.learned(fact, battle, seat) is not None:
                learned.add(place)
            battle = fact.apply(battle)
    found: set[int] = set()
    for first, last in hider.unheard(facts):
        if not learned & set(range(first, last + 1)) and chance.odds(70):
            found |= set(range(first, last + 1))
    return found


# --- what the seat gets ---------------------------------------------------------------------------------------------


def ends(lines: Sequence[Line], seat: Seat) -> list[int]:
    """Entries at which the seat is told: before each of its own orders, and the last."""
    own = [
        line.seq - 1 for line in lines
        if line.kind == "answer" and any(ask.seat == seat for ask in line.body.batch.asks)
    ]  # fmt: skip
    return [*own, lines[-1].seq]


def turns(hider: Hider, lines: tuple[Line, ...], seat: Seat) -> list[SeatTurn[Any]]:
    """What a seat saw between its own answers."""
    found, last = [], 0
    for number, end in enumerate(ends(lines, seat)):
        found.append(seat_turn(hider.rules, lines, Mark(seat, number, Seq(last), Seq(end), "", "")))
        last = end
    return found


def compare(hider: Hider, both: Twins, *, told: bool = True) -> int:
    """Everything a seat gets of both is the same, byte for byte; gives how many things.  Raises Leak."""
    reporting, count = hider.rules.reporting, 0
    for one, other in zip(turns(hider, both.one, both.seat), turns(hider, both.other, both.seat), strict=True):
        same("the view", one.after, other.after)
        same("what was learned", [it.fact for it in one.happenings], [it.fact for it in other.happenings])
        if told:
            same("the report", reporting.tell(one), reporting.tell(other))
            same("the map", reporting.chart(one), reporting.chart(other))
        count += 4
    return count


def compare_views(hider: Hider, both: Twins) -> None:
    """All the views of happenings, too.  Raises Leak."""
    for one, other in zip(turns(hider, both.one, both.seat), turns(hider, both.other, both.seat), strict=True):
        for mine, theirs in zip(one.happenings, other.happenings, strict=True):
            same(f"the view at {mine.fact}", mine, theirs)


def compare_asks(hider: Hider, both: Twins) -> int:
    """What is asked of the seat next, by the script, on either battle; 0 where dice come first.  Raises Leak."""
    asks = [next_asks(hider, lines, both.seat) for lines in (both.one, both.other)]
    if None in asks:
        return 0
    same("what is asked", *asks)
    return 1


def next_asks(hider: Hider, lines: tuple[Line, ...], seat: Seat) -> tuple[Any, ...] | None:
    """What a seat is asked in the step that begins after the last whole one; None where dice come before it."""
    last = max((place for place, line in enumerate(lines) if line.kind == "step"), default=1)
    cut = lines[:last]
    dice = SeededDice(b"any", GameId("twin"), ())
    run = advance(hider.rules, story_of(cut), next_seq=len(cut) + 1, dice=dice, decide=hider.rules.deciding.decide)
    if not isinstance(run.stop, Waiting) or any(one.kind == "roll" for one in run.drafts):
        return None
    return tuple(ask for ask in run.stop.batch.asks if ask.seat == seat)


def same(what: str, one: Any, other: Any) -> None:
    """Raises Leak where two things differ, with what stands around the first difference."""
    mine, theirs = encoded(one), encoded(other)
    if mine != theirs:
        at = next(
            (n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs))
        )
        near = [text[max(0, at - 160) : at + 160].decode(errors="replace") for text in (mine, theirs)]
        raise Leak(f"{what} differs:\n  {near[0]}\n  {near[1]}")
