"""The army list of a scenario file: shared rows, rows of this battle alone, and rows in an order class (SN-15.0a)."""

from collections.abc import Mapping
from typing import get_args

import msgspec

from pbem.rulesets.snaphance.scenario.armylist import read_row, stand_type
from pbem.rulesets.snaphance.scenario.file import File
from pbem.rulesets.snaphance.scenario.reading import ScenarioParts
from pbem.rulesets.snaphance.state.battle import OrderClass, StandType
from pbem.rulesets.snaphance.state.rulings import mounted_by


def read_rows(got: ScenarioParts, file: File) -> None:
    """The shared rows, then those of this battle alone."""
    shared = file.army_list
    if isinstance(shared, str):
        got.fault(
            "army_list",
            f"the army list {shared!r} has not been read: give its rows, or load the file with load_scenario",
        )
        shared = {}
    elif not isinstance(shared, Mapping):
        got.fault("army_list", "expected the name of an army list file, such as army-list.yaml")
        shared = {}
    for name, row in shared.items():
        _row(got, str(name), row, f"army_list.{name}")
    for name, row in file.types.items():
        if name in shared:
            got.fault(f"types.{name}", f"{name} is a row of the army list already: give this one a name of its own")
        _row(got, name, row, f"types.{name}")


def _row(got: ScenarioParts, name: str, value: object, where: str) -> None:
    row = read_row(name, value, where, got.faults)
    if row is None:
        got.faulty_rows[name] = where
        return
    if row.bp is None:
        got.fault(where, f"{name}: 'bp' is missing: the break points of each rank, 1, 2 or 3 (SN-14.0a)")
    got.rows[name] = (row, where)


def type_named(got: ScenarioParts, name: str, where: str) -> StandType | None:
    """A stand's row.  ``PSL-B``: row PSL of class B; in class C each rank has one strength point less."""
    if name in got.types:
        return got.types[name]
    row_name, _, letter = name.rpartition("-")
    if name in got.rows or not row_name:
        row_name, letter = name, ""
    if row_name in got.faulty_rows or name in got.faulty_rows:
        return None
    if row_name not in got.rows:
        got.fault(
            where,
            f"there is no row {row_name!r} in the army list; there are: {', '.join(sorted(got.rows))}",
        )
        return None
    row = got.rows[row_name][0]
    letter = letter or row.order_class or ""
    if row.order_class is not None and row_name != name:
        got.fault(where, f"row {row_name} has its class, {row.order_class}, already: write {row_name}")
        return None
    if letter not in get_args(OrderClass):
        got.fault(where, f"{name!r} names no order class: write {row_name}-A, {row_name}-B or {row_name}-C (SN-1.3b)")
        return None
    order_class = msgspec.convert(letter, OrderClass)
    fewer = 1 if order_class == "C" and row.order_class is None else 0
    if fewer and min(row.sp) < 2:
        got.fault(where, f"{name}: class C costs each rank one strength point and would leave none")
        return None
    got.types[name] = mounted_by(got.rulings, stand_type(name, row, order_class, fewer))
    return got.types[name]
