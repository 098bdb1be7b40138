"""A ruling in a mail of the umpire's taken back, by one line."""

import re

import msgspec

from pbem.engine.ids import GameId
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.service.umpire.becauselines import reason_in
from pbem.service.umpire.rights import need_right
from pbem.service.umpire.rulings import NoRuling, rulings_of
from pbem.service.umpire.undoing import undo_ruling
from pbem.store.tables import PlayerId

_LINE = re.compile(r"\s*ruling\s+#?(\d{1,4})\s*[:：]\s*(?:take\s+(?:it\s+)?back|undo)\W*", re.IGNORECASE)

HOW = ("ruling 3: take back",)
"""The line there is, as an example."""


class BackWord(msgspec.Struct, frozen=True):
    """What a mail takes back."""

    number: int
    """Of the ruling, from 1."""
    reason: str


def back_line_in(text: str) -> BackWord | None:
    """What a mail takes back, in its first line; None where that is about something else."""
    first, _newline, rest = text.strip().partition("\n")
    found = _LINE.fullmatch(first)
    if found is None:
        return None
    return BackWord(int(found[1]), reason_in(rest))


def do_back_line(services: Services, game: GameId, word: BackWord, by: PlayerId) -> str:
    """Take the ruling back; what was done, in a sentence.  Raises NoRuling, NotUmpire, UnknownGame."""
    work = open_game(services, game)
    need_right(work, by, "rule")
    cards = rulings_of(work)
    found = next((one for one in cards if one.number == word.number), None)
    if found is None:
        raise NoRuling(f"there is no ruling {word.number}; there are {len(cards)}")
    undo_ruling(services, game, found.seq, word.reason, by)
    return f"Ruling {word.number} is taken back: {'; '.join(found.said)}."
