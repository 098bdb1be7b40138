"""Sentences of what is seen of hidden units on a table, the same in every rule set in inches.

place: as the rule set writes it.
"""

from typing import Protocol

from msgspec import UNSET, UnsetType

from pbem.engine.blinds import MAY_BE
from pbem.engine.hiding import SightingWithdrawn, SightRuled
from pbem.engine.ids import StandId
from pbem.engine.narrator.telling import Sentence
from pbem.engine.sightings import Sighting
from pbem.engine.table.measures import say_degrees
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving
from pbem.engine.table.places import Pose
from pbem.engine.wording import capital

BODY = "body of troops"


class ShownUnit(Protocol):
    """A unit as it is seen."""

    @property
    def id(self) -> StandId:
        """What the side calls it."""

    @property
    def name(self) -> str:
        """What it is seen to be."""

    @property
    def pose(self) -> Pose:
        """Where it is seen."""


def sighted(one: ShownUnit, sighting: Sighting, before: StandId, place: str, *, blinds: bool = False) -> Sentence:
    """``?1, a body of troops, came in sight at 12,30 (C6)``."""
    body = MAY_BE if blinds else f"a {BODY}"
    who = f"{one.id}, {body}," if sighting.grade == "body" else f"{one.id} {one.name}"
    facing = f", facing {say_degrees(one.pose.facing)}" if sighting.grade != "body" else ""
    if not before:
        return Sentence(text=f"{who} came in sight at {place}{facing}.", weight=4, brief=f"{one.id} came in sight")
    if before == one.id:
        return Sentence(text=f"{one.id} at {place} is made out: {one.name}{facing}.", weight=2)
    return Sentence(text=f"{before} at {place} is {who}.", weight=4, brief=f"{before} is {one.id}")


def lost_sight(called: str, place: str) -> Sentence:
    """``You lost sight of ?1 body of troops at 12,30 (C6)``."""
    return Sentence(text=f"You lost sight of {called} at {place}.", weight=2)


def reported(one: ShownUnit, place: str, source: str | UnsetType = UNSET) -> Sentence:
    """``Some horse (?3) were reported at 12,30 (C6) (spy)``."""
    by = f" ({source})" if source else ""
    return Sentence(text=f"{capital(one.name)} ({one.id}) were reported at {place}{by}.", weight=4)


def withdrawn(fact: SightingWithdrawn) -> Sentence:
    """``?3 is no longer thought to be where your map had it``."""
    return Sentence(text=f"{fact.name} is no longer thought to be where your map had it.")


def sight_ruled(side: str, fact: SightRuled, turn: str) -> Sentence:
    """For the umpire: ``South sees N05 until the end of turn 3``."""
    does = "sees" if fact.shows else "does not see"
    return Sentence(text=f"{side} {does} {fact.unit} until the end of {turn} {fact.until}.")


def place_empty(fact: PlaceSeenEmpty) -> Sentence:
    """``?1 is no longer where it was last seen``."""
    return Sentence(text=f"{fact.name} is no longer where it was last seen.")


def seen_moving(fact: SeenMoving, place: str) -> Sentence:
    """``moved to 12,24 (C5) and faces 90 degrees``."""
    facing = f"faces {say_degrees(fact.end.facing)}" if fact.end.facing != fact.start.facing else ""
    if fact.start.at == fact.end.at:
        return Sentence(text=f"turned and {facing}.", subject=fact.unit)
    and_turned = f" and {facing}" if facing else ""
    return Sentence(text=f"moved to {place}{and_turned}.", subject=fact.unit)


def area_seen(fact: AreaSeen, holder: str) -> Sentence:
    """``Harrow Down is in the hand of South``."""
    told = f"{fact.area} is in the hand of {holder}"
    return Sentence(text=f"{capital(told)}.", weight=6, brief=told)
