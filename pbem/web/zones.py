"""Time zones as people choose them: by city and country, with the country's name or the zone's own as well."""

from collections.abc import Mapping
from functools import cache
from typing import cast
from zoneinfo import available_timezones

from babel.core import Locale, get_global
from flask_babel import gettext as _

from pbem.service.options import OptionsError

UTC = "UTC"
_ENGLISH = Locale("en")


@cache
def cities() -> Mapping[str, str]:
    """The zone of each city: ``{"Madrid, Spain": "Europe/Madrid"}``, in alphabetical order, UTC last (source: CLDR)."""
    territories = cast("Mapping[str, str]", get_global("zone_territories"))
    old = _canonical()
    known = [one for one in territories if one in _zones() and one not in old and "Etc/" not in one]
    named = {_city(one, territories[one]): one for one in known if "/" in one}
    return {**dict(sorted(named.items())), UTC: UTC}


def city_of(zone: str) -> str:
    """A zone as people know it: ``Madrid, Spain``; the zone's own name where no city stands for it."""
    if zone.rpartition("/")[2] == UTC:
        return UTC
    canonical = _canonical().get(zone, zone)
    return next((city for city, one in cities().items() if one == canonical), zone)


def zone_meant(text: str) -> str:
    """A zone from a city, a part of its name, a country, or the zone's own name (``lisbon``, ``Asia/Tokyo``).

    Raises OptionsError naming the cities that fit, where there are several; what fits none is given back as it is.
    """
    wanted = text.replace("_", " ").strip().casefold()
    own = {one.replace("_", " ").casefold(): one for one in sorted(_zones()) if "/" in one or one == UTC}
    if wanted in own:
        return own[wanted]
    folded = {city.casefold(): zone for city, zone in cities().items()}
    towns = {city: city.partition(", ")[0] for city in folded}
    countries = {city: city.partition(", ")[2] for city in folded}
    found = (
        [city for city in folded if city == wanted]
        or [city for city, town in towns.items() if town == wanted]
        or [city for city, country in countries.items() if country == wanted]
        or [city for city in folded if wanted and wanted in city]
    )
    if len(found) > 1:
        some = "; ".join(city for city in cities() if city.casefold() in found[:6])
        raise OptionsError(_("several cities match: %(some)s. Choose one of them", some=some))
    return folded[found[0]] if found else text


@cache
def _zones() -> frozenset[str]:
    """What this machine has: each look for them walks its files."""
    return frozenset(available_timezones())


@cache
def _canonical() -> Mapping[str, str]:
    """The zone that each older or newer name of it stands for."""
    return cast("Mapping[str, str]", get_global("zone_aliases"))


def _city(zone: str, territory: str) -> str:
    told = _ENGLISH.time_zones.get(zone, {})
    city = told.get("city") or zone.rpartition("/")[2].replace("_", " ")
    country = _ENGLISH.territories.get(territory, "")
    return f"{city}, {country}" if country and country != city else str(city)
