"""One mail a day to an umpire about all the games they umpire: who is late, what waits for them.

It comes at the hour at which the umpire wants the day's reports, and not at all to one who wants no digest.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.engine.ids import UMPIRE, GameId
from pbem.engine.wording import listed, plural
from pbem.reports.letter import Button, Letter, Para, Section
from pbem.reports.times import local
from pbem.service.model.mails import MailMatter
from pbem.service.options import wall_time
from pbem.service.play.work import open_game, reached
from pbem.service.queues.quiet import next_hour
from pbem.service.queues.sending import put_out
from pbem.service.services import Services, apart
from pbem.service.umpire.clerk import DaySummary, day_words, summary_of
from pbem.service.umpire.overview import Overview, overview_of
from pbem.service.umpire.rights import may
from pbem.store.errors import BrokenGame
from pbem.store.tables import NO_GAME, Game, OutMail, Player, UmpireRow, mail_key

log = logging.getLogger(__name__)

WORTH = timedelta(hours=3)
"""A digest that could not be made for so long after its hour is left out that day."""


def send_umpires_digests(services: Services) -> int:
    """Put the digests into the outbox whose hour has come; how many.  One that cannot be made is logged.

    Raises StoreUnavailable.
    """
    sent = 0
    for player, games in _umpires(services):
        with apart(log, "the digest of the umpire %s could not be made", player.id):
            sent += _send(services, player, games)
    return sent


def _umpires(services: Services) -> list[tuple[Player, list[GameId]]]:
    """Who umpires games under way and wants a digest, with those games."""
    with services.db.reading() as session:
        rows = session.exec(
            select(Player, UmpireRow.game)
            .join(UmpireRow, col(UmpireRow.player) == col(Player.id))
            .join(Game, col(Game.id) == col(UmpireRow.game))
            .where(Player.digest_at != "", Game.state != "over", col(Player.deleted_at).is_(None))
            .order_by(col(Game.created_at), col(Game.id))
        ).all()
    games: defaultdict[str, list[GameId]] = defaultdict(list)
    for player, game in rows:
        games[player.id].append(GameId(game))
    return [(player, games[player.id]) for player in {one.id: one for one, _ in rows}.values()]


def _send(services: Services, player: Player, games: Iterable[GameId]) -> bool:
    """Whether a digest was written: not before its hour, nor twice a day."""
    now = services.clock.now()
    hour = next_hour(now - WORTH, player.zone, wall_time(player.digest_at))
    if hour > now:
        return False
    revision = f"digest-{player.id}-{hour:%Y%m%d}"
    key = (NO_GAME, mail_key(0, UMPIRE, "umpire", revision))
    with services.db.reading() as session:
        if session.get(OutMail, key) is not None:
            return False
        to = reached(session, player)
    letter = digest_of(services, player, games, now)
    if letter is None:
        return False
    matter = MailMatter(kind="umpire", to=to, at=now, seat=UMPIRE, revision=revision, letter=letter)
    made = services.compose(services.config, matter)

    def write(session: Session) -> bool:
        if session.get(OutMail, key) is not None:
            return False
        put_out(session, matter, made, now)
        return True

    with services.db.writing() as session:
        return write(session)


def digest_of(services: Services, player: Player, games: Iterable[GameId], now: datetime) -> Letter | None:
    """What an umpire reads; None where they may look at no game, or all are damaged."""
    seen: list[tuple[GameId, Overview, DaySummary]] = []
    for game in games:
        try:
            work = open_game(services, game)
            if may(work, player.id, "look"):
                seen.append((game, overview_of(work, player.id, player.zone), summary_of(work)))
        except BrokenGame:
            continue
    if not seen:
        return None
    waiting = sum(bool(one.questions or one.checks or one.missing or one.state == "stopped") for _, one, _day in seen)
    title = f"{plural(waiting, 'game waits', 'games wait')} for something" if waiting else "All is well in your games"
    base = services.config.base_url
    return Letter(
        kicker=f"The games you umpire. {local(now, player.zone).partition(',')[0]}.", title=title, lead=(),
        sections=tuple(
            Section(
                one.title,
                (*map(Para, (*_told(one), *day_words(day))), Button(f"Open {one.title}", f"{base}/g/{game}/umpire")),
            )
            for game, one, day in seen
        ),
        preheader=title,
    )  # fmt: skip


def _told(one: Overview) -> Iterator[str]:
    """How a game stands, in sentences."""
    if one.state == "stopped":
        yield "The game is stopped; the operator has been told."
    missing = [seat.title for seat in one.seats if seat.state in {"draft", "missing", "late"}]
    if missing:
        yield f"Still to submit in {one.turn_name}: {listed(missing)}."
    if one.rest:
        yield f"Paused {one.rest}."
    elif one.due:
        yield f"Orders {'were' if one.due.late else 'are'} due {one.due.told}."
    unheard = [seat.title for seat in one.seats if seat.bounced]
    if unheard:
        yield f"Mail has not reached {listed(unheard)}."
    if one.questions:
        yield f"{plural(one.questions, 'question waits', 'questions wait')} for an answer."
    if one.checks:
        yield f"{plural(one.checks, 'line', 'lines')} of orders to look at."
