"""A process killed at any point of a turn: another one goes on, and nothing is lost, doubled or different."""

import random
import shutil
import signal
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlmodel import select

from pbem.engine.dice import SeededDice
from pbem.engine.journal import check_chain, story
from pbem.engine.play import audit
from pbem.rulesets import rule_set
from pbem.service.outgoing.outbox import AT_ONCE
from pbem.service.play.games import load_game
from pbem.store.tables import InMail, OutMail
from tests.children import ended, started
from tests.test_proofs import victim
from tests.test_proofs.field import HARROW, NO_CLOCK, SEATS, SEED, open_field

ROUNDS = 2
"""Played by the processes that are killed: each has melees."""

SEED_BEFORE_A_FIGHT, QUIET_TURNS = SEED, 3


@dataclass(frozen=True)
class Ended:
    """What a run left behind.  story: each entry but for its time and hashes; sent: how often each mail was sent."""

    story: tuple[tuple[Any, ...], ...]
    mails: frozenset[tuple[str, str, str]]
    answers: tuple[tuple[str, str | None], ...]
    sent: Counter[str]


@pytest.fixture(scope="module")
def brink(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game in which the lines have met: melees are about to be fought."""
    folder = tmp_path_factory.mktemp("brink")
    field = open_field(f"sqlite:///{folder / 'field.db'}", folder)
    field.begin(NO_CLOCK, seed=SEED_BEFORE_A_FIGHT, game=HARROW)
    victim.fight(field, QUIET_TURNS, folder / "sent.txt")
    field.services.db.close()
    return folder


@pytest.fixture(scope="module")
def undisturbed(brink: Path, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """How it goes when nobody is killed."""
    folder = copy(brink, tmp_path_factory.mktemp("undisturbed") / "copy")
    assert fought(folder, 0) == 0
    ended = ended_in(folder)
    labels = [line[1] for line in ended.story if line[0] == "roll" and '"label":"melee"' in line[1]]
    assert len(labels) > 4, "too little is fought in these rounds to be killed in"
    return ended


def copy(brink: Path, folder: Path) -> Path:
    shutil.copytree(brink, folder)
    return folder


def start(folder: Path, minutes: int, *death: str | int) -> BaseProcess:
    url = f"sqlite:///{folder / 'field.db'}"
    return started(victim.main, url, folder, QUIET_TURNS + ROUNDS, minutes, *death)


def fought(folder: Path, minutes: int, *death: str | int) -> int:
    return ended(start(folder, minutes, *death), 60)


def ended_in(folder: Path) -> Ended:
    """What is in the store; its journal checked and audited."""
    field = open_field(f"sqlite:///{folder / 'field.db'}", folder)
    entries = field.entries(HARROW)
    check_chain(entries)
    rules = rule_set("snaphance")
    assert audit(rules, story(rules.codec, entries), SeededDice(SEED_BEFORE_A_FIGHT, HARROW, ())) == []
    assert load_game(field.services, HARROW).state == "running"
    with field.services.db.reading() as session:
        mails = session.exec(select(OutMail)).all()
        letters = session.exec(select(InMail)).all()
    assert all(mail.state == "sent" for mail in mails)
    field.services.db.close()
    return Ended(
        tuple((one.kind, one.payload, one.author, one.version) for one in entries),
        frozenset((mail.key, mail.recipient, mail.message_id) for mail in mails),
        tuple(sorted((one.state, one.answer) for one in letters)),
        Counter((folder / "sent.txt").read_text().split()),
    )


SENT_TOGETHER = 2 * len(SEATS)
"""Mails of one moment, noted as sent together: of each seat its answer and its report."""


def assert_same(found: Ended, wanted: Ended, again: int) -> None:
    """The same story, the same mails, one answer for each letter; at most so many mails sent a second time."""
    assert found.story == wanted.story
    assert found.mails == wanted.mails
    assert found.answers == wanted.answers
    assert len({answer for _, answer in found.answers}) == len(found.answers) == 2 * (QUIET_TURNS + ROUNDS)
    assert set(found.sent) == {message_id for _, _, message_id in found.mails}, "a mail was lost, or made twice"
    assert sum(found.sent.values()) - len(found.sent) <= again


def test_undisturbed_each_mail_is_sent_once(undisturbed: Ended) -> None:
    assert_same(undisturbed, undisturbed, 0)
    keys = {key for key, _, _ in undisturbed.mails}
    reports = {f"{turn}.{seat}.report.0" for turn in range(1, QUIET_TURNS + ROUNDS + 2) for seat in SEATS}
    assert reports <= keys


ONE_AFTER_THE_OTHER = ("written, not committed", "in a melee", "to be drawn", "drawn, not stored", "sent, not noted")


@pytest.mark.slow
def test_killed_at_point_after_point_yet_another_process_goes_on(
    brink: Path, undisturbed: Ended, tmp_path: Path
) -> None:
    folder = copy(brink, tmp_path / "field")
    for deaths, point in enumerate(ONE_AFTER_THE_OTHER):  # each begins after the leases of the dead have run out
        assert fought(folder, 10 * deaths, point, 1) == -signal.SIGKILL, f"it never came to {point}"
    assert fought(folder, 10 * len(ONE_AFTER_THE_OTHER)) == 0
    assert_same(ended_in(folder), undisturbed, len(ONE_AFTER_THE_OTHER) - 1 + AT_ONCE)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("point", "number"),
    [
        ("in a melee", 1),
        ("in a melee", 3),
        ("written, not committed", 2),
        ("committed, nothing sent", 4),
        ("mail stored, not read", 3),
        ("to be drawn", 4),
        ("drawn, not stored", 3),
        ("map stored, not sent", 2),
        ("sent, not noted", 3),
    ],
)
def test_killed_at_a_point_another_process_goes_on(
    brink: Path, undisturbed: Ended, tmp_path: Path, point: str, number: int
) -> None:
    folder = copy(brink, tmp_path / "field")
    assert fought(folder, 0, point, number) == -signal.SIGKILL, f"it never came to {point}"
    assert fought(folder, 10) == 0  # after the leases of the dead have run out
    twice = AT_ONCE if point == "sent, not noted" else 1  # what was sent together is noted together
    assert_same(ended_in(folder), undisturbed, twice)


def killed_at_chance(brink: Path, undisturbed: Ended, folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    copy(brink, folder)
    deaths = 0
    for _ in range(2):
        process = start(folder, 10 * deaths)
        time.sleep(chance.uniform(0.2, 2.0))
        process.kill()
        deaths += ended(process, 60) == -signal.SIGKILL
    assert fought(folder, 10 * deaths) == 0
    assert_same(ended_in(folder), undisturbed, deaths * SENT_TOGETHER)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
def test_killed_at_many_moments(brink: Path, undisturbed: Ended, tmp_path: Path, seed: int) -> None:
    killed_at_chance(brink, undisturbed, tmp_path / "field", seed)


def test_the_copy_of_a_story_has_all_that_is_compared(undisturbed: Ended) -> None:
    """The comparison above is of whole payloads: a fact that differed would be seen."""
    facts = [msgspec.json.decode(payload) for kind, payload, *_ in undisturbed.story if kind == "fact"]
    assert len(facts) > 200
