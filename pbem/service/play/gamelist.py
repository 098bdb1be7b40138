"""A player's games as a list: whose turn it is, and what was told last."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec
from sqlmodel import col, select

from pbem.clock import iso
from pbem.engine.ids import GameId, Seat
from pbem.engine.reporting import Outcome
from pbem.service.model.gamepage import Due, GamePage, Party, Plays, Stands
from pbem.service.play.acting import acting_seats
from pbem.service.play.pages import game_page
from pbem.service.play.work import Agreed
from pbem.service.services import Services
from pbem.store.errors import BrokenGame
from pbem.store.tables import Game, PlayerId, SeatRow


class GameCard(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the list of a player's games."""

    game: GameId

    title: str

    rules_title: str
    """Title of its rule set."""

    begun: datetime
    """When it began, UTC."""

    zone: str

    seat: Seat

    seat_title: str

    turn_name: str

    group: Literal["you", "others", "stopped", "over"]
    """Whether it waits for the reader, for others, is stopped, or is over."""

    parties: tuple[Party, ...]

    asked: str

    due: Due | None

    plays: Plays | None

    clock_waits: bool
    """Whether the deadline is on hold, as on its page."""

    stands: Stands | None

    in_short: tuple[str, ...]
    """The first lines of its latest report."""

    outcome: Outcome | None

    number: int = 0
    """Number among the reader's games that look alike (the same battle, rules and opponents), by age; 0 for the only
    one."""

    @property
    def against(self) -> str:
        """Who plays the other seats."""
        return ", ".join(one.name for one in self.parties if not (one.mine or one.fellow))


def my_games(services: Services, player: PlayerId) -> tuple[GameCard, ...]:
    """A player's games, with those in which they are a deputy now.

    Those that wait for him come first, by deadline; then those that wait for others; then the finished.
    """
    with services.db.reading() as session:
        seats = session.exec(
            select(SeatRow.game, SeatRow.seat)
            .join(Game, col(Game.id) == col(SeatRow.game))
            .where(col(SeatRow.player) == player)
            .order_by(col(Game.created_at).desc(), col(Game.id))
        ).all()
        seats = [*seats, *acting_seats(services, session, player)]
    cards = [_card_of(services, GameId(game), Seat(seat)) for game, seat in seats]
    cards = _numbered(cards)
    order = {"you": 0, "others": 1, "stopped": 1, "over": 2}
    return tuple(sorted(cards, key=lambda card: (order[card.group], iso(card.due.at) if card.due else "~")))


def next_game(services: Services, player: PlayerId, besides: GameId) -> GameCard | None:
    """The first game but one that waits for a player; None for none."""
    return next((card for card in my_games(services, player) if card.group == "you" and card.game != besides), None)


def _card_of(services: Services, game: GameId, seat: Seat) -> GameCard:
    try:
        return _card(game_page(services, game, seat))
    except BrokenGame:
        return _bare_card(services, game, seat)


def _bare_card(services: Services, game: GameId, seat: Seat) -> GameCard:
    """A game that cannot be opened: what its card says."""
    with services.db.reading() as session:
        card = session.get_one(Game, game)
    agreed = msgspec.json.decode(card.options, type=Agreed)
    return GameCard(
        game=game, title=card.title, seat=seat, seat_title=agreed.titles.get(seat, seat), turn_name="", group="stopped",
        rules_title=services.rules(card.rules).title, begun=card.created_at, zone=agreed.options.zone,
        parties=(), asked="",
        due=None, plays=None, clock_waits=False, stands=None, in_short=(), outcome=None,
    )  # fmt: skip


def _numbered(cards: Sequence[GameCard]) -> list[GameCard]:
    """Games that look alike told apart by a number, the oldest first.  cards: the newest first."""
    alike = Counter((one.title, one.rules_title, one.against) for one in cards)
    left = Counter(alike)
    found = []
    for one in cards:
        key = (one.title, one.rules_title, one.against)
        found.append(msgspec.structs.replace(one, number=left[key] if alike[key] > 1 else 0))
        left[key] -= 1
    return found


def _card(page: GamePage) -> GameCard:
    group: Literal["you", "others", "stopped", "over"] = "others"
    if page.state != "running":
        group = "over" if page.state == "over" else "stopped"
    elif page.waiting.you:
        group = "you"
    return GameCard(
        game=page.game, title=page.title, rules_title=page.rules_title,
        begun=page.turns[0].at if page.turns else page.told_at, zone=page.zone, seat=page.seat,
        seat_title=page.seat_title, turn_name=page.turn_name,
        group=group, parties=page.parties, asked=page.asked, due=page.due, plays=page.plays,
        clock_waits=page.clock_waits,
        stands=page.stands, in_short=page.told.in_short, outcome=page.outcome,
    )  # fmt: skip
