"""What rides and what is known: couriers, sightings, what each seat has learned (CA-5, CA-6, CA-7, CA-8)."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from pbem.engine.ids import Seat, Side, StandId
from pbem.rulesets.campaign.state.calendar import Half
from pbem.rulesets.campaign.state.country import TownId, Whereabouts
from pbem.rulesets.campaign.state.forces import Force
from pbem.rulesets.campaign.state.orders import Act, IfLine, Missive, Rest

Quality = Literal["body", "numbers", "close"]


class Spotted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A sighting of the enemy, dated: what was seen then (CA-7)."""

    at: TownId
    """Where, or the town it was nearest to."""
    toward: TownId = TownId("")
    """Where it was going, '' where that was not seen, or it stood."""
    half: Half
    """When."""
    by: str
    """Whose report it is: a force's code, ``townspeople``, ``a spy``."""
    quality: Quality
    least: int = 0
    """Men, at least and at most; 0 where no number was told."""
    most: int = 0
    arms: str = ""
    """``horse and foot``."""
    leader: str = ""
    """A commander whose name was heard."""

    @property
    def middle(self) -> int:
        """Men, as far as that is known."""
        return (self.least + self.most) // 2


class Instruction(msgspec.Struct, frozen=True, omit_defaults=True):
    """Orders that ride to a force."""

    force: StandId
    acts: tuple[Act, ...] = ()
    ifs: tuple[IfLine, ...] = ()
    rest: Rest | None = None
    """A standing order; None for none."""
    silent: bool | None = None
    """Whether it sends no dispatches from now on; None for as before."""


class Courier(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rider with what they carry: a letter, orders for a force, a dispatch, or news of the enemy."""

    id: int
    kind: Literal["letter", "orders", "dispatch", "news"]
    sender: Seat
    """Who wrote, or whose force it comes from."""
    to: Seat
    """Whom it is for."""
    force: StandId = StandId("")
    """The force it rides to; '' for where the addressee is."""
    written: Half
    sent_from: TownId
    end: TownId
    """Where the rider looks for the addressee."""
    where: Whereabouts
    route: tuple[TownId, ...] = ()
    """Towns still to come."""
    text: str = ""
    orders: Instruction | None = None
    news: tuple[Spotted, ...] = ()
    report: Force | None = None
    """A force as it was when the rider left."""
    homeward: bool = False
    """Whether the rider brings it back to its writer."""
    asked: int = 0
    """How often the rider has followed an addressee who was gone."""
    ready: Half = Half(0)
    """From when the rider rides."""

    @property
    def key(self) -> str:
        """``00012``: in the order in which they left."""
        return f"{self.id:05d}"


class Dispatch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A letter as a seat has it."""

    id: int
    sender: Seat
    to: Seat
    written: Half
    sent_from: TownId
    delivered: Half
    text: str
    taken: bool = False
    """Whether it was taken from the enemy's courier."""
    returned: bool = False
    """Whether it came back undelivered."""


class Heard(msgspec.Struct, frozen=True):
    """Where a seat was last heard of."""

    at: TownId
    half: Half


class Knowledge(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat has learned."""

    reports: Mapping[StandId, Force] = {}
    """Forces of its own side as of the last dispatch; each says when (``as_of``)."""
    spotted: tuple[Spotted, ...] = ()
    """Sightings that have come in, the last at the end."""
    letters: tuple[Dispatch, ...] = ()
    """Letters received, taken and come back."""
    sent: tuple[tuple[Half, Missive, TownId], ...] = ()
    """Letters written: when, what, whereto."""
    heads: Mapping[Seat, Heard] = {}
    """Where the others of its side were last heard of."""
    broken: tuple[str, ...] = ()
    """Bridges it knows to be broken."""
    held: Mapping[TownId, Side | None] = {}
    """Who holds which town, as far as it knows."""
    aim: str = ""
    """The name of its private aim."""


REMEMBERED = 60
"""Sightings that a seat keeps."""
