"""A scenario file -> a battle set up (catalogue section 8).  ``scenarios/README.md`` tells how a file is written.

Nothing is guessed: every fault is told with its place, what it is and what to write instead, and no battle is made
while there is one.  What the rules cannot play yet is a fault too, never ignored.
"""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from pbem.engine.hexes import HexKey
from pbem.engine.ids import Side
from pbem.engine.scenariofile.borders import read_borders
from pbem.engine.scenariofile.reader import ScenarioReader
from pbem.engine.sightings import SideSights, Sights
from pbem.engine.spec import read
from pbem.rulesets.snaphance.reporting.troops import rows
from pbem.rulesets.snaphance.scenario.aims import holders_at_first, read_limit, read_objectives
from pbem.rulesets.snaphance.scenario.armies import read_side, share_out, warn_of_zones
from pbem.rulesets.snaphance.scenario.arrivals import arrivals
from pbem.rulesets.snaphance.scenario.blinds import with_blinds
from pbem.rulesets.snaphance.scenario.file import Board, File, SideSpec
from pbem.rulesets.snaphance.scenario.map import read_crossings, read_defences, read_hexes, read_places, read_terrain
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts
from pbem.rulesets.snaphance.scenario.rest import PACES, SET_UP, read_bans, read_rulings
from pbem.rulesets.snaphance.scenario.rows import read_rows
from pbem.rulesets.snaphance.scenario.special import SPECIAL
from pbem.rulesets.snaphance.scenario.summary import summary
from pbem.rulesets.snaphance.scenario.zones import read_zones
from pbem.rulesets.snaphance.seeing.reports import reported
from pbem.rulesets.snaphance.state.battle import Battle, Pace, Stand
from pbem.rulesets.snaphance.state.view import view


def _battle(got: ScenarioParts, file: File) -> Battle | None:
    board = read(Board, file.board, "board", got.faults)
    if board is None:
        return None
    got.board = board
    if not (1 <= board.columns <= 99 and 1 <= board.rows <= 99):
        got.fault("board", "columns and rows are 1 to 99, so that hex labels have four digits")
    read_rulings(got, file)
    read_terrain(got, file)
    read_rows(got, file)
    got.two_sides(file.sides, ", the first to roll first")
    for spec, where in got.items(SideSpec, file.sides, "sides"):
        read_side(got, file, spec, where)
    share_out(got, file)
    warn_of_zones(got)
    chosen = got.read_pace(PACES)
    pace: Pace = "round" if chosen == SET_UP else chosen  # type: ignore[assignment]  # its other keys
    read_zones(got, file, kept=chosen == SET_UP)
    read_limit(got, file)
    victory = read_borders(got, file.victory)
    objectives = read_objectives(got, file, victory)
    read_bans(got, file)
    holders = holders_at_first(got, file, objectives)
    hidden = got.read_sight(file.sight)
    blinds = got.read_blinds(file.blinds, hidden=hidden)
    battle = Battle(
        title=file.title,
        year=file.year,
        pace=pace,
        phase="set-up" if chosen == SET_UP else "orders",
        limit=file.limit,
        columns=board.columns,
        rows=board.rows,
        scale=board.scale,
        ground=got.ground,
        water=tuple(got.water),
        no_entry=got.no_entry,
        cover=tuple(read_hexes(got, file.cover, "cover")),
        places=read_places(got, file),
        objectives=objectives,
        victory=victory,
        crossings=read_crossings(got, file),
        arrivals=arrivals(got),
        holders=holders,
        sights=_sights(got, file, pace, holders, hidden=hidden),
        types=got.types,
        armies=tuple(got.armies),
        groups=got.groups,
        stands=got.stands,
        commanders=got.commanders,
        at=got.at,
        rulings=got.rulings,
        bans=tuple(str(ban) for ban in file.bans),
        defences=read_defences(got, file),
        special=SPECIAL.read(got, file.special),
        history=file.history.strip(),
    )
    return with_blinds(got, battle, blinds) if blinds else battle


LEAST_VISIBILITY = 3
"""In less no shot would be aimed by day."""


def _sights(
    got: ScenarioParts, file: File, pace: Pace, holders: Mapping[HexKey, Side], *, hidden: bool
) -> Sights[Stand] | UnsetType:
    """What the sides see at first, nothing but who holds what, where units are hidden (SN-H1)."""
    if not LEAST_VISIBILITY <= file.visibility <= 99:
        got.fault("visibility", f"{file.visibility} is not between {LEAST_VISIBILITY} and 99 hexes")
    if not hidden:
        return UNSET
    if pace != "round":
        told = "who is asked in the middle of a round would learn of what is not in sight"
        got.fault("options.pace", f"where units are hidden the pace is round or {SET_UP}, not {pace!r}: {told}")
    first: SideSights[Stand] = SideSights(held={str(here): side for here, side in holders.items()})
    return Sights(visibility=file.visibility, sides={one.id: first for one in got.armies})


scenario = ScenarioReader(
    rules="snaphance",
    file=File,
    gathered=ScenarioParts,
    build=_battle,
    armies=lambda got: got.armies,
    rounds=lambda file: file.limit,
    summary=summary,
    view=view,
    rows=rows,
    report=reported,
)
"""A parsed file and the game's options (``pace``) as a scenario."""
