"""What a program's orders were begun from: ETag of what stands, If-Match of what is sent."""

from werkzeug.datastructures import ETags

from pbem.service.model.desk import asked
from pbem.service.play.clashes import OrdersClash
from pbem.service.play.pages import stands_of
from pbem.service.play.work import open_game
from pbem.web.api import making
from pbem.web.api.calls import AnyCall
from pbem.web.api.problems import RequestRefused

DOOR = "api"


def tag_now(call: AnyCall) -> str:
    """The ETag of a seat's orders as they stand now: its turn, and the number of its last version, ``4.2``."""
    work, seat = open_game(call.services, call.holder.game), call.holder.seat
    filed = work.desk.filed.get(seat)
    number = filed.number if filed and asked(work.desk, seat) is not None else 0
    return f"{work.desk.turns.get(seat, 0)}.{number}"


def base_of(call: AnyCall) -> int | None:
    """The version that a request names in If-Match; None where it need not name one, or says ``*``.

    Without If-Match, what stands by another door than a program's counts as unseen.
    """
    if call.if_match is None:
        stands = stands_of(call.work, call.holder.seat)
        return None if stands is None or stands.door == DOOR else 0
    if call.if_match.star_tag:
        return None
    turn = call.work.desk.turns.get(call.holder.seat, 0)
    return _named(call.if_match, turn)


def named_base(call: AnyCall) -> int | None:
    """The same for a control word, which may always come without If-Match."""
    return None if call.if_match is None else base_of(call)


def conflict(call: AnyCall, clash: OrdersClash, why: str) -> RequestRefused:
    """The refusal that holds both texts."""
    kind = "not-named" if call.if_match is None else "changed"
    instead = (
        "See `stands`, what you sent in `sent`, and `both`, where it is given: both put together. Send "
        "what counts with `If-Match` set to the ETag of this answer."
    )
    now = making.version(stands_of(open_game(call.services, call.holder.game), call.holder.seat))
    return RequestRefused(kind, why, instead, sent=clash.mine, stands=now, both=clash.both, tag=tag_now(call))


def _named(tags: ETags, turn: int) -> int:
    """The highest version of the open turn that is named; -1, which none can be, where none is."""
    named = [tag.partition(".") for tag in tags.as_set()]
    return max((int(n) for t, _dot, n in named if t == str(turn) and n.isdecimal()), default=-1)
