"""Recorded games: their archives hold by today's rules, and the same acts give the same bytes.

Every game is audited whole: each step is played again by today's rules.  Doing the acts again, through the service,
takes ten times as long.  A few short games, in which every sort of act is done, are played again whole; of the others
the first acts, and the whole in the soak.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from pbem.engine.archive import verify
from pbem.rulesets import rule_set, rule_sets
from tests.recorded import Recorded, load, performed, recordings

ENOUGH = 20
"""Games recorded of each rule set."""
YOUNG = {"armatys", "campaign", "fornovo"}
"""Rule sets whose journals may still change: few of their games are recorded yet."""
PLAYED_WHOLE = {
    *("armatys/harrow-down-6", "armatys/mill-ford-2", "armatys/two-farms-4", "armatys/two-farms-6"),
    "fornovo/two-farms-2",
    *("onehour/harrow-down-8", "onehour/lutzen-1", "onehour/mill-ford-2", "onehour/two-farms-2"),
    *("snaphance/harrow-down-8", "snaphance/mill-ford-3", "snaphance/two-farms-2", "snaphance/two-farms-3"),
}
"""Games of every sort of act and most paces, each rule set's shortest."""
OPENING = 4
"""Acts of the other games that are done again: two turns of two sides."""


def named(path: Path) -> str:
    """A recording's name."""
    return f"{path.parent.name}/{path.stem}"


def test_twenty_games_of_each_rule_set_are_recorded() -> None:
    for rules in rule_sets().keys() - YOUNG:
        assert len([path for path in recordings() if path.parent.name == rules]) >= ENOUGH


def test_what_is_played_whole_has_every_sort_of_act() -> None:
    games = {named(path): load(path) for path in recordings()}
    assert games.keys() >= PLAYED_WHOLE
    assert {one.rpartition("/")[0] for one in PLAYED_WHOLE} == {one.rpartition("/")[0] for one in games}
    every = {act.do for game in games.values() for act in game.acts}
    assert {act.do for name in PLAYED_WHOLE for act in games[name].acts} == every


@pytest.mark.parametrize("path", recordings(), ids=named)
def test_a_recorded_game_holds_by_todays_rules(path: Path) -> None:
    recorded = load(path)
    archive = recorded.read()
    found = verify(archive, rule_set(archive.header.rules), audit=True)
    assert [str(one) for one in found if one.fault] == []


def same(again: Sequence[str], recorded: Recorded) -> None:
    """Line by line, but for the header: it differs wherever anything does."""
    differs = next(
        (n for n, (was, now) in enumerate(zip(recorded.archive, again, strict=False), 1) if n > 1 and was != now), 0
    )
    if differs:
        assert again[differs - 1] == recorded.archive[differs - 1], f"line {differs}"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=named(path), marks=() if named(path) in PLAYED_WHOLE else pytest.mark.soak)
        for path in recordings()
    ],
)
def test_a_recorded_game_is_played_again_to_the_same_bytes(path: Path) -> None:
    recorded = load(path)
    with performed(recorded) as made:
        again = made.archive()
    same(again, recorded)
    assert again == recorded.archive


@pytest.mark.parametrize("path", [path for path in recordings() if named(path) not in PLAYED_WHOLE], ids=named)
def test_the_first_acts_of_a_recorded_game_give_the_same_bytes(path: Path) -> None:
    recorded = load(path)
    with performed(msgspec.structs.replace(recorded, acts=recorded.acts[:OPENING])) as made:
        again = made.archive()
    same(again, recorded)
    assert len(again) > OPENING
