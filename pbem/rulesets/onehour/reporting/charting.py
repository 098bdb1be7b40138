"""The map of a one-hour turn for one seat, as data (``engine/tablechart.py``), from the seat's own view and facts."""

from collections.abc import Iterable, Iterator, Mapping

from pbem.engine.ids import Side, StandId
from pbem.engine.mapstyle import SideKey, SideLook
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.edges import TableEdge, edge_length, on_edge
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Spot, spot
from pbem.engine.table.rects import Face, middle
from pbem.engine.tablechart import Area, Base, Cover, Fallen, TableChart, TableFeature, Touch, Track
from pbem.engine.wording import listed
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour.battle import Arrival, Battle, Feature, FeatureKind, Unit, lost_by, side_of_seat
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.reporting.aims import needed
from pbem.rulesets.onehour.reporting.troops import left_of, states, when_and_where
from pbem.rulesets.onehour.tables import ELIMINATED_AT, ROAD_HALF_WIDTH
from pbem.rulesets.onehour.writing.wording import SYMBOLS

COVERS: Mapping[FeatureKind, Cover] = {
    "woods": "wood", "town": "town", "marsh": "marsh", "lake": "lake", "hill": "hill", "river": "river",
    "crossing": "crossing", "road": "road",
}  # fmt: skip


def look(battle: Battle, side: Side) -> SideLook:
    """The first-named side's style or the second's."""
    return 1 if battle.armies[0].id == side else 2


def chart(turn: SeatTurn[Battle]) -> TableChart:
    """What the seat's map shows after the turn."""
    battle = turn.after
    return TableChart(
        title=battle.title,
        subtitle=_subtitle(turn),
        width=battle.table.width,
        depth=battle.table.depth,
        features=tuple(_features(battle)),
        areas=tuple(_areas(battle)),
        objective_text=_objectives(battle),
        sides=tuple(
            SideKey(one.letter, one.name, look(battle, one.id), lost_by(battle, one.id), one.break_at, "units")
            for one in battle.armies
        ),
        bases=tuple(_base(turn, unit) for _, unit in sorted(battle.units.items()) if shown(unit)),
        tracks=tuple(_tracks(turn)),
        touches=tuple(_touches(battle)),
        fallen=tuple(_fallen(turn)),
        coming=coming(battle),
        strength_words=f"hits left of {ELIMINATED_AT}",
        lost_words="hits taken this turn",
    )


def shown(unit: Unit) -> bool:
    """Whether a unit is drawn: on the table, or where the battle has it before its player sets it up."""
    return unit.state in ("on table", "to place")


def coming(battle: Battle) -> str:
    """``S03 and S04 in turn 2 over the south edge at 16.5``; '' where nobody is to come."""
    told = []
    for one in battle.arrivals:
        late = [unit for unit in one.units if battle.units[unit].state == "to come"]
        if late:
            told.append(f"{listed(late)} {when_and_where(battle, one)}")
    return "; ".join(told)


def _subtitle(turn: SeatTurn[Battle]) -> str:
    side = side_of_seat(turn.after, turn.seat)
    name = next((one.name for one in turn.after.armies if one.id == side), "")
    return _when(turn.after) + (f" · {name} view" if name else "")


def _when(battle: Battle) -> str:
    """``at the start``, ``after turn 3 of 15``, ``after South's half of turn 4 of 15``."""
    of = f" of {battle.limit}" if battle.limit else ""
    if battle.ended is not None:
        return f"after turn {battle.turn}{of}"
    if battle.active is not None and battle.side_order and battle.active == battle.side_order[-1]:
        first = next(one.name for one in battle.armies if one.id == battle.side_order[0])
        return f"after {first}'s half of turn {battle.turn}{of}"
    return f"after turn {battle.turn - 1}{of}" if battle.turn > 1 else "at the start"


def _features(battle: Battle) -> Iterator[TableFeature]:
    for one in battle.features:
        half = ROAD_HALF_WIDTH if one.kind == "road" else Hundredths(0)
        yield TableFeature(
            id=one.id, kind=one.drawn or _cover(one), shape=one.shape, half_width=half,
            name=one.name,
        )  # fmt: skip


def _cover(one: Feature) -> Cover:
    """A crossing that is called a bridge or a ford is drawn as one."""
    if one.kind != "crossing":
        return COVERS[one.kind]
    return "bridge" if "bridge" in one.id else "ford" if "ford" in one.id else "crossing"


def _objectives(battle: Battle) -> str:
    """``objective: Harrow Down``; several: ``objectives: ...``."""
    goals = [needed(goal) for goal in battle.objectives]
    return f"{'objective' if len(goals) == 1 else 'objectives'}: {'; '.join(goals)}" if goals else ""


def _areas(battle: Battle) -> Iterator[Area]:
    """What is to be held; before the first turn the zones; exits; where somebody is still to enter."""
    for goal in battle.objectives:
        for one in goal.areas:
            yield Area(kind="objective", shape=one.shape, radius=one.radius, name=_unnamed(battle, one.name))
    for side in battle.armies if not battle.turn else ():
        if side.zone:
            yield Area(kind="deployment", shape=side.zone, name=f"{side.name} sets up", look=look(battle, side.id))
    for way in battle.exits:
        whose = look(battle, way.sides[0]) if len(way.sides) == 1 else None
        yield Area(kind="exit", shape=_stretch(battle, way.edge, way.start, way.end), name=way.name, look=whose)
    for late in battle.arrivals:
        units = [battle.units[unit] for unit in late.units if battle.units[unit].state == "to come"]
        if units:
            yield Area(kind="entry", shape=_mouth(battle, late, units), look=look(battle, units[0].side))


def _unnamed(battle: Battle, name: str) -> str:
    """The name of what is to be held, unless the ground there has the same printed on it."""
    printed = {one.name.casefold().removeprefix("the ") for one in battle.features}
    return "" if name.casefold().removeprefix("the ") in printed else name


def _mouth(battle: Battle, late: Arrival, units: Iterable[Unit]) -> tuple[Spot, ...]:
    """The stretch of edge that entering units take up."""
    half = max(unit.width for unit in units) // 2
    return _stretch(battle, late.edge, Hundredths(late.start - half), Hundredths(late.end + half))


def _stretch(battle: Battle, edge: TableEdge, start: Hundredths, end: Hundredths) -> tuple[Spot, ...]:
    """Two places on an edge."""
    low, high = Hundredths(max(start, 0)), Hundredths(min(end, edge_length(battle.table, edge)))
    return on_edge(battle.table, edge, low), on_edge(battle.table, edge, high)


def _base(turn: SeatTurn[Battle], unit: Unit) -> Base:
    before = turn.before.units.get(unit.id)
    return Base(
        code=unit.id,
        name=unit.name,
        look=look(turn.after, unit.side),
        symbol=SYMBOLS[unit.type],
        at=unit.pose,
        width=unit.width,
        depth=unit.depth,
        strength=str(left_of(unit)),
        marks=("spent",) if unit.out_of_ammo else (),
        lost=max(unit.hits - before.hits, 0) if before is not None else 0,
        told=states(turn.after, unit),
    )


def _touches(battle: Battle) -> Iterator[Touch]:
    for one in battle.contacts:
        attacker = battle.units[one.attacker]
        yield Touch(one.attacker, one.target, spot(middle(footprint(attacker), Face.FRONT)))


def _fallen(turn: SeatTurn[Battle]) -> Iterator[Fallen]:
    for happening in turn.happenings:
        if isinstance(happening.fact, f.Eliminated):
            unit = happening.before.units[happening.fact.unit]
            yield Fallen(unit.id, look(turn.after, unit.side), unit.pose, unit.width, unit.depth)


# --- arrows -------------------------------------------------------------------------------------------------------


def _tracks(turn: SeatTurn[Battle]) -> Iterator[Track]:
    """Every move, charge and shot of the turn."""
    for happening in turn.happenings:
        yield from tracks_of(happening.before, happening.fact)


def tracks_of(before: Battle, fact: object) -> Iterator[Track]:
    """A fact as an arrow, if it is one.  before: the battle as it stood."""
    match fact:
        case f.Moved(unit=unit, path=path, end=end):
            one = before.units[unit]
            if one.pose != end:
                yield Track("moved", look(before, one.side), unit, path, end, one.pose)
        case f.Entered(unit=unit, path=path, end=end):
            yield Track("moved", look(before, before.units[unit].side), unit, path, end)
        case f.LeftTable(unit=unit, path=path):
            one = before.units[unit]
            yield Track("moved", look(before, one.side), unit, path, None, one.pose)
        case f.Charged(unit=unit, start=start, touch=touch, end=end):
            one = before.units[unit]
            yield Track("charged", look(before, one.side), unit, _each_once(start.at, touch.at, end.at), end, one.pose)
        case f.TurnedToFace(unit=unit, end=end):
            one = before.units[unit]
            yield Track("moved", look(before, one.side), unit, (one.pose.at, end.at), end, one.pose)
        case f.Shot(unit=unit, target=target):
            yield shot_track(before, unit, target)
        case _:
            pass


def shot_track(battle: Battle, unit: StandId, target: StandId) -> Track:
    """The line of fire (OH-G9)."""
    one = battle.units[unit]
    muzzle = spot(middle(footprint(one), Face.FRONT))
    return Track("shot", look(battle, one.side), unit, (muzzle, battle.units[target].pose.at))


def _each_once(*path: Spot) -> tuple[Spot, ...]:
    """A way without places that follow themselves; two places at least."""
    kept = [here for here, last in zip(path, (None, *path), strict=False) if here != last]
    return tuple(kept) if len(kept) > 1 else (path[0], path[-1])
