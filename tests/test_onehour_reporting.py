"""The story and the map of a one-hour turn: every kind of fact has its words, sums come out, nobody's orders show."""

from typing import Any, get_args

import msgspec
import pytest

from pbem.engine.asks import Ask, Decided
from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId, Seat, Side, StandId
from pbem.engine.narrator.briefs import BRIEFS
from pbem.engine.reporting import Told
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose, Spot
from pbem.engine.table.rects import Face
from pbem.rulesets.onehour import RULES, facts
from pbem.rulesets.onehour.battle import Army, Battle, Ending, Unit, side_of_seat
from pbem.rulesets.onehour.commands import Charge, Hold, HoldFire, Placed, SetUp, Sheet, Shoot, moving
from pbem.rulesets.onehour.facts import Objection
from pbem.rulesets.onehour.reporting.aims import how_it_ends, what_wins
from pbem.rulesets.onehour.reporting.charting import chart
from pbem.rulesets.onehour.reporting.drawing import drawn
from pbem.rulesets.onehour.reporting.halves import turn_name
from pbem.rulesets.onehour.reporting.teller import ENDINGS, TELLING, outcome
from tests.onehour_told import fought, start

SOUTH, NORTH = Seat("south"), Seat("north")
S01, S04, N02, N05 = (StandId(code) for code in ("S01", "S04", "N02", "N05"))
BATTLES = (("harrow-down", "a"), ("mill-ford", "b"), ("two-farms", "c"), ("coutras", "d"))


def pose(x: float, y: float, facing: float = 0) -> Pose:
    return Pose(Spot(Hundredths(round(x * 100)), Hundredths(round(y * 100))), Tenths(round(facing * 10)))


def mid_battle(name: str = "harrow-down") -> Battle:
    """South's half of turn 3, its units where they started."""
    return msgspec.structs.replace(
        start(name), turn=3, active=Side("south"), phase="orders", side_order=(Side("south"), Side("north"))
    )


def told(*happened: object, seat: Seat = SOUTH, number: int = 3, before: Battle | None = None) -> Told:
    """A turn of these facts, each applied in turn."""
    return RULES.reporting.tell(turn_of(*happened, seat=seat, number=number, before=before))


def turn_of(*happened: object, seat: Seat = SOUTH, number: int = 3, before: Battle | None = None) -> SeatTurn[Battle]:
    first = battle = before or mid_battle()
    happenings: list[Happening[Battle]] = []
    for fact in happened:
        happenings.append(Happening(fact, battle))
        if isinstance(fact, Fact):
            battle = fact.apply(battle)
    return SeatTurn(seat, number, first, battle, tuple(happenings))


def story(*happened: object, seat: Seat = SOUTH, before: Battle | None = None) -> list[str]:
    """Only the sentences."""
    return [event.text for chapter in told(*happened, seat=seat, before=before).chapters for event in chapter.events]


def first_ask() -> tuple[Battle, Ask[Any]]:
    """The first orders that are asked for in a battle, with the view of whoever is asked."""
    (found,) = fought("harrow-down", "a").stops[0].asks.values()
    return found


def shot(**more: Any) -> facts.Shot:
    usual: dict[str, Any] = {
        "unit": S01, "target": N02, "range": Hundredths(800), "die": 4, "cover": "", "halves": 2, "hits": 4, "ammo": 5,
        "out": False,
    }  # fmt: skip
    return facts.Shot(**{**usual, **more})


def blow(**more: Any) -> facts.Struck:
    usual: dict[str, Any] = {
        "unit": S04, "target": N02, "face": Face.FRONT, "die": 3, "plus": 2, "halved": (), "doubled": False,
        "halves": 2, "hits": 5,
    }  # fmt: skip
    return facts.Struck(**{**usual, **more})


# --- what is told -------------------------------------------------------------------------------------------------


def test_every_kind_of_fact_has_its_place_in_the_telling() -> None:
    assert TELLING.unplaced(get_args(facts.Facts)) == set()


def test_a_shot_tells_range_hits_and_powder() -> None:
    assert story(shot(ammo=2, out=True)) == [
        "S01 Red regiment shot at N02 White regiment, at 8 inches: 4 hits; its powder is spent."
    ]
    (event,) = told(shot(die=5, cover="down", halves=1, hits=3)).chapters[0].events
    assert event.text == "S01 Red regiment shot at N02 White regiment, in Harrow Down, at 8 inches: 3 hits."
    assert [(roll.who, roll.dice, roll.outcome, roll.side) for roll in event.rolls] == [
        ("S01 shot at N02", (5,), "half of 5, for Harrow Down: 3 hits", "South"),
        ("powder of S01", (5,), "some left", "South"),
    ]


@pytest.mark.parametrize(
    ("fact", "text", "outcome"),
    [
        (blow(), "S04 Right troops struck N02 White regiment: 5 hits.", "3 + 2 = 5: 5 hits"),
        (blow(unit=S01, plus=0, hits=3), "S01 Red regiment struck N02 White regiment: 3 hits.", "3 hits"),
        (
            blow(face=Face.RIGHT, doubled=True, halved=(RuleId("OH-R-melee-2"),)),
            "S04 Right troops struck N02 White regiment in the right flank: 5 hits.",
            "3 + 2 = 5, halved for pikes and doubled in the right flank: 5 hits",
        ),
        (
            blow(halved=(RuleId("OH-R-melee-1"), RuleId("OH-R-melee-2")), ground="down", halves=1, hits=3),
            "S04 Right troops struck N02 White regiment: 3 hits.",
            "3 + 2 = 5, halved for Harrow Down and pikes: 3 hits",
        ),
    ],
)
def test_a_blow_tells_its_sum(fact: facts.Struck, text: str, outcome: str) -> None:
    (event,) = told(fact).chapters[0].events
    assert (event.text, event.rolls[0].outcome, event.kind) == (text, outcome, "melee")


def test_moves_tell_where_to_and_which_way() -> None:
    way = (Spot(Hundredths(1300), Hundredths(600)), Spot(Hundredths(1300), Hundredths(1050)))
    ahead = facts.Moved(unit=S01, path=way, end=pose(13, 10.5), distance=Hundredths(450))
    turned = facts.Moved(unit=S01, path=way, end=pose(13, 10.5, 30), distance=Hundredths(100), road=True)
    about = facts.Moved(unit=S01, path=(way[0], way[0]), end=pose(13, 6, 180), distance=Hundredths(0))
    assert story(ahead)[0] == "S01 Red regiment moved 4.5 inches to 13,10.5 (C2)."
    assert story(turned)[0] == "S01 Red regiment moved 1 inch along the road to 13,10.5 (C2) and faces 30°."
    assert story(about)[0] == "S01 Red regiment turned and faces 180°."


def test_a_charge_and_a_turn_to_face() -> None:
    charge = facts.Charged(
        unit=S04, target=N02, face=Face.RIGHT, start=pose(28.5, 6, 330), touch=pose(21, 30, 330),
        end=pose(21, 30, 270), distance=Hundredths(600),
    )  # fmt: skip
    turn = facts.TurnedToFace(
        unit=N02, attacker=S04, face=Face.RIGHT, by=Tenths(900), end=pose(18, 30, 270), faces={S04: Face.FRONT}
    )
    assert story(charge, turn)[:2] == [
        "S04 Right troops charged N02 White regiment in the right flank, after 6 inches, and stands at 21,30 (D6).",
        "N02 White regiment turned right to face S04 Right troops.",
    ]
    after = told(charge)
    assert "fights N02" in next(row for row in after.mine if row.code == S04).states
    assert "attacked in the right flank by S04" in next(row for row in after.seen if row.code == N02).states


def test_who_did_nothing_held_and_those_in_a_fight_do_not() -> None:
    sheet = facts.OrdersTaken(side=Side("south"), sheet=Sheet(orders=(moving(S01, Hundredths(450)),)))
    way = (Spot(Hundredths(1300), Hundredths(600)), Spot(Hundredths(1300), Hundredths(1050)))
    moved = facts.Moved(unit=S01, path=way, end=pose(13, 10.5), distance=Hundredths(450))
    charge = facts.Charged(
        unit=S04, target=N02, face=Face.FRONT, start=pose(28.5, 6), touch=pose(18, 28), end=pose(18, 28),
        distance=Hundredths(5),
    )  # fmt: skip
    texts = story(sheet, moved, charge, facts.PhaseBegan(phase="shooting"))
    assert texts[1] == "S04 Right troops charged N02 White regiment in front, and stands at 18,28 (D5)."
    assert texts[2:] == ["S02 White regiment, S03 Blue regiment, S05 Left troops and S06 Dragoons held."]


def test_an_order_that_was_refused_is_told_with_every_reason() -> None:
    reasons = (
        Objection("has-ammunition", "it still has powder", (RuleId("OH-R-charge-1"),)),
        Objection("too-far", "it would have to go 9 inches", (RuleId("OH-move-1"),)),
    )
    order = Charge(unit=S01, target=N02)
    sheet = facts.OrdersTaken(side=Side("south"), sheet=Sheet(orders=(order, HoldFire(unit=S01), Hold(unit=S04))))
    got = told(sheet, facts.Refused(side=Side("south"), order=order, objections=reasons))
    assert (got.carried_out, got.ordered) == (1, 2)
    (event,) = got.not_done
    assert event.text == (
        "S01, charge N02: It still has powder (has-ammunition); it would have to go 9 inches (too-far)."
    )
    assert event.rules == ("OH-R-charge-1", "OH-move-1")
    assert dict(got.readings).keys() == {"OH-R-charge-1"}


def test_who_decided_is_told_where_nobody_ordered() -> None:
    order = Shoot(unit=S01, targets=(N02,))
    by_default = facts.StandingOrderActed(side=Side("south"), order=order, standing="")
    standing = facts.StandingOrderActed(side=Side("south"), order=order, standing="S01 shoot N02")
    assert story(by_default, shot())[0].startswith("By default, S01 Red regiment shot at N02")
    assert story(standing, shot())[0].startswith("By your standing order (S01 shoot N02), S01 Red regiment shot at")
    assert [(one.what, one.by) for one in told(by_default, shot()).in_advance] == [
        ("S01 shot at the nearest enemy", "by default")
    ]
    assert [(one.what, one.line) for one in told(standing, shot()).acted] == [("S01: shoot N02", "S01 shoot N02")]


def test_what_could_have_been_said_in_advance_is_read_as_that() -> None:
    """The line of each default is an order that is taken."""
    view, ask = first_ask()
    for kind in (Shoot(unit=S01, targets=(N02,)),):
        acted = facts.StandingOrderActed(side=Side("south"), order=kind, standing="")
        for one in told(acted).in_advance:
            assert not RULES.language.read(view, ask, one.line).problems


def test_chapters_follow_the_steps_of_both_halves() -> None:
    half = facts.PlayerTurnBegan(turn=3, side=Side("north"))
    titles = [
        chapter.title
        for chapter in told(
            facts.OrdersTaken(side=Side("south"), sheet=Sheet()), facts.PhaseBegan(phase="shooting"), shot(),
            facts.PhaseBegan(phase="hand-to-hand"), facts.PhaseBegan(phase="eliminating"),
            facts.Eliminated(unit=N02, hits=16), facts.PlayerTurnEnded(side=Side("south"), holders={}), half,
            facts.PhaseBegan(phase="movement"), facts.PhaseBegan(phase="shooting"), shot(unit=N05, target=S01),
        ).chapters
    ]  # fmt: skip
    assert titles == [
        "Turn 3, South: movement", "Turn 3, South: shooting", "Turn 3, South: eliminating", "Turn 3, North: movement",
        "Turn 3, North: shooting",
    ]  # fmt: skip


def test_what_goes_before_the_first_turn_is_told() -> None:
    battle = start("harrow-down")
    units = tuple(unit for unit in battle.units.values() if unit.side == "south")
    texts = story(
        facts.ArmyDrawn(side=Side("south"), row=6, die=6, units=units),
        facts.ArmyDrawn(side=Side("north"), row=2, die=None, units=()),
        facts.SetUpMade(side=Side("south"), places=(), sample=True),
        facts.FirstThrown(dice={Side("south"): 2, Side("north"): 2}, tied=True),
        facts.OrderOfSides(order=(Side("north"), Side("south"))),
        before=battle,
    )
    assert texts == [
        "South drew its army: four Infantry and two Cavalry.",
        "North chose row 2 of the table of armies: .",
        "South set up as the battle has it.",
        "Both threw the same, and threw again.",
        "North goes first in every turn.",
    ]


# --- brief, tallies, ends -----------------------------------------------------------------------------------------


def test_the_brief_tells_losses_hits_and_who_holds_what() -> None:
    quiet = told()
    assert quiet.in_short == ("No unit moved or fired.", "Neither side holds Harrow Down.")
    bloody = told(shot(), blow(), facts.Eliminated(unit=N02, hits=16))
    assert bloody.in_short == (
        "You destroyed their White regiment (N02).",
        "Neither side holds Harrow Down.",
    )
    assert told(shot(), seat=NORTH).in_short[0] == "Your White regiment (N02) fell to 11 of 15."


def test_the_first_report_says_what_it_is_about_and_what_the_side_is_told() -> None:
    first = told(number=0, before=start("harrow-down"))
    assert first.in_short[0].startswith(
        "You command the South army: 6 units. The North army has 6 units. Your foot is in the middle"
    )
    assert first.in_short[1:] == (
        "Dice decide which side moves first in every turn.",
        "A side that is alone at Harrow Down after turn 15 wins.",
        ("A side that has lost four units breaks. Otherwise the side that has lost fewer units after turn 15 wins."),
    )
    assert "OH-R-melee-2" in dict(first.readings)
    assert told(number=0, before=start("coutras"), seat=Seat("royal")).history.startswith("Navarre's army")
    late = told(number=0, before=start("mill-ford")).in_short[0]
    assert "Still to come: S03 and S04 in turn 2 over the south edge at 16.5" in late


def test_restored_rules_are_told_again_where_they_have_decided() -> None:
    fact = blow(face=Face.REAR, doubled=True)
    got = told(msgspec.structs.replace(fact, rules=(RuleId("OH-melee-4"), RuleId("OH-R-melee-3"))))
    assert got.readings == (
        ("OH-R-melee-3", "A target struck in a flank or the rear takes twice the hits. (Restored; confidence: high.)"),
    )
    assert told(shot()).readings == ()


def test_tallies_count_units_and_areas() -> None:
    on_down = facts.UnitPut(unit=msgspec.structs.replace(mid_battle().units[S01], pose=pose(18, 18)))
    mine, theirs = told(on_down, facts.Eliminated(unit=N02, hits=15)).tallies
    assert (mine.side, mine.mine, mine.lost, mine.break_at, mine.counted) == ("South", True, 0, 4, "units")
    assert mine.extra == (("Harrow Down", 1, 1),)
    assert (theirs.lost, theirs.extra) == (1, (("Harrow Down", 0, 1),))


def test_rows_tell_place_facing_strength_and_changes() -> None:
    hurt = told(shot(unit=N02, target=S01, hits=4), shot(unit=S01, target=N02, out=True))
    row = hurt.mine[0]
    assert (row.code, row.kind, row.group, row.place, row.facing) == ("S01", "Infantry", "Foot", "13,6 (C2)", "0°")
    assert (row.strength, row.left, row.start) == ("11 of 15", 11, 15)
    assert (row.states, row.changes) == (("out of ammunition",), ("took 4 hits", "ran out of ammunition"))
    lances = next(row for row in told(before=start("coutras"), seat=Seat("royal")).mine if row.code == "R01")
    assert lances.states == ("6 by 1 inches",)
    gone = next(row for row in told(facts.Eliminated(unit=N02, hits=15)).seen if row.code == "N02")
    assert (gone.gone, gone.states, gone.changes) == (True, ("destroyed",), ("destroyed",))
    come = next(row for row in told(before=start("mill-ford")).mine if row.code == "S05")
    assert come.to_come == "expected in turn 3 over the south edge at 16.5"


@pytest.mark.parametrize("kind", get_args(Ending))
def test_every_ending_is_told_and_has_its_kind(kind: Any) -> None:
    winner = None if kind == "draw" else Side("north")
    over = facts.BattleEnded(kind=kind, winner=winner, objective="Harrow Down").apply(mid_battle())
    found = outcome(over)
    assert found is not None
    assert found.kind == ENDINGS[kind]
    assert found.text.endswith(".")
    assert ("North" in found.text) == (winner is not None)
    assert turn_name(over) == "turn 3"
    assert told(facts.BattleEnded(kind=kind, winner=winner)).in_short[0].endswith(".")


def test_turns_are_named_by_their_half() -> None:
    assert turn_name(start("harrow-down")) == "the start"
    assert turn_name(mid_battle()) == "turn 3, South's half"
    assert told().turn_name == "turn 3, South's half"


def halves(start: Side, other: Side, number: int) -> tuple[object, ...]:
    """So many halves from turn 3 on, each with what begins the next; South is first in a turn."""
    found: list[object] = []
    for place in range(number):
        side, following = (start, other) if place % 2 == 0 else (other, start)
        turn = 3 + (place + (start == "north") + 1) // 2
        found += [facts.PlayerTurnEnded(side=side, holders={}), facts.PlayerTurnBegan(turn=turn, side=following)]
    return tuple(found)


COVERED = {
    ("south", 1): ("turn 3, South's half", 1),
    ("south", 2): ("turn 3", 1),
    ("south", 3): ("turn 3 (South) to turn 4 (South)", 2),
    ("south", 4): ("turns 3 to 4", 2),
    ("north", 1): ("turn 3, North's half", 1),
    ("north", 2): ("turn 3 (North) and turn 4 (South)", 2),
    ("north", 4): ("turn 3 (North) to turn 5 (South)", 2),
}


@pytest.mark.parametrize(("first", "number"), COVERED)
def test_a_report_says_which_halves_it_covers(first: str, number: int) -> None:
    start, other = Side(first), Side("north" if first == "south" else "south")
    before = msgspec.structs.replace(mid_battle(), active=start)
    got = told(*halves(start, other, number), before=before)
    assert (got.turn_name, got.names) == COVERED[first, number]


def test_each_side_is_told_who_moves_first_and_the_second_when_it_is_needed() -> None:
    begun = msgspec.structs.replace(mid_battle(), turn=1)
    waits = "South moves first in every turn; your orders are needed once South has moved."
    assert "You move first in every turn, then North." in told(number=0, before=begun).in_short
    assert waits in told(number=0, before=begun, seat=NORTH).in_short
    assert [RULES.reporting.ahead(begun, one) for one in (SOUTH, NORTH)] == ["", waits]
    later = facts.PlayerTurnBegan(turn=1, side=Side("north")).apply(begun)
    assert "South moves first in every turn, then you." in told(number=0, before=later, seat=NORTH).in_short
    assert [RULES.reporting.ahead(one, NORTH) for one in (later, mid_battle(), start("harrow-down"))] == ["", "", ""]


AIMS = {
    "points": "Holding each of West Farm and East Farm after the last turn is worth 3 points",
    "turn": "A side that is alone at both the bridge and the ford at the end of a turn wins.",
}


def test_aims_are_told_in_words() -> None:
    assert what_wins(start("two-farms")).startswith(AIMS["points"])
    assert what_wins(start("mill-ford")) == AIMS["turn"]
    assert what_wins(start("coutras")) == ""
    down = start("harrow-down")
    (goal,) = down.objectives
    last = msgspec.structs.replace(
        goal, hold="last", test="at once", from_turn=4, sides=(Side("south"),), need=1, points=2
    )
    assert what_wins(msgspec.structs.replace(down, objectives=(last,))) == (
        "If South was the last to be alone at Harrow Down at the end of a player turn from turn 4 on, it wins, and "
        "holding Harrow Down after the last turn is worth 2 points."
    )
    one, other = down.armies
    uneven = msgspec.structs.replace(down, armies=(one, msgspec.structs.replace(other, break_at=0)))
    assert how_it_ends(uneven).startswith(
        "South breaks when it has lost 4 units, North breaks when it has no units left. Otherwise"
    )


# --- whole battles ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_every_turn_of_whole_battles_is_told(name: str, seed: str) -> None:
    battle = fought(name, seed)
    for seat in (army.seat for army in start(name).armies):
        turns = list(battle.turns(seat))
        for turn in turns:
            one = RULES.reporting.tell(turn)
            events = [event for chapter in one.chapters for event in chapter.events]
            assert 1 <= len(one.in_short) <= BRIEFS + 2 * (turn.number == 0)
            assert all(sentence.endswith(".") and sentence[0].isupper() for sentence in one.in_short)
            assert all(event.text.endswith(".") or event.text.endswith("?") for event in events)
            untils = [event.until for event in events]
            assert untils == sorted(untils)
            assert not untils or 0 <= untils[0] <= untils[-1] <= len(turn.happenings)
            assert {row.code for row in (*one.mine, *one.seen)} == set(turn.after.units)
        last = RULES.reporting.tell(turns[-1])
        assert last.outcome is not None
        assert "battle" in last.in_short[0] or "won" in last.in_short[0]


def test_nobody_learns_what_the_other_has_ordered() -> None:
    """Orders, standing orders and refusals of the other side are in no happening, no report and no map of a seat."""
    battle = fought("harrow-down", "a")
    for seat in (SOUTH, NORTH):
        mine = side_of_seat(start("harrow-down"), seat)
        for turn in battle.turns(seat):
            for happening in turn.happenings:
                fact = happening.fact
                if isinstance(fact, facts.OrdersTaken | facts.Refused | facts.StandingOrderActed):
                    assert fact.side == mine
                elif isinstance(fact, Decided):
                    assert fact.ask.seat == seat
            assert set(turn.after.sheets) <= {mine}
            assert all(event.subject[0] == seat[0].upper() for event in RULES.reporting.tell(turn).not_done)


# --- the map ------------------------------------------------------------------------------------------------------


def test_the_map_shows_ground_units_and_what_is_to_be_held() -> None:
    made = chart(turn_of(number=0, before=start("mill-ford")))
    assert (made.width, made.depth, made.subtitle) == (3600, 3600, "at the start · South view")
    kinds = {one.id: one.kind for one in made.features}
    assert (kinds["bridge"], kinds["ford"], kinds["north-mill"]) == ("bridge", "ford", "town")
    assert next(one for one in made.features if one.kind == "road").half_width == 100
    assert {one.code: (one.symbol, one.look, one.strength) for one in made.bases} == {
        "S01": ("reiters", 1, "15"), "S02": ("pike-and-shot", 1, "8"), "N01": ("reiters", 2, "15"),
        "N02": ("pike-and-shot", 2, "8"),
    }  # fmt: skip
    assert {(one.kind, one.name) for one in made.areas} == {
        ("objective", ""), ("deployment", "South sets up"),
        ("deployment", "North sets up"), ("entry", ""),
    }  # fmt: skip
    assert next(one.shape for one in made.areas if one.kind == "entry" and one.look == 1) == (
        Spot(Hundredths(1450), Hundredths(0)), Spot(Hundredths(1850), Hundredths(0)),
    )  # fmt: skip
    assert made.objective_text == "objective: both the bridge and the ford"
    assert made.coming.startswith("S03 and S04 in turn 2")
    assert [(one.letter, one.lost, one.break_at, one.counted) for one in made.sides] == [
        ("S", 0, 3, "units"), ("N", 0, 3, "units"),
    ]  # fmt: skip


def test_fields_that_cover_like_a_town_look_like_fields() -> None:
    made = chart(turn_of(number=0, before=start("coutras"), seat=Seat("royal")))
    assert {one.id: one.kind for one in made.features}["warren"] == "field"


def test_the_map_of_a_turn_shows_its_arrows_its_fights_and_its_fallen() -> None:
    charge = facts.Charged(
        unit=S04, target=N02, face=Face.FRONT, start=pose(28.5, 6, 330), touch=pose(18, 27.9, 330),
        end=pose(18, 28), distance=Hundredths(1200),
    )  # fmt: skip
    made = chart(turn_of(charge, shot(out=True), facts.Eliminated(unit=N05, hits=15)))
    assert [(one.kind, one.code) for one in made.tracks] == [("charged", "S04"), ("shot", "S01")]
    assert made.tracks[0].path[-1] == Spot(Hundredths(1800), Hundredths(2800))
    assert (made.tracks[0].start, made.tracks[0].end) == (pose(28.5, 6), pose(18, 28))
    assert made.tracks[1].path == (Spot(Hundredths(1300), Hundredths(700)), Spot(Hundredths(1800), Hundredths(3000)))
    assert [(one.one, one.other, one.at) for one in made.touches] == [("S04", "N02", pose(18, 29).at)]
    assert [one.code for one in made.fallen] == ["N05"]
    assert {one.code: one.marks for one in made.bases}["S01"] == ("spent",)
    assert "N05" not in {one.code for one in made.bases}
    assert not [one for one in made.areas if one.kind == "deployment"]


def test_the_subtitle_tells_when() -> None:
    assert chart(turn_of()).subtitle == "after turn 2 of 15 · South view"
    north = msgspec.structs.replace(mid_battle(), active=Side("north"))
    assert chart(turn_of(before=north)).subtitle == "after South's half of turn 3 of 15 · South view"
    assert chart(turn_of(seat=Seat(""))).subtitle == "after turn 2 of 15"


def test_orders_are_drawn_as_they_would_be_carried_out() -> None:
    view = mid_battle()
    _, ask = first_ask()
    near: Unit = msgspec.structs.replace(view.units[N02], pose=pose(13, 18, 180))
    view = msgspec.structs.replace(view, units={**view.units, N02: near})
    sheet = Sheet(
        orders=(
            moving(S01, Hundredths(300)),
            Shoot(unit=S01, targets=(N02,)),
            moving(S04, Hundredths(1300)),
            Charge(unit=S01, target=N02),
            Hold(unit=StandId("S02")),
        )
    )
    tracks = drawn(view, ask, sheet)
    assert [(one.kind, one.code) for one in tracks] == [("moved", "S01"), ("shot", "S01")]
    assert tracks[0].end == pose(13, 9)
    assert tracks[1].path[0] == pose(13, 10).at
    placed = drawn(view, ask, SetUp(places=(Placed(S01, pose(14, 6)),)))
    assert [(one.code, one.end) for one in placed] == [("S01", pose(14, 6))]
    assert drawn(view, ask, None) == ()


def test_an_army_has_its_words() -> None:
    armies: tuple[Army, ...] = start("coutras").armies
    assert all(army.text for army in armies)
