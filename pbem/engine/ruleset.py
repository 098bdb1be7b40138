"""A rule set is a value: a folder and one line in the list."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.called import CallsBattles, TakesBattles
from pbem.engine.chart import Chart, Drawn, nothing_drawn
from pbem.engine.couriers import Ride
from pbem.engine.facts import Fact
from pbem.engine.guide import Guide, chapters_of
from pbem.engine.ids import Seat, Side
from pbem.engine.journal import Codec
from pbem.engine.offers import (
    Offer,
    Offers,
    UnitOffers,
    no_extra_order,
    nothing_for_it,
    nothing_for_them,
    nothing_offered,
)
from pbem.engine.orders import Reading, VerbTable, with_hidden_orders
from pbem.engine.play import Play
from pbem.engine.playtest import Playtest
from pbem.engine.reporting import FormLine, Matter, Outcome, Settled, Told, UnitRow
from pbem.engine.rulings.language import RulingLanguage
from pbem.engine.spec import ScenarioFault
from pbem.engine.upcasts import Upcasts
from pbem.engine.warnings import OrderWarning, no_warnings
from pbem.engine.what_if import WhatIf

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


class UnitOffering(Protocol[Seen_contra]):
    """Finds what to offer one unit: view, ask, the answer as it is to stand, its code -> lines that would be taken."""

    def __call__(
        self,
        view: Seen_contra,
        ask: Ask[Any],
        answer: Any,  # noqa: ANN401  # of the ask's type
        code: str,
        /,
        *,
        marches: bool = True,
    ) -> UnitOffers | None:
        """All of them; None for a unit that cannot be ordered.  marches: places to go to too; they take the longest."""


def each_its_own(battle: object, seat: Seat) -> Side | None:
    """A seat is a side: the usual way."""
    return Side(seat)


def no_chief(battle: object, seat: Seat) -> tuple[Seat, ...]:
    """Every side has one commander."""
    return ()


def as_public(fact: Fact[Any], battle: object, seat: Seat) -> Fact[Any] | None:
    """A seat learns of a fact as it is, or not at all: the usual way."""
    return fact if fact.seen_by(battle, seat) else None


def nothing_noticed(before: object, battle: object) -> tuple[Fact[Any], ...]:
    """Nothing is hidden, so nothing has to come to notice."""
    return ()


def no_end_by_agreement(battle: object, loser: Side | None) -> tuple[Fact[Any], ...]:
    """These rules know no end but their own."""
    return ()


def nothing_known(battle: object, seat: Seat) -> tuple[Matter, ...]:
    """Units are all there is to know."""
    return ()


def nothing_laid_open(battle: object) -> tuple[Matter, ...]:
    """The replay tells all."""
    return ()


def nothing_ahead(battle: object, seat: Seat) -> str:
    """Every seat is asked from the beginning."""
    return ""


class Happening(msgspec.Struct, Generic[B], frozen=True):
    """A fact as one seat learned of it, or a decision of its own (``Decided``).  before: its view as it stood then."""

    fact: Any
    before: B


class SeatTurn(msgspec.Struct, Generic[B], frozen=True):
    """What one seat saw of one turn: already cut."""

    seat: Seat
    number: int
    """Of the turn being told, from 1."""
    before: B
    """The seat's views at its two ends."""
    after: B
    """The seat's views at its two ends."""
    happenings: tuple[Happening[B], ...]


class Scenario(msgspec.Struct, Generic[B], frozen=True):
    """A scenario file, read."""

    name: str
    title: str
    blurb: str
    seats: tuple[Seat, ...]
    seat_titles: Mapping[Seat, str]
    battle: B | None
    """None when faults forbid play."""
    faults: tuple[ScenarioFault, ...]
    warnings: tuple[ScenarioFault, ...] = ()
    """Odd, but playable."""
    summary: tuple[str, ...] = ()
    """What the battle is, in a few lines, for the author of the file: it tells the secrets of both sides."""
    armies: Mapping[Seat, tuple[UnitRow, ...]] = {}
    """The stands of each seat's side, as everybody may know them before the battle: none that comes in secret."""
    rounds: int = 0
    """After which it ends at the latest, 0 for no limit."""
    sources: str = ""
    """Where its numbers come from, '' for nowhere."""


class Showcase(msgspec.Struct, frozen=True, kw_only=True):
    """The battles a rule set is shown by, each by the name of its file without ending; '' where there is none."""

    first: str = ""
    """For newcomers and the demo: small."""
    largest: str = ""
    """For measurements."""
    grounds: Mapping[str, Seat] = {}
    """Where readers of the help try a line, and for which seat: battles that hide nothing from that seat."""


@dataclass(frozen=True)
class State(Generic[B]):
    """What a game is and what of it is journaled."""

    battle: type[B]
    """The state of play."""
    facts: Any
    """The union of its facts."""
    asks: Any
    """The union of its asks."""
    answers: Any
    """The union of its answers."""
    view: Callable[[B, Seat], B]
    """The battle cut to what a seat may know."""
    side_of: Callable[[B, Seat], Side | None] = each_its_own
    """The side a seat plays; None for umpires and spectators."""
    chief_over: Callable[[B, Seat], tuple[Seat, ...]] = no_chief
    """The other commanders of its side, where a seat is the chief of one that has several; else ().  It is read from
    that seat's view."""
    learned: Callable[[Fact[B], B, Seat], Fact[B] | None] = as_public
    """A fact, the battle as it stood before, a seat -> the fact as the seat learns of it; None where it does not."""
    upcasts: Upcasts = field(default_factory=Upcasts)
    """The older forms of its battle, facts, asks and answers, for journals of earlier versions."""


@dataclass(frozen=True)
class Course(Generic[B]):
    """How a battle begins, is played and ends."""

    scenario: Callable[[Mapping[str, Any], Mapping[str, str]], Scenario[B]]
    """A parsed scenario file and the game's options (``pace``) -> Scenario."""
    script: Callable[[Play[B]], None]
    """Plays one step."""
    over: Callable[[B], bool]
    """Whether the battle has ended."""
    outcome: Callable[[B], Outcome | None]
    """How it has ended; None while it goes on."""
    turn_name: Callable[[B], str]
    """What the turn is called that is now played (``round 5``)."""
    conclude: Callable[[B, Side | None], Sequence[Fact[B]]] = no_end_by_agreement
    """The facts that end a battle because a side concedes or, loser None, because the sides agree on a draw; () where
    the rules know no such end."""
    notice: Callable[[B, B], Sequence[Fact[B]]] = nothing_noticed
    """The battle before and after a change -> facts of what the sides come to see or lose from sight by it, recorded
    after every fact and ruling; () once nothing more is noticed."""
    couriers: Callable[[B, B, Seat, Seat], Ride] | None = None
    """The battle, the view of a seat, that seat, another -> the ride of a courier between them; None where letters
    cannot go by courier (the option ``letters``)."""
    lists: bool = False
    """Whether sides can write army lists of equal points before the first turn (the option ``lists``)."""
    hides: bool = False
    """Whether it can be played with hidden units (the option ``sight``)."""
    paces: Mapping[str, str] = field(default_factory=dict)
    """How often a game may stop for its players, the usual pace first, each with a sentence; none: one, unnamed."""
    exchanges: Mapping[str, int] = field(default_factory=dict)
    """By pace, how often orders are awaited in a round; a pace left out: as often as orders come up."""
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Options that only this rule set has (``battles``): what each may be, the words to choose it by."""
    showcase: Showcase = field(default_factory=Showcase)
    """The battles it is shown by."""


@dataclass(frozen=True)
class Deciding(Generic[B]):
    """What answers for a seat that does not."""

    decide: Callable[[B, Ask[Any]], Given[Any] | None]
    """A seat's view and an ask -> what its standing orders or pace answer, or None to wait."""
    silent: Callable[[B, Ask[Any]], Given[Any]]
    """What is answered for a seat that let its deadline pass: from its standing orders, else the defaults."""


@dataclass(frozen=True)
class Language(Generic[B]):
    """How orders are written, read, offered and drawn."""

    verbs: VerbTable
    """A row for each order."""
    read: Reader[B]
    """View, ask, text, what stood before -> the answer as understood, with every problem."""
    write: Callable[[B, Any], str]
    """View, an answer -> canonical order text, one order a line, which reads back to the same answer."""
    form: Callable[[B, Ask[Any]], Sequence[FormLine]]
    """The order form of an ask, filled with what acts if nothing is sent."""
    describe: Callable[[B, Ask[Any]], str]
    """An ask in words, for mail and page."""
    overlay: Callable[[B, Any, Any], Any]
    """View, what stood, what has come now -> what stands: only what the newer text names changes.  What stood may be
    None, for a first version: then only what outlasts a turn lies under it (standing orders)."""
    looks_like_order: Callable[[str], bool]
    """Whether any seat of any game might read a line as an order, an answer or a control.  Mail that we send must hold
    no such line; a mail of an unknown sender is recognised by it."""
    warnings: Callable[[B, Ask[Any], Any], tuple[OrderWarning, ...]] = no_warnings
    """View, ask, the answer as it is to stand -> what of it will not work as written."""
    offers: Offering[B] = nothing_offered
    """View, ask, the answer as it is to stand (None: nothing yet) -> lines that would be taken, for buttons."""
    offers_for: UnitOffering[B] = nothing_for_it
    """The same and a code -> what that unit alone may do; None for a unit that cannot be ordered."""
    group_offers: Callable[[B, Ask[Any], Any, tuple[str, ...]], tuple[Offer, ...]] = nothing_for_them
    """The same and several codes -> lines that are for them all, the first leading."""
    extra_order: Callable[[str], str] = no_extra_order
    """An order in canonical text, without its code -> which of the extra orders it is, that a unit may have beside its
    usual one; '' for the usual one.  The line of a button takes the place of the same order alone."""
    guide: Guide | None = None
    """The help page of its orders; None: one of the verb table alone."""


def no_stage(battle: Any) -> str:  # noqa: ANN401  # of any rule set
    """Where turns have no stages."""
    return ""


@dataclass(frozen=True)
class Reporting(Generic[B]):
    """What a seat is sent and shown of a turn."""

    tell: Callable[[SeatTurn[B]], Told]
    """A turn in words for a seat."""
    chart: Callable[[SeatTurn[B]], Chart]
    """The map of a turn for a seat."""
    advice: Callable[[SeatTurn[B]], tuple[Settled, ...]] | None = None
    """A turn with its decisions alone, no facts -> the advice (`Told.in_advance`) that its report gives; None where
    only the whole report says that."""
    drawn: Callable[[B, Ask[Any], Any], tuple[Drawn, ...]] = nothing_drawn
    """View, ask, answer -> the answer as arrows on the map, as it would be carried out now."""
    ahead: Callable[[B, Seat], str] = nothing_ahead
    """A seat's view -> what the seat hears as the battle begins, while others are asked and it is not: which side acts
    first, and when its own orders will be needed; '' for no such word."""
    knowledge: Callable[[B, Seat], tuple[Matter, ...]] = nothing_known
    """A seat's view -> what it knows beside its units, for who takes it over."""
    afterwards: Callable[[B], tuple[Matter, ...]] = nothing_laid_open
    """The battle as it ended -> what is laid open beside the replay."""
    stage_began: type[Any] | None = None
    """The fact that begins a stage of a turn; the truth and what a seat knew are compared stage by stage."""
    stage_name: Callable[[B], str] = no_stage
    """The battle -> the stage it is in (``the morning of 5 June``)."""


@dataclass(frozen=True)
class AideDeCamp(Generic[B]):
    """An aide-de-camp: plays a seat as a player would."""

    orders: Aide[B]
    """View, ask, temperament -> order text, as a player would write it."""
    tempers: Mapping[str, str] = field(default_factory=dict)
    """The temperaments, the usual one first, each with a sentence about it; none: it has but one, unnamed."""


@dataclass(frozen=True)
class RuleSet(Generic[B]):
    """What plays one set of published rules.

    Its rules to be read lie beside it, ``reference/NN-name.md``, and its scenarios in ``scenarios/<its name>``.
    """

    name: str
    """The name of its folder, as journals and scenarios name it."""
    version: str
    """Of its rules, as journals name it."""
    title: str
    """Its name for people."""
    state: State[B]
    """What a game is."""
    course: Course[B]
    """How a battle begins, is played and ends."""
    deciding: Deciding[B]
    """What answers for a seat that does not."""
    language: Language[B]
    """How orders are written and read."""
    reporting: Reporting[B]
    """What a seat is sent and shown."""
    aide: AideDeCamp[B]
    """The aide-de-camp."""
    rulings: RulingLanguage[B] | None = None
    """What an umpire can rule; None where the rule set brings no rulings: then only rewinds help."""
    calls: CallsBattles[B] | None = None
    """How it calls battles that are fought elsewhere; None where it calls none."""
    from_campaign: TakesBattles[B] | None = None
    """How it takes a battle that a campaign calls; None where it takes none."""
    what_if: WhatIf[B] | None = None
    """How orders are tried out on a seat's view; None where they cannot be."""
    playtest: Playtest[B] = field(default_factory=Playtest)
    """How it is tried out: random play, scores (``pbem match``), cases (``pbem case``), ``pbem fuzz``."""

    def reading(self, view: B, ask: Ask[Any], text: str, before: Any = None) -> Reading:  # noqa: ANN401  # of the ask's type
        """A text as understood, with warnings about all that then stands.

        before: the answer that stood in this turn and that the text is laid over; None for a text that is the whole.
        """
        read, overlay = self.language.read, self.language.overlay
        found = with_hidden_orders(read(view, ask, text, before), lambda part: read(view, ask, part, before))
        stands = overlay(view, before, found.answer)
        if not stands:
            return found
        return msgspec.structs.replace(found, warnings=self.language.warnings(view, ask, stands))

    @property
    def usual_pace(self) -> str:
        """The pace of a game for which none was chosen; '' where there is but one."""
        return next(iter(self.course.paces), "")

    @property
    def order_guide(self) -> Guide:
        """The help page of its orders, at least that of the verb table."""
        return self.language.guide or Guide(title=f"Orders in {self.title}", chapters=chapters_of(self.language.verbs))

    @cached_property
    def codec(self) -> Codec[B]:
        """Reads and writes its journals."""
        return Codec(self.state.battle, self.state.facts, self.state.asks, self.state.answers, self.state.upcasts)
