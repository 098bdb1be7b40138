"""Reinforcements in a scenario file: ``enters`` of a stand, or of a whole group (``scenarios/README.md``)."""

from collections.abc import Mapping

import msgspec

from pbem.engine.hexes import Hex, key, label, neighbours
from pbem.engine.ids import Side, StandId
from pbem.engine.scenariofile.arrivals import needs_of, overlaid
from pbem.engine.spec import inside, read
from pbem.rulesets.snaphance.scenario.file import File, StandEnters
from pbem.rulesets.snaphance.scenario.map import is_on_map, may_stand, read_hexes
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts
from pbem.rulesets.snaphance.state.battle import Arrival, StandType


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """How one stand comes.  together: with the others of its group, by one die."""

    round: int
    hexes: tuple[Hex, ...]
    needs: int | None
    secret: bool
    together: bool


def read_enters(got: ScenarioParts, own: object, of_group: object, where: str, group_where: str) -> Coming | None:
    """A stand's ``enters`` laid over its group's; None with a fault where they do not say when and where."""
    specs: list[StandEnters | None] = []
    for value, place in ((of_group, group_where), (own, where)):
        specs.append(read(StandEnters, value, place, got.faults) if value is not None else None)
        if value is not None and specs[-1] is None:
            return None
    said = overlaid(*specs)
    at = where if own is not None else group_where
    missing = [name for name in ("round", "hex") if name not in said]
    if missing:
        got.fault(at, f"{missing[0]!r} is missing: write enters: {{round: 2, hex: 0609}}")
        return None
    needs = needs_of(got, said.get("roll"), inside(at, "roll"))
    if said["round"] < 1:
        got.fault(at, "the round in which it may enter is 1 or more", "round")
    labels = said["hex"] if isinstance(said["hex"], list | tuple) else [said["hex"]]
    hexes = tuple(read_hexes(got, labels, inside(at, "hex")))
    if not hexes:
        if not labels:
            got.fault(at, "name a hex at least by which it enters", "hex")
        return None
    alone = isinstance(own, Mapping) and ("round" in own or "roll" in own)
    return Coming(
        round=said["round"], hexes=hexes, needs=needs, secret=said.get("secret", False),
        together=of_group is not None and not alone,
    )  # fmt: skip


def check_way_in(got: ScenarioParts, file: File, stand: StandId, kind: StandType, coming: Coming, where: str) -> None:
    """Faults of a stand that could never come; a warning for a hex inside the board."""
    if file.limit is not None and coming.round > file.limit:
        got.fault(where, f"{stand} never comes: round {coming.round} is after the last, {file.limit}")
    for here in coming.hexes:
        if not may_stand(got, kind.category, here):
            ground = got.ground.get(key(here), "open")
            got.fault(where, f"{stand} may not enter {ground}, so it cannot come by {label(here)}")
        if all(is_on_map(got, there) for there in neighbours(here)):
            got.warn(where, f"{label(here)} is not at the edge of the board, where {stand} would enter")


def add_arrival(got: ScenarioParts, side: Side, group: str, stand: StandId, coming: Coming) -> None:
    """A stand among those it comes with: of its group by one die, or for certain in the same round."""
    mark = (group, coming.round, coming.needs, coming.secret, "" if coming.together or coming.needs is None else stand)
    got.arrivals.setdefault(mark, []).append(stand)


def arrivals(got: ScenarioParts) -> tuple[Arrival, ...]:
    """All of them, the earliest first."""
    found = [
        Arrival(stands=tuple(stands), round=number, needs=needs, secret=secret)
        for (_, number, needs, secret, _), stands in got.arrivals.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.round, one.stands)))
