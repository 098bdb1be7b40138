"""A player's games as a list: whose turn it is, and what was told last."""

import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Literal

import msgspec
from sqlalchemy import text, update
from sqlmodel import Session, col, select

from pbem.clock import from_iso, iso
from pbem.engine.ids import GameId, Seat
from pbem.engine.reporting import Outcome
from pbem.service.model.gamepage import Due, GamePage, Party, Plays, Stands
from pbem.service.play.acting import acting_seats
from pbem.service.play.journals import keep_snapshot
from pbem.service.play.pages import due_at, page_now
from pbem.service.play.work import Agreed, open_game
from pbem.service.services import Services, apart
from pbem.store.errors import BrokenGame
from pbem.store.tables import Game, ListCard, Player, PlayerId, SeatRow

log = logging.getLogger(__name__)

FORM = 1
"""Of the stored cards: raised when a card shows something else."""

AT_ONCE = 500
"""Games asked for in one query: a database takes some thousand parameters at most."""


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
        """Who plays the other side's seats; a name that plays several is named once."""
        return ", ".join(dict.fromkeys(one.name for one in self.parties if not (one.mine or one.fellow)))


def my_games(services: Services, player: PlayerId) -> tuple[GameCard, ...]:
    """A player's games, with those in which they are a deputy now.

    Those that wait for him come first, by deadline; then those that wait for others; then the finished.
    """
    cards = _numbered(_cards_of(services, player))
    order = {"you": 0, "others": 1, "stopped": 1, "over": 2}
    return tuple(sorted(cards, key=lambda card: (order[card.group], iso(card.due.at) if card.due else "~")))


def next_game(services: Services, player: PlayerId, besides: GameId) -> GameCard | None:
    """The first game but one that waits for a player; None for none."""
    cards = _cards_of(services, player, running=True)
    waiting = [card for card in cards if card.group == "you" and card.game != besides]
    return min(waiting, key=lambda card: iso(card.due.at) if card.due else "~", default=None)


def refresh_cards(services: Services, most: int = 200) -> int:
    """Make the cards of games in which something was written, so that no list waits for them, and the snapshots from
    which they are opened; how many games.

    most: games looked at in one call.
    """
    with services.db.reading() as session:
        due = session.exec(select(Game.id).where(text("cards_due")).order_by(col(Game.id)).limit(most)).all()
        mine = select(SeatRow.game, SeatRow.seat).where(col(SeatRow.game).in_(due), col(SeatRow.player).is_not(None))
        sources = _sources(session, [(GameId(game), Seat(seat)) for game, seat in session.exec(mine).all()])
    for one in sources:
        if not one.stored:
            with apart(log, "the card of %s in %s could not be made", one.seat, one.game):  # a list makes it anew then
                _store(services, one)
    for game in due:
        with apart(log, "no snapshot of %s could be taken", game):  # its journal is read whole then
            keep_snapshot(services, GameId(game))
    with services.db.writing(durable=False) as session:
        for game in due:
            heads = {one.head for one in sources if one.game == game}
            done = update(Game).where(col(Game.id) == game).values(cards_due=False)
            session.connection().execute(done if not heads else done.where(col(Game.head_hash).in_(heads)))
    return len(due)


class _Source(msgspec.Struct, frozen=True):
    """What the card of a seat depends on, and the card that is stored for it."""

    game: GameId

    seat: Seat

    head: str
    """Hash of the journal's last entry."""

    state: str

    names: tuple[tuple[str, str, str], ...]
    """Seat, name and zone of all who play."""

    options: str
    """The game's options, JSON."""

    stored: str
    """The card, JSON; '' for none that still holds."""

    @property
    def key(self) -> str:
        return card_key(self.head, self.state, self.names)


class _Stored(msgspec.Struct, frozen=True):
    """A card as it is stored."""

    card: GameCard

    grace_until: datetime | None = None
    """When grace ends, once that is set."""


def card_key(head: str, state: str, names: tuple[tuple[str, str, str], ...]) -> str:
    """By which a stored card is known to hold still: hash of the journal's last entry, the game's state, seat, name and
    zone of all who play."""
    return f"{head}/{state}/{hashlib.sha256(repr((FORM, names)).encode()).hexdigest()[:16]}"


def _cards_of(services: Services, player: PlayerId, *, running: bool = False) -> list[GameCard]:
    """The cards of a player's games, the newest first.  running: of those alone that are played."""
    with services.db.reading() as session:
        mine = select(SeatRow.game, SeatRow.seat).join(Game, col(Game.id) == col(SeatRow.game))
        mine = mine.where(col(SeatRow.player) == player)
        if running:
            mine = mine.where(col(Game.state) == "running")
        seats = session.exec(mine.order_by(col(Game.created_at).desc(), col(Game.id))).all()
        sources = _sources(
            session, [(GameId(game), Seat(seat)) for game, seat in (*seats, *acting_seats(services, session, player))]
        )
    return [_card_of(services, one) for one in sources]


def _sources(session: Session, seats: Sequence[tuple[GameId, Seat]]) -> list[_Source]:
    """What the cards of these seats depend on, read together.  In the order of the seats."""
    games = sorted({game for game, _ in seats})
    heads: dict[str, tuple[str, str, str]] = {}
    names: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
    stored: dict[tuple[str, str], tuple[str, str]] = {}
    for start in range(0, len(games), AT_ONCE):
        some = games[start : start + AT_ONCE]
        cards = select(Game.id, Game.head_hash, Game.state, Game.options).where(col(Game.id).in_(some))
        heads |= {game: (head, state, options) for game, head, state, options in session.exec(cards).all()}
        who = select(SeatRow.game, SeatRow.seat, Player.name, Player.zone).join(Player, isouter=True)
        who = who.where(col(SeatRow.game).in_(some)).order_by(col(SeatRow.seat))
        for game, seat, name, zone in session.exec(who).all():
            names[game].append((seat, name or "", zone or ""))
        kept = select(ListCard.game, ListCard.seat, ListCard.key, ListCard.data).where(col(ListCard.game).in_(some))
        stored |= {(game, seat): (key, data) for game, seat, key, data in session.exec(kept).all()}
    found = []
    for game, seat in seats:
        head, state, options = heads[game]
        key, data = stored.get((game, seat), ("", ""))
        holds = key == card_key(head, state, tuple(names[game]))
        found.append(_Source(game, seat, head, state, tuple(names[game]), options, data if holds else ""))
    return found


def _card_of(services: Services, source: _Source) -> GameCard:
    """The stored card, its deadline told anew; where none holds, one made now: looking at a list stores nothing."""
    if not source.stored:
        return _made(services, source)
    stored = msgspec.json.decode(source.stored, type=_Stored)
    if stored.card.due is None:
        return stored.card
    options, now = msgspec.json.decode(source.options, type=Agreed).options, services.clock.now()
    due = due_at(options, stored.card.due.at, stored.grace_until, now, stored.card.due.zone)
    return msgspec.structs.replace(stored.card, due=due)


def _made(services: Services, source: _Source) -> GameCard:
    try:
        return _card(page_now(open_game(services, source.game), source.seat))
    except BrokenGame:
        return _bare_card(services, source.game, source.seat)


def _store(services: Services, source: _Source) -> None:
    """Make a card and store it, but one that the clock is about to change."""
    with suppress(BrokenGame):
        work = open_game(services, source.game)
        card = _card(page_now(work, source.seat))
        if card.plays is not None or work.hashes[-1] != source.head:
            return
        grace = from_iso(work.desk.grace_until) if work.desk.grace_until else None
        data = msgspec.json.encode(_Stored(card, grace)).decode()
        with services.db.writing(durable=False) as session:
            session.merge(ListCard(game=source.game, seat=source.seat, key=source.key, data=data))


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
