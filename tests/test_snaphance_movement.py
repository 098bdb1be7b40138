"""Snaphance movement: 3.3, 3.4 and the movement part of 3.16 and 3.17 of the catalogue."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.hexes import FACINGS, Facing, Hex, key, neighbours
from pbem.engine.ids import StandId
from pbem.rulesets.snaphance.moving import command, zones
from pbem.rulesets.snaphance.moving.atoms import begun
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, may_pass, take
from pbem.rulesets.snaphance.moving.turning import turn
from pbem.rulesets.snaphance.playing import acting, plan
from pbem.rulesets.snaphance.playing.checking import check_item, check_orders
from pbem.rulesets.snaphance.playing.choices import choices, deeds
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.commands import (
    Go,
    GroupMove,
    March,
    StandOrders,
)
from pbem.rulesets.snaphance.state.facts import (
    Refused,
    StandBegan,
)
from tests.snaphance_positions import a_play, facts_of, position, stand

B1, B2, R1 = StandId("b1"), StandId("b2"), StandId("r1")


def walk_of(battle: Battle, code: StandId = B1) -> tuple[Battle, Walk]:
    return begun(battle, code)


def refusal(got: Yes | No) -> tuple[str, ...]:
    assert isinstance(got, No), got
    return got.rules


def went(battle: Battle, *hexes: tuple[int, int], code: StandId = B1) -> tuple[Battle, Walk, No | None]:
    """Steps in one move, as far as they are lawful."""
    battle, walk = begun(battle, code)
    for q, r in hexes:
        got = take(battle, code, walk, Hex(q, r))
        if isinstance(got, No):
            return battle, walk, got
        for fact in got.facts:
            battle = fact.apply(battle)
        walk = got.walk
    return battle, walk, None


# --- steps ----------------------------------------------------------------------------------------------------------


def test_a_hex_that_is_no_neighbour_is_refused() -> None:
    battle, walk = walk_of(position([stand("b1", "horse", 0, 0)]))
    assert refusal(take(battle, B1, walk, Hex(3, 0))) == ("SN-4.0b",)


# --- turning --------------------------------------------------------------------------------------------------------


def test_shot_turn_two_points_a_third_in_disorder_and_no_fourth() -> None:
    battle, walk = walk_of(position([stand("b1", "shot", 0, 0)]))
    got = turn(battle, B1, walk, Facing(2))
    assert isinstance(got, Yes)
    turned = got.facts[0].apply(battle)
    assert refusal(turn(turned, B1, got.walk, Facing(4))) == ("SN-4.2b",)
    further = turn(turned, B1, got.walk, Facing(1))
    assert isinstance(further, Yes)
    assert [type(fact).__name__ for fact in further.facts] == ["Turned", "Disordered", "ActionEnded"]


# --- zones of control -----------------------------------------------------------------------------------------------


def test_a_stand_halts_on_entering_a_zone_and_may_leave_it_with_a_later_move() -> None:
    battle = position([stand("b1", "horse", 0, 3), stand("r1", "ps", 0, 0, 3)])
    battle, walk, got = went(battle, (0, 2), (0, 1), (-1, 1))
    assert got is not None
    assert got.rules == ("SN-4.6b",)
    assert battle.stands[B1].hex == Hex(0, 1)
    assert walk.left == 0
    _, _, got = went(battle, (0, 2), (0, 3))
    assert got is None  # SN-Q71


# --- passing and displacing -----------------------------------------------------------------------------------------


def test_combat_stands_pass_through_each_other_along_the_same_facing_only() -> None:
    battle = position([stand("b1", "horse", 0, 0), stand("b2", "ps", 0, -1)])
    assert may_pass(battle, B1, B2, Hex(0, 0), Hex(0, -2))
    assert not may_pass(battle, B1, B2, Hex(0, 0), Hex(1, -1))
    turned = position([stand("b1", "horse", 0, 0), stand("b2", "ps", 0, -1, 1)])
    assert not may_pass(turned, B1, B2, Hex(0, 0), Hex(0, -2))


# --- order tests and generals ---------------------------------------------------------------------------------------


def test_out_of_command_and_generals_in_the_hex() -> None:
    far = position([stand("b1", "horse", 0, 0)], generals={"bg": (9, 0, None)})
    assert [(t.name, t.value) for t in command.modifiers(far, (B1,), "rally")] == [("out of command", -1)]
    near = position([stand("b1", "horse", 0, 0)], generals={"bg": (0, 0, None)})
    assert [(t.name, t.value) for t in command.modifiers(near, (B1,), "rally")] == [("general", 1)]
    dead = position([stand("b1", "horse", 0, 0)], generals={})
    assert [(t.name, t.value) for t in command.modifiers(dead, (B1,), "rally")] == [("general dead", -1)]


# --- group moves ----------------------------------------------------------------------------------------------------


def test_group_moves_need_the_same_category_facing_and_touching_hexes() -> None:
    battle = position([
        stand("b1", "ps", 0, 0), stand("b2", "ps", 1, 0), stand("b3", "shot", 2, 0), stand("b4", "ps", 5, 0),
        stand("b5", "ps", 0, 1, 1),
    ])  # fmt: skip

    def rules(*codes: str) -> tuple[str, ...]:
        order = GroupMove(stands=tuple(StandId(c) for c in codes), how="forward", directions=(5,))
        return tuple(rule for objection in check_item(battle, order) for rule in objection.no.rules)

    assert rules("b1", "b2") == ()
    assert rules("b1", "b2", "b3") == ("SN-4.9a",)
    assert rules("b1", "b4") == ("SN-4.9a",)
    assert rules("b1", "b5") == ("SN-4.9a",)


def test_a_column_moves_off_together() -> None:
    battle = position([stand("b1", "ps", 0, 0), stand("b2", "ps", 0, -1)])
    order = GroupMove(stands=(B1, B2), how="forward", directions=(5,))
    assert check_item(battle, order) == ()


# --- planning -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "to", "rule"),
    [("forward", (0, 1), "SN-4.0b"), ("forward", (1, 0), "SN-4.0b"), ("backward", (0, -1), "SN-4.7a"),
     ("sideways", (0, -1), "SN-4.8a"), ("move", (0, -1), "SN-4.1a")],
)  # fmt: skip
def test_a_step_of_another_sort_than_ordered_is_refused(how: March, to: tuple[int, int], rule: str) -> None:
    battle, walk = walk_of(position([stand("b1", "horse", 0, 0)]))
    made = plan.plan(battle, B1, walk, Go(how=how, path=(Hex(*to),)))
    assert made.refusal is not None
    assert made.refusal.rules[0] == rule


def test_horse_marches_forward_on_both_sides_of_a_turn() -> None:
    """Whatever its steps are to the facing it began with."""
    battle = position([stand("b1", "horse", 0, 0)])
    turned = [spot for spot in choices(battle, B1).spots if len(spot.acts) > 2]
    assert turned
    assert {act.how for spot in turned for act in spot.acts if isinstance(act, Go)} == {"forward"}


KINDS = ("ps", "swiss", "horse", "reiters", "shot", "skirm", "dragoons", "croats", "guns")


@st.composite
def positions(draw: st.DrawFn) -> Battle:
    """A crowd on a small board, with woods, fields and a stream."""
    cells = draw(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=9, unique=True))
    stands = []
    for i, (q, r) in enumerate(cells):
        code = f"{'b' if i % 2 == 0 else 'r'}{i}"
        kind = draw(st.sampled_from(KINDS))
        stands.append(stand(code, kind, q, r, draw(st.sampled_from(FACINGS)), disordered=draw(st.booleans())))
    terrain = draw(st.dictionaries(
        st.tuples(st.integers(0, 5), st.integers(0, 5)), st.sampled_from(["woods", "field", "stream", "swamp", "town"]),
        max_size=8,
    ))  # fmt: skip
    return position(stands, ground={key(Hex(*at)): what for at, what in terrain.items()}, board=(0, 5, 0, 5))


@settings(max_examples=60, deadline=None)
@given(positions())
def test_what_is_listed_is_accepted_and_played(battle: Battle) -> None:
    for code in sorted(battle.stands):
        if battle.stands[code].side != "blue":
            continue
        for spot in choices(battle, code).spots[:25]:
            orders = StandOrders(code, spot.acts)
            assert check_orders(battle, orders) == (), (code, spot)
            play = a_play(battle)
            play.record(StandBegan(stand=code))
            walk = None
            for place, action in enumerate(spot.acts):
                walk = acting.act(play, code, action, walk, spot.acts[place + 1 :]).walk
            one = play.battle.stands[code]
            assert not facts_of(play, Refused), (code, spot, facts_of(play, Refused))
            assert (one.hex, one.facing, one.disordered) == (spot.hex, spot.facing, spot.disordered), (code, spot.acts)
            assert len(play.battle.at) == len(play.battle.stands)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_deeds_are_all_choices_but_the_marches(battle: Battle) -> None:
    for code in sorted(battle.stands):
        assert replace(deeds(battle, code), spots=()) == replace(choices(battle, code), spots=())


@settings(max_examples=100, deadline=None)
@given(positions(), st.data())
def test_no_step_breaks_the_table(battle: Battle, data: st.DataObject) -> None:
    """Whatever is ordered: one stand a hex, nobody off the board, the checker and the play agree."""
    code = StandId("b0")
    here = battle.stands[code].hex
    path = tuple(data.draw(st.lists(st.sampled_from(sorted({h for n in neighbours(here) for h in neighbours(n)})),
                                    min_size=1, max_size=3)))  # fmt: skip
    hows: tuple[March, ...] = ("forward", "backward", "sideways", "move")
    how = data.draw(st.sampled_from(hows))
    orders = StandOrders(code, (Go(how=how, path=path),))
    objections = check_orders(battle, orders)
    play = a_play(battle)
    acting.act(play, code, orders.actions[0])  # type: ignore[arg-type]  # no condition in it
    after = play.battle
    assert bool(objections) == bool(facts_of(play, Refused))
    assert len({one.hex for one in after.stands.values()}) == len(after.stands)
    assert sorted(after.at.values()) == sorted(after.stands)
    assert all(0 <= one.hex.q <= 5 and 0 <= one.hex.r <= 5 for one in after.stands.values())
    assert not zones.barred_by(after, after.stands[code].side, after.stands[code].hex, after.stands[code].facing) or (
        after.stands[code].hex == here
    )
