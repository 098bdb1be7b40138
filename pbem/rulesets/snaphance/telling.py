"""A turn of a Snaphance battle as told to one seat: sentences, sums and dice, from facts cut to that seat."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pbem.engine.hexes import Hex, distance, hour, label
from pbem.engine.ids import CommanderId, RuleId, Side, StandId
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.engine.telling import Chapter, Event, Outcome, RollLine, Tally, Told, UnitRow
from pbem.rulesets.snaphance import facts as f
from pbem.rulesets.snaphance.battle import Battle, Stand, army, other_side, side_of_seat, type_of
from pbem.rulesets.snaphance.commands import StandOrders
from pbem.rulesets.snaphance.wording import (
    capital,
    listed,
    morale_line,
    named,
    number,
    order_line,
    plural,
    possessed,
    shot_line,
    strength,
    struck_line,
)

TOLD_APART = ("retreat", "bounce")
"""Steps that the fact after them tells of."""

BRIEFS = 3
"""Sentences at most in the lines that head a report."""


def turn_name(battle: Battle) -> str:
    """``round 5``."""
    return f"round {battle.round}" if battle.round else "the start"


def outcome(battle: Battle) -> Outcome | None:
    """How the battle ended; None while it goes on."""
    if battle.ended is None:
        return None
    winner = army(battle, battle.winner).name if battle.winner else ""
    return Outcome(battle.ended, battle.winner or "", _ending(battle, winner))


def _ending(battle: Battle, winner: str) -> str:
    broken = [one.name for one in battle.armies if one.broken]
    if battle.ended == "broken" and winner:
        return f"{listed(broken)} broke in round {battle.round}: {winner} has won the field."
    if battle.ended == "objective" and winner and battle.objective:
        goal = battle.objective
        held = f"{number(goal.need)} or more of the {goal.name.lower()}"
        return f"{winner} holds {held} at the end of round {battle.round} and has won."
    if battle.ended == "conceded":
        return f"{winner} has won: the other side gave up the field."
    if winner:
        return f"The last round is over; {winner} has done more harm than it took and has won."
    return f"The battle ended drawn in round {battle.round}."


def tell(turn: SeatTurn[Battle]) -> Told:
    """The turn in words.  Everything comes from the seat's own views and the facts it learned of."""
    teller = Teller(turn)
    for happening in turn.happenings:
        teller.hear(happening)
    teller.close()
    mine = side_of_seat(turn.after, turn.seat)
    return Told(
        turn_name=turn_name(turn.after if turn.after.ended else turn.before if not turn.happenings else _turn_of(turn)),
        in_short=teller.in_short(),
        chapters=tuple(teller.chapters),
        carried_out=len(teller.ordered - teller.refused),
        ordered=len(teller.ordered),
        not_done=tuple(teller.not_done),
        mine=tuple(_row(turn, stand) for stand in _sorted(turn.after) if mine is None or stand.side == mine),
        seen=tuple(_row(turn, stand) for stand in _sorted(turn.after) if mine is not None and stand.side != mine),
        no_longer_seen=(),
        tallies=_tallies(turn.after, mine),
        outcome=outcome(turn.after),
    )


def _turn_of(turn: SeatTurn[Battle]) -> Battle:
    """The view in whose round most of the turn was played: the last before an ending of its round."""
    for happening in reversed(turn.happenings):
        if not isinstance(happening.fact, f.RoundBegan):
            return happening.before
    return turn.before


def _sorted(battle: Battle) -> list[Stand]:
    return [battle.stands[s] for s in sorted(battle.stands)]


class Teller:
    """Turns facts into chapters of events, one after another."""

    def __init__(self, turn: SeatTurn[Battle]) -> None:
        """turn: whose story it is."""
        self.turn = turn
        self.mine = side_of_seat(turn.after, turn.seat)
        self.view = turn.before
        self.chapters: list[Chapter] = []
        self.not_done: list[Event] = []
        self.ordered: set[str] = set()
        self.refused: set[str] = set()
        self._title, self._note = "", ""
        self._events: list[Event] = []
        self._texts: list[str] = []
        self._rolls: list[RollLine] = []
        self._rules: list[RuleId] = []
        self._subject = ""
        self._brief, self._weight = "", 0
        self._march: list[Any] = []
        self._tested: StandId | None = None
        self._fighting = False
        self._struck_by: dict[StandId, StandId] = {}
        self._shorts: list[tuple[int, int, str]] = []
        self._lost: dict[Side, int] = {}
        self._dice_off: f.DiceOff | None = None

    # --- events -------------------------------------------------------------------------------------------------

    def hear(self, happening: Happening[Battle]) -> None:
        """One fact more."""
        fact, self.view = happening.fact, happening.before
        if self._march and not isinstance(fact, f.Stepped | f.Turned | f.MoveBegan | f.Displaced):
            self._tell_march()
        heard = HEARD.get(type(fact))
        if heard is None or (isinstance(fact, f.Refused) and not self._is_mine(fact.subject)):
            return
        heard(self, fact)
        if not isinstance(fact, HOUSEKEEPING):
            self._rules += [rule for rule in fact.rules if rule not in self._rules]

    def say(self, text: str) -> None:
        """A sentence of the current event."""
        self._texts.append(capital(text))

    def begin(self, subject: str) -> None:
        """A new event begins."""
        self._end_event()
        self._subject = subject

    def key(self, brief: str, weight: int) -> None:
        """The current event is worth the brief."""
        if weight > self._weight:
            self._brief, self._weight = brief, weight

    def short(self, weight: int, sentence: str) -> None:
        """A candidate for the lines that head the report."""
        self._shorts.append((-weight, len(self._shorts), capital(sentence)))

    def close(self) -> None:
        """The last chapter is done."""
        if self._march:
            self._tell_march()
        self._end_chapter()

    def in_short(self) -> tuple[str, ...]:
        """At most three sentences: what weighs most, told in the order it happened."""
        picked = sorted(sorted(self._shorts)[: BRIEFS - 1], key=lambda one: one[1])
        sentences = [sentence for _, _, sentence in picked]
        if len(self._shorts) < BRIEFS and (losses := self._losses()):
            sentences.append(losses)
        if hill := objective_sentence(self.turn.after, self.mine):
            sentences.append(hill)
        return tuple(sentences[:BRIEFS]) or ("No blow was struck.",)

    def _losses(self) -> str:
        if self.mine is None or not self._lost:
            return ""
        mine = self._lost.get(self.mine, 0)
        theirs = sum(n for side, n in self._lost.items() if side != self.mine)
        return f"You lost {number(mine)} strength {'point' if mine == 1 else 'points'}, they lost {number(theirs)}."

    def _end_event(self) -> None:
        if self._texts or self._rolls:
            rolls = tuple(self._rolls)
            self._events.append(
                Event(
                    text=" ".join(self._texts),
                    rolls=rolls,
                    rules=tuple(self._rules),
                    subject=self._subject,
                    key=self._weight > 0,
                    brief=self._brief,
                    weight=self._weight,
                )
            )
        self._texts, self._rolls, self._rules = [], [], []
        self._subject, self._brief, self._weight, self._tested, self._fighting = "", "", 0, None, False

    def _end_chapter(self) -> None:
        self._end_event()
        if self._events:
            self.chapters.append(Chapter(self._title, self._note, tuple(self._events)))
        self._events = []

    # --- movement -----------------------------------------------------------------------------------------------

    def _tell_march(self) -> None:
        """Steps and turns of one stand, one after another, as one sentence; a retreat tells of its own."""
        self._march = [fact for fact in self._march if not isinstance(fact, f.Stepped) or fact.how not in TOLD_APART]
        if not self._march:
            return
        stand = self._march[0].stand
        words: list[str] = []
        way: list[Hex] = []
        how = ""
        for fact in self._march:
            if isinstance(fact, f.Turned):
                if way:
                    words.append(_went(how, way))
                    way = []
                words.append(f"turned to face {hour(fact.to)}")
            else:
                if way and fact.how != how:
                    words.append(_went(how, way))
                    way = []
                how = fact.how
                way.append(fact.to)
        if way:
            words.append(_went(how, way))
        self._march = []
        name = "it" if self._subject == stand and self._texts else named(self.view, stand)
        self.say(f"{name} {listed(words)}.")

    def stepped(self, fact: f.Stepped | f.Turned) -> None:
        """A step or turn: told with those around it."""
        if self._march and self._march[0].stand != fact.stand:
            self._tell_march()
        self._march.append(fact)

    def displaced(self, fact: f.Displaced) -> None:
        """A stand takes another's hex."""
        if self._march:
            self._tell_march()
        by = named(self.view, fact.by)
        self.say(f"{by} took the place of {fact.stand} at {label(fact.mover_to)}, which went to {label(fact.to)}.")

    # --- rounds and activations ---------------------------------------------------------------------------------

    def dice_off(self, fact: f.DiceOff) -> None:
        """Kept for the heading of the activation it decides."""
        self._dice_off = fact

    def activated(self, fact: f.GroupActivated) -> None:
        """A new chapter."""
        self._end_chapter()
        group = self.view.groups[fact.group]
        self._title = f"{army(self.view, fact.side).name}, {group.name}"
        self._note = _dice_off_note(self.view, self._dice_off) if fact.contested and self._dice_off else "no dice-off"
        self._rules = []
        self._dice_off = None

    def orders_taken(self, fact: f.OrdersTaken) -> None:
        """Own orders: counted, to say how many were carried out."""
        self.ordered |= {item.stand for item in fact.sheet.orders if isinstance(item, StandOrders)}

    def refused_order(self, fact: f.Refused) -> None:
        """An order that could not be carried out."""
        text = f"{fact.order} could not be done: {fact.why}."
        self.refused.add(fact.subject)
        self.not_done.append(Event(text=text, rules=fact.rules, subject=fact.subject))
        stand = StandId(fact.subject)
        self.say(f"{named(self.view, stand) if stand in self.view.stands else fact.subject}: {text}")

    def _is_mine(self, subject: str) -> bool:
        """Whether an order was this seat's: another's refused orders would tell what he meant to do."""
        if self.mine is None:
            return True
        stand, commander = StandId(subject), CommanderId(subject)
        if stand in self.view.stands:
            return self.view.stands[stand].side == self.mine
        return commander in self.view.commanders and self.view.commanders[commander].side == self.mine

    # --- tests and losses ---------------------------------------------------------------------------------------

    def order_tested(self, fact: f.OrderTested) -> None:
        """An order test."""
        self._rolls.append(order_line(fact))

    def rallied(self, fact: f.Rallied) -> None:
        """A stand in order again."""
        self.say(f"{named(self.view, fact.stand)} rallied{'' if fact.acts else ', but could do no more'}.")

    def morale_tested(self, fact: f.MoraleTested) -> None:
        """A morale test; its cost is added to its line."""
        self._tested = fact.stand
        self._rolls.append(morale_line(fact))

    def _cost(self, stand: StandId, words: str) -> bool:
        """Adds to the line of the stand's test, if one was just told."""
        for index in range(len(self._rolls) - 1, -1, -1):
            line = self._rolls[index]
            if line.who == f"{stand} tested":
                self._rolls[index] = replace(line, outcome=f"{line.outcome}; {words}")
                return True
        return False

    def strength_lost(self, fact: f.StrengthLost) -> None:
        """SP lost: on the test's line, or as a sentence."""
        side = self.view.stands[fact.stand].side
        self._lost[side] = self._lost.get(side, 0) + fact.lost
        words = f"lost {fact.lost} SP"
        if not self._cost(fact.stand, words):
            self.say(f"{named(self.view, fact.stand)} {words}: {fact.cause}.")
        self.key(f"{fact.stand} lost {fact.lost} SP", 2 + fact.lost)

    def disordered(self, fact: f.Disordered) -> None:
        """Disorder: on the test's line, or as a sentence."""
        if self.view.stands[fact.stand].disordered:
            return
        if self._tested != fact.stand or not self._cost(fact.stand, "disordered"):
            self.say(f"{named(self.view, fact.stand)} fell into disorder: {fact.cause}.")

    def destroyed(self, fact: f.Destroyed) -> None:
        """A stand is gone."""
        stand = self.view.stands[fact.stand]
        points = (
            f" {army(self.view, stand.side).name} lost {plural(fact.points, 'break point', 'break points')}."
            if fact.points
            else ""
        )
        self.say(f"{named(self.view, fact.stand)} was destroyed.{points}")
        by = self._struck_by.get(fact.stand)
        self.key(f"{by} destroyed {fact.stand}" if by else f"{fact.stand} was destroyed", 10)
        if by:
            self.short(
                10, f"{possessed(self.view, by, self.mine)} destroyed {possessed(self.view, fact.stand, self.mine)}."
            )
        else:
            self.short(10, f"{possessed(self.view, fact.stand, self.mine)} were destroyed.")

    def left_board(self, fact: f.LeftBoard) -> None:
        """A stand left the board."""
        self.say(f"{named(self.view, fact.stand)} left the field.")
        self.key(f"{fact.stand} left the field", 9)
        self.short(9, f"{possessed(self.view, fact.stand, self.mine)} left the field.")

    # --- fire and melee -----------------------------------------------------------------------------------------

    def shot(self, fact: f.Shot) -> None:
        """A shot: a sentence for one that was aimed, a line for each."""
        if fact.purpose in ("fire", "opportunity"):
            at = "at point-blank" if fact.distance == 1 else f"at {fact.distance} hexes"
            name = "it" if self._subject == fact.shooter and self._texts else named(self.view, fact.shooter)
            self.say(f"{name} fired on {named(self.view, fact.target)} {at}.")
        if fact.hits:
            self._struck_by[fact.target] = fact.shooter
        self._rolls.append(shot_line(fact))

    def contact(self, fact: f.Contact) -> None:
        """An attack goes in: a new event, with the way it came."""
        way = self._texts[-1] if self._texts and self._subject == fact.attacker else ""
        if not way:
            self.begin(fact.attacker)
        where = "" if fact.frontal else " in flank or rear"
        verb = {"charge": "charged", "attack": "attacked", "pursuit": "ran into", "opportunity": "counter-charged"}[
            fact.how
        ]
        with_others = f", and met {listed(list(fact.others))} as well" if fact.others else ""
        self.say(f"{named(self.view, fact.attacker)} {verb} {named(self.view, fact.target)}{where}{with_others}.")
        self.key(f"{fact.attacker} {verb} {fact.target}", 5)
        self._fighting = True

    def struck(self, fact: f.Struck) -> None:
        """Melee dice; of an ongoing melee they begin an event of their own."""
        if not self._fighting:
            self.begin(fact.stand)
            self._fighting = True
        if fact.hits:
            self._struck_by[fact.enemy] = fact.stand
        self._rolls.append(struck_line(fact))

    def decided(self, fact: f.MeleeDecided) -> None:
        """Who won a melee round."""
        if fact.loser is None:
            both = listed([named(self.view, s) for _, s in sorted(fact.stands.items())])
            self.say(f"The melee between {both} was undecided.")
            return
        winner = next(s for _, s in sorted(fact.stands.items()) if s != fact.loser)
        self.say(f"{named(self.view, winner)} beat {named(self.view, fact.loser)}.")
        self.key(f"{winner} beat {fact.loser}", 7)
        if fact.loser in self.turn.after.stands and self.turn.after.stands[fact.loser].on_board:
            self.short(
                7, f"{possessed(self.view, winner, self.mine)} beat {possessed(self.view, fact.loser, self.mine)}."
            )

    def retreated(self, fact: f.Retreated) -> None:
        """A retreat or bounce, after its steps."""
        if fact.path:
            far = distance(fact.start, fact.path[-1])
            verb = "drew off" if fact.bounce else "fell back"
            self.say(f"{named(self.view, fact.stand)} {verb} {plural(far, 'hex', 'hexes')} to {label(fact.path[-1])}.")
        else:
            self.say(f"{named(self.view, fact.stand)} had no way to fall back.")

    def evaded(self, fact: f.Evaded) -> None:
        """An evasion, after or before its steps."""
        self.say(f"{named(self.view, fact.stand)} evaded {'the fire of ' if fact.fire else ''}{fact.attacker}.")

    def pursuit(self, fact: f.PursuitRolled) -> None:
        """A pursuit die."""
        change = f" {'+' if fact.change > 0 else '-'} {abs(fact.change)} general" if fact.change else ""
        how = "has to pursue" if fact.must else "pursues"
        far = plural(fact.hexes, "hex", "hexes") if fact.hexes else "no pursuit"
        self._rolls.append(
            RollLine(
                f"{fact.stand} {how}",
                "1 die",
                (fact.die,),
                (fact.hexes > 0,),
                f"{change}{' = ' if change else ''}{far}".strip(),
            )
        )

    def no_pursuit(self, fact: f.NoPursuit) -> None:
        """A victor stayed."""
        self.say(f"{fact.stand} did not pursue: {fact.why}.")

    def melee_stands(self, fact: f.MeleeStands) -> None:
        """A melee goes on."""
        if fact.melee.id not in self.view.melees:
            self.say(f"{listed(sorted(fact.melee.stands.values()))} stay locked together.")

    # --- the rest -----------------------------------------------------------------------------------------------

    def commander_moved(self, fact: f.CommanderMoved) -> None:
        """A general moves."""
        name = self.view.commanders[fact.commander].name
        where = f"joined {named(self.view, fact.joins)}" if fact.joins else f"rode to {label(fact.to)}"
        self.say(f"{name} {where}{f': {fact.why}' if fact.why else ''}.")

    def commander_killed(self, fact: f.CommanderKilled) -> None:
        """A general falls."""
        one = self.view.commanders[fact.commander]
        whose = "your" if one.side == self.mine else f"{army(self.view, one.side).name}'s"
        name = f"{whose} {one.name.removeprefix('the ')}"
        self.say(f"{name} was killed.")
        self.key(f"{name} fell", 9)
        self.short(9, f"{name} was killed.")

    def commander_replaced(self, fact: f.CommanderReplaced) -> None:
        """Another takes over."""
        self.say(
            f"A junior officer took over from the {self.view.commanders[fact.commander].name}, with {fact.with_stand}."
        )

    def halted(self, fact: f.Halted) -> None:
        """A halt on the way."""
        self.say(f"It halted {fact.why}." if self._subject == fact.stand else f"{fact.stand} halted {fact.why}.")

    def standing_order(self, fact: f.StandingOrderFired) -> None:
        """Own standing order or default."""
        how = "by default" if fact.by_default else "on your standing order"
        self.say(f"{fact.stand} acted {how}: {fact.decision} {fact.value}.")

    def broken(self, fact: f.SideBroken) -> None:
        """An army breaks."""
        name = army(self.view, fact.side).name
        self.begin("")
        self.say(f"{name}'s army broke.")
        self.key(f"{name} broke", 20)
        self.short(20, "Your army broke." if fact.side == self.mine else f"{name}'s army broke.")

    def ended(self, fact: f.BattleEnded) -> None:
        """The end."""
        end = outcome(self.turn.after)
        if end is not None:
            self.begin("")
            self.say(end.text)
            self.key("the battle is over", 15)
            self.short(15, end.text)


HOUSEKEEPING = (f.StandBegan, f.OrdersTaken, f.DiceOff, f.GroupActivated, f.StandingOrderFired)
"""Facts whose rules say only how play goes on; citing them at each event would bury those that decided it."""

HEARD: dict[type, Callable[[Teller, Any], None]] = {
    f.GroupActivated: Teller.activated,
    f.DiceOff: Teller.dice_off,
    f.OrdersTaken: Teller.orders_taken,
    f.Refused: Teller.refused_order,
    f.StandBegan: lambda teller, fact: teller.begin(fact.stand),
    f.Stepped: Teller.stepped,
    f.Turned: Teller.stepped,
    f.Displaced: Teller.displaced,
    f.Halted: Teller.halted,
    f.OrderTested: Teller.order_tested,
    f.Rallied: Teller.rallied,
    f.MoraleTested: Teller.morale_tested,
    f.StrengthLost: Teller.strength_lost,
    f.Disordered: Teller.disordered,
    f.Destroyed: Teller.destroyed,
    f.LeftBoard: Teller.left_board,
    f.Shot: Teller.shot,
    f.Contact: Teller.contact,
    f.Struck: Teller.struck,
    f.MeleeDecided: Teller.decided,
    f.MeleeStands: Teller.melee_stands,
    f.Retreated: Teller.retreated,
    f.Evaded: Teller.evaded,
    f.PursuitRolled: Teller.pursuit,
    f.NoPursuit: Teller.no_pursuit,
    f.CommanderMoved: Teller.commander_moved,
    f.CommanderKilled: Teller.commander_killed,
    f.CommanderReplaced: Teller.commander_replaced,
    f.StandingOrderFired: Teller.standing_order,
    f.SideBroken: Teller.broken,
    f.BattleEnded: Teller.ended,
}
"""How each kind of fact is told.  A kind that is not here is told by what follows it."""


def _went(how: str, way: list[Hex]) -> str:
    verb = {
        "forward": "moved", "move": "moved", "backward": "went back", "sideways": "moved sideways",
        "sideways_forward": "moved", "evade": "fell back", "retreat": "went", "bounce": "went", "pursue": "pursued",
    }[how]  # fmt: skip
    by = f" by way of {label(way[0])}" if len(way) == 2 else ""
    return f"{verb} to {label(way[-1])}{by}"


def _dice_off_note(battle: Battle, fact: f.DiceOff) -> str:
    parts: list[str] = []
    for one in battle.armies:
        if one.id in fact.dice:
            dice, bonus = fact.dice[one.id], fact.bonus.get(one.id, 0)
            sign = f" {'+' if bonus > 0 else '-'} {abs(bonus)}" if bonus else ""
            group = battle.groups[fact.groups[one.id]].name
            parts.append(f"{one.name} {group} {' '.join(map(str, dice))}{sign} = {sum(dice) + bonus}")
    return f"dice-off: {', '.join(parts)}"


def objective_sentence(battle: Battle, mine: Side | None) -> str:
    """Who holds how many of the objective hexes, in a sentence."""
    goal = battle.objective
    if goal is None:
        return ""
    held = {one.id: sum(1 for side in battle.holders.values() if side == one.id) for one in battle.armies}
    if not any(held.values()):
        return f"{capital(goal.name)}: nobody holds one yet."
    sides = sorted(battle.armies, key=lambda one: one.id != mine)
    words = [
        f"{'you' if one.id == mine else one.name} {number(held[one.id]) if held[one.id] else 'none'}" for one in sides
    ]
    return f"{capital(goal.name)}: {', '.join(words)}, of {number(len(goal.hexes))}."


def _tallies(battle: Battle, mine: Side | None) -> tuple[Tally, ...]:
    goal = battle.objective
    rows: list[Tally] = []
    for one in battle.armies:
        held = sum(1 for side in battle.holders.values() if side == one.id)
        extra = ((capital(goal.name), held, len(goal.hexes)),) if goal else ()
        rows.append(Tally(one.name, one.id == mine, one.break_lost, one.break_at, extra))
    return tuple(sorted(rows, key=lambda row: not row.mine)) if mine else tuple(rows)


def _row(turn: SeatTurn[Battle], stand: Stand) -> UnitRow:
    battle = turn.after
    kind = type_of(battle, stand.id)
    return UnitRow(
        code=stand.id,
        name=stand.name,
        kind=kind.title,
        group=battle.groups[stand.group].name,
        hex=label(stand.hex),
        facing=hour(stand.facing),
        strength=strength(battle, stand),
        left=sum(stand.sp),
        start=sum(kind.sp),
        states=_states(battle, stand),
        changes=_changes(turn, stand),
        gone=not stand.on_board,
    )


def _states(battle: Battle, stand: Stand) -> tuple[str, ...]:
    if stand.destroyed:
        return ("destroyed",)
    if stand.off_board:
        return ("left the field",)
    states: list[str] = []
    if stand.disordered:
        states.append("disordered")
    if stand.opportunity:
        states.append("on opportunity")
    for _, melee in sorted(battle.melees.items()):
        enemies = [s for side, s in sorted(melee.stands.items()) if side != stand.side]
        if stand.id in melee.stands.values() or stand.id in melee.supports.get(stand.side, ()):
            states.append(f"in melee with {listed(enemies)}")
    for _, commander in sorted(battle.commanders.items()):
        if commander.attached_to == stand.id and commander.alive:
            states.append(f"{commander.name} here")
    return tuple(states)


def _changes(turn: SeatTurn[Battle], stand: Stand) -> tuple[str, ...]:
    before = turn.before.stands.get(stand.id)
    if before is None:
        return ()
    changes: list[str] = []
    if before.on_board and not stand.on_board:
        return ("gone",)
    if before.hex != stand.hex:
        changes.append("moved")
    elif before.facing != stand.facing:
        changes.append("turned")
    if sum(stand.sp) < sum(before.sp):
        changes.append(f"lost {sum(before.sp) - sum(stand.sp)} SP")
    if before.disordered and not stand.disordered:
        changes.append("rallied")
    if stand.disordered and not before.disordered:
        changes.append("disordered")
    return tuple(changes)


def enemy_name(battle: Battle, mine: Side) -> str:
    """The enemy army's name."""
    return army(battle, other_side(battle, mine)).name
