"""What a commander, his standing orders and his aide go by is what his side sees, never the true battle."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.cli import match
from pbem.engine.casekit.stretches import reading, stretch
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.hiding import is_hidden, side_sights
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.engine.players import by_aide
from pbem.engine.sightings import names_of
from pbem.engine.spec import Faults
from pbem.engine.table.by_sight import each_by_sight
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.armatys import RULES as ARMATYS
from pbem.rulesets.armatys.cases.position import read_position as armatys_position
from pbem.rulesets.armatys.playing import policies
from pbem.rulesets.armatys.seeing.noticing import notice
from pbem.rulesets.armatys.state.battle import Battle as ArmatysBattle
from pbem.rulesets.onehour import RULES as ONEHOUR
from pbem.rulesets.onehour.cases.position import read_position as onehour_position
from pbem.rulesets.onehour.commands import Sheet, StandingCharge
from pbem.rulesets.onehour.standing.acting import move_for


class EnoughAsked(Exception):
    """Some questions have been answered."""


@pytest.mark.parametrize("rules", ["snaphance", "onehour", "armatys", "fornovo"])
def test_an_aide_is_handed_no_unit_that_its_side_does_not_see(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def watched(of: Any, view: Any, ask: Any, temper: str = "") -> Any:
        side = of.state.side_of(view, ask.seat)
        units = view.stands if rules == "snaphance" else view.units
        mine = side_sights(view, side)
        theirs = {code for code, one in units.items() if one.side != side}
        assert is_hidden(view)
        assert theirs <= {*names_of(mine).values(), *mine.fallen}
        asked.append(len(theirs))
        if len(asked) == 6:
            raise EnoughAsked
        return by_aide(of, view, ask, temper)

    monkeypatch.setattr(match, "by_aide", watched)
    with pytest.raises(EnoughAsked):
        match.play_one(match.match_of(f"{rules}/mill-ford", {}, 5, {"sight": "hidden"}), 1)
    assert min(asked) < 5, "there is an enemy whom it did not see"


def test_no_unit_of_armatys_fires_by_itself_at_whom_its_side_does_not_see() -> None:
    foot = {"rows": ["MMMMMM", "MMMMMM"]}
    battle = armatys_position(
        {
            "visibility": 36,
            "units": [
                {"id": "A1", "at": [40, 10], **foot},
                {"id": "B1", "side": "B", "at": [40, 15], "facing": 180, **foot},
            ],
            "terrain": [{"id": "W1", "kind": "wood", "shape": [[36, 15], [44, 15], [44, 18], [36, 18]]}],
        },
        Faults(),
    )
    assert battle is not None
    alone = frozenset([StandId("B1")])
    assert [one.target for one in policies.shots(battle, alone)] == ["B1"], "it is in range and line"
    found: list[object] = []

    def decided(play: Play[ArmatysBattle]) -> None:
        found.append(each_by_sight(play, lambda seen: policies.shots(seen, alone)))

    stretch(battle, TapeDice([]), decided, reading(ARMATYS.state.view, notice))
    assert found == [()]


def test_a_standing_charge_of_the_one_hour_rules_does_not_go_at_whom_its_side_does_not_see() -> None:
    battle = onehour_position(
        None,
        {
            "visibility": 36,
            "switches": {"woods": "infantry"},
            "terrain": [{"id": "wood", "kind": "woods", "shape": [[4, 14], [12, 14], [12, 22], [4, 22]]}],
            "units": [
                {"id": "S1", "side": "blue", "type": "Infantry", "x": 8, "y": 10, "facing": 0, "out_of_ammo": True},
                {"id": "E1", "side": "red", "type": "Infantry", "x": 8, "y": 17, "facing": 180},
            ],
        },
        [],
        Faults(),
    )
    assert battle is not None
    blue = next(one for one in battle.armies if one.id == "blue")
    told = Sheet(standing=(StandingCharge(whom="all", within=Hundredths(1000)),))
    battle = replace(battle, turn=1, active=blue.id, phase="movement", sheets={blue.seat: told})
    assert move_for(battle, StandId("S1")) is not None, "it may be charged"
    assert move_for(ONEHOUR.state.view(battle, blue.seat), StandId("S1")) is None
