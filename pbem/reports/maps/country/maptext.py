"""A country in words: the alt text of its picture, and the list by place of a mail."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from pbem.engine.countrychart import CountryChart, Flag, MapPlace, RoadMarch
from pbem.engine.wording import listed
from pbem.reports.maps.shapes import clean

_WIDE: Final = 72
"""Characters a line of a mail may have."""
SIGNS_WORDS: Final = (
    "A flag is a force with its thousands of men: full as you see it, with an envelope as its last dispatch says, "
    "dashed as it was seen then, fainter the older that is. Dashes along a road were marched, a double line is ordered."
)


def scale_words(chart: CountryChart) -> str:
    """How the map measures."""
    rates = [f"{clean(one.name)} {one.miles}" for one in chart.rates]
    return f"Beads on roads are half-days of march; miles a day: {', '.join(rates)}" if rates else "A scale of miles"


def flag_told(flag: Flag) -> str:
    """A force in words: ``R4 The Worcester men at Worcester, by dispatch, 1,000 men``."""
    name = " ".join(part for part in (clean(flag.code), clean(flag.name)) if part)
    where = clean(flag.where)
    known = {"own": "", "dispatch": "by dispatch", "seen": f"seen {flag.when}",
             "body": f"troops seen {flag.when}, number unknown"}[flag.grade]  # fmt: skip
    told = [f"{name} {where}".strip(), clean(known), *(clean(text) for text in flag.told)]
    told += ["another commander's"] if flag.fellow else []
    told += ["in battle"] if flag.fights and "in battle" not in flag.told else []
    return ", ".join(part for part in told if part)


def chart_alt(chart: CountryChart) -> str:
    """The position in words, side by side."""
    head = ", ".join(t for t in (clean(chart.title), clean(chart.subtitle).replace(" · ", ", ")) if t)
    parts = [f"{head or 'Map'}: a country of {chart.width} by {chart.height} miles, north up."]
    for side in chart.sides:
        own = [flag_told(one) for one in chart.flags if one.look == side.look]
        held = [clean(one.name) for one in chart.places if one.held == side.look]
        told = f"{clean(side.name)}: {'; '.join(own) or 'no force known'}."
        parts.append(told + (f" Holds {listed(held)}." if held else ""))
    parts += [
        f"Ordered: {words}." for one in chart.marches if one.kind == "ordered" and (words := march_told(chart, one))
    ]
    broken = list(dict.fromkeys(clean(one.bridge) for one in chart.roads if one.broken))
    if broken:
        parts.append(f"Broken bridges: {listed(broken)}.")
    return " ".join(parts)


def march_told(chart: CountryChart, march: RoadMarch) -> str:
    """``R1 by Witney to Burford``."""
    by = {one.at: clean(one.name) for one in chart.places}
    towns = list(dict.fromkeys(by[spot] for spot in march.path[1:] if spot in by))
    if not towns:
        return ""
    way = f" by {listed(towns[:-1])}" if towns[:-1] else ""
    return f"{clean(march.code)}{way} to {towns[-1]}"


# --- the list by place ------------------------------------------------------------------------------------------------


def text_map(chart: CountryChart) -> list[str]:
    """What is where, place by place, the northern ones first; then the forces on the roads, then marches ordered.

    Places where nothing is known to be are named in one line at the end, by holder."""
    here: dict[str, list[Flag]] = {}
    for flag in chart.flags:
        here.setdefault(flag.place, []).append(flag)
    lines: list[str] = []
    for one in sorted(chart.places, key=lambda each: (each.at[1], each.at[0])):
        if one.id in here:
            lines += _item(f"{clean(one.name)}{_holder(chart, one)}", here[one.id])
    lines += [line for flag in here.get("", ()) for line in _wrapped(flag_told(flag), "")]
    orders = [words for one in chart.marches if one.kind == "ordered" and (words := march_told(chart, one))]
    lines += [line for words in orders for line in _wrapped(f"ordered: {words}", "")]
    lines += [line for words in _empty(chart, here) for line in _wrapped(words, "")]
    broken = list(dict.fromkeys(clean(one.bridge) for one in chart.roads if one.broken))
    lines += [line for name in broken for line in _wrapped(f"the bridge {name} is broken", "")]
    return lines


def _item(place: str, some: Iterable[Flag]) -> Iterator[str]:
    yield from _wrapped(place, "")
    for flag in some:
        yield from _wrapped(flag_told(flag).replace(f" {clean(flag.where)}", "", 1), "  ")


def _wrapped(text: str, indent: str) -> list[str]:
    found = textwrap.wrap(
        text.replace("|", "/"), _WIDE - 2, initial_indent=indent, subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )  # fmt: skip
    return [f"| {line}" for line in found]


def _holder(chart: CountryChart, one: MapPlace) -> str:
    name = next((clean(side.name) for side in chart.sides if side.look == one.held), "")
    works = {
        "": "",
        "walls": ", walled",
        "castle": ", a castle",
        "house": ", a fortified house",
        "bridge": ", a bridge held",
    }
    return f" ({name or 'held by neither'}{works[one.stronghold]}{', a magazine' if one.magazine else ''})"


def _empty(chart: CountryChart, here: dict[str, list[Flag]]) -> Iterator[str]:
    for look, name in (*((side.look, clean(side.name)) for side in chart.sides), (None, "")):
        some = [clean(one.name) for one in chart.places
                if one.held == look and one.id not in here and one.site not in {"box", "exit"}]  # fmt: skip
        if some:
            yield f"besides, {name} holds {listed(some)}" if name else f"held by neither: {listed(some)}"


def text_map_key(_chart: CountryChart) -> str:
    """How the list is to be read."""
    return "Place by place, from the north: who holds it, and the forces you know to be there."
