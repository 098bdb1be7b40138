"""Switched rulings in what players are told: cited where they decided, and in words once a turn."""

from pathlib import Path

import msgspec
import pytest

from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId, Seat, StandId
from pbem.engine.reporting import Told
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.reports.letters import report_letter
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.state import facts
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.rulings import SWITCHABLE, TABLE, read_otherwise
from pbem.scenarios import BadScenario, load_scenario
from pbem.service.options import Options
from pbem.service.play.games import new_game
from tests.test_reports import report
from tests.told_battles import fought
from tests.web_offices import office

SCENARIOS = Path(__file__).parent.parent / "scenarios" / "snaphance"
SOUTH = Seat("south")
SWITCHED = {"SN-Q2": "one-pair", "SN-Q17": "adjusted", "SN-Q34": "one-round"}


def battle() -> Battle:
    """Harrow Down by other readings."""
    found: Battle | None = load_scenario("harrow-down", {"pace": "round"}).scenario.battle
    assert found is not None
    return msgspec.structs.replace(found, rulings=SWITCHED)


def turn(*happened: Fact[Battle], number: int = 1) -> SeatTurn[Battle]:
    """A turn of these facts."""
    before = now = battle()
    happenings: list[Happening[Battle]] = []
    for fact in happened:
        happenings.append(Happening(fact, now))
        now = fact.apply(now)
    return SeatTurn(SOUTH, number, before, now, tuple(happenings))


def told(*happened: Fact[Battle], number: int = 1) -> Told:
    """What it comes to."""
    return RULES.reporting.tell(turn(*happened, number=number))


def struck(*rules: str) -> facts.Struck:
    """A blow by these rules."""
    stands = sorted(battle().stands)
    return facts.Struck(
        stand=stands[0], enemy=stands[-1], terms=(facts.Term("strength", 1),), dice=(1,), hits=0,
        rules=tuple(RuleId(rule) for rule in rules),
    )  # fmt: skip


def test_a_switched_ruling_is_told_in_words_when_it_has_decided() -> None:
    found = told(struck("SN-10.1a", "SN-10.6b", "SN-Q17"), struck("SN-Q17", "SN-Q15"))
    assert found.readings == ((RuleId("SN-Q17"), TABLE["SN-Q17"].readings["adjusted"]),)
    (event,) = [event for chapter in found.chapters for event in chapter.events]
    assert RuleId("SN-Q17") in event.rules
    assert told(struck("SN-10.1a")).readings == ()


def test_the_first_report_lists_them_all() -> None:
    found = told(number=0)
    assert [rule for rule, _ in found.readings] == list(SWITCHED)


def test_a_letter_says_them_once() -> None:
    letter = report_letter(report(turn(struck("SN-Q17"), struck("SN-Q17")), None))
    sections = [section for section in letter.sections if section.title == "Rules of this battle that counted"]
    assert len(sections) == 1
    assert TABLE["SN-Q17"].readings["adjusted"] in str(sections[0])
    first = report_letter(report(turn(number=0), None))
    assert [section.title for section in first.sections].count("Rules of this battle") == 1
    plain = report_letter(report(turn(struck("SN-10.1a")), None))
    assert not [section for section in plain.sections if section.title.startswith("Rules of this battle")]


def test_the_end_of_a_wait_is_told_with_its_ruling() -> None:
    stand = next(iter(sorted(battle().stands)))
    found = told(facts.OpportunityEnded(stand=stand, rules=(RuleId("SN-Q34"),)))
    ((chapter,), (event,)) = (found.chapters, found.chapters[0].events)
    assert chapter.title == "End of the round"
    assert event.text.endswith("waited no longer.")
    assert event.rules == (RuleId("SN-Q34"),)


def test_a_stand_that_could_not_rally_is_not_said_to_have_rallied() -> None:
    stand = StandId(min(battle().stands))
    found = told(facts.Rallied(stand=stand, acts=False, stays=True))
    assert next(e.text for c in found.chapters for e in c.events).endswith("could not rally.")


def test_a_tie_that_is_not_thrown_again_says_whose_turn_it_is() -> None:
    one, other = battle().armies
    groups = {army.id: next(g for g, group in sorted(battle().groups.items()) if group.side == army.id)
              for army in (one, other)}  # fmt: skip
    off = facts.DiceOff(groups=groups, dice={one.id: (3, 3), other.id: (4, 2)}, bonus={}, winner=other.id)
    on = facts.GroupActivated(side=other.id, group=groups[other.id], activation=1, contested=True)
    moved = facts.Disordered(stand=min(battle().stands), cause="a test")
    assert f"the turn is {other.name}'s (SN-Q8)" in told(off, on, moved).chapters[0].note


def test_readings_are_public_and_survive_the_journal() -> None:
    whole = battle()
    assert RULES.state.view(whole, SOUTH).rulings == SWITCHED
    assert msgspec.json.decode(msgspec.json.encode(whole), type=Battle).rulings == SWITCHED


@pytest.mark.parametrize("place", [1, 2])
def test_a_battle_by_all_the_other_readings_comes_to_its_end_and_tells_them(place: int) -> None:
    rulings = tuple((str(ruling), names[min(place, len(names) - 1)]) for ruling, names in SWITCHABLE.items())
    told_of: set[str] = set()
    cited: set[str] = set()
    for one, _ in fought("readings", rulings=rulings).turns(SOUTH):
        found = RULES.reporting.tell(one)
        numbers = [int(rule.removeprefix("SN-Q")) for rule, _ in found.readings]
        assert numbers == sorted(set(numbers))
        told_of |= {rule for rule, _ in found.readings if one.number}
        cited |= {rule for chapter in found.chapters for event in chapter.events for rule in event.rules}
    assert one.after.ended is not None
    assert len(told_of) > 5
    assert told_of == cited & set(dict(rulings))


# --- in a scenario file and on the web ------------------------------------------------------------------------------


def scenario_file(home: Path, rulings: str) -> Path:
    """Harrow Down with these rulings."""
    for name in ("harrow-down.yaml", "army-list.yaml"):
        (home / name).write_text((SCENARIOS / name).read_text())
    path = home / "harrow-down.yaml"
    path.write_text(f"{path.read_text()}\nrulings:\n{rulings}")
    return path


def test_a_file_switches_rulings_and_the_armies_go_by_them(tmp_path: Path) -> None:
    usual = load_scenario("harrow-down").scenario.battle
    path = scenario_file(tmp_path, "  SN-Q15: once\n  SN-Q2: pairs\n  SN-Q39: exceeded\n")
    switched = load_scenario(path).scenario.battle
    assert usual is not None
    assert switched is not None
    assert switched.rulings == {"SN-Q15": "once", "SN-Q39": "exceeded"}
    assert [army.break_at for army in switched.armies] == [army.break_at + 1 for army in usual.armies]


def test_a_battle_set_up_is_read_otherwise_as_its_file_would_have_been(tmp_path: Path) -> None:
    usual = load_scenario("harrow-down").scenario.battle
    assert usual is not None
    rulings = {"SN-Q1": "four", "SN-Q39": "exceeded", "SN-Q41": "mounted", "SN-Q2": "pairs"}
    text = "".join(f"  {ruling}: {name}\n" for ruling, name in rulings.items())
    switched = load_scenario(scenario_file(tmp_path, text)).scenario.battle
    assert read_otherwise(usual, rulings) == switched != usual
    assert read_otherwise(read_otherwise(usual, rulings), {}) == usual


def test_a_wrong_reading_is_told_with_its_line(tmp_path: Path) -> None:
    path = scenario_file(tmp_path, "  SN-Q15: once\n  SN-Q17: twice\n  SN-Q61: two\n")
    line = path.read_text().splitlines().index("  SN-Q17: twice") + 1
    with pytest.raises(BadScenario) as refused:
        load_scenario(path)
    one, other = refused.value.faults
    assert f"line {line}" in one
    assert "SN-Q17 has no reading 'twice'; there are: bare (" in one
    assert f"line {line + 1}" in other
    assert "SN-Q61 has one reading only" in other


def test_the_page_of_a_game_lists_what_its_battle_reads_otherwise(tmp_path: Path) -> None:
    path = scenario_file(tmp_path, "  SN-Q15: once\n")
    with office(tmp_path) as desk:
        game = new_game(desk.services, str(path), {SOUTH: desk.ines, Seat("north"): None}, Options(), seed=b"otherwise")
        page = desk.visitor(desk.ines).get(f"/g/{game}?tab=report").text
    assert "Special rules of this battle" in page
    assert TABLE["SN-Q15"].readings["once"] in page
    assert '<a href="/rules/snaphance/id/SN-Q15">SN-Q15</a>' in page
