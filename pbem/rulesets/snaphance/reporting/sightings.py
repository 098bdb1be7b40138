"""What is told of hidden units: who came in sight, who was lost from it, how they are hidden (SN-H1 and on)."""

from collections.abc import Mapping

from msgspec import UNSET

from pbem.engine.blinds import MAY_BE
from pbem.engine.hexes import hour, label
from pbem.engine.hiding import SightingWithdrawn, SightRuled, has_blinds, is_hidden, sights_of
from pbem.engine.ids import RuleId
from pbem.engine.narrator.telling import Sentence
from pbem.engine.wording import capital
from pbem.rulesets.snaphance.state import noticed as n
from pbem.rulesets.snaphance.state.battle import Battle, army


def sighted(battle: Battle, fact: n.Sighted) -> Sentence | None:
    """``?1 body of troops came in sight at 0605``; ``?1 at 0605 is N04 Black tercio``."""
    if fact.shown is UNSET:
        return None
    one = fact.shown
    who, there = f"{one.id} {one.name}", label(one.hex)
    if fact.sighting.grade == "body" and has_blinds(battle):
        who = f"{one.id}, {MAY_BE},"
    facing = f", facing {hour(one.facing)}" if fact.sighting.grade != "body" else ""
    if not fact.before:
        return Sentence(text=f"{who} came in sight at {there}{facing}.", weight=4, brief=f"{one.id} came in sight")
    if fact.before == one.id:
        return Sentence(text=f"{one.id} at {there} is made out: {one.name}{facing}.", weight=2)
    return Sentence(text=f"{fact.before} at {there} is {who}{facing}.", weight=4, brief=f"{fact.before} is {one.id}")


def reported(battle: Battle, fact: n.SightingReported) -> Sentence:
    """``Some horse (?3) were reported at 0605 (spy)``."""
    one, by = fact.shown, f" ({fact.source})" if fact.source else ""
    return Sentence(text=f"{capital(one.name)} ({one.id}) were reported at {label(one.hex)}{by}.", weight=4)


def withdrawn(battle: Battle, fact: SightingWithdrawn) -> Sentence:
    """``?3 is no longer thought to be there``."""
    return Sentence(text=f"{fact.name} is no longer thought to be where your map had it.")


def sight_ruled(battle: Battle, fact: SightRuled) -> Sentence:
    """For the umpire: ``South sees N05 until the end of round 3``."""
    does = "sees" if fact.shows else "does not see"
    return Sentence(text=f"{army(battle, fact.side).name} {does} {fact.unit} until the end of round {fact.until}.")


def place_empty(battle: Battle, fact: n.PlaceEmpty) -> Sentence:
    """``?1 is no longer where it was last seen``."""
    return Sentence(text=f"{fact.name} is no longer where it was last seen.")


def unveiled(battle: Battle, fact: n.BlindUnveiled) -> Sentence:
    """``?3 at 0605 was a blind: nothing is there``."""
    there = label(battle.stands[fact.stand].hex)
    return Sentence(
        text=f"{fact.stand} at {there} was a blind: nothing is there.", weight=4, brief=f"{fact.stand} was a blind"
    )


def hex_seen(battle: Battle, fact: n.HexSeen) -> Sentence:
    """``0605 is in the hand of South``."""
    told = f"{label(fact.hex)} is in the hand of {army(battle, fact.holder).name}"
    return Sentence(text=f"{told}.", weight=6, brief=told)


HIDDEN: Mapping[RuleId, str] = {
    RuleId("SN-H1"): (
        "Units are hidden: an enemy is in sight within {far} hexes of one of your units, fewer in fog, with a clear "
        "line between; in woods or a town from the next hex."
    ),
    RuleId("SN-H2"): (
        "Units that shoot, charge or fight, and those they do it to, are known within twice that distance until the "
        "round ends."
    ),
    RuleId("SN-H3"): (
        "Within {third} hexes a unit is known, within {two_thirds} its kind and facing are made out, farther off it is "
        "a body of troops."
    ),
    RuleId("SN-H4"): "A unit that is not known has a token in place of its code: ?1, ?2; orders may name it.",
    RuleId("SN-H6"): "A unit that runs into an unseen enemy stops before it, and what it spent is spent.",
    RuleId("SN-H8"): "Where players set up their units, neither side sees the other's set-up; then round 1 begins.",
    RuleId("SN-H9"): "Losses of the other side are counted as far as you see them.",
}
"""What is told of hidden units before the battle."""
BLINDS = (
    "Both sides field blinds: a body of troops may be nothing. A blind goes once it would be made out, or is met, shot "
    "at or charged. (Not in the printed rules.)"
)


def hidden_units(battle: Battle) -> tuple[tuple[RuleId, str], ...]:
    """How units are hidden in this battle; () where they are not."""
    sights = sights_of(battle)
    if sights is None or not is_hidden(battle):
        return ()
    far = sights.visibility
    figures = {"third": far // 3, "two_thirds": 2 * far // 3, "far": far}
    blinds = ((RuleId("SN-H10"), BLINDS),) if has_blinds(battle) else ()
    return blinds + tuple(
        (rule, f"{text.format(**figures)} (Not in the printed rules.)") for rule, text in HIDDEN.items()
        if rule != "SN-H8" or battle.phase == "set-up"
    )  # fmt: skip
