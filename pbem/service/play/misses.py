"""Turns that were missed, as the journal tells."""

from pbem.service.play.work import Mark, Work

MISSED_TURN = "the turn was missed"
"""The note of an aide's answer for a player who missed a turn."""


def missed_in(work: Work, mark: Mark) -> tuple[str, ...]:
    """Titles of the other seats that missed a turn which a report tells of."""
    missed = [
        ask.seat
        for line in work.table.since(mark.from_seq)
        if line.kind == "answer" and mark.from_seq < line.seq <= mark.to_seq
        for ask, given in zip(line.body.batch.asks, line.body.given, strict=True)
        if given.by == "deadline" or (given.by == "aide" and given.note == MISSED_TURN)
    ]
    return tuple(work.chair(seat).title for seat in dict.fromkeys(missed) if seat != mark.seat)
