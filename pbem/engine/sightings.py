"""What each side sees of the other where units are hidden: how well, by which name, and where a unit was last seen.

A rule set says who is in sight and how well; here is what follows from it.  Sightings are part of the battle and change
by facts alone.  A unit that is not known has no code for the side that sees it, but a token of its own (``?1``, ``?2``,
in the order of that side's sightings), which stays while the unit is in sight and is joined to the code once the unit
is known.
"""

from collections.abc import Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import Side, StandId

U = TypeVar("U")
S = TypeVar("S")

Grade = Literal["body", "made out", "known"]
"""How well a unit in sight is seen: a body of troops; its kind and facing; all that the rules show.  Unseen: none."""
GRADES: tuple[Grade, ...] = ("body", "made out", "known")
MARK = "?"
"""What a token begins with."""


class Sighting(msgspec.Struct, frozen=True):
    """A unit in sight.  name: what the side calls it, its code once it is known, else a token."""

    name: StandId
    grade: Grade


class Ghost(msgspec.Struct, Generic[U], frozen=True):
    """A unit that is no longer in sight.  was: as well as it was known, where it was last seen.  turn: in which."""

    was: U
    grade: Grade
    turn: int
    source: str | msgspec.UnsetType = msgspec.UNSET
    """Of troops that were told and never seen: by whom, in a word (``spy``)."""

    @property
    def told(self) -> str:
        """Who told of them; '' of what was seen."""
        return self.source or ""

    @property
    def how(self) -> str:
        """``last seen``, or ``suspected (spy)``: what goes before the place."""
        return f"suspected ({self.told})" if self.told else "last seen"


class RuledSight(msgspec.Struct, frozen=True):
    """A unit that an umpire shows to a side or keeps from it.  until: the last turn in which it counts."""

    side: Side
    unit: StandId
    shows: bool
    until: int


class SideSights(msgspec.Struct, Generic[U], frozen=True, kw_only=True, omit_defaults=True):
    """What one side sees of the other."""

    seen: Mapping[StandId, Sighting] = {}
    """By true code."""
    tokens: Mapping[StandId, StandId] = {}
    """The true codes of all tokens ever given."""
    ghosts: Mapping[StandId, Ghost[U]] = {}
    """By the name that the side knows."""
    fallen: Mapping[StandId, U] = {}
    """Units that it saw destroyed, by the name that it knows."""
    held: Mapping[str, Side] = {}
    """Of each area, the side that held it when this one last saw it."""
    points: int = 0
    """Of the other side's points, those that it saw lost, where a rule set counts points."""


class Sights(msgspec.Struct, Generic[U], frozen=True, kw_only=True, omit_defaults=True):
    """All that is seen in a battle with hidden units.

    visibility: in the rule set's measure of length.  shown: units that have given themselves away, for as long as the
    rule set says.
    """

    visibility: int
    sides: Mapping[Side, SideSights[U]] = {}
    shown: tuple[StandId, ...] = ()
    ruled: tuple[RuledSight, ...] = ()
    """What an umpire shows to sides and keeps from them; the later word counts."""
    blinds: bool = False
    """Whether the sides field blinds: then each body of troops may be nothing."""
    opened: bool = False
    """A branch of what one side sees, on which nothing more is hidden; the other side may have more than is in it."""

    def of(self, side: Side) -> SideSights[U]:
        """What a side sees."""
        return self.sides.get(side) or SideSights()

    def with_side(self, side: Side, sights: SideSights[U]) -> "Sights[U]":
        """With another record of what a side sees."""
        return replace(self, sides={**self.sides, side: sights})

    def giving_away(self, units: tuple[StandId, ...]) -> "Sights[U]":
        """With more units that have given themselves away."""
        return replace(self, shown=(*self.shown, *(unit for unit in units if unit not in self.shown)))


def is_token(name: str) -> bool:
    """Whether a name is a token, not a code."""
    return name.startswith(MARK)


def grade_at(distance: float, visibility: float) -> Grade:
    """How well a unit in sight is seen: within a third of the visibility, within two thirds, or beyond."""
    if 3 * distance <= visibility:
        return "known"
    return "made out" if 3 * distance <= 2 * visibility else "body"


def better(one: Grade, other: Grade) -> bool:
    """Whether the first grade tells more than the second."""
    return GRADES.index(one) > GRADES.index(other)


# --- what changes -------------------------------------------------------------------------------------------------


class Newly(NamedTuple):
    """A unit that comes in sight or is seen better than before."""

    unit: StandId
    sighting: Sighting


def newly(sights: SideSights[Any], now: Mapping[StandId, Grade]) -> list[Newly]:
    """What comes in sight or is seen better.  now: all that is in sight, in an order that tells nothing of codes.

    A unit in sight is never seen worse than it was: its name and grade stay until it is lost from sight.
    """
    found: list[Newly] = []
    tokens = len(sights.tokens)
    for unit, grade in now.items():
        had = sights.seen.get(unit)
        if had is not None and not better(grade, had.grade):
            continue
        name = unit if grade == "known" else had.name if had is not None else StandId("")
        if not name:
            tokens += 1
            name = StandId(f"{MARK}{tokens}")
        found.append(Newly(unit, Sighting(name, grade)))
    return found


def lost(sights: SideSights[Any], now: Mapping[StandId, Grade]) -> list[StandId]:
    """True codes of what is no longer in sight, in the order of what the side calls them."""
    return sorted((unit for unit in sights.seen if unit not in now), key=lambda unit: by_name(sights.seen[unit].name))


def by_name(name: StandId) -> tuple[bool, int, str]:
    """Codes first, then tokens by their numbers."""
    return is_token(name), int(name[len(MARK) :]) if is_token(name) else 0, name


# --- what facts do ------------------------------------------------------------------------------------------------


def sighted(sights: SideSights[U], unit: StandId, sighting: Sighting) -> SideSights[U]:
    """A unit is in sight so.  Once it is known, its ghosts by that code are gone."""
    tokens = {**sights.tokens, sighting.name: unit} if is_token(sighting.name) else sights.tokens
    ghosts = {name: ghost for name, ghost in sights.ghosts.items() if name != sighting.name}
    return replace(sights, seen={**sights.seen, unit: sighting}, tokens=tokens, ghosts=ghosts)


def out_of_sight(sights: SideSights[U], unit: StandId, ghost: Ghost[U] | None) -> SideSights[U]:
    """A unit is no longer in sight.  ghost: what stays on the side's map; None: nothing."""
    had = sights.seen[unit]
    seen = {one: sighting for one, sighting in sights.seen.items() if one != unit}
    return replace(sights, seen=seen, ghosts={**sights.ghosts, had.name: ghost} if ghost else sights.ghosts)


def without_ghost(sights: SideSights[U], name: StandId) -> SideSights[U]:
    """The place of a ghost was seen empty."""
    return replace(sights, ghosts={one: ghost for one, ghost in sights.ghosts.items() if one != name})


def seen_falling(sights: SideSights[U], unit: StandId, was: U) -> SideSights[U]:
    """A unit in sight was destroyed.  was: as well as it was known."""
    return replace(out_of_sight(sights, unit, None), fallen={**sights.fallen, sights.seen[unit].name: was})


# --- names --------------------------------------------------------------------------------------------------------


def names_of(sights: SideSights[Any]) -> dict[StandId, StandId]:
    """What the side calls each unit in sight, by true code."""
    return {unit: sighting.name for unit, sighting in sights.seen.items()}


def true_codes(sights: SideSights[Any]) -> dict[StandId, StandId]:
    """The true code of every token ever given."""
    return dict(sights.tokens)


def current_names(sights: SideSights[Any]) -> dict[StandId, StandId]:
    """What each token's unit is called now, where it is in sight by another name."""
    return {
        token: sights.seen[unit].name for token, unit in sights.tokens.items()
        if unit in sights.seen and sights.seen[unit].name != token
    }  # fmt: skip


def renamed(value: S, names: Mapping[StandId, StandId]) -> S:
    """A struct, a tuple or a text with every name that is a key replaced, however deep it stands.

    Only texts that are a name from end to end are replaced.
    """
    other = {name: called for name, called in names.items() if name != called}
    if not other or not _may_name(value, other):
        return value
    return _renamed(value, other)  # type: ignore[no-any-return]  # of the same shape


def _may_name(value: object, names: Mapping[StandId, StandId]) -> bool:
    """Whether a value as JSON holds one of the names as a text: most values hold none, and need no walk."""
    written = msgspec.json.encode(value)
    return any(b'"' + name.encode() + b'"' in written for name in names)


def names_within(value: Any) -> set[str]:  # noqa: ANN401  # whatever structs hold
    """Every text in a struct, a tuple or a mapping, however deep: among them the names that `renamed` would replace."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, tuple):
        return {name for one in value for name in names_within(one)}
    if isinstance(value, Mapping):
        return names_within((*value, *value.values()))
    if isinstance(value, msgspec.Struct):
        return names_within(tuple(getattr(value, name) for name in value.__struct_fields__))
    return set()


def _renamed(value: Any, names: Mapping[StandId, StandId]) -> Any:  # noqa: ANN401  # whatever structs hold
    if isinstance(value, str):
        return names.get(StandId(value), value)
    if isinstance(value, tuple):
        made = (_renamed(one, names) for one in value)
        return type(value)(*made) if hasattr(value, "_fields") else tuple(made)
    if isinstance(value, Mapping):
        return {_renamed(key, names): _renamed(one, names) for key, one in value.items()}
    if isinstance(value, msgspec.Struct):
        changed = {name: _renamed(getattr(value, name), names) for name in value.__struct_fields__}
        return replace(value, **changed)
    return value
