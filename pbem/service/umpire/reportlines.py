"""Reports in a mail of the umpire's: one seat's held or released, by one line."""

import re

import msgspec

from pbem.engine.ids import GameId
from pbem.engine.journal import Told
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.service.umpire.becauselines import reason_in, told_in
from pbem.service.umpire.held import NotHeld, hold_report, release_report
from pbem.store.tables import PlayerId

_LINE = re.compile(r"\s*report\s+(?:of\s+|for\s+)?([^:：]{1,60}?)\s*[:：]\s*(hold|release)\W*", re.IGNORECASE)

HOW = ("report North: hold", "report North: release")
"""Every line there is, with an example."""


class ReportWord(msgspec.Struct, frozen=True):
    """What a mail says about a report."""

    title: str
    """Of its reader's seat, as written."""
    hold: bool
    """Whether it is held; else it is released."""
    reason: str
    told: Told
    """Who hears of it now."""


def report_line_in(text: str) -> ReportWord | None:
    """What a mail says about a report, in its first line; None where that is about something else."""
    first, _newline, rest = text.strip().partition("\n")
    found = _LINE.fullmatch(first)
    if found is None:
        return None
    return ReportWord(found[1].strip(), found[2].casefold() == "hold", reason_in(rest), told_in(rest, "at the end"))


def do_report_line(services: Services, game: GameId, word: ReportWord, by: PlayerId) -> str:
    """Do what a line says; what was done, in a sentence.  Raises NotHeld, NotUmpire, UnknownGame."""
    chairs = open_game(services, game).chairs
    chair = next((one for one in chairs if word.title.casefold() in {one.title.casefold(), one.seat}), None)
    if chair is None:
        raise NotHeld(f"there is no side {word.title!r}; there are {', '.join(one.title for one in chairs)}")
    if word.hold:
        hold_report(services, game, chair.seat, word.reason, by, told=word.told)
        return f"The report of {chair.title} does not go out when you publish the turn; you release it."
    if release_report(services, game, chair.seat, by):
        return f"The report of {chair.title} is on its way, and the time for its orders runs."
    return f"The report of {chair.title} goes out with the others."
