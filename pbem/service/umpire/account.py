"""What the umpires of a game did, for its players when the battle is over: each act with its reason, and how many."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, Literal

import msgspec
from sqlmodel import col, select

from pbem.clock import from_iso
from pbem.engine.ids import UMPIRE, Seat, Seq
from pbem.engine.journal import Clocked, Newsed, Pacted, Pressed, Reported, Rewound, Ruled, Seated, Submitted
from pbem.reports.times import day_words, local
from pbem.service.model.deskfold import NotedEntry, read_all
from pbem.service.play.work import Work
from pbem.service.umpire.turnback import moment_words
from pbem.store import journal
from pbem.store.tables import Player

KINDS = ("ruling", "rewind", "clock", "pact", "orders", "seat", "press", "news", "report")
"""Journal entries that an umpire's acts are among."""

What = Literal["ruling", "dice", "turn back", "time", "orders", "look", "seat", "letter", "report"]
"""A ruling; one that lays down dice; the game turned back; something about time; orders for a seat; a seat's pages
seen; who umpires; something about letters; a report remarked on."""


class UmpireAct(msgspec.Struct, frozen=True, kw_only=True):
    """An act of an umpire's."""

    at: datetime
    """When, UTC."""
    what: What
    by: str
    """Name of who did it; '' where the journal does not say."""
    said: str
    """What was done, in a sentence."""
    reason: str
    """'' for acts that need none."""


class UmpireAccount(msgspec.Struct, frozen=True, kw_only=True):
    """All acts of a game's umpires, the oldest first."""

    acts: tuple[UmpireAct, ...]
    counts: Mapping[What, int]
    """How many of each kind there were."""


class NotOver(Exception):
    """The battle goes on: what its umpires did is laid open at its end."""


def account_of(work: Work, zone: str) -> UmpireAccount:
    """What the umpires did.  zone: the reader's.  Raises NotOver while the battle goes on."""
    if work.state != "over":
        raise NotOver(f"what the umpires of {work.title} did is laid open when the battle is over")
    with work.services.db.reading() as session:
        notes = read_all(work.rules.codec, journal.load_kinds(session, work.game, KINDS))
        people = session.exec(select(Player).where(col(Player.id).in_({_who(one) for one in notes} - {""}))).all()
    names = {str(row.id): row.name for row in people}
    acts = tuple(act for note in notes for act in _Acts(work, names, zone).of(note))
    return UmpireAccount(acts=acts, counts=Counter(one.what for one in acts))


def acts_since(work: Work, head: Seq, zone: str) -> tuple[UmpireAct, ...]:
    """What the umpires did after an entry but for looking, the oldest first; for umpires.  zone: the reader's."""
    with work.services.db.reading() as session:
        late = [one for one in journal.load_kinds(session, work.game, KINDS) if one.seq > head]
    notes, names = read_all(work.rules.codec, late), {str(who): one.name for who, one in work.people.items()}
    acts = (act for note in notes for act in _Acts(work, names, zone).of(note))
    return tuple(one for one in acts if one.what != "look")


def _who(note: NotedEntry) -> str:
    """Id of the person an entry names."""
    body = note.body
    if isinstance(body, Ruled):
        return body.act.by if body.act is not msgspec.UNSET else ""
    if isinstance(body, Seated):
        return body.who
    by = body.by if isinstance(body, Clocked | Submitted | Pressed | Newsed | Reported) else ""
    return "" if by is msgspec.UNSET else by


class _Acts:
    """The acts in entries, in words."""

    def __init__(self, work: Work, names: Mapping[str, str], zone: str) -> None:
        self.work, self.names, self.zone = work, names, zone

    def of(self, note: NotedEntry) -> Iterator[UmpireAct]:
        """The act an entry is, if it is one."""
        found = self._found(note.body)
        if found is not None:
            what, said, reason = found
            of_umpires = isinstance(note.body, Seated) and (
                note.body.seat == UMPIRE or note.body.act in {"deputy", "taken"}
            )
            by = "" if of_umpires else self.names.get(_who(note), "")
            yield UmpireAct(at=from_iso(note.at), what=what, by=by, said=said, reason=reason)

    def _found(self, body: Any) -> tuple[What, str, str] | None:  # noqa: ANN401  # a body of any kind
        if isinstance(body, Ruled) and body.act is not msgspec.UNSET:
            return "dice" if body.fixes else "ruling", "; ".join(body.act.said.splitlines()), body.reason
        if isinstance(body, Rewound) and body.accepted is None:
            again = "the dice after it were thrown again" if body.dice == "fresh" else "with the same dice"
            to = moment_words(self.work, UMPIRE, body.to)
            return "turn back", f"The game was turned back to {to}, {again}.", body.reason
        if isinstance(body, Clocked) and body.by is not msgspec.UNSET:
            return self._clock(body)
        if isinstance(body, Pacted) and body.reason is not msgspec.UNSET:
            return "time", self._pause(body), body.reason
        if isinstance(body, Submitted) and body.reason is not msgspec.UNSET:
            late = body.door == "mail"
            said = f"A late mail of {self._title(body.seat)} counted." if late else ""
            return "orders", said or f"Version {body.number} for {self._title(body.seat)}.", body.reason
        if isinstance(body, Pressed):
            return self._letter(body)
        if isinstance(body, Reported):
            return self._report(body)
        if isinstance(body, Newsed) and body.act == "struck":
            return "letter", f"Item {body.number} of the newsbook was struck.", body.reason
        return self._seat(body) if isinstance(body, Seated) else None

    def _report(self, body: Reported) -> tuple[What, str, str] | None:
        """Looks at closed turns; rulings laid down, notes and strikes in full; publishing shows by its report."""
        if body.act == "looked":
            return "look", "A closed turn was seen before it was played.", ""
        if body.act == "unplanned":
            return "report", "A ruling laid down for a closed turn was taken away.", ""
        if body.plan is not msgspec.UNSET:
            plan = body.plan
            return "report", f"Laid down after event {plan.no}: {'; '.join(plan.text.splitlines())}", plan.reason
        if body.seat is None:
            return None
        title = self._title(body.seat)
        if body.act in {"held", "released"}:
            return "report", f"Turn {body.number}: the report of {title} was {body.act}.", body.reason
        if body.act == "struck":
            return "report", f"Struck from the report of {title}: {body.text}", body.reason
        return "report", f"Added to the report of {title}: {body.text}", ""

    def _letter(self, body: Pressed) -> tuple[What, str, str] | None:
        """Something done with letters, or one signed as another; nothing for one delivered as it was due."""
        if body.act is msgspec.UNSET:
            if body.signed is msgspec.UNSET:
                return None
            signed = next((one.title for one in self.work.chairs if one.seat == body.signed), body.signed)
            return "letter", f"A letter was signed as {signed}.", ""
        number = next((n for n, one in enumerate(self.work.desk.letters, 1) if one.seq == body.act.letter), 0)
        of = {"all wait": "Letters waited from then on.", "none wait": "Letters went at once from then on."}
        said = of.get(body.act.does, f"Letter {number}: {body.act.does}.")
        return ("letter", said, body.act.reason) if body.by else None

    def _clock(self, body: Clocked) -> tuple[What, str, str]:
        if body.act == "nudged":
            return "time", f"{self._title(Seat(body.note))} was reminded.", ""
        if body.act == "passed":
            return "time", "The turn was played with what stood.", body.note
        return "time", f"The deadline was set to {local(from_iso(body.due), self.zone)}.", body.note

    def _pause(self, body: Pacted) -> str:
        if body.act == "ended":
            return "The pause was ended."
        until = f"until {day_words(date.fromisoformat(body.until))}" if body.until else "without a last day"
        return f"The game was paused {until}."

    def _seat(self, body: Seated) -> tuple[What, str, str] | None:
        name = self.names.get(body.who, "")
        if body.act == "looked":
            return "look", f"The pages of {self._title(body.seat)} were seen.", ""
        if body.reason is not msgspec.UNSET and body.act == "deputy":
            return "seat", f"{name} was named a deputy of {self._title(body.seat)}.", body.reason
        if body.reason is not msgspec.UNSET and body.act == "taken":
            return "seat", f"{name} was given the seat of {self._title(body.seat)}.", body.reason
        if body.reason is not msgspec.UNSET:
            became = "given to the aide-de-camp" if body.act == "aide" else "opened to another player"
            return "seat", f"The seat of {self._title(body.seat)} was {became}.", body.reason
        if body.seat != UMPIRE:
            return None
        words = {
            "umpire": f"{name} became the umpire.", "no umpire": "The umpire gave the seat up.",
            "co-umpire": f"{name} became a co-umpire, or got other rights.",
            "no co-umpire": f"{name} was a co-umpire no longer.",
        }  # fmt: skip
        return "seat", words[body.act], ""

    def _title(self, seat: Seat) -> str:
        return self.work.chair(seat).title
