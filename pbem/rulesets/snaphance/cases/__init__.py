"""The Snaphance vocabulary of cases: a position, orders, choices and dice in; what came of it compared.

Cases are played by the rules themselves, through ``Play``; nothing is decided here.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.casekit.frame import CaseKit, CaseText
from pbem.engine.casekit.results import Difference
from pbem.engine.casekit.tape import TapeDice, TapeEntry
from pbem.engine.spec import Faults
from pbem.rulesets.snaphance.cases.action import read_action
from pbem.rulesets.snaphance.cases.expect import differences
from pbem.rulesets.snaphance.cases.orders import CaseRun, played
from pbem.rulesets.snaphance.cases.position import Start, read_position
from pbem.rulesets.snaphance.cases.sense import check_expected, check_names
from pbem.rulesets.snaphance.cases.shapes import CaseAction

ONLY_PURPOSE = {"initiative": ("dice-off",), "melee": ("round", "round of a melee")}
"""Labels of one purpose only, which the rules do not name when they ask for the dice (section 4)."""


class Case(CaseText, frozen=True, kw_only=True):
    """A case as written."""

    title: str
    position: dict[str, Any]
    action: dict[str, Any]
    expect: dict[str, Any]


class Prepared(msgspec.Struct, frozen=True):
    """What is played."""

    start: Start
    action: CaseAction


def _prepared(head: Mapping[str, Any], case: Case, faults: Faults) -> Prepared | None:
    action = read_action(case.action, faults)
    start = read_position(head.get("types", {}), case.position, action or CaseAction(), faults)
    if faults.found or start is None or action is None:
        return None
    check_names(action, start.battle, faults)
    check_expected(case.expect, action, start.battle, faults)
    return Prepared(start, action)


def _played(one: Prepared, dice: TapeDice) -> CaseRun:
    return played(one.start, one.action, dice)


def _differences(one: Prepared, case: Case, told: CaseRun, faults: Faults) -> tuple[Difference, ...]:
    return differences(case.expect, told, faults)


def _as_rolled(entry: TapeEntry) -> TapeEntry:
    return replace(entry, purpose=None) if entry.purpose in ONLY_PURPOSE.get(entry.label, ()) else entry


run_case = CaseKit(
    text=Case, prepared=_prepared, played=_played, differences=_differences, as_rolled=_as_rolled
).run  # fmt: skip
