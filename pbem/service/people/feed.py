"""A player's feed: what happened in his games of late, for a program that reads feeds.

It is read by its address without signing in, so it holds no more than the subject of a mail: which game, which
turn, until when.
"""

from datetime import datetime
from typing import Literal

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId
from pbem.service.play.gamelist import GameCard, my_games
from pbem.service.play.pulse import pulse_of
from pbem.service.services import Services
from pbem.store.tables import Player, PlayerId, ReportRow

LATEST = 10
"""Reports of one game that are told."""


class NoFeed(Exception):
    """There is no feed at this address (any more)."""


class FeedEntry(msgspec.Struct, frozen=True):
    """Something that happened."""

    id: str
    """Stays the same for as long as the entry is shown."""

    kind: Literal["report", "wanted", "over"]
    """Whether a report was written, orders are wanted, or the battle is over."""

    at: datetime
    """When it happened, aware, UTC."""

    game: GameId

    number: int
    """Number of a report, else 0."""

    title: str

    text: str


class Feed(msgspec.Struct, frozen=True):
    """A player's feed, the newest first."""

    player: PlayerId

    at: datetime
    """When its newest entry happened, or the player's first day."""

    entries: tuple[FeedEntry, ...]


def feed_of(services: Services, key: str) -> Feed:
    """The feed with that key.  Raises NoFeed."""
    with services.db.reading() as session:
        owner = session.exec(select(Player).where(col(Player.feed) == key)).first() if key else None
    if owner is None:
        raise NoFeed("There is no feed at this address; perhaps it was given a new one. Your account page has it.")
    entries = [one for card in my_games(services, owner.id) for one in _of_game(services, card)]
    entries.sort(key=lambda one: (one.at, one.id), reverse=True)
    return Feed(owner.id, max([owner.created_at, *(one.at for one in entries)]), tuple(entries))


def _of_game(services: Services, card: GameCard) -> list[FeedEntry]:
    newest_told = pulse_of(services, card.game, card.seat).number
    with services.db.reading() as session:
        reports = [one for one in _reports(session, card) if one.number <= newest_told]
    if not reports:
        return []
    newest, base = reports[0], f"{card.game}/{card.seat}"
    told = [
        FeedEntry(
            f"{base}/report/{one.number}", "report", one.at, card.game, one.number,
            f"{card.title}: your report up to {one.turn_name}" if one.number else f"{card.title}: how it begins",
            f"What {card.seat_title} has seen, up to {one.turn_name}.",
        )
        for one in reports
    ]  # fmt: skip
    if card.outcome is not None and card.group == "over":
        told.append(
            FeedEntry(f"{base}/over", "over", newest.at, card.game, 0, f"{card.title} is over", card.outcome.text)
        )
    elif card.group == "you" and card.asked:
        until = f"Due {card.due.told}." if card.due else "No deadline: the turn is played when all have submitted."
        title = f"{card.title}: orders needed"
        told.append(FeedEntry(f"{base}/wanted/{newest.number}", "wanted", newest.at, card.game, 0, title, until))
    return told


def _reports(session: Session, card: GameCard) -> list[ReportRow]:
    """The newest first."""
    own = select(ReportRow).where(col(ReportRow.game) == card.game, col(ReportRow.seat) == card.seat)
    return list(session.exec(own.order_by(col(ReportRow.number).desc()).limit(LATEST)).all())
