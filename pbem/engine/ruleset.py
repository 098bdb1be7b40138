"""A rule set is a value: a folder and one line in the list."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.chart import Chart, Drawn, nothing_drawn
from pbem.engine.facts import Fact
from pbem.engine.guide import Guide, chapters_of
from pbem.engine.ids import Seat, Side
from pbem.engine.journal import Codec
from pbem.engine.offers import Offer, Offers, UnitOffers, nothing_for_it, nothing_for_them, nothing_offered
from pbem.engine.orders import Reading, VerbTable, with_hidden_orders
from pbem.engine.play import Play
from pbem.engine.playtest import Playtest
from pbem.engine.spec import ScenarioFault
from pbem.engine.telling import FormLine, Outcome, Told, UnitRow
from pbem.engine.trying import Trying
from pbem.engine.upcasts import Upcasts
from pbem.engine.warnings import OrderWarning, no_warnings

B = TypeVar("B")
Seen_contra = TypeVar("Seen_contra", contravariant=True)


class Aide(Protocol[Seen_contra]):
    """Writes orders for a seat: view, ask, temperament ('' for the usual one) -> order text, as a player would."""

    def __call__(self, view: Seen_contra, ask: Ask[Any], temper: str = "", /) -> str:
        """The text."""


class Reader(Protocol[Seen_contra]):
    """Reads orders: view, ask, text, what stood in this turn (None: nothing) -> the text as understood."""

    def __call__(self, view: Seen_contra, ask: Ask[Any], text: str, before: Any = None, /) -> Reading:  # noqa: ANN401  # of the ask's type
        """The reading; its answer is what this text alone says."""


class Offering(Protocol[Seen_contra]):
    """Finds what to offer: view, ask, the answer as it is to stand (None: nothing yet) -> lines that would be taken."""

    def __call__(self, view: Seen_contra, ask: Ask[Any], answer: Any, /, *, units: bool = True) -> Offers:  # noqa: ANN401  # of the ask's type
        """All of them.  units: each stand's too, which takes the longest."""


def each_its_own(battle: object, seat: Seat) -> Side | None:
    """A seat is a side: the usual way."""
    return Side(seat)


def no_end_by_agreement(battle: object, loser: Side | None) -> tuple[Fact[Any], ...]:
    """These rules know no end but their own."""
    return ()


def nothing_ahead(battle: object, seat: Seat) -> str:
    """Every seat is asked from the beginning."""
    return ""


class Happening(msgspec.Struct, Generic[B], frozen=True):
    """A fact as one seat learned of it, or a decision of its own (``Decided``).  before: its view as it stood then."""

    fact: Any
    before: B


class SeatTurn(msgspec.Struct, Generic[B], frozen=True):
    """What one seat saw of one turn: already cut.  number: of the turn being told, from 1.

    before, after: the seat's views at its two ends.
    """

    seat: Seat
    number: int
    before: B
    after: B
    happenings: tuple[Happening[B], ...]


class Scenario(msgspec.Struct, Generic[B], frozen=True):
    """A scenario file, read.  battle: None when faults forbid play.  warnings: odd, but playable.

    summary: what the battle is, in a few lines, for whoever wrote the file: it tells the secrets of both sides.
    armies: the stands of each seat's side, as everybody may know them before the battle: none that comes in secret.
    rounds: after which it ends at the latest, 0 for no limit.  sources: where its numbers come from, '' for nowhere.
    """

    name: str
    title: str
    blurb: str
    seats: tuple[Seat, ...]
    seat_titles: Mapping[Seat, str]
    battle: B | None
    faults: tuple[ScenarioFault, ...]
    warnings: tuple[ScenarioFault, ...] = ()
    summary: tuple[str, ...] = ()
    armies: Mapping[Seat, tuple[UnitRow, ...]] = {}
    rounds: int = 0
    sources: str = ""


class Showcase(msgspec.Struct, frozen=True, kw_only=True):
    """The battles a rule set is shown by, each by the name of its file without ending; '' where there is none.

    first: for newcomers and the demo: small.  largest: for measurements.
    grounds: where readers of the help try a line, and for which seat: battles that hide nothing from that seat.
    """

    first: str = ""
    largest: str = ""
    grounds: Mapping[str, Seat] = {}


@dataclass(frozen=True)
class RuleSet(Generic[B]):
    """What plays one set of published rules.

    battle, facts, asks, answers: its state type and its unions.
    scenario: a parsed scenario file and the game's options (``pace``) -> Scenario.
    script: plays one step.  over: whether the battle has ended; outcome: how.
    view: the battle cut to a seat.
    decide: a seat's view and an ask -> what its standing orders or pace answer, or None to wait.
    silent: what is answered for a seat that let its deadline pass: from its standing orders, else the defaults.
    read: view, ask, text, what stood before -> the answer as understood, with every problem.
    warnings: view, ask, the answer as it is to stand -> what of it will not work as written.
    form: the order form of an ask, filled with what acts if nothing is sent.
    ahead: a seat's view -> told to the seat as the battle begins, while others are asked and it is not: who acts first,
    and when its own orders will be needed; '' for no such word.
    describe: an ask in words, for mail and page.  tell: a turn as told to a seat.  chart: the map of a turn for a seat.
    aide: view, ask, temperament -> order text, as a player would write it.  tempers: the temperaments it has, the
    usual one first, each with a sentence about it; none: it has but one, and no name for it.
    paces: how often a game may stop for its players, the usual one first, each with a sentence; none: one, unnamed.
    exchanges: by pace, how often orders are waited for in a round; a pace that is left out: as often as it comes up.
    overlay: view, what stood, what has come now -> what stands (only what the newer text names changes).  What stood
    may be None, for a first version: then only what outlasts a turn lies under it (standing orders).
    write: view, an answer -> canonical order text, one order a line, which reads back to the same answer.
    side_of: the side a seat plays; None for umpires and spectators.  conclude: the facts that end a battle because a
    side gives up the field, or, loser None, because the sides agree on a draw; () where these rules know no such end.
    offers: view, ask, the answer as it is to stand (None: nothing yet) -> lines that would be taken, for buttons.
    offers_for: the same and a code -> what that stand alone may do; None for who cannot be ordered.
    group_offers: the same and several codes -> lines that are for them all, the first leading.
    drawn: view, ask, answer -> the answer as arrows on the map, as it would be carried out now.
    trying: how orders are tried out on a seat's view; None where they cannot be.
    looks_like_order: whether any seat of any game might read a line as an order, an answer or a control.  Mail that we
    send must hold no such line; a mail nobody is known for is told by it.
    guide: the help page of its orders; None: one of the verb table alone.
    showcase: the battles it is shown by.
    playtest: how it is tried out: random play, scores (``pbem match``), cases (``pbem case``), ``pbem fuzz``.
    upcasts: the older forms of its battle, facts, asks and answers, for journals of before.
    Its rules to be read lie beside it, ``reference/NN-name.md``, and its scenarios in ``scenarios/<its name>``.
    """

    name: str
    version: str
    title: str
    battle: type[B]
    facts: Any
    asks: Any
    answers: Any
    verbs: VerbTable
    scenario: Callable[[Mapping[str, Any], Mapping[str, str]], Scenario[B]]
    script: Callable[[Play[B]], None]
    over: Callable[[B], bool]
    outcome: Callable[[B], Outcome | None]
    view: Callable[[B, Seat], B]
    decide: Callable[[B, Ask[Any]], Given[Any] | None]
    silent: Callable[[B, Ask[Any]], Given[Any]]
    read: Reader[B]
    form: Callable[[B, Ask[Any]], Sequence[FormLine]]
    describe: Callable[[B, Ask[Any]], str]
    turn_name: Callable[[B], str]
    tell: Callable[[SeatTurn[B]], Told]
    chart: Callable[[SeatTurn[B]], Chart]
    aide: Aide[B]
    overlay: Callable[[B, Any, Any], Any]
    write: Callable[[B, Any], str]
    looks_like_order: Callable[[str], bool]
    side_of: Callable[[B, Seat], Side | None] = each_its_own
    ahead: Callable[[B, Seat], str] = nothing_ahead
    conclude: Callable[[B, Side | None], Sequence[Fact[B]]] = no_end_by_agreement
    offers: Offering[B] = nothing_offered
    offers_for: Callable[[B, Ask[Any], Any, str], UnitOffers | None] = nothing_for_it
    group_offers: Callable[[B, Ask[Any], Any, tuple[str, ...]], tuple[Offer, ...]] = nothing_for_them
    drawn: Callable[[B, Ask[Any], Any], tuple[Drawn, ...]] = nothing_drawn
    warnings: Callable[[B, Ask[Any], Any], tuple[OrderWarning, ...]] = no_warnings
    trying: Trying[B] | None = None
    tempers: Mapping[str, str] = field(default_factory=dict)
    paces: Mapping[str, str] = field(default_factory=dict)
    exchanges: Mapping[str, int] = field(default_factory=dict)
    guide: Guide | None = None
    showcase: Showcase = field(default_factory=Showcase)
    playtest: Playtest[B] = field(default_factory=Playtest)
    upcasts: Upcasts = field(default_factory=Upcasts)

    def reading(self, view: B, ask: Ask[Any], text: str, before: Any = None) -> Reading:  # noqa: ANN401  # of the ask's type
        """A text as understood, with warnings about all that then stands.

        before: the answer that stood in this turn and that the text is laid over; None for a text that is the whole.
        """
        found = with_hidden_orders(self.read(view, ask, text, before), lambda part: self.read(view, ask, part, before))
        stands = self.overlay(view, before, found.answer)
        return msgspec.structs.replace(found, warnings=self.warnings(view, ask, stands)) if stands else found

    @property
    def usual_pace(self) -> str:
        """The pace of a game for which none was chosen; '' where there is but one."""
        return next(iter(self.paces), "")

    @property
    def order_guide(self) -> Guide:
        """The help page of its orders, at least that of the verb table."""
        return self.guide or Guide(title=f"Orders in {self.title}", chapters=chapters_of(self.verbs))

    @cached_property
    def codec(self) -> Codec[B]:
        """Reads and writes its journals."""
        return Codec(self.battle, self.facts, self.asks, self.answers, self.upcasts)
