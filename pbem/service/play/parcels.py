"""Whose each unit of a side of several commanders is, and until when its chief can parcel them out in a running game.

The chief can do it until the side's first orders: those that a commander has submitted, or that have been played.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from pbem.engine.commanders import Parcel, parcels_of, seats_of, short_of
from pbem.engine.ids import Seat
from pbem.engine.wording import listed
from pbem.service.model.desk import standing
from pbem.service.play.work import Work


class ShareCard(msgspec.Struct, frozen=True):
    """Units that go together: a group, or a unit."""

    thing: str
    """Its id."""
    title: str
    units: str
    """What it is, in words."""
    seat: Seat
    """Whose it is now."""
    codes: tuple[str, ...] = ()
    """Its units, by code."""


class ParcelCard(msgspec.Struct, frozen=True):
    """A side as its chief parcels it out."""

    commanders: tuple[tuple[Seat, str], ...]
    shares: tuple[ShareCard, ...]


def parcel_card(some: Iterable[Parcel], rows: Sequence[Any]) -> ParcelCard:
    """A side's parcels as its chief sees them.  rows: its units, each with a code, a name and a group."""
    parcels = tuple(some)
    return ParcelCard(
        tuple((one.seat, one.name) for one in parcels),
        tuple(_share(thing, one.seat, rows) for one in parcels for thing in one.holds),
    )


def _share(thing: str, seat: Seat, rows: Sequence[Any]) -> ShareCard:
    own = [row for row in rows if row.code == thing] or [row for row in rows if row.group == short_of(thing)]
    return ShareCard(
        thing, short_of(thing), ", ".join(f"{row.code} {row.name}" for row in own), seat, tuple(row.code for row in own)
    )


def led_parcels(work: Work, seat: Seat) -> tuple[Parcel, ...]:
    """The parcels of the side that a seat is the chief of; () for any other seat, and in a campaign, whose forces are
    their commanders' own."""
    if work.rules.calls is not None or not work.rules.state.chief_over(work.view(seat), seat):
        return ()
    return next((parcels_of(army) for army in work.battle.armies if seat in seats_of(army)), ())


def no_parcelling(work: Work, seat: Seat) -> str:
    """Why a seat cannot parcel the units of its side out now, in a sentence; '' when it can."""
    seats = {one.seat for one in led_parcels(work, seat)}
    if not seats:
        return "Only the chief of a side of several commanders parcels its units out."
    if work.state != "running":
        return "The game is not running now."
    if _have_acted(work, seats):
        return "The first orders of your side have been played: who commands what stays as it is."
    if work.desk.shut:
        return "Orders are closed: who commands what stays as it is."
    sealed = [work.chair(one).title for one in seats if _has_sealed(work, one)]
    if sealed:
        has = "has" if len(sealed) == 1 else "have"
        return (
            f"{listed(sorted(sealed))} {has} submitted orders, so who commands what stays as it is, unless they are "
            "made a draft again (`undo`)."
        )
    return ""


def parcel_line(work: Work, seat: Seat) -> str | None:
    """A line by which a chief parcels units out now, as an example; None for a seat that cannot.

    '' where no line alone does, for each commander has but one group or unit and would be left with none.
    """
    if no_parcelling(work, seat):
        return None
    some = led_parcels(work, seat)
    largest = max(some, key=lambda one: len(one.holds))
    if len(largest.holds) < 2:
        return ""
    to = next(one for one in some if one.seat != largest.seat)
    return f"parcel {short_of(largest.holds[0])} to {to.name}"


def _have_acted(work: Work, seats: set[Seat]) -> bool:
    answers = (line.body for line in work.story.lines if line.kind == "answer")
    return any(ask.seat in seats for one in answers for ask in one.batch.asks)


def _has_sealed(work: Work, seat: Seat) -> bool:
    """Whether a player has made orders final; the aide-de-camp writes his anew."""
    had = standing(work.desk, seat)
    return had is not None and had.final and had.door != "aide"
