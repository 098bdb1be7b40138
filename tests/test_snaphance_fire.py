"""Snaphance fire: 3.5, 3.7, 3.8 of the catalogue, with the worked examples W-03 to W-09 and W-13."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.hexes import Hex, distance
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets.snaphance.fighting.evasion import ways
from pbem.rulesets.snaphance.fighting.firing import fire
from pbem.rulesets.snaphance.fighting.morale import Tested as MoraleResult
from pbem.rulesets.snaphance.fighting.morale import fire_cost, hits_of, melee_cost, morale_loss, ranks_after
from pbem.rulesets.snaphance.fighting.shooting import Volley, may_fire, targets
from pbem.rulesets.snaphance.fighting.sight import sees
from pbem.rulesets.snaphance.state.asks import AskWay, AskYesNo, Way, YesNo
from pbem.rulesets.snaphance.state.battle import Army, Battle, Doing, Stand, with_stand
from pbem.rulesets.snaphance.state.facts import (
    Evaded,
    Refused,
    Shot,
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


def doing(battle: Battle, code: StandId = B1, **what: Any) -> Battle:
    return with_stand(battle, replace(battle.stands[code], doing=Doing(began=True, **what)))


def shoot(
    battle: Battle, *rolls: tuple[str, tuple[int, ...]], ranks: int = 1, then_move: bool = False, **more: Any
) -> Play[Battle]:
    play = a_play(battle, *rolls, **more)
    fire(play, B1, R1, ranks, then_move)
    return play


# --- what may be shot at ------------------------------------------------------------------------------------------


hexes = st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4))
grounds = st.dictionaries(
    st.builds(lambda h: f"{h.q},{h.r}", hexes), st.sampled_from(["woods", "town", "hill-top", "hill-slope", "field"])
)


@given(grounds, hexes, hexes)
def test_sight_is_the_same_both_ways(ground: dict[str, str], a: Hex, b: Hex) -> None:
    battle = field(ground=ground)
    assert sees(battle, a, b) == sees(battle, b, a)


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


# --- shots --------------------------------------------------------------------------------------------------------


def test_a_refused_shot_rolls_nothing_and_says_why() -> None:
    play = shoot(field(stand("b1", "shot", 0, 5), stand("r1", "ps", 0, 0, 3)))
    (fact,) = facts_of(play, Refused)
    assert "out of range" in fact.why
    assert not play.battle.stands[B1].doing.fired


def test_the_terms_of_a_shot_add_up_to_its_dice() -> None:
    battle = doing(field(stand("b1", "ps", 0, 2, disordered=True), stand("r1", "skirm", 0, 0, 3)), moves=1, hexes=1)
    play = shoot(battle, ("fire.fire", (1,)))
    (shot,) = facts_of(play, Shot)
    assert sum(term.value for term in shot.terms) == len(shot.dice) == 1
    assert [term.name for term in shot.terms] == [
        "strength", "at 2 hexes", "moved", "disordered", "loose target in the open"
    ]  # fmt: skip
    assert {"SNS-F3", "SNS-F4", "SNS-F6", "SN-7.0d"} <= set(shot.rules)


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


@given(st.lists(st.tuples(st.integers(-4, 4), st.integers(-5, 5)), max_size=10, unique=True), st.integers(0, 5))
def test_ways_of_evading_are_lawful(places: list[tuple[int, int]], facing: int) -> None:
    others = [stand(f"{'rb'[i % 2]}{i + 2}", "ps", q, r, i % 6) for i, (q, r) in enumerate(places) if (q, r) != (0, 0)]
    battle = field(stand("r1", "croats", 0, 0, facing), *others)
    for way in ways(battle, R1):
        assert 1 <= len(way.path) <= 4
        assert f"{way.path[-1].q},{way.path[-1].r}" not in battle.at
        for a, b in zip((Hex(0, 0), *way.path), way.path, strict=False):
            assert distance(a, b) == 1
