"""What a seat has typed and not sent: kept in order, so that no late or foreign save overwrites a newer one."""

import re
from datetime import datetime

import msgspec
from sqlmodel import Session, func, select

from pbem.engine.ids import GameId, Seat, Seq
from pbem.service.services import Services
from pbem.store.tables import OrderDraft, ReportRow

_BASE = re.compile(r"(\d{1,9})\.(\d{1,9})")
_SERIAL = re.compile(r"([A-Za-z0-9-]{1,40})\.(\d{1,9})")


class Basis(msgspec.Struct, frozen=True):
    """What a text was begun from, and by which page."""

    version: int = 0
    """Number of the version that stood, 0 for none."""

    draft: int = 0
    """Revision of the draft that was shown, 0 for none."""

    writer: str = ""
    """Name of the open page that sends it; '' without script."""

    serial: int = 0
    """Number of the save, counted by that page."""

    @property
    def token(self) -> str:
        """As the form's hidden field ``base`` holds it, ``2.5``."""
        return f"{self.version}.{self.draft}"


class StoredDraft(msgspec.Struct, frozen=True):
    """A draft as stored."""

    text: str

    at: datetime
    """When it was saved, UTC."""

    base: int | None
    """Number of the version it was begun from; None where its page named none."""

    revision: int


def basis_of(base: str, serial: str = "") -> Basis | None:
    """What a form names in its fields ``base`` (``2.5``) and ``serial`` (``k3f9.17``); None where it names nothing."""
    named = _BASE.fullmatch(base)
    if named is None:
        return None
    counted = _SERIAL.fullmatch(serial)
    writer, count = (counted[1], int(counted[2])) if counted else ("", 0)
    return Basis(int(named[1]), int(named[2]), writer, count)


def draft_in(session: Session, game: GameId, seat: Seat, turn: int) -> StoredDraft | None:
    """The draft of a seat's turn; its text is '' after it was sent or cleared."""
    row = session.get(OrderDraft, (game, seat, _key(turn)))
    return None if row is None else StoredDraft(row.text, row.at, row.base, row.revision)


def keep_draft(
    services: Services, game: GameId, seat: Seat, turn: int, text: str, basis: Basis | None = None
) -> tuple[int, StoredDraft | None]:
    """Keep what was typed and not sent, for that turn of that seat; an empty text forgets it.

    basis: what the text was begun from; None keeps it whatever was there.  Returns the draft's revision from now on,
    and the draft of another page that came in between: then nothing is kept.  A save that arrives after a later one
    of the same page changes nothing.
    """
    text = text if text.strip() else ""
    with services.db.writing() as session:
        row = session.get(OrderDraft, (game, seat, _key(turn)))
        if row is None:
            if text or basis is not None:
                row = OrderDraft(game=game, seat=seat, ask_seq=_key(turn), text="", at=services.clock.now(), revision=0)
                session.add(row)
            else:
                return 0, None
        elif basis is not None:
            own = _is_own(row, basis)
            if own and basis.serial < row.serial:
                return row.revision, None
            if not own and _is_foreign(row, basis, text):
                return row.revision, StoredDraft(row.text, row.at, row.base, row.revision)
        row.text, row.at, row.revision = text, services.clock.now(), row.revision + 1
        row.base = None if basis is None else basis.version
        row.writer, row.serial = (basis.writer, basis.serial) if basis is not None else ("", 0)
        return row.revision, None


def foreign_draft(
    services: Services, game: GameId, seat: Seat, turn: int, text: str, basis: Basis
) -> StoredDraft | None:
    """The draft of another page that came in between, which sending this text would lose; None for none."""
    with services.db.reading() as session:
        row = session.get(OrderDraft, (game, seat, _key(turn)))
        if row is None or _is_own(row, basis) or not _is_foreign(row, basis, text):
            return None
        return StoredDraft(row.text, row.at, row.base, row.revision)


def turn_after_reports(services: Services, game: GameId, seat: Seat) -> int:
    """The turn that a seat is at by the reports it was given, where its journal cannot be read."""
    with services.db.reading() as session:
        told = select(func.count()).select_from(ReportRow).where(ReportRow.game == game, ReportRow.seat == seat)
        return max(session.exec(told).one(), 1)


def _is_own(row: OrderDraft, basis: Basis) -> bool:
    """Whether the same open page wrote the draft."""
    return bool(basis.writer) and row.writer == basis.writer


def _is_foreign(row: OrderDraft, basis: Basis, text: str) -> bool:
    return row.revision != basis.draft and bool(row.text) and row.text != text


def _key(turn: int) -> Seq:
    """Drafts are kept under the seat's own turn number: it outlives an ask that is put anew."""
    return Seq(turn)
