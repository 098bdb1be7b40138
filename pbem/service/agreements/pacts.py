"""What players settle among themselves: a draw, giving up the field, a pause, a day more for the others.

Each is offered, and comes about once every player at the table is for it; the aide-de-camp is never asked.  An offer
lapses when the turn it was made in is over.  Only the player of a seat settles such things, never its deputy.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Literal

import msgspec

from pbem.clock import from_iso, iso
from pbem.engine.ids import UMPIRE, GameId, Seat, Side
from pbem.engine.journal import Clocked, Pacted, Ruled
from pbem.reports.times import day_words
from pbem.service.model import deadlines
from pbem.service.model.deadlines import local_day, rests, wakes
from pbem.service.model.desk import PactOffer, Rest, not_ready
from pbem.service.play.clocks import open_clock, put_off_for_leave, run_until
from pbem.service.play.mailing import compose_mails, tell_seats
from pbem.service.play.pages import side_of
from pbem.service.play.playermail import tell_players
from pbem.service.play.running import guarded, play_on, set_going
from pbem.service.play.work import Chair, Work, open_game
from pbem.service.services import Services, retried
from pbem.store.tables import PlayerId

About = Literal["draw", "pause", "concession"]

Answerable = Literal["draw", "pause"]
"""What the other side is asked; giving up is a side's own affair."""

LONGEST_PAUSE = timedelta(days=180)


class NoPact(Exception):
    """Something cannot be offered, settled or done; the message says why and what to do instead."""


# --- the use cases: each is journaled, and told to the others by mail ------------------------------------------------


ANSWER = "Reply with the word accept or decline on a line of its own, or answer on the web."
"""What an offer's mail says of how to answer it."""


def offer_draw(services: Services, game: GameId, seat: Seat, by: PlayerId) -> bool:
    """Offer a draw, or agree to one that is offered; whether the battle is over by it.  Raises NoPact, UnknownGame."""
    return _do(services, game, seat, by, lambda work: _for_draw(work, seat))


def concede(services: Services, game: GameId, seat: Seat, by: PlayerId) -> bool:
    """Give up the field; whether the battle is over by it, as it is when all players of that side have.

    Raises NoPact, UnknownGame.
    """
    return _do(services, game, seat, by, lambda work: _for_concession(work, seat))


def offer_pause(services: Services, game: GameId, seat: Seat, by: PlayerId, until: str = "") -> bool:
    """Offer a pause, or agree to the one that is offered; whether it has begun.

    until: the day on which the clock runs again (``2026-08-20``, in the game's zone), '' for until a player resumes it.
    Raises NoPact, UnknownGame.
    """
    return _do(services, game, seat, by, lambda work: _for_pause(work, seat, until))


def agree(services: Services, game: GameId, seat: Seat, by: PlayerId, about: Answerable) -> bool:
    """Accept what is offered; whether it has come about.  Raises NoPact, UnknownGame."""

    def accept(work: Work) -> bool:
        offer = _to_answer(work, seat, about)
        return _for_draw(work, seat) if about == "draw" else _for_pause(work, seat, offer.until)

    return _do(services, game, seat, by, accept)


def decline(services: Services, game: GameId, seat: Seat, by: PlayerId, about: Answerable) -> bool:
    """Refuse what is offered; the others are told.  Raises NoPact, UnknownGame."""

    def refuse(work: Work) -> bool:
        _to_answer(work, seat, about)
        title = work.chair(seat).title
        work.note("pact", seat, Pacted(seat=seat, about=about, act="refused", turn=turn_name(work)))
        tell_players(work, "pact", others(work, seat), f"{title} plays on", f"{title} declines the {about}.")
        return True

    return _do(services, game, seat, by, refuse)


def take_back(services: Services, game: GameId, seat: Seat, by: PlayerId, about: About) -> bool:
    """Take back what this seat has offered; the others are told.  Raises NoPact, UnknownGame."""

    def withdraw(work: Work) -> bool:
        offer = standing_offer(work, about)
        if offer is None or offer.agreed[0] != seat:
            raise NoPact(f"You have no open offer of a {about}. The page Players and settings shows what was settled.")
        title = work.chair(seat).title
        work.note("pact", seat, Pacted(seat=seat, about=about, act="taken back", turn=turn_name(work)))
        told = f"{title} withdraws the offer of a {about}; nothing has changed."
        tell_players(work, "pact", others(work, seat), f"No {about} after all", told)
        return True

    return _do(services, game, seat, by, withdraw)


def end_pause(services: Services, game: GameId, seat: Seat, by: PlayerId) -> bool:
    """Let the clock run again after a pause that has no end of its own.  Raises NoPact, UnknownGame."""
    return _do(services, game, seat, by, lambda work: _end_pause(work, seat))


def grant_day(services: Services, game: GameId, seat: Seat, by: PlayerId) -> bool:
    """Put the deadline off by a day for the others, by one whose own orders are final; once a turn.

    Raises NoPact, UnknownGame.
    """
    return _do(services, game, seat, by, lambda work: _grant(work, seat))


# --- how it stands ------------------------------------------------------------------------------------------------


def turn_name(work: Work) -> str:
    """What the battle calls the turn it is in; the same for all."""
    return work.rules.course.turn_name(work.view(work.chairs[0].seat))


def standing_offer(work: Work, about: About) -> PactOffer | None:
    """What is offered, if it holds: not of an earlier turn, no pause until a day that is past.

    Where the sides move one after the other, until its maker is to move again: before that the other has his turn.
    """
    offer = work.desk.offers.get(about)
    if offer is None:
        return None
    if offer.turn != turn_name(work) and offer.own != work.desk.turns.get(offer.agreed[0], 0):
        return None
    past = bool(offer.until) and offer.until <= local_day(work.options, work.now)
    return None if past else offer


def others(work: Work, seat: Seat) -> tuple[Chair, ...]:
    """The seats of other persons."""
    return tuple(one for one in work.chairs if one.seat != seat and one.person is not None)


SHUT = "Orders are closed, and the umpire plays the turn: end the battle once its report has come."
"""Why a battle is not ended by a pact while its turn waits for the umpire."""


def _waits(work: Work, seat: Seat) -> bool:
    """Whether a seat's turn, or its report of it, waits for the umpire."""
    return bool(work.desk.shut or work.desk.held.get(seat))


def no_draw(work: Work, seat: Seat) -> str:
    """Why no draw can be offered, in a sentence; '' when it can."""
    if _waits(work, seat):
        return SHUT
    with_person = {side_of(work, one.seat) for one in work.chairs if one.person is not None}
    if with_person != {side_of(work, one.seat) for one in work.chairs}:
        return "The aide-de-camp never agrees to a draw, and an empty seat cannot: concede, or play on."
    return ""


def no_pause(work: Work) -> str:
    """Why no pause can be offered; '' when it can."""
    if rests(work.options, work.desk, work.now):
        return "The game is paused already."
    return "" if work.options.every else "This game has no deadlines, so there is nothing to pause."


def no_grant(work: Work, seat: Seat) -> str:
    """Why a seat cannot grant the others a day; '' when it can."""
    desk = work.desk
    if work.state != "running" or desk.open is None or not desk.due:
        return "There is no deadline to put off."
    late = not_ready(desk)
    if seat in late or desk.open.ask_of(seat) is None:
        return "You can grant a day once you have submitted; before that, ask for an extra day for yourself."
    if not any(work.chair(one).person is not None for one in late):
        return "No other side is still to submit, so an extra day would help no one."
    return "You have granted a day for this turn already." if seat in desk.granted else ""


# --- a draw, and giving up ----------------------------------------------------------------------------------------


def _for_draw(work: Work, seat: Seat) -> bool:
    why = no_draw(work, seat)
    if why:
        raise NoPact(why)
    agreed = _say(work, seat, "draw")
    if agreed < {one.seat for one in work.chairs if one.person is not None}:
        title = work.chair(seat).title
        told = f"{title} offers a draw in {turn_name(work)}. The offer holds until {title}'s next turn."
        waiting = [one for one in others(work, seat) if one.seat not in agreed]
        tell_players(
            work, "pact", waiting, f"{title} offers a draw", told, "The battle goes on until you agree.", ANSWER
        )
        return False
    return _conclude(work, seat, None, f"a draw, agreed by {_titles(work, agreed)}")


def _for_concession(work: Work, seat: Seat) -> bool:
    if _waits(work, seat):
        raise NoPact(SHUT)
    side = side_of(work, seat)
    agreed = _say(work, seat, "concession")
    persons = {one.seat for one in work.chairs if one.person is not None and side_of(work, one.seat) == side}
    if agreed < persons:
        title = work.chair(seat).title
        waiting = [work.chair(one) for one in sorted(persons - agreed)]
        told = f"{title} wants to concede in {turn_name(work)}. Your side concedes once all its players do."
        tell_players(work, "pact", waiting, f"{title} wants to concede", told)
        return False
    return _conclude(work, seat, side, f"{_titles(work, persons)} conceded")


def _conclude(work: Work, seat: Seat, loser: Side | None, reason: str) -> bool:
    """The battle is over, by a ruling that ends the open step: reports go out, the seed of the dice is published."""
    facts = tuple(work.rules.course.conclude(work.battle, loser))
    if not facts:
        raise NoPact(f"{work.rules.title} allows no such end, so the battle cannot be ended like this.")

    def end() -> None:
        set_going(work, seat, reason)
        work.note("ruling", seat, Ruled(reason=reason, facts=facts, ends_step=True))
        play_on(work)

    return guarded(work, end)


def _titles(work: Work, seats: set[Seat]) -> str:
    return " and ".join(one.title for one in work.chairs if one.seat in seats)


# --- a pause, a day more ------------------------------------------------------------------------------------------


def _for_pause(work: Work, seat: Seat, until: str) -> bool:
    why = no_pause(work) or bad_day(work, until)
    if why:
        raise NoPact(why)
    offer = standing_offer(work, "pause")
    if offer is not None and offer.until != until and seat not in offer.agreed:
        raise NoPact("Another pause is on offer. Answer that first.")
    agreed = _say(work, seat, "pause", until)
    title, span = work.chair(seat).title, pause_words(until)
    if agreed < {one.seat for one in work.chairs if one.person is not None}:
        told = f"{title} asks for a pause {span}. Deadlines stand until you agree."
        waiting = [one for one in others(work, seat) if one.seat not in agreed]
        tell_players(work, "pact", waiting, f"{title} asks for a pause", told, ANSWER)
        return False
    begin_pause(work, seat, until)
    told = f"All players agree: the game is paused {span}."
    still = "You can give orders all the same; the turn is played once all have submitted."
    tell_players(work, "pact", others(work, seat), "The game is paused", told, still, moved=True)
    return True


def pause_words(until: str) -> str:
    """``until Thu 20 Aug 2026``."""
    return f"until {day_words(date.fromisoformat(until))}" if until else "until a player says that it goes on"


def of_umpire(work: Work, rest: Rest) -> bool:
    """Whether a pause waits for the umpire's word: one that the umpire made, while there is one who is not absent."""
    if rest.by != UMPIRE or rest.until or work.umpire is None:
        return False
    until = umpire_silent_from(work)
    return until is None or work.now < until


def umpire_silent_from(work: Work) -> datetime | None:
    """When the umpire will have done nothing for the days agreed for an absent one; None where none were agreed."""
    days, last = work.options.absent, work.desk.umpire_at
    return from_iso(last) + timedelta(days=days) if days and last else None


def rest_words(work: Work, rest: Rest) -> str:
    """Until when a pause lasts."""
    if not of_umpire(work, rest):
        return pause_words(rest.until)
    until = umpire_silent_from(work)
    last = f", or, if the umpire is silent until {day_words(until.date())}, a player does" if until is not None else ""
    return f"until the umpire resumes it{last}"


def begin_pause(work: Work, seat: Seat, until: str, reason: str | msgspec.UnsetType = msgspec.UNSET) -> None:
    """Note that a pause begins, and what becomes of the open deadline.

    seat: whose agreement completed it; `UMPIRE`, with a reason, for the umpire's own word.  until: the day on which the
    clock runs again, '' for an open end.
    """
    body = Pacted(seat=seat, about="pause", act="begun", turn=turn_name(work), until=until, reason=reason)
    work.note("pact", seat, body)
    rest, open_ask = work.desk.rest, work.desk.open
    assert rest is not None  # it has just begun
    if open_ask is None or not rest.due:
        return
    if until:
        left = max(from_iso(rest.due) - work.now, timedelta(0))
        run_until(work, deadlines.after_pause(work.options, wakes(work.options, until), left), "moved", seat)
    else:
        work.note("clock", seat, Clocked(act="moved", ask=open_ask.seq))


def _end_pause(work: Work, seat: Seat) -> bool:
    rest = work.desk.rest
    if rest is None or not rests(work.options, work.desk, work.now):
        raise NoPact("The game is not paused.")
    if rest.until:
        raise NoPact(f"The pause lasts {pause_words(rest.until)} and ends by itself; you can give orders already.")
    if of_umpire(work, rest):
        raise NoPact("The umpire has paused the game and says when it goes on; you can give orders already.")
    end_rest(work, seat)
    told = f"{work.chair(seat).title} says that the game goes on."
    tell_players(work, "pact", others(work, seat), "The pause is over", told, moved=True)
    return True


def end_rest(work: Work, seat: Seat, reason: str | msgspec.UnsetType = msgspec.UNSET) -> None:
    """Note that the pause is over, and let the open deadline run again.  seat, reason: as for `begin_pause`."""
    rest, open_ask = work.desk.rest, work.desk.open
    assert rest is not None  # the caller has looked
    work.note("pact", seat, Pacted(seat=seat, about="pause", act="ended", turn=turn_name(work), reason=reason))
    if open_ask is not None and rest.due and open_ask.seq < rest.seq:
        left = max(from_iso(rest.due) - from_iso(rest.at), timedelta(0))
        run_until(work, deadlines.after_pause(work.options, work.now, left), "moved", seat)
    elif open_ask is not None:
        open_clock(work, "moved", seat)


def _grant(work: Work, seat: Seat) -> bool:
    why = no_grant(work, seat)
    if why:
        raise NoPact(why)
    desk = work.desk
    assert desk.open is not None  # else nothing could be granted
    due = deadlines.day_later(work.options, max(from_iso(desk.due), work.now))
    work.note("clock", seat, Clocked(act="granted", ask=desk.open.seq, due=iso(due)))
    put_off_for_leave(work)
    asked = [one.seat for one in desk.open.batch.asks if one.seat != seat]
    tell_seats(work, "extended", asked, str(work.last_seq))
    return True


def bad_day(work: Work, until: str) -> str:
    """Why the clock cannot be let run again on that day."""
    if not until:
        return ""
    try:
        day = date.fromisoformat(until)
    except ValueError:
        return f"{until!r} is not a day. Write it as 2026-08-20, or leave it empty for an open end."
    today = date.fromisoformat(local_day(work.options, work.now))
    if not today < day <= today + LONGEST_PAUSE:
        return f"A pause ends on a day after today, and within {LONGEST_PAUSE.days} days."
    return ""


# --- how it is done -----------------------------------------------------------------------------------------------


def _do(services: Services, game: GameId, seat: Seat, by: PlayerId, act: Callable[[Work], bool]) -> bool:
    """Do something to a game that is not over, as the player of a seat, in one transaction."""

    def attempt() -> bool:
        work = open_game(services, game)
        person = work.chair(seat).person
        if person is None or person.player != by:
            raise NoPact("Only the player of the seat can settle this; a deputy gives orders only.")
        if work.state == "over" or (work.desk.ended and not work.desk.held.get(seat)):
            raise NoPact(f"{work.title} is over; there is nothing more to settle.")
        done = act(work)
        compose_mails(work)
        work.write()
        return done

    return retried(attempt)


def _to_answer(work: Work, seat: Seat, about: About) -> PactOffer:
    offer = standing_offer(work, about)
    if offer is None or seat in offer.agreed:
        raise NoPact(f"No {about} is on offer now: it was withdrawn, or its turn is over.")
    return offer


def _say(work: Work, seat: Seat, about: About, until: str = "") -> set[Seat]:
    """A seat is for it: a new offer, or it agrees to the one there is; all that are for it now."""
    offer = standing_offer(work, about)
    if offer is not None and seat in offer.agreed:
        raise NoPact("You have said so already; the other players have been told.")
    act: Literal["offered", "accepted"] = "accepted" if offer is not None else "offered"
    work.note("pact", seat, Pacted(seat=seat, about=about, act=act, turn=turn_name(work), until=until))
    return set(work.desk.offers[about].agreed)
