"""Names of towns, bridges and people in lines of orders, and what they mean."""

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pbem.engine.ids import Seat, StandId
from pbem.engine.language.linefaults import Fault, unknown
from pbem.engine.language.spelling import nearest
from pbem.engine.language.spellings import plain
from pbem.engine.wording import listed
from pbem.rulesets.campaign.state.campaign import Campaign, forces_of
from pbem.rulesets.campaign.state.country import TownId, ends, shortest, way_on
from pbem.rulesets.campaign.state.forces import Force


def word(name: str) -> str:
    """A name as one word: ``chipping-norton``."""
    return name.casefold().removeprefix("the ").replace(" ", "-")


def _bridges(campaign: Campaign) -> list[str]:
    return sorted({road.bridge for road in campaign.country.roads if road.bridge})


def tidied(campaign: Campaign, text: str) -> str:
    """A cleaned line with each name of several words as one word."""
    text = plain(text)
    names = [one.name for one in campaign.country.towns.values()] + _bridges(campaign)
    names += [one.short for one in campaign.officers.values()]
    for name in sorted((one for one in names if " " in one), key=len, reverse=True):
        text = re.sub(rf"(?<!\w)(?:the )?{re.escape(name.casefold().removeprefix('the '))}(?!\w)", word(name), text)
    return re.sub(r"(?<!\w)the (?=[a-z])", "", text)


class Directory(NamedTuple):
    """What a seat can name."""

    campaign: Campaign
    """Its view."""
    seat: Seat

    def own(self, code: str) -> Force:
        """A force of the seat; '' for the one its commander is with.  Raises Fault."""
        mine = forces_of(self.campaign, self.seat)
        known = [str(one.code) for one in mine]
        if not code and mine:
            return mine[0]
        if code not in known:
            near = nearest(code.casefold(), [one.casefold() for one in known])
            raise unknown(f"you have no force {code}; your forces are {listed(known)}", code.casefold(), near)
        return self.campaign.forces[StandId(code)]

    def town(self, name: str) -> TownId:
        """A town.  Raises Fault."""
        known = {word(one.name): town for town, one in self.campaign.country.towns.items()}
        known |= {str(town).removeprefix("the-"): town for town in self.campaign.country.towns}
        return TownId(_found(name.removeprefix("the-"), known, "town"))

    def bridge(self, name: str) -> str:
        """A bridge by its name.  Raises Fault."""
        return _found(name, {word(one): one for one in _bridges(self.campaign)}, "bridge")

    def person(self, name: str) -> Seat:
        """A commander by short name, or by seat.  Raises Fault."""
        known = {word(one.short): str(seat) for seat, one in self.campaign.officers.items()}
        known |= {str(seat): str(seat) for seat in self.campaign.officers}
        return Seat(_found(name, known, "commander"))

    def route(self, force: Force | None, names: Iterable[str]) -> tuple[TownId, ...]:
        """Named towns with all that lie between, by the shortest ways.  force: from where it is; None: anywhere."""
        towns = [self.town(name) for name in names]
        country = self.campaign.country
        found: list[TownId] = []
        if force is not None and force.where.town and towns:
            first = way_on(country, force.where, towns[0]) if not self._ahead(force, towns[0]) else (0, (towns[0],))
            if first is None:
                raise Fault("not allowed", f"no road leads to {country.towns[towns[0]].name}", about=force.code)
            found += first[1]
        elif towns:
            found.append(towns[0])
        for start, end in itertools.pairwise(towns):
            if country.road(start, end) is not None:
                found.append(end)
                continue
            way = shortest(country, start, end)
            if way is None or len(way[1]) < 2:
                raise Fault("not allowed", f"no road leads from {country.towns[start].name} to "
                                           f"{country.towns[end].name}")  # fmt: skip
            found += way[1][1:]
        return tuple(found)

    def _ahead(self, force: Force, town: TownId) -> bool:
        """Whether a town is at an end of the road a force is on, or one road from where it is."""
        where = force.where
        if where.in_town:
            return self.campaign.country.road(where.town, town) is not None
        return town in [end for end, _ in ends(self.campaign.country, where)]

    def bridge_town(self, force: Force, bridge: str) -> TownId:
        """The end of a bridge's road that a force is in, or that is nearest to it."""
        towns = sorted({town for road in self.campaign.country.roads if road.bridge == bridge
                        for town in (road.a, road.b)})  # fmt: skip
        named = [town for town in towns if word(self.campaign.country.towns[town].name) == word(bridge)]
        far = {town: found[0] if (found := way_on(self.campaign.country, force.where, town)) is not None else 10**9
               for town in named or towns}  # fmt: skip
        return min(far, key=lambda town: (far[town], town))


def _found(name: str, known: Mapping[str, str], what: str) -> str:
    if name in known:
        return known[name]
    near = nearest(name, known)
    hint = f'; did you mean "{near}"?' if near else ""
    raise unknown(f'there is no {what} "{name}"{hint}', name, near)
