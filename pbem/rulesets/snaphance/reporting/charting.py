"""The map of a Snaphance turn for one seat, as data (``engine/chart.py``), from the seat's own view and facts."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import UNSET

from pbem.engine.commanders import led_by_fellow
from pbem.engine.hexchart import (
    Arrow,
    Counter,
    Ground,
    GroundHex,
    HexChart,
    LoneGeneral,
    MeleeMark,
    PlaceName,
    Wall,
    Wreck,
)
from pbem.engine.hexes import SIDE_HOURS, Hex, from_label
from pbem.engine.hiding import ghosts_of, has_blinds, knows_part
from pbem.engine.ids import Side, StandId
from pbem.engine.mapstyle import ArrowKind, ChartGrade, SideKey, SideLook, look_of
from pbem.engine.ruleset import SeatTurn
from pbem.rulesets.snaphance.moving.arrivals import to_come
from pbem.rulesets.snaphance.moving.zones import zoc_of
from pbem.rulesets.snaphance.reporting.aims import aimed_at
from pbem.rulesets.snaphance.seeing.looking import unseen_by_seen
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Category,
    Stand,
    StandType,
    Terrain,
    on_board,
    side_of_seat,
    terrain,
    type_of,
)
from pbem.rulesets.snaphance.state.sights import FOOT, GUNS, HORSE
from pbem.rulesets.snaphance.state.special_rules import StopLine

GROUND: dict[Terrain, Ground] = {
    "open": "open",
    "woods": "wood",
    "hill-slope": "hill",
    "hill-top": "hill-top",
    "stream": "stream",
    "field": "field",
    "swamp": "swamp",
    "town": "town",
    "impassable": "impassable",
}

SYMBOLS: dict[Category, str] = {
    "Pi": "reiters", "Ln": "lancers", "Hs": "horse", "FH": "fast-horse", "Pk": "pike", "PS": "pike-and-shot",
    "Art": "guns", "Sh": "shot", "Dr": "dragoons", "Sk": "skirmishers", "LC": "light-horse",
}  # fmt: skip

MADE_OUT: Mapping[str, str] = {FOOT: "foot", HORSE: "horse", GUNS: "guns"}
"""Map symbols of stands that are made out."""


def symbol(battle: Battle, stand: StandId) -> str:
    """The map symbol of a stand's kind."""
    return symbol_of(type_of(battle, stand))


def symbol_of(kind: StandType) -> str:
    """The same of a row of the army list."""
    if kind.subtype == "tercio":
        return "tercio"
    if kind.subtype == "brigade":
        return "brigade"
    return SYMBOLS[kind.category]


def look(battle: Battle, side: Side) -> SideLook:
    """The first-named side's style or the second's."""
    return look_of((one.id for one in battle.armies), side)


def chart(turn: SeatTurn[Battle]) -> HexChart:
    """What the seat's map shows after the turn.  Raises ValueError for a battle without a printed board."""
    battle = turn.after
    if battle.columns is None or battle.rows is None:
        raise ValueError("a battle without edges has no map")
    side = side_of_seat(battle, turn.seat)
    unseen = unseen_by_seen(battle, side) if side is not None else frozenset[StandId]()
    return HexChart(
        title=battle.title,
        subtitle=_subtitle(turn),
        columns=battle.columns,
        rows=battle.rows,
        ground=_ground(battle, battle.columns, battle.rows),
        names=tuple(PlaceName(p.text, GROUND[terrain(battle, p.hexes[0])], p.hexes) for p in battle.places),
        objective=tuple(dict.fromkeys(here for goal in battle.objectives for here in goal.hexes)),
        objective_text=_objectives(battle),
        sides=tuple(
            SideKey(
                a.letter,
                a.name,
                look(battle, a.id),
                a.break_lost,
                a.break_at,
                at_least=knows_part(battle, turn.seat, a.id),
            )
            for a in battle.armies
        ),
        counters=(
            *(_counter(turn, s, unseen) for _, s in sorted(battle.stands.items()) if s.on_board),
            *_ghosts(battle, side),
        ),
        generals=_lone_generals(battle),
        arrows=_arrows(turn),
        melees=_melees(battle),
        wrecks=_wrecks(turn),
        coming=to_come(battle, side),
        blinds=has_blinds(battle),
        scale=battle.scale,
        walls=_walls(battle),
        roads=tuple(p.hexes for p in battle.places if p.road),
    )


def _walls(battle: Battle) -> tuple[Wall, ...]:
    """The scenario's defences, and the ditches of its special rules."""
    ditches = [
        Wall(here, tuple(SIDE_HOURS.index(clock) for clock in rule.sides), ditch=True)
        for rule in battle.special if isinstance(rule, StopLine)
        for here in rule.hexes
    ]  # fmt: skip
    return (*(Wall(one.hex, one.sides, one.prepared) for one in battle.defences), *ditches)


def _objectives(battle: Battle) -> str:
    """``objective: three of the four hill hexes``; several: ``objectives: both crossings, each of the two farms``."""
    goals = [aimed_at(goal) for goal in battle.objectives]
    return f"{'objective' if len(goals) == 1 else 'objectives'}: {', '.join(goals)}" if goals else ""


def _subtitle(turn: SeatTurn[Battle]) -> str:
    battle = turn.after
    done = battle.round if battle.ended else max(battle.round - 1, 0)
    limit = f" of {battle.limit}" if battle.limit else ""
    when = f"after round {done}{limit}" if done else "at the start"
    side = side_of_seat(battle, turn.seat)
    name = next((a.name for a in battle.armies if a.id == side), "")
    year = "" if str(battle.year) in battle.title.split() else f"{battle.year} · "
    return f"{year}{when}" + (f" · {name} view" if name else "")


def _ground(battle: Battle, columns: int, rows: int) -> tuple[GroundHex, ...]:
    found: list[GroundHex] = []
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            here = from_label(f"{column:02d}{row:02d}")
            found.append(GroundHex(here, "water" if here in battle.water else GROUND[terrain(battle, here)]))
    return tuple(found)


def _ghosts(battle: Battle, side: Side | None) -> Iterator[Counter]:
    """Where stands were last seen that are no longer in sight (SN-H5)."""
    for name, ghost in ghosts_of(battle, side).items():
        one = ghost.was
        known = one.type in battle.types
        yield Counter(
            code=name, name=one.name, look=look(battle, one.side), hex=one.hex, facing=one.facing, ranks=(),
            symbol=MADE_OUT.get(one.type) or symbol_of(battle.types[one.type]) if known else "unknown",
            ghost=ghost.turn, source=ghost.told, age=max(battle.round - ghost.turn, 1),
            seen="body" if one.seen == "body" else _grade(battle, one),
        )  # fmt: skip


def _grade(battle: Battle, stand: Stand) -> ChartGrade | None:
    """How well a stand is seen that is not known; a body of troops may be a blind where there are any (SN-H10)."""
    if stand.blind or (stand.seen == "body" and has_blinds(battle)):
        return "blind"
    return None if stand.seen is UNSET or stand.seen == "known" else stand.seen


def _counter(turn: SeatTurn[Battle], stand: Stand, unseen: Collection[StandId]) -> Counter:
    before = turn.before.stands.get(stand.id)
    general = any(c.attached_to == stand.id and c.alive for c in turn.after.commanders.values())
    return Counter(
        code=stand.id,
        name=stand.name,
        look=look(turn.after, stand.side),
        symbol=MADE_OUT.get(stand.type) or symbol(turn.after, stand.id),
        hex=stand.hex,
        facing=stand.facing,
        ranks=stand.sp if stand.seen is UNSET and not stand.blind else (),
        seen=_grade(turn.after, stand),
        disordered=stand.disordered,
        ready=stand.opportunity,
        general=general,
        unseen=stand.id in unseen,
        lost=max(sum(before.sp) - sum(stand.sp), 0) if before else 0,
        fellow=bool(led_by_fellow(turn.after.armies, turn.seat, stand.side, stand.group)),
        zone=() if stand.seen == "body" else _zone(turn.after, stand.id),
    )


def _zone(battle: Battle, stand: StandId) -> tuple[Hex, ...]:
    return tuple(here for here in zoc_of(battle, stand) if on_board(battle, here))


def _lone_generals(battle: Battle) -> tuple[LoneGeneral, ...]:
    letters = {a.id: a.letter for a in battle.armies}
    return tuple(
        LoneGeneral(letters[c.side], look(battle, c.side), c.hex)
        for _, c in sorted(battle.commanders.items())
        if c.alive and c.attached_to is None
    )


def _melees(battle: Battle) -> tuple[MeleeMark, ...]:
    marks: list[MeleeMark] = []
    for _, melee in sorted(battle.melees.items()):
        one, other = (battle.stands[s].hex for _, s in sorted(melee.stands.items()))
        marks.append(MeleeMark(one, other))
    return tuple(marks)


def _wrecks(turn: SeatTurn[Battle]) -> tuple[Wreck, ...]:
    return tuple(
        Wreck(h.fact.stand, look(turn.after, turn.after.stands[h.fact.stand].side), h.fact.hex)
        for h in turn.happenings
        if isinstance(h.fact, f.Destroyed)
    )


def _arrows(turn: SeatTurn[Battle]) -> tuple[Arrow, ...]:
    """One arrow for each run of steps of a stand of one sort, one for each aimed shot."""
    runs: list[tuple[ArrowKind, StandId, list[Hex]]] = []
    looks: dict[StandId, SideLook] = {}
    charged: set[tuple[StandId, Hex]] = set()
    shots: list[Arrow] = []
    for happening in turn.happenings:
        fact, before = happening.fact, happening.before
        if isinstance(fact, f.Stepped):
            kind: ArrowKind = (
                "fell-back"
                if fact.how in ("retreat", "bounce", "evade")
                else "charged"
                if fact.how == "pursue"
                else "moved"
            )
            last = runs[-1] if runs else None
            looks[fact.stand] = look(before, before.stands[fact.stand].side)
            if last and last[0] == kind and last[1] == fact.stand and last[2][-1] == fact.start:
                last[2].append(fact.to)
            else:
                runs.append((kind, fact.stand, [fact.start, fact.to]))
        elif isinstance(fact, f.Contact) and fact.how in ("charge", "opportunity"):
            charged.add((fact.attacker, before.stands[fact.attacker].hex))
        elif isinstance(fact, f.Shot) and fact.purpose in ("fire", "opportunity"):
            way = (before.stands[fact.shooter].hex, before.stands[fact.target].hex)
            shots.append(Arrow("shot", look(before, before.stands[fact.shooter].side), fact.shooter, way))
    arrows = [
        Arrow(
            "charged" if kind == "moved" and (stand, path[-1]) in charged else kind,
            looks[stand],
            stand,
            tuple(path),
        )
        for kind, stand, path in runs
    ]
    return (*arrows, *shots)
