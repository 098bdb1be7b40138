"""Rows of an order form that came back edited: each is an order, and one that is as it was sent is nothing.

Every line of our mails is remembered by the seat's readers (`pbem.store.mails.remember_lines`), so a row is known to be
ours wherever it stands.  An edited row names a code of the form that is open now.
"""

from collections.abc import Callable, Mapping

from sqlmodel import Session, col, select

from pbem.engine.language.lines import barred, folded
from pbem.mail.bodytext import known
from pbem.mail.formrows import parts_of_row
from pbem.mail.tokens import TurnRef
from pbem.service.play.pages import game_page
from pbem.service.services import Services
from pbem.store import mails
from pbem.store.tables import OutMail, PlayerId

FURTHER = 3
"""Lines that a row of ours may have been broken over, after its first."""


def with_edited_rows(services: Services, turn: TurnRef, player: PlayerId, text: str) -> str:
    """A text whose edited rows stand as orders, without their bars; all other rows with a bar are left empty.

    Line numbers stay.  player: who wrote it.
    """
    lines = text.split("\n")
    if not any(barred(line) for line in lines):
        return text
    form = {folded(line.code): line.order for line in game_page(services, turn.game, turn.seat).form}
    with services.db.reading() as session:
        ours = _ours(session, turn, player, lines)
    return "\n".join(_Rows(lines, form, lambda line: bool(_tries(line) & ours)).read())


class _Rows:
    """The rows of a text, one by one.

    form: what each code of the open form says, by the code as it is compared.  ours: whether a line was sent by us.
    """

    def __init__(self, lines: list[str], form: Mapping[str, str], ours: Callable[[str], bool]) -> None:
        self.lines, self.form, self.ours = lines, form, ours
        self.out = list(lines)
        self.edited = -1
        """The line of the edited row that the lines after it go on with; -1 for none."""

    def read(self) -> list[str]:
        at = 0
        while at < len(self.lines):
            at += self._row(at) if barred(self.lines[at]) else self._other()
        return self.out

    def _other(self) -> int:
        self.edited = -1
        return 1

    def _row(self, at: int) -> int:
        """Deal with the row that begins here; how many lines it has."""
        code, order = parts_of_row(self.lines[at])
        broken = self._broken(at)
        for one in range(at, at + broken):
            self.out[one] = ""
        if broken and not self._set_back(at, code, order):
            self.edited = -1
            return broken
        self.out[at] = ""
        if not code and self.edited >= 0 and order:
            self.out[self.edited] += f" {order}"
        elif folded(code) in self.form and code and order:
            self.out[at], self.edited = f"{code} {order}", at
        return max(broken, 1)

    def _broken(self, at: int) -> int:
        """How many lines from here on are one line that we sent; 0 when it is none of ours."""
        whole = self.lines[at]
        for many in range(1, FURTHER + 2):
            if self.ours(whole):
                return many
            further = self.lines[at + many : at + many + 1]
            if not further or not further[0].strip():
                return 0
            whole = f"{whole} {further[0].strip().removeprefix('| ')}"
        return 0

    def _set_back(self, at: int, code: str, order: str) -> bool:
        """Whether a row that we sent at another time is an edit of the form that is open now.

        So it is when it stands beside a row of that form as it was sent, and says something else than its own.
        """
        now = self.form.get(folded(code), "")
        if not (code and now) or known(order) == known(now):
            return False
        neighbours = dict(zip(self.form, [*self.form][1:], strict=False))
        beside = [(at - 1, before) for before, after in neighbours.items() if after == folded(code)]
        beside += [(at + 1, after) for before, after in neighbours.items() if before == folded(code)]
        own = [line for line in self.lines if barred(line) and folded(parts_of_row(line)[0]) == folded(code)]
        if any(known(parts_of_row(line)[1]) == known(now) for line in own):
            return False
        return any(self._as_sent(row, want) for row, want in beside)

    def _as_sent(self, at: int, code: str) -> bool:
        """Whether a line is the row of a code as the open form has it."""
        if not 0 <= at < len(self.lines) or not barred(self.lines[at]):
            return False
        found, order = parts_of_row(self.lines[at])
        return folded(found) == code and known(order) == known(self.form[code])


def _tries(line: str) -> set[str]:
    """A line in the ways in which it may have been sent: as it is, and without what a program put in for bold."""
    return {known(line), known(line.replace("*", ""))} - {""}


def _ours(session: Session, turn: TurnRef, player: PlayerId, lines: list[str]) -> set[str]:
    """Which lines were sent by us to anyone who had mail for that seat, each also joined with those that follow."""
    readers = select(OutMail.player).where(OutMail.game == turn.game, OutMail.seat == turn.seat).distinct()
    players = {player, *(PlayerId(one) for one in session.exec(readers.where(col(OutMail.player).is_not(None))) if one)}
    wanted: set[str] = set()
    for at, line in enumerate(lines):
        whole = line
        for further in ("", *lines[at + 1 : at + 1 + FURTHER]):
            whole = f"{whole} {further.strip().removeprefix('| ')}" if further else whole
            if barred(line):
                wanted |= _tries(whole)
    return {one for reader in sorted(players) for one in mails.sent_before(session, turn.game, reader, wanted)}
