"""What a case expects of hidden units: who is in sight of a side, where it last saw whom."""

from typing import Any, Protocol

from pbem.engine.casekit.results import Difference
from pbem.engine.hiding import side_sights
from pbem.engine.ids import Side
from pbem.engine.spec import Faults


class CaseEnd(Protocol):
    """What came of a case."""

    @property
    def end(self) -> Any:  # noqa: ANN401  # a battle of any rule set
        """The battle afterwards."""


def sights_told(key: str, wanted: Any, story: CaseEnd, faults: Faults) -> list[Difference]:  # noqa: ANN401  # as written
    """Of each side named, all that it has in sight: ``{E1: ?1 body}``; its ghosts, by their names; those
    that it saw fall."""
    found: list[Difference] = []
    for name, given in sorted(wanted.items()):
        mine = side_sights(story.end, Side(name))
        there = {
            "sights": {str(unit): f"{one.name} {one.grade}" for unit, one in mine.seen.items()},
            "ghosts": {str(unit): f"{one.grade}, turn {one.turn}" for unit, one in mine.ghosts.items()},
            "fallen": dict.fromkeys(map(str, mine.fallen), "fallen"),
        }[key]
        hoped = dict.fromkeys(given, "fallen") if key == "fallen" else dict(given)
        if hoped != there:
            found.append(Difference(f"{key}.{name}", str(hoped), str(dict(sorted(there.items())))))
    return found
