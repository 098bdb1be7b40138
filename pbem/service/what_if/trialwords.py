"""What many tries came to, as chances in a hundred and in words."""

from collections.abc import Iterable, Mapping

import msgspec

from pbem.engine.reporting import UnitRow
from pbem.engine.trials import StandTally, TrialTally

PLACES = 3
"""Places told of where a stand may end."""


class Likelihood(msgspec.Struct, frozen=True):
    """Something that happened in some of the tries."""

    what: str

    share: float
    """Share of all tries, 0 to 1."""

    short: str = ""
    """What stands under its bar."""

    @property
    def told(self) -> str:
        """``72 in 100``."""
        in_hundred = round(self.share * 100)
        if in_hundred == 0 and self.share:
            return "less than 1 in 100"
        if in_hundred == 100 and self.share < 1:
            return "more than 99 in 100"
        return "always" if self.share == 1 else f"{in_hundred} in 100"


class StandChances(msgspec.Struct, frozen=True, kw_only=True):
    """What the tries did to one unit."""

    code: str

    name: str

    lost: tuple[Likelihood, ...]
    """Points lost, none first."""

    gone: Likelihood

    disordered: Likelihood

    deeds: tuple[Likelihood, ...]
    """What it did, the likeliest first."""

    places: tuple[Likelihood, ...]
    """Where it may end, the likeliest."""

    eventless: bool
    """Whether every try gave the same for it, and it lost nothing."""


class SideChances(msgspec.Struct, frozen=True):
    """What a side loses of what its tally counts."""

    name: str
    lost: tuple[Likelihood, ...]


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """What the tries came to."""

    mine: tuple[StandChances, ...]

    theirs: tuple[StandChances, ...]

    sides: tuple[SideChances, ...]

    ends: tuple[Likelihood, ...]
    """How the battle may end in the turn tried."""

    wins: tuple[Likelihood, ...]
    """Who may win it then."""


def chances(tally: TrialTally, units: Iterable[UnitRow]) -> Chances:
    """A tally of at least one try.  units: names of the stands."""
    names = {unit.code: unit.name for unit in units}
    told = [(one.mine, _stand(one, names.get(one.code, ""), tally.tries)) for one in tally.stands.values()]
    return Chances(
        mine=tuple(one for mine, one in told if mine), theirs=tuple(one for mine, one in told if not mine),
        sides=tuple(SideChances(name, _points(lost, tally.tries)) for name, lost in tally.lost.items()),
        ends=_likeliest(tally.ended, tally.tries),
        wins=_likeliest({side or "nobody": times for side, times in tally.won.items()}, tally.tries),
    )  # fmt: skip


def _stand(one: StandTally, name: str, tries: int) -> StandChances:
    lost = _points(one.lost, tries)
    steady = [*one.lost] == [0] and not one.gone and not one.disordered and len(one.places) < 2
    return StandChances(
        code=one.code, name=name, lost=lost, gone=Likelihood("destroyed or off the field", one.gone / tries),
        disordered=Likelihood("disordered", one.disordered / tries), deeds=_likeliest(one.deeds, tries),
        places=_likeliest(one.places, tries)[:PLACES], eventless=steady and not one.deeds,
    )  # fmt: skip


def _points(counted: Mapping[int, int], tries: int) -> tuple[Likelihood, ...]:
    """By points, none of them left out between the least and the most."""
    span = range(min(0, *counted), max(counted) + 1) if counted else range(1)
    return tuple(Likelihood(_lost(points), counted.get(points, 0) / tries, str(points)) for points in span)


def _lost(points: int) -> str:
    """``nothing lost``, ``2 lost``, ``1 won back``."""
    return "nothing lost" if points == 0 else f"{points} lost" if points > 0 else f"{-points} won back"


def _likeliest(counted: Mapping[str, int], tries: int) -> tuple[Likelihood, ...]:
    ordered = sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    return tuple(Likelihood(what, times / tries) for what, times in ordered)
