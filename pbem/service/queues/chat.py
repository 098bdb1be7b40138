"""Players told by chat that a game wants them: put into a queue in the very transaction of the mail about it.

What is told is the subject of that mail and no more: which game, that orders are wanted, until when, where to look.
"""

from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from pbem.service.model.mails import MailMatter
from pbem.service.queues.quiet import leaves_at
from pbem.store.tables import Notice, NoticeTarget, Player, mail_key

FAILURES = 5
"""Failures in a row after which a target is told nothing more, until its player switches it on again."""


class Word(NamedTuple):
    """A message by chat."""

    title: str
    """The game and its turn."""

    text: str


def tell(session: Session, matter: MailMatter, now: datetime) -> None:
    """Queue what a mail is about for every target of its reader; after his quiet hours, if that is early enough."""
    word = _of_turn(matter) or _of_table(matter)
    if word is None or matter.to.player is None:
        return
    player, due = session.get_one(Player, matter.to.player), matter.page.due if matter.page else None
    own = select(NoticeTarget).where(col(NoticeTarget.player) == player.id, col(NoticeTarget.failures) < FAILURES)
    for one in session.exec(own).all():
        session.add(
            Notice(
                target=one.id, game=matter.game, title=word.title, text=word.text, link=f"/g/{matter.game}",
                key=mail_key(matter.turn, matter.seat, matter.kind, matter.revision), created_at=now,
                next_at=leaves_at(now, player, due.at if due else None),
            )
        )  # fmt: skip


def _of_turn(matter: MailMatter) -> Word | None:
    """What is told of a mail about a turn."""
    page = matter.page
    if page is None:
        return None
    until = f" They are due {page.due.told}." if page.due else ""
    grace = f" They count until {page.due.grace_told}." if page.due and page.due.grace_told else ""
    text = {
        "begun": f"The battle has begun. {page.ahead}",
        "report": f"A new report: orders needed.{until}" if page.ask else "A new report.",
        "over": f"The battle is over. {page.outcome.text if page.outcome else ''}".rstrip(),
        "reminder": f"Reminder: orders needed.{until}",
        "late": f"Your orders are overdue.{grace}",
        "extended": f"The deadline was moved.{until}",
    }.get(matter.kind)
    return Word(f"{page.title}: {page.turn_name}", text) if text else None


def _of_table(matter: MailMatter) -> Word | None:
    """What is told of a mail about what players settle among themselves: its title, never what they wrote."""
    text = {
        "letter": "You have a letter.",
        "pact": "An offer was made or answered.",
        "seat": "A seat has changed hands.",
        "missed": "A deadline was missed.",
        "umpire": "Your game needs its umpire.",
    }.get(matter.kind)
    return Word(matter.letter.title, text) if text and matter.letter and matter.game else None
