"""The field a ruling is made on: the true map as it would be, its units, the buttons of the one that is chosen."""

from dataclasses import replace

import msgspec

from pbem.engine.chart import Chart
from pbem.engine.ids import UMPIRE
from pbem.engine.rulings.language import Press
from pbem.engine.rulings.pressing import with_clause
from pbem.engine.rulings.reading import read_ruling
from pbem.service.play.work import Work
from pbem.service.umpire.overview import chart_now
from pbem.service.umpire.rulings import language_of


class RulingField(msgspec.Struct, frozen=True, kw_only=True):
    """The field as a ruling would leave it."""

    chart: Chart
    units: tuple[tuple[str, str], ...]
    """Every unit: its code, and how it stands, in words."""
    unit: str
    """The code of the one that is chosen; '' for none."""
    stands: str
    """How that one stands."""
    presses: tuple[Press, ...]
    """What can be pressed of it."""
    place: str
    """An example of a place, as rulings name it."""


def field_after(work: Work, text: str, unit: str = "") -> RulingField:
    """The field after a ruling's lines, as far as they can be read.  Raises NoRuling where there are none."""
    language = language_of(work)
    battle = read_ruling(language, work.battle, text).battle
    known = language.units(battle)
    code = unit if unit in known else ""
    return RulingField(
        chart=chart_now(replace(work, battle=battle), UMPIRE),
        units=tuple((str(one), language.describe(battle, one) or str(one)) for one in sorted(known)),
        unit=code, stands=language.describe(battle, code) if code else "",
        presses=language.presses(battle, code) if code else (),
        place=next((one.example.split()[-1] for one in language.clauses if " at " in one.example), ""),
    )  # fmt: skip


def pressed(work: Work, text: str, unit: str, said: str) -> str:
    """A ruling's text with one clause more about a unit.  Raises NoRuling where the rules have no rulings."""
    language = language_of(work)
    battle = read_ruling(language, work.battle, text).battle
    return with_clause(language, text, unit, said) if unit in language.units(battle) else text
