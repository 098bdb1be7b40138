"""A player's mail about a game paused, and let come again.  His seat stays his; the operator is told."""

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import GameId
from pbem.reports.letter import Letter, Para, Section
from pbem.service.model.mails import Composed, MailMatter, operator_of
from pbem.service.queues import deliverability
from pbem.service.queues.sending import PAUSED, paused, put_out
from pbem.service.queues.unsubscribing import PauseLink
from pbem.service.services import Services
from pbem.store.tables import Game, MailPause, OutMail, Player, PlayerId


def pause(services: Services, game: GameId, player: PlayerId) -> bool:
    """No mail about a game to a player, answers to his own mails excepted; False when it was so already.

    What waits to be sent is kept and not sent.
    """
    now = services.clock.now()
    word = _word(services, game, player)
    with services.db.writing() as session:
        if session.get(MailPause, (game, player)) is not None:
            return False
        session.add(MailPause(game=game, player=player, since=now))
        for row in _mails(session, game, player, "queued", "deferred"):
            row.state, row.last_reply = "suppressed", PAUSED
        if word is not None:
            put_out(session, *word, now)
    return True


def resume(services: Services, game: GameId, player: PlayerId) -> bool:
    """Mail about a game to a player again; False when it was not paused.

    The newest report that was kept back is sent now.
    """
    now = services.clock.now()
    with services.db.writing() as session:
        row = session.get(MailPause, (game, player))
        if row is None:
            return False
        session.delete(row)
        kept = [one for one in _mails(session, game, player, "suppressed") if one.last_reply == PAUSED]
        reports = [one for one in kept if one.kind in deliverability.TELLING]
        if reports:
            newest = max(reports, key=lambda one: (one.turn, one.created_at))
            newest.state, newest.last_reply, newest.next_at = "queued", "", now
    return True


class Paused(msgspec.Struct, frozen=True):
    """A game that a link to pause mail is for."""

    game: GameId

    title: str

    paused: bool
    """Whether the player's mail about it is paused."""


def pauses(services: Services, link: PauseLink) -> tuple[Paused, ...]:
    """How it stands with the games of a link; those that are gone are left out."""
    with services.db.reading() as session:
        cards = session.exec(select(Game).where(col(Game.id).in_(link.games)).order_by(col(Game.title))).all()
        off = paused(session, link.player)
    return tuple(Paused(one.id, one.title, one.id in off) for one in cards)


def _mails(session: Session, game: GameId, player: PlayerId, *states: str) -> list[OutMail]:
    found = select(OutMail).where(
        OutMail.game == game, OutMail.player == player, col(OutMail.state).in_(states),
        col(OutMail.kind).in_(deliverability.HELD_BACK),
    )  # fmt: skip
    return list(session.exec(found.options(deliverability.unread())).all())


def _word(services: Services, game: GameId, player: PlayerId) -> tuple[MailMatter, Composed] | None:
    """A mail to the operator; None where the settings name none."""
    operator = operator_of(services.config)
    if operator is None:
        return None
    with services.db.reading() as session:
        card, person = session.get(Game, game), session.get(Player, player)
    name, title = person.name if person else player, card.title if card else game
    letter = Letter(
        kicker="For the operator.", title="A player has paused their mail",
        lead=(f"{name} wants no mail about {title} for now. They keep their seat, and deadlines still count.",),
        sections=(Section("", (Para("They can turn mail on again on the web, or by the link that paused it."),)),),
        preheader=f"{name}: {title}",
    )  # fmt: skip
    now = services.clock.now()
    matter = MailMatter(
        kind="notice", to=operator, at=now,
        revision=f"paused-{game}-{player}-{now:%Y%m%dT%H%M%S%f}", letter=letter,
    )  # fmt: skip
    return matter, services.compose(services.config, matter)
