"""The demo: a whole battle through the real doors, the same each time for the same seed."""

import json
import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from pbem.cli import demo
from pbem.cli.archives import verify_file
from pbem.cli.main import main
from pbem.engine.ids import GameId
from pbem.service.options import Options
from pbem.service.play.games import new_game
from pbem.service.replay.downloads import export_game
from pbem.service.services import Services
from tests.sharing import drawn_mails

pytestmark = pytest.mark.slow

TIMES = {"at", "hash", "prev"}
"""Fields of an entry that tell the time, or follow from it."""


@dataclass(frozen=True)
class Played:
    """A demo that was played."""

    folder: Path
    said: str
    exit_code: int

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The archive's entries but for times."""
        lines = (self.folder / "archive.jsonl").read_text(encoding="utf-8").splitlines()[1:]
        return [{key: value for key, value in json.loads(line).items() if key not in TIMES} for line in lines]


def play(folder: Path, seed: int) -> Played:
    """`pbem demo`, without any setting."""
    done = CliRunner().invoke(main, ["demo", "--out", str(folder), "--seed", str(seed)], env={"PBEM_SECRET": None})
    return Played(folder, done.output, done.exit_code)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Seed 1, in a folder where an older demo lies."""
    folder = tmp_path_factory.mktemp("demo") / "new" / "first"
    (folder / "mail").mkdir(parents=True)
    (folder / "mail" / "999-old.eml").touch()
    with drawn_mails():
        return play(folder, 1)


def test_it_is_fought_to_its_end_and_its_archive_verifies_and_audits(first: Played) -> None:
    assert first.exit_code == 0, first.said
    verified = verify_file(first.folder / "archive.jsonl", audit=True)
    assert verified.good
    assert verified.lines[-1] in first.said
    kinds = {entry["kind"] for entry in first.entries}
    assert {"game", "step", "orders", "answer", "roll", "fact", "seed"} <= kinds
    doors = {json.loads(entry["payload"])["door"] for entry in first.entries if entry["kind"] == "orders"}
    assert doors == {"mail"}


def test_the_summary_says_who_won(first: Played) -> None:
    summary = (first.folder / "summary.txt").read_text(encoding="utf-8").splitlines()
    assert "seed 1" in summary[0]
    assert re.search(r"broke in round \d+|has won|drawn|draw", summary[1]), summary[1]
    assert re.fullmatch(r"\d+ turns, \d+ order lines, \d+ mails, \d+ maps, [\d.]+ s\.", summary[2])
    assert all(line in first.said for line in summary)


def test_every_mail_is_kept_and_each_report_has_its_map(first: Played) -> None:
    mails = sorted((first.folder / "mail").iterdir())
    counts = re.search(r"(\d+) turns, \d+ order lines, (\d+) mails, (\d+) maps", first.said)
    assert counts is not None
    turns, told, maps = map(int, counts.groups())
    assert [path.name[:3] for path in mails] == [f"{number:03}" for number in range(1, told + 1)]
    kinds = [path.stem.rpartition("-")[2] for path in mails]
    assert (kinds.count("orders"), kinds.count("answer"), kinds.count("report")) == (
        2 * turns,
        2 * turns,
        2 * turns + 2,
    )
    for path in mails:
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        assert not mail.defects
        has_map = "image/png" in {part.get_content_type() for part in mail.walk()}
        assert has_map == path.stem.endswith("report")
    pictures = sorted((first.folder / "maps").glob("*.png"))
    assert len(pictures) == maps == 2 * turns + 2
    for path in pictures:
        with Image.open(path) as picture:
            assert picture.width == 1200
            assert "transparency" not in picture.info
        assert path.stat().st_size <= 150 * 1024


@pytest.mark.soak  # recorded games are played again to the same bytes in any run
def test_the_same_seed_gives_the_same_battle(first: Played, tmp_path: Path) -> None:
    again = play(tmp_path / "again", 1)
    assert again.exit_code == 0, again.said
    assert len(again.entries) == len(first.entries)
    for one, other in zip(first.entries, again.entries, strict=True):
        assert one == other


@pytest.mark.soak
def test_another_seed_gives_another_battle(first: Played, tmp_path: Path) -> None:
    different = play(tmp_path / "different", 2)
    assert different.exit_code == 0, different.said
    rolls = [[e["payload"] for e in played.entries if e["kind"] == "roll"] for played in (first, different)]
    assert rolls[0] != rolls[1]


def test_orders_that_are_not_taken_fail_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = demo._answer
    monkeypatch.setattr(demo, "_answer", lambda report, sender, orders: answer(report, sender, "S99 hold\nready\n"))
    done = play(tmp_path / "bad", 1)
    assert done.exit_code == 1
    assert "Error: the orders of south in turn 1 were not all taken:" in done.said


def test_a_battle_that_does_not_end_fails_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "MOST_TURNS", 1)
    done = play(tmp_path / "short", 1)
    assert done.exit_code == 1
    assert "Error: the battle has not ended after 1 turns" in done.said


def test_an_archive_that_does_not_verify_fails_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forged(services: Services, game: GameId) -> list[str]:
        return [line.replace("S01", "S02") for line in export_game(services, game)]

    def fought_at_once(self: Any, seed: int, say: object) -> None:
        new_game(
            self.services, self.battle.scenario, dict.fromkeys(self.battle.players), Options(every=0), game=self.game
        )

    monkeypatch.setattr(demo, "export_game", forged)
    monkeypatch.setattr(demo._Demo, "play", fought_at_once)
    done = play(tmp_path / "forged", 1)
    assert done.exit_code == 1
    assert "Error: the archive does not verify" in done.said


def test_an_aide_for_a_seat_there_is_not_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main, ["demo", "--out", str(tmp_path), "--scenario", "snaphance/coutras", "--south", "bold"]
    )
    assert done.exit_code == 1
    assert "not 'south'" in done.output


def test_a_hidden_battle_under_an_umpire_is_fought_with_text_maps_alone(tmp_path: Path) -> None:
    given = ["--scenario", "onehour/harrow-down", "--option", "sight=hidden", "--umpire", "--seed", "2"]
    done = CliRunner().invoke(main, ["demo", "--out", str(tmp_path), *given])
    assert done.exit_code == 0, done.output
    assert "two aides-de-camp and an umpire by mail" in done.output
    report, tokens = {"south": "", "north": ""}, set()
    for path in sorted((tmp_path / "mail").glob("*.eml")):
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        body = mail.get_body(("plain",))
        _number, seat, kind = path.stem.split("-", 2)
        if body is not None and kind == "report":
            report[seat] = body.get_content()
        elif body is not None and kind == "orders":
            ordered = body.get_content().partition("On the day of the report")[0]
            named = set(re.findall(r"\?\d+", ordered))
            assert all(re.search(rf"{re.escape(token)}(?!\d)", report[seat]) for token in named), ordered
            tokens |= named
    assert tokens, "orders name what is not known"
    assert list((tmp_path / "mail").glob("*-umpire-mail.eml"))
