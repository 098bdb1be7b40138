"""How many dice a battle stand throws: the table of 3.18, step 6.

Rules: SN-10.1, SN-10.2, SN-10.3, SN-10.4, SN-10.6, SNS-M1, SNS-M2, SNS-M3, SNS-M4, SNS-M5, SNS-M6, SNS-M7,
SNS-M8, SNS-M9, SNS-M10, SNS-M11, SNS-M12, SNS-M13, SNS-M14.
"""

from typing import Literal

import msgspec

from pbem.engine.hexes import Hex, neighbours
from pbem.engine.ids import MeleeId, RuleId, StandId
from pbem.rulesets.snaphance.fighting.footing import covered, dice_changes, ground_of
from pbem.rulesets.snaphance.fighting.sight import before_line, contact_face, faces
from pbem.rulesets.snaphance.moving.ground import denies_cb, denies_depth, denies_pike_bonus
from pbem.rulesets.snaphance.special.king import vengeance
from pbem.rulesets.snaphance.special.thin_line import ragged_dice
from pbem.rulesets.snaphance.state.battle import Battle, level, melee_of, stand_at, terrain, type_of
from pbem.rulesets.snaphance.state.facts import Term
from pbem.rulesets.snaphance.state.rulings import reading, switched
from pbem.rulesets.snaphance.state.tables import rules

How = Literal["charge", "attack", "pursuit", "opportunity"]


class Clash(msgspec.Struct, frozen=True, kw_only=True):
    """One melee round to be fought."""

    attacker: StandId
    """The battle stand whose movement made the contact."""
    defender: StandId
    """Its enemy. helpers of each: supports, by id."""
    attackers_helpers: tuple[StandId, ...] = ()
    defenders_helpers: tuple[StandId, ...] = ()
    how: How | Literal["again"] = "again"
    """For a melee that begins with this contact; ``again`` for every later round (no charge bonus, no contact fire)."""
    surprise: bool = False
    """The contact was on a flank or rear, from behind the front face line, after 1H or more (SN-10.4a, 10.4c)."""
    cb_lost: bool = False
    """Pistol fire took the attacker's charge bonus."""
    counter: bool = False
    """An opportunity charge has met the defender while it was moving forward (SN-10.3.1a)."""
    exposed: tuple[StandId, ...] = ()
    """Stands contacted on flank or rear beside the battle stand; they do not fight but share its defeat (SN-10.2e)."""
    silent: tuple[StandId, ...] = ()
    """Stands without contact fire (SN-7.4k)."""
    melee: MeleeId | None = None
    """The ongoing melee it is a round of, if it is."""

    def enemy_of(self, stand: StandId) -> StandId:
        """The other battle stand."""
        return self.defender if stand == self.attacker else self.attacker

    def helpers_of(self, stand: StandId) -> tuple[StandId, ...]:
        """The supports of a battle stand."""
        return self.attackers_helpers if stand == self.attacker else self.defenders_helpers


class StrikeSum(msgspec.Struct, frozen=True):
    """Melee dice of a battle stand with its supports."""

    terms: tuple[Term, ...]
    rules: tuple[RuleId, ...]

    @property
    def dice(self) -> int:
        """How many."""
        return sum(term.value for term in self.terms)


def helpers(battle: Battle, stand_id: StandId, enemy: StandId) -> tuple[StandId, ...]:
    """Friends of a battle stand that have its enemy in a front hex and are in no melee (SN-10.6a), by id."""
    side = battle.stands[stand_id].side
    found: list[StandId] = []
    for here in neighbours(battle.stands[enemy].hex):
        friend = stand_at(battle, here)
        if friend is None or friend.side != side or friend.id == stand_id or not faces(battle, friend.id, enemy):
            continue
        if melee_of(battle, friend.id) is None:
            found.append(friend.id)
    return tuple(sorted(found))


def strike_sum(battle: Battle, clash: Clash, stand_id: StandId) -> StrikeSum:
    """The dice of one of the two battle stands; at least one before supports are added (SN-10.2b, SN-Q3)."""
    terms: list[Term] = []
    cited: list[str] = ["SN-10.1a", "SNS-M1"]
    for part in PARTS:
        for name, value, by in part(battle, clash, stand_id):
            if value:
                terms.append(Term(name, value))
                cited.extend(by)
            elif battle.rulings:
                cited.extend(switched(battle, *by))
    if "Dr" in (type_of(battle, clash.attacker).category, type_of(battle, clash.defender).category):
        cited.extend(switched(battle, "SN-Q41"))
    own = sum(term.value for term in terms)
    if own < 1:
        terms.append(Term("at least one die", 1 - own))
        cited.append("SN-10.2b")
    for helper in clash.helpers_of(stand_id):
        terms.append(Term(f"support of {helper}", support(battle, helper, clash)))
        cited.extend(("SN-10.6b", "SN-Q17"))
    return StrikeSum(tuple(terms), rules(*dict.fromkeys(cited)))


def support(battle: Battle, stand_id: StandId, clash: Clash) -> int:
    """What a support adds: half its SP, less 1 if disordered, rounded up (SN-10.6b, SN-Q17); or half of the dice it
    would throw itself in a later round of that melee."""
    stand = battle.stands[stand_id]
    own = stand.sp[0] - stand.disordered
    if reading(battle, "SN-Q17") == "adjusted":
        enemy = clash.defender if stand_id in clash.attackers_helpers else clash.attacker
        alone = Clash(attacker=stand_id, defender=enemy)
        own = sum(value for part in PARTS for _, value, _ in part(battle, alone, stand_id))
    return (max(1, own) + 1) // 2


Part = tuple[tuple[str, int, tuple[str, ...]], ...]
"""Terms with the rules that make them: name, dice, rules."""


def _strength(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    return (("strength", battle.stands[stand_id].sp[0], ()),)


def _charge(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    if stand_id == clash.defender:
        return _counter_charge(battle, clash)
    lost = clash.cb_lost or battle.stands[stand_id].doing.cb_lost
    if clash.how not in {"charge", "pursuit", "opportunity"} or lost:
        return ()
    if clash.how == "opportunity" and not battle.stands[stand_id].doing.trail:  # SN-10.3f
        return ()
    denied = cb_denied(battle, stand_id, clash.defender)
    if denied:
        return (("", 0, denied),)
    return (("charge", charge_bonus(battle, stand_id), ("SN-10.3a", "SNS-M5", *_hurt(battle, stand_id))),)


def _counter_charge(battle: Battle, clash: Clash) -> Part:
    """The bonus of a stand that an opportunity charge meets while it moves forward (SN-10.3.1a)."""
    mine = clash.defender
    if clash.how != "opportunity" or not clash.counter or battle.stands[mine].doing.cb_lost:
        return ()
    if not faces(battle, mine, clash.attacker) or cb_denied(battle, mine, clash.attacker):
        return ()
    return (("charge", charge_bonus(battle, mine), ("SN-10.3.1a", "SNS-M5", *_hurt(battle, mine))),)


def _hurt(battle: Battle, stand_id: StandId) -> tuple[str, ...]:
    """SN-Q13, where the loss of a rear rank alone has lowered a charge bonus."""
    row, sp = type_of(battle, stand_id), battle.stands[stand_id].sp
    return switched(battle, "SN-Q13") if sp != row.sp and sp[0] >= row.sp[0] else ()


def charge_bonus(battle: Battle, stand_id: StandId) -> int:
    """The CB of a stand, or what is left of it once its front rank has lost SP (SN-10.3g, SN-Q13)."""
    row, sp = type_of(battle, stand_id), battle.stands[stand_id].sp
    fresh = sp[0] >= row.sp[0] if reading(battle, "SN-Q13") == "front-rank" else sp == row.sp
    return row.cb if fresh else min(row.cb, row.cb_after_loss)


def cb_denied(battle: Battle, attacker: StandId, target: StandId) -> tuple[RuleId, ...]:
    """The rules that take an attacker's charge bonus away; () when it has it.

    Of SN-10.3b, SN-10.3c, SN-10.3d, SN-10.3e.
    """
    mine, theirs = type_of(battle, attacker), type_of(battle, target)
    if not mine.is_mounted and theirs.is_mounted:
        return rules("SN-10.3b")
    if mine.is_mounted and theirs.category in {"Pk", "PS"} and faces(battle, target, attacker):
        return rules("SN-10.3c", "SNS-M10")
    if mine.is_mounted and _under_pikes(battle, attacker, target):
        return rules("SN-10.3d")
    return denies_cb(battle, attacker, target) or _out_of_woods(battle, attacker)


def _out_of_woods(battle: Battle, attacker: StandId) -> tuple[RuleId, ...]:
    """Lancers that began in woods, where their bonus does not come out of them (SN-Q25)."""
    start = battle.stands[attacker].doing.started_hex
    from_woods = type_of(battle, attacker).category == "Ln" and start is not None and terrain(battle, start) == "woods"
    return rules("SN-Q25") if from_woods and reading(battle, "SN-Q25") == "none" else ()


def _under_pikes(battle: Battle, attacker: StandId, target: StandId) -> bool:
    """Whether a Pike block beside the target has the attacker in one of its front hexes (SN-10.3d)."""
    for here in neighbours(battle.stands[target].hex):
        friend = stand_at(battle, here)
        if friend is None or friend.side != battle.stands[target].side or type_of(battle, friend.id).category != "Pk":
            continue
        if faces(battle, friend.id, attacker):
            return True
    return False


def _depth(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    stand, row = battle.stands[stand_id], type_of(battle, stand_id)
    enemy = clash.enemy_of(stand_id)
    behind = len(stand.sp) - 1
    if behind < 1 or not faces(battle, stand_id, enemy):
        return ()
    if denies_depth(battle, stand_id, enemy, stand_id == clash.attacker):
        return ()
    if row.category == "Pk":
        mounted = type_of(battle, enemy).is_mounted
        behind = 1 if reading(battle, "SN-Q15") == "once" else behind
        return (("depth", behind * (2 if mounted else 1), ("SNS-M9" if mounted else "SNS-M8", "SN-Q15")),)
    return (("depth", 1, ("SN-Q15",)),) if row.subtype == "tercio" else ()


def _pikes(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    row, enemy = type_of(battle, stand_id), clash.enemy_of(stand_id)
    any_enemy = row.category == "PS" and reading(battle, "SN-Q14") == "all-enemies"
    if row.category != "PS" or not faces(battle, stand_id, enemy):
        return ()
    if not type_of(battle, enemy).is_mounted and not any_enemy:
        return ()
    if denies_pike_bonus(battle, stand_id, enemy, stand_id == clash.attacker):
        return ()
    return (("pikes", row.pike_bonus, ("SN-Q14",)),)


def _flank(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    enemy = clash.enemy_of(stand_id)
    face = contact_face(battle, enemy, battle.stands[stand_id].hex)
    if face not in {"flank", "rear"} or not faces(battle, stand_id, enemy) or ground_of(battle, enemy) == "town":
        return ()
    if stand_id == clash.attacker and clash.surprise and type_of(battle, stand_id).heavy:
        return ((face, 3 if reading(battle, "SN-Q16") == "as-well" else 2, ("SN-10.4c", "SN-Q16")),)
    return ((face, 1, ("SN-10.4b", "SNS-M4")),)


def _heights(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    here, there = battle.stands[stand_id].hex, battle.stands[clash.enemy_of(stand_id)].hex
    return (("uphill", 1, ("SNT-hill-a", "SNS-M3")),) if level(battle, here) > level(battle, there) else ()


def _disorder(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    return (("disordered", -1, ("SNS-M2",)),) if battle.stands[stand_id].disordered else ()


def _shot(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    """SNS-M12, SNS-M13, SNS-M14."""
    if type_of(battle, stand_id).category != "Sh":
        return ()
    enemy = clash.enemy_of(stand_id)
    theirs = type_of(battle, enemy)
    found: Part = ()
    if not supported(battle, stand_id, enemy):
        if theirs.is_mcs:
            found = (("unsupported shot", -2, ("SNS-M12", "SN-Q35")),)
        elif theirs.category == "LC":
            found = (("unsupported shot", -1, ("SNS-M13", "SN-Q35")),)
    if covered(battle, stand_id, enemy) and not _out_of_a_town(battle, clash, stand_id):
        return found
    return (*found, ("shot against a combat stand", -1, ("SNS-M14",))) if theirs.is_cs else found


def _out_of_a_town(battle: Battle, clash: Clash, stand_id: StandId) -> bool:
    """Whether a stand attacks out of a town: cover is a defender's (SNT-town-4a)."""
    return stand_id == clash.attacker and ground_of(battle, stand_id) == "town"


def supported(battle: Battle, stand_id: StandId, enemy: StandId) -> bool:
    """Whether shot are supported against an enemy: in cover, or next to a combat stand; or both at once (SN-Q35)."""
    if reading(battle, "SN-Q35") == "both":
        return covered(battle, stand_id, enemy) and near_combat_stand(battle, stand_id)
    return covered(battle, stand_id, enemy) or near_combat_stand(battle, stand_id)


def near_combat_stand(battle: Battle, stand_id: StandId) -> bool:
    """Whether a friendly combat stand is next to a stand: it is then supported (SNS-M11, SN-Q35)."""
    stand = battle.stands[stand_id]
    beside = (stand_at(battle, here) for here in neighbours(stand.hex))
    return any(one is not None and one.side == stand.side and type_of(battle, one.id).is_cs for one in beside)


def _footing(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    changes = dice_changes(battle, stand_id, clash.enemy_of(stand_id), stand_id == clash.attacker)
    return tuple((name, value, (str(rule),)) for name, value, rule in changes)


def _special(battle: Battle, clash: Clash, stand_id: StandId) -> Part:
    """What special rules of the scenario give or take."""
    if not battle.special:
        return ()
    ragged = ragged_dice(battle, stand_id) if stand_id == clash.attacker and clash.how == "charge" else ()
    return (*ragged, *vengeance(battle, stand_id))


PARTS = (_strength, _charge, _depth, _pikes, _flank, _heights, _disorder, _shot, _footing, _special)
"""The terms of a battle stand's own dice, in the order in which they are told."""


def from_behind(battle: Battle, attacker: StandId, target: StandId) -> bool:
    """Whether an attacker contacts flank or rear after 1H or more, having started behind the target's front face line.

    SN-10.4a, SN-10.4c, SN-Q9, SN-Q65; never against a stand in a town (SN-Q63).
    """
    mine = battle.stands[attacker]
    if contact_face(battle, target, mine.hex) not in {"flank", "rear"}:
        return False
    if ground_of(battle, target) == "town" and reading(battle, "SN-Q63") == "no-disorder":
        return False
    start = attack_start(battle, attacker)
    return bool(mine.doing.trail) and start is not None and not before_line(battle, target, start)


def attack_start(battle: Battle, attacker: StandId) -> Hex | None:
    """Where a stand's attack started: with its turn, or with its last move (SN-Q65)."""
    doing = battle.stands[attacker].doing
    at_the_move = reading(battle, "SN-Q65") == "move" and doing.move_hex is not None
    return doing.move_hex if at_the_move else doing.started_hex
