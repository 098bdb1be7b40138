"""The one-hour rules as the engine plays them: who is asked when, what is secret or listed, what geometry keeps."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import UMPIRE, GameId, Seat, StandId
from pbem.engine.play import Run, advance, audit
from pbem.engine.players import begun
from pbem.engine.table import distances
from pbem.engine.table.angles import opposite
from pbem.engine.table.contact import overlaps
from pbem.engine.table.edges import TableEdge, wholly_on
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.asks import AskArmy, AskOrders, AskSetup
from pbem.rulesets.onehour.battle import TYPES, ArmyByTable, Arrival, Battle, Contact, Switches, Unit
from pbem.rulesets.onehour.commands import (
    ArmyChoice,
    Charge,
    Enter,
    Go,
    Hold,
    Move,
    Pivot,
    Placed,
    SetUp,
    Sheet,
    Shoot,
    TurnToFace,
    moving,
)
from pbem.rulesets.onehour.facts import Charged, LeftTable, Moved, OrdersTaken, PlayerTurnBegan, Refused
from pbem.rulesets.onehour.moving.charging import charge, hopeless
from pbem.rulesets.onehour.moving.doing import done
from pbem.rulesets.onehour.moving.fitting import footprint
from pbem.rulesets.onehour.moving.moves import Shape, shape_of
from pbem.rulesets.onehour.moving.refusing import No
from pbem.rulesets.onehour.playing.checking import check, check_sheet
from pbem.rulesets.onehour.playing.choices import choices
from pbem.rulesets.onehour.playing.setting import check_set_up
from pbem.rulesets.onehour.tables import (
    ARMY_TABLE,
    CONFIDENCE,
    SWITCHES,
    army_of,
)
from tests.onehour_tables import BLUE, RED, block, spot, table, unit

BLUE_SEAT, RED_SEAT = Seat("blue"), Seat("red")
I1, S1, E1 = StandId("I1"), StandId("S1"), StandId("EI1")


def played(battle: Battle) -> tuple[Run, list[Ask[Any]]]:
    """A battle in which nobody says anything, and everything that was asked in it."""
    asked: list[Ask[Any]] = []

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any]:
        asked.append(ask)
        return RULES.deciding.silent(view, ask)

    story = begun(RULES, battle, "Test", (BLUE_SEAT, RED_SEAT))
    dice = SeededDice(b"seed", GameId("g"), ())
    return advance(RULES, story, next_seq=2, dice=dice, decide=decide), asked


def facts_of(run: Run) -> Iterator[Any]:
    return (draft.body.fact for draft in run.drafts if draft.kind == "fact")


# --- who is asked when ----------------------------------------------------------------------------------------------


def test_each_side_is_asked_once_in_its_own_player_turn_until_the_last() -> None:
    battle = table(unit("I1", 10, 5), unit("EI1", 10, 30, 180), phase="first side", turn=0, active=None, limit=3)
    run, asked = played(battle)
    assert run.stop is None
    turns = [(fact.turn, fact.side) for fact in facts_of(run) if isinstance(fact, PlayerTurnBegan)]
    assert turns == [(turn, side) for turn in (1, 2, 3) for side in (BLUE, RED)]
    assert [(ask.turn, ask.seat) for ask in asked if isinstance(ask, AskOrders)] == [(t, Seat(s)) for t, s in turns]
    assert (run.battle.ended, run.battle.winner) == ("draw", None)


def test_the_side_that_goes_first_begins_every_turn() -> None:
    battle = table(
        unit("I1", 10, 5), unit("EI1", 10, 30, 180), phase="first side", turn=0, active=None, limit=2,
        side_order=(RED, BLUE),
    )  # fmt: skip
    run, _ = played(battle)
    assert [fact.side for fact in facts_of(run) if isinstance(fact, PlayerTurnBegan)] == [RED, BLUE, RED, BLUE]


def test_a_battle_played_again_from_its_lines_is_the_same_battle() -> None:
    battle = table(
        unit("I1", 10, 10), unit("I2", 20, 10), unit("EI1", 10, 20, 180), unit("EI2", 20, 20, 180),
        block("copse", "woods", 8, 19, 12, 21), limit=8,
    )  # fmt: skip
    run, _ = played(battle)
    assert run.stop is None
    assert sum(unit.hits for unit in run.battle.units.values()) > 0
    assert audit(RULES, run.story, SeededDice(b"other", GameId("g"), ())) == []
    again = msgspec.json.decode(msgspec.json.encode(run.battle), type=Battle)
    assert again == run.battle


def test_set_up_is_asked_of_both_and_armies_only_of_who_may_choose() -> None:
    slots = tuple(Pose(spot(4 + 5 * i, 3), Tenths(0)) for i in range(6))
    plain = table(unit("EI1", 10, 33, 180, state="to place"), phase="army", turn=0, active=None, limit=1, deploys=True)
    blue, red = plain.armies
    muster = ArmyByTable(size=6, slots=slots, codes={kind: kind[0] for kind in TYPES}, choice="row")
    run, asked = played(replace(plain, armies=(replace(blue, muster=muster), red)))
    assert [(type(ask), ask.seat) for ask in asked[:3]] == [
        (AskArmy, BLUE_SEAT), (AskSetup, BLUE_SEAT), (AskSetup, RED_SEAT)
    ]  # fmt: skip
    assert asked[0].refusal(ArmyChoice(7)) != "" and asked[0].refusal(ArmyChoice(6)) == ""  # noqa: PT018  # one rule
    assert sum(one.side == BLUE for one in run.battle.units.values()) == 6


# --- what is secret -------------------------------------------------------------------------------------------------


def test_nobody_sees_the_orders_of_the_other_side() -> None:
    sheet = Sheet(orders=(moving(I1, Hundredths(100)),))
    battle = table(unit("I1", 10, 5), unit("EI1", 10, 30, 180), sheets={BLUE: sheet, RED: Sheet()})
    assert RULES.state.view(battle, BLUE_SEAT).sheets == {BLUE: sheet}
    assert RULES.state.view(battle, RED_SEAT).sheets == {RED: Sheet()}
    assert RULES.state.view(battle, Seat("onlooker")).sheets == {}
    assert RULES.state.view(battle, UMPIRE) == battle
    refused = Refused(side=BLUE, order=Hold(unit=I1), objections=())
    for fact in (OrdersTaken(side=BLUE, sheet=sheet), refused):
        assert fact.seen_by(battle, BLUE_SEAT)
        assert not fact.seen_by(battle, RED_SEAT)


@pytest.mark.parametrize(("secret", "seen"), [(True, False), (False, True)])
def test_who_comes_in_secret_is_known_to_his_own_side(secret: bool, seen: bool) -> None:
    coming = Arrival(
        units=(StandId("S1"),), turn=3, edge=TableEdge.SOUTH, start=Hundredths(0), end=Hundredths(3600), secret=secret
    )
    battle = table(unit("I1", 10, 5), unit("S1", 18, 0, state="to come"), unit("EI1", 10, 30, 180), arrivals=(coming,))
    theirs = RULES.state.view(battle, RED_SEAT)
    assert ("S1" in theirs.units, coming in theirs.arrivals) == (seen, seen)
    assert RULES.state.view(battle, BLUE_SEAT).arrivals == (coming,)
    there = replace(battle, units={**battle.units, S1: replace(battle.units[S1], state="on table")})
    assert S1 in RULES.state.view(there, RED_SEAT).units


# --- tables ---------------------------------------------------------------------------------------------------------


def test_every_switch_and_every_restored_rule_has_its_confidence() -> None:
    assert {row.name for row in SWITCHES} == set(Switches.__struct_fields__)
    assert len(CONFIDENCE) == 15
    assert all(rule.startswith("OH-R-") for rule in CONFIDENCE)


def test_armies_of_the_table() -> None:
    assert {sum(counts.values()) for counts in ARMY_TABLE.values()} == {6}
    assert tuple(ARMY_TABLE[5].values()) == (4, 1, 1, 0)
    assert tuple(army_of(1, 4).values()) == (1, 2, 0, 1)
    assert tuple(army_of(6, 5).values()) == (3, 0, 1, 1)
    assert all(sum(army_of(row, size).values()) == size for row in ARMY_TABLE for size in range(1, 7))


@pytest.mark.parametrize(
    ("legs", "shape"),
    [
        ((), (0, 0, 0)),
        ((Pivot(Tenths(300)),), (300, 0, 0)),
        ((Go(Hundredths(400)),), (0, 400, 0)),
        ((Pivot(Tenths(300)), Pivot(Tenths(-100))), (300, 0, -100)),
        ((Go(Hundredths(200)), Go(Hundredths(300)), Pivot(Tenths(50))), (0, 500, 50)),
        ((Pivot(Tenths(300)), Go(Hundredths(0)), Pivot(Tenths(50))), (300, 0, 50)),
        ((Go(Hundredths(200)), Pivot(Tenths(50)), Go(Hundredths(200))), None),
        ((Pivot(Tenths(5)), Pivot(Tenths(5)), Go(Hundredths(200))), None),
        ((Pivot(Tenths(5)), Go(Hundredths(200)), Pivot(Tenths(5)), Pivot(Tenths(5))), None),
        ((Go(Hundredths(200), "back"),), None),
        ((Go(Hundredths(200), "left"),), None),
        ((Go(Hundredths(200), "right"),), None),
        ((Go(Hundredths(-200)),), None),
    ],
)
def test_the_shape_of_a_move(legs: Any, shape: tuple[int, int, int] | None) -> None:
    found = shape_of(legs)
    assert found == (None if shape is None else Shape(Tenths(shape[0]), Hundredths(shape[1]), Tenths(shape[2])))
    order = Move(unit=I1, legs=legs)
    refused = check(table(unit("I1", 18, 18)), order)
    assert ("bad-path" in [one.code for one in refused]) == (shape is None)


# --- one judge ------------------------------------------------------------------------------------------------------


def test_a_sheet_is_judged_as_it_would_be_carried_out() -> None:
    battle = table(unit("I1", 10, 10), unit("I2", 10, 14), unit("EI1", 10, 26, 180))
    on = [moving(StandId(code), Hundredths(600)) for code in ("I2", "I1")]
    shots = [Shoot(unit=StandId(code), targets=(E1,)) for code in ("I2", "I2", "I1")]
    found = check_sheet(battle, [shots[0], *on, *shots[1:]])
    assert [[one.code for one in each] for each in found.objections] == [[], [], [], ["one-target"], ["no-line"]]
    assert found.after.units[I1].pose.at == spot(10, 16)
    assert [one.code for one in check(battle, on[1])] == ["blocked-by-unit"]


def test_of_several_targets_the_first_lawful_one_with_hits_to_give() -> None:
    battle = table(unit("I1", 10, 10), unit("EI1", 10, 18, 180, hits=15), unit("EI2", 15, 18, 180), unit("EI3", 30, 30))
    listed = Shoot(unit=I1, targets=tuple(StandId(code) for code in ("EI3", "EI1", "EI2")))
    assert check(battle, listed) == ()
    doomed = Shoot(unit=I1, targets=tuple(StandId(code) for code in ("EI1", "EI3")))
    assert [one.code for one in check(battle, doomed)] == ["wrong-target"]
    assert check(battle, Shoot(unit=I1, targets=(E1,))) == ()


def test_a_refused_order_changes_nothing() -> None:
    orders = Sheet(orders=(moving(I1, Hundredths(600)),))
    battle = table(unit("I1", 10, 10), unit("EC1", 10, 14, 180), sheets={BLUE: orders}, phase="movement", limit=1)
    run, _ = played(battle)
    refused = [fact for fact in facts_of(run) if isinstance(fact, Refused)]
    assert [one.code for one in refused[0].objections] == ["blocked-by-unit", "contact-needs-charge"]
    assert run.battle.units[I1].pose == battle.units[I1].pose


def test_what_is_listed_is_taken_and_what_is_denied_is_refused() -> None:
    battle = table(
        unit("S1", 10, 10), unit("I1", 20, 10), unit("C1", 26, 20, 270),
        unit("EI1", 11, 16, 180), unit("ES1", 20, 20, 180),
        unit("EC1", 23, 20, 270), block("fen", "marsh", 0, 24, 36, 26),
        Contact(StandId("C1"), StandId("EC1"), Face.REAR),
    )  # fmt: skip
    horse = choices(battle, StandId("C1"))
    assert not horse.free
    assert [one.code for one in horse.denied[0].objections] == ["engaged"]
    swords = choices(battle, S1)
    assert [one.order.target for one in swords.charges] == [E1]
    assert check(battle, swords.charges[0].order) == ()
    denied = {one.at: [other.code for other in one.objections] for one in swords.denied if one.what == "charge"}
    assert set(denied) == {"ES1", "EC1"}
    foot = choices(battle, I1)
    assert [one.target for one in foot.shots] == ["EC1", "ES1"]
    assert foot.charges == ()
    assert check(battle, moving(I1, foot.ahead)) == ()
    assert foot.ahead == Hundredths(600)


def test_how_far_straight_ahead_and_why_no_farther() -> None:
    battle = table(unit("C1", 10, 10), unit("EI1", 10, 20, 180))
    found = choices(battle, StandId("C1"))
    assert (found.ahead, [one.code for one in found.stopped]) == (Hundredths(790), ["contact-needs-charge"])
    assert found.charges[0].distance == Hundredths(800)


def test_a_set_up_is_judged_whole() -> None:
    battle = table(unit("I1", 10, 3), unit("I2", 16, 3), block("pond", "lake", 0, 0, 4, 4), phase="set-up")
    blue, red = battle.armies
    zone = (spot(0, 0), spot(36, 0), spot(36, 8), spot(0, 8))
    battle = replace(battle, armies=(replace(blue, zone=zone), red))

    def codes(*places: Placed) -> list[list[str]]:
        return [[one.code for one in each] for each in check_set_up(battle, BLUE, SetUp(places=places)).values()]

    swap = (Placed(I1, Pose(spot(16, 3), Tenths(0))), Placed(StandId("I2"), Pose(spot(10, 3), Tenths(0))))
    assert codes(*swap) == [[], []]
    assert codes(swap[0]) == [["blocked-by-unit"]]
    assert codes(Placed(I1, Pose(spot(5, 3), Tenths(0)))) == [["impassable"]]
    assert codes(Placed(I1, Pose(spot(30, 7.5), Tenths(0)))) == [["outside-zone"]]
    assert codes(Placed(I1, Pose(spot(35, 3), Tenths(0)))) == [["off-table", "outside-zone"]]
    assert codes(Placed(E1, Pose(spot(20, 3), Tenths(0)))) == [["not-active"]]


def test_entering_is_refused_to_who_is_there() -> None:
    battle = table(unit("I1", 10, 10))
    order = Enter(unit=I1, at=spot(10, 0), legs=(Go(Hundredths(300)),))
    assert [one.code for one in check(battle, order)] == ["not-active"]
    assert [one.code for one in check(battle, TurnToFace(unit=I1, attacker=E1))] == ["no-contact"]


# --- what geometry keeps --------------------------------------------------------------------------------------------

PLACES = st.tuples(st.integers(300, 3300), st.integers(300, 3300), st.integers(0, 3599))


def crowd(places: list[tuple[int, int, int]]) -> Battle:
    """Units of both sides wherever they fit; every other one is red's."""
    codes = ("C1", "EI1", "I1", "ES1", "S1", "EC1")
    kept: list[Unit] = []
    for code, (x, y, facing) in zip(codes, places, strict=True):
        one = unit(code, x / 100, y / 100, facing / 10, out_of_ammo=True)
        if all(not overlaps(footprint(one), footprint(other)) for other in kept):
            kept.append(one)
    return table(*kept)


@settings(max_examples=50, deadline=None)
@given(places=st.lists(PLACES, min_size=6, max_size=6), pivot=st.integers(-1800, 1800), by=st.integers(1, 1200))
def test_nobody_ends_a_move_in_another_or_off_the_table(places: list[Any], pivot: int, by: int) -> None:
    battle = crowd(places)
    got = done(battle, moving(StandId("C1"), Hundredths(by), Tenths(pivot)))
    assert not isinstance(got, LeftTable)
    if isinstance(got, Moved):
        after = got.apply(battle)
        mine = footprint(after.units[StandId("C1")])
        assert wholly_on(after.table, mine)
        for other in after.units.values():
            if other.id != "C1":
                assert not overlaps(mine, footprint(other))
                assert other.side == BLUE or distances.rects(mine, footprint(other)) > 0.0099
    elif isinstance(got, No):
        assert got.objections


@settings(max_examples=50, deadline=None)
@given(places=st.lists(PLACES, min_size=6, max_size=6))
def test_a_charger_stands_flush_with_the_face_it_has_charged(places: list[Any]) -> None:
    battle = crowd(places)
    for target in ("EI1", "ES1", "EC1"):
        for pivot in range(-450, 451, 75):
            if target not in battle.units:
                continue
            got = done(battle, Charge(unit=StandId("C1"), target=StandId(target), pivot_start=Tenths(pivot)))
            if not isinstance(got, Charged):
                continue
            after = got.apply(battle)
            mine, theirs = footprint(after.units[StandId("C1")]), footprint(after.units[StandId(target)])
            assert distances.rects(mine, theirs) < 0.02
            assert not overlaps(mine, theirs)
            quarters = {Face.FRONT: 0, Face.RIGHT: 900, Face.REAR: 1800, Face.LEFT: 2700}[got.face]
            assert mine.facing == opposite(Tenths((theirs.facing + quarters) % 3600))
            assert after.contacts[-1] == Contact(StandId("C1"), StandId(target), got.face, 1)
            assert got.distance <= 1200


@settings(max_examples=40, deadline=None)
@given(places=st.lists(PLACES, min_size=6, max_size=6), hits=st.booleans())
def test_the_short_ways_of_looking_for_a_charge_say_what_the_long_one_says(places: list[Any], hits: bool) -> None:
    battle = crowd(places)
    battle = replace(battle, units={u: replace(one, moved=hits and u == "S1") for u, one in battle.units.items()})
    for unit_id in ("C1", "S1", "I1"):
        for target in ("EI1", "EC1"):
            if unit_id not in battle.units or target not in battle.units:
                continue
            whole = [
                Charge(unit=StandId(unit_id), target=StandId(target), pivot_start=Tenths(turn))
                for turn in range(-450, 451, 50)
            ]
            refused = [isinstance(charge(battle, order), No) for order in whole]
            assert refused == [isinstance(charge(battle, order, every_reason=False), No) for order in whole]
            if hopeless(battle, StandId(unit_id), StandId(target)):
                assert all(refused)


def test_only_what_no_pivot_mends_is_hopeless() -> None:
    battle = table(
        unit("C1", 10, 10), unit("I1", 20, 10), unit("EI1", 16, 16, 225), unit("EI2", 10, 24.01, 180),
        unit("I2", 30, 10, out_of_ammo=True), unit("EI3", 30, 16, 180),
    )  # fmt: skip
    found = {
        (one, other): hopeless(battle, StandId(one), StandId(other))
        for one in ("C1", "I1", "I2") for other in ("EI1", "EI2", "EI3")
    }  # fmt: skip
    assert not found["C1", "EI1"]
    assert not found["I2", "EI3"]
    assert found["I1", "EI1"] and found["C1", "EI3"] and found["I2", "EI2"]  # noqa: PT018  # powder, far off, far off
