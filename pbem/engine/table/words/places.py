"""Places as orders name them: a spot, a unit, a square of the map, a piece of ground; looked up, never guessed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from pbem.engine.ids import StandId
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.spelling import nearest
from pbem.engine.table.angles import Point
from pbem.engine.table.distances import points
from pbem.engine.table.edges import Table
from pbem.engine.table.places import Spot, point
from pbem.engine.table.references import say_spot, square_centre
from pbem.engine.table.words.ground import KIND_MARK, NEAREST_MARK, GroundWords, NamedGround, listed_names
from pbem.engine.wording import listed


class CodedPlace(msgspec.Struct, frozen=True):
    """``c2``: a unit, or a square of the map; ``square`` and ``unit`` before it settle which."""

    code: str
    """In capitals."""
    which: Literal["", "unit", "square"] = ""


class MarkedPlace(msgspec.Struct, frozen=True):
    """A piece of ground by its mark (``@ground-3``, ``@nearest-woods``)."""

    name: str


AnyPlace = Spot | CodedPlace | MarkedPlace


class Target(msgspec.Struct, frozen=True):
    """A place looked up."""

    at: Point
    """For a unit its centre, for ground the point nearest to the unit that the order is for."""
    word: str
    """As it is told."""
    ground: NamedGround | None = None
    """What is there, if that was named."""
    unit: StandId | None = None
    """The unit there, if that was named."""


@dataclass(frozen=True)
class Places:
    """What one side can name on its table."""

    table: Table
    ground: tuple[NamedGround, ...]
    """Everything on the map that has a name or a kind."""
    words: GroundWords
    codes: Mapping[str, StandId]
    """Every unit that the side knows of, by its code in capitals."""
    there: Callable[[StandId], Spot | None]
    """Where a unit is; None for one that is not on the table."""
    away: Callable[[StandId], str]
    """Why a unit is not on the table: ``has been eliminated``."""
    known: Sequence[StandId]
    """Units that a code may have been meant for, the likelier first."""
    roads_under: Callable[[StandId], Sequence[str]]
    """The ids of the roads that a unit is on, the one it is most on first."""

    def find(self, place: AnyPlace, of: StandId, here: Spot) -> Target:
        """A place as the order of a unit names it.  here: where the unit is.

        Raises Fault when it is none, or more than one.
        """
        match place:
            case Spot():
                if not (0 <= place.x <= self.table.width and 0 <= place.y <= self.table.depth):
                    size = f"{self.table.width // 100} by {self.table.depth // 100}"
                    raise Fault(
                        "not readable", f"{say_spot(place)} is not on the table, which is {size} inches", about=of
                    )
                return Target(point(place), say_spot(place))
            case CodedPlace():
                return self._coded(place, of)
            case MarkedPlace():
                ground = self.named(place, of, here)
                return Target(ground.nearest(point(here)), ground.word, ground=ground)

    def _coded(self, place: CodedPlace, of: StandId) -> Target:
        """A unit on the table, or the middle of a square of the map; never a guess which."""
        square = self._square(place.code) if place.which != "unit" else None
        named = self.codes.get(place.code) if place.which != "square" else None
        there = self.there(named) if named is not None else None
        if named is not None and there is None and square is None:
            raise Fault("not allowed", f"{named} {self.away(named)}", about=of)
        if there is not None and square is not None:
            fixes = tuple((place.code.casefold(), f"{what} {place.code.casefold()}") for what in ("unit", "square"))
            reason = f"{place.code} is a unit and a square of the map: write unit {place.code} or square {place.code}"
            raise Fault("ambiguous", reason, about=of, fixes=fixes)
        if named is not None and there is not None:
            if named == of:
                raise Fault("not readable", f"{of} is the unit the order is for", about=of)
            return Target(point(there), named, unit=named)
        if square is not None:
            return Target(point(square), f"square {place.code}, whose middle is {say_spot(square)}")
        near = nearest(place.code.casefold(), [one.casefold() for one in self.known])
        raise unknown(f"there is no unit and no square {place.code}", place.code.casefold(), near, about=of)

    def _square(self, code: str) -> Spot | None:
        """The middle of a square of this table; None for what is none."""
        try:
            middle = square_centre(code)
        except ValueError:
            return None
        return middle if middle.x < self.table.width and middle.y < self.table.depth else None

    def named(self, place: MarkedPlace, of: StandId, here: Spot) -> NamedGround:
        """The piece of ground that a mark stands for.  Raises Fault when the map has none, or several."""
        kind = place.name.removeprefix(KIND_MARK).removeprefix(NEAREST_MARK)
        if kind == place.name:
            return next(one for one in self.ground if one.mark == place.name)
        some = [one for one in self.ground if one.kind == kind]
        at = point(here)
        if kind == "road" and len(some) > 1:
            under = self.roads_under(of)
            some = [one for one in some if one.feature in under[:1]] or some
        if some and (len(some) == 1 or place.name.startswith(NEAREST_MARK)):
            return min(some, key=lambda one: points(at, one.nearest(at)))
        if not some:
            there = listed_names(self.ground)
            known = f"; the map has {listed(there)}" if there else ""
            raise Fault("not readable", f"there is no {self.words.usual(kind)} on this map{known}", about=of)
        names = listed(listed_names(some))
        fixes = tuple((place.name, one.mark) for one in some)
        raise Fault("ambiguous", f"there is more than one {self.words.usual(kind)}: {names}", about=of, fixes=fixes)
