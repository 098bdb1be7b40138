"""What a mail asks for besides its orders, done: letters, draws, pauses, giving up, days away, leaving, questions.

Orders are filed elsewhere (`pbem.service.incoming.filing`).  What cannot be undone waits for a word of its player's.
"""

from collections.abc import Mapping
from datetime import date

import msgspec
from sqlmodel import select

from pbem.clock import from_iso
from pbem.engine.ids import UMPIRE, Seat, Seq
from pbem.engine.language.lines import folded
from pbem.engine.wording import capital
from pbem.mail.tokens import TurnRef
from pbem.service.agreements.letterbook import NoLetter, write_letter
from pbem.service.agreements.pacts import NoPact, agree, concede, decline, offer_draw, offer_pause, standing_offer
from pbem.service.agreements.parcels import NoParcels, parcel_lines
from pbem.service.agreements.seating import SeatTaken, leave_seat
from pbem.service.agreements.vacations import NoVacation, go_away
from pbem.service.campaigns.tabling import NoResult, tell_result
from pbem.service.incoming import answers
from pbem.service.incoming.mailcase import MailCase
from pbem.service.incoming.reasons import Why
from pbem.service.incoming.requests import LAST_WORD, Request, answer_of, span_of
from pbem.service.model.desk import LetterCame
from pbem.service.model.mails import Correspondent
from pbem.service.options import zone_of
from pbem.service.outgoing import replying
from pbem.service.outgoing.replying import Answer
from pbem.service.plainwords import plain_words
from pbem.service.play.letters import LETTER, answers_to, title_of
from pbem.service.play.pages import game_page
from pbem.service.play.work import Work, open_game
from pbem.service.services import Services
from pbem.service.umpire.newsbook import NoNews, way_of, write_news
from pbem.service.umpire.questions import NoQuestion, ask_umpire, withdraw_question
from pbem.store.tables import OutMail, PlayerId


class RequestDone(msgspec.Struct, frozen=True):
    """What became of one request."""

    title: str
    """The result in a few words."""

    said: str
    """The result in sentences."""

    ok: bool = True
    """Whether it was done."""


def names_of(work: Work, seat: Seat) -> Mapping[str, tuple[Seat, ...]]:
    """Whom a seat may write letters to, by titles of seats and names of players; ``all`` for every one."""
    others = [one for one in work.chairs if one.seat != seat and one.person is not None]
    named: dict[str, tuple[Seat, ...]] = {}
    for one in others:
        assert one.person is not None  # chosen so
        for name in (one.title, str(one.seat), one.person.name, one.person.name.split(" ")[0]):
            named[folded(name)] = tuple(dict.fromkeys((*named.get(folded(name), ()), one.seat)))
    single: dict[str, tuple[Seat, ...]] = {name: seats for name, seats in named.items() if len(seats) == 1 and name}
    for side, seats in _sides(work, seat).items():
        single.setdefault(side, seats)
    single |= {"umpire": (UMPIRE,), "the umpire": (UMPIRE,)} if work.umpire else {}
    return {**single, **({"all": tuple(one.seat for one in others)} if others else {})}


def _sides(work: Work, seat: Seat) -> Mapping[str, tuple[Seat, ...]]:
    """The other persons of each side of several commanders, by its name; the writer's own side by its name too."""
    sides: dict[str, tuple[Seat, ...]] = {}
    for one in work.chairs:
        side = work.rules.state.side_of(work.battle, one.seat)
        if side is not None and one.person is not None and one.seat != seat:
            sides[folded(side)] = (*sides.get(folded(side), ()), one.seat)
    return sides


def must_confirm(services: Services, turn: TurnRef, requests: tuple[Request, ...]) -> Why | None:
    """What to ask before anything of a mail is done that cannot be undone; None where nothing is."""
    last = next((one for one in requests if one.kind in LAST_WORD or _ends_it(services, turn, one)), None)
    if last is None:
        return None
    what = {
        "concede": "gives up the field and ends your part in the battle",
        "leave": "gives your seat to another player or the aide-de-camp",
    }.get(last.kind, "ends the battle in a draw")
    return Why("Are you sure?", (f"Your mail {what}. That cannot be undone, so nothing in it has been done yet.",))


def _ends_it(services: Services, turn: TurnRef, one: Request) -> bool:
    """Whether a word agrees to a draw that is offered."""
    if one.kind not in {"draw", "accept"}:
        return False
    offer = standing_offer(open_game(services, turn.game), "draw")
    return offer is not None and turn.seat not in offer.agreed


def letter_answered(services: Services, turn: TurnRef, case: MailCase) -> Seat | None:
    """The seat whose letter a mail answers; None when it answers another mail."""
    if not case.mail.answers:
        return None
    with services.db.reading() as session:
        ours = session.exec(select(OutMail).where(OutMail.message_id == case.mail.answers[0])).first()
    if ours is None or ours.kind != LETTER or (ours.game, ours.seat) != (turn.game, turn.seat):
        return None
    place = ours.key.rpartition(".")[2].partition("-")[0]
    work = open_game(services, turn.game)
    letters = work.desk.letters
    if not (place.isdecimal() and 0 < int(place) <= len(letters)):
        return None
    one = letters[int(place) - 1]
    return None if one.arrived.get(turn.seat, LetterCame(Seq(0), "")).taken else answers_to(work, one)


def as_letter(text: str, to: Seat) -> Request:
    """An answer to a letter, as a letter."""
    return Request(1, "letter", answer_of(text), (to,))


def carry_out(
    services: Services, case: MailCase, turn: TurnRef, by: PlayerId, requests: tuple[Request, ...]
) -> tuple[RequestDone, ...]:
    """Do what is asked, one after another, each in a transaction of its own; what became of each."""
    return tuple(_one(services, case, turn, by, one) for one in requests if one.kind != "check")


def _one(services: Services, case: MailCase, turn: TurnRef, by: PlayerId, one: Request) -> RequestDone:
    try:
        if one.kind == "letter":
            return _letter(services, case, turn, by, one)
        if one.kind == "question":
            return _question(services, turn, by, one)
        if one.kind == "withdrawal":
            return _withdrawal(services, turn, by, one)
        if one.kind == "newsbook":
            return _news(services, turn, by, one)
        if one.kind == "battle":
            return RequestDone("Noted", tell_result(services, turn.game, turn.seat, int(one.name), one.said, by))
        if one.kind == "parcel":
            return _parcels(services, turn, by, one)
        if one.kind == "away":
            return _away(services, case, by, one)
        if one.kind == "pause":
            return _pause(services, case, turn, by, one)
        return _settled(services, turn, by, one)
    except (NoPact, NoLetter, NoNews, NoParcels, NoQuestion, NoResult, NoVacation, SeatTaken) as fault:
        said = capital(str(fault))
        return RequestDone("That was not done", said if said.endswith(".") else f"{said}.", ok=False)


def _letter(services: Services, case: MailCase, turn: TurnRef, by: PlayerId, one: Request) -> RequestDone:
    work = open_game(services, turn.game)
    titles = " and ".join(title_of(work, seat) for seat in one.to)
    if not _sent_already(work, turn.seat, one, case):
        write_letter(services, turn.game, turn.seat, one.to, one.said, by)
    return RequestDone("Your letter is on its way", f"Your letter to {titles} has been sent.")


def in_passing(services: Services, turn: TurnRef, by: PlayerId, lines: str) -> str:
    """Questions among orders, put to the umpire; what became of them."""
    if not open_game(services, turn.game).desk.umpire:
        return "Your question has been passed on to the operator."
    try:
        return f"Your question is number {ask_umpire(services, turn.game, turn.seat, lines, by)}: the umpire has it."
    except NoQuestion as fault:
        return str(fault)


def _question(services: Services, turn: TurnRef, by: PlayerId, one: Request) -> RequestDone:
    """With an umpire it gets a number; else the operator is told of it."""
    if not open_game(services, turn.game).desk.umpire:
        return RequestDone("Your question has been passed on", "Your question has been passed on to the operator.")
    number = ask_umpire(services, turn.game, turn.seat, one.said, by)
    said = (
        f"Your question is number {number}. The umpire has it; your orders and the deadline stand as they are. "
        f"The line `question {number}: withdraw` takes it back."
    )
    return RequestDone("Your question is with the umpire", said)


def _withdrawal(services: Services, turn: TurnRef, by: PlayerId, one: Request) -> RequestDone:
    """A question taken back; the umpire gets a mail."""
    withdraw_question(services, turn.game, turn.seat, int(one.said), by)
    return RequestDone("Your question is withdrawn", f"Question {one.said} is withdrawn; the umpire has been told.")


def _news(services: Services, turn: TurnRef, by: PlayerId, one: Request) -> RequestDone:
    """An item of the newsbook; the same words again, of a mail that a stopped worker had begun, are one item."""
    words = plain_words(one.said).strip()
    if not any(had.seat == turn.seat and had.text == words for had in open_game(services, turn.game).desk.news):
        write_news(services, turn.game, turn.seat, one.said, by, *way_of(one.name))
    return RequestDone("Your item is with the newsbook", "It is printed with the reports of a later turn.")


def _parcels(services: Services, turn: TurnRef, by: PlayerId, one: Request) -> RequestDone:
    """Units given to other commanders by the side's chief, all lines of a mail together."""
    said = parcel_lines(services, turn.game, turn.seat, by, one.said.splitlines())
    return RequestDone("Who commands what on your side", said)


def _sent_already(work: Work, seat: Seat, one: Request, case: MailCase) -> bool:
    """Whether this mail's letter was sent before a worker was stopped."""
    words = plain_words(one.said)
    return any(
        (had.sender, tuple(had.to), had.text) == (seat, one.to, words) and from_iso(had.at) >= case.row.arrived_at
        for had in work.desk.letters
    )


def _away(services: Services, case: MailCase, by: PlayerId, one: Request) -> RequestDone:
    zone = case.person.to.zone if case.person else "UTC"
    days = span_of(one.said, _today(services, zone))
    if days is None:
        return RequestDone("Which days?", "Those days could not be read. Write for example: away 3-9 Aug", ok=False)
    moved = go_away(services, by, days[0].isoformat(), days[1].isoformat())
    later = f" {len(moved)} {'deadline has' if len(moved) == 1 else 'deadlines have'} moved." if moved else ""
    return RequestDone("Your days away are noted", f"You are away from {days[0]:%-d %b} to {days[1]:%-d %b %Y}.{later}")


def _pause(services: Services, case: MailCase, turn: TurnRef, by: PlayerId, one: Request) -> RequestDone:
    until = ""
    if one.said and not one.said.endswith("pause"):
        work = open_game(services, turn.game)
        days = span_of(one.said, _today(services, work.options.zone))
        if days is None:
            return RequestDone(
                "Until when?", "That day could not be read. Write for example: pause until 20 Aug", ok=False
            )
        until = days[1].isoformat()
    begun = offer_pause(services, turn.game, turn.seat, by, until)
    if begun:
        return RequestDone("The game is paused", "You agreed, so the game is paused now.")
    return RequestDone("A pause is offered", "The other players have been told; the game goes on until they accept.")


def _settled(services: Services, turn: TurnRef, by: PlayerId, one: Request) -> RequestDone:
    game, seat = turn.game, turn.seat
    if one.kind == "concede":
        over = concede(services, game, seat, by)
        return RequestDone(
            "You have conceded", "The battle is over." if over else "It ends once every player of your side concedes."
        )
    if one.kind == "leave":
        leave_seat(services, game, seat, by)
        return RequestDone("You have left the game", "Your seat is open to other players. Thank you for playing.")
    if one.kind == "draw":
        over = offer_draw(services, game, seat, by)
        offered = "The other players have been told; the battle goes on until they accept."
        return RequestDone("The battle is drawn" if over else "A draw is offered", "It is over." if over else offered)
    work = open_game(services, game)
    draw = standing_offer(work, "draw")
    about = "pause" if "pause" in one.said or draw is None or seat in draw.agreed else "draw"
    if one.kind == "decline":
        decline(services, game, seat, by, "pause" if about == "pause" else "draw")
        return RequestDone("Declined", f"You declined the {about}; the other players have been told.")
    agree(services, game, seat, by, "pause" if about == "pause" else "draw")
    return RequestDone("Accepted", f"The {about} is agreed.")


def _today(services: Services, zone: str) -> date:
    return services.clock.now().astimezone(zone_of(zone)).date()


def receipt(services: Services, to: Correspondent, turn: TurnRef, done: tuple[RequestDone, ...]) -> Answer:
    """The answer to a mail that asked for something and gave no orders."""
    title = done[0].title if len(done) == 1 else "Your mail has been dealt with"
    page = game_page(services, turn.game, turn.seat)
    told = answers.said(services, to, page, Why(title, tuple(one.said for one in done)))
    return told if any(one.ok for one in done) else msgspec.structs.replace(told, kind="refused")


def passed_on(services: Services, case: MailCase, turn: TurnRef) -> Answer | None:
    """Word to the operator that a player asks something: where it is to be read, for they may play themselves.

    None where the game has an umpire, who has been asked.
    """
    if open_game(services, turn.game).desk.umpire:
        return None
    where = f"{turn.game}, {turn.seat}, turn {turn.turn}"
    return replying.to_operator(
        services, "A player has a question", f"mail {case.row.id}\n{where}\nread it in the mail room"
    )
