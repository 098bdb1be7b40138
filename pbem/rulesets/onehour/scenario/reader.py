"""A scenario file -> a battle set up (catalogue section 9).  ``scenarios/onehour/README.md`` tells how one is written.

Nothing is guessed: every fault is told with its place, what it is and what to write instead, and no battle is made
while there is one.
"""

from collections.abc import Mapping
from typing import Any

from pbem.engine.ids import Seat, Side
from pbem.engine.reporting import UnitRow
from pbem.engine.ruleset import Scenario, SeatTurn
from pbem.engine.spec import read_most, unknown
from pbem.rulesets.onehour.battle import Battle
from pbem.rulesets.onehour.reporting.troops import rows
from pbem.rulesets.onehour.scenario.aims import read_exits, read_near, read_objectives, read_victory
from pbem.rulesets.onehour.scenario.armies import read_sides
from pbem.rulesets.onehour.scenario.file import File
from pbem.rulesets.onehour.scenario.map import read_switches, read_table, read_terrain
from pbem.rulesets.onehour.scenario.places import check_places
from pbem.rulesets.onehour.scenario.reading import BY_DICE, SET_UP, Reading
from pbem.rulesets.onehour.scenario.summary import summary
from pbem.rulesets.onehour.view import view

RULES = "onehour"
ONLOOKER = Seat("")
"""Nobody's seat."""

PACES: Mapping[str, str] = {
    "turn": "A side writes orders when its player turn comes. Both stand at first as the battle has them.",
    SET_UP: "As by turns, and before the first turn both sides set up their own units, neither seeing the other's.",
    BY_DICE: "As by turns, and before the first turn both sides roll for a row of the table of armies, or choose one.",
}
"""How often a game stops for its players, the usual one first."""

FEWEST_TURNS = 8
"""Fewer leave no time for powder to run out and for fights to end (catalogue section 9)."""


def scenario(spec: Mapping[str, Any], options: Mapping[str, str]) -> Scenario[Battle]:
    """A parsed file and the game's options (``pace``) as a scenario."""
    got = Reading(options)
    file = read_most(File, spec, got.faults)
    battle = _battle(got, file) if file is not None else None
    sound = battle if not got.faults.found else None
    return Scenario(
        name=str(spec.get("name", "")),
        title=file.title if file else "",
        blurb=file.blurb.strip() if file else "",
        seats=tuple(army.seat for army in got.armies),
        seat_titles={army.seat: army.name for army in got.armies},
        battle=sound,
        faults=tuple(got.faults.found),
        warnings=tuple(got.warnings.found),
        summary=summary(sound) if sound is not None else (),
        armies=_armies(sound) if sound is not None else {},
        rounds=(file.turns or 0) if file else 0,
        sources=file.sources.strip() if file else "",
    )


def _armies(battle: Battle) -> dict[Seat, tuple[UnitRow, ...]]:
    """Each side's units, as an onlooker sees them before the first turn."""
    seen = view(battle, ONLOOKER)
    turn = SeatTurn(ONLOOKER, 0, seen, seen, ())
    return {army.seat: rows(turn, army.id) for army in seen.armies}


def _battle(got: Reading, file: File) -> Battle | None:
    if file.rules != RULES:
        got.faults.add("rules", f"this file is for the rules {file.rules!r}, not for {RULES}")
    if file.information != "open":
        told = "both sides see the table; what comes in secret is so by its 'enters': write open, or leave it out"
        got.faults.add("information", f"{file.information!r} is not played here: {told}")
    _read_pace(got)
    read_table(got, file)
    read_switches(got, file)
    read_terrain(got, file)
    read_sides(got, file)
    victory = read_victory(got, file)
    battle = Battle(
        title=file.title,
        history=" ".join(file.history.split()),
        table=got.table,
        limit=_limit(got, file),
        switches=got.switches,
        features=tuple(got.features.values()),
        objectives=read_objectives(got, file, victory),
        exits=read_exits(got, file),
        arrivals=tuple(got.arrivals),
        ties=read_near(got, file),
        victory=victory,
        armies=tuple(got.armies),
        deploys=got.pace == SET_UP,
        side_order=_order(got, file),
        units=got.units,
        phase="army",
    )
    check_places(got, battle)
    return battle


def _read_pace(got: Reading) -> None:
    """How often the game stops, an option of the game and not of the file."""
    unknown(got.options, ("pace",), "options", got.faults)
    pace = got.options.get("pace") or next(iter(PACES))
    if pace not in PACES:
        got.faults.add("options.pace", f"{pace!r} is no pace; there are: {', '.join(PACES)}")
    got.pace = pace


def _limit(got: Reading, file: File) -> int | None:
    """The last turn."""
    if file.turns is None:
        got.warnings.add("", "'turns' is missing: the battle goes on until a side has nobody left (OH-Q32)")
    elif not 1 <= file.turns <= 99:
        got.faults.add("turns", "a battle has 1 to 99 turns; 15 are usual")
    elif file.turns < FEWEST_TURNS:
        got.warnings.add("turns", f"{file.turns} turns: powder hardly runs out, and few fights end, in fewer than 8")
    for one in got.arrivals:
        if file.turns is not None and one.turn > file.turns:
            where = f"{got.places[one.units[0]]}.enters.turn"
            got.faults.add(where, f"turn {one.turn} comes after the last one, {file.turns}")
    return file.turns


def _order(got: Reading, file: File) -> tuple[Side, ...]:
    """Who goes first (OH-Q1); () where the dice say."""
    known = tuple(army.id for army in got.armies)
    if file.first is None:
        return ()
    if file.first not in known:
        got.faults.add("first", f"there is no side {file.first!r}; there are: {', '.join(known)}; left out: by dice")
        return ()
    return tuple(sorted(known, key=lambda side: side != file.first))
