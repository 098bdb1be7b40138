"""Where units of a scenario stand: on the table, on ground they may enter, in their zone, clear of one another."""

from pbem.engine.ids import StandId
from pbem.engine.spec import inside
from pbem.engine.table import contact, edges
from pbem.engine.table.places import Pose, point
from pbem.engine.table.rects import Anchor, Rect, placed, size
from pbem.engine.table.references import say_spot
from pbem.rulesets.onehour.battle import Battle, Unit, UnitType
from pbem.rulesets.onehour.commands import Placed, SetUp
from pbem.rulesets.onehour.facts import Objection
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.moving.ground import forbidden, town_end
from pbem.rulesets.onehour.playing.setting import check_set_up, to_set_up
from pbem.rulesets.onehour.scenario.reading import BY_DICE, ScenarioParts
from pbem.rulesets.onehour.tables import ROWS


def check_places(got: ScenarioParts, battle: Battle) -> None:
    """Every unit that starts on the table, as a set-up is judged (OH-D1), and clear of its enemies; the places of
    drawn armies."""
    for i, one in enumerate(battle.armies):
        placed_so = SetUp(places=tuple(Placed(unit.id, unit.pose) for unit in to_set_up(battle, one.id)))
        for code, objections in check_set_up(battle, one.id, placed_so).items():
            for objection in objections:
                got.fault(_place_of(got, code), f"{code}: {_told(objection)}")
        if one.muster is not None:
            where = f"sides[{i}].army.places" if got.pace != BY_DICE else "options.pace"
            _check_slots(got, battle, one.muster.slots, where)
    _check_enemies(got, [unit for unit in battle.units.values() if unit.state != "to come"])


def _check_enemies(got: ScenarioParts, units: list[Unit]) -> None:
    """No unit is engaged at the start (OH-Q7)."""
    for i, unit in enumerate(units):
        for other in units[:i]:
            if other.side != unit.side and contact.meets(footprint(unit), footprint(other)):
                what = f"{unit.id} touches its enemy {other.id}: nobody is engaged at the start (OH-Q7)"
                got.fault(_place_of(got, unit.id), what)


def _place_of(got: ScenarioParts, code: StandId) -> str:
    return inside(got.places[code], "at")


def _ground(battle: Battle, kind: UnitType, pose: Pose, rect: Rect) -> list[str]:
    """Why such a unit may not stand there (OH-R-terr-1, OH-R-terr-2, OH-R-terr-3, OH-R-terr-4)."""
    found = [*forbidden(battle, kind, rect), *town_end(battle, kind, point(pose.at))]
    return [_told(one) for one in found]


def _told(objection: Objection) -> str:
    """``nobody may enter wet ground, a marsh (OH-R-terr-3)``."""
    return f"{objection.why} ({objection.rules[0] if objection.rules else 'SCN-near'})"


def _check_slots(got: ScenarioParts, battle: Battle, slots: tuple[Pose, ...], where: str) -> None:
    """Places for a drawn army hold any type of unit (SCN-army)."""
    footprint_of = size(battle.switches.frontage, battle.switches.depth)
    rects = [placed(slot, footprint_of, Anchor.CENTRE) for slot in slots]
    for i, (slot, rect) in enumerate(zip(slots, rects, strict=True)):
        place = where if got.pace == BY_DICE else inside(where, i)
        if not edges.wholly_on(battle.table, rect):
            got.fault(place, "a unit there would hang over the table's edge (OH-Q36)")
        if any(contact.overlaps(rect, other) for other in rects[:i]):
            got.fault(place, "two units at these places would overlap (OH-G6)")
        for kind in ROWS:
            told = _ground(battle, kind, slot, rect)
            if told:
                got.fault(place, f"{kind}, which the table of armies may draw, at {say_spot(slot.at)}: {told[0]}")
                break
