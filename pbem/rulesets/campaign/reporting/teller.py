"""A turn as a dispatch: what happened to me, what I am told, letters, the state of my forces (CA-9)."""

from pbem.engine.ids import Seat
from pbem.engine.narrator.briefs import Harvest, happened
from pbem.engine.narrator.narrator import Narrator
from pbem.engine.reporting import Outcome, Tally, Told
from pbem.engine.ruleset import SeatTurn
from pbem.rulesets.campaign.reporting import period
from pbem.rulesets.campaign.reporting.opening import aims, opening
from pbem.rulesets.campaign.reporting.places import place
from pbem.rulesets.campaign.reporting.sentences import TELLING, side
from pbem.rulesets.campaign.reporting.troops import rows
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.campaign import Campaign, side_of_seat

BRIEFS = 4
"""Sentences at most below the dateline."""


def turn_name(campaign: Campaign) -> str:
    """``5 June``."""
    return campaign.calendar.date(campaign.day)


def tell(turn: SeatTurn[Campaign]) -> Told:
    """The turn as its seat learned of it.  Rules: CA-9."""
    after = turn.after
    teller = Narrator(turn, period.TELLING if after.voice == "period" else TELLING, Harvest())
    if not turn.number:
        for title, told in opening(after, turn.seat):
            teller.chapter(title)
            teller.tell(told)
    teller.chapter("Orders")
    teller.hear_all()
    mine = side_of_seat(after, turn.seat)
    named = [one.id for one in after.armies]
    return Told(
        turn_name=span(turn) if turn.number else "the beginning",
        in_short=_in_short(turn, teller),
        chapters=tuple(teller.chapters), carried_out=0, ordered=0, not_done=tuple(teller.not_done),
        mine=rows(turn, mine) if mine is not None else tuple(row for one in named for row in rows(turn, one)),
        seen=tuple(row for one in named if one != mine and mine is not None for row in rows(turn, one)),
        no_longer_seen=(), outcome=outcome(after),
        tallies=tuple(
            Tally(one.name, one.id == mine, 0, 0, extra=(("points", one.points, 0),), counted="", at_least=True)
            for one in after.armies
        ),
    )  # fmt: skip


def _in_short(turn: SeatTurn[Campaign], teller: Narrator[Campaign]) -> tuple[str, ...]:
    """The dateline, and what mattered most; a reader without a seat first gets what each side is to do."""
    if not turn.number and turn.seat not in turn.after.officers:
        return tuple(aims(turn.after))
    return (*head_line(turn.after, turn.seat), *happened(teller.chapters, most=BRIEFS))


def span(turn: SeatTurn[Campaign]) -> str:
    """The days of a turn: ``5 June``, ``5 June to 7 June``."""
    calendar = turn.after.calendar
    first, last = turn.before.day, max(turn.before.day, turn.after.day - (turn.after.phase == "orders"))
    return calendar.date(first) if last == first else f"{calendar.date(first)} to {calendar.date(last)}"


def head_line(view: Campaign, seat: Seat) -> tuple[str, ...]:
    """The dateline: ``Head-quarters, Burford, the evening of 5 June``."""
    officer = view.officers.get(seat)
    head = view.forces.get(officer.head) if officer is not None else None
    if head is None or not head.where.town:
        return ()
    half = Half(max(view.half - 1, 0))
    hour = "evening" if half % 2 else "noon" if view.half else "morning"
    day = half // 2 + 1
    if view.voice == "period":
        return (period.dateline(view, head.where, hour, day),)
    return (f"Head-quarters, {place(view, head.where)}, the {hour} of {view.calendar.date(day)}.",)


def outcome(campaign: Campaign) -> Outcome | None:
    """How it ended; None while it goes on.  Rules: CA-17."""
    if campaign.phase != "over":
        return None
    points = " to ".join(str(one.points) for one in campaign.armies)
    if campaign.winner is None:
        return Outcome("draw", "", f"Neither side has won, {points} points.")
    return Outcome("limit", campaign.winner, f"{side(campaign, campaign.winner)} has won, {points} points.")
