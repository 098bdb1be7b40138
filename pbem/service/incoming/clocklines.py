"""The clock and the seats in a mail of the umpire's: what the buttons of the umpire's page do, by one line each."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta

import msgspec

from pbem.engine.ids import GameId, Seat
from pbem.engine.wording import listed, plural
from pbem.mail.addresses import BadAddress
from pbem.service.agreements.deputies import BadDeputy
from pbem.service.agreements.seating import SeatTaken
from pbem.service.incoming.latemail import count_late, late_mails
from pbem.service.incoming.requests import span_of
from pbem.service.options import zone_of
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.service.umpire.becauselines import reason_in
from pbem.service.umpire.rights import RIGHTS, NotUmpire, Right, need_right, need_umpire
from pbem.service.umpire.seats import (
    BadUmpire,
    dismiss_co_umpire,
    hand_over,
    name_co_umpire,
    substitute,
    umpires_deputy,
    unseat,
)
from pbem.service.umpire.stopped import play_again
from pbem.service.umpire.timing import NoTime, extend_by_days, go_on, move_deadline, nudge, pause, run_now
from pbem.store.tables import PlayerId

FAULTS = (NoTime, BadDeputy, BadUmpire, BadAddress, SeatTaken, NotUmpire)
"""Why a line is not carried out."""

CLOCK_LINES = (
    "deadline: 2 days later", "deadline: 14 May, 20:00", "remind North", "pause", "pause until 20 August", "go on",
    "play the turn", "late North: count", "question 3: wait", "play it again", "play it again by the new rules",
)  # fmt: skip
SEAT_LINES = (
    "seat North: aide", "seat North: open", "seat North: bob@example.org", "deputy North: bob@example.org for 2 turns",
    "co-umpire helen@example.org: letters, questions", "co-umpire helen@example.org: letters, sees South",
    "co-umpire helen@example.org: dismiss", "new umpire: helen@example.org",
)  # fmt: skip
"""Every line there is, with an example."""

FAR = timedelta(days=183)
"""A deadline farther ahead is meant only where its year is written: a day just past would be one of next year."""

BARE = frozenset({"remind", "pause", "go on", "play", "again"})
"""Lines that no colon marks: an answer to a question may well begin with the same words."""

_SEES = re.compile(r"\bsees\s+([^,;]+)", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}")
_COLON = r"\s*[:：]\s*"
_LINES: Mapping[str, "re.Pattern[str]"] = {
    "later": re.compile(rf"deadline{_COLON}(?P<what>\d{{1,2}})\s+days?(?:\s+later)?", re.IGNORECASE),
    "moved": re.compile(rf"deadline{_COLON}(?P<what>.+?)[\s,]+(?P<at>\d{{1,2}}:\d{{2}})", re.IGNORECASE),
    "remind": re.compile(r"remind\s+(?P<what>.{1,60})", re.IGNORECASE),
    "pause": re.compile(r"pause(?:\s+(?:until|till)\s+(?P<what>.{3,30}))?", re.IGNORECASE),
    "go on": re.compile(r"go\s+on|resume", re.IGNORECASE),
    "play": re.compile(r"play(?:\s+the\s+turn)?(?:\s+now)?", re.IGNORECASE),
    "again": re.compile(r"play\s+it\s+again(?P<what>\s+by\s+the\s+new\s+rules)?", re.IGNORECASE),
    "late": re.compile(rf"late\s+(?P<what>.{{1,60}}?){_COLON}count", re.IGNORECASE),
    "wait": re.compile(rf"question\s+#?(?P<what>\d{{1,4}}){_COLON}wait(?:\s+for\s+it)?", re.IGNORECASE),
    "seat": re.compile(rf"seat\s+(?P<what>.{{1,60}}?){_COLON}(?P<to>aide|open|\S+@\S+)", re.IGNORECASE),
    "deputy": re.compile(
        rf"deputy\s+(?P<what>.{{1,60}}?){_COLON}(?P<to>\S+@\S+(?:\s+for\s+\d{{1,2}}\s+turns?)?)", re.IGNORECASE
    ),
    "co-umpire": re.compile(rf"co-?umpire\s+(?P<what>\S+@\S+?){_COLON}(?P<to>.+)", re.IGNORECASE),
    "hand over": re.compile(rf"new\s+umpire{_COLON}(?P<what>\S+@\S+)", re.IGNORECASE),
}


class ClockWord(msgspec.Struct, frozen=True):
    """What a mail says about the clock or a seat."""

    does: str
    """One of the lines."""
    what: str = ""
    """The day, the number of days, the side or the address that it names."""
    more: str = ""
    """What stands behind that: the hour, to whom a seat goes, the rights."""
    reason: str = ""


def clock_line_in(text: str) -> ClockWord | None:
    """What a mail says about the clock or a seat, in its first line; None where that is about something else."""
    first, _newline, rest = text.strip().partition("\n")
    line = first.strip().rstrip(".!")
    for does, pattern in _LINES.items():
        if found := pattern.fullmatch(line):
            said = {name: (words or "").strip() for name, words in found.groupdict().items()}
            more = said.get("at") or said.get("to", "")
            return ClockWord(does, said.get("what", ""), more, reason_in(rest))
    return None


def do_clock_line(services: Services, game: GameId, word: ClockWord, by: PlayerId) -> str:
    """Do what a line says; what was done, in a sentence.  Raises one of `FAULTS`, or UnknownGame."""
    return _DOES[word.does](services, open_game(services, game), word, by)


# --- the clock ----------------------------------------------------------------------------------------------------


def _later(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    extend_by_days(services, work.game, int(word.what), word.reason, by)
    return "The deadline is moved; the players have been told."


def _moved(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    zone = zone_of(work.options.zone)
    days = span_of(word.what, work.now.astimezone(zone).date())
    if days is None or days[0] != days[1]:
        raise NoTime(f"{word.what!r} is no day; write one such as 14 May, with the hour behind it")
    hours, minutes = map(int, word.more.split(":"))
    if hours > 23 or minutes > 59:
        raise NoTime(f"{word.more!r} is no hour of a day; write one such as 20:00")
    due = datetime.combine(days[0], time(hours, minutes), zone)
    if due - work.now > FAR and not _YEAR.search(word.what):
        raise NoTime(f"{word.what} is past; if you mean {days[0]:%-d %B %Y}, write the year with it")
    move_deadline(services, work.game, due, word.reason, by)
    return f"The deadline is now {days[0]:%-d %B %Y}, {word.more} ({work.options.zone}); the players have been told."


def _remind(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    nudge(services, work.game, _seat(work, word.what), by)
    return "The reminder is on its way."


def _pause(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    days = span_of(word.what, work.now.astimezone(zone_of(work.options.zone)).date()) if word.what else None
    if word.what and (days is None or days[0] != days[1]):
        raise NoTime(f"{word.what!r} is no day; write one such as 20 August, or `pause` alone")
    pause(services, work.game, days[0].isoformat() if days else "", word.reason, by)
    return "The game is paused; the players have been told."


def _go_on(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    go_on(services, work.game, word.reason, by)
    return "The game goes on; the players have been told."


def _play(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    if work.desk.shut:
        raise NoTime("orders are closed: begin with look, which is answered with the line that plays the turn")
    fine = run_now(services, work.game, word.reason, by)
    return "The turn is played." if fine else "The turn could not be played: the game is stopped."


def _late(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    need_right(work, by, "clock")
    seat = _seat(work, word.what)
    found = next((one for one in late_mails(work) if one.seat == seat), None)
    if found is None:
        raise NoTime(f"no late mail of {work.chair(seat).title} waits")
    return count_late(services, work.game, found.mail, seat, word.reason, by)


def _again(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    fine = play_again(services, work.game, word.reason, by, new_rules=bool(word.what))
    return "The game goes on." if fine else "The game has stopped again; its reason stands on your page."


def _wait(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    need_right(work, by, "clock")
    if not any(one.number == int(word.what) and one.state == "open" for one in work.desk.questions):
        raise NoTime(f"there is no open question {word.what}")
    pause(services, work.game, "", word.reason or f"question {word.what} waits for its answer", by)
    return "The game is paused until you let it go on; the players have been told."


# --- seats --------------------------------------------------------------------------------------------------------


def _unseat(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    if "@" in word.more:
        substitute(services, work.game, _seat(work, word.what), word.more, word.reason, by)
        return "The seat is theirs from now on; every player has been told."
    unseat(services, work.game, _seat(work, word.what), "aide" if word.more.casefold() == "aide" else "open",
           word.reason, by)  # fmt: skip
    return "Done; every player has been told."


def _deputy(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    address, _for, turns = word.more.partition(" ")
    many = int(re.sub(r"\D", "", turns) or 1)
    umpires_deputy(services, work.game, _seat(work, word.what), address, many, word.reason, by)
    return f"The deputy is named for {plural(many, 'turn', 'turns')}; both have been told."


def _co_umpire(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    if word.more.casefold().strip() == "dismiss":
        known = {person.address.casefold(): who for who, person in work.people.items() if who in work.desk.co_umpires}
        if known.get(word.what.casefold()) != by:
            need_umpire(work, by)
        if word.what.casefold() not in known:
            raise BadUmpire(f"{word.what} is no co-umpire of {work.title}")
        dismiss_co_umpire(services, work.game, known[word.what.casefold()], by)
        return "The co-umpire is dismissed; every player has been told."
    sees = _SEES.search(word.more)
    side = sees[1].strip() if sees else ""
    said = [one for one in re.split(r"[\s,;]+(?:and\s+)?", _SEES.sub("", word.more).casefold()) if one]
    if side.casefold() == "everything":
        side, said = "", ["look", *said]
    rights: list[Right] = [one for one in RIGHTS if one in said]
    if strange := [one for one in said if one not in RIGHTS]:
        raise BadUmpire(f"there is no right {strange[0]!r}; the rights are: {listed(list(RIGHTS))}")
    name_co_umpire(services, work.game, word.what, rights, by, side)
    return "The co-umpire is named; every player has been told."


def _hand_over(services: Services, work: Work, word: ClockWord, by: PlayerId) -> str:
    hand_over(services, work.game, word.what, by)
    return "The seat is handed over; every player has been told."


def _seat(work: Work, name: str) -> Seat:
    for one in work.chairs:
        if name.casefold() in {one.title.casefold(), one.seat}:
            return one.seat
    raise NoTime(f"there is no side {name!r}; there are {listed([one.title for one in work.chairs])}")


_DOES: Mapping[str, Callable[[Services, Work, ClockWord, PlayerId], str]] = {
    "later": _later, "moved": _moved, "remind": _remind, "pause": _pause, "go on": _go_on, "play": _play,
    "late": _late, "wait": _wait, "again": _again, "seat": _unseat, "deputy": _deputy,
    "co-umpire": _co_umpire, "hand over": _hand_over,
}  # fmt: skip
