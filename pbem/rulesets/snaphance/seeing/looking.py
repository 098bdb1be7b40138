"""Who is in sight of a side, and how well (SN-H1, SN-H2, SN-H3)."""

from msgspec.structs import replace

from pbem.engine.hexes import Hex, distance
from pbem.engine.hiding import as_ruled, has_blinds, is_hidden, sights_of
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Grade, grade_at
from pbem.rulesets.snaphance.fighting.sight import sees
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Commander,
    enemies_of,
    is_here,
    other_side,
    stands_of,
    terrain,
)
from pbem.rulesets.snaphance.state.rulings import reading
from pbem.rulesets.snaphance.state.special_rules import Sight
from pbem.rulesets.snaphance.state.tables import LONGEST_RANGE

BESIDE = 1
"""So near to a stand in a wood or town it is in sight; who stands next to an enemy knows him (SN-H1, SN-H3)."""
COVERS = ("woods", "town")


def visibility(battle: Battle) -> int:
    """How far is seen in this round, in hexes: less in fog."""
    sights = sights_of(battle)
    fog = [one.hexes for one in battle.special if isinstance(one, Sight) and battle.round in one.rounds]
    return min(sights.visibility if sights is not None else LONGEST_RANGE, *fog, 99)


def in_sight(battle: Battle, side: Side, of: StandId | None = None) -> dict[StandId, Grade]:
    """The enemies that a side has in sight, and how well, ordered by where they stand; lone generals among them.

    of: the one that is looked for; None for all.
    """
    clear, watching, far = looked_over(battle), watchers(battle, side), visibility(battle)
    shown = set(battle.sights.shown) if sights_of(battle) is not None and battle.sights else set()
    found: dict[StandId, Grade] = {}
    enemies = [one for one in enemies_of(battle, side) if of in {None, one.id}]
    for enemy in sorted(enemies, key=lambda one: (one.hex.r, one.hex.q)):
        grade = (
            "known" if enemy.id in shown and _near(enemy.hex, watching, far) else _seen(clear, watching, enemy.hex, far)
        )
        if grade is not None:
            found[enemy.id] = "body" if enemy.blind else grade
    for general in lone_generals(battle):
        if (
            general.side != side
            and of in {None, StandId(general.id)}
            and _seen(clear, watching, general.hex, far) == "known"
        ):
            found[StandId(general.id)] = "known"
    return _as_ruled(battle, side, found, watching, shown)


def _as_ruled(
    battle: Battle, side: Side, found: dict[StandId, Grade], watching: list[Hex], shown: set[StandId]
) -> dict[StandId, Grade]:
    """What is in sight where an umpire's word counts; it hides who is not met, and has not shot or fought."""
    if not battle.sights or not battle.sights.ruled:
        return found
    there = {one.id: one.hex for one in enemies_of(battle, side)}
    seen = as_ruled(
        battle, side, found, battle.round,
        lambda unit: unit in shown or any(distance(here, there[unit]) <= BESIDE for here in watching if unit in there),
    )  # fmt: skip
    return {
        unit: "body" if unit in battle.stands and battle.stands[unit].blind else grade
        for unit, grade in seen.items() if unit in there or unit in found
    }  # fmt: skip


def unveiled(battle: Battle) -> tuple[StandId, ...]:
    """Blinds that an enemy would make out, were they troops, by id (SN-H10)."""
    if not has_blinds(battle) or not battle.sights:
        return ()
    clear, far = looked_over(battle), visibility(battle)
    given = {
        *battle.sights.shown,
        *(one.unit for one in battle.sights.ruled if one.shows and one.until >= battle.round),
    }
    return tuple(
        one.id for _, one in sorted(battle.stands.items())
        if one.blind and one.on_board
        and (one.id in given or _seen(clear, watchers(battle, other_side(battle, one.side)), one.hex, far)
             not in (None, "body"))
    )  # fmt: skip


def unseen_by_seen(view: Battle, side: Side) -> frozenset[StandId]:
    """Of a side's own view the stands that none of the enemies in it has in sight, as far as it knows."""
    if not is_hidden(view) or view.phase == "set-up":
        return frozenset()
    seen = in_sight(view, other_side(view, side))
    return frozenset(one.id for one in stands_of(view, side) if one.id not in seen and not one.doing.fired)


def grade_of(battle: Battle, side: Side, stand: StandId) -> Grade | None:
    """How well a side sees one enemy; None where it does not."""
    return in_sight(battle, side, stand).get(stand)


def place_in_sight(battle: Battle, side: Side, here: Hex) -> bool:
    """Whether a stand that stood there would be in sight (SN-H5)."""
    return _seen(looked_over(battle), watchers(battle, side), here, visibility(battle)) is not None


def lone_generals(battle: Battle) -> list[Commander]:
    """Generals on the board who are with no stand, by id."""
    return [
        one for _, one in sorted(battle.commanders.items())
        if one.alive and one.attached_to is None and is_here(battle, one)
    ]  # fmt: skip


def looked_over(battle: Battle) -> Battle:
    """The battle by which lines of sight are drawn: without stands, where these are looked over (SN-H1)."""
    return replace(battle, at={}) if reading(battle, "SN-Q76") == "over-stands" else battle


def watchers(battle: Battle, side: Side) -> list[Hex]:
    """The hexes from which a side looks: of its stands and of its lone generals."""
    generals = [one.hex for one in lone_generals(battle) if one.side == side]
    return [one.hex for one in stands_of(battle, side) if not one.blind] + generals


def _near(there: Hex, watching: list[Hex], far: int) -> bool:
    """Whether one that gave itself away is in sight: within twice the visibility, or the longest range."""
    return any(distance(here, there) <= max(2 * far, LONGEST_RANGE + 1) for here in watching)


def _seen(battle: Battle, watching: list[Hex], there: Hex, far: int) -> Grade | None:
    reach = BESIDE if terrain(battle, there) in COVERS else far
    for apart, here in sorted((distance(here, there), here) for here in watching):
        if apart <= BESIDE:
            return "known"
        if apart > reach:
            return None
        if sees(battle, here, there):
            return grade_at(apart, far)
    return None
