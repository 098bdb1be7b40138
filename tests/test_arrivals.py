"""Stands that come during the battle: when, where, what it costs them, who knows of it; and bridges."""

import copy
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.hexes import from_label, key, label
from pbem.engine.ids import UMPIRE, CommanderId, GroupId, Seat, Side, StandId
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.reports.letter import letter_text
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.language.language import looks_like_order
from pbem.rulesets.snaphance.moving.arrivals import due, expected, to_come, ways_in
from pbem.rulesets.snaphance.moving.movement import No, Yes, begin, take
from pbem.rulesets.snaphance.moving.zones import enemy_zocs
from pbem.rulesets.snaphance.playing.checking import check_orders
from pbem.rulesets.snaphance.playing.choices import choices
from pbem.rulesets.snaphance.playing.rounds import take_orders, unmoved
from pbem.rulesets.snaphance.playing.sequence import script
from pbem.rulesets.snaphance.playing.together import commander_order
from pbem.rulesets.snaphance.playing.turns import stand_turn
from pbem.rulesets.snaphance.scenario.reader import scenario
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.asks import AskOrders
from pbem.rulesets.snaphance.state.battle import Battle, commander_of, stand_at, with_stand
from pbem.rulesets.snaphance.state.commands import CommanderOrders, Enter, Fire, Go, Hold, Sheet, StandOrders
from pbem.rulesets.snaphance.state.view import view
from tests.snaphance_positions import a_play, facts_of
from tests.test_reports import reports_of
from tests.test_scenarios import files
from tests.told_battles import fought

SOUTH, NORTH = Seat("south"), Seat("north")
S01, S03, S04, S05 = (StandId(code) for code in ("S01", "S03", "S04", "S05"))
MAIN = GroupId("south.Main")


def ford(change: Callable[[dict[str, Any]], Any] = lambda spec: None) -> Battle:
    """Mill Ford before its first round, changed or not."""
    spec = copy.deepcopy(files("mill-ford"))
    change(spec)
    read = scenario(spec, {"pace": "round"})
    assert read.faults == ()
    assert read.battle is not None
    return read.battle


def main_of(spec: dict[str, Any]) -> dict[str, Any]:
    group: dict[str, Any] = spec["sides"][0]["groups"][1]
    return group


def in_round(battle: Battle, number: int, *rolls: tuple[str, tuple[int, ...]]) -> Battle:
    """The battle when the orders of a round have been taken: none, so that all is left to the rules."""
    play = a_play(f.RoundBegan(round=number).apply(battle), *rolls)
    take_orders(play)
    return play.battle


def acting(battle: Battle, group: GroupId = MAIN) -> Battle:
    """The battle in a group's activation."""
    side = battle.groups[group].side
    return f.GroupActivated(side=side, group=group, activation=1, contested=False).apply(battle)


def at_once(battle: Battle) -> Battle:
    """South's main body due in round 2, in its activation."""
    return acting(in_round(battle, 2))


def turn(battle: Battle, stand: StandId, *actions: Any, rolls: tuple[Any, ...] = ()) -> Any:
    play = a_play(battle, *rolls)
    stand_turn(play, stand, actions)
    return play


# --- when -----------------------------------------------------------------------------------------------------------


def test_those_to_come_are_not_on_the_board_but_count() -> None:
    there = ford()
    assert [s for s, one in sorted(there.stands.items()) if one.to_come] == ["N03", "N04", "N05", "S03", "S04", "S05"]
    assert not any(one.on_board for one in there.stands.values() if one.to_come)
    assert stand_at(there, from_label("0609")) is None
    assert [one.break_total for one in there.armies] == [9, 9]
    assert (expected(there, S03), expected(there, S05)) == (
        "expected in round 2 at 0609", "expected in round 3 at 0609",
    )  # fmt: skip


@pytest.mark.parametrize(("number", "coming"), [(1, []), (2, ["S03", "S04"]), (3, ["S03", "S04", "S05"])])
def test_a_group_is_declared_when_one_of_its_stands_may_enter(number: int, coming: list[str]) -> None:
    there = in_round(in_round(ford(), 2) if number > 2 else ford(), number)
    assert [one.id for one in due(there, MAIN)] == coming
    assert (MAIN in unmoved(there, Side("south"))) == bool(coming)


def test_a_die_decides_each_round_for_the_group_until_it_shows_enough() -> None:
    waits = ford(lambda spec: put(main_of(spec), "enters", {"round": 2, "hex": "0609", "roll": "4+"}))
    late = in_round(waits, 2, ("arrival", (3,)))
    assert due(late, MAIN) == []
    there = in_round(late, 3, ("arrival", (4,)), ("arrival", (1,)))  # and S05 by a die of its own, from round 3 on
    assert [one.id for one in due(there, MAIN)] == ["S03", "S04"]
    later = in_round(there, 4, ("arrival", (6,)))
    assert [one.id for one in due(later, MAIN)] == ["S03", "S04", "S05"]


def put(spec: dict[str, Any], name: str, value: Any) -> None:
    spec[name] = value


def test_the_die_and_what_came_of_it_are_told() -> None:
    waits = ford(lambda spec: put(main_of(spec), "enters", {"round": 2, "hex": "0609", "roll": "4+"}))
    before = f.RoundBegan(round=2).apply(waits)
    for die, words in ((3, "did not come yet."), (5, "may enter now, at 0609.")):
        play = a_play(before, ("arrival", (die,)))
        take_orders(play)
        told = RULES.reporting.tell(turn_of(SOUTH, before, play))
        assert [one.title for one in told.chapters] == ["To come"]
        (event,) = [one for one in told.chapters[0].events if one.subject == "S03"]
        assert event.text == f"S03 Second troop and S04 First regiment {words}"
        assert [(roll.sum, roll.dice) for roll in event.rolls] == [("needs 4", (die,))]


def turn_of(seat: Seat, before: Battle, play: Any) -> SeatTurn[Battle]:
    """What a seat is told of a play, cut as the service cuts it."""
    happenings: list[Happening[Battle]] = []
    now = before
    for draft in play.drafts:
        if draft.kind == "fact":
            if draft.body.fact.seen_by(now, seat):
                happenings.append(Happening(draft.body.fact, view(now, seat)))
            now = draft.body.fact.apply(now)
    return SeatTurn(seat, 2, view(before, seat), view(now, seat), tuple(happenings))


# --- where and how --------------------------------------------------------------------------------------------------


def test_without_orders_it_enters_with_its_general_and_stops_there() -> None:
    play = turn(at_once(ford()), S03)
    one = play.battle.stands[S03]
    assert (label(one.hex), one.on_board, one.moved, one.doing.moves, one.doing.hexes) == ("0609", True, True, 1, 1)
    assert stand_at(play.battle, from_label("0609")) == one
    colonel = play.battle.commanders[CommanderId("SC")]
    assert (label(colonel.hex), commander_of(play.battle, MAIN)) == ("0609", colonel)


def test_a_group_s_whole_activation_brings_on_all_who_may() -> None:
    there = at_once(ford())
    for _ in range(3):
        play = a_play(there)
        script(play)
        there = play.battle
    assert sorted(label(there.stands[s].hex) for s in (S03, S04)) == ["0509", "0609"]
    assert there.phase == "declare"


def test_orders_of_a_sheet_bring_it_on_and_further() -> None:
    way = Go(how="forward", path=(from_label("0508"), from_label("0507")))
    held = StandOrders(S04, (Hold(),))
    sheet = Sheet(orders=(StandOrders(S03, (Enter(), way)), held, StandOrders(S04, (Enter(),))))
    there = f.OrdersTaken(side=Side("south"), sheet=sheet).apply(at_once(ford()))
    refused: list[tuple[str, str]] = []
    while there.phase == "activation":
        play = a_play(there)
        script(play)
        refused += [(one.subject, one.why) for one in facts_of(play, f.Refused)]
        there = play.battle
    assert label(there.stands[S03].hex) == "0507"
    assert there.stands[S04].to_come  # it was told to hold: its turn is over
    assert refused == [("S04", "its action is over")]


def test_entering_costs_the_first_step_of_its_move() -> None:
    def go(*path: str) -> Go:
        return Go(how="forward", path=tuple(map(from_label, path)))

    horse = turn(at_once(ford()), S03, Enter(), go("0508", "0507"))
    assert label(horse.battle.stands[S03].hex) == "0507"
    far = turn(at_once(ford()), S03, Enter(), go("0508", "0507", "0506"))
    assert label(far.battle.stands[S03].hex) == "0507"
    assert "no MP left" in facts_of(far, f.Refused)[0].why
    foot = turn(at_once(ford()), S04, go("0508"))  # that it enters need not be said
    assert label(foot.battle.stands[S04].hex) == "0609"
    assert [one.why for one in facts_of(foot, f.Refused)] == ["it has no MP left for 0508: 1 in this move"]


def test_to_hold_keeps_it_off_for_the_round() -> None:
    play = turn(at_once(ford()), S03, Hold())
    assert play.battle.stands[S03].to_come
    assert facts_of(play, f.Entered) == []
    assert play.battle.stands[S03].doing.over
    assert [one.id for one in due(in_round(play.battle, 3), MAIN)] == ["S03", "S04", "S05"]


def test_a_taken_hex_sends_it_to_the_nearest_of_the_edge() -> None:
    there = turn(at_once(ford()), S03).battle
    assert [label(one) for one in ways_in(there, S04)] == ["0509", "0709"]
    assert label(turn(there, S04, Enter(from_label("0709"))).battle.stands[S04].hex) == "0709"
    wrong = turn(there, S04, Enter(from_label("0809")))
    assert [one.why for one in facts_of(wrong, f.Refused)] == ["it enters at 0509 or 0709, not at 0809"]
    assert wrong.battle.stands[S04].to_come


def test_where_nothing_is_free_it_waits() -> None:
    there = at_once(ford())
    for number, at in enumerate(("0409", "0509", "0609", "0709", "0809"), 50):
        stone = replace(there.stands[S01], id=StandId(f"S{number}"), hex=from_label(at))
        there = with_stand(there, stone)
    assert ways_in(there, S04) == ()
    play = turn(there, S04)
    assert play.battle.stands[S04].to_come
    assert "no hex of the edge within 2 of 0609 is free" in facts_of(play, f.Refused)[0].why


def test_the_scenario_s_hexes_come_before_the_edge() -> None:
    two = at_once(ford(lambda spec: put(main_of(spec), "enters", {"round": 2, "hex": ["0609", "1209"]})))
    assert [label(one) for one in ways_in(two, S03)] == ["0609", "1209"]
    there = turn(two, S03, Enter(from_label("1209")))
    assert label(there.battle.stands[S03].hex) == "1209"
    assert [label(one) for one in ways_in(there.battle, S04)] == ["0609"]


def test_an_enemy_s_zone_halts_it_as_any_step_would() -> None:
    there = at_once(ford())
    enemy = replace(there.stands[StandId("N01")], hex=from_label("0608"))
    there = with_stand(there, replace(enemy, facing=3))
    assert [label(one) for one in ways_in(there, S03)] == ["0609"]
    play = turn(there, S03, Enter(), Go(how="forward", path=(from_label("0508"),)))
    assert "zone of control of N01" in facts_of(play, f.Refused)[0].why


def test_free_movers_turn_to_an_enemy_whose_zone_they_enter() -> None:
    there = ford(lambda spec: put(main_of(spec)["stands"][1], "type", "SK-B"))
    there = at_once(with_stand(there, replace(there.stands[StandId("N01")], hex=from_label("0509"), facing=1)))
    assert enemy_zocs(there, Side("south"), from_label("0609")) == ("N01",)
    came = turn(there, S04, Enter()).battle.stands[S04]
    assert (label(came.hex), came.facing) == ("0609", 5)
    assert [label(one) for one in ways_in(there, S03)] == ["0709"]  # horse would have him on its flank


def test_a_group_move_leaves_out_those_to_come() -> None:
    foot = ford(lambda spec: put(main_of(spec)["stands"][0], "type", "PSL-B"))
    there = in_round(turn(turn(at_once(foot), S03).battle, S04).battle, 3)
    ask = AskOrders(seat=SOUTH, round=3, group=None, default=Sheet())
    reading = RULES.language.read(view(there, SOUTH), ask, "group Main together forward 11")
    assert [item.stands for item in reading.answer.orders] == [(S03, S04)]


def test_a_stand_on_opportunity_may_fire_on_it_as_it_comes() -> None:
    there = at_once(ford())
    shot = replace(there.stands[StandId("N02")], hex=from_label("0607"), facing=3, opportunity=True)
    there = with_stand(with_stand(there, replace(there.stands[StandId("S02")], destroyed=True)), shot)
    play = a_play(
        there, ("fire.opportunity", (1, 1)), decide=lambda _v, ask: Given(_first(ask), "player")
    )  # fmt: skip
    stand_turn(play, S03, ())
    assert [(one.shooter, one.target, one.purpose) for one in facts_of(play, f.Shot)] == [("N02", "S03", "opportunity")]


def _first(ask: Ask[Any]) -> Any:
    """The first thing that may be done, or the default."""
    options = getattr(ask, "options", ())
    answer = type(ask.default)
    return answer((options[0],)) if options and answer.__name__ == "Reaction" else ask.default


# --- orders for those who are not there -------------------------------------------------------------------------------


def test_who_is_not_due_takes_no_orders_and_is_told_when_he_is_expected() -> None:
    there = in_round(ford(), 2)
    ask = AskOrders(seat=SOUTH, round=2, group=None, default=Sheet())
    reading = RULES.language.read(view(there, SOUTH), ask, "S05 forward 0608\nS04 enter\nS03 enter, forward 0508")
    assert [(one.reason) for one in reading.problems] == ["S05 is not on the board yet: expected in round 3 at 0609"]
    assert [item.stand for item in reading.answer.orders] == ["S04", "S03"]
    (objection,) = check_orders(there, StandOrders(S05, (Enter(),)))
    assert (objection.certain, objection.no.why) == (True, "it is not on the board yet: expected in round 3 at 0609")
    assert [o.no.why for o in check_orders(there, StandOrders(S01, (Enter(),)))] == ["it is on the board already"]


def test_the_form_the_buttons_and_the_choices_offer_the_entry() -> None:
    there = view(in_round(ford(), 2), SOUTH)
    ask = AskOrders(seat=SOUTH, round=2, group=None, default=Sheet())
    lines = {line.code: (line.order, line.note) for line in RULES.language.form(there, ask)}
    assert lines["S03"] == ("enter", "it comes onto the board")
    assert "S05" not in lines
    buttons = {one.code: [offer.line for offer in one.may] for one in RULES.language.offers(there, ask, None).units}
    assert "S03 enter 0609" in buttons["S03"]
    found = choices(there, S03)
    assert found.entries == (from_label("0609"),)
    assert (found.spots[0].acts, found.spots[0].path) == ((Enter(),), (from_label("0609"),))
    assert from_label("0507") in {spot.hex for spot in found.spots}
    for spot in found.spots:
        assert check_orders(there, StandOrders(S03, spot.acts)) == ()
        assert turn(at_once(ford()), S03, *spot.acts).battle.stands[S03].hex == spot.hex
    assert [one.what for one in choices(there, S05).denied] == ["enter"]


def test_what_is_no_entry_comes_after_one() -> None:
    there = in_round(ford(), 2)
    assert check_orders(there, StandOrders(S03, (Hold(),))) == ()
    assert "no enemy" not in str(check_orders(there, StandOrders(S03, (Fire(),))))
    again = check_orders(there, StandOrders(S03, (Enter(), Enter())))
    assert [one.no.why for one in again] == ["it is on the board already"]


def test_a_general_who_is_to_come_leads_nobody() -> None:
    there = at_once(ford())
    assert commander_of(there, MAIN) is None
    got = commander_order(there, CommanderOrders(CommanderId("SC"), to=from_label("0608")))
    assert isinstance(got, No)
    assert "he comes with his stand" in got.why


# --- who knows ------------------------------------------------------------------------------------------------------


def secret(spec: dict[str, Any]) -> None:
    main_of(spec)["enters"]["secret"] = True


def test_what_is_to_come_is_known_to_both_unless_it_is_secret() -> None:
    seen = view(ford(), NORTH)
    assert seen.stands[S03].to_come
    assert "S03 and S04 in round 2 at 0609" in to_come(seen)
    hidden = view(ford(secret), NORTH)
    assert sorted(set(ford().stands) - set(hidden.stands)) == ["S03", "S04", "S05"]
    assert CommanderId("SC") not in hidden.commanders
    assert "S0" not in to_come(hidden)
    assert view(ford(secret), SOUTH).stands[S03].to_come
    assert view(ford(secret), UMPIRE).stands[S03].to_come


def test_a_secret_is_told_when_it_stands_on_the_board_and_not_before() -> None:
    before = f.RoundBegan(round=2).apply(ford(secret))
    play = a_play(before)
    take_orders(play)
    for seat, word in ((SOUTH, True), (NORTH, False)):
        told = RULES.reporting.tell(turn_of(seat, before, play))
        assert ("S03" in msgspec.json.encode(told).decode()) == word
    before = acting(play.battle)
    kept = turn(before, S03, Hold())
    assert "S03" not in msgspec.json.encode(RULES.reporting.tell(turn_of(NORTH, before, kept))).decode()
    came = turn(before, S03)
    told = RULES.reporting.tell(turn_of(NORTH, before, came))
    assert [event.text for chapter in told.chapters for event in chapter.events] == [
        "S03 Second troop entered at 0609."
    ]
    assert [row.code for row in told.seen if row.changes or row.code == "S03"] == ["S03"]


def test_the_troops_and_the_map_say_who_is_to_come() -> None:
    before = in_round(ford(), 1)
    told = RULES.reporting.tell(SeatTurn(SOUTH, 1, view(before, SOUTH), view(before, SOUTH), ()))
    rows = {row.code: row for row in told.mine}
    assert (rows["S03"].to_come, rows["S03"].gone) == ("expected in round 2 at 0609", False)
    assert rows["S01"].to_come == ""
    chart = RULES.reporting.chart(SeatTurn(SOUTH, 1, before, before, ()))
    assert [one.code for one in chart.counters] == ["N01", "N02", "S01", "S02"]
    assert chart.coming == (
        "S03 and S04 in round 2 at 0609; S05 in round 3 at 0609; N03 and N04 in round 2 at 0701; N05 in round 3 at 0701"
    )


def test_every_mail_of_mill_ford_holds_its_arrivals_and_no_line_that_reads_as_an_order() -> None:
    letters = [letter_text(letter) for letter, _ in reports_of(fought("x", "round", "mill-ford"))]
    assert "S03  | Second troop, horse\n     |   Expected in round 2 at 0609. Strength 4 of 4." in letters[0]
    assert "\nS03  | enter\n     |   it comes onto the board\n" in letters[1]
    assert any("S03 Second troop entered at 0609" in text for text in letters)
    for line in (line for text in letters for line in text.splitlines()):
        assert not looks_like_order(line, ("Van", "Main")), line
        assert len(line) <= 72 or "http" in line, line


# --- bridges --------------------------------------------------------------------------------------------------------


def test_so_many_stands_a_round_may_step_onto_a_bridge() -> None:
    there = ford()
    near = with_stand(there, replace(there.stands[S01], hex=from_label("0906")))
    near = with_stand(near, replace(near.stands[StandId("S02")], hex=from_label("0806")))
    bridge = from_label("0905")
    walk = begin(near, S01)
    got = take(near, S01, walk, bridge)
    assert isinstance(got, Yes)
    for fact in got.facts:
        near = fact.apply(near)
    assert near.crossed == {key(bridge): (S01,)}
    beyond = take(near, S01, got.walk, from_label("0904"))
    assert isinstance(beyond, Yes)
    for fact in beyond.facts:
        near = fact.apply(near)
    refused = take(near, StandId("S02"), begin(near, StandId("S02")), bridge)
    assert isinstance(refused, No)
    assert (refused.rules, refused.why) == (("SCN-crossing",), "one stand a round may cross at 0905, and S01 did")
    assert isinstance(take(near, S01, begin(near, S01), bridge), Yes)  # it has crossed; it may go back
    fresh = f.RoundBegan(round=2).apply(near)
    assert isinstance(take(fresh, StandId("S02"), begin(fresh, StandId("S02")), bridge), Yes)


def test_a_battle_with_arrivals_survives_its_own_json() -> None:
    there = at_once(ford(secret))
    assert msgspec.json.decode(msgspec.json.encode(there), type=Battle) == there
