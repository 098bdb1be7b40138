"""From codes and names as written to what they stand for in one seat's view; and what to say when that is nothing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from pbem.engine.grammar import Unreadable
from pbem.engine.ids import Side, StandId
from pbem.engine.linefaults import Fault, unknown
from pbem.engine.lines import folded
from pbem.engine.spelling import nearest
from pbem.engine.spellings import named_once, other_words, plain
from pbem.engine.table.angles import Point
from pbem.engine.table.distances import points
from pbem.engine.table.places import Spot, point
from pbem.engine.table.references import say_spot, square_centre
from pbem.engine.wording import listed
from pbem.rulesets.onehour.battle import Battle, Unit, arrival_of
from pbem.rulesets.onehour.language.ground import (
    ALL_KIND_WORDS,
    KIND_MARK,
    NEAREST_MARK,
    Ground,
    features,
    listed_names,
    marked,
    words_of,
)
from pbem.rulesets.onehour.language.parsed import Code, Named, Place, Who
from pbem.rulesets.onehour.language.tidying import tidied
from pbem.rulesets.onehour.language.transformer import READER, heard
from pbem.rulesets.onehour.standing.aims import roads_under
from pbem.rulesets.onehour.standing.standing import SORTS

_CODE = re.compile(r"[a-z]{1,3}[0-9]{1,3}")
_ANY_CODE = re.compile(r"(?<![\w@-])[A-Za-z]{1,3}[0-9]{1,3}(?!\w)")
_MARK = re.compile(r"@[a-z0-9-]+")


class Target(msgspec.Struct, frozen=True):
    """A place looked up.  at: for a unit its centre, for ground the point nearest to whom the order is for.

    word: as it is told.  ground, unit: what is there, if that was named.
    """

    at: Point
    word: str
    ground: Ground | None = None
    unit: StandId | None = None


@dataclass(frozen=True)
class Desk:
    """What one side can name, and whom it may order now."""

    view: Battle
    side: Side
    ordered: tuple[StandId, ...]
    """Its units that may be given orders now, by code."""

    @cached_property
    def codes(self) -> dict[str, StandId]:
        """Every unit the view holds, by its code in capitals."""
        return {unit.upper(): unit for unit in self.view.units}

    @cached_property
    def enemies(self) -> tuple[StandId, ...]:
        """The other side's units on the table."""
        return tuple(u for u, one in sorted(self.view.units.items()) if one.side != self.side and one.on_table)

    @cached_property
    def ground(self) -> tuple[Ground, ...]:
        """Everything on the map that has a name or a kind."""
        return features(self.view)

    @cached_property
    def _names(self) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
        """Marks of ground, codes of units, and codes of enemies, by their names where no other has them."""
        words = set(READER.grammar.keywords) | set(SORTS)
        named = {folded(one.word): one.mark for one in reversed(self.ground) if one.word != one.feature}
        ids = {folded(one.feature): one.mark for one in self.ground if one.feature}
        ground = {**_usable(ids, words | ALL_KIND_WORDS), **_usable(named, words)}
        every = list(self.view.units.values())
        enemies = [one for one in every if one.side != self.side]
        return ground, _called(every, words | ALL_KIND_WORDS), _called(enemies, words | ALL_KIND_WORDS)

    @cached_property
    def own_names(self) -> dict[str, str]:
        """Codes of its own units by their names, where no two have the same."""
        return named_once([(folded(self.view.units[unit].name), unit) for unit in self.ordered])

    def text(self, cleaned: str) -> str:
        """A cleaned line as the grammar reads it: tidied, its names marked, usual spellings undone where it needs
        that."""
        written = plain(cleaned, self.codes)
        text = marked(tidied(written), *self._names)
        if not isinstance(heard(text), Unreadable):
            return text
        other = marked(tidied(other_words(written, self.own_names)), *self._names)
        return text if isinstance(heard(other), Unreadable) else other

    def shown(self, text: str) -> str:
        """A line that the grammar reads as it is written: names instead of marks, codes in capitals."""
        marks = {one.mark: one.word for one in self.ground}
        text = _MARK.sub(lambda found: marks.get(found[0]) or _kind_words(found[0]), text)
        return _ANY_CODE.sub(lambda found: self.codes.get(found[0].upper(), found[0]), text)

    # --- units

    def own(self, code: str) -> StandId:
        """A unit of its own that may be given orders now."""
        unit = self.codes.get(code.upper())
        mine = [one.casefold() for one in self.ordered]
        if unit is None:
            near = nearest(code.casefold(), mine)
            there = f"your units are {listed(self.ordered)}" if self.ordered else "you have no unit left"
            raise unknown(f"there is no unit {code.upper()}; {there}", code, near)
        one = self.view.units[unit]
        if one.side != self.side:
            raise Fault("not allowed", f"{unit} is not yours")
        if unit not in self.ordered:
            raise Fault("not allowed", f"{unit} {_away(self.view, one)}", about=unit)
        return unit

    def mine(self, code: str) -> StandId:
        """A unit of its own, wherever it is, unless it is gone for good."""
        unit = self.codes.get(code.upper())
        if unit is None or unit in self.ordered:
            return self.own(code)
        one = self.view.units[unit]
        if one.side != self.side:
            raise Fault("not allowed", f"{unit} is not yours")
        if one.state in {"eliminated", "left"}:
            raise Fault("not allowed", f"{unit} {_away(self.view, one)}", about=unit)
        return unit

    def who(self, who: Who) -> tuple[StandId, ...]:
        """The units a line is for."""
        return tuple(dict.fromkeys(self.own(code) for code in who.codes)) if who.codes else self.ordered

    def enemy(self, code: str) -> StandId:
        """An enemy on the table."""
        unit = self.codes.get(code.upper())
        if unit is None:
            near = nearest(code.casefold(), [one.casefold() for one in self.enemies])
            there = f"the enemy's are {listed(self.enemies)}" if self.enemies else "the enemy has none on the table"
            raise unknown(f"there is no unit {code.upper()}; {there}", code, near)
        one = self.view.units[unit]
        if one.side == self.side:
            raise Fault("not allowed", f"{unit} is your own")
        if not one.on_table:
            raise Fault("not allowed", f"{unit} {_away(self.view, one)}")
        return unit

    def foe(self, code: str) -> StandId:
        """An enemy, on the table or still to come."""
        unit = self.codes.get(code.upper())
        if unit is not None and self.view.units[unit].side != self.side and self.view.units[unit].state == "to come":
            return unit
        return self.enemy(code)

    # --- places

    def place(self, place: Place, unit: Unit) -> Target:
        """A place as one unit's order names it.  Raises Fault when it is none, or more than one."""
        match place:
            case Spot():
                if not (0 <= place.x <= self.view.table.width and 0 <= place.y <= self.view.table.depth):
                    size = f"{self.view.table.width // 100} by {self.view.table.depth // 100}"
                    raise Fault(
                        "not readable", f"{say_spot(place)} is not on the table, which is {size} inches", about=unit.id
                    )
                return Target(point(place), say_spot(place))
            case Code():
                return self._coded(place, unit)
            case Named():
                ground = self.named(place, unit)
                return Target(ground.nearest(point(unit.pose.at)), ground.word, ground=ground)

    def _coded(self, place: Code, unit: Unit) -> Target:
        """A unit on the table, or the middle of a square of the map; never a guess which."""
        square = _square(self.view, place.code) if place.which != "unit" else None
        named = self.codes.get(place.code) if place.which != "square" else None
        there = self.view.units[named] if named is not None else None
        if there is not None and not there.on_table:
            if square is None:
                raise Fault("not allowed", f"{named} {_away(self.view, there)}", about=unit.id)
            there = None
        if there is not None and square is not None:
            fixes = tuple((place.code.casefold(), f"{what} {place.code.casefold()}") for what in ("unit", "square"))
            reason = f"{place.code} is a unit and a square of the map: write unit {place.code} or square {place.code}"
            raise Fault("ambiguous", reason, about=unit.id, fixes=fixes)
        if there is not None:
            if there.id == unit.id:
                raise Fault("not readable", f"{unit.id} is the unit the order is for", about=unit.id)
            return Target(point(there.pose.at), there.id, unit=there.id)
        if square is not None:
            return Target(point(square), f"square {place.code}, whose middle is {say_spot(square)}")
        known = [*self.enemies, *self.ordered]
        near = nearest(place.code.casefold(), [one.casefold() for one in known])
        raise unknown(f"there is no unit and no square {place.code}", place.code.casefold(), near, about=unit.id)

    def named(self, named: Named, unit: Unit) -> Ground:
        """The piece of ground that a mark stands for.  Raises Fault when the map has none, or several."""
        kind = named.name.removeprefix(KIND_MARK).removeprefix(NEAREST_MARK)
        if kind == named.name:
            return next(one for one in self.ground if one.mark == named.name)
        some = [one for one in self.ground if one.kind == kind]
        here = point(unit.pose.at)
        if kind == "road" and len(some) > 1:
            under = roads_under(self.view, unit)
            some = [one for one in some if one.feature in under[:1]] or some
        if some and (len(some) == 1 or named.name.startswith(NEAREST_MARK)):
            return min(some, key=lambda one: points(here, one.nearest(here)))
        if not some:
            there = listed_names(self.ground)
            known = f"; the map has {listed(there)}" if there else ""
            raise Fault("not readable", f"there is no {words_of(kind)} on this map{known}", about=unit.id)
        names = listed_names(some)
        fixes = tuple((named.name, one.mark) for one in some)
        raise Fault(
            "ambiguous", f"there is more than one {words_of(kind)}: {listed(names)}", about=unit.id, fixes=fixes
        )


def _kind_words(mark: str) -> str:
    """``wood`` or ``nearest wood``."""
    if mark.startswith(NEAREST_MARK):
        return f"nearest {words_of(mark.removeprefix(NEAREST_MARK))}"
    return words_of(mark.removeprefix(KIND_MARK))


def _called(units: Sequence[Unit], words: set[str]) -> dict[str, str]:
    """The codes of units by their names, without names that several of them have."""
    names = [(tidied(folded(one.name)), one.id.casefold()) for one in units]
    return _usable({name: code for name, code in names if sum(name == other for other, _ in names) == 1}, words)


def _usable(names: Mapping[str, str], words: set[str]) -> dict[str, str]:
    """Names that can stand in a line without being taken for something else."""
    return {
        name: meant
        for name, meant in names.items()
        if name and name not in words and not _CODE.fullmatch(name) and not name.isdigit()
    }


def _square(view: Battle, code: str) -> Spot | None:
    """The middle of a square of this table; None for what is none."""
    try:
        middle = square_centre(code)
    except ValueError:
        return None
    return middle if middle.x < view.table.width and middle.y < view.table.depth else None


def _away(view: Battle, unit: Unit) -> str:
    """Why a unit cannot be ordered, or aimed at."""
    if unit.state == "eliminated":
        return "has been eliminated"
    if unit.state == "left":
        return "has left the table"
    arrival = arrival_of(view, unit.id)
    if unit.state == "to come" and arrival is not None:
        return f"is not on the table yet: it may come in turn {arrival.turn}"
    return "cannot be ordered now"
