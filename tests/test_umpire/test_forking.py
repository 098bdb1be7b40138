"""Forks: a game begun in the middle of another one's story, with its own seed, seats and journal."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from pbem.cli.main import main
from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import GameId
from pbem.engine.journal import fold
from pbem.rulesets import rule_sets
from pbem.service.play.games import load_game
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.forking import NoFork, fork, forked_from, may_fork, places
from pbem.service.umpire.rights import NotUmpire
from tests.test_umpire.test_rulings import Ruled, begun, play_a_turn
from tests.web_offices import NORTH, SOUTH


@pytest.fixture(params=sorted(rule_sets()))
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ruled]:
    """A game of each rule set, two turns old."""
    for made in begun(tmp_path, request.param):
        play_a_turn(made)
        play_a_turn(made)
        yield made


def last_event(made: Ruled) -> str:
    turns = places(load_game(made.desk.services, made.game), made.umpire)
    return next(turn.events[-1].no for turn in turns if turn.events)


def audited(made: Ruled, game: GameId) -> list[str]:
    archive = read_archive(export_game(made.desk.services, game))
    return [one.what for one in verify(archive, load_game(made.desk.services, game).rules, audit=True) if one.fault]


def test_a_fork_begins_with_the_battle_as_it_stood_before_a_step(played: Ruled) -> None:
    services = played.desk.services
    before = list(export_game(services, played.game))
    new = fork(services, played.game, last_event(played), {SOUTH: played.umpire, NORTH: None}, played.umpire)
    old, work = load_game(services, played.game), load_game(services, new)
    said = forked_from(work)
    assert said is not None
    assert new != played.game
    assert said.hash == old.hashes[said.entry - 1]
    assert said.commitment == old.story.lines[0].body.commitment != work.story.lines[0].body.commitment
    assert work.story.lines[0].body.battle == fold(one for one in old.story.lines if one.seq <= said.entry)
    assert list(export_game(services, played.game)) == before
    assert forked_from(old) is None


def test_a_fork_is_played_on_and_its_archive_audits(played: Ruled) -> None:
    services = played.desk.services
    played.rule("end: South wins")
    new = fork(services, played.game, "1.0", {SOUTH: played.desk.ines, NORTH: played.desk.tom}, played.desk.ines)
    again = Ruled(played.desk, new, played.umpire)
    for _ in range(3):
        play_a_turn(again)
    assert load_game(services, new).desk.turns[SOUTH] > 1
    assert audited(again, new) == []


def test_an_event_leads_to_the_step_it_is_part_of(played: Ruled) -> None:
    services, old = played.desk.services, load_game(played.desk.services, played.game)
    seats = {SOUTH: None, NORTH: played.umpire}
    event = next(turn.events[-1] for turn in places(old, played.umpire) if turn.events)
    said = forked_from(load_game(services, fork(services, played.game, event.no, seats, played.umpire)))
    assert said is not None
    assert said.entry < event.seq
    assert next(one for one in old.story.lines if one.seq > said.entry).kind == "step"


def test_while_a_game_goes_on_its_fork_is_its_umpires_alone(played: Ruled) -> None:
    services, old = played.desk.services, load_game(played.desk.services, played.game)
    assert [may_fork(old, one) for one in (played.umpire, played.desk.ines, played.desk.tom)] == [True, False, False]
    with pytest.raises(NotUmpire):
        fork(services, played.game, "1.0", {SOUTH: played.desk.ines, NORTH: None}, played.desk.ines)
    with pytest.raises(NoFork, match="yours alone"):
        fork(services, played.game, "1.0", {SOUTH: played.desk.ines, NORTH: None}, played.umpire)
    with pytest.raises(NoFork, match="there is no event"):
        fork(services, played.game, "9.9", {SOUTH: played.umpire, NORTH: None}, played.umpire)


def test_the_first_entry_of_other_games_has_no_word_of_forks(played: Ruled) -> None:
    first = next(line for line in export_game(played.desk.services, played.game) if '"kind":"game"' in line)
    assert "forked" not in first
    assert msgspec.json.decode(first)


def test_the_command_forks_for_a_player(played: Ruled, monkeypatch: pytest.MonkeyPatch) -> None:
    config = played.desk.services.config
    monkeypatch.setenv("PBEM_DATABASE_URL", config.database_url)
    monkeypatch.setenv("PBEM_SECRET", config.secret)
    arguments = [
        "fork",
        played.game,
        "--at",
        "1.0",
        "--seat",
        "south=geoff@example.org",
        "--seat",
        "north=aide",
        "--by",
    ]
    refused = CliRunner().invoke(main, [*arguments, "nobody@example.org"])
    assert (refused.exit_code, "there is no player" in refused.output) == (1, True)
    done = CliRunner().invoke(main, [*arguments, "geoff@example.org"])
    assert done.exit_code == 0, done.output
    assert forked_from(load_game(played.desk.services, GameId(done.output.strip()))) is not None
