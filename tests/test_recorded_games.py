"""Recorded games: their archives hold by today's rules, and the same acts give the same bytes."""

from pathlib import Path

import pytest

from pbem.engine.archive import verify
from pbem.rulesets import rule_set, rule_sets
from tests.recorded import load, performed, recordings

ENOUGH = 20
"""Games recorded of each rule set."""
YOUNG = {"armatys", "campaign", "fornovo"}
"""Rule sets whose journals may still change: few of their games are recorded yet."""


def test_twenty_games_of_each_rule_set_are_recorded() -> None:
    for rules in rule_sets().keys() - YOUNG:
        assert len([path for path in recordings() if path.parent.name == rules]) >= ENOUGH


@pytest.mark.slow
@pytest.mark.parametrize("path", recordings(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_holds_and_is_played_again_to_the_same_bytes(path: Path) -> None:
    recorded = load(path)
    archive = recorded.read()
    found = verify(archive, rule_set(archive.header.rules), audit=True)
    assert [str(one) for one in found if one.fault] == []
    with performed(recorded) as made:
        again = made.archive()
    differs = next((n for n, (was, now) in enumerate(zip(recorded.archive, again, strict=False), 1) if was != now), 0)
    if differs > 1:  # the header differs wherever anything does
        assert again[differs - 1] == recorded.archive[differs - 1], f"line {differs}"
    assert again == recorded.archive
