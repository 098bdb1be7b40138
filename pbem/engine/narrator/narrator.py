"""The narrator of a turn: it hears what a seat learned, fact by fact, and makes chapters of events.

An event is told in one of two ways.  A fact that is an event by itself gives a ``Sentence``.  An event of many facts
(a unit's move with all that came of it) is begun, gathers clauses, rolls and rules, and ends where the next begins.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pbem.engine.asks import Decided
from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId
from pbem.engine.narrator.briefs import Harvest
from pbem.engine.narrator.narration import Naming, Narration
from pbem.engine.narrator.telling import Sentence, Telling
from pbem.engine.reporting import Chapter, Event, EventKind, RollLine
from pbem.engine.ruleset import Happening, SeatTurn

B = TypeVar("B")


class Narrator(Generic[B]):
    """Turns facts into chapters of events.  A rule set derives its own, with what it remembers from fact to fact."""

    def __init__(
        self,
        turn: SeatTurn[B],
        telling: Telling[B],
        harvest: Harvest[B],
        names: Mapping[str, Naming] | None = None,
        always: Collection[str] = (),
    ) -> None:
        """turn: whose story it is.  harvest: gathers what it came to.  names: of units and generals.

        always: rules cited wherever they decide.
        """
        self.turn, self.telling, self.harvest, self.names, self.always = turn, telling, harvest, names or {}, always
        self.view = turn.before
        """As it stood before the fact in hand."""
        self.chapters: list[Chapter] = []
        self.not_done: list[Event] = []
        """Own orders that could not be carried out."""
        self.cited: dict[RuleId, None] = {}
        """Every rule of the turn's facts."""
        self.ordered: set[str] = set()
        """Those that had orders of their own."""
        self.refused: set[str] = set()
        """Those with an order that could not be carried out."""
        self.heard = 0
        """Happenings so far, the one in hand among them."""
        self.title, self.note = "", ""
        self.led_to: tuple[RollLine, ...] = ()
        """Rolls that the chapter's note tells of."""
        self.leads: dict[str, str] = {}
        """By whose will a unit acts (``By default,``), until that has been told."""
        self._events: list[Event] = []
        self.fresh("")

    def fresh(self, subject: str) -> None:
        """Nothing is told yet of the event in hand.  A rule set's own memory of one event is cleared here too."""
        self.subject = subject
        self.story = Narration()
        self.rolls: list[RollLine] = []
        self.event_rules: list[RuleId] = []
        self.brief, self.weight = "", 0
        self.kind: EventKind = ""

    # --- hearing --------------------------------------------------------------------------------------------------

    def hear_all(self) -> None:
        """The whole turn."""
        for happening in self.turn.happenings:
            self.hear(happening)
        self.heard += 1
        self.end_chapter()

    def hear(self, happening: Happening[B]) -> None:
        """One fact more, or a decision of the seat's own."""
        fact, self.view = happening.fact, happening.before
        self.heard += 1
        if isinstance(fact, Decided):
            self.decided(fact)
        elif self.is_told(fact):
            self.harvest.hear(fact, self.view)
            self.cited |= dict.fromkeys(fact.rules)
            self._tell(fact)

    def decided(self, decided: Decided) -> None:
        """A decision of the seat: told by rule sets that have words for it."""

    def is_told(self, fact: Fact[B]) -> bool:
        """Whether the reader is told of a fact at all."""
        return True

    def _tell(self, fact: Any) -> None:  # noqa: ANN401  # a fact of any kind
        make = self.telling.sentences.get(type(fact))
        if make is not None:
            told = make(self.view, fact)
            if told is not None:
                self.tell(told, fact.rules)
            return
        clauses = self.telling.clauses.get(type(fact))
        if clauses is not None:
            clauses(self, fact)
            if not isinstance(fact, self.telling.housekeeping):
                self.event_rules += fact.rules
                return
        if self.always:
            self.event_rules += [rule for rule in fact.rules if rule in self.always]

    # --- chapters -------------------------------------------------------------------------------------------------

    def chapter(self, title: str, note: str = "") -> None:
        """What comes next is told under that heading, if it is another than the last."""
        if title != self.title:
            self.end_chapter()
            self.title, self.note = title, note

    def end_chapter(self) -> None:
        """The event and the chapter in hand are done."""
        self.end_event()
        if self._events:
            self.chapters.append(Chapter(self.title, self.note, tuple(self._events), self.led_to))
            self.led_to = ()
        self._events = []
        self.fresh("")

    # --- events of one sentence -----------------------------------------------------------------------------------

    def tell(self, told: Sentence, rules: Iterable[RuleId] = (), *, past: bool = False) -> None:
        """An event of its own, from the fact in hand.  past: told of what was before that fact."""
        text = told.text
        if told.subject:
            text = f"{self.full(told.subject)} {text}"
            lead = self.leads.pop(told.subject, "")
            text = f"{lead} {text}" if lead else text
        self._events.append(
            Event(
                text=text,
                rolls=told.rolls,
                rules=self.telling.citing.cited(rules, self.always),
                subject=told.subject,
                key=bool(told.brief),
                brief=told.brief,
                weight=told.weight,
                until=self.heard - past,
                kind=told.kind,
            )
        )

    def full(self, who: str) -> str:
        """A unit's name in full."""
        return self.names[who].full if who in self.names else who

    # --- events of many facts -------------------------------------------------------------------------------------

    def begin(self, subject: str) -> None:
        """A new event begins."""
        self.end_event()
        self.fresh(subject)

    def end_event(self) -> None:
        """The event in hand is done: it was told before the fact in hand."""
        if self.story or self.rolls:
            self._events.append(
                Event(
                    text=self.story.text(self.names) or self.telling.wordless,
                    rolls=tuple(self.rolls),
                    rules=self.telling.citing.cited(self.event_rules, self.always),
                    subject=self.subject,
                    key=self.weight > 0,
                    brief=self.brief,
                    weight=self.weight,
                    until=self.heard - 1,
                    kind=self.kind,
                )
            )

    def did(self, who: str, words: str, *, closed: bool = False) -> None:
        """A clause about a unit.  closed: its sentence ends with it."""
        self.story.did(who, words, lead=self.leads.pop(who, ""), closed=closed)

    def went(self, who: str, verb: str, way: Sequence[str]) -> None:
        """A unit went on by these places."""
        self.story.march(who, verb, way, self.leads.pop(who, ""))

    def say(self, sentence: str) -> None:
        """A sentence of its own, with its stop."""
        self.story.plain(sentence)

    def rolled(self, roll: RollLine) -> None:
        """A roll beside the event."""
        self.rolls.append(roll)

    def key(self, brief: str, weight: int, kind: EventKind = "") -> None:
        """The event matters; what matters most in it gives it its brief and its kind."""
        if weight > self.weight:
            self.brief, self.weight = brief, weight
            self.kind = kind or self.kind

    # --- orders ---------------------------------------------------------------------------------------------------

    def not_carried_out(self, who: str, order: str, why: str, rules: Iterable[RuleId]) -> Event:
        """An own order that could not be carried out, as the list of them tells it."""
        self.refused.add(who)
        by = self.telling.citing.cited(rules, self.always)
        self.not_done.append(Event(text=f"{who}, {order}: {why}.", rules=by, subject=who, brief=order))
        return self.not_done[-1]

    @property
    def carried_out(self) -> int:
        """How many of those with orders carried all of them out."""
        return len(self.ordered - self.refused)
