"""What an answer says before a limit bites: that further mails will go unanswered, or wait."""

from datetime import datetime, timedelta

import msgspec
from sqlmodel import Session, col, func, select

from pbem.reports.letter import Para, Section
from pbem.reports.times import both
from pbem.service.incoming import queue
from pbem.service.incoming.answers import FRUITLESS, FRUITLESS_A_DAY, MUTE, fruitless_since
from pbem.service.outgoing.replying import Answer
from pbem.store.tables import InMail

LAST_ANSWERS = 3
"""The last answers to mails that came to nothing say that there will be no more."""

LAST_READ = 5
"""The answers to the last mails that are read within an hour say that later ones wait."""


def warned(session: Session, answer: Answer, sender: str, now: datetime) -> Answer:
    """An answer, with a word about the limit that its reader is near to.  sender: of the mail it answers."""
    told = [*_of_silence(session, answer, now), *_of_waiting(session, answer, sender, now)]
    if not told:
        return answer
    sections = (*answer.letter.sections, Section("", tuple(Para(one) for one in told)))
    return msgspec.structs.replace(answer, letter=msgspec.structs.replace(answer.letter, sections=sections))


def _of_silence(session: Session, answer: Answer, now: datetime) -> list[str]:
    if answer.kind not in FRUITLESS:
        return []
    number = len(fruitless_since(session, answer.to.address, now)) + 1
    taken = "Mails whose orders are accepted are always answered."
    if number == FRUITLESS_A_DAY:
        return [
            (
                f"This is the last answer for now: {number} of your mails within a day changed nothing. Until "
                f"{both(now + MUTE, answer.to.zone)} more of them are read and kept, but not answered. {taken}"
            )
        ]
    if number > FRUITLESS_A_DAY - LAST_ANSWERS:
        return [
            (
                f"So far {number} of your mails within a day changed nothing. After {FRUITLESS_A_DAY} more of them are "
                f"read and kept, but not answered for a day. {taken}"
            )
        ]
    return []


def _of_waiting(session: Session, answer: Answer, sender: str, now: datetime) -> list[str]:
    if sender != answer.to.address:
        return []
    since = now - timedelta(hours=1)
    read = select(func.count(), func.min(InMail.handled_at)).where(
        InMail.sender == sender, col(InMail.handled_at) > since
    )
    many, first = session.exec(read).one()
    if many + 1 <= queue.AN_HOUR - LAST_READ:
        return []
    until = both((first or now) + timedelta(hours=1) + queue.PAUSE, answer.to.zone)
    return [
        (
            f"You have sent {many + 1} mails within an hour. After {queue.AN_HOUR} the next ones wait, until {until} "
            "at the latest, before they are read; none is lost, and all that came before a deadline count."
        )
    ]
