"""What is told of hidden units: who came in sight, who was lost from it, what was found out (FS-H1 and on)."""

from typing import cast

from msgspec import UNSET

from pbem.engine.hiding import SightingWithdrawn, SightRuled, sights_of
from pbem.engine.ids import RuleId
from pbem.engine.narrator.telling import Sentence
from pbem.engine.table import seen_told
from pbem.engine.table.measures import Hundredths, say_inches
from pbem.engine.table.noticed import AreaSeen, PlaceSeenEmpty, SeenMoving
from pbem.engine.table.references import say_spot
from pbem.engine.wording import listed
from pbem.rulesets.fornovo.moving.seeing import VISIBILITY, WOOD_SIGHT, shown_within
from pbem.rulesets.fornovo.seeing.looking import BESIDE
from pbem.rulesets.fornovo.special.holding import visibility
from pbem.rulesets.fornovo.state import noticed as n
from pbem.rulesets.fornovo.state.battle import Battle, army_of

HIDDEN = {
    "FS-H1": (
        "Units are hidden: an enemy within {far} inches is in sight of any unit of yours with a clear line to it "
        "(G-7); at the edge of a wood or in a block within {edge}, in the depth of a wood within {beside}."
    ),
    "FS-H2": (
        "Units that shoot, charge or fight, and those they do it to, are seen within {shown} inches until the turn is "
        "over."
    ),
    "FS-H3": (
        "Within {third} inches a unit is known, within {two_thirds} its arm and facing are made out, farther off it is "
        "a body of troops."
    ),
    "FS-H4": "A unit that is not known has a token in place of its code: ?1, ?2; orders may name it.",
    "FS-H6": "A move stops short of an enemy it did not see; a charge is at whatever it meets.",
}  # fmt: skip
"""What is told of hidden units before the battle."""


def hidden_units(battle: Battle) -> tuple[tuple[RuleId, str], ...]:
    """How units are hidden in this battle; () where they are not."""
    if sights_of(battle) is None:
        return ()
    far = visibility(battle) or battle.inches(VISIBILITY)
    thirds = {"third": far // 3, "two_thirds": 2 * far // 3, "far": far}
    thirds |= {"shown": shown_within(battle, far), "edge": battle.inches(WOOD_SIGHT), "beside": battle.inches(BESIDE)}
    figures = {name: say_inches(Hundredths(inches)) for name, inches in thirds.items()}
    return tuple(
        (RuleId(rule), f"{text.format(**figures)} (Not in the printed rules.)") for rule, text in HIDDEN.items()
    )


def sighted(view: Battle, fact: n.Sighted) -> Sentence | None:
    """``?1, a body of troops, came in sight at 12,30``."""
    if fact.shown is UNSET:
        return None
    assert fact.shown.pose is not None
    shown = cast(seen_told.ShownUnit, fact.shown)
    return seen_told.sighted(shown, fact.sighting, fact.before, say_spot(fact.shown.pose.at))


def lost_sight(view: Battle, fact: n.LostSight) -> Sentence:
    """``You lost sight of ?1 body of troops at 12,30``."""
    return seen_told.lost_sight(_called(view, fact.unit), say_spot(fact.at.at))


def reported(view: Battle, fact: n.SightingReported) -> Sentence:
    """``Some horse (?3) were reported at 12,30``."""
    assert fact.shown.pose is not None
    return seen_told.reported(cast(seen_told.ShownUnit, fact.shown), say_spot(fact.shown.pose.at), fact.source)


def withdrawn(view: Battle, fact: SightingWithdrawn) -> Sentence:
    """``?3 is no longer thought to be where your map had it``."""
    return seen_told.withdrawn(fact)


def sight_ruled(view: Battle, fact: SightRuled) -> Sentence:
    """For the umpire: ``South sees N05 until the end of turn 3``."""
    return seen_told.sight_ruled(army_of(view, fact.side).name, fact, "turn")


def place_empty(view: Battle, fact: PlaceSeenEmpty) -> Sentence:
    """``?1 is no longer where it was last seen``."""
    return seen_told.place_empty(fact)


def seen_moving(view: Battle, fact: SeenMoving) -> Sentence:
    """``moved to 12,24 and faces 90 degrees``."""
    return seen_told.seen_moving(fact, say_spot(fact.end.at))


def area_seen(view: Battle, fact: AreaSeen) -> Sentence:
    """``Harrow Down is in the hand of South``."""
    return seen_told.area_seen(fact, army_of(view, fact.holder).name)


def found_out(view: Battle, fact: n.FoundOut) -> Sentence:
    """``ran into N02 White regiment, which it had not seen``."""
    if fact.what == "not as seen":
        return Sentence(
            text="found that what it saw had misled it.", subject=fact.unit, weight=6,
            brief=f"{fact.unit} was misled",
        )  # fmt: skip
    who = listed([_called(view, unit) for unit in fact.enemies]) or "an enemy"
    return Sentence(
        text=f"ran into {who}, unseen until then.", subject=fact.unit, weight=6, brief=f"{fact.unit} ran into {who}"
    )


def _called(view: Battle, code: str) -> str:
    one = next((one for name, one in view.units.items() if name == code), None)
    return f"{one.id} {one.name}" if one is not None else code
