"""How what happens by special rules is told in reports."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pbem.engine.ids import CommanderId, Side
from pbem.engine.reporting import RollLine
from pbem.engine.wording import plural
from pbem.rulesets.snaphance.special.held import freed
from pbem.rulesets.snaphance.state import special_facts as s
from pbem.rulesets.snaphance.state.battle import army
from pbem.rulesets.snaphance.writing.wording import hexes

if TYPE_CHECKING:
    from pbem.rulesets.snaphance.reporting.teller import Teller


def _freed(teller: "Teller", fact: s.Freed) -> None:
    teller.begin("")
    teller.say(freed(fact))
    teller.key("the held stands may move", 6)


def _captured(teller: "Teller", fact: s.CommanderCaptured) -> None:
    teller.thrown(_capture_die(teller, fact.commander, fact.die, taken=True), _side_of(teller, fact.commander))
    teller.did(fact.commander, f"was captured, which costs {plural(fact.points, 'break point', 'break points')}")
    teller.key(f"{teller.names[fact.commander].full} was captured", 10, "general")


def _not_captured(teller: "Teller", fact: s.NotCaptured) -> None:
    teller.thrown(_capture_die(teller, fact.commander, fact.die, taken=False), _side_of(teller, fact.commander))


def _side_of(teller: "Teller", commander: CommanderId) -> Side:
    return teller.view.commanders[commander].side


def _capture_die(teller: "Teller", commander: str, die: int, *, taken: bool) -> RollLine:
    who = f"{teller.names[commander].full} in the press"
    return RollLine(who, "captured or killed", (die,), (taken,), "captured" if taken else "killed")


def _ragged(teller: "Teller", fact: s.Ragged) -> None:
    teller.did(fact.stand, "came up in a ragged line")


def _hauled(teller: "Teller", fact: s.Hauled) -> None:
    teller.did(fact.stand, f"was moved out of the dead ground, {fact.done} of {fact.of} rounds")


def _avenging(teller: "Teller", fact: s.Avenging) -> None:
    teller.did(fact.stand, "swore to avenge the king")


def _goaded(teller: "Teller", fact: s.Goaded) -> None:
    teller.did(fact.general, f"saw {{{fact.target}}} in reach, and had to charge")
    teller.key(f"{fact.stand} had to charge {fact.target}", 6)


def _recalled(teller: "Teller", fact: s.Recalled) -> None:
    teller.begin(fact.general)
    found = "found again" if fact.points > 0 else "lost with the ranks that stayed away"
    back = f", and {plural(abs(fact.points), 'break point was', 'break points were')} {found}" if fact.points else ""
    teller.say(
        f"{{{fact.general}}} rallied {{{fact.stand}}} off the map, at {fact.sp[0]} SP: it may enter at "
        f"{hexes(fact.enters)}{back}."
    )
    teller.key(f"{fact.stand} was rallied off the map", 8)


def _looted(teller: "Teller", fact: s.Looted) -> None:
    lost = plural(fact.points, "break point", "break points")
    teller.did(fact.stand, f"rode off to loot the baggage, which costs {army(teller.view, fact.side).name} {lost}")
    teller.key(f"{fact.stand} looted the baggage", 9)


HEARD: Mapping[type, Callable[["Teller", Any], None]] = {
    s.Freed: _freed,
    s.CommanderCaptured: _captured,
    s.NotCaptured: _not_captured,
    s.Ragged: _ragged,
    s.Hauled: _hauled,
    s.Avenging: _avenging,
    s.Goaded: _goaded,
    s.Recalled: _recalled,
    s.Looted: _looted,
}
"""How each kind of fact is told."""
