"""Units and generals as people write them, in cases and army lists, made units of the game."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.casekit.inches import Number, Pair, angle, length, place
from pbem.engine.ids import Side, StandId
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Hundredths, normal
from pbem.engine.table.places import Pose
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.state.battle import General
from pbem.rulesets.fornovo.state.units import Battery, Block, LeftTable, ShotAt, Unit


class BlockSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A block; what ``UnitSpec`` has of the same names is of a unit of one block."""

    name: str = ""
    rows: list[int] = []
    figures: int | None = None
    armour: t.Armour = "L"
    melee: t.Melee = "handarm"
    second: t.Melee | None = None
    six_foot: bool = False
    missile: t.Missile | Literal["none"] | None = None
    shield: bool = False
    bayonet: t.Bayonet = "none"
    stakes: bool = False


class GunsSpec(msgspec.Struct, frozen=True, kw_only=True):
    kind: t.GunKind
    n: int
    fired: t.Shot | None = None
    fired_turn: int = 0


class LeftTableSpec(msgspec.Struct, frozen=True, kw_only=True):
    turn: int
    at: Pair
    gallop: bool = False
    allowed: bool = False


class ShotSpec(msgspec.Struct, frozen=True, kw_only=True):
    by: dict[str, int] = {}
    gunpowder: int = 0
    other: int = 0
    flank: bool = False
    salvee: bool = False


class UnitSpec(BlockSpec, frozen=True, kw_only=True, rename={"kind": "class", "inside": "in"}):
    """A unit; brackets of the vocabulary are the defaults here."""

    id: str
    side: str = "blue"
    kind: t.TroopClass = "foot"
    type: t.TroopType = "R"
    grade: t.Grade = "C"
    order: Literal["close", "skirmish"] = "close"
    charge: Literal["trot", "gallop"] = "gallop"
    nobles: bool = False
    barded: bool = False
    unpaid: bool = False
    unsupplied: bool = False
    training: list[t.Training] = []
    start: int | None = None
    blocks: list[BlockSpec] = []
    guns: GunsSpec | None = None
    gunners: int = 0
    limbers: int = 0
    limbered: bool = False
    at: Pair | None = None
    facing: Number = 0
    formation: Literal["line", "square"] = "line"
    inside: str | None = None
    morale: t.Morale = "good"
    disordered: bool = False
    rout_moves: int = 0
    routed_this_turn: bool = False
    burst_through: bool = False
    recoil_owed: Number = 0
    debt: int = 0
    set_up: bool = False
    left_table: LeftTableSpec | None = None
    advanced: Number = 0
    moved: Number | None = None
    moved_last_turn: bool = False
    fired_last_turn: bool = False
    fought_last_turn: bool = False
    ranks_fired_last_turn: list[int] = []
    """Of a salvee by single ranks (FS-9.17)."""
    straight_before: Number = 0
    shot: ShotSpec = ShotSpec()


class GeneralSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A general; ``at`` or ``attached_to``."""

    id: str
    side: str = "blue"
    kind: Literal["cc", "sg"]
    at: Pair | None = None
    attached_to: str | None = None
    assigned: list[str] = []
    contingent: str = ""


_SAME = (
    *("kind", "type", "grade", "order", "charge", "nobles", "barded", "unpaid", "unsupplied", "gunners", "limbers"),
    *("limbered", "formation", "inside", "morale", "disordered", "rout_moves", "routed_this_turn", "burst_through"),
    *("debt", "moved_last_turn", "fired_last_turn", "fought_last_turn", "set_up"),
)
"""Keys of a unit that are fields of the unit, as they stand."""


def unit_of(one: UnitSpec, where: str, faults: Faults) -> Unit:
    """A unit as written; slips are faults."""
    own = bool(one.rows) or one.figures is not None
    crewed, wagons = one.kind in {"artillery", "sniper"}, one.kind == "wagons"
    if not wagons and (one.kind == "artillery") != (one.guns is not None):
        faults.add(where, "artillery has 'guns', and a war wagon may have one; no other class has")
    if own + bool(one.blocks) > (0 if crewed else 1) or not (own or one.blocks or crewed or wagons):
        wanted = "neither rows, figures nor blocks" if crewed else "either 'rows' or 'figures', or 'blocks'"
        faults.add(where, f"a unit of class {one.kind} has {wanted}")
    specs = one.blocks or ([one] if own else [])
    places = [f"{where}.blocks[{i}]" if one.blocks else where for i in range(len(specs))]
    blocks = tuple(_block(each, at, faults) for each, at in zip(specs, places, strict=True))
    guns = Battery(**msgspec.structs.asdict(one.guns)) if one.guns else None
    if wagons:
        blocks = tuple(replace(each, rows=(each.figures,), arrayed=False) for each in blocks)
    figures = one.gunners if one.guns and not wagons else sum(each.figures for each in blocks)
    advanced = length(one.advanced, f"{where}.advanced", faults)
    return Unit(
        id=StandId(one.id), name=one.name or one.id, side=Side(one.side), training=tuple(one.training),
        salvee_ranks_before=tuple(one.ranks_fired_last_turn),
        start=figures if one.start is None else one.start, blocks=blocks, crew_armour=one.armour,
        guns=None if wagons else guns, carried=guns if wagons else None,
        pose=_pose(one, where, faults),
        recoil_owed=length(one.recoil_owed, f"{where}.recoil_owed", faults),
        left_table=_left(one.left_table, where, faults), advanced=advanced,
        moved=advanced if one.moved is None else length(one.moved, f"{where}.moved", faults),
        straight_before=Hundredths(length(one.straight_before, f"{where}.straight_before", faults)),
        shot=ShotAt(**{**msgspec.structs.asdict(one.shot), "by": {StandId(k): v for k, v in one.shot.by.items()}}),
        **{key: getattr(one, key) for key in _SAME},
    )  # fmt: skip


def general_of(one: GeneralSpec, where: str, faults: Faults) -> General:
    """A general as written."""
    return General(
        id=StandId(one.id), side=Side(one.side), kind=one.kind, assigned=tuple(map(StandId, one.assigned)),
        contingent=one.contingent,
        at=None if one.at is None else place(one.at, f"{where}.at", faults),
        attached_to=StandId(one.attached_to) if one.attached_to else None,
    )  # fmt: skip


def _block(one: BlockSpec, where: str, faults: Faults) -> Block:
    if bool(one.rows) == (one.figures is not None):
        faults.add(where, "a block has either 'rows' or 'figures'")
    rows = tuple(one.rows) or (one.figures or 0,)
    if any(row < 1 for row in rows) and one.rows:
        faults.add(f"{where}.rows", "a row has a figure or more")
    return Block(
        name=one.name, rows=rows, arrayed=bool(one.rows), armour=one.armour, melee=one.melee, second=one.second,
        six_foot=one.six_foot,
        missile=None if one.missile in {None, "none"} else one.missile,  # type: ignore[arg-type]  # a weapon, or none
        shield=one.shield, bayonet=one.bayonet, stakes=one.stakes,
    )  # fmt: skip


def _pose(one: UnitSpec, where: str, faults: Faults) -> Pose | None:
    if one.at is None:
        return None
    return Pose(place(one.at, f"{where}.at", faults), normal(angle(one.facing, f"{where}.facing", faults)))


def _left(one: LeftTableSpec | None, where: str, faults: Faults) -> LeftTable | None:
    if one is None:
        return None
    at = place(one.at, f"{where}.left_table.at", faults)
    return LeftTable(turn=one.turn, at=at, gallop=one.gallop, allowed=one.allowed)
