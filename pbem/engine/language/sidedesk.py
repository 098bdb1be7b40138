"""What one side can name in a battle of units and generals: its own by code or name, enemies by any name it had."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pbem.engine.commanders import Commanded, holds, led_as, led_by_fellow
from pbem.engine.hiding import Hiding, side_sights
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.spelling import nearest
from pbem.engine.language.spellings import named_once
from pbem.engine.wording import listed


class OneOfSide(Protocol):
    """A unit or general."""

    @property
    def id(self) -> StandId:
        """Its code."""

    @property
    def side(self) -> Side:
        """Whose it is."""

    @property
    def name(self) -> str:
        """``White regiment``."""


class Leader(OneOfSide, Protocol):
    """A general."""

    @property
    def removed(self) -> bool:
        """Out of the battle, or not there yet."""

    @property
    def to_come(self) -> bool:
        """Not there yet."""


U_co = TypeVar("U_co", bound=OneOfSide, covariant=True)
G_co = TypeVar("G_co", bound=Leader, covariant=True)


class UnitsAndGenerals(Hiding[Any], Protocol[U_co, G_co]):
    """A battle as a side sees it."""

    @property
    def armies(self) -> Sequence[Commanded]:
        """Both."""

    @property
    def units(self) -> Mapping[StandId, U_co]:
        """On the table, by code."""

    @property
    def generals(self) -> Mapping[StandId, G_co]:
        """By code."""

    @property
    def removed(self) -> Mapping[StandId, U_co]:
        """Units that are gone."""

    @property
    def to_come(self) -> Mapping[StandId, U_co]:
        """Units that are not there yet."""


@dataclass(frozen=True)
class SideDesk(Generic[U_co, G_co]):
    """What one side can name."""

    view: UnitsAndGenerals[U_co, G_co]
    side: Side
    seat: Seat
    """Who is asked: the side's only commander, or one of several, who orders what is theirs."""

    @property
    def units(self) -> list[StandId]:
        """Its own units on the table."""
        return sorted(code for code, one in self.view.units.items() if self._mine(one))

    @property
    def generals(self) -> list[StandId]:
        """Its own generals who are there."""
        return sorted(code for code, one in self.view.generals.items() if self._mine(one) and not one.removed)

    @property
    def friends(self) -> list[StandId]:
        """The units of the side on the table, its other commanders' too."""
        return sorted(code for code, one in self.view.units.items() if one.side == self.side)

    def _mine(self, one: OneOfSide) -> bool:
        army = next((one for one in self.view.armies if one.id == self.side), None)
        return one.side == self.side and (army is None or holds(army, self.seat, led_as(one)))

    @property
    def codes(self) -> list[str]:
        """Of every unit and general that it knows of."""
        return [*self.view.units, *self.view.generals]

    @property
    def names(self) -> dict[str, str]:
        """Codes of its own by their folded names."""
        return named_once([(self.view.units[code].name.casefold(), str(code)) for code in self.units])

    def own(self, code: str) -> U_co:
        """A unit of its own.  Raises Fault."""
        if StandId(code) not in self.units:
            raise self._missing(code, self.units)
        return self.view.units[StandId(code)]

    def friend(self, code: str) -> U_co:
        """A unit of the side.  Raises Fault."""
        if StandId(code) not in self.friends:
            raise self._missing(code, self.friends)
        return self.view.units[StandId(code)]

    def leader(self, code: str) -> G_co:
        """A general of its own.  Raises Fault."""
        if StandId(code) not in self.generals:
            raise self._missing(code, self.generals)
        return self.view.generals[StandId(code)]

    def enemy(self, code: str, of: StandId) -> StandId:
        """An enemy unit on the table, by any name that the side has had for it.  Raises Fault."""
        code = side_sights(self.view, self.side).tokens.get(StandId(code), code)
        there = sorted(one.id for one in self.view.units.values() if one.side != self.side)
        if StandId(code) not in there:
            near = nearest(code.casefold(), [one.casefold() for one in there])
            raise unknown(f"there is no enemy {code}; you see {listed(there) or 'none'}", code.casefold(), near, of)
        return StandId(code)

    def late(self, code: StandId) -> bool:
        """Whether a unit or general is not on the table yet."""
        general = self.view.generals.get(code)
        return code in self.view.to_come or (general is not None and general.to_come)

    def _missing(self, code: str, known: list[StandId]) -> Fault:
        late = self.late(StandId(code))
        if late or StandId(code) in self.view.removed:
            return Fault("not allowed", f"{code} {'is not on the table yet' if late else 'is gone'}", about=code)
        fellow = self._fellow(StandId(code))
        if fellow:
            return Fault("not allowed", f"{code} is {fellow}'s to order, not yours", about=code)
        near = nearest(code.casefold(), [one.casefold() for one in known])
        return unknown(f"you have no {code}; your units are {listed(known)}", code.casefold(), near)

    def _fellow(self, code: StandId) -> str:
        """The other commander of the side who orders a unit or general; '' for none."""
        one = self.view.units.get(code) or self.view.generals.get(code)
        return led_by_fellow(self.view.armies, self.seat, one.side, led_as(one)) if one is not None else ""
