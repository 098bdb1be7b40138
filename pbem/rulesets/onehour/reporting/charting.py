"""The map of a one-hour turn for one seat, as data (``engine/tablechart.py``), from the seat's own view and facts."""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from msgspec import UNSET

from pbem.engine.commanders import led_by_fellow
from pbem.engine.hiding import ghosts_of, has_blinds, knows_part
from pbem.engine.ids import Side, StandId
from pbem.engine.mapstyle import ChartGrade, SideKey, SideLook, look_of
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.aims import objective_text
from pbem.engine.table.arrivals import coming
from pbem.engine.table.charting import Arrows, Footing, each_once, stretch, tracks, unprinted
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.noticed import SeenMoving
from pbem.engine.tablechart import Area, Base, Cover, TableChart, TableFeature, Track
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour.battle import Battle, Feature, FeatureKind, Unit, lost_by, side_of_seat
from pbem.rulesets.onehour.reporting.troops import left_of, states
from pbem.rulesets.onehour.seeing.looking import unseen_by_seen
from pbem.rulesets.onehour.tables import ELIMINATED_AT, ROAD_HALF_WIDTH, ROWS
from pbem.rulesets.onehour.writing.wording import SYMBOLS

MADE_OUT: Mapping[bool, str] = {False: "foot", True: "horse"}
"""The symbol of a unit that is made out, by whether it is horse."""
COVERS: Mapping[FeatureKind, Cover] = {
    "woods": "wood", "town": "town", "marsh": "marsh", "lake": "lake", "hill": "hill", "river": "river",
    "crossing": "crossing", "road": "road",
}  # fmt: skip


def look(battle: Battle, side: Side) -> SideLook:
    """The first-named side's style or the second's."""
    return look_of((one.id for one in battle.armies), side)


def footing(battle: Battle, unit: StandId) -> Footing:
    """Where a unit stands, and whose it is."""
    one = battle.units[unit]
    return Footing(one.id, look(battle, one.side), one.pose, one.width, one.depth)


def chart(turn: SeatTurn[Battle]) -> TableChart:
    """What the seat's map shows after the turn."""
    battle = turn.after
    features = tuple(_features(battle))
    side = side_of_seat(battle, turn.seat)
    unseen = unseen_by_seen(battle, side) if side is not None else frozenset[StandId]()
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
                lost_by(battle, one.id),
                one.break_at,
                "units",
                knows_part(battle, turn.seat, one.id),
            )
            for one in battle.armies
        ),
        bases=(
            *(_base(turn, unit, unseen) for _, unit in sorted(battle.units.items()) if shown(unit)),
            *_ghosts(battle, side),
        ),
        tracks=tuple(tracks(ARROWS, turn.happenings)),
        touches=tuple(footing(battle, one.attacker).touches(one.target) for one in battle.contacts),
        fallen=tuple(
            footing(one.before, one.fact.unit).fallen() for one in turn.happenings if isinstance(one.fact, f.Eliminated)
        ),
        blinds=has_blinds(battle),
        coming=to_come(battle),
        strength_words=f"hits left of {ELIMINATED_AT}",
        lost_words="hits taken this turn",
    )


def shown(unit: Unit) -> bool:
    """Whether a unit is drawn: on the table, or where the battle has it before its player sets it up."""
    return unit.state in ("on table", "to place")


def to_come(battle: Battle) -> str:
    """``S03 and S04 in turn 2 over the south edge at 16.5``; '' where none is to come."""
    late = {unit.id for unit in battle.units.values() if unit.state == "to come"}
    return coming(battle.arrivals, late, battle.table, battle.turn)


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


def _areas(battle: Battle, features: tuple[TableFeature, ...]) -> Iterator[Area]:
    """What is to be held; before the first turn the zones; exits; where units are still to enter."""
    for goal in battle.objectives:
        for one in goal.areas:
            yield Area(kind="objective", shape=one.shape, radius=one.radius, name=unprinted(one.name, features))
    for side in battle.armies if not battle.turn else ():
        if side.zone:
            yield Area(kind="deployment", shape=side.zone, name=f"{side.name} sets up", look=look(battle, side.id))
    for way in battle.exits:
        whose = look(battle, way.sides[0]) if len(way.sides) == 1 else None
        yield Area(kind="exit", shape=stretch(battle.table, way.edge, way.start, way.end), name=way.name, look=whose)
    for late in battle.arrivals:
        units = [battle.units[unit] for unit in late.units if battle.units[unit].state == "to come"]
        if units:
            half = Hundredths(max(unit.width for unit in units) // 2)
            mouth = stretch(battle.table, late.edge, late.start, late.end, half)
            yield Area(kind="entry", shape=mouth, look=look(battle, units[0].side))


def _ghosts(battle: Battle, side: Side | None) -> Iterator[Base]:
    """Where units were last seen that are no longer in sight (OH-H5)."""
    for name, ghost in ghosts_of(battle, side).items():
        one = ghost.was
        yield Base(
            code=name, name=one.name, look=look(battle, one.side), symbol=SYMBOLS[one.type], at=one.pose,
            width=one.width, depth=one.depth, strength="", ghost=ghost.turn, source=ghost.told,
            age=max(battle.turn - ghost.turn, 1),
        )  # fmt: skip


def _base(turn: SeatTurn[Battle], unit: Unit, unseen: Collection[StandId]) -> Base:
    before = turn.before.units.get(unit.id)
    return Base(
        code=unit.id,
        name=unit.name,
        look=look(turn.after, unit.side),
        symbol=SYMBOLS[unit.type] if unit.seen is UNSET else MADE_OUT[ROWS[unit.type].horse],
        at=unit.pose,
        width=unit.width,
        depth=unit.depth,
        strength=str(left_of(unit)) if unit.seen is UNSET and not unit.blind else "",
        seen=_grade(turn.after, unit),
        marks=_marks(unit, unseen),
        lost=max(unit.hits - before.hits, 0) if before is not None else 0,
        told=(*states(turn.after, unit), *(["not seen by those you see"] if unit.id in unseen else [])),
        fellow=bool(led_by_fellow(turn.after.armies, turn.seat, unit.side, unit.id)),
    )


def _grade(battle: Battle, unit: Unit) -> ChartGrade | None:
    """How well a unit is seen that is not known; a body of troops may be a blind where there are any (OH-H10)."""
    if unit.blind or (unit.seen == "body" and has_blinds(battle)):
        return "blind"
    return unit.seen if unit.seen is not UNSET and unit.seen != "known" else None


def _marks(unit: Unit, unseen: Collection[StandId]) -> tuple[Literal["spent", "unseen"], ...]:
    spent: tuple[Literal["spent"], ...] = ("spent",) if unit.out_of_ammo else ()
    return (*spent, "unseen") if unit.id in unseen else spent


# --- arrows -------------------------------------------------------------------------------------------------------


def _moved(before: Battle, fact: f.Moved) -> Track | None:
    one = footing(before, fact.unit)
    return one.went(fact.path, fact.end) if one.at != fact.end else None


def _seen_moving(before: Battle, fact: SeenMoving) -> Track | None:
    return footing(before, fact.unit).went((fact.start.at, fact.end.at), fact.end) if fact.start != fact.end else None


def _turned(before: Battle, fact: f.TurnedToFace) -> Track:
    one = footing(before, fact.unit)
    return one.went((one.at.at, fact.end.at), fact.end)


def _charged(before: Battle, fact: f.Charged) -> Track:
    way = each_once(fact.start.at, fact.touch.at, fact.end.at)
    return footing(before, fact.unit).went(way, fact.end, "charged")


ARROWS: Arrows[Battle] = {
    f.Moved: _moved,
    f.Entered: lambda before, fact: footing(before, fact.unit).came(fact.path, fact.end),
    f.LeftTable: lambda before, fact: footing(before, fact.unit).went(fact.path, None),
    f.Charged: _charged,
    f.TurnedToFace: _turned,
    SeenMoving: _seen_moving,
    f.Shot: lambda before, fact: shot_track(before, fact.unit, fact.target),
}
"""Every kind of fact that is an arrow."""


def shot_track(battle: Battle, unit: StandId, target: StandId) -> Track:
    """The line of fire (OH-G9)."""
    return footing(battle, unit).shot(battle.units[target].pose)
