"""Rows of an army list as people write them (SN-15.0a) -> ``StandType``."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem.engine.spec import Faults, inside, read
from pbem.rulesets.snaphance.state.battle import CS, MCS, MOUNTED, Category, OrderClass, StandType

RANGES = ("PB", "2H", "3H", "4H", "6H")
"""The range columns (SN-Q48): ranges 1, 2, 3, 4 and 5 to 6."""


class ArmyListRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row as written.  What a row lacks has the catalogue's default; ``class`` may be left to each stand."""

    category: Category
    mp: int | tuple[int, int]
    """One number, or [first move, later moves]."""
    sp: tuple[int, ...]
    """Per rank, front first."""
    title: str = ""
    kind: Literal["CS", "SS"] | None = None
    """CS or SS, only checked."""
    subtype: Literal["", "slow", "tercio"] = ""
    weapon: str = ""
    order_class: OrderClass | None = msgspec.field(name="class", default=None)
    cb: int = 0
    cb_after_loss: int | None = None
    pike_bonus: int = 0
    fire: Mapping[str, int] = {}
    bp: int | None = None
    """Of each rank."""
    pursuit: Literal["must", "may", "never"] | None = None
    pursuit_table: Literal["infantry", "cavalry", "cavalry3"] | None = None
    heavy: bool | None = None
    may_charge_mcs: bool = False
    century: Literal[16, 17] | None = None
    origin: str = ""
    """Where the row comes from (``given``, ``given in part``, ``project``), for readers of the file."""


def read_row(name: str, value: object, where: str, faults: Faults) -> ArmyListRow | None:
    """A row, checked; None when something is wrong with it."""
    before = len(faults.found)
    row = read(ArmyListRow, value, where, faults)
    if row is None:
        return None
    if not row.sp or min(row.sp) < 1:
        faults.add(inside(where, "sp"), f"{name}: strength points per rank, front first, each 1 or more: sp: [5, 4]")
    if min(_mp(row)) < 1:
        faults.add(inside(where, "mp"), f"{name}: movement points are 1 or more")
    if row.bp is not None and row.bp not in (1, 2, 3):
        faults.add(inside(where, "bp"), f"{name}: break points of a rank are 1, 2 or 3 (SN-14.0a), not {row.bp}")
    if row.cb < 0:
        faults.add(inside(where, "cb"), f"{name}: a charge bonus is 0 or more")
    for column in row.fire:
        if column not in RANGES:
            faults.add(inside(inside(where, "fire"), column), f"{name}: the range columns are {', '.join(RANGES)}")
    kind = "CS" if row.category in CS else "SS"
    if row.kind not in (None, kind):
        faults.add(inside(where, "kind"), f"{name}: {row.category} is a {kind} (SN-2.1a, SN-2.2a)")
    return row if len(faults.found) == before else None


def stand_type(name: str, row: ArmyListRow, order_class: OrderClass, fewer: int = 0) -> StandType:
    """The row as the rules use it.  fewer: strength points each rank has less.

    Defaults: ``cb_after_loss`` the lesser of cb and 1; every MCS is heavy (SN-Q16); combat stands with a charge bonus
    may pursue, others never (SN-13.0a, SN-13.0b, SN-Q53); mounted stands use the cavalry's table (SN-13.0c).
    """
    mp_first, mp_extra = _mp(row)
    pursuit: Literal["must", "may", "never"] = "may" if row.category in CS and row.cb > 0 else "never"
    table: Literal["infantry", "cavalry", "cavalry3"] = "cavalry" if row.category in MOUNTED else "infantry"
    return StandType(
        name=name,
        title=row.title or name,
        category=row.category,
        subtype=row.subtype,
        weapon=row.weapon,
        order_class=order_class,
        mp_first=mp_first,
        mp_extra=mp_extra,
        sp=tuple(sp - fewer for sp in row.sp),
        cb=row.cb,
        cb_after_loss=min(row.cb, 1) if row.cb_after_loss is None else row.cb_after_loss,
        pike_bonus=row.pike_bonus,
        fire=dict(row.fire),
        bp=row.bp or 1,
        pursuit=row.pursuit or pursuit,
        pursuit_table=row.pursuit_table or table,
        heavy=row.category in MCS if row.heavy is None else row.heavy,
        may_charge_mcs=row.may_charge_mcs,
        century=row.century,
    )


def _mp(row: ArmyListRow) -> tuple[int, int]:
    return (row.mp, row.mp) if isinstance(row.mp, int) else row.mp
