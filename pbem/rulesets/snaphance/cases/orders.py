"""The action of a case, carried out by the rules: each order by the function that carries it out in a game."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from pbem.engine.casekit.results import CaseStop, Enough
from pbem.engine.casekit.tape import DiceAsked, TapeDice
from pbem.engine.facts import Fact
from pbem.engine.hexes import Direction, Hex, distance, neighbour
from pbem.engine.hiding import is_hidden, side_sights
from pbem.engine.ids import CommanderId, MeleeId, RuleId, Side, StandId
from pbem.engine.journal import Line
from pbem.engine.play import Drift, Play
from pbem.engine.sightings import names_of, renamed
from pbem.rulesets.snaphance.cases.acts import acts, march
from pbem.rulesets.snaphance.cases.decider import Decider
from pbem.rulesets.snaphance.cases.position import Start
from pbem.rulesets.snaphance.cases.shapes import CaseAction, LossSpec, OrderSpec, RetreatSpec, WonSpec
from pbem.rulesets.snaphance.fighting.attack import after_victory, answered_by_charge, beaten, settle
from pbem.rulesets.snaphance.fighting.contact import horse_pistols
from pbem.rulesets.snaphance.fighting.melee import Verdict, judge
from pbem.rulesets.snaphance.fighting.melee_dice import Clash, helpers
from pbem.rulesets.snaphance.fighting.morale import Tested, lose
from pbem.rulesets.snaphance.fighting.pursuit import may_pursue
from pbem.rulesets.snaphance.fighting.reactions import Mover, Trigger, charge_bar, charges, gives_cause, went_ahead
from pbem.rulesets.snaphance.fighting.recovery import group_rally_refusal, rally_together
from pbem.rulesets.snaphance.moving.movement import No, Walk, no
from pbem.rulesets.snaphance.playing.acting import act, end_action, fight, refused
from pbem.rulesets.snaphance.playing.refusals import charge_refusal
from pbem.rulesets.snaphance.playing.rounds import declare
from pbem.rulesets.snaphance.playing.sequence import general_move, group_move, group_wait
from pbem.rulesets.snaphance.playing.setting import set_up_all
from pbem.rulesets.snaphance.rules import RULES
from pbem.rulesets.snaphance.state.asks import Response
from pbem.rulesets.snaphance.state.battle import Battle, seat_of_stand, type_of
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    CommanderOrders,
    Fight,
    Fire,
    GroupMove,
    GroupWait,
    Rally,
    Sheet,
    StandOrders,
)
from pbem.rulesets.snaphance.state.facts import (
    Displaced,
    MeleeDecided,
    NoPursuit,
    OrdersTaken,
    PursuitRolled,
    Refused,
    RoundBegan,
    Shot,
    StandBegan,
    Stepped,
)
from pbem.rulesets.snaphance.state.victory import check

STEPS = ("forward", "backward", "sideways", "move")
RANKS = ("front rank", "second rank", "third rank", "fourth rank")


# --- what came of it ------------------------------------------------------------------------------------------------


T = TypeVar("T")


class Noted(msgspec.Struct, frozen=True):
    """A fact, the order it came of (from 1; 0: none), and the battle after it."""

    order: int
    fact: Fact[Battle]
    after: Battle


class CaseRun(msgspec.Struct, frozen=True, kw_only=True):
    """A case played.  rolled: horse dice of a query, by situation.  lost: each loss with the break points after it."""

    start: Battle
    end: Battle
    orders: tuple[OrderSpec, ...]
    notes: tuple[Noted, ...]
    asked: tuple[DiceAsked, ...]
    rolled: Mapping[str, int] = {}
    lost: tuple[tuple[StandId, Mapping[Side, int], bool], ...] = ()
    error: str = ""

    def refusals(self) -> tuple[str, ...]:
        """What the rules refused, in words."""
        return tuple(
            f"order {note.order}: {note.fact.subject} {note.fact.order}: {note.fact.why} ({', '.join(note.fact.rules)})"
            for note in self.notes
            if isinstance(note.fact, Refused)
        )


class _CasePlay(Play[Battle]):
    """A play that remembers its facts, and stops before the melee dice or when those of both sides are counted."""

    until: str | None = None
    facts: tuple[Fact[Battle], ...] = ()

    def roll(self, label: str, by: StandId | Side, count: int) -> Any:  # noqa: ANN401  # as Play's
        if label == "melee" and self.until == "contact_fire":
            raise Enough("contact fire is done")
        return super().roll(label, by, count)

    def record(self, fact: Fact[Battle]) -> None:
        if self.until == "melee_dice_count" and isinstance(fact, MeleeDecided):
            raise Enough("the melee dice are counted")
        self.facts = (*self.facts, fact)
        super().record(fact)


def played(start: Start, action: CaseAction, dice: TapeDice) -> CaseRun:
    """Play a case to its end, or to where it stops by itself."""
    if action.query == "horse_contact_fire":
        return _queried(start.battle, action)
    if not action.separately:
        return _branch(start, action, dice, tuple(enumerate(action.orders, 1)))
    branches = [_branch(start, action, dice, run) for run in _runs(action.orders)]
    return _joined(start.battle, action, branches)


def _runs(orders: tuple[OrderSpec, ...]) -> list[tuple[tuple[int, OrderSpec], ...]]:
    """Orders to be judged each by itself; one that goes on with the move before it stays with it."""
    runs: list[tuple[tuple[int, OrderSpec], ...]] = []
    for n, order in enumerate(orders, 1):
        if order.same_move and runs:
            runs[-1] = (*runs[-1], (n, order))
        else:
            runs.append(((n, order),))
    return runs


def _joined(start: Battle, action: CaseAction, branches: list[CaseRun]) -> CaseRun:
    """Branches as one story: of each stand the end in the branch that changed it, losses added up."""
    end = start
    for told in branches:
        stands = {s: one for s, one in told.end.stands.items() if one != start.stands.get(s)}
        chiefs = {c: one for c, one in told.end.commanders.items() if one != start.commanders.get(c)}
        armies = tuple(
            replace(mine, break_lost=mine.break_lost + theirs.break_lost - before.break_lost)
            for mine, theirs, before in zip(end.armies, told.end.armies, start.armies, strict=True)
        )
        end = replace(
            end, stands={**end.stands, **stands}, commanders={**end.commanders, **chiefs}, armies=armies,
            melees={**end.melees, **told.end.melees},
        )  # fmt: skip
    return CaseRun(
        start=start, end=end, orders=action.orders,
        notes=tuple(note for told in branches for note in told.notes),
        asked=tuple(one for told in branches for one in told.asked),
        error="; ".join(told.error for told in branches if told.error),
    )  # fmt: skip


def _branch(start: Start, action: CaseAction, dice: TapeDice, orders: tuple[tuple[int, OrderSpec], ...]) -> CaseRun:
    run = _Run(start, action, orders, dice.leftover)
    before = len(dice.asked)
    dice.blank = False
    midway = action.retreat is not None or start.pending is not None or bool(start.won)
    tape = _Blanking(dice, action.until, midway=midway, apart=action.separately)
    play = _CasePlay(RULES, start.battle, (), step=1, branch=0, next_seq=3, dice=tape, decide=run.decider.decide)
    play.until = action.until
    error, whole = "", False
    try:
        run.script(play)
        whole = True
    except Enough:
        pass
    except CaseStop as stop:
        error = str(stop)
    notes = _notes(start.battle, run.marks, play.lines)
    if whole and play.lines:
        error = _played_again(run, start.battle, play.lines)
    return CaseRun(
        start=start.battle, end=play.battle, orders=action.orders, notes=notes,
        asked=tuple(dice.asked[before:]), lost=tuple(run.lost), error=error,
    )  # fmt: skip


class _Blanking:
    """The tape; for ``until: melee_dice_count`` melee rolls are counted and come up with ones.

    midway: the case starts in the middle of a melee; what follows its retreat is played as far as there are dice.
    apart: the order is judged by itself, without the pursuit that may follow, unless there are dice for it.
    """

    def __init__(self, tape: TapeDice, until: str | None, *, midway: bool, apart: bool) -> None:
        self._tape, self._until, self._midway, self._apart = tape, until, midway, apart

    def throw(self, key: Any, label: str, by: str, count: int) -> Any:  # noqa: ANN401  # as Dice's
        self._tape.blank = self._until == "melee_dice_count" and label == "melee"
        if self._midway and not self._tape.blank and not self._tape.leftover():
            raise Enough("the case holds no dice for what follows")
        if self._apart and label.startswith("pursuit") and not self._tape.leftover().startswith("pursuit"):
            raise Enough("a pursuit does not belong to the order")
        return self._tape.throw(key, label, by, count)


def _played_again(run: "_Run", battle: Battle, lines: list[Line]) -> str:
    """The same step fed from its own journal must come to the same facts: every case audits the rules."""
    again = _Run(run.start, run.action, run.orders)
    play = _CasePlay(RULES, battle, lines, step=1, branch=0, next_seq=3, dice=TapeDice([]), decide=again.decider.decide)
    try:
        again.script(play)
        play.finish()
    except (Drift, CaseStop) as stop:
        return f"played again from its journal it comes out otherwise: {stop}"
    return ""


def _notes(battle: Battle, marks: list[tuple[int, int]], lines: list[Line]) -> tuple[Noted, ...]:
    notes: list[Noted] = []
    for place, line in enumerate(lines):
        if line.kind == "fact":
            battle = line.body.fact.apply(battle)
            order = max((n for at, n in marks if at <= place), default=0)
            notes.append(Noted(order, line.body.fact, battle))
    return tuple(notes)


def _queried(battle: Battle, action: CaseAction) -> CaseRun:
    """Horse dice of contacts, counted by the rules of SN-7.6."""
    counted: dict[str, int] = {}
    error = ""
    for one in action.situations:
        row = battle.types.get(one.type)
        if row is None:
            error = f"there is no type {one.type!r}"
            continue
        sp = (one.sp or row.sp)[0]
        terms = horse_pistols(row, sp, one.disordered, one.doing, own_front=one.contact != "rear")
        counted[f"horse:{one.id}"] = sum(term.value for term in terms)
    return CaseRun(start=battle, end=battle, orders=(), notes=(), asked=(), rolled=counted, error=error)


# --- one run --------------------------------------------------------------------------------------------------------


def _named(battle: Battle, stand: StandId, order: T) -> T:
    """An order, which a case writes by true codes, by the names that the stand's side has for enemies."""
    return renamed(order, names_of(side_sights(battle, battle.stands[stand].side))) if is_hidden(battle) else order


class _Run:
    """One run of the orders.  marks: which order began at which line."""

    def __init__(
        self,
        start: Start,
        action: CaseAction,
        orders: tuple[tuple[int, OrderSpec], ...],
        dice_left: Callable[[], str] = str,
    ) -> None:
        self.start, self.action, self.orders = start, action, orders
        self.marks: list[tuple[int, int]] = []
        self.walks: dict[StandId, Walk | None] = {}
        self.lost: list[tuple[StandId, Mapping[Side, int], bool]] = []
        self.charged: tuple[StandId, ...] = ()
        self.decider = Decider(action, orders, dice_left)

    def script(self, play: _CasePlay) -> None:
        """The whole action in one step."""
        if self.start.battle.phase == "set-up":
            set_up_all(play)
            play.record(RoundBegan(round=1))
        if self.action.declare:
            declare(play)
        if self.start.pending is not None:
            self._settle(play)
        if self.action.retreat is not None:
            self._retreat(play, self.action.retreat)
        for loss in self.action.losses_in_order:
            self._lose(play, loss)
        for n, order in self.orders:
            self.marks.append((len(play.lines), n))
            self.decider.now = order
            if play.battle.phase != "over":
                self._carry_out(play, n, order)
        self._pursue_unordered(play)

    # --- orders -------------------------------------------------------------------------------------------------

    def _carry_out(self, play: _CasePlay, n: int, order: OrderSpec) -> None:
        if order.commander is not None:
            to = Hex(*order.to) if order.to is not None else None
            general_move(play, CommanderOrders(commander=CommanderId(order.commander), to=to))
        elif order.melee is not None:
            melee = play.battle.melees.get(MeleeId(order.melee))
            if melee is None:
                raise CaseStop(f"order {n}: there is no melee {order.melee}")
            side = play.battle.active_side
            ours = [one for army, one in melee.stands.items() if army == side]
            fight(play, ours[0] if ours else min(melee.stands.values()))
        elif order.group_move:
            self._group(play, n, order)
        elif order.do == "pursue":
            self._pursue(play, n, order)
        else:
            self._stand(play, n, order)

    def _group(self, play: _CasePlay, n: int, order: OrderSpec) -> None:
        """A group move is played from a sheet, so that the sheet is made: this order, and those still to come."""
        if order.do == "opportunity":
            self._wait_together(play, order)
            return
        if order.do == "rally":
            self._rally_together(play, order)
            return
        if order.do not in {"forward", "backward", "sideways", "sideways_forward", "move", "extra_move"}:
            raise CaseStop(f"order {n}: {order.do} cannot be ordered for several stands together")
        stands = tuple(StandId(one) for one in order.group_move)
        for one in stands:
            self._known(play, n, one)
        direction = Direction(int((order.direction or "D0")[1]))
        first = play.battle.stands[stands[0]]
        how = march(play.battle, first.id, first.hex, neighbour(first.hex, direction), order.do)
        attack = (StandId(order.attack),) if isinstance(order.attack, str) else ()
        for one in attack:
            self._known(play, n, one)
        move = GroupMove(stands=stands, how=how, directions=(int(direction),) * order.hexes, attack=attack)
        later = tuple(
            StandOrders(StandId(one), (Fire(),) if other.do == "fire" else ())
            for m, other in self.orders
            if m > n
            for one in (other.stand, *other.group_move)
            if one
        )
        side = first.side
        play.record(OrdersTaken(side=side, sheet=Sheet(orders=(move, *later))))
        group_move(play, seat_of_stand(play.battle, first.id), 0)

    def _rally_together(self, play: _CasePlay, order: OrderSpec) -> None:
        """Several stands rally by one test (SN-9.1a, SN-Q22)."""
        stands = tuple(StandId(one) for one in order.group_move)
        bar = group_rally_refusal(play.battle, stands)
        if bar is not None:
            refused(play, stands[0], Rally(), bar)
            return
        for stand in stands:
            if not play.battle.stands[stand].doing.began:
                play.record(StandBegan(stand=stand, rules=(RuleId("SN-1.4d"),)))
        rally_together(play, stands)

    def _wait_together(self, play: _CasePlay, order: OrderSpec) -> None:
        """Several stands test for opportunity as one (SN-4.9b, SN-Q22)."""
        group_wait(play, GroupWait(tuple(StandId(one) for one in order.group_move)))

    def _charge_now(self, play: _CasePlay, n: int, order: OrderSpec) -> None:
        """An opportunity charge ordered by itself: on an enemy that the order before it has brought up (3.19)."""
        stand = StandId(order.stand or "")
        enemy = StandId(order.target or (order.attack if isinstance(order.attack, str) else ""))
        self._known(play, n, stand)
        self._known(play, n, enemy)
        to_fire = any(m > n and one.stand == enemy and one.do == "fire" for m, one in self.orders)
        trigger = _cause(play, stand, enemy, to_fire=to_fire)
        bar = self._charge_bar(play.battle, stand, enemy, order, trigger)
        if bar is not None or trigger is None:
            refused(play, stand, Charge(target=enemy), bar or no(f"{enemy} has given it no cause", "SN-6.0c", "SN-Q33"))
            return
        self.charged = (*self.charged, enemy)
        forward = trigger.movers[0].forward
        answered_by_charge(play, Response(stand, "charge", enemy), trigger, forward=forward)

    def _charge_bar(
        self, battle: Battle, stand: StandId, enemy: StandId, order: OrderSpec, trigger: "Trigger | None"
    ) -> "No | None":
        if battle.stands[stand].side == battle.active_side:
            return no("the side that moves makes no opportunity moves", "SN-6.0e")
        if enemy in self.charged:
            return no(f"another stand has charged {enemy} already", "SN-6.2c")
        if not battle.stands[stand].opportunity:
            return no("it is not on opportunity", "SN-6.1a", "SN-6.1c")
        bar = charge_bar(battle, stand, enemy)
        if bar is not None:
            return bar
        if trigger is None or not gives_cause(battle, stand, trigger, trigger.movers[0]):
            return no(f"{enemy} has given it no cause", "SN-6.0c", "SN-6.0a", "SN-Q33")
        ways = charges(battle, stand, enemy)
        path = tuple(Hex(*here) for here in order.path)
        if path and all(path != tuple(a.to for a in way.atoms if a.to is not None) for way in ways):
            return no("that is no way of forward steps upon it", "SN-6.0d")
        return None

    def _stand(self, play: _CasePlay, n: int, order: OrderSpec) -> None:
        stand = StandId(order.stand or "")
        if order.do == "opportunity_charge":
            self._charge_now(play, n, order)
            return
        self._known(play, n, stand)
        bar = self._not_active(play, stand)
        actions = acts(play.battle, stand, order)
        if bar is not None:
            refused(play, stand, actions[0], bar)
            return
        if not play.battle.stands[stand].doing.began and play.battle.stands[stand].on_board:
            play.record(StandBegan(stand=stand, rules=(RuleId("SN-1.4d"),)))
        if order.do == "end":
            end_action(play, stand)
            return
        charge = actions[-1] if isinstance(actions[-1], Charge) else None
        barred = charge_refusal(play.battle, stand, charge) if charge is not None else None
        if charge is not None and barred is None and order.path:
            ends, target = Hex(*order.path[-1]), play.battle.stands[charge.target]
            if distance(ends, target.hex) > 1:  # a game finds the way; a case has said where it ends
                barred = No((RuleId("SN-Q12"),), f"the path ends {distance(ends, target.hex)} hexes from {target.id}")
        if isinstance(barred, No) and charge is not None:
            refused(play, stand, charge, barred)
            return
        walk = self.walks.get(stand) if order.same_move else None
        for place, action in enumerate(actions):
            before = len(play.facts)
            later = (*actions[place + 1 :], *self._later(play.battle, n, stand))
            acted = act(play, stand, _named(play.battle, stand, action), walk, _named(play.battle, stand, later))
            walk = acted.walk
            if acted.waits or acted.failed:
                break
            stopped = any(isinstance(fact, Refused) for fact in play.facts[before:])
            if stopped or not play.battle.stands[stand].on_board or play.battle.phase == "over":
                break
        fired = any(isinstance(fact, Shot) and fact.shooter == stand for fact in play.facts)
        self.walks[stand] = walk if walk is not None or fired else self.walks.get(stand)  # a refusal changes nothing

    def _later(self, battle: Battle, n: int, stand: StandId) -> tuple[Act, ...]:
        """Of a stand's orders after the nth those that are known with it: of the same move, or all if it waits.

        A shot after them is known too: a stand that moves up approaches to fire (SN-6.2f).
        """
        found: tuple[Act, ...] = ()
        later = [order for m, order in self.orders if m > n and order.stand == stand]
        for order in later:
            if not order.same_move and not battle.stands[stand].opportunity:
                return (*found, Fire()) if any(one.do == "fire" for one in later) else found
            found = (*found, *acts(battle, stand, order))
        return found

    def _known(self, play: _CasePlay, n: int, stand: StandId) -> None:
        if stand not in play.battle.stands:
            raise CaseStop(f"order {n}: there is no stand {stand}")

    def _not_active(self, play: Play[Battle], stand: StandId) -> "No | None":
        """An order for a stand of a group that is not activated (SN-1.4c): the script of a game never gets one."""
        if play.battle.stands[stand].group == play.battle.active_group:
            return None
        return no("its group is not the activated one", "SN-1.4c")

    def _pursue_unordered(self, play: _CasePlay) -> None:
        """Victors without an order pursue as ``choices`` or the catalogue decide, as far as there are dice."""
        ordered = {order.stand for order in self.action.orders if order.do == "pursue"}
        for won in self.start.won:
            if won.battle_stand not in ordered and play.battle.phase != "over":
                was_at, loser, path = _way_back(won)
                after_victory(
                    play, StandId(won.battle_stand), loser, was_at, path, would_have_won=won.would_have_won
                )  # fmt: skip

    def _pursue(self, play: _CasePlay, n: int, order: OrderSpec) -> None:
        """A pursuit decided beforehand: made when the melee was won, or now when the case starts with the victory."""
        stand = StandId(order.stand or "")
        self._known(play, n, stand)
        for won in self.start.won:
            loser = StandId(won.loser) if won.loser is not None else None
            if stand in won.supports:
                bar = may_pursue(play.battle, stand, loser, would_have_won=won.would_have_won, support=True)
                if bar is not None:
                    refused(play, stand, Fight(), bar)
                return
            if won.battle_stand == stand:
                was_at, loser, path = _way_back(won)
                bar = may_pursue(play.battle, stand, loser, would_have_won=won.would_have_won)
                if bar is not None and not type_of(play.battle, stand).is_cs:  # a game does not even say so
                    refused(play, stand, Fight(), bar)
                    return
                after_victory(play, stand, loser, was_at, path, would_have_won=won.would_have_won)
                return
        if not any(isinstance(fact, NoPursuit | PursuitRolled) and fact.stand == stand for fact in play.facts):
            side = play.battle.stands[stand].side
            fell = [fact.stands[side] for fact in play.facts if isinstance(fact, MeleeDecided)]
            beside = any(not play.battle.stands[one].on_board for one in fell)
            cited = ("SN-13.0a", "SN-11.2b") if beside else ("SN-13.0a",)
            refused(play, stand, Fight(), no("it has won no melee as a battle stand", *cited))

    # --- the middle of a melee ----------------------------------------------------------------------------------

    def _retreat(self, play: _CasePlay, spec: RetreatSpec) -> None:
        """A beaten stand goes back, and what comes of that as far as there are dice for it (3.18d)."""
        loser, winner = StandId(spec.stand), StandId(spec.beaten_by)
        for one in (loser, winner):
            self._known(play, 0, one)
        verdict = Verdict(losses=(0, 0), costs=(0, 0), loser=loser, would_have_won=True)
        beaten(play, _clash(play.battle, winner, loser), verdict)

    def _settle(self, play: Play[Battle]) -> None:
        """Tests made, losses and retreat to come (3.18c)."""
        pending = self.start.pending
        if pending is None:
            return
        winner, loser = StandId(pending.winner), StandId(pending.loser)
        losses = pending.morale_loss if isinstance(pending.morale_loss, dict) else {loser: pending.morale_loss}
        one, two = (winner, loser) if play.battle.stands[winner].side == play.battle.active_side else (loser, winner)
        clash = _clash(play.battle, one, two)
        tests = [Tested(losses[stand], was_disordered=False) if stand in losses else None for stand in (one, two)]
        settle(play, clash, judge(play.battle, clash, tests[0], tests[1]))

    def _lose(self, play: _CasePlay, loss: LossSpec) -> None:
        stand = StandId(loss.stand)
        self._known(play, 0, stand)
        sp = play.battle.stands[stand].sp
        if loss.lost == "whole":
            lost = sum(sp)
        elif isinstance(loss.lost, int):
            lost = loss.lost
        elif loss.lost == "rear rank":
            lost = sum(sp[-1:])
        else:
            lost = sum(sp[RANKS.index(loss.lost) :])
        if not lost:
            raise CaseStop(f"losses_in_order: {stand} has no {loss.lost} to lose: it has SP {list(sp)}")
        lose(play, stand, lost, "the case says so", ())
        check(play)
        points = {army.id: army.break_lost for army in play.battle.armies}
        self.lost.append((stand, points, any(army.broken for army in play.battle.armies)))


def _way_back(won: WonSpec) -> tuple[Hex, StandId | None, tuple[Hex, ...]]:
    """Of a beaten stand: the hex it was in, itself unless eliminated, the hexes it went through."""
    was_at = won.loser_eliminated_at or won.loser_was_at
    if was_at is None:
        raise CaseStop("just_won: either loser_was_at or loser_eliminated_at is needed")
    loser = StandId(won.loser) if won.loser is not None else None
    return Hex(*was_at), loser, tuple(Hex(*here) for here in won.retreat_path)


def _clash(battle: Battle, one: StandId, two: StandId) -> "Clash":
    """Two battle stands with their supports: of their ongoing melee, else who faces the enemy (SN-10.6a)."""
    for melee in battle.melees.values():
        if {one, two} == set(melee.stands.values()):
            ours, theirs = (melee.supports.get(battle.stands[stand].side, ()) for stand in (one, two))
            return Clash(
                attacker=one, defender=two, attackers_helpers=ours, defenders_helpers=theirs, melee=melee.id
            )  # fmt: skip
    return Clash(
        attacker=one, defender=two, attackers_helpers=helpers(battle, one, two),
        defenders_helpers=helpers(battle, two, one),
    )  # fmt: skip


def _cause(play: _CasePlay, stand: StandId, enemy: StandId, *, to_fire: bool = False) -> "Trigger | None":
    """What an enemy has done last that a stand on opportunity may answer: a step, or a shot at that stand.

    to_fire: the enemy has an order to fire after it.
    """
    for fact in reversed(play.facts):
        if isinstance(fact, Shot) and fact.shooter == enemy and fact.target == stand:
            return Trigger(cause="shot", movers=(Mover(stand=enemy),), targets=(stand,))
        if isinstance(fact, Stepped) and fact.stand == enemy and fact.how in (*STEPS, "pursue"):
            start, ahead = fact.start, fact.how in ("forward", "pursue")
        elif isinstance(fact, Displaced) and fact.by == enemy:
            start, ahead = fact.to, False
        else:
            continue
        forward = ahead or went_ahead(play.battle, enemy, start)
        pursues = isinstance(fact, Stepped) and fact.how == "pursue"
        return Trigger(
            cause="pursuit" if pursues else "step",
            movers=(Mover(stand=enemy, nears=start, forward=forward, to_fire=to_fire),),
        )
    return None
