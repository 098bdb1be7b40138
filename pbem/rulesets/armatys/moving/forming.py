"""Figures in other rows: changes of formation, files detached (AR-move-3, AR-form-4, AR-G26)."""

from typing import Literal

from pbem.engine.table.places import Spot, spot
from pbem.rulesets.armatys.state.units import Unit, footprint

GAP = 0.1
"""Inches between a unit and what is detached from it: at most 1 (AR-G26)."""


def in_files(unit: Unit, files: int) -> tuple[str, ...]:
    """The same figures in so many files, all rows full but the last; pikes and halberds in the middle of each row.

    Raises ValueError for more files than figures, or none.
    """
    figures = "".join(unit.rows)
    if not 1 <= files <= len(figures):
        raise ValueError(f"{unit.id} has {len(figures)} figures: 1 to {len(figures)} files")
    sizes = [min(files, len(figures) - start) for start in range(0, len(figures), files)]
    middle = [one for one in figures if one in "PW"]
    wings = [one for one in figures if one not in "PW"]
    rows: list[str] = []
    for place, size in enumerate(sizes):
        left = sum(sizes[place:])
        inner = len(middle) if place == len(sizes) - 1 else (len(middle) * size + left // 2) // left
        outer = size - inner
        heart = "".join(middle.pop(0) for _ in range(inner))
        one_wing = "".join(wings.pop(0) for _ in range(outer))
        rows.append(one_wing[: outer // 2] + heart + one_wing[outer // 2 :])
    return tuple(rows)


def split_files(
    unit: Unit, files: int, hand: Literal["left", "right"]
) -> tuple[tuple[str, ...], tuple[str, ...], Spot]:
    """The rows of what is detached from a flank, those that stay, and where it is placed (AR-G26).

    Raises ValueError where nothing would stay, or nothing go.
    """
    wide = len(unit.rows[0])
    if not 1 <= files < wide:
        raise ValueError(f"{unit.id} has {wide} files: 1 to {wide - 1} of them can go")
    go, stay = [], []
    for row in unit.rows:
        before = (wide - len(row)) // 2
        cut = max(0, min(len(row), files - before if hand == "left" else len(row) - (wide - files - before)))
        cut = cut if hand == "left" else max(0, min(len(row), files - (wide - len(row) - before)))
        go.append(row[:cut] if hand == "left" else row[len(row) - cut :])
        stay.append(row[cut:] if hand == "left" else row[: len(row) - cut])
    rows, leaves = tuple(row for row in go if row), tuple(row for row in stay if row)
    base = footprint(unit).width / wide
    aside = (len(leaves[0]) / 2 + len(rows[0]) / 2) * base + GAP
    right = (unit.rect.fy, -unit.rect.fx)
    sign = -1 if hand == "left" else 1
    x, y = unit.pose.at.x / 100, unit.pose.at.y / 100
    return rows, leaves, spot((x + sign * aside * right[0], y + sign * aside * right[1]))
