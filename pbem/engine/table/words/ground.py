"""Ground as players name it: features and objectives by name, and the words for each kind.

In a line that the grammar reads a name is a mark (``@ground-3``), a kind of ground as well (``@kind-woods``).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from pbem.engine.table.angles import Point
from pbem.engine.table.areas import inside
from pbem.engine.table.distances import nearest_on_segment, points
from pbem.engine.table.measures import Hundredths, inches
from pbem.engine.table.places import Spot, point
from pbem.engine.table.shapes import Polygon, Polyline, length, line, polygon
from pbem.engine.table.ways import nearest, point_at

KIND_MARK = "@kind-"
NEAREST_MARK = "@nearest-"
FEATURE_MARK = "@ground-"
AREA_MARK = "@goal-"


class NamedGround(msgspec.Struct, frozen=True):
    """A piece of ground that can be named."""

    word: str
    """As it is called."""
    kind: str | None
    """Of ground, in the rule set's own words; None for an objective."""
    polygon: Polygon | None = None
    """None for a road or a circle."""
    way: Polyline | None = None
    """Of a road."""
    centre: Point = (0, 0)
    """Of an objective that is a circle."""
    radius: float = 0
    """Of the same, in inches."""
    feature: str = ""
    """The id of the feature; '' for an objective."""
    mark: str = ""
    """What stands for it in a line that the grammar reads."""

    @property
    def middle(self) -> Point:
        """Where one goes that goes there for good: half-way along a road, the middle of anything else."""
        if self.way is not None:
            return point_at(self.way, length(self.way) / 2)
        if self.polygon is None:
            return self.centre
        west, south, east, north = self.polygon.box
        middle = ((west + east) / 2, (south + north) / 2)
        return middle if inside(middle, self.polygon) else self.polygon.points[0]

    def nearest(self, at: Point) -> Point:
        """Its point nearest to a point; of a circle its centre."""
        if self.way is not None:
            return nearest(self.way, at).at
        if self.polygon is None:
            return self.centre
        corners = self.polygon.points
        edges = zip(corners, (*corners[1:], corners[0]), strict=True)
        return min((nearest_on_segment(at, edge) for edge in edges), key=lambda there: points(at, there))

    def holds(self, at: Point) -> bool:
        """Whether a centre is in it, or within its circle; never true of a road."""
        if self.way is not None:
            return False
        if self.polygon is None:
            return points(at, self.centre) <= self.radius
        return inside(at, self.polygon)


def feature_ground(place: int, feature: str, kind: str, name: str, shape: Sequence[Spot]) -> NamedGround:
    """A feature of the map.  place: among the features.  shape: corners in turn, of a road the points of its line."""
    word, mark = name or feature, f"{FEATURE_MARK}{place}"
    if kind == "road":
        return NamedGround(word, kind, way=line(shape), feature=feature, mark=mark)
    return NamedGround(word, kind, polygon=polygon(shape), feature=feature, mark=mark)


def area_ground(place: int, name: str, shape: Sequence[Spot], radius: Hundredths) -> NamedGround:
    """An area of an objective.  place: among the areas.  radius: of a circle, about the one spot of its shape."""
    mark = f"{AREA_MARK}{place}"
    if radius or len(shape) < 3:
        return NamedGround(name, None, centre=point(shape[0]), radius=inches(radius), mark=mark)
    return NamedGround(name, None, polygon=polygon(shape), mark=mark)


def listed_names(some: Iterable[NamedGround]) -> tuple[str, ...]:
    """Their names, each once."""
    return tuple(dict.fromkeys(one.word for one in some))


# --- in a line ------------------------------------------------------------------------------------------------------

_AT_ENEMIES = r"(?:shoot|fire|charge|else|or) (?:at |on )?"
_ARTICLE = r"(?:the )?(?:edge of (?:the )?)?"
_BEFORE = rf"(?<![\w@'-]){_ARTICLE}"
_BEHIND = r"(?:'s)?(?: edge)?(?![\w'-])"
_WORDS = r"(?:the )?[^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*)*?"
_SOMEWHERE = re.compile(rf"(?<![\w@])(to|toward|into|onto|along|by|face|on) {_WORDS}(?=$|,| to | by | at | [0-9])")
_SOMEBODY = re.compile(rf"(?<![\w@])(shoot|fire|charge|at|of|from|else|or|turn to) {_WORDS}(?=$|,| else | or )")


class GroundWords:
    """What kinds of ground are called, and names in lines: each becomes a mark or a code that the grammar reads."""

    def __init__(self, kinds: Mapping[str, tuple[str, ...]]) -> None:
        """kinds: the words for each kind of ground, the usual one first."""
        self._kinds = kinds
        self._kind_of = {word: kind for kind, words in kinds.items() for word in words}
        some = "|".join(sorted(self._kind_of, key=lambda word: -len(word)))
        self._pattern = re.compile(rf"{_BEFORE}(nearest |closest )?({some}){_BEHIND}")

    @property
    def every(self) -> frozenset[str]:
        """All the words for kinds of ground."""
        return frozenset(self._kind_of)

    def usual(self, kind: str) -> str:
        """What a kind of ground is called: ``wood``."""
        return next(iter(self._kinds.get(kind, (kind,))))

    def marked(self, text: str, names: Mapping[str, str], codes: Mapping[str, str], enemies: Mapping[str, str]) -> str:
        """A tidied line with every name in it replaced by what the grammar reads.

        names: marks of pieces of ground by their folded names.  codes: codes of units by theirs; enemies: of those that
        may be shot at or charged.  A line never begins with a name.
        """
        first, space, text = text.partition(" ")
        if enemies:
            text = _one_of(tuple(enemies), _AT_ENEMIES).sub(lambda found: f"{found[1]}{enemies[found[2]]}", text)
        if codes:
            text = _one_of(tuple(codes)).sub(lambda found: f"{found[1]}{codes[found[2]]}", text)
        if names:
            text = _one_of(tuple(names)).sub(lambda found: f"{found[1]}{names[found[2]]}", text)
        text = self._pattern.sub(
            lambda found: f"{NEAREST_MARK if found[1] else KIND_MARK}{self._kind_of[found[2]]}", text
        )
        return f"{first}{space}{text}"

    def any_names(self, text: str) -> str:
        """A tidied line with whatever stands where ground or a unit may be named taken for such a name."""
        text = _SOMEWHERE.sub(lambda found: f"{found[1]} {KIND_MARK}road", text)
        return _SOMEBODY.sub(lambda found: f"{found[1]} c1", self.marked(text, {}, {}, {}))

    def shown(self, mark: str) -> str:
        """What the mark of a kind stands for: ``wood`` or ``nearest wood``."""
        if mark.startswith(NEAREST_MARK):
            return f"nearest {self.usual(mark.removeprefix(NEAREST_MARK))}"
        return self.usual(mark.removeprefix(KIND_MARK))


@lru_cache(maxsize=256)
def _one_of(names: tuple[str, ...], after: str = "") -> re.Pattern[str]:
    """One of some names.  after: what has to stand before it, which is kept."""
    some = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<![\w@'-])({after}){_ARTICLE}({some}){_BEHIND}")
