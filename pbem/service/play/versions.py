"""Every version of a seat's orders, turn by turn: when, by which door, who filed it, and what it changed."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec
from sqlmodel import col, select

from pbem.clock import from_iso
from pbem.engine.ids import Seat
from pbem.engine.journal import Submitted
from pbem.reports import times
from pbem.service.model.desk import Desk
from pbem.service.model.deskfold import NotedEntry, fold_desk, read_all
from pbem.service.play.drafts import draft_in
from pbem.service.play.pages import zone_of_seat
from pbem.service.play.work import Work
from pbem.store import journal
from pbem.store.tables import Player

KINDS = ("ask", "unask", "orders", "answer")
"""Journal entries by which a seat's turns and versions are known."""

Fate = Literal["open", "played", "by the aide", "missed", "taken back"]
"""What became of a turn: its orders are wanted still; they were played; the aide-de-camp's were; silence was; its
question was taken back, because something else had changed."""


class VersionCard(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a seat's orders."""

    turn: int

    number: int

    at: datetime
    """When it was filed, UTC."""

    told: str
    """The same in the reader's zone."""

    door: str

    by: str
    """Name of the deputy or earlier player who filed it; '' for the seat's player of now."""

    final: bool

    withdrawn: bool

    text: str
    """All orders that stood from then on, canonical; '' for a withdrawal."""

    sent: str
    """The text as it came."""

    gone: tuple[str, ...]
    """Lines that stood before and no more."""

    new: tuple[str, ...]
    """Lines that did not stand before."""


class TurnVersions(msgspec.Struct, frozen=True):
    """The versions of one turn, the newest first."""

    turn: int
    """Number of the turn, as the seat counts."""

    fate: Fate

    versions: tuple[VersionCard, ...]


def versions_of(work: Work, seat: Seat) -> tuple[TurnVersions, ...]:
    """All turns of a seat, the newest first.  Nothing of any other seat's is in it."""
    with work.services.db.reading() as session:
        notes = read_all(work.rules.codec, journal.load_kinds(session, work.game, KINDS))
        wanted = {one.body.by for one in notes if one.kind == "orders" and one.body.seat == seat}
        rows = session.exec(select(Player).where(col(Player.id).in_(wanted))).all()
    own = work.chair(seat).person
    names = {row.id: row.name for row in rows if own is None or row.id != own.player}
    turns: dict[int, list[VersionCard]] = {}
    fates: dict[int, Fate] = {}
    desk, told = Desk(), work.desk.held.get(seat)
    for note in (one for one in notes if not told or one.seq <= told):
        turn = desk.turns.get(seat, 0)
        if note.kind == "orders" and note.body.seat == seat:
            have = turns.setdefault(turn, [])
            name = names.get(note.body.by, "")
            have.append(_version(note, turn, have[-1] if have else None, name, zone_of_seat(work, seat)))
        fate = _fate(note, desk, seat)
        if fate is not None:
            fates[turn] = fate
        desk = fold_desk([note], desk)
        if note.kind == "ask" and any(ask.seat == seat for ask in note.body.batch.asks):
            fates[desk.turns[seat]] = "open"
    return tuple(TurnVersions(one, fates[one], tuple(turns.get(one, [])[::-1])) for one in sorted(fates, reverse=True))


def unplayed_draft(work: Work, seat: Seat) -> str:
    """The draft left over of the turn before the one that is open; '' for none, or where it was submitted."""
    turn = work.desk.turns.get(seat, 0) - 1
    with work.services.db.reading() as session:
        draft = draft_in(session, work.game, seat, turn)
    if draft is None or not draft.text:
        return ""
    before = next((one for one in versions_of(work, seat) if one.turn == turn), None)
    played = before.versions[0].sent if before and before.versions else ""
    return "" if draft.text.strip() == played.strip() else draft.text


def version_text(work: Work, seat: Seat, turn: int, number: int) -> str | None:
    """What stood by a version; None for none of that number."""
    every = (one for some in versions_of(work, seat) for one in some.versions)
    return next((one.text for one in every if (one.turn, one.number) == (turn, number)), None)


def _version(note: NotedEntry, turn: int, before: VersionCard | None, by: str, zone: str) -> VersionCard:
    body: Submitted[object] = note.body
    had = before.text.splitlines() if before else []
    has = body.text.splitlines()
    at = from_iso(note.at)
    return VersionCard(
        turn=turn, number=body.number, at=at, told=times.local(at, zone), door=body.door, by=by, final=body.final,
        withdrawn=body.withdrawn, text=body.text, sent=body.sent,
        gone=_without(had, has), new=_without(has, had),
    )  # fmt: skip


def _without(lines: Iterable[str], others: list[str]) -> tuple[str, ...]:
    return tuple(line for line in lines if line not in others)


def _fate(note: NotedEntry, desk: Desk, seat: Seat) -> Fate | None:
    """What an entry makes of the seat's open turn; None where it leaves it open."""
    if desk.open is None or desk.open.ask_of(seat) is None:
        return None
    if note.kind == "unask":
        return "taken back"
    if note.kind != "answer" or note.body.ask != desk.open.seq:
        return None
    given = next(one for ask, one in zip(note.body.batch.asks, note.body.given, strict=True) if ask.seat == seat)
    return "played" if given.by == "player" else "by the aide" if given.by == "aide" else "missed"
