"""What a page offers beside free text: lines of the order language that would be taken, and why others would not.

A rule set fills these from a seat's cut view.  Every line in them is one that its reader takes: a button writes it into
the orders, nothing else.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from pbem.engine.ids import RuleId


class Offer(msgspec.Struct, frozen=True):
    """A line that may be ordered or answered."""

    line: str
    text: str
    """On its button."""
    note: str = ""
    """What it means, its odds."""
    same: bool = False
    """The default, which acts if nothing is said."""
    at: str = ""
    """Where it is tapped on the map: a place (``0605``) or the code of a stand there; '' for what has no place."""


class Field(msgspec.Struct, frozen=True):
    """Ground that a stand rules or may reach, shown on the map when it is chosen."""

    kind: Literal["zone", "near", "far", "reach"]
    title: str
    """``Zone of control``, ``Fire, point-blank``, ``Within a move``."""
    places: tuple[str, ...]
    """The hexes, as orders name them (``0605``); on a table the corners of an outline in turn (``24,18.5``)."""
    label: str = ""
    """Printed at it on a table (``6″: 4+``), '' for nothing."""


class Anywhere(msgspec.Struct, frozen=True):
    """A line for any place whatever: ``{place}`` in it stands for the place that is tapped (``I1 toward {place}``).

    text: on its button, when a place has been tapped.  Whether the line is taken there, its check says.
    """

    line: str
    text: str


class Denial(msgspec.Struct, frozen=True):
    """Something that may not be ordered, and why."""

    text: str
    rules: tuple[RuleId, ...] = ()


class NeededDie(msgspec.Struct, frozen=True):
    """A test that a unit may have to pass, as things stand."""

    name: str
    needs: int
    """The least die that passes; more than 6 where none does."""
    made_of: str
    """What that is added up from (``average 3, counters +2``)."""

    @property
    def passes(self) -> int:
        """In how many of six throws it does."""
        return max(0, min(6, 7 - self.needs))


class CardState(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit's card shows of it beside its orders, where its rules count figures and counters."""

    rows: tuple[str, ...] = ()
    """Its figures, a letter each, the front row first."""
    held: int = 0
    """Counters."""
    breaks_at: int = 0
    """At how many counters it breaks; 0 where that is not known."""
    tests: tuple[NeededDie, ...] = ()
    facts: tuple[str, ...] = ()
    """How far it goes, how it fires, in sentences."""


class Contingency(msgspec.Struct, frozen=True):
    """Something that may happen, and the whole lines that order in advance what a stand does then."""

    text: str
    """``If attacked``."""
    may: tuple[Offer, ...]
    note: str = ""
    """Why it may well happen."""


class UnitOffers(msgspec.Struct, frozen=True, kw_only=True):
    """A stand's."""

    code: str
    command: str = ""
    """Who commands it now, in words; '' where no general need."""
    may: tuple[Offer, ...] = ()
    """Things it may do."""
    marches: tuple[Offer, ...] = ()
    """Places it may go to and ways it may turn, short texts."""
    may_not: tuple[Denial, ...] = ()
    """What one might expect of it, and why not."""
    then: tuple[Offer, ...] = ()
    """How what it is ordered might go on, whole lines."""
    contingencies: tuple[Contingency, ...] = ()
    """What may be ordered in advance, beside what it is ordered now."""
    fields: tuple[Field, ...] = ()
    """Its zone of control, its arcs and ranges."""
    anywhere: tuple[Anywhere, ...] = ()
    """What a tap on open ground may order, the usual first; () where places are offered one by one."""
    state: CardState | None = None
    """What its card shows beside its orders; None where its rules have none of that."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A standing order's answer for some: what is set now."""

    whom: str
    """As said (``Foot``)."""
    line: str
    """What its line begins with (``standing group Foot pursue``)."""
    value: str
    """'' for none."""


class Acting(msgspec.Struct, frozen=True):
    """What would be done now of itself, if a decision arose.  by: whose standing order does it (``S06``, ``Foot``,
    ``all``), '' for the default of the rules.
    """

    codes: tuple[str, ...]
    value: str
    by: str = ""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be settled in advance."""

    title: str
    values: Mapping[str, str]
    """The words of its answers, with their meaning."""
    default: str
    choices: tuple[Choice, ...]
    """One for each group."""
    exceptions: tuple[str, ...] = ()
    """Whole lines for single stands, for all, or for a group in other words."""
    name: str = ""
    """As orders say it (``evade fire``)."""
    when: str = ""
    """It arises (``When it is charged``), the same for all of one time."""
    single: tuple[Choice, ...] = ()
    """The same, taken apart."""
    stands: tuple[str, ...] = ()
    """Codes that may have a line of their own; it begins with ``alone``, their code for ``<unit>``."""
    alone: str = ""
    acts: tuple[Acting, ...] = ()
    """What would be done now, for the same stands."""


class AdvanceChoice(msgspec.Struct, frozen=True):
    """An answer that can be given in advance.  value: in the words of orders.  means: what it does."""

    value: str
    means: str


class AdvanceDecision(msgspec.Struct, frozen=True):
    """A decision, and every fixed answer to it for one unit.

    line: what its line begins with, ``<unit>`` for a unit's code.  stands: codes of the units that may come to it.
    """

    title: str
    line: str
    choices: tuple[AdvanceChoice, ...]
    stands: tuple[str, ...]


class Situation(msgspec.Struct, frozen=True):
    """When decisions arise (``When it is charged``), and which."""

    when: str
    decisions: tuple[AdvanceDecision, ...]


def situations(decisions: Iterable[Decision]) -> tuple[Situation, ...]:
    """What may be settled in advance for one unit: by situation, then by decision, then by answer."""
    found: dict[str, list[AdvanceDecision]] = {}
    for one in decisions:
        if one.alone:
            choices = tuple(AdvanceChoice(value, means or value) for value, means in one.values.items())
            found.setdefault(one.when, []).append(AdvanceDecision(one.title, one.alone, choices, one.stands))
    return tuple(Situation(when, tuple(some)) for when, some in found.items())


class Offers(msgspec.Struct, frozen=True, kw_only=True):
    """All that is offered for an ask."""

    stands: tuple[str, ...] = ()
    """Codes of all that may be ordered."""
    units: tuple[UnitOffers, ...] = ()
    """What each of them may do."""
    answers: tuple[Offer, ...] = ()
    """Of a single question, every one there is."""
    decisions: tuple[Decision, ...] = ()
    unset: str = "default"
    """The word that takes a standing order back."""


def nothing_offered(view: object, ask: object, answer: object, *, units: bool = True) -> Offers:
    """For a rule set that offers its language alone."""
    return Offers()


def no_extra_order(order: str) -> str:
    """For a rule set in which a stand has one order at a time."""
    return ""


def nothing_for_it(view: object, ask: object, answer: object, code: str, *, marches: bool = True) -> UnitOffers | None:
    """The same, of one stand."""
    return None


def nothing_for_them(view: object, ask: object, answer: object, codes: tuple[str, ...]) -> tuple[Offer, ...]:
    """The same, of several stands together."""
    return ()
