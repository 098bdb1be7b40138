"""What of the one-hour sequence only a game shows: sealed questions, who is told of what, what is drawn of a way."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, StandId
from pbem.engine.play import Run, Waiting, advance
from pbem.engine.players import begun
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.battle import TYPES, ArmyByTable, Battle, SideScore
from pbem.rulesets.onehour.commands import Placed, SetUp, Sheet, StandingFire, StandingMove, moving
from pbem.rulesets.onehour.facts import FirstThrown, Moved, Shot, StandingOrderActed
from pbem.rulesets.onehour.moving.roads import road_move
from pbem.rulesets.onehour.playing.ending import verdict_of
from pbem.rulesets.onehour.playing.sequence import over, unordered
from pbem.rulesets.onehour.playing.setting import set_up
from tests.onehour_tables import BLUE, RED, ground, spot, table, unit

SEATS = (Seat("blue"), Seat("red"))
I1 = StandId("I1")


def run(battle: Battle, answers: bool = True) -> Run:
    """A battle that runs until it waits; silent players answer, if anybody does."""

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
        return RULES.deciding.silent(view, ask) if answers else None

    story = begun(RULES, battle, "Test", SEATS)
    return advance(RULES, story, next_seq=2, dice=SeededDice(b"seed", GameId("g"), ()), decide=decide)


def facts_of(some: Run) -> list[Any]:
    """What happened."""
    return [draft.body.fact for draft in some.drafts if draft.kind == "fact"]


def before_the_first(**more: Any) -> Battle:
    """Two units before anything has been asked."""
    return table(unit("I1", 10, 3), unit("EI1", 10, 33, 180), turn=0, active=None, limit=1, **more)


def test_set_up_and_armies_are_asked_of_both_at_once_and_sealed() -> None:
    slots = tuple(Pose(spot(4 + 5 * i, 3), Tenths(0)) for i in range(6))
    plain = before_the_first(phase="army", deploys=True)
    drawn = [
        replace(one, muster=ArmyByTable(size=6, slots=slots, codes={k: one.letter + k[0] for k in TYPES}, choice="row"))
        for one in plain.armies
    ]
    for battle in (plain, replace(plain, units={}, armies=tuple(drawn))):
        stop = run(battle, answers=False).stop
        assert isinstance(stop, Waiting)
        assert stop.batch.sealed
        assert [ask.seat for ask in stop.batch.asks] == list(SEATS)


def test_a_set_up_says_whether_it_is_the_sample() -> None:
    battle = before_the_first(phase="set-up", deploys=True)
    there = Pose(spot(20, 3), Tenths(0))
    assert set_up(battle, BLUE, SetUp()).sample
    assert not set_up(battle, BLUE, SetUp(places=(Placed(I1, there),))).sample


def test_every_throw_for_the_first_side_is_told() -> None:
    battle = before_the_first(phase="first side")
    thrown = [one for one in facts_of(run(replace(battle, side_order=()))) if isinstance(one, FirstThrown)]
    assert thrown
    assert [one.tied for one in thrown] == [*([True] * (len(thrown) - 1)), False]


def test_what_acts_without_an_order_is_told_before_it_does() -> None:
    battle = table(unit("I1", 10, 10), unit("ES1", 10, 18, 180), limit=1)
    acted = facts_of(run(battle))
    (shot,) = [place for place, one in enumerate(acted) if isinstance(one, Shot)]
    told = acted[shot - 1]
    assert isinstance(told, StandingOrderActed)
    assert (told.side, told.order.unit, told.standing) == (BLUE, I1, "")


def test_a_standing_order_that_moves_a_unit_is_told_and_stays_where_nothing_is_sent() -> None:
    forward = StandingMove(whom="all", how="go to", to=spot(10, 14))
    sheet = Sheet(standing=(StandingFire(whom="all", always=True), forward))
    battle = table(unit("I1", 10, 10), unit("ES1", 10, 28, 180), limit=1, sheets={BLUE: sheet})
    assert unordered(battle, BLUE).standing == sheet.standing
    acted = facts_of(run(battle))
    (moved,) = [place for place, one in enumerate(acted) if isinstance(one, Moved)]
    told = acted[moved - 1]
    assert isinstance(told, StandingOrderActed)
    assert told.standing
    assert not [one for one in acted if isinstance(one, Shot)]


def test_a_battle_is_over_in_one_phase_only() -> None:
    battle = table(unit("I1", 10, 10), unit("ES1", 10, 30, 180))
    assert [over(replace(battle, phase=phase)) for phase in ("orders", "ending", "over")] == [False, False, True]


def test_a_verdict_counts_what_both_sides_came_to() -> None:
    battle = table(
        unit("I1", 10, 10), unit("ES1", 10, 30, 180), unit("ES2", 20, 30, 180, state="eliminated"),
    )  # fmt: skip
    assert verdict_of(battle).scores == {
        BLUE: SideScore(lost=0, held=0, points=0),
        RED: SideScore(lost=1, held=0, points=0),
    }


PATHS = {
    (8.0, 600): [(8, 10), (14, 10)],
    (8.5, 600): [(8.5, 9.5), (8.5, 10), (14.5, 10)],
    (8.0, 900): [(8, 10), (17, 10)],
    (14.0, 600): [(14, 10), (18, 10), (18, 12)],
    (8.0, 0): [(8, 10), (8, 10)],
}
"""By where it sets out and how far it goes: every place of the way that is drawn, each once."""


@pytest.mark.parametrize(("x", "by"), PATHS)
def test_the_way_along_a_road_is_drawn_by_its_corners(x: float, by: int) -> None:
    y = 9.5 if x == 8.5 else 10
    road = ground("road", "road", (0, 10), (18, 10), (18, 30))
    battle = table(unit("I1", x, y, 90), unit("ES1", 4, 30, 180), road)
    got = road_move(battle, moving(I1, Hundredths(by), road=True))
    assert isinstance(got, Moved)
    assert got.road
    assert list(got.path) == [spot(*at) for at in PATHS[x, by]]
