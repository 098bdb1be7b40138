"""A running game carried on over a change of its rules."""

from pbem.engine.journal import Accepted, Rewound
from pbem.engine.play import Drift
from pbem.service.model.desk import not_ready
from pbem.service.play.clocks import open_clock
from pbem.service.play.running import advanced, go_on, play_on
from pbem.service.play.work import Work


def accept_rules(work: Work, reason: str) -> None:
    """Play on by the rules of today where they differ from the journal.

    The story goes back to before the first entry of its open step that they would have made otherwise, with the same
    dice, and answers given since are given again wherever the same is asked.  The entry says what differed.  Where
    nothing does, the game simply goes on.
    """
    drift = advanced(work).stop
    if not isinstance(drift, Drift):
        return go_on(work)
    seqs = [line.seq for line in work.story.lines]
    before = seqs[seqs.index(drift.seq) - 1]
    accepted = Accepted(drift.seq, drift.recorded, drift.now)
    work.note("rewind", "umpire", Rewound(before, "same", keep=True, reason=reason, accepted=accepted))
    if work.desk.open is not None and not_ready(work.desk):
        open_clock(work, "moved")
    return play_on(work)
