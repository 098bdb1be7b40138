"""What the API gives and takes of orders: what may be ordered, what is sent, how it is read."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from pbem.engine import offers, orders
from pbem.service.play.turns import LONGEST_TEXT
from pbem.web.api.mapshapes import ArrowShape
from pbem.web.api.shapes import DueShape, Out, Sent, VersionShape, WaitingShape

Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT, description="Orders, one a line, as in a mail.")]
TurnNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000_000, description="The seat's own number of a turn, from 1.")]


# --- what is asked ------------------------------------------------------------------------------------------------


class FormLineShape(Out):
    """A line of the order form: the order that acts if nothing is sent, and a remark."""

    code: str
    order: str
    note: str


class OfferShape(offers.Offer, frozen=True):
    """A line that would be taken.  text: what it does, short.  note: what it means, its odds.  same: it acts anyhow.

    at: where it points on the map: a place, or the code of a unit; empty for what has no place.
    """


class DenialShape(offers.Denial, frozen=True):
    """Something that may not be ordered, and why.  rules: IDs."""


class FieldShape(offers.Field, frozen=True):
    """Ground that a unit rules or reaches: its zone of control (zone), its fire at short (near) and long range (far),
    where it may come to (reach).  places: hexes; on a table the corners of an outline in turn.  label: on it."""


class AnywhereShape(offers.Anywhere, frozen=True):
    """A line for any place whatever: put the place instead of ``{place}``.  Whether it is taken there, a check says."""


class UnitOffersShape(Out):
    """What may be ordered of one unit.  marches: where it may go, how it may turn.  then: how what it is ordered may
    go on, whole lines.  anywhere: what may be ordered for any place of a table."""

    code: str
    may: tuple[OfferShape, ...]
    marches: tuple[OfferShape, ...]
    may_not: tuple[DenialShape, ...]
    then: tuple[OfferShape, ...]
    fields: tuple[FieldShape, ...]
    anywhere: tuple[AnywhereShape, ...]


class SettingShape(offers.Choice, frozen=True):
    """A standing order of some stands.  line: what its line begins with.  value: empty while nothing is set."""


class DecisionShape(Out):
    """Something that can be settled in advance.  values: the words of its answers, with their meaning.  exceptions:
    whole lines, for single units or for all."""

    title: str
    values: dict[str, str]
    default: str
    choices: tuple[SettingShape, ...]
    exceptions: tuple[str, ...]


class UnderstoodShape(orders.Understood, frozen=True):
    """A line as understood.  code: what it is for.  order: without the code, in canonical form."""


class ProblemShape(orders.Problem, frozen=True):
    """Something wrong with a line.  quote: as sent.  about: the unit it was for.  rules: IDs.  consequence: what
    stands instead.  suggestions: lines that would be taken."""


class FootprintShape(Out):
    """Where a unit of a table would stand, in inches.  at: its middle, ``24,18.5``.  facing: degrees clockwise from
    north."""

    code: str
    at: str
    facing: float
    width: float
    depth: float


class WarnedShape(Out):
    """An order that is understood and filed, and will not work as written.

    kind: collision (two of your own orders contradict each other) or impossible (it cannot be done as things are now).
    units: those whose order it is.  others: those in its way, or aimed at.  text: who, where, who acts first, and what
    the unit does then.  hexes, footprints: where, on a board of hexes or on a table.  rules: IDs.  suggestions: lines
    that would work."""

    kind: str
    units: tuple[str, ...]
    others: tuple[str, ...]
    text: str
    hexes: tuple[str, ...]
    footprints: tuple[FootprintShape, ...]
    rules: tuple[str, ...]
    suggestions: tuple[str, ...]


class UnreadShape(Out):
    """A line that was not read as an order.  reason: why."""

    line: int
    text: str
    reason: str


class ReadingShape(Out):
    """A text as understood.  missing: units without an order in it, and what acts for them.  controls: ready, not
    ready, extend, withdraw.  text: the orders in canonical form.  warnings: orders that will not work as written, of
    all that would then stand."""

    understood: tuple[UnderstoodShape, ...]
    problems: tuple[ProblemShape, ...]
    missing: tuple[FormLineShape, ...]
    unread: tuple[UnreadShape, ...]
    controls: tuple[str, ...]
    text: str
    warnings: tuple[WarnedShape, ...]


class AskedShape(Out):
    """What is asked of the seat, and every line that would be taken.

    text: the orders that offers go on from: the draft, else what stands.  answers: to a single question, all there are.
    form: what acts if nothing is sent.  unset: the word that takes a standing order back.
    """

    turn: int
    asked: str
    text: str
    form: tuple[FormLineShape, ...]
    answers: tuple[OfferShape, ...]
    units: tuple[UnitOffersShape, ...]
    decisions: tuple[DecisionShape, ...]
    unset: str


# --- what is sent -------------------------------------------------------------------------------------------------


class SentText(Sent):
    """A text to be read and not filed.  offers_for: codes of units; how their orders in it might go on is told."""

    text: Text
    offers_for: Annotated[tuple[str, ...], msgspec.Meta(max_length=10)] = ()


class SentOrders(Sent):
    """The whole sheet of a turn: what stood and is not in it is taken back.

    ready: these orders are final.  turn: what they are for; null for whichever turn is open.  Name it, and orders that
    come too late are refused instead of being played in the next turn.  as_is: whether they are made final even if
    units have no order or lines were not read as orders; if not, they are refused then, with `gaps` and `reading`.
    """

    text: Text
    ready: bool = False
    turn: TurnNumber | None = None
    as_is: bool = True


class SentWord(Sent):
    """A control word for a turn; null for whichever is open."""

    turn: TurnNumber | None = None


class SentDraft(Sent):
    """A text that is not sent yet.  As a draft, an empty one forgets it."""

    text: Text


class SentDiceWord(Sent):
    """A word for the seed of the dice."""

    word: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class SentSetting(Sent):
    """A standing order.  line: what its line begins with, as `choices` name it (``standing group Foot pursue``), or the
    beginning of a line of your own.  value: one of the decision's `values`; the word `unset` takes it back."""

    line: Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"^[^\r\n]*$")]
    value: Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"^[^\r\n]*$")]


class SentSettings(Sent):
    """Standing orders to be set; all else stays."""

    settings: Annotated[tuple[SentSetting, ...], msgspec.Meta(min_length=1, max_length=200)]


# --- what is answered ---------------------------------------------------------------------------------------------


class DraftShape(Out):
    """What was written and not sent for the open turn; the page shows it too."""

    turn: int
    text: str


class StandingShape(Out):
    """The decisions that can be settled in advance, and how they are."""

    turn: int
    decisions: tuple[DecisionShape, ...]
    unset: str


class CheckedShape(Out):
    """A text as understood.  offers: for the units that were asked about, going on from it.  drawn: the orders as
    arrows, as they would be carried out now."""

    reading: ReadingShape
    drawn: tuple[ArrowShape, ...]
    offers: tuple[UnitOffersShape, ...]


class OrdersShape(Out):
    """What stands for the open turn.  reading: that version, read again."""

    turn: int
    stands: VersionShape | None
    reading: ReadingShape | None


class ReceiptShape(Out):
    """The answer to what was sent.

    outcome: filed: it stands.  played: yours were the last awaited, and the turn has been played.  withdrawn, extended:
    so it is.  nothing: nothing changed; `said` tells why.  said: what was done and what it means, in sentences.  turn:
    the turn that is open now.  reading: what was sent, read; null for nothing.  stands: what stands now.
    plays_at: when the turn is played, if yours were the last awaited and the game has a delay; change them until then.
    gaps: of orders that are final, the units without one that nothing else moves, each with what it does by default.
    """

    outcome: Literal["filed", "played", "withdrawn", "extended", "nothing"]
    said: tuple[str, ...]
    turn: int
    reading: ReadingShape | None
    stands: VersionShape | None
    due: DueShape | None
    plays_at: datetime | None
    gaps: tuple[FormLineShape, ...]
    waiting: WaitingShape
