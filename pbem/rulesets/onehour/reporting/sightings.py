"""What is told of hidden units: who came in sight, who was lost from it, what was found out (OH-H1 and on)."""

from msgspec import UNSET

from pbem.engine.hiding import SightingWithdrawn, SightRuled, has_blinds
from pbem.engine.ids import StandId
from pbem.engine.narrator.telling import Sentence
from pbem.engine.table import seen_told
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving
from pbem.engine.wording import listed
from pbem.rulesets.onehour import noticed as n
from pbem.rulesets.onehour.battle import Battle, army
from pbem.rulesets.onehour.writing.wording import named, place


def sighted(battle: Battle, fact: n.Sighted) -> Sentence | None:
    """``?1, a body of troops, came in sight at 12,30 (C6)``."""
    if fact.shown is UNSET:
        return None
    there = place(battle.table, fact.shown.pose.at)
    return seen_told.sighted(fact.shown, fact.sighting, fact.before, there, blinds=has_blinds(battle))


def lost_sight(battle: Battle, fact: n.LostSight) -> Sentence:
    """``You lost sight of ?1 body of troops at 12,30 (C6)``."""
    return seen_told.lost_sight(called(battle, fact.unit), place(battle.table, fact.at.at))


def reported(battle: Battle, fact: n.SightingReported) -> Sentence:
    """``Some horse (?3) were reported at 12,30 (C6)``."""
    return seen_told.reported(fact.shown, place(battle.table, fact.shown.pose.at), fact.source)


def withdrawn(battle: Battle, fact: SightingWithdrawn) -> Sentence:
    """``?3 is no longer thought to be where your map had it``."""
    return seen_told.withdrawn(fact)


def sight_ruled(battle: Battle, fact: SightRuled) -> Sentence:
    """For the umpire: ``South sees N05 until the end of turn 3``."""
    return seen_told.sight_ruled(army(battle, fact.side).name, fact, "turn")


def place_empty(battle: Battle, fact: PlaceSeenEmpty) -> Sentence:
    """``?1 is no longer where it was last seen``."""
    return seen_told.place_empty(fact)


def seen_moving(battle: Battle, fact: SeenMoving) -> Sentence:
    """``moved to 12,24 (C5) and faces 90°``."""
    return seen_told.seen_moving(fact, place(battle.table, fact.end.at))


def area_seen(battle: Battle, fact: AreaSeen) -> Sentence:
    """``Harrow Down is in the hand of South``."""
    return seen_told.area_seen(fact, army(battle, fact.holder).name)


def found_out(battle: Battle, fact: n.FoundOut) -> Sentence:
    """``ran into N02 White regiment, which it had not seen, and stopped``."""
    who = listed([called(battle, unit) for unit in fact.enemies]) or "an enemy"
    if fact.shooting:
        text = (
            f"could not shoot: {who} stood in the way, unseen."
            if fact.what == "ran into"
            else (f"could not shoot: {who} was not as it seemed.")
        )
    elif fact.what == "ran into":
        text = f"ran into {who}, which it had not seen, and stopped."
    else:
        text = "found that what it saw had misled it, and stopped."
    return Sentence(text=text, subject=fact.order.unit, weight=6, brief=f"{fact.order.unit} was stopped")


def unveiled(battle: Battle, fact: n.BlindUnveiled) -> Sentence:
    """``?3 at 12,24 (C5) was a blind: nothing is there``."""
    one = battle.units[fact.unit]
    there = place(battle.table, one.pose.at)
    return Sentence(
        text=f"{fact.unit} at {there} was a blind: nothing is there.", weight=4, brief=f"{fact.unit} was a blind"
    )


def called(battle: Battle, unit: StandId) -> str:
    """A unit as its enemy knows it."""
    return named(battle, unit)
