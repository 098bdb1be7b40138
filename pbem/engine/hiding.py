"""Hidden units in a battle of any rule set: what a side sees is in the battle's field ``sights``, and is cut to a view.

A rule set says who is in sight and how a unit looks that is not known (its ``as_known``); what follows is here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.commanders import Commanded, side_with
from pbem.engine.facts import Fact
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.sightings import (
    Ghost,
    Grade,
    RuledSight,
    SideSights,
    Sighting,
    Sights,
    current_names,
    names_of,
    out_of_sight,
    renamed,
    seen_falling,
    without_ghost,
)

U = TypeVar("U")
T = TypeVar("T")
OVER = "over"
"""The phase of a battle that has ended."""


class Hiding(Protocol[U]):
    """A battle that can hide units."""

    @property
    def sights(self) -> Sights[U] | UnsetType:
        """What is seen in it; UNSET where nothing is hidden."""

    @property
    def phase(self) -> str:
        """What is being played; ``over`` once it has ended."""

    @property
    def armies(self) -> Sequence[Commanded]:
        """Its sides."""

    @property
    def sight_turn(self) -> int:
        """The turn, round or bound of what goes out of sight now, or is reported."""


H = TypeVar("H", bound=Hiding[Any])


TOLD = "report"
"""Who told of troops, where an umpire does not say."""


class OfSide(Fact[H], frozen=True, kw_only=True):
    """What one side learns, and no other."""

    side: Side

    def seen_by(self, battle: H, seat: Seat) -> bool:
        """Only by the side's own seats."""
        return side_with(battle.armies, seat) == self.side


class SightRuled(Fact[Any], frozen=True, tag="sight ruled"):
    """An umpire's word: a side knows a unit, or does not see it, until a turn is over.  What follows is noticed."""

    side: Side
    unit: StandId
    shows: bool
    until: int

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """It counts before what was said of that unit."""
        if battle.sights is UNSET:
            return battle
        others = tuple(one for one in battle.sights.ruled if (one.side, one.unit) != (self.side, self.unit))
        word = RuledSight(self.side, self.unit, self.shows, self.until)
        return _seeing(battle, replace(battle.sights, ruled=(*others, word)))

    def seen_by(self, battle: Any, seat: Seat) -> bool:  # noqa: ANN401  # of any rule set
        """The umpire's alone: the sides learn what they see."""
        return seat == UMPIRE


class TroopsReported(OfSide[H], frozen=True, kw_only=True):
    """An umpire's word: a side was told of troops."""

    shown: Any
    """As its map shows them, by the name that it calls them; of the rule set's own type."""
    source: str | UnsetType = UNSET
    """Who told of them, in a word; UNSET: the umpire did not say."""

    def apply(self, battle: H) -> H:
        """Its map shows them as suspected there."""
        told = Ghost(self.shown, self.shown.seen or "body", battle.sight_turn, self.source or TOLD)
        return with_report(battle, self.side, self.shown.id, told)


class SightingWithdrawn(OfSide[Any], frozen=True, tag="sighting withdrawn"):
    """An umpire's word: what a side's map shows as last seen is taken off it."""

    name: StandId

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """Its ghost goes."""
        return with_sights(battle, self.side, without_ghost(side_sights(battle, self.side), self.name))


def sights_of(battle: Hiding[U]) -> Sights[U] | None:
    """What is seen in a battle with hidden units; None where nothing is hidden."""
    return battle.sights or None


def side_sights(battle: Hiding[U], side: Side) -> SideSights[U]:
    """What a side sees; nothing where nothing is hidden."""
    return SideSights() if battle.sights is UNSET else battle.sights.of(side)


def is_hidden(battle: Hiding[Any]) -> bool:
    """Whether units are hidden in it, and it goes on: at its end all is laid open (H9)."""
    return battle.sights is not UNSET and not battle.sights.opened and battle.phase != OVER


# --- what changes -------------------------------------------------------------------------------------------------


def with_sights(battle: H, side: Side, mine: SideSights[Any]) -> H:
    """The battle with another record of what a side sees."""
    return battle if battle.sights is UNSET else _seeing(battle, battle.sights.with_side(side, mine))


def giving_away(battle: H, units: tuple[StandId, ...]) -> H:
    """The battle with more units that have given themselves away (H2)."""
    return battle if battle.sights is UNSET else _seeing(battle, battle.sights.giving_away(units))


def forgetting(battle: H, kept: Callable[[StandId], bool] = lambda _: False) -> H:
    """The battle in which what units gave away is forgotten (H2), but for those that are kept."""
    if battle.sights is UNSET or not battle.sights.shown:
        return battle
    shown = tuple(unit for unit in battle.sights.shown if kept(unit))
    return _seeing(battle, replace(battle.sights, shown=shown))


def with_fallen(battle: H, unit: StandId, shown: Callable[[Sighting], Any]) -> H:
    """The battle with a unit out of sight that is gone for good; a side that saw it knows of its loss (H9).

    shown: the unit as well as it is seen.
    """
    sights = sights_of(battle)
    for side, mine in sights.sides.items() if sights is not None else ():
        if unit in mine.seen:
            battle = with_sights(battle, side, seen_falling(mine, unit, shown(mine.seen[unit])))
    return battle


def with_report(battle: H, side: Side, name: StandId, ghost: Ghost[Any]) -> H:
    """The battle in which a side was told of troops that it calls so.  No unit has that name, whatever stands there."""
    mine = side_sights(battle, side)
    told = replace(mine, ghosts={**mine.ghosts, name: ghost}, tokens={**mine.tokens, name: name})
    return with_sights(battle, side, told)


def as_ruled(
    battle: Hiding[Any], side: Side, found: Mapping[StandId, Grade], now: int, evident: Callable[[StandId], bool]
) -> dict[StandId, Grade]:
    """What a side has in sight once an umpire's word counts.

    found: by the rules.  now: the turn.  evident: whether an enemy on the table is met, or has given itself away, so
    that no word hides it.
    """
    seen = dict(found)
    words = battle.sights.ruled if battle.sights is not UNSET else ()
    for word in words:
        if word.side != side or word.until < now:
            continue
        if word.shows:
            seen[word.unit] = "known"
        elif not evident(word.unit):
            seen.pop(word.unit, None)
    return seen


def has_blinds(battle: Hiding[Any]) -> bool:
    """Whether a body of troops in it may be nothing."""
    return battle.sights is not UNSET and battle.sights.blinds


def without_unit(battle: H, unit: StandId) -> H:
    """The battle in which no side has a unit in sight, nor takes it to be anywhere."""
    sights = sights_of(battle)
    for side, mine in sights.sides.items() if sights is not None else ():
        if unit in mine.seen:
            battle = with_sights(battle, side, out_of_sight(mine, unit, None))
    return battle


def is_seen(battle: Hiding[Any], side: Side, unit: StandId) -> bool:
    """Whether a side has an enemy in sight; all of them where nothing is hidden."""
    return not is_hidden(battle) or unit in side_sights(battle, side).seen


def knows_part(battle: Hiding[Any], seat: Seat, side: Side) -> bool:
    """Whether a seat knows of a side's losses no more than it saw (H9); the umpire knows all."""
    return is_hidden(battle) and seat != UMPIRE and side_with(battle.armies, seat) != side


def as_is(battle: Hiding[Any], side: Side, order: T) -> T:
    """An order, or whatever a side says, by the true codes of units."""
    return renamed(order, side_sights(battle, side).tokens)


def as_called(battle: Hiding[Any], side: Side, order: T) -> T:
    """An order by the names that its side has for units now."""
    return renamed(as_is(battle, side, order), names_of(side_sights(battle, side)))


def sight_moment(battle: Hiding[Any]) -> object:
    """Of what is seen, all that an umpire's word or a unit's own act changes: to be compared."""
    return (battle.sights.visibility, battle.sights.shown, battle.sights.ruled) if battle.sights is not UNSET else ()


def laid_open(battle: H) -> H:
    """A branch on which what a side's view holds is all that there is to see."""
    sights = sights_of(battle)
    if sights is None:
        return battle
    return _seeing(battle, Sights(visibility=sights.visibility, blinds=sights.blinds, opened=True))


def _seeing(battle: H, sights: Sights[Any]) -> H:
    return replace(battle, sights=sights)  # type: ignore[type-var]  # every battle is a struct


# --- what a view holds --------------------------------------------------------------------------------------------


def units_in_sight(
    battle: Hiding[U], side: Side, units: Mapping[StandId, U], shown: Callable[[U, Sighting], U]
) -> dict[StandId, U]:
    """The other side's units as a side knows them, those it saw destroyed among them, in the order of their names.

    units: all, by true code.  shown: a unit as well as it is seen.
    """
    sights = side_sights(battle, side)
    found = {one.name: shown(units[unit], one) for unit, one in sights.seen.items() if unit in units}
    return dict(sorted({**sights.fallen, **found}.items()))


def ghosts_of(battle: Hiding[U], side: Side | None) -> Mapping[StandId, Ghost[U]]:
    """Where a side last saw units that it sees no longer (H5)."""
    return dict(sorted(side_sights(battle, side).ghosts.items())) if side is not None and is_hidden(battle) else {}


def cut_sights(battle: Hiding[U], side: Side | None) -> Sights[U] | UnsetType:
    """What one side sees, by the names that it knows; of the other side nothing."""
    sights = sights_of(battle)
    if sights is None:
        return UNSET
    if side is None:
        return Sights(visibility=sights.visibility, blinds=sights.blinds)
    mine = sights.of(side)
    cut = replace(
        mine,
        seen={one.name: one for one in sorted(mine.seen.values(), key=lambda one: one.name)},
        tokens=dict(sorted(current_names(mine).items())),
        ghosts=dict(sorted(mine.ghosts.items())),
        fallen=dict(sorted(mine.fallen.items())),
    )  # fmt: skip
    return Sights(visibility=sights.visibility, sides={side: cut}, blinds=sights.blinds)
