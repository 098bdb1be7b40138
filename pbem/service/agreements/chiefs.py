"""The chief of a side of several commanders: sees what they have submitted, and orders for those who have not.

Only in games with the option ``chief``.  What the chief files for a commander stands until that commander files
something else; at the deadline it goes before the commander's standing orders.
"""

from typing import Literal

import msgspec
from sqlmodel import Session

from pbem.engine.ids import GameId, Seat
from pbem.engine.reporting import FormLine
from pbem.reports.letter import Button, Letter, LetterRow, Para, Rows, Section
from pbem.service.model.desk import asked, standing
from pbem.service.model.mails import MailMatter
from pbem.service.play.turns import LONGEST_TEXT, Receipt, submit
from pbem.service.play.work import Also, Chair, Work, open_game
from pbem.service.queues.sending import put_out
from pbem.service.services import Services
from pbem.store.tables import PlayerId

DOOR = "chief"


class NotChief(Exception):
    """A player cannot order for another commander; the message says why."""


class FellowDesk(msgspec.Struct, frozen=True, kw_only=True):
    """Another commander of the side, as its chief sees the desk."""

    seat: Seat
    title: str
    player: str
    """Name of the player; '' for the aide-de-camp and an empty seat."""
    state: Literal["submitted", "draft", "silent", "for them", "not asked"]
    """What stands: final orders, saved ones, none, those of the chief; or nothing is asked now."""
    text: str
    """The orders that stand; a draft is its writer's own until it is submitted."""
    form: tuple[FormLine, ...]
    """What acts if nothing is sent; () where nothing is asked."""


def is_chief(work: Work, seat: Seat) -> bool:
    """Whether a seat is a chief with a say over others in this game."""
    return work.options.chief and bool(work.rules.state.chief_over(work.view(seat), seat))


def desks_of(work: Work, seat: Seat) -> tuple[FellowDesk, ...]:
    """The desks of the others of a chief's side.  Raises NotChief."""
    return tuple(_desk(work, work.chair(one), seat) for one in _led(work, seat))


def order_for_fellow(services: Services, game: GameId, seat: Seat, of: Seat, text: str, by: PlayerId) -> Receipt:
    """File final orders for a commander who has filed none; that commander gets a copy.

    seat: the chief's, whose player is ``by``.  text: the whole sheet.  Raises NotChief, UnknownGame.
    """
    work = open_game(services, game)
    person = work.chair(seat).person
    if person is None or person.player != by:
        raise NotChief("only the chief's own player orders for another commander")
    if of not in _led(work, seat):
        raise NotChief("that commander is none of your side's")
    desk = _desk(work, work.chair(of), seat)
    if desk.state not in {"silent", "for them"}:
        raise NotChief(f"{desk.title} has given orders, or is asked for none now")
    if len(text) > LONGEST_TEXT:
        raise NotChief(f"the text has {len(text)} characters; at most {LONGEST_TEXT} are read as orders")
    return submit(
        services, game, of, text, DOOR, by, True, alongside=lambda given: _copies(work, seat, given), opened=work
    )


def _led(work: Work, seat: Seat) -> tuple[Seat, ...]:
    if not is_chief(work, seat):
        raise NotChief("this game has no chief who orders for others, or you are not the chief")
    return work.rules.state.chief_over(work.view(seat), seat)


def _desk(work: Work, chair: Chair, chief: Seat) -> FellowDesk:
    """Of a turn that is closed, or that the chief has no report of yet, nothing is shown."""
    open_turn = not work.desk.shut and not work.desk.held.get(chief)
    ask, had = asked(work.desk, chair.seat) if open_turn else None, standing(work.desk, chair.seat)
    state: Literal["submitted", "draft", "silent", "for them", "not asked"] = "silent"
    if ask is None or work.state != "running":
        state = "not asked"
    elif had is not None and had.door == DOOR:
        state = "for them"
    elif had is not None:
        state = "submitted" if had.final else "draft"
    form = work.rules.language.form(work.view(chair.seat), ask) if ask is not None else ()
    return FellowDesk(
        seat=chair.seat, title=chair.title, player=chair.person.name if chair.person else "", state=state,
        text=had.text if had is not None and state in {"submitted", "for them"} else "", form=tuple(form),
    )  # fmt: skip


def _copies(work: Work, chief: Seat, given: Receipt) -> Also:
    """Writes a copy to the commander; made before anything is locked."""
    if not given.taken:
        return lambda session: None
    lines = given.standing.text.splitlines() if given.standing else []
    lead = f"{work.chair(chief).title}, the chief of your side, has given orders for you."
    letter = Letter(
        kicker=f"{given.title}. Orders by your chief.", title=f"{given.title}: orders by your chief", lead=(lead,),
        sections=(
            Section("What stands", (Rows(tuple(LetterRow("", line) for line in lines if line)),)),
            Section("", (
                Para("If it is not what you want, send your own orders: the latest count."),
                Button("Open the game", f"{work.services.config.base_url}/g/{given.game}"),
            )),
        ),
        preheader=lead,
    )  # fmt: skip
    number = given.stands.number if given.stands else 0
    made = [
        (matter, work.services.compose(work.services.config, matter))
        for matter in (
            MailMatter(
                kind="seat", to=to, at=work.now, game=work.game, turn=given.turn, seat=given.seat,
                revision=f"chief-{work.last_seq}-{number}-{to.player}", letter=letter,
            )
            for to in work.addressees(given.seat, given.turn)
        )
    ]  # fmt: skip

    def write(session: Session) -> None:
        for matter, composed in made:
            put_out(session, matter, composed, work.now)

    return write
