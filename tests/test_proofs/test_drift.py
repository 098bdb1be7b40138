"""Rules that change under a running battle: it stops, its operator is told where; the others go on."""

import subprocess
import sys
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import GameId
from pbem.engine.journal import Line
from pbem.rulesets.snaphance.fighting import shooting
from pbem.rulesets.snaphance.playing import rounds
from pbem.rulesets.snaphance.state.facts import RoundBegan, Shot
from pbem.service.options import Options
from pbem.service.play.games import check_open_steps, games, load_game, resume
from pbem.service.play.work import Work
from pbem.service.replay.downloads import export_game
from tests.test_proofs.conftest import Fields
from tests.test_proofs.field import SEATS, SECRET, Field, aide

ASK_ME = Options(pace="ask me", every=0)


def until_asked_after_a_shot(field: Field, game: GameId) -> None:
    """Play on until somebody is asked in the middle of a step in which dice have been thrown for a shot."""
    for _ in range(200):
        work = load_game(field.services, game)
        assert work.desk.open is not None, "nobody was ever asked there"
        if any(is_shot(line) for line in open_step(work)):
            return
        seat = work.desk.open.waiting_for()[0]
        ask = work.desk.open.ask_of(seat)
        assert ask is not None
        field.order(game, seat, f"{aide(work, ask)}\nready")
    raise AssertionError("nobody was ever asked there")


def open_step(work: Work) -> tuple[Line, ...]:
    return work.story.lines[work.story.checkpoint() :]


def is_shot(line: Line) -> bool:
    return line.kind == "fact" and isinstance(line.body.fact, Shot)


def answer(field: Field, game: GameId) -> str:
    """Whoever is asked says what the aide would; the outcome."""
    work = load_game(field.services, game)
    assert work.desk.open is not None
    seat = work.desk.open.waiting_for()[0]
    ask = work.desk.open.ask_of(seat)
    assert ask is not None
    return field.order(game, seat, f"{aide(work, ask)}\nready").outcome


@pytest.mark.slow
def test_a_game_whose_rules_changed_stops_at_that_entry_and_the_others_go_on(
    field: Field, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bad = field.begin(ASK_ME, game=GameId("bad"))
    until_asked_after_a_shot(field, bad)
    good = field.begin(game=GameId("good"))
    before = field.entries(bad)
    shot = next(line for line in open_step(load_game(field.services, bad)) if is_shot(line))
    with monkeypatch.context() as patched:
        kind = Shot

        def other(**named: Any) -> Any:
            return kind(**{**named, "hits": named["hits"] + 1})

        patched.setattr(shooting, "Shot", other)
        assert answer(field, bad) == "stopped"
        told = load_game(field.services, bad)
        assert told.state == "stopped"
        assert str(shot.seq) in told.stop_reason, told.stop_reason
        (mail,) = field.mails("stopped")
        assert mail.recipient == "operator@example.org"
        part = message_from_bytes(mail.raw, policy=policy.default).get_body(("plain",))
        assert part is not None
        words = " ".join(str(part.get_content()).split())
        assert "bad" in words
        assert f"entry {shot.seq}" in words
        for seat in SEATS:
            assert field.order(bad, seat, "ready").outcome == "stopped"
            field.order(good, seat, "all hold\nready")
        assert load_game(field.services, good).desk.turns == dict.fromkeys(SEATS, 2)
        assert not resume(field.services, bad, "hoped for the best"), "resumed although nothing is mended"
        assert load_game(field.services, bad).state == "stopped"
    assert [one.payload for one in field.entries(bad)[: len(before)]] == [one.payload for one in before]
    assert {name: state for name, _, state in games(field.services)} == {"bad": "stopped", "good": "running"}
    env = {
        "PBEM_DATABASE_URL": str(field.services.db.url), "PBEM_SECRET": SECRET, "PBEM_DATA_DIR": str(tmp_path),
        "PBEM_OPERATOR_ADDRESS": "operator@example.org",
    }  # fmt: skip
    command = [sys.executable, "-m", "pbem.cli", "resume", "bad", "--reason", "the shots are mended"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "bad goes on.\n"), done.stderr
    assert load_game(field.services, bad).state == "running"
    for _ in range(6):
        assert answer(field, bad) in {"played", "filed"}


@pytest.mark.slow
def test_rules_that_fail_stop_their_own_game_with_nothing_half_written(
    field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = field.begin()
    for seat in SEATS:
        assert field.order(game, seat, "all hold").outcome == "filed"

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("planted")

    with monkeypatch.context() as patched:
        patched.setattr(rounds, "OrdersIn", broken)
        assert field.order(game, SEATS[0], "ready").outcome == "filed"
        assert field.order(game, SEATS[1], "ready").outcome == "stopped"
    kinds = [one.kind for one in field.entries(game)][-2:]
    assert kinds == ["orders", "clock"], "facts of a step that failed were written"
    assert "planted" in load_game(field.services, game).stop_reason
    assert resume(field.services, game, "mended")
    assert load_game(field.services, game).desk.turns == dict.fromkeys(SEATS, 2)


def test_a_new_version_finds_out_at_the_release_not_at_the_next_order(
    field_on: Fields, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = field_on()
    game = field.begin()
    assert check_open_steps(field.services) == ()
    real = RoundBegan

    def later(**named: Any) -> Any:
        return real(**{**named, "round": 2})

    monkeypatch.setattr(rounds, "RoundBegan", later)
    assert check_open_steps(field.services) == (game,)
    assert load_game(field.services, game).state == "stopped"


@pytest.mark.slow
def test_a_game_goes_on_by_a_mended_rule_once_that_is_accepted(field: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every shot has a hit more from now on: what was played before stays, and the archive says from where on."""
    game = field.begin(ASK_ME)
    until_asked_after_a_shot(field, game)
    step = load_game(field.services, game).story.checkpoint()
    while load_game(field.services, game).story.checkpoint() == step:
        answer(field, game)
    until_asked_after_a_shot(field, game)
    shot = next(line for line in open_step(load_game(field.services, game)) if is_shot(line))
    before = field.entries(game)
    kind = Shot
    monkeypatch.setattr(shooting, "Shot", lambda **named: kind(**{**named, "hits": named["hits"] + 1}))
    assert answer(field, game) == "stopped"
    assert resume(field.services, game, "shots hit once more", accept=True)

    work = load_game(field.services, game)
    assert work.state == "running"
    (taken_in,) = [line for line in work.story.lines if line.kind == "rewind"]
    accepted = taken_in.body.accepted
    assert (accepted.entry, taken_in.body.reason) == (shot.seq, "shots hit once more")
    hits = shot.body.fact.hits
    assert (f"hits={hits}" in accepted.was, f"hits={hits + 1}" in accepted.now) == (True, True)
    again = [line.body.fact for line in open_step(work) if is_shot(line)] or [
        line.body.fact for line in work.story.lines if is_shot(line) and line.seq > taken_in.seq
    ]
    assert again[0].hits == hits + 1
    assert [one.payload for one in field.entries(game)[: len(before)]] == [one.payload for one in before]

    while load_game(field.services, game).state == "running":
        assert answer(field, game) in {"played", "filed"}
    assert load_game(field.services, game).state == "over"
    found = verify(read_archive(export_game(field.services, game)), load_game(field.services, game).rules, audit=True)
    assert [str(one) for one in found if one.fault] == []
    assert [str(one) for one in found if "accepts that change of rules" in str(one)], "no shot was played before"
