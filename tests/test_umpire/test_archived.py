"""The archive of an umpired game on another machine: it audits there; one byte changed in a ruling is found."""

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.engine.deskcheck import desk_faults
from pbem.engine.ids import UMPIRE, GameId, Seat, Seq
from pbem.engine.journal import Entry, Reported
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import submit
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.rulings import rule, rulings_of
from pbem.service.umpire.turnback import turn_back
from pbem.service.umpire.undoing import undo_ruling
from pbem.store.tables import PlayerId
from tests.test_umpire.conftest import RULED
from tests.web_offices import NORTH, SOUTH, office

WHY = "the table was bumped"


def archived(folder: Path, rules: str) -> bytes:
    """A game with rulings, one of them taken back, turned back once, ended by its umpire."""
    folder.mkdir()
    with office(folder) as desk:
        services = desk.services
        geoff = ensure_player(services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(services, f"{rules}/harrow-down", seats, Options(), seed=b"far", umpire=geoff)

        def play() -> None:
            for seat, player in ((SOUTH, desk.ines), (NORTH, desk.tom)):
                work = load_game(services, game)
                if work.desk.open is not None and work.desk.open.ask_of(seat) is not None:
                    submit(services, game, seat, "ready", "web", player)

        play()
        told = load_game(services, game).table[-1].seq
        added = f"\nadd S99 like S04 at {ADDED[rules]}" if rules in ADDED else ""
        seq = rule(services, game, f"S02 removed{added}", WHY, geoff)
        undo_ruling(services, game, rule(services, game, "N02 removed", WHY, geoff), "not that one", geoff)
        play()
        turn_back(services, game, Seq(seq), "fresh", "the clock stood", geoff)
        assert told < seq
        play()
        rule(services, game, "end: South wins", "it is late", geoff)
        assert len(rulings_of(load_game(services, game))) == 4
        return b"".join(one.encode() if isinstance(one, str) else one for one in export_game(services, game))


ADDED = {"snaphance": "0304", "onehour": "30,18", "armatys": "30,18"}
"""Where a unit is added, in the rule sets that can add one."""


def verified(archive: bytes, where: Path) -> subprocess.CompletedProcess[str]:
    """What a fresh process says of an archive, in a folder where there is nothing else."""
    where.mkdir(exist_ok=True)
    (where / "archive.jsonl").write_bytes(archive)
    return subprocess.run(
        [sys.executable, "-m", "pbem.cli", "verify", "--audit", "archive.jsonl"],
        cwd=where, env={"HOME": str(where), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("rules", RULED)
def test_an_archive_with_rulings_audits_elsewhere_and_a_flipped_byte_is_named(tmp_path: Path, rules: str) -> None:
    archive = archived(tmp_path / "here", rules)
    sound = verified(archive, tmp_path / "there")
    assert sound.returncode == 0, sound.stdout + sound.stderr
    lines = archive.split(b"\n")
    number, line = next((n, one) for n, one in enumerate(lines) if b'"ruling"' in one and WHY.encode() in one)
    at = line.index(WHY.encode())
    flipped = line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
    found = verified(b"\n".join([*lines[:number], flipped, *lines[number + 1 :]]), tmp_path / "elsewhere")
    assert found.returncode != 0
    assert f"line {number + 1}" in found.stdout + found.stderr


@pytest.mark.parametrize(("author", "found"), [(UMPIRE, 1), ("engine", 0)])
def test_only_the_service_writes_that_a_battle_ended_under_a_held_report(author: str, found: int) -> None:
    entry = Entry(GameId("far"), Seq(1), "report", 1, "2026-05-11T10:00:00.000Z", author, "{}", "", "")
    assert len(desk_faults([entry], {entry.seq: Reported(act="ended")}, (SOUTH, NORTH))) == found
