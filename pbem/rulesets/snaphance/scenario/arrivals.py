"""Reinforcements in a scenario file: ``enters`` of a stand, or of a whole group (``scenarios/README.md``)."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.hexes import Hex, key, label, neighbours
from pbem.engine.ids import Side, StandId
from pbem.engine.spec import inside, read
from pbem.rulesets.snaphance.scenario.file import EntersSpec, File
from pbem.rulesets.snaphance.scenario.map import is_on_map, may_stand, read_hexes
from pbem.rulesets.snaphance.scenario.reading import Reading
from pbem.rulesets.snaphance.state.battle import Arrival, StandType

NEEDS = re.compile(r"([2-6])\+?")


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """How one stand comes.  together: with the others of its group, by one die."""

    round: int
    hexes: tuple[Hex, ...]
    needs: int | None
    secret: bool
    together: bool


def read_enters(got: Reading, own: object, of_group: object, where: str, group_where: str) -> Coming | None:
    """A stand's ``enters`` laid over its group's; None with a fault where they do not say when and where."""
    specs: list[EntersSpec] = []
    for value, place in ((of_group, group_where), (own, where)):
        if value is None:
            continue
        spec = read(EntersSpec, value, place, got.faults)
        if spec is None:
            return None
        specs.append(spec)
    said: dict[str, Any] = {}
    for spec in specs:
        said |= {name: value for name, value in msgspec.structs.asdict(spec).items() if value is not None}
    at = where if own is not None else group_where
    missing = [name for name in ("round", "hex") if name not in said]
    if missing:
        got.faults.add(at, f"{missing[0]!r} is missing: write enters: {{round: 2, hex: 0609}}")
        return None
    needs = _needs(got, said.get("roll"), inside(at, "roll"))
    if said["round"] < 1:
        got.faults.add(inside(at, "round"), "the round in which it may enter is 1 or more")
    labels = said["hex"] if isinstance(said["hex"], list | tuple) else [said["hex"]]
    hexes = tuple(read_hexes(got, labels, inside(at, "hex")))
    if not hexes:
        if not labels:
            got.faults.add(inside(at, "hex"), "name a hex at least by which it enters")
        return None
    alone = isinstance(own, Mapping) and ("round" in own or "roll" in own)
    return Coming(
        round=said["round"], hexes=hexes, needs=needs, secret=said.get("secret", False),
        together=of_group is not None and not alone,
    )  # fmt: skip


def _needs(got: Reading, said: object, where: str) -> int | None:
    if said is None:
        return None
    found = NEEDS.fullmatch(str(said))
    if found is None:
        got.faults.add(where, f"{said!r} is nothing a die can be asked for: 2+ to 6+; leave it out to come for certain")
        return None
    return int(found[1])


def check_way_in(got: Reading, file: File, stand: StandId, kind: StandType, coming: Coming, where: str) -> None:
    """Faults of a stand that could never come; a warning for a hex inside the board."""
    if file.limit is not None and coming.round > file.limit:
        got.faults.add(where, f"{stand} never comes: round {coming.round} is after the last, {file.limit}")
    for here in coming.hexes:
        if not may_stand(got, kind.category, here):
            ground = got.ground.get(key(here), "open")
            got.faults.add(where, f"{stand} may not enter {ground}, so it cannot come by {label(here)}")
        if all(is_on_map(got, there) for there in neighbours(here)):
            got.warnings.add(where, f"{label(here)} is not at the edge of the board, where {stand} would enter")


def add_arrival(got: Reading, side: Side, group: str, stand: StandId, coming: Coming) -> None:
    """A stand among those it comes with: of its group by one die, or for certain in the same round."""
    mark = (group, coming.round, coming.needs, coming.secret, "" if coming.together or coming.needs is None else stand)
    got.arrivals.setdefault(mark, []).append(stand)


def arrivals(got: Reading) -> tuple[Arrival, ...]:
    """All of them, the earliest first."""
    found = [
        Arrival(stands=tuple(stands), round=number, needs=needs, secret=secret)
        for (_, number, needs, secret, _), stands in got.arrivals.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.round, one.stands)))
