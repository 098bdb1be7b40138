"""The visibility of a one-hour battle changes from a turn on: it is told, and units are lost from sight by it.

An Armatys file has a figure of its own, beside its weather.
"""

from typing import Any

from msgspec.structs import replace

from pbem.engine.casekit.stretches import reading, stretch
from pbem.engine.casekit.tape import TapeDice
from pbem.paths import SCENARIOS
from pbem.rulesets.armatys.scenario.reader import scenario as armatys_scenario
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.facts import PlayerTurnBegan, VisibilityPut
from pbem.rulesets.onehour.noticed import LostSight, Sighted
from pbem.rulesets.onehour.playing.sequence import ending
from pbem.rulesets.onehour.scenario.reader import scenario
from pbem.rulesets.onehour.seeing.noticing import notice
from tests.plain_yaml import safe_load

HIDDEN = {"sight": "hidden"}


def _read(visibility: object) -> Any:
    tree = safe_load((SCENARIOS / "onehour" / "harrow-down.yaml").read_text(encoding="utf-8"))
    return scenario({**tree, "visibility": visibility}, HIDDEN)


def test_night_falls_between_two_turns() -> None:
    battle = _read([{"turn": 1, "inches": 36}, {"turn": 3, "inches": 6}]).battle
    first, second = (one.id for one in battle.armies)
    battle = replace(battle, turn=2, phase="ending", active=second, side_order=(first, second))
    for fact in notice(replace(battle, turn=1), battle):
        battle = fact.apply(battle)
    assert battle.sights.of(first).seen
    told = stretch(battle, TapeDice([]), ending, reading(RULES.state.view, notice)).facts
    kinds = [type(one) for one in told]
    assert kinds.index(VisibilityPut) < kinds.index(LostSight) < kinds.index(PlayerTurnBegan)
    assert Sighted not in kinds
    later = stretch(replace(battle, turn=3), TapeDice([]), ending, reading(RULES.state.view, notice)).facts
    assert VisibilityPut not in [type(one) for one in later]


def test_a_list_that_does_not_begin_with_turn_one_is_a_fault() -> None:
    assert "it begins with turn 1" in str(_read([{"turn": 2, "inches": 36}]).faults)


def _armatys(visibility: object) -> Any:
    tree = safe_load((SCENARIOS / "armatys" / "harrow-down.yaml").read_text(encoding="utf-8"))
    return armatys_scenario({**tree, "visibility": visibility}, HIDDEN)


def test_a_file_of_armatys_says_how_far_hidden_units_are_seen() -> None:
    seen, usual = _armatys(18).battle, _armatys([{"bound": 4, "inches": 12}]).battle
    assert (seen.sights.visibility, seen.sight) == (1800, ())
    assert (usual.sights.visibility, [one.inches for one in usual.sight]) == (3600, [1200])
    assert [one.where for one in _armatys(1).faults] == ["visibility"]
