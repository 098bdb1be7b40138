"""Couriers: how long a letter rides over the field, from where one seat commands to where another does."""

import heapq
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import msgspec

from pbem.engine.ids import Side

Place = TypeVar("Place", bound=Hashable)


class Ride(msgspec.Struct, frozen=True, kw_only=True):
    """A courier's ride, as it looks when it begins."""

    turns: int | None
    """After how many turns, as they are named, the courier arrives; 0 for places beside one another; None where no way
    is open now."""
    sent_from: str = ""
    """Where it begins, as orders write places; '' for a seat without a place on the field."""
    taken_by: Side | None = None
    """The side whose unseen units the way leads past; None where there are none."""


def way(
    start: Place,
    end: Place,
    steps: Callable[[Place], Iterable[tuple[Place, int]]],
    rest: Callable[[Place], int] = lambda _place: 0,
) -> tuple[int, tuple[Place, ...]] | None:
    """The shortest way and its length; None where there is none.

    steps: the places beside a place, each with how far it is.  rest: how far it is at least from a place to the end.
    Of ways of one length, always the same.
    """
    found: dict[Place, int] = {start: 0}
    came: dict[Place, Place] = {}
    heap: list[tuple[int, int, Place]] = [(rest(start), 0, start)]
    count = 0
    while heap:
        _least, _order, here = heapq.heappop(heap)
        if here == end:
            back = [end]
            while back[-1] != start:
                back.append(came[back[-1]])
            return found[end], tuple(reversed(back))
        for there, far in steps(here):
            length = found[here] + far
            if length < found.get(there, length + 1):
                count += 1
                found[there], came[there] = length, here
                heapq.heappush(heap, (length + rest(there), count, there))
    return None


def turns_for(length: int, pace: int) -> int:
    """Turns that a way takes at a pace, begun ones counted."""
    return -(-length // pace)
