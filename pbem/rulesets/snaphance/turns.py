"""A stand's turn (3.18a): face an attacker, break off, rally, its orders, or what it does without any."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import (
    Facing,
    Hex,
    depth,
    direction_to,
    distance,
    front_hexes,
    neighbours,
    points_between,
)
from pbem.engine.ids import MeleeId, RuleId, StandId
from pbem.rulesets.snaphance.acting import act, end_action, fight, rally, shoot, walk_atoms
from pbem.rulesets.snaphance.asks import AskYesNo, YesNo
from pbem.rulesets.snaphance.atoms import begun
from pbem.rulesets.snaphance.battle import (
    Battle,
    army,
    melee_of,
    stand_at,
    terrain,
    type_of,
)
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
from pbem.rulesets.snaphance.facts import (
    MoveBegan,
    StandBegan,
    StandingOrderFired,
    Turned,
)
from pbem.rulesets.snaphance.movement import Walk, begin, may_move
from pbem.rulesets.snaphance.reaching import explore
from pbem.rulesets.snaphance.refusals import charge_refusal, fire_refusal, rally_refusal
from pbem.rulesets.snaphance.standing import standing_value
from pbem.rulesets.snaphance.zones import behind_or_beside

if TYPE_CHECKING:
    from pbem.engine.play import Play


SHELTER = ("woods", "town")
"""Ground in which skirmishers may stand and fight (SN-10.5d)."""


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
    break_off(play, stand)
    rally_first(play, stand, actions)
    done = _orders(play, stand, actions)
    if not done and not any(isinstance(action, Hold) for action in actions):
        idle(play, stand, rallies=not actions)
    end_action(play, stand)


def _orders(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Its actions, one after another; whether anything of them was carried out."""
    walk: Walk | None = None
    done = False
    for place, action in enumerate(actions):
        if play.battle.phase == "over" or not play.battle.stands[stand].on_board:
            break
        following = actions[place + 1] if place + 1 < len(actions) else None
        if approaches_in_vain(play.battle, stand, actions[place:]):
            continue
        acted = act(play, stand, action, walk, following)
        walk, done = acted.walk, done or acted.done
    return done


def approaches_in_vain(battle: Battle, stand: StandId, actions: tuple[Act, ...]) -> bool:
    """Whether the first action is the approach of an attack that is refused: its way is declared with it (3.18, 1)."""
    for place, action in enumerate(actions):
        if isinstance(action, Charge):
            return place > 0 and not action.again and charge_refusal(battle, stand, action) is not None
        if not isinstance(action, Go | Turn) or (place > 0 and action.again):
            return False
    return False


def attackers_aside(battle: Battle, stand: StandId) -> tuple[StandId, ...]:
    """Enemies attacking a stand's flank or rear while none attacks its front, strongest first (SN-4.6d, SN-10.4d).

    Attacking: with the stand in their front 2H; of a stand in a melee, those of that melee only.
    """
    one = battle.stands[stand]
    melee = melee_of(battle, stand)
    facing_it: list[StandId] = []
    for here in neighbours(one.hex):
        other = stand_at(battle, here)
        if other is None or other.side == one.side:
            continue
        looks = one.hex in front_hexes(other.hex, other.facing)
        if looks and (melee is None or melee_of(battle, other.id) == melee):
            facing_it.append(other.id)
    blind = behind_or_beside(one.hex, one.facing)
    aside = [s for s in facing_it if battle.stands[s].hex in blind]
    if len(aside) < len(facing_it):
        return ()
    return tuple(sorted(aside, key=lambda s: (-sum(battle.stands[s].sp), s)))


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
    rule = "SN-10.4d" if melee_of(play.battle, stand) is not None else "SN-4.6d"
    play.record(Turned(stand=stand, start=one.facing, to=to, free=True, rules=(RuleId(rule), RuleId("SN-Q70"))))


def facing_towards(facing: Facing, here: Hex, there: Hex) -> Facing:
    """Of the two facings that have a neighbour in front, the one that takes less turning."""
    towards = direction_to(here, there)
    if towards is None:
        raise ValueError("only a neighbour can be faced")
    both = (Facing(towards), Facing((towards + 1) % 6))
    return min(both, key=lambda p: (points_between(facing, p), p))


def threats(battle: Battle, stand: StandId) -> tuple[StandId, ...]:
    """Enemies in a stand's front 2H from whom skirmishers must break off: combat stands, LC, Sh and Dr (SN-Q51)."""
    one = battle.stands[stand]
    found: list[StandId] = []
    for here in front_hexes(one.hex, one.facing):
        other = stand_at(battle, here)
        kind = type_of(battle, other.id) if other is not None and other.side != one.side else None
        if other is not None and kind is not None and (kind.is_cs or kind.category in ("LC", "Sh", "Dr")):
            found.append(other.id)
    return tuple(found)


def break_off(play: "Play[Battle]", stand: StandId) -> None:
    """Skirmishers that begin their turn with an enemy in front move off first (SN-10.5g, SN-Q51; D36).

    To where no such enemy is in front, as far from those they had there as may be and straight back; they stay where
    they may fight, and where there is no such place.
    """
    before = play.battle
    feared = threats(before, stand) if type_of(before, stand).category == "Sk" else ()
    if not feared or terrain(before, before.stands[stand].hex) in SHELTER or may_move(before, stand, again=False):
        return
    begun_battle, walk = begun(before, stand)
    ways = [one for one in explore(begun_battle, stand, walk) if not threats(one.battle, stand)]
    if not ways:
        return
    start = before.stands[stand]
    best = min(ways, key=lambda one: (
        -away(one.battle, stand, feared), depth(start.hex, start.facing, one.battle.stands[stand].hex), len(one.atoms)
    ))  # fmt: skip
    play.record(MoveBegan(stand=stand, rules=(RuleId("SN-10.5g"), RuleId("SN-Q51"))))
    walk_atoms(play, stand, begin(play.battle, stand), best.atoms)


def away(battle: Battle, stand: StandId, feared: tuple[StandId, ...]) -> int:
    """Hexes from a stand to the nearest of some others."""
    return min(distance(battle.stands[stand].hex, battle.stands[other].hex) for other in feared)


def rally_first(play: "Play[Battle]", stand: StandId, actions: tuple[Act, ...]) -> None:
    """A disordered stand rallies before its orders unless they begin with that or it has been told not to (D3)."""
    before = play.battle
    if not actions or isinstance(actions[0], Rally) or rally_refusal(before, stand) is not None:
        return
    side = before.stands[stand].side
    value, given = standing_value(play.seen(army(before, side).seat), stand, "rally")
    if value == "no" or (value == "not before a charge" and any(isinstance(one, Charge) for one in actions)):
        return
    play.record(
        StandingOrderFired(side=side, stand=stand, decision="rally", value=value, by_default=not given)
    )
    rally(play, stand)


def idle(play: "Play[Battle]", stand: StandId, rallies: bool = True) -> None:
    """What a stand without orders does: rally, fire at the nearest, hold (the ``idle`` standing order).

    rallies: False for a stand whose orders could not be carried out: rallying comes before orders, not after.
    """
    before = play.battle
    one = before.stands[stand]
    if not one.on_board or one.doing.over or before.phase == "over":
        return
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
