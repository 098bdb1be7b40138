"""What a player may take home of a game: its archive, his reports as text, the order form as a text to fill in."""

from collections.abc import Iterator
from itertools import chain

import msgspec

from pbem.engine.archive import archive_header, export_lines
from pbem.engine.ids import GameId, Seat
from pbem.reports.letter import Button, Letter, Section, letter_text
from pbem.reports.letters import report_letter
from pbem.service.model.gamepage import GamePage
from pbem.service.outgoing.wording import heading_of, report_of
from pbem.service.play.calledgames import battles_of
from pbem.service.play.letters import letters_with
from pbem.service.play.pages import page_of
from pbem.service.play.work import UnknownGame, Work, open_game
from pbem.service.replay.replay import Closed
from pbem.service.services import Services
from pbem.store import journal

RULE = "=" * 72

replace = msgspec.structs.replace


def export_game(services: Services, game: GameId) -> Iterator[str]:
    """The lines of a game's archive, each with its line feed; behind it those of the battles it called.  Raises
    UnknownGame.

    While a game goes on its archive holds what is secret to its seats: it is the operator's until the end.
    """
    with services.db.reading() as session:
        entries = journal.load(session, game)
        if not entries:
            raise UnknownGame(f"there is no game {game!r}; `pbem games` lists those there are")
        battles = [journal.load(session, one) for one in battles_of(session, game)]
    return chain.from_iterable(export_lines(archive_header(one), one) for one in (entries, *battles))


def archive_for_players(services: Services, game: GameId) -> Iterator[str]:
    """The archive, when the game is over.  Raises UnknownGame, and Closed while it goes on."""
    if open_game(services, game).state != "over":
        raise Closed(
            "the archive holds every side's orders and the hash of every entry, and the gaps in a player's own would "
            "tell what he has not seen; it opens when the battle is over"
        )
    return export_game(services, game)


def report_text(services: Services, game: GameId, seat: Seat, turn: int | None = None) -> str:
    """A report as plain text, as mails have it (None: the latest).  Raises UnknownGame, NoReport."""
    work = open_game(services, game)
    return text_of_page(work, page_of(work, seat, turn))


def all_reports_text(services: Services, game: GameId, seat: Seat) -> str:
    """Every report of a seat in one text, oldest first.  Raises UnknownGame."""
    work = open_game(services, game)
    numbers = [mark.number for mark in work.marks_of(seat)]
    return f"\n{RULE}\n\n".join(text_of_page(work, page_of(work, seat, number)) for number in numbers)


def text_of_page(work: Work, page: GamePage) -> str:
    """A report in the mail's words, without what only a mail can do: no code of the turn, which is secret; no buttons.

    An earlier report is without the order form and deadline of today.
    """
    heading = replace(heading_of(work.services.config, page), code="")
    report = replace(report_of(heading, page), letters=letters_with(work, page.seat, page.number))
    if not page.latest:
        report = replace(report, heading=replace(heading, turn="", due=None), form=(), ask="")
    return letter_text(_without_buttons(report_letter(report)))


def _without_buttons(letter: Letter) -> Letter:
    sections = [
        Section(one.title, tuple(block for block in one.blocks if not isinstance(block, Button)))
        for one in letter.sections
    ]
    return replace(letter, sections=tuple(one for one in sections if one.blocks))


def form_text(page: GamePage) -> str:
    """The order form of the open turn, one order a line as it acts now; remarks follow a ``#``."""
    due = f", due {page.due.told}" if page.due else ""
    head = [
        f"{page.title}, {page.seat_title}: your turn {page.turn}, {page.turn_name}{due}.",
        "Change the lines you like and send them in. What follows a # is not read.",
    ]
    lines = [f"{one.code} {one.order}".strip() + (f"  # {one.note}" if one.note else "") for one in page.form]
    return "\n".join([*(f"# {line}" for line in head), "", *lines, ""])
