"""A scenario file -> a battle set up (catalogue section 8).  ``scenarios/README.md`` tells how a file is written.

Nothing is guessed: every fault is told with its place, what it is and what to write instead, and no battle is made
while there is one.  What the rules cannot play yet is a fault too, never ignored.
"""

from collections.abc import Mapping
from typing import Any

from pbem.engine.ids import Seat
from pbem.engine.reporting import UnitRow
from pbem.engine.ruleset import Scenario, SeatTurn
from pbem.engine.spec import read, read_most
from pbem.rulesets.snaphance.reporting.troops import rows
from pbem.rulesets.snaphance.scenario.aims import holders_at_first, read_limit, read_objectives, read_victory
from pbem.rulesets.snaphance.scenario.armies import read_side, warn_of_zones
from pbem.rulesets.snaphance.scenario.arrivals import arrivals
from pbem.rulesets.snaphance.scenario.file import Board, File
from pbem.rulesets.snaphance.scenario.map import read_crossings, read_defences, read_hexes, read_place, read_terrain
from pbem.rulesets.snaphance.scenario.reading import Reading
from pbem.rulesets.snaphance.scenario.rest import read_bans, read_pace, read_rulings
from pbem.rulesets.snaphance.scenario.rows import read_rows
from pbem.rulesets.snaphance.scenario.special import read_special
from pbem.rulesets.snaphance.scenario.summary import summary
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.view import view

ONLOOKER = Seat("")
"""Nobody's seat."""


def scenario(spec: Mapping[str, Any], options: Mapping[str, str]) -> Scenario[Battle]:
    """A parsed file and the game's options (``pace``: round, activation or ask me) as a scenario."""
    got = Reading(options)
    file = read_most(File, spec, got.faults)
    battle = _battle(got, file) if file is not None else None
    return Scenario(
        name=str(spec.get("name", "")),
        title=file.title if file else "",
        blurb=file.blurb.strip() if file else "",
        seats=tuple(army.seat for army in got.armies),
        seat_titles={army.seat: army.name for army in got.armies},
        battle=battle if not got.faults.found else None,
        summary=summary(battle) if battle is not None and not got.faults.found else (),
        faults=tuple(got.faults.found),
        warnings=tuple(got.warnings.found),
        armies=_armies(battle) if battle is not None and not got.faults.found else {},
        rounds=(file.limit or 0) if file else 0,
        sources=file.sources.strip() if file else "",
    )


def _armies(battle: Battle) -> dict[Seat, tuple[UnitRow, ...]]:
    """Each side's stands, as an onlooker sees them before the first round."""
    seen = view(battle, ONLOOKER)
    turn = SeatTurn(ONLOOKER, 0, seen, seen, ())
    return {army.seat: rows(turn, army.id) for army in seen.armies}


def _battle(got: Reading, file: File) -> Battle | None:
    if file.rules != "snaphance":
        got.faults.add("rules", f"this file is for the rules {file.rules!r}, not for snaphance")
    board = read(Board, file.board, "board", got.faults)
    if board is None:
        return None
    got.board = board
    if not (1 <= board.columns <= 99 and 1 <= board.rows <= 99):
        got.faults.add("board", "columns and rows are 1 to 99, so that hex labels have four digits")
    read_rulings(got, file)
    read_terrain(got, file)
    read_rows(got, file)
    if len(file.sides) != 2:
        got.faults.add("sides", f"a battle has two sides, the first to roll first; here are {len(file.sides)}")
    for i, side in enumerate(file.sides):
        read_side(got, file, side, f"sides[{i}]")
    warn_of_zones(got)
    pace = read_pace(got)
    read_limit(got, file)
    victory = read_victory(got, file)
    objectives = read_objectives(got, file, victory)
    read_bans(got, file)
    places = [read_place(got, place, f"places[{i}]") for i, place in enumerate(file.places)]
    return Battle(
        title=file.title,
        year=file.year,
        pace=pace,
        limit=file.limit,
        columns=board.columns,
        rows=board.rows,
        scale=board.scale,
        ground=got.ground,
        water=tuple(got.water),
        no_entry=got.no_entry,
        cover=tuple(read_hexes(got, file.cover, "cover")),
        places=tuple(place for place in places if place is not None),
        objectives=objectives,
        victory=victory,
        crossings=read_crossings(got, file),
        arrivals=arrivals(got),
        holders=holders_at_first(got, file, objectives),
        types=got.types,
        armies=tuple(got.armies),
        groups=got.groups,
        stands=got.stands,
        commanders=got.commanders,
        at=got.at,
        rulings=got.rulings,
        bans=tuple(str(ban) for ban in file.bans),
        defences=read_defences(got, file),
        special=read_special(got, file.special),
        history=file.history.strip(),
    )
