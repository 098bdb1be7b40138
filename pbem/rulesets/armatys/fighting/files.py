"""Which files of a unit face which enemy (AR-G22, AR-D11)."""

from collections.abc import Sequence

from pbem.engine.ids import StandId
from pbem.engine.table.measures import NOISE, hundredths
from pbem.engine.table.rects import corners, local
from pbem.rulesets.armatys.state.units import Unit, files


def allotted(unit: Unit, enemies: Sequence[Unit], prefer: Sequence[StandId]) -> dict[StandId, list[int]]:
    """The files, from the left, that face each enemy: it covers the file's centre, or is chosen, or nearest."""
    share: dict[StandId, list[int]] = {enemy.id: [] for enemy in enemies}
    for place in range(files(unit) if enemies else 0):
        before = [enemy for enemy in enemies if _aside(unit, enemy, place) <= NOISE] or enemies
        facing = min(
            before, key=lambda enemy: (_wish(enemy.id, prefer), hundredths(_aside(unit, enemy, place)), enemy.id)
        )
        share[facing.id].append(place)
    return share


def _wish(enemy: StandId, prefer: Sequence[StandId]) -> int:
    return list(prefer).index(enemy) if enemy in prefer else len(prefer)


def _aside(unit: Unit, enemy: Unit, place: int) -> float:
    """How far the centre of a file is from an enemy's footprint, projected on the unit's front line; so many times the
    count of files."""
    across = [local(unit.rect, corner)[0] for corner in corners(enemy.rect)]
    count = files(unit)
    centre = (2 * place + 1 - count) * unit.rect.half_width
    return max(min(across) * count - centre, centre - max(across) * count, 0)
