"""A stand's turn in a game: conditions on what came before, attacks forbidden or unordered, groups held up."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.hexes import Direction, Facing, Hex, key, neighbour
from pbem.engine.ids import MeleeId, Side, StandId
from pbem.engine.play import Waiting, advance
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.fighting.retreat import MOST_OFFERED, Escape, offered
from pbem.rulesets.snaphance.moving.arrivals import come_on
from pbem.rulesets.snaphance.moving.movement import Yes
from pbem.rulesets.snaphance.playing.sequence import script
from pbem.rulesets.snaphance.playing.turns import stand_turn
from pbem.rulesets.snaphance.special.edge import edges_at
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.asks import AskGroup, AskReaction, Reaction
from pbem.rulesets.snaphance.state.battle import Arrival, Battle, Melee
from pbem.rulesets.snaphance.state.commands import (
    Act,
    CameTo,
    Charge,
    Fire,
    Go,
    GroupMove,
    Hold,
    Item,
    LeaveTown,
    Opportunity,
    Rally,
    Sheet,
    StandingOrder,
    StandOrders,
    TurnTo,
    When,
)
from pbem.rulesets.snaphance.state.special_rules import Loot
from tests.snaphance_positions import a_play, facts_of, opened, position, seeded, stand
from tests.test_snaphance_sequence import harrow_down

BLUE = Side("blue")
B1, B2, B3, R1, R2 = (StandId(code) for code in ("b1", "b2", "b3", "r1", "r2"))
AHEAD = Go(how="forward", path=(Hex(0, -1),))


def told(*standing: StandingOrder) -> dict[Side, Sheet]:
    return {BLUE: Sheet(standing=standing)}


def turned(
    battle: Battle, actions: tuple[Act | When, ...], *rolls: tuple[str, tuple[int, ...]], decide: Any = None
) -> Any:
    play = a_play(battle, *rolls, decide=decide)
    stand_turn(play, B1, actions)
    return play


def played(battle: Battle, orders: tuple[Item, ...], *rolls: tuple[str, tuple[int, ...]], decide: Any = None) -> Any:
    """The first step of an activation with a sheet of orders."""
    play = a_play(replace(battle, sheets={BLUE: Sheet(orders=orders)}), *rolls, decide=decide)
    script(play)
    return play


# --- what came of the orders before -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "die", "turns"), [
    ("test passed", 4, True), ("test passed", 3, False), ("test failed", 3, True), ("test failed", 4, False),
])  # fmt: skip
def test_a_condition_asks_how_the_test_for_opportunity_went(what: Any, die: int, turns: bool) -> None:
    orders = (Opportunity(), When(CameTo(what), (TurnTo(to=Facing(1)),)))
    play = turned(position([stand("b1", "horse", 0, 0)]), orders, ("order_test.opportunity", (die,)))
    waits = die == 4
    assert play.battle.stands[B1].opportunity is waits
    assert (play.battle.stands[B1].facing == 1) is (turns and not waits), "one that waits does nothing more"


@pytest.mark.parametrize(("what", "die", "turns"), [
    ("test passed", 4, True), ("test passed", 3, False), ("test failed", 3, False), ("test failed", 4, False),
])  # fmt: skip
def test_a_condition_asks_how_the_test_to_rally_went(what: Any, die: int, turns: bool) -> None:
    orders = (Rally(), When(CameTo(what), (TurnTo(to=Facing(1)),)))
    play = turned(position([stand("b1", "horse", 0, 0, disordered=True)]), orders, ("order_test.rally", (die,)))
    assert (play.battle.stands[B1].facing == 1) is turns, "failed, its action is over (SN-9.0a)"
    assert bool(facts_of(play, f.Refused)) is (what == "test failed" and die == 3)


def test_a_failed_rally_before_the_orders_counts_as_a_failed_test() -> None:
    orders = (When(CameTo("test failed"), (), (AHEAD,)),)
    for die, hex_ in ((3, Hex(0, 0)), (4, Hex(0, -1))):
        play = turned(position([stand("b1", "horse", 0, 0, disordered=True)]), orders, ("order_test.rally", (die,)))
        assert play.battle.stands[B1].hex == hex_
        assert not facts_of(play, f.Refused)


@pytest.mark.parametrize(("die", "facing"), [(4, 0), (3, 0)])
def test_without_a_test_neither_condition_holds(die: int, facing: int) -> None:
    orders = (
        AHEAD,
        When(CameTo("test passed"), (TurnTo(to=Facing(1)),)),
        When(CameTo("test failed"), (TurnTo(to=Facing(1)),)),
    )
    assert turned(position([stand("b1", "horse", 0, 0)]), orders).battle.stands[B1].facing == facing


@pytest.mark.parametrize(("ground", "facing"), [("impassable", 1), ("open", 0)])
def test_a_march_that_is_refused_is_a_blocked_path(ground: Any, facing: int) -> None:
    orders = (AHEAD, When(CameTo("path blocked"), (TurnTo(to=Facing(1)),)))
    battle = position([stand("b1", "horse", 0, 0)], ground={key(Hex(0, -1)): ground})
    assert turned(battle, orders).battle.stands[B1].facing == facing


def test_a_march_cut_short_is_a_blocked_path() -> None:
    far = Go(how="forward", path=(Hex(0, -1), Hex(0, -2)))
    orders = (far, When(CameTo("path blocked"), (Hold(),), (TurnTo(to=Facing(1)),)))
    battle = position([stand("b1", "horse", 0, 0)], ground={key(Hex(0, -2)): "impassable"})
    play = turned(battle, orders)
    assert (play.battle.stands[B1].hex, play.battle.stands[B1].facing) == (Hex(0, -1), 0)


def test_a_charge_that_is_refused_is_told_and_blocks_the_path() -> None:  # SN-10.0b
    orders = (Charge(target=R1), When(CameTo("path blocked"), (TurnTo(to=Facing(1)),)))
    play = turned(position([stand("b1", "ps", 0, 0), stand("r1", "horse", 0, -2, 3)]), orders)
    assert [one.rules[0] for one in facts_of(play, f.Refused)] == ["SN-10.0b"]
    assert play.battle.stands[B1].facing == 1


def test_the_approach_of_a_charge_that_is_refused_is_not_made() -> None:  # 3.18, 1
    orders = (AHEAD, Charge(target=R1), Hold())
    play = turned(position([stand("b1", "ps", 0, 0), stand("r1", "horse", 0, -2, 3)]), orders)
    assert play.battle.stands[B1].hex == Hex(0, 0)
    assert [one.rules[0] for one in facts_of(play, f.Refused)] == ["SN-10.0b"]


# --- attacks that standing orders forbid, or make ---------------------------------------------------------------------


@pytest.mark.parametrize(("value", "fights"), [("no", False), ("yes", True), (None, True)])
def test_a_standing_order_forbids_attacks_and_leaves_the_march(value: str | None, fights: bool) -> None:  # D8
    standing = (StandingOrder("attack", value),) if value else ()
    battle = position([stand("b1", "ps", 0, 0), stand("r1", "skirm", 0, -2, 0)], sheets=told(*standing))
    play = turned(battle, (AHEAD, Charge(target=R1)))
    assert play.battle.stands[B1].hex == Hex(0, -1)
    assert play.battle.stands[R1].destroyed is fights
    assert [one.decision for one in facts_of(play, f.StandingOrderFired)] == ([] if fights else ["attack"])


@pytest.mark.parametrize(("value", "fights"), [("yes", True), (None, False)])
def test_a_march_that_ends_before_an_enemy_attacks_him_if_a_standing_order_says_so(
    value: str | None, fights: bool
) -> None:
    standing = (StandingOrder("attack", value),) if value else ()
    battle = position([stand("b1", "ps", 0, 0), stand("r1", "skirm", 0, -2, 0)], sheets=told(*standing))
    assert turned(battle, (AHEAD,)).battle.stands[R1].destroyed is fights
    standing_still = position([stand("b1", "ps", 0, -1), stand("r1", "skirm", 0, -2, 0)], sheets=told(*standing))
    assert not turned(standing_still, (Hold(),)).battle.stands[R1].destroyed


@pytest.mark.parametrize(("value", "hex_"), [("0", Hex(0, -3)), ("1", Hex(0, -3)), (None, Hex(0, -4))])
def test_a_standing_order_stops_further_moves(value: str | None, hex_: Hex) -> None:  # D5
    standing = (StandingOrder("extra_moves", value),) if value == "0" else ()
    orders = (
        Go(how="forward", path=(Hex(0, -1), Hex(0, -2), Hex(0, -3))), Go(how="forward", path=(Hex(0, -4),), again=True),
    )  # fmt: skip
    dice = () if value == "0" else (("order_test.extra_move", (3 if value else 4,)),)
    play = turned(position([stand("b1", "horse", 0, 0)], sheets=told(*standing)), orders, *dice)
    assert play.battle.stands[B1].hex == hex_
    assert play.battle.stands[B1].disordered is (value == "1")


# --- groups -----------------------------------------------------------------------------------------------------------


def answering(stand_: StandId, does: str) -> Any:
    """Red's stand does what it may when asked for a reaction; everything else by default."""

    def decide(view: Battle, ask: Ask[Any]) -> Given[Any]:
        if isinstance(ask, AskReaction):
            mine = [one for one in ask.options if one.stand == stand_ and one.does == does]
            return Given(Reaction(tuple(mine[:1])), "player")
        return Given(ask.default, "default")

    return decide


def test_a_group_of_which_one_is_charged_goes_no_farther_and_its_action_is_over() -> None:  # SN-4.9a, SN-Q33
    battle = position([
        stand("b1", "ps", 0, 3), stand("b2", "ps", 1, 3), stand("r1", "swiss", 0, 0, 3, opportunity=True),
    ])  # fmt: skip
    move = GroupMove((B1, B2), "forward", (5,))
    dice = (("melee", (1,) * 7), ("melee", (1,) * 10))
    play = played(battle, (move, StandOrders(B2, (Fire(),))), *dice, decide=answering(R1, "charge"))
    assert play.battle.stands[R1].hex == Hex(0, 1)
    assert play.battle.stands[B2].hex == Hex(1, 2)
    assert play.battle.stands[B2].doing.over


def test_a_group_goes_on_without_one_that_has_fallen_on_the_way() -> None:  # SN-4.9a
    battle = position([
        stand("b1", "skirm", 0, 4, sp=(1,)), stand("b2", "skirm", 1, 4), stand("r1", "shot", 0, 0, 3, opportunity=True),
    ])  # fmt: skip
    move = GroupMove((B1, B2), "move", (5, 5))
    dice = (("fire.opportunity", (6, 1, 1)), ("morale.fire", (6,)))
    play = played(battle, (move,), *dice, decide=answering(R1, "fire"))
    assert play.battle.stands[B1].destroyed
    assert play.battle.stands[B2].hex == Hex(1, 2)


# --- facing an attacker, breaking off ---------------------------------------------------------------------------------


def test_of_two_attackers_it_faces_the_stronger_and_none_when_one_is_in_front() -> None:  # SN-4.6d
    two = [stand("r1", "ps", 1, 0, 4, sp=(3,)), stand("r2", "ps", -1, 0, 1)]
    assert turned(position([stand("b1", "ps", 0, 0, 0), *two]), (Hold(),)).battle.stands[B1].facing == 5
    ahead = stand("r3", "ps", 0, -1, 3)
    assert turned(position([stand("b1", "ps", 0, 0, 0), *two, ahead]), (Hold(),)).battle.stands[B1].facing == 0


# --- flags of what was done -----------------------------------------------------------------------------------------


def test_a_standing_order_for_one_further_move_lets_one_be_tried() -> None:  # D5
    orders = (
        Go(how="forward", path=(Hex(0, -1),)), Go(how="forward", path=(Hex(0, -2),), again=True),
        Go(how="forward", path=(Hex(0, -3),), again=True),
    )  # fmt: skip
    battle = position([stand("b1", "horse", 0, 0)], sheets=told(StandingOrder("extra_moves", "1")))
    play = turned(battle, orders, ("order_test.extra_move", (6,)))
    assert play.battle.stands[B1].hex == Hex(0, -2)
    assert [one.decision for one in facts_of(play, f.StandingOrderFired)] == ["extra_moves"]


@pytest.mark.parametrize(("die", "what", "turns"), [(4, "test passed", True), (4, "test failed", False)])
def test_a_condition_asks_how_the_test_for_a_further_move_went(die: int, what: Any, turns: bool) -> None:
    orders = (
        AHEAD,
        Go(how="forward", path=(Hex(0, -2),), again=True),
        When(CameTo(what), (TurnTo(to=Facing(1)),)),
    )
    play = turned(position([stand("b1", "horse", 0, 0)]), orders, ("order_test.extra_move", (die,)))
    assert (play.battle.stands[B1].facing == 1) is turns


def test_a_failed_further_move_is_a_failed_test() -> None:
    orders = (AHEAD, Go(how="forward", path=(Hex(0, -2),), again=True), When(CameTo("test failed"), (), (Fire(),)))
    play = turned(position([stand("b1", "ps", 0, 0)]), orders, ("order_test.extra_move", (1,)))
    assert not facts_of(play, f.Refused)


def test_after_a_charge_that_was_met_by_a_charge_its_later_orders_fall_away() -> None:  # SN-6.0b, SN-Q33
    orders = (Charge(target=R1), TurnTo(to=Facing(1)))
    near = position([stand("b1", "ps", 0, 2), stand("r1", "swiss", 0, 0, 3, opportunity=True)])
    dice = (("melee", (1,) * 7), ("melee", (1,) * 10))
    play = a_play(near, *dice, decide=answering(R1, "charge"))
    stand_turn(play, B1, orders)
    assert play.battle.stands[R1].hex == Hex(0, 1)
    assert not facts_of(play, f.Refused)


def test_after_a_turn_to_its_attacker_it_does_what_else_it_is_ordered() -> None:  # SN-4.6d, 3.18a
    battle = position([stand("b1", "ps", 0, 0, 0), stand("r1", "ps", 0, 1, 0)])
    play = turned(battle, (TurnTo(to=Facing(3)), Fire(target=R1)), ("fire.fire", (1, 1, 1, 1)))
    assert [shot.target for shot in facts_of(play, f.Shot)] == ["r1"]


@pytest.mark.parametrize(("die", "shots"), [(4, 0), (3, 1)])
def test_an_idle_stand_that_is_to_wait_fires_only_when_its_test_fails(die: int, shots: int) -> None:  # D4
    battle = position(
        [stand("b1", "shot", 0, 0), stand("r1", "ps", 0, -2, 3)], sheets=told(StandingOrder("opportunity", "yes"))
    )  # fmt: skip
    dice = (("order_test.opportunity", (die,)), *([("fire.fire", (1,) * 5)] if shots else []))
    play = turned(battle, (), *dice)
    assert len(facts_of(play, f.Shot)) == shots
    assert play.battle.stands[B1].opportunity is not bool(shots)


def test_a_melee_fought_last_begins_with_a_turn_to_the_attacker() -> None:  # SN-10.4d
    melee = Melee(id=MeleeId("m1"), stands={BLUE: B1, Side("red"): R1}, initiator=R1)
    battle = position([stand("b1", "ps", 0, 0, 0), stand("r1", "ps", 1, 0, 4)], melees={melee.id: melee})
    play = a_play(battle, ("melee", (1,) * 6), ("melee", (1,) * 6))
    script(play)
    assert play.battle.stands[B1].facing == 1


def test_the_groups_to_be_moved_are_named_in_secret() -> None:  # SN-1.4b, D1
    run = advance(RULES, opened(harrow_down()), next_seq=2, dice=seeded(1), decide=unless_a_group)
    assert isinstance(run.stop, Waiting)
    assert all(isinstance(one, AskGroup) for one in run.stop.batch.asks)
    assert run.stop.batch.sealed


def unless_a_group(view: Battle, ask: Ask[Any]) -> Given[Any] | None:
    """Everything by default but the choice of a group, for which a player is waited."""
    return None if isinstance(ask, AskGroup) else Given(ask.default, "default")


# --- special rules, and ways there are very many of ------------------------------------------------------------------


@pytest.mark.parametrize(("hex_", "edges"), [
    (Hex(0, 0), ("top", "left")), (Hex(9, 0), ("top", "right")), (Hex(-1, 3), ("left",)), (Hex(0, 1), ("left",)),
    (Hex(-3, 7), ("bottom", "left")), (Hex(6, 7), ("bottom", "right")), (Hex(8, 3), ("right",)), (Hex(4, 3), ()),
])  # fmt: skip
def test_a_stand_is_at_the_edges_of_its_row_and_column(hex_: Hex, edges: tuple[str, ...]) -> None:
    battle = position([stand("b1", "ps", hex_.q, hex_.r)], rows=8, columns=10)
    assert edges_at(battle, B1) == edges


def test_of_very_many_ways_back_the_best_to_each_hex_are_offered() -> None:
    ways = tuple(Escape(path=(Hex(0, n % 7), Hex(n, 0), Hex(0, n % 9))) for n in range(MOST_OFFERED + 1))
    assert offered(ways[:-1]) == ways[:-1]
    assert offered(ways) == ways[:9]


@pytest.mark.parametrize(("sides", "facing"), [
    ((0,), 0), ((5,), 0), ((1,), 1), ((4,), 5), ((2,), 2), ((3,), 4), ((2, 3), 3),
])  # fmt: skip
def test_free_movers_enter_facing_the_enemies_in_whose_zone_they_come(sides: tuple[int, ...], facing: int) -> None:
    """The least turning first, to the right before the left (SN-4.6c)."""
    enemies = []
    for place, side in enumerate(sides):
        there = neighbour(Hex(0, 0), Direction(side))
        enemies.append(stand(f"r{place}", "ps", there.q, there.r, (side + 3) % 6))
    coming = stand("b1", "skirm", 0, 0, enters=(Hex(0, 0),), to_come=True)
    battle = position([coming, *enemies], arrivals=(Arrival(stands=(B1,), round=1, due=True),))
    battle = replace(battle, at={where: code for where, code in battle.at.items() if code != B1})
    entered = come_on(battle, B1)
    assert isinstance(entered, Yes)
    (fact,) = [one for one in entered.facts if isinstance(one, f.Entered)]
    assert fact.facing == facing


@pytest.mark.parametrize(("disordered", "told_of"), [(False, 1), (True, 0)])
def test_ground_by_which_a_stand_enters_disorders_it_once(disordered: bool, told_of: int) -> None:
    coming = stand("b1", "ps", 0, 0, enters=(Hex(0, 0),), to_come=True, disordered=disordered)
    battle = position(
        [coming], arrivals=(Arrival(stands=(B1,), round=1, due=True),), ground={key(Hex(0, 0)): "stream"}, at={}
    )  # fmt: skip
    entered = come_on(battle, B1)
    assert isinstance(entered, Yes)
    assert len([one for one in entered.facts if isinstance(one, f.Disordered)]) == told_of


def test_a_group_whose_stands_have_later_orders_is_not_done() -> None:  # SN-4.0c
    move = GroupMove((B1, B2), "forward", (5,))
    battle = position([stand("b1", "shot", 0, 4), stand("b2", "shot", 1, 4), stand("r1", "ps", 0, 0, 3)])
    play = played(battle, (move, StandOrders(B2, (Hold(),))))
    assert (play.battle.stands[B1].doing.over, play.battle.stands[B2].doing.over) == (True, False)


def test_an_entry_costs_the_first_hex_of_the_move() -> None:  # SCN-arrival
    coming = stand("b1", "horse", 0, 0, enters=(Hex(0, 0),), to_come=True)
    battle = position([coming], arrivals=(Arrival(stands=(B1,), round=1, due=True),), at={})
    entered = come_on(battle, B1)
    assert isinstance(entered, Yes)
    assert (entered.walk.spent, entered.walk.steps, entered.walk.left) == (1, 1, 2)


def test_looters_may_break_the_army_they_plunder() -> None:  # SN-14.0c
    rule = Loot(stands=(B1,), exits=(Hex(0, -1),), points=30)
    play = turned(position([stand("b1", "horse", 0, 0), stand("r1", "ps", 9, 9)], special=(rule,)), (AHEAD,))
    assert play.battle.phase == "over"


def test_a_combat_stand_that_has_turned_in_its_town_does_not_leave_it_in_that_move() -> None:  # SNT-town-5b
    battle = position([stand("b1", "horse", 0, 0)], ground={key(Hex(0, 0)): "town"})
    play = turned(battle, (TurnTo(to=Facing(1)), LeaveTown(path=(Hex(0, -1),))))
    assert [one.rules for one in facts_of(play, f.Refused)] == [("SNT-town-5b",)]
    assert play.battle.stands[B1].hex == Hex(0, 0)
