"""What of a ruling is taken back beside its units: by facts that make it again what it was, while it is as ruled."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pbem.engine.facts import Fact
from pbem.engine.hiding import SightRuled, side_sights
from pbem.engine.ids import StandId
from pbem.engine.rulings.language import RulingFault
from pbem.engine.rulings.words import UmpiresWord

T = TypeVar("T")

NEVER = 0
"""A turn that is over."""


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
