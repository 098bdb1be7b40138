"""How far a place is for a unit that may not cross woods and rivers, and where its next move should end.

A grid of an inch, made once for a table: rough, and on the safe side.
"""

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from math import sqrt

from pbem.engine.table.areas import inside
from pbem.engine.table.distances import point_polygon
from pbem.engine.table.edges import Table
from pbem.engine.table.places import Spot
from pbem.engine.table.shapes import polygon
from pbem.rulesets.onehour.battle import Battle, UnitType
from pbem.rulesets.onehour.moving.ground import barred

ROOM = 2.05
"""A centre keeps so far from what bars the way: half a front."""
EDGE = 1
FARTHEST = 3
"""A unit that stands where none could walk counts as so near to the next place where one can."""
_STEPS = tuple(
    (dx, dy, sqrt(dx * dx + dy * dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy
)  # fmt: skip

Shapes = tuple[tuple[Spot, ...], ...]
Node = tuple[int, int]


class Land:
    """The ground as one sort of unit walks it.  open: nodes where its centre may be; None: nothing bars its way."""

    def __init__(self, open_nodes: frozenset[Node] | None) -> None:
        """open_nodes: see above."""
        self.open = open_nodes
        self._fields: dict[Node, dict[Node, float]] = {}

    def far(self, x: float, y: float, goal: tuple[float, float]) -> float:
        """Inches from a place to a goal, round what bars the way."""
        dx, dy = goal[0] - x, goal[1] - y
        straight = sqrt(dx * dx + dy * dy)
        if self.open is None or self.clear(x, y, goal):
            return straight
        here = self._node(x, y)
        found = self._field(goal).get(here) if here is not None else None
        return straight + 2 * EDGE if found is None else max(straight, found)

    def clear(self, x: float, y: float, goal: tuple[float, float]) -> bool:
        """Whether one can walk straight there."""
        if self.open is None:
            return True
        dx, dy = goal[0] - x, goal[1] - y
        pieces = int(max(abs(dx), abs(dy))) + 1
        return all((round(x + dx * n / pieces), round(y + dy * n / pieces)) in self.open for n in range(1, pieces + 1))

    def ahead(self, x: float, y: float, goal: tuple[float, float], reach: float) -> Iterator[tuple[float, float]]:
        """Where to go next: places on the way within reach that one can walk to straight, the farthest first."""
        if self.open is None or self.clear(x, y, goal):
            yield goal
            return
        field, here = self._field(goal), self._node(x, y)
        chain: list[Node] = []
        while here is not None and here in field and field[here] > 0:
            here = min(_beside(here), key=lambda node: field.get(node, 1e9))
            if (here[0] - x) ** 2 + (here[1] - y) ** 2 > reach * reach:
                break
            chain.append(here)
        for node in reversed(chain):
            if self.clear(x, y, node):
                yield (float(node[0]), float(node[1]))

    def _node(self, x: float, y: float) -> Node | None:
        """The nearest place where one can walk."""
        here = round(x), round(y)
        if self.open is None or here in self.open:
            return here
        around = range(-FARTHEST, FARTHEST + 1)
        near = [(here[0] + dx, here[1] + dy) for dx in around for dy in around]
        return min(
            (node for node in near if node in self.open),
            key=lambda node: ((node[0] - x) ** 2 + (node[1] - y) ** 2, node), default=None,
        )  # fmt: skip

    def _field(self, goal: tuple[float, float]) -> dict[Node, float]:
        """Inches to a goal from everywhere."""
        there = self._node(*goal)
        if there is None or self.open is None:
            return {}
        if there not in self._fields:
            self._fields[there] = _spread(self.open, there)
        return self._fields[there]


def land_of(view: Battle, kind: UnitType) -> Land:
    """The ground of a battle, for a type of unit."""
    shapes = tuple(one.shape for one in barred(view, kind))
    crossings = tuple(one.shape for one in view.features if one.kind == "crossing")
    return _land(view.table, shapes, crossings)


@cache
def _land(table: Table, shapes: Shapes, crossings: Shapes) -> Land:
    if not shapes:
        return Land(None)
    over = [polygon(one) for one in crossings]
    walls = [polygon(one) for one in shapes]
    wide, deep = table.width // 100, table.depth // 100
    return Land(
        frozenset(
            (x, y)
            for x in range(EDGE, wide) for y in range(EDGE, deep)
            if any(inside((x, y), one) for one in over) or all(point_polygon((x, y), one) >= ROOM for one in walls)
        )
    )  # fmt: skip


def _beside(node: Node) -> list[Node]:
    return [(node[0] + dx, node[1] + dy) for dx, dy, _ in _STEPS]


def _spread(nodes: frozenset[Node], start: Node) -> dict[Node, float]:
    found: dict[Node, float] = {}
    todo: list[tuple[float, Node]] = [(0.0, start)]
    while todo:
        far, (x, y) = heappop(todo)
        if (x, y) in found:
            continue
        found[x, y] = far
        for dx, dy, step in _STEPS:
            there = (x + dx, y + dy)
            if there in nodes and there not in found:
                heappush(todo, (far + step, there))
    return found
