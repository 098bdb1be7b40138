"""Companies and troops that leave their unit, and rejoin it (AR-form-4, AR-form-5, AR-form-6, AR-form-7, AR-form-8,
AR-G26, AR-Q68)."""

from collections.abc import Iterable

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.table.areas import meets
from pbem.engine.table.contact import overlaps
from pbem.engine.table.distances import edge_rect, rects
from pbem.engine.table.edges import wholly_on
from pbem.engine.table.measures import NOISE, TOLERANCE, hundredths
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Face, Rect, centre, local
from pbem.rulesets.armatys.fighting.aiming import Objection
from pbem.rulesets.armatys.moving.costing import FRIEND, closed_to
from pbem.rulesets.armatys.state.battle import LINES, Battle, touching
from pbem.rulesets.armatys.state.orders import USUAL_DISTANCE, Detach
from pbem.rulesets.armatys.state.units import Unit

NEAR = 1.0
"""AR-G26: inches between a sub-unit and the flank or rear edge of its parent, at most."""
BESIDE = (Face.LEFT, Face.RIGHT, Face.REAR)
"""AR-G26: the edges of a parent at which a sub-unit is placed."""


def in_action(battle: Battle, unit: Unit) -> bool:
    """AR-Q68: broken, in melee, in a charge either way, having fired, pursuing or owing bounds of rallying."""
    charged = any(one.charge is not None and one.charge.target == unit.id for one in battle.units.values())
    busy = unit.charge is not None or unit.answer is not None or unit.fired or unit.fought
    after = unit.pursuit is not None or unit.rally_owed > 0 or unit.state == "broken"
    return charged or busy or after or bool(touching(battle, unit.id))


def detached(battle: Battle, unit: Unit, leg: Detach) -> Unit | Objection:
    """The parent after a sub-unit has left it; an objection where it may not."""
    if unit.gun or unit.march_column or in_action(battle, unit):
        return Objection(("AR-form-4", "AR-Q68"))
    if leg.id in {*battle.units, *battle.generals, *battle.removed, *battle.to_come}:
        return Objection(("AR-form-7", "AR-Q68"), leg.id)
    together = sorted("".join((*leg.rows, *leg.leaves)))
    if not all((*leg.rows, *leg.leaves)) or not leg.rows or not leg.leaves or together != sorted("".join(unit.rows)):
        return Objection(("AR-form-4", "AR-Q68"))
    parent = replace(unit, rows=leg.leaves)
    return unfit(battle, parent, sub_unit(unit, leg).rect) or parent


def sub_unit(parent: Unit, leg: Detach) -> Unit:
    """AR-form-6, AR-form-7: the new unit, with the class, ability, armour and counters of its parent.

    parent: as it was before.
    """
    figures = sum(map(len, leg.rows))
    return replace(
        parent, id=leg.id, name=f"{parent.name}, detached" if parent.name else leg.id, rows=leg.rows,
        pose=Pose(leg.at, parent.pose.facing), parent=parent.id, points=share(parent, figures), start_figures=figures,
        changed=True, taken={}, battery="",
    )  # fmt: skip


def share(parent: Unit, figures: int) -> int:
    """The points that go with so many figures of a unit, rounded down: the rest stays with the parent."""
    return parent.points * figures // parent.figures


def unfit(battle: Battle, parent: Unit, place: Rect) -> Objection | None:
    """AR-G26, AR-Q65: why a sub-unit cannot be placed there.  parent: as it stands without it."""
    beside = min(edge_rect(parent.rect, face, place) for face in BESIDE)
    ahead = local(parent.rect, centre(place))[1] > parent.rect.half_depth
    if ahead or beside > NEAR + TOLERANCE or overlaps(parent.rect, place) or not wholly_on(battle.table, place):
        return Objection(("AR-G26",))
    for piece in battle.terrain:
        if piece.kind not in LINES and closed_to(parent, piece) and meets(place, piece.area):
            return Objection((*closed_to(parent, piece), "AR-G26"), piece.id)
    return _taken(parent, place, battle.units.values())


def _taken(parent: Unit, place: Rect, units: Iterable[Unit]) -> Objection | None:
    for one in units:
        if one.id == parent.id:
            continue
        if one.side == parent.side and overlaps(one.rect, place):
            return Objection(("AR-G26",), one.id)
        if one.side != parent.side and rects(one.rect, place) < USUAL_DISTANCE / 100 - TOLERANCE - NOISE:
            return Objection(("AR-Q65", "AR-G26"), one.id)
    return None


def may_rejoin(battle: Battle, unit: Unit, parent: StandId) -> Objection | None:
    """AR-Q68: why a sub-unit cannot rejoin that unit."""
    to = battle.units.get(parent)
    if unit.parent != parent or to is None or to.side != unit.side:
        return Objection(("AR-form-8", "AR-Q68"), parent)
    busy = next((one for one in (unit, to) if in_action(battle, one)), None)
    return Objection(("AR-form-8", "AR-Q68"), busy.id) if busy is not None else None


def in_contact(one: Unit, other: Unit) -> bool:
    """Whether a sub-unit has come up to its parent: nearer than a unit that stops at a friend."""
    return hundredths(rects(one.rect, other.rect)) <= hundredths(FRIEND)


def joined(parent: Unit, unit: Unit) -> Unit:
    """AR-form-8, AR-Q68: the parent with the rows of a sub-unit at its rear, and the higher number of counters."""
    wide = len(parent.rows[0])
    figures = "".join(unit.rows)
    fits = all(len(row) <= wide for row in unit.rows)
    rows = unit.rows if fits else tuple(figures[start : start + wide] for start in range(0, len(figures), wide))
    counters = max(parent.counters, unit.counters)
    taken = dict(parent.taken)
    if counters > parent.counters:
        taken["rejoin"] = taken.get("rejoin", 0) + counters - parent.counters
    return replace(
        parent, rows=(*parent.rows, *rows), counters=counters, taken=taken, points=parent.points + unit.points,
        start_figures=parent.start_figures + unit.start_figures, changed=True,
    )  # fmt: skip
