"""One action of one stand, carried out (3.18a): what is refused is recorded and leaves the rest as it is."""

from typing import TYPE_CHECKING

import msgspec

from pbem.engine.hiding import is_hidden
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.fighting.attack import attack, declared, fight_ongoing, stepped
from pbem.rulesets.snaphance.fighting.breaking import clears, must_break_off
from pbem.rulesets.snaphance.fighting.firing import fire
from pbem.rulesets.snaphance.fighting.opportunity import go_on_opportunity, turn_waiting
from pbem.rulesets.snaphance.fighting.shooting import targets
from pbem.rulesets.snaphance.moving.arrivals import come_on, outside
from pbem.rulesets.snaphance.moving.atoms import Atom, Opening, begun, opening, try_atom
from pbem.rulesets.snaphance.moving.command import order_test
from pbem.rulesets.snaphance.moving.ground import lets_rally
from pbem.rulesets.snaphance.moving.movement import No, Walk, begin, extra_move
from pbem.rulesets.snaphance.moving.reaching import in_front
from pbem.rulesets.snaphance.moving.turning import turn_to_attacker
from pbem.rulesets.snaphance.playing.looting import rides_off
from pbem.rulesets.snaphance.playing.plan import Plan, plan
from pbem.rulesets.snaphance.playing.refusals import action_refusal, charge_refusal
from pbem.rulesets.snaphance.special.dead_ground import hauls
from pbem.rulesets.snaphance.standing.orders import holding_value
from pbem.rulesets.snaphance.state.asks import AskStand, StandChoice
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, seat_of_stand
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    Enter,
    Fight,
    Fire,
    Go,
    Item,
    LeaveTown,
    Opportunity,
    Rally,
    TurnTo,
)
from pbem.rulesets.snaphance.state.facts import ActionEnded, MoveBegan, Rallied, Refused, StandingOrderFired
from pbem.rulesets.snaphance.state.rulings import reading
from pbem.rulesets.snaphance.state.venturing import (
    as_called,
    as_is,
    found_out,
    give_away,
    is_blind,
    judged_by,
    was_blind,
)
from pbem.rulesets.snaphance.writing.writing import order_text

if TYPE_CHECKING:
    from pbem.engine.play import Play


class Acted(msgspec.Struct, frozen=True):
    """What has come of one action of a stand."""

    walk: Walk | None
    """Budget of the move the stand is in, None before its first."""
    done: bool
    """Whether something of it was carried out."""
    waits: bool = False
    """Whether it is on opportunity, or was answered from there, and its later orders fall away."""
    tested: bool = False
    """Whether it has taken an order test."""
    failed: bool = False
    """Whether that test failed."""
    blocked: bool = False
    """Whether a march or charge was refused, or ended before its end."""


def act(
    play: "Play[Battle]", stand: StandId, action: Act, walk: Walk | None = None, later: tuple[Act, ...] = ()
) -> Acted:
    """Carry out one action.  walk: as the action before it left it; later: the actions after it."""
    if isinstance(action, TurnTo | Go | LeaveTown):
        return _march(play, stand, action, walk, later)
    if isinstance(action, Charge):
        return _charge(play, stand, action, walk)
    if isinstance(action, Enter):
        return _enter(play, stand, action)
    refusal = action_refusal(judged_by(play, stand) if isinstance(action, Fire) else play.battle, stand, action)
    if refusal is None and isinstance(action, Rally | Fire | Opportunity):
        refusal = must_break_off(play.battle, stand)
    if refusal is not None:
        refused(play, stand, action, refusal)
        return Acted(walk, done=False)
    if isinstance(action, Opportunity):
        waits = go_on_opportunity(play, (stand,))
        return Acted(walk, done=waits, waits=waits, tested=True, failed=not waits)
    if isinstance(action, Rally):
        passed = rally(play, stand)
        return Acted(walk, done=True, tested=True, failed=not passed)
    if isinstance(action, Fire):
        shoot(play, stand, action)
        return Acted(None, done=True)  # the move before it is over (SN-4.0c)
    if isinstance(action, Fight):
        fight(play, stand)
    return Acted(walk, done=True)


def refused(play: "Play[Battle]", subject: str, order: Act | Item, refusal: No, step: int = 0) -> None:
    """Record what could not be carried out."""
    text = order_text(play.battle, order)
    play.record(Refused(subject=subject, order=text, why=refusal.why, step=step, rules=refusal.rules))


# --- moves ----------------------------------------------------------------------------------------------------------


def _march(
    play: "Play[Battle]",
    stand: StandId,
    action: TurnTo | Go | LeaveTown,
    walk: Walk | None,
    later: tuple[Act, ...],
) -> Acted:
    following = later[0] if later else None
    again = not isinstance(action, LeaveTown) and action.again
    to_attacker = turn_to_attacker(play.battle, stand, action.to) if isinstance(action, TurnTo) and not again else None
    if to_attacker is not None and walk is None:
        play.record(to_attacker)
        return Acted(walk, done=True)
    keeps = turn_waiting(play.battle, stand, action, later)
    if keeps is not None:
        play.record(keeps)
        end_action(play, stand)
        return Acted(walk, done=True, waits=True)
    how = opening(play.battle, stand, again, walk)
    if isinstance(how, No):
        if isinstance(action, TurnTo) and melee_of(play.battle, stand) is not None:
            how = No((*how.rules, RuleId("SN-10.4d")), how.why)
        refused(play, stand, action, how)
        return Acted(walk, done=False, blocked=True)
    if how == "extra" and _stops(play, stand):
        return Acted(walk, done=False)
    before, seen = play.battle, judged_by(play, stand)
    made = _foreseen(seen, stand, how, walk, action, following)
    stays = must_break_off(play.battle, stand)
    if stays is not None and not clears(begun(seen, stand)[0], stand, made.atoms):
        refused(play, stand, action, stays)
        return Acted(walk, done=False, blocked=True)
    if made.refusal is not None and not made.atoms:
        refused(play, stand, action, made.refusal, made.step)
        return Acted(walk, done=False, blocked=True)
    if hauls(play, stand):
        end_action(play, stand)
        return Acted(walk, done=True, waits=True)
    moving = _open(play, stand, how, walk)
    if isinstance(moving, No):
        return Acted(walk, done=True, tested=True, failed=True)  # the test failed: that is told as a test
    on = as_is(play.battle, seat_of_stand(play.battle, stand), declared_on(seen, stand, later))
    went = go(play, stand, moving, made.atoms, on, to_fire=_comes_to_fire(later))
    if went.stopped is not None:
        _met(play, stand, action, went.stopped, before)
    elif made.refusal is not None and not went.answered:
        refused(play, stand, action, made.refusal, made.step)
    blocked = made.refusal is not None or went.answered or went.stopped is not None
    return Acted(went.walk, done=True, waits=went.answered, tested=how == "extra", blocked=blocked)


def _met(play: "Play[Battle]", stand: StandId, action: Act, why: No, before: Battle) -> None:
    """It came upon what its seat had not seen, and goes no farther (SN-H6)."""
    found_out(play, stand, order_text(play.battle, action), why.why, why.rules, before)


def _stops(play: "Play[Battle]", stand: StandId) -> bool:
    """Whether a standing order lets a stand try no further move that it is ordered (D5)."""
    before = play.battle
    side = before.stands[stand].side
    value, given = holding_value(play, stand, "extra_moves")
    if not value.isdigit() or before.stands[stand].doing.moves <= int(value):
        return False
    play.record(StandingOrderFired(side=side, stand=stand, decision="extra_moves", value=value, by_default=not given))
    return True


def declared_on(battle: Battle, stand: StandId, later: tuple[Act, ...]) -> tuple[StandId, ...]:
    """Whom a march is the approach of an attack on: its way is declared with it (3.18, 1); () for a mere march."""
    for action in later:
        if isinstance(action, Charge):
            allowed = not action.again and charge_refusal(battle, stand, action) is None
            return (action.target,) if allowed else ()
        if not isinstance(action, Go | TurnTo) or action.again:
            break
    return ()


def _foreseen(
    battle: Battle, stand: StandId, how: Opening, walk: Walk | None, action: Act, following: Act | None = None
) -> Plan:
    """The plan of an action in the move it belongs to, before that move has begun."""
    if how == "on" and walk is not None:
        return plan(battle, stand, walk, action, following)
    ahead, budget = begun(battle, stand)
    return plan(ahead, stand, budget, action, following)


def _open(play: "Play[Battle]", stand: StandId, how: Opening, walk: Walk | None) -> Walk | No:
    """Begin the move that is needed; No when its order test failed."""
    if how == "on" and walk is not None:
        return walk
    if how == "extra":
        return extra_move(play, stand)
    play.record(MoveBegan(stand=stand, rules=(RuleId("SN-4.0c"),)))
    return begin(play.battle, stand)


def _comes_to_fire(later: tuple[Act, ...]) -> bool:
    """Whether a march approaches to fire: an order to fire comes after it in the same turn (SN-6.2f)."""
    return any(isinstance(action, Fire) for action in later)


def walk_atoms(play: "Play[Battle]", stand: StandId, walk: Walk, atoms: tuple[Atom, ...]) -> Walk:
    """Atoms in turn; one that is no longer lawful ends them.  The budget left comes back."""
    return go(play, stand, walk, atoms).walk


class Went(msgspec.Struct, frozen=True):
    """The budget left of a move.  answered: stands on opportunity have ended it (3.18b).

    stopped: why it went no farther, where units are hidden and the truth forbids what was seen as lawful.
    """

    walk: Walk
    answered: bool = False
    stopped: No | None = None


def go(
    play: "Play[Battle]", stand: StandId, walk: Walk, atoms: tuple[Atom, ...], targets: tuple[StandId, ...] = (),
    *, to_fire: bool = False,
) -> Went:  # fmt: skip
    """Atoms in turn, and what stands on opportunity do about them.

    targets: of an attack that is declared with it.  to_fire: the stand has an order to fire after it (SN-6.2f).
    """
    firing = (stand,) if to_fire else ()
    for target in targets:
        if is_blind(play.battle, target):
            return Went(walk, stopped=No((RuleId("SN-H10"),), was_blind(target)))
    if targets:
        give_away(play, stand, *targets)
    for atom in atoms:
        first = atom.to if targets and not walk.steps else None
        if first is not None and declared(play, ((stand, first, walk),), targets):
            return Went(walk, answered=True)
        start = play.battle.stands[stand].hex
        got = try_atom(play.battle, stand, walk, atom)
        if isinstance(got, No):
            return Went(walk, stopped=got if is_hidden(play.battle) else None)
        for fact in got.facts:
            play.record(fact)
        walk = got.walk
        if not play.battle.stands[stand].on_board:
            return Went(walk, answered=True)
        if play.battle.stands[stand].hex != start and stepped(play, ((stand, start, walk),), targets, firing):
            return Went(walk, answered=True)
    return Went(walk)


def _enter(play: "Play[Battle]", stand: StandId, action: Enter) -> Acted:
    """A stand comes onto the board; stands on opportunity may answer that step as any other."""
    got = come_on(play.battle, stand, action.hex)
    if isinstance(got, No):
        refused(play, stand, action, got)
        return Acted(None, done=False, waits=play.battle.stands[stand].to_come)
    for fact in got.facts:
        play.record(fact)
    answered = bool(stepped(play, ((stand, outside(play.battle, stand), got.walk),)))
    return Acted(got.walk, done=True, waits=answered)


# --- attacks --------------------------------------------------------------------------------------------------------


def _charge(play: "Play[Battle]", stand: StandId, action: Charge, walk: Walk | None) -> Acted:
    """An attack, declared before its first step (3.18, 1): refused whole, or the approach and then the fight."""
    before, seen, seat = play.battle, judged_by(play, stand), seat_of_stand(play.battle, stand)
    action = as_called(play.battle, seat, action)
    refusal = must_break_off(play.battle, stand) or charge_refusal(seen, stand, action)
    how = opening(play.battle, stand, action.again, walk) if refusal is None else refusal
    if isinstance(how, No):
        refused(play, stand, action, how)
        return Acted(walk, done=False, blocked=True)
    if how == "extra" and _stops(play, stand):
        return Acted(walk, done=False)
    made = _foreseen(seen, stand, how, walk, action)
    if made.refusal is not None:
        refused(play, stand, action, made.refusal)
        return Acted(walk, done=False, blocked=True)
    moving = walk if walk is not None and how == "on" else begin(play.battle, stand)
    if how == "extra" or (how == "first" and made.atoms):
        opened = _open(play, stand, how, walk)
        if isinstance(opened, No):
            return Acted(walk, done=True, tested=True, failed=True)
        moving = opened
    action = as_is(play.battle, seat, action)
    went = go(play, stand, moving, made.atoms, (action.target,))
    if went.answered:
        return Acted(went.walk, done=True, waits=True, blocked=True)
    if went.stopped is not None:
        _met(play, stand, action, went.stopped, before)
        return Acted(went.walk, done=True, blocked=True)
    if in_front(play.battle, stand, action.target):
        _attack(play, stand, action, went.walk)
    return Acted(went.walk, done=True)


def _attack(play: "Play[Battle]", stand: StandId, action: Charge, walk: Walk) -> None:
    """The attack itself; a fight uses up its action (SN-Q70).  A charge has moved 1H at least (SN-Q12)."""
    if attack(play, stand, action.target, walk, "charge" if walk.steps else "attack", action.follow):
        end_action(play, stand)


# --- the rest -------------------------------------------------------------------------------------------------------


def rally(play: "Play[Battle]", stand: StandId) -> bool:
    """A try to rally: the disorder goes, passed or failed; failed, its action is over (SN-9.0a, SN-9.1a, SN-Q5).

    Whether it passed.
    """
    passed = order_test(play, (stand,), "rally")
    stays = not passed and reading(play.battle, "SN-Q5") == "stays-disordered"
    by = (RuleId("SN-9.0a"), RuleId("SN-Q5"), *lets_rally(play.battle, stand))
    play.record(Rallied(stand=stand, acts=passed, stays=stays, rules=by))
    return passed


def shoot(play: "Play[Battle]", stand: StandId, action: Fire) -> None:
    """A shot at the enemy named, or by default the nearest (D7).  Whether it is allowed has been judged."""
    target = action.target
    if target is None:
        seat = seat_of_stand(play.battle, stand)
        options = targets(play.seen(seat), stand)
        ask = AskStand(seat=seat, default=StandChoice(options[0]), matter="target", stand=stand, options=options)
        target = (play.ask(ask).stand if len(options) > 1 else None) or options[0]
    target = as_is(play.battle, seat_of_stand(play.battle, stand), target)
    fire(play, stand, target, action.ranks, action.then_move)


def fight(play: "Play[Battle]", stand: StandId) -> None:
    """The ongoing melee a stand is in, fought at this place in the order (D35, SN-Q20)."""
    melee = melee_of(play.battle, stand)
    if melee is not None:
        fight_ongoing(play, melee.id)


def end_action(play: "Play[Battle]", stand: StandId) -> None:
    """Marked moved, unless it is or is gone, or the battle is over (SN-1.4e, SN-Q70)."""
    if play.battle.special and rides_off(play, stand):
        return
    one = play.battle.stands[stand]
    if not one.gone and not one.doing.over and play.battle.phase != "over":
        play.record(ActionEnded(stand=stand, rules=(RuleId("SN-1.4e"), RuleId("SN-Q70"))))
