"""Reports of what no longer stands, because the umpire has turned the game back."""

from bisect import bisect_right

from pbem.engine.ids import Seat, Seq
from pbem.service.play.work import Mark, Work


def void_marks(work: Work) -> tuple[Mark, ...]:
    """The reports that tell of a branch of the story that was left; none for a game that was never turned back.

    A change of rules that was accepted voids no report.
    """
    if not any(line.kind == "rewind" and line.body.accepted is None for line in work.table.folding):
        return ()
    seqs = [line.seq for line in work.table]
    stands = {line.seq for line in work.story.lines}
    return tuple(
        one for one in (*work.marks, *work.new_marks) if seqs[bisect_right(seqs, one.to_seq) - 1] not in stands
    )


def told_before(work: Work, seat: Seat) -> Seq:
    """Up to which entry a seat's reports have told the story as it stands: where its next report begins.

    Where the last of them has told all of it, that one's own beginning: it is told again.
    """
    void = void_marks(work)
    stand = [one for one in work.written_for(seat) if one not in void]
    if not stand:
        return Seq(0)
    turned_back = len(stand) < len(work.written_for(seat))
    fresh = any(line.seq > stand[-1].to_seq and line.kind != "rewind" for line in work.late_story.lines)
    return stand[-1].to_seq if fresh or not turned_back else stand[-1].from_seq
