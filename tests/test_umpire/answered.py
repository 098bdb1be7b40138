"""Mails of an umpire's to Harrow Down, with their answers."""

import re
from typing import NamedTuple

from tests.test_mail.conftest import Office, letter, text_of
from tests.test_umpire.test_questions import GEOFF, umpires_address

CODE = re.compile(r"publish ([0-9a-f]{6})\b")


class Answered(NamedTuple):
    """What became of a mail of the umpire's, and the mail that answered it."""

    state: str
    raw: bytes

    @property
    def words(self) -> str:
        return " ".join(text_of(self.raw).split())

    @property
    def code(self) -> str:
        return CODE.findall(self.words)[-1]


def say(office: Office, line: str, because: str = "because of the rain") -> Answered:
    name = f"n{len(office.stored())}"
    outcome = office.receive(letter(f"{line}\n{because}\n", GEOFF, umpires_address(office, 0), name))
    return Answered(
        outcome.state, next(one.raw for one in office.mails("answer", "refused") if one.key == outcome.answer)
    )


def taken(office: Office, line: str, because: str = "") -> Answered:
    done = say(office, line, because)
    assert done.state == "accepted", done.words
    return done


def refused(office: Office, line: str, because: str = "") -> str:
    done = say(office, line, because)
    assert done.state == "rejected", done.words
    return done.words
