"""Where each side may set up (SN-H8): as the file says, or near where its stands start."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pbem.engine.hexes import Hex, distance, from_label
from pbem.engine.ids import Side
from pbem.engine.spec import inside
from pbem.rulesets.snaphance.scenario.file import File, SideSpec
from pbem.rulesets.snaphance.scenario.map import read_hexes
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts

REACH = 3
"""Hexes from a start that a zone reaches where the file names none."""
APART = 3
"""So many times as far from every enemy start as from the nearest own one: the armies keep half their distance."""


def read_zones(got: ScenarioParts, file: File, *, kept: bool) -> None:
    """The zone of each army, checked.  kept: whether players set up themselves in this game."""
    said: dict[Side, tuple[Hex, ...]] = {}
    for spec, where in got.items(SideSpec, file.sides, "sides"):
        side = Side(spec.id)
        said[side] = tuple(dict.fromkeys(read_hexes(got, spec.zone, inside(where, "zone"))))
        if not said[side]:
            continue
        for one in got.stands.values():
            if one.side == side and not one.to_come and one.hex not in said[side]:
                got.fault(where, f"{one.id} starts outside it: a zone holds where its side's stands start", "zone")
    zones = {side: named or _near_starts(got, side) for side, named in said.items()}
    if len(zones) == 2:
        both = set.intersection(*(set(zone) for zone in zones.values()))
        if both:
            got.fault("sides", f"the zones of both sides share {len(both)} hexes: give each side its own")
    if kept:
        got.armies = [replace(one, zone=zones.get(one.id, ())) for one in got.armies]


def _near_starts(got: ScenarioParts, side: Side) -> tuple[Hex, ...]:
    """Every hex on the map within three of a start of the side and three times as far from each enemy start."""
    there = [one for one in got.stands.values() if not one.to_come]
    ours, theirs = _starts(one.hex for one in there if one.side == side), _starts(
        one.hex for one in there if one.side != side
    )  # fmt: skip
    return tuple(here for here in _board(got) if _is_near(here, ours, theirs))


def _starts(hexes: Iterator[Hex]) -> Sequence[Hex]:
    return sorted(set(hexes))


def _is_near(here: Hex, ours: Sequence[Hex], theirs: Sequence[Hex]) -> bool:
    if not ours:
        return False
    off = min(distance(here, one) for one in ours)
    return off <= REACH and all(distance(here, one) >= APART * off for one in theirs) and here not in theirs


def _board(got: ScenarioParts) -> Iterator[Hex]:
    for row in range(1, got.board.rows + 1):
        for column in range(1, got.board.columns + 1):
            yield from_label(f"{column:02d}{row:02d}")
