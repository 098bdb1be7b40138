"""What if: a program has its orders tried many times on what the seat can see."""

import msgspec

from pbem.engine.what_if import CannotTry
from pbem.service.what_if.trialpool import TriesFailed
from pbem.service.what_if.trials import ALL, TriedOrders, TriesRun, try_more
from pbem.web.api import looking, ordershapes, tryshapes
from pbem.web.api.calls import Call, Query
from pbem.web.api.problems import RequestRefused
from pbem.web.api.shaping import shaped
from pbem.web.looks import sentence
from pbem.web.texts import lines_of


def what_if(call: Call[Query, ordershapes.SentDraft]) -> tryshapes.TriedShape:
    """Play another slice of tries of a text; nothing is filed, and no draft changed.  Raises Refused."""
    looking.need_ask(call)
    page = msgspec.structs.replace(call.page, draft=lines_of(call.body.text), stands=None)
    try:
        return _tried(try_more(call.work, page, call.holder.player))
    except TriesRun as fault:
        raise RequestRefused(
            "not-now", "Tries of this player's are being played already.", "Send it again then."
        ) from fault
    except CannotTry as fault:
        raise RequestRefused(
            "not-now", sentence(str(fault)), "Send orders for a whole turn, or a shorter text."
        ) from fault
    except TriesFailed as fault:
        raise RequestRefused(
            "not-now", sentence(str(fault)), "Send it again; what was tried before still counts."
        ) from fault


def _tried(tried: TriedOrders) -> tryshapes.TriedShape:
    tally = tried.tally
    return tryshapes.TriedShape(
        tries=tally.tries, of=ALL, within=tried.within, orders=tried.orders, left_out=tried.left_out,
        units=tuple(shaped(one, tryshapes.UnitTriedShape) for one in tally.stands.values()),
        lost={side: dict(times) for side, times in tally.lost.items()}, ended=dict(tally.ended), won=dict(tally.won),
    )  # fmt: skip
