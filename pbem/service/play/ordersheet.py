"""The order form of a page: a text as it stands while it is written, stand by stand."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from pbem.engine.asks import Ask
from pbem.engine.chart import Drawn
from pbem.engine.ids import Seat
from pbem.engine.language.lines import clean
from pbem.engine.language.spellings import each_apart
from pbem.engine.offers import Offers
from pbem.engine.orders import Problem, Reading, Understood
from pbem.engine.reporting import FormLine, UnitRow
from pbem.engine.warnings import OrderWarning
from pbem.service.model.desk import asked
from pbem.service.model.gamepage import GamePage
from pbem.service.play.cache import as_seen
from pbem.service.play.pages import read_now
from pbem.service.play.turns import LONGEST_TEXT
from pbem.service.play.work import Work

State = Literal["ok", "changed", "none", "bad"]
"""A stand's line: understood and saved; other than what is saved; none given; with a problem."""


FLAT = 12
"""Units that are listed without headings: more than a telephone shows would be searched for."""


class SheetRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the order form: a unit, or something else that is ordered (bids, a general)."""

    code: str
    """Code of the unit, as orders write it."""

    state: State

    unit: UnitRow | None = None
    """The unit; None for something else."""

    orders: tuple[Understood, ...] = ()
    """Its orders as understood."""

    ordered: bool = False
    """Whether it has its usual order; extra ones, such as a campaign's if-lines, stand beside that."""

    problems: tuple[Problem, ...] = ()
    """What is wrong with its lines."""

    warnings: tuple[OrderWarning, ...] = ()
    """Why its order will not work as written."""

    acts: FormLine | None = None
    """What acts while it has no order."""

    stood: tuple[str, ...] = ()
    """Its order in the version that stands, where the text says something else."""

    @property
    def lines(self) -> frozenset[str]:
        """What it is ordered, as whole lines: what a button compares itself with."""
        return frozenset(f"{one.code} {one.order}" for one in self.orders)


class SheetGroup(msgspec.Struct, frozen=True):
    """Rows under one heading, ``Foot``."""

    name: str
    rows: tuple[SheetRow, ...]

    @property
    def ordered(self) -> int:
        """How many of them have an order."""
        return sum(1 for row in self.rows if row.ordered)

    @property
    def troubled(self) -> bool:
        """Whether a line of them needs the player."""
        return any(row.problems for row in self.rows)


class OrderSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A text as read, laid out by units."""

    text: str

    reading: Reading

    groups: tuple[SheetGroup, ...]

    others: tuple[SheetRow, ...]
    """Rows of what is no unit."""

    loose: tuple[Problem, ...]
    """Problems of lines that are for no known unit."""

    offers: Offers
    """Answers to a question, and standing orders."""

    unsaved: bool
    """Whether it says something else than the version that stands."""

    drawn: tuple[Drawn, ...]
    """Its orders as arrows on the map."""

    too_long: bool = False
    """Whether it is too long to be read."""

    def row(self, code: str) -> SheetRow | None:
        """A stand's."""
        return next((row for group in self.groups for row in group.rows if row.code == code), None)

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        """Of all units that may be ordered, in the order of the list: by group where it is folded, else by code."""
        rows = tuple(row for group in self.groups for row in group.rows)
        return rows if len(rows) > FLAT else tuple(sorted(rows, key=lambda row: row.code))

    @property
    def folded(self) -> bool:
        """Whether the list is so long that it is folded by groups."""
        return self.units > FLAT

    @property
    def units(self) -> int:
        """How many units may be ordered."""
        return sum(len(group.rows) for group in self.groups)

    @property
    def ordered(self) -> int:
        """How many of them have an order."""
        return sum(group.ordered for group in self.groups)

    @property
    def gaps(self) -> tuple[str, ...]:
        """Codes of the units without an order, in the order of the list."""
        return tuple(row.code for row in self.rows if not row.ordered)

    def gap_after(self, code: str) -> str:
        """The next unit without an order after one of the list, from the top again; '' for none."""
        codes, gaps = [row.code for row in self.rows], self.gaps
        start = codes.index(code) + 1 if code in codes else 0
        return next((one for one in (*codes[start:], *codes[:start]) if one in gaps), "")

    @property
    def question(self) -> bool:
        """Whether one question is asked, which is answered in one line: nothing is ordered unit by unit."""
        return bool(self.offers.answers) and not self.offers.stands

    @property
    def understood(self) -> int:
        """How many orders were understood."""
        return len(self.reading.understood)

    @property
    def doubtful(self) -> int:
        """How many of the orders understood will not work as written."""
        return self.reading.doubtful

    @property
    def troubled(self) -> int:
        """How many lines need the player."""
        return len({problem.line for problem in self.reading.problems})


class NothingAsked(Exception):
    """No orders are wanted of that seat now."""


def asked_now(work: Work, seat: Seat) -> Ask[object]:
    """What a seat is asked.  Raises NothingAsked."""
    ask = asked(work.desk, seat) if work.state == "running" else None
    if ask is None:
        raise NothingAsked
    return ask


def text_of(page: GamePage) -> str:
    """What the form shows at first: what was typed and not sent, else what stands."""
    return page.draft or (page.stands.text if page.stands else "")


def sheet_of(work: Work, page: GamePage, text: str | None = None) -> OrderSheet:
    """The form of a page with a text in it (None: `text_of`).  Raises NothingAsked."""
    ask = asked_now(work, page.seat)
    text = text_of(page) if text is None else text
    too_long = len(text) > LONGEST_TEXT
    view = work.view(page.seat)
    heard = "" if too_long else text
    reading = read_now(work, page.seat, ask, heard)
    saved = {(one.code, one.order) for one in page.reading.understood} if page.reading else set()
    rules, seat, answer = work.rules, page.seat, reading.answer
    offers = as_seen(
        work, seat, rules.language.offers, heard, lambda: rules.language.offers(view, ask, answer, units=False)
    )
    units = {unit.code: unit for unit in page.told.own if not unit.gone}
    wanted = set(offers.stands) or set(units)
    rows = [
        _row(code, units[code], reading, saved, page.form, rules.language.extra_order)
        for code in units if code in wanted
    ]  # fmt: skip
    return OrderSheet(
        text=text, reading=reading, offers=offers, groups=_grouped(rows),
        others=tuple(_others(reading, saved, set(units))),
        loose=tuple(one for one in reading.problems if not units.keys() & one.about.split()),
        unsaved=bool(reading.problems) or {(one.code, one.order) for one in reading.understood} != saved,
        too_long=too_long,
        drawn=as_seen(work, seat, rules.reporting.drawn, heard, lambda: rules.reporting.drawn(view, ask, answer)),
    )  # fmt: skip


def with_line(work: Work, seat: Seat, text: str, line: str, instead_of: int | None = None) -> str:
    """A text in which a line stands instead of those for the same stands: of the same order, where they may have extra
    ones (`Language.extra_order`).  An extra one that is there already goes again.

    instead_of: number of a line to be replaced whatever it says.  A line that others share is left: one's own goes
    before it.  Raises NothingAsked.
    """
    heard, extra_order = _read(work, seat, line), work.rules.language.extra_order
    wanted, extra = _codes(heard), next((extra_order(one.order) for one in heard.understood), "")
    numbers = [number for number, raw in enumerate(text.splitlines(), 1) for _ in each_apart(raw)]
    text = _apart(text)
    reading = _read(work, seat, text)
    own = _lines_of(reading, wanted) - _other_orders(reading, extra, extra_order)
    if extra and own and line in {raw.strip() for raw in text.splitlines()}:
        return "\n".join(raw for number, raw in enumerate(text.splitlines(), 1) if number not in own)
    if instead_of is not None:
        places = [place for place, number in enumerate(numbers, 1) if number == instead_of]
        own |= {_troubled(work, seat, text, places)} if places else set()
    return _replaced(text, own, line)


def without(work: Work, seat: Seat, text: str, codes: Iterable[str]) -> str:
    """A text without the lines that are for these stands and no others.  Raises NothingAsked."""
    text = _apart(text)
    own = _lines_of(_read(work, seat, text), set(codes))
    return "\n".join(line for number, line in enumerate(text.splitlines(), 1) if number not in own)


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


def _apart(text: str) -> str:
    """A text with a line of its own for each order that semicolons separate."""
    return "\n".join(part.strip() if part != raw else raw for raw in text.splitlines() for part in each_apart(raw))


def _troubled(work: Work, seat: Seat, text: str, places: Sequence[int]) -> int:
    """The first of several lines that needs the player; the first of all where none does."""
    if len(places) == 1:
        return places[0]
    bad = {one.line for one in _read(work, seat, text).problems}
    return next((place for place in places if place in bad), places[0])


def _read(work: Work, seat: Seat, text: str) -> Reading:
    """Raises NothingAsked."""
    return work.rules.language.read(work.view(seat), asked_now(work, seat), text)


def _lines_of(reading: Reading, wanted: set[str]) -> set[int]:
    """Numbers of the lines that are for these stands alone."""
    codes: dict[int, set[str]] = {}
    for number, some in _named(reading):
        codes.setdefault(number, set()).update(some)
    return {number for number, some in codes.items() if some <= wanted}


def _other_orders(reading: Reading, extra: str, extra_order: Callable[[str], str]) -> set[int]:
    """Numbers of the lines of any other order than this extra one, '' for the usual one.

    A line that was not understood is taken for a usual one.
    """
    others = {one.line for one in reading.understood if extra_order(one.order) != extra}
    return others | {one.line for one in reading.problems} if extra else others


def _codes(reading: Reading) -> set[str]:
    return {code for _, some in _named(reading) for code in some}


def _named(reading: Reading) -> Iterable[tuple[int, list[str]]]:
    """Each line's number, and whom it is for; stands that are ordered together are named together."""
    yield from ((one.line, one.code.split()) for one in reading.understood)
    yield from ((one.line, one.about.split()) for one in reading.problems if one.about)


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
    extra_order: Callable[[str], str],
) -> SheetRow:
    orders = tuple(one for one in reading.understood if code in one.code.split())
    problems = tuple(one for one in reading.problems if code in one.about.split())
    missing = next((one for one in reading.missing if one.code == code), None)
    acts = next((one for one in form if one.code == code), missing)
    stood = tuple(order for codes, order in saved if code in codes.split())
    changed = sorted(stood) != sorted(one.order for one in orders)
    ordered = any(not extra_order(one.order) for one in orders)
    return SheetRow(
        code=code, unit=unit, orders=orders, ordered=ordered, problems=problems, acts=None if ordered else acts,
        state="bad" if problems else "none" if not orders else "changed" if changed else "ok",
        stood=stood if changed or problems else (),
        warnings=tuple(one for one in reading.warnings if code in one.units),
    )  # fmt: skip


def _others(reading: Reading, saved: set[tuple[str, str]], units: set[str]) -> Iterable[SheetRow]:
    for one in reading.understood:
        if not units & set(one.code.split()):
            saved_too = (one.code, one.order) in saved
            yield SheetRow(
                code=one.code, state="ok" if saved_too else "changed", orders=(one,), warnings=_of(reading, one)
            )


def _of(reading: Reading, order: Understood) -> tuple[OrderWarning, ...]:
    return tuple(one for one in reading.warnings if order.code in one.units)


def _grouped(rows: list[SheetRow]) -> tuple[SheetGroup, ...]:
    names = dict.fromkeys(row.unit.group if row.unit else "" for row in rows)
    return tuple(SheetGroup(name, tuple(row for row in rows if row.unit and row.unit.group == name)) for name in names)
