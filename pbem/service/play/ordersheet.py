"""The order form of a page: a text as it stands while it is written, stand by stand, with what is offered for each."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.ids import GameId, Seat
from pbem.engine.lines import clean
from pbem.engine.offers import Offers, UnitOffers
from pbem.engine.orders import Problem, Reading, Understood
from pbem.engine.telling import FormLine, UnitRow
from pbem.service.play.desk import asked
from pbem.service.play.pages import GamePage
from pbem.service.play.turns import LONGEST_TEXT
from pbem.service.play.work import Work, open_game
from pbem.service.post import Post

State = Literal["ok", "changed", "none", "bad"]
"""A stand's line: understood and saved; understood and not saved; none given; with a problem."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A stand, or something else that is ordered (bids, a general).

    code: as written.  unit: None for what is no stand.  orders: as understood.  problems: of its lines.
    acts: what acts while it has no order.  offers: what it may do.
    """

    code: str
    state: State
    unit: UnitRow | None = None
    orders: tuple[Understood, ...] = ()
    problems: tuple[Problem, ...] = ()
    acts: FormLine | None = None
    offers: UnitOffers | None = None

    @property
    def lines(self) -> frozenset[str]:
        """What it is ordered, as whole lines: what a button compares itself with."""
        return frozenset(f"{self.code} {one.order}" for one in self.orders)


class Group(msgspec.Struct, frozen=True):
    """Rows under one heading, ``Foot``."""

    name: str
    rows: tuple[Row, ...]


class OrderSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A text, read.

    loose: problems of lines that are for nobody known.  others: rows of what is no stand.  unsaved: whether what it
    says is other than what stands.  too_long: it is not read at all.
    """

    text: str
    reading: Reading
    groups: tuple[Group, ...]
    others: tuple[Row, ...]
    loose: tuple[Problem, ...]
    offers: Offers
    unsaved: bool
    too_long: bool = False

    @property
    def understood(self) -> int:
        """How many orders were understood."""
        return len(self.reading.understood)

    @property
    def troubled(self) -> int:
        """How many lines need the player."""
        return len({problem.line for problem in self.reading.problems})


class NothingAsked(Exception):
    """No orders are wanted of that seat now."""


def text_of(page: GamePage) -> str:
    """What the form shows at first: what was typed and not sent, else what stands."""
    return page.draft or (page.stands.text if page.stands else "")


def sheet_of(post: Post, page: GamePage, text: str | None = None) -> OrderSheet:
    """The form of a page with a text in it (None: `text_of`).  Writes nothing.

    Raises NothingAsked, UnknownGame.
    """
    work, ask = _opened(post, page.game, page.seat)
    text = text_of(page) if text is None else text
    too_long = len(text) > LONGEST_TEXT
    view = work.view(page.seat)
    reading = work.rules.read(view, ask, "" if too_long else text)
    saved = {(one.code, one.order) for one in page.reading.understood} if page.reading else set()
    offers = work.rules.offers(view, ask, reading.answer)
    units = {unit.code: unit for unit in page.told.mine if not unit.gone}
    asked_for = {one.code for one in offers.units} or set(units)
    rows = [_row(code, units[code], reading, saved, page.form, offers) for code in units if code in asked_for]
    return OrderSheet(
        text=text, reading=reading, offers=offers, groups=_grouped(rows),
        others=tuple(_others(reading, saved, set(units))),
        loose=tuple(one for one in reading.problems if one.about not in units),
        unsaved=bool(reading.problems) or {(one.code, one.order) for one in reading.understood} != saved,
        too_long=too_long,
    )  # fmt: skip


def with_line(post: Post, game: GameId, seat: Seat, text: str, line: str, instead_of: int | None = None) -> str:
    """A text in which a line stands instead of those for the same stands.

    instead_of: number of a line to be replaced whatever it says.  A line that others share is left: one's own goes
    before it.  Raises NothingAsked, UnknownGame.
    """
    work, ask = _opened(post, game, seat)
    view = work.view(seat)
    wanted = _codes(work.rules.read(view, ask, line))
    codes: dict[int, set[str]] = {}
    reading = work.rules.read(view, ask, text)
    for number, code in _named(reading):
        codes.setdefault(number, set()).add(code)
    own = {number for number, some in codes.items() if some <= wanted}
    own |= {instead_of} if instead_of is not None else set()
    return _replaced(text, own, line)


def with_choices(text: str, chosen: Sequence[tuple[str, str]]) -> str:
    """A text with standing orders set.  chosen: what the line begins with, and its answer."""
    for beginning, answer in chosen:
        start = f"{clean(beginning)} "
        own = {n for n, one in enumerate(text.splitlines(), 1) if f"{clean(one)} ".startswith(start)}
        text = _replaced(text, own, f"{beginning} {answer}")
    return text


def filled_form(page: GamePage) -> str:
    """What acts if nothing is sent, as a text to start from."""
    return "\n".join(" ".join(part for part in (line.code, line.order) if part) for line in page.form)


# --- how it works -------------------------------------------------------------------------------------------------


def _opened(post: Post, game: GameId, seat: Seat) -> tuple[Work, Ask[object]]:
    work = open_game(post, game)
    ask = asked(work.desk, seat) if work.state == "running" else None
    if ask is None:
        raise NothingAsked
    return work, ask


def _codes(reading: Reading) -> set[str]:
    return {code for _, code in _named(reading)}


def _named(reading: Reading) -> Iterable[tuple[int, str]]:
    yield from ((one.line, one.code) for one in reading.understood)
    yield from ((one.line, one.about) for one in reading.problems if one.about)


def _replaced(text: str, own: set[int], line: str) -> str:
    """The first of these lines becomes the new one, the others go; without any it comes last."""
    out: list[str] = []
    put = False
    for number, one in enumerate(text.splitlines(), 1):
        if number not in own:
            out.append(one)
        elif not put:
            out.append(line)
            put = True
    return "\n".join(out if put else [*out, line])


def _row(
    code: str,
    unit: UnitRow,
    reading: Reading,
    saved: set[tuple[str, str]],
    form: tuple[FormLine, ...],
    offers: Offers,
) -> Row:
    orders = tuple(one for one in reading.understood if one.code == code)
    problems = tuple(one for one in reading.problems if one.about == code)
    missing = next((one for one in reading.missing if one.code == code), None)
    acts = next((one for one in form if one.code == code), missing)
    return Row(
        code=code, unit=unit, orders=orders, problems=problems, acts=acts if not orders else None,
        state="bad" if problems else _state(orders, saved),
        offers=next((one for one in offers.units if one.code == code), None),
    )  # fmt: skip


def _state(orders: tuple[Understood, ...], saved: set[tuple[str, str]]) -> State:
    if not orders:
        return "none"
    return "ok" if all((one.code, one.order) in saved for one in orders) else "changed"


def _others(reading: Reading, saved: set[tuple[str, str]], units: set[str]) -> Iterable[Row]:
    for one in reading.understood:
        if one.code not in units:
            yield Row(code=one.code, state=_state((one,), saved), orders=(one,))


def _grouped(rows: list[Row]) -> tuple[Group, ...]:
    names = dict.fromkeys(row.unit.group if row.unit else "" for row in rows)
    return tuple(Group(name, tuple(row for row in rows if row.unit and row.unit.group == name)) for name in names)
