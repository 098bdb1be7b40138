"""Troops that a side was told of before the battle, true or not: its map shows them as suspected."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from pbem.engine.facts import Fact
from pbem.engine.hiding import side_sights
from pbem.engine.ids import Side, StandId
from pbem.engine.rulings.language import RulingFault
from pbem.engine.rulings.sighting import KINDS
from pbem.engine.scenariofile.gathered import Gathered
from pbem.engine.sightings import MARK
from pbem.engine.spec import inside

B = TypeVar("B")

Report = Callable[[Any, Side, StandId, str, str], tuple[Fact[Any], str]]
"""The battle, the side that hears, the name it calls the troops by, their kind, their place as written -> what it is
told, and the place in canonical form."""

_SOURCE = re.compile(r"(?:an?\s+|the\s+)?([a-z]{2,10})", re.IGNORECASE)


class SuspectedSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An item of ``suspected``."""

    side: str
    """Which side was told."""
    kind: str
    """``foot``, ``horse``, ``guns`` or ``troops``."""
    at: str | list[float]
    """Where: a hex, or inches of a table."""
    source: str = msgspec.field(name="from", default="")
    """Who told of them, in a word."""


def with_suspected(got: Gathered, battle: B, specs: list[Any], report: Report) -> B:
    """The battle in which its sides were told of these troops; nothing changes where every unit is seen."""
    sides = [str(one.id) for one in battle.armies]  # type: ignore[attr-defined]  # of a battle of any rule set
    for spec, where in got.items(SuspectedSpec, specs, "suspected"):
        known = got.one_of(spec.side, sides, inside(where, "side"), "side")
        source = _SOURCE.fullmatch(spec.source.strip())
        if spec.source and source is None:
            got.fault(inside(where, "from"), f"{spec.source!r} is not one word of at most ten letters, such as spy")
        if not got.one_of(spec.kind, KINDS, inside(where, "kind"), "kind of troops") or not known:
            continue
        side, place = Side(spec.side), spec.at if isinstance(spec.at, str) else ",".join(f"{one:g}" for one in spec.at)
        name = StandId(f"{MARK}{len(side_sights(battle, side).tokens) + 1}")  # type: ignore[arg-type]  # it can hide
        try:
            fact = report(battle, side, name, spec.kind, place)[0]
        except RulingFault as fault:
            got.fault(inside(where, "at"), str(fault))
            continue
        battle = (fact if source is None else msgspec.structs.replace(fact, source=source[1].casefold())).apply(battle)
    return battle
