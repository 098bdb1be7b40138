"""Snaphance fire: 3.5, 3.7, 3.8 of the catalogue, with the worked examples W-03 to W-09 and W-13."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.hexes import Hex, distance
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.evasion import evade, may_evade, ways
from pbem.rulesets.snaphance.fighting.firing import fire
from pbem.rulesets.snaphance.fighting.morale import Tested as MoraleResult
from pbem.rulesets.snaphance.fighting.morale import fire_cost, hits_of, melee_cost, morale_loss, ranks_after
from pbem.rulesets.snaphance.fighting.shooting import Volley, may_fire, targets
from pbem.rulesets.snaphance.fighting.sight import sees
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.state.asks import AskWay, AskYesNo, Way, YesNo
from pbem.rulesets.snaphance.state.battle import Army, Battle, Defence, Doing, Stand, with_stand
from pbem.rulesets.snaphance.state.facts import (
    BattleEnded,
    Destroyed,
    Disordered,
    Evaded,
    EvasionBarred,
    MoraleTested,
    Refused,
    Shot,
    SideBroken,
    StrengthLost,
)
from pbem.rulesets.snaphance.state.victory import worst
from tests.snaphance_positions import TYPES, a_play, facts_of, position, stand

B1, B2, R1, R2 = StandId("b1"), StandId("b2"), StandId("r1"), StandId("r2")
ROWS = {name: replace(row, cb_after_loss=row.cb_after_loss or min(1, row.cb)) for name, row in TYPES.items()}


def field(*stands: Stand, **more: Any) -> Battle:
    return position(stands, types=ROWS, **more)


def volley(battle: Battle, ranks: int = 1, then_move: bool = False) -> Volley:
    got = may_fire(battle, B1, R1, ranks, then_move)
    assert isinstance(got, Volley), got
    return got


def dice(battle: Battle, ranks: int = 1, then_move: bool = False) -> tuple[int, ...]:
    return tuple(shot.dice for shot in volley(battle, ranks, then_move).shots)


def refused(battle: Battle, ranks: int = 1, then_move: bool = False) -> tuple[str, ...]:
    got = may_fire(battle, B1, R1, ranks, then_move)
    assert isinstance(got, No), got
    return got.rules


def doing(battle: Battle, code: StandId = B1, **what: Any) -> Battle:
    return with_stand(battle, replace(battle.stands[code], doing=Doing(began=True, **what)))


def shoot(
    battle: Battle, *rolls: tuple[str, tuple[int, ...]], ranks: int = 1, then_move: bool = False, **more: Any
) -> Play[Battle]:
    play = a_play(battle, *rolls, **more)
    fire(play, B1, R1, ranks, then_move)
    return play


# --- how many dice ------------------------------------------------------------------------------------------------


def test_w04_musket_skirmishers_have_two_dice_at_2h_and_one_at_3h() -> None:
    target = stand("r1", "ps", 0, 0, 3)
    assert dice(field(stand("b1", "skirm", 0, 2), target)) == (2,)
    assert dice(field(stand("b1", "skirm", 0, 3), target)) == (1,)


def test_w06_reiters_fire_both_ranks_and_pay_for_the_right_to_charge() -> None:
    row = replace(ROWS["reiters"], sp=(5, 5), fire={"PB": 0, "2H": -2})
    battle = position(
        [stand("b1", "reiters", 0, 2, sp=(5, 5)), stand("r1", "gendarmes", 0, 0, 3)], types={**ROWS, "reiters": row}
    )
    assert dice(battle, ranks=2) == (3, 2)
    assert dice(battle, ranks=2, then_move=True) == (2, 1)
    assert volley(battle, ranks=2).dice == 5


def test_w13_pike_and_shot_have_three_dice_at_3h() -> None:
    assert dice(field(stand("b1", "ps", 0, 3), stand("r1", "ps", 0, 0, 3))) == (3,)


@pytest.mark.parametrize(
    ("shooter", "done", "then_move", "expected"),
    [
        ("skirm", {"moves": 1, "hexes": 2}, False, 2),  # SN-7.2a: one move free
        ("skirm", {"moves": 2, "hexes": 4}, False, 1),
        ("croats", {"moves": 1, "hexes": 2}, False, 3),  # SN-7.2b, SN-Q27
        ("croats", {"moves": 1, "hexes": 3}, False, 2),
        ("croats", {"moves": 1, "hexes": 4}, False, 1),
        ("croats", {"moves": 2, "hexes": 2}, False, 2),
        ("dragoons", {"moves": 1, "hexes": 1}, False, 2),  # SN-7.2d
        ("dragoons", {"moves": 2, "hexes": 2}, False, 1),
        ("shot", {"moves": 1, "hexes": 2}, False, 4),  # SN-7.2c
        ("shot", {"moves": 2, "hexes": 4}, False, 3),
        ("shot", {}, True, 4),
        ("ps", {}, True, 3),
        ("skirm", {}, True, 2),  # SN-Q50: only Sh, PS and Pi pay for the later move
        ("croats", {}, True, 3),
    ],
)
def test_moving_costs_dice(shooter: str, done: dict[str, int], then_move: bool, expected: int) -> None:
    battle = doing(field(stand("b1", shooter, 0, 2), stand("r1", "ps", 0, 0, 3)), **done)
    assert dice(battle, then_move=then_move) == (expected,)


def test_disorder_costs_a_die() -> None:
    assert dice(field(stand("b1", "shot", 0, 2, disordered=True), stand("r1", "ps", 0, 0, 3))) == (4,)


@pytest.mark.parametrize(("target", "expected"), [("skirm", 4), ("croats", 4), ("guns", 4), ("dragoons", 5), ("ps", 5)])
def test_loose_targets_and_guns_in_the_open_cost_a_die(target: str, expected: int) -> None:
    assert dice(field(stand("b1", "shot", 0, 2), stand("r1", target, 0, 0, 3))) == (expected,)


def test_cover_costs_one_die_and_takes_the_place_of_the_open() -> None:
    for target in ("skirm", "ps", "guns"):
        battle = field(stand("b1", "shot", 0, 2), stand("r1", target, 0, 0, 3), ground={"0,0": "woods"})
        assert dice(battle) == (4,)


@pytest.mark.parametrize(("shooter", "expected"), [("ps", 2), ("shot", 3), ("guns", 2), ("skirm", 1), ("croats", 2)])
def test_prepared_defences_count_in_place_of_cover(shooter: str, expected: int) -> None:
    battle = field(
        stand("b1", shooter, 0, 2), stand("r1", "shot", 0, 0, 3), defences=(Defence(Hex(0, 0), (2, 3), prepared=True),)
    )
    assert dice(battle) == (expected,)


def test_a_defence_covers_only_the_sides_that_it_names() -> None:
    defence = (Defence(Hex(0, 0), (2,)),)
    ahead = field(stand("b1", "shot", 0, 2), stand("r1", "shot", 0, 0, 3), defences=defence)
    aside = field(stand("b1", "shot", -2, 2, 1), stand("r1", "shot", 0, 0, 3), defences=defence)
    corner = field(stand("b1", "shot", -1, 2), stand("r1", "shot", 0, 0, 3), defences=defence)
    assert (dice(ahead), dice(aside), dice(corner)) == ((4,), (5,), (5,))


def test_guns_like_deep_targets_in_front_and_straight_behind_only() -> None:
    assert dice(field(stand("b1", "guns", 0, 4), stand("r1", "swiss", 0, 0, 3))) == (5,)
    assert dice(field(stand("b1", "guns", 0, 4), stand("r1", "swiss", 0, 0, 0))) == (5,)
    assert dice(field(stand("b1", "guns", 0, 4), stand("r1", "swiss", 0, 0, 1))) == (3,)
    assert dice(field(stand("b1", "guns", 0, 4), stand("r1", "swiss", 0, 0, 3, sp=(5,)))) == (3,)


@pytest.mark.parametrize(("year", "subtype", "expected"), [(1580, "", 2), (1600, "", 4), (1640, "tercio", 2)])
def test_pike_and_shot_fire_from_a_town(year: int, subtype: str, expected: int) -> None:
    rows = {**ROWS, "ps": replace(ROWS["ps"], subtype=subtype)}
    stands = [stand("b1", "ps", 0, 2), stand("r1", "shot", 0, 0, 3)]
    assert dice(position(stands, types=rows, year=year, ground={"0,2": "town"})) == (expected,)


# --- what may be shot at ------------------------------------------------------------------------------------------


def test_refused_shots_name_their_rule() -> None:
    target = stand("r1", "ps", 0, 0, 3)
    assert "SN-15.0c" in refused(field(stand("b1", "horse", 0, 1), target))
    assert "SN-7.0c" in refused(field(stand("b1", "shot", 0, 4), target))
    assert "SN-7.0a" in refused(field(stand("b1", "shot", 0, 2, 3), target))
    assert "SN-7.3a" in refused(field(stand("b1", "shot", 0, 2), target), ranks=2)
    assert "SN-7.3a" in refused(field(stand("b1", "reiters", 0, 2, sp=(5,)), target), ranks=2)
    assert "SN-7.2e" in refused(doing(field(stand("b1", "guns", 0, 2), target), moves=1))
    assert "SN-7.2e" in refused(field(stand("b1", "guns", 0, 2), target), then_move=True)
    assert "SN-7.2d" in refused(doing(field(stand("b1", "dragoons", 0, 2), target), moves=1, hexes=3))
    assert "SN-4.7c" in refused(doing(field(stand("b1", "ps", 0, 2), target), moves=1, hexes=1, went_back=True))
    assert "SN-4.0c" in refused(doing(field(stand("b1", "shot", 0, 2), target), fired=True))
    assert "SN-Q3" in refused(doing(field(stand("b1", "skirm", 0, 3, disordered=True), target), moves=1, hexes=1))
    assert "SNT-wood-g" in refused(field(stand("b1", "reiters", 0, 1), target, ground={"0,1": "woods"}))
    assert "SN-Q74" in refused(field(stand("b1", "reiters", 0, 1), target, ground={"0,1": "town"}))
    assert "SN-7.1c" in refused(field(stand("b1", "shot", 0, 2), target, stand("b2", "ps", 0, 1)))


def test_guns_have_the_narrow_arc_and_shot_the_wide() -> None:
    target = stand("r1", "ps", 2, -1, 3)  # one of the wide corner hexes of b1, outside the wedge
    assert isinstance(may_fire(field(stand("b1", "shot", 0, 0), target), B1, R1), Volley)
    assert "SN-7.0a" in refused(field(stand("b1", "guns", 0, 0), target))


def test_fire_goes_over_skirmishers_light_cavalry_and_guns() -> None:
    for between in ("skirm", "croats", "guns"):
        assert dice(field(stand("b1", "shot", 0, 2), stand("r1", "ps", 0, 0, 3), stand("b2", between, 0, 1))) == (5,)


def test_w05_the_flat_sees_the_first_hex_of_the_top_the_slope_sees_across() -> None:
    ground = {"0,0": "hill-slope", "0,-1": "hill-top", "0,-2": "hill-top"}
    battle = field(ground=ground)
    assert sees(battle, Hex(0, 1), Hex(0, -1))
    assert not sees(battle, Hex(0, 1), Hex(0, -2))
    assert sees(battle, Hex(0, 0), Hex(0, -2))
    assert sees(battle, Hex(0, 0), Hex(0, -1))


def test_woods_and_towns_are_seen_one_hex_deep() -> None:
    for ground in ("woods", "town"):
        battle = field(ground={"0,0": ground, "0,-1": ground})
        assert sees(battle, Hex(0, 1), Hex(0, 0))
        assert not sees(battle, Hex(0, 1), Hex(0, -1))


def test_a_line_along_a_hexside_is_blocked_by_two_hexes_only() -> None:
    assert sees(field(ground={"1,0": "woods"}), Hex(0, 0), Hex(1, 1))
    assert not sees(field(ground={"1,0": "woods", "0,1": "woods"}), Hex(0, 0), Hex(1, 1))


hexes = st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4))
grounds = st.dictionaries(
    st.builds(lambda h: f"{h.q},{h.r}", hexes), st.sampled_from(["woods", "town", "hill-top", "hill-slope", "field"])
)


@given(grounds, hexes, hexes)
def test_sight_is_the_same_both_ways(ground: dict[str, str], a: Hex, b: Hex) -> None:
    battle = field(ground=ground)
    assert sees(battle, a, b) == sees(battle, b, a)


def test_targets_are_nearest_then_weakest_then_lowest() -> None:
    battle = field(
        stand("b1", "shot", 0, 3), stand("r1", "ps", 0, 0, 3), stand("r2", "ps", -1, 2, 3),
        stand("r3", "dragoons", 1, 1, 3), stand("r4", "dragoons", 2, 1, 3), stand("r5", "ps", 0, -3, 3),
    )  # fmt: skip
    assert targets(battle, B1) == ("r3", "r4", "r2", "r1")


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=8, unique=True))
def test_every_target_is_one_that_may_be_shot_at(places: list[tuple[int, int]]) -> None:
    reds = [stand(f"r{i}", "ps", q, r, 3) for i, (q, r) in enumerate(places) if (q, r) != (0, 0)]
    battle = field(stand("b1", "shot", 0, 0), *reds)
    found = targets(battle, B1)
    assert set(found) == {one.id for one in reds if isinstance(may_fire(battle, B1, one.id), Volley)}
    ranges = [distance(Hex(0, 0), battle.stands[one].hex) for one in found]
    assert ranges == sorted(ranges)


# --- hits and morale ----------------------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 6), max_size=20))
def test_hits_are_sixes_and_pairs_of_fives(faces: list[int]) -> None:
    left, hits = sorted(faces), 0
    while left and left[-1] == 6:
        left.pop()
        hits += 1
    while left[-2:] == [5, 5]:
        del left[-2:]
        hits += 1
    assert hits_of(field(), tuple(faces)) == hits


@given(st.integers(1, 12), st.integers(1, 6))
def test_a_one_passes_and_a_six_fails(adjusted: int, die: int) -> None:
    loss = morale_loss(adjusted, die)
    assert loss >= 0
    if die == 1:
        assert loss == 0
    if die == 6:
        assert loss >= 1
    if adjusted >= 6:
        assert loss == (die == 6)
    elif die > adjusted:
        assert loss == die - adjusted


@given(st.integers(0, 6), st.booleans(), st.booleans(), st.sampled_from([1, 2]))
def test_losses_keep_their_caps(loss: int, was_disordered: bool, lost: bool, most: int) -> None:
    tested = MoraleResult(loss, was_disordered)
    for cost in (fire_cost(tested, most), melee_cost(tested, lost, most)):
        assert cost <= most
        assert cost >= (1 if was_disordered or loss else 0)
    if not lost:
        assert melee_cost(tested, lost, most) <= 1
    assert melee_cost(None, lost, most) == 0


@given(st.lists(st.integers(1, 6), min_size=1, max_size=3), st.integers(0, 20))
def test_losses_come_off_the_rear(sp: list[int], lost: int) -> None:
    left = ranks_after(tuple(sp), lost)
    assert sum(left) == max(0, sum(sp) - lost)
    assert all(rank > 0 for rank in left)
    assert left[:-1] == tuple(sp[: max(0, len(left) - 1)])


def morale_facts(play: Play[Battle]) -> list[tuple[int, int]]:
    return [(one.adjusted, one.loss) for one in facts_of(play, MoraleTested)]


@pytest.mark.parametrize(("die", "loss", "sp"), [(3, 0, (5,)), (5, 1, (4,)), (6, 2, (4,))])
def test_w08_a_stand_of_five_under_fire(die: int, loss: int, sp: tuple[int, ...]) -> None:
    battle = field(stand("b1", "ps", 0, 2), stand("r1", "horse", 0, 0, 3))
    play = shoot(battle, ("fire.fire", (6, 1, 1, 1)), ("morale.fire", (die,)))
    assert morale_facts(play) == [(4, loss)]
    assert (play.battle.stands[R1].sp, play.battle.stands[R1].disordered) == (sp, True)


@pytest.mark.parametrize(("die", "sp"), [(5, (4,)), (1, (4,))])
def test_w09_a_stand_already_disordered_loses_one_sp_pass_or_fail(die: int, sp: tuple[int, ...]) -> None:
    battle = field(stand("b1", "ps", 0, 2), stand("r1", "horse", 0, 0, 3, disordered=True))
    play = shoot(battle, ("fire.fire", (6, 1, 1, 1)), ("morale.fire", (die,)))
    assert morale_facts(play)[0][0] == 3
    assert play.battle.stands[R1].sp == sp
    assert not facts_of(play, Disordered)


def test_a_general_lends_one_to_morale_and_his_replacement_nothing() -> None:
    battle = field(
        stand("b1", "ps", 0, 2), stand("r1", "horse", 0, 0, 3), generals={"bg": (0, 40, None), "rg": (0, 0, "r1")}
    )
    play = shoot(battle, ("fire.fire", (6, 1, 1, 1)), ("morale.fire", (3,)))
    assert morale_facts(play) == [(5, 0)]
    later = {c: replace(one, gives_morale=False) for c, one in battle.commanders.items()}
    play = shoot(replace(battle, commanders=later), ("fire.fire", (6, 1, 1, 1)), ("morale.fire", (3,)))
    assert morale_facts(play) == [(4, 0)]


def test_a_large_stand_tests_as_if_fresh_and_loses_from_the_rear() -> None:
    battle = field(stand("b1", "guns", 0, 4), stand("r1", "swiss", 0, 0, 3, sp=(5, 5, 4)))
    play = shoot(battle, ("fire.fire", (6, 6, 1, 2, 3)), ("morale.fire", (5,)))
    assert morale_facts(play) == [(3, 2)]
    assert play.battle.stands[R1].sp == (5, 5, 3)


def test_a_rank_that_is_gone_costs_its_points() -> None:
    play = shoot(
        field(stand("b1", "guns", 0, 4), stand("r1", "swiss", 0, 0, 3, sp=(5, 5, 1))),
        ("fire.fire", (6, 1, 1, 1, 1)), ("morale.fire", (6,)),
    )  # fmt: skip
    assert play.battle.stands[R1].sp == (5, 5)
    assert [one.points for one in facts_of(play, StrengthLost)] == [2]
    assert play.battle.armies[1].break_lost == 2


def test_guns_at_point_blank_can_cost_two() -> None:
    near = field(stand("b1", "guns", 0, 1), stand("r1", "ps", 0, 0, 3))
    play = shoot(near, ("fire.fire", (6, 6, 6)), ("morale.fire", (6,)))
    assert play.battle.stands[R1].sp == (4,)
    far = field(stand("b1", "guns", 0, 2), stand("r1", "ps", 0, 0, 3))
    assert shoot(far, ("fire.fire", (6, 6, 6)), ("morale.fire", (6,))).battle.stands[R1].sp == (5,)


# --- shots --------------------------------------------------------------------------------------------------------


def test_a_refused_shot_rolls_nothing_and_says_why() -> None:
    play = shoot(field(stand("b1", "shot", 0, 5), stand("r1", "ps", 0, 0, 3)))
    (fact,) = facts_of(play, Refused)
    assert "out of range" in fact.why
    assert not play.battle.stands[B1].doing.fired


def test_a_shot_without_hits_needs_no_test_and_marks_the_shooter() -> None:
    play = shoot(field(stand("b1", "shot", 0, 2), stand("r1", "ps", 0, 0, 3)), ("fire.fire", (1, 2, 3, 4, 5)))
    assert not facts_of(play, MoraleTested)
    assert play.battle.stands[B1].doing.fired
    assert not play.battle.stands[B1].doing.fired_to_move


def test_the_terms_of_a_shot_add_up_to_its_dice() -> None:
    battle = doing(field(stand("b1", "ps", 0, 2, disordered=True), stand("r1", "skirm", 0, 0, 3)), moves=1, hexes=1)
    play = shoot(battle, ("fire.fire", (1,)))
    (shot,) = facts_of(play, Shot)
    assert sum(term.value for term in shot.terms) == len(shot.dice) == 1
    assert [term.name for term in shot.terms] == [
        "strength", "at 2 hexes", "moved", "disordered", "loose target in the open"
    ]  # fmt: skip
    assert {"SNS-F3", "SNS-F4", "SNS-F6", "SN-7.0d"} <= set(shot.rules)


def test_two_ranks_are_two_rolls_then_two_tests_and_the_second_sees_the_first() -> None:
    play = shoot(
        field(stand("b1", "reiters", 0, 2), stand("r1", "ps", 0, 0, 3)),
        ("fire.fire", (6, 1, 1)), ("fire.rank2", (6,)), ("morale.fire", (6,)), ("morale.fire", (5,)),
        ranks=2, then_move=True,
    )  # fmt: skip
    assert morale_facts(play) == [(5, 1), (3, 2)]  # 6-1; then 6-1-1-1 for the loss and the disorder
    assert play.battle.stands[R1].sp == (4,)
    assert play.battle.stands[B1].doing.fired_to_move


def test_the_last_sp_destroys_and_may_break_an_army() -> None:
    battle = field(stand("b1", "ps", 0, 2), stand("r1", "horse", 0, 0, 3, sp=(1,)))
    broken = replace(battle, armies=(battle.armies[0], replace(battle.armies[1], break_at=2)))
    play = shoot(broken, ("fire.fire", (6, 1, 1, 1)), ("morale.fire", (6,)))
    assert [one.stand for one in facts_of(play, Destroyed)] == ["r1"]
    assert [one.side for one in facts_of(play, SideBroken)] == ["red"]
    assert [(one.kind, one.winner) for one in facts_of(play, BattleEnded)] == [("broken", "blue")]
    assert play.battle.phase == "over"


@given(*[st.integers(1, 30)] * 4)
def test_of_two_broken_armies_the_larger_share_loses(lost1: int, of1: int, lost2: int, of2: int) -> None:
    def army(code: str, lost: int, of: int) -> Army:
        return replace(field().armies[0], id=code, break_lost=lost, break_total=of)

    loser = worst((army("one", lost1, of1), army("two", lost2, of2)))
    if lost1 * of2 == lost2 * of1:
        assert loser is None
    else:
        assert loser is not None
        assert (loser.id == "one") == (lost1 * of2 > lost2 * of1)


# --- evasion ------------------------------------------------------------------------------------------------------


def evading(path: tuple[tuple[int, int], ...] | None = None, **yes: bool) -> Any:
    """Answers: matter -> yes; the way given."""

    def decide(_view: Battle, ask: Ask[Any]) -> Given[Any]:
        if isinstance(ask, AskYesNo) and ask.matter in yes:
            return Given(YesNo(yes[ask.matter]), "player")
        if isinstance(ask, AskWay) and path is not None:
            way = Way(tuple(Hex(*h) for h in path))
            assert not ask.refusal(way)
            return Given(way, "player")
        return Given(ask.default, "default")

    return decide


def test_a_target_that_evades_costs_a_die_then_goes_back() -> None:
    battle = field(stand("b1", "shot", 0, 2), stand("r1", "croats", 0, 0, 3))
    play = shoot(battle, ("fire.fire", (1, 1, 1)), decide=evading(evade_fire=True))
    assert play.battle.stands[R1].hex == Hex(0, -4)
    (fact,) = facts_of(play, Evaded)
    assert (fact.fire, fact.attacker, fact.barred) == (True, "b1", False)


def test_by_default_nobody_evades_from_fire() -> None:
    play = shoot(field(stand("b1", "shot", 0, 2), stand("r1", "croats", 0, 0, 3)), ("fire.fire", (1, 1, 1, 1)))
    assert play.battle.stands[R1].hex == Hex(0, 0)


def test_a_target_destroyed_while_evading_stays() -> None:
    battle = field(stand("b1", "shot", 0, 2), stand("r1", "skirm", 0, 0, 3, sp=(1,)))
    play = shoot(battle, ("fire.fire", (6, 1, 1)), ("morale.fire", (6,)), decide=evading(evade_fire=True))
    assert play.battle.stands[R1].destroyed
    assert not facts_of(play, Evaded)


def test_w03_who_never_saw_the_charger_cannot_evade() -> None:
    croats = stand("r1", "croats", 0, 0, 3)  # its line runs through r = 0; in front of it r is greater
    behind = doing(field(stand("b1", "horse", 1, 0, 5), croats), started_hex=Hex(3, -2), trail=(Hex(2, -1), Hex(1, 0)))
    ahead = doing(field(stand("b1", "horse", 1, 0, 5), croats), started_hex=Hex(2, 1), trail=(Hex(1, 1), Hex(1, 0)))
    got = may_evade(behind, R1, B1, fire=False)
    assert got is not None
    assert "SN-5.0b" in got.rules
    assert may_evade(ahead, R1, B1, fire=False) is None


def test_who_merely_turned_beside_the_flank_may_be_evaded() -> None:
    croats = stand("r1", "croats", 0, 0, 3)
    turned = doing(field(stand("b1", "horse", 1, 0, 5), croats), started_hex=Hex(1, 0))
    assert may_evade(turned, R1, B1, fire=False) is None


def test_refused_evasions_name_their_rule() -> None:
    def rule(battle: Battle, *, fire: bool = False) -> tuple[str, ...]:
        got = may_evade(battle, R1, B1, fire=fire)
        assert got is not None
        return got.rules

    horse = stand("b1", "horse", 0, 1)
    once = {"evaded": {B1: 1}}
    assert "SN-5.0a" in rule(field(horse, stand("r1", "ps", 0, 0, 3)))
    assert "SN-5.0a" in rule(field(horse, stand("r1", "croats", 0, 0, 3), active_side="red"))
    assert "SN-5.0f" in rule(doing(field(horse, stand("r1", "skirm", 0, 0, 3)), R1, **once))
    assert "SN-5.0e" in rule(doing(field(horse, stand("r1", "croats", 0, 0, 3, disordered=True)), R1, **once))
    assert "SN-5.0d" in rule(doing(field(horse, stand("r1", "croats", 0, 0, 3)), R1, barred_from=(B1,)))
    assert "SN-5.0a" in rule(field(stand("b1", "shot", 0, 2), stand("r1", "croats", 0, 0, 0)), fire=True)
    walled = {f"{q},{r}": "impassable" for q, r in ((0, -1), (1, -1))}
    assert "SN-5.0c" in rule(field(horse, stand("r1", "croats", 0, 0, 3), ground=walled))


def test_the_second_evasion_ends_with_a_test_and_failing_bars_a_third() -> None:
    battle = doing(field(stand("b1", "horse", 0, 1), stand("r1", "croats", 0, 0, 3)), R1, evaded={B1: 1})
    passed = a_play(battle, ("order_test.evade", (4,)))
    evade(passed, R1, B1, fire=False)
    assert not passed.battle.stands[R1].disordered
    failed = a_play(battle, ("order_test.evade", (3,)))
    evade(failed, R1, B1, fire=False)
    assert failed.battle.stands[R1].disordered
    assert [one.attacker for one in facts_of(failed, EvasionBarred)] == ["b1"]
    got = may_evade(failed.battle, R1, B1, fire=False)
    assert got is not None


def test_evaders_pass_friends_but_do_not_stop_on_them_and_halt_in_zones() -> None:
    croats = stand("r1", "croats", 0, 0, 3)
    friend = field(stand("b1", "horse", 0, 1), croats, stand("r2", "ps", 0, -1, 3))
    assert all(way.path[-1] != Hex(0, -1) for way in ways(friend, R1))
    play = a_play(friend, decide=evading(path=((0, -1), (0, -2))))
    evade(play, R1, B1, fire=False)
    assert (play.battle.stands[R1].hex, play.battle.stands[R2].hex) == (Hex(0, -2), Hex(0, -1))
    zone = field(stand("b1", "horse", 0, 1), croats, stand("b2", "ps", 0, -3, 3))
    assert not any(Hex(0, -2) in way.path for way in ways(zone, R1)), "SN-4.6c"
    ahead = field(stand("b1", "horse", 0, 1), croats, stand("b2", "ps", -1, 0, 1))
    found = {way.path for way in ways(ahead, R1)}
    assert (Hex(0, -1),) in found, "a zone of an enemy in front of it"
    assert not any(Hex(0, -1) in path[:-1] for path in found), "SN-4.6b"


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-5, 5)), max_size=10, unique=True), st.integers(0, 5))
def test_ways_of_evading_are_lawful(places: list[tuple[int, int]], facing: int) -> None:
    others = [stand(f"{'rb'[i % 2]}{i + 2}", "ps", q, r, i % 6) for i, (q, r) in enumerate(places) if (q, r) != (0, 0)]
    battle = field(stand("r1", "croats", 0, 0, facing), *others)
    for way in ways(battle, R1):
        assert 1 <= len(way.path) <= 4
        assert f"{way.path[-1].q},{way.path[-1].r}" not in battle.at
        for a, b in zip((Hex(0, 0), *way.path), way.path, strict=False):
            assert distance(a, b) == 1
