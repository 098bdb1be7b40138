"""What time does to games that gather their players: invitations lapse, and so do places of those who are gone."""

import logging
from datetime import datetime, timedelta
from functools import partial

from sqlmodel import Session, col, select

from pbem.engine.ids import GameId
from pbem.service.lobby import invitations
from pbem.service.lobby.filling import HERE_WITHIN, Changed, MusterRefused, asking, change, free, words
from pbem.service.lobby.gathering import Gathering, MusterSeat, NoMuster
from pbem.service.services import Services, apart
from pbem.store.tables import NO_GAME, Muster, MusterPlace, OutMail, mail_key

log = logging.getLogger(__name__)

REMIND_AFTER = timedelta(days=2)
"""How long after he was asked whether he is here a player is asked again."""


def tend(services: Services) -> tuple[GameId, ...]:
    """Free the places whose time is up, and remind those who are asked; may be called by anybody, as often as he likes.

    Gives the musters that were changed.  One's trouble is logged and leaves the others alone.  Raises StoreUnavailable.
    """
    now = services.clock.now()
    with services.db.reading() as session:
        due = select(MusterPlace.game).join(Muster, col(Muster.id) == col(MusterPlace.game)).distinct()
        due = due.where(
            col(Muster.state) == "gathering",
            col(MusterPlace.asked_at).is_not(None),
            col(MusterPlace.asked_at) <= now - REMIND_AFTER,
        )
        games = [GameId(one) for one in session.exec(due).all()]
    changed: list[GameId] = []
    for game in games:
        with apart(log, "the places of %s could not be seen to", game):
            if _tend(services, game, now):
                changed.append(game)
    return tuple(changed)


class _Nothing(Exception):
    """There is nothing to be done."""


def _tend(services: Services, game: GameId, now: datetime) -> bool:
    try:
        change(services, game, partial(_seen_to, services, now))
    except (_Nothing, NoMuster, MusterRefused):  # another writer was first
        return False
    return True


def _seen_to(services: Services, now: datetime, muster: Gathering) -> Changed:
    """A muster after what was due.  Raises _Nothing."""
    changed = Changed(muster)
    for one in muster.places:
        if one.asked_at is None:
            continue
        if one.state == "invited" and one.asked_at <= now - invitations.LASTS:
            told = f"{one.email} has not answered within two weeks. Invite another player, or open the place."
            changed = _freed(services, changed, one, "An invitation has lapsed", told)
        elif one.waited_for and one.asked_at <= now - HERE_WITHIN:
            told = f"The player who was to {muster.part(one.seat)} did not confirm in time: the place is free."
            changed = _freed(services, changed, one, "A place is free again", told)
        elif one.waited_for and one.asked_at <= now - REMIND_AFTER:
            changed = _reminded(services, changed, one, now)
    if changed.after == muster and not changed.mails:
        raise _Nothing
    return changed


def _freed(services: Services, changed: Changed, place: MusterSeat, title: str, told: str) -> Changed:
    whom = {changed.after.host, *filter(None, (place.player,))}
    mails = words(services, changed.after, sorted(whom), title, told)
    return Changed(free(changed.after, place.seat), (*changed.mails, *mails))


def _reminded(services: Services, changed: Changed, place: MusterSeat, now: datetime) -> Changed:
    """Once: the mail itself says whether it was sent."""
    mail = asking(services, changed.after, place, now, again=True)
    with services.db.reading() as session:
        if _sent(session, mail.revision):
            return changed
    return Changed(changed.after, (*changed.mails, mail))


def _sent(session: Session, revision: str) -> bool:
    return session.get(OutMail, (NO_GAME, mail_key(0, "", "muster", revision))) is not None
