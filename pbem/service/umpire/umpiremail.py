"""Mails to the umpire of a game: an answer to one comes back as the umpire's word, never as orders."""

from collections.abc import Collection

from pbem.engine.ids import Seat
from pbem.reports.letter import Block, Para, Quote
from pbem.service.model.desk import one_side_of
from pbem.service.play.playermail import mail_umpires, umpires_who
from pbem.service.play.work import Work
from pbem.service.umpire.rights import Right


def tell_umpires(
    work: Work, right: Right, title: str, lead: str, quote: str = "", more: tuple[str, ...] = (), number: int = 0,
    *, about: Collection[Seat] = (), of_all: str = "",
) -> None:  # fmt: skip
    """A word about what was noted last to the umpire and to each co-umpire with the right.

    quote: a player's own words.  number: of the question that an answer to the mail answers; 0 for none.  about: the
    seats it is about, so that co-umpires of their side alone get it too; none of them does where it is ().  of_all:
    what is told besides to those alone who see every side.
    """
    for one in umpires_who(work, right, about):
        said: list[Block] = [Quote(quote)] if quote else []
        said += [Para(words) for words in more]
        if of_all and not one_side_of(work.desk, one.player or ""):
            said.append(Para(of_all))
        mail_umpires(work, [one], title, lead, said, number=number, page="questions")
