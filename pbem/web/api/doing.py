"""What a program may do: have orders read, file them, be ready, withdraw, keep a draft, settle things in advance."""

from collections.abc import Mapping

from pbem.engine.orders import Reading
from pbem.service.people.seats import NoWord, add_word
from pbem.service.play.clashes import clash_with_draft
from pbem.service.play.drafts import Basis, keep_draft
from pbem.service.play.ordersheet import asked_now, with_choices
from pbem.service.play.pages import game_page
from pbem.service.play.turns import Outcome, Receipt, submit
from pbem.service.play.versions import versions_of
from pbem.web.api import looking, making, ordershapes, shapes, tags
from pbem.web.api.calls import AnyCall, Call, Query
from pbem.web.api.keeping import KEPT, THEN
from pbem.web.api.problems import RequestRefused
from pbem.web.api.shaping import shaped
from pbem.web.looks import sentence
from pbem.web.texts import lines_of

DOOR = "api"

INSTEAD: Mapping[Outcome, str] = {
    "closed": "Look at the game, and order for the turn that is open.",
    "late": "Look at the game: the turn is being played.",
    "not asked": "Look at the game until `asked` says what is wanted.",
    "stopped": "Wait until the game goes on; send it again then.",
    "over": "Look at the last report, and stop.",
}
"""What to do after a submission that was refused."""


def check(call: Call[Query, ordershapes.SentText]) -> ordershapes.CheckedShape:
    """How a text is understood; nothing is filed.  Raises Refused."""
    looking.need_ask(call)
    text = lines_of(call.body.text)
    offers = looking.offered(call, text, list(call.body.offers_for))
    read, work, seat = _read(call, text), call.work, call.holder.seat
    drawn = (
        work.rules.reporting.drawn(work.view(seat), asked_now(work, seat), read.answer)
        if read.answer is not None
        else ()
    )
    return making.checked(read, drawn, offers)


def orders(call: Call[Query, ordershapes.SentOrders]) -> ordershapes.ReceiptShape:
    """File the whole sheet.  Raises Refused."""
    text, turn = lines_of(call.body.text), call.body.turn
    _refuse_nonsense(call, text, turn)
    if turn is not None and turn < call.page.turn and _was_played(call, text, turn):
        return _played_before(call, turn)
    given = _submitted(call, text, call.body.ready, turn, whole=True, base=tags.base_of(call), as_is=call.body.as_is)
    if given.outcome in {"filed", "played"}:
        keep_draft(call.services, call.holder.game, call.holder.seat, call.page.turn, "", _own_draft(call))
    return making.receipt(given)


def ready(call: Call[Query, ordershapes.SentWord]) -> ordershapes.ReceiptShape:
    """What stands is final."""
    return making.receipt(_submitted(call, "", True, call.body.turn))


def not_ready(call: Call[Query, ordershapes.SentWord]) -> ordershapes.ReceiptShape:
    """What stands is not final any more."""
    return making.receipt(_submitted(call, "", False, call.body.turn))


def withdraw(call: Call[Query, ordershapes.SentWord]) -> ordershapes.ReceiptShape:
    """Nothing stands any more."""
    return making.receipt(_submitted(call, "withdraw", None, call.body.turn))


def extend(call: Call[Query, ordershapes.SentWord]) -> ordershapes.ReceiptShape:
    """Put the deadline off by a day."""
    return making.receipt(_submitted(call, "extend", None, call.body.turn))


def put_draft(call: Call[Query, ordershapes.SentDraft]) -> ordershapes.DraftShape:
    """Keep what is not to be sent yet.  Raises Refused."""
    looking.need_ask(call)
    text = lines_of(call.body.text)
    page, who = call.page, call.holder
    _revision, other = keep_draft(call.services, who.game, who.seat, page.turn, text, _own_draft(call))
    clash = clash_with_draft(call.work, who.seat, text, page.version, other) if other else None
    if clash is not None:
        raise RequestRefused(
            "not-now", "Another draft of these orders was written elsewhere, which this one would overwrite.",
            "GET /draft has it. Send an empty text first if it is not wanted.", sent=text, both=clash.both,
        )  # fmt: skip
    return ordershapes.DraftShape(turn=page.turn, text=text if text.strip() else "")


def put_standing(call: Call[Query, ordershapes.SentSettings]) -> ordershapes.ReceiptShape:
    """Set standing orders, and leave all else as it is.  Raises Refused for a line that cannot be taken."""
    looking.need_ask(call)
    page = call.page
    chosen = [(lines_of(one.line), lines_of(one.value)) for one in call.body.settings]
    had = page.stands.text if page.stands else ""
    for line, value in chosen:
        read = _read(call, f"{line} {value}")
        if read.problems or not read.understood:
            why = f": {read.problems[0].reason}" if read.problems else ""
            raise RequestRefused(
                "nothing-taken", f"“{line} {value}” cannot be taken{why}.",
                "Take `line` and `value` from GET /standing.", reading=making.reading(read),
            )  # fmt: skip
    return making.receipt(_submitted(call, with_choices(had, chosen), None, page.turn, whole=True, base=page.version))


def dice_word(call: Call[Query, ordershapes.SentDiceWord]) -> shapes.DiceShape:
    """Add a word to the seed of the dice.  Raises Refused."""
    try:
        add_word(call.services, call.holder.game, call.holder.seat, call.body.word)
    except NoWord as fault:
        raise RequestRefused("not-now", sentence(str(fault)), "Look at `dice` of the game.") from fault
    return making.dice(game_page(call.services, call.holder.game, call.holder.seat))


# --- how it works -------------------------------------------------------------------------------------------------


def _own_draft(call: AnyCall) -> Basis:
    """A program writes over its own draft, and over none of a page or another program."""
    return Basis(call.page.version, 0, f"key-{call.holder.id}")


def _read(call: AnyCall, text: str) -> Reading:
    seat = call.holder.seat
    return call.work.rules.reading(call.work.view(seat), asked_now(call.work, seat), text)


def _refuse_nonsense(call: AnyCall, text: str, turn: int | None) -> None:
    """Raises Refused for a text nothing of which can be taken: being ready must not mean what acts without orders."""
    if not text.strip() or call.page.ask is None or turn not in {None, call.page.turn}:
        return
    read = _read(call, text)
    if not read.understood and not read.controls:
        raise RequestRefused(
            "nothing-taken", "No line of the text could be taken, so nothing has changed.",
            "See `reading.problems`; GET /ask lists lines that would be taken. An empty text orders nothing.",
            reading=making.reading(read),
        )  # fmt: skip


def _was_played(call: AnyCall, text: str, turn: int) -> bool:
    """Whether this very text was the last that a program sent for a turn, and was played: its answer was lost."""
    found = next((one for one in versions_of(call.work, call.holder.seat) if one.turn == turn), None)
    if found is None or found.fate != "played" or not found.versions:
        return False
    return found.versions[0].door == DOOR and found.versions[0].sent == text


def _played_before(call: AnyCall, turn: int) -> ordershapes.ReceiptShape:
    page = call.page
    return ordershapes.ReceiptShape(
        "played", (f"You have sent this before; it was played in your turn {turn}.",), page.turn, None,
        making.version(page.stands), making.due(page.due), None, (), shaped(page.waiting, shapes.WaitingShape),
    )  # fmt: skip


def _submitted(
    call: AnyCall, text: str, ready: bool | None, turn: int | None, *, whole: bool = False, base: int | None = None,
    as_is: bool = True,
) -> Receipt:  # fmt: skip
    """Hand in a text.  base: the version it was begun from.  Raises Refused when it was not taken at all."""
    who = call.holder
    base = base if whole else tags.named_base(call)
    given = submit(
        call.services, who.game, who.seat, text, DOOR, who.player, ready, turn=turn, whole=whole, base=base,
        as_is=as_is,
        alongside=call.alongside(text),
    )  # fmt: skip
    if given.clash is not None:
        raise tags.conflict(call, given.clash, " ".join(given.said))
    if given.outcome == "gaps":
        raise RequestRefused(
            "gaps",
            " ".join(given.said),
            "Order them, leave out the lines that are no orders, or send the same with `as_is` true.",
            gaps=making.gaps(given.gaps),
            reading=making.reading(given.reading) if given.reading is not None else None,
        )
    if given.outcome == "stopped" and given.reading is None and text.strip() and whole:
        keep_draft(call.services, who.game, who.seat, call.page.turn, text)
        raise RequestRefused("not-now", f"{' '.join(given.said)} {KEPT}", THEN)
    if given.outcome in INSTEAD:
        raise RequestRefused("not-now", " ".join(given.said), INSTEAD[given.outcome])
    return given
