"""Days on which a player is away: his deadlines that fall into them are put off, as far as each game allows.

Others see that a deadline has moved and never why.  Beyond what a game allows, what was agreed for missed turns acts.
"""

from datetime import date, timedelta

import msgspec
from sqlmodel import Session, col, select

from pbem.clock import from_iso
from pbem.engine.ids import GameId, Seat
from pbem.reports.times import both
from pbem.service.model.desk import deputies_in, not_ready
from pbem.service.options import Missed, zone_of
from pbem.service.play.clockwork import put_off_and_tell
from pbem.service.play.leave import Absence, spans_of
from pbem.service.play.work import open_game
from pbem.service.services import Services, retried
from pbem.store.tables import Game, Player, PlayerId, SeatRow, Vacation

LONGEST = timedelta(days=120)
FARTHEST = timedelta(days=366)
MOST = 6
"""Vacations of one player to come."""


class NoVacation(Exception):
    """Days away cannot be noted; the message says why and what to do."""


class DaysAway(msgspec.Struct, frozen=True):
    """Days away, both included."""

    first: date

    last: date

    now: bool
    """Whether today is one of them."""


class LeaveCard(msgspec.Struct, frozen=True, kw_only=True):
    """How a player's days away bear on one of their games."""

    game: GameId

    title: str

    seat_title: str

    allowed: int
    """Days by which the game's deadlines may be put off for the player, in all."""

    left: int
    """Days by which they may still be put off."""

    due: str
    """When orders are due, in the player's zone; '' for no deadline."""

    misses_it: bool
    """Whether the player is away at the deadline and has orders to give."""

    deputy: bool
    """Whether a deputy may order for the player then."""

    silence: Missed
    """What acts if the player sends nothing."""

    timed: bool
    """Whether the game has deadlines; without them no turn is missed."""


# --- the use cases ------------------------------------------------------------------------------------------------


def vacations(services: Services, player: PlayerId) -> tuple[DaysAway, ...]:
    """A player's days away that are not over, the earliest first."""
    with services.db.reading() as session:
        today = _today(services, session, player)
        spans = spans_of(session, [player]).get(player, [])
    return tuple(DaysAway(first, last, first <= today <= last) for first, last in spans if last >= today)


def go_away(services: Services, player: PlayerId, first: str, last: str) -> tuple[GameId, ...]:
    """Note days away (``2026-08-01``, both included, in the player's own zone); the games whose deadline has moved.

    Raises NoVacation.
    """
    days = _day(first, "first"), _day(last, "last")
    with services.db.writing() as session:
        _check(session, player, days, _today(services, session, player))
        session.add(Vacation(player=player, first=days[0].isoformat(), last=days[1].isoformat()))
    return tuple(game for game, _ in _seats(services, player) if _put_off(services, game))


def come_back(services: Services, player: PlayerId, first: str) -> None:
    """Strike days away out; deadlines that were put off stay where they are.  Raises NoVacation."""
    with services.db.writing() as session:
        row = session.get(Vacation, (player, first))
        if row is None:
            raise NoVacation("Those days were removed already; nothing has changed.")
        session.delete(row)


def leave_cards(services: Services, player: PlayerId) -> tuple[LeaveCard, ...]:
    """How it stands with a player's leave in each game he plays."""
    with services.db.reading() as session:
        row, spans = session.get_one(Player, player), spans_of(session, [player]).get(player, [])
        zone = row.zone
    return tuple(
        _card(services, game, seat, zone, Absence(seat, zone, spans, 0)) for game, seat in _seats(services, player)
    )


# --- how it works -------------------------------------------------------------------------------------------------


def _card(services: Services, game: GameId, seat: Seat, zone: str, absence: Absence) -> LeaveCard:
    work = open_game(services, game)
    desk, options = work.desk, work.options
    due = from_iso(desk.due) if desk.open is not None and desk.due else None
    wanted = due is not None and seat in not_ready(desk)
    return LeaveCard(
        game=game, title=work.title, seat_title=work.chair(seat).title, allowed=options.leave,
        left=max(options.leave - desk.leave.get(seat, 0), 0), due=both(due, zone) if due and wanted else "",
        misses_it=due is not None and wanted and absence.covers(due),
        deputy=bool(deputies_in(desk, seat, desk.turns.get(seat, 0))), silence=options.missed,
        timed=bool(options.every),
    )  # fmt: skip


def _seats(services: Services, player: PlayerId) -> tuple[tuple[GameId, Seat], ...]:
    """The seats a player has in games that are being played."""
    with services.db.reading() as session:
        found = session.exec(
            select(SeatRow.game, SeatRow.seat)
            .join(Game, col(Game.id) == col(SeatRow.game))
            .where(col(SeatRow.player) == player, col(Game.state) == "running")
            .order_by(col(Game.title), col(Game.id))
        ).all()
    return tuple((GameId(game), Seat(seat)) for game, seat in found)


def _put_off(services: Services, game: GameId) -> bool:
    def attempt() -> bool:
        work = open_game(services, game)
        moved = work.state == "running" and put_off_and_tell(work)
        if work.drafts:
            work.write()
        return moved

    return retried(attempt)


def _today(services: Services, session: Session, player: PlayerId) -> date:
    return services.clock.now().astimezone(zone_of(session.get_one(Player, player).zone)).date()


def _day(text: str, which: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as fault:
        raise NoVacation(f"The {which} day could not be read. Write it as 2026-08-20.") from fault


def _check(session: Session, player: PlayerId, days: tuple[date, date], today: date) -> None:
    first, last = days
    had = [span for span in spans_of(session, [player]).get(player, []) if span[1] >= today]
    if last < first:
        raise NoVacation("The last day comes before the first. Change one of them.")
    if last < today:
        raise NoVacation("Those days are past; a deadline that has passed is not moved.")
    if last - first >= LONGEST or last > today + FARTHEST:
        raise NoVacation(
            f"At most {LONGEST.days} days can be noted at a time, within a year. For longer, give up your seats."
        )
    if any(one <= last and first <= other for one, other in had):
        raise NoVacation("Some of these days are noted already. Remove those first.")
    if len(had) >= MOST:
        raise NoVacation(f"{MOST} absences are noted already, the most allowed. Remove one first.")
