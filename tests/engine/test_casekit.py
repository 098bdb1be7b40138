"""The frame of rule cases, with a vocabulary of its own: a counter that dice move."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from pbem.engine.casekit.comparing import Check, differ, differences, unpaired
from pbem.engine.casekit.frame import CaseKit, CaseText
from pbem.engine.casekit.results import CaseStop
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.dice import DiceKey


class Walk(msgspec.Struct, frozen=True):
    """Where the counter came to."""

    at: int = 0
    error: str = ""

    def refusals(self) -> tuple[str, ...]:
        return ("no step",) if self.at == 0 else ()


def played(steps: int, dice: TapeDice) -> Walk:
    at = 0
    try:
        for step in range(steps):
            at += sum(dice.throw(DiceKey(f"0/1/step:red#{step}"), "step", "red", 1)[0])
    except CaseStop as stop:
        return Walk(at, str(stop))
    return Walk(at)


KEYS: Mapping[str, Check[Walk]] = {"at": lambda key, wanted, told, faults: differ(key, wanted + 0, told.at)}
KIT = CaseKit[CaseText, int, Walk](
    text=CaseText, prepared=lambda head, case, faults: int(case.action), played=played,
    differences=lambda steps, case, told, faults: differences(case.expect, KEYS, told, faults), dice=("step", "turn"),
)  # fmt: skip
GOOD: dict[str, Any] = {
    "id": "W-1", "action": 2, "expect": {"at": 7},
    "dice": [{"label": "step:red", "values": [3]}, {"label": "step", "by": "red", "values": [4]}],
}  # fmt: skip


def test_a_case_is_played_and_compared() -> None:
    result = KIT.run({}, GOOD)
    assert result.passed
    assert result.asked == ("step by red: 1 die", "step by red: 1 die")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"expect": {"at": 8}}, "at 8 7"),
        ({"expect": {"att": 8}}, "expect.att: unknown key 'att'; did you mean 'at'?"),
        ({"expect": {"at": "far"}}, "expect.at: it is not written as this key is"),
        ({"dice": GOOD["dice"][:1]}, "the dice are at their end"),
        ({"action": 1}, "dice left over: step by red: 4"),
        ({"dice": [{"label": "jump:red", "values": [3]}]}, "no die is labelled 'jump:red'; there are step and turn"),
        ({"dice": [{"label": "step", "values": [3]}]}, "whose die it is has to be said: 'step:<who>'"),
        ({"dice": [{"label": "step:red", "values": [7]}]}, "a die shows 1 to 6"),
        ({"dice": [{"label": "step:blue", "values": [3]}]}, "the rules ask for step by red"),
        ({"acton": 2}, "unknown key 'acton'"),
    ],
)
def test_a_slip_or_a_difference_is_told(change: dict[str, Any], said: str) -> None:
    result = KIT.run({}, {**GOOD, **change})
    told = "; ".join([result.error, *(f"{one.key} {one.expected} {one.found}" for one in result.differences)])
    assert said in told
    assert not result.passed


def test_a_case_is_played_once_for_each_part() -> None:
    slow = {"action": 1, "dice": GOOD["dice"][:1], "expect": {"at": 3}}
    assert KIT.run({}, {**GOOD, "parts": {"whole": {}, "slow": slow}}).passed
    result = KIT.run({}, {**GOOD, "parts": {"whole": {}, "slow": {**slow, "expect": {"at": 4}}}})
    assert [(one.key, one.found) for one in result.differences] == [("slow: at", "3")]
    assert result.asked == ("whole: step by red: 1 die",) * 2 + ("slow: step by red: 1 die",)
    short = KIT.run({}, {**GOOD, "parts": {"whole": {}, "short": {"dice": []}}})
    assert short.error.startswith("short: the dice are at their end")
    strange = KIT.run({}, {**GOOD, "parts": {"odd": {"id": "W-2"}}})
    assert "parts.odd.id: unknown key 'id'" in strange.error


def test_as_many_as_can_be_are_paired() -> None:
    assert unpaired([1, 2, 3], [2, 3, 3], lambda one, other: other <= one + 1) == []
    assert unpaired([1, 1], [1], lambda one, other: one == other) == [1]
