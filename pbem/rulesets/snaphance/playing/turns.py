"""A stand's turn (3.18a): face an attacker, break off, rally, its orders, or what it does without any."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import Facing, Hex, direction_to, points_between
from pbem.engine.ids import MeleeId, RuleId, StandId
from pbem.rulesets.snaphance.fighting.breaking import open_ways
from pbem.rulesets.snaphance.fighting.opponents import opponents
from pbem.rulesets.snaphance.fighting.opportunity import go_on_opportunity, opportunity_refusal
from pbem.rulesets.snaphance.fighting.recovery import rally_refusal
from pbem.rulesets.snaphance.moving.arrivals import entering
from pbem.rulesets.snaphance.moving.movement import Walk, begin
from pbem.rulesets.snaphance.moving.turning import attackers_aside, turn_to_attacker
from pbem.rulesets.snaphance.playing.acting import act, end_action, fight, rally, shoot, walk_atoms
from pbem.rulesets.snaphance.playing.choices import choices
from pbem.rulesets.snaphance.playing.goading import must_charge
from pbem.rulesets.snaphance.playing.plan import breaks_off
from pbem.rulesets.snaphance.playing.refusals import charge_refusal, fire_refusal
from pbem.rulesets.snaphance.standing.conditions import holds
from pbem.rulesets.snaphance.standing.orders import holding_value
from pbem.rulesets.snaphance.state.asks import AskStand, AskWay, AskYesNo, StandChoice, Way, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, seat_of_stand
from pbem.rulesets.snaphance.state.commands import (
    Act,
    CameTo,
    Charge,
    Condition,
    Fire,
    Go,
    Hold,
    LeaveTown,
    Rally,
    TurnTo,
    When,
)
from pbem.rulesets.snaphance.state.facts import MoveBegan, StandBegan, StandingOrderFired
from pbem.rulesets.snaphance.state.venturing import felt_by, judged_by

if TYPE_CHECKING:
    from pbem.engine.play import Play


Plan = tuple[Act | When, ...]
"""A stand's orders with those conditions left that are judged when the orders before them have been carried out."""


def stand_turn(play: "Play[Battle]", stand: StandId, actions: Plan) -> None:
    """A stand's whole turn: face an attacker, rally, its orders in turn; without any, ``idle`` (3.18a).

    A melee it is in is fought at this place if ``fight`` is ordered, else last of all (D35).
    """
    if not play.battle.stands[stand].doing.began:
        play.record(StandBegan(stand=stand, rules=(RuleId("SN-1.4d"),)))
    if play.battle.stands[stand].to_come:
        _arrive(play, stand, actions)
        return
    if not any(isinstance(action, TurnTo | Go | LeaveTown | Charge) for action in actions):
        face_attacker(play, stand)
    if melee_of(play.battle, stand) is not None:
        _orders(play, stand, actions)
        return
    actions = _allowed_to_attack(play, stand, actions)
    if play.battle.special:
        actions = _driven_on(play, stand, actions)
    if not breaks_off(play.battle, stand, known(actions)):
        break_off(play, stand)
    turned = turned_first(play, stand, known(actions))
    left = actions[1:] if turned else actions
    failed = rally_first(play, stand, left or actions)
    done = _orders(play, stand, left, failed=failed) or turned
    if not done and not any(isinstance(action, Hold) for action in actions):
        idle(play, stand, rallies=not actions)
    end_action(play, stand)


def _driven_on(play: "Play[Battle]", stand: StandId, actions: Plan) -> Plan:
    """Its orders; the charge it must make instead, where a special rule drives it upon an enemy they do not attack."""
    enemy = must_charge(play, stand, actions)
    return actions if enemy is None else (Charge(target=enemy),)


def _arrive(play: "Play[Battle]", stand: StandId, actions: Plan) -> None:
    """A stand that is to come enters, told to or not, and carries out its orders; ``hold`` keeps it off."""
    if not actions or not all(isinstance(action, Hold) for action in actions):
        first = known(actions)
        _orders(play, stand, (*entering(first), *actions[len(first) :]))
    end_action(play, stand)


def turned_first(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Whether its orders begin with a turn to an attacker, which goes before rallying (3.18a); it is made."""
    first = actions[0] if actions else None
    turned = turn_to_attacker(play.battle, stand, first.to) if isinstance(first, TurnTo) else None
    if turned is not None:
        play.record(turned)
    return turned is not None


def known(actions: Plan) -> tuple[Act, ...]:
    """The actions before the first condition that is still open."""
    found: tuple[Act, ...] = ()
    for action in actions:
        if isinstance(action, When):
            break
        found = (*found, action)
    return found


def _orders(play: "Play[Battle]", stand: StandId, actions: Plan, *, failed: bool = False) -> bool:
    """Its actions, one after another; whether anything of them was carried out.  failed: a test to rally, before them.

    A condition about what came of them is judged at its place.
    """
    walk: Walk | None = None
    done = blocked = tested = waits = False
    left = actions
    while left and not waits and play.battle.phase != "over" and not play.battle.stands[stand].gone:
        action, left = left[0], left[1:]
        if isinstance(action, When):
            holds = _came_so(judged_by(play, stand), stand, action.condition, failed, tested, blocked)
            left = (*_allowed_to_attack(play, stand, action.then if holds else action.otherwise), *left)
            continue
        if approaches_in_vain(judged_by(play, stand), stand, (action, *known(left))):
            blocked = True
            continue
        acted = act(play, stand, action, walk, known(left))
        walk, done, waits = acted.walk, done or acted.done, acted.waits
        failed, tested, blocked = failed or acted.failed, tested or acted.tested, blocked or acted.blocked
    if not waits and walk is not None and not any(isinstance(action, Charge) for action in actions):
        attack_unordered(play, stand, walk)
    return done


def _came_so(battle: Battle, stand: StandId, condition: Condition, failed: bool, tested: bool, blocked: bool) -> bool:
    """Whether a condition about the orders before it holds."""
    if not isinstance(condition, CameTo):
        return holds(battle, stand, condition)
    if condition.what == "path blocked":
        return blocked
    return failed if condition.what == "test failed" else tested and not failed


def _allowed_to_attack(play: "Play[Battle]", stand: StandId, actions: Plan) -> Plan:
    """Its orders without attacks, where its standing order forbids them (D8)."""
    if not any(isinstance(action, Charge) for action in actions):
        return actions
    side = play.battle.stands[stand].side
    value, given = holding_value(play, stand, "attack")
    if value != "no":
        return actions
    play.record(StandingOrderFired(side=side, stand=stand, decision="attack", value=value, by_default=not given))
    left: Plan = ()
    for action in actions:
        left = left if isinstance(action, Charge) else (*left, action)
    return left


def attack_unordered(play: "Play[Battle]", stand: StandId, walk: Walk) -> None:
    """A march ends face to face with an enemy it may attack: it does so, if a standing order says so (D8)."""
    before = play.battle
    one = before.stands[stand]
    if not walk.steps or not one.on_board or one.doing.over or melee_of(before, stand) is not None:
        return
    value, given = holding_value(play, stand, "attack")
    found = opponents(before, stand) if value == "yes" else ()
    if not found or charge_refusal(before, stand, Charge(target=found[0])) is not None:
        return
    play.record(StandingOrderFired(side=one.side, stand=stand, decision="attack", value=value, by_default=not given))
    act(play, stand, Charge(target=found[0]), walk)


def approaches_in_vain(battle: Battle, stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Whether the first action is the approach of an attack that is refused: its way is declared with it (3.18, 1)."""
    for place, action in enumerate(actions):
        if isinstance(action, Charge):
            return place > 0 and not action.again and charge_refusal(battle, stand, action) is not None
        if not isinstance(action, Go | TurnTo) or (place > 0 and action.again):
            return False
    return False


def face_attacker(play: "Play[Battle]", stand: StandId) -> None:
    """It may turn to the strongest enemy on its flank or rear, by any number of points (D34; SN-4.6d, SN-10.4d)."""
    seat = seat_of_stand(play.battle, stand)
    seen = play.seen(seat)
    options = attackers_aside(seen, stand)
    if not options:
        return
    if len(options) == 1:
        ask = AskYesNo(seat=seat, matter="face_attacker", stand=stand, other=options[0], default=YesNo(yes=True))
        enemy = options[0] if play.ask(ask).yes else None
    else:
        which = AskStand(
            seat=seat, matter="face_attacker", stand=stand, options=(*options, None), default=StandChoice(options[0])
        )
        enemy = play.ask(which).stand
    if enemy is None:
        return
    one = play.battle.stands[stand]
    to = facing_towards(one.facing, one.hex, seen.stands[enemy].hex)
    turned = turn_to_attacker(play.battle, stand, to)
    if turned is not None:
        play.record(turned)


def facing_towards(facing: Facing, here: Hex, there: Hex) -> Facing:
    """Of the two facings that have a neighbour in front, the one that takes less turning."""
    towards = direction_to(here, there)
    if towards is None:
        raise ValueError("only a neighbour can be faced")
    both = (Facing(towards), Facing((towards + 1) % 6))
    return min(both, key=lambda p: (points_between(facing, p), p))


def rally_first(play: "Play[Battle]", stand: StandId, actions: Plan) -> bool:
    """A disordered stand rallies before its orders unless they begin with that or it has been told not to (D3).

    Whether it tried and failed.
    """
    before = play.battle
    side = before.stands[stand].side
    value, given = holding_value(play, stand, "rally")
    if not rallies_before(play.seen(seat_of_stand(before, stand)), stand, actions, value):
        return False
    play.record(StandingOrderFired(side=side, stand=stand, decision="rally", value=value, by_default=not given))
    return not rally(play, stand)


def rallies_before(view: Battle, stand: StandId, actions: Plan, value: str) -> bool:
    """Whether a stand will try to rally before its orders.  value: what it has been told of that (D3)."""
    if not actions or isinstance(actions[0], Rally) or rally_refusal(view, stand) is not None:
        return False
    if value == "no" or (value == "not before a charge" and any(isinstance(one, Charge) for one in actions)):
        return False
    return value != "if no charge is possible" or not may_charge_anybody(view, stand)


def may_charge_anybody(view: Battle, stand: StandId) -> bool:
    """Whether there is an enemy it could charge in its first move."""
    return bool(choices(view, stand).quarries)


def idle(play: "Play[Battle]", stand: StandId, rallies: bool = True) -> None:
    """What a stand without orders does: rally, fire at the nearest, hold (the ``idle`` standing order).

    rallies: False for a stand whose orders could not be carried out: rallying comes before orders, not after.
    """
    before = play.battle
    one = before.stands[stand]
    if not one.on_board or one.doing.over or one.opportunity or before.phase == "over":
        return  # on opportunity it goes on waiting (SN-Q34)
    value, given = holding_value(play, stand, "idle")
    waits, told_to_wait = holding_value(play, stand, "opportunity")
    may_rally = rallies and value in ("act", "rally") and rally_refusal(before, stand) is None
    seen = judged_by(play, stand)
    may_shoot = value in ("act", "fire") and fire_refusal(seen, stand, Fire()) is None
    if not may_rally and not may_shoot and waits != "yes":
        return
    if may_rally or may_shoot:
        play.record(StandingOrderFired(side=one.side, stand=stand, decision="idle", value=value, by_default=not given))
    if may_rally:
        rally(play, stand)
    if waits == "yes" and not play.battle.stands[stand].doing.over and opportunity_refusal(play.battle, stand) is None:
        play.record(
            StandingOrderFired(
                side=one.side, stand=stand, decision="opportunity", value=waits, by_default=not told_to_wait
            )
        )
        if go_on_opportunity(play, (stand,)):
            return
    again = judged_by(play, stand)
    if may_shoot and not again.stands[stand].doing.over and fire_refusal(again, stand, Fire()) is None:
        shoot(play, stand, Fire())


def fight_on(play: "Play[Battle]", melee: MeleeId) -> None:
    """An ongoing melee without an order: it is compulsory, and comes last (SN-Q20, D35)."""
    before = play.battle
    side = before.active_side
    ours = [s for s in sorted(before.melees[melee].stands.values()) if before.stands[s].side == side]
    if not before.stands[ours[0]].doing.began:
        play.record(StandBegan(stand=ours[0], rules=(RuleId("SN-Q20"),)))
        face_attacker(play, ours[0])
    fight(play, ours[0])


def break_off(play: "Play[Battle]", stand: StandId) -> None:
    """Skirmishers that begin their turn with an enemy in front move off first (SN-10.5g, SN-Q51; D36).

    To where no such enemy is in front, by default as far from those they had there as may be and straight back; they
    stay where they may fight, and where there is no such place.
    """
    seat = seat_of_stand(play.battle, stand)
    ways = open_ways(felt_by(play, seat), stand)
    if not ways:
        return
    path, best = next(iter(ways.items()))
    if len(ways) > 1:
        ask = AskWay(seat=seat, default=Way(path), matter="break_off", stand=stand, other=None, options=tuple(ways))
        best = ways[play.ask(ask).path]
    play.record(MoveBegan(stand=stand, rules=(RuleId("SN-10.5g"), RuleId("SN-Q51"))))
    walk_atoms(play, stand, begin(play.battle, stand), best.atoms)
