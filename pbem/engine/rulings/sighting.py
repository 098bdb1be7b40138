"""Rulings on what a side sees of hidden units: one shown or kept from it, a report of troops, one taken back."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hiding import SightingWithdrawn, SightRuled, is_hidden, side_sights
from pbem.engine.ids import Side, StandId
from pbem.engine.rulings.language import RulingFault, RulingLanguage, RulingRow, row, side_named
from pbem.engine.sightings import MARK

KINDS = ("foot", "horse", "guns", "troops")
"""What can be reported; ``troops`` are a body of which no more is known."""
Ruled = tuple[tuple[Fact[Any], ...], str]


@dataclass(frozen=True, kw_only=True)
class SightRows:
    """The rows ``show``, ``hide``, ``report`` and ``withdraw`` of a rule set."""

    language: Callable[[], RulingLanguage[Any]]
    turn: str
    """``round`` or ``turn``."""
    now: Callable[[Any], int]
    """The turn of a battle."""
    place: str
    """The pattern of a place."""
    example: str
    """A place."""
    report: Callable[[Any, Side, StandId, str, str], tuple[Fact[Any], str]]
    """The battle, the side that hears, the name it calls the troops by, their kind, their place as written -> the fact
    and the place in canonical form."""

    def rows(self) -> tuple[RulingRow, ...]:
        """The rows."""
        return (self._shows(), *self._tells())

    def _shows(self) -> RulingRow:
        """A unit shown to a side, or kept from it."""
        until = rf"(?:\s*,?\s*until\s+(?:{self.turn}\s+)?(?P<until>\d{{1,3}}))?"
        return row(
            "show <unit> to <side>",
            rf"(?P<verb>show|hide)\s+(?P<unit>\S+)\s+(?:to|from)\s+(?P<side>.+?){until}", self._sight,
            f"Where units are hidden: that side knows the unit until the {self.turn} is over, or the one that is "
            "named. `hide N05 from South` keeps it from the side, unless it shoots, fights or is met.",
            f"show N05 to South until {self.turn} 3",
        )  # fmt: skip

    def _tells(self) -> tuple[RulingRow, ...]:
        """Troops that a side is told of, and those taken back."""
        return (
            row(
                "report to <side>: <kind> at <place>",
                rf"report\s+to\s+(?P<side>.+?)\s*:\s*(?:an?\s+)?(?P<kind>{'|'.join(KINDS)})\s+at\s+(?P<at>{self.place})"
                r"(?:\s*,?\s*from\s+(?:an?\s+|the\s+)?(?P<source>[A-Za-z]{2,10}))?",
                self._reported,
                f"That side's map shows such troops as suspected there, true or not: {', '.join(KINDS)}; `from` names "
                "who told of them, in a word. They go when the place is seen empty.",
                f"report to South: horse at {self.example} from a spy",
            ),
            row(
                "withdraw <name> from <side>", r"withdraw\s+(?P<name>\S+)\s+from\s+(?P<side>.+)", self._withdrawn,
                "What that side's map shows as last seen is taken off it.", "withdraw ?3 from South",
            ),
        )  # fmt: skip

    def _side(self, battle: Any, named: str) -> tuple[Side, str]:  # noqa: ANN401  # of any rule set
        """A side and its name.  Raises RulingFault, also where nothing is hidden."""
        if not is_hidden(battle):
            raise RulingFault("no unit is hidden in this battle: both sides see every unit")
        names = self.language().sides(battle)
        side = side_named(names, named)
        return side, names[side]

    def _sight(self, battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        (side, name), units = self._side(battle, found["side"]), self.language().units(battle)
        code = next((one for one in units if one.casefold() == found["unit"].casefold()), None)
        if code is None or units[code].side == side:
            raise RulingFault(f"{found['unit']} is no unit of the other side")
        until = int(found["until"] or self.now(battle))
        if until < self.now(battle):
            raise RulingFault(f"{self.turn} {until} is over; it is {self.turn} {self.now(battle)} now")
        shows = found["verb"].casefold() == "show"
        said = f"{'show' if shows else 'hide'} {code} {'to' if shows else 'from'} {name} until {self.turn} {until}"
        return (SightRuled(side=side, unit=StandId(code), shows=shows, until=until),), said

    def _reported(self, battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        (side, title), kind = self._side(battle, found["side"]), found["kind"].casefold()
        name = StandId(f"{MARK}{len(side_sights(battle, side).tokens) + 1}")
        fact, there = self.report(battle, side, name, kind, found["at"])
        said = f"report to {title}: {kind} at {there}"
        if not found["source"]:
            return (fact,), said
        source = found["source"].casefold()
        return (replace(fact, source=source),), f"{said} from {source}"

    def _withdrawn(self, battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        side, title = self._side(battle, found["side"])
        ghosts = side_sights(battle, side).ghosts
        name = StandId(found["name"].upper())
        if name not in ghosts:
            there = ", ".join(sorted(ghosts)) or "none"
            raise RulingFault(f"{name} was not reported to that side, nor last seen by it; there are {there}")
        return (SightingWithdrawn(side=side, name=name),), f"withdraw {name} from {title}"
