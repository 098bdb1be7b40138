"""Snaphance movement: 3.3, 3.4 and the movement part of 3.16 and 3.17 of the catalogue."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.hexes import FACINGS, Facing, Hex, front_hexes, key, neighbours, rear_hexes
from pbem.engine.ids import CommanderId, StandId
from pbem.rulesets.snaphance.fighting.recovery import rally_refusal
from pbem.rulesets.snaphance.moving import command, ground, zones
from pbem.rulesets.snaphance.moving.atoms import begun
from pbem.rulesets.snaphance.moving.movement import No, Walk, Yes, begin, may_pass, take
from pbem.rulesets.snaphance.moving.turning import turn
from pbem.rulesets.snaphance.playing import acting, plan
from pbem.rulesets.snaphance.playing.checking import check_item, check_orders
from pbem.rulesets.snaphance.playing.choices import choices, deeds
from pbem.rulesets.snaphance.playing.together import commander_order
from pbem.rulesets.snaphance.state.battle import Battle, Defence
from pbem.rulesets.snaphance.state.commands import (
    CommanderOrders,
    Fire,
    Go,
    GroupMove,
    Hold,
    March,
    Rally,
    StandOrders,
    TurnTo,
)
from pbem.rulesets.snaphance.state.facts import (
    Disordered,
    Displaced,
    MoveBegan,
    OrderTested,
    Refused,
    StandBegan,
    Stepped,
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


def test_a_forward_step_goes_into_a_front_hex_for_one_mp() -> None:
    battle, walk = walk_of(position([stand("b1", "horse", 0, 0)]))
    got = take(battle, B1, walk, Hex(1, -1))
    assert isinstance(got, Yes)
    assert (got.walk.left, got.walk.steps, got.walk.manner) == (2, 1, "forward")
    stepped = Stepped(stand=B1, start=Hex(0, 0), to=Hex(1, -1), facing=Facing(0), how="forward")
    assert [stepped.same_outcome(fact) for fact in got.facts] == [True]
    assert got.facts[0].rules == ("SN-4.0b",)


def test_more_hexes_than_mp_are_refused() -> None:
    _, _, got = went(position([stand("b1", "ps", 0, 0)]), (0, -1), (0, -2))
    assert got is not None
    assert "SN-4.0d" in got.rules


def test_a_hex_that_is_no_neighbour_is_refused() -> None:
    battle, walk = walk_of(position([stand("b1", "horse", 0, 0)]))
    assert refusal(take(battle, B1, walk, Hex(3, 0))) == ("SN-4.0b",)


@pytest.mark.parametrize(
    ("kind", "path", "end", "rule"),
    [
        ("ps", [(0, 1), (0, 2)], (0, 2), None),  # SN-4.7d: 1MP stands go 2H back
        ("ps", [(0, 1), (0, 2), (0, 3)], (0, 2), "SN-4.0d"),
        ("horse", [(0, 1), (0, 2), (0, 3)], (0, 3), None),
        ("horse", [(1, 0), (2, 0), (3, 0)], (2, 0), "SN-4.8a"),
        ("horse", [(1, 0), (2, -1)], (1, 0), "SN-4.8c"),
        ("horse", [(0, 1), (0, 0)], (0, 1), "SN-4.7a"),
        ("shot", [(0, 1), (1, 1)], (0, 1), "SN-4.7b"),  # W-02
        ("shot", [(1, 0), (2, -1)], (2, -1), None),  # SN-4.8b
        ("shot", [(1, -1), (0, 0)], (1, -1), "SN-4.7b"),
        ("dragoons", [(0, 1), (1, 0), (1, -1)], (1, -1), None),  # SN-4.1a
    ],
)
def test_backward_and_sideways(kind: str, path: list[tuple[int, int]], end: tuple[int, int], rule: str | None) -> None:
    battle, _, got = went(position([stand("b1", kind, 0, 0)]), *path)
    assert battle.stands[B1].hex == Hex(*end)
    assert (got is None) == (rule is None)
    assert got is None or rule in got.rules


@pytest.mark.parametrize(("kind", "disordered"), [("ps", True), ("horse", True), ("shot", False), ("skirm", False)])
@pytest.mark.parametrize("to", [(0, 1), (1, 0)])
def test_going_backward_or_sideways_disorders_all_but_shot_and_free_movers(
    kind: str, disordered: bool, to: tuple[int, int]
) -> None:
    battle, _, got = went(position([stand("b1", kind, 0, 0)]), to)
    assert got is None
    assert battle.stands[B1].disordered is disordered


def test_a_disordered_stand_is_not_disordered_again() -> None:
    battle, walk = walk_of(position([stand("b1", "ps", 0, 0, disordered=True)]))
    got = take(battle, B1, walk, Hex(0, 1))
    assert isinstance(got, Yes)
    assert not any(isinstance(fact, Disordered) for fact in got.facts)


# --- turning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "to", "disordered", "over", "left"),
    [
        ("horse", 1, False, False, 2),
        ("horse", 2, True, True, 0),  # SN-4.2b: a further point
        ("horse", 3, True, False, 0),  # SN-4.3a
        ("shot", 2, False, False, 0),  # SN-4.2e
        ("shot", 3, False, False, 0),  # SN-4.3b
        ("dragoons", 3, False, False, 3),  # SN-4.1a
        ("ps", 1, False, False, 0),  # SN-Q49
    ],
)
def test_turning(kind: str, to: int, disordered: bool, over: bool, left: int) -> None:
    battle, walk = walk_of(position([stand("b1", kind, 0, 0)]))
    got = turn(battle, B1, walk, Facing(to))
    assert isinstance(got, Yes)
    for fact in got.facts:
        battle = fact.apply(battle)
    one = battle.stands[B1]
    assert (one.facing, one.disordered, one.doing.over, got.walk.left) == (to, disordered, over, left)


def test_shot_turn_two_points_a_third_in_disorder_and_no_fourth() -> None:
    battle, walk = walk_of(position([stand("b1", "shot", 0, 0)]))
    got = turn(battle, B1, walk, Facing(2))
    assert isinstance(got, Yes)
    turned = got.facts[0].apply(battle)
    assert refusal(turn(turned, B1, got.walk, Facing(4))) == ("SN-4.2b",)
    further = turn(turned, B1, got.walk, Facing(1))
    assert isinstance(further, Yes)
    assert [type(fact).__name__ for fact in further.facts] == ["Turned", "Disordered", "ActionEnded"]


def test_a_pike_and_shot_stand_turns_or_steps() -> None:
    battle, _, _ = went(position([stand("b1", "ps", 0, 0)]), (0, -1))
    walk = begin(battle, B1)
    got = take(battle, B1, walk, Hex(0, -2))
    assert isinstance(got, Yes)
    assert "SN-4.2a" in refusal(turn(battle, B1, got.walk, Facing(1)))


def test_a_disordered_stand_does_not_turn_to_its_rear() -> None:
    battle, walk = walk_of(position([stand("b1", "ps", 0, 0, disordered=True)]))
    assert refusal(turn(battle, B1, walk, Facing(3))) == ("SN-4.3a",)


def test_turning_to_the_rear_takes_a_whole_move() -> None:
    battle, walk, _ = went(position([stand("b1", "horse", 0, 0)]), (0, -1))
    assert "SN-4.3a" in refusal(turn(battle, B1, walk, Facing(3)))


def test_turning_goes_with_forward_steps_only() -> None:
    battle, walk = walk_of(position([stand("b1", "horse", 0, 0)]))
    got = turn(battle, B1, walk, Facing(1))
    assert isinstance(got, Yes)
    battle = got.facts[0].apply(battle)
    assert refusal(take(battle, B1, got.walk, Hex(-1, 0))) == ("SN-4.2d",)
    assert isinstance(take(battle, B1, got.walk, Hex(1, 0)), Yes)


# --- zones of control -----------------------------------------------------------------------------------------------


def test_combat_stands_and_shot_have_a_zone_of_control_and_nobody_else() -> None:
    kinds = ("ps", "swiss", "horse", "shot", "skirm", "croats", "dragoons", "guns")
    battle = position([stand(f"b{i}", kind, 5 * i, 0) for i, kind in enumerate(kinds)])
    zocs = [len(zones.zoc_of(battle, StandId(f"b{i}"))) for i in range(len(kinds))]
    assert zocs == [2, 2, 2, 2, 0, 0, 0, 0]


def test_a_stand_halts_on_entering_a_zone_and_may_leave_it_with_a_later_move() -> None:
    battle = position([stand("b1", "horse", 0, 3), stand("r1", "ps", 0, 0, 3)])
    battle, walk, got = went(battle, (0, 2), (0, 1), (-1, 1))
    assert got is not None
    assert got.rules == ("SN-4.6b",)
    assert battle.stands[B1].hex == Hex(0, 1)
    assert walk.left == 0
    _, _, got = went(battle, (0, 2), (0, 3))
    assert got is None  # SN-Q71


def test_no_move_ends_in_a_zone_with_that_enemy_on_the_flank_or_rear() -> None:
    battle = position([stand("b1", "horse", -1, 2, 1), stand("r1", "ps", 0, 0, 3)])
    _, _, got = went(battle, (-1 + 1, 1))
    assert got is not None
    assert got.rules == ("SN-4.6c",)


def test_a_free_mover_turns_so_as_to_have_the_enemy_in_front() -> None:
    battle = position([stand("b1", "dragoons", 0, 2, 3), stand("r1", "ps", 0, 0, 3)])
    play = a_play(battle)
    acting.act(play, B1, Go(how="move", path=(Hex(0, 1),)))
    one = play.battle.stands[B1]
    assert one.hex == Hex(0, 1)
    assert Hex(0, 0) in front_hexes(one.hex, one.facing)


def test_a_turn_that_shows_a_flank_to_a_zone_is_refused_unless_the_stand_goes_on() -> None:
    battle = position([stand("b1", "horse", 0, 1, 0), stand("r1", "ps", 0, 0, 3)])
    battle, walk = walk_of(battle)
    assert refusal(turn(battle, B1, walk, Facing(1))) == ("SN-4.6c",)
    assert isinstance(turn(battle, B1, walk, Facing(1), more=True), Yes)
    assert isinstance(turn(battle, B1, walk, Facing(5)), Yes)  # still in front


# --- passing and displacing -----------------------------------------------------------------------------------------


def test_a_stand_passes_through_support_stands_and_comes_out_beyond() -> None:
    battle = position([stand("b1", "horse", 0, 0), stand("b2", "shot", 0, -1, 2)])
    battle, walk, got = went(battle, (0, -1), (0, -2))
    assert got is None
    assert (battle.stands[B1].hex, battle.stands[B2].hex) == (Hex(0, -2), Hex(0, -1))
    assert battle.at == {key(Hex(0, -2)): B1, key(Hex(0, -1)): B2}
    assert walk.through == ()


def test_combat_stands_pass_through_each_other_along_the_same_facing_only() -> None:
    battle = position([stand("b1", "horse", 0, 0), stand("b2", "ps", 0, -1)])
    assert may_pass(battle, B1, B2, Hex(0, 0), Hex(0, -2))
    assert not may_pass(battle, B1, B2, Hex(0, 0), Hex(1, -1))
    turned = position([stand("b1", "horse", 0, 0), stand("b2", "ps", 0, -1, 1)])
    assert not may_pass(turned, B1, B2, Hex(0, 0), Hex(0, -2))


def test_pike_blocks_never_pass_through_a_combat_stand() -> None:
    battle = position([stand("b1", "swiss", 0, 0), stand("b2", "ps", 0, -1)])
    _, _, got = went(battle, (0, -1))
    assert got is not None
    assert "SN-4.10b" in got.rules


def test_a_march_that_would_stop_on_a_friend_is_cut_short() -> None:
    battle = position([stand("b1", "horse", 0, 0), stand("b2", "horse", 0, -3)])
    play = a_play(battle)
    acted = acting.act(play, B1, Go(how="forward", path=(Hex(0, -1), Hex(0, -2), Hex(0, -3))))
    assert acted.done
    assert play.battle.stands[B1].hex == Hex(0, -2)
    (told,) = facts_of(play, Refused)
    assert told.step == 3
    assert "SN-4.10c" in told.rules


def test_a_combat_stand_takes_the_place_of_a_support_stand() -> None:
    battle = position([stand("b1", "ps", 0, 0), stand("b2", "shot", 0, -1, 0, moved=True)])
    play = a_play(battle)
    acting.act(play, B1, Go(how="forward", path=(Hex(0, -1),)))
    assert (play.battle.stands[B1].hex, play.battle.stands[B2].hex) == (Hex(0, -1), Hex(0, 0))
    assert play.battle.at == {key(Hex(0, -1)): B1, key(Hex(0, 0)): B2}
    assert len(facts_of(play, Displaced)) == 1
    assert play.battle.stands[B2].doing.hexes == 0  # SN-4.11c


@pytest.mark.parametrize(
    ("mover", "other", "allowed"),
    [("shot", "dragoons", True), ("croats", "guns", True), ("skirm", "skirm", True), ("skirm", "shot", False),
     ("guns", "skirm", False), ("shot", "ps", False)],
)  # fmt: skip
def test_who_displaces_whom(mover: str, other: str, allowed: bool) -> None:
    play = a_play(position([stand("b1", mover, 0, 0), stand("b2", other, 0, -1)]))
    acting.act(play, B1, Go(how="forward", path=(Hex(0, -1),)))
    assert bool(facts_of(play, Displaced)) is allowed
    assert bool(facts_of(play, Refused)) is not allowed


# --- terrain --------------------------------------------------------------------------------------------------------

HALTS = {
    ("woods", "horse"): (True, True), ("woods", "ps"): (True, True), ("woods", "shot"): (True, False),
    ("woods", "dragoons"): (True, False), ("woods", "skirm"): (False, False), ("woods", "croats"): (True, True),
    ("stream", "shot"): (True, True), ("stream", "skirm"): (True, True), ("swamp", "skirm"): (True, False),
    ("swamp", "horse"): (True, True), ("field", "horse"): (False, True), ("field", "croats"): (False, False),
    ("field", "dragoons"): (False, False), ("field", "shot"): (False, True), ("town", "ps"): (True, True),
    ("town", "shot"): (False, False), ("town", "croats"): (False, False), ("town", "guns"): (True, False),
    ("hill-slope", "horse"): (False, False), ("hill-top", "ps"): (False, False),
}  # fmt: skip


@pytest.mark.parametrize(("where", "kind"), sorted(HALTS))
def test_entering_terrain(where: str, kind: str) -> None:
    battle = position([stand("b1", kind, 0, 0)], ground={key(Hex(0, -1)): where})
    battle, walk, got = went(battle, (0, -1))
    assert got is None
    assert (bool(walk.halted), battle.stands[B1].disordered) == HALTS[where, kind]


def test_fields_slow_a_move_to_two_hexes() -> None:
    battle = position([stand("b1", "horse", 0, 0)], ground={key(Hex(0, -1)): "field"})
    _, _, got = went(battle, (0, -1), (0, -2), (0, -3))
    assert got is not None
    assert got.rules == ("SNT-field-a",)


def test_ground_that_a_scenario_closes() -> None:
    battle = position([stand("b1", "horse", 0, 0)], ground={key(Hex(0, -1)): "woods"}, no_entry={"woods": ("Hs",)})
    _, _, got = went(battle, (0, -1))
    assert got is not None
    assert "scenario" in got.why


def test_the_board_ends() -> None:
    _, _, got = went(position([stand("b1", "horse", 0, 0)], board=(None, None, 0, None)), (0, -1))
    assert got is not None
    assert "off the board" in got.why


def test_defences_are_crossed_with_a_move_of_their_own() -> None:
    battle = position([stand("b1", "horse", 0, 0)], defences=(Defence(Hex(0, -2), (2,)),))
    _, _, got = went(battle, (0, -1), (0, -2))
    assert got is not None
    assert "SNT-def-a" in got.rules
    near = position([stand("b1", "horse", 0, -1)], defences=(Defence(Hex(0, -2), (2,)),))
    near, _, got = went(near, (0, -2))
    assert got is None
    assert near.stands[B1].disordered


@pytest.mark.parametrize(
    ("where", "kind", "year", "barred"),
    [("woods", "ps", 1650, True), ("woods", "ps", 1660, False), ("woods", "croats", 1600, False),
     ("woods", "horse", 1690, True), ("stream", "shot", 1600, True), ("field", "horse", 1600, False),
     ("swamp", "croats", 1600, True), ("town", "ps", 1599, True), ("town", "ps", 1600, False),
     ("town", "horse", 1600, True), ("town", "shot", 1600, False)],
)  # fmt: skip
def test_where_a_stand_may_recover(where: str, kind: str, year: int, barred: bool) -> None:
    battle = position([stand("b1", kind, 0, 0, disordered=True)], ground={key(Hex(0, 0)): where}, year=year)
    assert bool(ground.bars_rally(battle, B1)) is barred
    assert (rally_refusal(battle, B1) is not None) is barred


# --- order tests and generals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "die", "passed"), [(1, 4, True), (1, 3, False), (2, 4, False), (2, 5, True), (3, 6, True)]
)
def test_extra_moves_of_class_b(moves: int, die: int, passed: bool) -> None:  # W-01
    battle = position([stand("b1", "horse", 0, 0)])
    for _ in range(moves):
        battle = MoveBegan(stand=B1).apply(battle)
    play = a_play(battle, ("order_test.extra_move", (die,)))
    acting.act(play, B1, Go(how="forward", path=(Hex(0, -1),), again=True), Walk(mp=3))
    assert facts_of(play, OrderTested)[0].passed is passed
    one = play.battle.stands[B1]
    assert (one.hex != Hex(0, 0), one.disordered, one.doing.over) == (passed, not passed, not passed)


def test_out_of_command_and_generals_in_the_hex() -> None:
    far = position([stand("b1", "horse", 0, 0)], generals={"bg": (9, 0, None)})
    assert [(t.name, t.value) for t in command.modifiers(far, (B1,), "rally")] == [("out of command", -1)]
    near = position([stand("b1", "horse", 0, 0)], generals={"bg": (0, 0, None)})
    assert [(t.name, t.value) for t in command.modifiers(near, (B1,), "rally")] == [("general", 1)]
    dead = position([stand("b1", "horse", 0, 0)], generals={})
    assert [(t.name, t.value) for t in command.modifiers(dead, (B1,), "rally")] == [("general dead", -1)]


def test_a_general_who_has_helped_is_bound() -> None:
    battle = position([stand("b1", "horse", 0, 0, disordered=True)], generals={"bg": (0, 0, None)})
    play = a_play(battle, ("order_test.rally", (3,)))
    acting.act(play, B1, Rally())
    got = commander_order(play.battle, CommanderOrders(commander=CommanderId("bg"), to=Hex(1, 0)))
    assert isinstance(got, No)
    assert got.rules == ("SN-3.1b", "SN-3.1e")


def test_a_general_moves_once_and_six_hexes() -> None:
    battle = position([stand("b1", "horse", 0, 0), stand("r1", "ps", 0, -1, 3)], generals={"bg": (0, 0, "b1")})
    bg = CommanderId("bg")
    assert isinstance(commander_order(battle, CommanderOrders(commander=bg, to=Hex(7, 0))), No)
    assert isinstance(commander_order(battle, CommanderOrders(commander=bg, to=Hex(0, -1))), No)
    got = commander_order(battle, CommanderOrders(commander=bg, to=Hex(0, -2)))
    assert not isinstance(got, No)
    assert got.hexes == 3  # round the enemy
    again = commander_order(got.apply(battle), CommanderOrders(commander=bg, to=Hex(0, 0)))
    assert isinstance(again, No)


def test_a_lone_general_is_driven_off_by_an_enemy_who_enters_his_hex() -> None:
    battle = position(
        [stand("b1", "horse", 0, 0), stand("r1", "ps", 5, 0), stand("r2", "ps", 3, 0)],
        generals={"bg": (0, 9, None), "rg": (0, -1, None)},
    )
    battle, _, _ = went(battle, (0, -1))
    rg = battle.commanders[CommanderId("rg")]
    assert (rg.hex, rg.attached_to) == (Hex(3, 0), "r2")


def test_an_attached_general_goes_with_his_stand() -> None:
    battle = position([stand("b1", "horse", 0, 0)], generals={"bg": (0, 0, "b1")})
    battle, _, _ = went(battle, (0, -1), (0, -2))
    assert battle.commanders[CommanderId("bg")].hex == Hex(0, -2)


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


def test_a_far_hex_is_reached_by_the_shortest_lawful_way() -> None:
    battle = position([stand("b1", "horse", 0, 0), stand("r1", "croats", 0, -1)])
    battle, walk = walk_of(battle)
    made = plan.plan(battle, B1, walk, Go(how="forward", path=(Hex(1, -3),)))
    assert made.refusal is None
    assert [atom.to for atom in made.atoms] == [Hex(1, -1), Hex(1, -2), Hex(1, -3)]


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


def test_a_far_hex_out_of_reach_is_refused() -> None:
    battle, walk = walk_of(position([stand("b1", "horse", 0, 0)]))
    made = plan.plan(battle, B1, walk, Go(how="forward", path=(Hex(0, -4),)))
    assert made.refusal is not None
    assert made.atoms == ()


def test_the_order_check_judges_without_dice_and_says_what_is_certain() -> None:
    battle = position([stand("b1", "ps", 0, 0), stand("b2", "ps", 0, -1, 1)])
    blocked = check_orders(battle, StandOrders(B1, (Go(how="forward", path=(Hex(0, -1),)),)))
    assert [(o.step, o.certain) for o in blocked] == [(1, False)]
    too_far = check_orders(battle, StandOrders(B1, (Go(how="forward", path=(Hex(1, -1), Hex(1, -2))),)))
    assert [(o.step, o.certain) for o in too_far] == [(2, True)]
    on = StandOrders(B1, (Go(how="forward", path=(Hex(0, -1),)), Go(how="forward", path=(Hex(0, -3),), again=True)))
    assert [o.certain for o in check_orders(battle, on)] == [False, False], "the friend may have gone by then"


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


def test_hold_and_an_empty_shot_list() -> None:
    battle = position([stand("b1", "horse", 0, 0), stand("r1", "ps", 0, -2)])
    assert check_orders(battle, StandOrders(B1, (Hold(),))) == ()
    assert [o.no.rules for o in check_orders(battle, StandOrders(B1, (Fire(),)))] != []
    assert check_orders(battle, StandOrders(B1, (TurnTo(to=Facing(1)),))) == ()
    assert rear_hexes(Hex(0, 0), Facing(0)) == (Hex(-1, 1), Hex(0, 1))
