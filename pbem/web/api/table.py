"""What a program may say to the others at its table: letters, a draw, a pause, giving up, a day more for them."""

from collections.abc import Callable
from functools import partial

from pbem.engine.ids import GameId, Seat
from pbem.service.agreements import pacts
from pbem.service.agreements.letterbook import Letterbook, NoLetter, letterbook, write_letter
from pbem.service.agreements.pacts import NoPact
from pbem.service.agreements.seating import SeatTaken, let_aide_write, open_silent_seat
from pbem.service.agreements.tabletalk import table_talk
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.store.tables import PlayerId
from pbem.web.api import tableshapes
from pbem.web.api.calls import AnyCall, Call, Query
from pbem.web.api.problems import RequestRefused
from pbem.web.api.shaping import shaped
from pbem.web.looks import sentence

Act = Callable[[Services, GameId, Seat, PlayerId], bool | None]


def letters(call: Call[Query, None]) -> tableshapes.LettersShape:
    """What the seat has written and been written."""
    return _letters(letterbook(call.work, call.holder.seat))


def write(call: Call[Query, tableshapes.SentLetter]) -> tableshapes.LettersShape:
    """Write a letter.  Raises Refused."""
    who, to = call.holder, [Seat(one) for one in call.body.to]
    try:
        write_letter(call.services, who.game, who.seat, to, call.body.text, who.player)
    except NoLetter as fault:
        raise RequestRefused(
            "not-now", str(fault), "See GET /letters: who may be written to, and how often."
        ) from fault
    return _letters(letterbook(open_game(call.services, who.game), who.seat))


def table(call: Call[Query, None]) -> tableshapes.TableShape:
    """What is offered and agreed."""
    return _table(call.work, call)


def draw(call: Call[Query, tableshapes.SentDraw]) -> tableshapes.SaidShape:
    """Offer a draw, or answer one.  Raises Refused."""
    acts: dict[str, Act] = {
        "offer": pacts.offer_draw,
        "agree": partial(pacts.agree, about="draw"),
        "refuse": partial(pacts.decline, about="draw"),
        "take back": partial(pacts.take_back, about="draw"),
    }
    return _said(call, acts[call.body.act])


def pause(call: Call[Query, tableshapes.SentPause]) -> tableshapes.SaidShape:
    """Offer a pause, answer one, or end one.  Raises Refused."""
    acts: dict[str, Act] = {
        "offer": partial(pacts.offer_pause, until=call.body.until),
        "agree": partial(pacts.agree, about="pause"),
        "refuse": partial(pacts.decline, about="pause"),
        "take back": partial(pacts.take_back, about="pause"),
        "end": pacts.end_pause,
    }
    return _said(call, acts[call.body.act])


def concession(call: Call[Query, tableshapes.SentConcession]) -> tableshapes.SaidShape:
    """Give up the field.  Raises Refused."""
    acts: dict[str, Act] = {
        "concede": pacts.concede,
        "take back": partial(pacts.take_back, about="concession"),
    }
    return _said(call, acts[call.body.act])


def grant(call: Call[Query, None]) -> tableshapes.SaidShape:
    """Give the others a day more.  Raises Refused."""
    return _said(call, pacts.grant_day)


def seat(call: Call[Query, tableshapes.SentSeat]) -> tableshapes.SaidShape:
    """Have a silent seat opened, or let the aide-de-camp write for an empty one.  Raises Refused."""
    about = Seat(call.body.seat)
    if about not in {one.seat for one in call.work.chairs}:
        raise RequestRefused("not-now", f"There is no seat {about!r} in this game.", "See `seats` in GET /table.")
    acts: dict[str, Act] = {
        "open": partial(open_silent_seat, silent=about),
        "aide": partial(let_aide_write, empty=about),
    }
    return _said(call, acts[call.body.act])


def _said(call: AnyCall, act: Act) -> tableshapes.SaidShape:
    who = call.holder
    try:
        done = act(call.services, who.game, who.seat, who.player)
    except (NoPact, SeatTaken) as fault:
        raise RequestRefused(
            "not-now", sentence(str(fault)), "See GET /table: what is offered, and what can be."
        ) from fault
    return tableshapes.SaidShape(done=done is not False, table=_table(open_game(call.services, who.game), call))


def _table(work: Work, call: AnyCall) -> tableshapes.TableShape:
    return shaped(table_talk(work, call.holder.seat, call.holder.player), tableshapes.TableShape)


def _letters(book: Letterbook) -> tableshapes.LettersShape:
    return tableshapes.LettersShape(
        letters=tuple(shaped(one, tableshapes.LetterShape) for one in book.letters),
        open=book.open,
        why=book.why,
        to=tuple(tableshapes.AddresseeShape(seat, title, name) for seat, title, name in book.to),
        left=book.left,
    )
