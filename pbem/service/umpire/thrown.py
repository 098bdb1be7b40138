"""Dice that were thrown, each with the line of a ruling that lays them down."""

from bisect import bisect_right

import msgspec

from pbem.engine.ids import Seq
from pbem.engine.rulings.dicelines import dice_line
from pbem.service.play.work import Work


class RollThrown(msgspec.Struct, frozen=True):
    """A roll that can be laid down."""

    seq: Seq
    """Its entry."""
    before: Seq
    """The entry of the table before it."""
    line: str
    """As it was thrown: ``dice fire S04 = 3 5``."""


def thrown_in(work: Work, after: Seq, upto: Seq) -> tuple[RollThrown, ...]:
    """The rolls of an event, in their order.  after: the last entry of the event before it.  upto: its own last one."""
    language, table, found = work.rules.rulings, work.table, []
    if language is None:
        return ()
    begin, end = (bisect_right(table, one, key=lambda line: line.seq) for one in (after, upto))
    for place in range(max(begin, 1), end):
        line = table[place]
        if line.kind == "roll" and (said := dice_line(language, work.battle, line.body)):
            found.append(RollThrown(line.seq, table[place - 1].seq, said))
    return tuple(found)
