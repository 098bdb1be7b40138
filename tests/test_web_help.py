"""The help of the order language: its examples are read by the rules, and so is any line a reader tries."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.ruleset import RuleSet
from pbem.rulesets import rule_set, rule_sets
from pbem.service.play.rehearsals import LONGEST, UNTRIED, TriedLine, examples, grounds, tried
from pbem.web.reference import helping
from tests.toyrules import TOY
from tests.web_offices import Office, office, plain

SNAPHANCE = rule_set("snaphance")
NOT_AT_FIRST = {
    "snaphance": {
        "S05 rally, hold": "it is not disordered",
        "S02 leave town 0507": "only a combat stand in a town leaves it so; others march out",
        "S03 enter, forward 0608": "it is on the board already",
        "S01 at 0609 face 12": "stands are set up before round 1 only",
        "deploy as scenario": "stands are set up before round 1 only",
    },
    "onehour": {
        "S04 charge N02": "it would have to run 23.48 inches of its 12",
        "S01 turn to N04": "N04 is not attacking it",
        "S03 enter 16.5,0, forward 4": "S03 is on the table already",
        "S01 at 12,4 facing 0": "units are set up before the first turn only",
        "deploy as sample": "units are set up before the first turn only",
        "army roll": "no army is drawn now",
    },
    "armatys": {
        "S01 charge N02": "another unit stands in the way",
        "S01 face N02": (
            "it is in melee: a unit attacked only in flank or rear may `face` an enemy, and nothing else (N02)"
        ),
        "S01 cross": "there is no bridge on this table",
        "S06 mount": "it cannot change so, or has no time left for it: a change takes half a move",
        **dict.fromkeys(
            ("S07 limber", "S07 unlimber", "S07 push 1", "S07 man the gun"),
            "you have no S07; your units are S01, S02, S03, S04, S05 and S06",
        ),
        "S01 fix bayonets": "it has no plug bayonets to fix, or to take off",
        "S01 unfix bayonets": "it has no plug bayonets to fix, or to take off",
        "S11 rejoin S01": "you have no S11; your units are S01, S02, S03, S04, S05 and S06",
        "S01 rest": "it has no counters to lose",
        "S04 reload": "its pistols are loaded, or it has none to load",
    },
    "fornovo": {
        "S01 charge N02": "that enemy is out of its reach",
        "S03 evade left 20": "only skirmishers, and light horse in two ranks, evade",
        "S01 form 8 files": (
            "only a unit of one block changes its frontage, to as many files as it has figures at most"
        ),
        "S01 form line": "only foot in close order forms square, once",
        **dict.fromkeys(
            ("W01 enter west farm", "W01 emerge north"), "you have no W01; your units are S01, S02 and S03"
        ),
        **dict.fromkeys(
            ("S07 unlimber", "S07 limber", "S07 push 2"), "you have no S07; your units are S01, S02 and S03"
        ),
        **dict.fromkeys(("S06 mount", "S06 dismount"), "you have no S06; your units are S01, S02 and S03"),
        **dict.fromkeys(("S02 plant stakes", "S02 lift stakes"), "it carries no stakes"),
        **dict.fromkeys(("S01 fix bayonets", "S01 unfix bayonets"), "it has no plug bayonets to fix or take off"),
        **dict.fromkeys(
            ("S01 break hedge", "S01 loophole hedge"),
            "the hedgerow must be broken down or loopholed first, by foot that stands at it",
        ),
        **dict.fromkeys(("W05 hitch", "W05 unhitch"), "you have no W05; your units are S01, S02 and S03"),
        "S01 exchange pikes for halberds": "only mixed regulars in good morale exchange ranks, in combat",
        "SC1 detach, to 24,6": (
            "a general joins a unit of his side on the table, and leaves it before he rides elsewhere"
        ),
    },
    "campaign": {"S1 mend bridge Mill": "the bridge Mill is whole"},
}
"""Examples of what no unit may do before the first round."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.mark.parametrize("rules", rule_sets().values(), ids=lambda rules: rules.name)
def test_every_example_is_read_by_the_rules_and_nearly_all_are_taken(desk: Office, rules: RuleSet[Any]) -> None:
    tries = examples(desk.services, rules)
    assert set(tries) == {one.example for one in rules.language.verbs.verbs if one.example and one.kind not in UNTRIED}
    refused = {line: one.reading.problems[0].reason for line, one in tries.items() if not one.taken}
    assert refused == NOT_AT_FIRST[rules.name]


@pytest.mark.parametrize("rules", rule_sets().values(), ids=lambda rules: rules.name)
def test_the_page_shows_how_each_example_is_read(desk: Office, rules: RuleSet[Any]) -> None:
    words = plain(desk.visitor().get(f"/help/orders/{rules.name}").text)
    for line, one in examples(desk.services, rules).items():
        for order in one.reading.understood:
            assert f"Understood: {order.code} {order.order}" in unescape(words), line
        for problem in one.reading.problems:
            assert f"Not at the beginning of this battle: {problem.reason}".casefold() in unescape(words).casefold(), (
                line
            )


def test_the_way_to_try_an_example_leads_to_its_reading(desk: Office) -> None:
    visitor = desk.visitor()
    page = visitor.get("/help/orders").text
    links = {unescape(one) for one in re.findall(r'href="(/help/orders/snaphance\?[^"#]*)#try"', page)}
    assert len(links) >= len(examples(desk.services, SNAPHANCE))
    for link in links:
        answer = visitor.get(link)
        assert answer.status_code == 200
        assert re.search(r'role="status".*?(Understood:|Not taken:)', answer.text, re.DOTALL), link


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("S01 forward 0507", "Understood: S01 forward 0507"),
        ("S01 forward 0101", "Not taken: "),
        ("S01 chrage N01", "Did you mean &#34;charge&#34;?"),
        ("ready", "a word about your orders"),
        ("how do you do", "Nothing in it is an order"),
        ("<b>S01</b>", "&lt;b&gt;S01&lt;/b&gt;"),
        ("S01 hold\nS02 hold", "Understood: S01 hold"),
    ],
)
def test_any_line_may_be_tried(desk: Office, line: str, said: str) -> None:
    answer = desk.visitor().client.get("/help/orders", query_string={"line": line, "on": "snaphance/harrow-down"})
    assert answer.status_code == 200
    told = plain(answer.text)
    told = told[told.index("Try a line") : told.index("Orders to stands")]
    assert said in told
    assert "S02 hold" not in told


def test_a_line_is_read_on_the_battle_that_is_named(desk: Office) -> None:
    def read(line: str, name: str = "") -> TriedLine:
        found = tried(desk.services, SNAPHANCE, line, name)
        assert found is not None
        return found

    assert [one.name for one in grounds(desk.services, SNAPHANCE)] == [
        f"snaphance/{one}" for one in SNAPHANCE.course.showcase.grounds
    ]
    assert read("S03 opportunity", "snaphance/lutzen").taken
    assert not read("S03 opportunity", "snaphance/harrow-down").taken
    assert read("S01 hold", "../../etc/passwd").ground.name == "snaphance/harrow-down"
    assert len(read("x" * 5000).line) == LONGEST


def test_each_rule_set_has_its_page_and_old_links_lead_to_the_first(
    desk: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helping, "rule_sets", lambda: {"snaphance": SNAPHANCE, "toy": TOY})
    visitor = desk.visitor()
    listed = visitor.get("/help").text
    assert re.findall(r'href="(/help/orders/[^"]+)"', listed) == ["/help/orders/snaphance", "/help/orders/toy"]
    assert visitor.get("/help/orders").text == visitor.get("/help/orders/snaphance").text
    toy = visitor.get("/help/orders/toy")
    assert toy.status_code == 200
    words = plain(toy.text)
    assert "Orders in Duel" in words
    assert "bid <n>" in unescape(words)
    for absent in ("Try a line", "What standing orders settle", "Every decision"):  # these rules have none of it
        assert absent not in words
    assert visitor.get("/help/orders/chess").status_code == 404
