"""Units of a called battle as the bodies of a rule set: divided and joined, and their losses as men (CA-13, CA-Q8)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from pbem.engine.called import BattleResult, BattleSpec, CalledSide, CalledUnit, UnitLoss
from pbem.engine.callfights import NotTaken
from pbem.engine.ids import Side, StandId
from pbem.engine.reporting import Outcome

Arm = Literal["foot", "horse", "dragoons", "guns"]
HORSE = ("GEN", "MAA", "DEM", "REI", "MIL", "CUI", "HOR", "SLO", "FAS", "LC", "CRO")
"""Mounted types of the common army list, dragoons apart."""
CLASSES = "ABC"
SCALES = (40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 600, 800)
"""In a hundred of the usual men: a battle takes the first at which neither side has too many bodies."""


def arm_of(type_: str) -> Arm:
    """The arm of a type of the common army list."""
    if type_ in HORSE:
        return "horse"
    return "dragoons" if type_ == "DRA" else "guns" if type_ == "ART" else "foot"


class ArrayedUnit(msgspec.Struct, frozen=True, kw_only=True):
    """One unit on the table: a unit of the campaign, a part of one, or several small ones together."""

    code: StandId
    parts: tuple[tuple[CalledUnit, int], ...]
    """Of which units, and how many men or pieces of each."""

    @property
    def chief(self) -> CalledUnit:
        """The unit with most men in it, the first of equals: it gives the body its name, type and rating."""
        return max(self.parts, key=lambda part: part[1])[0]

    @property
    def men(self) -> int:
        """Men; of guns, pieces."""
        return sum(men for _, men in self.parts)

    @property
    def arm(self) -> Arm:
        """Foot, horse, dragoons or guns."""
        return arm_of(self.chief.type)

    @property
    def rating(self) -> str:
        """The class it fights in: one lower where it has had no bread."""
        at = CLASSES.index(self.chief.rating) + (not self.chief.fed)
        return CLASSES[min(at, len(CLASSES) - 1)]


class Arrayed(NamedTuple):
    """Both sides as bodies."""

    scale: int
    """In a hundred: how much larger than usual they are."""
    bodies: Mapping[Side, tuple[ArrayedUnit, ...]]


def fielded(spec: BattleSpec, usual: Mapping[Arm, int], most: int) -> Arrayed:
    """Units as bodies of about the usual men; as much larger or smaller as makes at most so many a side.

    An arm without a usual strength stays off the table.  Raises NotTaken where a side has no body.  Rules: CA-Q8.
    """
    tried = (_at_scale(spec, usual, scale) for scale in SCALES)
    fit = next((one for one in tried if all(len(some) <= most for some in one.bodies.values())), None)
    found = fit or _at_scale(spec, usual, SCALES[-1])
    for side in spec.sides:
        if not found.bodies[side.side]:
            raise NotTaken(f"{side.name} has too few men for a unit on the table")
    return found


def _at_scale(spec: BattleSpec, usual: Mapping[Arm, int], scale: int) -> Arrayed:
    larger = {arm: max(1, men * scale // 100) for arm, men in usual.items()}
    return Arrayed(scale, {side.side: _bodies(side, larger) for side in spec.sides})


def _bodies(side: CalledSide, usual: Mapping[Arm, int]) -> tuple[ArrayedUnit, ...]:
    """A side's bodies: large units divided, small ones of one commander, arm and arrival joined."""
    parts: list[list[tuple[CalledUnit, int]]] = []
    small: dict[tuple[object, ...], list[tuple[CalledUnit, int]]] = {}
    for unit in side.units:
        arm = arm_of(unit.type)
        if arm not in usual:
            continue
        full = usual[arm]
        if unit.men * 4 >= full * 3:
            parts += [[(unit, men)] for men in _divided(unit.men, max(1, (unit.men + full // 2) // full))]
            continue
        kind = (unit.seat, arm, unit.arrives)
        small.setdefault(kind, []).append((unit, unit.men))
        if sum(men for _, men in small[kind]) * 4 >= full * 3:
            parts.append(small.pop(kind))
    for left, rest in small.items():
        _place(parts, left, rest, usual)
    letter = str(side.units[0].code)[0]
    return tuple(ArrayedUnit(code=StandId(f"{letter}{n:02d}"), parts=tuple(some)) for n, some in enumerate(parts, 1))


def _place(
    parts: list[list[tuple[CalledUnit, int]]],
    kind: tuple[object, ...],
    rest: list[tuple[CalledUnit, int]],
    usual: Mapping[Arm, int],
) -> None:
    """What is over is a body of its own from a quarter of the usual men on; else it joins another of its kind."""
    full = usual[arm_of(rest[0][0].type)]
    alike = [one for one in parts if (one[0][0].seat, arm_of(one[0][0].type), one[0][0].arrives) == kind]
    if sum(men for _, men in rest) * 4 >= full:
        parts.append(rest)
    elif alike:
        alike[-1] += rest


def _divided(men: int, count: int) -> list[int]:
    """Men in so many parts, the larger first."""
    return [men // count + (n < men % count) for n in range(count)]


# --- what came of them ----------------------------------------------------------------------------------------------


class UnitFate(NamedTuple):
    """What became of a body.  gone: what it lost of what it could bear (``of``)."""

    destroyed: bool = False
    away: bool = False
    gone: int = 0
    of: int = 1


def men_lost(men: int, fate: UnitFate) -> tuple[int, int, int]:
    """Of a body's men those lost for good, taken, back in three days.

    Destroyed it loses a half for good and a quarter as prisoners, and a quarter comes back; away from the table a
    quarter straggles; of a body that holds on a quarter of the share it lost is gone for good, and as much is back."""
    if fate.destroyed:
        return men // 2, men // 4, men // 4
    if fate.away:
        return 0, 0, men // 4
    part = men * fate.gone // (4 * fate.of) if fate.of else 0
    return part, 0, part


def losses(
    bodies: Iterable[ArrayedUnit], fate: Callable[[ArrayedUnit], UnitFate], *, beaten: bool
) -> tuple[UnitLoss, ...]:
    """The losses of a side by unit.  Guns that are lost are the enemy's where the side is beaten."""
    found: dict[StandId, UnitLoss] = {}
    for body in bodies:
        came = fate(body)
        for unit, men in body.parts:
            had = found.get(unit.code, UnitLoss(unit.code))
            if unit.type == "ART":
                lost, taken, back = 0, men if beaten and (came.destroyed or came.away) else 0, 0
            else:
                lost, taken, back = men_lost(men, came)
            found[unit.code] = replace(had, lost=had.lost + lost, taken=had.taken + taken, back=had.back + back)
    return tuple(one for one in found.values() if one.all)


def came_of(
    spec: BattleSpec, there: Arrayed, end: Outcome | None, gone: Sequence[str],
    fate: Callable[[bool, ArrayedUnit], UnitFate],
) -> BattleResult:  # fmt: skip
    """What came of a battle that aides fought.  gone: commanders who fell or were taken, by name.  fate: of a side
    that is beaten, or is not, what became of a body."""
    winner = Side(end.winner) if end is not None and end.winner else None
    found: list[UnitLoss] = []
    for side in spec.sides:
        beaten = winner not in (None, side.side)
        found += losses(there.bodies[side.side], partial(fate, beaten), beaten=beaten)
    return BattleResult(
        winner=winner, holder=winner or spec.holder, losses=tuple(found),
        leaders_lost=tuple(name for side in spec.sides for name in fallen(side, gone)),
        text=end.text if end is not None else "", how="aides",
    )  # fmt: skip


def guns_left(side: CalledSide, share: int) -> tuple[UnitLoss, ...]:
    """Guns that were not on the table, of a beaten side: so many in a hundred are taken."""
    guns = [one for one in side.units if one.type == "ART"]
    found = [UnitLoss(one.code, taken=min(one.men, (one.men * share + 50) // 100)) for one in guns]
    return tuple(one for one in found if one.taken)


def fallen(side: CalledSide, names: Sequence[str]) -> tuple[str, ...]:
    """Those of a side's commanders who are among the names."""
    return tuple(one for one in side.leaders if one in names)
