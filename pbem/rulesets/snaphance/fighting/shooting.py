"""Fire.

Rules: SN-7.0, SN-7.1, SN-7.2, SN-7.3, SNS-F1, SNS-F2, SNS-F3, SNS-F4, SNS-F5, SNS-F6, SNS-F7, SNS-F8, SNS-F9,
SNS-F10, SNS-F11, SNS-F12, SNS-V1, SNS-V2, SNS-V3, SNS-V4, SNS-V5.
"""

from collections.abc import Callable, Mapping

import msgspec

from pbem.engine.hexes import Hex, distance
from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.morale import fire_cost, fives_ruled, hits_of, lose, morale_test
from pbem.rulesets.snaphance.fighting.sight import from_front, from_rear, in_arc, sees
from pbem.rulesets.snaphance.moving.ground import in_cover
from pbem.rulesets.snaphance.moving.movement import No, forbidden
from pbem.rulesets.snaphance.special.dead_ground import RULE as DEAD_GROUND
from pbem.rulesets.snaphance.special.dead_ground import hidden_from
from pbem.rulesets.snaphance.special.fog import FOG, fogged
from pbem.rulesets.snaphance.special.regimental_guns import RULE as LIGHT_GUNS
from pbem.rulesets.snaphance.special.regimental_guns import gun_dice
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Category,
    StandType,
    century,
    enemies_of,
    melee_of,
    terrain,
    type_of,
)
from pbem.rulesets.snaphance.state.facts import Shot, ShotPurpose, Term
from pbem.rulesets.snaphance.state.rulings import reading, switched
from pbem.rulesets.snaphance.state.tables import RANGE_COLUMN, rules
from pbem.rulesets.snaphance.state.victory import check


class ShotSum(msgspec.Struct, frozen=True, kw_only=True):
    """The dice of one shot (SN-7.0c): one shooting stand, one rank."""

    shooter: StandId
    target: StandId
    purpose: ShotPurpose
    distance: int
    terms: tuple[Term, ...]
    rules: tuple[RuleId, ...]
    then_move: bool = False

    @property
    def dice(self) -> int:
        """How many; 0: no shot (SN-Q3)."""
        return max(0, sum(term.value for term in self.terms))


class Volley(msgspec.Struct, frozen=True):
    """All a stand shoots at once: one shot, or one for each of two ranks of pistols (SN-7.3a)."""

    shots: tuple[ShotSum, ...]

    @property
    def dice(self) -> int:
        """Dice of all its shots together."""
        return sum(shot.dice for shot in self.shots)


# --- what may be shot at ------------------------------------------------------------------------------------------


def may_fire(battle: Battle, shooter: StandId, target: StandId, ranks: int = 1, then_move: bool = False) -> Volley | No:
    """Whether a shot is allowed now, and its dice (3.19's rows on shots).  Whose turn it is, is not judged here."""
    refusal = (
        _shooter_barred(battle, shooter)
        or forbidden(battle, shooter, "fire", target)
        or _ranks_barred(battle, shooter, ranks, then_move)
        or _moves_barred(battle, shooter)
        or _target_barred(battle, shooter, target)
    )
    if refusal is not None:
        return refusal
    volley = shot_sum(battle, shooter, target, ranks, then_move)
    if volley.shots[0].dice == 0:
        return No(rules("SN-7.0c", "SN-Q3"), "no dice are left for that shot")
    return volley


def targets(battle: Battle, shooter: StandId) -> tuple[StandId, ...]:
    """Stands it may fire at now: nearest, then weakest, then lowest id first (D7)."""
    stand = battle.stands[shooter]
    if not stand.on_board or _shooter_barred(battle, shooter) is not None:
        return ()
    found = [
        (distance(stand.hex, enemy.hex), sum(enemy.sp), enemy.id)
        for enemy in enemies_of(battle, stand.side)
        if in_range(battle, shooter, enemy.hex) and isinstance(may_fire(battle, shooter, enemy.id), Volley)
    ]
    return tuple(one for _, _, one in sorted(found))


def in_range(battle: Battle, shooter: StandId, there: Hex) -> bool:
    """Whether a stand's row of the army list has fire at that many hexes (SN-7.0c, SN-Q48)."""
    hexes = distance(battle.stands[shooter].hex, there)
    return RANGE_COLUMN.get(hexes, "") in type_of(battle, shooter).fire


MOVE_AFTER: frozenset[Category] = frozenset({"Sh", "PS", "Pi"})
"""Those of whom the rules say that they may move after their shot, for a die (SN-7.2c, SN-7.3b)."""

_NEVER_AT_RANGE: Mapping[Category, tuple[str, ...]] = {
    "Hs": ("SN-2.1.3a", "SN-7.6a"), "FH": ("SN-2.1.4a", "SN-7.6b"), "Ln": ("SN-2.1.2a",), "Pk": ("SN-2.1.5a",),
}  # fmt: skip
"""Those without ranged fire whatever their row says, by the rules that say so."""


def shoots(row: StandType) -> bool:
    """Whether stands of a row have ranged fire at all (SN-15.0c, SN-2.1)."""
    return bool(row.fire) and row.category not in _NEVER_AT_RANGE


def _shooter_barred(battle: Battle, shooter: StandId) -> No | None:
    stand, row = battle.stands[shooter], type_of(battle, shooter)
    if not stand.on_board:
        return No(rules("SN-1.2a"), f"{shooter} is no longer on the board")
    if not shoots(row):
        return No(
            rules(*_NEVER_AT_RANGE.get(row.category, ()), "SN-7.0c", "SN-15.0c"), f"it has no ranged fire ({row.title})"
        )
    if melee_of(battle, shooter) is not None:
        return No(rules("SN-7.0b"), f"{shooter} is in close combat")
    if stand.doing.fired:
        return No(rules("SN-4.0c"), f"{shooter} has fired already this turn")
    if stand.doing.rallied and stand.doing.moves and reading(battle, "SN-Q6") == "one-thing":
        return No(rules("SN-Q6", "SN-9.0a"), "having rallied it moves or fires, not both")
    ground = terrain(battle, stand.hex)
    if ground == "woods" and row.category == "Pi":
        return No(rules("SNT-wood-g"), "pistols cannot fire from woods")
    if ground == "town" and row.is_mcs and reading(battle, "SN-Q74") == "no-fire":
        return No(rules("SN-Q74"), "mounted combat stands cannot fire from a town")
    return None


def _ranks_barred(battle: Battle, shooter: StandId, ranks: int, then_move: bool) -> No | None:
    row = type_of(battle, shooter)
    if ranks > 1 and row.category != "Pi":
        return No(rules("SN-7.3a"), "only pistols fire in two ranks")
    if ranks > len(battle.stands[shooter].sp) or ranks > 2:
        return No(rules("SN-7.3a"), f"{shooter} has no second rank left")
    if then_move and battle.stands[shooter].doing.moves:
        return No(rules("SN-4.0c"), f"{shooter} has moved and may not move again after its shot")
    if then_move and row.category == "Art":
        return No(rules("SN-7.2e", "SN-Q50"), "artillery never moves and fires in one turn")
    if then_move and row.category not in MOVE_AFTER and reading(battle, "SN-Q50") == "named-only":
        return No(rules("SN-Q50"), f"{row.title} does not move after its shot")
    if then_move and battle.stands[shooter].doing.rallied and reading(battle, "SN-Q6") == "one-thing":
        return No(rules("SN-Q6", "SN-9.0a"), "having rallied it moves or fires, not both")
    return None


def _moves_barred(battle: Battle, shooter: StandId) -> No | None:
    doing, row = battle.stands[shooter].doing, type_of(battle, shooter)
    if row.category == "Art" and (_moves_made(battle, shooter) or doing.hexes):
        return No(rules("SN-7.2e", "SNS-V5"), "artillery never moves and fires in one turn")
    if row.category == "Dr" and doing.hexes >= 3:
        return No(rules("SN-7.2d", "SNS-V1"), "dragoons cannot fire after moving three hexes")
    if row.is_cs and doing.went_back:
        return No(rules("SN-4.7c", "SNT-mv-e"), "a combat stand that went backward does not fire")
    return None


def _target_barred(battle: Battle, shooter: StandId, target: StandId) -> No | None:
    stand = battle.stands[shooter]
    enemy = battle.stands.get(target)
    if enemy is None or not enemy.on_board:
        return No(rules("SN-7.0c"), f"{target} is not on the board")
    if enemy.side == stand.side:
        return No(rules("SN-7.0c"), f"{target} is a friend")
    if melee_of(battle, target) is not None:
        return No(rules("SN-7.0b"), f"{target} is in close combat")
    if not in_range(battle, shooter, enemy.hex):
        hexes = distance(stand.hex, enemy.hex)
        return No(rules("SN-7.0c", "SN-15.0c", "SN-Q48"), f"{target} is out of range at {hexes} hexes")
    if not in_arc(battle, shooter, enemy.hex):
        return No(rules("SN-7.0a"), f"{target} is not to the front of {shooter}")
    if battle.special and (dead := hidden_from(battle, shooter, enemy.hex)):
        return No(rules(DEAD_GROUND), dead)
    if battle.special and (fog := fogged(battle, stand.hex, enemy.hex)):
        return No(rules(FOG), fog)
    if not sees(battle, stand.hex, enemy.hex):
        seen = rules("SN-7.1a", "SN-7.1b", "SN-7.1c", "SN-Q44", "SNT-hill-b", "SNT-hill-d")
        return No(seen, f"{shooter} cannot see {target}")
    return None


# --- how many dice ------------------------------------------------------------------------------------------------


def shot_sum(
    battle: Battle, shooter: StandId, target: StandId, ranks: int = 1, then_move: bool = False, evading: bool = False
) -> Volley:
    """The dice of a stand's fire at a target, rank by rank (SN-7.0c); the target must be in range."""
    shots = [rank_sum(battle, shooter, target, "fire", then_move=then_move, evading=evading)]
    if ranks > 1:
        shots.append(rank_sum(battle, shooter, target, "rank2", then_move=then_move, evading=evading))
    return Volley(tuple(shots))


def rank_sum(
    battle: Battle,
    shooter: StandId,
    target: StandId,
    purpose: ShotPurpose,
    *,
    then_move: bool = False,
    evading: bool = False,
) -> ShotSum:
    """The dice of one rank's shot.  Shots at contact count at point blank (SN-7.4a)."""
    stand, row = battle.stands[shooter], type_of(battle, shooter)
    hexes = distance(stand.hex, battle.stands[target].hex)
    terms = [Term("strength", stand.sp[1] if purpose == "rank2" else stand.sp[0])]
    cited = ["SN-7.0c", "SNS-F1"]

    def add(name: str, value: int, *by: str) -> None:
        if value:
            terms.append(Term(name, value))
            cited.extend(by)

    if battle.special:
        add("regimental guns", gun_dice(battle, shooter, hexes), LIGHT_GUNS)
    at_range = "at point-blank" if hexes == 1 else f"at {hexes} hexes"
    add(at_range, row.fire[RANGE_COLUMN[hexes]], "SN-15.0c")
    if purpose in {"fire", "rank2"}:
        add("moved", *_moved(battle, shooter))
        if then_move and pays_to_move(battle, shooter):
            add("will move", -1, "SN-7.3b" if row.category == "Pi" else "SN-7.2c", "SN-Q50")
    if stand.disordered:
        add("disordered", -1, "SNS-F4")
    if evading:
        add("evading target", -1, "SNS-F5")
    if purpose == "rank2":
        add("second rank", -1, "SN-7.3a", "SNS-F9")
    at_target(battle, shooter, target, add)
    early = row.subtype == "tercio" or century(battle, shooter) <= 16
    if early and row.category == "PS" and terrain(battle, stand.hex) == "town":
        add("out of a town", -2, "SNT-town-2a", "SN-Q67")
    cited.extend(_read_otherwise(battle, shooter))
    left = sum(term.value for term in terms)
    if left < 1 and reading(battle, "SN-Q3") == "fire-too":
        add("at least one die", 1 - left, "SN-Q3")
    return ShotSum(
        shooter=shooter, target=target, purpose=purpose, distance=hexes, terms=tuple(terms), rules=rules(*cited),
        then_move=then_move,
    )  # fmt: skip


def _read_otherwise(battle: Battle, shooter: StandId) -> tuple[str, ...]:
    """The switched rulings under which a stand that has moved or stands in a town fires as it does."""
    doing, row = battle.stands[shooter].doing, type_of(battle, shooter)
    found: tuple[str, ...] = ()
    if doing.moves and not doing.hexes:
        found = (*found, *switched(battle, "SN-Q38"))
    if row.category == "LC" and doing.moves > 1:
        found = (*found, *switched(battle, "SN-Q27"))
    if row.is_mcs and terrain(battle, battle.stands[shooter].hex) == "town":
        found = (*found, *switched(battle, "SN-Q74"))
    return found


def _moves_made(battle: Battle, shooter: StandId) -> int:
    """Moves that count against a shot: turning in place is one, or is none (SN-Q38)."""
    doing = battle.stands[shooter].doing
    return 0 if not doing.hexes and reading(battle, "SN-Q38") == "no-move" else doing.moves


def pays_to_move(battle: Battle, shooter: StandId) -> bool:
    """Whether a stand that is to move after its shot has a die less for it, and says so before (SN-Q50)."""
    return type_of(battle, shooter).category in MOVE_AFTER or reading(battle, "SN-Q50") == "all-pay"


def at_target(battle: Battle, shooter: StandId, target: StandId, add: Callable[..., None]) -> None:
    """What the target and its ground change: SNS-F2, F6 to F8, F10, F11."""
    row, theirs = type_of(battle, shooter), type_of(battle, target)
    here, there = battle.stands[shooter].hex, battle.stands[target].hex
    along = from_front(battle, target, here) or from_rear(battle, target, here)
    if along and row.category == "Art" and (theirs.category == "Pk" or theirs.subtype == "tercio"):
        add("extra ranks of the target", len(battle.stands[target].sp) - 1, "SNS-F2")
    protected = in_cover(battle, here, there)
    if protected == "none":
        if theirs.category in {"Sk", "LC"}:
            add("loose target in the open", -1, "SNS-F6")
        if theirs.category == "Art":
            add("guns in the open", -1, "SNS-F8")
    elif protected == "prepared" and row.category == "Art":
        add("prepared defences", -1, "SNS-F11", "SN-Q26")
    elif protected == "prepared" and row.category not in {"Sk", "LC"}:
        add("prepared defences", -2, "SNS-F10", "SN-Q26")
    else:
        add("cover", -1, "SNS-F7", "SN-Q26")


def _moved(battle: Battle, shooter: StandId) -> tuple[int, str, str]:
    """What moving before the shot costs, with its rules.

    Of SN-7.2a, SN-7.2b, SN-7.2c, SN-7.2d, SNS-F3, SNS-V1, SNS-V2, SNS-V3, SNS-V4, SN-Q27.
    """
    doing, moves = battle.stands[shooter].doing, _moves_made(battle, shooter)
    category = type_of(battle, shooter).category
    if category == "Sk":
        return -max(0, moves - 1), "SN-7.2a", "SNS-V3"
    if category == "LC":
        by_hexes = 0 if doing.hexes <= 2 else -1 if doing.hexes == 3 else -2
        later = 0 if reading(battle, "SN-Q27") == "hexes-only" else max(0, moves - 1)
        return by_hexes - later, "SN-7.2b", "SNS-V2"
    if category == "Dr":
        return -moves, "SN-7.2d", "SNS-V1"
    return -moves, "SN-7.2c", "SNS-F3"


# --- shooting -----------------------------------------------------------------------------------------------------


def resolve(play: Play[Battle], shots: tuple[ShotSum, ...]) -> None:
    """Dice of all the shots, in their order, then the morale tests they cause, in the same order (section 4).

    A shot without dice is left out.
    """
    hits: tuple[int, ...] = ()
    for shot in shots:
        hits = (*hits, throw(play, shot))
    for shot, scored in zip(shots, hits, strict=True):
        if scored and play.battle.phase != "over":
            suffer(play, shot, scored)


def throw(play: Play[Battle], shot: ShotSum) -> int:
    """The dice of one shot; its hits come back.  A shot without dice is left out."""
    if not shot.dice:
        return 0
    dice = play.roll(f"fire.{shot.purpose}", shot.shooter, shot.dice).values
    hits = hits_of(play.battle, dice)
    play.record(
        Shot(
            shooter=shot.shooter, target=shot.target, purpose=shot.purpose, distance=shot.distance, terms=shot.terms,
            dice=dice, hits=hits, then_move=shot.then_move,
            rules=(*shot.rules, *rules("SN-7.0d", *fives_ruled(play.battle, dice))),
        )
    )  # fmt: skip
    return hits


def suffer(play: Play[Battle], shot: ShotSum, hits: int) -> int:
    """One morale test for one shot that hit (SN-7.0e); the SP it cost come back.  One that is gone tests no more."""
    if not play.battle.stands[shot.target].on_board:
        return 0
    tested = morale_test(play, shot.target, hits, "fire")
    guns = type_of(play.battle, shot.shooter).category == "Art" and shot.distance == 1
    cost = fire_cost(tested, 2 if guns else 1)
    if cost:
        cited = ("SN-8.1c" if guns else "SN-8.1a", *(("SN-8.3b",) if tested.was_disordered else ()))
        lose(play, shot.target, cost, f"fire of {shot.shooter}", cited, hand_to_hand=False)
    check(play)
    return cost
