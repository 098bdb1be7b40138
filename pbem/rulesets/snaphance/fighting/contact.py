"""Contact fire (SN-7.4, SN-7.5, SN-7.6, 3.18 step 5): defensive and supporting fire and horse pistols, all at once."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from pbem.engine.hexes import distance
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.footing import ground_of, may_stand
from pbem.rulesets.snaphance.fighting.melee_dice import Clash, supported
from pbem.rulesets.snaphance.fighting.shooting import ShotSum, at_target, rank_sum, suffer, throw
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.moving.ground import denies_cb
from pbem.rulesets.snaphance.state.asks import AskYesNo, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, Category, StandType, seat_of_stand, type_of
from pbem.rulesets.snaphance.state.facts import Term
from pbem.rulesets.snaphance.state.rulings import reading, switched
from pbem.rulesets.snaphance.state.tables import rules

HorseDoing = Literal[
    "charging", "charged", "charged stationary", "pursuing", "supporting an attack", "supporting a defence"
]


SUPPORTING_RULE: Mapping[Category, str] = {
    "Sh": "SN-7.5a", "PS": "SN-7.5b", "Sk": "SN-7.5c", "Art": "SN-7.5d", "Pi": "SN-7.5e",
}  # fmt: skip


# --- horse pistols ------------------------------------------------------------------------------------------------


def horse_pistols(
    row: StandType, sp: int, disordered: bool, doing: HorseDoing, own_front: bool = True
) -> tuple[Term, ...]:
    """Pistol dice of Hs, slow Hs and FH at a contact (SN-7.6, SN-Q56); () for none.

    sp: of the front rank.  own_front: the contact is through its own front 2H.
    """
    slow = row.subtype == "slow"
    helping = doing in {"supporting an attack", "supporting a defence"}
    if not own_front or doing == "pursuing":
        return ()
    if row.category == "FH":
        dice = 2 if doing in {"charged stationary", "supporting a defence"} else 0
    elif row.category == "Hs":
        dice = (3 if doing in {"charged stationary", "supporting a defence"} else 1) if slow else 2
    else:
        dice = 0
    if not dice:
        return ()
    terms = [Term("pistols", dice)]
    if disordered:
        terms.append(Term("disordered", -1))
    most = sp if slow else (1 if sp == 1 else 2)
    left = sum(term.value for term in terms)
    if left > most:
        terms.append(Term(f"only {sp} SP", most - left))
        left = most
    if helping and left > 1:
        terms.append(Term("support", 1 - left))
    return tuple(terms) if sum(term.value for term in terms) > 0 else ()


def _pistols(battle: Battle, clash: Clash, shooter: StandId, doing: HorseDoing) -> ShotSum | None:
    enemy = clash.defender if _with_attacker(clash, shooter) else clash.attacker
    stand = battle.stands[shooter]
    if "woods" in {ground_of(battle, shooter), ground_of(battle, enemy)}:
        return None  # SNT-wood-g
    in_town = ground_of(battle, shooter) == "town"
    if in_town and reading(battle, "SN-Q74") == "no-fire":
        return None
    own_front = faces(battle, shooter, enemy)
    terms = horse_pistols(type_of(battle, shooter), stand.sp[0], stand.disordered, doing, own_front)
    if not terms:
        return None
    row = type_of(battle, shooter)
    by = ["SN-7.6b" if row.category == "FH" else "SN-7.6c" if row.subtype == "slow" else "SN-7.6a"]
    by += [*(("SN-7.6d",) if doing.startswith("supporting") else ()), "SN-7.6f", "SN-Q56"]
    by += switched(battle, "SN-Q74") if in_town else ()
    by += switched(battle, "SN-Q19") if _with_attacker(clash, shooter) else ()
    if reading(battle, "SN-Q56") == "target-too":
        changed = list(terms)
        at_target(battle, shooter, enemy, lambda name, value, *_: changed.append(Term(name, value)) if value else None)
        terms = tuple(changed)
    cited = rules(*by)
    return ShotSum(shooter=shooter, target=enemy, purpose="horse", distance=1, terms=terms, rules=cited)


def _with_attacker(clash: Clash, stand: StandId) -> bool:
    return stand == clash.attacker or stand in clash.attackers_helpers


# --- defensive and supporting fire --------------------------------------------------------------------------------


def has_defensive_fire(battle: Battle, shooter: StandId, attacker: StandId) -> bool:
    """Whether a stand that is attacked may fire at point blank before the melee.

    Rules: SN-7.4a, SN-7.4b, SN-7.4c, SN-7.4d, SN-7.4e, SN-7.4f, SN-7.4g, SN-7.4h, SN-7.4i, SN-7.4j, SN-Q18.

    Horse pistols are counted elsewhere; stands already in melee or pursued are barred by the caller (SN-7.4k).
    """
    row = type_of(battle, shooter)
    if "PB" not in row.fire or not faces(battle, shooter, attacker) or row.category in {"Hs", "FH"}:
        return False
    if ground_of(battle, shooter) == "town" and row.is_mcs and reading(battle, "SN-Q74") == "no-fire":
        return False
    if row.category == "Pi" and "woods" in {ground_of(battle, shooter), ground_of(battle, attacker)}:
        return False  # SNT-wood-g
    if row.category in {"Sh", "Dr"} and type_of(battle, attacker).is_mcs:  # SN-7.4h
        return supported(battle, shooter, attacker) or bool(denies_cb(battle, attacker, shooter))
    return True


def defensive_sum(battle: Battle, clash: Clash) -> ShotSum | None:
    """The shot of the defending battle stand; None for none."""
    shooter = clash.defender
    if shooter in clash.silent:
        return None
    if clash.how == "opportunity":  # SN-6.3a: Horse only, and it is moving
        return _pistols(battle, clash, shooter, "charging")
    if type_of(battle, shooter).category in {"Hs", "FH"}:
        return _pistols(battle, clash, shooter, "charged stationary")
    if not has_defensive_fire(battle, shooter, clash.attacker) or _not_listed(battle, shooter):
        return None
    shot = rank_sum(battle, shooter, clash.attacker, "defensive")
    return replace(shot, rules=(*shot.rules, *rules("SN-7.4a"))) if shot.dice else None


def _not_listed(battle: Battle, shooter: StandId) -> bool:
    """Whether a stand is pike and shot without defensive fire (SN-Q18)."""
    return type_of(battle, shooter).category == "PS" and reading(battle, "SN-Q18") == "not-listed"


def silenced(battle: Battle, stand: StandId, attacker: StandId) -> tuple[str, ...]:
    """The switched rulings that take a stand's fire at an attacker who meets its front away: to be cited."""
    row = type_of(battle, stand)
    if not battle.rulings or "PB" not in row.fire or not faces(battle, stand, attacker):
        return ()
    if row.category in {"Sh", "Dr"} and not has_defensive_fire(battle, stand, attacker):
        return switched(battle, "SN-Q35")
    return switched(battle, "SN-Q18") if row.category == "PS" else ()


def supporting_sum(battle: Battle, clash: Clash, shooter: StandId) -> ShotSum | None:
    """The shot of a support of the side that was attacked (SN-7.5, SN-Q68); None for none."""
    row = type_of(battle, shooter)
    if shooter in clash.silent or clash.how == "opportunity":  # SN-6.3b
        return None
    if row.category in {"LC", "Dr"} and reading(battle, "SN-Q68") == "none":
        return None
    if row.category in {"Hs", "FH"}:
        return _pistols(battle, clash, shooter, "supporting a defence")
    beside = row.category == "Sh" and "PB" in row.fire and _next_to_combat_stand(battle, shooter, clash.defender)
    if not beside and not has_defensive_fire(battle, shooter, clash.attacker):
        return None
    shot = rank_sum(battle, shooter, clash.attacker, "supporting")
    if not shot.dice:
        return None
    cited = (*shot.rules, *rules(SUPPORTING_RULE.get(row.category, "SN-Q17"), "SN-Q68"))
    if row.category in {"Sk", "Art"}:
        return replace(shot, rules=cited)
    half = Term("half as a support", (shot.dice + 1) // 2 - shot.dice)
    return replace(shot, terms=(*shot.terms, half), rules=cited)


def _next_to_combat_stand(battle: Battle, shooter: StandId, defender: StandId) -> bool:
    """Shot beside the combat stand it supports may always fire (SN-7.5a)."""
    near = distance(battle.stands[shooter].hex, battle.stands[defender].hex) == 1
    return near and type_of(battle, defender).is_cs


def contact_shots(battle: Battle, clash: Clash, defensive: bool = True) -> tuple[ShotSum, ...]:
    """Every shot of a contact, in the order of the dice (section 4, point 4).  defensive: D21."""
    found: list[ShotSum | None] = [defensive_sum(battle, clash) if defensive else None]
    found += [supporting_sum(battle, clash, helper) for helper in clash.defenders_helpers]
    return (*(shot for shot in found if shot is not None and shot.dice), *charging_shots(battle, clash))


def charging_shots(battle: Battle, clash: Clash) -> tuple[ShotSum, ...]:
    """The horse pistols of the side whose movement made the contact; none in pursuit (SN-7.6e)."""
    if clash.how == "pursuit":
        return ()
    found = [_pistols(battle, clash, clash.attacker, "charging")]
    found += [_pistols(battle, clash, helper, "supporting an attack") for helper in clash.attackers_helpers]
    return tuple(
        shot for shot in found if shot is not None and shot.dice and battle.stands[shot.shooter].on_board
    )  # fmt: skip


def contact_fire(play: Play[Battle], clash: Clash) -> bool:
    """Step 5 of 3.18.  True when pistols have taken the attacker's charge bonus (SN-7.4.1a, SN-7.5e).

    All numbers of dice are fixed before the first is thrown (SN-Q19), or those of the attacked before those of their
    enemies are counted; a stand that falls here tests no more.
    """
    shots = contact_shots(play.battle, clash, _fires(play, clash))
    if reading(play.battle, "SN-Q19") == "at-once":
        return _volley(play, clash, shots)
    first = tuple(shot for shot in shots if not _with_attacker(clash, shot.shooter))
    lost = _volley(play, clash, first)
    if play.battle.phase == "over" or not play.battle.stands[clash.attacker].on_board:
        return lost
    return _volley(play, clash, charging_shots(play.battle, clash)) or lost


def _volley(play: Play[Battle], clash: Clash, shots: tuple[ShotSum, ...]) -> bool:
    """Shots thrown at once and then suffered; whether the attacker's charge bonus has gone by them."""
    scored: tuple[int, ...] = ()
    for shot in shots:
        scored = (*scored, throw(play, shot))
    lancers = type_of(play.battle, clash.attacker).category == "Ln"
    cb_lost = False
    for shot, hits in zip(shots, scored, strict=True):
        if not hits or play.battle.phase == "over":
            continue
        pistols = type_of(play.battle, shot.shooter).category == "Pi"
        cost = suffer(play, shot, hits)
        cb_lost = cb_lost or (lancers and pistols and (shot.purpose == "defensive" or cost > 0))
    return cb_lost


def _fires(play: Play[Battle], clash: Clash) -> bool:
    """D21: whether the defending battle stand fires."""
    shot = defensive_sum(play.battle, clash)
    if shot is None:
        return False
    seat = seat_of_stand(play.battle, clash.defender)
    ask = AskYesNo(
        seat=seat, default=YesNo(yes=True), matter="defensive_fire", stand=clash.defender, other=clash.attacker,
        dice=shot.dice,
    )  # fmt: skip
    return play.ask(ask).yes


def dies_after_firing(battle: Battle, stand: StandId, attacker: StandId) -> bool:
    """Skirmishers who stood in the open against a combat stand or light cavalry (SN-7.4g, SN-7.5c, SN-10.5a)."""
    return type_of(battle, stand).category == "Sk" and not may_stand(battle, stand, attacker)
