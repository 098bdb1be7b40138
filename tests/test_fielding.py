"""Battles that a campaign calls, by every rule set that takes them: set up, fought by aides, losses as men (CA-13)."""

from functools import partial
from itertools import zip_longest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.called import BattleResult, BattleSpec, CalledCommand, CalledSide, CalledUnit
from pbem.engine.callfights import NotTaken, fought, made, whose
from pbem.engine.dice import SeededDice
from pbem.engine.fielding import UnitFate, came_of, fielded, guns_left, losses, men_lost
from pbem.engine.ids import GameId, Seat, Side, StandId
from pbem.engine.play import advance
from pbem.engine.players import begun, by_aide
from pbem.engine.reporting import Outcome
from pbem.engine.ruleset import RuleSet, SeatTurn
from pbem.engine.wording import plural
from pbem.rulesets import rule_sets
from pbem.rulesets.campaign.state.asks import refusal
from pbem.rulesets.fornovo.scenario.called import pike_and_shot
from pbem.scenarios import SCENARIOS, ground_of

TAKERS = [rules for rules in rule_sets().values() if rules.from_campaign is not None]
TAKES_ALL = {rules.name: rules for rules in TAKERS}
USUAL: Any = {"foot": 800, "horse": 300}


def units(letter: str, *rows: tuple[str, str, int], seat: str = "", **more: Any) -> tuple[CalledUnit, ...]:
    """Units by type, rating, men."""
    return tuple(
        CalledUnit(
            code=StandId(f"{letter}1-{n}"), name=f"{type_} {n}", type=type_, rating=rating, men=men, seat=Seat(seat),
            **more,
        )  # type: ignore[arg-type]  # of the table below
        for n, (type_, rating, men) in enumerate(rows, 1)
    )  # fmt: skip


def side(name: str, *mine: CalledUnit) -> CalledSide:
    letter = name[0].upper()
    commands = tuple(CalledCommand(seat=seat, name=f"Lord {seat}") for seat in dict.fromkeys(one.seat for one in mine))
    return CalledSide(
        side=Side(name), name=name.title(), forces=(StandId(f"{letter}1"),), leaders=(f"Sir {name.title()}",),
        units=mine, commands=commands,
    )  # fmt: skip


def battle(*sides: CalledSide, **more: Any) -> BattleSpec:
    spec = BattleSpec(
        number=1, title="Mill, 1 May 1643", place="mill", ground="a stream", date="1 May 1643", hour="morning",
        sides=(sides[0], sides[1]), holder=sides[1].side,
    )  # fmt: skip
    return replace(spec, **more)


ARMY = (
    *[("PSL", "B", 1000)] * 5, ("PSL", "A", 500), ("SHO", "C", 400), ("HOR", "B", 600), ("FAS", "A", 350),
    ("DRA", "B", 400), ("ART", "B", 10),
)  # fmt: skip
LARGE = battle(side("red", *units("R", *ARMY)), side("white", *units("W", *ARMY[:4], *ARMY[7:])))
SMALL = battle(
    side("red", *units("R", ("PSL", "B", 900), ("HOR", "B", 250))),
    side("white", *units("W", ("PSL", "C", 1000), ("FAS", "B", 150))),
)
COMING = battle(
    side("red", *units("R", *ARMY[:3]), *(replace(one, code=StandId(f"R2-{one.code[-1]}"), arrives=4)
                                          for one in units("R", *ARMY[6:]))),
    side("white", *units("W", *ARMY[1:4], arrives=2)),
)  # fmt: skip


def fields(rules: RuleSet[Any]) -> list[str]:
    return sorted(path.stem for path in (SCENARIOS / rules.name / "grounds").glob("*.yaml"))


@pytest.mark.parametrize("rules", TAKERS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("spec", [LARGE, SMALL, COMING], ids=["large", "small", "coming"])
@pytest.mark.parametrize("storm", [False, True], ids=["field", "storm"])
def test_every_battle_is_set_up_on_every_ground(rules: RuleSet[Any], spec: BattleSpec, storm: bool) -> None:
    assert "open" in fields(rules)
    for field in fields(rules):
        there = replace(spec, field=field, storm=storm)
        assert made(rules, there, partial(ground_of, rules.name, field), several=True).battle is not None


@pytest.mark.parametrize("rules", TAKERS, ids=lambda rules: rules.name)
def test_aides_fight_it_and_what_comes_back_can_be_taken(rules: RuleSet[Any]) -> None:
    result = fought(rules, SMALL, partial(ground_of, rules.name, "open"), b"seed")
    assert result.how == "aides"
    assert refusal(SMALL, result) == ""
    assert sum(one.all for one in result.losses) > 0
    assert result.text


@pytest.mark.parametrize("rules", TAKERS, ids=lambda rules: rules.name)
def test_a_side_of_too_few_is_not_taken(rules: RuleSet[Any]) -> None:
    few = battle(SMALL.sides[0], side("white", *units("W", ("PSL", "B", 20))))
    with pytest.raises(NotTaken, match="White"):
        made(rules, few, partial(ground_of, rules.name, "open"), several=False)


# --- units as bodies ------------------------------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(st.sampled_from(["PSL", "SHO", "HOR", "FAS"]), st.sampled_from("ABC"), st.integers(30, 3000)),
        min_size=1, max_size=14,
    )
)  # fmt: skip
def test_no_man_is_in_two_bodies_and_few_are_left_out(rows: list[tuple[str, str, int]]) -> None:
    spec = battle(side("red", *units("R", ("PSL", "B", 3000), *rows)), side("white", *units("W", ("PSL", "B", 3000))))
    there = fielded(spec, USUAL, 12)
    bodies = there.bodies[Side("red")]
    assert len(bodies) <= 12 or there.scale == 800
    for unit in spec.sides[0].units:
        inside = sum(men for body in bodies for one, men in body.parts if one.code == unit.code)
        assert inside in (0, unit.men)
        assert inside or unit.men * 4 < USUAL["foot" if unit.type in {"PSL", "SHO"} else "horse"] * there.scale // 100
    assert len({body.code for body in bodies}) == len(bodies)


def test_large_units_are_divided_and_small_ones_of_one_commander_join() -> None:
    red = (*units("R", ("PSL", "B", 1600), ("PSL", "B", 300), ("PSL", "C", 350), seat="a"),
           *(replace(one, code=StandId("R2-1")) for one in units("R", ("PSL", "B", 300), seat="b")))  # fmt: skip
    spec = battle(side("red", *red), side("white", *units("W", ("PSL", "B", 800))))
    there = fielded(spec, USUAL, 4)
    assert there.scale == 100
    assert [[(str(unit.code), men) for unit, men in body.parts] for body in there.bodies[Side("red")]] == [
        [("R1-1", 800)], [("R1-1", 800)], [("R1-2", 300), ("R1-3", 350)], [("R2-1", 300)],
    ]  # fmt: skip
    assert there.bodies[Side("red")][2].rating == "C"


def test_without_bread_a_body_is_a_class_lower() -> None:
    spec = battle(side("red", *units("R", ("PSL", "A", 900), fed=False)), SMALL.sides[1])
    assert fielded(spec, USUAL, 12).bodies[Side("red")][0].rating == "B"


@pytest.mark.parametrize(
    ("fate", "came"),
    [
        (UnitFate(), (0, 0, 0)), (UnitFate(destroyed=True), (400, 200, 200)), (UnitFate(away=True), (0, 0, 200)),
        (UnitFate(gone=5, of=10), (100, 0, 100)),
    ],
)  # fmt: skip
def test_what_became_of_a_body_in_men(fate: UnitFate, came: tuple[int, int, int]) -> None:
    assert men_lost(800, fate) == came


def test_guns_are_the_enemys_where_the_side_is_beaten() -> None:
    guns = side("red", *units("R", ("ART", "B", 10)))
    spec = battle(guns, SMALL.sides[1])
    bodies = fielded(spec, {"guns": 4, "foot": 800}, 12).bodies[Side("red")]
    taken = [losses(bodies, lambda body: UnitFate(destroyed=True), beaten=beaten) for beaten in (True, False)]
    assert [sum(one.taken for one in some) for some in taken] == [10, 0]
    assert [one.taken for one in guns_left(guns, 33)] == [3]


# --- as each rule set has them --------------------------------------------------------------------------------------


def sheet(name: str, spec: BattleSpec, field: str = "open") -> Any:
    rules = next(one for one in TAKERS if one.name == name)
    assert rules.from_campaign is not None
    return rules.from_campaign.scenario(spec, ground_of(name, field))


def test_by_the_one_hour_rules() -> None:
    """CA-Q33: Cavalry charges, dragoons are Infantry; class B begins with two hits, want of bread is a class.

    A unit that stands as two begins with no more; a small one misses men."""
    red, white = sheet("onehour", LARGE)["sides"]
    assert white["home"] == "north"
    assert {one["type"] for one in red["units"]} == {"Infantry", "Reiters", "Cavalry"}
    full = ("PSL", "B", 960)  # three units at the scale of so small a battle, with no man missing
    for fed, hits in ((True, 2), (False, 4)):
        worn = sheet("onehour", battle(side("red", *units("R", full, fed=fed)), SMALL.sides[1]))
        assert {one["hits"] for one in worn["sides"][0]["units"]} == {hits}
    for men, hits in ((1200, {2}), (600, {5})):
        rows = [("PSL", "B", 3200), ("PSL", "B", 3200), ("PSL", "B", 1600), ("PSL", "B", men)]
        parts = sheet("onehour", battle(*(side(name, *units(name[0].upper(), *rows)) for name in ("red", "white"))))
        assert {one["hits"] for one in parts["sides"][0]["units"] if one["name"] == "PSL 4"} == hits
    late = sheet("onehour", COMING)["sides"][1]["units"][0]
    assert late["enters"] == {"turn": 3, "edge": "north"}
    storm = sheet("onehour", replace(SMALL, storm=True))
    assert [one["kind"] for one in storm["terrain"] if one["id"] == "works"] == ["town"]


def test_the_guns_of_a_beaten_side_go_with_its_units() -> None:
    """CA-Q33: as large a share of them as of the units lost."""
    spec = battle(side("red", *units("R", ("PSL", "C", 1200), ("ART", "B", 8))),
                  side("white", *units("W", *[("PSL", "A", 1500)] * 2, ("FAS", "A", 600))))  # fmt: skip
    rules = next(one for one in TAKERS if one.name == "onehour")
    result: BattleResult = fought(rules, spec, partial(ground_of, "onehour", "open"), b"1")
    assert result.winner == "white"
    assert 0 < sum(one.taken for one in result.losses if one.unit == "R1-2") <= 8


def test_by_armatys_rules() -> None:
    """CA-Q33: classes, rows with pikes in the middle, one gun for four pieces; commanders are generals."""
    red, _ = sheet("armatys", LARGE)["sides"]
    first = red["units"][0]
    assert (first["ability"], first["morale"]) == ("trained", "average")
    assert first["rows"][0].strip("M").strip("P") == ""
    assert [one["kind"] for one in red["units"]].count("artillery") in (2, 3)
    assert [one["name"] for one in red["generals"]] == ["Sir Red"]
    late = sheet("armatys", COMING)["sides"][1]
    assert late["units"][0]["enters"]["bound"] == 3
    assert late["generals"][0]["comes_with"] == late["units"][0]["id"]
    storm = sheet("armatys", replace(SMALL, storm=True))
    assert [one["kind"] for one in storm["terrain"] if one["id"] == "works"] == ["wall"]


def test_of_a_side_without_a_winner_none_is_beaten_and_its_fallen_commander_is_named() -> None:
    there = fielded(SMALL, USUAL, 12)
    end = Outcome("draw", "", "A draw.")
    came = came_of(SMALL, there, end, ["Sir Red", "Sir Black"], lambda beaten, body: UnitFate(destroyed=beaten))
    assert (came.winner, came.holder, came.losses, came.leaders_lost) == (None, SMALL.holder, (), ("Sir Red",))


def test_by_fornovos_rules() -> None:
    """CA-Q34, CA-Q38: works; grades, sleeves of shot about pikes, one gun for four pieces; the senior is C/C."""
    red, white = sheet("fornovo", LARGE)["sides"]
    assert white["home"] == "north"
    first = red["units"][0]
    assert (first["grade"], first["training"]) == ("C", ["pike_and_shot"])
    files = [one["rows"][0] for one in first["blocks"]]
    assert files[0] == files[2]
    by_name = {one["name"]: one for one in red["units"]}
    assert (by_name["HOR 8"]["charge"], by_name["FAS 9"].get("charge")) == ("trot", None)
    assert by_name["DRA 10"]["class"] == "mounted_foot"
    assert sum(one["guns"]["n"] for one in red["units"] if "guns" in one) == 2
    assert [(one["kind"], one["name"]) for one in red["generals"]] == [("cc", "Sir Red")]
    late = sheet("fornovo", COMING)["sides"][1]
    assert late["units"][0]["enters"]["turn"] == late["generals"][0]["enters"]["turn"] == 3
    for works, kind in ((1, "light_works"), (3, "heavy_works")):
        storm = sheet("fornovo", replace(SMALL, storm=True, works=works))
        assert [one["kind"] for one in storm["terrain"] if one["id"] == "works"] == [kind]


def test_every_kind_of_troops_is_lawful_by_fornovos_rules() -> None:
    """Also of a year in which sleeves are narrow (FS-2.14e)."""
    every = ("GEN", "MAA", "REI", "MIL", "CUI", "HOR", "FAS", "LC", "DRA", "SWI", "PS", "PSL", "SHO", "SK", "ART")
    for year, classes in ((1644, "ABC"), (1550, "B")):
        for rating in classes:
            rows = [(type_, rating, 12 if type_ == "ART" else 450) for type_ in every]
            spec = battle(side("red", *units("R", *rows)), SMALL.sides[1], date=f"1 May {year}")
            assert made(TAKES_ALL["fornovo"], spec, partial(ground_of, "fornovo", "open"), several=False).battle
    small = units("R", ("PSL", "B", 320), ("PSL", "B", 85))
    spec = battle(side("red", *small), side("white", *units("W", ("PSL", "B", 320))), date="1 May 1550")
    assert made(TAKES_ALL["fornovo"], spec, partial(ground_of, "fornovo", "open"), several=False).battle


def test_of_pike_and_shot_two_thirds_are_shot_earlier_half() -> None:
    """CA-Q38, FS-2.14e, FS-2.1b: of every size; three ranks or more, equal sleeves."""
    for figures in range(12, 80):
        for year, share in ((1644, 2 / 3), (1550, 1 / 2)):
            left, pikes, right = pike_and_shot(figures, year)
            shot, every = 2 * sum(left["rows"]), 2 * sum(left["rows"]) + sum(pikes["rows"])
            rows = [sum(row) for row in zip_longest(left["rows"], pikes["rows"], right["rows"], fillvalue=0)]
            assert left["rows"] == right["rows"]
            assert every == figures
            assert abs(shot - share * figures) < 2
            assert len([row for row in rows if 2 * row > rows[0]]) >= 3
            assert year > 1600 or (2 * shot <= every and left["rows"][0] <= 3)


# --- several commanders a side --------------------------------------------------------------------------------------

OF_B = units("R", ("PSL", "B", 800), ("HOR", "B", 300), seat="b")
OF_RED = (
    *units("R", ("PSL", "B", 900), ("HOR", "B", 250), seat="a"),
    *(replace(one, code=StandId(f"R2-{one.code[-1]}")) for one in OF_B),
)
COUNCIL = battle(
    replace(
        side("red", *OF_RED),
        leaders=("Sir Red", "Sir Blue"),
        commands=(
            CalledCommand(seat=Seat("a"), name="Lord A", leaders=("Sir Red",)),
            CalledCommand(seat=Seat("b"), name="Lord B", leaders=("Sir Blue",)),
        ),
    ),
    side("white", *units("W", ("PSL", "C", 1000), ("FAS", "B", 450), ("PSL", "B", 900))),
)
LORDS = Seat("lord-a"), Seat("lord-b")


@pytest.mark.parametrize("name", ["armatys", "fornovo"])
def test_each_commander_of_a_side_orders_the_units_and_generals_of_his_forces(name: str) -> None:
    rules = TAKES_ALL[name]
    there = made(rules, COUNCIL, partial(ground_of, name, "open"), several=True)
    assert [whose(COUNCIL, seat) for seat in there.seats] == ["a", "b", ""]
    own = {one.seat: {*one.holds} for one in there.battle.armies[0].parcels}
    generals = {code: one.name for code, one in there.battle.generals.items()}
    assert [{generals[one] for one in own[seat] & generals.keys()} for seat in LORDS] == [{"Sir Red"}, {"Sir Blue"}]
    for seat in LORDS:
        seen = rules.state.view(there.battle, seat)
        units = plural(len(own[seat] & seen.units.keys()), "unit", "units")
        told = rules.reporting.tell(SeatTurn(seat, 0, seen, seen, ())).in_short
        assert told[0] == f"You command {units} of the {there.battle.armies[0].name} army."
        led = [getattr(there.battle.generals[code], "assigned", ()) for code in own[seat] & generals.keys()]
        assert {one for units in led for one in units} <= own[seat], "the units of an S/G are of his own commander"
    ordered: dict[Seat, set[str]] = {seat: set() for seat in there.seats}

    def decide(view: Any, ask: Any) -> Any:
        assert view.standing.keys() <= {ask.seat}
        given, problems = by_aide(rules, view, ask)
        assert problems == ()
        orders = (*given.answer.moves, *given.answer.charges)
        ordered[ask.seat] |= {getattr(one, "who", "") or one.unit for one in orders}
        if ask.seat in LORDS and view.standing:
            other = LORDS[ask.seat == LORDS[0]]
            foreign = min(own[other] & view.units.keys())
            read = rules.language.read(view, ask, f"{foreign} hold\nstanding {foreign} if charged by horse stand")
            assert read.answer is None
            assert {one.reason for one in read.problems} == {
                f"{foreign} is Lord {other[-1].upper()}'s to order, not yours"
            }
        return given

    run = advance(
        rules, begun(rules, replace(there.battle, limit=2), there.title, there.seats), next_seq=2,
        dice=SeededDice(b"seed", GameId("council"), ()), decide=decide,
    )  # fmt: skip
    assert run.stop is None
    assert run.battle.standing.keys() == {*there.seats}
    assert all(ordered[seat] and ordered[seat] <= own[seat] for seat in LORDS)
    for seat in LORDS:
        units = own[seat] & there.battle.units.keys() & run.battle.units.keys()
        assert any(run.battle.units[one].pose != there.battle.units[one].pose for one in units), "his orders are obeyed"
    given = [one.body.fact for one in run.drafts if hasattr(getattr(one.body, "fact", None), "giver")]
    heard = [[seat for seat in there.seats if rules.state.learned(one, run.battle, seat)] for one in given]
    assert heard
    assert heard == [[one.giver] for one in given], "standing orders are the secret of who gave them"
