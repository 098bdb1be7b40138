"""Each mail is read by a process with little memory and time; whatever happens to it, a reading comes back."""

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pbem.mail import bounded, reading
from pbem.mail.reader import MailReader
from pbem.mail.reading import LARGEST

US = MailReader("orders@example.test")
MAIL = b"From: ann@players.test\nMessage-ID: <a@b>\n\nS02 turn 2\n"
BOUNCE = b"From: MAILER-DAEMON@isp.test\nTo: orders@example.test\n\nS02 turn 2\n"


@pytest.fixture(autouse=True)
def _own_child() -> Iterator[None]:
    """A child of the test's own."""
    bounded.close()
    yield
    bounded.close()


def instead(monkeypatch: pytest.MonkeyPatch, body: str, seconds: int = 10) -> None:
    """The child's reader does something else."""
    code = (
        "import time, os, sys, resource\nfrom pbem.mail import readchild\nright = readchild.read\n"
        f"def read(raw, us, null_sender):\n    {body}\n    return right(raw, us, null_sender)\n"
        "readchild.read = read\nreadchild.main()\n"
    )
    monkeypatch.setattr(bounded, "CHILD", (sys.executable, "-c", code))
    monkeypatch.setattr(bounded, "SECONDS", seconds)


def child() -> int:
    return bounded._children[0].process.pid


def running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def ended(pid: int) -> bool:
    """Whether a process ends before long."""
    until = time.monotonic() + 10
    while running(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not running(pid)


def test_the_child_reads_as_we_do_and_stays() -> None:
    assert bounded.read(MAIL, US) == reading.read(MAIL, US)
    first = child()
    assert bounded.read(BOUNCE, US, True) == reading.read(BOUNCE, US, True)
    assert child() == first
    bounded.close()
    assert not running(first)


def test_its_memory_is_limited() -> None:
    bounded.read(MAIL, US)
    limits = Path(f"/proc/{child()}/limits").read_text(encoding="utf-8")
    assert next(line for line in limits.splitlines() if "address space" in line).split()[3] == str(512 * 1024 * 1024)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("os._exit(3)", "it ended with 3"),
        ("os.kill(os.getpid(), 9)", "it ended with -9"),
        ("sys.stdout.buffer.write(b'xxxxxxxxxxxxxxxxxxxxx' * 9); os._exit(0)", "it ended with 0"),
        ("sys.stdout.buffer.write(bytes([0, 0, 0, 2]) + b'xx'); sys.stdout.buffer.flush()", "could not be run"),
        ("time.sleep(60)", "took more than 1 s"),
        ("raise ValueError('x')", "it ended with 1"),
        ("bytearray(600 * 1024 * 1024)", "it ended with 1"),
    ],
    ids=["exits", "killed", "babbles", "lies", "sleeps", "raises", "eats"],
)
def test_a_child_that_dies_of_a_mail(monkeypatch: pytest.MonkeyPatch, body: str, why: str) -> None:
    instead(monkeypatch, body, 1)
    mail = bounded.read(MAIL, US)
    assert (mail.kind, mail.sender, mail.message_id, mail.text) == ("unreadable", "ann@players.test", "<a@b>", "")
    assert why in mail.why
    assert bounded._children == []
    machine = bounded.read(BOUNCE, US)
    assert (machine.kind, machine.why) == ("machine", "from a mail system")
    monkeypatch.undo()
    assert bounded.read(MAIL, US).text == "S02 turn 2"


def test_a_child_that_takes_too_much_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, "readchild.SECONDS = 0; readchild._allow_seconds()\n    while True: pass", 30)
    mail = bounded.read(MAIL, US)
    assert mail.kind == "unreadable"
    assert "it ended with -24" in mail.why  # SIGXCPU


def test_a_child_killed_between_two_mails_is_replaced() -> None:
    bounded.read(MAIL, US)
    bounded._children[0].process.kill()
    bounded._children[0].process.wait()
    assert bounded.read(MAIL, US).text == "S02 turn 2"


def test_a_child_grown_fat_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "FAT", 1)
    assert bounded.read(MAIL, US).text == "S02 turn 2"
    assert bounded._children == []


def test_a_child_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "CHILD", ("/nowhere/python",))
    assert "could not be run" in bounded.read(MAIL, US).why
    monkeypatch.setattr(bounded, "CHILD", (sys.executable, "-c", "raise SystemExit(5)"))
    assert "did not start (it ended with 5)" in bounded.read(MAIL, US).why


def test_a_mail_that_is_too_large_troubles_no_child() -> None:
    mail = bounded.read(MAIL + b"x" * LARGEST, US)
    assert (mail.kind, mail.message_id) == ("unreadable", "<a@b>")
    assert bounded._children == []


def test_the_largest_mail_goes_through_the_pipes() -> None:
    head = b"From: ann@players.test\n\n"
    mail = bounded.read(head + b"x\n" * ((LARGEST - len(head)) // 2), US)
    assert "characters" in mail.why


def test_threads_take_turns() -> None:
    mails = [MAIL.replace(b"turn 2", f"turn {number}".encode()) for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        texts = [mail.text for mail in pool.map(lambda raw: bounded.read(raw, US), mails)]
    assert texts == [f"S02 turn {number}" for number in range(40)]


def test_no_secret_of_ours_is_known_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_SECRET", "s" * 40)
    bounded.read(MAIL, US)
    assert b"PBEM_" not in Path(f"/proc/{child()}/environ").read_bytes()


FORKS = f"""
import os, sys
from pbem.mail import bounded
from pbem.mail.reader import MailReader
us, mail = MailReader("orders@example.test"), {MAIL!r}
bounded.read(mail, us)
mine = bounded._children[0].process.pid
held = bounded._lock
held.acquire()  # as by a thread that is in the middle of a mail
forked = os.fork()
if not forked:
    assert bounded.read(mail, us).text == "S02 turn 2"
    assert bounded._children[0].process.pid != mine
    sys.exit(0)
held.release()
assert os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1]) == 0
assert bounded.read(mail, us).text == "S02 turn 2"
assert bounded._children[0].process.pid == mine
print(mine)
"""


def test_a_process_that_forks_gets_a_child_of_its_own_and_ends_it() -> None:
    ran = subprocess.run([sys.executable, "-X", "dev", "-W", "error", "-c", FORKS], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ended(int(ran.stdout))


def test_the_child_of_a_killed_process_ends() -> None:
    code = FORKS.partition("held = ")[0] + "print(mine, flush=True)\nos.kill(os.getpid(), 9)\n"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == -9
    assert ended(int(ran.stdout))


def test_nothing_is_left_open() -> None:
    before = len([*Path("/proc/self/fd").iterdir()])
    for _ in range(3):
        bounded.read(MAIL, US)
        bounded.close()
    assert len([*Path("/proc/self/fd").iterdir()]) == before
