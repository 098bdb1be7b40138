"""The one-hour aide-de-camp: what he expects of dice, what he orders in a position, battles that end as they should."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.cli.match import RANDOM, Result, match_of, play_match
from pbem.engine.asks import Ask
from pbem.engine.ids import Seat
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.objectives import AreaToHold, Objective
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.aides import TEMPERAMENTS, TEMPERS, aide
from pbem.rulesets.onehour.aides.ways import land_of
from pbem.rulesets.onehour.asks import AskArmy, AskSetup
from pbem.rulesets.onehour.battle import Battle, Contact
from pbem.rulesets.onehour.commands import ArmyChoice, SetUp, Sheet, StandingMove
from pbem.rulesets.onehour.fighting.chances import ExpectedBlow, duel, hits, kills, mean, opened, useful
from pbem.rulesets.onehour.playing.checking import check_sheet
from pbem.scenarios import load_scenario, scenario_names
from tests import onehour_told
from tests.onehour_tables import BLUE, asked, block, ground, table, unit

D6, HALVED, TWO, TWO_HALVED, TWO_DOUBLED = (
    ExpectedBlow(0, 2),
    ExpectedBlow(0, 1),
    ExpectedBlow(2, 2),
    ExpectedBlow(2, 1),
    ExpectedBlow(2, 4),
)


def told(battle: Battle, temper: str = "") -> dict[str, str]:
    """What blue's aide writes: by unit, its orders with the reason; nothing of it is refused."""
    view = RULES.state.view(battle, Seat("blue"))
    text = aide(view, asked(battle), temper)
    assert RULES.language.read(view, asked(battle), text).problems == ()
    return dict(line.partition(" ")[::2] for line in text.splitlines())


# --- dice -----------------------------------------------------------------------------------------------------------


def test_he_expects_what_the_catalogue_says() -> None:
    assert [mean(blow) for blow in (D6, HALVED, TWO, TWO_HALVED, TWO_DOUBLED)] == [3.5, 2.0, 5.5, 3.0, 11.0]
    assert hits(TWO_HALVED) == (2, 2, 3, 3, 4, 4)


def test_hits_beyond_what_removes_a_unit_are_worth_nothing() -> None:
    assert useful(D6, 2) == pytest.approx((1 + 5 * 2) / 6)
    assert [kills(D6, left) for left in (1, 5, 7)] == pytest.approx([1, 2 / 6, 0])


def test_a_fight_is_reckoned_to_its_end() -> None:
    assert duel(15, 1, D6, D6) == (1.0, 15.0, 0.0)
    first, second = duel(15, 15, D6, D6), duel(3, 3, D6, D6)
    assert second.win == pytest.approx(4 / 6 + sum(1 - duel(3 - hit, 3, D6, D6).win for hit in (1, 2)) / 6)
    assert 0.5 < first.win < second.win, "whoever strikes first has the better of it, the more the shorter it is"
    assert duel(15, 15, TWO_HALVED, D6).win < 0.5 < opened(15, 15, TWO, TWO_HALVED, D6).win


# --- shooting -------------------------------------------------------------------------------------------------------


def test_two_do_not_both_shoot_at_one_who_is_sure_to_go() -> None:
    battle = table(
        unit("I1", 10, 10), unit("I2", 16, 10), unit("EI1", 11, 20, 180, hits=14), unit("EI2", 16, 20, 180, hits=4),
    )  # fmt: skip
    shots = [order.partition("shoot ")[2][:3] for order in told(battle).values()]
    assert sorted(shots) == ["EI1", "EI2"]


def test_he_shoots_at_those_nearly_gone_rather_than_at_the_fresh_ones() -> None:
    for worn in ("EI1", "EI2"):
        enemies = [unit(code, x, 20, 180, hits=11 if code == worn else 0) for code, x in (("EI1", 8), ("EI2", 14))]
        order = told(table(unit("I1", 11, 10), *enemies))["I1"]
        assert f"shoot {worn} else" in order
        assert order.endswith(f"# {worn} has 4 hits left")


def test_he_comes_into_range_and_not_nearer() -> None:
    battle = table(unit("I1", 18, 6), unit("EI1", 18, 23, 180, out_of_ammo=True))
    order = told(battle)["I1"]
    advance = float(order.partition("forward ")[2].partition(",")[0])
    assert 3 <= advance < 4, "15 inches from front to front, a range of 12"
    assert "shoot EI1" in order


def test_powder_spent_he_charges() -> None:
    foe = unit("EI1", 18, 16, 270, hits=9)
    assert "shoot" in told(table(unit("I1", 18, 10), foe))["I1"]
    assert told(table(unit("I1", 18, 10, out_of_ammo=True), foe))["I1"] == "charge EI1  # takes EI1 in the left flank"


# --- charging -------------------------------------------------------------------------------------------------------


def test_horse_does_not_ride_upon_pikes_in_front() -> None:
    battle = table(unit("C1", 18, 10), unit("EI1", 18, 19, 180), unit("EI2", 25, 19, 180))
    assert all("charge EI" not in told(battle, temper)["C1"] for temper in ("steady", "wary"))
    blunt = replace(battle, switches=replace(battle.switches, pikes=False))
    assert "charge EI" in told(blunt)["C1"]


def test_horse_does_not_halt_before_muzzles_but_goes_in() -> None:
    (found,) = [
        stop.asks[Seat("royal")] for stop in onehour_told.fought("coutras", "d").stops[:2] if Seat("royal") in stop.asks
    ]
    view, ask = found
    gendarmes = next(line for line in aide(view, ask).splitlines() if line.startswith("R01"))
    assert gendarmes.startswith("R01 pivot left 4, charge H04  # takes H04 rather than wait before it")


def test_he_takes_a_flank_rather_than_a_front() -> None:
    battle = table(unit("C1", 10, 10, 45), unit("EI1", 18, 16, 0), unit("EI2", 8, 18, 180))
    assert "charge EI1  # takes EI1 in the left flank" in told(battle)["C1"]


def test_whoever_is_held_in_front_is_taken_in_flank() -> None:
    held = Contact(unit("I1", 18, 14).id, unit("EI1", 18, 16).id, Face.FRONT)
    battle = table(unit("I1", 18, 14, out_of_ammo=True), unit("S1", 25, 16, 270), unit("EI1", 18, 16, 180), held)
    assert told(battle)["S1"] == "charge EI1  # takes EI1 in the left flank"


def test_taken_in_flank_he_turns_to_the_harder_blow() -> None:
    some = (
        Contact(unit("EI1", 15, 10).id, unit("I1", 18, 10).id, Face.LEFT),
        Contact(unit("ES1", 18, 8).id, unit("I1", 18, 10).id, Face.REAR),
    )
    battle = table(unit("I1", 18, 10), unit("EI1", 15, 10, 90), unit("ES1", 18, 8, 0), *some)
    assert told(battle)["I1"] == "turn to ES1  # taken in the rear"


def test_powder_is_kept_out_of_the_way_of_swords() -> None:
    battle = table(unit("I1", 18, 12), unit("ES1", 18, 19, 180), unit("ES2", 24, 19, 180))
    order = told(battle, "wary")["I1"]
    assert "shoot ES" in order
    assert "forward" in order, "back, or aside, and round again"


# --- ground ---------------------------------------------------------------------------------------------------------

RIVER = (block("river", "river", 0, 17, 36, 19), block("ford", "crossing", 29, 15, 31, 21))


def test_a_river_is_far_round() -> None:
    land = land_of(table(*RIVER), "Cavalry")
    assert land.far(6, 12, (6, 24)) > 45, "by the ford"
    assert land.far(30, 12, (30, 24)) == 12
    steps = list(land.ahead(6, 12, (6, 24), 12))
    assert steps
    assert all(x > 6 and y < 17 for x, y in steps), "eastward along the bank"


def test_woods_are_walls_to_those_who_may_not_enter() -> None:
    battle = table(block("wood", "woods", 12, 12, 24, 24))
    assert land_of(battle, "Swordsmen").far(18, 6, (18, 30)) == 24
    assert land_of(battle, "Infantry").far(18, 6, (18, 30)) > 28


def test_he_goes_by_the_ford() -> None:
    hill = block("hill", "hill", 26, 24, 34, 32, called="the hill")
    goal = Objective(name="the hill", areas=(AreaToHold(name="the hill", shape=hill.shape),), test="at once")
    battle = table(unit("I1", 30, 8), unit("EI1", 3, 33, 180), *RIVER, hill, objectives=(goal,), limit=15)
    here = battle
    for _ in range(4):
        text = aide(here, asked(here))
        answer = RULES.language.read(here, asked(here), text).answer
        assert isinstance(answer, Sheet)
        here = moved(here, answer)
    assert here.units[unit("I1", 0, 0).id].pose.at.y > 2100


def moved(battle: Battle, sheet: Sheet) -> Battle:
    """The battle once blue has moved, in blue's next player turn."""
    after = check_sheet(battle, sheet.orders).after
    return replace(after, units={u: replace(one, moved=False, shot=False) for u, one in after.units.items()})


def test_the_road_is_taken_where_it_saves_time() -> None:
    hill = block("hill", "hill", 0, 28, 8, 36)
    goal = Objective(name="the hill", areas=(AreaToHold(name="the hill", shape=hill.shape),), test="at once")
    battle = table(
        unit("I1", 4, 4), unit("EI1", 33, 33, 180), ground("road", "road", (4, 0), (4, 30)), hill,
        objectives=(goal,), limit=15,
    )  # fmt: skip
    assert told(battle)["I1"].startswith("road 9 ")


# --- whatever is asked ----------------------------------------------------------------------------------------------


def test_before_the_battle_he_takes_what_there_is() -> None:
    battle = table(unit("I1", 10, 10))
    asks: tuple[Ask[Any], ...] = (
        AskSetup(seat=Seat("blue"), side=BLUE, default=SetUp()),
        AskArmy(seat=Seat("blue"), side=BLUE, default=ArmyChoice()),
    )
    for ask in asks:
        assert RULES.language.read(battle, ask, aide(battle, ask)).answer == ask.default


def test_reinforcements_come_by_lines_of_his() -> None:
    seats = load_scenario("onehour/mill-ford").scenario
    assert seats.battle is not None
    battle = replace(seats.battle, turn=2, active="south", phase="orders", side_order=("south", "north"))
    text = aide(battle, replace(asked(battle), seat=Seat("south"), side="south"))
    assert text.count(" enter ") >= 1


def test_he_holds_against_standing_orders_that_would_move_his_men() -> None:
    battle = table(unit("I1", 18, 10), unit("EI1", 18, 20, 180))
    assert told(battle)["I1"].startswith("shoot EI1")
    wandering = Sheet(standing=(StandingMove(whom="all", how="keep", distance=Hundredths(1200)),))
    assert told(replace(battle, sheets={BLUE: wandering}))["I1"].startswith("hold, shoot EI1")


def test_a_temperament_is_named_with_a_sentence() -> None:
    assert tuple(TEMPERS) == ("steady", "bold", "wary") == tuple(TEMPERAMENTS)
    assert all(len(sentence.split()) > 6 for sentence in TEMPERS.values())
    with pytest.raises(KeyError):
        aide(table(unit("I1", 10, 10)), asked(table(unit("I1", 10, 10))), "furious")


# --- whole battles --------------------------------------------------------------------------------------------------

BATTLES = [name for name in scenario_names() if name.startswith("onehour/")]


def fought(scenario: str, games: int, seed: int, **players: str) -> list[Result]:
    """Battles in memory."""
    return list(play_match(match_of(scenario, players, seed), games))


@pytest.mark.parametrize("name", BATTLES)
def test_nothing_he_writes_is_refused(name: str) -> None:
    for temper in TEMPERS:
        seats = load_scenario(name).scenario.seats
        results = fought(name, 1, 11, **dict.fromkeys(seats, temper))
        assert [one.refused for one in results] == [()]


def test_he_beats_whoever_does_anything_at_all() -> None:
    as_south = fought("onehour/harrow-down", 3, 5, south="steady", north=RANDOM)
    as_north = fought("onehour/harrow-down", 3, 5, south=RANDOM, north="steady")
    assert sum(one.winner == "south" for one in as_south) >= 2
    assert sum(one.winner == "north" for one in as_north) >= 2
