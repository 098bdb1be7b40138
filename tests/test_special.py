"""Special rules of scenarios: where each acts, where it does not, how it is told, and faults in writing one."""

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pbem.engine.asks import Given
from pbem.engine.hexchart import Wall
from pbem.engine.hexes import Hex, from_label
from pbem.engine.ids import CommanderId, GroupId, Side, StandId
from pbem.engine.play import Play
from pbem.reports.maps import render_svg
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.fighting.attack import after_victory, attack
from pbem.rulesets.snaphance.fighting.footing import dice_changes
from pbem.rulesets.snaphance.fighting.group_attack import attack_together
from pbem.rulesets.snaphance.fighting.melee_dice import Clash, strike_sum
from pbem.rulesets.snaphance.fighting.morale import destroy, morale_test
from pbem.rulesets.snaphance.fighting.pursuit import may_pursue
from pbem.rulesets.snaphance.fighting.reactions import charge_bar
from pbem.rulesets.snaphance.fighting.retreat import leave_board
from pbem.rulesets.snaphance.fighting.shooting import ShotSum, Volley, may_fire, suffer
from pbem.rulesets.snaphance.fighting.sight import sees
from pbem.rulesets.snaphance.moving.ground import defended, in_cover
from pbem.rulesets.snaphance.moving.movement import No, Yes, begin, may_move, take
from pbem.rulesets.snaphance.playing.acting import act, end_action
from pbem.rulesets.snaphance.playing.checking import check_item, check_orders
from pbem.rulesets.snaphance.playing.choices import choices
from pbem.rulesets.snaphance.playing.rounds import declare
from pbem.rulesets.snaphance.playing.sequence import general_move
from pbem.rulesets.snaphance.playing.together import group_plan
from pbem.rulesets.snaphance.playing.turns import stand_turn
from pbem.rulesets.snaphance.reporting.charting import chart
from pbem.rulesets.snaphance.scenario.reader import scenario
from pbem.rulesets.snaphance.special.held import free_the_held, holding
from pbem.rulesets.snaphance.special.speaking import WORDS, special_rules
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state import special_facts as s
from pbem.rulesets.snaphance.state import special_rules as k
from pbem.rulesets.snaphance.state.asks import AskOrders, AskYesNo, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, Defence, with_stand
from pbem.rulesets.snaphance.state.commands import (
    Act,
    CameTo,
    Charge,
    CommanderOrders,
    Go,
    GroupMove,
    Hold,
    StandOrders,
    When,
)
from pbem.rulesets.snaphance.state.view import view
from pbem.scenarios import load_scenario
from tests.snaphance_positions import BLUE, RED, a_play, facts_of, position, stand
from tests.test_arrivals import turn_of
from tests.test_scenarios import files

B01, B02, B03, R01, R02 = (StandId(code) for code in ("b01", "b02", "b03", "r01", "r02"))
BG, RG = CommanderId("bg"), CommanderId("rg")


def placed(rules: tuple[Any, ...], *stands: Any, **more: Any) -> Battle:
    """A position with special rules, and the same without them: every test looks at both."""
    return position(stands, special=rules, **more)


def without(battle: Battle) -> Battle:
    return replace(battle, special=())


def begun(battle: Battle, code: StandId) -> Battle:
    return f.StandBegan(stand=code).apply(battle)


def facts_in(play: Any) -> list[Any]:
    return facts_of(play, object)


class Loaded:
    """Dice of which every one shows what ``faces`` says for its label and roller; labels: what has been thrown."""

    def __init__(self, faces: Callable[[str, str], int] = lambda label, by: 1) -> None:
        self.faces = faces
        self.labels: list[str] = []

    def throw(self, key: str, label: str, by: str, count: int) -> tuple[tuple[int, ...], Any]:
        self.labels.append(f"{label} {by} {count}")
        return (self.faces(label, by),) * count, "tape"


def play_with(battle: Battle, dice: Loaded, decide: Any = RULES.deciding.silent) -> Play[Battle]:
    """A play of one step with loaded dice, decisions by the rules' defaults."""
    return Play(RULES, battle, (), step=1, branch=0, next_seq=2, dice=dice, decide=decide)


def stands_fast(seen: Battle, ask: Any) -> Given[Any]:
    """Everything by default, but for evading: nobody does."""
    evading = isinstance(ask, AskYesNo) and ask.matter in ("evade", "sk_support")
    return Given(YesNo(yes=False), "default") if evading else RULES.deciding.silent(seen, ask)


def rules_cited(play: Any) -> set[str]:
    return {rule for fact in facts_in(play) for rule in fact.rules}


# --- held -----------------------------------------------------------------------------------------------------------

HELD = k.Held(stands=(B01,), before_round=4, enemy_within=3, unless_lost=BG)


def test_held_stands_do_not_move_before_their_round() -> None:
    there = placed((HELD,), stand("b01", "horse", 0, 0), stand("b02", "horse", 2, 0), stand("r01", "horse", 0, -8))
    refusal = may_move(there, B01, again=False)
    assert refusal is not None
    assert refusal.rules == ("SCN-held",)
    assert refusal.why == (
        "it is held: b01 may not move before round 4, unless an enemy comes within 3 hexes of it or bg is lost "
        "(special rule)"
    )
    assert may_move(there, B02, again=False) is None
    assert may_move(without(there), B01, again=False) is None
    assert may_move(replace(there, round=4), B01, again=False) is None


def test_an_order_to_held_stands_is_refused_and_not_among_the_choices() -> None:
    there = placed((HELD,), stand("b01", "horse", 0, 0), stand("r01", "horse", 0, -8))
    march = StandOrders(B01, (Go(how="forward", path=(Hex(0, -1),)),))
    (objection,) = check_orders(there, march)
    assert objection.no.rules == ("SCN-held",)
    assert not objection.certain  # an enemy may come near before its turn
    only_round = replace(there, special=(k.Held(stands=(B01,), before_round=4),))
    assert check_orders(only_round, march)[0].certain
    listed = choices(there, B01)
    assert {spot.path for spot in listed.spots} <= {()}
    assert "SCN-held" in {rule for one in listed.denied for rule in one.no.rules}
    play = a_play(begun(there, B01))
    act(play, B01, march.actions[0])
    assert [fact.rules for fact in facts_in(play) if isinstance(fact, f.Refused)] == [("SCN-held",)]


@pytest.mark.parametrize("how", ["near", "lost", "round"])
def test_held_stands_are_free_for_good_once_something_frees_them(how: str) -> None:
    far, near = stand("r01", "horse", 0, -8), stand("r01", "horse", 0, -3)
    there = placed((HELD,), stand("b01", "horse", 0, 0), near if how == "near" else far)
    if how == "lost":
        there = f.CommanderKilled(commander=BG).apply(there)
    if how == "round":
        there = replace(there, round=4)
    play = a_play(there)
    free_the_held(play)
    (freed,) = facts_in(play)
    assert isinstance(freed, s.Freed)
    assert {"near": "r01 is within 3 hexes of b01", "lost": "bg is lost", "round": "it is round 4"}[how] == freed.why
    again = with_stand(replace(play.battle, round=1), far)
    assert holding(again, B01) is None


def test_declaring_frees_the_held_and_the_report_says_so() -> None:
    there = placed(
        (HELD,), stand("b01", "horse", 0, 0), stand("r01", "horse", 0, -3), phase="declare", active_side=None,
        active_group=None,
    )  # fmt: skip
    play = a_play(there, ("initiative", (6, 6)), ("initiative", (1, 1)))
    declare(play)
    assert [fact for fact in facts_in(play) if isinstance(fact, s.Freed)]
    told = RULES.reporting.tell(turn_of(there.armies[0].seat, there, play))
    said = [event.text for chapter in told.chapters for event in chapter.events]
    assert "B01 may move from now on: r01 is within 3 hexes of b01." in said
    assert [rule for rule, _ in told.readings] == ["SCN-held"]


def test_held_stands_do_not_charge_on_opportunity() -> None:
    rule = k.Held(stands=(B01,), before_round=4)
    there = placed((rule,), stand("b01", "horse", 0, 0), stand("r01", "horse", 0, -3, 3))
    refusal = charge_bar(there, B01, R01)
    assert refusal is not None
    assert refusal.rules == ("SCN-held",)
    assert charge_bar(without(there), B01, R01) is None


# --- generals -------------------------------------------------------------------------------------------------------

CAPTURE = k.Capture(upto=4, points=6)


@pytest.mark.parametrize(("die", "taken"), [(1, True), (4, True), (5, False)])
def test_a_general_in_a_stand_destroyed_hand_to_hand_is_captured(die: int, taken: bool) -> None:
    there = placed((CAPTURE,), stand("b01", "horse", 0, 0), stand("b02", "horse", 3, 0), stand("r01", "horse", 0, -1),
                   generals={"bg": (0, 0, "b01"), "rg": (0, -9, None)})  # fmt: skip
    play = a_play(there, ("capture", (die,)))
    destroy(play, B01, "the melee", ())
    kinds = {type(fact) for fact in facts_in(play)}
    assert (s.CommanderCaptured in kinds, f.CommanderKilled in kinds) == (taken, not taken)
    assert not play.battle.commanders[BG].alive
    assert play.battle.armies[0].break_lost == 2 + (6 if taken else 0)
    told = RULES.reporting.tell(turn_of(there.armies[0].seat, there, play))
    (event,) = [event for chapter in told.chapters for event in chapter.events if event.rolls]
    assert ("was captured, which costs 6 break points" in event.text) == taken
    assert event.rolls[0].dice == (die,)
    assert "SCN-capture" in event.rules


def test_no_die_for_a_general_lost_by_fire_or_without_the_rule() -> None:
    there = placed((CAPTURE,), stand("b01", "horse", 0, 0), generals={"bg": (0, 0, "b01"), "rg": (0, -9, None)})
    play = a_play(there)
    destroy(play, B01, "fire", (), hand_to_hand=False)
    assert [type(fact) for fact in facts_in(play)][-1] is f.CommanderKilled
    play = a_play(without(there))
    destroy(play, B01, "the melee", ())
    assert [type(fact) for fact in facts_in(play)][-1] is f.CommanderKilled
    weak = with_stand(there, replace(there.stands[B01], sp=(1,), disordered=True))
    play = a_play(weak, ("morale.fire", (6,)))
    shot = ShotSum(shooter=R01, target=B01, purpose="fire", distance=2, terms=(), rules=())
    suffer(play, replace(shot, shooter=B01), 1)
    assert [type(fact) for fact in facts_in(play)][-1] is f.CommanderKilled


KING = k.King(general=BG, initiative=1, within=6, dice=1)


def test_the_king_tells_in_dice_offs_while_he_lives() -> None:
    there = placed((KING,), stand("b01", "horse", 0, 0), stand("r01", "horse", 0, -8), phase="declare",
                   active_side=None, active_group=None)  # fmt: skip

    def bonus(battle: Battle) -> int:
        rolls = ("initiative", (6, 6)), ("initiative", (6, 6)), ("initiative", (6, 6)), ("initiative", (1, 1))
        play = a_play(battle, *rolls)
        declare(play)
        first = facts_of(play, f.DiceOff)[0]
        assert ("SCN-king" in first.rules) == bool(first.bonus[BLUE])  # it would have been a tie
        return int(first.bonus[BLUE])

    assert (bonus(there), bonus(without(there))) == (1, 0)
    fallen = f.CommanderKilled(commander=BG).apply(there)
    assert bonus(replace(fallen, commanders={**fallen.commanders, BG: replace(
        fallen.commanders[BG], alive=True, replacement=True)})) == 0  # fmt: skip


def test_the_death_of_the_king_is_avenged_or_disheartens() -> None:
    there = placed(
        (KING,), stand("b01", "horse", 0, 0), stand("b02", "horse", 3, 0), stand("b03", "horse", -3, 0),
        stand("b04", "horse", 7, 0), stand("r01", "horse", 2, -1, 3),
        generals={"bg": (0, 0, "b01"), "rg": (0, -9, None)},
    )  # fmt: skip
    play = a_play(there, ("order_test.king", (6,)), ("order_test.king", (1,)))
    destroy(play, B01, "the melee", ())
    assert play.battle.happened.avenging == (B02,)
    assert play.battle.stands[B03].disordered
    assert not play.battle.stands[StandId("b04")].disordered
    fights = Clash(attacker=R01, defender=B02)
    more = strike_sum(play.battle, fights, B02)
    assert more.dice - strike_sum(there, fights, B02).dice == 1
    assert "SCN-king" in more.rules
    struck = f.Struck(stand=B02, enemy=R01, terms=(), dice=(), hits=0)
    assert struck.apply(play.battle).happened.avenging == ()  # in its next melee only
    plain = a_play(without(there))
    destroy(plain, B01, "the melee", ())
    assert not plain.battle.stands[B03].disordered


RECALL = k.RallyOffMap(general=BG, sp=2)


def test_a_general_brings_back_horse_that_has_left_the_board() -> None:
    there = placed((RECALL,), stand("b01", "horse", 0, 0), stand("b02", "horse", 3, 12), stand("r01", "horse", 0, -8))
    play = a_play(there)
    leave_board(play, B02, counts=True, cited=("SN-12.0g",))
    assert play.battle.armies[0].break_lost == 2
    gone = play.battle
    order = CommanderOrders(BG, recall=B02)
    assert check_item(gone, order) == ()
    (objection,) = check_item(there, order)  # it is still there, but may be gone when his turn comes
    assert not objection.certain
    general_move(play, order)
    back = play.battle.stands[B02]
    assert (back.to_come, back.sp, back.enters, back.disordered) == (True, (2,), (Hex(3, 12),), False)
    assert play.battle.armies[0].break_lost == 0
    assert play.battle.arrivals[-1].due
    told = RULES.reporting.tell(turn_of(there.armies[0].seat, there, play))
    said = [event.text for chapter in told.chapters for event in chapter.events]
    assert any("rallied b02 b02 off the map, at 2 SP" in text for text in said)
    again = check_item(f.LeftBoard(stand=B01, points=0).apply(play.battle), CommanderOrders(BG, recall=B01))
    assert "once already" in again[0].no.why


def test_points_of_pursuers_are_not_found_again_and_foot_is_not_brought_back() -> None:
    there = placed((RECALL,), stand("b01", "ps", 0, 0), stand("b02", "horse", 3, 12), stand("r01", "horse", 0, -8))
    away = f.LeftBoard(stand=B01, points=3).apply(f.LeftBoard(stand=B02, points=0).apply(there))
    play = a_play(away)
    general_move(play, CommanderOrders(BG, recall=B02))
    assert play.battle.armies[0].break_lost == 3
    ranks = with_stand(away, replace(away.stands[B02], type="reiters", sp=(5, 4)))
    play = a_play(ranks)
    general_move(play, CommanderOrders(BG, recall=B02))
    assert play.battle.armies[0].break_lost == 3 + 2  # the second rank stays away
    (objection,) = check_item(away, CommanderOrders(BG, recall=B01))
    assert objection.no.rules == ("SCN-rally-off-map",)
    (objection,) = check_item(without(away), CommanderOrders(BG, recall=B02))
    assert "no special rule" in objection.no.why


def test_the_order_is_read_and_written_back() -> None:
    there = load_scenario("dreux").scenario.battle
    assert there is not None
    seat = there.armies[1].seat
    off = f.LeftBoard(stand=StandId("H02"), points=3).apply(f.RoundBegan(round=1).apply(there))
    ask = AskOrders(
        seat=seat, round=1, group=None, default=RULES.deciding.silent(view(off, seat), ask_of(off, seat)).answer
    )
    got = RULES.language.read(view(off, seat), ask, "Admiral Coligny recall H02")
    assert [one for one in got.answer.orders if isinstance(one, CommanderOrders)] == [
        CommanderOrders(CommanderId("CY"), recall=StandId("H02"))
    ]
    assert any("recall H02" in line for line in RULES.language.write(view(off, seat), got.answer).splitlines())


def ask_of(battle: Battle, seat: Any) -> AskOrders:
    from pbem.rulesets.snaphance.state.commands import Sheet

    return AskOrders(seat=seat, round=1, group=None, default=Sheet())


MUST = k.MustCharge(general=BG)


def goads(battle: Battle, actions: tuple[Act | When, ...]) -> bool:
    """Whether b01 has to charge other than it was ordered."""
    play = play_with(battle, Loaded())
    stand_turn(play, B01, actions)
    return any(isinstance(fact, s.Goaded) for fact in facts_in(play))


def test_a_hot_head_charges_the_first_heavy_horse_in_reach() -> None:
    there = placed(
        (MUST,), stand("b01", "gendarmes", 0, 0), stand("r01", "reiters", 0, -3, 3), stand("r02", "skirm", 1, -2, 3),
        generals={"bg": (0, 0, "b01"), "rg": (0, -9, None)},
    )  # fmt: skip
    march = (Go(how="backward", path=(Hex(0, 1),)),)
    (objection,) = [o for o in check_orders(there, StandOrders(B01, march)) if "SCN-must-charge" in o.no.rules]
    assert "must charge r01" in objection.no.why
    listed = choices(there, B01)
    assert ([one.stand for one in listed.quarries], listed.spots, listed.targets) == (["r01"], (), ())
    assert [one.no.rules for one in listed.denied if one.what == "anything but that charge"] == [("SCN-must-charge",)]
    assert choices(without(there), B01).spots

    elsewhere = StandOrders(B01, (Charge(target=StandId("r02")),))
    assert any("SCN-must-charge" in one.no.rules for one in check_orders(there, elsewhere))
    failed = CameTo(what="test failed")
    meant = When(failed, (Hold(),), (Charge(target=StandId("r01")),))
    assert goads(there, (When(failed, (Hold(),), (Charge(target=StandId("r02")),)),))
    assert not goads(there, (meant,))

    def charged(battle: Battle) -> tuple[bool, bool]:
        play = play_with(battle, Loaded())
        stand_turn(play, B01, march)
        steps = [fact for fact in facts_in(play) if isinstance(fact, f.Stepped)]
        return any(isinstance(fact, s.Goaded) for fact in facts_in(play)), bool(steps) and steps[0].how == "forward"

    assert charged(there) == (True, True)
    assert charged(without(there)) == (False, False)
    afoot = replace(there, commanders={**there.commanders, BG: replace(there.commanders[BG], attached_to=None)})
    assert charged(afoot) == (False, False)


def test_a_hot_head_is_left_out_of_group_moves() -> None:
    there = placed(
        (MUST,), stand("b01", "gendarmes", 0, 0), stand("b02", "gendarmes", 1, 0), stand("r01", "reiters", 0, -3, 3),
        generals={"bg": (0, 0, "b01"), "rg": (0, -9, None)},
    )  # fmt: skip
    order = GroupMove(stands=(B01, B02), how="forward", directions=(0,))
    refusal = group_plan(there, order).refusal
    assert refusal is not None
    assert refusal.rules == ("SCN-must-charge",)
    assert group_plan(without(there), order).refusal is None


# --- fights ---------------------------------------------------------------------------------------------------------


def test_some_stands_must_pursue() -> None:
    rule = k.MustPursue(stands=(B01,))
    there = placed((rule,), stand("b01", "ps", 0, 0), stand("r01", "ps", 0, -9))
    play = a_play(there, ("pursuit.must", (1,)))
    after_victory(play, B01, R01, Hex(0, -1), (Hex(0, -2),), would_have_won=True)
    (rolled,) = [fact for fact in facts_in(play) if isinstance(fact, f.PursuitRolled)]
    assert rolled.must
    assert "SCN-must-pursue" in rolled.rules
    play = a_play(without(there))
    after_victory(play, B01, R01, Hex(0, -1), (Hex(0, -2),), would_have_won=True)
    assert [type(fact) for fact in facts_in(play)] == [f.NoPursuit]
    shot = placed((rule,), stand("b01", "shot", 0, 0))
    assert may_pursue(shot, B01, None) is not None  # no rule makes shot combat stands
    slow = replace(there, types={**there.types, "ps": replace(there.types["ps"], pursuit="never")})
    assert may_pursue(slow, B01, None) is None
    assert may_pursue(without(slow), B01, None) is not None


def test_stands_steady_one_another_while_all_are_there() -> None:
    rule = k.Morale(stands=(B01, B02), bonus=1)
    there = placed((rule,), stand("b01", "ps", 0, 0), stand("b02", "ps", 1, 0), stand("r01", "ps", 0, -1, 3))

    def adjusted(battle: Battle) -> tuple[int, bool]:
        play = a_play(battle, ("morale.melee", (1,)))
        morale_test(play, B01, 1, "melee")
        tested = facts_in(play)[0]
        assert isinstance(tested, f.MoraleTested)
        return tested.adjusted, "SCN-morale" in tested.rules

    assert adjusted(there) == (6, True)
    assert adjusted(without(there)) == (5, False)
    lost = f.Destroyed(stand=B02, hex=Hex(1, 0), points=3, cause="").apply(there)
    assert adjusted(lost) == (5, False)


def test_a_thin_line_from_afar_comes_up_ragged() -> None:
    rule = k.ThinLine(stands=(B01,), hexes=4, dice=1)
    there = placed((rule,), stand("b01", "gendarmes", 0, 0), stand("r01", "horse", 0, -1, 3))

    def charged(battle: Battle, hexes: int, die: int) -> tuple[list[Any], int]:
        """What had come of it at contact, and the dice of the charge."""
        one = battle.stands[B01]
        trail = tuple(Hex(0, hexes - 1 - i) for i in range(hexes))
        doing = replace(one.doing, began=True, trail=trail, hexes=hexes, started_hex=Hex(0, hexes))
        dice = Loaded(lambda label, by: die if label == "order_test.thin_line" else 1)
        play = play_with(with_stand(battle, replace(one, doing=doing)), dice)
        attack(play, B01, R01, begin(play.battle, B01), "charge")
        (struck,) = [fact for fact in facts_of(play, f.Struck) if fact.stand == B01][:1]
        found = facts_in(play)
        assert ("order_test.thin_line b01 1" in dice.labels) == (hexes >= 4 and bool(battle.special))
        mine = [fact for fact in found[: found.index(struck)] if getattr(fact, "stand", "") == B01]
        return [type(fact) for fact in mine], len(struck.dice)

    before, fresh = charged(there, 4, 4)
    assert f.Disordered not in before
    before, fewer = charged(there, 4, 2)
    assert s.Ragged in before
    assert f.Disordered in before
    assert fewer == fresh - 2  # one for the line, one for the disorder
    for found in (charged(there, 3, 1), charged(without(there), 4, 1)):
        assert found == ([type_ for type_ in found[0] if type_ is not f.Disordered], fresh)
    ragged = s.Ragged(stand=B01).apply(there)
    clash = Clash(attacker=B01, defender=R01, how="charge")
    assert strike_sum(ragged, clash, B01).dice == strike_sum(there, clash, B01).dice - 1
    assert "SCN-thin-line" in strike_sum(ragged, clash, B01).rules
    assert not f.Struck(stand=B01, enemy=R01, terms=(), dice=(), hits=0).apply(ragged).stands[B01].doing.ragged


PLATOON = k.ShotPlatoon(platoons=(R02,), beside=(R01,))


@pytest.mark.parametrize("group", [False, True])
@pytest.mark.parametrize(("wins", "special", "lives"), [(True, True, True), (False, True, False), (True, False, False)])
def test_platoons_beside_a_charged_stand_live_if_it_wins(
    wins: bool, special: bool, lives: bool, group: bool
) -> None:  # fmt: skip
    there = placed(
        (PLATOON,) if special else (), stand("b01", "horse", 0, 0), stand("r01", "reiters", 0, -1, 3),
        stand("r02", "skirm", 1, -1, 4),
    )  # fmt: skip
    one = there.stands[B01]
    doing = replace(one.doing, began=True, trail=(Hex(0, 0),), hexes=1, started_hex=Hex(0, 1))
    there = with_stand(there, replace(one, doing=doing))
    loser = "b01" if wins else "r01"

    def faces(label: str, by: str) -> int:
        if label == "melee":
            return 1 if by == loser else 6
        return 6 if label == "morale.melee" and by == loser else 1

    dice = Loaded(faces)
    play = play_with(there, dice, RULES.deciding.silent if special else stands_fast)  # platoons stand unasked
    if group:
        attack_together(play, (B01,), "charge", (R01,))
    else:
        attack(play, B01, R01, begin(play.battle, B01), "charge")
    assert "fire.supporting r02 2" in dice.labels
    assert play.battle.stands[R02].destroyed != lives
    assert (not special) or ("SCN-shot-platoon" in rules_cited(play)) == (not lives)


# --- ground ---------------------------------------------------------------------------------------------------------

DEAD = k.DeadGround(stands=(B01,), ground=(Hex(0, 0),), hidden=(Hex(0, -3),), rounds=3)


def test_guns_in_dead_ground_do_not_see_some_hexes() -> None:
    horse = stand("r01", "horse", 0, -3, 3), stand("r02", "horse", 1, -3, 3)
    there = placed((DEAD,), stand("b01", "guns", 0, 0), *horse)
    refusal = may_fire(there, B01, R01)
    assert isinstance(refusal, No)
    assert refusal.rules == ("SCN-dead-ground",)
    assert isinstance(may_fire(there, B01, R02), Volley)
    assert isinstance(may_fire(without(there), B01, R01), Volley)
    moved = with_stand(there, replace(there.stands[B01], hex=Hex(1, 0)))
    assert isinstance(may_fire(moved, B01, R01), Volley) or "dead ground" not in str(may_fire(moved, B01, R01))


def test_guns_take_rounds_to_be_moved_out() -> None:
    there = placed((DEAD,), stand("b01", "guns", 0, 0), stand("r01", "horse", 0, -9))
    steps = []
    for _ in range(3):
        play = a_play(begun(there, B01))
        act(play, B01, Go(how="move", path=(Hex(1, 0),)))
        steps.append([type(fact) for fact in facts_in(play) if isinstance(fact, s.Hauled | f.Stepped | f.ActionEnded)])
        there = f.ActivationEnded(group=GroupId("blue.All")).apply(play.battle)
        there = replace(f.RoundBegan(round=2).apply(there), phase="activation", active_side=BLUE,
                        active_group=GroupId("blue.All"))  # fmt: skip
    assert steps == [[s.Hauled, f.ActionEnded], [s.Hauled, f.ActionEnded], [f.Stepped]]
    free = a_play(begun(without(placed((DEAD,), stand("b01", "guns", 0, 0))), B01))
    act(free, B01, Go(how="move", path=(Hex(1, 0),)))
    assert free.battle.stands[B01].hex == Hex(1, 0)


DITCH = k.StopLine(hexes=(Hex(0, -1), Hex(1, -1)), sides=(5, 7), name="the ditch")


def test_foot_in_the_ditch_is_behind_defences_and_horse_is_not() -> None:
    there = placed((DITCH,), stand("b01", "ps", 0, 0), stand("r01", "skirm", 0, -1, 3), stand("r02", "horse", 1, -1, 3))
    assert in_cover(there, Hex(0, 2), Hex(0, -1)) == "cover"
    assert in_cover(there, Hex(0, -4), Hex(0, -1)) == "none"  # from behind
    assert in_cover(there, Hex(1, 2), Hex(1, -1)) == "none"  # horse
    assert in_cover(without(there), Hex(0, 2), Hex(0, -1)) == "none"
    assert defended(there, Hex(0, 0), Hex(0, -1))
    assert not defended(without(there), Hex(0, 0), Hex(0, -1))
    assert [(n, d, r) for n, d, r in dice_changes(there, B01, R01, attacks=True)] == [("defences", -1, "SCN-stop-line")]


def test_horse_halts_in_the_ditch_and_foot_does_not() -> None:
    for kind, halts in (("horse", True), ("croats", True), ("shot", False)):
        there = placed((DITCH,), stand("b01", kind, 0, 0), stand("r01", "ps", 0, -9))
        got = take(f.MoveBegan(stand=B01).apply(begun(there, B01)), B01, begin(there, B01), Hex(0, -1))
        assert isinstance(got, Yes)
        assert bool(got.walk.halted) == halts
        assert (got.walk.rules == ("SCN-stop-line",)) == halts
        plain = without(there)
        got = take(f.MoveBegan(stand=B01).apply(begun(plain, B01)), B01, begin(plain, B01), Hex(0, -1))
        assert isinstance(got, Yes)
        assert not got.walk.halted


def test_horse_does_not_pass_a_friend_in_the_ditch() -> None:
    there = placed((DITCH,), stand("b01", "horse", 0, 0), stand("b02", "skirm", 0, -1), stand("b03", "ps", 4, 0))
    there = with_stand(there, replace(there.stands[B02], type="guns", sp=(3,)))
    ready = f.MoveBegan(stand=B01).apply(begun(there, B01))
    got = take(ready, B01, begin(there, B01), Hex(0, -1))
    assert isinstance(got, No)
    assert "SCN-stop-line" in got.rules
    assert isinstance(take(without(ready), B01, begin(there, B01), Hex(0, -1)), Yes)


def test_smoke_is_not_seen_through() -> None:
    there = placed((k.Smoke(hexes=(Hex(0, -1),)),), stand("b01", "shot", 0, 0), stand("r01", "horse", 0, -2, 3))
    assert not sees(there, Hex(0, 0), Hex(0, -2))
    assert sees(there, Hex(0, 0), Hex(0, -1))  # into it
    assert sees(without(there), Hex(0, 0), Hex(0, -2))
    assert isinstance(may_fire(there, B01, R01), No)


FOG = k.Sight(rounds=(1, 7), hexes=2)


def test_in_fog_nobody_shoots_or_charges_far() -> None:
    there = placed((FOG,), stand("b01", "shot", 0, 0), stand("b02", "horse", 1, 0), stand("r01", "horse", 1, -3, 3))
    shot, charge = may_fire(there, B01, R01), may_charge(there)
    assert isinstance(shot, No)
    assert isinstance(charge, No)
    assert (shot.rules, charge.rules) == (("SCN-sight",), ("SCN-sight",))
    assert not sees(there, Hex(0, 0), Hex(0, -3))
    assert sees(there, Hex(0, 0), Hex(0, -2))
    bar = charge_bar(there, B02, R01)
    assert bar is not None
    assert bar.rules == ("SCN-sight",)
    for clear in (without(there), replace(there, round=2)):
        assert isinstance(may_fire(clear, B01, R01), Volley)
        assert may_charge(clear) is None
        assert charge_bar(clear, B02, R01) is None
    assert view(there, there.armies[0].seat).stands == there.stands  # players see the whole table


def may_charge(battle: Battle) -> No | None:
    from pbem.rulesets.snaphance.playing.refusals import charge_refusal

    return charge_refusal(battle, B02, Charge(target=R01))


@pytest.mark.parametrize(("apart", "dice"), [(1, 0), (2, 1), (3, 0)])
def test_regimental_guns_add_dice_at_one_distance(apart: int, dice: int) -> None:
    rule = k.RegimentalGuns(stands=(B01,), distance=2, dice=1)
    there = placed((rule,), stand("b01", "ps", 0, 0), stand("r01", "ps", 0, -apart, 3))
    with_guns, plain = may_fire(there, B01, R01), may_fire(without(there), B01, R01)
    assert isinstance(with_guns, Volley)
    assert isinstance(plain, Volley)
    assert with_guns.dice - plain.dice == dice
    assert ("SCN-regimental-guns" in with_guns.shots[0].rules) == bool(dice)


# --- the edge -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "side", "points"), [(8, BLUE, 4), (8, RED, 2), (4, BLUE, 2)])
def test_an_edge_costs_double(row: int, side: Side, points: int) -> None:
    there = placed((k.Edge(side=side, edge="bottom", times=2),), stand("b01", "horse", 0, row), columns=12, rows=9)
    play = a_play(there)
    leave_board(play, B01, counts=True, cited=("SN-12.0g",))
    (left,) = [fact for fact in facts_in(play) if isinstance(fact, f.LeftBoard)]
    assert left.points == points
    assert ("SCN-edge" in left.rules) == (points == 4)
    pursuer = a_play(there)
    leave_board(pursuer, B01, counts=False, cited=("SN-13.0h",))
    assert pursuer.battle.armies[0].break_lost == 0


LOOT = k.Loot(stands=(B01,), exits=(Hex(0, 8),), points=2)


def test_looters_ride_off_at_the_end_of_their_action() -> None:
    there = placed((LOOT,), stand("b01", "croats", 0, 7, 3), stand("b02", "croats", 5, 7, 3), columns=12, rows=9)
    play = a_play(begun(there, B01), decide=RULES.deciding.silent)
    stand_turn(play, B01, (Go(how="move", path=(Hex(0, 8),)),))
    assert play.battle.stands[B01].off_board
    assert [one.break_lost for one in play.battle.armies] == [0, 2]
    told = RULES.reporting.tell(turn_of(there.armies[0].seat, begun(there, B01), play))
    assert any("rode off to loot" in event.text for chapter in told.chapters for event in chapter.events)
    plain = a_play(begun(without(there), B01))
    stand_turn(plain, B01, (Go(how="move", path=(Hex(0, 8),)),))
    assert plain.battle.stands[B01].on_board
    stays = a_play(begun(with_stand(there, replace(there.stands[B01], hex=Hex(0, 8))), B01))
    end_action(stays, B01)  # it has not moved
    assert stays.battle.stands[B01].on_board


# --- telling and writing --------------------------------------------------------------------------------------------


def test_every_kind_has_words_and_comes_back_from_json() -> None:
    assert set(WORDS) == set(k.KINDS.values())
    for name in ("dreux", "coutras", "lutzen"):
        battle = load_scenario(name).scenario.battle
        assert battle is not None
        told = special_rules(battle)
        assert len(told) == len(battle.special) > 4
        assert all(sentence.endswith(".") and sentence[0].isupper() for _, sentence in told)
        assert msgspec.json.decode(msgspec.json.encode(battle), type=Battle) == battle


def test_the_first_report_lists_the_special_rules() -> None:
    battle = load_scenario("dreux").scenario.battle
    assert battle is not None
    play = a_play(battle)
    told = RULES.reporting.tell(msgspec.structs.replace(turn_of(battle.armies[0].seat, battle, play), number=0))
    sooner = "unless an enemy comes within 3 hexes of one of them or Constable Montmorency is lost"
    assert ("SCN-held", f"R01 to R11 may not move before round 4, {sooner}.") in told.readings
    assert len(told.readings) == len(battle.special)


def harrow(change: Callable[[dict[str, Any]], Any]) -> Any:
    spec = copy.deepcopy(files("harrow-down"))
    change(spec)
    return scenario(spec, {})


@pytest.mark.parametrize(
    ("rule", "where", "what"),
    [
        ({"rule": "hold"}, "special[0].rule.hold", "did you mean 'held'"),
        ({"stands": ["S01"]}, "special[0]", "begins with its kind"),
        ({"rule": "held", "stands": ["S01"]}, "special[0]", "'before_round' is missing"),
        ({"rule": "held", "stands": ["S99"], "before_round": 2}, "special[0].stands[0]", "no stand or group 'S99'"),
        ({"rule": "held", "stands": [], "before_round": 2}, "special[0].stands", "one at least"),
        ({"rule": "held", "stands": ["S01"], "before_round": 0}, "special[0].before_round", "too small"),
        ({"rule": "held", "stands": ["S01"], "before_round": "two"}, "special[0].before_round", "expected int"),
        ({"rule": "held", "stands": "S01", "before_round": 2}, "special[0].stands", "expected a list of stands"),
        ({"rule": "held", "stands": ["S01"], "before_rond": 2}, "special[0].before_rond", "before_round"),
        ({"rule": "capture", "upto": 7, "points": 6}, "special[0].upto", "1 to 6"),
        ({"rule": "king", "general": "XX"}, "special[0].general", "no general 'XX'"),
        ({"rule": "edge", "side": "east", "edge": "top"}, "special[0].side", "no side 'east'"),
        ({"rule": "edge", "side": "south", "edge": "down"}, "special[0].edge", "invalid enum value"),
        ({"rule": "smoke", "hexes": ["9901"]}, "special[0].hexes[0]", "off the board"),
        ({"rule": "sight", "rounds": [0], "hexes": 3}, "special[0].rounds", "counted from 1"),
        ({"rule": "sight", "rounds": [1], "hexes": 3, "hides": True}, "special[0].hides", "unknown key"),
        ({"rule": "stop-line", "hexes": ["0505"], "sides": [12]}, "special[0].sides[0]", "1, 3, 5, 7, 9 or 11"),
        ({"rule": "loot", "stands": ["S06"], "exits": ["0505"], "points": 2}, "special[0].exits[0]", "no edge hex"),
        ({"rule": "dead-ground", "stands": ["S01"], "ground": ["0508"], "hidden": ["0502"], "rounds": 3},
         "special[0].stands", "no artillery"),
        ({"rule": "shot-platoon", "platoons": ["S01"], "beside": ["S02"]}, "special[0].platoons", "no skirmisher"),
        ({"rule": "regimental-guns", "stands": ["S04"]}, "special[0].stands", "no fire at 2 hexes"),
    ],
)  # fmt: skip
def test_a_fault_in_a_special_rule_is_named_with_its_place(rule: dict[str, Any], where: str, what: str) -> None:
    read = harrow(lambda spec: spec.update(special=[rule]))
    assert read.battle is None
    assert any(one.where == where and what in one.what for one in read.faults), read.faults


def test_a_whole_group_may_be_named() -> None:
    read = harrow(lambda spec: spec.update(special=[{"rule": "held", "stands": ["south.Horse"], "before_round": 2}]))
    assert read.faults == ()
    assert read.battle.special[0].stands == ("S04", "S05", "S06")


@pytest.mark.parametrize(
    ("defence", "where", "what"),
    [
        ({"hex": "0404", "sides": [12]}, "defences[0].sides[0]", "1, 3, 5, 7, 9 or 11"),
        ({"hex": "0404", "sides": []}, "defences[0].sides", "one side at least"),
        ({"hex": "0404"}, "defences[0]", "'sides' is missing"),
        ({"hex": "9904", "sides": "all"}, "defences[0].hex", "off the board"),
    ],
)
def test_a_fault_in_defences_is_named_with_its_place(defence: dict[str, Any], where: str, what: str) -> None:
    read = harrow(lambda spec: spec.update(defences=[defence]))
    assert any(one.where == where and what in one.what for one in read.faults), read.faults


def test_defences_by_clock_hours() -> None:
    both = [{"hex": "0404", "sides": [11, 1], "prepared": True}, {"hex": "0505", "sides": "all"}]
    read = harrow(lambda spec: spec.update(defences=both))
    assert read.battle.defences == (
        Defence(from_label("0404"), (0, 5), prepared=True), Defence(from_label("0505"), (0, 1, 2, 3, 4, 5)),
    )  # fmt: skip
    assert defended(read.battle, from_label("0403"), from_label("0404"))
    assert not defended(read.battle, from_label("0405"), from_label("0404"))
    twice = harrow(lambda spec: spec.update(defences=[both[1], both[1]]))
    assert any("already" in one.what for one in twice.faults)


# --- the battles ----------------------------------------------------------------------------------------------------

TOTALS = {"dreux": ((21, 62, 28), (20, 60, 27)), "coutras": ((17, 34, 16), (15, 36, 17)),
          "lutzen": ((28, 57, 26), (30, 51, 20))}  # fmt: skip


@pytest.mark.parametrize("name", sorted(TOTALS))
def test_the_armies_are_those_of_the_sheet(name: str) -> None:
    loaded = load_scenario(name)
    battle = loaded.scenario.battle
    assert battle is not None
    counted = tuple(
        (sum(one.side == army.id for one in battle.stands.values()), army.break_total, army.break_at)
        for army in battle.armies
    )
    assert counted == TOTALS[name]
    assert battle.history
    assert chart(turn_of(battle.armies[0].seat, battle, a_play(battle))).columns == 18


def test_history_stands_in_the_first_report_only() -> None:
    battle = load_scenario("dreux").scenario.battle
    assert battle is not None
    turn = turn_of(battle.armies[0].seat, battle, a_play(battle))
    assert RULES.reporting.tell(msgspec.structs.replace(turn, number=0)).history == battle.history
    assert RULES.reporting.tell(turn).history == ""


def test_defences_and_ditches_are_on_the_map() -> None:
    dreux, lutzen = (load_scenario(name).scenario.battle for name in ("dreux", "lutzen"))
    assert dreux is not None
    assert lutzen is not None
    drawn = chart(turn_of(dreux.armies[0].seat, dreux, a_play(dreux)))
    assert drawn.walls == (Wall(from_label("0404"), (2, 3), True), Wall(from_label("0504"), (2, 3), True))
    assert "prepared defences" in render_svg(drawn)
    assert "prepared defences" not in render_svg(msgspec.structs.replace(drawn, walls=()))
    ditch = chart(turn_of(lutzen.armies[0].seat, lutzen, a_play(lutzen))).walls
    assert [one.sides for one in ditch] == [(0, 2, 3, 5)] * 14


def test_the_aide_brings_horse_back() -> None:
    there = load_scenario("dreux").scenario.battle
    assert there is not None
    seat = there.armies[1].seat
    off = view(f.LeftBoard(stand=StandId("H02"), points=3).apply(f.RoundBegan(round=1).apply(there)), seat)
    assert "Admiral Coligny recall H02" in RULES.aide.orders(off, ask_of(off, seat))
    assert "recall" not in RULES.aide.orders(view(f.RoundBegan(round=1).apply(there), seat), ask_of(there, seat))
