"""What a page offers beside free text: lines of the order language that would be taken, and why others would not.

A rule set fills these from a seat's cut view.  Every line in them is one that its reader takes: a button writes it into
the orders, nothing else.
"""

from collections.abc import Mapping

import msgspec

from pbem.engine.ids import RuleId


class Offer(msgspec.Struct, frozen=True):
    """A line that may be ordered or answered.  text: on its button.  note: what it means, its odds.

    same: the default, which acts if nothing is said.
    """

    line: str
    text: str
    note: str = ""
    same: bool = False


class Denial(msgspec.Struct, frozen=True):
    """Something that may not be ordered, and why."""

    text: str
    rules: tuple[RuleId, ...] = ()


class UnitOffers(msgspec.Struct, frozen=True, kw_only=True):
    """A stand's.  may: things it may do.  marches: places it may go to and ways it may turn, short texts.

    may_not: what one might expect of it, and why not.
    """

    code: str
    may: tuple[Offer, ...] = ()
    marches: tuple[Offer, ...] = ()
    may_not: tuple[Denial, ...] = ()


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A standing order's answer for some: what is set now.

    whom: as said (``Foot``).  line: what its line begins with (``standing group Foot pursue``).  value: '' for none.
    """

    whom: str
    line: str
    value: str


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be settled in advance.  values: the words of its answers, with their meaning.

    choices: one for each group.  exceptions: whole lines for single stands, or for all.
    """

    title: str
    values: Mapping[str, str]
    default: str
    choices: tuple[Choice, ...]
    exceptions: tuple[str, ...] = ()


class Offers(msgspec.Struct, frozen=True, kw_only=True):
    """All that is offered for an ask.  answers: of a single question, every one there is.  unset: the word that takes
    a standing order back.
    """

    units: tuple[UnitOffers, ...] = ()
    answers: tuple[Offer, ...] = ()
    decisions: tuple[Decision, ...] = ()
    unset: str = "default"


def nothing_offered(view: object, ask: object, answer: object) -> Offers:
    """For a rule set that offers its language alone."""
    return Offers()
