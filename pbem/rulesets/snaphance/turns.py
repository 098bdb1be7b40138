"""A stand's turn (3.18a): face an attacker, break off, rally, its orders, or what it does without any."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import Facing, Hex, direction_to, points_between
from pbem.engine.ids import MeleeId, RuleId, StandId
from pbem.rulesets.snaphance.acting import act, end_action, fight, rally, shoot
from pbem.rulesets.snaphance.asks import AskYesNo, YesNo
from pbem.rulesets.snaphance.battle import Battle, army, melee_of
from pbem.rulesets.snaphance.breaking import break_off, breaks_off
from pbem.rulesets.snaphance.commands import (
    Act,
    Charge,
    Fire,
    Go,
    Hold,
    LeaveTown,
    Rally,
    Turn,
)
from pbem.rulesets.snaphance.facts import StandBegan, StandingOrderFired
from pbem.rulesets.snaphance.movement import Walk
from pbem.rulesets.snaphance.refusals import charge_refusal, fire_refusal, rally_refusal
from pbem.rulesets.snaphance.standing import standing_value
from pbem.rulesets.snaphance.turning import attackers_aside, turn_to_attacker

if TYPE_CHECKING:
    from pbem.engine.play import Play


def stand_turn(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> None:
    """A stand's whole turn: face an attacker, rally, its orders in turn; without any, ``idle`` (3.18a).

    A melee it is in is fought at this place if ``fight`` is ordered, else last of all (D35).
    """
    if not play.battle.stands[stand].doing.began:
        play.record(StandBegan(stand=stand, rules=(RuleId("SN-1.4d"),)))
    if not any(isinstance(action, Turn | Go | LeaveTown | Charge) for action in actions):
        face_attacker(play, stand)
    if melee_of(play.battle, stand) is not None:
        _orders(play, stand, actions)
        return
    if not breaks_off(play.battle, stand, actions):
        break_off(play, stand)
    turned = turned_first(play, stand, actions)
    left = actions[1:] if turned else actions
    rally_first(play, stand, left or actions)
    done = _orders(play, stand, left) or turned
    if not done and not any(isinstance(action, Hold) for action in actions):
        idle(play, stand, rallies=not actions)
    end_action(play, stand)


def turned_first(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Whether its orders begin with a turn to an attacker, which goes before rallying (3.18a); it is made."""
    first = actions[0] if actions else None
    turned = turn_to_attacker(play.battle, stand, first.to) if isinstance(first, Turn) else None
    if turned is not None:
        play.record(turned)
    return turned is not None


def _orders(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Its actions, one after another; whether anything of them was carried out."""
    walk: Walk | None = None
    done = False
    for place, action in enumerate(actions):
        if play.battle.phase == "over" or not play.battle.stands[stand].on_board:
            break
        if approaches_in_vain(play.battle, stand, actions[place:]):
            continue
        acted = act(play, stand, action, walk, actions[place + 1 :])
        walk, done = acted.walk, done or acted.done
        if acted.waits:
            break
    return done


def approaches_in_vain(battle: Battle, stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Whether the first action is the approach of an attack that is refused: its way is declared with it (3.18, 1)."""
    for place, action in enumerate(actions):
        if isinstance(action, Charge):
            return place > 0 and not action.again and charge_refusal(battle, stand, action) is not None
        if not isinstance(action, Go | Turn) or (place > 0 and action.again):
            return False
    return False


def face_attacker(play: "Play[Battle]", stand: StandId) -> None:
    """It may turn to the strongest enemy on its flank or rear, by any number of points (D34; SN-4.6d, SN-10.4d)."""
    side = play.battle.stands[stand].side
    seat = army(play.battle, side).seat
    options = attackers_aside(play.seen(seat), stand)
    if not options:
        return
    ask = AskYesNo(seat=seat, matter="face_attacker", stand=stand, other=options[0], default=YesNo(yes=True))
    if not play.ask(ask).yes:
        return
    one = play.battle.stands[stand]
    to = facing_towards(one.facing, one.hex, play.battle.stands[options[0]].hex)
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


def rally_first(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> None:
    """A disordered stand rallies before its orders unless they begin with that or it has been told not to (D3)."""
    before = play.battle
    if not actions or isinstance(actions[0], Rally) or rally_refusal(before, stand) is not None:
        return
    side = before.stands[stand].side
    value, given = standing_value(play.seen(army(before, side).seat), stand, "rally")
    if value == "no" or (value == "not before a charge" and any(isinstance(one, Charge) for one in actions)):
        return
    play.record(StandingOrderFired(side=side, stand=stand, decision="rally", value=value, by_default=not given))
    rally(play, stand)


def idle(play: "Play[Battle]", stand: StandId, rallies: bool = True) -> None:
    """What a stand without orders does: rally, fire at the nearest, hold (the ``idle`` standing order).

    rallies: False for a stand whose orders could not be carried out: rallying comes before orders, not after.
    """
    before = play.battle
    one = before.stands[stand]
    if not one.on_board or one.doing.over or one.opportunity or before.phase == "over":
        return  # on opportunity it goes on waiting (SN-Q34)
    value, given = standing_value(play.seen(army(before, one.side).seat), stand, "idle")
    may_rally = rallies and value in ("act", "rally") and rally_refusal(before, stand) is None
    may_shoot = value in ("act", "fire") and fire_refusal(before, stand, Fire()) is None
    if not may_rally and not may_shoot:
        return
    play.record(StandingOrderFired(side=one.side, stand=stand, decision="idle", value=value, by_default=not given))
    if may_rally:
        rally(play, stand)
    again = play.battle
    if may_shoot and not again.stands[stand].doing.over and fire_refusal(again, stand, Fire()) is None:
        shoot(play, stand, Fire())


def fight_on(play: "Play[Battle]", melee: MeleeId) -> None:
    """An ongoing melee nobody has ordered: it is compulsory, and comes last (SN-Q20, D35)."""
    before = play.battle
    side = before.active_side
    ours = [s for s in sorted(before.melees[melee].stands.values()) if before.stands[s].side == side]
    if not before.stands[ours[0]].doing.began:
        play.record(StandBegan(stand=ours[0], rules=(RuleId("SN-Q20"),)))
        face_attacker(play, ours[0])
    fight(play, ours[0])
