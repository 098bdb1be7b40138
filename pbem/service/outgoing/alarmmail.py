"""The operator told of clocks that wait and of addresses that are lost: each once, in mails made before anything is
locked."""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlmodel import Session, col, or_, select

from pbem.clock import from_iso, iso
from pbem.engine.ids import UMPIRE, GameId
from pbem.reports.letter import Letter
from pbem.service.model.mails import Correspondent, MailMatter, operator_of
from pbem.service.outgoing.alarmletters import lost_letter, umpires_unheard_letter, unheard_letter, waiting_letter
from pbem.service.outgoing.unheard import Unheard, unheard
from pbem.service.play.playermail import umpires_who
from pbem.service.play.work import Also, Work, open_game
from pbem.service.queues import deliverability
from pbem.service.queues.sending import put_out
from pbem.service.services import Services, retried
from pbem.store.tables import NO_GAME, Game, OutMail, mail_key

TOLD_EVERY = timedelta(hours=1)
"""How often at most the operator is told of mails that have not left."""

WAITING = "waiting-"
"""How the names of those mails begin; the time they were written stands behind it."""


def about_seats(services: Services, work: Work, seats: Iterable[Unheard], due: str) -> list[Also]:
    """A mail about each of these seats to the operator and the umpire, unless there is one: once for each time the
    clock stops.

    due: the deadline that ran until then, in words.
    """
    assert work.desk.open is not None
    since = work.desk.paused.seq if work.desk.paused else work.desk.open.seq
    waits = due if work.desk.paused else ""
    made = []
    for one in seats:
        letter = unheard_letter(services.config, work, one, waits)
        made.append(_to_operator(services, work.game, f"unheard-{since}-{one.seat}", work.now, letter))
        made += [_to_umpire(services, work, one, to, since) for to in umpires_who(work, "clock")]
    return [one for one in made if one is not None]


def _to_umpire(services: Services, work: Work, one: Unheard, to: Correspondent, since: int) -> Also | None:
    """Writes the same to an umpire, without a player's address, which is the operator's to see."""
    letter = umpires_unheard_letter(services.config, work, one)
    matter = MailMatter(
        kind="umpire", to=to, at=work.now, game=work.game, seat=UMPIRE, letter=letter,
        revision=f"unheard-{since}-{one.seat}-{to.player}",
    )  # fmt: skip
    return _once(services, matter)


def tell_of_waiting(services: Services, now: datetime, games: Iterable[GameId]) -> None:
    """One mail about all clocks that wait for mails to leave, if one has stopped since the last such mail."""
    works = [open_game(services, game, now) for game in games]
    with services.db.reading() as session:
        waiting = [(work, one) for work in works for one in unheard(session, work) if one.trouble == "waiting"]
        latest = max((work.desk.paused.at for work, _ in waiting if work.desk.paused is not None), default="")
        last = _last_told(session)
        if latest <= last or (last and now - from_iso(last) < TOLD_EVERY):
            return
        undelivered = select(OutMail).where(
            col(OutMail.state).in_(("queued", "leased", "deferred")),
            or_(col(OutMail.attempts) > 0, col(OutMail.next_at) <= now),
        )
        mails = session.exec(undelivered.options(deliverability.unread())).all()
        held = services.config.hold_mail or any(session.get_one(Game, work.game).mail_held for work, _ in waiting)
    letter = waiting_letter(waiting, mails, held)
    _put(services, _to_operator(services, NO_GAME, f"{WAITING}{iso(now)}", now, letter))


def _last_told(session: Session) -> str:
    """When the operator was last told of mails that had not left, UTC ISO; '' for never."""
    begins = mail_key(0, "", "notice", WAITING)
    told = select(OutMail.key).where(OutMail.game == NO_GAME, col(OutMail.key).startswith(begins, autoescape=True))
    last = session.exec(told.order_by(col(OutMail.key).desc()).limit(1)).first()
    return last.removeprefix(begins) if last else ""


def tell_of_lost(services: Services, now: datetime) -> None:
    """A mail about each address that is lost, once each time."""
    for lost in deliverability.lost_addresses(services):
        name = hashlib.sha256(f"{lost.address} {iso(lost.since)}".encode()).hexdigest()[:24]
        _put(services, _to_operator(services, NO_GAME, f"lost-{name}", now, lost_letter(lost)))


def _to_operator(services: Services, game: GameId, name: str, now: datetime, letter: Letter) -> Also | None:
    """Writes a mail to the operator unless there is one of that name; None where there is, or no operator.

    It is made here, before anything is locked.
    """
    to = operator_of(services.config)
    if to is None:
        return None
    return _once(services, MailMatter(kind="notice", to=to, at=now, game=game, revision=name, letter=letter))


def _once(services: Services, matter: MailMatter) -> Also | None:
    """Writes a mail unless there is one of its name; None where there is.  It is made here, as nothing is locked."""
    key = (matter.game, mail_key(matter.turn, matter.seat, matter.kind, matter.revision))
    with services.db.reading() as session:
        if session.get(OutMail, key) is not None:
            return None
    made = services.compose(services.config, matter)

    def write(session: Session) -> None:
        if session.get(OutMail, key) is None:
            put_out(session, matter, made, matter.at)

    return write


def _put(services: Services, also: Also | None) -> None:
    if also is None:
        return

    def attempt() -> None:
        with services.db.writing() as session:
            also(session)

    retried(attempt)
