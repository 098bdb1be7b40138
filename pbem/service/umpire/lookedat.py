"""Two umpires: an act names the entry that it was looked at from, and waits where the game has changed since."""

from collections.abc import Iterator

from msgspec import UNSET

from pbem.engine.ids import Seq
from pbem.engine.journal import Clocked, Questioned, Seated
from pbem.engine.wording import plural
from pbem.service.model.deskfold import read_all
from pbem.service.play.work import Work
from pbem.service.umpire.account import acts_since
from pbem.service.umpire.rights import NotUmpire, may
from pbem.store import journal
from pbem.store.tables import PlayerId

SHOWN = 4
"""Changes that are named at most."""


class ChangedSince(NotUmpire):
    """The game has changed since an umpire looked at what the act is about; the message says how."""


def need_unchanged(work: Work, by: PlayerId) -> None:
    """Raises ChangedSince where what an umpire acts upon has changed since it was looked at.

    Orders of players, and letters and questions that they write, are no such change: an umpire is not to race them.
    A co-umpire who does not see everything is not stopped: the message would tell what they do not see.
    """
    head = work.services.looked_at
    if head is None or head >= work.last_seq or not may(work, by, "look"):
        return
    changes = tuple(dict.fromkeys(_changes(work, head, by)))
    if changes:
        told = " ".join(changes[:SHOWN])
        more = len(changes) - SHOWN
        rest = f" And {plural(more, 'more change', 'more changes')}." if more > 0 else ""
        raise ChangedSince(f"the game has changed since you looked: {told}{rest} If it is still right, press again")


def _changes(work: Work, head: Seq, by: PlayerId) -> Iterator[str]:
    """What has changed, each in a sentence."""
    if any(line.seq > head and line.kind in {"answer", "step", "returned"} for line in work.table):
        yield "The game has been played on."
    with work.services.db.reading() as session:
        late = [one for one in journal.load_kinds(session, work.game, ("question", "clock", "seat")) if one.seq > head]
    for note in read_all(work.rules.codec, late):
        match note.body:
            case Questioned(act="answered" | "withdrawn") as one:
                yield f"Question {one.number} was {one.act}."
            case Clocked(act="shut"):
                yield "The orders were closed."
            case Seated(act="taken" | "left" | "aide") as one if one.reason is UNSET:
                yield f"The seat of {work.chair(one.seat).title} has changed hands."
            case _:
                pass
    for act in acts_since(work, head, work.people[by].zone):
        yield f"{act.by or 'The umpire'}: {act.said.rstrip('.')}."
