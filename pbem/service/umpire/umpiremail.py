"""Mails to the umpire of a game: an answer to one comes back as the umpire's word, never as orders."""

from pbem.engine.ids import UMPIRE
from pbem.reports.letter import Block, Button, Letter, Para, Quote, Section
from pbem.service.model.mails import MailMatter
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
    said.append(Button("Open the game", f"{work.services.config.base_url}/g/{work.game}/questions"))
    letter = Letter(
        kicker=f"{work.title}. For the umpire.", title=f"{work.title}: {title}", lead=(lead,),
        sections=(Section("", tuple(said)),), preheader=lead,
    )  # fmt: skip
    for person in work.umpires:
        if person.player is not None and may(work, person.player, right):
            matter = MailMatter(
                kind="umpire", to=person, at=work.now, game=work.game, turn=number, seat=UMPIRE,
                revision=f"{work.last_seq}-{person.player}", letter=letter,
            )  # fmt: skip
            work.matters = (*work.matters, matter)
