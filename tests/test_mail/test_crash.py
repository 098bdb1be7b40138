"""Killed (SIGKILL) between any two steps of its work with mails, a worker is followed by another: nothing is lost,
doubled or different, and every mail has its one answer."""

import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient
from sqlmodel import select

from pbem.mail import bounded, reading
from pbem.service.outgoing import wording
from pbem.store import journal
from pbem.store.db import Database
from pbem.store.tables import InMail, OutMail
from tests.servers.dovecot import Dovecot, Mailbox
from tests.test_mail import mortal
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, SOUTH, START, letter, token

MAILS = (
    (ANN, SOUTH, "S02 turn 2\nS99 turn 2\n"),
    (BOB, NORTH, "N02 turn 8\nready\n"),
    (ANN, SOUTH, "S02 turn 4\nready\n"),
)
"""One that is taken in part, one whose writer is ready, and one by which the turn is played."""


@dataclass(frozen=True)
class Ended:
    """What a worker left behind.  story: the journal but for its times; sent: how often each mail was sent."""

    story: tuple[tuple[Any, ...], ...]
    mails: frozenset[tuple[str, str, str]]
    answers: tuple[tuple[str, str | None], ...]
    sent: Counter[str]
    left: int
    moved: int


@pytest.fixture(scope="module", autouse=True)
def _plain_work() -> Iterator[None]:
    """No maps are drawn here, and mails of our own need no child to read them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bounded, "read", reading.read)
        patched.setattr(wording, "render_png", lambda *_, **__: b"\x89PNG\r\n\x1a\n")
        yield


def url_of(box: Mailbox) -> str:
    return f"imap://{box.user.replace('@', '%40')}:{box.password}@{box.host}:{box.imap_port}/INBOX"


def lay_in(box: Mailbox) -> None:
    """Put the mails into the mailbox, stamped a minute apart."""
    with IMAPClient(box.host, box.imap_port, ssl=False) as client:
        client.login(box.user, box.password)
        for number, (sender, seat, body) in enumerate(MAILS):
            # The bytes, and with them every name, are the same in each test; the token is what counts.
            raw = letter(body, sender, f"orders+{token(seat)}@example.test", name=f"m{number}")
            raw = raw.replace(b"\r\n", f"\r\nDelivered-To: {box.user.replace('@', f'+{token(seat)}@')}\r\n".encode(), 1)
            client.append("INBOX", raw, msg_time=START + timedelta(minutes=10 + number))


def ended(url: str, folder: Path, box: Mailbox) -> Ended:
    """What is in the store, in the relay's book and in the mailbox."""
    db = Database.open(url)
    with db.reading() as session:
        entries = journal.load(session, HARROW)
        out = session.exec(select(OutMail)).all()
        came = session.exec(select(InMail)).all()
    db.close()
    assert all(mail.state == "sent" for mail in out)
    with IMAPClient(box.host, box.imap_port, ssl=False) as client:
        client.login(box.user, box.password)
        left, moved = (int(client.folder_status(f, ["MESSAGES"])[b"MESSAGES"]) for f in ("INBOX", "Processed"))
    return Ended(
        story=tuple((one.kind, one.payload, one.author) for one in entries),
        mails=frozenset((mail.kind, mail.recipient, str(mail.turn)) for mail in out),
        answers=tuple(sorted((one.message_id, one.state) for one in came)),
        sent=Counter((folder / "sent.txt").read_text().split()),
        left=left,
        moved=moved,
    )


@pytest.fixture(scope="module")
def undisturbed(begun: Path, dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """How it goes when nobody is killed."""
    folder, box = tmp_path_factory.mktemp("undisturbed"), dovecot.mailbox()
    shutil.copy(begun, folder / "pbem.db")
    lay_in(box)
    url = f"sqlite:///{folder / 'pbem.db'}"
    mortal.work(url, folder, url_of(box), box.user, 0)
    return ended(url, folder, box)


def check(found: Ended, wanted: Ended, url: str, again: bool) -> None:
    """The same game, the same mails, one answer each; those not noted as sent are sent again, with the same id."""
    assert found.story == wanted.story
    assert found.mails == wanted.mails
    assert found.answers == wanted.answers
    assert (found.left, found.moved) == (0, len(MAILS))
    assert len(found.sent) == len(wanted.sent), "a mail was lost, or made twice"
    assert set(found.sent.values()) <= ({1, 2} if again else {1})
    db = Database.open(url)
    with db.reading() as session:
        came, out = session.exec(select(InMail)).all(), session.exec(select(OutMail)).all()
    db.close()
    assert {mail.message_id for mail in out} == set(found.sent)
    for mail in came:
        assert [one.key for one in out if one.key.endswith(f".{mail.id[:16]}")] == [mail.answer]


def test_undisturbed_three_mails_have_three_answers_and_a_turn_is_played(undisturbed: Ended) -> None:
    assert [state for _, state in undisturbed.answers] == ["partly", "accepted", "accepted"]
    kinds = Counter(kind for kind, _, _ in undisturbed.mails)
    assert kinds["report"] == 4, "those of the beginning and those of the turn"
    assert set(undisturbed.sent.values()) == {1}
    assert any(kind == "answer" for kind, *_ in undisturbed.story)


ONCE = {"claimed, not committed", "noted", "game written, not committed"}
"""Steps that come once; of the others it is the second time that kills."""

ON_POSTGRESQL = [
    pytest.param("stored, not committed", marks=pytest.mark.soak),
    pytest.param("game written, not committed", marks=pytest.mark.soak),
    "answer written, not committed",
    "committed",
    "claimed, not committed",
    pytest.param("noted, not committed", marks=pytest.mark.soak),
]
"""Where a transaction is open, or has just been closed."""


@pytest.mark.parametrize("step", sorted(mortal.STEPS))
def test_killed_at_a_step_on_sqlite(
    undisturbed: Ended, begun: Path, tmp_path: Path, mailbox: Mailbox, step: str
) -> None:
    shutil.copy(begun, tmp_path / "pbem.db")
    killed_at(undisturbed, f"sqlite:///{tmp_path / 'pbem.db'}", tmp_path, mailbox, step, 1 + (step not in ONCE))


@pytest.mark.parametrize("step", ON_POSTGRESQL)
def test_killed_at_a_step_on_postgresql(
    undisturbed: Ended, postgres_copy: str, tmp_path: Path, mailbox: Mailbox, step: str
) -> None:
    killed_at(undisturbed, postgres_copy, tmp_path, mailbox, step, 1 + (step not in ONCE))


@pytest.mark.soak
@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize("step", sorted(set(mortal.STEPS) - ONCE))
def test_killed_at_a_step_the_first_and_the_third_time(
    undisturbed: Ended, begun: Path, tmp_path: Path, mailbox: Mailbox, step: str, number: int
) -> None:
    shutil.copy(begun, tmp_path / "pbem.db")
    killed_at(undisturbed, f"sqlite:///{tmp_path / 'pbem.db'}", tmp_path, mailbox, step, number)


def killed_at(undisturbed: Ended, url: str, folder: Path, mailbox: Mailbox, step: str, number: int) -> None:
    lay_in(mailbox)
    (folder / "sent.txt").touch()
    first, second = (partial(mortal.work, url, folder, url_of(mailbox), mailbox.user, late) for late in (0, 10))
    assert mortal.in_a_process(first, step, number) == -signal.SIGKILL, f"it never came to: {step}"
    assert mortal.in_a_process(second) == 0  # after the leases of the dead have run out
    check(ended(url, folder, mailbox), undisturbed, url, again=step in SENT_ALREADY)


SENT_ALREADY = {"sent, not noted", "noted, not committed", "leased, not sent"}
"""Steps before which a mail may have left that nobody has noted."""
