"""The aide-de-camp: orders a player could have written, by temperament, and battles that end as they should."""

from collections import Counter
from itertools import cycle
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.cli.match import RANDOM, Result, match_of, play_match
from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, Seq, StandId
from pbem.engine.journal import Answered, Line, Opened, Story
from pbem.engine.orders import Problem
from pbem.engine.play import Run, Waiting, advance
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.aides import TEMPERAMENTS, aide
from pbem.rulesets.snaphance.aides.chances import fighting, shooting
from pbem.rulesets.snaphance.fighting.chances import hits
from pbem.rulesets.snaphance.state import facts
from pbem.rulesets.snaphance.state.asks import AskGroup, AskOrders, AskYesNo, GroupChoice, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, HexObjective
from pbem.rulesets.snaphance.state.commands import Sheet, StandingOrder
from pbem.scenarios import load_scenario, scenario_names
from tests.snaphance_positions import BLUE, position, stand

TEMPERS = tuple(TEMPERAMENTS)


def told(battle: Battle, temper: str = "", group: Any = None) -> dict[str, str]:
    """What blue's aide writes: by subject, the order with its reason."""
    ask = AskOrders(seat=Seat("blue"), round=battle.round, group=group, default=Sheet())
    view = RULES.state.view(battle, Seat("blue"))
    text = aide(view, ask, temper)
    assert RULES.language.read(view, ask, text).problems == ()
    return dict(line.partition(" ")[::2] for line in text.splitlines())


# --- judgement ------------------------------------------------------------------------------------------------------


def test_it_charges_an_open_flank_by_the_way_that_leads_there() -> None:
    battle = position([stand("b1", "gendarmes", 3, 1, 5), stand("r1", "ps", 0, 0, 3), stand("r2", "ps", -1, 0, 3)])
    order = told(battle)["b1"]
    assert ", charge r1" in order
    assert "on its flank" in order or "on its rear" in order


def test_it_brings_up_a_friend_beside_the_one_who_charges() -> None:
    some = [stand("b1", "swiss", 5, 2, 0), stand("b2", "swiss", 4, 2, 0), stand("r1", "swiss", 5, 0, 3)]
    orders = [(code, order) for code, order in told(position(some)).items() if code in ("b1", "b2")]
    (helper, first), (charger, second) = orders
    assert first.startswith("forward"), "the helper goes first"
    assert f"# beside {charger} at r1" in first
    assert second == "charge r1  # 13 dice against 7"
    assert helper != charger


def test_it_does_not_ride_upon_pikes() -> None:
    battle = position([stand("b1", "horse", 0, 2, 0), stand("r1", "swiss", 0, 0, 3), stand("r2", "swiss", 1, 0, 3)])
    assert all("charge" not in told(battle, temper).get("b1", "") for temper in TEMPERS)


def test_it_shoots_at_the_enemy_in_disorder_rather_than_at_the_fresh_one() -> None:
    both = [stand("r1", "ps", 0, -2, 3), stand("r2", "ps", 1, -2, 3, disordered=True)]
    assert told(position([stand("b1", "shot", 0, 0, 0), *both]))["b1"].startswith("fire r2")


def test_shots_come_before_charges_and_charges_before_marches() -> None:
    some = [
        stand("b1", "gendarmes", 3, 1, 5), stand("b2", "guns", 0, 4, 0), stand("b3", "ps", 2, 9, 0),
        stand("r1", "ps", 0, 0, 3, sp=(3,)),
    ]  # fmt: skip
    lines = [order for subject, order in told(position(some)).items() if subject in ("b1", "b2", "b3")]
    assert ["fire" in lines[0], "charge" in lines[1], "forward" in lines[2]] == [True, True, True]


def test_what_is_worn_goes_back() -> None:
    battle = position([stand("b1", "horse", 0, 3, 0, sp=(1,), disordered=True), stand("r1", "gendarmes", 0, 0, 3)])
    assert "back" in told(battle)["b1"]
    assert "harm's way" in told(battle)["b1"]


def test_who_has_nothing_to_shoot_at_waits_on_opportunity_where_that_is_allowed() -> None:
    some = [stand("b1", "guns", 0, 7, 0), stand("r1", "swiss", 0, 0, 3)]
    assert told(position(some), "wary")["b1"].startswith("opportunity")
    assert "opportunity" not in told(position(some, bans=("opportunity",)), "wary").get("b1", "")


def test_skirmishers_with_the_enemy_upon_them_are_left_to_break_off() -> None:
    battle = position([stand("b1", "skirm", 0, 1, 0), stand("r1", "ps", 0, 0, 3)])
    assert "b1" not in told(battle)


def test_a_stand_in_a_melee_is_left_to_fight() -> None:
    from pbem.engine.ids import MeleeId, Side
    from pbem.rulesets.snaphance.state.battle import Melee

    melee = Melee(id=MeleeId("m1"), stands={Side("blue"): StandId("b1"), Side("red"): StandId("r1")})
    some = [stand("b1", "ps", 0, 1, 0), stand("r1", "ps", 0, 0, 3)]
    assert "b1" not in told(position(some, melees={"m1": melee}))


def test_foot_goes_for_the_objective_and_stays_there() -> None:
    goal = position([stand("b1", "ps", 0, 6, 0), stand("r1", "ps", 0, -9, 3)])
    here = goal.stands[StandId("b1")].hex
    wanted = HexObjective(name="mill", hexes=(here._replace(r=3),), need=1, at_round=9)
    far = replace(goal, objectives=(wanted,), limit=9)
    assert told(far)["b1"].startswith("forward")
    assert "to the mill" in told(far)["b1"]
    there = replace(far, objectives=(replace(wanted, hexes=(here,)),))
    assert "forward" not in told(there).get("b1", "")


def test_the_general_rides_to_those_who_are_to_rally() -> None:
    battle = position(
        [stand("b1", "ps", 0, 6, 0, disordered=True), stand("b2", "ps", 4, 6, 0), stand("r1", "ps", 0, 0, 3)],
        generals={"bg": (4, 6, None), "rg": (0, -9, None)},
    )
    assert told(battle)["bg"] == "join b1  # to rally them"


def test_the_bids_name_first_the_group_with_most_to_do() -> None:
    battle = position(
        [
            stand("b1", "ps", 0, 20, 0, group="blue.Foot"), stand("b2", "gendarmes", 3, 1, 5, group="blue.Horse"),
            stand("r1", "ps", 0, 0, 3),
        ]
    )  # fmt: skip
    assert told(battle)["Side"] == "bid Horse, Foot"
    ask = AskGroup(seat=Seat("blue"), options=tuple(battle.groups)[1:3], default=GroupChoice(tuple(battle.groups)[1]))
    assert aide(RULES.state.view(battle, Seat("blue")), ask) == "group Horse"


def test_any_other_question_is_answered_by_its_default() -> None:
    battle = position([stand("b1", "croats", 0, 3), stand("r1", "gendarmes", 0, 0, 3)])
    for yes in (True, False):
        ask = AskYesNo(seat=Seat("blue"), matter="evade", stand=StandId("b1"), default=YesNo(yes))
        assert aide(battle, ask) == ("yes" if yes else "no")


# --- temperaments ---------------------------------------------------------------------------------------------------


def test_the_bold_charges_where_the_others_think_better_of_it() -> None:
    even = position([stand("b1", "horse", 0, 3, 0), stand("r1", "horse", 0, 0, 3)])
    charges = {temper for temper in TEMPERS if "charge" in told(even, temper).get("b1", "")}
    assert "bold" in charges
    assert "wary" not in charges


def test_each_gives_his_own_standing_orders_and_leaves_those_of_the_player() -> None:
    battle = position([stand("b1", "horse", 0, 9, 0), stand("r1", "horse", 0, 0, 3)])
    ask = AskOrders(seat=Seat("blue"), round=1, default=Sheet())
    given = {temper: aide(battle, ask, temper) for temper in TEMPERS}
    assert "Standing all pursue yes" in given["bold"]
    assert "Standing all pursue no" in given["wary"]
    assert "pursue" not in given["steady"]
    had = Sheet(standing=(StandingOrder("pursue", "if horse"), StandingOrder("evade", "never", stand=StandId("b1"))))
    kept = aide(replace(battle, sheets={BLUE: had}), ask, "bold")
    assert "Standing all pursue if horse" in kept
    assert "Standing b1 evade never" in kept
    assert "pursue yes" not in kept


def test_an_unknown_temperament_is_an_error() -> None:
    with pytest.raises(KeyError, match="sly"):
        aide(position([]), AskOrders(seat=Seat("blue"), round=1, default=Sheet()), "sly")


def test_it_knows_nothing_of_the_enemys_orders() -> None:
    start = load_scenario("harrow-down").scenario.battle
    assert isinstance(start, Battle)
    secret = Sheet(standing=(StandingOrder("evade", "never"),))
    other = replace(start, sheets={start.armies[1].id: secret})
    seat = start.armies[0].seat
    ask = AskOrders(seat=seat, round=1, default=Sheet())
    assert aide(RULES.state.view(start, seat), ask) == aide(RULES.state.view(other, seat), ask)
    assert aide(other, ask) == aide(start, ask), "not even when it is handed the whole battle"


# --- chances --------------------------------------------------------------------------------------------------------


def test_hits_are_sixes_and_pairs_of_fives() -> None:
    assert hits(1) == pytest.approx((5 / 6, 1 / 6))
    assert hits(2) == pytest.approx((24 / 36, 11 / 36, 1 / 36))
    assert sum(hits(9)) == pytest.approx(1)


def test_a_shot_at_a_stand_in_disorder_costs_it_a_point_whenever_it_hits() -> None:
    assert shooting(4, 5, True).loss == shooting(4, 5, True).hit
    assert shooting(4, 5, False).loss < shooting(4, 5, False).hit
    assert shooting(0, 5, False).hit == 0


def test_a_melee_is_even_between_equals_and_better_with_more_dice() -> None:
    even = fighting(5, 5, 5, False, 5, False)
    assert even.win == pytest.approx(even.lose)
    assert even.lost == pytest.approx(even.dealt)
    better = fighting(8, 5, 5, False, 5, False)
    assert better.win > even.win > better.lose
    assert fighting(5, 5, 5, True, 5, False).lost > even.lost


# --- whole battles --------------------------------------------------------------------------------------------------


def fight(seed: str, aided: tuple[str, ...], pace: str = "round") -> tuple[Run, list[Problem]]:
    """Harrow Down to its end, stopped at every ask; the seats not aided stay silent."""
    scenario = load_scenario("harrow-down", {"pace": pace}).scenario
    assert scenario.battle is not None
    opened = Opened(
        rules=RULES.name, rules_version=RULES.version, title=scenario.title, seats=scenario.seats, commitment="",
        battle=scenario.battle,
    )  # fmt: skip
    story = Story((Line(Seq(1), "game", opened),), 0, ())
    dice = SeededDice(seed.encode(), GameId("g"), ())
    problems: list[Problem] = []

    def answer(ask: Ask[Any], view: Battle) -> Given[Any]:
        if ask.seat not in aided:
            return RULES.deciding.silent(view, ask)
        text = RULES.aide.orders(view, ask)
        assert RULES.aide.orders(view, ask) == text, "the same view, the same orders"
        reading = RULES.language.read(view, ask, text)
        problems.extend(reading.problems)
        return Given(reading.answer, "aide") if reading.answer is not None else RULES.deciding.silent(view, ask)

    while True:
        run = advance(RULES, story, next_seq=len(story.lines) + 1, dice=dice, decide=RULES.deciding.decide)
        if run.stop is None:
            return run, problems
        assert isinstance(run.stop, Waiting), run.stop
        batch = run.stop.batch
        given = tuple(answer(ask, RULES.state.view(run.battle, ask.seat)) for ask in batch.asks)
        line = Line(Seq(len(run.story.lines) + 1), "answer", Answered(batch, given))
        story = Story((*run.story.lines, line), 0, ())


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["round", "activation", "ask me"])
def test_two_aides_fight_harrow_down_to_its_end_with_orders_that_are_all_taken(pace: str) -> None:
    heard: Counter[str] = Counter()
    for seed in ("a", "b") if pace == "round" else ("a",):
        run, problems = fight(seed, ("south", "north"), pace)
        assert problems == []
        assert run.battle.ended is not None
        heard.update(type(line.body.fact).__name__ for line in run.story.lines if line.kind == "fact")
    assert heard[facts.Contact.__name__] >= 4, "they charge"
    assert heard[facts.Shot.__name__] >= 20, "they shoot"
    assert heard[facts.Rallied.__name__] >= 2, "they rally"


@pytest.mark.slow
def test_it_beats_an_army_without_orders() -> None:
    won: Counter[str] = Counter()
    for seed in range(1):
        for side in ("south", "north"):
            run, _ = fight(f"silent {seed}", (side,))
            won["aide" if run.battle.winner == side else "silence" if run.battle.winner else "nobody"] += 1
    assert won["aide"]
    assert not won["silence"]


def against_random(seat: str, games: int) -> int:
    """How many of so many battles of Harrow Down the steady aide wins against a player who does anything."""
    other = {"south": "north", "north": "south"}[seat]
    results = list(play_match(match_of("harrow-down", {seat: "steady", other: RANDOM}, seed=1), games))
    assert [one.refused for one in results if one.refused] == []
    return sum(one.winner == seat for one in results)


def test_it_beats_a_player_who_does_anything() -> None:
    assert against_random("south", 2) + against_random("north", 2) >= 3


@pytest.mark.soak
@pytest.mark.parametrize("seat", ["south", "north"])
def test_it_beats_a_player_who_does_anything_nine_times_in_ten(seat: str) -> None:
    assert against_random(seat, 100) >= 90


PAIRS = (("wary", "bold"), ("steady", "wary"), ("bold", "steady"))


def all_taken(scenario: str, pairs: tuple[tuple[str, str], ...], games: int) -> list[Result]:
    """So many battles of a scenario for each pair of temperaments, none of them with a line refused."""
    results: list[Result] = []
    seats = load_scenario(scenario).scenario.seats
    for seed, pair in enumerate(pairs):
        results += play_match(match_of(scenario, dict(zip(seats, cycle(pair), strict=False)), seed), games)
    assert [one.refused for one in results if one.refused] == []
    return results


LONGEST = {
    *("armatys/cropredy", "armatys/edgehill", "armatys/marston-moor", "armatys/naseby"),
    *("fornovo/nieuwpoort", "fornovo/pavia"),
}
"""Battles that take as long as ten others: the soak fights them."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(name, marks=pytest.mark.soak if name in LONGEST else ())
        for name in scenario_names()
        if not name.startswith("onehour/")  # tests/test_onehour_aide.py fights these, by each temperament
    ],
)
def test_every_scenario_is_fought_to_its_end_and_every_line_is_taken(scenario: str) -> None:
    assert len(all_taken(scenario, PAIRS[:1], 1)) == 1


@pytest.mark.soak
@pytest.mark.parametrize("scenario", scenario_names())
def test_every_scenario_is_fought_to_its_end_a_hundred_times_and_more(scenario: str) -> None:
    assert len(all_taken(scenario, PAIRS, 34)) == 102


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["harrow-down", "mill-ford", "two-farms"])
def test_neither_side_of_a_made_up_scenario_wins_more_than_eighty_in_a_hundred(scenario: str) -> None:
    wins = Counter(one.winner for one in play_match(match_of(scenario, {}, seed=2), 100))
    assert max(wins.values()) <= 80
