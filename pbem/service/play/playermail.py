"""Mails to the players of a game about what they settle among themselves: offers, pauses, seats."""

from collections.abc import Collection, Iterable

from pbem.engine.ids import UMPIRE, Seat
from pbem.reports.letter import Block, Button, Letter, Para, Section
from pbem.service.model.desk import one_side_of
from pbem.service.model.mails import Correspondent, MailKind, MailMatter, operator_of
from pbem.service.play.pages import page_of
from pbem.service.play.work import Chair, Work


def table_url(work: Work) -> str:
    """The page of a game where such things are settled."""
    return f"{work.services.config.base_url}/g/{work.game}/table"


def tell_players(
    work: Work, kind: MailKind, chairs: Iterable[Chair], title: str, lead: str, *more: str, moved: bool = False
) -> None:
    """A word about what was noted last to the persons on these seats; their deputies have no part in it.

    moved: the deadline has, so that the mail carries it for their calendars.
    """
    for chair in chairs:
        if chair.person is not None:
            add_word(work, kind, chair, chair.person, title, lead, more, moved=moved)


def add_word(
    work: Work,
    kind: MailKind,
    chair: Chair,
    to: Correspondent,
    title: str,
    lead: str,
    more: Iterable[str] = (),
    blocks: Iterable[Section] = (),
    *,
    moved: bool = False,
    button: tuple[str, str] = ("", ""),
) -> None:
    """One such word.  blocks: further sections.  button: its text and where it leads; default: to the table."""
    text, url = button if button[0] else ("Open the page", table_url(work))
    page = page_of(work, chair.seat, zone=to.zone) if moved else None
    said: list[Block] = [Para(one) for one in more]
    if page is not None:
        said.append(Para(f"Orders are due {page.due.told}." if page.due else "There is no deadline for now."))
    letter = Letter(
        kicker=f"{work.title}. For {chair.title}.",
        title=f"{work.title}: {title}",
        lead=(lead,),
        sections=(Section("", (*said, Button(text, url))), *blocks),
        preheader=lead,
    )
    turn = work.desk.turns.get(chair.seat, 0)
    matter = MailMatter(
        kind=kind, to=to, at=work.now, game=work.game, turn=turn, seat=chair.seat,
        revision=work.revision(str(work.last_seq), chair.seat, to), letter=letter,
        page=page,
    )  # fmt: skip
    work.matters = (*work.matters, matter)


def umpires_who(work: Work, right: str, about: Collection[Seat] = ()) -> tuple[Correspondent, ...]:
    """The umpire, and each co-umpire with a right; one of one side where it is about (seats) that side too."""
    has = {work.desk.umpire}
    for who, rights in work.desk.co_umpires.items():
        side = one_side_of(work.desk, who)
        has |= {who} if right in rights and (not side or not side.isdisjoint(about)) else set()
    return tuple(one for one in work.umpires if one.player in has)


def mail_umpires(
    work: Work, to: Iterable[Correspondent], title: str, lead: str, more: Iterable[Block] = (), *,
    number: int = 0, page: str = "umpire",
) -> None:  # fmt: skip
    """A mail to umpires of a game about what was noted last.

    number: of the question that an answer to the mail answers; 0 for none.  page: of the game, to be opened; '' for the
    reader's list of games.
    """
    url = f"{work.services.config.base_url}/{f'g/{work.game}/{page}' if page else 'games'}"
    letter = Letter(
        kicker=f"{work.title}. For the umpire.", title=f"{work.title}: {title}", lead=(lead,),
        sections=(Section("", (*more, Button("Open the game", url))),), preheader=lead,
    )  # fmt: skip
    for one in to:
        matter = MailMatter(
            kind="umpire", to=one, at=work.now, game=work.game, turn=number, seat=UMPIRE,
            revision=f"{work.last_seq}-{one.player}", letter=letter,
        )  # fmt: skip
        work.matters = (*work.matters, matter)


def trouble_word(work: Work, title: str, what: str) -> None:
    """A mail about what was noted last to the game's umpire; to the operator, if there is one, where it has none."""
    umpires = umpires_who(work, "seats")
    if umpires:
        return mail_umpires(work, umpires, title, what)
    operator = operator_of(work.services.config)
    if operator is None:
        return None
    letter = Letter(
        kicker=f"{work.title}. For the operator.", title=title, lead=(what,),
        sections=(Section("", (Button("The service", work.services.config.base_url),)),), preheader=what,
    )  # fmt: skip
    revision = f"{work.game}.{work.last_seq}.operator"
    matter = MailMatter(kind="notice", to=operator, at=work.now, revision=revision, letter=letter)
    work.matters = (*work.matters, matter)
    return None
