"""Rule IDs are written out wherever they are cited, so that one search finds every place that plays a rule."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RANGE = re.compile(
    r"\b(?:SNS?|OH|AR|FS|CA)-[A-Za-z-]*[\d.]+[a-z]? (?:to|through|-|\u2013) "
    r"(?:(?:[A-Z]{2,3}-[A-Za-z-]*)?[A-Z]?\d[\d.]*[a-z]?|[b-z])\b(?! hex)"
)
"""``SN-7.2c to 7.2e``, ``SNS-M12 to M14``, ``SN-10.2a to g``."""


def ranges(text: str) -> list[str]:
    """The ranges of rule IDs in a text."""
    return [found[0] for found in RANGE.finditer(text)]


def cited() -> list[Path]:
    """Every file of code, docs and cases."""
    folders = [
        ("pbem", ("*.py", "*.md")),
        ("docs", ("*.md",)),
        ("tests/cases", ("*.yaml",)),
        ("scenarios", ("*.yaml",)),
    ]
    return [path for folder, kinds in folders for kind in kinds for path in sorted((ROOT / folder).rglob(kind))]


def test_rule_ids_are_written_out() -> None:
    found = {path: ranges(path.read_text(encoding="utf-8")) for path in cited()}
    assert {str(path.relative_to(ROOT)): some for path, some in found.items() if some} == {}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Rules: SN-7.2c to 7.2e.", 1),
        ("(SN-10.2a to g, SN-10.6a)", 1),
        ("SNS-M12 to M14.", 1),
        ("OH-D4 to OH-D9.", 1),
        ("SN-7.2c, SN-7.2d, SN-7.2e", 0),
        ("by SN-6.2c to a stand", 0),
    ],
)
def test_a_range_is_found(text: str, count: int) -> None:
    assert len(ranges(text)) == count
