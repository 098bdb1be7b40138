"""Letters and news in a mail of the umpire's: one written, or something done with one, by one line each."""

import re

import msgspec

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Told
from pbem.service.agreements.letterbook import NoLetter
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.service.umpire.becauselines import reason_in, reason_on, told_in, told_on
from pbem.service.umpire.letters import DOES, Does, let_letters_wait, see_to_letter, write_as_umpire
from pbem.service.umpire.newsbook import strike_news, way_of, write_news
from pbem.store.tables import PlayerId

_WRITE = re.compile(
    r"\s*letter\s+to\s+([^:：]{1,60}?)(?:\s+(?:signed|as)\s+([^:：]{1,60}?))?\s*[:：]\s*(.*)", re.IGNORECASE
)
_DEED = re.compile(r"\s*letter\s+#?(\d{1,5})\s*[:：,]?\s+([a-z]+)\b\s*[:：]?\s*(.*)", re.IGNORECASE)
_TURNS = re.compile(r"(?:by\s+|after\s+)?(\d{1,2})(?:\s+turns?)?\W*", re.IGNORECASE)

_NEWS = re.compile(r"\s*newsbook(?:\s+(?:(anonymous)|signed\s+([^:：]{1,60}?)))?\s*[:：]\s*(.*)", re.IGNORECASE)
_STRIKE = re.compile(r"\s*news\s+#?(\d{1,5})\s*[:：,]?\s+strike\W*", re.IGNORECASE)

_ALL = re.compile(r"\s*letters\s*[:：]\s*(wait|go(?:\s+at\s+once)?)\W*", re.IGNORECASE)

HOW = (
    "letter 3: deliver", "letter 3: hold", "letter 3: lose", "letter 3: delay 2 turns", "letter 3: show North",
    "letter 3: change, with the new words below", "letter to North: your words", "letter to North signed South: words",
    "letters: wait", "letters: go at once",
    "newsbook: your words", "newsbook signed The Mercury: your words", "news 3: strike",
)  # fmt: skip
"""Every line there is, with an example."""


class LetterWord(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail says about letters."""

    news: bool = False
    """Whether it is about the newsbook."""
    number: int = 0
    """Of the letter it is about; 0 for one that is written."""
    does: str = ""
    """What is done with it; '' for one that is written."""
    to: str = ""
    """The side that is written to, or shown a copy; ``all`` for every side."""
    sign: str = ""
    """What it is signed with; '' for the umpire's own."""
    more: str = ""
    """What stands behind the word: how many turns, which side."""
    text: str = ""
    """The words of a letter written or changed."""
    reason: str = ""
    told: Told = "at the end"
    """Who hears of it now."""


def letter_line_in(text: str) -> LetterWord | None:
    """What a mail says about letters, in its first line; None where that is about something else."""
    first, _newline, rest = text.strip().partition("\n")
    why, told = reason_in(rest), told_in(rest, "at the end")
    if struck := _STRIKE.fullmatch(first):
        return LetterWord(news=True, number=int(struck[1]), does="strike", reason=why, told=told)
    if item := _NEWS.fullmatch(first):
        words = "\n".join((item[3], rest)).strip()
        return LetterWord(news=True, text=words, sign=(item[2] or item[1] or "").strip())
    if every := _ALL.fullmatch(first):
        return LetterWord(does="wait" if every[1].casefold() == "wait" else "go", reason=why, told=told)
    written, deed = _WRITE.fullmatch(first), _DEED.fullmatch(first)
    if written:
        words = "\n".join((written[3], rest)).strip()
        return LetterWord(to=written[1].strip(), sign=(written[2] or "").strip(), text=words)
    if deed is None:
        return None
    words = "\n".join(line for line in rest.split("\n") if not reason_on(line) and told_on(line) is None).strip()
    return LetterWord(
        number=int(deed[1]), does=deed[2].casefold(), more=deed[3].strip().rstrip("."), text=words,
        reason=why, told=told,
    )  # fmt: skip


def do_line(services: Services, game: GameId, line: LetterWord, by: PlayerId) -> str:
    """Do what a line says; what was done, in a sentence.  Raises NoLetter, NoNews, NotUmpire, UnknownGame."""
    if line.news:
        return _about_news(services, game, line, by)
    work = open_game(services, game)
    if not line.number and line.does:
        let_letters_wait(services, game, line.reason, by, wait=line.does == "wait", told=line.told)
        return "Letters wait for your word." if line.does == "wait" else "Letters go at once."
    if not line.number:
        to = [one.seat for one in work.chairs if one.person is not None] if line.to == "all" else [_seat(work, line.to)]
        write_as_umpire(services, game, to, line.text, by, line.sign)
        return f"Your letter to {line.to} has been sent."
    turns = _TURNS.fullmatch(line.more)
    return see_to_letter(
        services, game, line.number, _does(line.does), line.reason, by, turns=int(turns[1]) if turns else 0,
        to=_seat(work, line.more.removeprefix("to ")) if line.does == "show" else None, text=line.text, told=line.told,
    )  # fmt: skip


def _about_news(services: Services, game: GameId, line: LetterWord, by: PlayerId) -> str:
    """Raises NoNews, NotUmpire."""
    if line.does:
        strike_news(services, game, line.number, line.reason, by, told=line.told)
        return f"Item {line.number} is not printed."
    number = write_news(services, game, UMPIRE, line.text, by, *way_of(line.sign))
    return f"Your words are item {number} of the newsbook; they go out with the reports of a later turn."


def _does(word: str) -> Does:
    found = next((one for one in DOES if one == word), None)
    if found is None:
        raise NoLetter(f"There is no word {word!r} for a letter; the words are: {', '.join(DOES)}.")
    return found


def _seat(work: Work, name: str) -> Seat:
    for one in work.chairs:
        if name.casefold() in {one.title.casefold(), one.seat}:
            return one.seat
    raise NoLetter(f"There is no side {name!r}; there are {', '.join(one.title for one in work.chairs)}.")
