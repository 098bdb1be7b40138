"""Orders that the umpire gives for a seat: filed under the umpire's name, with a reason; its player gets a copy."""

import msgspec
from sqlmodel import Session

from pbem.engine.asks import Ask
from pbem.engine.ids import GameId, Seat
from pbem.engine.orders import Reading
from pbem.engine.reporting import FormLine
from pbem.reports.letter import Block, Button, Letter, LetterRow, Para, Rows, Section
from pbem.service.model.desk import asked, standing
from pbem.service.model.mails import MailMatter
from pbem.service.play.turns import LONGEST_TEXT, Outcome, Receipt, submit
from pbem.service.play.work import Also, Work, open_game
from pbem.service.queues.sending import put_out
from pbem.service.services import Services
from pbem.service.umpire.lookedat import need_unchanged
from pbem.service.umpire.rights import need_right
from pbem.service.umpire.timing import reason_of
from pbem.store.tables import PlayerId

DOOR = "umpire"


class NoBehalf(Exception):
    """Orders for a seat cannot be taken; the message says why and what to do."""


class SeatSheet(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat is asked, for an umpire who orders for it."""

    seat: Seat
    title: str
    player: str
    """Name of its player; '' for none."""
    asked: str
    """What is asked of it."""
    text: str
    """What stands of its orders."""
    number: int
    """Number of the version that stands; 0 for none."""
    form: tuple[FormLine, ...]
    """Its order form: what acts if nothing is sent."""


def sheet_for(work: Work, seat: Seat, by: PlayerId) -> SeatSheet:
    """What an umpire orders on for a seat.  Raises NotUmpire, NoBehalf, UnknownGame for no such seat."""
    need_right(work, by, "seats")
    ask, chair, had = _ask(work, seat), work.chair(seat), standing(work.desk, seat)
    view, language = work.view(seat), work.rules.language
    return SeatSheet(
        seat=seat, title=chair.title, player=chair.person.name if chair.person else "",
        asked=language.describe(view, ask), text=had.text if had else "", number=had.number if had else 0,
        form=tuple(language.form(view, ask)),
    )  # fmt: skip


def read_for(work: Work, seat: Seat, text: str, by: PlayerId) -> Reading:
    """A text as it would be read for a seat; nothing is filed.  Raises as `sheet_for` does."""
    need_right(work, by, "seats")
    _check_length(text)
    return work.rules.reading(work.view(seat), _ask(work, seat), text)


def order_for(
    services: Services, game: GameId, seat: Seat, text: str, reason: str, by: PlayerId, *, ready: bool
) -> Receipt:
    """File orders for a seat, after its deadline too while the turn is open; its player and deputies get a copy.

    text: the whole sheet.  ready: they are final.  Raises NotUmpire, NoBehalf, NoTime for no reason, UnknownGame.
    """
    work = open_game(services, game)
    need_right(work, by, "seats")
    need_unchanged(work, by)
    why = reason_of(reason)
    _ask(work, seat)
    _check_length(text)
    receipt = submit(
        services, game, seat, text, DOOR, by, ready, late_too=True, reason=why,
        alongside=lambda given: _copies(services, work, given, why), opened=work,
    )  # fmt: skip
    if receipt.outcome not in TAKEN:
        raise NoBehalf(" ".join(receipt.said))
    return receipt


TAKEN: frozenset[Outcome] = frozenset({"filed", "played", "withdrawn"})


def _ask(work: Work, seat: Seat) -> Ask[object]:
    ask, chair = asked(work.desk, seat), work.chair(seat)
    if work.state != "running" or ask is None:
        raise NoBehalf(f"no orders of {chair.title} are awaited now")
    if chair.aide:
        raise NoBehalf(f"the aide-de-camp commands {chair.title} and has given its orders")
    return ask


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise NoBehalf(f"the text has {len(text)} characters; at most {LONGEST_TEXT} are read as orders")


def _copies(services: Services, work: Work, given: Receipt, reason: str) -> Also:
    """Writes the copies; made before anything is locked."""
    if given.outcome not in TAKEN:
        return lambda session: None
    letter = _letter(services, given, reason)
    number = given.stands.number if given.stands else 0
    made = [
        (matter, services.compose(services.config, matter))
        for matter in (
            MailMatter(
                kind="seat", to=to, at=work.now, game=work.game, turn=given.turn, seat=given.seat,
                revision=f"behalf-{work.last_seq}-{number}-{to.player}", letter=letter,
            )
            for to in work.addressees(given.seat, given.turn)
        )
    ]  # fmt: skip

    def write(session: Session) -> None:
        for matter, composed in made:
            put_out(session, matter, composed, work.now)

    return write


def _letter(services: Services, given: Receipt, reason: str) -> Letter:
    standing_now = given.standing.text.splitlines() if given.standing else []
    lines = tuple(LetterRow("", line) for line in standing_now if line)
    then = (
        "All had submitted, so the turn has been played." if given.outcome == "played"
        else "If it is not what you want, send your own orders: the latest counts."
    )  # fmt: skip
    blocks: list[Block] = [Para(f"The reason: {reason}"), Para(then)]
    lead = "The umpire has given orders for you." if lines else "The umpire has withdrawn your orders."
    return Letter(
        kicker=f"{given.title}. Orders by the umpire.", title=f"{given.title}: orders by the umpire", lead=(lead,),
        sections=(
            *((Section("What stands", (Rows(lines),)),) if lines else ()),
            Section("", (*blocks, Button("Open the game", f"{services.config.base_url}/g/{given.game}"))),
        ),
        preheader=lead,
    )  # fmt: skip
