"""The one-hour vocabulary of cases: a position, player turns and dice in; what came of it compared.

Cases are played by the rules themselves, through ``Play``; nothing is decided here.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.engine.cases import CaseResult, TapeDice, TapeEntry, fault_text
from pbem.engine.spec import Faults, inside, read
from pbem.rulesets.onehour.cases.action import read_action
from pbem.rulesets.onehour.cases.expect import differences, read_expected
from pbem.rulesets.onehour.cases.played import played
from pbem.rulesets.onehour.cases.position import read_position


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A case as written."""

    id: str
    position: dict[str, Any]
    action: list[Any]
    expect: dict[str, Any]
    dice: list[Any] = []
    cites: list[str] = []
    title: str = ""
    why: str = ""
    source: str = ""


class DieSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A roll as the case foresees it: ``shoot:I1`` is a die thrown by I1."""

    label: str
    values: tuple[int, ...]
    by: str | None = None


def run_case(head: Mapping[str, Any], value: Mapping[str, Any]) -> CaseResult:
    """Play one case.  head: the file's other keys, of which ``conventions`` has the defaults."""
    faults = Faults()
    name, title = str(value.get("id", "a case without id")), str(value.get("title", ""))
    case = read(Case, value, "", faults)
    if case is None:
        return CaseResult(id=name, title=title, error=fault_text(faults))
    tape = [_tape_entry(entry, i, faults) for i, entry in enumerate(case.dice)]
    action = read_action(case.action, faults)
    battle = read_position(head.get("conventions", {}), case.position, action, faults)
    expected = read_expected(case.expect, battle, faults)
    if faults.found or battle is None or expected is None:
        return CaseResult(id=name, title=title, error=fault_text(faults))
    dice = TapeDice([entry for entry in tape if entry is not None])
    story = played(battle, action, dice, judged=expected.judged)
    left = dice.leftover()
    return CaseResult(
        id=name,
        title=title,
        error=story.error or (f"dice left over: {left}" if left else ""),
        differences=differences(expected, story),
        asked=tuple(str(asked) for asked in dice.asked),
        refused=tuple(str(one) for one in story.refused),
    )


def _tape_entry(value: object, place: int, faults: Faults) -> TapeEntry | None:
    where = inside("dice", place)
    spec = read(DieSpec, value, where, faults)
    if spec is None:
        return None
    label, _, by = spec.label.partition(":")
    if label not in {"first", "army", "shoot", "ammo", "melee"}:
        faults.add(
            where, f"no die is labelled {spec.label!r}; there are first, army, shoot, ammo and melee, with ':<who>'"
        )
    elif not (spec.by or by):
        faults.add(where, f"whose die it is has to be said: '{label}:<who>'")
    if not all(1 <= face <= 6 for face in spec.values):
        faults.add(f"{where}.values", "a die shows 1 to 6")
    return TapeEntry(label=label, values=spec.values, by=spec.by or by or None)
