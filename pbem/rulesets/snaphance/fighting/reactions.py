"""The opportunity interrupt (3.18b): what stands on opportunity may do about an enemy, what is chosen, and its course.

A cause is the declaration of an attack, a step of a mover (of all the stands of a group move together), a shot, or a
step of the active side's pursuer.  Only the side that is not active ever answers (SN-6.0e).
"""

from typing import TYPE_CHECKING

import msgspec

from pbem.engine.hexes import Hex, distance, front_hexes, in_wide_arc, neighbours
from pbem.engine.ids import Side, StandId
from pbem.rulesets.snaphance.fighting.melee_dice import supported
from pbem.rulesets.snaphance.fighting.shooting import (
    ShotSum,
    Volley,
    may_fire,
    rank_sum,
    resolve,
    shot_sum,
    suffer,
    throw,
)
from pbem.rulesets.snaphance.moving.atoms import Atom, Found, after, try_atom
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, no, take
from pbem.rulesets.snaphance.moving.reaching import approach, explore, meets
from pbem.rulesets.snaphance.moving.zones import barred_by
from pbem.rulesets.snaphance.special.fog import FOG, fogged
from pbem.rulesets.snaphance.special.held import RULE as HELD
from pbem.rulesets.snaphance.special.held import holding
from pbem.rulesets.snaphance.special.held import refusal as held_back
from pbem.rulesets.snaphance.state.asks import AskReaction, AskWay, AskYesNo, Cause, Reaction, Response, Way, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, army, melee_of, other_side, stand_at, type_of
from pbem.rulesets.snaphance.state.facts import (
    ActionEnded,
    ChargeAborted,
    ChargeBonusLost,
    Halted,
    OpportunityCharged,
)
from pbem.rulesets.snaphance.state.tables import LONGEST_RANGE, rules

if TYPE_CHECKING:
    from pbem.engine.play import Play

FIRE_FIRST = frozenset({"Sh", "Dr", "Sk"})
"""Who fires first by default at a charge it has come up to fire on (D19)."""
CHARGE_RANGE = 2
"""Range at which a charge is fired on by default (D16), and may be aborted (SN-7.4.1.1b)."""


class Mover(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy that gives cause.

    nears: hex it came from, or for a declaration the hex it is about to enter; None for a shot.  walk: its budget now.
    forward: it is moving forward (SN-10.3.1a).  ahead: a pursuer's next hex, where it has one.  to_fire: it has an
    order to fire later in its turn (SN-6.2f).
    """

    stand: StandId
    nears: Hex | None = None
    walk: Walk | None = None
    forward: bool = False
    ahead: Hex | None = None
    to_fire: bool = False


class Trigger(msgspec.Struct, frozen=True, kw_only=True):
    """A cause.  targets: whom a declared attack or a shot is at."""

    cause: Cause
    movers: tuple[Mover, ...]
    targets: tuple[StandId, ...] = ()

    @property
    def charging(self) -> bool:
        """Whether the mover is charging, and not only moving into range (SN-7.4.1.2a)."""
        return self.cause in ("declaration", "pursuit") or (self.cause == "step" and bool(self.targets))


# --- who may do what ------------------------------------------------------------------------------------------------


def waiting(battle: Battle) -> tuple[StandId, ...]:
    """The stands that may answer: on opportunity, of the side that is not active, in no melee, by id (SN-6.0e)."""
    if battle.active_side is None or battle.phase == "over":
        return ()
    return tuple(
        one.id
        for _, one in sorted(battle.stands.items())
        if one.opportunity and one.on_board and one.side != battle.active_side and melee_of(battle, one.id) is None
    )


def gives_cause(battle: Battle, stand: StandId, trigger: Trigger, mover: Mover) -> bool:
    """Whether an enemy has given a stand on opportunity cause to answer.

    A shot: it is at that stand and comes through its front 2H (SN-6.0a).  A step: nearer, and in the stand's wide arc
    (SN-6.0c, SN-Q33).  A declaration: its first step will bring it nearer (SN-Q69).  A stand that is being contacted
    has contact fire instead (SN-Q69).
    """
    one, enemy = battle.stands[stand], battle.stands[mover.stand]
    if not enemy.on_board or enemy.side == one.side or not in_wide_arc(one.hex, one.facing, enemy.hex):
        return False
    if mover.nears is None:
        return stand in trigger.targets
    if trigger.cause == "declaration":
        return distance(mover.nears, one.hex) < distance(enemy.hex, one.hex)
    return distance(enemy.hex, one.hex) < distance(mover.nears, one.hex) and not _contacted(battle, stand, trigger)


def _contacted(battle: Battle, stand: StandId, trigger: Trigger) -> bool:
    """Whether the step has brought an attack into contact with a stand (SN-Q69)."""
    if not trigger.charging:
        return False
    there = battle.stands[stand].hex
    for mover in trigger.movers:
        enemy = battle.stands[mover.stand]
        if there in front_hexes(enemy.hex, enemy.facing) and _has_met(battle, trigger, mover):
            return True
    return False


def opportunity_shot(battle: Battle, stand: StandId, enemy: StandId, charging: bool) -> Volley | No:
    """What a stand on opportunity may fire at an enemy (SN-6.4a): pistols with both ranks, unless it is charging
    (SN-7.4.1.1a, SN-7.4.1.2a); shot not at MCS next to it in the open, unsupported (SN-7.4.2a)."""
    one, row = battle.stands[stand], type_of(battle, stand)
    hexes = distance(one.hex, battle.stands[enemy].hex)
    if hexes > LONGEST_RANGE:
        return no("it is out of range", "SN-7.0c", "SN-15.0c", "SN-Q48")
    allowed = may_fire(battle, stand, enemy)
    if isinstance(allowed, No):
        return allowed
    if hexes == 1 and holds_at_contact(battle, stand, enemy):
        return no("shot in the open and unsupported does not fire on horse next to it", "SN-7.4.2a", "SN-7.4h")
    shots = [rank_sum(battle, stand, enemy, "opportunity")]
    if row.category == "Pi" and len(one.sp) > 1 and not charging:
        shots.append(rank_sum(battle, stand, enemy, "rank2"))
    return Volley(tuple(shots))


def holds_at_contact(battle: Battle, stand: StandId, enemy: StandId) -> bool:
    """Whether a stand is shot in the open, unsupported, against MCS: it does not fire at point blank (SN-7.4.2a)."""
    if type_of(battle, stand).category != "Sh" or not type_of(battle, enemy).is_mcs:
        return False
    return not supported(battle, stand, enemy)


def charge_bar(battle: Battle, stand: StandId, enemy: StandId) -> No | None:
    """Why a stand on opportunity may not charge an enemy; None when it may (SN-6.0d, SN-6.0f, SN-10.0a)."""
    from pbem.rulesets.snaphance.fighting.attack import may_attack

    if not type_of(battle, stand).is_mounted and type_of(battle, enemy).is_mcs:
        return no("foot never charges mounted combat stands on opportunity", "SN-6.0f")
    allowed = may_attack(battle, stand, enemy)
    if isinstance(allowed, No):
        return allowed
    held = holding(battle, stand) if battle.special else None
    if held is not None:
        return No((HELD,), held_back(battle, held))
    unseen = fogged(battle, battle.stands[stand].hex, battle.stands[enemy].hex) if battle.special else ""
    if unseen:
        return no(unseen, FOG)
    if not charges(battle, stand, enemy):
        return no(f"it cannot come upon {enemy} by forward steps alone", "SN-6.0d", "SN-Q33")
    return None


def charges(battle: Battle, stand: StandId, enemy: StandId) -> tuple[Found, ...]:
    """Every way to come upon an enemy by forward steps with the MP of a first move, without turning (SN-Q33).

    Through or into its own skirmishers (SN-6.2a), through any friend it may pass that faces as it does (SN-6.2b).
    """
    ahead = OpportunityCharged(stand=stand, target=enemy).apply(battle)
    start = Found((), ahead, Walk(mp=type_of(battle, stand).mp_first))
    if meets(start, stand, enemy):
        return (start,)
    edge, found = [start], []
    while edge:
        further: list[Found] = []
        for at in edge:
            one = at.battle.stands[stand]
            here = at.walk.through[-1] if at.walk.through else one.hex
            for to in front_hexes(here, one.facing):
                got = _forward(at, stand, to)
                if got is None:
                    continue
                ended = after(got, stand, Atom("end")) if got.walk.through else got
                if not isinstance(ended, No) and meets(ended, stand, enemy) and _may_end(ended, got, stand):
                    found.append(ended)
                else:
                    further.append(got)
        edge = further
    return tuple(found)


def _forward(at: Found, stand: StandId, to: Hex) -> Found | None:
    """One forward step of an opportunity charge, where it may be made."""
    friend = stand_at(at.battle, to)
    aside = friend is not None and friend.facing != at.battle.stands[stand].facing
    if friend is not None and aside and type_of(at.battle, friend.id).category != "Sk":
        return None
    got = after(at, stand, Atom("step", to=to))
    return None if isinstance(got, No) else got


def _may_end(ended: Found, before: Found, stand: StandId) -> bool:
    """Whether a charge may end there: of friends only skirmishers fall back (SN-6.2a); no enemy aside (SN-4.6c)."""
    one = ended.battle.stands[stand]
    if before.walk.through:
        friend = stand_at(before.battle, before.walk.through[-1])
        if friend is None or type_of(before.battle, friend.id).category != "Sk":
            return False
    return not barred_by(ended.battle, one.side, one.hex, one.facing)


# --- naming the responses -------------------------------------------------------------------------------------------


def ask_reaction(view: Battle, side: Side, trigger: Trigger) -> AskReaction | None:
    """Everything a side may do about a cause, on what it sees; None when there is nothing (3.18b, 1)."""
    options: list[Response] = []
    dice: list[int] = []
    default: list[Response] = []
    for stand in waiting(view):
        wanted: list[tuple[int, int, Response]] = []
        for mover in trigger.movers:
            if view.stands[stand].side != side or not gives_cause(view, stand, trigger, mover):
                continue
            shot = opportunity_shot(view, stand, mover.stand, trigger.charging)
            if isinstance(shot, Volley):
                fires = Response(stand, "fire", mover.stand)
                options.append(fires)
                dice.append(shot.dice)
                if fires_by_default(view, stand, trigger, mover):
                    enemy = view.stands[mover.stand]
                    wanted.append((distance(enemy.hex, view.stands[stand].hex), sum(enemy.sp), fires))
            if charge_bar(view, stand, mover.stand) is None:
                options.append(Response(stand, "charge", mover.stand))
                dice.append(0)
        if wanted:
            default.append(min(wanted)[2])
    if not options:
        return None
    return AskReaction(
        seat=army(view, side).seat, default=Reaction(tuple(default)), cause=trigger.cause,
        stands=tuple(mover.stand for mover in trigger.movers), targets=trigger.targets,
        options=tuple(options), dice=tuple(dice),
    )  # fmt: skip


def fires_by_default(view: Battle, stand: StandId, trigger: Trigger, mover: Mover) -> bool:
    """D16: when no closer step is possible in this move, but at range 2 against a charge; D18: always."""
    if trigger.cause == "shot":
        return True
    here, there = view.stands[stand].hex, view.stands[mover.stand].hex
    if trigger.charging and distance(here, there) == CHARGE_RANGE:
        return True
    return not comes_closer(view, stand, trigger, mover)


def comes_closer(view: Battle, stand: StandId, trigger: Trigger, mover: Mover) -> bool:
    """Whether a mover may yet come to where a waiting stand could fire on it from less far, in this move."""
    here, there = view.stands[stand].hex, view.stands[mover.stand].hex
    now = distance(here, there)
    if trigger.cause == "declaration":
        return True
    if trigger.cause == "pursuit":
        return mover.ahead is not None and distance(here, mover.ahead) < now
    if mover.walk is None or mover.walk.left <= 0 or _has_met(view, trigger, mover):
        return False
    least = 2 if holds_at_contact(view, stand, mover.stand) else 1
    hexes = [to for to in neighbours(there) if isinstance(take(view, mover.stand, mover.walk, to), Yes)]
    hexes += [place.battle.stands[mover.stand].hex for place in explore(view, mover.stand, mover.walk)]
    return any(least <= distance(here, to) < now for to in hexes)


def _has_met(view: Battle, trigger: Trigger, mover: Mover) -> bool:
    """Whether a declared attack has come to its target, or a pursuit to anybody: it takes no further step."""
    left = [view.stands[one].hex for one in trigger.targets if view.stands[one].on_board]
    if not left:
        return trigger.charging
    enemy = view.stands[mover.stand]
    return any(here in front_hexes(enemy.hex, enemy.facing) for here in left)


def _named(play: "Play[Battle]", trigger: Trigger) -> tuple[Response, ...]:
    """What the other side does about a cause, by stand."""
    before = play.battle
    if before.active_side is None or not waiting(before):
        return ()
    side = other_side(before, before.active_side)
    ask = ask_reaction(play.seen(army(before, side).seat), side, trigger)
    return () if ask is None else tuple(sorted(play.ask(ask).responses))


# --- causes ---------------------------------------------------------------------------------------------------------


def declared(
    play: "Play[Battle]", about: tuple[tuple[StandId, Hex, Walk], ...], targets: tuple[StandId, ...]
) -> tuple[StandId, ...]:
    """An attack is declared, before its first step (SN-Q69): stand, hex it is about to enter, budget of each attacker.

    The attackers whose action has ended by it come back.
    """
    if not waiting(play.battle):
        return ()
    movers = tuple(Mover(stand=stand, nears=first, walk=walk, forward=True) for stand, first, walk in about)
    return answer(play, Trigger(cause="declaration", movers=movers, targets=targets))


def stepped(
    play: "Play[Battle]", moved: tuple[tuple[StandId, Hex, Walk], ...], targets: tuple[StandId, ...] = (),
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


def went_ahead(battle: Battle, stand: StandId, start: Hex) -> bool:
    """Whether a free mover has stepped into a front hex, as it faces."""
    one = battle.stands[stand]
    return one.hex in front_hexes(start, one.facing)


def pursued(play: "Play[Battle]", stand: StandId, start: Hex, ahead: Hex | None) -> bool:
    """A step of the active side's pursuer (SN-6.2d, SN-6.4b, SN-Q72).  True when its pursuit has ended by it."""
    before = play.battle
    if before.stands[stand].side != before.active_side:
        return False
    mover = Mover(stand=stand, nears=start, forward=True, ahead=ahead)
    return bool(answer(play, Trigger(cause="pursuit", movers=(mover,))))


def answer(play: "Play[Battle]", trigger: Trigger) -> tuple[StandId, ...]:
    """Steps 1, 3 and 4 of 3.18b; the movers that go no farther come back."""
    responses = _named(play, trigger)
    if not responses:
        return ()
    hurt = _fire(play, tuple((one.stand, one.at) for one in responses if one.does == "fire"), trigger)
    stopped: tuple[StandId, ...] = ()
    for mover in trigger.movers:
        gone = play.battle.phase == "over" or not play.battle.stands[mover.stand].on_board
        if gone or (mover.stand in hurt and _aborts(play, mover.stand, hurt[mover.stand])):
            stopped = (*stopped, mover.stand)
    for one in responses:
        if one.does == "charge" and play.battle.phase != "over" and play.battle.stands[one.at].on_board:
            mover = next(mover for mover in trigger.movers if mover.stand == one.at)
            answered_by_charge(play, one, trigger, forward=mover.forward and one.at not in stopped)
            stopped = tuple(dict.fromkeys((*stopped, one.at)))
    return stopped


# --- fire -----------------------------------------------------------------------------------------------------------


class Hurt(msgspec.Struct, frozen=True):
    """What pistols at 2 hexes have done to a charging stand: who hit it, SP they cost."""

    by: StandId
    lost: int


def _fire(play: "Play[Battle]", shooters: tuple[tuple[StandId, StandId], ...], trigger: Trigger) -> dict[StandId, Hurt]:
    """All the fire, by id, then its morale tests in the same order (section 4, points 2 and 9)."""
    shots: tuple[ShotSum, ...] = ()
    for stand, enemy in shooters:
        shot = opportunity_shot(play.battle, stand, enemy, trigger.charging)
        shots = (*shots, *(shot.shots if isinstance(shot, Volley) else ()))
    hits: tuple[int, ...] = ()
    for one in shots:
        hits = (*hits, throw(play, one))
    hurt: dict[StandId, Hurt] = {}
    for one, scored in zip(shots, hits, strict=True):
        if not scored or play.battle.phase == "over":
            continue
        cost = suffer(play, one, scored)
        pistols = type_of(play.battle, one.shooter).category == "Pi" and one.distance == CHARGE_RANGE
        if pistols and trigger.charging and trigger.cause != "pursuit":
            had = hurt.get(one.target)
            hurt[one.target] = Hurt(had.by if had else one.shooter, cost + (had.lost if had else 0))
    return hurt


def _aborts(play: "Play[Battle]", stand: StandId, hurt: Hurt) -> bool:
    """Pistols at 2 hexes: lancers that lose SP lose their bonus; horse that was hit may abort (D20, SN-7.4.1.1)."""
    row = type_of(play.battle, stand)
    if row.category == "Ln" and hurt.lost:
        play.record(ChargeBonusLost(stand=stand, by=hurt.by, rules=rules("SN-7.4.1.1a")))
    if not row.is_mcs:
        return False
    seat = army(play.battle, play.battle.stands[stand].side).seat
    ask = AskYesNo(
        seat=seat, default=YesNo(yes=False), matter="abort_if_hit", stand=stand, other=hurt.by, lost=hurt.lost
    )
    if not play.ask(ask).yes:
        return False
    play.record(ChargeAborted(stand=stand, by=hurt.by, rules=rules("SN-7.4.1.1b", "SN-Q73")))
    _end_action(play, stand, ("SN-Q70", "SN-7.4.1.1b"))
    return True


def _end_action(play: "Play[Battle]", stand: StandId, cited: tuple[str, ...]) -> None:
    one = play.battle.stands[stand]
    if one.on_board and not one.doing.over and play.battle.phase != "over":
        play.record(ActionEnded(stand=stand, rules=rules(*cited)))


# --- charges --------------------------------------------------------------------------------------------------------


def answered_by_charge(play: "Play[Battle]", response: Response, trigger: Trigger, *, forward: bool) -> None:
    """A stand is charged on opportunity: it may fire first if it came to fire (D19); its action ends (SN-Q33)."""
    if _fires_first(play, response, trigger):
        forward = False  # SN-10.3.1b
    if play.battle.phase != "over" and play.battle.stands[response.stand].on_board:
        charge(play, response.stand, response.at, moving=forward, pursuing=trigger.cause == "pursuit")
    if trigger.cause != "pursuit":
        _end_action(play, response.at, ("SN-Q33", "SN-Q70"))


def _fires_first(play: "Play[Battle]", response: Response, trigger: Trigger) -> bool:
    """D19: a mover with an order to fire may fire at the charger before it is charged (SN-6.2f)."""
    approaches = any(mover.stand == response.at and mover.to_fire for mover in trigger.movers)
    if trigger.cause != "step" or trigger.charging or not approaches:
        return False
    if isinstance(may_fire(play.battle, response.at, response.stand), No):
        return False
    seat = army(play.battle, play.battle.stands[response.at].side).seat
    first = type_of(play.battle, response.at).category in FIRE_FIRST
    ask = AskYesNo(seat=seat, default=YesNo(first), matter="if_opp_charged", stand=response.at, other=response.stand)
    if not play.ask(ask).yes:
        return False
    resolve(play, shot_sum(play.battle, response.at, response.stand).shots)
    return True


def charge(play: "Play[Battle]", stand: StandId, enemy: StandId, *, moving: bool, pursuing: bool = False) -> None:
    """The charge itself: forward steps without interrupts, then the melee (3.18b, 4).

    moving: the enemy is moving forward, and so has its own charge bonus too (SN-10.3.1a).  pursuing: in pursuit, when
    Horse fire no pistols (SN-7.6e).
    """
    from pbem.rulesets.snaphance.fighting.attack import meet_on_opportunity

    side = play.battle.stands[stand].side
    seat = army(play.battle, side).seat
    ways = charges(play.seen(seat), stand, enemy)
    best = approach(ways, stand, enemy)
    if best is None:
        why = f"it can no longer come upon {enemy}"
        play.record(Halted(stand=stand, why=why, rules=rules("SN-6.0d")))
        return
    paths = tuple(sorted({_path(way) for way in ways}, key=_by_length))
    path = _path(best)
    if len(paths) > 1:
        ask = AskWay(seat=seat, default=Way(path), matter="opportunity_charge", stand=stand, other=enemy, options=paths)
        path = play.ask(ask).path
    chosen = next(way for way in ways if _path(way) == path)
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


def _path(way: Found) -> tuple[Hex, ...]:
    return tuple(atom.to for atom in way.atoms if atom.to is not None)


def _by_length(path: tuple[Hex, ...]) -> tuple[int, tuple[Hex, ...]]:
    return len(path), path


# --- shots ----------------------------------------------------------------------------------------------------------


def answer_to_shot(play: "Play[Battle]", shooter: StandId, target: StandId) -> Response | None:
    """What the target of a shot does if it waits on opportunity (D18, SN-6.0a): fire, charge, or nothing."""
    named = _named(play, Trigger(cause="shot", movers=(Mover(stand=shooter),), targets=(target,)))
    return named[0] if named else None


def charge_shooter(play: "Play[Battle]", stand: StandId, shooter: StandId) -> None:
    """The counter-charge on a shooter, after its shot and the test (3.18b, 2); its action ends."""
    if play.battle.phase == "over":
        return
    if play.battle.stands[stand].on_board and play.battle.stands[shooter].on_board:
        charge(play, stand, shooter, moving=False)
        _end_action(play, shooter, ("SN-Q33", "SN-Q70"))
