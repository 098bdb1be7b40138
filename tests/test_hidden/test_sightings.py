"""Hidden units: rule sets that can hide them, names of units that are not known, battles fought to their end."""

import pytest

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seq, StandId
from pbem.engine.journal import Line, Opened, Story
from pbem.engine.play import Run, advance, audit
from pbem.engine.sightings import SideSights, Sighting, current_names, lost, newly, renamed, sighted
from pbem.scenarios import BadScenario, Loaded, load_scenario

HIDDEN = {"sight": "hidden"}


def fought(loaded: Loaded, seed: int) -> tuple[Run, SeededDice]:
    """A battle between two aides, each handed what its seat sees alone."""
    rules, setup, dice = loaded.rules, loaded.scenario, SeededDice(b"%d" % seed, GameId("fight"), ())
    opened = Opened(
        rules=rules.name, rules_version=rules.version, title=setup.title, seats=setup.seats, commitment="",
        battle=setup.battle,
    )  # fmt: skip

    def decide(view: object, ask: Ask[object]) -> Given[object]:
        decided = rules.deciding.decide(view, ask)
        if decided is not None:
            return decided
        reading = rules.language.read(view, ask, rules.aide.orders(view, ask))
        assert reading.problems == (), "the aide orders by what its seat sees"
        answer = rules.language.overlay(view, None, reading.answer)
        return Given(answer if answer is not None else ask.default, "player")

    return advance(rules, Story((Line(Seq(1), "game", opened),), 0, ()), next_seq=2, dice=dice, decide=decide), dice


@pytest.mark.parametrize("name", ["harrow-down", "mill-ford"])
def test_two_aides_fight_a_hidden_battle_to_its_end(name: str) -> None:
    loaded = load_scenario(f"onehour/{name}", HIDDEN)
    for seed in range(2):
        run, dice = fought(loaded, seed)
        assert run.stop is None
        assert loaded.rules.course.over(run.battle)
        assert audit(loaded.rules, run.story, dice) == []


def test_a_pace_that_would_tell_is_refused_where_units_are_hidden() -> None:
    with pytest.raises(BadScenario, match="the pace is round or set-up, not 'ask me'"):
        load_scenario("snaphance/harrow-down", {**HIDDEN, "pace": "ask me"})


def test_tokens_are_numbered_by_the_sides_own_sightings_and_never_given_twice() -> None:
    first, second = StandId("N07"), StandId("N02")
    sights: SideSights[object] = SideSights()
    for unit, sighting in newly(sights, {first: "body", second: "made out"}):
        sights = sighted(sights, unit, sighting)
    assert [one.name for one in sights.seen.values()] == ["?1", "?2"]
    assert newly(sights, {first: "body", second: "body"}) == [], "a unit in sight is not seen worse than before"
    assert lost(sights, {second: "body"}) == [first]
    known = sighted(sights, first, Sighting(first, "known"))
    assert current_names(known) == {"?1": "N07"}
    assert newly(known, {StandId("N09"): "body"})[0].sighting.name == "?3"


def test_a_name_is_replaced_only_where_it_stands_alone() -> None:
    names = {StandId("?1"): StandId("N07")}
    assert renamed(("?1", ("S01", "charge ?1")), names) == ("N07", ("S01", "charge ?1"))
