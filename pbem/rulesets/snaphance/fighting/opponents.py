"""Whom a stand may attack (SN-10.0a, SN-10.0b), whom it contacts, and whom of these it fights (SN-10.2d, SN-10.2e)."""

from pbem.engine.hexes import distance, front_hexes
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.footing import ground_of
from pbem.rulesets.snaphance.fighting.melee_dice import (
    attack_start,
)
from pbem.rulesets.snaphance.fighting.sight import before_line, faces
from pbem.rulesets.snaphance.moving.ground import foot_may_attack_horse
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, forbidden
from pbem.rulesets.snaphance.state.asks import AskStand, StandChoice
from pbem.rulesets.snaphance.state.battle import Battle, melee_of, seat_of_stand, stand_at, type_of, umpires_word
from pbem.rulesets.snaphance.state.rulings import reading
from pbem.rulesets.snaphance.state.tables import EVADERS, rules


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
    if (barred := forbidden(battle, attacker, "charge", target)) is not None:
        return barred
    if umpires_word(battle, attacker, "charge", target) == "allowed":
        return Yes(Walk(mp=0), ())
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


def contacted(battle: Battle, attacker: StandId) -> tuple[StandId, ...]:
    """Every enemy in an attacker's front 2H, by id (3.18, step 2)."""
    stand = battle.stands[attacker]
    found = [stand_at(battle, here) for here in front_hexes(stand.hex, stand.facing)]
    return tuple(sorted(one.id for one in found if one is not None and one.side != stand.side))


def opponents(battle: Battle, attacker: StandId, pursued: StandId | None = None) -> tuple[StandId, ...]:
    """The contacted enemies that may be the opposing battle stand, the default first (D9).

    Rules: SN-10.2d, SN-10.2e, SN-10.2f.

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


def choose_enemy(
    play: Play[Battle], attacker: StandId, target: StandId | None, pursued: StandId | None
) -> StandId | None:
    """D9: the declared target where SN-10.2 leaves it open; None when no enemy is left to fight."""
    options = opponents(play.battle, attacker, pursued)
    if not options:
        return None
    if target in options:
        return target
    if len(options) == 1:
        return options[0]
    seat = seat_of_stand(play.battle, attacker)
    ask = AskStand(seat=seat, default=StandChoice(options[0]), matter="battle_stand", stand=attacker, options=options)
    return play.ask(ask).stand


def melee_enemy(battle: Battle, attacker: StandId, chosen: StandId) -> StandId | None:
    """The battle stand of the melee that ``chosen`` is in, where the attacker contacts it too; None: it does not."""
    melee = melee_of(battle, chosen)
    return next((one for one in contacted(battle, attacker) if melee and one in melee.stands.values()), None)
