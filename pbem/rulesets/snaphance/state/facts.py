"""What can happen in a Snaphance battle.  Facts carry results and set them; the rules decided elsewhere."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.commanders import ParcelledOut
from pbem.engine.facts import Fact
from pbem.engine.grades import GradedVerdict
from pbem.engine.hexes import Facing, Hex, key, points_between
from pbem.engine.ids import UMPIRE, CommanderId, GroupId, MeleeId, Seat, Side, StandId
from pbem.engine.rulings.facts import BreakRuled, VisibilityPut, WordGiven
from pbem.engine.rulings.words import without_words
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Commander,
    Doing,
    Melee,
    Stand,
    acting_seat,
    army,
    losing,
    seat_of_stand,
    side_of_seat,
    with_army,
    with_commander,
    with_stand,
    with_stands,
)
from pbem.rulesets.snaphance.state.commands import Sheet, StandPlace
from pbem.rulesets.snaphance.state.noticed import NoticedFacts, after_falling, after_round
from pbem.rulesets.snaphance.state.special_facts import SpecialFacts, calmed, left_with_points
from pbem.rulesets.snaphance.state.special_rules import Sight


class Term(msgspec.Struct, frozen=True):
    """One term of a sum: ``charge`` +2.  Told to players as it stands."""

    name: str
    value: int


ShotPurpose = Literal["fire", "rank2", "opportunity", "defensive", "supporting", "horse"]
TestPurpose = Literal["rally", "opportunity", "extra_move", "evade", "thin_line", "king"]

# --- before the first round ---------------------------------------------------------------------------------------


class SetUpMade(Fact[Battle], frozen=True, tag="set up"):
    """A side's stands take their places, their generals with them (SN-H8).  sample: as the scenario has them."""

    side: Side
    places: tuple[StandPlace, ...]
    sample: bool

    def apply(self, battle: Battle) -> Battle:
        """They stand there."""
        there = {one.stand: one for one in self.places}
        generals = {
            c: replace(one, hex=there[one.attached_to].hex) if one.attached_to in there else one
            for c, one in battle.commanders.items()
        }  # fmt: skip
        moved = (replace(battle.stands[s], hex=one.hex, facing=one.facing) for s, one in there.items())
        return replace(with_stands(battle, moved), commanders=generals)


class SetUpEnded(Fact[Battle], frozen=True, tag="set-up ended"):
    """Both sides stand where they begin."""

    def apply(self, battle: Battle) -> Battle:
        """Phase ``orders``."""
        return replace(battle, phase="orders")


# --- rounds and activations ---------------------------------------------------------------------------------------


class RoundBegan(Fact[Battle], frozen=True, tag="round began"):
    """All groups may move again, markers are off (SN-1.4a, SN-1.4f)."""

    round: int

    def apply(self, battle: Battle) -> Battle:
        """Phase ``orders``."""
        groups = {g: replace(group, moved=False) for g, group in battle.groups.items()}
        stands = {s: replace(stand, moved=False, doing=Doing()) for s, stand in battle.stands.items()}
        return replace(
            after_round(battle), round=self.round, phase="orders", groups=groups, stands=stands,
            commanders=rested(battle),
            crossed={},
        )  # fmt: skip


def rested(battle: Battle) -> Mapping[CommanderId, Commander]:
    """Every general free to move, bound to no stand (SN-3.1b)."""
    return {
        c: replace(one, move_used=False, hexes_moved=0, helped="", bound=False)
        for c, one in battle.commanders.items()
    }  # fmt: skip


class OrdersTaken(Fact[Battle], frozen=True, tag="orders taken"):
    """A commander's sheet lies ready.  Seen by its own seat only."""

    side: Side
    sheet: Sheet
    seat: Seat | UnsetType = UNSET
    """Whose it is, where the side has several commanders."""

    def apply(self, battle: Battle) -> Battle:
        """The sheet replaces the commander's last one."""
        return replace(battle, sheets={**battle.sheets, self._whose(battle): self.sheet}, ordered=battle.activation)

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """Only by its own seat."""
        return self._whose(battle) == seat

    def _whose(self, battle: Battle) -> Seat:
        return army(battle, self.side).seat if isinstance(self.seat, UnsetType) else self.seat


class OrderTakenUp(Fact[Battle], frozen=True, tag="order taken up"):
    """The next order of the active side's sheet is carried out now.  place: in the sheet, from 0.

    Seen by its own side only: gaps in the numbers would tell what is ordered for other groups.
    """

    side: Side
    place: int

    def apply(self, battle: Battle) -> Battle:
        """The one after it comes next."""
        return replace(battle, next_order=self.place + 1)

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """Only by the seat that commands the acting group."""
        return acting_seat(battle) == seat


class OrdersIn(Fact[Battle], frozen=True, tag="orders in"):
    """All sheets of a round are taken: the dice-offs begin."""

    def apply(self, battle: Battle) -> Battle:
        """Phase ``declare``."""
        return replace(battle, phase="declare")


class DiceOff(Fact[Battle], frozen=True, tag="dice-off"):
    """Both sides rolled for the next activation (SN-1.4c).  winner None: a tie, rolled again (SN-Q8)."""

    groups: Mapping[Side, GroupId]
    dice: Mapping[Side, tuple[int, ...]]
    bonus: Mapping[Side, int]
    winner: Side | None

    def apply(self, battle: Battle) -> Battle:
        """Nothing changes before the activation."""
        return battle


class GroupActivated(Fact[Battle], frozen=True, tag="group activated"):
    """A group's activation begins.  contested: by a dice-off."""

    side: Side
    group: GroupId
    activation: int
    contested: bool

    def apply(self, battle: Battle) -> Battle:
        """Phase ``activation``; what was done in the last one is forgotten."""
        stands = {s: replace(stand, doing=Doing()) for s, stand in battle.stands.items()}
        return replace(
            battle, phase="activation", activation=self.activation, active_side=self.side, active_group=self.group,
            stands=stands, commanders=rested(battle), next_order=0,
        )  # fmt: skip


class ActivationEnded(Fact[Battle], frozen=True, tag="activation ended"):
    """The group has moved (SN-1.4e)."""

    group: GroupId

    def apply(self, battle: Battle) -> Battle:
        """Its stands are marked moved; evasion records are cleared (3.18a)."""
        groups = {**battle.groups, self.group: replace(battle.groups[self.group], moved=True)}
        stands = {
            s: replace(stand, moved=stand.moved or stand.group == self.group, doing=Doing())
            for s, stand in battle.stands.items()
        }
        return replace(
            battle, groups=groups, stands=stands, phase="declare", active_side=None, active_group=None,
            last_active=battle.active_side,
        )  # fmt: skip


class StandBegan(Fact[Battle], frozen=True, tag="stand began"):
    """A stand's turn begins here (SN-Q65)."""

    stand: StandId

    def apply(self, battle: Battle) -> Battle:
        """Its start is remembered."""
        stand = battle.stands[self.stand]
        doing = replace(stand.doing, began=True, started_hex=stand.hex, started_facing=stand.facing)
        return with_stand(battle, replace(stand, doing=doing))

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """By all who know of the stand."""
        return _known(battle, self.stand, seat)


class ActionEnded(Fact[Battle], frozen=True, tag="action ended"):
    """A stand's action is over; it is marked moved (SN-1.4e, SN-Q7, SN-Q70)."""

    stand: StandId

    def apply(self, battle: Battle) -> Battle:
        """moved, and nothing more this turn."""
        stand = battle.stands[self.stand]
        return with_stand(battle, replace(stand, moved=True, doing=replace(stand.doing, over=True, ended=self.rules)))

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """By all who know of the stand."""
        return _known(battle, self.stand, seat)


class Refused(Fact[Battle], frozen=True, tag="refused"):
    """An order that could not be carried out when its time came; rules say why.  order: in the order language.

    step: number of the hex of a path at which it failed, from 1; 0 for the whole order.
    """

    subject: str
    order: str
    why: str
    step: int = 0

    def apply(self, battle: Battle) -> Battle:
        """Nothing happened."""
        return battle

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """By all who know of the stand."""
        return _known(battle, StandId(self.subject), seat)


class StandingOrderFired(Fact[Battle], frozen=True, tag="standing order"):
    """A standing order, or the default of the rules, decided for a stand.  Only its own commander learns of it."""

    side: Side
    stand: StandId
    decision: str
    value: str
    by_default: bool

    def apply(self, battle: Battle) -> Battle:
        """Nothing changes by the deciding."""
        return battle

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """Only by the seat that commands the stand."""
        return seat_of_stand(battle, self.stand) == seat


# --- arrivals -----------------------------------------------------------------------------------------------------


class Expected(Fact[Battle], frozen=True, tag="expected"):
    """Stands to come may enter from now on, or not yet.  needs: of the die; None: no die was needed, die is 0."""

    stands: tuple[StandId, ...]
    due: bool
    needs: int | None = None
    die: int = 0

    def apply(self, battle: Battle) -> Battle:
        """They are due, or are waited for."""
        arrivals = tuple(
            replace(one, due=self.due) if one.stands == self.stands else one for one in battle.arrivals
        )  # fmt: skip
        return replace(battle, arrivals=arrivals)

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """By everybody, unless their coming is secret."""
        return _known(battle, self.stands[0], seat)


class Entered(Fact[Battle], frozen=True, tag="entered"):
    """A stand comes onto the board."""

    stand: StandId
    to: Hex
    facing: Facing

    def apply(self, battle: Battle) -> Battle:
        """In its hex with its general, one step of its move made; an objective there is its side's now."""
        stand = battle.stands[self.stand]
        doing = replace(
            stand.doing, hexes=1, trail=(self.to,), started_hex=self.to, started_facing=self.facing
        )  # fmt: skip
        came = replace(stand, hex=self.to, facing=self.facing, to_come=False, doing=doing)
        for commander in battle.commanders.values():
            if commander.attached_to == self.stand:
                battle = with_commander(battle, replace(commander, hex=self.to))
        return _passed(with_stand(battle, came), came, self.to)


def _known(battle: Battle, stand: StandId, seat: Seat) -> bool:
    """Whether a seat knows of a stand: not of an enemy's that is to come in secret."""
    one = battle.stands.get(stand)
    if one is None or not one.to_come or side_of_seat(battle, seat) == one.side or seat == UMPIRE:
        return True
    return not any(arrival.secret and stand in arrival.stands for arrival in battle.arrivals)


# --- order tests, recovery ----------------------------------------------------------------------------------------


class OrderTested(Fact[Battle], frozen=True, tag="order test"):
    """An order test (SN-4.5a).  stands: one, or all that test together (SN-Q22).  helper: a general who gave his +1."""

    stands: tuple[StandId, ...]
    purpose: TestPurpose
    die: int
    terms: tuple[Term, ...]
    modified: int
    needs: int
    passed: bool
    helper: CommanderId | None = None

    def apply(self, battle: Battle) -> Battle:
        """A general who helped can help no other stand, and is bound to those who passed (SN-3.1b, SN-3.1e).

        A test for opportunity is taken once in a turn (SN-6.1a).
        """
        for one in self.stands if self.purpose == "opportunity" else ():
            stand = battle.stands[one]
            battle = with_stand(battle, replace(stand, doing=replace(stand.doing, waited=True)))
        if self.helper is None:
            return battle
        commander = battle.commanders[self.helper]
        bound = commander.bound or self.passed
        return with_commander(battle, replace(commander, helped=" ".join(self.stands), bound=bound))


class Rallied(Fact[Battle], frozen=True, tag="rallied"):
    """Disorder gone (SN-9.0a).  acts: whether it may still act.  stays: disordered all the same (SN-Q5)."""

    stand: StandId
    acts: bool
    stays: bool = False

    def apply(self, battle: Battle) -> Battle:
        """In order again; after a failed test its action is over."""
        stand = battle.stands[self.stand]
        ended = stand.doing.ended if self.acts else self.rules
        doing = replace(stand.doing, rallied=True, over=stand.doing.over or not self.acts, ended=ended)
        moved = stand.moved or not self.acts
        return with_stand(battle, replace(stand, disordered=self.stays, moved=moved, doing=doing))


class Disordered(Fact[Battle], frozen=True, tag="disordered"):
    """A stand falls into disorder.  cause: in words."""

    stand: StandId
    cause: str

    def apply(self, battle: Battle) -> Battle:
        """Disordered, and off opportunity (SN-6.1c)."""
        return with_stand(battle, replace(battle.stands[self.stand], disordered=True, opportunity=False))


class WentOnOpportunity(Fact[Battle], frozen=True, tag="opportunity"):
    """A stand waits (SN-6.1a)."""

    stand: StandId

    def apply(self, battle: Battle) -> Battle:
        """On opportunity."""
        return with_stand(battle, replace(battle.stands[self.stand], opportunity=True, opp_turned=False))


class OpportunityEnded(Fact[Battle], frozen=True, tag="opportunity ended"):
    """A stand waits no longer: the round is over (SN-Q34)."""

    stand: StandId

    def apply(self, battle: Battle) -> Battle:
        """Off opportunity."""
        return with_stand(battle, replace(battle.stands[self.stand], opportunity=False))


class OpportunityCharged(Fact[Battle], frozen=True, tag="opportunity charge"):
    """A stand on opportunity goes for an enemy (SN-6.0a, SN-6.0b, SN-6.0c); its steps are recorded apart."""

    stand: StandId
    target: StandId

    def apply(self, battle: Battle) -> Battle:
        """Off opportunity; the charge begins here (SN-Q65)."""
        stand = battle.stands[self.stand]
        return with_stand(battle, replace(stand, opportunity=False, doing=_starting(stand)))


class ChargeBonusLost(Fact[Battle], frozen=True, tag="charge bonus lost"):
    """Lancers hurt by pistols on opportunity at 2 hexes charge without their bonus (SN-7.4.1.1a)."""

    stand: StandId
    by: StandId

    def apply(self, battle: Battle) -> Battle:
        """No charge bonus in this charge."""
        stand = battle.stands[self.stand]
        return with_stand(battle, replace(stand, doing=replace(stand.doing, cb_lost=True)))


class ChargeAborted(Fact[Battle], frozen=True, tag="charge aborted"):
    """Horse hit by pistols on opportunity at 2 hexes gives up its charge (SN-7.4.1.1b)."""

    stand: StandId
    by: StandId

    def apply(self, battle: Battle) -> Battle:
        """It stays where it was hit (SN-Q73); the end of its action is recorded apart."""
        return battle


# --- movement -----------------------------------------------------------------------------------------------------


class MoveBegan(Fact[Battle], frozen=True, tag="move began"):
    """A move of the turn begins: the first, or one allowed by an order test."""

    stand: StandId

    def apply(self, battle: Battle) -> Battle:
        """One move more; off opportunity (SN-6.1c)."""
        stand = battle.stands[self.stand]
        doing = replace(stand.doing, moves=stand.doing.moves + 1, move_hex=stand.hex)
        return with_stand(battle, replace(stand, opportunity=False, doing=doing))


class Stepped(Fact[Battle], frozen=True, tag="stepped"):
    """A stand goes one hex, or through friends (``through``, in turn; SN-4.10c) to the free hex beyond.

    facing: afterwards.
    """

    stand: StandId
    start: Hex
    to: Hex
    facing: Facing
    how: Literal["forward", "backward", "sideways", "move", "evade", "retreat", "bounce", "pursue"]
    through: tuple[Hex, ...] = ()

    def apply(self, battle: Battle) -> Battle:
        """In its new hex, with the general attached to it (SN-3.1c); objective hexes on its way are its side's now.

        Evasion, retreat and bounce are no movement of its own and are not counted.
        Any step ends opportunity (SN-6.1c).
        """
        stand = battle.stands[self.stand]
        way = (*self.through, self.to)
        doing = stand.doing
        if self.how not in ("evade", "retreat", "bounce"):
            went_back = doing.went_back or self.how == "backward"
            doing = replace(doing, hexes=doing.hexes + len(way), trail=(*doing.trail, *way), went_back=went_back)
        moved = replace(stand, hex=self.to, facing=self.facing, opportunity=False, doing=doing)
        battle = with_stand(battle, moved)
        for here in way:
            battle = _passed(battle, stand, here)
        if battle.crossings:
            battle = _crossed(battle, self.stand, way)
        return _with_general(battle, self.stand, self.start, self.to)


class Turned(Fact[Battle], frozen=True, tag="turned"):
    """A stand turns in its hex.  free: no part of a move (to face an attacker, SN-4.6d; on opportunity, SN-6.1c)."""

    stand: StandId
    start: Facing
    to: Facing
    free: bool = False

    def apply(self, battle: Battle) -> Battle:
        """Its new facing; a second point of turning ends opportunity (SN-6.1c)."""
        stand = battle.stands[self.stand]
        doing = stand.doing if self.free else replace(stand.doing, turned=stand.doing.turned + 1)
        waits = stand.opportunity and not stand.opp_turned and points_between(self.start, self.to) <= 1
        return with_stand(battle, replace(stand, facing=self.to, opportunity=waits, opp_turned=waits, doing=doing))


class Halted(Fact[Battle], frozen=True, tag="halted"):
    """A move ends here because a rule says so.  why: in words (``in the zone of control of N02``)."""

    stand: StandId
    why: str

    def apply(self, battle: Battle) -> Battle:
        """The stand is where it is already."""
        return battle


class Displaced(Fact[Battle], frozen=True, tag="displaced"):
    """A stand changes hexes with one that moves into its place (SN-4.11a), by no movement of its own (SN-4.11c)."""

    stand: StandId
    by: StandId
    to: Hex
    mover_to: Hex
    facing: Facing

    def apply(self, battle: Battle) -> Battle:
        """Both in their new hexes at once."""
        pushed, mover = battle.stands[self.stand], battle.stands[self.by]
        trail = (*mover.doing.trail, self.mover_to)
        doing = replace(mover.doing, hexes=mover.doing.hexes + 1, trail=trail)
        moved = [replace(pushed, hex=self.to), replace(mover, hex=self.mover_to, facing=self.facing, doing=doing)]
        battle = with_stands(battle, moved)
        battle = _with_general(battle, self.by, mover.hex, self.mover_to)
        battle = _with_general(battle, self.stand, pushed.hex, self.to)
        return _passed(_passed(battle, pushed, self.to), mover, self.mover_to)


class LeftBoard(Fact[Battle], frozen=True, tag="left the board"):
    """A stand has left the board.  points: break points lost by it (0 for a pursuer, SN-13.0h)."""

    stand: StandId
    points: int

    def apply(self, battle: Battle) -> Battle:
        """Gone, its points counted."""
        stand = battle.stands[self.stand]
        if battle.special and self.points:
            battle = left_with_points(battle, self.stand)
        gone = with_stand(battle, replace(stand, off_board=True))
        return after_falling(losing(gone, stand.side, self.points, self.stand), self.stand)


# --- commanders ---------------------------------------------------------------------------------------------------


class CommanderMoved(Fact[Battle], frozen=True, tag="commander moved"):
    """A general uses his move (SN-3.1a), or is carried off to his nearest stand (why not '').

    Of no hexes, it is no move: he attaches himself to a stand in his hex, or leaves the one he was with (SN-3.1c).
    """

    commander: CommanderId
    to: Hex
    hexes: int
    joins: StandId | None = None
    why: str = ""

    def apply(self, battle: Battle) -> Battle:
        """In his new hex, with the stand he joins."""
        one = battle.commanders[self.commander]
        return with_commander(
            battle,
            replace(
                one, hex=self.to, attached_to=self.joins,
                move_used=one.move_used or (self.hexes > 0 and not self.why), hexes_moved=one.hexes_moved + self.hexes,
            ),
        )  # fmt: skip


class CommanderKilled(Fact[Battle], frozen=True, tag="commander killed"):
    """A general falls with the stand he was attached to (SN-3.2b)."""

    commander: CommanderId

    def apply(self, battle: Battle) -> Battle:
        """Dead."""
        return with_commander(battle, replace(battle.commanders[self.commander], alive=False, attached_to=None))


class CommanderReplaced(Fact[Battle], frozen=True, tag="commander replaced"):
    """Another officer takes over: range 2H, -2 in dice-offs, no help to morale (SN-3.2c)."""

    commander: CommanderId
    with_stand: StandId
    hex: Hex

    def apply(self, battle: Battle) -> Battle:
        """The same marker, a lesser man."""
        one = battle.commanders[self.commander]
        return with_commander(
            battle,
            replace(
                one, alive=True, replacement=True, range=2, bonus=-2, gives_morale=False, hex=self.hex,
                attached_to=self.with_stand, move_used=False, hexes_moved=0, helped="", bound=False,
            ),
        )  # fmt: skip


# --- fire, morale, losses -----------------------------------------------------------------------------------------


class Shot(Fact[Battle], frozen=True, tag="shot"):
    """Dice were thrown at a target (SN-7.0c, SN-7.0d).  distance: in hexes.  then_move: it keeps the right to move."""

    shooter: StandId
    target: StandId
    purpose: ShotPurpose
    distance: int
    terms: tuple[Term, ...]
    dice: tuple[int, ...]
    hits: int
    then_move: bool = False

    def apply(self, battle: Battle) -> Battle:
        """The shooter has fired, and waits no longer (SN-6.1c)."""
        stand = battle.stands[self.shooter]
        if self.purpose not in ("fire", "rank2", "opportunity"):
            return with_stand(battle, replace(stand, opportunity=False))
        doing = replace(stand.doing, fired=True, fired_to_move=stand.doing.fired_to_move or self.then_move)
        return with_stand(battle, replace(stand, opportunity=False, doing=doing))


class MoraleTested(Fact[Battle], frozen=True, tag="morale test"):
    """A morale test (SN-8.0a, SN-8.0b, SN-8.0c, SN-8.0d).  loss: the morale loss.  cause: what made it test."""

    stand: StandId
    cause: Literal["fire", "melee"]
    terms: tuple[Term, ...]
    adjusted: int
    die: int
    loss: int

    def apply(self, battle: Battle) -> Battle:
        """What it costs is recorded apart."""
        return battle


class StrengthLost(Fact[Battle], frozen=True, tag="strength lost"):
    """SP lost."""

    stand: StandId
    lost: int
    sp: tuple[int, ...]
    """What is left, per rank."""
    points: int
    """Break points lost with ranks."""
    cause: str
    """In words."""

    def apply(self, battle: Battle) -> Battle:
        """Its ranks as they are now."""
        stand = battle.stands[self.stand]
        return losing(with_stand(battle, replace(stand, sp=self.sp)), stand.side, self.points, self.stand)


class Destroyed(Fact[Battle], frozen=True, tag="destroyed"):
    """A stand is gone (its last SP, or a rule that destroys it).  points: break points lost by that."""

    stand: StandId
    hex: Hex
    points: int
    cause: str

    def apply(self, battle: Battle) -> Battle:
        """Off the board, out of every melee's supports."""
        stand = battle.stands[self.stand]
        battle = with_stand(battle, replace(stand, destroyed=True, sp=(), opportunity=False))
        return after_falling(losing(battle, stand.side, self.points, self.stand), self.stand)


# --- evasion, contact, melee --------------------------------------------------------------------------------------


class Evaded(Fact[Battle], frozen=True, tag="evaded"):
    """A stand evaded from an attacker (SN-5.0c); its steps are recorded apart.  barred: it may not do so again."""

    stand: StandId
    attacker: StandId
    fire: bool
    barred: bool = False

    def apply(self, battle: Battle) -> Battle:
        """Counted against that attacker."""
        stand = battle.stands[self.stand]
        evaded = {**stand.doing.evaded, self.attacker: stand.doing.evaded.get(self.attacker, 0) + 1}
        barred = stand.doing.barred_from
        if self.barred and self.attacker not in barred:
            barred = (*barred, self.attacker)
        return with_stand(battle, replace(stand, doing=replace(stand.doing, evaded=evaded, barred_from=barred)))


class EvasionBarred(Fact[Battle], frozen=True, tag="evasion barred"):
    """A stand may not evade that attacker any more (SN-5.0d)."""

    stand: StandId
    attacker: StandId

    def apply(self, battle: Battle) -> Battle:
        """Barred till that attacker's activation ends."""
        stand = battle.stands[self.stand]
        barred = tuple(sorted({*stand.doing.barred_from, self.attacker}))
        return with_stand(battle, replace(stand, doing=replace(stand.doing, barred_from=barred)))


class NoEvasion(Fact[Battle], frozen=True, tag="no evasion"):
    """A stand that evades as a rule stands this time: the rules forbid it (they are cited), or it chose to."""

    stand: StandId
    attacker: StandId
    why: str

    def apply(self, battle: Battle) -> Battle:
        """Nothing changes."""
        return battle


class Contact(Fact[Battle], frozen=True, tag="contact"):
    """An attack reaches its enemies.  charge: moved at least 1H (SN-Q12).  frontal: hit on one of its front hexes."""

    attacker: StandId
    target: StandId
    how: Literal["charge", "attack", "pursuit", "opportunity"]
    frontal: bool
    others: tuple[StandId, ...] = ()

    def apply(self, battle: Battle) -> Battle:
        """What follows is recorded apart."""
        return battle


class Struck(Fact[Battle], frozen=True, tag="struck"):
    """One side's melee dice (SN-10.1a).  supports: stands whose dice are among the terms."""

    stand: StandId
    enemy: StandId
    terms: tuple[Term, ...]
    dice: tuple[int, ...]
    hits: int
    supports: tuple[StandId, ...] = ()

    def apply(self, battle: Battle) -> Battle:
        """What it does is recorded apart; what special rules gave or took in this melee is over."""
        return calmed(battle, self.stand) if battle.special else battle


class MeleeDecided(Fact[Battle], frozen=True, tag="melee decided"):
    """A melee round is over (SN-11.0a, SN-11.3a).  loser None: undecided.  losses: morale loss of each battle stand."""

    stands: Mapping[Side, StandId]
    losses: Mapping[Side, int]
    loser: StandId | None

    def apply(self, battle: Battle) -> Battle:
        """What follows is recorded apart."""
        return battle


class MeleeStands(Fact[Battle], frozen=True, tag="melee stands"):
    """A melee is, or stays, ongoing with these stands (SN-11.3a)."""

    melee: Melee

    def apply(self, battle: Battle) -> Battle:
        """Listed among the melees."""
        count = battle.melee_count + (self.melee.id not in battle.melees)
        return replace(battle, melees={**battle.melees, self.melee.id: self.melee}, melee_count=count)


class MeleeEnded(Fact[Battle], frozen=True, tag="melee ended"):
    """A melee is over."""

    melee: MeleeId

    def apply(self, battle: Battle) -> Battle:
        """Off the list."""
        return replace(battle, melees={m: one for m, one in battle.melees.items() if m != self.melee})


class Retreated(Fact[Battle], frozen=True, tag="retreated"):
    """A stand has gone back (SN-12.0a; bounce: SN-11.1d); steps and costs are recorded apart.  path: start left out."""

    stand: StandId
    start: Hex
    path: tuple[Hex, ...]
    bounce: bool = False
    beaten_by: StandId | None = None

    def apply(self, battle: Battle) -> Battle:
        """It is there already."""
        return battle


class PursuitRolled(Fact[Battle], frozen=True, tag="pursuit"):
    """A victor's pursuit die (SN-13.0b, 13.0c).  hexes: how far it may go; 0: none."""

    stand: StandId
    must: bool
    die: int
    change: int
    hexes: int

    def apply(self, battle: Battle) -> Battle:
        """A pursuit is a fresh start (SN-Q65); its steps are recorded apart."""
        if not self.hexes:
            return battle
        stand = battle.stands[self.stand]
        return with_stand(battle, replace(stand, doing=_starting(stand)))


class NoPursuit(Fact[Battle], frozen=True, tag="no pursuit"):
    """A victor stays where it is.  why: in words."""

    stand: StandId
    why: str

    def apply(self, battle: Battle) -> Battle:
        """Nothing changes."""
        return battle


# --- the end ------------------------------------------------------------------------------------------------------


class SideBroken(Fact[Battle], frozen=True, tag="side broken"):
    """An army has lost its share (SN-14.0c, SN-Q39)."""

    side: Side

    def apply(self, battle: Battle) -> Battle:
        """Marked broken."""
        return with_army(battle, replace(army(battle, self.side), broken=True))


class BattleEnded(Fact[Battle], frozen=True, tag="battle ended"):
    """The battle is over.  winner None: a draw.  objective: the one that was held.  verdict: how it is graded."""

    kind: Literal["broken", "objective", "limit", "draw", "conceded", "ruled"]
    winner: Side | None
    objective: str = ""
    verdict: GradedVerdict | None = None

    def apply(self, battle: Battle) -> Battle:
        """Phase ``over``."""
        return replace(
            battle, phase="over", ended=self.kind, winner=self.winner, won_by=self.objective, verdict=self.verdict
        )


class StandPut(Fact[Battle], frozen=True, tag="stand put"):
    """An umpire's word: a stand is as ruled.  One that is off the board fights no more."""

    stand: Stand

    def apply(self, battle: Battle) -> Battle:
        """The stand replaces what it was; its melees end where it has left them."""
        before = battle.stands.get(self.stand.id)
        after = with_stand(battle, self.stand)
        if before is not None and before.hex == self.stand.hex and self.stand.on_board:
            return after
        left = {name: one for name, one in battle.melees.items() if self.stand.id not in one.stands.values()}
        helping = {
            name: replace(
                one,
                supports={side: tuple(s for s in some if s != self.stand.id) for side, some in one.supports.items()},
            )
            for name, one in left.items()
        }
        return replace(after, melees=helping)


class CommanderPut(Fact[Battle], frozen=True, tag="commander put"):
    """An umpire's word: a general is as ruled."""

    commander: Commander

    def apply(self, battle: Battle) -> Battle:
        """The general replaces what it was."""
        return with_commander(battle, self.commander)


class BreakPointsRuled(Fact[Battle], frozen=True, tag="points ruled"):
    """An umpire's word: a side has lost so many more break points, or with a minus fewer."""

    side: Side
    points: int

    def apply(self, battle: Battle) -> Battle:
        """Counted; never below 0."""
        lost = army(battle, self.side).break_lost
        return losing(battle, self.side, max(self.points, -lost))


class StandFreed(Fact[Battle], frozen=True, tag="umpire's word freed"):
    """An umpire's word on an act of a stand no longer counts."""

    stand: StandId
    act: str

    def apply(self, battle: Battle) -> Battle:
        """The rules alone say again."""
        return replace(battle, umpires_words=without_words(battle.umpires_words or (), self.stand, self.act))

    def seen_by(self, battle: Battle, seat: Seat) -> bool:
        """Its own side's alone."""
        return seat == UMPIRE or battle.stands[self.stand].side == side_of_seat(battle, seat)


class LastRoundPut(Fact[Battle], frozen=True, tag="last round put"):
    """An umpire's word: the battle ends after that round."""

    round: int

    def apply(self, battle: Battle) -> Battle:
        """With that limit."""
        return replace(battle, limit=self.round)


class FogPut(Fact[Battle], frozen=True, tag="fog put"):
    """An umpire's word: there is fog in some rounds.  fog: None where all fog lifts."""

    fog: Sight | None

    def apply(self, battle: Battle) -> Battle:
        """A special rule more; when it lifts, those of before keep the rounds that are over."""
        if self.fog is not None:
            return replace(battle, special=(*battle.special, self.fog))
        now = battle.round
        lifted = tuple(
            replace(one, rounds=tuple(r for r in one.rounds if r < now)) if isinstance(one, Sight) else one
            for one in battle.special
        )
        return replace(battle, special=lifted)


Facts = (
    SetUpMade | SetUpEnded | RoundBegan | OrdersTaken | OrderTakenUp | OrdersIn | DiceOff | GroupActivated
    | ActivationEnded | StandBegan | Expected | Entered
    | ActionEnded | Refused | StandingOrderFired | OrderTested | Rallied | Disordered | WentOnOpportunity
    | OpportunityEnded | OpportunityCharged | ChargeBonusLost | ChargeAborted | MoveBegan
    | Stepped | Turned | Halted | Displaced | LeftBoard | CommanderMoved | CommanderKilled | CommanderReplaced | Shot
    | MoraleTested | StrengthLost | Destroyed | Evaded | EvasionBarred | NoEvasion | Contact | Struck | MeleeDecided
    | MeleeStands | MeleeEnded | Retreated | PursuitRolled | NoPursuit | SideBroken | BattleEnded
    | StandPut | CommanderPut | BreakPointsRuled | BreakRuled | WordGiven | StandFreed | LastRoundPut | FogPut
    | VisibilityPut | ParcelledOut | SpecialFacts | NoticedFacts
)  # fmt: skip


def _starting(stand: Stand) -> Doing:
    """What a stand is doing that begins a pursuit or an opportunity charge where it stands (SN-Q65)."""
    return replace(
        stand.doing, started_hex=stand.hex, started_facing=stand.facing, move_hex=None, trail=(), cb_lost=False
    )  # fmt: skip


def _with_general(battle: Battle, stand: StandId, start: Hex, to: Hex) -> Battle:
    """A general goes where the stand goes that he is attached to (SN-3.1c), or with and bound to (SN-3.1b)."""
    for commander in battle.commanders.values():
        attached = commander.attached_to == stand
        bound = commander.bound and commander.hex == start and stand in commander.helped.split()
        if commander.alive and (attached or (bound and commander.attached_to is None)):
            battle = with_commander(battle, replace(commander, hex=to))
    return battle


def _passed(battle: Battle, stand: Stand, here: Hex) -> Battle:
    """The last side to pass through an objective hex holds it; blinds hold none (SN-H10)."""
    if stand.blind or not any(here in one.hexes for one in battle.objectives):
        return battle
    return replace(battle, holders={**battle.holders, key(here): stand.side})


def _crossed(battle: Battle, stand: StandId, way: tuple[Hex, ...]) -> Battle:
    """A stand that has stepped into a crossing is counted there for the rest of the round."""
    crossed = dict(battle.crossed)
    for one in battle.crossings:
        before = crossed.get(key(one.hex), ())
        if one.hex in way and stand not in before:
            crossed[key(one.hex)] = (*before, stand)
    return replace(battle, crossed=crossed)
