"""A scenario file -> a battle set up (catalogue section 9).  ``scenarios/onehour/README.md`` tells how one is written.

Nothing is guessed: every fault is told with its place, what it is and what to write instead, and no battle is made
while there is one.
"""

from collections.abc import Mapping

from msgspec import UNSET

from pbem.engine.ids import Side
from pbem.engine.scenariofile.reader import ScenarioReader
from pbem.engine.sightings import Sights
from pbem.engine.spec import inside
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.scenario.aims import read_exits, read_near
from pbem.engine.table.scenario.arrivals import check_turns
from pbem.rulesets.onehour.battle import Battle, SeenFrom, Unit
from pbem.rulesets.onehour.reporting.troops import rows
from pbem.rulesets.onehour.scenario.aims import read_objectives, read_victory
from pbem.rulesets.onehour.scenario.armies import read_sides, share_out
from pbem.rulesets.onehour.scenario.blinds import with_blinds
from pbem.rulesets.onehour.scenario.file import File, SeenFromSpec
from pbem.rulesets.onehour.scenario.map import read_switches, read_terrain
from pbem.rulesets.onehour.scenario.places import check_places
from pbem.rulesets.onehour.scenario.reading import BY_DICE, SET_UP, ScenarioParts
from pbem.rulesets.onehour.scenario.summary import summary
from pbem.rulesets.onehour.seeing.reports import reported
from pbem.rulesets.onehour.view import view

PACES: Mapping[str, str] = {
    "turn": "A side writes orders when its player turn comes. Both stand at first as the battle has them.",
    SET_UP: "As by turns, and before the first turn both sides set up their own units, neither seeing the other's.",
    BY_DICE: "As by turns, and before the first turn both sides roll for a row of the table of armies, or choose one.",
}
"""How often a game stops for its players, the usual one first."""

LEAST_VISIBILITY = Hundredths(600)
"""In less neither side would find the other on a table."""
FEWEST_TURNS = 8
"""Fewer leave no time for powder to run out and for fights to end (catalogue section 9)."""


def _battle(got: ScenarioParts, file: File) -> Battle | None:
    if file.information != "open":
        told = "both sides see the table; what comes in secret is so by its 'enters': write open, or leave it out"
        got.fault("information", f"{file.information!r} is not played here: {told}")
    got.pace = got.read_pace(PACES)
    got.read_table(file.table)
    read_switches(got, file)
    read_terrain(got, file)
    read_sides(got, file)
    share_out(got, file)
    victory = read_victory(got, file)
    seen = _visibility(got, file)
    hidden = got.read_sight(file.sight)
    blinds = got.read_blinds(file.blinds, hidden=hidden)
    sights = Sights[Unit](visibility=seen[0].inches, blinds=blinds > 0) if hidden and seen else UNSET
    battle = Battle(
        title=file.title,
        history=" ".join(file.history.split()),
        table=got.table,
        limit=_limit(got, file),
        switches=got.switches,
        features=tuple(got.features.values()),
        objectives=read_objectives(got, file, victory),
        exits=read_exits(got, file.exits, got.armies, got.switches.frontage),
        arrivals=tuple(got.arrivals),
        ties=read_near(got, file.near, got.units, ": its army is drawn" if got.pace == BY_DICE else ""),
        victory=victory,
        armies=tuple(got.armies),
        deploys=got.pace == SET_UP,
        side_order=_order(got, file),
        units=got.units,
        phase="army",
        sights=sights,
        visibility=seen[1:] if sights is not UNSET and seen[1:] else UNSET,
    )
    check_places(got, battle)
    return with_blinds(got, battle, blinds) if blinds else battle


def _visibility(got: ScenarioParts, file: File) -> tuple[SeenFrom, ...]:
    """How far is seen, from each turn on that changes it, the first one first."""
    if not isinstance(file.visibility, list):
        return (SeenFrom(1, got.length(file.visibility, "visibility", LEAST_VISIBILITY)),)
    found = [
        SeenFrom(spec.turn, got.length(spec.inches, inside(where, "inches"), LEAST_VISIBILITY))
        for spec, where in got.items(SeenFromSpec, file.visibility, "visibility")
    ]
    if [one.turn for one in found] != sorted({1, *(one.turn for one in found)}):
        got.fault("visibility", "it begins with turn 1, and goes on in the order of turns")
        return ()
    return tuple(found)


def _limit(got: ScenarioParts, file: File) -> int | None:
    """The last turn."""
    if file.turns is None:
        got.warn("", "'turns' is missing: the battle goes on until a side has nobody left (OH-Q32)")
    elif not 1 <= file.turns <= 99:
        got.fault("turns", "a battle has 1 to 99 turns; 15 are usual")
    elif file.turns < FEWEST_TURNS:
        got.warn("turns", f"{file.turns} turns: powder hardly runs out, and few fights end, in fewer than 8")
    check_turns(got, got.arrivals, file.turns, got.places)
    return file.turns


def _order(got: ScenarioParts, file: File) -> tuple[Side, ...]:
    """Who goes first (OH-Q1); () where the dice say."""
    known = tuple(army.id for army in got.armies)
    if file.first is None:
        return ()
    if not got.one_of(file.first, known, "first", "side", "; left out: by dice"):
        return ()
    return tuple(sorted(known, key=lambda side: side != file.first))


scenario = ScenarioReader(
    rules="onehour",
    file=File,
    gathered=ScenarioParts,
    build=_battle,
    armies=lambda got: got.armies,
    rounds=lambda file: file.turns,
    summary=summary,
    view=view,
    rows=rows,
    report=reported,
)
"""A parsed file and the game's options (``pace``) as a scenario."""
