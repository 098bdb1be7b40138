"""Rulings on what a side sees of hidden units: one shown or kept from it, a report of troops, one taken back."""

import re
from collections.abc import Callable
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


def sight_rows(
    language: Callable[[], RulingLanguage[Any]],
    *,
    turn: str,
    now: Callable[[Any], int],
    place: str,
    example: str,
    report: Callable[[Any, Side, StandId, str, str], tuple[Fact[Any], str]],
) -> tuple[RulingRow, ...]:
    """The rows ``show``, ``hide``, ``report`` and ``withdraw``.

    turn: ``round`` or ``turn``.  place: a pattern; example: a place.  report: the battle, the side that hears, the name
    it calls the troops by, their kind, their place as written -> the fact and the place in canonical form.
    """

    def hidden(battle: Any, named: str) -> Side:  # noqa: ANN401  # of any rule set
        if not is_hidden(battle):
            raise RulingFault("no unit is hidden in this battle: both sides see every unit")
        return side_named(language().sides(battle), named)

    def sight(battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        side, units = hidden(battle, found["side"]), language().units(battle)
        code = next((one for one in units if one.casefold() == found["unit"].casefold()), None)
        if code is None or units[code].side == side:
            raise RulingFault(f"{found['unit']} is no unit of the other side")
        until = int(found["until"] or now(battle))
        if until < now(battle):
            raise RulingFault(f"{turn} {until} is over; it is {turn} {now(battle)} now")
        shows = found["verb"].casefold() == "show"
        said = f"{'show' if shows else 'hide'} {code} {'to' if shows else 'from'} {language().sides(battle)[side]}"
        return (SightRuled(side=side, unit=StandId(code), shows=shows, until=until),), f"{said} until {turn} {until}"

    def reported(battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        side, kind = hidden(battle, found["side"]), found["kind"].casefold()
        name = StandId(f"{MARK}{len(side_sights(battle, side).tokens) + 1}")
        fact, there = report(battle, side, name, kind, found["at"])
        said = f"report to {language().sides(battle)[side]}: {kind} at {there}"
        if not found["source"]:
            return (fact,), said
        source = found["source"].casefold()
        return (replace(fact, source=source),), f"{said} from {source}"

    def withdrawn(battle: Any, found: "re.Match[str]") -> Ruled:  # noqa: ANN401  # of any rule set
        side = hidden(battle, found["side"])
        ghosts = side_sights(battle, side).ghosts
        name = StandId(found["name"].upper())
        if name not in ghosts:
            there = ", ".join(sorted(ghosts)) or "none"
            raise RulingFault(f"{name} was not reported to that side, nor last seen by it; there are {there}")
        said = f"withdraw {name} from {language().sides(battle)[side]}"
        return (SightingWithdrawn(side=side, name=name),), said

    until = rf"(?:\s*,?\s*until\s+(?:{turn}\s+)?(?P<until>\d{{1,3}}))?"
    return (
        row(
            "show <unit> to <side>",
            rf"(?P<verb>show|hide)\s+(?P<unit>\S+)\s+(?:to|from)\s+(?P<side>.+?){until}", sight,
            f"Where units are hidden: that side knows the unit until the {turn} is over, or the one that is named. "
            "`hide N05 from South` keeps it from the side, unless it shoots, fights or is met.",
            f"show N05 to South until {turn} 3",
        ),
        row(
            "report to <side>: <kind> at <place>",
            rf"report\s+to\s+(?P<side>.+?)\s*:\s*(?:an?\s+)?(?P<kind>{'|'.join(KINDS)})\s+at\s+(?P<at>{place})"
            r"(?:\s*,?\s*from\s+(?:an?\s+|the\s+)?(?P<source>[A-Za-z]{2,10}))?",
            reported,
            f"That side's map shows such troops as suspected there, true or not: {', '.join(KINDS)}; `from` names who "
            "told of them, in a word. They go when the place is seen empty.",
            f"report to South: horse at {example} from a spy",
        ),
        row(
            "withdraw <name> from <side>", r"withdraw\s+(?P<name>\S+)\s+from\s+(?P<side>.+)", withdrawn,
            "What that side's map shows as last seen is taken off it.", "withdraw ?3 from South",
        ),
    )  # fmt: skip
