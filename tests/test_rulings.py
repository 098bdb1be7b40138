"""Rulings: RULINGS.md tells each once with cases that cite it; each reading is played, and is fixed by a case.

A case of ``rulings-switched.yaml`` fails by the usual reading; the case that fixes a usual reading fails by any other.
"""

import copy
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.casekit.tape import TapeDice, TapeEntry
from pbem.engine.ids import RuleId
from pbem.engine.spec import Faults, read
from pbem.rulesets.snaphance.cases import Case, run_case
from pbem.rulesets.snaphance.cases.action import read_action
from pbem.rulesets.snaphance.cases.orders import played
from pbem.rulesets.snaphance.cases.position import read_position
from pbem.rulesets.snaphance.reporting.citing import CITING, ROUTINE
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.rulings import (
    FIXED,
    RULINGS,
    SWITCHABLE,
    TABLE,
    chosen,
    fault_of,
    reading,
    says,
    switched,
)
from pbem.yamlfile import read_yaml

HERE = Path(__file__).parent
SNAPHANCE = HERE.parent / "pbem" / "rulesets" / "snaphance"
TOLD = (SNAPHANCE / "RULINGS.md").read_text()
REFERENCE = (SNAPHANCE / "reference" / "22-rulings.md").read_text()


CASES = HERE / "cases" / "snaphance"


@cache
def file_of(stem: str) -> dict[str, Any]:
    """A file of cases."""
    found: dict[str, Any] = read_yaml(CASES / f"{stem}.yaml").value
    return found


def case_named(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A file and a case of it, by ``file id``."""
    stem, _, wanted = name.partition(" ")
    file = file_of(stem)
    return file, next(case for case in file["cases"] if case["id"] == wanted)


def by(case: dict[str, Any], **rulings: str) -> dict[str, Any]:
    """A case by other readings than its own."""
    changed = copy.deepcopy(case)
    changed["position"]["rulings"] = {ruling.replace("_", "-"): name for ruling, name in rulings.items()}
    return changed


def test_each_ruling_is_told_once_with_cases_that_cite_it() -> None:
    stems = [path.stem for path in CASES.glob("*.yaml")]
    cites = {f"{stem} {case['id']}": case["cites"] for stem in stems for case in file_of(stem)["cases"]}
    rows = re.findall(r"^\| SN-Q(\d+) \|.*\| ([^|]+) \|$", TOLD.partition("\n## ")[0], re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, RULINGS + 1))
    wrong = [
        f"SN-Q{number}: {case}"
        for number, cases in rows for case in cases.split(", ") if f"SN-Q{number}" not in cites.get(case, ())
    ]  # fmt: skip
    assert not wrong


READINGS = re.findall(r"^\| (SN-Q\d+) \| `([a-z-]+)`( \(usual\))? \| (.+) \| ([^|]+) \|$", TOLD, re.MULTILINE)
"""Of each reading: its ruling, name, whether it is the usual one, what it says, the case that fixes it."""


def test_every_reading_is_told_in_the_words_of_the_table() -> None:
    told = [(ruling, name, bool(usual), words) for ruling, name, usual, words, _ in READINGS]
    assert told == [
        (ruling, name, place == 0, words)
        for ruling, row in TABLE.items() for place, (name, words) in enumerate(row.readings.items())
    ]  # fmt: skip
    for ruling, row in TABLE.items():
        others = list(row.readings)[1:]
        line = " ".join(f"`{name}`: {row.readings[name]}" for name in others)
        text = " ".join(REFERENCE.split(f"**{ruling} ")[1].split("\n- **SN-Q")[0].split())
        assert f"*A battle may read it otherwise:* {line}" in text, ruling


@pytest.mark.parametrize(("ruling", "name", "usual", "case"), [(*row[:3], row[4]) for row in READINGS])
def test_the_case_of_a_reading_fails_by_any_other(ruling: str, name: str, usual: str, case: str) -> None:
    file, found = case_named(case)
    assert ruling in found["cites"]
    assert found["position"].get("rulings", {}) == ({} if usual else {ruling: name})
    assert run_case(file, found).passed
    for other in SWITCHABLE[RuleId(ruling)]:
        if other != name:
            assert not run_case(file, by(found, **{ruling: other})).passed, f"{case} passes by {other} too"


@pytest.mark.parametrize("case", file_of("rulings-switched")["cases"], ids=lambda case: str(case["id"]))
def test_a_switched_ruling_decides_and_is_cited_there(case: dict[str, Any]) -> None:
    assert not run_case(file_of("rulings-switched"), by(case)).passed
    faults = Faults()
    read_case = read(Case, case, "", faults)
    assert read_case is not None
    action = read_action(read_case.action, faults)
    assert action is not None
    start = read_position(file_of("rulings-switched")["types"], read_case.position, action, faults)
    assert start is not None
    tape = [read(TapeEntry, entry, "", faults) for entry in read_case.dice]
    story = played(start, action, TapeDice([entry for entry in tape if entry is not None]))
    (ruling,) = case["position"]["rulings"]
    assert any(ruling in note.fact.rules for note in story.notes)


def test_every_ruling_has_other_readings_or_a_reason_why_not() -> None:
    assert {*TABLE, *FIXED} == {f"SN-Q{n}" for n in range(1, RULINGS + 1)}
    assert not set(TABLE) & set(FIXED)
    told = re.findall(r"^\| (SN-Q\d+) \| ([^|]+) \|$", TOLD, re.MULTILINE)
    assert told == list(FIXED.items())


def test_every_ruling_that_can_be_switched_has_two_readings_or_more() -> None:
    assert len(SWITCHABLE) >= 25
    assert all(len(set(names)) > 1 for names in SWITCHABLE.values())


@pytest.mark.parametrize(
    ("ruling", "wanted", "what"),
    [
        ("SN-Q77", "once", "there is no ruling SN-Q77"),
        ("SN-Q0", "once", "there is no ruling SN-Q0"),
        ("SN-4.0c", "once", "there is no ruling SN-4.0c"),
        ("SN-Q61", "once", "SN-Q61 has one reading only: all rules of passing and displacing build on it; those with"),
        ("SN-Q15", "twice", "SN-Q15 has no reading 'twice'; there are: per-rank (Pike have"),
        ("SN-Q15", None, "SN-Q15 has no reading None"),
        ("SN-Q15", ["once"], "SN-Q15 has no reading ['once']"),
    ],
)
def test_a_reading_that_is_none_is_told(ruling: str, wanted: object, what: str) -> None:
    assert fault_of(ruling, wanted).startswith(what)


def test_only_what_is_switched_is_kept() -> None:
    battle = msgspec_battle(chosen({"SN-Q15": "once", "SN-Q2": "pairs"}))
    assert battle.rulings == {"SN-Q15": "once"}
    assert (reading(battle, "SN-Q15"), reading(battle, "SN-Q2")) == ("once", "pairs")
    assert switched(battle, "SN-Q2", "SN-Q15") == ("SN-Q15",)
    assert says(battle, "SN-Q15") == "Pike have the dice for depth once, however many ranks are behind the first."
    assert says(battle, "SN-Q61") == ""
    with pytest.raises(KeyError):
        reading(battle, "SN-Q61")


def msgspec_battle(rulings: Any) -> Battle:
    """A battle with nothing in it."""
    return Battle(title="", year=1600, types={}, armies=(), groups={}, stands={}, commanders={}, rulings=rulings)


def test_a_switched_ruling_is_cited_beside_the_five_and_though_it_is_routine() -> None:
    special = [RuleId(f"SN-6.{n}a") for n in range(CITING.most + 2)]
    routine = RuleId("SN-Q17")
    assert routine in ROUTINE
    assert routine not in CITING.cited([*special, routine])
    assert CITING.cited([*special, routine], {"SN-Q17": "adjusted"}) == (*special[: CITING.most], routine)
