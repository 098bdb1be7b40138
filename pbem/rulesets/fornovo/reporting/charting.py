"""The map of a turn for one seat, as data, from the seat's own view and facts."""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.commanders import led_by_fellow
from pbem.engine.hiding import ghosts_of, knows_part
from pbem.engine.ids import Side, StandId
from pbem.engine.mapstyle import SideKey, SideLook, look_of
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.aims import objective_text
from pbem.engine.table.arrivals import coming
from pbem.engine.table.charting import Arrows, Footing, each_once, stretch, tracks, unprinted
from pbem.engine.table.measures import Hundredths, Tenths, hundredths
from pbem.engine.table.noticed import SeenMoving
from pbem.engine.table.places import Pose, Spot, spot
from pbem.engine.table.rects import centre
from pbem.engine.tablechart import Area, Base, Cover, TableChart, TableFeature, Track
from pbem.rulesets.fornovo.moving.places import disordered, footprint, rect_of
from pbem.rulesets.fornovo.playing.ending import lost
from pbem.rulesets.fornovo.reporting.troops import states
from pbem.rulesets.fornovo.seeing.looking import unseen_by_seen
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state import fighting_facts as g
from pbem.rulesets.fornovo.state.battle import LINES, Battle, General, PieceKind, chase_of, leader, piece
from pbem.rulesets.fornovo.state.sights import arm_of
from pbem.rulesets.fornovo.state.units import Block, Unit, exhausted, ready_turn
from pbem.rulesets.fornovo.view import side_of

COVERS: Mapping[PieceKind, Cover] = {
    "impassable": "impassable", "river": "river", "ford": "ford", "stream": "river", "bridge": "bridge",
    "rough": "field", "wood": "wood", "light_wood": "wood", "heavy_wood": "wood", "steep_hill": "hill",
    "gentle_hill": "hill", "block": "town", "strongpoint": "town", "low_wall": "works", "high_wall": "works",
    "hedgerow": "hedge", "ditch": "hedge", "light_works": "works", "heavy_works": "works", "stakes": "works",
    "laager": "works",
}  # fmt: skip
"""What each kind of ground is drawn as."""
LINE_WIDTH = Hundredths(12)
"""Half the width that a line is drawn with."""
HALF_BASE = Hundredths(50)
"""Half the base that a general is drawn with."""


def look(battle: Battle, side: Side) -> SideLook:
    """The first-named side's style or the second's."""
    return look_of(battle.sides, side)


def footing(battle: Battle, unit: Unit) -> Footing:
    """Where a unit stands, and whose it is; of a garrison the block."""
    size = footprint(unit, battle.scale)
    return Footing(
        unit.id, look(battle, unit.side), middle(battle, unit), hundredths(size.width), hundredths(size.depth)
    )


def middle(battle: Battle, unit: Unit) -> Pose:
    """The middle of its footprint; of a garrison that of its block."""
    rect = rect_of(battle, unit)
    if rect is not None and unit.pose is not None:
        return Pose(spot(centre(rect)), unit.pose.facing)
    held = piece(battle, unit.inside)
    shape = held.shape if held is not None else (Spot(Hundredths(0), Hundredths(0)),)
    across, up = sum(at.x for at in shape) // len(shape), sum(at.y for at in shape) // len(shape)
    return Pose(Spot(Hundredths(across), Hundredths(up)), Tenths(0))


def on_map(battle: Battle, code: str) -> Pose | None:
    """Where a unit or general is drawn; None for one that is not."""
    unit = next((one for one in battle.units.values() if one.id == code), None)
    if unit is not None:
        return middle(battle, unit) if unit.pose is not None or unit.inside else None
    general = next((one for one in battle.generals.values() if one.id == code), None)
    return Pose(general.at, Tenths(0)) if general is not None and general.at is not None else None


def chart(turn: SeatTurn[Battle]) -> TableChart:
    """What the seat's map shows after the turn."""
    battle = turn.after
    features = tuple(_features(battle))
    side = side_of(battle, turn.seat)
    unseen = unseen_by_seen(battle, side) if side is not None else frozenset[StandId]()
    there = [one for _, one in sorted(battle.units.items()) if one.pose is not None or one.inside]
    return TableChart(
        title=battle.title,
        subtitle=_subtitle(turn),
        width=battle.table.width,
        depth=battle.table.depth,
        features=features,
        areas=tuple(_areas(battle, features)),
        objective_text=objective_text(battle.objectives),
        sides=tuple(
            SideKey(
                one.letter,
                one.name,
                look(battle, one.id),
                lost(battle, one.id),
                one.break_at,
                "points",
                knows_part(battle, turn.seat, one.id),
            )
            for one in battle.armies
        ),
        bases=(
            *(_base(turn, unit, unseen) for unit in there),
            *_ghosts(battle, side),
            *(_general(battle, one) for _, one in sorted(battle.generals.items()) if not one.removed and one.at),
        ),
        tracks=tuple(tracks(ARROWS, turn.happenings)),
        touches=tuple(
            footing(battle, battle.units[one.units[0]]).touches(one.units[1])
            for one in battle.combats
            if {*one.units} <= {*battle.units}
        ),
        fallen=tuple(
            footing(one.before, one.before.units[one.fact.unit]).fallen()
            for one in turn.happenings
            if isinstance(one.fact, f.Removed) and one.fact.unit in one.before.units
        ),
        coming=coming(battle.arrivals, battle.to_come, battle.table, battle.turn),
        strength_words="figures",
        lost_words="figures lost this turn",
    )


def _subtitle(turn: SeatTurn[Battle]) -> str:
    battle = turn.after
    name = next((one.name for one in battle.armies if one.id == side_of(battle, turn.seat)), "")
    when = f"after turn {turn.number} of {battle.limit}" if turn.number else "at the start"
    return when + (f" · {name} view" if name else "")


def _features(battle: Battle) -> Iterator[TableFeature]:
    for one in battle.terrain:
        half = LINE_WIDTH if one.kind in LINES else Hundredths(0)
        yield TableFeature(id=one.id, kind=COVERS[one.kind], shape=one.shape, half_width=half, name=one.name)


def _areas(battle: Battle, features: tuple[TableFeature, ...]) -> Iterator[Area]:
    for goal in battle.objectives:
        for one in goal.areas:
            yield Area(kind="objective", shape=one.shape, radius=one.radius, name=unprinted(one.name, features))
    for late in battle.arrivals:
        units = [battle.to_come[unit] for unit in late.units if unit in battle.to_come]
        if units:
            mouth = stretch(battle.table, late.edge, late.start, late.end, Hundredths(150))
            yield Area(kind="entry", shape=mouth, look=look(battle, units[0].side))


def _ghosts(battle: Battle, side: Side | None) -> Iterator[Base]:
    """Where units were last seen that are no longer in sight (FS-H5)."""
    for name, ghost in ghosts_of(battle, side).items():
        spot_ = footing(battle, ghost.was)
        yield Base(
            code=name, name=ghost.was.name, look=spot_.look, symbol=_symbol(ghost.was), at=spot_.at, width=spot_.width,
            depth=spot_.depth, strength="", ghost=ghost.turn, source=ghost.told,
            age=max(battle.turn - ghost.turn, 1),
        )  # fmt: skip


def _base(turn: SeatTurn[Battle], unit: Unit, unseen: Collection[StandId]) -> Base:
    before = turn.before.units.get(unit.id)
    spot_ = footing(turn.after, unit)
    return Base(
        code=unit.id,
        name=unit.name,
        rows=figures(unit),
        look=spot_.look,
        symbol=_symbol(unit),
        at=spot_.at,
        width=spot_.width,
        depth=spot_.depth,
        strength=f"{unit.figures}" if unit.seen is UNSET else "",
        seen=unit.seen if unit.seen is not UNSET and unit.seen != "known" else None,
        marks=(*(_marks(turn.after, unit) if unit.seen is UNSET else ()), *(UNSEEN if unit.id in unseen else ())),
        lost=max(before.figures - unit.figures, 0) if before is not None and unit.seen is UNSET is before.seen else 0,
        told=(*states(turn.after, unit), *(["not seen by those you see"] if unit.id in unseen else [])),
        fellow=bool(led_by_fellow(turn.after.armies, turn.seat, unit.side, unit.id)),
    )


Mark = Literal["general", "routed", "shaken", "halted", "disordered", "exhausted", "square", "pursuing", "loaded"]


def _marks(battle: Battle, unit: Unit) -> Iterator[Mark]:
    """Its states that have a sign of their own (FS-8.1, FS-5.1, FS-5.2, FS-7.17f, FS-9.16)."""
    if leader(battle, unit.id) is not None:
        yield "general"
    if unit.morale != "good":
        yield unit.morale
    if disordered(battle, unit) and unit.morale != "routed":
        yield "disordered"
    if exhausted(unit):
        yield "exhausted"
    if unit.formation == "square":
        yield "square"
    if chase_of(battle, unit.id) is not None:
        yield "pursuing"
    if unit.guns and not unit.limbered and ready_turn(unit, battle.turn, battle.period) <= battle.turn:
        yield "loaded"


def figures(unit: Unit) -> tuple[str, ...]:
    """A letter for each figure, row by row, of a unit in line: pikes may stand deeper than the sleeves beside them."""
    if not unit.arrayed or unit.formation == "square" or unit.skirmishers or unit.seen is not UNSET:
        return ()
    deep = max(len(one.rows) for one in unit.blocks)
    return tuple("".join(_row(unit, one, row) for one in unit.blocks) for row in range(deep))


def _row(unit: Unit, block: Block, row: int) -> str:
    """The figures of a row of a block; beside other blocks in their files, blank behind its last row (G-2)."""
    if row >= len(block.rows):
        return " " * block.rows[0]
    letters = (LETTERS.get(block.melee, "M") if unit.foot else _horse(unit)) * block.rows[row]
    return letters.center(block.rows[0], ".") if len(unit.blocks) > 1 else letters


LETTERS = {"pike": "P", "heavy_weapon": "W", "long_spear": "P"}
"""How figures on foot are drawn; others as shot."""


def _horse(unit: Unit) -> str:
    return "D" if unit.kind == "mounted_foot" else "H"


UNSEEN: tuple[Literal["unseen"]] = ("unseen",)


def _symbol(unit: Unit) -> str:
    if unit.seen is not UNSET:
        return arm_of(unit)
    if unit.guns:
        return "guns"
    if unit.kind == "mounted_foot":
        return "dragoons"
    if unit.kind == "cavalry":
        return "horse"
    pikes = any(one.melee == "pike" for one in unit.blocks)
    return "pike-and-shot" if pikes else "shot"


def _general(battle: Battle, one: General) -> Base:
    assert one.at is not None
    return Base(
        code=one.id, name=one.name, look=look(battle, one.side), symbol="commander", at=Pose(one.at, Tenths(0)),
        width=Hundredths(2 * HALF_BASE), depth=Hundredths(2 * HALF_BASE), strength="",
    )  # fmt: skip


def _went(view: Battle, code: str, to: Pose | None, kind: str) -> Track | None:
    unit = view.units.get(code)  # type: ignore[call-overload]  # a unit's code
    if unit is None or unit.pose is None or to is None or unit.pose.at == to.at:
        return None
    from_ = footing(view, unit)
    there = Pose(to.at, to.facing)
    return from_.went(each_once(unit.pose.at, there.at), there, kind)  # type: ignore[arg-type]  # of the list


def _charged(view: Battle, fact: f.ChargeMoved) -> Track | None:
    """One with impetus says so (FS-7.7)."""
    track = _went(view, fact.charge.unit, fact.to, "charged")
    return replace(track, said="impetus") if track is not None and fact.impetus else track


def _shot(view: Battle, fact: g.VolleyFired) -> Track | None:
    at, unit = on_map(view, fact.target), view.units.get(fact.unit)
    return footing(view, unit).shot(at) if at is not None and unit is not None else None


ARROWS: Arrows[Battle] = {
    SeenMoving: lambda view, fact: footing(view, view.units[fact.unit]).went((fact.start.at, fact.end.at), fact.end),
    f.MoveMade: lambda view, fact: _went(view, fact.unit.id, fact.unit.pose, "moved") if fact.inches else None,
    f.ChargeMoved: _charged,
    f.ChargeFailed: lambda view, fact: _went(view, fact.unit, fact.to, "fell-back"),
    f.Evaded: lambda view, fact: _went(view, fact.unit, fact.to, "fell-back"),
    f.Recoiled: lambda view, fact: _went(view, fact.unit, fact.to, "fell-back"),
    f.RoutMoved: lambda view, fact: _went(view, fact.unit, fact.to, "fell-back"),
    f.PursuitMoved: lambda view, fact: _went(view, fact.unit, fact.to, "charged"),
    f.FollowedUp: lambda view, fact: _went(view, fact.unit, fact.to, "charged"),
    g.VolleyFired: _shot,
}
"""How each fact is drawn."""
