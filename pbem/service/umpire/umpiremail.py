"""Mails to the umpire of a game: an answer to one comes back as the umpire's word, never as orders."""

from pbem.reports.letter import Block, Para, Quote
from pbem.service.play.playermail import mail_umpires
from pbem.service.play.work import Work
from pbem.service.umpire.rights import Right, may


def tell_umpires(
    work: Work, right: Right, title: str, lead: str, quote: str = "", more: tuple[str, ...] = (), number: int = 0
) -> None:
    """A word about what was noted last to the umpire and to each co-umpire with the right.

    quote: a player's own words.  number: of the question that an answer to the mail answers; 0 for none.
    """
    said: list[Block] = [Quote(quote)] if quote else []
    said += [Para(one) for one in more]
    to = [one for one in work.umpires if one.player is not None and may(work, one.player, right)]
    mail_umpires(work, to, title, lead, said, number=number, page="questions")
