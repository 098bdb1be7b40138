"""Forks: a game begun in the middle of another one's story, with its own seed, seats and journal."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from sqlmodel import select

from pbem.cli.main import main
from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import fold
from pbem.service.agreements.deputies import BadDeputy, name_deputy
from pbem.service.agreements.seating import SeatTaken, leave_seat, take_seat
from pbem.service.lobby.filling import MusterRefused
from pbem.service.lobby.gathering import load
from pbem.service.lobby.invitations import accept
from pbem.service.lobby.musters import WantedPlayer, muster
from pbem.service.people.seats import ensure_player
from pbem.service.play.forks import Whence, forked_from, whence
from pbem.service.play.games import BadGame, load_game
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.forking import NoFork, fork, fork_options, fork_point, may_fork, places
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.seats import BadUmpire, name_co_umpire
from pbem.store.tables import OutMail, PlayerId
from tests.test_umpire.conftest import RULED
from tests.test_umpire.test_rulings import Ruled, begun, play_a_turn
from tests.web_offices import NORTH, SOUTH, plain


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Ruled]:
    """A game on hexes, a turn old."""
    for made in begun(tmp_path, "snaphance"):
        play_a_turn(made)
        yield made


def last_event(made: Ruled) -> str:
    turns = places(load_game(made.desk.services, made.game), made.umpire)
    return next(turn.events[-1].no for turn in turns if turn.events)


def forked(made: Ruled, south: PlayerId | None, north: PlayerId | None = None, at: str = "") -> GameId:
    return fork(made.desk.services, made.game, at or last_event(made), {SOUTH: south, NORTH: north}, made.umpire)


@pytest.mark.parametrize("rules", RULED)
def test_a_fork_is_played_on_from_the_field_as_it_stood_and_its_archive_audits(tmp_path: Path, rules: str) -> None:
    for made in begun(tmp_path, rules):
        services = made.desk.services
        play_a_turn(made)
        play_a_turn(made)
        made.rule("end: South wins")
        before = list(export_game(services, made.game))
        turns = places(load_game(services, made.game), made.desk.ines)
        events = [one for turn in turns if turn.number == 1 for one in turn.events]
        new = fork(services, made.game, events[-1].no, {SOUTH: made.desk.ines, NORTH: made.desk.tom}, made.desk.ines)
        old, work = load_game(services, made.game), load_game(services, new)
        said = forked_from(work)
        assert said is not None
        assert said.entry <= events[-1].seq
        assert next(one for one in old.story.lines if one.seq > said.entry).kind == "step"
        assert said.hash == old.hashes[said.entry - 1]
        assert said.commitment == old.table[0].body.commitment != work.table[0].body.commitment
        assert work.table[0].body.battle == fold(one for one in old.story.lines if one.seq <= said.entry)
        assert list(export_game(services, made.game)) == before
        again = Ruled(made.desk, new, made.umpire)
        for _ in range(2):
            play_a_turn(again)
        assert load_game(services, new).desk.turns[SOUTH] > 1
        archive = read_archive(export_game(services, new))  # as another machine reads it, without the other game
        assert [one.what for one in verify(archive, load_game(services, new).rules, audit=True) if one.fault] == []


def test_while_a_game_goes_on_its_umpire_alone_forks_it_and_without_its_players(played: Ruled) -> None:
    services, old = played.desk.services, load_game(played.desk.services, played.game)
    assert [may_fork(old, one) for one in (played.umpire, played.desk.ines, played.desk.tom)] == [True, False, False]
    with pytest.raises(NotUmpire):
        fork(services, played.game, "1.0", {SOUTH: played.desk.ines, NORTH: None}, played.desk.ines)
    with pytest.raises(BadGame, match="still goes on"):
        forked(played, played.desk.ines)
    with pytest.raises(NoFork, match="there is no event"):
        forked(played, played.umpire, at="9.9")


def test_no_player_comes_into_both_a_running_game_and_its_fork_by_any_door(played: Ruled) -> None:
    services = played.desk.services
    eve = ensure_player(services, "eve@example.org", "Eve")
    new = forked(played, eve)
    for player in (played.desk.ines, played.desk.tom):
        with pytest.raises(SeatTaken, match="still goes on"):
            take_seat(services, new, NORTH, player)
    with pytest.raises(BadDeputy, match="still goes on"):
        name_deputy(services, new, SOUTH, "ines@example.org", 1, 9, eve)
    leave_seat(services, played.game, NORTH, played.desk.tom)
    with pytest.raises(SeatTaken, match="begins in the middle"):
        take_seat(services, played.game, NORTH, eve)
    with pytest.raises(BadUmpire, match="begins in the middle"):
        name_co_umpire(services, played.game, "eve@example.org", ["look"], played.umpire)


def test_an_invited_player_sees_whence_a_fork_comes_and_nothing_of_the_other_game(played: Ruled) -> None:
    services, work = played.desk.services, load_game(played.desk.services, played.game)
    point, eve = fork_point(work, "1.1", played.umpire), ensure_player(services, "eve@example.org", "Eve")
    options = fork_options(work, alone=False, umpire=True)
    assert options.watch == "players"
    wanted = {SOUTH: WantedPlayer("invite", "eve@example.org"), NORTH: WantedPlayer("aide")}

    def made(**more: WantedPlayer) -> GameId:
        seats = {**wanted, **{Seat(seat): one for seat, one in more.items()}}
        return muster(services, played.umpire, "snaphance/harrow-down", seats, options, forked=point)

    with pytest.raises(MusterRefused, match="still goes on"):
        made(south=WantedPlayer("invite", "ines@example.org"))
    with pytest.raises(MusterRefused, match="invite a player"):
        made(north=WantedPlayer("open"))
    game = made(umpire=WantedPlayer("me"))
    with services.db.reading() as session:
        assert load(session, game).forked == point
        (mail,) = [one for one in session.exec(select(OutMail)).all() if one.recipient == "eve@example.org"]
    assert b"in round 1 of another game" in mail.raw.replace(b"=\n", b"")
    host, guest = played.desk.visitor(played.umpire), played.desk.visitor(eve)
    assert f'href="/g/{played.game}/umpire"' in host.client.get(f"/musters/{game}").text
    assert "another game of Harrow Down, which you cannot see" in plain(guest.client.get(f"/musters/{game}").text)
    accept(services, game, SOUTH, "eve@example.org")
    page = guest.client.get(f"/g/{game}")
    assert "round 1 of another game of Harrow Down, which you cannot see" in plain(page.text)
    assert [guest.client.get(f"/g/{played.game}{one}").status_code for one in ("", "/replay", "/fork")] == [404] * 3
    assert whence(load_game(services, game), eve) == Whence(
        game=played.game, title="Harrow Down", turn="round 1", number=None, page=""
    )


def test_a_player_of_a_finished_game_plays_on_from_its_replay(played: Ruled) -> None:
    services, ines = played.desk.services, played.desk.visitor(played.desk.ines)
    assert ines.client.get(f"/g/{played.game}/fork").status_code == 404
    played.rule("end: South wins")
    shown = ines.client.get(f"/g/{played.game}/replay?turn=1&event=2").text
    assert f"/g/{played.game}/fork?turn=1&amp;event=2&amp;eyes=south" in shown
    here = f"/g/{played.game}/fork"
    page = ines.client.get(f"{here}?turn=1&event=2&eyes=south").text
    assert 'name="at" value="1.2" required checked' in page
    form = {"at": "1.2", "place:south": "me", "place:north": "aide", "place:umpire": "none", "note": ""}
    refused = ines.send(here, here, **{**form, "place:north": "invite", "email:north": "nowhere"})
    assert refused.status_code == 400
    answer = ines.send(here, here, **form)
    assert answer.status_code == 303, plain(answer.text)
    game = GameId(answer.headers["Location"].rpartition("/")[2])
    said = forked_from(load_game(services, game))
    assert said is not None
    assert (said.game, said.turn) == (played.game, "round 1")
    assert f'<a href="/g/{played.game}/replay?turn=1">' in ines.client.get(f"/g/{game}/table").text
    assert f'<a href="/g/{played.game}/replay?turn=1">' in ines.client.get(f"/g/{game}/replay").text
    assert load_game(services, game).options.every == 0
    assert played.desk.visitor(ensure_player(services, "eve@example.org", "Eve")).client.get(here).status_code == 404


def test_the_first_entry_of_other_games_has_no_word_of_forks(played: Ruled) -> None:
    first = next(line for line in export_game(played.desk.services, played.game) if '"kind":"game"' in line)
    assert "forked" not in first
    assert msgspec.json.decode(first)
    with played.desk.services.db.reading() as session:
        assert "forked" not in session.connection().exec_driver_sql("select options from game").scalar_one()


def test_the_command_forks_for_a_player(played: Ruled, monkeypatch: pytest.MonkeyPatch) -> None:
    config = played.desk.services.config
    monkeypatch.setenv("PBEM_DATABASE_URL", config.database_url)
    monkeypatch.setenv("PBEM_SECRET", config.secret)
    seats = ["--seat", "south=geoff@example.org", "--seat", "north=aide"]
    arguments = ["fork", played.game, "--at", "1.0", *seats, "--by"]
    refused = CliRunner().invoke(main, [*arguments, "nobody@example.org"])
    assert (refused.exit_code, "there is no player" in refused.output) == (1, True)
    done = CliRunner().invoke(main, [*arguments, "geoff@example.org"])
    assert done.exit_code == 0, done.output
    assert forked_from(load_game(played.desk.services, GameId(done.output.strip()))) is not None
