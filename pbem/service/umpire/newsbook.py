"""The newsbook: items written by players and the umpire, struck by the umpire, printed with the reports."""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from pbem.clock import from_iso, iso
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Newsed, Told
from pbem.reports.report import Penned
from pbem.service.model.desk import NewsItem
from pbem.service.plainwords import plain_words
from pbem.service.play.letters import title_of
from pbem.service.play.mailing import compose_mails
from pbem.service.play.newsbook import read_by, turn_now
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services, retried
from pbem.service.umpire.hearing import heard_by, tell_of_act
from pbem.service.umpire.lookedat import need_unchanged
from pbem.service.umpire.rights import need_right
from pbem.service.umpire.umpiremail import tell_umpires
from pbem.store.tables import PlayerId

LONGEST = 1000
"""Characters of an item."""

LONGEST_NAME = 60
"""Characters of the name it is signed with."""

LONGEST_REASON = 500
"""Characters of a reason."""

A_DAY = 5
"""Items that a seat may write in 24 hours."""

Way = Literal["signed", "anonymous", "named"]
"""How an item is signed: by its side, without a name, under another name."""

WAYS: dict[str, tuple[Way, ...]] = {
    "none": (), "signed": ("signed",), "anonymous": ("signed", "anonymous"), "any": ("signed", "anonymous", "named"),
}  # fmt: skip
"""By the game's option."""


class NoNews(Exception):
    """An item cannot be written or struck like this; the message says why and what to do."""


class NewsCard(msgspec.Struct, frozen=True, kw_only=True):
    """An item as its writer or the umpire sees it."""

    number: int
    at: datetime
    """When it was written, UTC."""
    writer: str
    """Title of the seat that wrote it."""
    signed: str
    """What it is signed with; '' for no name."""
    text: str
    state: Literal["waits", "struck", "printed"]
    reason: str
    """The umpire's for striking it."""
    issue: int
    """The issue it is printed in; 0 for none."""


class Newsbook(msgspec.Struct, frozen=True, kw_only=True):
    """A game's newsbook, for one reader."""

    printed: tuple[Penned, ...]
    """What the reader has had, the newest first; for the umpire nothing: all is among the items."""
    items: tuple[NewsCard, ...]
    """The reader's own that wait, or for the umpire every item; the newest first."""
    ways: tuple[Way, ...]
    """How the reader may sign."""
    closed: str
    """Why the reader cannot write now, in a sentence; '' when they can."""


def way_of(name: str) -> tuple[Way, str]:
    """How a line of a mail signs an item: '' by the side, ``anonymous`` without a name, else with that name."""
    if not name or name.casefold() == "anonymous":
        return ("anonymous" if name else "signed"), ""
    return "named", name


# --- looking ------------------------------------------------------------------------------------------------------


def newsbook_of(work: Work, seat: Seat) -> Newsbook:
    """A seat's: what it has read, and its own items that wait (a struck one waits, unless its writer heard of it)."""
    own = [one for one in reversed(work.desk.news) if one.seat == seat and not one.issue]
    waits = tuple(
        card if one.struck_openly else msgspec.structs.replace(card, state="waits", reason="")
        for one, card in ((one, _card(work, one)) for one in own)
    )
    printed = read_by(work, seat)
    return Newsbook(printed=printed, items=waits, ways=WAYS[work.options.newsbook], closed=cannot_write(work, seat))


def whole_newsbook(work: Work) -> Newsbook:
    """Every item with its writer; for the umpire alone, and after the battle."""
    items = tuple(_card(work, one) for one in reversed(work.desk.news))
    ways = WAYS["any"] if work.options.newsbook != "none" else ()
    return Newsbook(printed=(), items=items, ways=ways, closed=cannot_write(work, UMPIRE))


def cannot_write(work: Work, seat: Seat) -> str:
    """Why a seat cannot write for the newsbook now, in a sentence; '' when it can."""
    if work.options.newsbook == "none":
        return "This game has no newsbook."
    if work.state == "over":
        return "The battle is over: the last issue is out."
    since = iso(work.now - timedelta(hours=24))
    if seat != UMPIRE and sum(one.seat == seat and one.at > since for one in work.desk.news) >= A_DAY:
        return f"You have written {A_DAY} items in the last 24 hours, which is the most. Try tomorrow."
    return ""


def _card(work: Work, one: NewsItem) -> NewsCard:
    return NewsCard(
        number=one.number, at=from_iso(one.at), writer=title_of(work, one.seat), signed=one.signed, text=one.text,
        state="printed" if one.issue else "struck" if one.struck else "waits", reason=one.struck, issue=one.issue,
    )  # fmt: skip


# --- the use cases ------------------------------------------------------------------------------------------------


def write_news(services: Services, game: GameId, seat: Seat, text: str, by: PlayerId, way: Way, name: str = "") -> int:
    """Write an item for the next issue; its number.

    seat: the writer's, whose player or deputy the caller has found by to be; or `UMPIRE`.  name: what it is signed
    with, where way is ``named``.  Raises NoNews, NotUmpire, UnknownGame.
    """
    words = plain_words(text).strip()
    if not words or len(words) > LONGEST:
        raise NoNews(f"an item has 1 to {LONGEST} characters; yours has {len(words)}")

    def attempt() -> int:
        work = open_game(services, game)
        if seat == UMPIRE:
            need_right(work, by, "letters")
        why = cannot_write(work, seat)
        if why:
            raise NoNews(why)
        signed = _signed(work, seat, way, " ".join(plain_words(name).split()))
        number = len(work.desk.news) + 1
        item = Newsed(
            number=number, act="written", seat=seat, text=words, signed=signed, by=by, turn=turn_now(work)
        )  # fmt: skip
        work.note("news", seat, item)
        if seat != UMPIRE:
            under = f"signed {signed}" if signed else "without a name"
            lead = f"{title_of(work, seat)} writes for the newsbook, {under}:"
            how = f"It is printed with the next reports unless you strike it: news {number}: strike"
            tell_umpires(work, "letters", f"newsbook item {number}", lead, words, (how,))
        compose_mails(work)
        work.write()
        return number

    return retried(attempt)


def strike_news(
    services: Services, game: GameId, number: int, reason: str, by: PlayerId, *, told: Told = "at the end"
) -> None:
    """Keep an item out of the next issue.  told: who hears of it now; the one it touches is its writer.

    Raises NoNews, NotUmpire.
    """
    why = " ".join(plain_words(reason).split())
    if not why or len(why) > LONGEST_REASON:
        raise NoNews(f"give a reason of at most {LONGEST_REASON} characters; the players read it after the battle")

    def attempt() -> None:
        work = open_game(services, game)
        need_right(work, by, "letters")
        need_unchanged(work, by)
        if not 0 < number <= len(work.desk.news):
            raise NoNews(f"there is no item {number}; there are {len(work.desk.news)}")
        item = work.desk.news[number - 1]
        if item.issue or item.struck:
            raise NoNews(f"item {number} has been {'printed' if item.issue else 'struck'}")
        body = Newsed(number=number, act="struck", seat=UMPIRE, by=by, reason=why, told=heard_by(told))
        work.note("news", UMPIRE, body)
        said = "The umpire has kept an item out of the newsbook."  # its number would count those of others
        tell_of_act(work, by, told, (item.seat,), "the newsbook", said, why)
        compose_mails(work)
        work.write()

    retried(attempt)


def _signed(work: Work, seat: Seat, way: Way, name: str) -> str:
    """What an item is signed with.  Raises NoNews for what the game does not allow."""
    allowed = WAYS["any"] if seat == UMPIRE else WAYS[work.options.newsbook]
    if way not in allowed:
        raise NoNews(f"in this game an item can be: {', '.join(allowed)}")
    if way != "named":
        return title_of(work, seat) if way == "signed" else ""
    if not name or len(name) > LONGEST_NAME:
        raise NoNews(f"write the name it is signed with, of at most {LONGEST_NAME} characters")
    people = {one.person.name.casefold() for one in work.chairs if one.person is not None}
    titles = {one.title.casefold() for one in work.chairs} | {"umpire", "the umpire"}
    if seat != UMPIRE and name.casefold() in people | titles:
        raise NoNews(f"{name} is a player or a side of this game; choose another name")
    return name
