"""An attack from contact to its end (SN-10.0, SN-10.2, 3.18): who may, who evades, who fights whom, what is left."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.hexes import FACINGS, Hex, direction_to, distance, front_hexes, neighbours
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.contact import contact_fire, dies_after_firing, silenced
from pbem.rulesets.snaphance.fighting.evasion import ask_evasions, ask_to_evade, evade, evades_at_all, may_evade
from pbem.rulesets.snaphance.fighting.footing import ground_of, may_stand
from pbem.rulesets.snaphance.fighting.melee import fight, in_melee_as, upset_by_ground
from pbem.rulesets.snaphance.fighting.melee_dice import (
    Clash,
    How,
    StrikeSum,
    attack_start,
    from_behind,
    helpers,
    strike_sum,
)
from pbem.rulesets.snaphance.fighting.morale import destroy, without_support
from pbem.rulesets.snaphance.fighting.platoons import platoons_fall, standing_platoons
from pbem.rulesets.snaphance.fighting.pursuit import join_melee
from pbem.rulesets.snaphance.fighting.reactions import stepped
from pbem.rulesets.snaphance.fighting.sight import before_line, contact_face, faces
from pbem.rulesets.snaphance.fighting.thin_line import comes_ragged
from pbem.rulesets.snaphance.moving.ground import foot_may_attack_horse
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, extra_move, step, take
from pbem.rulesets.snaphance.special.shot_platoon import in_platoon
from pbem.rulesets.snaphance.state.asks import AskStand, AskYesNo, StandChoice, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, army, melee_of, stand_at, type_of, with_stand
from pbem.rulesets.snaphance.state.facts import Contact, Disordered, Halted, MeleeStands, NoEvasion, Refused
from pbem.rulesets.snaphance.state.rulings import reading, switched
from pbem.rulesets.snaphance.state.tables import EVADERS, rules
from pbem.rulesets.snaphance.state.victory import check

Follow = Literal["remaining_mp", "stop"]


# --- whether ------------------------------------------------------------------------------------------------------


def may_attack(battle: Battle, attacker: StandId, target: StandId) -> Yes | No:
    """Whether a stand may move to contact with an enemy at all (SN-10.0a, SN-10.0b, SN-Q12, SN-Q43, SNS-M6).

    Whether it gets there is the business of movement; the walk of a Yes is empty.
    """
    stand, enemy = battle.stands[attacker], battle.stands[target]
    mine, theirs = type_of(battle, attacker), type_of(battle, target)
    if not enemy.on_board or enemy.side == stand.side:
        return No(rules("SN-Q12"), f"{target} is no enemy on the board")
    if melee_of(battle, attacker) is not None:
        return No(rules("SN-4.6e"), f"{attacker} is in a melee")
    by_ground = foot_may_attack_horse(battle, attacker, target)
    if mine.cb <= 0 and not by_ground and not _without_bonus(battle, attacker, target):
        return No(rules("SN-10.0a"), f"it has no charge bonus ({mine.title}) and may not charge")
    if not mine.is_mounted and theirs.is_mcs and not mine.may_charge_mcs and not by_ground:
        return No(rules("SN-10.0b", "SNS-M6"), "foot does not attack mounted combat stands")
    return Yes(Walk(mp=0), ())


def _without_bonus(battle: Battle, attacker: StandId, target: StandId) -> bool:
    """Which stands may attack without a charge bonus: any stand in a town that turns on a neighbour (SNT-town-4a),
    light cavalry at times (SN-10.0a), Shot and Dragoons by SN-Q43 read otherwise."""
    anyhow = type_of(battle, attacker).category in ("Sh", "Dr") and reading(battle, "SN-Q43") == "always"
    return anyhow or _turns_in_town(battle, attacker, target) or _light_cavalry_may(battle, attacker, target)


def _turns_in_town(battle: Battle, attacker: StandId, target: StandId) -> bool:
    """Whether an attack is a turn in a town upon a neighbour, and no move to contact (SNT-town-4a)."""
    stand = battle.stands[attacker]
    beside = distance(stand.hex, battle.stands[target].hex) == 1
    return beside and not stand.doing.hexes and ground_of(battle, attacker) == "town"


def _light_cavalry_may(battle: Battle, attacker: StandId, target: StandId) -> bool:
    """LC without a charge bonus: at Sk, and at Sh in flank or rear from behind their front face line (SN-10.0a)."""
    if type_of(battle, attacker).category != "LC":
        return False
    theirs = type_of(battle, target).category
    if theirs != "Sh":
        return theirs == "Sk"
    stand = battle.stands[attacker]
    start = attack_start(battle, attacker) or stand.hex
    upon_its_front = faces(battle, attacker, target) and faces(battle, target, attacker)
    return not before_line(battle, target, start) and not upon_its_front


# --- the attack ---------------------------------------------------------------------------------------------------


def attack(
    play: Play[Battle], attacker: StandId, target: StandId, walk: Walk, how: How, follow: Follow | None = None
) -> bool:
    """Steps 2 to 10 of 3.18, once the declared target is in the attacker's front 2H.

    walk: what is left of the move.  follow: what the order says of going on once nobody is left to fight; None: D23.
    True when it came to a fight, which uses up the attacker's action; after enemies that have evaded or been ridden
    down it may go on with a further move (SN-5.0i, SN-Q70).
    """
    allowed = may_attack(play.battle, attacker, target)
    if isinstance(allowed, No):
        play.record(Refused(subject=attacker, order=f"charge {target}", why=allowed.why, rules=allowed.rules))
        return False
    return _contacts(play, attacker, target, walk, how, follow)


def _contacts(
    play: Play[Battle], attacker: StandId, target: StandId, walk: Walk, how: How, follow: Follow | None,
    moving: bool = False, pursuing: bool = False,
) -> bool:  # fmt: skip
    """Contact after contact, as long as nobody is left to fight and it goes on (SN-5.0i, SN-Q73); whether it fought.

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


class Met(msgspec.Struct, frozen=True):
    """What came of a contact.  fought: it came to a melee round.  evaded: who went back; vacated: hexes left empty."""

    fought: bool
    evaded: tuple[StandId, ...] = ()
    vacated: tuple[Hex, ...] = ()


def _meet(
    play: Play[Battle], attacker: StandId, target: StandId | None, how: How, caught: tuple[StandId, ...] = (),
    pursued: StandId | None = None, moving: bool = False, pursuing: bool = False,
) -> Met:  # fmt: skip
    """One contact: evasions, the lost skirmishers, battle stands, contact fire, melee.

    target: whom the attack was declared on (None for a pursuer).  caught: who evaded in this same move (SN-10.5e).
    moving: the target of an opportunity charge is moving forward (SN-10.3.1a).  pursuing: it does so in pursuit.
    """
    before = tuple(play.battle.stands[one].hex for one in contacted(play.battle, attacker))
    evaded = evasions(play, attacker, target, pursued)
    ride_down(play, attacker, how, caught)
    if not _can_go_on(play.battle, attacker):
        return Met(fought=True)
    chosen = _choose_enemy(play, attacker, target, pursued)
    if chosen is None:
        return Met(fought=False, evaded=evaded, vacated=before)
    if joins(play, attacker, chosen, how):
        return Met(fought=True)
    clash = _clash(play, attacker, chosen, how, pursued)
    clash = replace(clash, counter=moving and chosen == target)
    if pursuing and chosen == target:
        clash = replace(clash, silent=(*clash.silent, chosen))
    clash = replace(clash, cb_lost=contact_fire(play, clash))
    fired_and_died(play, clash)
    if not _can_go_on(play.battle, attacker):
        return Met(fought=True)
    if not play.battle.stands[clash.defender].on_board:
        other = _choose_enemy(play, attacker, None, None)
        if other is None:
            return Met(fought=False, evaded=evaded, vacated=before)
        clash = replace(clash, defender=other)
    platoons = standing_platoons(play.battle, clash)
    lost = fight(play, _present(play.battle, clash))
    platoons_fall(play, platoons, won=lost == attacker)
    return Met(fought=True)


def contacted(battle: Battle, attacker: StandId) -> tuple[StandId, ...]:
    """Every enemy in an attacker's front 2H, by id (3.18, step 2)."""
    stand = battle.stands[attacker]
    found = [stand_at(battle, here) for here in front_hexes(stand.hex, stand.facing)]
    return tuple(sorted(one.id for one in found if one is not None and one.side != stand.side))


# --- step 2: evasion ----------------------------------------------------------------------------------------------


def evasions(
    play: Play[Battle], attacker: StandId, target: StandId | None, pursued: StandId | None
) -> tuple[StandId, ...]:
    """Those contacted, and skirmishers that would support them, decide together and go, by id (D12, D15, D22)."""
    before = play.battle
    touched = contacted(before, attacker)
    beside = _skirmishers_beside(before, attacker, touched)
    asks: list[AskYesNo] = []
    for stand in sorted({*touched, *beside}):
        if not evades_at_all(before, stand):
            continue
        near = stand != target and any(type_of(before, one).is_cs for one in touched)
        refusal = may_evade(play.battle, stand, attacker, fire=False, near_attacked=near)
        if play.battle.stands[stand].side == play.battle.active_side:
            refusal = No(rules("SN-5.0b", "SN-5.0j", "SN-6.0g"), "no stand evades an opportunity charge")
        if stand == pursued:
            refusal = No(rules("SN-Q72"), "it has just been beaten, and is pursued")
        if refusal is None:
            seat = army(play.battle, play.battle.stands[stand].side).seat
            asks.append(ask_to_evade(play.seen(seat), stand, attacker, supports=stand in beside))
        else:
            play.record(NoEvasion(stand=stand, attacker=attacker, why=refusal.why, rules=refusal.rules))
    going = ask_evasions(play, attacker, tuple(asks))
    for ask in asks:
        if ask.stand in going:
            evade(play, ask.stand, attacker, fire=False)
        else:
            play.record(NoEvasion(stand=ask.stand, attacker=attacker, why="it chose to stand"))
    return going


def _skirmishers_beside(battle: Battle, attacker: StandId, touched: tuple[StandId, ...]) -> tuple[StandId, ...]:
    """Skirmishers not contacted that face the attacker beside a stand that is (SN-10.5f)."""
    stand = battle.stands[attacker]
    found = [stand_at(battle, here) for here in neighbours(stand.hex)]
    return tuple(
        sorted(
            one.id
            for one in found
            if one is not None and one.side != stand.side and one.id not in touched
            and type_of(battle, one.id).category == "Sk" and faces(battle, one.id, attacker)
        )
    )  # fmt: skip


# --- step 3: disorder, skirmishers ridden down --------------------------------------------------------------------


def ride_down(play: Play[Battle], attacker: StandId, how: How, caught: tuple[StandId, ...]) -> None:
    """Skirmishers that may not even fire are removed at contact (SN-10.5a, 10.5b, 10.5e, SN-Q62)."""
    for stand in contacted(play.battle, attacker):
        if type_of(play.battle, stand).category != "Sk" or may_stand(play.battle, stand, attacker):
            continue
        frontal = faces(play.battle, stand, attacker)
        if frontal and not (stand in caught and _no_fire(play.battle, attacker)) and how != "opportunity":
            continue
        cited = ("SN-10.5e", "SN-Q62") if frontal else ("SN-10.5a", "SN-10.5b")
        if how == "opportunity":
            cited = ("SN-6.3a", "SN-10.5a")
        play.record(Contact(attacker=attacker, target=stand, how=how, frontal=frontal, rules=rules("SN-Q12")))
        destroy(play, stand, "skirmishers ridden down", cited)
        if check(play):
            return


def _no_fire(battle: Battle, attacker: StandId) -> bool:
    """Whether skirmishers that an attacker has caught in the move in which they evaded do not fire (SN-Q62)."""
    return type_of(battle, attacker).category == "LC" or reading(battle, "SN-Q62") == "no-fire"


def fired_and_died(play: Play[Battle], clash: Clash) -> None:
    """Skirmishers that stood in the open are removed once they have fired (SN-7.4g, SN-7.5c)."""
    supports = () if clash.how == "opportunity" else clash.defenders_helpers  # SN-6.3b
    for stand in sorted({clash.defender, *supports}):
        if play.battle.phase == "over" or not play.battle.stands[stand].on_board:
            continue
        if in_platoon(play.battle, stand, clash.defender):
            continue
        if dies_after_firing(play.battle, stand, clash.attacker):
            caught = switched(play.battle, "SN-Q62") if play.battle.stands[stand].doing.evaded else ()
            destroy(play, stand, "skirmishers ridden down", ("SN-7.4g", "SN-7.5c", "SN-10.5c", *caught))
            check(play)


# --- step 4: who fights whom --------------------------------------------------------------------------------------


def opponents(battle: Battle, attacker: StandId, pursued: StandId | None = None) -> tuple[StandId, ...]:
    """The contacted enemies that may be the opposing battle stand (SN-10.2d to 10.2f), the default first (D9).

    The pursued before all; combat stands before supports; those met frontally before those on flank or rear.
    """
    touched = contacted(battle, attacker)
    if pursued is not None and pursued in touched:
        return (pursued,)
    pool = [one for one in touched if isinstance(may_attack(battle, attacker, one), Yes)]
    pool = [one for one in pool if type_of(battle, one).is_cs] or pool
    pool = [one for one in pool if faces(battle, one, attacker)] or pool
    return tuple(sorted(pool, key=lambda one: (sum(battle.stands[one].sp), one)))


def choice_refusal(battle: Battle, attacker: StandId, target: StandId) -> No | None:
    """Why a stand in contact may not have this enemy for its opposing battle stand (SN-10.2d, SN-10.2e; 3.19).

    Only those count against the choice who cannot evade: of the others it is not known yet whether they will be there.
    """
    fixed = [
        one
        for one in contacted(battle, attacker)
        if one != target
        and type_of(battle, one).category not in EVADERS
        and isinstance(may_attack(battle, attacker, one), Yes)
    ]
    row = type_of(battle, target)
    combat = [one for one in fixed if type_of(battle, one).is_cs]
    if combat and not row.is_cs:
        return No(rules("SN-10.2d"), f"it contacts {combat[0]} too, a combat stand, which must be its opponent")
    ahead = [one for one in (combat if row.is_cs else fixed) if faces(battle, one, attacker)]
    if ahead and not faces(battle, target, attacker):
        return No(rules("SN-10.2e"), f"it meets {ahead[0]} frontally, which must be its opponent")
    return None


def _choose_enemy(
    play: Play[Battle], attacker: StandId, target: StandId | None, pursued: StandId | None
) -> StandId | None:
    """D9: the declared target where SN-10.2 leaves it open; None when nobody is left to fight."""
    options = opponents(play.battle, attacker, pursued)
    if not options:
        return None
    if target in options:
        return target
    if len(options) == 1:
        return options[0]
    seat = army(play.battle, play.battle.stands[attacker].side).seat
    ask = AskStand(seat=seat, default=StandChoice(options[0]), matter="battle_stand", stand=attacker, options=options)
    return play.ask(ask).stand


def melee_enemy(battle: Battle, attacker: StandId, chosen: StandId) -> StandId | None:
    """The battle stand of the melee that ``chosen`` is in, where the attacker contacts it too; None: it does not."""
    melee = melee_of(battle, chosen)
    return next((one for one in contacted(battle, attacker) if melee and one in melee.stands.values()), None)


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


def _clash(play: Play[Battle], attacker: StandId, chosen: StandId, how: How, pursued: StandId | None) -> Clash:
    """Contact with the battle stand chosen: disorder at contact, then the supports as they stand (SN-10.6a)."""
    silent = (chosen,) if chosen == pursued else ()
    silent = (*silent, *pulled_out(play, chosen))
    others = tuple(one for one in contacted(play.battle, attacker) if one != chosen)
    surprise = make_contact(play, attacker, chosen, how, others)
    battle = play.battle
    return Clash(
        attacker=attacker, defender=chosen, how=how, surprise=surprise, silent=silent,
        attackers_helpers=helpers(battle, attacker, chosen), defenders_helpers=helpers(battle, chosen, attacker),
        exposed=tuple(one for one in others if not faces(battle, one, attacker) and melee_of(battle, one) is None),
    )  # fmt: skip


def pulled_out(play: Play[Battle], chosen: StandId) -> tuple[StandId, ...]:
    """A support that is contacted, and its battle stand is not, leaves its own melee (SN-11.4c).

    The stands without defensive fire for that come back (SN-7.4k).
    """
    melee = melee_of(play.battle, chosen)
    if melee is None or in_melee_as(play.battle, chosen) != "support":
        return ()
    play.record(MeleeStands(melee=without_support(melee, chosen), rules=rules("SN-11.4c", "SN-7.4k")))
    return (chosen,)


def make_contact(play: Play[Battle], attacker: StandId, enemy: StandId, how: How, others: tuple[StandId, ...]) -> bool:
    """The contact, with the disorder of SN-10.4a and of the ground (SN-Q42); whether it was a surprise (SN-10.4c)."""
    surprise = from_behind(play.battle, attacker, enemy)
    frontal = faces(play.battle, enemy, attacker)
    cited = rules("SN-Q12", "SN-10.2a", *_ruled(play.battle, attacker, enemy))
    play.record(Contact(attacker=attacker, target=enemy, how=how, frontal=frontal, others=others, rules=cited))
    if surprise and not play.battle.stands[enemy].disordered:
        face = contact_face(play.battle, enemy, play.battle.stands[attacker].hex)
        play.record(Disordered(stand=enemy, cause=f"attacked on its {face}", rules=rules("SN-10.4a", "SNS-M7")))
    if play.battle.special and how == "charge":
        comes_ragged(play, attacker)
    if reading(play.battle, "SN-Q42") == "before-dice":
        upset_by_ground(play, attacker, enemy)
    return surprise


def _ruled(battle: Battle, attacker: StandId, enemy: StandId) -> tuple[str, ...]:
    """The switched rulings that make a contact what it is: where it counts as begun, who may attack, who fires."""
    if not battle.rulings:
        return ()
    row = type_of(battle, attacker)
    aside = contact_face(battle, enemy, battle.stands[attacker].hex) in {"flank", "rear"}
    asked = ["SN-Q9", "SN-Q65", *(("SN-Q63",) if ground_of(battle, enemy) == "town" else ())] if aside else []
    asked += ["SN-Q75"] if ground_of(battle, attacker) == "town" != ground_of(battle, enemy) else []
    asked += ["SN-Q43"] if row.category in ("Sh", "Dr") and row.cb <= 0 else []
    return (*switched(battle, *asked), *silenced(battle, enemy, attacker))


def _present(battle: Battle, clash: Clash) -> Clash:
    """The clash with those who are still there after contact fire; supports face the battle stand that is left."""
    return replace(
        clash,
        attackers_helpers=tuple(one for one in helpers(battle, clash.attacker, clash.defender)),
        defenders_helpers=tuple(one for one in helpers(battle, clash.defender, clash.attacker)),
        exposed=tuple(one for one in clash.exposed if battle.stands[one].on_board and one != clash.defender),
    )


# --- going on (SN-5.0i, SN-Q73, D23) ------------------------------------------------------------------------------


class Gone(msgspec.Struct, frozen=True):
    """A charger has gone on and met an enemy.  further: in a further move."""

    walk: Walk
    target: StandId
    further: bool = False


def _go_on(
    play: Play[Battle], attacker: StandId, target: StandId, walk: Walk, vacated: tuple[Hex, ...],
    follow: Follow | None, *, again: bool = True,
) -> Gone | None:  # fmt: skip
    """Straight on over the vacated hexes with the MP left, up to the next contact, then by further moves if wished."""
    if follow == "stop" or (follow is None and walk.spent < walk.mp and not _follows(play, attacker, target, walk)):
        return None
    further = False
    while True:
        to = _ahead(play.battle, attacker, target, walk, vacated)
        if to is None:
            if not again or not _tries_further(play, attacker, target):
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
            return Gone(walk, target if target in met else met[0], further)


def go_on_alone(play: Play[Battle], attacker: StandId, target: StandId, walk: Walk, vacated: tuple[Hex, ...]) -> bool:
    """One of a group that has attacked goes on alone, its enemies gone (SN-Q66, SN-Q73); whether it came to a fight.

    target: one of them.  vacated: the hexes they were in.
    """
    gone = _go_on(play, attacker, target, walk, vacated, None)
    return gone is not None and _contacts(play, attacker, gone.target, gone.walk, "charge", None)


def _follows(play: Play[Battle], attacker: StandId, target: StandId, walk: Walk) -> bool:
    """D23: by default to contact, if it can be reached with the MP left."""
    seat = army(play.battle, play.battle.stands[attacker].side).seat
    view = play.seen(seat)
    enemy, mine = view.stands[target], view.stands[attacker]
    reachable = enemy.on_board and distance(mine.hex, enemy.hex) - 1 <= walk.mp - walk.spent
    return play.ask(AskYesNo(seat=seat, default=YesNo(reachable), matter="follow", stand=attacker, other=target)).yes


def _tries_further(play: Play[Battle], attacker: StandId, target: StandId) -> bool:
    """A further move after an evader, with its order test, by an attacker in order (SN-5.0i); by default not."""
    before = play.battle
    if not before.stands[target].on_board or before.stands[attacker].disordered or before.stands[attacker].doing.over:
        return False
    seat = army(before, before.stands[attacker].side).seat
    ask = AskYesNo(seat=seat, default=YesNo(yes=False), matter="extra_follow", stand=attacker, other=target)
    return play.ask(ask).yes


def _ahead(battle: Battle, attacker: StandId, target: StandId, walk: Walk, vacated: tuple[Hex, ...]) -> Hex | None:
    """The next hex straight on: of the front 2H it may enter, the vacated one, else the one nearer the evader, else as
    it went before."""
    stand, goal = battle.stands[attacker], battle.stands[target]
    open_to_it = [
        here
        for here in front_hexes(stand.hex, stand.facing)
        if stand_at(battle, here) is None and isinstance(take(battle, attacker, walk, here), Yes)
    ]
    if not open_to_it:
        return None
    before = (stand.doing.started_hex or stand.hex, *stand.doing.trail)
    last = direction_to(before[-2], before[-1]) if len(before) > 1 else None
    return min(
        open_to_it,
        key=lambda to: (to not in vacated, distance(to, goal.hex), direction_to(stand.hex, to) != last, to),
    )


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
    """An opportunity charge comes upon its target: nobody evades, no fire but Horse pistols (3.18b, 4; SN-6.3).

    Skirmishers ridden down do not slow it: it may go on with the MP left (SN-10.5c, SN-Q73).
    walk: what is left of its move.  moving: the target is moving forward, and has its charge bonus too (SN-10.3.1a).
    pursuing: it fires no pistols (SN-7.6e).
    """
    if target in contacted(play.battle, charger):
        _contacts(play, charger, target, walk, "opportunity", None, moving=moving, pursuing=pursuing)


# --- what to expect -----------------------------------------------------------------------------------------------


class Odds(msgspec.Struct, frozen=True):
    """Melee dice of both sides in an attack, as things stand and before any fire."""

    mine: StrikeSum
    theirs: StrikeSum


def odds(view: Battle, attacker: StandId, target: StandId) -> Odds:
    """Dice against dice, without rolling; an attacker not yet in contact is put where a straight advance brings it."""
    stand = view.stands[attacker]
    moved = not faces(view, attacker, target)
    if moved:
        view = _brought_up(view, attacker, target)
    surprise = from_behind(view, attacker, target)
    clash = Clash(
        attacker=attacker, defender=target, how="charge" if moved or stand.doing.hexes else "attack", surprise=surprise,
        attackers_helpers=helpers(view, attacker, target), defenders_helpers=helpers(view, target, attacker),
    )  # fmt: skip
    return Odds(strike_sum(view, clash, attacker), strike_sum(view, clash, target))


def _brought_up(view: Battle, attacker: StandId, target: StandId) -> Battle:
    """The view with the attacker in the free hex beside its target that is nearest to it, facing the target."""
    stand, enemy = view.stands[attacker], view.stands[target]
    beside = [here for here in neighbours(enemy.hex) if stand_at(view, here) is None]
    if not beside:
        return view
    to = min(beside, key=lambda here: (distance(stand.hex, here), here))
    facing = next(p for p in (stand.facing, *FACINGS) if enemy.hex in front_hexes(to, p))
    doing = replace(stand.doing, started_hex=stand.doing.started_hex or stand.hex, trail=(*stand.doing.trail, to))
    return with_stand(view, replace(stand, hex=to, facing=facing, doing=doing))
