"""Orders that came by mail after their turn was closed: which those are, and the word of them to the umpires."""

from dataclasses import replace

import msgspec
from sqlmodel import Session

from pbem.mail.tokens import TurnRef
from pbem.reports.letter import Para, Quote
from pbem.service.model.desk import asked
from pbem.service.play.playermail import mail_umpires, umpires_who
from pbem.service.play.void import void_marks
from pbem.service.play.work import Also, Work
from pbem.service.queues.sending import put_out
from pbem.store.tables import OutMail, mail_key

LATE = ("late", "closed")
"""What is noted of a mail whose turn was over for orders, or had been played."""


def late_word(work: Work, turn: TurnRef, text: str) -> Also | None:
    """What tells the umpires of orders that came too late, once for each turn of a seat; None if it tells no umpire.

    text: the orders.  To be run where it is written down what became of their mail.
    """
    if work.state != "running" or not text.strip() or not is_near(work, turn):
        return None
    title, told = work.chair(turn.seat).title, replace(work, matters=())
    if is_open(work, turn):
        lead = f"Orders of {title} came by mail after the deadline, and do not count."
        how = f"To let them count, answer with a line below it that begins with because: late {title}: count"
    else:
        lead = f"Orders of {title} came by mail after their turn had been played."
        how = "To let them count, turn the game back to before that turn first; your page offers both."
    mail_umpires(told, umpires_who(work, "clock"), f"late orders of {title}", lead, (Quote(text), Para(how)))
    matters = [
        msgspec.structs.replace(one, revision=f"late-{turn.seat}-{turn.turn}-{one.to.player}") for one in told.matters
    ]
    made = [(one, work.services.compose(work.services.config, one)) for one in matters]

    def put(session: Session) -> None:
        for matter, composed in made:
            key = mail_key(matter.turn, matter.seat, matter.kind, matter.revision)
            if session.get(OutMail, (matter.game, key)) is None:
                put_out(session, matter, composed, work.now)

    return put if made else None


def is_near(work: Work, turn: TurnRef) -> bool:
    """Whether it is for the turn that is open or the one before, as the seat counts, and nothing came in since."""
    return turn.turn >= work.desk.turns.get(turn.seat, 0) - 1 - len(void_marks(work))


def is_open(work: Work, turn: TurnRef) -> bool:
    """Whether orders for that turn are asked now: it is open, or was asked again since the game was turned back."""
    if work.state != "running" or asked(work.desk, turn.seat) is None:
        return False
    return turn.turn == work.desk.turns.get(turn.seat) or any(
        one.seat == turn.seat and one.number == turn.turn for one in void_marks(work)
    )
