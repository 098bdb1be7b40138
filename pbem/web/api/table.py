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
from pbem.web.api.problems import Refused
from pbem.web.api.shaping import shaped
from pbem.web.looks import sentence

Act = Callable[[Services, GameId, Seat, PlayerId], bool | None]


def letters(call: Call[Query, None]) -> tableshapes.Letters:
    """What the seat has written and been written."""
    return _letters(letterbook(call.work, call.holder.seat))


def write(call: Call[Query, tableshapes.SentLetter]) -> tableshapes.Letters:
    """Write a letter.  Raises Refused."""
    who, to = call.holder, [Seat(one) for one in call.body.to]
    try:
        write_letter(call.services, who.game, who.seat, to, call.body.text, who.player)
    except NoLetter as fault:
        raise Refused("not-now", str(fault), "See GET /letters: who may be written to, and how often.") from fault
    return _letters(letterbook(open_game(call.services, who.game), who.seat))


def table(call: Call[Query, None]) -> tableshapes.Table:
    """What is offered and agreed."""
    return _table(call.work, call)


def draw(call: Call[Query, tableshapes.SentDraw]) -> tableshapes.Said:
    """Offer a draw, or answer one.  Raises Refused."""
    acts: dict[str, Act] = {
        "offer": pacts.offer_draw,
        "agree": partial(pacts.agree, about="draw"),
        "refuse": partial(pacts.decline, about="draw"),
        "take back": partial(pacts.take_back, about="draw"),
    }
    return _said(call, acts[call.body.act])


def pause(call: Call[Query, tableshapes.SentPause]) -> tableshapes.Said:
    """Offer a pause, answer one, or end one.  Raises Refused."""
    acts: dict[str, Act] = {
        "offer": partial(pacts.offer_pause, until=call.body.until),
        "agree": partial(pacts.agree, about="pause"),
        "refuse": partial(pacts.decline, about="pause"),
        "take back": partial(pacts.take_back, about="pause"),
        "end": pacts.end_pause,
    }
    return _said(call, acts[call.body.act])


def concession(call: Call[Query, tableshapes.SentConcession]) -> tableshapes.Said:
    """Give up the field.  Raises Refused."""
    acts: dict[str, Act] = {
        "concede": pacts.concede,
        "take back": partial(pacts.take_back, about="concession"),
    }
    return _said(call, acts[call.body.act])


def grant(call: Call[Query, None]) -> tableshapes.Said:
    """Give the others a day more.  Raises Refused."""
    return _said(call, pacts.grant_day)


def seat(call: Call[Query, tableshapes.SentSeat]) -> tableshapes.Said:
    """Have a silent seat opened, or let the aide-de-camp write for an empty one.  Raises Refused."""
    about = Seat(call.body.seat)
    if about not in {one.seat for one in call.work.chairs}:
        raise Refused("not-now", f"There is no seat {about!r} in this game.", "See `seats` in GET /table.")
    acts: dict[str, Act] = {
        "open": partial(open_silent_seat, silent=about),
        "aide": partial(let_aide_write, empty=about),
    }
    return _said(call, acts[call.body.act])


def _said(call: AnyCall, act: Act) -> tableshapes.Said:
    who = call.holder
    try:
        done = act(call.services, who.game, who.seat, who.player)
    except (NoPact, SeatTaken) as fault:
        raise Refused("not-now", sentence(str(fault)), "See GET /table: what is offered, and what can be.") from fault
    return tableshapes.Said(done=done is not False, table=_table(open_game(call.services, who.game), call))


def _table(work: Work, call: AnyCall) -> tableshapes.Table:
    return shaped(table_talk(work, call.holder.seat, call.holder.player), tableshapes.Table)


def _letters(book: Letterbook) -> tableshapes.Letters:
    return tableshapes.Letters(
        letters=tuple(shaped(one, tableshapes.Letter) for one in book.letters),
        open=book.open,
        why=book.why,
        to=tuple(tableshapes.Addressee(seat, title, name) for seat, title, name in book.to),
        left=book.left,
    )
