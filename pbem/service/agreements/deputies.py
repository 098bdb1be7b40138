"""Deputies: who may order for a seat beside its player, from one of its turns to another (threat 10).

In those turns a deputy gets the seat's mails too, and what he sends counts as the seat's orders; its own player is told
of every set.  The journal says who really wrote.  A player who ever knew another seat's secrets is no deputy in the
battle.
"""

import msgspec
from msgspec import UNSET, UnsetType

from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Seated
from pbem.mail.addresses import normal_address
from pbem.reports.letter import Button, Letter, Para, Section
from pbem.service.model.desk import known_seats
from pbem.service.model.mails import Correspondent, MailMatter
from pbem.service.people.seats import ensure_player, player_by_address
from pbem.service.play.forks import knows_elsewhere
from pbem.service.play.mailing import compose_mails
from pbem.service.play.pages import page_of, side_of
from pbem.service.play.running import guarded
from pbem.service.play.work import Chair, Work, correspondent, open_game
from pbem.service.services import Services, retried
from pbem.store.tables import Player, PlayerId

MOST = 3
"""Deputies of one seat at a time."""

UMPIRE = "umpire"
"""Who names a deputy where it is not the seat's own player: the operator, or the game's umpire."""


class BadDeputy(Exception):
    """A player cannot be named or dismissed as a deputy; the message says why."""


class DeputyCard(msgspec.Struct, frozen=True):
    """A deputy of a seat."""

    name: str

    email: str

    first: int

    last: int

    now: bool
    """Whether the deputy may order for the turn that is open."""


def deputies_of(services: Services, game: GameId, seat: Seat) -> tuple[DeputyCard, ...]:
    """The deputies of a seat whose turns are not over.  Raises UnknownGame."""
    work = open_game(services, game)
    turn = work.turn_of(seat)
    named = [one for one in work.desk.deputies.get(seat, ()) if one.last >= turn]
    people = [work.people[PlayerId(one.who)] for one in named]
    return tuple(
        DeputyCard(who.name, who.address, one.first, one.last, one.first <= turn)
        for one, who in zip(named, people, strict=True)
    )


# --- naming and dismissing ----------------------------------------------------------------------------------------


def name_deputy(
    services: Services, game: GameId, seat: Seat, address: str, first: int, last: int, by: str,
    reason: str | UnsetType = UNSET,
) -> PlayerId:  # fmt: skip
    """The player with that address may order for a seat in its turns first to last; named again, in these alone.

    by: the id of the seat's own player, or ``umpire``.  reason: of the game's umpire.  Both are mailed; the deputy gets
    the report of the open turn at once if he acts in it.  Raises BadDeputy, BadAddress, UnknownGame.
    """
    normal_address(address)

    def attempt() -> PlayerId:
        work = open_game(services, game)
        chair, own = _chair(work, seat, by)
        _check_turns(work, seat, first, last)
        known = player_by_address(services, address)
        if known is not None:
            _check_knows_nothing(work, chair, own, known.id, known.name)
        if sum(one.who != (known.id if known else "") for one in work.desk.deputies.get(seat, ())) >= MOST:
            raise BadDeputy(f"{chair.title} has {MOST} deputies, the most allowed; dismiss one first")
        who = known.id if known else ensure_player(services, address, "", work.options.zone)
        with services.db.reading() as session:
            deputy = correspondent(session.get_one(Player, who))

        def named() -> None:
            work.people = {**work.people, who: deputy}
            act = Seated(seat=seat, act="deputy", who=who, first=first, last=last, reason=reason)
            work.note("seat", _author(seat, by), act)
            _tell_named(work, chair, own, deputy, act)

        guarded(work, named)
        work.write()
        return who

    return retried(attempt)


def dismiss_deputy(services: Services, game: GameId, seat: Seat, address: str, by: str) -> None:
    """He acts for the seat no more, from now on; what he has filed stands until it is changed.

    by: as for `name_deputy`.  Both are mailed.  Raises BadDeputy, BadAddress, UnknownGame.
    """
    normal_address(address)

    def attempt() -> None:
        work = open_game(services, game)
        chair, own = _chair(work, seat, by)
        known = player_by_address(services, address)
        if known is None or all(one.who != known.id for one in work.desk.deputies.get(seat, ())):
            raise BadDeputy(f"{address} is not a deputy of {chair.title} in {work.title}")
        work.note("seat", _author(seat, by), Seated(seat=seat, act="no deputy", who=known.id))
        over = f"{known.name} is no longer the deputy of {chair.title} in {work.title}."
        _add_word(work, own, "Your deputy is dismissed", over)
        _add_word(work, work.people[known.id], "You are no longer a deputy", over)
        compose_mails(work)
        work.write()

    retried(attempt)


def _author(seat: Seat, by: str) -> str:
    return UMPIRE if by == UMPIRE else seat


def _chair(work: Work, seat: Seat, by: str) -> tuple[Chair, Correspondent]:
    """A seat with a person on it, and that person.  Raises BadDeputy when by has no say over it."""
    chair = work.chair(seat)
    if work.state == "over":
        raise BadDeputy(f"{work.title} is over")
    if chair.person is None:
        raise BadDeputy(f"{chair.title} in {work.title} has no player; a deputy stands in for a player")
    if by not in {UMPIRE, chair.person.player}:
        raise BadDeputy(f"only its own player or the umpire names and dismisses deputies of {chair.title}")
    return chair, chair.person


def _check_turns(work: Work, seat: Seat, first: int, last: int) -> None:
    turn = work.turn_of(seat)
    if not 1 <= first <= last < 65536:
        raise BadDeputy(
            f"there are no turns {first} to {last} to stand in for; the first is 1 or more, and not after the last"
        )
    if last < turn:
        raise BadDeputy(f"turn {last} has been played; the seat's open turn is {turn}")


def _check_knows_nothing(work: Work, chair: Chair, own: Correspondent, who: PlayerId, name: str) -> None:
    """Raises BadDeputy for the seat's own player, and for a player who knows what another seat knows."""
    if who == own.player:
        raise BadDeputy(f"{name} plays {chair.title} already")
    if who in work.desk.co_umpires:
        raise BadDeputy(f"{name} helps to umpire {work.title}, and cannot be a deputy in it")
    if known_seats(work.desk, who) - {chair.seat}:
        raise BadDeputy(f"{name} has seen another side of {work.title}, and cannot be a deputy on this one")
    if why := knows_elsewhere(work, who, side_of(work, chair.seat)):
        raise BadDeputy(f"{name} cannot be a deputy: {why}")


# --- what is mailed -----------------------------------------------------------------------------------------------


def _tell_named(work: Work, chair: Chair, own: Correspondent, deputy: Correspondent, act: Seated) -> None:
    """Word to both; and the report of the open turn to the deputy if he acts in it."""
    turn, first, last = work.turn_of(chair.seat), act.first, act.last
    page = page_of(work, chair.seat, zone=deputy.zone) if first <= turn <= last else None
    turns = f"turn {first}" if first == last else f"turns {first} to {last}"
    asked = (
        f"{own.name} plays {chair.title} in {work.title}, and you can give orders in their place in {turns}; "
        f"turn {turn} is open now."
    )
    what_to_do = (
        "In those turns you get the reports too. Answer them as they say: your orders count, and "
        f"{own.name} gets a copy."
    )
    by_umpire = act.reason is not UNSET
    asker = "the umpire, who has named you" if by_umpire else "the player who asked you"
    letter = Letter(
        kicker=f"{work.title}. For a deputy of {chair.title}.",
        title=f"You are the deputy of {chair.title}",
        lead=(asked, what_to_do),
        sections=(Section("", (
            Button("The game", f"{work.services.config.base_url}/g/{work.game}", "Open to you in those turns."),
            Para(f"If you do not want this, do nothing, and tell {asker}.", quiet=True),
        )),),
        preheader=f"In {turns} of {work.title}.",
    )  # fmt: skip
    named = MailMatter(
        kind="deputy", to=deputy, at=work.now, game=work.game, turn=turn, seat=chair.seat,
        revision=str(work.last_seq), letter=letter,
    )  # fmt: skip
    work.matters = (*work.matters, named)
    if page is not None:
        report = MailMatter(
            kind="report", to=deputy, at=work.now, game=work.game, turn=turn, seat=chair.seat,
            revision=f"{work.last_seq}-{deputy.player}", page=page,
        )  # fmt: skip
        work.matters = (*work.matters, report)
    why = f" The umpire has named them. The reason: {act.reason}" if by_umpire else ""
    told = f"{deputy.name} may order for {chair.title}, in {turns} of {work.title}.{why}"
    _add_word(work, own, "You have a deputy", told)


def _add_word(work: Work, to: Correspondent, title: str, what: str) -> None:
    """A word to one of the two about what was noted last."""
    letter = Letter(
        kicker=f"{work.title}. Deputies.",
        title=title,
        lead=(what,),
        sections=(Section("", (Button("The game", f"{work.services.config.base_url}/g/{work.game}"),)),),
        preheader=what,
    )
    revision = f"{work.game}.{work.last_seq}.{to.player}"
    work.matters = (*work.matters, MailMatter(kind="notice", to=to, at=work.now, revision=revision, letter=letter))
