"""Two texts of one seat's orders that were begun from the same version: what differs, and whether both can be kept."""

from collections.abc import Iterable

import msgspec

from pbem.engine.ids import Seat
from pbem.reports import times
from pbem.service.model.desk import asked, standing
from pbem.service.play.drafts import StoredDraft
from pbem.service.play.pages import zone_of_seat
from pbem.service.play.versions import version_text, versions_of
from pbem.service.play.work import Work


class MarkedLine(msgspec.Struct, frozen=True):
    """A line of a text."""

    text: str

    differs: bool
    """Whether the other text lacks it."""


class OrdersClash(msgspec.Struct, frozen=True, kw_only=True):
    """Orders that came in while others were being written."""

    mine: str
    """The text just sent."""

    other: str
    """The text that came in meanwhile."""

    number: int
    """Number of its version, 0 for a draft of another page."""

    base: int
    """Number of the version that both were begun from."""

    door: str
    """Where it came in."""

    told: str
    """When it came in, in the player's zone."""

    mine_lines: tuple[MarkedLine, ...]

    other_lines: tuple[MarkedLine, ...]

    both: str | None
    """The two texts put together; None where both change a unit's orders."""


class _Line(msgspec.Struct, frozen=True):
    """A line as read."""

    text: str

    key: frozenset[tuple[str, str]]
    """What it says, whatever its spelling."""

    codes: frozenset[str]
    """The units it is for."""


def clash_with_version(work: Work, seat: Seat, mine: str, base: int) -> OrdersClash | None:
    """What was filed for the open turn since version ``base`` and is lost if this text is filed; None for nothing."""
    filed = work.desk.filed.get(seat)
    number = filed.number if filed else 0
    if number == base or asked(work.desk, seat) is None:
        return None
    turn = work.desk.turns[seat]
    begun = (version_text(work, seat, turn, base) or "") if base else ""
    stands = standing(work.desk, seat)
    other = stands.text if stands else ""
    if not _differ(work, seat, other, begun) or not _differ(work, seat, other, mine):
        return None
    version = versions_of(work, seat)[0].versions[0]
    return _clash(work, seat, begun, mine, other, base=base, number=number, door=version.door, told=version.told)


def clash_with_draft(work: Work, seat: Seat, mine: str, base: int, draft: StoredDraft) -> OrdersClash | None:
    """A draft of another page that is lost if this text is kept; None where it says the same."""
    if not _differ(work, seat, draft.text, mine):
        return None
    begun = (version_text(work, seat, work.desk.turns[seat], base) or "") if base else ""
    told = times.local(draft.at, zone_of_seat(work, seat))
    return _clash(work, seat, begun, mine, draft.text, base=base, number=0, door="", told=told)


def says_nothing_new(work: Work, seat: Seat, text: str, base: int) -> bool:
    """Whether a text says what version ``base`` said: nothing of it is lost if it is not kept."""
    begun = (version_text(work, seat, work.desk.turns[seat], base) or "") if base else ""
    return not _differ(work, seat, text, begun)


def _clash(
    work: Work, seat: Seat, begun: str, mine: str, other: str, *, base: int, number: int, door: str, told: str
) -> OrdersClash:
    had, my, their = (_read(work, seat, text) for text in (begun, mine, other))
    return OrdersClash(
        mine=mine, other=other, number=number, base=base, door=door, told=told, mine_lines=_marked(mine, my, their),
        other_lines=_marked(other, their, my), both=_both(had, my, their),
    )  # fmt: skip


def _read(work: Work, seat: Seat, text: str) -> dict[int, _Line]:
    """The lines that say something, by their numbers from 1."""
    ask = asked(work.desk, seat)
    assert ask is not None
    reading = work.rules.language.read(work.view(seat), ask, text)
    said: dict[int, set[tuple[str, str]]] = {}
    for one in reading.understood:
        said.setdefault(one.line, set()).add((one.code, one.order))
    for problem in reading.problems:
        said.setdefault(problem.line, set()).add((problem.about, f"? {problem.quote}"))
    lines = text.splitlines()
    return {
        number: _Line(lines[number - 1], frozenset(some), frozenset(c for code, _ in some for c in code.split()))
        for number, some in sorted(said.items())
    }


def _differ(work: Work, seat: Seat, one: str, other: str) -> bool:
    return one != other and _keys(_read(work, seat, one).values()) != _keys(_read(work, seat, other).values())


def _keys(lines: Iterable[_Line]) -> set[tuple[str, str]]:
    return {pair for line in lines for pair in line.key}


def _marked(text: str, lines: dict[int, _Line], others: dict[int, _Line]) -> tuple[MarkedLine, ...]:
    known = _keys(others.values())
    return tuple(
        MarkedLine(line, number in lines and not lines[number].key <= known)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip()
    )


def _both(had: dict[int, _Line], mine: dict[int, _Line], other: dict[int, _Line]) -> str | None:
    """The other text with the changes of mine; None where both changed the orders of one unit."""
    old, my, their = (_keys(lines.values()) for lines in (had, mine, other))
    my_changes, their_changes = (my ^ old) - (their ^ old), (their ^ old) - (my ^ old)
    if _codes(my_changes) & _codes(their_changes):
        return None
    gone, new = my_changes & old, my_changes - old
    kept = [line.text for line in other.values() if not line.key & gone]
    added = [line.text for line in mine.values() if line.key & new]
    rest = _keys(line for line in other.values() if not line.key & gone)
    rest |= _keys(line for line in mine.values() if line.key & new)
    return "\n".join((*kept, *added)) if rest == (their - gone) | new else None


def _codes(pairs: Iterable[tuple[str, str]]) -> set[str]:
    return {code for pair, _ in pairs for code in pair.split()}
