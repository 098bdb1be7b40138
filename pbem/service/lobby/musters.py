"""Games made by players: who plays what, until every place is filled and everybody is here.

Each place is the host's own, kept for an invited player, open to every player, or the aide-de-camp's.  A game that
needs no other player begins at once.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec
from sqlmodel import Session, col, select

from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Forked
from pbem.mail.addresses import normal_address
from pbem.service.lobby.filling import (
    Changed,
    MusterRefused,
    change,
    check_shown,
    check_stranger,
    free,
    settle,
    words,
)
from pbem.service.lobby.gathering import Gathering, MusterSeat
from pbem.service.lobby.invitations import invite
from pbem.service.model.mails import MailMatter
from pbem.service.options import Options, check_options
from pbem.service.plainwords import plain_words
from pbem.service.play.forks import battle_at
from pbem.service.play.games import check_playable, free_id, new_game
from pbem.service.services import Services, retried
from pbem.store.tables import Game, Muster, PlayerId

replace = msgspec.structs.replace

MOST_GATHERING = 5
"""Games one player may have gathering their players at a time."""

MOST_ALONE = 20
"""Games that one player has made and that are being played, before he may begin another against aides alone."""

LONGEST_NOTE = 600
"""Characters of a host's own words."""

Kind = Literal["me", "invite", "open", "aide", "none"]
"""What a host wants for a place; ``none`` is for the umpire's alone."""


class WantedPlayer(NamedTuple):
    """Who is to take a seat of a new game."""

    kind: Kind

    email: str = ""
    """Address to invite; '' for none."""

    temper: str = ""
    """Temperament of an aide-de-camp; '' for the usual one."""


# --- the host -----------------------------------------------------------------------------------------------------


def muster(
    services: Services,
    host: PlayerId,
    scenario: str,
    places: Mapping[Seat, WantedPlayer],
    options: Options,
    note: str = "",
    forked: Forked | None = None,
) -> GameId:
    """Make a game; it begins at once if no player is to be found for it.  Gives its id.

    scenario: its name.  places: for each of its seats, and for `UMPIRE` where it is to have one.  note: the host's
    words to whom he invites.  forked: the place in another game's story that it begins at.  Raises MusterRefused,
    BadAddress, OptionsError, BadGame, BadScenario.
    """
    check_options(options)
    if forked is None:
        loaded = services.scenarios(scenario, options.of_scenario)
        found, rules = loaded.scenario, loaded.rules.name
    else:
        found, rules = battle_at(services, forked)
    places = {seat: wanted for seat, wanted in places.items() if (seat, wanted.kind) != (UMPIRE, "none")}
    check_playable(scenario, found, places.keys() - {UMPIRE})
    _check_wanted(places, services.rules(rules).aide.tempers)
    if len(note) > LONGEST_NOTE:
        raise MusterRefused(f"your note has {len(note)} characters; at most {LONGEST_NOTE} are allowed")
    if all(one.kind in {"me", "aide"} for one in places.values()):
        with services.db.reading() as session:
            _check_running(session, host)
        seats = {seat: host if one.kind == "me" else None for seat, one in places.items()}
        aides = {seat: one.temper for seat, one in places.items() if one.temper}
        return new_game(services, scenario, seats, replace(options, aides=aides), host=host, forked=forked)
    titles = {seat: found.seat_titles.get(seat, seat.capitalize()) for seat in found.seats}

    def attempt() -> GameId:
        with services.db.reading() as session:
            _check_few(session, host)
            game = free_id(session, found.name)
        made = Gathering(
            id=game, title=found.title, rules=rules, scenario=scenario, options=options,
            titles=titles, host=host, listed=False, note=plain_words(note), created_at=services.clock.now(),
            places=tuple(MusterSeat(seat=seat) for seat in titles), forked=forked,
        )  # fmt: skip
        made = made.with_umpire() if UMPIRE in places else made
        mails: tuple[MailMatter, ...] = ()
        for seat in made.titles:
            changed = _placed(services, made, seat, places[seat])
            made, mails = changed.after, (*mails, *changed.mails)
        return settle(services, None, Changed(made, mails)).id

    return retried(attempt)


def change_place(services: Services, game: GameId, host: PlayerId, seat: Seat, wanted: WantedPlayer) -> Gathering:
    """The host wants another player on a seat that no other player has taken; an invitation to it is withdrawn.

    Raises NoMuster, MusterRefused, BadAddress, and what beginning a game raises.
    """

    def step(muster: Gathering) -> Changed:
        _check_host(muster, host)
        muster = muster.with_umpire() if seat == UMPIRE and seat not in muster.titles else muster
        place = muster.place(seat)
        if place.state == "taken" and place.player != host:
            raise MusterRefused(f"{muster.titles[seat]} has been taken; call the game off if you want to begin anew")
        _check_wanted({seat: wanted}, services.rules(muster.rules).aide.tempers)
        sides = [one for one in muster.places if one.seat != UMPIRE]
        if all(one.state == "aide" or one.seat == seat for one in sides) and wanted.kind == "aide":
            raise MusterRefused("at least one person must play: leave one place to a player")
        return _placed(services, free(muster, seat), seat, wanted)

    return change(services, game, step)


def call_off(services: Services, game: GameId, host: PlayerId) -> Gathering:
    """Call the game off; every player with a place is told.  Raises NoMuster, MusterRefused."""

    def step(muster: Gathering) -> Changed:
        _check_host(muster, host)
        others = [one.player for one in muster.places if one.player is not None and one.player != host]
        told = f"{muster.title} was called off by its host before it began."
        return Changed(
            replace(muster, state="called off"), words(services, muster, others, "A game was called off", told)
        )

    return change(services, game, step)


def _placed(services: Services, muster: Gathering, seat: Seat, wanted: WantedPlayer) -> Changed:
    """A free seat, filled as the host wants it."""
    match wanted.kind:
        case "me":
            if muster.place_of(muster.host) is not None:
                raise MusterRefused(
                    f"you have a place in {muster.title} already; each player has one side, and the umpire none"
                )
            mine = MusterSeat(seat=seat, state="taken", player=muster.host, here_at=services.clock.now())
            return Changed(muster.having(mine))
        case "invite":
            return invite(services, muster, seat, wanted.email)
        case "aide":
            return Changed(muster.having(MusterSeat(seat=seat, state="aide", aide=wanted.temper)))
        case "open":
            check_shown(services, muster)
            return Changed(replace(free(muster, seat), listed=True))
        case "none":
            return Changed(muster.without_umpire())


def _check_wanted(places: Mapping[Seat, WantedPlayer], tempers: Mapping[str, str]) -> None:
    """Raises MusterRefused for places that cannot be given so, BadAddress for an address that is none."""
    if sum(one.kind == "me" for one in places.values()) > 1:
        raise MusterRefused("each player has one side, and the umpire none; leave the other to another player")
    umpire = places.get(UMPIRE)
    if umpire is not None and umpire.kind not in {"me", "invite", "none"}:
        raise MusterRefused("invite an umpire, umpire the game yourself, or play without one")
    sides = {seat: one for seat, one in places.items() if seat != UMPIRE}
    if any(one.kind == "none" for one in sides.values()):
        raise MusterRefused("every side needs a player or the aide-de-camp")
    if len(sides) > 1 and all(one.kind == "aide" for one in sides.values()):
        raise MusterRefused("at least one person must play: leave one place to a player")
    invited = [normal_address(one.email) for one in places.values() if one.kind == "invite"]
    if len(set(invited)) < len(invited):
        raise MusterRefused("you invite the same address to two sides; each player has one")
    for one in places.values():
        if one.temper and one.temper not in tempers:
            raise MusterRefused(f"there is no aide-de-camp of the temperament {one.temper!r}")


def _check_host(muster: Gathering, player: PlayerId) -> None:
    if muster.host != player:
        raise MusterRefused(f"only the host decides who plays {muster.title}")


def _check_few(session: Session, host: PlayerId) -> None:
    """Raises MusterRefused when a player has made more than anybody could play."""
    gathering = select(Muster.id).where(col(Muster.host) == host, col(Muster.state) == "gathering")
    if len(session.exec(gathering).all()) >= MOST_GATHERING:
        raise MusterRefused(
            f"{MOST_GATHERING} of your games are looking for players, the most allowed; call one off first"
        )


def _check_running(session: Session, host: PlayerId) -> None:
    """Raises MusterRefused when a player has begun more games than he can see to."""
    running = select(Game.id).where(col(Game.host) == host, col(Game.state) == "running")
    if len(session.exec(running).all()) >= MOST_ALONE:
        raise MusterRefused(f"{MOST_ALONE} games that you created are being played, the most allowed; end one first")


# --- players who want a place --------------------------------------------------------------------------------------


def take_place(services: Services, game: GameId, seat: Seat, player: PlayerId) -> Gathering:
    """A player takes an open place.  Raises NoMuster, MusterRefused, and what beginning a game raises."""

    def step(muster: Gathering) -> Changed:
        place, hosted = muster.place(seat), muster.host == player
        if place.state != "open" or not (hosted or (muster.listed and seat != UMPIRE)):
            raise MusterRefused(f"{muster.titles[seat]} in {muster.title} is not open any more")
        if muster.place_of(player) is not None:
            raise MusterRefused(f"you have a place in {muster.title} already")
        check_stranger(services, muster, player)
        taken = MusterSeat(seat=seat, state="taken", player=player, here_at=services.clock.now())
        return Changed(muster.having(taken))

    return change(services, game, step)


def leave_place(services: Services, game: GameId, player: PlayerId) -> Gathering:
    """A player gives his place back before the game begins; its host is told.  Raises NoMuster, MusterRefused."""

    def step(muster: Gathering) -> Changed:
        place = muster.place_of(player)
        if place is None:
            raise MusterRefused(f"you have no place in {muster.title}")
        told = f"The player who was to {muster.part(place.seat)} has given the place back."
        host = [muster.host] if player != muster.host else []
        return Changed(free(muster, place.seat), words(services, muster, host, "A place is free again", told))

    return change(services, game, step)


def say_here(services: Services, game: GameId, player: PlayerId) -> Gathering:
    """A player is here; when all are, the game begins.

    Raises NoMuster, MusterRefused, and what beginning a game raises.
    """

    def step(muster: Gathering) -> Changed:
        place = muster.place_of(player)
        if place is None:
            raise MusterRefused(f"you have no place in {muster.title}")
        return Changed(muster.having(replace(place, asked_at=None, here_at=services.clock.now())))

    return change(services, game, step)
