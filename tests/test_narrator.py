"""The narrator by a race of two horses: sentences, events of many facts, chapters, citations, briefs."""

from typing import Any

import msgspec
import pytest

from pbem.engine.asks import Ask, Decided, Given
from pbem.engine.facts import Fact
from pbem.engine.ids import RuleId, Seat, Side
from pbem.engine.narrator.briefs import Addressee, Harvest, Mustered, brief
from pbem.engine.narrator.citing import Citing, rule_ids
from pbem.engine.narrator.narration import Naming
from pbem.engine.narrator.narrator import Narrator
from pbem.engine.narrator.telling import Sentence, Telling
from pbem.engine.reporting import RollLine
from pbem.engine.ruleset import Happening, SeatTurn

RED, BLUE = Side("red"), Side("blue")


class Race(msgspec.Struct, frozen=True):
    lap: int = 1


class Lap(Fact[Race], frozen=True, tag="lap"):
    number: int

    def apply(self, battle: Race) -> Race:
        return Race(self.number)


class Galloped(Fact[Race], frozen=True, tag="galloped"):
    horse: str
    to: str


class Thrown(Fact[Race], frozen=True, tag="thrown"):
    horse: str
    die: int


class Fell(Fact[Race], frozen=True, tag="fell"):
    horse: str


class Dust(Fact[Race], frozen=True, tag="dust"):
    pass


class AskWhip(Ask[Any], frozen=True, tag="whip"):
    pass


class Announcer(Narrator[Race]):
    def lap(self, fact: Lap) -> None:
        self.chapter(f"Lap {fact.number}")

    def galloped(self, fact: Galloped) -> None:
        if self.subject != fact.horse:
            self.begin(fact.horse)
        self.went(fact.horse, "galloped", [fact.to])

    def thrown(self, fact: Thrown) -> None:
        self.rolled(RollLine(fact.horse, "", (fact.die,), (True,), ""))
        self.key("second best", 2, "charge")
        self.key("worst", 1, "loss")

    def decided(self, decided: Decided) -> None:
        self.leads["R1"] = "Whipped,"


CITING = Citing(most=2, routine=rule_ids("R-1"), common=rule_ids("R-2"), twins={RuleId("R-8"): RuleId("R-3")})

TELLING: Telling[Race] = Telling(
    citing=CITING,
    sentences={Fell: lambda battle, fact: Sentence(
        text=f"fell in lap {battle.lap}.", subject=fact.horse, brief=f"{fact.horse} fell", weight=4, kind="loss",
    )},
    clauses={Lap: Announcer.lap, Galloped: Announcer.galloped, Thrown: Announcer.thrown},
    silent={Dust: "it is only weather"},
    housekeeping=(Thrown,),
    wordless="The dice were thrown.",
)  # fmt: skip

NAMES = {"R1": Naming("R1 Roland", "R1"), "B1": Naming("B1 Bess", "B1", "she")}


def told(*facts: Any, always: tuple[str, ...] = ()) -> Announcer:
    """The story of these facts."""
    happenings: list[Happening[Race]] = []
    battle = Race()
    for fact in facts:
        happenings.append(Happening(fact, battle))
        battle = fact.apply(battle) if isinstance(fact, Lap) else battle
    found = Announcer(SeatTurn(Seat("red"), 1, Race(), battle, tuple(happenings)), TELLING, Harvest(), NAMES, always)
    found.hear_all()
    return found


def whip() -> Decided:
    ask = AskWhip(seat=Seat("red"), default=None)
    return Decided(ask=ask, given=Given(answer=None, by="player"))


def test_a_fact_is_a_sentence_with_the_view_before_it_and_ends_with_itself() -> None:
    (chapter,) = told(Lap(number=2), Fell(horse="R1", rules=(RuleId("R-3"),)), Dust()).chapters
    (event,) = chapter.events
    assert (chapter.title, event.text) == ("Lap 2", "R1 Roland fell in lap 2.")
    assert (event.brief, event.key, event.weight, event.kind) == ("R1 fell", True, 4, "loss")
    assert event.rules == ("R-3",)
    assert event.until == 2


def test_an_event_of_many_facts_ends_where_the_next_begins() -> None:
    story = told(
        Galloped(horse="B1", to="the oak"), Galloped(horse="B1", to="the ditch"), Dust(), Galloped(horse="R1", to="x")
    )
    first, second = story.chapters[0].events
    assert first.text == "B1 Bess galloped to the ditch by way of the oak."
    assert (first.until, second.until) == (3, 4)
    assert second.subject == "R1"


def test_a_chapter_opens_once_under_its_heading_and_an_empty_one_not_at_all() -> None:
    story = told(Lap(number=1), Lap(number=2), Fell(horse="R1"), Lap(number=2), Fell(horse="B1"), Lap(number=3))
    assert [(one.title, len(one.events)) for one in story.chapters] == [("Lap 2", 2)]


def test_rolls_without_words_are_told_so_and_the_weightiest_brief_stays() -> None:
    (event,) = told(Thrown(horse="R1", die=6, rules=(RuleId("R-9"),))).chapters[0].events
    assert event.text == "The dice were thrown."
    assert [roll.dice for roll in event.rolls] == [(6,)]
    assert event.rules == (), "housekeeping is cited only where it is always"
    (event,) = told(Thrown(horse="R1", die=6, rules=(RuleId("R-9"),)), always=("R-9",)).chapters[0].events
    assert event.rules == ("R-9",)
    assert (event.brief, event.weight, event.kind) == ("second best", 2, "charge")


def test_by_whose_will_a_unit_acts_is_told_once() -> None:
    story = told(whip(), Fell(horse="R1"), Fell(horse="R1"))
    assert [event.text for event in story.chapters[0].events] == [
        "Whipped, R1 Roland fell in lap 1.", "R1 Roland fell in lap 1.",
    ]  # fmt: skip


def test_an_order_not_carried_out_is_listed_and_counted() -> None:
    story = told()
    story.ordered |= {"R1", "B1"}
    story.not_carried_out("R1", "jump", "the ditch is wide", (RuleId("R-1"), RuleId("R-3")))
    assert story.carried_out == 1
    (event,) = story.not_done
    assert (event.text, event.rules, event.brief) == ("R1, jump: the ditch is wide.", ("R-3",), "jump")


@pytest.mark.parametrize(
    ("rules", "always", "cited"),
    [
        (("R-1", "R-3", "R-3"), (), ("R-3",)),
        (("R-1",), (), ()),
        (("R-2", "R-4", "R-5"), (), ("R-4", "R-5")),
        (("R-2", "R-4"), (), ("R-2", "R-4")),
        (("R-3", "R-8"), (), ("R-3",)),
        (("R-8",), (), ("R-8",)),
        (("R-4", "R-5", "R-6", "R-1"), ("R-1",), ("R-4", "R-5", "R-1")),
    ],
)
def test_the_special_rules_are_cited_before_the_common(
    rules: tuple[str, ...], always: tuple[str, ...], cited: tuple[str, ...]
) -> None:
    assert CITING.cited(map(RuleId, rules), always) == cited


def test_routine_rules_are_cited_alone_where_a_rule_set_says_so() -> None:
    citing = msgspec.structs.replace(CITING, routine_alone=True)
    assert citing.cited((RuleId("R-1"),)) == ("R-1",)
    assert citing.cited((RuleId("R-1"), RuleId("R-3"))) == ("R-3",)


def test_a_kind_of_fact_without_a_place_is_found() -> None:
    kinds = (Lap, Galloped, Thrown, Fell, Dust)
    assert TELLING.unplaced(kinds) == set()
    assert TELLING.unplaced((*kinds, Race)) == {Race}
    twice: Telling[Race] = Telling(citing=CITING, clauses={Lap: Announcer.lap}, silent={Lap: "twice", Dust: ""})
    assert twice.unplaced((Lap, Dust)) == {Lap, Dust}


# --- briefs -------------------------------------------------------------------------------------------------------

UNITS = {
    "R1": Mustered(RED, "Roland", "2 of 5", there=True), "R2": Mustered(RED, "Rufus", "4 of 5", there=True),
    "B1": Mustered(BLUE, "Bess", "3 of 5", there=True), "B2": Mustered(BLUE, "Bounce", "0 of 5", there=False),
}  # fmt: skip
ARMIES = {RED: "Red", BLUE: "Blue"}


def losses() -> Harvest[Race]:
    found: Harvest[Race] = Harvest(destroyed=["B2"], left=["R2"])
    for unit, lost in (("R1", 2), ("R1", 1), ("R2", 1), ("B1", 2), ("B2", 5), ("B1", 0)):
        found.hit(unit, lost)
    return found


@pytest.mark.parametrize(
    ("mine", "gone", "hurt"),
    [
        (
            RED, "Your Rufus (R2) left the track; you destroyed their Bounce (B2).",
            "Your Roland (R1) fell to 2 of 5 (1 other unit hit); their Bess (B1) to 3 of 5.",
        ),
        (
            BLUE, "You lost your Bounce (B2); their Rufus (R2) left the track.",
            "Your Bess (B1) fell to 3 of 5; their Roland (R1) to 2 of 5 (1 other unit hit).",
        ),
        (
            None, "Red's Rufus (R2) left the track; Blue lost the Bounce (B2).",
            "Red's Roland (R1) fell to 2 of 5 (1 other unit hit); Blue's Bess (B1) to 3 of 5.",
        ),
    ],
)  # fmt: skip
def test_losses_are_told_the_reader_first(mine: Side | None, gone: str, hurt: str) -> None:
    reader = Addressee(mine, ARMIES, UNITS, "track")
    assert reader.gone(losses()) == gone
    assert reader.hurt(losses()) == hurt
    assert Addressee(mine, ARMIES, UNITS).gone(Harvest()) == ""


def test_the_end_is_told_as_the_reader_feels_it() -> None:
    red, blue, onlooker = (Addressee(side, ARMIES, UNITS) for side in (RED, BLUE, None))
    assert red.over("broken", RED) == "Their army broke: you have won the battle."
    assert blue.over("conceded", RED) == "You conceded the battle."
    assert blue.over("limit", RED, grade="a clear victory") == "You have lost the battle: a clear victory."
    assert red.over("tired", BLUE, {"tired": ("They sleep.", "You sleep.")}) == "You sleep."
    assert onlooker.over("broken", RED) == "The battle is over: Red has won."
    assert red.over("draw", None) == "The battle is over: neither side has won."


def test_a_brief_has_three_sentences_and_the_aim_is_the_last() -> None:
    assert brief(["a", "", "b", "c", "d"], "quiet", "") == ("a", "b", "c")
    assert brief(["a", "b", "c"], "quiet", "aim") == ("a", "b", "aim")
    assert brief(["", ""], "quiet", "aim") == ("quiet", "aim")
