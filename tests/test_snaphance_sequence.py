"""Snaphance's sequence of play: rounds, activations, stands' turns, standing orders, and whole games at random."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.dice import SeededDice
from pbem.engine.hexes import Facing, Hex, key
from pbem.engine.ids import UMPIRE, CommanderId, GameId, GroupId, Seat, Side, StandId
from pbem.engine.journal import fold, story_of
from pbem.engine.play import Waiting, advance, audit
from pbem.rulesets import snaphance
from pbem.rulesets.snaphance.deciding.standing import decide, silent
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.playing.checking import check_item, check_orders
from pbem.rulesets.snaphance.playing.choices import choices
from pbem.rulesets.snaphance.playing.sequence import script
from pbem.rulesets.snaphance.playing.together import commander_order
from pbem.rulesets.snaphance.playing.turns import stand_turn
from pbem.rulesets.snaphance.standing.decisions import STANDING
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.asks import AskGroup, AskOrders, AskWay, AskYesNo, GroupChoice, Way, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, HexObjective, group_stands
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    CommanderOrders,
    EnemyWithin,
    Fire,
    Go,
    GroupMove,
    Hold,
    Item,
    Rally,
    Sheet,
    StandingOrder,
    StandOrders,
    TurnTo,
    When,
)
from pbem.rulesets.snaphance.state.objectives import in_hand
from pbem.scenarios import load_scenario
from tests.snaphance_positions import a_play, facts_of, opened, play_out, position, seeded, stand

SOUTH, NORTH = Side("south"), Side("north")
B1, B2, R1 = StandId("b1"), StandId("b2"), StandId("r1")


def harrow_down(pace: str = "round") -> Battle:
    battle = load_scenario("harrow-down", {"pace": pace}).scenario.battle
    assert isinstance(battle, Battle)
    return battle


# --- whole games -----------------------------------------------------------------------------------------------------


def quiet(view: Battle, ask: Ask[Any]) -> Any:
    return silent(view, ask).answer


@pytest.mark.parametrize("pace", ["round", "activation", "ask me"])
def test_two_silent_seats_play_to_the_end(pace: str) -> None:
    run, _ = play_out(harrow_down(pace), 1, quiet)
    assert run.stop is None
    assert (run.battle.phase, run.battle.round) == ("over", 10)
    assert audit(snaphance.RULES, run.story, seeded(1)) == []


class Randomly:
    """A seat that orders anything its choices offer, and some things they do not."""

    def __init__(self, seed: int, wild: bool = True) -> None:
        self.random = Random(seed)
        self.wild = wild

    def __call__(self, view: Battle, ask: Ask[Any]) -> Any:
        if isinstance(ask, AskOrders):
            return self.sheet(view, ask)
        if isinstance(ask, AskGroup):
            return GroupChoice(self.random.choice(ask.options))
        if isinstance(ask, AskYesNo):
            return YesNo(self.random.random() < 0.5)
        if isinstance(ask, AskWay) and ask.options:
            return Way(self.random.choice(ask.options))
        return ask.default

    def sheet(self, view: Battle, ask: AskOrders) -> Sheet:
        side = next(one.id for one in view.armies if one.seat == ask.seat)
        groups = [ask.group] if ask.group else [g for g in sorted(view.groups) if view.groups[g].side == side]
        orders: list[Item] = []
        for group in groups:
            stands = [one.id for one in group_stands(view, group)]
            self.random.shuffle(stands)
            general = next(c for c in sorted(view.commanders) if view.commanders[c].group == group)
            if stands and self.random.random() < 0.3:
                orders.append(CommanderOrders(general, join=self.random.choice(stands)))
            if len(stands) > 1 and self.random.random() < 0.3:
                directions = tuple(self.random.choice((5, 0, 2, 3)) for _ in range(self.random.randint(1, 3)))
                orders.append(GroupMove(tuple(stands[:2]), "forward", directions))
            orders += [StandOrders(s, self.actions(view, s)) for s in stands if self.random.random() < 0.85]
        self.random.shuffle(groups)
        return Sheet(bids=tuple(groups), orders=tuple(orders))

    def actions(self, view: Battle, code: StandId) -> tuple[Act | When, ...]:
        offered = choices(view, code)
        acts: list[Act] = []
        if offered.rally and self.random.random() < 0.8:
            acts.append(Rally())
        if offered.quarries and self.random.random() < 0.8:
            return (*acts, Charge(target=self.random.choice(offered.quarries).stand))
        if offered.targets and self.random.random() < 0.5:
            acts.append(Fire(target=self.random.choice(offered.targets).stand))
            return tuple(acts)
        enemies = [s for s in sorted(view.stands) if view.stands[s].side != view.stands[code].side]
        ahead = [spot for spot in offered.spots if not spot.disordered] or list(offered.spots)
        if ahead:
            acts += self.random.choice(ahead).acts
        if self.wild and self.random.random() < 0.4:
            acts.append(Charge(target=self.random.choice(enemies), again=True))
        elif self.random.random() < 0.3:
            acts.append(Fire())
        if self.wild and self.random.random() < 0.2:
            return (When(EnemyWithin(3), tuple(acts), (Hold(),)),)
        return tuple(acts)


@pytest.mark.parametrize("pace", ["round", "activation", "ask me"])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_and_audit_clean(seed: int, pace: str) -> None:
    run, drafts = play_out(harrow_down(pace), seed, Randomly(seed))
    assert run.stop is None
    assert run.battle.phase == "over"
    assert audit(snaphance.RULES, run.story, seeded(seed)) == []
    battle: Any = opened(harrow_down(pace)).lines[0].body.battle
    for draft in drafts:
        if draft.kind != "fact":
            continue
        battle = draft.body.fact.apply(battle)
        there = [one.hex for one in battle.stands.values() if one.on_board]
        assert len(set(there)) == len(there), draft.body.fact
        assert sorted(battle.at.values()) == sorted(s for s, one in battle.stands.items() if one.on_board)
        for general in battle.commanders.values():
            at = battle.stands.get(general.attached_to)
            assert not general.alive or at is None or not at.on_board or at.hex == general.hex
    assert fold(run.story.lines) == battle == run.battle


@pytest.mark.parametrize("seed", [11, 12])
def test_resuming_from_bytes_at_every_ask_equals_playing_straight_through(seed: int) -> None:
    straight, one = play_out(harrow_down("ask me"), seed, Randomly(seed))
    resumed, two = play_out(harrow_down("ask me"), seed, Randomly(seed), reread=True)
    assert [d.body for d in one] == [d.body for d in two]
    assert straight.battle == resumed.battle


def test_random_games_are_battles() -> None:
    """The random games above are no walk-overs: every part of the sequence comes up in them."""
    seen: set[str] = set()
    for seed in range(6):
        _, drafts = play_out(harrow_down(), seed, Randomly(seed))
        seen |= {type(d.body.fact).__name__ for d in drafts if d.kind == "fact"}
    assert seen >= {
        "Stepped", "Turned", "OrderTested", "Rallied", "Disordered", "Shot", "Contact", "Struck", "Retreated",
        "CommanderMoved", "Refused", "StandingOrderFired", "Destroyed",
    }  # fmt: skip


# --- accepted is played ----------------------------------------------------------------------------------------------


class OneAtATime(Randomly):
    """Orders for one stand of the group only, and only such as the check accepts: nothing comes in between."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.accepted: list[StandOrders] = []

    def sheet(self, view: Battle, ask: AskOrders) -> Sheet:
        assert ask.group is not None
        stands = [one for one in group_stands(view, ask.group) if not one.disordered]
        self.random.shuffle(stands)
        for one in stands:
            orders = StandOrders(one.id, self.actions(view, one.id))
            if not check_orders(view, orders):
                self.accepted.append(orders)
                return Sheet(orders=(orders,))
        return Sheet()


@pytest.mark.parametrize("seed", range(8))
def test_orders_that_the_check_accepts_are_not_refused_when_nothing_comes_between(seed: int) -> None:
    seats = {Seat("south"): OneAtATime(seed), Seat("north"): OneAtATime(seed + 100)}
    _, drafts = play_out(harrow_down("activation"), seed, lambda view, ask: seats[ask.seat](view, ask))
    assert sum(len(seat.accepted) for seat in seats.values()) > 20
    for at, draft in enumerate(drafts):
        if draft.kind != "fact" or not isinstance(draft.body.fact, f.Refused):
            continue
        before = [d.body.fact for d in drafts[:at] if d.kind == "fact"]
        started = max(i for i, fact in enumerate(before) if isinstance(fact, f.StandBegan))
        mine = [fact for fact in before[started:] if getattr(fact, "stand", None) == draft.body.fact.subject]
        failed = any(isinstance(fact, f.OrderTested) and not fact.passed for fact in before[started:])
        fought = any(isinstance(fact, f.Contact | f.Turned | f.Disordered) for fact in mine) or any(
            isinstance(fact, f.Contact) for fact in before[started:]
        )
        assert failed or fought, draft.body.fact


# --- the round -------------------------------------------------------------------------------------------------------


def test_the_first_round_asks_both_sides_together_and_sealed() -> None:
    run = advance(snaphance.RULES, opened(harrow_down()), next_seq=2, dice=seeded(1), decide=decide)
    assert isinstance(run.stop, Waiting)
    assert run.stop.batch.sealed
    assert [ask.seat for ask in run.stop.batch.asks] == ["south", "north"]
    assert run.battle.round == 1


def test_at_pace_activation_each_group_is_ordered_when_its_turn_comes() -> None:
    run = advance(snaphance.RULES, opened(harrow_down("activation")), next_seq=2, dice=seeded(1), decide=silent)
    asks = [d.body.batch.asks for d in run.drafts if d.kind == "answer"]
    groups = [ask.group for batch in asks for ask in batch if isinstance(ask, AskOrders)]
    assert len(groups) == 40
    assert None not in groups


def test_equal_totals_are_thrown_again_with_the_same_declarations() -> None:
    battle = position([stand("b1", "ps", 0, 0), stand("r1", "ps", 0, -9)], phase="declare", active_side=None)
    play = a_play(
        battle, ("initiative", (3, 4)), ("initiative", (1, 6)), ("initiative", (6, 6)), ("initiative", (6, 5))
    )
    script(play)
    tie, won = facts_of(play, f.DiceOff)
    assert (tie.winner, won.winner) == (None, "blue")
    assert play.battle.active_group == "blue.All"


def test_a_side_without_groups_left_declares_nothing_and_nobody_rolls() -> None:
    battle = position([stand("b1", "ps", 0, 0), stand("r1", "ps", 0, -9)], phase="declare", active_side=None)
    moved = f.ActivationEnded(group=GroupId("red.All")).apply(battle)
    play = a_play(moved)
    script(play)
    assert facts_of(play, f.DiceOff) == []
    assert facts_of(play, f.GroupActivated)[0].group == "blue.All"


def test_a_fallen_general_is_replaced_before_the_next_dice_off() -> None:
    battle = position(
        [stand("b1", "ps", 0, 0), stand("b2", "ps", 5, 0), stand("r1", "ps", 0, -9)],
        generals={"bg": (0, 0, "b1"), "rg": (0, -9, "r1")}, phase="declare", active_side=None,
    )  # fmt: skip
    fallen = f.CommanderKilled(commander="bg").apply(battle)  # type: ignore[arg-type]  # a plain name will do
    play = a_play(fallen, ("initiative", (4, 4)), ("initiative", (3, 4)))
    script(play)
    off = facts_of(play, f.DiceOff)[0]
    assert (off.bonus[Side("blue")], off.winner) == (-2, "red")
    (new,) = facts_of(play, f.CommanderReplaced)
    assert new.with_stand == "b1"


def test_an_objective_needs_to_be_held_with_no_enemy_next_to_it() -> None:
    hill = (Hex(0, 0), Hex(5, 0))
    battle = position(
        [stand("b1", "ps", 1, 0), stand("r1", "ps", 5, 1)], objectives=(HexObjective("Hill", hill, 2, 1),),
        holders={key(one): Side("blue") for one in hill},
    )  # fmt: skip
    assert in_hand(battle, Side("blue"), battle.objectives[0]) == (Hex(0, 0),)


@pytest.mark.parametrize(("need", "ended"), [(2, "objective"), (3, None)])
def test_an_objective_wins_at_the_end_of_its_round(need: int, ended: str | None) -> None:
    hill = (Hex(0, 0), Hex(1, 0), Hex(9, 0))
    battle = position(
        [stand("b1", "ps", 0, 0), stand("r1", "ps", 9, 1)], objectives=(HexObjective("Hill", hill, need, 1),),
        holders={key(one): Side("blue") for one in hill}, phase="declare", active_side=None,
    )  # fmt: skip
    for group in sorted(battle.groups):
        battle = f.ActivationEnded(group=group).apply(battle)
    play = a_play(battle)
    script(play)
    assert (play.battle.ended, play.battle.winner) == ((ended, "blue") if ended else (None, None))
    assert play.battle.round == (1 if ended else 2)


@pytest.mark.parametrize(("lost", "winner"), [((3, 1), "north"), ((2, 2), None)])
def test_at_the_limit_the_side_that_has_lost_less_wins(lost: tuple[int, int], winner: str | None) -> None:
    battle = harrow_down()
    for code, points in zip(("S01", "N01"), lost, strict=True):
        battle = f.StrengthLost(stand=StandId(code), lost=1, sp=(4,), points=points, cause="a test").apply(battle)
    run = advance(snaphance.RULES, opened(battle), next_seq=2, dice=seeded(5), decide=silent)
    assert run.battle.winner == winner or run.battle.ended == "broken"


# --- a stand's turn --------------------------------------------------------------------------------------------------


def turn_of(battle: Battle, actions: tuple[Act, ...], *rolls: tuple[str, tuple[int, ...]]) -> Any:
    play = a_play(battle, *rolls)
    stand_turn(play, B1, actions)
    return play


def test_without_orders_a_stand_rallies_and_fires_at_the_nearest() -> None:
    battle = position([stand("b1", "shot", 0, 0, disordered=True), stand("r1", "ps", 0, -2, 3),
                       stand("r2", "ps", 0, -3, 3)])  # fmt: skip
    play = turn_of(battle, (), ("order_test.rally", (4,)), ("fire.fire", (1, 1, 1, 1, 1)))
    assert [shot.target for shot in facts_of(play, f.Shot)] == ["r1"]
    (fired,) = facts_of(play, f.StandingOrderFired)
    assert (fired.decision, fired.value, fired.by_default) == ("idle", "act", True)
    assert play.battle.stands[B1].doing.over


@pytest.mark.parametrize(("value", "rolls"), [("hold", 0), ("rally", 1), ("fire", 1)])
def test_the_idle_standing_order(value: str, rolls: int) -> None:
    battle = position([stand("b1", "shot", 0, 0, disordered=True), stand("r1", "ps", 0, -2, 3)],
                      sheets={Side("blue"): Sheet(standing=(StandingOrder("idle", value, stand=B1),))})  # fmt: skip
    tapes: dict[str, list[tuple[str, tuple[int, ...]]]] = {
        "hold": [], "rally": [("order_test.rally", (6,))], "fire": [("fire.fire", (1, 1, 1, 1))],
    }  # fmt: skip
    play = turn_of(battle, (), *tapes[value])
    assert len([d for d in play.drafts if d.kind == "roll"]) == rolls


def test_a_failed_rally_rallies_but_ends_the_turn() -> None:  # SN-9.0a
    battle = position([stand("b1", "horse", 0, 0, disordered=True)])
    play = turn_of(battle, (Rally(), Go(how="forward", path=(Hex(0, -1),))), ("order_test.rally", (3,)))
    one = play.battle.stands[B1]
    assert (one.disordered, one.hex, one.doing.over) == (False, Hex(0, 0), True)
    assert facts_of(play, f.Refused)[0].rules == ("SN-9.0a", "SN-Q5")


@pytest.mark.parametrize(
    ("value", "rallies"), [(None, True), ("yes", True), ("no", False), ("not before a charge", True)]
)
def test_a_disordered_stand_rallies_before_its_orders_unless_told_otherwise(value: str | None, rallies: bool) -> None:
    standing = (StandingOrder("rally", value),) if value else ()
    battle = position([stand("b1", "horse", 0, 0, disordered=True)], sheets={Side("blue"): Sheet(standing=standing)})
    dice = [("order_test.rally", (6,))] if rallies else []
    play = turn_of(battle, (Go(how="forward", path=(Hex(0, -1),)),), *dice)
    assert bool(facts_of(play, f.Rallied)) is rallies
    assert play.battle.stands[B1].hex == Hex(0, -1)


def test_firing_twice_or_moving_twice_after_firing_is_refused() -> None:  # SN-4.0c
    battle = position([stand("b1", "shot", 0, 0), stand("r1", "ps", 0, -3, 3)])
    shots = ("fire.fire", (1, 1, 1))
    play = turn_of(battle, (Fire(then_move=True), Fire(), Go(how="backward", path=(Hex(0, 1),)),
                            Go(how="backward", path=(Hex(0, 2),), again=True)), shots)  # fmt: skip
    assert [one.rules[0] for one in facts_of(play, f.Refused)] == ["SN-4.0c", "SN-4.0c"]
    assert play.battle.stands[B1].hex == Hex(0, 1)


def test_a_move_after_a_shot_has_to_be_declared_with_it() -> None:  # SN-7.2c
    battle = position([stand("b1", "shot", 0, 0), stand("r1", "ps", 0, -3, 3)])
    play = turn_of(battle, (Fire(), Go(how="backward", path=(Hex(0, 1),))), ("fire.fire", (1, 1, 1, 1)))
    assert "SN-7.2c" in facts_of(play, f.Refused)[0].rules


def test_opportunity_is_refused_where_the_scenario_leaves_it_out() -> None:
    from pbem.rulesets.snaphance.state.commands import Opportunity

    play = turn_of(position([stand("b1", "horse", 0, 0)], bans=("opportunity",)), (Opportunity(),))
    (told,) = facts_of(play, f.Refused)
    assert told.rules == ("SN-6.1a",)
    assert told.why == "the scenario leaves opportunity out"


def test_a_stand_turns_to_an_enemy_on_its_flank_when_its_orders_do_not_move_it() -> None:  # SN-4.6d, D34
    battle = position([stand("b1", "ps", 0, 0, 0), stand("r1", "ps", 1, 0, 4)])
    play = turn_of(battle, (Hold(),))
    one = play.battle.stands[B1]
    assert (one.facing, one.disordered) == (1, False)
    marching = turn_of(battle, (Go(how="forward", path=(Hex(0, -1),)),))
    assert marching.battle.stands[B1].facing == 0


def test_conditions_are_judged_when_the_stands_turn_comes() -> None:
    battle = position([stand("b1", "horse", 0, 0), stand("r1", "ps", 0, -4, 3)], phase="activation")
    order = StandOrders(B1, (When(EnemyWithin(3, "foot"), (Hold(),), (Go(how="forward", path=(Hex(0, -1),)),)),))
    for distance, expected in ((4, Hex(0, -1)), (3, Hex(0, 0))):
        near = position([stand("b1", "horse", 0, 0), stand("r1", "ps", 0, -distance, 3)],
                        sheets={Side("blue"): Sheet(orders=(order,))})  # fmt: skip
        play = a_play(near)
        script(play)
        assert play.battle.stands[B1].hex == expected
    assert battle.phase == "activation"


def test_orders_of_the_other_groups_wait() -> None:
    group = GroupId("blue.Other")
    battle = position(
        [stand("b1", "horse", 0, 0), stand("b2", "horse", 4, 0, group=group)],
        sheets={Side("blue"): Sheet(orders=(
            StandOrders(B2, (TurnTo(to=1),)), StandOrders(B1, (TurnTo(to=1),)),  # type: ignore[arg-type]  # a plain facing
        ))},
    )  # fmt: skip
    play = a_play(battle)
    script(play)
    assert (play.battle.stands[B1].facing, play.battle.stands[B2].facing) == (1, 0)
    assert play.battle.next_order == 2


def test_skirmishers_break_off() -> None:  # SN-10.5g
    battle = position([stand("b1", "skirm", 0, 0), stand("r1", "horse", 0, -1, 3)])
    play = turn_of(battle, (), ("fire.fire", (1,)))
    one = play.battle.stands[B1]
    assert one.hex in {Hex(0, 2), Hex(-1, 2), Hex(-2, 2)}
    assert one.facing == 0
    assert facts_of(play, f.MoveBegan)[0].rules == ("SN-10.5g", "SN-Q51")


def test_a_group_moves_with_nobody_left_behind() -> None:
    order = GroupMove((B2, B1), "forward", (5, 5))
    battle = position([stand("b1", "horse", 0, 0), stand("b2", "horse", 0, -1), stand("r1", "ps", 0, -4, 3)],
                      sheets={Side("blue"): Sheet(orders=(order,))})  # fmt: skip
    assert check_item(battle, order) == ()
    play = a_play(battle)
    script(play)
    assert (play.battle.stands[B1].hex, play.battle.stands[B2].hex) == (Hex(0, -2), Hex(0, -3))
    assert play.battle.stands[B1].doing.over
    assert play.battle.stands[B2].doing.over


# --- standing orders and views ---------------------------------------------------------------------------------------


def asking(matter: Any, other: str = "r1", dice: int = 0) -> AskYesNo:
    return AskYesNo(
        seat=Seat("blue"), default=YesNo(yes=False), matter=matter, stand=B1, other=StandId(other), dice=dice
    )  # fmt: skip


@pytest.mark.parametrize(
    ("decision", "value", "ask", "answer"),
    [
        ("evade", "always", asking("evade"), True),
        ("evade", "never", asking("evade"), False),
        ("evade", "if horse", asking("evade"), False),
        ("evade", "if horse", asking("evade", "r2"), True),
        ("evade_fire", "3", asking("evade_fire", dice=3), True),
        ("evade_fire", "3", asking("evade_fire", dice=2), False),
        ("follow", "stop", asking("follow"), False),
        ("follow", "1", asking("extra_follow"), True),
        ("follow", "move", asking("extra_follow"), False),
        ("pursue", "if horse", asking("pursue", "r2"), True),
    ],
)
def test_standing_orders_answer(decision: Any, value: str, ask: AskYesNo, answer: bool) -> None:
    sheet = Sheet(standing=(StandingOrder(decision, value),))
    view = position([stand("b1", "dragoons", 0, 0), stand("r1", "ps", 0, -2), stand("r2", "horse", 2, -2)],
                    sheets={Side("blue"): sheet}, pace="ask me")  # fmt: skip
    given = decide(view, ask)
    assert given is not None
    assert (given.answer.yes, given.by) == (answer, "standing order")
    assert value in given.note


def test_a_stands_standing_order_goes_before_its_groups_and_its_sides() -> None:
    sheet = Sheet(standing=(
        StandingOrder("evade", "never", stand=B1), StandingOrder("evade", "always", group=GroupId("blue.All")),
        StandingOrder("evade", "always"),
    ))  # fmt: skip
    view = position([stand("b1", "dragoons", 0, 0), stand("b2", "dragoons", 1, 0), stand("r1", "horse", 0, -2)],
                    sheets={Side("blue"): sheet})  # fmt: skip
    given = decide(view, asking("evade"))
    assert given is not None
    assert given.answer == YesNo(yes=False)


@pytest.mark.parametrize(("value", "path"), [("max", 3), ("min", 1), ("2", 2)])
def test_retreat_distance(value: str, path: int) -> None:
    options = tuple(tuple(Hex(0, r) for r in range(1, n + 1)) for n in (1, 2, 3))
    sheet = Sheet(standing=(StandingOrder("retreat_distance", value), StandingOrder("retreat_side", "right")))
    view = position([stand("b1", "ps", 0, 0)], sheets={Side("blue"): sheet})
    ask = AskWay(seat=Seat("blue"), default=Way(options[2]), matter="retreat", stand=B1, other=None, options=options)
    given = decide(view, ask)
    assert given is not None
    assert len(given.answer.path) == path


def test_orders_and_unbid_groups_wait_for_the_player() -> None:
    view = position([stand("b1", "ps", 0, 0)], pace="activation")
    group = AskGroup(seat=Seat("blue"), options=(GroupId("blue.All"), GroupId("blue.Other")),
                     default=GroupChoice(GroupId("blue.All")))  # fmt: skip
    assert decide(view, AskOrders(seat=Seat("blue"), round=1, default=Sheet())) is None
    assert decide(view, group) is None
    assert silent(view, group).by == "deadline"
    bids = position([stand("b1", "ps", 0, 0), stand("b2", "ps", 3, 0, group=GroupId("blue.Other"))], pace="ask me",
                    sheets={Side("blue"): Sheet(bids=(GroupId("blue.Gone"), GroupId("blue.Other")))})  # fmt: skip
    given = decide(bids, group)
    assert given is not None
    assert given.answer.group == "blue.Other"


def test_silence_keeps_bids_and_standing_orders_and_orders_nothing() -> None:
    sheet = Sheet(bids=(GroupId("blue.All"),), orders=(StandOrders(B1, (Hold(),)),),
                  standing=(StandingOrder("evade", "never"),))  # fmt: skip
    view = position([stand("b1", "ps", 0, 0)], sheets={Side("blue"): sheet})
    given = silent(view, AskOrders(seat=Seat("blue"), round=2, default=Sheet()))
    assert given.answer == Sheet(bids=sheet.bids, standing=sheet.standing)


def test_every_decision_has_its_words_and_a_default_among_them() -> None:
    assert all(one.default in one.values for one in STANDING.values())


def test_a_view_holds_nothing_of_the_other_sides_orders() -> None:
    secret = Sheet(orders=(StandOrders(R1, (Charge(target=B1),)),), standing=(StandingOrder("evade", "never"),))
    battle = position([stand("b1", "ps", 0, 0), stand("r1", "ps", 0, -3)], active_side=Side("red"), next_order=3,
                      sheets={Side("red"): secret, Side("blue"): Sheet()})  # fmt: skip
    view = snaphance.RULES.state.view(battle, Seat("blue"))
    assert set(view.sheets) == {"blue"}
    assert view.next_order == 0
    assert snaphance.RULES.state.view(battle, UMPIRE) == battle
    assert snaphance.RULES.state.view(battle, Seat("red")).next_order == 3
    assert snaphance.RULES.state.view(battle, Seat("passer-by")).sheets == {}


def test_dice_do_not_depend_on_how_the_story_was_cut() -> None:
    """The same seed gives the same game whoever is asked, and when."""
    whole = advance(snaphance.RULES, opened(harrow_down()), next_seq=2, dice=seeded(9), decide=silent)
    run, _ = play_out(harrow_down(), 9, quiet)
    assert fold(run.story.lines) == whole.battle
    assert story_of(run.story.lines).lines == run.story.lines
    assert SeededDice(b"9", GameId("g"), ()).throw("0/1/melee:b1#1", "melee", "b1", 2)[1] == "seed"  # type: ignore[arg-type]  # a plain key


# --- orders for the next turn, and what skirmishers must do first ----------------------------------------------------


def test_orders_are_judged_for_a_turn_that_has_not_begun() -> None:
    """Whatever its stand and its general did in the last one."""
    battle = position([stand("b1", "horse", 0, 0), stand("b2", "horse", 4, 0)], generals={"bg": (0, 0, None)})
    spent = replace(
        battle, phase="orders", active_group=None,
        stands={s: replace(one, moved=True, doing=replace(one.doing, over=True)) for s, one in battle.stands.items()},
        commanders={c: replace(one, helped="b1", bound=True, move_used=True) for c, one in battle.commanders.items()},
    )  # fmt: skip
    assert check_item(spent, CommanderOrders(CommanderId("bg"), join=B2)) == ()
    assert check_orders(spent, StandOrders(B1, (Go(how="forward", path=(Hex(0, -1),)),))) == ()


def test_a_general_bound_to_a_stand_may_attach_himself_to_it_and_to_no_other() -> None:  # SN-3.1b, SN-3.1c
    battle = position([stand("b1", "horse", 0, 0), stand("b2", "horse", 1, 0)], generals={"bg": (0, 0, None)})
    helped = replace(battle, commanders={c: replace(g, helped="b1", bound=True) for c, g in battle.commanders.items()})
    joins = commander_order(helped, CommanderOrders(CommanderId("bg"), join=B1))
    assert isinstance(joins, f.CommanderMoved)
    assert not joins.apply(helped).commanders[CommanderId("bg")].move_used
    leaves = commander_order(helped, CommanderOrders(CommanderId("bg"), join=B2))
    assert isinstance(leaves, No)
    assert leaves.rules == ("SN-3.1b", "SN-3.1e")


def test_skirmishers_break_off_as_ordered_or_by_themselves() -> None:  # SN-10.5g, SN-Q51, D36
    enemy, skirmishers = stand("r1", "ps", 0, -1, 3), stand("b1", "skirm", 0, 0)
    asked = turn_of(position([skirmishers, enemy]), (Go(how="move", path=(Hex(1, 0), Hex(2, 0)), end_facing=None),))
    assert asked.battle.stands[B1].hex == Hex(2, 0)
    assert not facts_of(asked, f.Refused)
    towards = (Go(how="move", path=(Hex(-1, 0),), end_facing=Facing(1)),)
    alone = turn_of(position([skirmishers, enemy]), towards, ("fire.fire", (1,)))
    assert alone.battle.stands[B1].hex.r == 2, "straight back, as far as it may"
    sheltered = position([skirmishers, enemy], ground={key(Hex(0, 0)): "field"})
    assert turn_of(sheltered, (Hold(),)).battle.stands[B1].hex == Hex(0, 0), "no charge bonus in fields: it may fight"


def test_a_disordered_stand_turns_to_its_attacker_before_it_rallies() -> None:  # 3.18a, SN-4.6d
    battle = position([stand("b1", "ps", 0, 0, disordered=True), stand("r1", "ps", 0, 1, 0)])
    play = turn_of(battle, (TurnTo(to=3),), ("order_test.rally", (1,)))
    told = [type(d.body.fact) for d in play.drafts if d.kind == "fact"]
    assert told.index(f.Turned) < told.index(f.Rallied)
    assert (play.battle.stands[B1].facing, play.battle.stands[B1].disordered) == (3, False)
