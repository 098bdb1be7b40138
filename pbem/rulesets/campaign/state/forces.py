"""Forces and the units in them (CA-3)."""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.engine.ids import Seat, Side, StandId
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.country import TownId, Whereabouts
from pbem.rulesets.campaign.state.orders import Act, IfLine, Rest

ArmOf = Literal["foot", "horse", "dragoons", "guns"]
HORSE = ("GEN", "MAA", "DEM", "REI", "MIL", "CUI", "HOR", "SLO", "FAS", "LC")
FOOT = ("SWI", "LAN", "IPK", "TER", "SWB", "PS", "PSL", "SHO", "SK")
FULL = 100


class Regiment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit: a stand of the battles to come."""

    code: StandId
    name: str
    type: str
    """Of the common army list: ``PSL``."""
    rating: Literal["A", "B", "C"]
    men: int
    """With the colours; of guns, how many pieces."""
    start: int
    """The same when the campaign began."""
    away: int = 0
    """Stragglers and lightly hurt, who may come back."""
    bands: bool = False
    """Whether they are trained bands, who go home."""

    @property
    def arm(self) -> ArmOf:
        """Foot, horse, dragoons or guns."""
        if self.type in HORSE:
            return "horse"
        return "dragoons" if self.type == "DRA" else "guns" if self.type == "ART" else "foot"

    @property
    def fighters(self) -> int:
        """Men that count: of guns none."""
        return 0 if self.type == "ART" else self.men


class Force(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A body of troops that moves as one."""

    code: StandId
    name: str
    seat: Seat
    """Who orders it."""
    side: Side
    where: Whereabouts
    kind: Literal["field", "garrison", "blind", "convoy"] = "field"
    units: tuple[Regiment, ...] = ()
    leaders: tuple[str, ...] = ()
    """Commanders with it, the senior first."""
    train: bool = False
    """Whether it has its wagons or heavy guns with it."""
    light: bool = False
    """Whether it may force its march."""
    bread: int = 0
    """Days it can live of what it carries."""
    short: int = 0
    """Days in a row without bread."""
    fed: int = 2
    """Days in a row with bread since it went short, at most two."""
    forced: int = 0
    """Days in a row of forced marches."""
    weary: Half = Half(-1)
    """Until when it has to rest after a night march, or straggles."""
    beaten: Half = Half(-1)
    """Until when it may not seek, after a defeat."""
    back: tuple[tuple[Half, StandId, int], ...] = ()
    """Men who come back after a battle: when, to which unit, how many."""
    order: Act | None = None
    """What it is carrying out; None for nothing."""
    ifs: tuple[IfLine, ...] = ()
    """Tested top down while none has been true."""
    scouts: tuple[TownId, ...] = ()
    """Where its scouts ride."""
    since: Half = Half(0)
    """Since when they do."""
    rest: Rest = ""
    """What it does when its orders are carried out, by standing order."""
    silent: bool = False
    """Whether it sends no dispatches (CA-6)."""
    pinned: int = 0
    """The battle it is in, 0 for none."""
    attacked: bool = False
    """Whether an enemy met it in the half-day before."""
    trail: tuple[TownId, ...] = ()
    """The towns it has come by, the last at the end."""
    enters: Half = Half(0)
    """When it comes onto the board, or may first march from its box."""
    arrival: TownId = TownId("")
    """The town it enters at; '' for one that is there already."""
    as_of: Half = Half(-1)
    """In a seat's view: when it was last heard of; -1 for what the seat sees itself."""

    @property
    def men(self) -> int:
        """Men with the colours."""
        return sum(one.fighters for one in self.units)

    @property
    def guns(self) -> int:
        """Pieces."""
        return sum(one.men for one in self.units if one.arm == "guns")

    @property
    def is_there(self) -> bool:
        """Whether it is on the board with anything in it."""
        return bool(self.where.town) and (self.kind in {"blind", "convoy"} or any(one.men for one in self.units))


def count(units: Iterable[Regiment], *arms: ArmOf) -> int:
    """Men of some arms, pieces of guns."""
    return sum(one.men for one in units if one.arm in arms)


def share(men: int, percent: int) -> int:
    """So many in a hundred of some men, to the nearest, halves up (CA-Q8)."""
    return (men * percent * 2 + FULL) // (2 * FULL)


def with_unit(force: Force, code: StandId, **changes: object) -> Force:
    """A force with one of its units changed."""
    return replace(force, units=tuple(replace(one, **changes) if one.code == code else one for one in force.units))


def thinned(force: Force, percent: int, *, away: bool) -> Force:
    """A force that has lost a share of every unit but guns.  away: whether those may come back."""
    units = []
    for one in force.units:
        lost = 0 if one.arm == "guns" else share(one.men, percent)
        units.append(replace(one, men=one.men - lost, away=one.away + (lost if away else 0)))
    return replace(force, units=tuple(units))
