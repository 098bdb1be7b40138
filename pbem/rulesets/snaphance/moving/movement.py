"""Movement (3.4): one step or turn of one stand, lawful or not.

The script, the order check and the list of choices all ask here: what is listed is accepted and played.

A ``Walk`` is the budget of the current move.  Where the stand is and what it did lie in the battle.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.facts import Fact
from pbem.engine.hexes import (
    FACINGS,
    Facing,
    Hex,
    direction_to,
    front_hexes,
    key,
    label,
    rear_hexes,
)
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.moving.command import order_test
from pbem.rulesets.snaphance.moving.generals import driven_off
from pbem.rulesets.snaphance.moving.ground import NAMES, HexEntry, at_most_from, barrier, crossing_disorders, entry
from pbem.rulesets.snaphance.moving.zones import barred_by, enemy_zocs
from pbem.rulesets.snaphance.special.held import RULE as HELD
from pbem.rulesets.snaphance.special.held import for_certain, holding
from pbem.rulesets.snaphance.special.held import refusal as held_back
from pbem.rulesets.snaphance.special.stop_line import RULE as STOP_LINE
from pbem.rulesets.snaphance.special.stop_line import stops_horse
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Stand,
    StandType,
    melee_of,
    stand_at,
    terrain,
    type_of,
    umpires_word,
)
from pbem.rulesets.snaphance.state.facts import (
    ActionEnded,
    Disordered,
    Displaced,
    MoveBegan,
    Stepped,
)
from pbem.rulesets.snaphance.state.rulings import reading, switched

if TYPE_CHECKING:
    from pbem.engine.play import Play


Manner = Literal["forward", "backward", "sideways", "move"]

MANNERS: tuple[Manner, ...] = ("forward", "sideways", "backward", "backward", "sideways", "forward")
"""How a stand goes to each of its neighbours, clockwise from its right front hex (2.8)."""

BY_RULE: Mapping[Manner, str] = {
    "forward": "SN-4.0b", "backward": "SN-4.7a", "sideways": "SN-4.8a", "move": "SN-4.1a",
}  # fmt: skip
"""The rule by which it goes so."""


class Walk(msgspec.Struct, frozen=True, kw_only=True):
    """Budget of one move."""

    mp: int
    """Of this move."""
    spent: int = 0
    """Of them, steps and turns together."""
    steps: int = 0
    """Hexes gone."""
    sideways: int = 0
    """Of them, sideways."""
    points: int = 0
    """Of turning."""
    manner: Manner | None = None
    """How it has gone so far (shot may mix forward and sideways)."""
    at_most: int | None = None
    """Hexes it may have because of ground it touched."""
    halted: str = ""
    """Why it goes no farther; '' if it may."""
    rules: tuple[RuleId, ...] = ()
    """The rules by which it goes no farther."""
    through: tuple[Hex, ...] = ()
    """Friends' hexes it is passing, in turn; it stands before the first of them until it comes out (SN-4.10c)."""

    @property
    def left(self) -> int:
        """MP left; 0 once it is halted."""
        return 0 if self.halted else self.mp - self.spent


class Yes(msgspec.Struct, frozen=True):
    """Lawful: the budget afterwards, and the facts to record, in turn."""

    walk: Walk
    facts: tuple[Fact[Battle], ...]


class No(msgspec.Struct, frozen=True):
    """Not lawful: by which rules, and why in words.  sure: whatever others do in this round."""

    rules: tuple[RuleId, ...]
    why: str
    sure: bool = False


def _ids(*rules: str, but: tuple[RuleId, ...] = ()) -> tuple[RuleId, ...]:
    return tuple(RuleId(rule) for rule in rules if rule not in but)


def no(why: str, *rules: str) -> No:
    """A refusal."""
    return No(tuple(RuleId(rule) for rule in rules), why)


# --- moves ----------------------------------------------------------------------------------------------------------


def begin(battle: Battle, stand: StandId) -> Walk:
    """The budget of the move that begins now, or has just begun (SN-4.0d)."""
    kind = type_of(battle, stand)
    first = battle.stands[stand].doing.moves <= 1
    return Walk(mp=kind.mp_first if first else kind.mp_extra)


def may_move(battle: Battle, stand: StandId, again: bool) -> No | None:
    """Why a stand may not begin a move (again: a further one, with its test); None when it may.

    Rules: SN-4.0c, SN-4.4a, SN-4.6e, SN-1.4e, SN-7.2c, SN-7.2d, SN-7.2e, SN-Q50.
    """
    one, kind = battle.stands[stand], type_of(battle, stand)
    doing = one.doing
    ended = action_over(battle, stand) or forbidden(battle, stand, "move")
    if melee_of(battle, stand) is not None:
        bound = no("it is in a melee and may not move out of it", "SN-4.6e")
        return bound if ended is None else No((*bound.rules, *ended.rules), ended.why)
    if ended is not None:
        return ended
    held = holding(battle, stand) if battle.special else None
    if held is not None:
        return No((HELD,), held_back(battle, held), sure=for_certain(battle, held))
    if doing.fired and kind.category == "Art":
        return no("artillery never moves and fires in one turn", "SN-7.2e", "SN-Q38")
    if doing.fired and doing.moves:
        return no("after moving and firing it may not move again", "SN-4.0c")
    if doing.fired and again:
        return no("after firing it may move once only", "SN-4.0c", "SN-Q50")
    if doing.fired and not doing.fired_to_move and (after_shot := _after_shot(battle, kind)) is not None:
        return after_shot
    if doing.rallied and (doing.fired or doing.moves) and reading(battle, "SN-Q6") == "one-thing":
        return no("having rallied it makes one move or fires", "SN-Q6", "SN-9.0a")
    if doing.fired and kind.category in ("Sh", "PS", "Pi") and not doing.fired_to_move:
        return no("the move after its shot was not declared before it", "SN-4.0c", "SN-7.2c", "SN-7.3b")
    if doing.moves and not again:
        return no("it has made its move; a further one needs its order test", "SN-4.0c", "SN-4.4a")
    if doing.moves and one.disordered:
        return no("a disordered stand may make one move only", "SN-4.4a")
    return None


def forbidden(battle: Battle, stand: StandId, act: str, against: StandId | None = None) -> No | None:
    """That the umpire forbids an act in this round; None where not."""
    if umpires_word(battle, stand, act, against) != "forbidden":
        return None
    return no(f"the umpire forbids it to {act}{f' {against}' if against else ''} in this round")


def _after_shot(battle: Battle, kind: StandType) -> No | None:
    """Why a stand that has not said so before its shot does not move after it, by SN-Q50 read otherwise."""
    found = reading(battle, "SN-Q50")
    if found == "named-only" and kind.category not in ("Sh", "PS", "Pi"):
        return no(f"{kind.title} does not move after its shot", "SN-Q50")
    if found == "all-pay":
        return no("the move after its shot was not declared before it", "SN-Q50", "SN-4.0c")
    return None


def action_over(battle: Battle, stand: StandId) -> No | None:
    """Why a stand can do nothing more this turn; None when it can (SN-1.4e, SN-9.0a, SN-Q7, SN-Q70)."""
    one = battle.stands[stand]
    if one.gone:
        return no("it is no longer in the battle", "SN-1.2a")
    if one.doing.rallied and one.doing.over and not one.doing.moves and not one.doing.fired:
        return no("its rally test failed: it may do nothing more this turn", "SN-9.0a", "SN-Q5")
    if one.doing.over:
        return No((*one.doing.ended, *_ids("SN-1.4e", "SN-Q70", but=one.doing.ended)), "its action is over")
    if one.to_come:
        return no("it is not on the board yet", "SCN-arrival-b")
    if one.moved:
        return no("it has acted already this round", "SN-1.4e")
    return None


def extra_move(play: "Play[Battle]", stand: StandId) -> Walk | No:
    """Test for a further move and begin it; a failure disorders the stand and ends its action (SN-4.4a, SN-4.5e)."""
    refusal = may_move(play.battle, stand, again=True)
    if refusal is not None:
        return refusal
    if not order_test(play, (stand,), "extra_move"):
        fail_move(play, (stand,))
        return no("its order test for a further move failed", "SN-4.5e")
    play.record(MoveBegan(stand=stand, rules=(RuleId("SN-4.4a"),)))
    return begin(play.battle, stand)


def fail_move(play: "Play[Battle]", stands: tuple[StandId, ...]) -> None:
    """A failed test for a further move: disorder, and the end of the action (SN-4.5e, SN-Q7)."""
    for stand in stands:
        if not play.battle.stands[stand].disordered:
            play.record(Disordered(stand=stand, cause="a failed order test", rules=(RuleId("SN-4.5e"),)))
    for stand in stands:
        play.record(ActionEnded(stand=stand, rules=(RuleId("SN-4.5e"), RuleId("SN-Q7"))))


# --- steps ----------------------------------------------------------------------------------------------------------


def take(battle: Battle, stand: StandId, walk: Walk, to: Hex) -> Yes | No:
    """One step of a stand's own move into a neighbouring hex (SN-4.0b, 4.1a, 4.6 to 4.8, 4.10, 3.16)."""
    one, kind = battle.stands[stand], type_of(battle, stand)
    here = walk.through[-1] if walk.through else one.hex
    walk = released(battle, stand, walk)
    if walk.halted:
        return No(walk.rules, walk.halted)
    manner = manner_of(kind, one.facing, here, to)
    if manner is None:
        return no(f"{label(to)} is not next to {label(here)}", "SN-4.0b")
    if manner == "backward" and one.doing.fired and kind.is_cs:
        return no("a combat stand does not fire and go backward in one turn", "SN-4.7c", "SNT-mv-e")
    leaving = terrain(battle, here) == "town" and kind.is_cs
    refusal = _budget(battle, kind, walk, manner, to) or (_leaves_town(walk) if leaving else None)
    if refusal is not None:
        return refusal
    ground = entry(battle, stand, to)
    refusal = ground_bars(battle, walk, ground, here, to) or _crossing_full(battle, stand, to)
    if refusal is not None:
        return refusal
    after = replace(
        walk, spent=walk.spent + 1, steps=walk.steps + 1, sideways=walk.sideways + (manner == "sideways"),
        manner=manner,
        at_most=_least(walk.at_most, ground.at_most, at_most_from(battle, stand, here)),
    )  # fmt: skip
    if leaving:
        after = replace(after, halted="leaving a town takes the whole move", rules=(RuleId("SNT-town-5b"),))
    other = stand_at(battle, to)
    if other is not None:
        return _into_friend(battle, one, other, after, here, to, ground)
    return _into_free(battle, one, kind, after, here, to, ground, manner, leaving)


def manner_of(kind: StandType, facing: Facing, here: Hex, to: Hex) -> Manner | None:
    """How a stand would go from a hex to another; None when they are no neighbours (SN-4.0b, 4.1a, 4.7a, 4.8a)."""
    towards = direction_to(here, to)
    if towards is None:
        return None
    return "move" if kind.is_free_mover else MANNERS[(towards - facing) % 6]


def released(battle: Battle, stand: StandId, walk: Walk) -> Walk:
    """The walk, no longer halted if it was halted by a zone of control that is gone (SN-Q73)."""
    if not walk.halted or RuleId("SN-4.6b") not in walk.rules:
        return walk
    one = battle.stands[stand]
    here = walk.through[-1] if walk.through else one.hex
    return walk if enemy_zocs(battle, one.side, here) else replace(walk, halted="", rules=())


def may_pass(battle: Battle, stand: StandId, other: StandId, came_from: Hex, going_to: Hex) -> bool:
    """Whether a stand may pass through a friend's hex from one hex to another (SN-4.10a, SN-4.10b)."""
    mine, his = type_of(battle, stand), type_of(battle, other)
    if not mine.is_cs or not his.is_cs:
        return True
    friend = battle.stands[other]
    if mine.category == "Pk" or battle.stands[stand].facing != friend.facing:
        return False
    front, rear = front_hexes(friend.hex, friend.facing), rear_hexes(friend.hex, friend.facing)
    return (came_from in rear and going_to in front) or (came_from in front and going_to in rear)


def may_displace(battle: Battle, stand: StandId, other: StandId, forward: bool) -> bool:
    """Whether a stand may end its move in a friend's hex and push him back (SN-4.11a, SN-4.11b)."""
    mine, his = type_of(battle, stand), type_of(battle, other)
    if his.is_cs:
        return False
    if mine.is_cs:
        return forward
    if mine.category == "Sk":
        return his.category == "Sk"
    return mine.category in ("Sh", "Dr", "LC")


def _budget(battle: Battle, kind: StandType, walk: Walk, manner: Manner, to: Hex) -> No | None:
    """MP and the manner of going: SN-4.0b, 4.0d, 4.2d, 4.7, 4.8, SN-Q23, SN-Q24."""
    if manner in ("backward", "sideways"):
        if walk.points:
            return no("turning may be combined with forward steps only", "SN-4.2d")
        clash = {walk.manner, manner} - {None}
        if len(clash) > 1 and (kind.category != "Sh" or "backward" in clash):
            return _mixed(kind, clash)
    elif (
        manner == "forward"
        and walk.manner in ("backward", "sideways")
        and (kind.category != "Sh" or walk.manner == "backward")
    ):
        return _mixed(kind, {walk.manner, manner})
    if manner == "sideways" and walk.sideways >= 2 and not _unbound_sideways(battle, kind):
        return no("it may go 2 hexes sideways at most in a move", "SN-4.8a", "SNT-mv-f", "SN-Q24")
    farther = manner == "backward" and walk.mp == 1 and reading(battle, "SN-Q23") == "two-hexes"
    limit = 2 if farther else walk.mp
    if walk.spent >= limit:
        why = f"it has no MP left for {label(to)}: {limit} in this move"
        by = {"backward": ("SN-4.7a", *switched(battle, "SN-Q23")), "sideways": ("SN-4.8a",)}.get(manner, ())
        return no(why, "SN-4.0d", "SN-4.0b", *by)
    return None


def _unbound_sideways(battle: Battle, kind: StandType) -> bool:
    """Whether a stand may go farther sideways than 2 hexes in a move (SN-Q24)."""
    return not kind.is_mcs and reading(battle, "SN-Q24") == "mounted-only"


def _mixed(kind: StandType, manners: set[Manner | None]) -> No:
    """Directions that do not go together in one move."""
    if kind.category == "Sh":
        return no("shot may not combine a step backward with any other in one move", "SN-4.7b", "SNT-mv-d")
    if "backward" in manners:
        return no("it may not combine steps backward with others in one move", "SN-4.7a", "SN-4.8c")
    return no("it may not combine steps sideways and forward in one move", "SN-4.8c")


def _leaves_town(walk: Walk) -> No | None:
    """A combat stand leaving a town moves 1H (SNT-town-5b)."""
    return no("a combat stand leaves a town with a whole move of 1 hex", "SNT-town-5b") if walk.spent else None


def ground_bars(battle: Battle, walk: Walk, ground: HexEntry, here: Hex, to: Hex) -> No | None:
    """Ground that keeps it out, or that it may not reach in this move: SNT-field-a, SNT-def-a."""
    if ground.closed:
        return No(ground.rules, f"{label(to)}: {ground.closed}")
    if walk.steps and barrier(battle, here, to):
        return no(f"it must halt before crossing the defences of {label(to)}", "SNT-def-a", "SN-Q55")
    most = _least(walk.at_most, ground.at_most)
    if most is not None and walk.steps >= most:
        if most == 1:
            return no("skirmishers go 1 hex in a swamp", "SNT-swamp-a")
        return no(f"a move through {NAMES['field']} is of {most} hexes at most", "SNT-field-a")
    return None


def _crossing_full(battle: Battle, stand: StandId, to: Hex) -> No | None:
    """A crossing that as many stands have used this round as may (SCN-crossing)."""
    for one in battle.crossings:
        before = battle.crossed.get(key(one.hex), ())
        if one.hex == to and stand not in before and len(before) >= one.stands_a_round:
            many = "one stand" if one.stands_a_round == 1 else f"{one.stands_a_round} stands"
            return no(f"{many} a round may cross at {label(to)}, and {', '.join(before)} did", "SCN-crossing")
    return None


def _least(*limits: int | None) -> int | None:
    found = [limit for limit in limits if limit is not None]
    return min(found) if found else None


def _into_friend(
    battle: Battle, one: Stand, other: Stand, walk: Walk, here: Hex, to: Hex, ground: HexEntry
) -> Yes | No:
    """Into an occupied hex, to pass through it or to take the friend's place at the end (SN-4.10, SN-4.11)."""
    if other.side != one.side:
        return no(f"{other.id} stands in {label(to)}; to attack it, charge it", "SN-1.2a", "SN-Q61")
    if not _left_friend(battle, one.id, walk, to):
        return no(f"it may not pass through {_friend(battle, walk)}", "SN-4.10b")
    passes = may_displace(battle, one.id, other.id, walk.manner == "forward") or _enters(battle, one.id, other.id, here)
    if not passes:
        return no(f"{other.id} stands in {label(to)}, and it may not pass through it", "SN-4.10b", "SN-4.10c")
    zocs = enemy_zocs(battle, one.side, to)
    if (ground.halts or zocs) and not may_displace(battle, one.id, other.id, walk.manner == "forward"):
        return no(f"it would have to halt in {label(to)}, where {other.id} stands", "SN-4.10c", *map(str, ground.rules))
    if battle.special and (ditch := stops_horse(battle, one.id, to)):
        return No((STOP_LINE, RuleId("SN-4.10c")), f"{ditch}, and {other.id} stands in {label(to)}")
    walk = replace(walk, through=(*walk.through, to))
    if zocs:
        walk = _halted(battle, walk, zocs)
    elif ground.halts:
        walk = replace(walk, halted=f"it halts on entering {NAMES[terrain(battle, to)]}", rules=ground.rules)
    return Yes(walk, ())


def _enters(battle: Battle, stand: StandId, other: StandId, here: Hex) -> bool:
    """Whether there is any hex beyond a friend to which it could pass from here."""
    friend = battle.stands[other]
    beyond = (*front_hexes(friend.hex, friend.facing), *rear_hexes(friend.hex, friend.facing))
    return any(may_pass(battle, stand, other, here, there) for there in beyond)


def _left_friend(battle: Battle, stand: StandId, walk: Walk, to: Hex) -> bool:
    """Whether the friend it is passing lets it go on to ``to``."""
    if not walk.through:
        return True
    here = walk.through[-1]
    friend = stand_at(battle, here)
    came_from = walk.through[-2] if len(walk.through) > 1 else battle.stands[stand].hex
    return friend is None or may_pass(battle, stand, friend.id, came_from, to)


def _friend(battle: Battle, walk: Walk) -> str:
    friend = stand_at(battle, walk.through[-1])
    return friend.id if friend else label(walk.through[-1])


def _halted(battle: Battle, walk: Walk, zocs: tuple[StandId, ...]) -> Walk:
    skirmishers = any(type_of(battle, one).category == "Sk" for one in zocs)
    extra = switched(battle, "SN-Q11") if skirmishers else ()
    return replace(walk, halted=f"it halts in the zone of control of {', '.join(zocs)}", rules=_ids("SN-4.6b", *extra))


def _into_free(
    battle: Battle, one: Stand, kind: StandType, walk: Walk, here: Hex, to: Hex, ground: HexEntry, manner: Manner,
    leaving: bool,
) -> Yes | No:  # fmt: skip
    """Into a free hex: the step, what it costs in order, and whether it halts there."""
    if not _left_friend(battle, one.id, walk, to):
        return no(f"it may not pass through {_friend(battle, walk)} that way", "SN-4.10b")
    zocs = enemy_zocs(battle, one.side, to)
    refusal = _zone_bar(battle, one, kind, to) if zocs else None
    if refusal is not None:
        return refusal
    cited = switched(battle, "SN-Q24") if manner == "sideways" and walk.sideways > 2 else ()
    rules = _ids(BY_RULE[manner], *(("SN-4.10c",) if walk.through else ()), *cited)
    facts: list[Fact[Battle]] = [
        Stepped(stand=one.id, start=one.hex, to=to, facing=one.facing, how=manner, through=walk.through, rules=rules)
    ]
    cause = None if one.disordered else _disorder(battle, one, kind, walk, here, to, ground, manner, leaving)
    if cause is not None:
        facts.append(cause)
    facts += driven_off(battle, one.side, to)
    walk = replace(walk, through=())
    if zocs:
        walk = _halted(battle, walk, zocs)
    elif ground.halts:
        walk = replace(walk, halted=f"it halts on entering {NAMES[terrain(battle, to)]}", rules=ground.rules)
    elif battle.special and (ditch := stops_horse(battle, one.id, to)):
        walk = replace(walk, halted=ditch, rules=(STOP_LINE,))
    return Yes(walk, tuple(facts))


def _zone_bar(battle: Battle, one: Stand, kind: StandType, to: Hex) -> No | None:
    """It would halt in the zone of an enemy on its flank or rear (SN-4.6c); free movers end facing any point."""
    facings = FACINGS if kind.is_free_mover else (one.facing,)
    if any(not barred_by(battle, one.side, to, facing) for facing in facings):
        return None
    barred = ", ".join(barred_by(battle, one.side, to, one.facing))
    return no(f"it would end in {label(to)} in the zone of control of {barred} on its flank or rear", "SN-4.6c")


def _disorder(
    battle: Battle, one: Stand, kind: StandType, walk: Walk, here: Hex, to: Hex, ground: HexEntry, manner: Manner,
    leaving: bool,
) -> Disordered | None:  # fmt: skip
    """What disorders a stand that makes this step, if anything: the ground, the manner of going, a town left."""
    for at, found in ((to, ground), *[(passed, entry(battle, one.id, passed)) for passed in walk.through]):
        if found.disorders:
            return Disordered(stand=one.id, cause=f"entering {NAMES[terrain(battle, at)]}", rules=found.rules)
    way = (one.hex, *walk.through, to)
    if crossing_disorders(battle, one.id) and any(a != b and barrier(battle, a, b) for a, b in pairwise(way)):
        return Disordered(stand=one.id, cause="crossing defences", rules=(RuleId("SNT-def-b"),))
    if leaving:
        return Disordered(stand=one.id, cause="leaving a town", rules=(RuleId("SNT-town-5b"),))
    if kind.category != "Sh" and manner in ("backward", "sideways"):
        rule = "SN-4.7a" if manner == "backward" else "SN-4.8a"
        return Disordered(stand=one.id, cause=f"going {manner}", rules=(RuleId(rule),))
    return None


# --- the end of a move ----------------------------------------------------------------------------------------------


def settle(battle: Battle, stand: StandId, walk: Walk) -> Yes | No:
    """The end of a move: a friend's place taken (SN-4.11), or the refusal to stop in an occupied hex (SN-4.10c)."""
    if not walk.through:
        return Yes(walk, ())
    one, here = battle.stands[stand], walk.through[-1]
    friend = stand_at(battle, here)
    if friend is None:
        return no(f"{label(here)} is no longer held by a friend; order the step anew", "SN-4.10c")
    if not may_displace(battle, stand, friend.id, walk.manner == "forward"):
        return no(f"it may not stop in {label(here)}, where {friend.id} stands", "SN-4.10c", "SN-4.11b")
    if len(walk.through) > 1:
        return no(f"{friend.id} has no free hex to be pushed back to", "SN-4.11a")
    refusal = _zone_bar(battle, one, type_of(battle, stand), here)
    if refusal is not None:
        return refusal
    rule = "SN-4.11a" if type_of(battle, stand).is_cs else "SN-4.11b"
    facts: list[Fact[Battle]] = [
        Displaced(
            stand=friend.id, by=stand, to=one.hex, mover_to=here, facing=one.facing,
            rules=(RuleId(rule), RuleId("SN-4.11c")),
        )
    ]  # fmt: skip
    kind, ground = type_of(battle, stand), entry(battle, stand, here)
    leaving = terrain(battle, one.hex) == "town" and kind.is_cs
    manner = walk.manner or "move"
    cause = None if one.disordered else _disorder(battle, one, kind, walk, one.hex, here, ground, manner, leaving)
    if cause is not None:
        facts.append(cause)
    return Yes(replace(walk, through=()), tuple(facts))


# --- against a play -------------------------------------------------------------------------------------------------


def step(play: "Play[Battle]", stand: StandId, walk: Walk, to: Hex) -> Walk | No:
    """Take a step and record it; the new budget, or why not."""
    got = take(play.battle, stand, walk, to)
    if isinstance(got, No):
        return got
    for fact in got.facts:
        play.record(fact)
    return got.walk


def applied(battle: Battle, facts: tuple[Fact[Battle], ...]) -> Battle:
    """A copy of the battle after facts: for looking ahead."""
    for fact in facts:
        battle = fact.apply(battle)
    return battle
