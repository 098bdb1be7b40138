"""Snaphance's sequence of play: rounds, activations, stands' turns, standing orders, and whole games at random."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.hexes import Facing, Hex, key
from pbem.engine.ids import UMPIRE, CommanderId, Seat, Side, StandId
from pbem.engine.journal import fold
from pbem.engine.play import audit
from pbem.rulesets import snaphance
from pbem.rulesets.snaphance.deciding.standing import decide
from pbem.rulesets.snaphance.moving.movement import No
from pbem.rulesets.snaphance.playing.checking import check_item, check_orders
from pbem.rulesets.snaphance.playing.choices import choices
from pbem.rulesets.snaphance.playing.sequence import script
from pbem.rulesets.snaphance.playing.together import commander_order
from pbem.rulesets.snaphance.playing.turns import stand_turn
from pbem.rulesets.snaphance.standing.decisions import STANDING
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.asks import AskGroup, AskOrders, AskWay, AskYesNo, GroupChoice, Way, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, group_stands
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
from pbem.scenarios import load_scenario
from tests.snaphance_positions import a_play, facts_of, opened, play_out, position, seeded, stand

B1, B2, R1 = StandId("b1"), StandId("b2"), StandId("r1")


def harrow_down(pace: str = "round") -> Battle:
    battle = load_scenario("harrow-down", {"pace": pace}).scenario.battle
    assert isinstance(battle, Battle)
    return battle


# --- whole games -----------------------------------------------------------------------------------------------------


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


# --- a stand's turn --------------------------------------------------------------------------------------------------


def turn_of(battle: Battle, actions: tuple[Act, ...], *rolls: tuple[str, tuple[int, ...]]) -> Any:
    play = a_play(battle, *rolls)
    stand_turn(play, B1, actions)
    return play


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


def test_opportunity_is_refused_where_the_scenario_leaves_it_out() -> None:
    from pbem.rulesets.snaphance.state.commands import Opportunity

    play = turn_of(position([stand("b1", "horse", 0, 0)], bans=("opportunity",)), (Opportunity(),))
    (told,) = facts_of(play, f.Refused)
    assert told.rules == ("SN-6.1a",)
    assert told.why == "the scenario leaves opportunity out"


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


# --- orders for the next turn, and what skirmishers must do first ----------------------------------------------------


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
