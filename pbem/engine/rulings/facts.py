"""What an umpire rules of a whole battle, or of what a unit may do, as facts that any rule set's journal can hold.

A battle that takes them has the fields ``umpires_words``, ``ruled_points``, ``ruled_broken`` and ``limit`` that they
set; those of words and points are UNSET until something is ruled.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.commanders import Commanded, side_with
from pbem.engine.facts import Fact
from pbem.engine.hiding import Hiding, is_hidden, side_sights
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.rulings.words import UmpiresWord, Words, with_word, without_words
from pbem.engine.sightings import names_of, renamed

T = TypeVar("T")


class TakesWords(Protocol):
    """A battle in which an umpire forbids and allows."""

    @property
    def umpires_words(self) -> Words | UnsetType:
        """What has been said; UNSET for nothing."""

    @property
    def armies(self) -> Sequence[Commanded]:
        """Its sides."""


class TakesPoints(Protocol):
    """A battle that counts what an umpire rules of armies."""

    @property
    def ruled_points(self) -> Mapping[Side, int] | UnsetType:
        """Points ruled; UNSET for none."""

    @property
    def ruled_broken(self) -> tuple[Side, ...] | UnsetType:
        """Armies ruled broken; UNSET for none."""


J = TypeVar("J", bound=TakesWords)
S = TypeVar("S", bound=TakesPoints)
H = TypeVar("H", bound=Hiding[Any])


class WordGiven(Fact[Any], frozen=True, tag="umpire's word"):
    """An umpire's word: a unit may not do something, or may although the rules bar it."""

    word: UmpiresWord

    def apply(self, battle: J) -> J:
        """It counts from now on."""
        return _with(battle, umpires_words=with_word(battle.umpires_words or (), self.word))

    def seen_by(self, battle: TakesWords, seat: Seat) -> bool:
        """Its own side's alone."""
        return seat == UMPIRE or side_of_unit(battle, self.word.unit) == side_with(battle.armies, seat)


class WordFreed(Fact[Any], frozen=True, tag="umpire's word freed"):
    """An umpire's word on an act of a unit no longer counts."""

    unit: StandId
    act: str

    def apply(self, battle: J) -> J:
        """The rules alone say again."""
        left = without_words(battle.umpires_words or (), self.unit, self.act)
        return _with(battle, umpires_words=left)

    def seen_by(self, battle: TakesWords, seat: Seat) -> bool:
        """Its own side's alone."""
        return seat == UMPIRE or side_of_unit(battle, self.unit) == side_with(battle.armies, seat)


def given(word: UmpiresWord) -> WordGiven:
    """The fact that a word is said."""
    return WordGiven(word=word)


def freed(unit: StandId, act: str) -> WordFreed:
    """The fact that what was said of an act is taken back."""
    return WordFreed(unit=unit, act=act)


class PointsRuled(Fact[Any], frozen=True, tag="points ruled"):
    """An umpire's word: a side has so many more points, or with a minus fewer, as its rule set counts them."""

    side: Side
    points: int

    def apply(self, battle: S) -> S:
        """Counted."""
        had = battle.ruled_points or {}
        return _with(battle, ruled_points={**had, self.side: had.get(self.side, 0) + self.points})


class BreakRuled(Fact[Any], frozen=True, tag="break ruled"):
    """An umpire's word: an army counts as broken when its rules next look at that, or no longer does."""

    side: Side
    broken: bool = True

    def apply(self, battle: S) -> S:
        """Beside what it has lost."""
        others = tuple(one for one in battle.ruled_broken or () if one != self.side)
        return _with(battle, ruled_broken=(*others, self.side) if self.broken else others or UNSET)


class LastTurnPut(Fact[Any], frozen=True, tag="last turn put"):
    """An umpire's word: the battle ends after that turn; None or 0, as the rule set writes it, for no last one."""

    turn: int | None

    def apply(self, battle: T) -> T:
        """With that limit."""
        return _with(battle, limit=self.turn)


class VisibilityPut(Fact[Any], frozen=True, tag="visibility put"):
    """How far is seen where units are hidden, in the rule set's measure: the scenario's, or an umpire's word."""

    visibility: int

    def apply(self, battle: H) -> H:
        """So from now on."""
        if battle.sights is UNSET:
            return battle
        return _with(battle, sights=replace(battle.sights, visibility=self.visibility))


def _with(battle: T, **changes: object) -> T:
    return replace(battle, **changes)  # type: ignore[type-var]  # every battle is a struct


OF_THE_BATTLE = (PointsRuled, BreakRuled, LastTurnPut, VisibilityPut)
"""What both sides learn, also where units are hidden."""


def side_of_unit(battle: object, unit: StandId) -> Side | None:
    """The side of a unit, gone or to come among them."""
    where: list[Mapping[StandId, Any]] = [
        getattr(battle, name, {}) for name in ("units", "stands", "to_come", "removed")
    ]
    return next((some[unit].side for some in where if unit in some), None)


def word_learned(fact: WordGiven | WordFreed, battle: Any, side: Side, seat: Seat) -> Fact[Any] | None:  # noqa: ANN401  # of any rule set
    """What a seat learns of an umpire's word where units are hidden: of its own, and no enemy that it does not know."""
    if not fact.seen_by(battle, seat) or isinstance(fact, WordFreed):
        return fact if fact.seen_by(battle, seat) else None
    names = names_of(side_sights(battle, side))
    return renamed(fact, names) if fact.word.against in {None, *names} else None


def words_on_own(battle: Any, side: Side | None) -> Words | UnsetType:  # noqa: ANN401  # of any rule set
    """What the umpire has said of the side's own units, of enemies by the names that it knows; UNSET for nothing."""
    words: Words | UnsetType = battle.umpires_words
    if words is UNSET:
        return UNSET
    own = tuple(one for one in words if side_of_unit(battle, one.unit) == side)
    if side is None or not hasattr(battle, "sights") or not is_hidden(battle):
        return own
    names = names_of(side_sights(battle, side))
    return tuple(
        one if one.against is None else replace(one, against=names[one.against])
        for one in own if one.against is None or one.against in names
    )  # fmt: skip
