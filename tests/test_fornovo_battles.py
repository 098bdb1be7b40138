"""Battles of Fornovo to Sedgemoor: fought to their end at every pace, told, drawn, offered; special rules that act."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Given
from pbem.engine.dice import SeededDice
from pbem.engine.facts import Fact
from pbem.engine.ids import GameId, Seat, Side, StandId
from pbem.engine.journal import Happened
from pbem.engine.play import advance
from pbem.engine.players import begun
from pbem.engine.ruleset import SeatTurn
from pbem.engine.sightings import Sights
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.tablechart import TableChart
from pbem.rulesets.fornovo import RULES
from pbem.rulesets.fornovo.language.language import read
from pbem.rulesets.fornovo.language.offering import offers
from pbem.rulesets.fornovo.morale.modifiers import charging
from pbem.rulesets.fornovo.moving.marching import march
from pbem.rulesets.fornovo.moving.places import kept_of
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.playing.beginning import entry
from pbem.rulesets.fornovo.playing.choosing import chooser
from pbem.rulesets.fornovo.playing.ending import ended, lost
from pbem.rulesets.fornovo.reporting.teller import TELLING
from pbem.rulesets.fornovo.special.holding import held, silent
from pbem.rulesets.fornovo.state import facts, fighting_facts, noticed, raising_facts, special_facts
from pbem.rulesets.fornovo.state.asks import AskPacket, Packet
from pbem.rulesets.fornovo.state.battle import Charge
from pbem.rulesets.fornovo.state.every import Facts
from pbem.rulesets.fornovo.state.noticed import SightingReported
from pbem.rulesets.fornovo.state.orders import Go
from pbem.rulesets.fornovo.state.standing import DECISIONS, Standing
from pbem.rulesets.fornovo.state.units import Unit
from tests.fornovo_battles import battle

SOUTH = AskPacket(seat=Seat("south"), default=Packet(), side=Side("south"), turn=1)
FOOT, ENEMY = StandId("S01"), StandId("N01")


def test_a_charge_at_a_unit_that_is_gone_is_no_charge_when_its_unit_is_charged() -> None:
    """Rules: FS-8.7."""
    there = battle()
    foot = there.units[FOOT]
    gone = Charge(unit=FOOT, target=StandId("N99"))
    assert charging(replace(there, charges=(gone,)), foot) == charging(there, foot)


def test_every_kind_of_fact_is_journaled_and_told() -> None:
    modules = (facts, fighting_facts, raising_facts, special_facts, noticed)
    there = {
        kind for one in modules for kind in vars(one).values()
        if isinstance(kind, type) and issubclass(kind, Fact) and kind.__module__ == one.__name__
    }  # fmt: skip
    every = {*get_args(Facts)}
    assert there == {kind for kind in every if not kind.__module__.startswith("pbem.engine.")}
    assert TELLING.unplaced(every) == set()


def test_what_is_offered_is_taken() -> None:
    there = battle(lambda spec: spec.update(special=[]))
    some = offers(there, SOUTH, None)
    lines = [one.line for unit in some.units for one in (*unit.may, *unit.marches)]
    assert len(lines) > 10
    refused = {line: read(there, SOUTH, line).problems for line in lines}
    assert {line: told for line, told in refused.items() if told} == {}


def test_the_map_and_the_report_of_the_start_are_made_from_a_view() -> None:
    seen = RULES.state.view(battle(), Seat("south"))
    turn: SeatTurn[Any] = SeatTurn(Seat("south"), 0, seen, seen, ())
    drawn = RULES.reporting.chart(turn)
    assert isinstance(drawn, TableChart)
    assert {one.code for one in drawn.bases} >= {"S01", "N01", "SC1"}
    told = RULES.reporting.tell(turn)
    assert told.readings
    assert [row.code for row in told.mine] == ["S01", "S02", "SC1"]


def test_troops_that_were_reported_are_shown_with_who_told_of_them() -> None:
    """Rules: FS-H5."""
    there = Pose(Spot(Hundredths(2000), Hundredths(2000)), Tenths(0))
    horse = Unit(id=StandId("?1"), side=Side("north"), name="some horse", seen="made out", pose=there)
    hidden = replace(battle(), sights=Sights(visibility=600))
    told = SightingReported(side=Side("south"), shown=horse, source="spy").apply(hidden)
    seen = RULES.state.view(told, Seat("south"))
    turn: SeatTurn[Any] = SeatTurn(Seat("south"), 0, seen, seen, ())
    drawn = RULES.reporting.chart(turn)
    assert isinstance(drawn, TableChart)
    assert [one.source for one in drawn.bases if one.code == "?1"] == ["spy"]
    assert RULES.reporting.tell(turn).no_longer_seen == ("?1 some horse, suspected (spy) at 20,20 in turn 0.",)


def test_a_view_holds_nothing_of_the_enemys_standing_orders() -> None:
    mine, theirs = Standing(FOOT, "fire", "hold"), Standing(ENEMY, "fire", "hold")
    there = replace(battle(), standing={Seat("south"): (mine,), Seat("north"): (theirs,)})
    assert RULES.state.view(there, Seat("south")).standing == {Seat("south"): (mine,)}


def test_a_unit_held_back_does_not_move_until_its_turn_or_an_enemys_charge() -> None:
    there = replace(battle(), turn=1)
    ahead = (Go(Hundredths(200)),)
    refused = march(there, there.units[FOOT], ahead)
    assert isinstance(refused, Refusal)
    assert refused.rules == ("SCN-held-until",)
    assert not isinstance(march(replace(there, turn=2), there.units[FOOT], ahead), Refusal)
    assert held(replace(there, charges=(Charge(unit=ENEMY, target=FOOT),)), FOOT) is None


def test_before_the_alarm_a_unit_does_not_shoot() -> None:
    there = battle(lambda spec: spec.update(special=[{"rule": "alarm", "units": ["S01"], "needs": 5}]))
    assert silent(there, FOOT) == "SCN-alarm"
    assert silent(replace(there, freed=(FOOT,)), FOOT) is None


def test_who_comes_stands_with_its_rear_to_the_edge_at_a_free_place() -> None:
    there = battle()
    late = there.to_come[StandId("S02")]
    coming = there.arrivals[0]
    pose = entry(there, coming.edge, coming.places[late.id], late)
    assert pose is not None
    assert (pose.at.x, pose.facing) == (1000, 0)
    taken = replace(there, units={**there.units, StandId("S03"): replace(late, id=StandId("S03"), pose=pose)})
    aside = entry(taken, coming.edge, coming.places[late.id], late)
    assert aside is not None
    assert aside.at.x != pose.at.x


def test_a_side_is_broken_at_its_level_and_routed_units_are_lost() -> None:
    there = replace(battle(), turn=1, to_come={})
    assert ended(there) is None
    routed = replace(there, units={**there.units, ENEMY: replace(there.units[ENEMY], morale="routed")})
    assert lost(routed, Side("north")) == there.units[ENEMY].points
    over = ended(routed)
    assert over is not None
    assert (over.winner, over.how) == (Side("south"), "broken")


@pytest.mark.parametrize("about", DECISIONS)
def test_every_answer_of_a_standing_order_can_be_chosen(about: Any) -> None:  # of the table
    there = battle()
    row = DECISIONS[about]
    for words in (*row.values, *row.forms):
        line = f"standing all {row.name} {words}"
        assert read(there, SOUTH, line).text == line
        given = replace(there, standing={Seat("south"): (Standing(StandId(""), about, words),)})
        chosen = chooser(())
        chosen(given, "S01")
        chosen(given, "south")


def test_a_policy_by_arm_answers_horse_and_foot_differently() -> None:
    packet = read(battle(), SOUTH, "standing all if charged: countercharge horse, stand foot").answer
    there = replace(battle(), standing={Side("south"): packet.standing}, charges=(Charge(unit=ENEMY, target=FOOT),))
    assert chooser(())(there, FOOT).if_charged == "stand"
    mounted = replace(there.units[ENEMY], kind="cavalry")
    there = replace(there, units={**there.units, ENEMY: mounted})
    assert chooser(())(there, FOOT).if_charged == "countercharge"


def test_what_is_measured_of_a_unit_supposed_elsewhere_is_not_kept() -> None:
    there = battle()
    foot, enemy = there.units[FOOT], there.units[ENEMY]
    supposed = replace(foot, pose=None)
    assert kept_of(there, "far", foot, enemy, lambda: 0) == 0
    assert kept_of(there, "far", supposed, enemy, lambda: 1) == 1
    assert kept_of(there, "far", foot, enemy, lambda: 2) == 0


def test_a_standing_order_given_at_a_stop_is_its_own_sides_alone() -> None:
    """Section 5: South holds its fire from the stop on; North fires at will."""

    def near(spec: dict[str, Any]) -> None:
        spec.update(special=[])
        spec["sides"][0]["units"][0]["at"] = [24, 12]
        spec["sides"][1]["units"][0].update(at=[24, 16], missile="musket")

    def fired(at_stop: str) -> set[StandId]:
        there = replace(battle(near), stops=("roles",), limit=1)

        def decide(view: Any, ask: Any) -> Given[Any]:
            says = at_stop if (ask.seat, ask.stop) == ("south", "roles") else ""
            return Given(read(view, ask, says).answer or Packet(), "player")

        story = begun(RULES, there, "Trial", (Seat("south"), Seat("north")))
        run = advance(RULES, story, next_seq=2, dice=SeededDice(b"seed", GameId("g"), ()), decide=decide)
        came = [draft.body.fact for draft in run.drafts if isinstance(draft.body, Happened)]
        return {one.unit for one in came if isinstance(one, fighting_facts.VolleyFired)}

    assert fired("") == {FOOT, ENEMY}
    assert fired("standing all fire hold") == {ENEMY}
