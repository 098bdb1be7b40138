"""Rulings that changed no unit taken back: points, words, dice, sight, the end of a step, a unit that was added."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.hiding import SightingWithdrawn
from pbem.engine.ids import UMPIRE, Side, StandId
from pbem.engine.rulings.language import RulingFault
from pbem.service.play.games import load_game
from pbem.service.umpire.rulings import NoRuling, rulings_of
from pbem.service.umpire.undoing import undo_ruling
from tests.test_umpire.test_rulings import Ruled, audited, begun, play_a_turn
from tests.test_umpire.test_words import field
from tests.web_offices import NORTH, SOUTH

BACK = {
    "snaphance": (
        "points South +2", "break South", "forbid S04 charge until round 6", "allow S04 charge N05", "last round 7",
        "forbid S04 charge\nfree S04 charge", "fog 3 until round 4", "fog lifts", "general Major dead", "visibility 3",
        "general Major at 0605",
        "show N05 to South", "hide N05 from South until round 4", "report to South: horse at 0605",
    ),
    "onehour": (
        "break South", "forbid S04 charge until turn 6", "allow S04 charge N05", "last turn 7", "visibility 9",
        "show N05 to South", "report to South: horse at 24,18.5",
    ),
    "armatys": (
        "show N05 to South", "report to South: guns at 24,18.5", "points South +2", "break South", "last bound 7",
        "visibility 9", "fog 6 until bound 4", "fog lifts", "general Major dead", "general Major at 24,18",
        "forbid S04 charge until bound 6", "allow S04 charge N05", "forbid S04 rest\nfree S04 rest",
    ),
    "fornovo": (
        "points South +2", "break South", "last turn 7", "fog 6 until turn 4", "fog lifts", "general Major dead",
        "general Major at 24,18", "general Major with S01", "forbid S01 fire N03", "allow S01 charge N03",
    ),
}  # fmt: skip
"""Rulings of every row that is taken back by a fact."""
HIDDEN = ("visibility", "show", "hide", "report")


def bare(battle: Any) -> Any:
    """Without what counts for nothing any more: words that were taken back, fog that has lifted."""
    special = tuple(one for one in getattr(battle, "special", ()) if getattr(one, "rounds", True))
    more = {"special": special} if special or getattr(battle, "special", ()) else {}
    points = {side: some for side, some in (getattr(battle, "ruled_points", None) or {}).items() if some}
    more |= {"ruled_points": points} if hasattr(battle, "ruled_points") else {}
    return replace(battle, umpires_words=battle.umpires_words or (), **more)


@pytest.mark.parametrize(("rules", "text"), [(rules, text) for rules, some in BACK.items() for text in some])
def test_what_a_row_did_is_undone_exactly(rules: str, text: str) -> None:
    here = field(rules, **({"sight": "hidden"} if text.startswith(HIDDEN) else {}))
    language, seats = here.rules.rulings, (SOUTH, NORTH, UMPIRE)
    assert language is not None
    leaders = getattr(here.battle, "commanders", None) or getattr(here.battle, "generals", {})
    text = text.replace("Major", next(iter(leaders), ""))
    for line in text.split("\n"):
        read = here.read(line)
        assert read.problems == ()
        facts = [
            one for fact in reversed(read.facts) for one in language.undo(here.battle, read.battle, read.battle, fact)
        ]
        again = read.battle
        for fact in facts:
            again = fact.apply(again)
        assert facts
        if text.startswith(("show", "hide")):  # the umpire's word on it stays, and is over
            assert [here.rules.state.view(again, one) for one in seats[:2]] == [
                here.rules.state.view(here.battle, one) for one in seats[:2]
            ]
            assert [one.until for one in again.sights.ruled] == [0]
        elif text.startswith("report"):
            assert again.sights.of(SOUTH).ghosts == here.battle.sights.of(SOUTH).ghosts
        else:
            assert bare(again) == bare(here.battle)
        here = here._replace(battle=read.battle)


def test_what_has_changed_since_is_not_undone() -> None:
    here = field("snaphance")
    language, then, now = here.rules.rulings, here.ruled("last round 7"), here.ruled("last round 6")
    assert language is not None
    with pytest.raises(RulingFault, match="the last round has changed since"):
        language.undo(here.battle, then, now, here.read("last round 7").facts[0])
    with pytest.raises(RulingFault, match="turning the game back"):
        language.undo(here.battle, then, then, SightingWithdrawn(side=Side(SOUTH), name=StandId("?1")))


# --- as use cases --------------------------------------------------------------------------------------------------


@pytest.fixture
def hexes(tmp_path: Path) -> Iterator[Ruled]:
    """Harrow Down on hexes."""
    yield from begun(tmp_path, "snaphance")


def back(made: Ruled, seq: int) -> None:
    undo_ruling(made.desk.services, made.game, seq, "a slip", made.umpire)  # type: ignore[arg-type]  # an entry's place


def lost(made: Ruled) -> int:
    return next(one.break_lost for one in load_game(made.desk.services, made.game).battle.armies if one.id == SOUTH)


def test_points_are_taken_back_once_also_after_more_was_played(hexes: Ruled) -> None:
    seq = hexes.rule("points South +2")
    had = lost(hexes)
    play_a_turn(hexes)
    now = lost(hexes)
    back(hexes, seq)
    assert (had, lost(hexes)) == (2, now - 2)
    with pytest.raises(NoRuling, match="taken back already"):
        back(hexes, seq)
    assert audited(hexes) == []


def test_all_lines_about_points_are_taken_back_as_far_as_they_counted(hexes: Ruled) -> None:
    hexes.rule("points South +2")
    back(hexes, hexes.rule("points South +3\npoints South -1"))
    assert lost(hexes) == 2
    back(hexes, hexes.rule("points South -5"))
    assert lost(hexes) == 2


def test_an_added_unit_leaves_the_field_again(hexes: Ruled) -> None:
    back(hexes, hexes.rule("add S09 like S04 at 0304"))
    assert "off the board" in hexes.unit("S09")


def test_a_die_that_was_laid_down_falls_as_it_would_have(hexes: Ruled) -> None:
    first = hexes.rule("dice fire.defensive S04 = 3 5")
    second = hexes.rule("dice fire.defensive S04 = 6 6")
    with pytest.raises(NoRuling, match="laid down anew since"):
        undo_ruling(hexes.desk.services, hexes.game, first, "a slip", hexes.umpire)
    back(hexes, second)
    body = load_game(hexes.desk.services, hexes.game).story.lines[-1].body
    assert [fix.values for fix in body.fixes] == [(3, 5)]
    back(hexes, first)
    assert [fix.values for fix in load_game(hexes.desk.services, hexes.game).story.lines[-1].body.fixes] == [()]
    play_a_turn(hexes)
    assert audited(hexes) == []


def test_the_end_of_a_step_is_taken_back_by_turning_the_game_back(hexes: Ruled) -> None:
    before = load_game(hexes.desk.services, hexes.game)
    seq = hexes.rule("ends the step")
    back(hexes, seq)
    work = load_game(hexes.desk.services, hexes.game)
    assert work.battle == before.battle
    assert [one.stands for one in rulings_of(work)] == [False]
    assert audited(hexes) == []
