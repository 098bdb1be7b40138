"""The card of a stand, or of several at once: how it is, what its orders say, what it may do and what it may not."""

import re
from typing import Final

import msgspec

from pbem.engine.offers import Contingency, Offer, UnitOffers
from pbem.engine.reporting import UnitRow
from pbem.service.model.gamepage import GamePage
from pbem.service.play.ordersheet import NothingAsked, OrderSheet, SheetRow, asked_now, sheet_of
from pbem.service.play.work import Work

_CHANCE: Final = re.compile(r"(\d+) in 100")
MOST = 40
"""Stands of one card."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """The card of a unit, or of several, beside the map."""

    units: tuple[UnitRow, ...]
    """The units."""

    mine: bool
    """Whether they are the reader's own."""

    rows: tuple[SheetRow, ...] = ()
    """Their rows of the order form."""

    offers: UnitOffers | None = None
    """What may be ordered of them; None where nothing may."""

    @property
    def codes(self) -> str:
        """As an address names them: ``S01``, ``S01+S02``."""
        return "+".join(one.code for one in self.units)

    @property
    def best(self) -> Offer | None:
        """The attack with the best chance, the first of equals; None where none has a chance."""
        attacks = [one for one in self.offers.may if one.at and chance_of(one)] if self.offers else []
        return max(attacks, key=chance_of, default=None)

    @property
    def lines(self) -> frozenset[str]:
        """What is ordered of them, as whole lines."""
        return frozenset(line for row in self.rows for line in row.lines)

    def ordered(self, case: Contingency) -> bool:
        """Whether something is ordered in advance for a case."""
        return any(offer.line in self.lines for offer in case.may)

    @property
    def foresees(self) -> bool:
        """Whether anything is ordered in advance."""
        return self.offers is not None and any(self.ordered(case) for case in self.offers.contingencies)


def chance_of(offer: Offer) -> int:
    """The first chance in an offer's note (``beats it 78 in 100, ...``), in 100; 0 for none."""
    found = _CHANCE.search(offer.note)
    return int(found[1]) if found else 0


class NoCard(Exception):
    """No such stand is known to that seat."""


def card_of(work: Work, page: GamePage, codes: str, sheet: OrderSheet | None = None) -> Card:
    """The card of stands, ``S01`` or ``S01+S02``, as seen by a page's seat.  Raises NoCard.

    sheet: the form as it is written now, where it has been read already; else the draft, or what stands.  Stands of
    which nothing may be ordered, and enemies, have facts only.
    """
    wanted = list(dict.fromkeys(codes.upper().split("+")))[:MOST]
    mine = {unit.code: unit for unit in page.told.own if not unit.gone}
    seen = {unit.code: unit for unit in page.told.seen}
    if all(code in mine for code in wanted):
        units = tuple(mine[code] for code in wanted)
        return _ordered(work, page, units, sheet)
    if len(wanted) == 1 and wanted[0] in seen:
        return Card(units=(seen[wanted[0]],), mine=False)
    unknown = ", ".join(code for code in wanted if code not in mine)
    raise NoCard(f"{unknown} is no unit of yours that could be ordered now")


def _ordered(work: Work, page: GamePage, units: tuple[UnitRow, ...], sheet: OrderSheet | None) -> Card:
    try:
        ask = asked_now(work, page.seat)
        sheet = sheet or sheet_of(work, page)
    except NothingAsked:
        return Card(units=units, mine=True)
    rows = tuple(row for unit in units if (row := sheet.row(unit.code)))
    view, answer, may = work.view(page.seat), sheet.reading.answer, tuple(row.code for row in rows)
    if len(may) == 1:
        offers = work.rules.language.offers_for(view, ask, answer, may[0])
    else:
        offers = (
            UnitOffers(code="+".join(may), may=work.rules.language.group_offers(view, ask, answer, may))
            if may
            else None
        )
    return Card(units=units, mine=True, rows=rows, offers=offers)
