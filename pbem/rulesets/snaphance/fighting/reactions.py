"""The opportunity interrupt (3.18b): what stands on opportunity may do about an enemy, what is chosen, and its course.

A cause is the declaration of an attack, a step of a mover (of all the stands of a group move together), a shot, or a
step of the active side's pursuer.  Only the side that is not active ever answers (SN-6.0e).
"""

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pbem.engine.commanders import seats_of
from pbem.engine.hexes import Hex, distance, front_hexes, in_wide_arc, neighbours
from pbem.engine.hiding import is_hidden, side_sights
from pbem.engine.ids import Seat, StandId
from pbem.engine.sightings import names_of
from pbem.rulesets.snaphance.fighting.melee_dice import supported
from pbem.rulesets.snaphance.fighting.opponents import may_attack
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
from pbem.rulesets.snaphance.moving.atoms import Atom, Found, after
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, no, take
from pbem.rulesets.snaphance.moving.reaching import explore, meets
from pbem.rulesets.snaphance.moving.zones import barred_by
from pbem.rulesets.snaphance.special.fog import FOG, fogged
from pbem.rulesets.snaphance.special.held import RULE as HELD
from pbem.rulesets.snaphance.special.held import holding
from pbem.rulesets.snaphance.special.held import refusal as held_back
from pbem.rulesets.snaphance.state.asks import AskReaction, AskYesNo, Cause, Reaction, Response, YesNo
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    army,
    melee_of,
    other_side,
    seat_of_stand,
    side_of_seat,
    stand_at,
    type_of,
)
from pbem.rulesets.snaphance.state.facts import (
    ActionEnded,
    ChargeAborted,
    ChargeBonusLost,
    OpportunityCharged,
    Refused,
)
from pbem.rulesets.snaphance.state.tables import LONGEST_RANGE, rules
from pbem.rulesets.snaphance.state.venturing import (
    as_is,
    found_out,
    give_away,
    was_blind,
)

if TYPE_CHECKING:
    from pbem.engine.play import Play

FIRE_FIRST = frozenset({"Sh", "Dr", "Sk"})
"""Who fires first by default at a charge it has come up to fire on (D19)."""
CHARGE_RANGE = 2
"""Range at which a charge is fired on by default (D16), and may be aborted (SN-7.4.1.1b)."""


class Mover(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy that gives cause."""

    stand: StandId
    nears: Hex | None = None
    """Hex it came from, or for a declaration the hex it is about to enter; None for a shot."""
    walk: Walk | None = None
    """Its budget now."""
    forward: bool = False
    """It is moving forward (SN-10.3.1a)."""
    ahead: Hex | None = None
    """A pursuer's next hex, where it has one."""
    to_fire: bool = False
    """It has an order to fire later in its turn (SN-6.2f)."""


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


def ask_reaction(view: Battle, seat: Seat, trigger: Trigger) -> AskReaction | None:
    """Everything a commander may do about a cause, on what the seat sees; None when there is nothing (3.18b, 1)."""
    options: list[Response] = []
    dice: list[int] = []
    default: list[Response] = []
    for stand in waiting(view):
        wanted: list[tuple[int, int, Response]] = []
        for mover in trigger.movers:
            if seat_of_stand(view, stand) != seat or not gives_cause(view, stand, trigger, mover):
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
        seat=seat, default=Reaction(tuple(default)), cause=trigger.cause,
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


def responses_named(play: "Play[Battle]", trigger: Trigger) -> tuple[Response, ...]:
    """What the other side does about a cause, by stand; its commanders are asked together, each for the own stands."""
    before = play.battle
    if before.active_side is None or not waiting(before):
        return ()
    seats = seats_of(army(before, other_side(before, before.active_side)))
    asks: list[AskReaction] = []
    for seat in seats:
        known = as_seen(before, seat, trigger)
        ask = ask_reaction(play.seen(seat), seat, known) if known.movers else None
        asks += [] if ask is None else [ask]
    if not asks:
        return ()
    if len(asks) == 1:
        return _truly(play, tuple(sorted(as_is(before, asks[0].seat, play.ask(asks[0]).responses))))
    answers = play.ask_each(asks)
    return _truly(play, _not_twice(play, tuple(as_is(before, seats[0], one.responses) for one in answers)))


def as_seen(battle: Battle, seat: Seat, trigger: Trigger) -> Trigger:
    """A cause by what a seat sees of it: movers that are not in sight give none (SN-H7)."""
    side = side_of_seat(battle, seat)
    if side is None or not is_hidden(battle):
        return trigger
    names = names_of(side_sights(battle, side))
    movers = tuple(replace(one, stand=names[one.stand]) for one in trigger.movers if one.stand in names)
    return replace(trigger, movers=movers)


def _truly(play: "Play[Battle]", named: tuple[Response, ...]) -> tuple[Response, ...]:
    """Responses as they may be made in truth; who makes one gives itself away, and whom it is at (SN-H2, SN-H7)."""
    if not is_hidden(play.battle):
        return named
    truly: tuple[Response, ...] = ()
    for one in named:
        if play.battle.stands[one.at].blind:
            if play.battle.stands[one.at].on_board:
                found_out(play, one.stand, f"{one.does} {one.at}", was_blind(one.at), rules("SN-H10"))
            continue
        give_away(play, one.stand, one.at)
        truly = (*truly, one)
    return truly


def _not_twice(play: "Play[Battle]", parts: tuple[tuple[Response, ...], ...]) -> tuple[Response, ...]:
    """The responses of several commanders: of two charges at one enemy the first commander's goes (SN-6.2c)."""
    named: tuple[Response, ...] = ()
    for part in parts:
        for one in part:
            first = next((had for had in named if had.does == one.does == "charge" and had.at == one.at), None)
            if first is None:
                named = (*named, one)
                continue
            why = f"{first.stand} charges {one.at} already, and only one stand may charge a given enemy"
            order = f"charge {one.at}"
            play.record(Refused(subject=one.stand, order=order, why=why, rules=rules("SN-6.2c")))
    return tuple(sorted(named))


# --- causes ---------------------------------------------------------------------------------------------------------


def went_ahead(battle: Battle, stand: StandId, start: Hex) -> bool:
    """Whether a free mover has stepped into a front hex, as it faces."""
    one = battle.stands[stand]
    return one.hex in front_hexes(start, one.facing)


# --- fire -----------------------------------------------------------------------------------------------------------


class Hurt(msgspec.Struct, frozen=True):
    """What pistols at 2 hexes have done to a charging stand: who hit it, SP they cost."""

    by: StandId
    lost: int


def fire_all(
    play: "Play[Battle]", shooters: tuple[tuple[StandId, StandId], ...], trigger: Trigger
) -> dict[StandId, Hurt]:
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


def aborts(play: "Play[Battle]", stand: StandId, hurt: Hurt) -> bool:
    """Pistols at 2 hexes: lancers that lose SP lose their bonus; horse that was hit may abort (D20, SN-7.4.1.1)."""
    row = type_of(play.battle, stand)
    if row.category == "Ln" and hurt.lost:
        play.record(ChargeBonusLost(stand=stand, by=hurt.by, rules=rules("SN-7.4.1.1a")))
    if not row.is_mcs:
        return False
    seat = seat_of_stand(play.battle, stand)
    ask = AskYesNo(
        seat=seat, default=YesNo(yes=False), matter="abort_if_hit", stand=stand, other=hurt.by, lost=hurt.lost
    )
    if not play.ask(ask).yes:
        return False
    play.record(ChargeAborted(stand=stand, by=hurt.by, rules=rules("SN-7.4.1.1b", "SN-Q73")))
    end_answered(play, stand, ("SN-Q70", "SN-7.4.1.1b"))
    return True


def end_answered(play: "Play[Battle]", stand: StandId, cited: tuple[str, ...]) -> None:
    """The action of a stand that was answered ends, unless it has or the stand is gone."""
    one = play.battle.stands[stand]
    if one.on_board and not one.doing.over and play.battle.phase != "over":
        play.record(ActionEnded(stand=stand, rules=rules(*cited)))


# --- charges --------------------------------------------------------------------------------------------------------


def fires_first(play: "Play[Battle]", response: Response, trigger: Trigger) -> bool:
    """D19: a mover with an order to fire may fire at the charger before it is charged (SN-6.2f)."""
    approaches = any(mover.stand == response.at and mover.to_fire for mover in trigger.movers)
    if trigger.cause != "step" or trigger.charging or not approaches:
        return False
    if isinstance(may_fire(play.battle, response.at, response.stand), No):
        return False
    seat = seat_of_stand(play.battle, response.at)
    first = type_of(play.battle, response.at).category in FIRE_FIRST
    ask = AskYesNo(seat=seat, default=YesNo(first), matter="if_opp_charged", stand=response.at, other=response.stand)
    if not play.ask(ask).yes:
        return False
    resolve(play, shot_sum(play.battle, response.at, response.stand).shots)
    return True


def path_of(way: Found) -> tuple[Hex, ...]:
    """The hexes a way goes through."""
    return tuple(atom.to for atom in way.atoms if atom.to is not None)


def by_length(path: tuple[Hex, ...]) -> tuple[int, tuple[Hex, ...]]:
    """The shortest first, then by hexes."""
    return len(path), path


# --- shots ----------------------------------------------------------------------------------------------------------


def answer_to_shot(play: "Play[Battle]", shooter: StandId, target: StandId) -> Response | None:
    """What the target of a shot does if it waits on opportunity (D18, SN-6.0a): fire, charge, or nothing."""
    named = responses_named(play, Trigger(cause="shot", movers=(Mover(stand=shooter),), targets=(target,)))
    return named[0] if named else None
