"""Ground as players name it: features and objectives by name, and the words for each kind."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from pbem.engine.lines import folded
from pbem.engine.table.angles import Point
from pbem.engine.table.areas import inside
from pbem.engine.table.distances import nearest_on_segment, points
from pbem.engine.table.measures import inches
from pbem.engine.table.objectives import AreaToHold
from pbem.engine.table.places import point
from pbem.engine.table.shapes import Line, Polygon, length, line, polygon
from pbem.engine.table.ways import nearest, point_at
from pbem.rulesets.onehour.battle import Battle, Feature, FeatureKind

KIND_WORDS: Mapping[FeatureKind, tuple[str, ...]] = {
    "woods": ("wood", "woods", "forest", "copse", "trees"),
    "town": ("town", "village", "hamlet", "houses"),
    "hill": ("hill", "heights", "height", "ridge", "rise"),
    "marsh": ("marsh", "swamp", "bog", "fen"),
    "lake": ("lake", "pond", "mere"),
    "river": ("river", "stream", "brook"),
    "crossing": ("crossing", "ford", "bridge"),
    "road": ("road", "track", "lane", "highway"),
}
"""What each kind of ground is called in orders, the usual word first."""
_KIND_OF: Mapping[str, FeatureKind] = {word: kind for kind, words in KIND_WORDS.items() for word in words}

ALL_KIND_WORDS = frozenset(_KIND_OF)

KIND_MARK = "@kind-"
NEAREST_MARK = "@nearest-"
FEATURE_MARK = "@ground-"
AREA_MARK = "@goal-"


class Ground(msgspec.Struct, frozen=True):
    """A piece of ground that can be named.  word: as it is called.  polygon: None for a road or a circle.

    way: of a road.  centre, radius: of an objective that is a circle, in inches.  held: its use is to stand in it.
    """

    word: str
    kind: FeatureKind | None
    polygon: Polygon | None = None
    way: Line | None = None
    centre: Point = (0, 0)
    radius: float = 0
    feature: str = ""
    mark: str = ""

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


def features(battle: Battle) -> tuple[Ground, ...]:
    """Everything on the map that has a shape, then the objectives that no feature is named like."""
    found = [_feature(one, place) for place, one in enumerate(battle.features)]
    named = {folded(one.word) for one in found}
    areas = [area for objective in battle.objectives for area in objective.areas if folded(area.name) not in named]
    return (*found, *(_area(area, place) for place, area in enumerate(areas)))


def _feature(one: Feature, place: int) -> Ground:
    word = one.name or one.id
    mark = f"{FEATURE_MARK}{place}"
    if one.kind == "road":
        return Ground(word, one.kind, way=line(one.shape), feature=one.id, mark=mark)
    return Ground(word, one.kind, polygon=polygon(one.shape), feature=one.id, mark=mark)


def _area(area: AreaToHold, place: int) -> Ground:
    mark = f"{AREA_MARK}{place}"
    if area.radius or len(area.shape) < 3:
        return Ground(area.name, None, centre=point(area.shape[0]), radius=inches(area.radius), mark=mark)
    return Ground(area.name, None, polygon=polygon(area.shape), mark=mark)


# --- in a line ------------------------------------------------------------------------------------------------------


def marked(text: str, names: Mapping[str, str], codes: Mapping[str, str], enemies: Mapping[str, str]) -> str:
    """A tidied line with every name in it replaced by what the grammar reads.

    names: marks of pieces of ground by their folded names.  codes: codes of units by theirs; enemies: of those that may
    be shot at or charged.  A line never begins with a name.
    """
    first, space, text = text.partition(" ")
    if enemies:
        text = _pattern(tuple(enemies), _AT_ENEMIES).sub(lambda found: f"{found[1]}{enemies[found[2]]}", text)
    if codes:
        text = _pattern(tuple(codes)).sub(lambda found: f"{found[1]}{codes[found[2]]}", text)
    if names:
        text = _pattern(tuple(names)).sub(lambda found: f"{found[1]}{names[found[2]]}", text)
    text = _KINDS.sub(lambda found: f"{NEAREST_MARK if found[1] else KIND_MARK}{_KIND_OF[found[2]]}", text)
    return f"{first}{space}{text}"


_AT_ENEMIES = r"(?:shoot|fire|charge|else|or) (?:at |on )?"
_ARTICLE = r"(?:the )?(?:edge of (?:the )?)?"
_BEFORE = rf"(?<![\w@'-]){_ARTICLE}"
_BEHIND = r"(?:'s)?(?: edge)?(?![\w'-])"
_KINDS = re.compile(
    rf"{_BEFORE}(nearest |closest )?({'|'.join(sorted(_KIND_OF, key=lambda word: -len(word)))}){_BEHIND}"
)


@lru_cache(maxsize=256)
def _pattern(names: tuple[str, ...], after: str = "") -> re.Pattern[str]:
    """One of some names.  after: what has to stand before it, which is kept."""
    some = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<![\w@'-])({after}){_ARTICLE}({some}){_BEHIND}")


def any_names(text: str) -> str:
    """A tidied line with whatever stands where ground or a unit may be named taken for such a name."""
    text = _SOMEWHERE.sub(lambda found: f"{found[1]} {KIND_MARK}road", text)
    return _SOMEBODY.sub(lambda found: f"{found[1]} c1", marked(text, {}, {}, {}))


_WORDS = r"(?:the )?[^\W\d_][\w'-]*(?: [^\W\d_][\w'-]*)*?"
_SOMEWHERE = re.compile(rf"(?<![\w@])(to|toward|into|onto|along|by|face|on) {_WORDS}(?=$|,| to | by | at | [0-9])")
_SOMEBODY = re.compile(rf"(?<![\w@])(shoot|fire|charge|at|of|from|else|or|turn to) {_WORDS}(?=$|,| else | or )")


def words_of(kind: str) -> str:
    """What a kind of ground is called: ``wood``."""
    return next((words[0] for name, words in KIND_WORDS.items() if name == kind), kind)


def listed_names(some: Iterable[Ground]) -> tuple[str, ...]:
    """Their names, each once."""
    return tuple(dict.fromkeys(one.word for one in some))
