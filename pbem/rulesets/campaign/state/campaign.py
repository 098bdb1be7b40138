"""A campaign as it stands."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.called import BattleResult, BattleSpec
from pbem.engine.commanders import Parcel, fellows, seats_of, side_with
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.rulesets.campaign.state.calendar import Calendar, Half, day_of
from pbem.rulesets.campaign.state.country import Cmiles, Country, Magazine, TownId
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.knowledge import Courier, Knowledge
from pbem.rulesets.campaign.state.orders import Sheet

PACES: Mapping[str, str] = {
    "day": "orders every morning",
    "three days": "orders every third morning",
    "event": "orders when something happens to you, after seven days at the latest",
}
"""How often seats are asked, the usual pace first (CA-2)."""
BATTLES: Mapping[str, str] = {
    "aides": "Two aides-de-camp fight each battle, under the rules that the file names.",
    "post": "Each battle is a game of its own, played by post between the commanders who are in it.",
    "reckoned": "The campaign's own table settles each battle with two dice.",
    "table": "Each battle is fought on a real table, and both sides tell what came of it.",
    "ruled": "The umpire rules what comes of each battle.",
}
"""How battles are fought (CA-12)."""
OWN_SIDE: Mapping[str, str] = {
    "": "Each commander knows the forces of others by their letters alone.",
    "open": "Each commander sees all forces of their side as they are.",
}
"""What a seat knows of its own side (CA-6)."""
VOICES: Mapping[str, str] = {
    "": "Dispatches are in plain English.",
    "period": "Dispatches are in the voice of their time.",
}
"""How dispatches are written (CA-9)."""
AT_ONCE = ("aides", "reckoned")
"""The ways by which a battle is over before the half-day goes on."""
FOUGHT_BY: Mapping[str, str] = {
    "": "By the rules that the campaign's file names.",
    "snaphance": "By Snaphance, on hexes.",
    "onehour": "By the one-hour rules, on a table in inches.",
    "armatys": "By Armatys' Pike & Shot, on a table in inches.",
    "fornovo": "By Fornovo to Sedgemoor, on a table in inches.",
}
"""The rule sets that take battles (CA-13)."""
LEAD = 2
LEADS: Mapping[str, str] = {
    "": "The campaign goes on for two days beyond a battle that is being fought, where that cannot touch it.",
    "0": "The campaign waits while a battle is being fought.",
    "1": "The campaign goes on for a day beyond a battle.",
    "4": "The campaign goes on for four days beyond a battle.",
    "7": "The campaign goes on for seven days beyond a battle.",
}
"""Days for which the campaign goes on beyond a battle that is fought (CA-15)."""
Phase = Literal["lots", "orders", "half-day", "over"]


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """A side."""

    id: Side
    name: str
    letter: str
    points: int = 0
    """Won so far."""
    parcels: tuple[Parcel, ...] | UnsetType = UNSET
    """Its seats; each holds the codes of its forces."""

    @property
    def seat(self) -> Seat:
        """The seat that speaks for the side."""
        some = () if self.parcels is UNSET else self.parcels
        return next((one.seat for one in some if one.chief), some[0].seat if some else Seat(self.id))


class Officer(msgspec.Struct, frozen=True, kw_only=True):
    """A seat: whose forces it orders, where it is, whom it writes to."""

    seat: Seat
    name: str
    """As players read it: ``Sir William Waller``."""
    short: str
    """As orders name it: ``Waller``."""
    side: Side
    head: StandId
    """The force the commander is with."""
    reports_to: Seat = Seat("")
    """Who gets a dispatch each night; '' for no other seat."""
    person: str = ""
    """The leader the commander is, where battles can lose them."""


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """Hundredths of a mile in a half-day."""

    train: Cmiles = Cmiles(500)
    foot: Cmiles = Cmiles(650)
    horse: Cmiles = Cmiles(750)
    forced: Cmiles = Cmiles(1000)
    night: Cmiles = Cmiles(500)
    """Once, after a night start."""
    courier: Cmiles = Cmiles(1400)
    courier_night: Cmiles = Cmiles(1200)


class Goal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is worth points: to a side, or to the seat to which it was dealt (CA-17)."""

    name: str
    text: str
    side: Side
    points: int
    kind: Literal["held", "taken", "safe", "captured", "beaten", "guns", "leave", "beyond", "alone", "losses", "bands"]
    towns: tuple[TownId, ...] = ()
    seat: Seat = Seat("")
    """Whose forces count, '' for all of the side."""
    men: int = 0
    """Men or horse who must leave."""
    arm: Literal["", "horse"] = ""
    day: int = 0
    """The last day on which it counts, or days in a row."""
    percent: int = 0
    leader: str = ""
    private: Seat = Seat("")
    """To whom it may be dealt; '' for a goal of the side."""


class Scored(msgspec.Struct, frozen=True):
    """Points that have been won.  goal: its name."""

    goal: str
    half: Half
    points: int
    to: tuple[Seat, ...] = ()
    """The seats that know of it."""


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that has been called."""

    spec: BattleSpec
    half: Half
    attacker: Side
    known: tuple[Seat, ...] = ()
    """The seats whose commanders were there when it was called."""
    how: str = "reckoned"
    """How it is fought."""
    default: BattleResult | None = None
    """What the campaign's own table makes of it."""
    result: BattleResult | None = None
    """What has come of it and has not been played on yet."""
    over: bool = False
    winner: Side | None = None


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """The state."""

    title: str
    calendar: Calendar
    country: Country
    armies: tuple[Host, ...]
    officers: Mapping[Seat, Officer]
    forces: Mapping[StandId, Force]
    towns: Mapping[TownId, Magazine]
    """Who holds each, and what has been eaten of it."""
    rates: Rates = Rates()
    goals: tuple[Goal, ...] = ()
    knows: Mapping[Seat, Knowledge] = {}
    couriers: Mapping[str, Courier] = {}
    """Riders under way, by their key."""
    riders: int = 0
    """Couriers sent so far: the number of the last."""
    posted: tuple[Courier, ...] = ()
    """Riders with letters, as they left: laid open at the end (CA-17)."""
    broken: Mapping[str, Half] = {}
    """Bridges that are broken, since when."""
    works: Mapping[str, int] = {}
    """Half-days of work that a bridge has taken so far, to be broken or mended."""
    half: Half = Half(0)
    """The half-day that is played now."""
    phase: Phase = "lots"
    wet: Half = Half(-1)
    """The last half-day of the rain that falls now."""
    pace: str = "day"
    battles: str = "reckoned"
    """How battles are fought."""
    fought_by: str = ""
    """The rule set that takes the battles, '' for none."""
    lead: int = LEAD
    """Days for which it goes on beyond a battle that is fought."""
    voice: str = ""
    """In which dispatches are written: ``period``, or '' for plain English (CA-9)."""
    open_side: bool = False
    """Whether a seat knows everything of its side at once."""
    asked: Mapping[Seat, int] = {}
    """The day on which each seat was last asked."""
    stirred: tuple[Seat, ...] = ()
    """Seats to which something has happened since."""
    sheets: Mapping[Seat, Sheet] = {}
    spies: Mapping[Seat, TownId] = {}
    """The town each seat has a spy in today."""
    passed: Mapping[TownId, Mapping[Side, int]] = {}
    """Men of each side who were in a town today."""
    fights: tuple[Fight, ...] = ()
    scored: tuple[Scored, ...] = ()
    fallen: tuple[str, ...] = ()
    """Commanders who fell or were taken."""
    left: Mapping[Side, tuple[tuple[TownId, Half, int, int], ...]] = {}
    """Who has left the map: through which exit, when, men, horse among them."""
    guns: Mapping[Side, int] = {}
    """Pieces each has taken."""
    mustered: Mapping[str, int] = {}
    """Men that a goal counts, as the campaign began."""
    beyond: Mapping[str, int] = {}
    """Days in a row for which a goal has been fulfilled."""
    winner: Side | None = None

    @property
    def day(self) -> int:
        """From 1."""
        return day_of(self.half)

    @property
    def morning(self) -> bool:
        """Whether the half-day is a morning."""
        return self.half % 2 == 0

    @property
    def raining(self) -> bool:
        """Whether rain falls."""
        return self.wet >= self.half


def side_of_seat(campaign: Campaign, seat: Seat) -> Side | None:
    """The side a seat plays; None for umpires and spectators."""
    return side_with(campaign.armies, seat)


def enemy_of(campaign: Campaign, side: Side) -> Side:
    """The other side."""
    return next(one.id for one in campaign.armies if one.id != side)


def seats(campaign: Campaign) -> tuple[Seat, ...]:
    """All seats, in the scenario's order."""
    return tuple(seat for army in campaign.armies for seat in seats_of(army))


def of_side(campaign: Campaign, side: Side) -> tuple[Seat, ...]:
    """The seats of a side."""
    return next(seats_of(one) for one in campaign.armies if one.id == side)


def others(campaign: Campaign, seat: Seat) -> tuple[Seat, ...]:
    """The other seats of its side."""
    return fellows(campaign.armies, seat)


def forces_of(campaign: Campaign, seat: Seat) -> list[Force]:
    """A seat's forces on the board, its commander's own first."""
    head = campaign.officers[seat].head if seat in campaign.officers else StandId("")
    mine = [one for _, one in sorted(campaign.forces.items()) if one.seat == seat and one.is_there]
    return sorted(mine, key=lambda one: one.code != head)


def at_town(campaign: Campaign, town: TownId, side: Side) -> list[Force]:
    """A side's forces in a town, by code."""
    return [
        one for _, one in sorted(campaign.forces.items())
        if one.side == side and one.where.in_town and one.where.town == town and one.is_there
    ]  # fmt: skip


def exact(campaign: Campaign, seat: Seat, force: Force) -> bool:
    """Whether a seat sees a force as it is: its commander is with it (CA-6)."""
    if seat == UMPIRE:
        return True
    officer = campaign.officers.get(seat)
    if officer is None or force.side != officer.side:
        return False
    if campaign.open_side or force.code == officer.head:
        return True
    head = campaign.forces.get(officer.head)
    return head is not None and bool(head.where.town) and force.where == head.where


def putting(campaign: Campaign, *changed: Force) -> Campaign:
    """The campaign with some forces as they now are."""
    return replace(campaign, forces={**campaign.forces, **{one.code: one for one in changed}})


def knowing(campaign: Campaign, seat: Seat, knowledge: Knowledge) -> Campaign:
    """The campaign with what a seat now knows."""
    return replace(campaign, knows={**campaign.knows, seat: knowledge})


def stirring(campaign: Campaign, *some: Seat) -> Campaign:
    """The campaign with seats to which something has happened."""
    return replace(campaign, stirred=tuple(dict.fromkeys((*campaign.stirred, *some))))


def usable(campaign: Campaign, bridge: str) -> bool:
    """Whether a bridge stands; roads without one are always open."""
    return bridge not in campaign.broken
