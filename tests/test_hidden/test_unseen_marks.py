"""Which of a side's own units its map marks as not seen, by what that side sees: on hexes and in inches."""

import pytest

from pbem.reports.maps.drawing import render_svg
from pbem.reports.maps.tables.maptext import chart_alt as table_alt
from tests.test_hidden.hiders import HIDERS, random_battle
from tests.test_hidden.twins import side_of, turns

BATTLES = {"snaphance": (2, 8), "onehour": (2, 9), "armatys": (2, 1), "fornovo": (2, 3)}


@pytest.mark.parametrize("name", HIDERS)
def test_own_units_are_marked_that_no_enemy_in_sight_sees(name: str) -> None:
    hider, (_, lines) = HIDERS[name], random_battle(name, *BATTLES[name])
    marked, plain = 0, 0
    for army in lines[0].body.battle.armies:
        for turn in turns(hider, lines, army.seat)[:-1]:
            chart, own = hider.rules.reporting.chart(turn), side_of(hider, turn.after, army.seat)
            for one in chart.counters if name == "snaphance" else chart.bases:
                unseen = one.unseen if name == "snaphance" else "unseen" in one.marks
                unit = hider.units(turn.after).get(one.code)
                assert not unseen or (unit is not None and unit.side == own), "marks are of own units alone"
                marked += unseen
                plain += unit is not None and unit.side == own and not unseen
            if "m-unseen" in (drawn := render_svg(chart)):
                assert "yours, unseen" in drawn, "the legend says so"
                assert name == "snaphance" or "not seen by those you see" in table_alt(chart)
    assert marked, "some are unseen"
    assert plain, "some are seen"
