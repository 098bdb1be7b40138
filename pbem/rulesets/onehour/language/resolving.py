"""From codes and names as written to what they stand for in one seat's view; and what to say when that is nothing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbem.engine.commanders import name_of
from pbem.engine.hiding import is_hidden, side_sights
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.lines import folded
from pbem.engine.language.spelling import nearest
from pbem.engine.language.spellings import named_once, other_words, plain
from pbem.engine.table.words.ground import GroundWords, NamedGround, area_ground, feature_ground
from pbem.engine.table.words.places import AnyPlace, MarkedPlace, Places, Target
from pbem.engine.table.words.tidying import tidied
from pbem.engine.wording import listed
from pbem.rulesets.onehour.battle import GONE, Battle, Unit, arrival_of, seat_of_unit
from pbem.rulesets.onehour.language.parsed import Who
from pbem.rulesets.onehour.language.transformer import READER, heard
from pbem.rulesets.onehour.standing.aims import roads_under
from pbem.rulesets.onehour.standing.standing import SORTS

_CODE = re.compile(r"(?:[a-z]{1,3}|\?)[0-9]{1,3}")
_ANY_CODE = re.compile(r"(?<![\w@-])[A-Za-z]{1,3}[0-9]{1,3}(?!\w)")
_MARK = re.compile(r"@[a-z0-9-]+")


KIND_WORDS: Mapping[str, tuple[str, ...]] = {
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
WORDS = GroundWords(KIND_WORDS)


def features(battle: Battle) -> tuple[NamedGround, ...]:
    """Everything on the map that has a shape, then the objectives that no feature is named like."""
    found = [feature_ground(n, one.id, one.kind, one.name, one.shape) for n, one in enumerate(battle.features)]
    named = {folded(one.word) for one in found}
    areas = [area for objective in battle.objectives for area in objective.areas if folded(area.name) not in named]
    return (*found, *(area_ground(n, one.name, one.shape, one.radius) for n, one in enumerate(areas)))


@dataclass(frozen=True)
class Resolver:
    """What one commander can name, and whom the seat may order now."""

    view: Battle
    side: Side
    seat: Seat
    ordered: tuple[StandId, ...]
    """Its units that may be given orders now, by code."""

    @cached_property
    def codes(self) -> dict[str, StandId]:
        """Every unit the view holds, by its code in capitals."""
        joined = side_sights(self.view, self.side).tokens
        return {
            **{token.upper(): unit for token, unit in joined.items()},
            **{one.upper(): one for one in self.view.units},
        }

    @cached_property
    def enemies(self) -> tuple[StandId, ...]:
        """The other side's units on the table."""
        return tuple(u for u, one in sorted(self.view.units.items()) if one.side != self.side and one.on_table)

    @cached_property
    def ground(self) -> tuple[NamedGround, ...]:
        """Everything on the map that has a name or a kind."""
        return features(self.view)

    @cached_property
    def _names(self) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
        """Marks of ground, codes of units, and codes of enemies, by their names where no other has them."""
        words = set(READER.grammar.keywords) | set(SORTS)
        named = {folded(one.word): one.mark for one in reversed(self.ground) if one.word != one.feature}
        ids = {folded(one.feature): one.mark for one in self.ground if one.feature}
        ground = {**_usable(ids, words | WORDS.every), **_usable(named, words)}
        every = list(self.view.units.values())
        enemies = [one for one in every if one.side != self.side]
        return ground, _called(every, words | WORDS.every), _called(enemies, words | WORDS.every)

    @cached_property
    def own_names(self) -> dict[str, str]:
        """Codes of its own units by their names, where no two have the same."""
        return named_once([(folded(self.view.units[unit].name), unit) for unit in self.ordered])

    def text(self, cleaned: str) -> str:
        """A cleaned line as the grammar reads it: tidied, its names marked, usual spellings undone where it needs
        that."""
        written = plain(cleaned, self.codes)
        text = WORDS.marked(tidied(written), *self._names)
        if not isinstance(heard(text), Unreadable):
            return text
        other = WORDS.marked(tidied(other_words(written, self.own_names)), *self._names)
        return text if isinstance(heard(other), Unreadable) else other

    def shown(self, text: str) -> str:
        """A line that the grammar reads as it is written: names instead of marks, codes in capitals."""
        marks = {one.mark: one.word for one in self.ground}
        text = _MARK.sub(lambda found: marks.get(found[0]) or WORDS.shown(found[0]), text)
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
        self._led_by_other(unit)
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
        self._led_by_other(unit)
        if one.state in GONE:
            raise Fault("not allowed", f"{unit} {_away(self.view, one)}", about=unit)
        return unit

    def _led_by_other(self, unit: StandId) -> None:
        """Raises Fault for a unit that another commander of its side has."""
        seat = seat_of_unit(self.view, unit)
        if seat != self.seat:
            name = name_of(self.view.armies, seat)
            raise Fault("not allowed", f"{unit} is commanded by {name}, not by you", about=unit)

    def who(self, who: Who) -> tuple[StandId, ...]:
        """The units a line is for."""
        return tuple(dict.fromkeys(self.own(code) for code in who.codes)) if who.codes else self.ordered

    def enemy(self, code: str) -> StandId:
        """An enemy on the table."""
        unit = self.codes.get(code.upper())
        if unit is None:
            near = nearest(code.casefold(), [one.casefold() for one in self.enemies])
            there = f"the enemy's are {listed(self.enemies)}" if self.enemies else "the enemy has none on the table"
            if is_hidden(self.view):
                there = f"you see {listed(self.enemies)}" if self.enemies else "no enemy is in sight"
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

    @cached_property
    def places(self) -> Places:
        """What it can name."""
        units = self.view.units
        return Places(
            self.view.table, self.ground, WORDS, self.codes,
            there=lambda unit: units[unit].pose.at if units[unit].on_table else None,
            away=lambda unit: _away(self.view, units[unit]), known=[*self.enemies, *self.ordered],
            roads_under=lambda unit: roads_under(self.view, units[unit]),
        )  # fmt: skip

    def place(self, place: AnyPlace, unit: Unit) -> Target:
        """A place as one unit's order names it.  Raises Fault when it is none, or more than one."""
        return self.places.find(place, unit.id, unit.pose.at)

    def named(self, named: MarkedPlace, unit: Unit) -> NamedGround:
        """The piece of ground that a mark stands for.  Raises Fault when the map has none, or several."""
        return self.places.named(named, unit.id, unit.pose.at)


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


def _away(view: Battle, unit: Unit) -> str:
    """Why a unit cannot be ordered, or aimed at."""
    if unit.state == "eliminated":
        return "has been eliminated"
    if unit.state == "left":
        return "has left the table"
    if unit.state == "unveiled":
        return "was a blind, and is unveiled"
    arrival = arrival_of(view, unit.id)
    if unit.state == "to come" and arrival is not None:
        return f"is not on the table yet: it may come in turn {arrival.turn}"
    return "cannot be ordered now"
