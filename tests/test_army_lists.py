"""Army lists: priced, and refused with the line of every fault."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli.main import main

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("army-*.yaml"))


def checked(path: Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["army", "check", str(path)])
    return result.exit_code, result.output


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_a_legal_army(path: Path) -> None:
    code, told = checked(path)
    assert code == 0
    assert "a legal army" in told


def test_an_army_is_priced_line_by_line() -> None:
    _, told = checked(EXAMPLES[0])
    lines = [line.split() for line in told.splitlines() if line.startswith(" ")]
    assert sum(int(line[0]) for line in lines[:-1]) == int(lines[-1][0]) == 1644


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("rows: [5, 5]", "rows: [5, 60]", "line 28: C2: 65 figures: 4 to 50 are allowed (FS-2a)"),
        ("limit: 1900", "limit: 190", "line 8: the army costs 1644 points, 1454 over the limit"),
        ("year: 1643", "year: 1570", "line 10: F1: a sleeve 4 wide in 1570: at most 3 before 1580 (FS-2.14e)"),
        ("type: I, charge: gallop", "type: I, charge: trot", "line 28: C2: irregular cavalry charges at the gallop"),
        ("assigned: [C1, C2]", "assigned: [C1, C9]", "line 33: there is no unit 'C9'"),
        ("kind: cc", "kind: cc, pay: 1", "unknown key 'pay'"),
        ("{id: CC, kind: cc}", "{id: CC, kind: sg}", "line 31: no C/C"),
        ("rules: ", "rules: x", "line 4: 'rules' names the rule set"),
    ],
)
def test_a_fault_names_its_line(tmp_path: Path, old: str, new: str, fault: str) -> None:
    text = EXAMPLES[0].read_text(encoding="utf-8")
    assert old in text
    there = tmp_path / "army.yaml"
    there.write_text(text.replace(old, new, 1), encoding="utf-8")
    code, told = checked(there)
    assert code == 1
    assert fault in told
