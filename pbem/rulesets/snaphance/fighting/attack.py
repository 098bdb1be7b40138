"""The course of an attack (3.18): contacts, melees, pursuits, and the interrupts of stands on opportunity (3.18b).

Each of these may lead to any other: a melee to a pursuit, a pursuit to a contact or an interrupt, an interrupt to a
charge, which is a contact.  What none of that follows from is in the files about each of them.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import (
    Hex,
)
from pbem.engine.ids import MeleeId, StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.contact import contact_fire
from pbem.rulesets.snaphance.fighting.evasion import disordered_by_crossing, disordered_by_ground
from pbem.rulesets.snaphance.fighting.following import follows, next_ahead, tries_further
from pbem.rulesets.snaphance.fighting.meeting import (
    clash_at,
    evasions,
    fired_and_died,
    make_contact,
    present,
    ride_down,
)
from pbem.rulesets.snaphance.fighting.melee import (
    Verdict,
    clash_of,
    drawn,
    end_melee,
    fights_on,
    hold_town,
    holds_town,
    in_contact,
    in_order,
    judge,
    melee_goes_on,
    next_round,
    others_go,
    strike,
    upset_by_ground,
    upset_outside_town,
    use_action,
)
from pbem.rulesets.snaphance.fighting.melee_dice import (
    Clash,
    How,
    strike_sum,
)
from pbem.rulesets.snaphance.fighting.morale import (
    Tested,
    destroy,
    lose,
    morale_test,
)
from pbem.rulesets.snaphance.fighting.opponents import choose_enemy, contacted, may_attack, melee_enemy, opponents
from pbem.rulesets.snaphance.fighting.platoons import platoons_fall, standing_platoons
from pbem.rulesets.snaphance.fighting.pursuit import (
    barred,
    joinable,
    line_of,
    may_pursue,
    no_way_in,
    roll_hexes,
    wishes_to_pursue,
)
from pbem.rulesets.snaphance.fighting.reactions import (
    Mover,
    Trigger,
    aborts,
    by_length,
    charges,
    end_answered,
    fire_all,
    fires_first,
    path_of,
    responses_named,
    waiting,
    went_ahead,
)
from pbem.rulesets.snaphance.fighting.retreat import Gone, bounce, leave_board, retreat
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.moving.atoms import try_atom
from pbem.rulesets.snaphance.moving.generals import driven_off
from pbem.rulesets.snaphance.moving.ground import barrier, entry
from pbem.rulesets.snaphance.moving.movement import No, Walk, extra_move, step
from pbem.rulesets.snaphance.moving.reaching import approach
from pbem.rulesets.snaphance.special.must_pursue import RULE as SENT
from pbem.rulesets.snaphance.special.must_pursue import must_pursue
from pbem.rulesets.snaphance.state.asks import (
    AskMelee,
    AskWay,
    MeleeChoice,
    Response,
    Way,
)
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    melee_of,
    on_board,
    seat_of_stand,
    type_of,
)
from pbem.rulesets.snaphance.state.facts import (
    Halted,
    MeleeDecided,
    MeleeEnded,
    MeleeStands,
    NoPursuit,
    OpportunityCharged,
    Stepped,
)
from pbem.rulesets.snaphance.state.rulings import reading, switched, switched_ids
from pbem.rulesets.snaphance.state.tables import rules
from pbem.rulesets.snaphance.state.venturing import (
    found_out,
    give_away,
    is_blind,
    was_blind,
)
from pbem.rulesets.snaphance.state.victory import check

Follow = Literal["remaining_mp", "stop"]


# --- the attack ---------------------------------------------------------------------------------------------------


def attack(
    play: Play[Battle], attacker: StandId, target: StandId, walk: Walk, how: How, follow: Follow | None = None
) -> bool:
    """Steps 2 to 10 of 3.18, once the declared target is in the attacker's front 2H.

    walk: what is left of the move.  follow: what the order says of going on once no enemy is left to fight; None: D23.
    True when it came to a fight, which uses up the attacker's action; after enemies that have evaded or been ridden
    down it may go on with a further move (SN-5.0i, SN-Q70).
    """
    allowed = may_attack(play.battle, attacker, target)
    if is_blind(play.battle, target):
        allowed = No(rules("SN-H10"), was_blind(target))
    if isinstance(allowed, No):
        found_out(play, attacker, f"charge {target}", allowed.why, allowed.rules)
        return False
    return _contacts(play, attacker, target, walk, how, follow)


def _contacts(
    play: Play[Battle], attacker: StandId, target: StandId, walk: Walk, how: How, follow: Follow | None,
    moving: bool = False, pursuing: bool = False,
) -> bool:  # fmt: skip
    """Contact after contact, as long as no enemy is left to fight and it goes on (SN-5.0i, SN-Q73); whether it fought.

    On opportunity without further moves: it has the MP of a first one (SN-Q33).  moving, pursuing: of the
    first, as ``_meet``'s.
    """
    caught: tuple[StandId, ...] = ()
    while faces(play.battle, attacker, target):
        was_at = play.battle.stands[target].hex
        met = _meet(play, attacker, target, how, caught, moving=moving, pursuing=pursuing)
        if met.fought or not _can_go_on(play.battle, attacker):
            return True
        caught = (*caught, *met.evaded)
        again = how != "opportunity"
        gone = _go_on(play, attacker, target, walk, (was_at, *met.vacated), follow, again=again)
        if gone is None:
            return False
        walk, target, how = gone.walk, gone.target, "charge" if again else how
        moving = pursuing = False
        if gone.further:
            caught = ()
    return False


def _can_go_on(battle: Battle, attacker: StandId) -> bool:
    return battle.phase != "over" and battle.stands[attacker].on_board and melee_of(battle, attacker) is None


class ContactResult(msgspec.Struct, frozen=True):
    """What came of a contact."""

    fought: bool
    """It came to a melee round."""
    evaded: tuple[StandId, ...] = ()
    """Who went back."""
    vacated: tuple[Hex, ...] = ()
    """Hexes left empty."""


def _meet(
    play: Play[Battle], attacker: StandId, target: StandId | None, how: How, caught: tuple[StandId, ...] = (),
    pursued: StandId | None = None, moving: bool = False, pursuing: bool = False,
) -> ContactResult:  # fmt: skip
    """One contact: evasions, the lost skirmishers, battle stands, contact fire, melee.

    target: whom the attack was declared on (None for a pursuer).  caught: who evaded in this same move (SN-10.5e).
    moving: the target of an opportunity charge is moving forward (SN-10.3.1a).  pursuing: it does so in pursuit.
    """
    before = tuple(play.battle.stands[one].hex for one in contacted(play.battle, attacker))
    evaded = evasions(play, attacker, target, pursued)
    ride_down(play, attacker, how, caught)
    if not _can_go_on(play.battle, attacker):
        return ContactResult(fought=True)
    chosen = choose_enemy(play, attacker, target, pursued)
    if chosen is None:
        return ContactResult(fought=False, evaded=evaded, vacated=before)
    if joins(play, attacker, chosen, how):
        return ContactResult(fought=True)
    clash = clash_at(play, attacker, chosen, how, pursued)
    clash = replace(clash, counter=moving and chosen == target)
    if pursuing and chosen == target:
        clash = replace(clash, silent=(*clash.silent, chosen))
    clash = replace(clash, cb_lost=contact_fire(play, clash))
    fired_and_died(play, clash)
    if not _can_go_on(play.battle, attacker):
        return ContactResult(fought=True)
    if not play.battle.stands[clash.defender].on_board:
        other = choose_enemy(play, attacker, None, None)
        if other is None:
            return ContactResult(fought=False, evaded=evaded, vacated=before)
        clash = replace(clash, defender=other)
    platoons = standing_platoons(play.battle, clash)
    lost = fight(play, present(play.battle, clash))
    platoons_fall(play, platoons, won=lost == attacker)
    return ContactResult(fought=True)


def joins(play: Play[Battle], attacker: StandId, chosen: StandId, how: How) -> bool:
    """Against a battle stand of an ongoing melee the newcomer joins as a support (SN-10.6d, SN-11.4a).  True: it did.

    The same where it has contacted both a support and the battle stand (SN-11.4c).
    """
    melee = melee_of(play.battle, chosen)
    enemy = melee_enemy(play.battle, attacker, chosen)
    if melee is None or enemy is None:
        return False
    melee_id = melee.id
    make_contact(play, attacker, enemy, how, ())
    join_melee(play, attacker, melee_id, ("SN-10.6d", "SN-11.4a"))
    if reading(play.battle, "SN-Q42") == "after-dice" and faces(play.battle, attacker, enemy):
        upset_by_ground(play, attacker, enemy)
    return True


# --- going on (SN-5.0i, SN-Q73, D23) ------------------------------------------------------------------------------


class WentOn(msgspec.Struct, frozen=True):
    """A charger has gone on and met an enemy.  further: in a further move."""

    walk: Walk
    target: StandId
    further: bool = False


def _go_on(
    play: Play[Battle], attacker: StandId, target: StandId, walk: Walk, vacated: tuple[Hex, ...],
    follow: Follow | None, *, again: bool = True,
) -> WentOn | None:  # fmt: skip
    """Straight on over the vacated hexes with the MP left, up to the next contact, then by further moves if wished."""
    if follow == "stop" or (follow is None and walk.spent < walk.mp and not follows(play, attacker, target, walk)):
        return None
    further = False
    while True:
        to = next_ahead(play.battle, attacker, target, walk, vacated)
        if to is None:
            if not again or not tries_further(play, attacker, target):
                return None
            begun = extra_move(play, attacker)
            if isinstance(begun, No):
                return None
            walk, further = begun, True
            continue
        start = play.battle.stands[attacker].hex
        went = step(play, attacker, walk, to)
        if isinstance(went, No):
            play.record(Halted(stand=attacker, why=went.why, rules=went.rules))
            return None
        walk = went
        if stepped(play, ((attacker, start, walk),), (target,)):
            return None
        met = opponents(play.battle, attacker)
        if met:
            return WentOn(walk, target if target in met else met[0], further)


def go_on_alone(play: Play[Battle], attacker: StandId, target: StandId, walk: Walk, vacated: tuple[Hex, ...]) -> bool:
    """One of a group that has attacked goes on alone, its enemies gone (SN-Q66, SN-Q73); whether it came to a fight.

    target: one of them.  vacated: the hexes they were in.
    """
    gone = _go_on(play, attacker, target, walk, vacated, None)
    return gone is not None and _contacts(play, attacker, gone.target, gone.walk, "charge", None)


# --- pursuit ------------------------------------------------------------------------------------------------------


def meet_in_pursuit(play: Play[Battle], pursuer: StandId, pursued: StandId | None = None) -> bool:
    """A pursuer comes upon enemies (SN-13.1b, SN-Q72): True when it fought, or can go no farther."""
    if not contacted(play.battle, pursuer):
        return False
    return _meet(play, pursuer, None, "pursuit", pursued=pursued).fought


# --- opportunity --------------------------------------------------------------------------------------------------


def meet_on_opportunity(
    play: Play[Battle], charger: StandId, target: StandId, walk: Walk, *, moving: bool, pursuing: bool = False
) -> None:
    """An opportunity charge comes upon its target: no stand evades, no fire but Horse pistols (3.18b, 4; SN-6.3).

    Skirmishers ridden down do not slow it: it may go on with the MP left (SN-10.5c, SN-Q73).
    walk: what is left of its move.  moving: the target is moving forward, and has its charge bonus too (SN-10.3.1a).
    pursuing: it fires no pistols (SN-7.6e).
    """
    if target in contacted(play.battle, charger):
        _contacts(play, charger, target, walk, "opportunity", None, moving=moving, pursuing=pursuing)


# --- interrupts: causes and answers (3.18b) ---------------------------------------------------------------------------


def declared(
    play: Play[Battle], about: tuple[tuple[StandId, Hex, Walk], ...], targets: tuple[StandId, ...]
) -> tuple[StandId, ...]:
    """An attack is declared, before its first step (SN-Q69): stand, hex it is about to enter, budget of each attacker.

    The attackers whose action has ended by it come back.
    """
    if not waiting(play.battle):
        return ()
    movers = tuple(Mover(stand=stand, nears=first, walk=walk, forward=True) for stand, first, walk in about)
    return answer(play, Trigger(cause="declaration", movers=movers, targets=targets))


def stepped(
    play: Play[Battle], moved: tuple[tuple[StandId, Hex, Walk], ...], targets: tuple[StandId, ...] = (),
    to_fire: tuple[StandId, ...] = (),
) -> tuple[StandId, ...]:  # fmt: skip
    """A step of a mover, or of all the stands of a group move: stand, hex it came from, budget now.

    targets: whom a declared attack is on.  to_fire: the movers with an order to fire (SN-6.2f).  The stands whose
    action has ended by it come back.
    """
    before = play.battle
    if not waiting(before):
        return ()
    movers: list[Mover] = []
    for stand, start, walk in moved:
        one = before.stands[stand]
        ahead = walk.manner == "forward" or went_ahead(before, stand, start)
        if one.on_board and one.hex != start:
            movers.append(Mover(stand=stand, nears=start, walk=walk, forward=ahead, to_fire=stand in to_fire))
    return answer(play, Trigger(cause="step", movers=tuple(movers), targets=targets))


def pursued(play: Play[Battle], stand: StandId, start: Hex, ahead: Hex | None) -> bool:
    """A step of the active side's pursuer (SN-6.2d, SN-6.4b, SN-Q72).  True when its pursuit has ended by it."""
    before = play.battle
    if before.stands[stand].side != before.active_side:
        return False
    mover = Mover(stand=stand, nears=start, forward=True, ahead=ahead)
    return bool(answer(play, Trigger(cause="pursuit", movers=(mover,))))


def answer(play: Play[Battle], trigger: Trigger) -> tuple[StandId, ...]:
    """Steps 1, 3 and 4 of 3.18b; the movers that go no farther come back."""
    responses = responses_named(play, trigger)
    if not responses:
        return ()
    hurt = fire_all(play, tuple((one.stand, one.at) for one in responses if one.does == "fire"), trigger)
    stopped: tuple[StandId, ...] = ()
    for mover in trigger.movers:
        gone = play.battle.phase == "over" or not play.battle.stands[mover.stand].on_board
        if gone or (mover.stand in hurt and aborts(play, mover.stand, hurt[mover.stand])):
            stopped = (*stopped, mover.stand)
    for one in responses:
        if one.does == "charge" and play.battle.phase != "over" and play.battle.stands[one.at].on_board:
            mover = next(mover for mover in trigger.movers if mover.stand == one.at)
            answered_by_charge(play, one, trigger, forward=mover.forward and one.at not in stopped)
            stopped = tuple(dict.fromkeys((*stopped, one.at)))
    return stopped


def answered_by_charge(play: Play[Battle], response: Response, trigger: Trigger, *, forward: bool) -> None:
    """A stand is charged on opportunity: it may fire first if it came to fire (D19); its action ends (SN-Q33)."""
    if fires_first(play, response, trigger):
        forward = False  # SN-10.3.1b
    if play.battle.phase != "over" and play.battle.stands[response.stand].on_board:
        charge(play, response.stand, response.at, moving=forward, pursuing=trigger.cause == "pursuit")
    if trigger.cause != "pursuit":
        end_answered(play, response.at, ("SN-Q33", "SN-Q70"))


def charge(play: Play[Battle], stand: StandId, enemy: StandId, *, moving: bool, pursuing: bool = False) -> None:
    """The charge itself: forward steps without interrupts, then the melee (3.18b, 4).

    moving: the enemy is moving forward, and so has its own charge bonus too (SN-10.3.1a).  pursuing: in pursuit, when
    Horse fire no pistols (SN-7.6e).
    """
    give_away(play, stand, enemy)
    seat = seat_of_stand(play.battle, stand)
    ways = charges(play.seen(seat), stand, enemy)
    best = approach(ways, stand, enemy)
    if best is None:
        why = f"it can no longer come upon {enemy}"
        play.record(Halted(stand=stand, why=why, rules=rules("SN-6.0d")))
        return
    paths = tuple(sorted({path_of(way) for way in ways}, key=by_length))
    path = path_of(best)
    if len(paths) > 1:
        ask = AskWay(seat=seat, default=Way(path), matter="opportunity_charge", stand=stand, other=enemy, options=paths)
        path = play.ask(ask).path
    chosen = next(way for way in ways if path_of(way) == path)
    cited = "SN-6.0b" if moving else "SN-6.0c"
    play.record(OpportunityCharged(stand=stand, target=enemy, rules=rules(cited, "SN-6.2c")))
    walk = Walk(mp=type_of(play.battle, stand).mp_first)
    for atom in chosen.atoms:
        got = try_atom(play.battle, stand, walk, atom)
        if isinstance(got, No):
            break
        for fact in got.facts:
            play.record(fact)
        walk = got.walk
    meet_on_opportunity(play, stand, enemy, walk, moving=moving, pursuing=pursuing)


def charge_shooter(play: Play[Battle], stand: StandId, shooter: StandId) -> None:
    """The counter-charge on a shooter, after its shot and the test (3.18b, 2); its action ends."""
    if play.battle.phase == "over":
        return
    if play.battle.stands[stand].on_board and play.battle.stands[shooter].on_board:
        charge(play, stand, shooter, moving=False)
        end_answered(play, shooter, ("SN-Q33", "SN-Q70"))


# --- a melee round and what comes of it (3.18c, 3.18d) ----------------------------------------------------------------


def fight(play: Play[Battle], clash: Clash) -> StandId | None:
    """One round, from the counting of dice to the pursuit (3.18c, 3.18d): the active side throws first.

    Who has lost it; None when it was drawn.
    """
    give_away(play, clash.attacker, clash.defender, *clash.attackers_helpers, *clash.defenders_helpers)
    if clash.how != "again":
        upset_outside_town(play, clash)
    order = in_order(play.battle, clash)
    sums = tuple(strike_sum(play.battle, clash, stand) for stand in order)
    hits: dict[StandId, int] = {}
    for stand, counted in zip(order, sums, strict=True):
        hits[clash.enemy_of(stand)] = strike(play, clash, stand, counted)
    if clash.how != "again" and reading(play.battle, "SN-Q42") == "after-dice":
        upset_by_ground(play, clash.attacker, clash.defender)
    tests: dict[StandId, Tested | None] = {}
    for stand in order:
        tests[stand] = morale_test(play, stand, hits[stand], "melee") if hits[stand] else None
    verdict = judge(play.battle, clash, tests[clash.attacker], tests[clash.defender])
    settle(play, clash, verdict)
    return verdict.loser


def settle(play: Play[Battle], clash: Clash, verdict: Verdict) -> None:
    """From the comparison of morale losses on: SP, eliminations, then defeat or draw."""
    one, two = clash.attacker, clash.defender
    sides = {play.battle.stands[stand].side: stand for stand in (one, two)}
    losses = {play.battle.stands[one].side: verdict.losses[0], play.battle.stands[two].side: verdict.losses[1]}
    cited: tuple[str, ...] = ("SN-11.0a",) if verdict.loser else ("SN-11.3a",)
    if verdict.loser and not verdict.would_have_won and clash.helpers_of(verdict.loser):
        cited = (*cited, *switched(play.battle, "SN-Q52"))
    play.record(MeleeDecided(stands=sides, losses=losses, loser=verdict.loser, rules=rules(*cited)))
    costs = dict(zip((one, two), verdict.costs, strict=True))
    for stand in in_order(play.battle, clash):
        lose(play, stand, costs[stand], "the melee", ("SN-11.0b", "SN-8.1b"))
    if check(play):
        return
    if verdict.loser is None:
        drawn(play, clash)
    else:
        beaten(play, clash, verdict)


def beaten(play: Play[Battle], clash: Clash, verdict: Verdict) -> None:
    """The loser and its supports go back; the winner may pursue (3.18d)."""

    loser = verdict.loser if verdict.loser is not None else clash.defender
    winner = clash.enemy_of(loser)
    was_at = play.battle.stands[loser].hex
    if type_of(play.battle, loser).category == "Art" and play.battle.stands[loser].on_board:
        destroy(play, loser, "guns beaten hand to hand", ("SN-11.1e", "SN-12.0f"))
        if check(play):
            return
    gone = Gone("lost")
    if play.battle.stands[loser].on_board:
        if holds_town(play, loser, winner, 1):
            hold_town(play, clash, loser)
            return
        gone = retreat(play, loser, winner)
        if play.battle.phase == "over":
            return
    holding = others_go(play, clash, loser, winner)
    if play.battle.phase == "over":
        return
    end_melee(play, clash)
    if gone.how == "stays":
        _no_way_out(play, clash, loser, winner)
    elif holding is not None:
        melee_goes_on(play, clash, winner, holding)
    else:
        chased = clash.how == "pursuit" and winner == clash.attacker
        after_victory(play, winner, loser, was_at, gone.path, would_have_won=verdict.would_have_won, chased=chased)


def _no_way_out(play: Play[Battle], clash: Clash, loser: StandId, winner: StandId) -> None:
    """A beaten stand that had no way out stays; where contact remains they fight again at once (SN-12.1e, D28)."""
    if not play.battle.stands[winner].on_board or not in_contact(play.battle, winner, loser):
        return
    again = next_round(play.battle, clash)
    mounted = type_of(play.battle, winner).is_mcs
    if mounted and not fights_on(play, again, winner, loser) and bounce(play, winner, loser):
        return
    fight(play, again)


def fight_ongoing(play: Play[Battle], melee_id: MeleeId) -> None:
    """Another round of an ongoing melee (SN-11.4a, SN-Q20): no charge bonus, no contact fire.

    It uses up the action of the active group's stands in it (SN-Q70).
    """
    melee = play.battle.melees[melee_id]
    clash = clash_of(play.battle, melee)
    if not in_contact(play.battle, clash.attacker, clash.defender):
        play.record(Halted(stand=clash.attacker, why="its enemy is no longer in contact", rules=rules("SN-11.3a")))
        play.record(MeleeEnded(melee=melee_id))
        return
    fought = tuple(dict.fromkeys((*melee.fought_in, play.battle.activation)))
    play.record(MeleeStands(melee=replace(melee, fought_in=fought), rules=rules("SN-Q20")))
    use_action(play, (clash.attacker, clash.defender, *clash.attackers_helpers, *clash.defenders_helpers))
    fight(play, clash)


# --- after a victory (3.18d, points 4 and 5) --------------------------------------------------------------------------


def after_victory(
    play: Play[Battle],
    winner: StandId,
    loser: StandId | None,
    was_at: Hex,
    path: tuple[Hex, ...],
    *,
    would_have_won: bool,
    chased: bool = False,
) -> None:
    """What a victor does: join another melee, or pursue (3.18d, point 4).

    was_at: the hex the beaten stand has left; path: the hexes it went through; () when it was eliminated.
    chased: it came to this melee by pursuit.
    """
    if not play.battle.stands[winner].on_board:
        return
    melees = joinable(play.battle, winner)
    if melees:
        _join(play, winner, melees)
        return
    refusal = may_pursue(play.battle, winner, loser, would_have_won=would_have_won) or no_way_in(
        play.battle, winner, was_at
    )
    if refusal is None and chased and reading(play.battle, "SN-Q72") == "one-pursuit":
        refusal = No(rules("SN-Q72"), "it has pursued once already")
    if refusal is not None:
        if type_of(play.battle, winner).is_cs or (switched_ids(play.battle, "SN-Q53") and refusal.rules):
            play.record(NoPursuit(stand=winner, why=refusal.why, rules=refusal.rules))
        return
    sent = must_pursue(play.battle, winner)
    must = sent or type_of(play.battle, winner).pursuit == "must"
    if not must and not wishes_to_pursue(play, winner, loser):
        play.record(NoPursuit(stand=winner, why="it chose to stay", rules=rules("SN-13.0b")))
        return
    hexes = roll_hexes(play, winner, must=must, by=(SENT,) if sent else ())
    if hexes:
        _advance(play, winner, loser, was_at, path, hexes)


def _join(play: Play[Battle], winner: StandId, melees: tuple[MeleeId, ...]) -> None:
    """A victor joins another melee as a support and restarts it (SN-11.4b, SN-13.1c, D32)."""
    chosen = melees[0]
    if len(melees) > 1:
        seat = seat_of_stand(play.battle, winner)
        chosen = play.ask(AskMelee(seat=seat, default=MeleeChoice(melees[0]), stand=winner, options=melees)).melee
    join_melee(play, winner, chosen, ("SN-11.4b", "SN-13.1c"))


def join_melee(play: Play[Battle], stand: StandId, melee_id: MeleeId, cited: tuple[str, ...]) -> None:
    """A stand becomes a support of an ongoing melee, whose battle stands fight again at once (SN-10.6d, SN-11.4a)."""
    melee = play.battle.melees[melee_id]
    side = play.battle.stands[stand].side
    supports = {**melee.supports, side: tuple(sorted({*melee.supports.get(side, ()), stand}))}
    fought = tuple(dict.fromkeys((*melee.fought_in, play.battle.activation)))
    play.record(MeleeStands(melee=replace(melee, supports=supports, fought_in=fought), rules=rules(*cited)))
    clash = clash_of(play.battle, play.battle.melees[melee_id])
    use_action(play, (clash.attacker, clash.defender, *clash.attackers_helpers, *clash.defenders_helpers))
    fight(play, clash)


def _advance(
    play: Play[Battle], winner: StandId, loser: StandId | None, was_at: Hex, path: tuple[Hex, ...], hexes: int
) -> None:
    """Step by step into the vacated hex and along the line of the retreat (SN-13.1a), to the first contact (SN-Q72)."""
    line = line_of(play, winner, was_at, path, hexes)
    for to, ahead in zip(line, (*line[1:], None), strict=True):
        if not on_board(play.battle, to):
            leave_board(play, winner, counts=False, cited=("SN-13.0h",))
            return
        bar = barred(play.battle, winner, to)
        if bar is not None:
            play.record(Halted(stand=winner, why=bar.why, rules=bar.rules))
            return
        before = play.battle.stands[winner]
        play.record(
            Stepped(stand=winner, start=before.hex, to=to, facing=before.facing, how="pursue", rules=rules("SN-13.1a"))
        )
        for moved in driven_off(play.battle, play.battle.stands[winner].side, to):
            play.record(moved)
        if barrier(play.battle, before.hex, to):
            disordered_by_crossing(play, winner)
        disordered_by_ground(play, winner)
        if pursued(play, winner, before.hex, ahead):
            return
        if meet_in_pursuit(play, winner, loser):
            return
        if entry(play.battle, winner, to).halts:
            play.record(Halted(stand=winner, why="the ground ends its pursuit", rules=rules("SN-Q72")))
            return
