"""What heads a report: losses, hits and the end of a battle in a few sentences, the reader's own affairs first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from pbem.engine.commanders import leads, parcels_of, side_with
from pbem.engine.ids import Side
from pbem.engine.reporting import Chapter
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import capital, listed, plural

B = TypeVar("B")
BRIEFS = 3
"""Sentences at most, but for the first report."""

ENDS: Mapping[str, tuple[str, str]] = {
    "broken": ("Their army broke: you have won the battle.", "Your army broke: you have lost the battle."),
    "conceded": ("They conceded: you have won the battle.", "You conceded the battle."),
}
"""Ends that are told with their cause, to the winner and to the loser."""


@dataclass
class Harvest(Generic[B]):
    """What a turn came to, gathered from its facts.  A rule set derives its own, with what else it tells of."""

    destroyed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    """Units that left the field."""
    hurt: dict[str, int] = field(default_factory=dict)
    """Hits or points lost by each unit."""
    moved: bool = False

    def hear(self, fact: object, view: B) -> None:
        """One fact more.  view: before it.  A rule set says what counts."""

    def hit(self, unit: str, lost: int) -> None:
        """A unit lost so much."""
        if lost:
            self.hurt[unit] = self.hurt.get(unit, 0) + lost


class Mustered(msgspec.Struct, frozen=True):
    """A unit as the brief tells it.  strength: ``9 of 15``.  there: whether it stands on the field."""

    side: Side
    name: str
    strength: str
    there: bool


@dataclass(frozen=True)
class Addressee:
    """For whom a brief is written."""

    mine: Side | None
    """Their side, None for an onlooker."""
    armies: Mapping[Side, str]
    """The name of each."""
    units: Mapping[str, Mustered]
    """All."""
    field_name: str = "field"
    """What units leave: ``left the field``."""

    def sides(self) -> list[Side]:
        """Both sides, the reader's first."""
        return sorted(self.armies, key=lambda side: side != self.mine)

    def whose(self, side: Side) -> str:
        """``your``, ``their``; for an onlooker ``South's``."""
        if self.mine is None:
            return f"{self.armies[side]}'s"
        return "your" if side == self.mine else "their"

    def called(self, unit: str) -> str:
        """``your Red regiment (S01)``."""
        one = self.units[unit]
        return f"{self.whose(one.side)} {one.name} ({unit})"

    def of(self, units: Iterable[str], side: Side) -> list[str]:
        """Those of a side."""
        return [unit for unit in units if self.units[unit].side == side]

    def gone(self, harvest: Harvest[Any], more: Mapping[Side, list[str]] | None = None) -> str:
        """``You lost your Red regiment (S01); you destroyed their Left troops (N05).``  more: clauses of each side."""
        told: list[str] = []
        for side in self.sides():
            destroyed = [f"{self.units[unit].name} ({unit})" for unit in self.of(harvest.destroyed, side)]
            left = [self.called(unit) for unit in self.of(harvest.left, side)]
            if destroyed:
                who = self.armies[side] if self.mine is None else "you"
                verb = "lost" if self.mine in (None, side) else "destroyed"
                whose = "the" if self.mine is None else self.whose(side)
                told.append(f"{who} {verb} {whose} {listed(destroyed)}")
            told += [f"{listed(left)} left the {self.field_name}"] if left else []
            told += (more or {}).get(side, [])
        return self._sentence(told)

    def hurt(self, harvest: Harvest[Any]) -> str:
        """``Your Red regiment (S01) fell to 11 of 15; their Left troops (N05) to 9 of 15.``  The worst hit of each."""
        told: list[str] = []
        for side in self.sides():
            hurt = [unit for unit in self.of(harvest.hurt, side) if self.units[unit].there]
            if hurt:
                worst = max(hurt, key=lambda unit: (harvest.hurt[unit], unit))
                down = "to" if told else "fell to"
                others = f" ({plural(len(hurt) - 1, 'other unit', 'other units')} hit)" if len(hurt) > 1 else ""
                told.append(f"{self.called(worst)} {down} {self.units[worst].strength}{others}")
        return self._sentence(told)

    def over(self, how: str, winner: Side | None, ends: Mapping[str, tuple[str, str]] = ENDS, grade: str = "") -> str:
        """The end as the reader feels it.  how: a key of ``ends``, or any other.  grade: of the victory, in words."""
        if winner is None:
            return "The battle is over: neither side has won."
        if self.mine is None:
            return f"The battle is over: {self.armies[winner]} has won."
        won = winner == self.mine
        if how in ends:
            return ends[how][0 if won else 1]
        return f"You have {'won' if won else 'lost'} the battle{f': {grade}' if grade else ''}."

    @staticmethod
    def _sentence(clauses: list[str]) -> str:
        return f"{capital('; '.join(clauses))}." if clauses else ""


def happened(chapters: Iterable[Chapter], quiet: str = "", most: int = BRIEFS) -> tuple[str, ...]:
    """The events of most weight, a sentence each, as they came one after another.  quiet: where none has any."""
    events = [event for chapter in chapters for event in chapter.events if event.brief]
    best = sorted(events, key=lambda event: -event.weight)[:most]
    told = (f"{capital(one.brief.removesuffix('.'))}." for one in events if one in best)
    return tuple(dict.fromkeys(told)) or ((quiet,) if quiet else ())


def on_a_table(turn: SeatTurn[Any], chapters: Sequence[Chapter], volley: type[Any]) -> tuple[str, ...]:
    """What mattered most in a turn of a table's battle; before the first one what the reader commands.

    volley: the fact of one, with its ``unit`` and ``hits``.
    """
    side = side_with(turn.after.armies, turn.seat)
    army = next((one for one in turn.after.armies if one.id == side), None)
    if turn.number == 0 and army is not None:
        units = plural(sum(leads(army, turn.seat, one) for one in turn.after.units.values()), "unit", "units")
        what = f"{units} of the {army.name} army" if parcels_of(army) else f"the {army.name} army: {units}"
        return tuple(one for one in (f"You command {what}.", army.text) if one)
    fired = [one.fact for one in turn.happenings if isinstance(one.fact, volley)]
    if not fired:
        return happened(chapters, "No unit fired, and none came to blows.")
    hits = plural(sum(one.hits for one in fired), "hit", "hits")
    units = plural(len({one.unit for one in fired}), "unit", "units")
    return happened(chapters, f"{units} fired, with {hits}; none came to blows.")


def brief(told: Iterable[str], quiet: str, aim: str) -> tuple[str, ...]:
    """At most three sentences: what is told, ``quiet`` where nothing is; the last of them is the aim's, if any."""
    found = [one for one in told if one] or [quiet]
    return tuple(one for one in (*found[: BRIEFS - 1 if aim else BRIEFS], aim) if one)
