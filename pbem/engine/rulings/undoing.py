"""What of a ruling is taken back beside its units: by facts that make it again what it was, while it is as ruled."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import UNSET

from pbem.engine.facts import Fact
from pbem.engine.hiding import SightingWithdrawn, SightRuled, TroopsReported, side_sights
from pbem.engine.ids import StandId
from pbem.engine.rulings.facts import (
    BreakRuled,
    LastTurnPut,
    PointsRuled,
    VisibilityPut,
    WordFreed,
    WordGiven,
    freed,
    given,
)
from pbem.engine.rulings.language import RulingFault, turned_back_only
from pbem.engine.rulings.words import UmpiresWord

T = TypeVar("T")

NEVER = 0
"""A turn that is over."""


def undo_shared(before: Any, after: Any, now: Any, fact: Fact[Any]) -> tuple[Fact[Any], ...]:  # noqa: ANN401  # of any rule set
    """What takes a fact back that several rule sets have.  Raises RulingFault for any other."""
    match fact:
        case PointsRuled(side=side, points=points):
            return (PointsRuled(side=side, points=-points),)
        case BreakRuled(side=side, broken=broken):
            while_as_ruled(after.ruled_broken, now.ruled_broken, "what is ruled of broken armies")
            return (BreakRuled(side=side, broken=not broken),)
        case WordGiven(word=UmpiresWord(unit=unit, act=act)) | WordFreed(unit=unit, act=act):
            said = [one.umpires_words or () for one in (before, after, now)]
            return words_back(said[0], said[1], said[2], (unit, act), given, freed)
        case LastTurnPut():
            while_as_ruled(after.limit, now.limit, "the last turn")
            return (LastTurnPut(turn=before.limit),)
        case VisibilityPut():
            was, then, stands = (0 if one.sights is UNSET else one.sights.visibility for one in (before, after, now))
            while_as_ruled(then, stands, "the visibility")
            return (VisibilityPut(visibility=was),)
        case SightRuled():
            return sight_back(before, after, now, fact)
        case TroopsReported(side=side, shown=shown):
            need_reported(now, side, shown.id)
            return (SightingWithdrawn(side=side, name=shown.id),)
        case _:
            return turned_back_only(before, after, now, fact)


def while_as_ruled(after: T, now: T, what: str) -> None:
    """Raises RulingFault where something is not as the ruling left it any more.  what: in words."""
    if after != now:
        raise RulingFault(f"{what} has changed since that ruling; rule on it as it stands now")


def words_back(
    before: Sequence[UmpiresWord],
    after: Sequence[UmpiresWord],
    now: Sequence[UmpiresWord],
    about: tuple[StandId, str],
    given: Callable[[UmpiresWord], Fact[Any]],
    freed: Callable[[StandId, str], Fact[Any]],
) -> tuple[Fact[Any], ...]:
    """What was said before of an act of a unit counts again.  about: the unit and the act.  Raises RulingFault."""
    was, then, stands = ([one for one in some if (one.unit, one.act) == about] for some in (before, after, now))
    while_as_ruled(then, stands, f"what you said of {about[1]} of {about[0]}")
    return (freed(*about), *(given(one) for one in was))


def sight_back(before: Any, after: Any, now: Any, fact: SightRuled) -> tuple[Fact[Any], ...]:  # noqa: ANN401  # of any rule set
    """What was ruled before of how a side sees a unit counts again; where nothing was, nothing.  Raises RulingFault."""

    def said(battle: Any) -> list[Any]:  # noqa: ANN401  # the same
        return [one for one in battle.sights.ruled if (one.side, one.unit) == (fact.side, fact.unit)]

    while_as_ruled(said(after), said(now), f"what you ruled of {fact.unit}")
    was = said(before)
    shows, until = (was[0].shows, was[0].until) if was else (fact.shows, NEVER)
    return (SightRuled(side=fact.side, unit=fact.unit, shows=shows, until=until),)


def need_reported(now: Any, side: Any, name: StandId) -> None:  # noqa: ANN401  # of any rule set
    """Raises RulingFault where a side's map does not show what was reported any more."""
    if name not in side_sights(now, side).ghosts:
        raise RulingFault(f"{name} is no longer on the map of that side")
