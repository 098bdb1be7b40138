"""A turn of a one-hour battle as told to one seat: chapters by steps, from facts cut to that seat."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.engine.commanders import ParcelledOut, parcelled_words
from pbem.engine.facts import Fact
from pbem.engine.hiding import SightingWithdrawn, SightRuled, is_hidden
from pbem.engine.ids import RuleId, StandId
from pbem.engine.narrator.citing import Citing, rule_ids
from pbem.engine.narrator.narrator import Narrator
from pbem.engine.narrator.telling import Sentence, Telling
from pbem.engine.reporting import Outcome, Settled, Told
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.engine.rulings.told import ruling_sentences
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving, UnitsGaveAway
from pbem.engine.wording import capital, listed
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour import noticed as n
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
from pbem.rulesets.onehour.reporting import sightings as seen
from pbem.rulesets.onehour.reporting.aims import ending
from pbem.rulesets.onehour.reporting.brief import TurnHarvest, in_short
from pbem.rulesets.onehour.reporting.halves import covered
from pbem.rulesets.onehour.reporting.readings import hidden_units, primer, readings
from pbem.rulesets.onehour.reporting.troops import last_seen, rows, tallies
from pbem.rulesets.onehour.writing.wording import named
from pbem.rulesets.onehour.writing.writing import STANDING, order_text, standing_text

CITING = Citing(
    most=6,
    routine=rule_ids("OH-seq-1", "OH-seq-2", "OH-move-2", "OH-move-3", "OH-shoot-7", "OH-Q24"),
    routine_alone=True,
)
"""Routine are the rules of how every turn, move and shot is made."""

STEPS: Mapping[Phase, str] = {
    "orders": "movement", "movement": "movement", "shooting": "shooting", "hand-to-hand": "hand-to-hand",
    "eliminating": "eliminating",
}  # fmt: skip
"""Steps of a player turn that make a chapter."""

ENDINGS: Mapping[Ending, str] = {
    "no units": "broken", "broken": "broken", "objective": "objective", "points": "limit", "units lost": "limit",
    "draw": "draw", "conceded": "conceded", "ruled": "ruled",
}  # fmt: skip

SENTENCES: Mapping[type, Callable[[Battle, Any], Sentence | None]] = {
    f.ArmyDrawn: say.army_drawn, f.SetUpMade: say.set_up, f.FirstThrown: say.first_thrown,
    f.OrderOfSides: say.order_of_sides, f.Moved: say.moved, f.Entered: say.entered, f.LeftTable: say.left,
    f.Charged: say.charged, f.TurnedToFace: say.turned_to_face, f.Shot: say.shot, f.Struck: say.struck,
    n.Sighted: seen.sighted, n.LostSight: seen.lost_sight, PlaceSeenEmpty: seen.place_empty,
    n.SightingReported: seen.reported, SightingWithdrawn: seen.withdrawn, SightRuled: seen.sight_ruled,
    SeenMoving: seen.seen_moving, AreaSeen: seen.area_seen, n.FoundOut: seen.found_out, n.BlindUnveiled: seen.unveiled,
    f.Eliminated: say.eliminated, f.PlayerTurnEnded: say.turn_ended, f.BattleEnded: say.ended, f.UnitPut: say.put,
    ParcelledOut: lambda view, fact: Sentence(text=parcelled_words(view, fact)),
    **ruling_sentences("turn", named, say.ruled_points),
}  # fmt: skip
"""Facts that are told, each by its own sentence."""

DEFAULTS: Mapping[type, tuple[str, Standing]] = {
    Shoot: ("shot at the nearest enemy", StandingTarget(whom="all")),
    TurnToFace: ("turned to face an attacker", StandingTurn(whom="all")),
    Enter: ("came on in the middle of the edge", StandingEntry(whom="all")),
}
"""What the rules do where nothing was said (OH-D6, OH-D7, OH-D9), and the standing order that says the same."""

ACTS = (SeenMoving, f.Moved, f.Entered, f.LeftTable, f.Charged, f.TurnedToFace, f.Refused, n.FoundOut)
"""What a unit did in step 1; of who did none of it it is told that it held."""


def outcome(battle: Battle) -> Outcome | None:
    """How the battle ended; None while it goes on."""
    if battle.ended is None:
        return None
    return Outcome(ENDINGS[battle.ended], battle.winner or "", ending(battle))  # type: ignore[arg-type]  # of the table


def tell(turn: SeatTurn[Battle]) -> Told:
    """The turn in words.  Everything comes from the seat's own views and the facts it learned of."""
    harvest = TurnHarvest()
    teller = Teller(turn, TELLING, harvest)
    teller.hear_all()
    mine = side_of_seat(turn.after, turn.seat)
    name, names = covered(turn)
    return Told(
        turn_name=name,
        names=names,
        in_short=in_short(turn, harvest),
        chapters=tuple(teller.chapters),
        carried_out=teller.carried_out,
        ordered=len(teller.ordered),
        not_done=tuple(teller.not_done),
        mine=rows(turn, mine),
        seen=rows(turn, mine, others=True) if mine is not None else (),
        no_longer_seen=last_seen(turn.after, mine),
        tallies=tallies(turn.after, mine, turn.seat),
        outcome=outcome(turn.after),
        acted=tuple(teller.acted),
        in_advance=tuple(teller.in_advance()),
        readings=readings(turn.after, teller.cited) if turn.number else _told_first(turn.after),
        history=turn.after.history if turn.number == 0 else "",
    )


def _told_first(battle: Battle) -> tuple[tuple[RuleId, str], ...]:
    """What is told of the rules before the first turn."""
    return (*primer(), *hidden_units(battle), *readings(battle))


class Teller(Narrator[Battle]):
    """Turns the facts of a one-hour turn into chapters of events."""

    def __init__(self, turn: SeatTurn[Battle], telling: Telling[Battle], harvest: TurnHarvest) -> None:
        """turn: whose story it is."""
        super().__init__(turn, telling, harvest)
        self.acted: list[Settled] = []
        self._by_default: dict[type, list[StandId]] = {}
        self._busy: set[StandId] = set()
        self.title = _heading(turn.before, turn.before.phase)
        self.mine = side_of_seat(turn.after, turn.seat)

    def full(self, who: str) -> str:
        """As it was named before the fact."""
        return named(self.view, StandId(who))

    def hear(self, happening: Happening[Battle]) -> None:
        """One fact more; of those that a unit does in step 1 it is noted who did them."""
        super().hear(happening)
        if isinstance(happening.fact, ACTS):
            fact = happening.fact
            self._busy.add(fact.order.unit if isinstance(fact, f.Refused | n.FoundOut) else fact.unit)

    def in_advance(self) -> Iterator[Settled]:
        """What fell to the rules and might have been said before."""
        for kind, units in self._by_default.items():
            what, standing = DEFAULTS[kind]
            who = listed(list(dict.fromkeys(units)))
            yield Settled(f"{who} {what}", "by default", f"{STANDING} {standing_text(standing)}", kind.__name__)

    def step(self, fact: Fact[Battle]) -> None:
        """What comes next begins; a step is a chapter."""
        if isinstance(fact, f.PhaseBegan) and fact.phase == "shooting":
            self._tell_idle()
        after = fact.apply(self.view)
        title = _heading(after, after.phase)
        if title != self.title:
            self._busy = set()
        self.chapter(title)

    def orders_taken(self, fact: f.OrdersTaken) -> None:
        """Own orders: counted, to say how many were carried out."""
        self.ordered |= {order.unit for order in fact.sheet.orders}
        self.step(fact)

    def _tell_idle(self) -> None:
        """Step 1 is over: those of the active side who could have moved and did not."""
        units = units_of(self.view, self.view.active) if self.view.active is not None else []
        units = [one for one in units if one.side == self.mine or not is_hidden(self.view)]
        idle = [one.id for one in units if one.id not in self._busy and not engaged(self.view, one.id)]
        if idle:
            self.tell(Sentence(text=f"{listed([named(self.view, unit) for unit in idle])} held."), past=True)

    def settled(self, fact: f.StandingOrderActed) -> None:
        """An order that a standing order or a default of the rules made: the reader is told which."""
        unit, done = fact.order.unit, order_text(fact.order)
        if fact.standing:
            self.acted.append(Settled(f"{unit}: {done}", "your standing order", fact.standing))
            self.leads[unit] = f"By your standing order ({fact.standing}),"
        else:
            self._by_default.setdefault(type(fact.order), []).append(unit)
            self.leads[unit] = "By default,"

    def refuse(self, fact: f.Refused) -> None:
        """An own order that could not be carried out."""
        unit, order = fact.order.unit, order_text(fact.order)
        self.leads.pop(unit, None)
        why = "; ".join(f"{one.why} ({one.code})" for one in fact.objections)
        rules = [rule for one in fact.objections for rule in one.rules]
        self.cited |= dict.fromkeys(rules)
        self.not_carried_out(unit, order, capital(why), rules)
        text = f'could not carry out "{order}": {why[:1].lower()}{why[1:]}.'
        self.tell(Sentence(text=text, subject=unit), rules)


TELLING: Telling[Battle] = Telling(
    citing=CITING,
    sentences=SENTENCES,
    clauses={
        f.PhaseBegan: Teller.step, f.PlayerTurnBegan: Teller.step, f.OrdersTaken: Teller.orders_taken,
        f.StandingOrderActed: Teller.settled, f.Refused: Teller.refuse,
    },
    silent={UnitsGaveAway: "what the enemy sees by it is theirs to know; what the reader sees by it is a sighting"},
)  # fmt: skip


def _heading(battle: Battle, phase: Phase) -> str:
    """``Turn 3, South: shooting``; what goes before the first turn is one chapter, the end of a player turn another."""
    if not battle.turn or battle.active is None:
        return "Before the first turn"
    step = f": {STEPS[phase]}" if phase in STEPS else ""
    return f"Turn {battle.turn}, {army(battle, battle.active).name}{step}"
