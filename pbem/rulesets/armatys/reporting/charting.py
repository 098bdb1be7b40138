"""The map of a bound for one seat, as data, from the seat's own view and facts."""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.commanders import led_as, led_by_fellow
from pbem.engine.hiding import ghosts_of, knows_part
from pbem.engine.ids import Side, StandId
from pbem.engine.mapstyle import SideKey, SideLook, look_of
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.aims import objective_text
from pbem.engine.table.arrivals import coming
from pbem.engine.table.charting import Arrows, Footing, each_once, on_table, stretch, tracks, unprinted
from pbem.engine.table.edges import holds
from pbem.engine.table.measures import Hundredths, hundredths
from pbem.engine.table.noticed import SeenMoving
from pbem.engine.table.places import Pose, Spot, point, spot
from pbem.engine.table.rects import centre
from pbem.engine.tablechart import Area, Base, Cover, TableChart, TableFeature, Track
from pbem.rulesets.armatys.playing.ending import lost
from pbem.rulesets.armatys.reporting.troops import states
from pbem.rulesets.armatys.seeing.looking import unseen_by_seen
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import detached as d
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, General, PieceKind
from pbem.rulesets.armatys.state.sights import arm_of
from pbem.rulesets.armatys.state.units import Unit, break_number, footprint
from pbem.rulesets.armatys.view import side_of

COVERS: Mapping[PieceKind, Cover] = {
    "gentle_hill": "hill", "steep_hill": "hill", "cliff": "impassable", "stream": "river", "river": "river",
    "ford": "ford", "wood": "wood", "town": "town", "bridge": "road", "road": "road", "hedge": "hedge", "wall": "works",
    "gate": "road", "ditch": "hedge", "rough": "field", "marsh": "marsh", "wagons": "town",
}  # fmt: skip
"""What each kind of ground is drawn as."""
HALF_WIDTHS: Mapping[PieceKind, Hundredths] = {
    "road": Hundredths(30), "bridge": Hundredths(45), "gate": Hundredths(20), "hedge": Hundredths(10),
    "wall": Hundredths(12), "ditch": Hundredths(14),
}  # fmt: skip


def look(battle: Battle, side: Side) -> SideLook:
    """The first-named side's style or the second's."""
    return look_of(battle.sides, side)


def footing(battle: Battle, unit: Unit) -> Footing:
    """Where a unit stands, and whose it is."""
    size = footprint(unit)
    return Footing(unit.id, look(battle, unit.side), _middle(unit), hundredths(size.width), hundredths(size.depth))


def _middle(unit: Unit) -> Pose:
    return Pose(spot(centre(unit.rect)), unit.pose.facing)


def chart(turn: SeatTurn[Battle]) -> TableChart:
    """What the seat's map shows after the bound."""
    battle = turn.after
    features = tuple(_features(battle))
    side = side_of(battle, turn.seat)
    unseen = unseen_by_seen(battle, side) if side is not None else frozenset[StandId]()
    answers = _answers(turn)
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
                lost(battle, one.id, final=battle.phase == "over"),
                one.break_at,
                "points",
                knows_part(battle, turn.seat, one.id),
            )
            for one in battle.armies
        ),
        bases=(
            *(
                replace(_base(turn, unit, unseen), answer=answers.get(unit.id))
                for _, unit in sorted(battle.units.items())
            ),
            *_ghosts(battle, side),
            *(_general(battle, one) for _, one in sorted(battle.generals.items()) if not one.removed),
        ),
        tracks=tuple(_rolled(turn)),
        touches=tuple(footing(battle, battle.units[one.one]).touches(one.other) for one in battle.contacts),
        fallen=tuple(
            footing(one.before, one.before.units[one.fact.unit]).fallen()
            for one in turn.happenings
            if isinstance(one.fact, f.Removed) and holds(battle.table, point(one.before.units[one.fact.unit].pose.at))
        ),
        coming=coming(battle.arrivals, battle.to_come, battle.table, battle.bound).replace("turn", "bound"),
        strength_words="figures",
        lost_words="figures lost this bound",
    )


def _subtitle(turn: SeatTurn[Battle]) -> str:
    battle = turn.after
    name = next((one.name for one in battle.armies if one.id == side_of(battle, turn.seat)), "")
    done = battle.bound if battle.phase == "over" or not turn.number else battle.bound - (battle.phase == "orders")
    when = f"after bound {done} of {battle.limit}" if done > 0 else "at the start"
    return when + (f" · {name} view" if name else "")


def _features(battle: Battle) -> Iterator[TableFeature]:
    for one in battle.terrain:
        half = HALF_WIDTHS.get(one.kind, Hundredths(0))
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
    """Where units were last seen that are no longer in sight (AR-H5)."""
    for name, ghost in ghosts_of(battle, side).items():
        one, size = ghost.was, footprint(ghost.was)
        yield Base(
            code=name, name=one.name, look=look(battle, one.side), symbol=_symbol(one), at=_middle(one),
            width=hundredths(size.width), depth=hundredths(size.depth), strength="", ghost=ghost.turn,
            source=ghost.told, age=max(battle.bound - ghost.turn, 1),
        )  # fmt: skip


def _base(turn: SeatTurn[Battle], unit: Unit, unseen: Collection[StandId]) -> Base:
    before = turn.before.units.get(unit.id)
    size = footprint(unit)
    return Base(
        code=unit.id,
        name=unit.name,
        look=look(turn.after, unit.side),
        symbol=_symbol(unit),
        at=_middle(unit),
        width=hundredths(size.width),
        depth=hundredths(size.depth),
        strength=str(unit.figures) if unit.seen is UNSET else "",
        seen=unit.seen if unit.seen is not UNSET and unit.seen != "known" else None,
        rows=() if unit.gun or unit.march_column or unit.seen is not UNSET else unit.rows,
        counters=unit.counters,
        last_counter=unit.counters + 1 >= (break_number(unit) or unit.counters + 2),
        marks=(*_marks(unit), *(UNSEEN if unit.id in unseen else ())),
        lost=max(before.figures - unit.figures, 0) if before is not None and unit.seen is UNSET is before.seen else 0,
        told=(*states(turn.after, unit), *(["not seen by those you see"] if unit.id in unseen else [])),
        fellow=bool(led_by_fellow(turn.after.armies, turn.seat, unit.side, led_as(unit))),
    )


def _marks(unit: Unit) -> Iterator[Literal["routed", "pursuing", "emptied", "loaded"]]:
    if unit.gun and unit.seen is UNSET and unit.status == "prepared" and unit.state == "steady" and unit.rows:
        yield "loaded"
    if unit.state == "broken":
        yield "routed"
    if unit.pursuit is not None:
        yield "pursuing"
    if unit.pistols and not unit.pistols_loaded:
        yield "emptied"


UNSEEN: tuple[Literal["unseen"]] = ("unseen",)


def _symbol(unit: Unit) -> str:
    if unit.seen is not UNSET:
        return arm_of(unit)
    if unit.gun:
        return "guns"
    if unit.kind == "dragoons" and unit.mounted:
        return "dragoons"
    if unit.cavalry:
        return "horse"
    return "pike-and-shot" if any("P" in row for row in unit.rows) else "shot"


def _general(battle: Battle, one: General) -> Base:
    size = one.rect
    return Base(
        code=one.id, name=one.name, look=look(battle, one.side), symbol="commander", at=one.pose,
        width=hundredths(2 * size.half_width), depth=hundredths(2 * size.half_depth), strength="",
        told=("wounded",) if one.status == "wounded" else (),
    )  # fmt: skip


def _rolled(turn: SeatTurn[Battle]) -> Iterator[Track]:
    """The tracks of a turn; a charge says what its test needed and rolled (AR-chg)."""
    needed: dict[str, str] = {}
    for one in turn.happenings:
        if isinstance(one.fact, f.ReactionTested) and one.fact.test == "charge" and one.fact.die is not None:
            least = f"{one.fact.required}+ " if one.fact.required is not None else ""
            needed[one.fact.unit] = f"{least}rolled {one.fact.die}"
        for went in tracks(ARROWS, (one,)):
            track = on_table(turn.after.table, went)
            yield replace(track, said=needed.get(track.code, "")) if track.kind == "charged" else track


def _answers(turn: SeatTurn[Battle]) -> Mapping[StandId, Literal["stands", "meets", "turns", "failed"]]:
    """What each unit did as it was charged (AR-D4), the last that it did; whose own charge failed its test."""
    found: dict[StandId, Literal["stands", "meets", "turns", "failed"]] = {}
    for one in turn.happenings:
        match one.fact:
            case c.ChargeAnswered(unit=unit, answer="stand"):
                found[unit] = "stands"
            case c.ChargeAnswered(unit=unit, answer="counter" | "redirect"):
                found[unit] = "meets"
            case c.ChargeAnswered(unit=unit, answer="break") | f.Broke(unit=unit, at_once=True):
                found[unit] = "turns"
            case f.ReactionTested(unit=unit, test="charge", passed=False):
                found[unit] = "failed"
            case _:
                pass
    return found


def _marched(view: Battle, fact: f.Moved) -> Track | None:
    """An ordinary move, with the quarters of the bound across it: where two of one part meet, they met (AR-G19)."""
    if len(fact.path) < 2:
        return None
    track = footing(view, view.units[fact.unit]).went(each_once(*fact.path), fact.to)
    return replace(track, ticks=fact.quarters)


def _crews_way(view: Battle, gun: StandId, to: Pose) -> tuple[Spot, ...]:
    """From its gun, or where it was, to where it is."""
    one = view.units[gun]
    return each_once((one.crew_at or _middle(one)).at, to.at)


ARROWS: Arrows[Battle] = {
    SeenMoving: lambda view, fact: footing(view, view.units[fact.unit]).went((fact.start.at, fact.end.at), fact.end),
    f.Moved: _marched,
    c.ChargeMoved: lambda view, fact: footing(view, view.units[fact.unit]).went(
        (view.units[fact.unit].pose.at, fact.to.at), fact.to, "charged"
    ),
    f.Retired: lambda view, fact: footing(view, view.units[fact.unit]).went(
        (view.units[fact.unit].pose.at, fact.to.at), fact.to, "fell-back"
    ),
    c.CrewFled: lambda view, fact: footing(view, view.units[fact.unit]).went(
        _crews_way(view, fact.unit, fact.to), None, "fell-back"
    ),
    d.CrewReturned: lambda view, fact: footing(view, view.units[fact.unit]).went(
        _crews_way(view, fact.unit, fact.to), None
    ),
    f.Fired: lambda view, fact: footing(view, view.units[fact.unit]).shot(_middle(view.units[fact.target])),
}
"""How each fact is drawn."""
