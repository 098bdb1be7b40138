"""The games that a player umpires, as a list: what waits for the umpire in each."""

from datetime import datetime

import msgspec
from sqlmodel import col, select

from pbem.engine.ids import GameId
from pbem.engine.reporting import Outcome
from pbem.service.model.desk import not_ready, one_side_of
from pbem.service.model.gamepage import Due
from pbem.service.play.naming import GameName, name_of
from pbem.service.play.pages import due_of
from pbem.service.play.running import waits_for_word
from pbem.service.play.work import open_game
from pbem.service.services import Services
from pbem.service.umpire.questions import questions_in_hand
from pbem.service.umpire.rights import concerns, page_for
from pbem.store.errors import BrokenGame
from pbem.store.tables import Game, PlayerId, UmpireRow


class UmpiredGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the list of those that a player umpires."""

    game: GameId
    title: str
    name: GameName | None
    """None for a game whose journal is damaged."""
    begun: datetime
    """When it began, UTC."""
    chief: bool
    """Whether the reader is the umpire, and not a co-umpire."""
    page: str
    """Where the reader's part of it is, under its address."""
    state: str
    """``running``, ``stopped`` or ``over``."""
    due: Due | None
    awaited: int
    """Seats whose orders are awaited."""
    waits: bool
    """Whether the turn waits for the umpire: to be published, or played where aides alone play."""
    questions: int
    """Questions that wait for an answer."""
    outcome: Outcome | None


def umpires_page(services: Services, game: GameId, player: PlayerId) -> str:
    """The page, under a game's address, of an umpire of it; '' for every other person."""
    with services.db.reading() as session:
        known = session.get(UmpireRow, (game, player)) is not None
    work = open_game(services, game) if known else None
    return page_for(work, player) if work is not None else ""


def umpired_games(services: Services, player: PlayerId, zone: str) -> tuple[UmpiredGame, ...]:
    """The games a player umpires or helps to umpire, those under way first, the newest first of each."""
    with services.db.reading() as session:
        found = session.exec(
            select(UmpireRow, Game)
            .join(Game, col(Game.id) == col(UmpireRow.game))
            .where(col(UmpireRow.player) == player)
            .order_by(col(Game.created_at).desc(), col(Game.id))
        ).all()
    cards = [_card(services, row, game, player, zone) for row, game in found]
    return tuple(sorted(cards, key=lambda one: one.state == "over"))


def _card(services: Services, row: UmpireRow, game: Game, player: PlayerId, zone: str) -> UmpiredGame:
    try:
        work = open_game(services, game.id)
    except BrokenGame:
        return UmpiredGame(
            game=game.id, title=game.title, name=None, begun=game.created_at, chief=row.chief, page="umpire",
            state="stopped", due=None, awaited=0, waits=False, questions=0, outcome=None,
        )  # fmt: skip
    return UmpiredGame(
        game=game.id, title=work.title, name=name_of(work, None), begun=game.created_at, chief=row.chief,
        page=page_for(work, player), state=work.state, due=due_of(work, zone),
        awaited=sum(concerns(work, player, one) for one in not_ready(work.desk)) if work.state == "running" else 0,
        waits=not one_side_of(work.desk, player) and (bool(work.desk.shut) or waits_for_word(work)),
        questions=sum(one.state == "open" for one in questions_in_hand(work, player)),
        outcome=work.rules.course.outcome(work.battle),
    )  # fmt: skip
