"""Dice that anybody can check, on a battle fought to its end."""

import hashlib
import hmac
import json
import os
import subprocess
import sys
from email import message_from_bytes, policy
from pathlib import Path

import msgspec
import pytest

from pbem.engine.dice import DiceKey, SeededDice
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Entry
from pbem.service.people.seats import add_word
from pbem.service.play.games import load_game
from pbem.service.play.pages import game_page
from pbem.service.replay.downloads import export_game
from tests.test_proofs.field import NORTH, SEATS, SEED, SOUTH, Field, aide, open_field

WORDS = ((SOUTH, "halberd"), (NORTH, "partisan"))


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> tuple[Field, GameId]:
    """A battle fought to its end, each side with a word for the dice."""
    folder = tmp_path_factory.mktemp("dice")
    field = open_field(f"sqlite:///{folder / 'field.db'}", folder)
    game = field.begin()
    for seat, word in WORDS:
        add_word(field.services, game, seat, word)
    field.play(game, aide)
    return field, game


def text_of(field: Field, seat: Seat, kind: str, turn: int) -> str:
    """The text of a seat's mail."""
    (mail,) = [one for one in field.mails(kind) if one.seat == seat and one.turn == turn]
    part = message_from_bytes(mail.raw, policy=policy.default).get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def joined(text: str) -> str:
    """Without the spaces and rules that a long number is set with."""
    return "".join(text.replace("|", " ").split())


def rolls(entries: list[Entry]) -> list[dict[str, object]]:
    return [msgspec.json.decode(one.payload) for one in entries if one.kind == "roll"]


@pytest.mark.slow
def test_what_was_promised_in_the_first_report_is_the_hash_of_what_is_told_in_the_last(
    fought: tuple[Field, GameId],
) -> None:
    field, game = fought
    promised = hashlib.sha256(SEED).hexdigest()
    for seat in SEATS:
        assert promised in joined(text_of(field, seat, "report", 1))
        last = max(mail.turn for mail in field.mails("over") if mail.seat == seat)
        assert SEED.hex() in joined(text_of(field, seat, "over", last))
        told = [mail for mail in field.mails("report") if mail.seat == seat]
        assert all(SEED.hex() not in joined(text_of(field, seat, "report", mail.turn)) for mail in told)
        page = game_page(field.services, game, seat)
        assert hashlib.sha256(bytes.fromhex(page.seed)).hexdigest() == page.commitment == promised
        assert set(page.words) == set(WORDS)


@pytest.mark.slow
def test_every_die_of_the_battle_follows_from_the_seed_and_the_words_alone(fought: tuple[Field, GameId]) -> None:
    field, game = fought
    thrown = rolls(field.entries(game))
    assert len(thrown) > 60
    assert len({one["key"] for one in thrown}) == len(thrown)
    dice, without = SeededDice(SEED, game, WORDS), SeededDice(SEED, game, ())
    differ = 0
    for one in thrown:
        count = len(one["values"])  # type: ignore[arg-type]  # a list, decoded
        want = DiceKey(str(one["key"])), str(one["label"]), str(one["by"]), count
        assert list(dice.throw(*want)[0]) == one["values"]
        differ += list(without.throw(*want)[0]) != one["values"]
    assert differ > len(thrown) // 2, "the players' words change nothing"


def test_a_word_changes_the_dice_of_a_battle(field: Field) -> None:
    for name, words in (("plain", ()), ("worded", ((SOUTH, "halberd"),))):
        game = field.begin(game=GameId(name), seed=SEED)
        for seat, word in words:
            add_word(field.services, game, seat, word)
        for seat in SEATS:
            field.order(game, seat, "all hold\nready")
        thrown = rolls(field.entries(game))
        assert len(thrown) >= 4
        for one in thrown:
            assert one["values"] == by_hand(name, words, str(one["key"]), len(one["values"]))  # type: ignore[arg-type]  # a list, decoded
        unworded = [by_hand(name, (), str(one["key"]), 2) for one in thrown]
        assert ([one["values"] for one in thrown] == unworded) == (not words)


def by_hand(game: str, words: tuple[tuple[Seat, str], ...], key: str, count: int) -> list[int]:
    """Faces worked out from what docs/design.md says, with nothing of the program."""
    told = json.dumps([game, [list(word) for word in words]], separators=(",", ":")).encode()
    secret = hmac.new(SEED, told, hashlib.sha256).digest()
    thrown = hmac.new(secret, f"{key}|0".encode(), hashlib.sha256).digest()
    return [byte % 6 + 1 for byte in thrown if byte < 252][:count]


@pytest.mark.slow
def test_the_archive_holds_in_a_process_that_has_no_server_and_no_database(
    fought: tuple[Field, GameId], tmp_path: Path
) -> None:
    field, game = fought
    archive = tmp_path / "archive.jsonl"
    archive.write_text("".join(export_game(field.services, game)), encoding="utf-8")
    found = verified(archive)
    assert (found.returncode, found.stderr) == (0, "")
    assert "every rule hold." in found.stdout
    lines = archive.read_text().splitlines(keepends=True)
    die = next(number for number, line in enumerate(lines) if '"kind":"roll"' in line)
    values = lines[die].partition('\\"values\\":[')[2][0]
    other = "1" if values != "1" else "2"
    lines[die] = lines[die].replace(f'\\"values\\":[{values}', f'\\"values\\":[{other}')
    archive.write_text("".join(lines), encoding="utf-8")
    found = verified(archive)
    assert found.returncode == 1
    assert f"line {die + 1}" in found.stdout
    assert "DO NOT HOLD" in found.stdout


def verified(archive: Path) -> "subprocess.CompletedProcess[str]":
    """``pbem verify --audit`` with an empty environment, elsewhere, where opening any database fails."""
    command = [sys.executable, "-m", "pbem.cli", "verify", "--audit", archive.name]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path.cwd()), "PBEM_DATABASE_URL": "mysql://no.such/database"}
    return subprocess.run(command, cwd=archive.parent, env=env, capture_output=True, text=True, timeout=120)


@pytest.mark.slow
def test_the_story_ended_with_the_battle_and_nothing_more_can_be_ordered(fought: tuple[Field, GameId]) -> None:
    field, game = fought
    work = load_game(field.services, game)
    assert work.state == "over"
    assert work.rules.course.outcome(work.battle) is not None
    assert field.order(game, SOUTH, "all hold\nready").outcome == "over"
