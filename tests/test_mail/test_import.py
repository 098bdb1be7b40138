"""Archives of mails taken in: mbox, Maildir, folders of .eml; byte for byte, each once, nothing in them stops it."""

import mailbox
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pbem.cli.main import main
from pbem.mail.mailfiles import LINE, mails_in, received_at
from pbem.mail.reading import LARGEST
from pbem.service.incoming.importing import Imported, import_mails
from tests.test_mail.conftest import ANN, BOB, NORTH, SECRET, Office, letter, reply_to

FIRST = letter("S02 turn 2\n")
SECOND = letter("N02 turn 8\n", BOB, reply_to(NORTH), "two")
SEPARATOR = b"From ann@players.test Mon May 11 10:00:00 2026\n"


def lf(mail: bytes) -> bytes:
    """A mail with the line ends of an mbox."""
    return mail.replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n"


def mbox(*mails: bytes) -> bytes:
    """As mail programs write it: a line before each mail, an empty one behind it."""
    return b"".join(SEPARATOR + lf(mail) + b"\n" for mail in mails)


def kept(tmp_path: Path, data: bytes, largest: int = LARGEST) -> list[bytes]:
    """The mails of an mbox; fails when something in it is none."""
    (tmp_path / "mbox").write_bytes(data)
    found = list(mails_in(tmp_path / "mbox", largest))
    assert [one.problem for one in found] == [""] * len(found)
    return [one.raw for one in found]


def what(told: list[Imported]) -> list[str]:
    return [one.what for one in told]


# --- reading the files --------------------------------------------------------------------------------------------


def test_the_mails_of_an_mbox_are_told_with_their_lines(tmp_path: Path) -> None:
    (tmp_path / "mbox").write_bytes(mbox(FIRST, SECOND))
    one, two = mails_in(tmp_path / "mbox", LARGEST)
    assert (one.raw, two.raw) == (lf(FIRST), lf(SECOND))
    assert one.place == f"{tmp_path / 'mbox'}:1"
    lines = (tmp_path / "mbox").read_bytes().split(b"\n")
    assert two.place == f"{tmp_path / 'mbox'}:{lines.index(SEPARATOR.rstrip(), 1) + 1}"


def test_a_quoted_from_is_given_back_as_it_was(tmp_path: Path) -> None:
    body = b"A: b\n\n>From the hill\n>>From the ford\n> From afar\n>Fromage\n"
    assert kept(tmp_path, SEPARATOR + body + b"\n") == [
        b"A: b\n\nFrom the hill\n>From the ford\n> From afar\n>Fromage\n"
    ]


def test_only_a_from_line_after_an_empty_one_parts_mails(tmp_path: Path) -> None:
    bodies = (
        b"A: b\n\nGo.\n" + SEPARATOR + b"and on.\n",
        b"A: b\n\nGo.\n\nFrom there turn left.\n",
        b"From: b\n\nGo.\n\nFrom now on\n",
    )
    for body in bodies:
        assert kept(tmp_path, SEPARATOR + body + b"\n") == [body]


@pytest.mark.parametrize(
    "begin", [b"From - Mon May 11 10:00:00 2026\r\n", b"From \r\n", b"From 1@xxx Mon May 11 10:00:00 +0000 2026\n"]
)
def test_mail_programs_begin_their_mails_in_several_ways(tmp_path: Path, begin: bytes) -> None:
    assert kept(tmp_path, (begin + FIRST + b"\r\n\r\n") * 2) == [FIRST + b"\r\n"] * 2


def test_a_mail_without_an_end_is_read_to_the_end_of_the_file(tmp_path: Path) -> None:
    assert kept(tmp_path, SEPARATOR + b"A: b\n\nGo") == [b"A: b\n\nGo"]
    assert kept(tmp_path, SEPARATOR + b"A: b") == [b"A: b"]


def test_of_a_mail_too_large_the_beginning_is_kept_and_the_rest_counted(tmp_path: Path) -> None:
    long = b"A: b\n\n" + b"x" * (3 * LINE) + b"\n" + b"y\n" * 100
    (tmp_path / "mbox").write_bytes(SEPARATOR + long + b"\n" + mbox(FIRST))
    large, small = mails_in(tmp_path / "mbox", 1000)
    assert (large.raw, large.size) == (long[:1000], len(long))
    assert small.raw == lf(FIRST)
    (tmp_path / "one.eml").write_bytes(long)
    (alone,) = mails_in(tmp_path / "one.eml", 1000)
    assert (alone.raw, alone.size) == (long[:1000], len(long))


@given(
    st.lists(
        st.lists(st.sampled_from([b"From ", b">From x", b"From 10:00", b"", b"S02 hold", b">>From", b"x" * 90])),
        min_size=1,
        max_size=4,
    )
)
def test_what_python_writes_as_an_mbox_is_read_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, bodies: list[list[bytes]]
) -> None:
    folder = tmp_path_factory.mktemp("mbox")
    mails = [b"A: b\n\n" + b"\n".join(lines) + b"\n" for lines in bodies]
    escaped = [
        b"\n".join(b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in mail.split(b"\n"))
        for mail in mails
    ]
    (folder / "mbox").write_bytes(b"".join(SEPARATOR + mail + b"\n" for mail in escaped))
    assert [one.raw for one in mails_in(folder / "mbox", LARGEST)] == mails


@given(st.binary(max_size=300), st.sampled_from([b"", SEPARATOR, b"From \n", b"A: b\n"]))
def test_whatever_is_in_a_file_nothing_is_raised(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, begin: bytes
) -> None:
    path = tmp_path_factory.mktemp("any") / "file"
    path.write_bytes(begin + data)
    for one in mails_in(path, 100):
        assert one.problem or (one.raw and one.size)
        received_at(one.raw)


def test_pythons_own_mbox_and_maildir_are_read(tmp_path: Path) -> None:
    box = mailbox.mbox(tmp_path / "box")
    folder = mailbox.Maildir(tmp_path / "folder")
    for raw in (FIRST, SECOND):
        box.add(message_from_bytes(raw))
        folder.add(raw)
    box.close()
    ids = [raw.split(b"Message-ID: ")[1].split(b"\r")[0] for raw in (FIRST, SECOND)]
    assert [wanted in one.raw for one, wanted in zip(mails_in(tmp_path / "box", LARGEST), ids, strict=True)] == [
        True
    ] * 2
    found = [lf(one.raw) for one in mails_in(tmp_path / "folder", LARGEST)]
    assert sorted(found) == sorted(map(lf, (FIRST, SECOND)))


@pytest.mark.parametrize(
    ("stamp", "at"),
    [
        ("Mon, 11 May 2026 12:00:00 +0200 (CEST)", datetime(2026, 5, 11, 10, tzinfo=UTC)),
        ("Mon, 11 May 2026 12:00:00 -0000", datetime(2026, 5, 11, 12, tzinfo=UTC)),
        ("Mon, 11 May 2026 25:00:00 +0200", None),
        ("some time or other", None),
        ("", None),
    ],
)  # fmt: skip
def test_the_topmost_received_line_says_when(stamp: str, at: datetime | None) -> None:
    lines = f"Received: from a by b;\r\n {stamp}\r\nReceived: from c by a; Sun, 10 May 2026 12:00:00 +0000\r\n"
    assert received_at(lines.encode() + FIRST) == at
    assert received_at(FIRST) is None


# --- taking them in -----------------------------------------------------------------------------------------------


def test_an_archive_is_taken_in_and_answered_once_however_often(office: Office, tmp_path: Path) -> None:
    (tmp_path / "mbox").write_bytes(mbox(FIRST, SECOND, FIRST))
    told = list(import_mails(office.services, tmp_path / "mbox"))
    assert what(told) == ["new", "new", "known"]
    assert [row.door for row in office.stored()] == ["ingest", "ingest"]
    assert (office.orders(), office.orders(NORTH)) == (["S02 turn 2"], ["N02 turn 8"])
    assert what(list(import_mails(office.services, tmp_path / "mbox"))) == ["known"] * 3
    assert len(office.mails()) == 2


def test_a_mail_that_came_by_another_door_is_a_copy(office: Office, tmp_path: Path) -> None:
    office.receive(FIRST)
    (tmp_path / "mbox").write_bytes(mbox(FIRST))  # other bytes: its line ends
    (told,) = import_mails(office.services, tmp_path / "mbox")
    assert "ignored a copy" in told.told
    assert len(office.mails()) == 1


def test_what_is_no_mail_is_told_with_its_place_and_stops_nothing(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    folder.mkdir()
    for name, data in {"a.eml": b"", "b.eml": b"\x00\xff no mail", "c.EML": FIRST, "d.txt": SECOND}.items():
        (folder / name).write_bytes(data)
    (folder / "e.eml").symlink_to(tmp_path / "nowhere")
    os.mkfifo(folder / "f.eml")
    told = list(import_mails(office.services, folder))
    assert [(Path(one.place).name, one.what) for one in told] == [("a.eml", "bad"), ("b.eml", "bad"), ("c.EML", "new")]
    assert "empty" in told[0].told
    assert "no mail" in told[1].told
    (tmp_path / "mbox").write_bytes(mbox(FIRST, b"", SECOND))
    told = list(import_mails(office.services, tmp_path / "mbox"))
    assert what(told) == ["new", "bad", "new"]
    (empty,) = import_mails(office.services, tmp_path)
    assert empty.what == "bad"
    assert "*.eml" in empty.told


def test_a_maildir_is_read_in_the_order_its_mails_came(office: Office, tmp_path: Path) -> None:
    for name in ("cur", "new", "tmp"):
        (tmp_path / name).mkdir()
    later = letter("S02 turn 6\n", name="later")
    (tmp_path / "new" / "1700000000.M1.host").write_bytes(FIRST)
    (tmp_path / "cur" / "1700000009.M1.host:2,S").write_bytes(later)
    (tmp_path / "tmp" / "1700000010.M1.host").write_bytes(SECOND)
    assert what(list(import_mails(office.services, tmp_path))) == ["new", "new"]
    assert office.orders() == ["S02 turn 6"]


def test_a_mail_too_large_is_kept_by_its_head_and_answered(office: Office, tmp_path: Path) -> None:
    (tmp_path / "one.eml").write_bytes(FIRST + b"x" * LARGEST)
    (told,) = import_mails(office.services, tmp_path / "one.eml")
    assert f"quarantined it has {LARGEST + len(FIRST)} bytes" in told.told
    (row,) = office.stored()
    assert len(row.raw) < 1000
    assert row.size == LARGEST + len(FIRST)
    assert len(office.mails("unchanged", "refused")) == 1


def test_times_of_an_archive_count_only_when_asked_for(office: Office, tmp_path: Path) -> None:
    due = office.page().due
    assert due is not None
    before, after = due.at - timedelta(hours=1), due.at + timedelta(days=400)
    for name, at in (("before", before), ("after", after)):
        stamp = f"Received: from a by b; {at:%a, %d %b %Y %H:%M:%S} +0000\r\n".encode()
        (tmp_path / f"{name}.eml").write_bytes(stamp + letter("S02 turn 2\n", name=name))
    office.clock.at = due.at + timedelta(minutes=1)
    list(import_mails(office.services, tmp_path, "received"))
    assert [row.arrived_at for row in office.stored()] == [before, office.clock.at]
    (tmp_path / "third.eml").write_bytes(b"Received: from a by b; Mon, 11 May 2026 11:00:00 +0000\r\n" + SECOND)
    list(import_mails(office.services, tmp_path / "third.eml"))
    assert [row.arrived_at for row in office.stored() if row.raw.endswith(SECOND)] == [office.clock.at]


def test_the_command_tells_a_line_each_and_counts(office_with: Callable[..., Office], tmp_path: Path) -> None:
    office_with()
    archive = tmp_path / "old\x9b2J.mbox"
    archive.write_bytes(mbox(FIRST, b"", SECOND, FIRST))
    env = {"PBEM_SECRET": SECRET, "PBEM_DATABASE_URL": f"sqlite:///{tmp_path / 'pbem.db'}"}
    env |= {
        "PBEM_ORDERS_ADDRESS": "orders@example.test",
        "PBEM_MAIL_DOMAIN": "example.test",
        "PBEM_DATA_DIR": str(tmp_path),
    }
    done = CliRunner().invoke(main, ["import-mbox", str(archive), "--arrived", "received"], env=env)
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[-1] == "2 taken in, 1 known already, 1 bad"
    assert [line.partition(": ")[2].partition(":")[0] for line in lines[1:-1]] == ["new", "bad", "new", "known"]
    assert "only one from your own mail server" in done.output
    assert "\x9b" not in done.output
    gone = CliRunner().invoke(main, ["import-mbox", str(tmp_path / "nowhere")], env=env)
    assert gone.exit_code == 2
    assert ANN not in gone.output
