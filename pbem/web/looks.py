"""What templates need beside a page's own value: counters' looks, dice in words, units' codes made bold."""

import itertools
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from flask import Flask
from flask_babel import gettext as _
from markupsafe import Markup, escape

from pbem.clock import iso
from pbem.engine.chart import Chart
from pbem.engine.countrychart import CountryChart, Flag
from pbem.engine.hexchart import Counter, HexChart, Wreck
from pbem.engine.mapstyle import SideLook
from pbem.engine.offers import Offer
from pbem.engine.reporting import Event, RollLine, Tally, UnitRow
from pbem.engine.tablechart import Base, Fallen
from pbem.engine.wording import capital
from pbem.reports import times
from pbem.service.model.gamepage import Due, GamePage
from pbem.service.play.cards import chance_of
from pbem.service.play.naming import name_on
from pbem.web.zones import UTC, city_of

CODE = re.compile(r"(?<!\d \()\b[A-Z]{1,3}\d{1,3}\b")
"""A unit; not the square that is told after a place, ``24,18.5 (E4)``."""
TICKS = re.compile(r"`([^`]*)`")


class Looks:
    """Which look each code has on a seat's map: the first side's plate (1) or the second's frame (2)."""

    def __init__(self, page: GamePage) -> None:
        self.looks = _looks(page.chart)
        self.own = {unit.code for unit in page.told.mine}
        mine = next((self.looks[code] for code in sorted(self.own) if code in self.looks), 1)
        self.mine: SideLook = 2 if mine == 2 else 1

    def of(self, code: str) -> SideLook:
        """A code's look; one that is off the map has its army's."""
        if code in self.looks:
            return self.looks[code]
        return self.mine if code in self.own else 2 if self.mine == 1 else 1


def _looks(chart: Chart) -> dict[str, SideLook]:
    """Of all that are drawn, standing or fallen."""
    drawn: tuple[Counter | Wreck | Base | Fallen | Flag, ...]
    match chart:
        case HexChart():
            drawn = (*chart.counters, *chart.wrecks)
        case CountryChart():
            drawn = chart.flags
        case _:
            drawn = (*chart.bases, *chart.fallen)
    return {one.code: one.look for one in drawn}


def bold_codes(text: str) -> Markup:
    """A sentence with the codes of units in bold."""
    out, at = Markup(), 0
    for found in CODE.finditer(text):
        out += escape(text[at : found.start()]) + Markup("<b>{}</b>").format(found.group())
        at = found.end()
    return out + escape(text[at:])


def ticked(text: str) -> Markup:
    """A sentence of the help: what stands between backticks as code."""
    out, at = Markup(), 0
    for found in TICKS.finditer(text):
        out += escape(text[at : found.start()]) + Markup("<code>{}</code>").format(found.group(1))
        at = found.end()
    return out + escape(text[at:])


def sentence(text: str) -> str:
    """A message as a sentence: a capital first letter, unless an address stands first, and a full stop."""
    first = text if "@" in text.partition(" ")[0] else capital(text)
    return first if first.endswith((".", "!", "?")) else f"{first}."


def dice_words(roll: RollLine) -> str:
    """``rolled 6, 5, 2``, for who hears the page."""
    return f"rolled {', '.join(map(str, roll.dice))}"


def meanings(values: Mapping[str, str]) -> list[tuple[str, str]]:
    """The answers that do not say by themselves what they mean."""
    return [(word, told) for word, told in values.items() if word != told]


def question(asked: str) -> str:
    """What is asked, without the list of answers that mails add to it."""
    head, mark, _ = asked.partition("?")
    return head + mark if mark else asked.removesuffix(".")


def minus(text: str) -> str:
    """A sum with real minus signs."""
    return f" {text}".replace(" - ", " − ")[1:]


def after_dice(outcome: str) -> str:
    """What follows the dice: a sum goes on, anything else is set off by a comma."""
    return f" {minus(outcome)}" if outcome.startswith(("+", "-", "=")) else f", {minus(outcome)}" if outcome else ""


def pips(have: int, of: int) -> list[bool]:
    """Boxes to be filled; none for numbers too large to be counted at a glance."""
    return [index < have for index in range(of)] if 0 < of <= 12 else []


def zone_words(moment: datetime, zone: str) -> str:
    """``Madrid, Spain (CEST, UTC+2)``."""
    if city_of(zone) == UTC:
        return UTC
    there = moment.astimezone(ZoneInfo(zone))
    offset = there.utcoffset() or timedelta()
    hours, minutes = divmod(int(offset.total_seconds()) // 60, 60)
    return f"{city_of(zone)} ({there.tzname()}, UTC{hours:+d}{f':{minutes:02d}' if minutes else ''})"


class NumberedChapter(NamedTuple):
    """A chapter, its events numbered ``4.1``, ``4.2``: by seat and turn, for journal numbers have gaps."""

    title: str
    note: str
    events: tuple[tuple[str, Event], ...]


def numbered(page: GamePage) -> tuple[NumberedChapter, ...]:
    """The story of a page."""
    count = itertools.count(1)
    return tuple(
        NumberedChapter(one.title, one.note, tuple((f"{page.number}.{next(count)}", event) for event in one.events))
        for one in page.told.chapters
    )


def strength(unit: UnitRow) -> list[bool]:
    """Pips of a unit in one rank; a formation in ranks is told in figures."""
    return pips(unit.left, unit.start) if "/" not in unit.strength else []


def chance(offer: Offer) -> str:
    """``78 in 100``, as a button has it; '' for an offer without a chance."""
    found = chance_of(offer)
    return f"{found} in 100" if found else ""


def clock(moment: datetime, zone: str) -> str:
    """``18:04``, in a zone."""
    return f"{moment.astimezone(ZoneInfo(zone)):%H:%M}"


def time_left(due: Due, now: datetime) -> str:
    """``3 days`` while there is much, ``1 d 22 h`` as it runs out."""
    days = (due.at - now).days
    return due.left if days < 2 else f"{days} days"


def holder(tallies: Sequence[Tally], nth: int) -> str:
    """Who has what there is one of: ``you``, or a side; '' for neither.  nth: of the counts a tally makes besides."""
    return next(((_("you") if one.mine else one.side) for one in tallies if one.extra[nth][1]), "")


def add_filters(app: Flask) -> None:
    """Make them known to templates."""
    for one in (
        after_dice, bold_codes, capital, chance, clock, dice_words, holder, meanings, minus, pips, question, sentence,
        strength, ticked, time_left,
    ):  # fmt: skip
        app.jinja_env.filters[one.__name__] = one
    for name, told in (
        ("iso", iso),
        ("game_name", name_on),
        ("local", times.local),
        ("day_words", times.day_words),
        ("city", city_of),
    ):
        app.jinja_env.filters[name] = told
