"""The campaign above the battles: its files, its clock, its course to the end."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.cli.match import match_of, play_match
from pbem.engine.called import BattleCall, BattleResult, UnitLoss
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.play import Play
from pbem.rulesets.campaign import RULES
from pbem.rulesets.campaign.language.results import read as read_result
from pbem.rulesets.campaign.moving import tracks
from pbem.rulesets.campaign.playing.battles import reckoned, spec_of
from pbem.rulesets.campaign.playing.couriers import dispatches
from pbem.rulesets.campaign.reporting.opening import opening
from pbem.rulesets.campaign.reporting.sentences import SENTENCES
from pbem.rulesets.campaign.scenario.reader import READ
from pbem.rulesets.campaign.state.asks import AskBattle, AskOrders, call_of
from pbem.rulesets.campaign.state.calendar import Calendar, Half
from pbem.rulesets.campaign.state.campaign import Campaign, Fight, putting
from pbem.rulesets.campaign.state.country import Cmiles, TownId, Whereabouts, apart
from pbem.rulesets.campaign.state.facts import BattleCalled, BattleReturned, LotDealt, ReportCame
from pbem.rulesets.campaign.state.orders import Act, Sheet
from pbem.service.play.called import by_aides
from tests.plain_yaml import safe_load

FILES = Path(__file__).parent.parent / "scenarios" / "campaign"
OXFORD = safe_load((FILES / "oxford-1644.yaml").read_text(encoding="utf-8"))
RIVERS = safe_load((FILES / "two-rivers.yaml").read_text(encoding="utf-8"))


def campaign(spec: dict[str, Any] = RIVERS, **options: str) -> Campaign:
    read = READ(spec, options)
    assert read.faults == ()
    assert read.battle is not None
    return read.battle


def changed(path: str, value: Any) -> dict[str, Any]:
    """Two rivers with something else at a place of its file."""
    spec = safe_load((FILES / "two-rivers.yaml").read_text(encoding="utf-8"))
    here, *rest = path.split(".")
    there = spec
    for key in (here, *rest)[:-1]:
        there = there[int(key)] if key.isdigit() else there[key]
    last = path.rpartition(".")[2]
    there[int(last) if last.isdigit() else last] = value
    return spec


# --- files ----------------------------------------------------------------------------------------------------------


def test_oxford_has_the_strengths_of_its_table() -> None:
    """5,500 royal foot and 3,450 horse and dragoons; 14,400 foot and 5,450 of Essex and Waller."""
    there = campaign(OXFORD)
    men = {str(code): one.men for code, one in there.forces.items()}
    assert sum(men[code] for code in ("R1", "R2", "R21")) in range(5500 + 3400, 5500 + 3460)
    assert [men[code] for code in ("P1", "P2")] == [6600 + 1800 + 2500 + 400, 3600 + 2400 + 2150 + 400]
    assert len(there.country.towns) == 25 + 4
    assert len(there.officers) == 8


@pytest.mark.parametrize(
    ("path", "value", "where", "what"),
    [
        ("towns.0.held", "east", "towns[0].held", "there is no side 'east'"),
        ("roads.0", ["southwick", "nowhere", 10], "roads[0][1]", "there is no town 'nowhere'"),
        ("roads.0", ["southwick", "mill"], "roads[0]", "a road is written"),
        ("sides.0.seats.0.head", "S9", "sides[0].seats[0].head", "there is no force of this seat 'S9'"),
        ("sides.0.seats.0.forces.0.at", "nowhere", "sides[0].seats[0].forces[0].at", "there is no town"),
        ("sides.0.seats.0.forces.0.units.0.type", "XXX-B", "sides[0].seats[0].forces[0].units[0].type", "is no type"),
        ("goals.0.towns", ["nowhere"], "goals[0].towns", "there is no town"),
        ("goals.1.name", "south-mill", "goals[1].name", "there is a goal"),
        ("days", 500, "days", "500 is not between 1 and 120 days"),
    ],
)
def test_a_fault_is_told_with_its_place(path: str, value: Any, where: str, what: str) -> None:
    read = READ(changed(path, value), {})
    assert read.battle is None
    assert any(fault.where.startswith(where) and what in fault.what for fault in read.faults), read.faults


def test_a_country_in_two_pieces_is_a_fault() -> None:
    roads = [one for one in RIVERS["roads"] if "northam" not in one]
    read = READ({**RIVERS, "roads": roads, "courses": []}, {})
    assert "no road leads from southwick to northam" in [fault.what for fault in read.faults]


def test_options_are_checked() -> None:
    assert READ(RIVERS, {"pace": "hour"}).faults[0].where == "options.pace"
    assert READ(RIVERS, {"battles": "chess"}).faults[0].where == "options.battles"
    assert campaign(pace="three days").pace == "three days"


# --- the clock ------------------------------------------------------------------------------------------------------


def at(town: str, to: str = "", done: int = 0) -> Whereabouts:
    return Whereabouts(TownId(town), TownId(to), Cmiles(done))


def test_two_who_come_toward_each_other_meet_where_their_ways_cross() -> None:
    """Ten miles apart, five and seven and a half miles in the half-day: after 288 minutes, at four miles."""
    country = campaign().country
    one = tracks.marching(country, at("southwick"), (TownId("mill"),), 500, lambda road: True)
    other = tracks.marching(country, at("mill"), (TownId("southwick"),), 750, lambda road: True)
    met = tracks.meeting(country, one, other)
    assert met is not None
    assert met.minute == 288
    assert apart(country, met.where, at("southwick")) == 400
    assert tracks.where_at(country, one, met.minute) == at("southwick", "mill", 400)
    assert tracks.where_at(country, other, met.minute) == at("mill", "southwick", 600)


def test_a_march_goes_on_through_towns_and_stops_at_a_broken_bridge() -> None:
    country = campaign().country
    way = (TownId("mill"), TownId("northam"))
    on = tracks.marching(country, at("southwick", "mill", 800), way, 500, lambda road: True)
    assert (on.end, [town for town, _ in on.through]) == (at("mill", "northam", 300), ["mill"])
    assert on.through[0][1] == 144
    stopped = tracks.marching(country, at("southwick"), way, 500, lambda road: not road.bridge)
    assert (stopped.end, stopped.stopped) == (at("southwick"), "Mill")
    begun = tracks.marching(country, at("southwick", "mill", 100), way, 500, lambda road: not road.bridge)
    assert begun.end == at("southwick", "mill", 600), "who has begun to cross has crossed"


def test_who_turns_back_comes_from_the_other_end() -> None:
    country = campaign().country
    back = tracks.marching(country, at("southwick", "mill", 800), (TownId("southwick"),), 500, lambda road: True)
    assert back.end == at("mill", "southwick", 700)


def test_a_date_goes_over_the_turn_of_the_year() -> None:
    assert [Calendar(year=1643, month=12, day=30, days=90).dated(day) for day in (2, 3, 63)] == [
        "31 December 1643", "1 January 1644", "1 March 1644",
    ]  # fmt: skip


# --- battles called -------------------------------------------------------------------------------------------------


def placed(there: Campaign, code: str, where: Whereabouts, **order: Any) -> Campaign:
    force = there.forces[StandId(code)]
    act = Act(force=force.code, **order) if order else None
    return putting(there, replace(force, where=where, order=act))


def test_cropredy_comes_out_as_it_was() -> None:
    """29 June: the King's van is half a day ahead on the road to Daventry when Waller seeks the rear at Cropredy."""
    there = replace(campaign(OXFORD), half=Half(56), phase="half-day")
    there = placed(there, "R2", at("cropredy"), does="march", route=(TownId("daventry"),))
    there = placed(there, "R1", at("cropredy", "daventry", 400), does="march", route=(TownId("daventry"),))
    there = placed(
        there, "P2", at("banbury", "cropredy", 200), does="march", route=(TownId("cropredy"),), stance="seek"
    )
    spec = spec_of(there, at("cropredy"), Side("parliament"), [StandId("P2")], [StandId("R2")], Side("royal"))
    assert (spec.place, spec.date, spec.hour, spec.holder) == ("cropredy", "29 June 1644", "morning", "royal")
    waller, king = spec.sides
    assert waller.leaders == ("Waller", "Haselrig", "Middleton")
    assert set(king.leaders) == {"Wilmot", "Cleveland", "the King", "Forth"}
    late = {one.code: one.arrives for one in king.units if one.arrives}
    assert set(late.values()) == {4}, "four miles of the five that its train goes are all four rounds"
    assert all(code.startswith("R1-") for code in late)


def test_aides_fight_a_called_battle_and_losses_come_back_as_men() -> None:
    there = campaign(OXFORD)
    spec = spec_of(there, at("worcester"), Side("parliament"), [StandId("P4")], [StandId("R4")], Side("royal"))
    ask = AskBattle(
        seat=Seat("battle:1"), default=reckoned(spec, (3, 3)), spec=spec, how="aides", fought_by="snaphance"
    )
    call = call_of(ask)
    assert call is not None
    given = by_aides(call, ask, b"seed")
    result = given.answer
    assert (given.by, result.how) == ("aide", "aides")
    assert ask.refusal(result) == ""
    assert result.winner in {"royal", "parliament", None}
    assert sum(loss.all for loss in result.losses) > 0
    assert by_aides(call, ask, b"seed") == given, "the same seed gives the same battle"


def test_a_battle_that_no_rules_take_is_reckoned_and_says_why() -> None:
    spec = spec_of(campaign(), at("mill"), Side("south"), [StandId("S1")], [StandId("N1")], None)
    ask = AskBattle(seat=Seat("battle:1"), default=reckoned(spec, (6, 1)), spec=spec, how="aides", fought_by="campaign")
    given = by_aides(BattleCall(spec, "campaign"), ask, b"seed")
    assert given.answer == ask.default
    assert "takes no battles" in given.note


def test_a_seat_learns_of_a_battle_its_own_losses_and_of_the_enemys_those_taken() -> None:
    there = campaign()
    spec = spec_of(there, at("mill"), Side("south"), [StandId("S1")], [StandId("N1")], None)
    called = BattleCalled(spec, Side("south"), None)
    there = replace(called.apply(there), fights=(Fight(spec=spec, half=Half(0), attacker=Side("south"),
                                                       known=(Seat("red"), Seat("white"))),))  # fmt: skip
    result = BattleResult(
        winner=Side("south"), holder=Side("south"),
        losses=(UnitLoss(StandId("S1-1"), lost=50), UnitLoss(StandId("N1-1"), lost=300, taken=40, back=10)),
    )  # fmt: skip
    fact = BattleReturned(1, result, tuple(there.forces[StandId(code)] for code in ("S1", "N1")))
    red = RULES.state.learned(fact, there, Seat("red"))
    assert isinstance(red, BattleReturned)
    assert [one.code for one in red.forces] == ["S1"]
    assert red.result.losses == (UnitLoss(StandId("S1-1"), lost=50), UnitLoss(StandId("N1-1"), taken=40))
    assert RULES.state.learned(fact, there, UMPIRE) == fact
    said = SENTENCES[BattleReturned](RULES.state.view(there, Seat("red")), red)
    assert said is not None
    assert "South lost 50 men. 40 men of North were taken." in said.text


def test_a_dispatch_that_its_reader_has_already_is_told_once() -> None:
    there = campaign()
    report = replace(there.forces[StandId("S1")], as_of=Half(1))
    fact = ReportCame(Seat("red"), report, Seat("red"), TownId("mill"))
    had = fact.apply(there)
    later = ReportCame(fact.seat, replace(fact.report, as_of=Half(2)), fact.by, fact.at)
    told = SENTENCES[ReportCame]
    there = replace(there, knows={**there.knows, fact.seat: replace(there.knows[fact.seat], reports={})})
    assert told(there, fact) is not None
    assert told(had, fact) is None
    assert told(had, later) is not None


def test_the_first_dispatch_says_what_to_do_and_how_to_begin() -> None:
    """CA-9: a seat reads its own private aim; a march that it has ordered is offered made in other ways too."""
    there = campaign(OXFORD)
    king = Seat("king")
    view = RULES.state.view(there, king)
    told = list(opening(view, king))
    assert told[0][0] == "What your side is to do"
    assert told[0][1].text == "10 points: Oxford is held on the last day."
    assert [title for title, _ in told].count("What Parliament is to do") == 7
    assert "You are with The King's army (R1) at Oxford: it obeys at once." in [one.text for _, one in told]
    dealt = SENTENCES[LotDealt](view, LotDealt(king, "own-king"))
    assert dealt is not None
    assert "Oxford, Worcester and Banbury" in dealt.text
    reading = RULES.language.read(view, AskOrders(seat=king, default=Sheet(), day=1), "R1 march Witney")
    offered = RULES.language.offers_for(view, AskOrders(seat=king, default=Sheet(), day=1), reading.answer, "R1")
    assert offered is not None
    assert [one.line for one in offered.may][:2] == ["R1 march Witney, night", "R1 march Witney, seeking"]


def test_a_dispatch_to_a_chief_who_stands_beside_the_force_is_told_once() -> None:
    """CA-6: the Governor's horse is at Oxford with the King."""
    there = replace(campaign(OXFORD), half=Half(1), phase="half-day")
    play = Play(RULES, there, (), step=1, branch=0, next_seq=1, dice=TapeDice(()), decide=lambda *_: None)
    dispatches(play)
    came = [line.body.fact for line in play.lines if line.kind == "fact" and isinstance(line.body.fact, ReportCame)]
    to_king = [one.report.code for one in came if one.seat == "king"]
    assert StandId("R3") in to_king
    assert len(to_king) == len(set(to_king))


def test_a_result_that_cannot_be_is_refused() -> None:
    spec = spec_of(campaign(), at("mill"), Side("south"), [StandId("S1")], [StandId("N1")], None)
    ask = AskBattle(seat=Seat("battle:1"), default=reckoned(spec, (6, 1)), spec=spec, how="ruled")
    assert "had 900" in ask.refusal(
        BattleResult(winner=None, holder=None, losses=(UnitLoss(StandId("N1-1"), lost=901),))
    )
    reading = RULES.language.read(campaign(), ask, "winner south\nloss N1-1 2000\nfallen Nemo")
    assert len(reading.problems) == 2


@pytest.mark.parametrize("text", ["field north\nwinner south", "winner south\nfield north"])
def test_who_holds_the_field_may_be_told_before_or_after_who_won(text: str) -> None:
    spec = spec_of(campaign(), at("mill"), Side("south"), [StandId("S1")], [StandId("N1")], None)
    result = read_result(spec, text).answer
    assert isinstance(result, BattleResult)
    assert (result.winner, result.holder) == ("south", "north")


# --- the small country to its end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("temper", RULES.aide.tempers)
def test_aides_play_two_rivers_to_its_end_and_every_line_is_taken(temper: str) -> None:
    results = list(play_match(match_of("campaign/two-rivers", {"red": temper}, seed=1), 3))
    assert [one.refused for one in results] == [(), (), ()]


def test_a_seat_sees_its_own_army_and_no_enemy() -> None:
    there = campaign(OXFORD)
    king = RULES.state.view(there, Seat("king"))
    assert {str(one.side) for one in king.forces.values()} == {"royal"}
    assert king.forces[StandId("R1")].as_of == -1
    gone = putting(there, replace(there.forces[StandId("R1")], where=Whereabouts(TownId("witney"))))
    left = RULES.state.view(gone, Seat("king")).forces
    assert left[StandId("R31")].as_of == 0, "the garrison of Oxford is known as it was when the King rode away"
    assert king.forces[StandId("R21")].as_of == 0, "Northampton at Islip is known as of the last dispatch"
    assert king.couriers == {}
    assert {one.private for one in king.goals if one.private} == {"king"}, "of private aims the one that it may draw"
