"""Units that come during a battle: when, at which number of a die, and which of them come together."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.scenariofile.gathered import Gathered

_NEEDS = re.compile(r"([2-6])\+?")


def needs_of(got: Gathered, said: object, where: str) -> int | None:
    """The number that a die must show for a unit to come (``4+``): 2 to 6; None for one that comes for certain."""
    if said is None:
        return None
    found = _NEEDS.fullmatch(str(said))
    if found is None:
        got.fault(where, f"{said!r} is nothing a die can be asked for: 2+ to 6+; leave it out to come for certain")
        return None
    return int(found[1])


def overlaid(*specs: msgspec.Struct | None) -> Mapping[str, Any]:
    """The keys of several specs, each over those before it (a unit's over its group's); what is None is not said."""
    said: dict[str, Any] = {}
    for spec in specs:
        if spec is not None:
            said |= {name: value for name, value in msgspec.structs.asdict(spec).items() if value is not None}
    return said
