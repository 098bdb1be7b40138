"""A turn of a one-hour battle as told to one seat: chapters by steps, from facts cut to that seat."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.engine.asks import Decided
from pbem.engine.ids import RuleId, StandId
from pbem.engine.reporting import Chapter, Event, Outcome, Settled, Told
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.engine.wording import capital, listed
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour.battle import Battle, Ending, Phase, army, engaged, side_of_seat, units_of
from pbem.rulesets.onehour.commands import (
    Enter,
    Shoot,
    Standing,
    StandingEntry,
    StandingTarget,
    StandingTurn,
    TurnToFace,
)
from pbem.rulesets.onehour.reporting import sentences as say
from pbem.rulesets.onehour.reporting.aims import ending
from pbem.rulesets.onehour.reporting.brief import Harvest, in_short
from pbem.rulesets.onehour.reporting.halves import covered
from pbem.rulesets.onehour.reporting.readings import primer, readings
from pbem.rulesets.onehour.reporting.troops import rows, tallies
from pbem.rulesets.onehour.writing.wording import named
from pbem.rulesets.onehour.writing.writing import STANDING, order_text, standing_text

MOST_CITED = 6
ROUTINE = frozenset(map(RuleId, ("OH-seq-1", "OH-seq-2", "OH-move-2", "OH-move-3", "OH-shoot-7", "OH-Q24")))
"""Rules of how every turn, move and shot is made."""

STEPS: Mapping[Phase, str] = {
    "orders": "movement", "movement": "movement", "shooting": "shooting", "hand-to-hand": "hand-to-hand",
    "eliminating": "eliminating",
}  # fmt: skip
"""Steps of a player turn that make a chapter."""

ENDINGS: Mapping[Ending, str] = {
    "no units": "broken", "broken": "broken", "objective": "objective", "points": "limit", "units lost": "limit",
    "draw": "draw", "conceded": "conceded",
}  # fmt: skip

SENTENCES: Mapping[type, Callable[[Battle, Any], say.Sentence | None]] = {
    f.ArmyDrawn: say.army_drawn, f.SetUpMade: say.set_up, f.FirstThrown: say.first_thrown,
    f.OrderOfSides: say.order_of_sides, f.Moved: say.moved, f.Entered: say.entered, f.LeftTable: say.left,
    f.Charged: say.charged, f.TurnedToFace: say.turned_to_face, f.Shot: say.shot, f.Struck: say.struck,
    f.Eliminated: say.eliminated, f.PlayerTurnEnded: say.turn_ended, f.BattleEnded: say.ended, f.UnitPut: say.put,
}  # fmt: skip
"""Facts that are told, each by its own sentence."""

DEFAULTS: Mapping[type, tuple[str, Standing]] = {
    Shoot: ("shot at the nearest enemy", StandingTarget(whom="all")),
    TurnToFace: ("turned to face an attacker", StandingTurn(whom="all")),
    Enter: ("came on in the middle of the edge", StandingEntry(whom="all")),
}
"""What the rules do where nothing was said (OH-D6, OH-D7, OH-D9), and the standing order that says the same."""

ACTS = (f.Moved, f.Entered, f.LeftTable, f.Charged, f.TurnedToFace, f.Refused)
"""What a unit did in step 1; of who did none of it it is told that it held."""


def outcome(battle: Battle) -> Outcome | None:
    """How the battle ended; None while it goes on."""
    if battle.ended is None:
        return None
    return Outcome(ENDINGS[battle.ended], battle.winner or "", ending(battle))  # type: ignore[arg-type]  # of the table


def tell(turn: SeatTurn[Battle]) -> Told:
    """The turn in words.  Everything comes from the seat's own views and the facts it learned of."""
    teller = Teller(turn)
    for happening in turn.happenings:
        teller.hear(happening)
    teller.close()
    mine = side_of_seat(turn.after, turn.seat)
    name, names = covered(turn)
    return Told(
        turn_name=name,
        names=names,
        in_short=in_short(turn, teller.harvest),
        chapters=tuple(teller.chapters),
        carried_out=len(teller.ordered - teller.refused),
        ordered=len(teller.ordered),
        not_done=tuple(teller.not_done),
        mine=rows(turn, mine),
        seen=rows(turn, mine, others=True) if mine is not None else (),
        no_longer_seen=(),
        tallies=tallies(turn.after, mine),
        outcome=outcome(turn.after),
        acted=tuple(teller.acted),
        in_advance=tuple(teller.in_advance),
        readings=readings(turn.after, teller.cited) if turn.number else (*primer(), *readings(turn.after)),
        history=turn.after.history if turn.number == 0 else "",
    )


class Teller:
    """Turns facts into chapters of events, one after another."""

    def __init__(self, turn: SeatTurn[Battle]) -> None:
        """turn: whose story it is."""
        self.mine = side_of_seat(turn.after, turn.seat)
        self.view = turn.before
        self.harvest = Harvest()
        self.chapters: list[Chapter] = []
        self.not_done: list[Event] = []
        self.acted: list[Settled] = []
        self.in_advance: list[Settled] = []
        self.cited: dict[RuleId, None] = {}
        self.ordered: set[StandId] = set()
        self.refused: set[StandId] = set()
        self._title = "Before the first turn" if not turn.before.turn else _heading(turn.before, turn.before.phase)
        self._events: list[Event] = []
        self._lead: dict[StandId, str] = {}
        self._by_default: dict[type, list[StandId]] = {}
        self._busy: set[StandId] = set()
        self._heard = 0

    def hear(self, happening: Happening[Battle]) -> None:
        """One fact more, or a decision of the seat's own."""
        fact, self.view = happening.fact, happening.before
        self._heard += 1
        if isinstance(fact, Decided):
            return
        self.harvest.hear(fact, self.view)
        self.cited |= dict.fromkeys(fact.rules)
        match fact:
            case f.PhaseBegan():
                if fact.phase == "shooting":
                    self._tell_idle()
                self._begin(fact.apply(self.view))
            case f.PlayerTurnBegan():
                self._begin(fact.apply(self.view))
            case f.OrdersTaken():
                self.ordered |= {order.unit for order in fact.sheet.orders}
                self._begin(fact.apply(self.view))
            case f.StandingOrderActed():
                self._settle(fact)
            case f.Refused():
                self._refuse(fact)
            case _:
                self._tell(fact)
        if isinstance(fact, ACTS):
            self._busy.add(fact.order.unit if isinstance(fact, f.Refused) else fact.unit)

    def close(self) -> None:
        """The last chapter is done."""
        self._end_chapter()
        for kind, units in self._by_default.items():
            what, standing = DEFAULTS[kind]
            line = f"{STANDING} {standing_text(standing)}"
            who = listed(list(dict.fromkeys(units)))
            self.in_advance.append(Settled(f"{who} {what}", "by default", line, kind.__name__))

    # --- chapters -------------------------------------------------------------------------------------------------

    def _begin(self, battle: Battle) -> None:
        """What comes next begins; a step is a chapter."""
        title = _heading(battle, battle.phase)
        if title != self._title:
            self._end_chapter()
            self._title, self._busy = title, set()

    def _end_chapter(self) -> None:
        if self._events:
            self.chapters.append(Chapter(self._title, "", tuple(self._events)))
        self._events = []

    def _tell_idle(self) -> None:
        """Step 1 is over: those of the active side who could have moved and did not."""
        units = units_of(self.view, self.view.active) if self.view.active is not None else []
        idle = [one.id for one in units if one.id not in self._busy and not engaged(self.view, one.id)]
        if idle:
            text = f"{listed([named(self.view, unit) for unit in idle])} held."
            self._events.append(Event(text=text, until=self._heard - 1))

    # --- events ---------------------------------------------------------------------------------------------------

    def _tell(self, fact: Any) -> None:  # noqa: ANN401  # a fact of any kind
        make = SENTENCES[type(fact)]
        told = make(self.view, fact)
        if told is None:
            return
        text = f"{self._led(told.subject)}{told.text}" if told.subject else told.text
        self._events.append(
            Event(
                text=text,
                rolls=told.rolls,
                rules=cited(fact.rules),
                subject=told.subject,
                key=bool(told.brief),
                brief=told.brief,
                weight=told.weight,
                until=self._heard,
                kind=told.kind,
            )
        )

    def _led(self, subject: str) -> str:
        """``By default, S01 Red regiment ``: by whose will it acts, once, and its name."""
        lead = self._lead.pop(StandId(subject), "")
        return f"{lead}{named(self.view, StandId(subject))} "

    def _settle(self, fact: f.StandingOrderActed) -> None:
        """An order nobody wrote: the reader is told what made it."""
        unit, done = fact.order.unit, order_text(fact.order)
        if fact.standing:
            self.acted.append(Settled(f"{unit}: {done}", "your standing order", fact.standing))
            self._lead[unit] = f"By your standing order ({fact.standing}), "
        else:
            self._by_default.setdefault(type(fact.order), []).append(unit)
            self._lead[unit] = "By default, "

    def _refuse(self, fact: f.Refused) -> None:
        """An own order that could not be carried out."""
        unit, order = fact.order.unit, order_text(fact.order)
        self.refused.add(unit)
        self._lead.pop(unit, None)
        why = capital("; ".join(f"{one.why} ({one.code})" for one in fact.objections))
        by = cited([rule for one in fact.objections for rule in one.rules])
        self.cited |= dict.fromkeys(rule for one in fact.objections for rule in one.rules)
        self.not_done.append(Event(text=f"{unit}, {order}: {why}.", rules=by, subject=unit, brief=order))
        text = f'{named(self.view, unit)} could not carry out "{order}": {why[:1].lower()}{why[1:]}.'
        self._events.append(Event(text=text, rules=by, subject=unit, until=self._heard))


def _heading(battle: Battle, phase: Phase) -> str:
    """``Turn 3, South: shooting``; what goes before the first turn is one chapter, the end of a player turn another."""
    if not battle.turn or battle.active is None:
        return "Before the first turn"
    step = f": {STEPS[phase]}" if phase in STEPS else ""
    return f"Turn {battle.turn}, {army(battle, battle.active).name}{step}"


def cited(rules: Iterable[RuleId]) -> tuple[RuleId, ...]:
    """The rules of an event, each once, a handful; what goes without saying is left out beside others."""
    found = dict.fromkeys(rules)
    telling = [rule for rule in found if rule not in ROUTINE]
    return tuple(telling or found)[:MOST_CITED]
