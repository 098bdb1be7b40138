"""One use case at work on a game that gathers its players: read, changed, written with its mails in one transaction.

When every place is filled, those who took theirs more than a day ago are asked whether they are here; when all have
said so the game begins, in that same transaction.
"""

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from sqlmodel import Session

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.reports import times
from pbem.reports.letter import Letter
from pbem.service.lobby import mustermail
from pbem.service.lobby.gathering import Gathering, MusterSeat, load, save
from pbem.service.lobby.placelinks import place_link
from pbem.service.model.mails import Correspondent, MailMatter
from pbem.service.options import Options
from pbem.service.play.forks import goes_on, knows_other
from pbem.service.play.games import new_game
from pbem.service.play.work import reached
from pbem.service.queues.sending import put_out
from pbem.service.services import Services, retried
from pbem.store.tables import Player, PlayerId

replace = msgspec.structs.replace

FRESH = timedelta(hours=24)
"""A player who took their place less than that ago need not confirm it."""

HERE_WITHIN = timedelta(days=4)
"""How long one who is asked has to say that he is here; then his place is free for another."""


class MusterRefused(Exception):
    """A place cannot be had, kept or changed like this; the message says why and what to do."""


class Changed(NamedTuple):
    """A muster as it is to be, and the mails that go with it."""

    after: Gathering
    mails: tuple[MailMatter, ...] = ()


def change(services: Services, game: GameId, step: Callable[[Gathering], Changed]) -> Gathering:
    """Change a muster; gives it as it stands then.

    Raises NoMuster, MusterRefused, and what beginning a game raises.
    """

    def attempt() -> Gathering:
        with services.db.reading() as session:
            before = load(session, game)
        check_gathers(before)
        return settle(services, before, step(before))

    return retried(attempt)


def check_gathers(muster: Gathering) -> None:
    """Raises MusterRefused for one that is over."""
    if muster.state == "begun":
        raise MusterRefused(f"{muster.title} has begun; its page is in its players' lists of games")
    if muster.state == "called off":
        raise MusterRefused(f"{muster.title} was called off by its host")


def check_stranger(services: Services, muster: Gathering, player: PlayerId) -> None:
    """Raises MusterRefused for a player of the running game in whose middle this one begins."""
    if muster.forked is not None and (why := knows_other(services, muster.forked, player)):
        raise MusterRefused(why)


def check_shown(services: Services, muster: Gathering) -> None:
    """Raises MusterRefused where a running game is forked: every player would be shown its fork."""
    if muster.forked is not None and goes_on(services, muster.forked):
        raise MusterRefused(
            f"{muster.forked.title} still goes on, so only the players you invite see its fork: invite a player"
        )


def settle(services: Services, before: Gathering | None, changed: Changed) -> Gathering:
    """Write a muster; before: as it was read, None for a new one.  Raises Conflict when another writer was first."""
    now = services.clock.now()
    muster, matters = changed
    if muster.state == "gathering" and not muster.full:
        muster = _unasked(muster)
    elif muster.state == "gathering" and not (before is not None and before.full):  # the last place was filled now
        muster, asked = _asked(services, muster, now)
        matters = (*matters, *asked)
    begins = muster.state == "gathering" and muster.full and not any(one.waited_for for one in muster.places)
    after = replace(muster, state="begun") if begins else muster
    made = [(matter, services.compose(services.config, matter)) for matter in matters]

    def write(session: Session) -> None:
        save(session, before, after)
        for matter, composed in made:
            put_out(session, matter, composed, now)

    if begins:
        players = {one.seat: one.player for one in after.places}
        umpire, agreed = players.pop(UMPIRE, None), options_of(after)
        new_game(
            services, after.scenario, players, agreed, game=after.id, host=after.host, umpire=umpire, also=write,
            forked=after.forked,
        )  # fmt: skip
    else:
        with services.db.writing() as session:
            write(session)
    return after


def options_of(muster: Gathering) -> Options:
    """The options its game begins with: those agreed, and the temperaments of its aides."""
    aides = {one.seat: one.aide for one in muster.places if one.state == "aide" and one.aide}
    return replace(muster.options, aides=aides)


def free(muster: Gathering, seat: Seat) -> Gathering:
    """The muster with an empty seat."""
    return muster.having(MusterSeat(seat=seat))


# --- are you here? ------------------------------------------------------------------------------------------------


def _asked(services: Services, muster: Gathering, now: datetime) -> tuple[Gathering, tuple[MailMatter, ...]]:
    """All places are filled: players who took theirs a while ago are asked to confirm; the host need not."""
    mails: list[MailMatter] = []
    for one in muster.places:
        gone = one.here_at is not None and one.here_at <= now - FRESH
        if one.state == "taken" and not one.waited_for and gone and one.player != muster.host:
            place = replace(one, asked_at=now)
            muster = muster.having(place)
            mails.append(asking(services, muster, place, now, again=False))
    return muster, tuple(mails)


def _unasked(muster: Gathering) -> Gathering:
    """A player has left: no confirmation is awaited before the places are filled again."""
    for one in muster.places:
        if one.waited_for:
            muster = muster.having(replace(one, asked_at=None))
    return muster


def asking(services: Services, muster: Gathering, place: MusterSeat, now: datetime, *, again: bool) -> MailMatter:
    """The mail to one who is asked.  again: it is the reminder, of which there is one."""
    assert place.player is not None  # only a person is asked
    assert place.asked_at is not None
    to = person(services, place.player)
    until = times.both(place.asked_at + HERE_WITHIN, to.zone)
    link = place_link(services.config, muster.id, place.seat, to.address)
    letter = mustermail.are_you_here(muster, link, until, again=again)
    about = f"again-{place.seat}-{place.asked_at:%Y%m%d%H%M%S}" if again else f"here-{secrets.token_hex(6)}"
    return matter(muster, to, now, about, letter)


# --- mails --------------------------------------------------------------------------------------------------------


def person(services: Services, player: PlayerId) -> Correspondent:
    """A player as mails reach him now."""
    with services.db.reading() as session:
        return reached(session, session.get_one(Player, player))


def matter(muster: Gathering, to: Correspondent, now: datetime, about: str, letter: Letter) -> MailMatter:
    """A mail about a muster.  about: tells it from others about the same one."""
    return MailMatter(kind="muster", to=to, at=now, revision=f"{muster.id}.{about}", letter=letter)


def words(
    services: Services, muster: Gathering, to: Iterable[PlayerId], title: str, what: str
) -> tuple[MailMatter, ...]:
    """The same word to several players."""
    now = services.clock.now()
    letter = mustermail.word(services.config, muster, title, what)
    return tuple(
        matter(muster, person(services, one), now, f"word-{secrets.token_hex(6)}", letter)
        for one in dict.fromkeys(to)
    )  # fmt: skip
