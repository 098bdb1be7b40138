"""Mails to the umpire of a game: an answer to one comes back as the umpire's word, never as orders."""

from pbem.reports.letter import Block, Para, Quote
from pbem.service.play.playermail import mail_umpires, umpires_who
from pbem.service.play.work import Work
from pbem.service.umpire.rights import Right


def tell_umpires(
    work: Work, right: Right, title: str, lead: str, quote: str = "", more: tuple[str, ...] = (), number: int = 0
) -> None:
    """A word about what was noted last to the umpire and to each co-umpire with the right.

    quote: a player's own words.  number: of the question that an answer to the mail answers; 0 for none.
    """
    said: list[Block] = [Quote(quote)] if quote else []
    said += [Para(one) for one in more]
    mail_umpires(work, umpires_who(work, right), title, lead, said, number=number, page="questions")
