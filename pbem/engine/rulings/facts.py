"""What an umpire rules of a whole battle, or of what a unit may do, as facts that any rule set's journal can hold.

A battle that takes them has the fields ``umpires_words``, ``ruled_points``, ``ruled_broken`` and ``limit`` that they
set; those of words and points are UNSET until something is ruled.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.commanders import side_with
from pbem.engine.facts import Fact
from pbem.engine.hiding import is_hidden, side_sights
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.rulings.words import UmpiresWord, Words, with_word, without_words
from pbem.engine.sightings import names_of, renamed


class WordGiven(Fact[Any], frozen=True, tag="umpire's word"):
    """An umpire's word: a unit may not do something, or may although the rules bar it."""

    word: UmpiresWord

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """It counts from now on."""
        return replace(battle, umpires_words=with_word(battle.umpires_words or (), self.word))

    def seen_by(self, battle: Any, seat: Seat) -> bool:  # noqa: ANN401  # of any rule set
        """Its own side's alone."""
        return seat == UMPIRE or side_of_unit(battle, self.word.unit) == side_with(battle.armies, seat)


class WordFreed(Fact[Any], frozen=True, tag="umpire's word freed"):
    """An umpire's word on an act of a unit no longer counts."""

    unit: StandId
    act: str

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """The rules alone say again."""
        left = without_words(battle.umpires_words or (), self.unit, self.act)
        return replace(battle, umpires_words=left)

    def seen_by(self, battle: Any, seat: Seat) -> bool:  # noqa: ANN401  # of any rule set
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

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """Counted."""
        had = battle.ruled_points or {}
        return replace(battle, ruled_points={**had, self.side: had.get(self.side, 0) + self.points})


class BreakRuled(Fact[Any], frozen=True, tag="break ruled"):
    """An umpire's word: an army counts as broken when its rules next look at that, or no longer does."""

    side: Side
    broken: bool = True

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """Beside what it has lost."""
        others = tuple(one for one in battle.ruled_broken or () if one != self.side)
        return replace(battle, ruled_broken=(*others, self.side) if self.broken else others or UNSET)


class LastTurnPut(Fact[Any], frozen=True, tag="last turn put"):
    """An umpire's word: the battle ends after that turn; None or 0, as the rule set writes it, for no last one."""

    turn: int | None

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """With that limit."""
        return replace(battle, limit=self.turn)


class VisibilityPut(Fact[Any], frozen=True, tag="visibility put"):
    """How far is seen where units are hidden, in the rule set's measure: the scenario's, or an umpire's word."""

    visibility: int

    def apply(self, battle: Any) -> Any:  # noqa: ANN401  # of any rule set
        """So from now on."""
        if battle.sights is UNSET:
            return battle
        return replace(battle, sights=replace(battle.sights, visibility=self.visibility))


OF_THE_BATTLE = (PointsRuled, BreakRuled, LastTurnPut, VisibilityPut)
"""What both sides learn, also where units are hidden."""


def side_of_unit(battle: Any, unit: StandId) -> Side | None:  # noqa: ANN401  # of any rule set
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
