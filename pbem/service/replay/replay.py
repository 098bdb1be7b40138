"""A battle followed afterwards: event by event, each with the field as it then stood, through one pair of eyes.

While a game goes on a player has his own seat's eyes only; when it is over, every seat's, and those of the umpire, who
saw the field as it was.
"""

from collections import OrderedDict
from collections.abc import Iterator
from datetime import datetime
from threading import Lock
from typing import Any

import msgspec

from pbem.clock import from_iso
from pbem.engine.chart import Chart
from pbem.engine.hexchart import HexChart
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.reporting import Event, Told
from pbem.engine.ruleset import RuleSet, SeatTurn
from pbem.engine.tablechart import TableChart
from pbem.service.model.gamepage import TurnLink
from pbem.service.play.forks import Whence, whence
from pbem.service.play.naming import GameName, name_of
from pbem.service.play.pages import NoReport, zone_of_seat
from pbem.service.play.tellings import amended, remarks_on, seat_turn, told_of
from pbem.service.play.work import Mark, UnknownGame, Work, open_game
from pbem.service.services import Services
from pbem.store.errors import BrokenGame

AS_IT_WAS = "The field as it was"
CACHED = 24
"""Turns kept worked out in this process: some hundred kilobytes each."""


class Closed(Exception):
    """A view that is not open to this reader, or not yet; the message says when they will be."""


class Eyes(msgspec.Struct, frozen=True):
    """A view that a battle can be followed in."""

    seat: Seat
    """Whose view it is; UMPIRE for the whole field."""

    title: str
    """What it is called."""

    mine: bool
    """Whether it is the reader's own."""

    open: bool
    """Whether the reader may use it now."""

    last: int
    """Number of its latest turn."""


class ReplayMoment(msgspec.Struct, frozen=True):
    """An event, and the field after it."""

    event: int
    """Number of the event within its turn, from 1; 0: how the turn began, with ``told`` None."""

    no: str
    """The same as reports number it (``4.2``); '' for 0."""

    chapter: str
    """Heading it is told under."""

    told: Event | None

    chart: Chart
    """The map, with the moves of this event only."""


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A turn, event by event."""

    game: GameId

    name: GameName

    title: str

    rules: str

    seat: Seat | None
    """The reader's seat; None for an onlooker."""

    over: bool

    zone: str
    """The reader's zone, IANA."""

    eyes: Eyes
    """The view it is told in."""

    choices: tuple[Eyes, ...]
    """All views there are."""

    turns: tuple[TurnLink, ...]
    """All turns of that view."""

    number: int
    """Number of the turn, as that view counts."""

    turn_name: str

    told_at: datetime
    """When its report was written, UTC."""

    told: Told

    chart: Chart
    """The map of the whole turn, as its report shows it."""

    moments: tuple[ReplayMoment, ...]

    whence: Whence | None
    """The game in whose middle this one began; None for the beginning of its scenario."""

    def at(self, event: int) -> ReplayMoment:
        """A moment of the turn.  Raises NoReport naming those there are."""
        if not 0 <= event < len(self.moments):
            last = len(self.moments) - 1
            many = f"events 1 to {last}" if last > 1 else "one event" if last else "no event"
            raise NoReport(f"there is no event {event} in {self.turn_name}: it has {many}")
        return self.moments[event]


def may_watch(work: Work) -> bool:
    """Whether any visitor may look on: at a battle that is over, if that was agreed."""
    return work.state == "over" and work.options.watch == "anyone"


def is_watched(services: Services, game: GameId) -> bool:
    """Whether any visitor may look on at a game; no for one that is not to be had."""
    try:
        return may_watch(open_game(services, game))
    except (UnknownGame, BrokenGame):
        return False


def replay(
    services: Services, game: GameId, seat: Seat | None, turn: int | None = None, eyes: Seat | None = None
) -> Replay:
    """A turn to be followed (None: the latest), in a chosen view.

    seat: the reader's own; None for a looker-on.  eyes: None for the reader's own, or the field as it was.
    Raises UnknownGame; Closed for eyes that are not his; NoReport naming the turns there are.
    """
    work = open_game(services, game)
    choices = eyes_of(work, seat)
    chosen = chosen_eyes(work, choices, eyes)
    mark = mark_of(work, chosen.seat, turn)
    told, moments = followed(work, mark)
    return Replay(
        game=game, name=name_of(work, seat), title=work.title, rules=work.rules.name, seat=seat,
        over=work.state == "over",
        zone=zone_of_seat(work, seat) if seat else work.options.zone, eyes=chosen, choices=choices,
        turns=tuple(TurnLink(one.number, one.turn_name, from_iso(one.at)) for one in marks_of(work, chosen.seat)),
        number=mark.number, turn_name=told.turn_name, told_at=from_iso(mark.at), told=told,
        chart=told_of(work, mark)[1], moments=moments, whence=whence(work, _reader(work, seat)),
    )  # fmt: skip


def _reader(work: Work, seat: Seat | None) -> str:
    """The player of a seat; '' for a looker-on and for an empty one."""
    person = None if seat is None else work.chair(seat).person
    return person.player or "" if person is not None else ""


def map_of(
    services: Services, game: GameId, seat: Seat | None, turn: int | None, event: int | None, eyes: Seat | None = None
) -> Chart:
    """The map of a turn as its report shows it, or (event) after one of its events.  Raises as `replay` does."""
    if event is not None:
        return replay(services, game, seat, turn, eyes).at(event).chart
    work = open_game(services, game)
    chosen = chosen_eyes(work, eyes_of(work, seat), eyes)
    return told_of(work, mark_of(work, chosen.seat, turn))[1]


def eyes_of(work: Work, seat: Seat | None) -> tuple[Eyes, ...]:
    """Everybody's eyes, the reader's own first, and last the umpire's.  A looker-on has any of them or none."""
    all_open = (work.state == "over" and seat is not None) or may_watch(work)
    chairs = sorted(work.chairs, key=lambda one: one.seat != seat)
    titles = [*((one.seat, one.title) for one in chairs), (UMPIRE, AS_IT_WAS)]
    return tuple(
        Eyes(one, title, one == seat, all_open or one == seat, max((m.number for m in marks_of(work, one)), default=0))
        for one, title in titles
    )


def chosen_eyes(work: Work, choices: tuple[Eyes, ...], wanted: Seat | None) -> Eyes:
    """Those wanted; None: the reader's own, for a looker-on the umpire's.  Raises Closed, and NoReport for no name."""
    if wanted is None:
        wanted = next((one.seat for one in choices if one.mine), UMPIRE)
    for one in choices:
        if one.seat == wanted:
            if not one.open:
                raise Closed(f"the other views of {work.title} open when the battle is over")
            return one
    raise NoReport(f"nobody in {work.title} is called {wanted!r}; there are {', '.join(one.seat for one in choices)}")


def marks_of(work: Work, eyes: Seat) -> tuple[Mark, ...]:
    """The turns of a pair of eyes, oldest first.  The umpire's are counted as those of the first seat."""
    if eyes != UMPIRE:
        return work.marks_of(eyes)
    return tuple(msgspec.structs.replace(one, seat=UMPIRE) for one in work.written_for(work.chairs[0].seat))


def mark_of(work: Work, eyes: Seat, number: int | None) -> Mark:
    """A turn of theirs (None: the latest).  Raises NoReport naming those there are."""
    marks = marks_of(work, eyes)
    if not marks:
        raise NoReport(f"nothing has been told of {work.title} yet")
    for one in marks if number is not None else marks[-1:]:
        if number in {None, one.number}:
            return one
    raise NoReport(f"there is no turn {number} of {work.title}; there are {marks[0].number} to {marks[-1].number}")


# --- a turn, moment by moment -------------------------------------------------------------------------------------

_cache: OrderedDict[tuple[str, Seat, int], tuple[Told, tuple[ReplayMoment, ...]]] = OrderedDict()
_cache_lock = Lock()


def followed(work: Work, mark: Mark) -> tuple[Told, tuple[ReplayMoment, ...]]:
    """A turn as told, and its moments.  Kept in this process under the hash of its last entry."""
    if mark.to_seq > len(work.hashes):
        return _followed(work, mark)
    key = (work.hashes[mark.to_seq - 1], mark.seat, mark.number)
    with _cache_lock:
        if key in _cache:
            _cache.move_to_end(key)
            return _cache[key]
    made = _followed(work, mark)
    with _cache_lock:
        _cache[key] = made
        while len(_cache) > CACHED:
            _cache.popitem(last=False)
    return made


def _followed(work: Work, mark: Mark) -> tuple[Told, tuple[ReplayMoment, ...]]:
    turn = seat_turn(work.rules, work.table, mark)
    told = amended(work.rules.reporting.tell(turn), remarks_on(work, mark))
    return told, tuple(moments_of(work.rules, turn, told))


def moments_of(rules: RuleSet[Any], turn: SeatTurn[Any], told: Told) -> Iterator[ReplayMoment]:
    """How a turn began, then each of its events with the field after it.

    The field after an event is the seat's view as it stood before the next thing it learned of: nothing in it can be of
    anything the seat has not seen.  Whatever comes after the last event is told with it.
    """
    events = [(chapter.title, event) for chapter in told.chapters for event in chapter.events]
    first = 0
    began = rules.reporting.chart(msgspec.structs.replace(turn, after=turn.before, happenings=()))
    yield ReplayMoment(0, "", "", None, msgspec.structs.replace(began, subtitle=f"{told.turn_name}, as it began"))
    for number, (chapter, event) in enumerate(events, 1):
        until = len(turn.happenings) if number == len(events) else event.until
        no = f"{turn.number}.{number}"
        chart = rules.reporting.chart(
            SeatTurn(
                turn.seat, turn.number, _before(turn, first), _before(turn, until), turn.happenings[first:until],
            )
        )  # fmt: skip
        subtitle = f"{told.turn_name}, after event {no}"
        yield ReplayMoment(number, no, chapter, event, msgspec.structs.replace(upon(began, chart), subtitle=subtitle))
        first = until


def upon(ground: Chart, chart: Chart) -> Chart:
    """A chart on the ground of another: what is found out about the ground is shown with the next turn."""
    match ground, chart:
        case HexChart(), HexChart():
            return msgspec.structs.replace(chart, ground=ground.ground)
        case TableChart(), TableChart():
            return msgspec.structs.replace(chart, features=ground.features)
        case _:
            return chart


def _before(turn: SeatTurn[Any], place: int) -> Any:  # noqa: ANN401  # a battle of whatever rule set
    """The seat's view before one of its happenings; the last of all after them."""
    return turn.happenings[place].before if place < len(turn.happenings) else turn.after
