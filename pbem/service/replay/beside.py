"""The truth beside what a seat knew, stage by stage: for the umpire at any time, for all when the game is over."""

from typing import Any

import msgspec

from pbem.engine.chart import Chart
from pbem.engine.ids import UMPIRE, Seat
from pbem.engine.journal import fold
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import capital
from pbem.service.play.pages import NoReport
from pbem.service.play.work import Work
from pbem.service.replay.replay import Closed


class StageView(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a stage, as it was and as a seat knew it."""

    number: int
    """Of the stage, from 1."""
    last: int
    """How many stages there have been."""
    name: str
    """Of the stage (``The morning of 5 June``)."""
    seat: Seat
    title: str
    """Of the seat."""
    seats: tuple[tuple[Seat, str], ...]
    """All seats, with their titles."""
    truth: Chart
    known: Chart


def has_stages(work: Work) -> bool:
    """Whether the turns of a game have stages to be compared."""
    return work.rules.reporting.stage_began is not None


def beside(work: Work, seat: Seat, number: int | None = None) -> StageView:
    """A stage (None: the last) as it was and as a seat knew it; who may see it is the caller's to know.

    Raises NoReport for a stage that has not been, or a seat that is not there."""
    ends = _ends(work)
    if not ends:
        raise NoReport(f"nothing of {work.title} can be compared yet")
    number = len(ends) if number is None else number
    if not 1 <= number <= len(ends):
        raise NoReport(f"there is no stage {number} of {work.title}; there are 1 to {len(ends)}")
    seats = tuple((one.seat, one.title) for one in work.chairs)
    title = dict(seats).get(seat)
    if title is None:
        raise NoReport(f"there is no seat {seat!r} in {work.title}")
    lines = work.story.lines
    battle = fold(lines[: ends[number - 1]])
    began = fold(lines[: _begins(work)[number - 1] + 1])
    name = capital(work.rules.reporting.stage_name(began))
    return StageView(
        number=number, last=len(ends), name=name, seat=seat, title=title, seats=seats,
        truth=_chart(work, battle, UMPIRE, name), known=_chart(work, battle, seat, name),
    )  # fmt: skip


def _chart(work: Work, battle: Any, seat: Seat, name: str) -> Chart:  # noqa: ANN401  # of any rule set
    seen = work.rules.state.view(battle, seat)
    chart = work.rules.reporting.chart(SeatTurn(seat, 0, seen, seen, ()))
    return msgspec.structs.replace(chart, subtitle=name)


def _begins(work: Work) -> list[int]:
    """The places in the story at which stages begin.  One that is said to begin again, as its orders are in, is one."""
    kind = work.rules.reporting.stage_began
    said = [
        (n, line.body.fact) for n, line in enumerate(work.story.lines)
        if kind is not None and line.kind == "fact" and isinstance(line.body.fact, kind)
    ]  # fmt: skip
    return [n for (n, fact), (_, before) in zip(said, [(0, None), *said], strict=False) if fact != before]


def _ends(work: Work) -> list[int]:
    """The places at which the stages that have begun end: where the next begins, and where the story is now."""
    begins = _begins(work)
    return [*begins[1:], len(work.story.lines)] if begins else []


def check_open(work: Work, *, umpires: bool) -> None:
    """Raises Closed for a player while the game goes on."""
    if work.state != "over" and not umpires:
        raise Closed(f"what others knew in {work.title} opens when it is over")
