"""A scenario file made into a ``Scenario``: read as the rule set's struct, built, and told with every fault."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from pbem.engine.commanders import name_of, parcels_of, seats_of
from pbem.engine.ids import Seat, Side
from pbem.engine.reporting import UnitRow
from pbem.engine.ruleset import Scenario, SeatTurn
from pbem.engine.scenariofile.gathered import ArmyRead, Gathered
from pbem.engine.scenariofile.suspected import Report, with_suspected
from pbem.engine.spec import read_most

ONLOOKER = Seat("")
"""A seat of no side."""


class FileHead(msgspec.Struct, frozen=True, kw_only=True):
    """The keys that every scenario file has.  A rule set derives its own file from it."""

    rules: str
    name: str
    title: str
    blurb: str
    sides: list[Any]
    """As the rule set reads them."""
    history: str = ""
    """How the battle was fought in its day."""
    sources: str = ""
    """Of its numbers."""
    commanders: list[Any] = []
    """Who commands what, where several commanders a side are wanted."""
    suspected: list[Any] = []
    """Troops that a side was told of before the battle, where units are hidden."""


class Fought(Protocol):
    """What the engine asks of a battle that has been set up."""

    @property
    def armies(self) -> Sequence[ArmyRead]:
        """Both."""


def _title(army: ArmyRead, seat: Seat) -> str:
    """``Huguenot``; of one of several commanders ``Condé (Huguenot)``."""
    name = name_of([army], seat)
    return f"{name} ({army.name})" if name else army.name


F = TypeVar("F", bound=FileHead)
G = TypeVar("G", bound=Gathered)
B = TypeVar("B", bound=Fought)


@dataclass(frozen=True, kw_only=True)
class ScenarioReader(Generic[F, G, B]):
    """What a rule set brings to read its scenario files."""

    rules: str
    """Its name, as files give it."""
    file: type[F]
    gathered: Callable[[Mapping[str, str]], G]
    """A reading with nothing in it, from the game's options."""
    build: Callable[[G, F], B | None]
    """The battle, part after part; None where it cannot be built at all."""
    armies: Callable[[G], Sequence[ArmyRead]]
    """The armies that have been read."""
    rounds: Callable[[F], int | None]
    """After which the battle ends."""
    summary: Callable[[B], tuple[str, ...]]
    view: Callable[[B, Seat], B]
    rows: Callable[[SeatTurn[B], Side], tuple[UnitRow, ...]]
    report: Report | None = None
    """What a side is told of troops; None where none are reported before a battle."""

    def __call__(self, spec: Mapping[str, Any], options: Mapping[str, str]) -> Scenario[B]:
        """A parsed file and the game's options as a scenario; no battle while there is a fault."""
        got = self.gathered(options)
        file = read_most(self.file, spec, got.faults)
        if file is not None:
            got.check_rules(file.rules, self.rules)
        built = self._built(got, file) if file is not None else None
        armies = self.armies(got)
        if got.options.get("commanders") and not got.faults.found and not any(parcels_of(one) for one in armies):
            got.fault("options.commanders", "each side of this battle has one commander only")
        battle = built if not got.faults.found else None
        return Scenario(
            name=str(spec.get("name", "")),
            title=file.title if file else "",
            blurb=file.blurb.strip() if file else "",
            seats=tuple(seat for army in armies for seat in seats_of(army)),
            seat_titles={seat: _title(army, seat) for army in armies for seat in seats_of(army)},
            battle=battle,
            faults=tuple(got.faults.found),
            warnings=tuple(got.warnings.found),
            summary=self.summary(battle) if battle is not None else (),
            armies=self._rows(battle) if battle is not None else {},
            rounds=(self.rounds(file) or 0) if file else 0,
            sources=file.sources.strip() if file else "",
        )

    def _built(self, got: G, file: F) -> B | None:
        """The battle, with what its sides were told of before it."""
        built = self.build(got, file)
        if file.suspected and self.report is None:
            got.fault("suspected", "these rules report no troops before a battle")
        if built is None or self.report is None or got.faults.found:
            return built
        return with_suspected(got, built, file.suspected, self.report)

    def _rows(self, battle: B) -> dict[Seat, tuple[UnitRow, ...]]:
        """Each side's units, as an onlooker sees them before the battle."""
        seen = self.view(battle, ONLOOKER)
        turn = SeatTurn(ONLOOKER, 0, seen, seen, ())
        return {seat: self.rows(turn, army.id) for army in seen.armies for seat in seats_of(army)}
