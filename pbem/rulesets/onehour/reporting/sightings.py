"""What is told of hidden units: who came in sight, who was lost from it, what was found out (OH-H1 and on)."""

from msgspec import UNSET

from pbem.engine.hiding import SightingWithdrawn, SightRuled
from pbem.engine.ids import StandId
from pbem.engine.narrator.telling import Sentence
from pbem.engine.table.measures import say_degrees
from pbem.engine.wording import capital, listed
from pbem.rulesets.onehour import noticed as n
from pbem.rulesets.onehour.battle import Battle, army
from pbem.rulesets.onehour.writing.wording import named, place

BODY = "body of troops"


def sighted(battle: Battle, fact: n.Sighted) -> Sentence | None:
    """``?1, a body of troops, came in sight at 12,30 (C6)``."""
    if fact.shown is UNSET:
        return None
    one = fact.shown
    who = f"{one.id}, a {BODY}," if fact.sighting.grade == "body" else f"{one.id} {one.name}"
    there = place(battle.table, one.pose.at)
    facing = f", facing {say_degrees(one.pose.facing)}" if fact.sighting.grade != "body" else ""
    if not fact.before:
        return Sentence(text=f"{who} came in sight at {there}{facing}.", weight=4, brief=f"{one.id} came in sight")
    if fact.before == one.id:
        return Sentence(text=f"{one.id} at {there} is made out: {one.name}{facing}.", weight=2)
    return Sentence(text=f"{fact.before} at {there} is {who}.", weight=4, brief=f"{fact.before} is {one.id}")


def lost_sight(battle: Battle, fact: n.LostSight) -> Sentence:
    """``You lost sight of ?1 body of troops at 12,30 (C6)``."""
    return Sentence(
        text=f"You lost sight of {called(battle, fact.unit)} at {place(battle.table, fact.at.at)}.", weight=2
    )


def reported(battle: Battle, fact: n.SightingReported) -> Sentence:
    """``Some horse (?3) were reported at 12,30 (C6)``."""
    one = fact.shown
    return Sentence(
        text=f"{capital(one.name)} ({one.id}) were reported at {place(battle.table, one.pose.at)}.", weight=4
    )


def withdrawn(battle: Battle, fact: SightingWithdrawn) -> Sentence:
    """``?3 is no longer reported``."""
    return Sentence(text=f"{fact.name} is no longer thought to be where your map had it.")


def sight_ruled(battle: Battle, fact: SightRuled) -> Sentence:
    """For the umpire: ``South sees N05 until the end of turn 3``."""
    does = "sees" if fact.shows else "does not see"
    return Sentence(text=f"{army(battle, fact.side).name} {does} {fact.unit} until the end of turn {fact.until}.")


def place_empty(battle: Battle, fact: n.PlaceEmpty) -> Sentence:
    """``?1 is no longer where it was last seen``."""
    return Sentence(text=f"{fact.name} is no longer where it was last seen.")


def seen_moving(battle: Battle, fact: n.SeenMoving) -> Sentence:
    """``moved to 12,24 (C5) and faces 90°``."""
    facing = f"faces {say_degrees(fact.end.facing)}" if fact.end.facing != fact.start.facing else ""
    if fact.start.at == fact.end.at:
        return Sentence(text=f"turned and {facing}.", subject=fact.unit)
    and_turned = f" and {facing}" if facing else ""
    return Sentence(text=f"moved to {place(battle.table, fact.end.at)}{and_turned}.", subject=fact.unit)


def area_seen(battle: Battle, fact: n.AreaSeen) -> Sentence:
    """``Harrow Down is in the hand of South``."""
    told = f"{fact.area} is in the hand of {army(battle, fact.holder).name}"
    return Sentence(text=f"{capital(told)}.", weight=6, brief=told)


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


def called(battle: Battle, unit: StandId) -> str:
    """A unit as its enemy knows it."""
    return named(battle, unit)
