"""A game whose journal is not as it was sealed: stopped, its operator told once, and let go on when it is mended.

Nothing can be noted in such a journal, so the game's card alone says that it is stopped (``Game.broken_at``).
"""

import logging
from collections.abc import Iterator
from datetime import datetime

from sqlmodel import col, select, update

from pbem.clock import iso
from pbem.engine.ids import UMPIRE, GameId
from pbem.engine.journal import BrokenChain
from pbem.reports.letter import Letter, LetterRow, Para, Rows, Section
from pbem.service.model.mails import KEPT_MEANWHILE, Correspondent, MailMatter, operator_of
from pbem.service.queues.sending import put_out
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.errors import BrokenGame, StoreError
from pbem.store.tables import Deadline, Game, Player, UmpireRow

log = logging.getLogger(__name__)


def stop_broken(services: Services, game: GameId, fault: BrokenChain) -> BrokenGame:
    """Stop a game whose chain is broken, unless it is stopped for that already; what is to be raised.

    Its deadlines are taken away, and the operator gets one mail.  Never raises.
    """
    broken = BrokenGame(game, fault.seq, str(fault))
    try:
        _stop(services, broken)
    except StoreError:
        log.exception("%s: %s; it could not be stopped just now", game, broken.reason)
    return broken


def _stop(services: Services, broken: BrokenGame) -> None:
    now = services.clock.now()
    mails = [(matter, services.compose(services.config, matter)) for matter in _matters(services, broken, now)]
    with services.db.writing() as session:
        card = session.get(Game, broken.game, with_for_update=True)
        if card is None or card.broken_at is not None:
            return
        card.state, card.broken_at, card.stop_reason = "stopped", broken.seq, broken.reason
        due = update(Deadline).where(col(Deadline.game) == broken.game, col(Deadline.done_at).is_(None))
        session.connection().execute(due.values(done_at=now))
        for matter, composed in mails:
            put_out(session, matter, composed, now)
    log.error("%s is stopped: its journal is damaged: %s", broken.game, broken.reason)


def _matters(services: Services, broken: BrokenGame, now: datetime) -> Iterator[MailMatter]:
    """The mails about it: to the operator what to do, to the game's umpires that the operator has been told."""
    name, operator = f"damaged-{broken.seq}-{iso(now)}", operator_of(services.config)
    if operator is not None:
        letter = broken_letter(broken)
        yield MailMatter(kind="notice", to=operator, at=now, game=broken.game, revision=name, letter=letter)
    with services.db.reading() as session:
        umpires = session.exec(
            select(Player).join(UmpireRow, col(UmpireRow.player) == col(Player.id)).where(UmpireRow.game == broken.game)
        ).all()
    for one in umpires:
        letter = umpires_broken_letter(broken)
        to = Correspondent(one.id, one.name, one.email, one.zone)
        yield MailMatter(
            kind="umpire", to=to, at=now, game=broken.game, revision=f"{name}-{one.id}", letter=letter, seat=UMPIRE
        )


def mend(services: Services, game: GameId) -> bool:
    """Take note that a damaged journal has been restored; False when it was not known to be damaged.

    Raises BrokenGame when it is damaged still.
    """
    with services.db.reading() as session:
        card = session.get(Game, game)
        if card is None or card.broken_at is None:
            return False
        entries = journal.load(session, game)
    try:
        journal.check_whole(card, entries)
    except BrokenChain as fault:
        raise BrokenGame(game, fault.seq, str(fault)) from fault
    with services.db.writing() as session:
        session.get_one(Game, game, with_for_update=True).broken_at = None
    return True


def broken_games(services: Services) -> tuple[BrokenGame, ...]:
    """The games that are stopped because their journals are damaged."""
    with services.db.reading() as session:
        cards = session.exec(select(Game).where(col(Game.broken_at).is_not(None)).order_by(col(Game.id))).all()
    return tuple(BrokenGame(one.id, one.broken_at, one.stop_reason) for one in cards if one.broken_at is not None)


def umpires_broken_letter(broken: BrokenGame) -> Letter:
    """What the umpire of a game is told of its damaged journal."""
    lead = f"The record of {broken.game} in the database is damaged, so the game is stopped."
    told = Para("The operator has been told how to restore it. Deadlines wait until the game goes on.")
    return Letter(
        kicker=f"{broken.game}. For the umpire.", title=f"{broken.game}: the game is stopped", lead=(lead,),
        sections=(Section("", (told, Para(KEPT_MEANWHILE))),), preheader=lead,
    )  # fmt: skip


def broken_letter(broken: BrokenGame) -> Letter:
    """What the operator is told of a damaged journal."""
    game = broken.game
    rows = (LetterRow("game", game), LetterRow("entry", str(broken.seq)), LetterRow("found", broken.reason))
    lead = (
        f"The record of {game} in the database is no longer as it was written, so the game is stopped. Nothing more is "
        "added to it. Your other games go on."
    )
    cause = "Find out what changed the database: a failing disk, a copy made while it was in use, or an edit by hand."
    cure = (
        "Put the entries back from a backup; docs/storage.md shows how. Then let the game go on with: "
        f'pbem resume {game} --reason "restored from a backup"'
    )
    return Letter(
        kicker="For the operator.",
        title="A game is stopped: its journal is damaged",
        lead=(lead,),
        sections=(
            Section("What was found", (Rows(rows),)),
            Section("What to do", (Para(cause), Para(cure), Para(KEPT_MEANWHILE))),
        ),
        preheader=f"{game} waits for you: {broken.reason}.",
    )
