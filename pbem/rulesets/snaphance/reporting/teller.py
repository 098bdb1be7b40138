"""A turn of a Snaphance battle as told to one seat: sentences, sums and dice, from facts cut to that seat."""

from collections.abc import Callable, Container, Mapping
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Decided
from pbem.engine.commanders import ParcelledOut, parcelled_words
from pbem.engine.facts import Fact
from pbem.engine.hexes import distance, hour, label
from pbem.engine.hiding import SightingWithdrawn, SightRuled, is_hidden
from pbem.engine.ids import CommanderId, RuleId, Side, StandId
from pbem.engine.narrator.narration import Naming, by_way_of
from pbem.engine.narrator.narrator import Narrator
from pbem.engine.narrator.telling import Sentence, Telling
from pbem.engine.reporting import Outcome, RollLine, Settled, Told
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.engine.rulings.facts import BreakRuled, VisibilityPut, WordGiven
from pbem.engine.wording import capital, listed, plural
from pbem.rulesets.snaphance.fighting.sight import contact_face
from pbem.rulesets.snaphance.moving.arrivals import where
from pbem.rulesets.snaphance.reporting import sightings as seen
from pbem.rulesets.snaphance.reporting.aims import ending
from pbem.rulesets.snaphance.reporting.brief import TurnHarvest, in_short
from pbem.rulesets.snaphance.reporting.citing import CITING
from pbem.rulesets.snaphance.reporting.foresight import parts, settled
from pbem.rulesets.snaphance.reporting.special import HEARD as HEARD_SPECIAL
from pbem.rulesets.snaphance.reporting.troops import last_seen, rows, tallies
from pbem.rulesets.snaphance.special.fog import words as fog_words
from pbem.rulesets.snaphance.special.speaking import special_told
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state import noticed as n
from pbem.rulesets.snaphance.state.asks import AskYesNo, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, army, group_stands, other_side, side_of_seat
from pbem.rulesets.snaphance.state.commands import StandOrders
from pbem.rulesets.snaphance.state.rulings import says
from pbem.rulesets.snaphance.state.sights import not_known
from pbem.rulesets.snaphance.writing.wording import (
    arrival_line,
    dice_off_lines,
    dice_off_note,
    morale_line,
    named,
    order_line,
    pursuit_line,
    shot_line,
    struck_line,
    with_costs,
)

DECIDED_BY: Mapping[str, str] = {
    "default": "by default",
    "deadline": "no answer had come in time",
    "aide": "the aide-de-camp decided",
    "umpire": "the umpire decided",
}
"""Who decided for a seat, where it was not its player himself; a standing order is quoted."""

ROUND_OVER = "End of the round"

WENT: Mapping[str, str] = {
    "forward": "moved", "move": "moved", "backward": "went back", "sideways": "moved sideways", "evade": "evaded",
    "pursue": "pursued",
}  # fmt: skip
"""Ways of going that are told; a retreat or a bounce is told by the fact that ends it."""

MET: Mapping[str, str] = {
    "charge": "charged", "attack": "attacked", "pursuit": "ran into", "opportunity": "counter-charged",
}  # fmt: skip


def turn_name(battle: Battle) -> str:
    """``round 5``."""
    return f"round {battle.round}" if battle.round else "the set-up" if battle.phase == "set-up" else "the start"


def outcome(battle: Battle) -> Outcome | None:
    """How the battle ended; None while it goes on."""
    if battle.ended is None:
        return None
    return Outcome(battle.ended, battle.winner or "", ending(battle))


def advice(turn: SeatTurn[Battle]) -> tuple[Settled, ...]:
    """What of a turn might have been said in advance: its decisions tell it."""
    return settled(turn)[1]


def tell(turn: SeatTurn[Battle]) -> Told:
    """The turn in words.  Everything comes from the seat's own views and the facts it learned of."""
    harvest = TurnHarvest()
    teller = Teller(turn, harvest)
    teller.hear_all()
    acted, in_advance = settled(turn)
    mine = side_of_seat(turn.after, turn.seat)
    return Told(
        turn_name=turn_name(_turn_of(turn)),
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
        acted=acted,
        in_advance=in_advance,
        readings=(
            *(seen.hidden_units(turn.after) if turn.number == 0 else ()),
            *readings_told(turn.after, turn.number, teller.cited),
            *special_told(turn.after, turn.number, (happening.fact for happening in turn.happenings)),
        ),
        history=turn.after.history if turn.number == 0 else "",
    )


def readings_told(battle: Battle, turn: int, decided: Container[str]) -> tuple[tuple[RuleId, str], ...]:
    """The switched rulings that have decided something in a turn, by number, with what they say; before the first
    turn all of them."""
    return tuple((RuleId(one), says(battle, one)) for one in battle.rulings if turn == 0 or one in decided)


def _turn_of(turn: SeatTurn[Battle]) -> Battle:
    """The view in whose round most of the turn was played: the last before an ending of its round."""
    if turn.after.ended:
        return turn.after
    for happening in reversed(turn.happenings):
        if not isinstance(happening.fact, f.RoundBegan):
            return happening.before
    return turn.before


class Teller(Narrator[Battle]):
    """Turns the facts of a Snaphance turn into chapters of events."""

    def __init__(self, turn: SeatTurn[Battle], harvest: TurnHarvest) -> None:
        """turn: whose story it is."""
        self.mine = side_of_seat(turn.after, turn.seat)
        self._acting: set[StandId] = set()
        self._dice_off: f.DiceOff | None = None
        self._tied = False
        self._thrown_for: list[RollLine] = []
        self._decided: dict[tuple[StandId, str], str] = {}
        names = _names(turn.after, self.mine) | _names(turn.before, self.mine)
        for happening in turn.happenings if is_hidden(turn.before) else ():
            names |= _names(happening.before, self.mine)
        super().__init__(turn, TELLING, harvest, names, turn.after.rulings)
        self.title, self.note = _begun_before(turn.before)

    # --- events -------------------------------------------------------------------------------------------------

    def hear(self, happening: Happening[Battle]) -> None:
        """One fact more: under the name of the other side where a group acts that is not known (SN-H9)."""
        view = happening.before
        if view.active_side is not None and view.active_group == not_known(view.active_side):
            self.chapter(army(view, view.active_side).name)
        super().hear(happening)

    def fresh(self, subject: str) -> None:
        """Nothing is told yet of the event in hand."""
        super().fresh(subject)
        self.leads = {}
        self._stood: list[f.NoEvasion] = []
        self._points = 0
        self._melee = self._settled = False

    def end_event(self) -> None:
        """The event in hand is done, with those that stood in it."""
        self._tell_stood()
        super().end_event()

    def is_told(self, fact: Fact[Battle]) -> bool:
        """All but refused orders of another: they would tell what that player meant to do."""
        return not isinstance(fact, f.Refused) or self._is_mine(fact.subject)

    def did(self, who: str, words: str, *, closed: bool = False) -> None:
        """A clause about a stand or a general."""
        super().did(who, words, closed=closed)
        self._acting.discard(StandId(who))

    def thrown(self, roll: RollLine, side: Side) -> None:
        """A roll of the event, thrown by a side."""
        self.rolled(replace(roll, side=army(self.view, side).name))

    # --- arrivals -----------------------------------------------------------------------------------------------

    def expected(self, fact: f.Expected) -> None:
        """Stands to come, due now or not yet."""
        self.chapter("To come")
        self.begin(fact.stands[0])
        if fact.needs is not None:
            self.thrown(arrival_line(fact), self.view.stands[fact.stands[0]].side)
        who = listed([f"{{{stand}}}" for stand in fact.stands])
        self.say(f"{who} {self._ways_in(fact)}." if fact.due else f"{who} did not come yet.")
        if fact.due:
            self.key(f"{' '.join(fact.stands)} may enter now", 4)

    def _ways_in(self, fact: f.Expected) -> str:
        """``may enter now, at 0609``; ``may enter now, at 1801 and (I25) at 1701``."""
        enters = {stand: where(self.view.stands[stand].enters) for stand in fact.stands}
        first = enters[fact.stands[0]]
        others = [f"({stand}) at {at}" for stand, at in enters.items() if at != first]
        return f"may enter now, {listed([f'at {first}', *others])}"

    def entered(self, fact: f.Entered) -> None:
        """A stand comes onto the board."""
        self.did(fact.stand, f"entered at {label(fact.to)}")
        self.key(f"{fact.stand} entered at {label(fact.to)}", 5, "arrival")

    # --- movement -----------------------------------------------------------------------------------------------

    def stepped(self, fact: f.Stepped) -> None:
        """A step: told with those around it."""
        verb = WENT.get(fact.how)
        if verb is None:
            return
        self.went(fact.stand, verb, [label(here) for here in (*fact.through, fact.to)])
        self._acting.discard(fact.stand)

    def turned(self, fact: f.Turned) -> None:
        """A turn in its hex."""
        self.did(fact.stand, f"turned to face {hour(fact.to)}")

    def displaced(self, fact: f.Displaced) -> None:
        """A stand takes another's hex."""
        self.did(fact.by, f"took the place of {{{fact.stand}}} at {label(fact.mover_to)}")
        self.did(fact.stand, f"went to {label(fact.to)}")

    def halted(self, fact: f.Halted) -> None:
        """A halt on the way."""
        self.did(fact.stand, f"halted{_because(fact.why)}", closed=True)

    # --- activations --------------------------------------------------------------------------------------------

    def dice_off(self, fact: f.DiceOff) -> None:
        """Kept for the heading of the activation it decides."""
        self._tied = self._tied or fact.winner is None
        self._dice_off = fact
        self._thrown_for += dice_off_lines(self.view, fact)

    def activated(self, fact: f.GroupActivated) -> None:
        """A new chapter."""
        self.end_chapter()
        group = self.view.groups[fact.group]
        self.title = f"{army(self.view, fact.side).name}, {group.name}"
        other = army(self.view, other_side(self.view, fact.side)).name
        self.note = "" if is_hidden(self.view) else f"No dice-off: {other} has no group left to move."
        if self._dice_off is not None and (fact.contested or is_hidden(self.view)):
            self.note = dice_off_note(self.view, self._dice_off, self._tied)
        self._dice_off, self._tied = None, False
        self.led_to, self._thrown_for = (*self.led_to, *self._thrown_for), []
        self._acting = {stand.id for stand in group_stands(self.view, fact.group)}

    def group_done(self, fact: f.ActivationEnded) -> None:
        """Those of whom nothing was told have held."""
        idle = sorted(stand for stand in self._acting if self.view.stands[stand].on_board)
        self._acting = set()
        if idle:
            self.begin("")
            self.say(f"{listed([f'{{{stand}}}' for stand in idle])} held.")

    def orders_taken(self, fact: f.OrdersTaken) -> None:
        """Own orders: counted, to say how many were carried out."""
        self.ordered |= {item.stand for item in fact.sheet.orders if isinstance(item, StandOrders)}

    def refused_order(self, fact: f.Refused) -> None:
        """An order that could not be carried out."""
        self.not_carried_out(fact.subject, fact.order, fact.why, fact.rules)
        if fact.subject in self.names:
            self.story.did(fact.subject, f'could not carry out "{fact.order}": {fact.why}', closed=True)
        else:
            self.say(f'"{fact.order}" could not be done: {fact.why}.')

    def lost_sight(self, fact: n.LostSight) -> None:
        """A unit went out of sight: told after what it did till then."""
        self.begin("")
        self.say(f"You lost sight of {{{fact.stand}}} at {label(fact.at)}.")
        self.begin("")

    def found_out(self, fact: n.FoundOut) -> None:
        """An order that the truth forbade (SN-H6, SN-H7)."""
        self.not_carried_out(fact.stand, fact.order, fact.why, fact.rules)
        met = f"ran into {listed([f'{{{one}}}' for one in fact.enemies])}, unseen till then" if fact.enemies else ""
        self.did(fact.stand, met or f'could not carry out "{fact.order}": {fact.why}', closed=True)
        if met:
            self.key(f"{fact.stand} ran into {listed(fact.enemies)}", 6)

    def standing_order(self, fact: f.StandingOrderFired) -> None:
        """Own standing order or default: said with what it did."""
        instead = "Instead, " if self.story.about(fact.stand) else ""
        if not fact.by_default:
            self.leads[self.subject] = capital(f"{instead}by your standing order ({fact.decision} {fact.value}),")
        elif fact.decision == "idle":
            self.leads[self.subject] = capital(f"{instead}by default,")

    def _is_mine(self, subject: str) -> bool:
        """Whether an order was this seat's: another's refused orders would tell what he meant to do."""
        if self.mine is None:
            return True
        stand, commander = StandId(subject), CommanderId(subject)
        if stand in self.view.stands:
            return self.view.stands[stand].side == self.mine
        return commander in self.view.commanders and self.view.commanders[commander].side == self.mine

    # --- decisions ----------------------------------------------------------------------------------------------

    def decided(self, decided: Decided) -> None:
        """Who decided for the seat's stands: said with what came of it."""
        ask, given = decided.ask, decided.given
        for part in parts(self.view, decided):
            if part.stand is not None and part.by == "standing order":
                self._decided[part.stand, part.matter] = f"your standing order, {part.order}"
            elif part.stand is not None and part.by in DECIDED_BY:
                self._decided[part.stand, part.matter] = DECIDED_BY[part.by]
        if not isinstance(ask, AskYesNo):
            return
        if isinstance(given.answer, YesNo) and not given.answer.yes and ask.matter == "defensive_fire":
            self.did(ask.stand, f"held its fire{self._by(ask.stand, 'defensive_fire')}")

    def _by(self, stand: StandId, *matters: str) -> str:
        """`` (by default)``: who decided, if it was the reader's to decide and not his own answer."""
        found = [self._decided.pop((stand, matter), "") for matter in matters]
        said = next((one for one in found if one), "")
        return f" ({said})" if said else ""

    # --- tests and losses ---------------------------------------------------------------------------------------

    def order_tested(self, fact: f.OrderTested) -> None:
        """An order test."""
        self.thrown(order_line(fact), self.view.stands[fact.stands[0]].side)

    def rallied(self, fact: f.Rallied) -> None:
        """A stand in order again."""
        failed = "could not rally" if fact.stays else "rallied, but could do no more"
        self.did(fact.stand, "rallied" if fact.acts else failed, closed=not fact.acts)

    def opportunity(self, fact: f.WentOnOpportunity) -> None:
        """A stand waits for its moment."""
        self.did(fact.stand, "went on opportunity")

    def opportunity_over(self, fact: f.OpportunityEnded) -> None:
        """The round is over, and with it a stand's wait."""
        self.chapter(ROUND_OVER)
        self.did(fact.stand, "waited no longer")

    def opportunity_charge(self, fact: f.OpportunityCharged) -> None:
        """A stand that waited goes for an enemy."""
        self.did(fact.stand, f"left its wait to charge {{{fact.target}}}{self._by(fact.stand, 'reaction')}")

    def bonus_lost(self, fact: f.ChargeBonusLost) -> None:
        """Pistols have taken the bonus of a charge."""
        self.did(fact.stand, f"lost its charge bonus to the pistols of {{{fact.by}}}")

    def aborted(self, fact: f.ChargeAborted) -> None:
        """A charge is given up."""
        decided = self._by(fact.stand, "abort_if_hit")
        self.did(fact.stand, f"gave up its charge under the fire of {{{fact.by}}}{decided}", closed=True)

    def morale_tested(self, fact: f.MoraleTested) -> None:
        """A morale test; its cost is added to its line."""
        self.thrown(morale_line(fact), self.view.stands[fact.stand].side)

    def _cost(self, stand: StandId, words: str) -> bool:
        """Adds to the line of the stand's last test in this event, if there is one."""
        for index in range(len(self.rolls) - 1, -1, -1):
            if self.rolls[index].who == f"{stand} tested":
                self.rolls[index] = with_costs(self.rolls[index], words)
                return True
        return False

    def strength_lost(self, fact: f.StrengthLost) -> None:
        """SP lost: on the test's line, or as a clause."""
        words = f"lost {fact.lost} SP" if fact.sp else f"lost its last {fact.lost} SP"
        if not self._cost(fact.stand, words):
            self.did(fact.stand, f"{words} ({fact.cause})")
        self._points += fact.points
        if fact.sp:
            self._tell_points(self.view.stands[fact.stand].side)
        self.key(f"{fact.stand} lost {fact.lost} SP", 2 + fact.lost)

    def _tell_points(self, side: Side) -> None:
        if self._points:
            points = plural(self._points, "break point", "break points")
            self.say(f"{army(self.view, side).name} lost {points}.")
        self._points = 0

    def disordered(self, fact: f.Disordered) -> None:
        """Disorder: on the test's line, or as a clause."""
        if self.view.stands[fact.stand].disordered:
            return
        if fact.cause != TESTED or not self._cost(fact.stand, "disordered"):
            self.did(fact.stand, f"fell into disorder ({fact.cause})")

    def destroyed(self, fact: f.Destroyed) -> None:
        """A stand is gone."""
        cause = "" if fact.cause == LAST_SP else f" ({fact.cause})"
        self.did(fact.stand, f"was destroyed{cause}")
        self._points += fact.points
        self._tell_points(self.view.stands[fact.stand].side)
        self.key(f"{fact.stand} was destroyed", 10, "loss")

    def left_board(self, fact: f.LeftBoard) -> None:
        """A stand left the board."""
        self.did(fact.stand, "left the field")
        self._points += fact.points
        self._tell_points(self.view.stands[fact.stand].side)
        self.key(f"{fact.stand} left the field", 9, "loss")

    # --- fire and melee -----------------------------------------------------------------------------------------

    def shot(self, fact: f.Shot) -> None:
        """A shot: a clause for one that was aimed, a line for each."""
        if fact.purpose in ("fire", "opportunity"):
            at = "at point-blank" if fact.distance == 1 else f"at {fact.distance} hexes"
            waited = ", on opportunity," if fact.purpose == "opportunity" else ""
            decided = self._by(fact.shooter, "reaction" if waited else "target")
            self.did(fact.shooter, f"fired{waited} on {{{fact.target}}} {at}{decided}")
        self.thrown(shot_line(fact), self.view.stands[fact.shooter].side)

    def contact(self, fact: f.Contact) -> None:
        """An attack goes in, with the way it came."""
        if self._settled or not self._of(fact.attacker):
            self.begin(fact.attacker)
        way = self.story.take_march(fact.attacker, ("moved", "pursued"))
        face = contact_face(self.view, fact.target, self.view.stands[fact.attacker].hex)
        where = f" in the {face}" if face in ("flank", "rear") else ""
        words = f"{MET[fact.how]} {{{fact.target}}}{where} at {label(self.view.stands[fact.target].hex)}"
        words += self._by(fact.attacker, "battle_stand")
        self.did(fact.attacker, f"{words}{by_way_of(way or [])}")
        if fact.others:
            self.did(fact.attacker, f"met {listed([f'{{{one}}}' for one in fact.others])} as well")
        self._tell_stood()
        self.key(f"{fact.attacker} {MET[fact.how]} {fact.target}", 5, "charge")

    def _of(self, stand: StandId) -> bool:
        """Whether the current event is a stand's own."""
        return self.subject == stand or self.story.about(stand)

    def not_evading(self, fact: f.NoEvasion) -> None:
        """A stand that might have evaded stands: told with the attack it awaits."""
        self._stood.append(fact)

    def _tell_stood(self) -> None:
        for one in self._stood:
            if one.rules:
                self.did(one.stand, f"could not evade: {one.why}", closed=True)
            else:
                self.did(one.stand, f"stood{self._by(one.stand, 'evade', 'evade_again', 'evade_fire', 'sk_support')}")
        self._stood = []

    def evaded(self, fact: f.Evaded) -> None:
        """An evasion, after its steps."""
        way = self.story.take_march(fact.stand, ("evaded",))
        back = f" to {way[-1]}{by_way_of(way[:-1])}" if way else ""
        decided = self._by(fact.stand, "evade", "evade_again", "evade_fire", "sk_support")
        came = None if fact.fire else self.story.take_march(fact.attacker, ("moved",))
        if came:
            self.did(fact.attacker, f"moved to {came[-1]}{by_way_of(came[:-1])} to charge {{{fact.stand}}}")
            self.did(fact.stand, f"evaded{back}{decided}")
        else:
            of = "the fire of " if fact.fire else ""
            self.did(fact.stand, f"evaded {of}{{{fact.attacker}}}{back}{decided}")
        self.key(f"{fact.stand} evaded {fact.attacker}", 1)

    def struck(self, fact: f.Struck) -> None:
        """Melee dice: an event of their own, but for what leads straight to them."""
        if self._settled or (self.rolls and not self._melee):
            self.begin(self.subject or fact.stand)
        if not self.subject:
            self.subject = fact.stand
            if "" in self.leads:
                self.leads[fact.stand] = self.leads.pop("")
        self._melee = True
        self._acting.discard(fact.stand)
        self.thrown(struck_line(fact), self.view.stands[fact.stand].side)

    def melee_decided(self, fact: f.MeleeDecided) -> None:
        """Who won a melee round."""
        self._settled = True
        both = [stand for _, stand in sorted(fact.stands.items(), key=lambda one: one[1] != self.subject)]
        if fact.loser is None:
            self.say(f"The melee between {listed([f'{{{stand}}}' for stand in both])} was undecided.")
            return
        winner = next(stand for stand in both if stand != fact.loser)
        self.did(winner, f"beat {{{fact.loser}}}")
        self.key(f"{winner} beat {fact.loser}", 7, "melee")

    def retreated(self, fact: f.Retreated) -> None:
        """A retreat or bounce, after its steps."""
        if not fact.path:
            self.did(fact.stand, "had no way to fall back")
            return
        far = distance(fact.start, fact.path[-1])
        verb = "drew off" if fact.bounce else "fell back"
        decided = self._decided.pop((fact.stand, "bounce" if fact.bounce else "retreat"), "")
        by = f" ({decided})" if decided.startswith("your") else ""
        self.did(fact.stand, f"{verb} {plural(far, 'hex', 'hexes')} to {label(fact.path[-1])}{by}")

    def pursuit(self, fact: f.PursuitRolled) -> None:
        """A pursuit die."""
        self.thrown(pursuit_line(fact), self.view.stands[fact.stand].side)
        if not fact.hexes:
            self.did(fact.stand, f"tried to pursue and could not{self._by(fact.stand, 'pursue')}")

    def no_pursuit(self, fact: f.NoPursuit) -> None:
        """A victor stayed: by choice, or because the rules forbid pursuit."""
        if fact.why == STAYED:
            self.did(fact.stand, f"did not pursue{self._by(fact.stand, 'pursue')}")
        else:
            self.did(fact.stand, f"could not pursue: {fact.why}", closed=True)

    def melee_stands(self, fact: f.MeleeStands) -> None:
        """A melee goes on, or is joined."""
        old = self.view.melees.get(fact.melee.id)
        if old is None:
            both = [f"{{{stand}}}" for stand in sorted(fact.melee.stands.values())]
            self.say(f"{listed(both)} stay locked together.")
            return
        for side, stands in sorted(fact.melee.supports.items()):
            for stand in stands:
                if stand not in old.supports.get(side, ()):
                    self.did(stand, f"joined the melee of {listed(sorted(fact.melee.stands.values()))} in support")
                    self._melee = False

    # --- commanders ---------------------------------------------------------------------------------------------

    def commander_moved(self, fact: f.CommanderMoved) -> None:
        """A general moves."""
        if not fact.why:
            self.begin(fact.commander)
        where = f"joined {{{fact.joins}}}" if fact.joins else f"rode to {label(fact.to)}"
        self.did(fact.commander, f"{where}{_because(fact.why)}", closed=bool(fact.why))

    def commander_killed(self, fact: f.CommanderKilled) -> None:
        """A general falls."""
        self.did(fact.commander, "was killed")
        self.key(f"{self.names[fact.commander].full} was killed", 9, "general")

    def commander_replaced(self, fact: f.CommanderReplaced) -> None:
        """Another takes over."""
        self.begin(fact.commander)
        self.say(f"A lesser officer took the place of {{{fact.commander}}}, with {{{fact.with_stand}}}.")

    # --- rulings ------------------------------------------------------------------------------------------------

    def stand_put(self, fact: f.StandPut) -> None:
        """A stand is as ruled; who ruled it is told by a letter of its own."""
        one = fact.stand
        self.begin(one.id)
        if not one.on_board:
            self.say(f"{{{one.id}}} is off the board.")
            return
        state = ", disordered" if one.disordered else ""
        where = f"in {label(one.hex)}, facing {hour(one.facing)}"
        self.say(f"{{{one.id}}} is {where}, with {plural(sum(one.sp), 'strength point', 'strength points')}{state}.")

    def commander_put(self, fact: f.CommanderPut) -> None:
        """A general is as ruled."""
        self.begin(fact.commander.id)
        self.say(f"{{{fact.commander.id}}} is in {label(fact.commander.hex)}.")

    def points_ruled(self, fact: f.BreakPointsRuled) -> None:
        """Points as ruled."""
        one = army(self.turn.after, fact.side)
        self.begin("")
        self.say(f"{one.name} has now lost {one.break_lost} of {plural(one.break_at, 'break point', 'break points')}.")

    def word_given(self, fact: WordGiven) -> None:
        """What the umpire forbids or allows."""
        one = fact.word
        self.begin(one.unit)
        against = f" {{{one.against}}}" if one.against else ""
        may = "may" if one.says == "allowed" else "may not"
        self.say(f"{{{one.unit}}} {may} {one.act}{against} until the end of round {one.until}.")

    def word_freed(self, fact: f.StandFreed) -> None:
        """The rules alone say again."""
        self.begin(fact.stand)
        self.say(f"{{{fact.stand}}} may {fact.act} as the rules have it.")

    def parcelled_out(self, fact: ParcelledOut) -> None:
        """Who commands what of a side."""
        self.begin("")
        self.say(parcelled_words(self.turn.after, fact))

    def last_round_put(self, fact: f.LastRoundPut) -> None:
        """When the day ends."""
        self.begin("")
        self.say(f"The battle ends after round {fact.round}.")

    def fog_put(self, fact: f.FogPut) -> None:
        """Fog comes or lifts."""
        self.begin("")
        self.say("The fog lifts." if fact.fog is None else f"{capital(fog_words(self.turn.after, fact.fog))}.")

    def visibility_put(self, fact: VisibilityPut) -> None:
        """How far is seen."""
        self.begin("")
        self.say(f"Units are now seen as far as {plural(fact.visibility, 'hex', 'hexes')}.")

    # --- the end ------------------------------------------------------------------------------------------------

    def broken(self, fact: f.SideBroken) -> None:
        """An army breaks."""
        one = army(self.view, fact.side)
        self.begin("")
        lost = f"{one.break_lost} of {plural(one.break_at, 'break point', 'break points')}"
        self.say(f"{one.name}'s army broke: it has lost {lost}.")
        self.key(f"{one.name} broke", 20, "army")

    def break_ruled(self, fact: BreakRuled) -> None:
        """An army counts as broken by an umpire's word, or no longer."""
        self.begin("")
        counts = "counts as broken" if fact.broken else "does not count as broken any more"
        self.say(f"{army(self.view, fact.side).name} {counts}, by ruling.")

    def ended(self, fact: f.BattleEnded) -> None:
        """The end."""
        end = outcome(self.turn.after)
        if end is None:
            return
        if not self.story or (self.brief and not self.brief.endswith("broke")):
            self.begin("")
        if fact.kind != "broken":
            self.chapter("The end")
        won = army(self.view, fact.winner).name if fact.winner else ""
        self.say(f"{won} has won the field." if fact.kind == "broken" and won else end.text)
        self.key("the battle is over", 25, "end")


LAST_SP, TESTED, STAYED = "its last SP is gone", "it had to test its morale", "it chose to stay"
"""Causes that need no words: what is told already says as much."""

HOUSEKEEPING = (f.StandBegan, f.OrdersTaken, f.DiceOff, f.GroupActivated, f.ActivationEnded, f.StandingOrderFired)
"""Facts whose rules say only how play goes on; citing them at each event would bury those that decided it."""

HEARD: Mapping[type, Callable[[Teller, Any], None]] = {
    f.GroupActivated: Teller.activated,
    f.ActivationEnded: Teller.group_done,
    f.DiceOff: Teller.dice_off,
    f.OrdersTaken: Teller.orders_taken,
    f.Refused: Teller.refused_order,
    f.StandingOrderFired: Teller.standing_order,
    f.StandBegan: lambda teller, fact: teller.begin(fact.stand),
    f.Expected: Teller.expected,
    f.Entered: Teller.entered,
    f.Stepped: Teller.stepped,
    f.Turned: Teller.turned,
    f.Displaced: Teller.displaced,
    f.Halted: Teller.halted,
    f.OrderTested: Teller.order_tested,
    f.Rallied: Teller.rallied,
    f.WentOnOpportunity: Teller.opportunity,
    f.OpportunityEnded: Teller.opportunity_over,
    f.OpportunityCharged: Teller.opportunity_charge,
    f.ChargeBonusLost: Teller.bonus_lost,
    f.ChargeAborted: Teller.aborted,
    f.MoraleTested: Teller.morale_tested,
    f.StrengthLost: Teller.strength_lost,
    f.Disordered: Teller.disordered,
    f.Destroyed: Teller.destroyed,
    f.LeftBoard: Teller.left_board,
    f.Shot: Teller.shot,
    f.NoEvasion: Teller.not_evading,
    f.Evaded: Teller.evaded,
    f.Contact: Teller.contact,
    f.Struck: Teller.struck,
    f.MeleeDecided: Teller.melee_decided,
    f.MeleeStands: Teller.melee_stands,
    f.Retreated: Teller.retreated,
    f.PursuitRolled: Teller.pursuit,
    f.NoPursuit: Teller.no_pursuit,
    f.CommanderMoved: Teller.commander_moved,
    f.CommanderKilled: Teller.commander_killed,
    f.CommanderReplaced: Teller.commander_replaced,
    f.SideBroken: Teller.broken,
    BreakRuled: Teller.break_ruled,
    f.StandPut: Teller.stand_put,
    f.CommanderPut: Teller.commander_put,
    f.BreakPointsRuled: Teller.points_ruled,
    WordGiven: Teller.word_given,
    f.StandFreed: Teller.word_freed,
    ParcelledOut: Teller.parcelled_out,
    f.LastRoundPut: Teller.last_round_put,
    f.FogPut: Teller.fog_put,
    VisibilityPut: Teller.visibility_put,
    f.BattleEnded: Teller.ended,
    n.FoundOut: Teller.found_out,
    n.LostSight: Teller.lost_sight,
    **HEARD_SPECIAL,
}
"""How each kind of fact is told."""

SILENT: Mapping[type, str] = {
    f.SetUpEnded: "what each side set up is told",
    f.RoundBegan: "the report's heading names the round",
    f.OrdersIn: "every report's orders were in",
    f.OrderTakenUp: "the order's own doings are told",
    f.MoveBegan: "its steps are told",
    f.ActionEnded: "what it did is told",
    f.MeleeEnded: "the retreat or loss that ended it is told",
    f.EvasionBarred: "the failed test that bars it is told, and any later charge it cannot evade",
    n.GaveAway: "what the enemy sees by it is theirs to know; what the reader sees by it is a sighting",
}
"""Kinds of fact that are told by others, with the reason."""


def _set_up(battle: Battle, fact: f.SetUpMade) -> Sentence:
    """A side's stands take their places (SN-H8)."""
    how = "as the battle has it" if fact.sample else "as its player chose"
    return Sentence(text=f"{army(battle, fact.side).name} set up {how}.")


SEEN: Mapping[type, Callable[[Battle, Any], Sentence | None]] = {
    f.SetUpMade: _set_up,
    n.Sighted: seen.sighted, n.PlaceEmpty: seen.place_empty, n.BlindUnveiled: seen.unveiled, n.HexSeen: seen.hex_seen,
    n.SightingReported: seen.reported, SightingWithdrawn: seen.withdrawn, SightRuled: seen.sight_ruled,
}  # fmt: skip
"""Kinds of fact that are events by themselves."""


TELLING: Telling[Battle] = Telling(
    citing=CITING,
    clauses=HEARD,
    silent=SILENT,
    housekeeping=HOUSEKEEPING,
    wordless="The fight goes on.",
    sentences=SEEN,
)


def _names(battle: Battle, mine: Side | None) -> dict[str, Naming]:
    """How stands and generals are named in sentences."""
    names: dict[str, Naming] = {s: Naming(named(battle, s), s) for s in battle.stands}
    for one in battle.commanders.values():
        whose = "your" if one.side == mine else f"{army(battle, one.side).name}'s"
        bare = one.name.removeprefix("the ")
        names[one.id] = Naming(f"{whose} {bare}", f"{whose} {bare}", "he")
    return names


def _begun_before(battle: Battle) -> tuple[str, str]:
    """The heading of an activation that an earlier report began to tell."""
    if battle.active_side is None or battle.active_group is None:
        return "", ""
    return f"{army(battle, battle.active_side).name}, {battle.groups[battle.active_group].name}", "It goes on."


def _because(why: str) -> str:
    return f": {why}" if why and not why.startswith("in ") else f" {why}" if why else ""
