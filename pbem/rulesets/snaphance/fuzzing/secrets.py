"""A battle with what one seat may not see altered: what the seat sees has to be the same."""

from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.hexes import Facing
from pbem.engine.hiding import has_blinds, is_hidden, side_sights
from pbem.engine.ids import Side, StandId
from pbem.engine.sightings import Sighting
from pbem.rulesets.snaphance.state.battle import Army, Arrival, Battle, Stand, side_of_seat
from pbem.rulesets.snaphance.state.commands import Sheet, StandingOrder


def other_secrets(battle: Battle, ask: Ask[Any]) -> Battle:
    """The battle with the other side's orders, how far it has come in them, and its secret arrivals altered."""
    mine = side_of_seat(battle, ask.seat)
    other = next(one.id for one in battle.armies if one.id != mine)
    sheet = Sheet(standing=(StandingOrder("evade", "never"), StandingOrder("pursue", "yes")))
    further = battle.next_order + (1 if battle.active_side == other else 0)
    coming = tuple(
        replace(one, round=one.round + 1, due=not one.due) if one.secret and _waits(battle, one, other) else one
        for one in battle.arrivals
    )  # fmt: skip
    altered = replace(battle, sheets={**battle.sheets, other: sheet}, next_order=further, arrivals=coming)
    return unseen_altered(altered, mine) if mine is not None and is_hidden(battle) else altered


def _waits(battle: Battle, arrival: Arrival, side: Side) -> bool:
    """Whether it is a side's of which no stand has come."""
    stands = [battle.stands[stand] for stand in arrival.stands]
    return all(one.to_come and one.side == side for one in stands)


def unseen_altered(battle: Battle, mine: Side) -> Battle:
    """The battle with all of the other side altered that a side cannot know: stands out of its sight changed, taken
    away and added; of those that are not known what is not seen; losses, what the other side sees, who has acted."""
    seen, named = side_sights(battle, mine).seen, _in_special_rules(battle)
    theirs = [code for code, one in sorted(battle.stands.items()) if one.side != mine]
    stands = {code: one for code, one in battle.stands.items() if one.side == mine}
    unseen = [code for code in theirs if code not in seen and code not in named]
    for code in theirs:
        if code in seen:
            stands[code] = _as_it_may_be(battle, battle.stands[code], seen[code])
        elif code in named or code != next(iter(unseen)):
            stands[code] = _another(battle, battle.stands[code])
    if unseen:
        added = _another(battle, battle.stands[unseen[0]])
        stands[StandId("X99")] = replace(added, id=StandId("X99"), to_come=False, destroyed=False)
    gone = battle.stands.keys() - stands.keys()
    unknown = gone - side_sights(battle, mine).fallen.keys()  # who fell with a stand is known until his fate is
    generals = {
        code: one for code, one in battle.commanders.items() if one.attached_to not in unknown or code in named
    }  # fmt: skip
    assert not isinstance(battle.sights, UnsetType)
    sights = replace(battle.sights, sides={mine: side_sights(battle, mine)}, shown=())
    return replace(
        battle, stands=stands, commanders=generals, sights=sights, holders={}, crossed=_only(battle, stands.keys()),
        arrivals=tuple(one for one in battle.arrivals if not gone.intersection(one.stands)),
        armies=tuple(_further_lost(one, mine) for one in battle.armies),
        activation=battle.activation + 3, ordered=battle.ordered + 1, last_active=None,
    )  # fmt: skip


def _further_lost(one: Army, mine: Side) -> Army:
    """An army of the other side with one more break point lost, which was not seen."""
    return one if one.id == mine or one.broken else replace(one, break_lost=one.break_lost + 1)


def _only(battle: Battle, stands: Any) -> dict[Any, tuple[StandId, ...]]:  # noqa: ANN401  # keys of a mapping
    return {here: tuple(one for one in some if one in stands) for here, some in battle.crossed.items()}


def _in_special_rules(battle: Battle) -> set[str]:
    """Every text of the special rules: the codes of stands are among them."""
    found: set[str] = set()
    for rule in battle.special:
        for name in rule.__struct_fields__:
            value = getattr(rule, name)
            found |= {one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str)}
    return found


def _another(battle: Battle, one: Stand) -> Stand:
    """A stand out of sight as it might be instead."""
    other = next(row for row in sorted(battle.types) if row != one.type or len(battle.types) == 1)
    return replace(
        one, type=other, sp=battle.types[other].sp, name="other", facing=Facing((one.facing + 1) % 6),
        disordered=not one.disordered, opportunity=not one.opportunity, destroyed=not one.destroyed,
    )  # fmt: skip


def _as_it_may_be(battle: Battle, one: Stand, sighting: Sighting) -> Stand:
    """A stand in sight, with what is not seen of it at its grade altered (SN-H3)."""
    if sighting.grade == "known":
        return one
    changed = replace(one, name="other", disordered=not one.disordered, opportunity=not one.opportunity)
    if sighting.grade == "made out":
        return changed
    other = replace(_another(battle, changed), destroyed=one.destroyed)
    if has_blinds(battle):
        other = replace(other, blind=UNSET if one.blind else True)
    return other
