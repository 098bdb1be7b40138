"""What an umpire forbids, allows, adds and sets for a battle: legality reads it, and sides hear of their own."""

from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from pbem.engine.ids import UMPIRE, Seat, Seq, Side, StandId
from pbem.engine.journal import Line, Opened, Story, story_of
from pbem.engine.ruleset import Happening, RuleSet, SeatTurn
from pbem.engine.rulings.reading import RulingRead, forms, read_ruling
from pbem.engine.table.measures import Tenths
from pbem.rulesets import rule_sets
from pbem.rulesets.armatys.asks import AskPacket as ArmatysAsk
from pbem.rulesets.armatys.asks import Packet as ArmatysPacket
from pbem.rulesets.armatys.fighting.aiming import Objection, objection
from pbem.rulesets.armatys.fighting.fire import as_they_close
from pbem.rulesets.armatys.fighting.seeing import sees as armatys_sees
from pbem.rulesets.armatys.morale.resting import barred as rest_barred
from pbem.rulesets.armatys.playing.ending import ended as armatys_ended
from pbem.rulesets.armatys.playing.ending import lost as armatys_lost
from pbem.rulesets.armatys.playing.policies import rests
from pbem.rulesets.armatys.state.orders import RestOrder
from pbem.rulesets.armatys.state.units import Charge as ChargeMade
from pbem.rulesets.fornovo.fighting.planning import judge
from pbem.rulesets.fornovo.moving.refusals import Refusal
from pbem.rulesets.fornovo.moving.seeing import sees as fornovo_sees
from pbem.rulesets.fornovo.playing import rallying
from pbem.rulesets.fornovo.playing.ending import ended as fornovo_ended
from pbem.rulesets.fornovo.playing.ending import lost as fornovo_lost
from pbem.rulesets.fornovo.state.asks import AskPacket as FornovoAsk
from pbem.rulesets.fornovo.state.asks import Packet as FornovoPacket
from pbem.rulesets.fornovo.state.orders import FireOrder
from pbem.rulesets.onehour.battle import Victory
from pbem.rulesets.onehour.commands import Charge
from pbem.rulesets.onehour.fighting.shooting import aim
from pbem.rulesets.onehour.moving.charging import charge
from pbem.rulesets.onehour.moving.moves import may_move as may_march
from pbem.rulesets.onehour.playing.ending import outcome_now, points_of
from pbem.rulesets.snaphance.fighting.opponents import may_attack
from pbem.rulesets.snaphance.fighting.shooting import may_fire
from pbem.rulesets.snaphance.moving.movement import may_move
from pbem.rulesets.snaphance.playing.rounds import end_round
from pbem.rulesets.snaphance.special.fog import fogged
from pbem.scenarios import load_scenario
from tests.web_offices import NORTH, SOUTH

TURN = {"snaphance": "round", "onehour": "turn", "armatys": "bound", "fornovo": "turn"}
"""What a turn is called, in words and in the battle."""
HIDERS = ("snaphance", "onehour", "armatys")
"""Rule sets that hide units."""
S04, N02, N05 = StandId("S04"), StandId("N02"), StandId("N05")


ENDED: dict[str, Any] = {"armatys": armatys_ended, "fornovo": fornovo_ended, "onehour": outcome_now}
"""Whether a battle is over at the end of a turn."""


class Field(NamedTuple):
    """A battle as it begins."""

    rules: RuleSet[Any]
    battle: Any
    story: Story

    def read(self, text: str) -> RulingRead:
        assert self.rules.rulings is not None
        return read_ruling(self.rules.rulings, self.battle, text)

    def ruled(self, text: str) -> Any:
        """The battle after a ruling."""
        read = self.read(text)
        assert read.problems == ()
        return read.battle

    def told(self, text: str, seat: Seat) -> str:
        """What a seat's report says of it."""
        battle, happenings = self.battle, []
        for fact in self.read(text).facts:
            learned = self.rules.state.learned(fact, battle, seat)
            if learned is not None:
                happenings.append(Happening(learned, self.rules.state.view(battle, seat)))
            battle = fact.apply(battle)
        before, after = (self.rules.state.view(one, seat) for one in (self.battle, battle))
        told = self.rules.reporting.tell(SeatTurn(seat, 1, before, after, tuple(happenings)))
        return " ".join(event.text for chapter in told.chapters for event in chapter.events)


@cache
def field(rules: str, **options: str) -> Field:
    made = rule_sets()[rules]
    begun = load_scenario(f"{rules}/harrow-down", options).scenario
    body: Opened[Any] = Opened(
        rules=rules, rules_version=made.version, title="", seats=begun.seats, commitment="", battle=begun.battle
    )
    return Field(made, begun.battle, story_of((Line(Seq(1), "game", body),)))


NEAR = {
    "snaphance": "S01 at 0606 facing 12\nS02 at 0106\nN02 at 0710\nN05 at 0605 facing 6",
    "onehour": "S01 at 18,20 facing 0\nS02 at 3,3\nN02 at 3,32\nN05 at 18,24.5 facing 180",
    "armatys": "S01 at 44,2 facing 0\nN05 at 44,6 facing 180\nS02 at 3,3\nN02 at 3,33",
    "fornovo": "S01 at 44,8 facing 0\nN03 at 44,12 facing 180\nS02 at 3,4\nN02 at 3,28",
}
"""S01, foot, before N05 (of three units N03), horse, and no other unit near."""
BARRED = {"armatys": "\nfog 2"}
"""What else bars a charge of it there."""


def near(rules: str, text: str = "") -> str:
    """S01 and the enemy before it put there, and more lines, which name the enemy N05."""
    more = text.replace("N05", "N03") if rules == "fornovo" else text
    return f"{NEAR[rules]}\n{more}".strip()


def in_inches(rules: str, battle: Any, act: str) -> str:
    """The same where sides write sealed orders: as they are judged when they are written, and when a shot is aimed."""
    read, enemy = rule_sets()[rules].reading, "N03" if rules == "fornovo" else "N05"
    ask: Any = (
        ArmatysAsk(seat=SOUTH, default=ArmatysPacket(), side=Side(SOUTH), bound=battle.bound) if rules == "armatys"
        else FornovoAsk(seat=SOUTH, default=FornovoPacket(), side=Side(SOUTH), turn=battle.turn)
    )  # fmt: skip
    line = {"charge": f"S01 charge {enemy}", "move": "S01 forward 1", "shoot": f"S01 fire {enemy}"}[act]
    got = read(battle, ask, line)
    written = "; ".join(one.reason for one in got.problems)
    if act != "shoot":
        return written
    one, other = battle.units[StandId("S01")], battle.units[StandId(enemy)]
    aimed = objection(battle, one, other) if rules == "armatys" else judge(battle, FireOrder(1, one.id, other.id))
    barred = isinstance(aimed, Objection | Refusal)
    assert bool(written) is barred  # the check when it is written, and the turn when it is played
    return written


def why_not(rules: str, battle: Any, act: str) -> str:
    """Why S01 may not charge N05, move or shoot; '' where it may."""
    unit = StandId("S01")
    if rules in {"armatys", "fornovo"}:
        return in_inches(rules, replace(battle, **{TURN[rules]: max(1, getattr(battle, TURN[rules]))}), act)
    if rules == "snaphance":
        got: Any = {
            "charge": may_attack(battle, unit, N05), "move": may_move(battle, unit, again=False),
            "shoot": may_fire(battle, unit, N05),
        }[act]  # fmt: skip
        return getattr(got, "why", "")

    battle = replace(battle, active="south", phase="orders")
    found = {
        "charge": charge(battle, Charge(unit=unit, target=N05)),
        "move": may_march(battle, battle.units[unit]),
        "shoot": aim(battle, unit, N05),
    }[act]
    return "; ".join(one.why for one in getattr(found, "objections", found if isinstance(found, list) else ()))


@pytest.mark.parametrize("rules", sorted(NEAR))
@pytest.mark.parametrize("act", ["move", "shoot"])
def test_what_is_forbidden_is_refused_until_the_round_named_is_over(rules: str, act: str) -> None:

    made, turn = field(rules), TURN[rules]
    assert why_not(rules, made.ruled(near(rules)), act) == ""
    battle = made.ruled(near(rules, f"forbid S01 {act} until {turn} 2"))
    assert "the umpire forbids it" in why_not(rules, battle, act)
    assert why_not(rules, replace(battle, **{turn: 2}), act)
    assert why_not(rules, replace(battle, **{turn: 3}), act) == ""
    assert why_not(rules, made.ruled(near(rules, f"forbid S01 {act}\nfree S01 {act}")), act) == ""


@pytest.mark.parametrize("rules", sorted(NEAR))
def test_what_is_allowed_is_taken_though_the_rules_bar_it_against_that_enemy_alone(rules: str) -> None:
    made, more = field(rules), BARRED.get(rules, "")
    assert why_not(rules, made.ruled(near(rules, more)), "charge")
    assert why_not(rules, made.ruled(near(rules, f"{more}\nallow S01 charge N02")), "charge")
    assert why_not(rules, made.ruled(near(rules, f"{more}\nallow S01 charge N05")), "charge") == ""
    again = made.ruled(near(rules, f"{more}\nallow S01 charge N05\nforbid S01 charge"))
    assert "umpire forbids" in why_not(rules, again, "charge")


@pytest.mark.parametrize("rules", sorted(NEAR))
def test_a_word_is_in_its_own_sides_view_and_report_alone(rules: str) -> None:
    made = field(rules)
    battle, view = made.ruled("forbid S02 charge N02"), made.rules.state.view
    assert [one.unit for one in view(battle, SOUTH).umpires_words] == ["S02"]
    assert view(battle, NORTH).umpires_words == ()
    for seat in (SOUTH, UMPIRE):
        assert "may not charge" in made.told("forbid S02 charge N02", seat)
    assert made.told("forbid S02 charge N02", NORTH) == ""


@pytest.mark.parametrize("rules", HIDERS)
def test_where_units_are_hidden_a_word_names_no_enemy_that_its_side_does_not_know(rules: str) -> None:
    made = field(rules, sight="hidden")
    battle = made.ruled("forbid S04 charge N05\nforbid S04 move")
    assert [one.act for one in made.rules.state.view(battle, SOUTH).umpires_words] == ["move"]
    assert "N05" not in made.told("forbid S04 charge N05", SOUTH)


@pytest.mark.parametrize(
    ("rules", "text", "told"),
    [
        ("snaphance", "last round 12", "The battle ends after round 12."),
        ("snaphance", "fog 3 until round 4", "Fog: in rounds 1, 2, 3 and 4 no unit sees, shoots at or charges"),
        ("snaphance", "fog 3\nfog lifts", "The fog lifts."),
        ("onehour", "last turn 12", "The battle ends after turn 12."),
        ("armatys", "last bound 12", "The battle ends after bound 12."),
        ("fornovo", "last turn 12", "The battle ends after turn 12."),
        (
            "armatys",
            "fog 6 until bound 3",
            "Fog: until the end of bound 3 no unit sees, fires at or charges an enemy",
        ),
        ("fornovo", "fog 6\nfog lifts", "The fog lifts."),
        ("fornovo", "break South", "South counts as broken"),
        ("armatys", "points South +2", "South has lost 2 points more by ruling."),
        ("fornovo", "general SC1 dead", "is out of the battle"),
        ("armatys", "general SG1 dead", "the colonel is dead"),
        ("armatys", "S01 at 20,9, counters 2, figures 20", "is at 20,9, facing 0, with 2 counters, by ruling."),
        ("fornovo", "S01 at 20,9, shaken, figures 12", "is at 20,9, facing 0, with 12 figures, shaken, by ruling."),
    ],
)
def test_both_sides_hear_what_is_ruled_for_the_whole_battle(rules: str, text: str, told: str) -> None:
    made = field(rules)
    for seat in (SOUTH, NORTH):
        assert told in made.told(text, seat)


@pytest.mark.parametrize(
    ("rules", "text", "said"),
    [
        ("fornovo", "S01 disordered\nS01 good order", ("S01 disordered", "S01 in order")),
        ("fornovo", "forbid S01 charge N01 until round 6", ("forbid S01 charge N01 until turn 6",)),
        ("armatys", "last round 12", ("last bound 12",)),
        ("onehour", "remove S01", ("S01 removed",)),
        ("snaphance", "rule remove s01.", ("S01 removed",)),
    ],
)
def test_words_of_other_rules_for_the_same_are_read(rules: str, text: str, said: tuple[str, ...]) -> None:
    assert field(rules).read(text).said == said


@pytest.mark.parametrize("rules", HIDERS)
def test_visibility_is_ruled_where_units_are_hidden(rules: str) -> None:
    text = "visibility 4"
    assert "no unit is hidden" in field(rules).read(text).problems[0].reason
    made = field(rules, sight="hidden")
    assert made.ruled(text).sights.visibility in {4, 400}
    assert "as far as 4" in made.told(text, SOUTH)


def test_fog_that_was_ruled_bars_shots_and_goes_when_it_lifts() -> None:

    made = field("snaphance")
    stands = made.battle.stands
    ends = (stands[S04].hex, stands[N05].hex)

    foggy = replace(made.ruled("fog 3 until round 2"), round=1)
    assert "cannot see so far" in fogged(foggy, *ends)
    assert fogged(made.ruled("fog 3 until round 2\nfog lifts"), *ends) == ""


def test_points_are_ruled_where_a_battle_is_judged_by_them() -> None:

    made = field("onehour")
    assert "not judged by points" in made.read("points South +2").problems[0].reason
    made = made._replace(battle=replace(made.battle, victory=Victory(by="points")))
    battle = made.ruled("points South +3\npoints South -1")
    assert points_of(battle, "south") - points_of(made.battle, "south") == 2  # type: ignore[arg-type]  # a side
    assert "South has +3 points by ruling." in made.told("points South +3", NORTH)


@pytest.mark.parametrize(
    ("rules", "text", "after"),
    [
        ("snaphance", "add S99 like S04 at 0304 facing 2, strength 2", "S99 at 0304, facing 2, strength 2"),
        ("snaphance", "add n09 Horse at 0304", "N09 at 0304, facing 12, strength"),
        ("onehour", "add S99 like S04 at 24,18 facing 90", "S99 at 24,18, facing 90, hits 0"),
        ("onehour", "add N09 swordsmen at 24,18", "N09 at 24,18, facing 0, hits 0"),
        ("armatys", "add S99 like S04 at 24,18 facing 90", "S99 at 24,18, facing 90, 12 figures"),
        ("fornovo", "add S99 like S03 at 24,18 facing 90", "S99 at 24,18, facing 90, 8 figures"),
    ],
)
def test_a_unit_is_added(rules: str, text: str, after: str) -> None:
    made = field(rules)
    battle = made.ruled(text)
    assert made.rules.rulings is not None
    code = text.split()[1].upper()
    assert made.rules.rulings.describe(battle, code).startswith(after)
    side = SOUTH if code[0] == "S" else NORTH
    assert code in made.told(text, side)


@pytest.mark.parametrize(
    ("rules", "text", "reason"),
    [
        ("snaphance", "add S04 horse at 0304", "there is a unit S04 already"),
        ("snaphance", "add X09 horse at 0304", "is of no side"),
        ("snaphance", "add S09 elephants at 0304", "there is no 'elephants'"),
        ("snaphance", "add S09 like N04 at 0304", "of the other side"),
        ("onehour", "add S09 elephants at 3,4", "there is no 'elephants'"),
        ("armatys", "add S09 horse at 3,4", "name the unit that it is like"),
        ("snaphance", "forbid S04 dance", "what can be forbidden is: move, charge, fire, rally"),
        ("snaphance", "forbid S44 charge", "there is no unit S44"),
        ("snaphance", "allow S04 charge", "say whom it may charge"),
        ("snaphance", "allow S04 rally", "what can be allowed is: charge"),
        ("snaphance", "free S04 charge", "nothing is forbidden or allowed"),
        ("snaphance", "fog 3 until round 99", "fog lasts until"),
        ("snaphance", "last round 0", "round 0 is over"),
    ],
)
def test_what_cannot_be_ruled_is_refused_with_its_reason(rules: str, text: str, reason: str) -> None:
    (problem,) = field(rules).read(text).problems
    assert reason in problem.reason


@pytest.mark.parametrize("rules", ["snaphance", "onehour", "armatys", "fornovo"])
def test_the_help_names_a_kind_where_a_kind_will_do(rules: str) -> None:
    made = field(rules)
    assert made.rules.rulings is not None
    (form,) = [one for one, _told, _example in forms(made.rules.rulings) if one.startswith("add ")]
    (problem,) = made.read("add N98 elephants at 3,4").problems
    if "<kind>" in form:
        assert "there are" in problem.reason
    else:
        assert problem.suggestions == ("rule add N98 like N01 at 24,18",)


# --- what a side sees ---------------------------------------------------------------------------------------------

APART = {
    "snaphance": ("N05 at 1001", "N05 at 0905", "report to South: horse at 0605", "0605"),
    "onehour": ("N05 at 33,34", "N05 at 28.5,9", "report to South: horse at 20,20", "20,20"),
    "armatys": ("N05 at 38,34", "N05 at 35,12", "report to South: horse at 20,20", "20,20"),
}
"""Where N05 is far from every enemy; where it is near S04; a report."""


def after(made: Field, text: str) -> Any:
    """The battle after a ruling, and after all that is noticed of it."""
    battle = made.ruled(text)
    before = made.battle
    while noticed := made.rules.course.notice(before, battle):
        before = battle
        for fact in noticed:
            battle = fact.apply(battle)
    return battle


def begun(rules: str) -> Field:
    """Hidden, in its first turn, N05 far off; visibility is little."""
    made = field(rules, sight="hidden")
    turn: dict[str, Any] = {TURN[rules]: 1}
    if rules == "onehour":
        turn |= {"phase": "orders", "active": "south"}
    made = made._replace(battle=replace(made.battle, **turn))
    return made._replace(battle=after(made, f"visibility 6\n{APART[rules][0]}"))


@pytest.mark.parametrize("rules", sorted(APART))
def test_a_unit_is_shown_to_a_side_until_a_turn_is_over(rules: str) -> None:
    made, turn = begun(rules), TURN[rules]
    assert N05 not in made.battle.sights.of("south").seen
    shown = after(made, f"show N05 to South until {turn} 2")
    assert shown.sights.of("south").seen[N05].grade == "known"
    assert N05 in getattr(made.rules.state.view(shown, SOUTH), UNITS[rules])
    later = made._replace(battle=replace(shown, **{turn: 3}))
    assert N05 not in after(made._replace(battle=shown), f"hide N05 from South until {turn} 2").sights.of("south").seen
    assert made.rules.course.notice(shown, later.battle)
    assert made.told("show N05 to South", NORTH) == made.told("show N05 to South", SOUTH) == ""
    assert "South sees N05" in made.told("show N05 to South", UMPIRE)


UNITS = {"snaphance": "stands", "onehour": "units", "armatys": "units"}


@pytest.mark.parametrize("rules", sorted(APART))
def test_a_unit_is_hidden_from_a_side_unless_it_gave_itself_away(rules: str) -> None:
    made = begun(rules)
    near = made._replace(battle=after(made, APART[rules][1]))
    assert N05 in near.battle.sights.of("south").seen
    gone = after(near, "hide N05 from South")
    assert N05 not in gone.sights.of("south").seen
    assert near.battle.sights.of("south").seen[N05].name in gone.sights.of("south").ghosts
    fought = replace(near.battle, sights=replace(near.battle.sights, shown=(N05,)))
    assert N05 in after(near._replace(battle=fought), "hide N05 from South").sights.of("south").seen


@pytest.mark.parametrize("rules", sorted(APART))
def test_a_report_is_on_one_sides_map_and_is_taken_back(rules: str) -> None:
    made, line, place = begun(rules), APART[rules][2], APART[rules][3]
    mine = made.battle.sights.of("south")
    battle, name = after(made, line), f"?{len(mine.tokens) + 1}"
    assert battle.sights.of("south").ghosts.keys() - mine.ghosts.keys() == {name}
    assert f"horse ({name}) were reported at {place}" in made.told(line, SOUTH)
    assert made.told(line, NORTH) == ""
    assert battle.sights.of("north") == made.battle.sights.of("north")
    told = made._replace(battle=battle)
    assert name not in after(told, f"withdraw {name} from South").sights.of("south").ghosts
    assert "was not reported" in told.read("withdraw ?99 from South").problems[0].reason
    again = told.ruled(line).sights.of("south")
    assert f"?{len(mine.tokens) + 2}" in again.ghosts


def test_where_no_unit_is_hidden_nothing_is_shown_or_reported() -> None:
    for line in ("show N05 to South", "report to South: horse at 0605", "withdraw ?1 from South"):
        assert "no unit is hidden" in field("snaphance").read(line).problems[0].reason


# --- what a unit does of itself -----------------------------------------------------------------------------------


def test_a_unit_that_may_not_rest_loses_no_counter() -> None:
    made = field("armatys")
    for text, barred in (("S01 counters 2", False), ("S01 counters 2\nforbid S01 rest", True)):
        battle = made.ruled(text)
        order = RestOrder(1, StandId("S01"), "recover")
        assert bool(rest_barred(battle, order, ())) is barred
        assert any(one.unit == "S01" for one in rests(battle, frozenset())) is not barred


def test_a_unit_that_may_not_fire_does_not_fire_at_who_charges_it_either() -> None:
    made = field("armatys")
    for text, barred in (("", False), ("forbid S01 fire", True)):
        battle = made.ruled(near("armatys", text))
        charger = replace(battle.units[N05], charge=ChargeMade(StandId("S01"), Tenths(0), passed=True))
        shot = as_they_close(replace(battle, units={**battle.units, N05: charger}), battle.units["S01"], charger)
        assert isinstance(shot, Objection) is barred


def test_a_unit_that_may_not_rally_is_not_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    tested: list[StandId] = []
    monkeypatch.setattr(rallying.tests, "rally", lambda play, unit: tested.append(unit))
    for text, due in (("S01 routed", ["S01"]), ("S01 routed\nforbid S01 rally", [])):
        battle = field("fornovo").ruled(text)
        battle = replace(battle, units={**battle.units, "S01": replace(battle.units["S01"], rout_moves=1)})
        tested.clear()
        rallying.rallies(SimpleNamespace(battle=battle), SimpleNamespace())  # type: ignore[arg-type]  # all it reads
        assert tested == due


# --- how a battle ends ---------------------------------------------------------------------------------------------


def test_a_broken_army_is_beaten_as_its_round_ends_in_snaphance() -> None:
    ended: list[Any] = []
    battle = replace(field("snaphance").ruled("break South"), round=3)
    end_round(SimpleNamespace(battle=battle, record=ended.append))  # type: ignore[arg-type]  # all that it uses
    assert [type(one).__name__ for one in ended] == ["SideBroken", "BattleEnded"]
    assert (ended[0].side, ended[1].winner) == ("south", "north")


@pytest.mark.parametrize("rules", ["armatys", "fornovo", "onehour"])
def test_a_broken_army_is_beaten_as_its_turn_ends_and_a_last_turn_ends_the_battle(rules: str) -> None:
    made, ended = field(rules), ENDED[rules]
    turn = {TURN[rules]: 3} | ({"active": "north", "side_order": ("south", "north")} if rules == "onehour" else {})
    assert ended(replace(made.battle, **turn)) is None
    over = ended(replace(made.ruled("break South"), **turn))
    assert over is not None
    assert over.winner == "north"
    assert ended(replace(made.ruled(f"last {TURN[rules]} 3"), **turn)) is not None


@pytest.mark.parametrize(("rules", "lost"), [("armatys", armatys_lost), ("fornovo", fornovo_lost)])
def test_points_by_ruling_count_as_lost_and_never_below_none(rules: str, lost: Any) -> None:
    made = field(rules)
    assert lost(made.ruled("points South +2"), SOUTH) == 2
    assert lost(made.ruled("points South -3"), SOUTH) == 0


@pytest.mark.parametrize("rules", ["armatys", "fornovo"])
def test_fog_bars_sight_until_its_turn_is_over_or_it_lifts(rules: str) -> None:
    made, turn = field(rules), TURN[rules]
    sees = armatys_sees if rules == "armatys" else fornovo_sees
    enemy = N05 if rules == "armatys" else StandId("N03")

    def seen(text: str, now: int) -> bool:
        battle = replace(made.ruled(near(rules, text)), **{turn: now})
        return bool(sees(battle, battle.units[StandId("S01")], battle.units[enemy]))

    foggy = f"fog 2 until {turn} 2"
    assert [seen(foggy, now) for now in (1, 2, 3)] == [False, False, True]
    assert seen(f"{foggy}\nfog lifts", 1)
