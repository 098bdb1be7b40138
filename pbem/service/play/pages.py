"""What web and mail show of a game to a seat: values built only from that seat's views."""

from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlmodel import col, select

from pbem.clock import from_iso, iso
from pbem.engine.asks import Ask
from pbem.engine.chart import Chart
from pbem.engine.hiding import is_hidden
from pbem.engine.ids import GameId, Seat, Seq, Side
from pbem.engine.orders import Reading
from pbem.engine.wording import listed
from pbem.reports import times
from pbem.service.model import deadlines
from pbem.service.model.desk import asked, missed_by, not_ready, standing, without_answer
from pbem.service.model.gamepage import Due, GamePage, Party, Plays, Stands, TurnLink, WaitedFor
from pbem.service.options import Options
from pbem.service.play.acting import acting_seat, deputy_seat
from pbem.service.play.cache import as_seen
from pbem.service.play.drafts import Basis, draft_in
from pbem.service.play.misses import missed_in
from pbem.service.play.parcels import parcel_line
from pbem.service.play.tellings import shown_now, told_of, with_new_advice
from pbem.service.play.work import Mark, Work, open_game
from pbem.service.services import Services
from pbem.store.tables import PendingOrders, PlayerId, SeatRow

SOON = timedelta(hours=24)


CLOSED = "Orders are closed: the umpire plays the turn, and your report comes then."
"""What a player is told whose turn waits for its umpire."""


class NoReport(Exception):
    """A seat was given no report of that number."""


# --- the use cases ------------------------------------------------------------------------------------------------


def seat_of(services: Services, game: GameId, player: PlayerId) -> Seat | None:
    """The seat a player has in a game, or is the deputy of in its open turn; None for none, or for no such game."""
    with services.db.reading() as session:
        found = session.exec(
            select(SeatRow).where(col(SeatRow.game) == game, col(SeatRow.player) == player).order_by(col(SeatRow.seat))
        ).first()
    return found.seat if found else acting_seat(services, game, player)


def seat_in(work: Work, player: PlayerId) -> Seat | None:
    """`seat_of`, of a game that is open already."""
    own = [one.seat for one in work.chairs if one.person is not None and one.person.player == player]
    return min(own, default=None) or deputy_seat(work.desk, player)


def game_page(services: Services, game: GameId, seat: Seat, turn: int | None = None) -> GamePage:
    """A game as a seat sees it now, with its report of a turn (None: the latest).

    Raises UnknownGame, and NoReport naming the reports there are.
    """
    return page_now(open_game(services, game), seat, turn)


def page_now(work: Work, seat: Seat, turn: int | None = None) -> GamePage:
    """The same of a game that is open already, with what lies beside its journal: drafts, orders for turns to come."""
    page = page_of(work, seat, turn)
    with work.services.db.reading() as session:
        person = work.chair(seat).person
        draft = draft_in(session, work.game, seat, page.turn) if person and page.ask else None
        kept = select(PendingOrders.turn).where(col(PendingOrders.game) == work.game, col(PendingOrders.seat) == seat)
        later = tuple(session.exec(kept.order_by(col(PendingOrders.turn))).all())
    at = draft.at if draft and draft.text else None
    typed = draft.text if draft else ""
    begun = draft.base if draft and typed else None  # what is shown was begun from an earlier version, perhaps
    number = page.version if begun is None else begun
    base = Basis(number, draft.revision if draft else 0).token
    return msgspec.structs.replace(page, draft=typed, draft_at=at, base=base, later=later)


def latest_chart(work: Work, seat: Seat) -> Chart:
    """The map of a seat's newest report."""
    return shown_now(work, _mark(work, seat, None))[1]


# --- a page from a game under work --------------------------------------------------------------------------------


def page_of(work: Work, seat: Seat, number: int | None = None, zone: str = "") -> GamePage:
    """A game as a seat sees it, from what is loaded or just worked out.  zone: the reader's, '' for the seat's own."""
    chair, rules, desk = work.chair(seat), work.rules, work.desk
    zone = zone or zone_of_seat(work, seat)
    marks = work.marks_of(seat)
    mark = _mark(work, seat, number)
    latest = not marks or mark == marks[-1]
    told, chart = shown_now(work, mark) if latest and work.state != "over" else told_of(work, mark)
    told = with_new_advice(work, mark, told)
    ask = asked(desk, seat) if work.state == "running" and not desk.shut else None
    shut = work.state == "running" and bool(desk.shut or desk.held.get(seat))
    view = work.view(seat)
    stands = stands_of(work, seat, zone)
    opened = next(line.body for line in work.table.folding if line.kind == "game")
    misses = missed_by(desk, seat, seat)
    return GamePage(
        game=work.game, title=work.title, rules=rules.name, rules_title=rules.title, seat=seat,
        order_forms=rules.order_guide.forms, seat_title=chair.title, now=work.now, zone=zone, state=work.state,
        turn=work.turn_of(seat),
        turn_name=rules.course.turn_name(view), parties=parties(work, seat),
        umpire=work.umpire.name if work.umpire else "", number=mark.number, latest=latest,
        told_at=from_iso(mark.at), told=told, chart=chart,
        turns=tuple(TurnLink(one.number, one.turn_name, from_iso(one.at)) for one in marks),
        shut=shut, ahead=CLOSED if shut else _ahead(work, seat, view, zone) if not ask else "",
        ask=ask, asked=rules.language.describe(view, ask) if ask else "", due=due_of(work, zone) if ask else None,
        plays=plays_of(work, seat, zone),
        clock_waits=ask is not None and desk.paused is not None,
        form=as_seen(work, seat, rules.language.form, "", lambda: tuple(rules.language.form(view, ask))) if ask else (),
        stands=stands,
        version=desk.filed[seat].number if ask and seat in desk.filed else 0,
        reading=read_now(work, seat, ask, stands.text) if ask and stands and stands.text else None,
        waiting=waiting_for(work, seat), silence=work.options.missed,
        grace=work.options.grace,
        extensions_left=max(work.options.extensions - desk.extended.get(seat, 0), 0) if work.options.every else 0,
        parcels=parcel_line(work, seat), misses=misses, missed_last=misses.running > 0 and latest and mark.number > 0,
        missed_others=missed_in(work, mark),
        commitment=opened.commitment, words=desk.words, words_open=not desk.rolled and not desk.looked,
        seed=desk.seed, outcome=rules.course.outcome(view),
    )  # fmt: skip


def page_so_far(work: Work, seat: Seat, zone: str = "") -> GamePage:
    """A game as a seat that is not asked sees it: what it is told is all that came after its newest report."""
    marks = work.marks_of(seat)
    since = marks[-1].to_seq if marks else Seq(0)
    number = work.desk.turns.get(seat, 0)
    mark = Mark(seat, number, since, work.last_seq, "", iso(work.now))
    told, chart = told_of(work, mark)
    told = with_new_advice(work, mark, told)
    return msgspec.structs.replace(page_of(work, seat, zone=zone), number=number, told=told, chart=chart)


def read_now(work: Work, seat: Seat, ask: Ask[Any], text: str) -> Reading:
    """A text as it reads to a seat that is asked something now."""
    rules = work.rules
    return as_seen(work, seat, rules.language.read, text, lambda: rules.reading(work.view(seat), ask, text))


def _mark(work: Work, seat: Seat, number: int | None) -> Mark:
    """A seat that was never asked anything sees how the game stands, since it began."""
    marks = work.marks_of(seat)
    if not marks:
        began = min((one.at for one in (*work.marks, *work.new_marks)), default=iso(work.now))
        return Mark(seat, 0, Seq(0), work.last_seq, "", began)
    if number is None:
        return marks[-1]
    for one in marks:
        if one.number == number:
            return one
    raise NoReport(f"there is no report {number} of {work.title}; there are {marks[0].number} to {marks[-1].number}")


def parties(work: Work, seat: Seat) -> tuple[Party, ...]:
    """All seats and who plays them, as every player may know."""
    mine = side_of(work, seat)
    return tuple(
        Party(
            one.seat, one.title,
            one.person.name if one.person else _aide_of(work, one.seat) if one.aide else "nobody yet",
            one.aide, one.seat == seat, one.seat != seat and mine is not None and side_of(work, one.seat) == mine,
        )
        for one in work.chairs
    )  # fmt: skip


def side_of(work: Work, seat: Seat) -> Side | None:
    """The side a seat plays; None for an onlooker."""
    return work.rules.state.side_of(work.battle, seat)


def _aide_of(work: Work, seat: Seat) -> str:
    """``the aide-de-camp``, ``the bold aide-de-camp``."""
    return " ".join(("the", *filter(None, (work.options.aides.get(seat),)), "aide-de-camp"))


def _ahead(work: Work, seat: Seat, view: Any, zone: str) -> str:  # noqa: ANN401  # of whatever rules
    """The rules' word to a seat that is not asked as the battle begins, and until when the others have time."""
    asks = work.desk.open.batch.asks if work.desk.open and work.state == "running" else ()
    said, due = work.rules.reporting.ahead(view, seat) if asks else "", due_of(work, zone)
    if not said or due is None:
        return said
    titles = [work.chair(ask.seat).title for ask in asks]
    return f"{said} {listed(titles)} {'has' if len(titles) == 1 else 'have'} until {due.told}."


def due_of(work: Work, zone: str) -> Due | None:
    """The deadline of the open batch, as told in a zone."""
    desk = work.desk
    if desk.open is None or not desk.due:
        return None
    grace = from_iso(desk.grace_until) if desk.grace_until else None
    return due_at(work.options, from_iso(desk.due), grace, work.now, zone)


def due_at(options: Options, at: datetime, grace: datetime | None, now: datetime, zone: str) -> Due:
    """A deadline as told in a zone.  grace: when grace ends, once that is set; all times UTC."""
    late = now >= at
    end = grace or (deadlines.grace_end(options, at) if late else None)
    return Due(
        at, zone, times.both(at, zone), times.span(at - now, short=True), soon=at - now < SOON, late=late,
        grace_until=end, grace_told=times.both(end, zone) if end else "",
    )  # fmt: skip


def stands_of(work: Work, seat: Seat, zone: str = "") -> Stands | None:
    """The version of a seat's orders that stands for the open turn: shown to that seat only.

    zone: the reader's, '' for the seat's own.
    """
    submission = standing(work.desk, seat)
    if submission is None:
        return None
    filed = work.desk.filed[seat]
    at = from_iso(filed.at)
    told = times.local(at, zone or zone_of_seat(work, seat))
    by = deputy_name(work, seat, filed.by) if submission.door != "umpire" else ""
    return Stands(submission.number, submission.door, at, told, submission.final, submission.text, by)


def plays_of(work: Work, seat: Seat, zone: str = "") -> Plays | None:
    """When the turn is played, all seats having submitted; None while that is not so.

    That all are in is told to all of them, and only then: it is no secret of the sealed batch any more.
    """
    if not work.desk.plays_at or work.state != "running":
        return None
    at, zone = from_iso(work.desk.plays_at), zone or zone_of_seat(work, seat)
    return Plays(at, times.today(at, work.now, zone), _who_is_in(work, seat), all_in(work, seat, zone))


def all_in(work: Work, seat: Seat, zone: str = "") -> str:
    """Tell one who may know it: ``Both sides have submitted: the turn is played at 18:09 CEST.`` and what to do."""
    at, zone = from_iso(work.desk.plays_at), zone or zone_of_seat(work, seat)
    until = " You can change your orders until then." if asked(work.desk, seat) is not None else ""
    return f"{_who_is_in(work, seat)}: the turn is played at {times.today(at, work.now, zone)}.{until}"


def _who_is_in(work: Work, seat: Seat) -> str:
    asks = work.desk.open.batch.asks if work.desk.open else ()
    if len(asks) == 1:
        return "Your orders are in" if asked(work.desk, seat) is not None else "The orders are in"
    if len({side_of(work, ask.seat) for ask in asks}) < len(asks):
        return "All commanders have submitted"
    return "Both sides have submitted" if len(asks) == 2 else "All sides have submitted"


def deputy_name(work: Work, seat: Seat, by: str) -> str:
    """The name of who filed for a seat as its deputy; '' for its own player, the one before him, and the aide."""
    relief = work.desk.reliefs.get(seat)
    if relief is not None and relief.who == by:
        return ""
    own, person = work.chair(seat).person, work.people.get(PlayerId(by))
    return person.name if person and own and person.player != own.player else ""


def zone_of_seat(work: Work, seat: Seat) -> str:
    """The zone of a seat's player; of the game where it has none."""
    person = work.chair(seat).person
    return person.zone if person else work.options.zone


def waiting_for(work: Work, seat: Seat) -> WaitedFor:
    """Who is waited for, as far as a seat may know.

    Of a sealed batch a seat knows about itself only, until the deadline has passed: then the late are named.  Where
    only one other seat was asked and one's own orders are final, there is nothing left to hide.  Where units are
    hidden, which commanders of the other side are late would tell which of them have troops: it is told as a whole.
    """
    desk = work.desk
    if desk.open is None or work.state != "running" or desk.shut or desk.held.get(seat):
        return WaitedFor(False)
    missing = not_ready(desk)
    you = seat in missing
    others = tuple(one for one in missing if one != seat)
    if not missing:
        return WaitedFor(False)
    if desk.open.batch.sealed and desk.passed is None:
        rest = [ask.seat for ask in desk.open.batch.asks if ask.seat != seat]
        if you or len(rest) != 1:
            return WaitedFor(you, (), bool(rest))
    elif desk.passed is not None:
        others = tuple(one for one in without_answer(desk) if one != seat) or others
    named = [one for one in others if not _is_across(work, seat, one)]
    return WaitedFor(you, tuple(work.chair(one).title for one in named), len(named) < len(others))


def _is_across(work: Work, seat: Seat, other: Seat) -> bool:
    """Whether another seat is the other side's in a battle with hidden units."""
    side_of = work.rules.state.side_of
    if not work.rules.course.hides or not is_hidden(work.battle):
        return False
    return side_of(work.battle, other) != side_of(work.battle, seat)
