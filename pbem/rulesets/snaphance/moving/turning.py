"""Turning in place (SN-4.2, SN-4.3), leaving a town (SNT-town-5b), the facing at the end of a move (SN-4.1a)."""

from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hexes import (
    FACINGS,
    Facing,
    Hex,
    direction_to,
    front_hexes,
    hour,
    label,
    neighbours,
    points_between,
)
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.moving.generals import driven_off
from pbem.rulesets.snaphance.moving.ground import entry
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, ground_bars, no, released
from pbem.rulesets.snaphance.moving.zones import barred_by, behind_or_beside, enemy_zocs
from pbem.rulesets.snaphance.state.battle import Battle, Stand, StandType, melee_of, stand_at, terrain, type_of
from pbem.rulesets.snaphance.state.facts import (
    ActionEnded,
    Disordered,
    Stepped,
    Turned,
)
from pbem.rulesets.snaphance.state.rulings import reading, switched_ids

TO_REAR = 3
"""Points of a turn to the rear."""


def turn(battle: Battle, stand: StandId, walk: Walk, to: Facing, more: bool = False) -> Yes | No:
    """Turning in place (SN-4.1a, SN-4.2, SN-4.3, SN-Q49).  more: further steps of the same move are ordered.

    A further point beyond the first disorders and ends the action (SN-4.2b); shot turn two points (SN-4.2e).
    """
    one, kind = battle.stands[stand], type_of(battle, stand)
    points = points_between(one.facing, to)
    if walk.through:
        return no("it may not stop where a friend stands", "SN-4.10c")
    if not points:
        return Yes(walk, ())
    got = _turn_free(one, kind, walk, to) if kind.is_free_mover else _turn_paid(battle, one, kind, walk, to, points)
    if isinstance(got, No):
        return got
    barred = barred_by(battle, one.side, one.hex, to)
    if barred and not (more and got.walk.left > 0):
        enemies = ", ".join(barred)
        return no(f"it would end with its flank or rear in the zone of control of {enemies}", "SN-4.6c")
    return got


def free_points(kind: StandType) -> int:
    """Points a stand may turn in a move without disorder, each for 1 MP (SN-4.2a, SN-4.2e)."""
    return 2 if kind.category == "Sh" else 1


def _turn_free(one: Stand, kind: StandType, walk: Walk, to: Facing) -> Yes:
    """Free movers pay nothing and may end facing any point, halted or not; for guns it is the end of the move."""
    walk = replace(walk, points=walk.points + 1)
    if kind.category == "Art":
        walk = replace(walk, halted="turning ended its move", rules=(RuleId("SN-Q38"),))
    return Yes(walk, (Turned(stand=one.id, start=one.facing, to=to, rules=(RuleId("SN-4.1a"),)),))


def _turn_paid(battle: Battle, one: Stand, kind: StandType, walk: Walk, to: Facing, points: int) -> Yes | No:
    walk = released(battle, one.id, walk)
    if walk.halted:
        return No(walk.rules, walk.halted)
    if walk.manner in ("backward", "sideways"):
        return no("turning may be combined with forward steps only", "SN-4.2d")
    if points == TO_REAR:
        return _to_rear(one, kind, walk, to)
    free = free_points(kind)
    paid = max(0, min(points, free - walk.points))
    unpaid = paid and not walk.points and not walk.steps and reading(battle, "SN-Q49") == "first-free"
    paid -= 1 if unpaid else 0
    if walk.spent + paid > walk.mp:
        return no(f"turning costs 1 MP a point, and it has {walk.mp - walk.spent} left", "SN-4.2a", "SN-Q49")
    by = (RuleId("SN-4.2a"), *(switched_ids(battle, "SN-Q49") if unpaid else ()))
    turned = Turned(stand=one.id, start=one.facing, to=to, rules=by)
    after = replace(walk, spent=walk.spent + paid, points=walk.points + points)
    if after.points <= free:
        return Yes(after, (turned,))
    if after.points > free + 1:
        return no("it may not turn by a third point in one move", "SN-4.2b")
    facts: list[Fact[Battle]] = [turned]
    rules = (RuleId("SN-4.2b"), RuleId("SN-Q7"))
    if not one.disordered:
        facts.append(Disordered(stand=one.id, cause="turning by a further point", rules=rules))
    facts.append(ActionEnded(stand=one.id, rules=rules))
    return Yes(replace(after, halted="turning by a further point ended its action", rules=rules), tuple(facts))


def _to_rear(one: Stand, kind: StandType, walk: Walk, to: Facing) -> Yes | No:
    """Three points: a whole move, which disorders all but shot (SN-4.3a, SN-4.3b, SN-Q49)."""
    if one.disordered:
        return no("a disordered stand may not turn to its rear", "SN-4.3a")
    if walk.spent or walk.points:
        return no("turning to the rear takes a whole move", "SN-4.3a", "SN-Q49")
    facts: list[Fact[Battle]] = [Turned(stand=one.id, start=one.facing, to=to, rules=(RuleId("SN-4.3a"),))]
    if kind.category == "Sh":
        facts = [Turned(stand=one.id, start=one.facing, to=to, rules=(RuleId("SN-4.3b"),))]
    else:
        facts.append(Disordered(stand=one.id, cause="turning to the rear", rules=(RuleId("SN-4.3a"),)))
    rules = (RuleId("SN-4.3a"), RuleId("SN-Q49"))
    walk = replace(walk, points=3, spent=walk.mp, halted="turning to the rear was its whole move", rules=rules)
    return Yes(walk, tuple(facts))


def leave_town(battle: Battle, stand: StandId, walk: Walk, to: Hex, facing: Facing | None) -> Yes | No:
    """A combat stand leaves a town: 1H in any direction, to any facing, disordered (SNT-town-5b)."""
    one, kind = battle.stands[stand], type_of(battle, stand)
    if terrain(battle, one.hex) != "town" or not kind.is_cs:
        return no("only a combat stand in a town leaves it so; others march out", "SNT-town-5a", "SNT-town-5b")
    if direction_to(one.hex, to) is None:
        return no(f"{label(to)} is not next to {label(one.hex)}", "SNT-town-5b")
    if walk.spent or walk.points:
        return no("a combat stand leaves a town with a whole move of 1 hex", "SNT-town-5b")
    ground = entry(battle, stand, to)
    refusal = ground_bars(battle, walk, ground, one.hex, to)
    if refusal is not None:
        return refusal
    other = stand_at(battle, to)
    if other is not None:
        return no(f"{other.id} stands in {label(to)}", "SN-Q61")
    faces = one.facing if facing is None else facing
    barred = barred_by(battle, one.side, to, faces)
    if barred:
        return no(f"it would end in the zone of control of {', '.join(barred)} on its flank or rear", "SN-4.6c")
    rules = (RuleId("SNT-town-5b"),)
    facts: list[Fact[Battle]] = [Stepped(stand=stand, start=one.hex, to=to, facing=faces, how="move", rules=rules)]
    if not one.disordered:
        facts.append(Disordered(stand=stand, cause="leaving a town", rules=rules))
    facts += driven_off(battle, one.side, to)
    why = "leaving a town takes the whole move"
    walk = replace(walk, spent=walk.mp, steps=1, manner="move", halted=why, rules=rules)
    return Yes(walk, tuple(facts))


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


def turn_to_attacker(battle: Battle, stand: StandId, to: Facing) -> Turned | None:
    """A turn by any number of points to an enemy on its flank or rear, at the start of its turn: no move, and without
    disorder (SN-4.6d, SN-10.4d, SN-Q70; D34).  None where the turn is no such one."""
    one = battle.stands[stand]
    if one.doing.moves or one.doing.fired or one.doing.over or one.moved or to == one.facing:
        return None
    front = front_hexes(one.hex, to)
    if all(battle.stands[enemy].hex not in front for enemy in attackers_aside(battle, stand)):
        return None
    rule = "SN-10.4d" if melee_of(battle, stand) is not None else "SN-4.6d"
    return Turned(stand=stand, start=one.facing, to=to, free=True, rules=(RuleId(rule), RuleId("SN-Q70")))


def end_facing(battle: Battle, stand: StandId, wanted: Facing | None) -> Facing | No:
    """The facing a free mover ends with: the one wanted, else its own, else the nearest that SN-4.6c allows."""
    one = battle.stands[stand]
    if wanted is not None:
        barred = barred_by(battle, one.side, one.hex, wanted)
        if barred:
            return no(f"facing {hour(wanted)} it would have {', '.join(barred)} on its flank or rear", "SN-4.6c")
        return wanted
    if not enemy_zocs(battle, one.side, one.hex):
        return one.facing
    lawful = [p for p in FACINGS if not barred_by(battle, one.side, one.hex, p)]
    return min(lawful, key=lambda p: (points_between(one.facing, p), p)) if lawful else one.facing
