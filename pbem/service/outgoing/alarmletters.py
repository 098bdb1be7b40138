"""What the operator is told of players who have not heard of their turns.  No orders, no battle: who, where and why."""

from collections.abc import Sequence

from pbem.config import Config
from pbem.reports.letter import Button, Letter, LetterRow, Para, Rows, Section
from pbem.reports.times import local
from pbem.service.outgoing.unheard import Unheard
from pbem.service.play.work import Work
from pbem.service.queues.deliverability import Lost
from pbem.store.tables import OutMail

KICKER = "For the operator."
MOST_LISTED = 30
CLOCKS_WAIT = (
    "Deadlines of the games below wait until their reports have gone out, their players have sent orders, or you let "
    "them run (pbem clock, with the game and --go-on)."
)


def unheard_letter(config: Config, work: Work, one: Unheard, due: str) -> Letter:
    """A player's report came back, or cannot be sent.  due: the deadline that does not run any more, '' for none."""
    title = work.chair(one.seat).title
    clock = (
        f"The deadline of {work.title}, {due}, does not count for now. It runs again, with the time that was left and "
        f"a day at least, when {one.to.name} sends orders by mail or web, when the report goes out after all, or when "
        "you let it."
        if due
        else f"{work.title} has no deadline now; it waits until {one.to.name} sends orders."
    )
    rows = (
        LetterRow("game", f"{work.title} ({work.game})"),
        LetterRow("seat", f"{title}, turn {one.turn}"),
        LetterRow("who", f"{one.to.name}, {one.to.address}"),
        *((LetterRow("said", one.said[:300]),) if one.said else ()),
    )
    return Letter(
        kicker=KICKER,
        title="A player has not received their turn",
        lead=(clock,),
        sections=(
            Section("The player", (Rows(rows),)),
            Section("What you can do", tuple(Para(text) for text in _remedies(config, work, one, bool(due)))),
        ),
        preheader=f"{one.to.name} in {work.title}: mail comes back or is not sent.",
    )


def umpires_unheard_letter(config: Config, work: Work, one: Unheard) -> Letter:
    """The same for the game's umpire: who has not received which turn, and what an umpire can do."""
    title = work.chair(one.seat).title
    lead = f"{one.to.name}, {title}, has not received turn {one.turn}: mail comes back or is not sent."
    waits = (Para("The deadline is on hold until they order or the report goes out."),) if work.desk.paused else ()
    can = Para("Reach them another way, or give orders for them on their behalf. The operator has been told, too.")
    url = f"{config.base_url}/g/{work.game}/umpire"
    return Letter(
        kicker=f"{work.title}. For the umpire.", title=f"{work.title}: {title} has not received the turn", lead=(lead,),
        sections=(Section("", (*waits, can, Button("Open the game", url))),), preheader=lead,
    )  # fmt: skip


def _remedies(config: Config, work: Work, one: Unheard, waits: bool) -> list[str]:
    game = f"{config.base_url}/g/{work.game}"
    another = f"Reach {one.to.name} another way. The whole report is at {game}, where they can give orders, too."
    again = f"When mail arrives at that address again, send the report once more: pbem reach {one.to.address}"
    run = (f"To let the deadline count all the same: pbem clock {work.game} --go-on",) if waits else ()
    return [another, again, *run]


def waiting_letter(waiting: Sequence[tuple[Work, Unheard]], mails: Sequence[OutMail], held: bool) -> Letter:
    """Reports that have not left, of turns whose deadlines are near.

    mails: all that should have left by now.  held: the operator holds some of them, or all.
    """
    rows = tuple(
        LetterRow("", f"{work.title} ({work.game}), {work.chair(one.seat).title}, turn {one.turn}: {one.to.name}, "
            f"{one.to.address}", (one.said[:200],) if one.said else ())
        for work, one in waiting
    )  # fmt: skip
    count = f"{len(mails)} {'mail waits' if len(mails) == 1 else 'mails wait'} in the outbox"
    oldest = f", the oldest since {local(min(one.created_at for one in mails), 'UTC')}" if mails else ""
    words = tuple(dict.fromkeys(one.last_reply[:200] for one in mails if one.last_reply and one.attempts))
    why = (Section("What the relay says", (Rows(tuple(LetterRow("", word) for word in words[:MOST_LISTED])),)),)
    hold = (Section("", (Para("You are holding mail back: it leaves when you release it."),)),)
    return Letter(
        kicker=KICKER,
        title="Reports have not left",
        lead=(f"{count}{oldest}.", CLOCKS_WAIT),
        sections=(
            Section("Players who have not received their turn", (Rows(rows[:MOST_LISTED]), *_more(len(rows)))),
            *(why if words else ()),
            *(hold if held else ()),
        ),
        preheader=f"{count}; clocks wait.",
    )


def _more(count: int) -> tuple[Para, ...]:
    return (Para(f"And {count - MOST_LISTED} more."),) if count > MOST_LISTED else ()


def lost_letter(lost: Lost) -> Letter:
    """An address to which reports are not sent any more."""
    instead = (
        f"Reports go to {lost.instead} instead, which {lost.name} has confirmed."
        if lost.instead
        else f"{lost.name} has no other address; reports stay on the web, and deadlines of their games wait."
    )
    said = (Section("The last word from the mail system", (Rows((LetterRow("", lost.said),)),)),) if lost.said else ()
    return Letter(
        kicker=KICKER,
        title="An address is lost",
        lead=(f"Too much of what was sent to {lost.address} has come back. {instead}",),
        sections=(
            *said,
            Section("", (Para(f"Their pages say so too. When mail arrives there again: pbem reach {lost.address}"),)),
        ),
        preheader=f"Mail to {lost.name} comes back.",
    )
