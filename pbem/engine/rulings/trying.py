"""A ruling tried in memory: the rules played on after it, up to the next question."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import Dice
from pbem.engine.hiding import TroopsReported, side_sights
from pbem.engine.ids import Seq
from pbem.engine.journal import Line, Ruled, story_of
from pbem.engine.play import Drift, Misuse, Run, advance
from pbem.engine.ruleset import RuleSet
from pbem.engine.rulings.reading import RulingRead


class RulingTrial(msgspec.Struct, frozen=True):
    """How the battle would go on after a ruling."""

    broken: str
    """Why it could not; '' if it can."""
    run: Run | None = None
    """What it would come to; None where it is broken."""


def try_ruling(
    rules: RuleSet[Any],
    table: Sequence[Line],
    read: RulingRead,
    *,
    last: Seq,
    dice: Dice,
    decide: Callable[[Any, Ask[Any]], Given[Any] | None],
) -> RulingTrial:
    """Play on from a game's table with a ruling after it.  last: its last entry."""
    body: Ruled[Any] = Ruled(reason="tried", facts=read.facts, fixes=read.fixes, ends_step=read.ends_step)
    seq = Seq(last + 1)
    told = story_of((*table, Line(seq, "ruling", body)))
    try:
        run = advance(rules, told, next_seq=seq + 1, dice=dice, decide=decide)
    except (Exception, Misuse) as fault:  # noqa: BLE001  # a ruling that breaks the rules is refused, whatever breaks
        return RulingTrial(f"the rules cannot go on from there ({type(fault).__name__}: {str(fault)[:200]})")
    if isinstance(run.stop, Drift):
        return RulingTrial(
            "what has been played of this step would have to be different; turn the game back to before it"
        )
    if not read.ends_step and any(isinstance(fact, TroopsReported) and _gone(fact, run) for fact in read.facts):
        return RulingTrial("that side sees that the place is empty, so that the report would be gone at once")
    return RulingTrial("", run)


def _gone(fact: TroopsReported[Any], run: Run) -> bool:
    """Whether a side's map no longer shows what was reported."""
    return fact.shown.id not in side_sights(run.battle, fact.side).ghosts
