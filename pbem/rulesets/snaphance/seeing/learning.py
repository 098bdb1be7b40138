"""What a seat learns of a fact where units are hidden: nothing of stands out of its sight, and by the names it knows.

A fact is unseen unless it says otherwise.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.commanders import ParcelledOut
from pbem.engine.facts import Fact
from pbem.engine.hiding import OfSide, is_hidden, side_sights
from pbem.engine.ids import UMPIRE, CommanderId, GroupId, Seat, Side, StandId
from pbem.engine.rulings.facts import BreakRuled, VisibilityPut
from pbem.engine.sightings import names_of, renamed
from pbem.rulesets.snaphance.seeing.looking import grade_of
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state import noticed as n
from pbem.rulesets.snaphance.state import special_facts as s
from pbem.rulesets.snaphance.state.battle import Battle, side_of_seat
from pbem.rulesets.snaphance.state.sights import NO_FACING, as_known

PUBLIC = (
    f.SetUpEnded,
    f.RoundBegan,
    f.OrdersIn,
    f.SideBroken,
    BreakRuled,
    f.BattleEnded,
    f.BreakPointsRuled,
    f.LastRoundPut,
    f.FogPut,
    VisibilityPut,
)
"""What both sides learn as it is."""
OF_GROUPS = (f.DiceOff, f.GroupActivated, f.ActivationEnded)
"""What is learned of groups that are known."""
MOVES = (f.Entered, f.Stepped, f.Turned, f.Displaced)
"""What is seen of a stand in sight that is not known: that it moves."""
FIGHTS = (
    f.Shot, f.Contact, f.Struck, f.MeleeDecided, f.MeleeStands, f.StrengthLost, f.Destroyed, f.MoraleTested,
    f.Retreated, f.Evaded, f.NoEvasion, f.PursuitRolled, f.NoPursuit, f.OpportunityCharged, f.ChargeAborted,
    f.ChargeBonusLost, f.LeftBoard, f.StandBegan, n.BlindUnveiled, s.Ragged, s.Looted,
)  # fmt: skip
"""What is seen of a stand in sight."""
STATES = (f.Disordered, f.Rallied, f.WentOnOpportunity, f.OpportunityEnded)
"""What is seen of a stand that is known."""
FALLING = (f.CommanderKilled, s.CommanderCaptured)
"""What is learned of a general with a stand that is known."""
OF_GENERALS = (*FALLING, f.CommanderMoved, f.CommanderReplaced, f.CommanderPut, s.NotCaptured)
OF_SEAT = (f.OrdersTaken, f.OrderTakenUp, f.StandingOrderFired)
"""What only the seat of its orders learns, by the names it used."""
UNKNOWN = "an enemy it did not see"


def learned(fact: Fact[Any], battle: Battle, seat: Seat) -> Fact[Any] | None:
    """A fact as a seat learns of it; None where it does not.  battle: as it stood before."""
    if not is_hidden(battle) or seat == UMPIRE:
        return fact if fact.seen_by(battle, seat) else None
    side = side_of_seat(battle, seat)
    if isinstance(fact, PUBLIC):
        return fact
    if side is None or not fact.seen_by(battle, seat):
        return None
    return _of_side(fact, battle, side)


def _of_side(fact: Fact[Any], battle: Battle, side: Side) -> Fact[Any] | None:
    if isinstance(fact, OfSide):
        return _noticed(fact, battle, side)
    if isinstance(fact, OF_GROUPS):
        return _of_groups(fact, battle, side)
    if isinstance(fact, OF_SEAT):
        return fact
    if isinstance(fact, f.Refused):
        if not _is_own(fact.subject, battle, side):
            return None
        return _in_words(fact, battle, side, names_of(side_sights(battle, side)))
    if isinstance(fact, OF_GENERALS):
        return _of_general(fact, battle, side)
    if isinstance(fact, f.SetUpMade | ParcelledOut):
        return fact if fact.side == side else None
    if isinstance(fact, f.StandPut):
        return fact if fact.stand.side == side else None
    own, enemies = _concerned(fact, battle, side)
    names = names_of(side_sights(battle, side))
    if not enemies <= names.keys():
        return None
    if not own and not _watched(fact, battle, side, enemies):
        return None
    return _in_words(fact, battle, side, names)


def _is_own(subject: str, battle: Battle, side: Side) -> bool:
    """Whether a stand, a general or a seat is a side's."""
    one = battle.stands.get(StandId(subject)) or battle.commanders.get(CommanderId(subject))
    return one.side == side if one is not None else side_of_seat(battle, Seat(subject)) == side


def _concerned(fact: Fact[Any], battle: Battle, side: Side) -> tuple[set[StandId], set[StandId]]:
    """The stands that a fact names, its own side's and the other's; a refused order's subject among them."""
    named = {StandId(one) for one in _texts(fact)} & battle.stands.keys()
    own = {one for one in named if battle.stands[one].side == side}
    return own, named - own


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401  # whatever facts hold
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | frozenset):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from (*_texts(name), *_texts(one))
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name != "rules":
                yield from _texts(getattr(value, name))


def _watched(fact: Fact[Any], battle: Battle, side: Side, enemies: set[StandId]) -> bool:
    """Whether what only enemies do is seen: of those that are known their state, of all in sight where they go."""
    sights = side_sights(battle, side)
    if not enemies:
        return isinstance(fact, f.MeleeEnded)
    known = all(sights.seen[one].grade == "known" for one in enemies)
    if isinstance(fact, FIGHTS) or (known and isinstance(fact, STATES)):
        return True
    if not isinstance(fact, MOVES):
        return False
    if isinstance(fact, f.Turned) and any(sights.seen[one].grade == "body" for one in enemies):
        return False
    after = fact.apply(battle)
    return all(grade_of(after, side, one) is not None for one in enemies)


def _in_words(fact: Fact[Any], battle: Battle, side: Side, names: Mapping[StandId, StandId]) -> Fact[Any]:
    """By the names that the side knows, in its words too."""
    fact = renamed(fact, names)
    if isinstance(fact, f.MeleeStands):
        fact = replace(fact, melee=replace(fact.melee, fought_in=()))
    if isinstance(fact, f.Stepped) and fact.through and battle.stands.get(fact.stand) not in _own(battle, side):
        fact = replace(fact, through=())
    if isinstance(fact, f.Stepped | f.Entered) and _grade(battle, side, fact.stand) == "body":
        fact = replace(fact, facing=NO_FACING)
    if isinstance(fact, f.OrderTested) and fact.helper is not None and battle.commanders[fact.helper].side != side:
        fact = replace(fact, helper=None)
    said = {
        name: scrubbed(value, battle, side) for name in ("why", "cause", "order")
        if isinstance(value := getattr(fact, name, None), str)
    }  # fmt: skip
    changed = {name: value for name, value in said.items() if value != getattr(fact, name)}
    return replace(fact, **changed) if changed else fact


def _own(battle: Battle, side: Side) -> list[Any]:
    return [one for one in battle.stands.values() if one.side == side]


def _grade(battle: Battle, side: Side, name: StandId) -> str:
    seen = side_sights(battle, side).seen
    return next((one.grade for one in seen.values() if one.name == name), "known")


def scrubbed(text: str, battle: Battle, side: Side) -> str:
    """Words in which every enemy is called as the side knows it; one that it does not see is no more than an enemy."""
    names = names_of(side_sights(battle, side))
    for code, one in battle.stands.items():
        if one.side != side and code in text and names.get(code) != code:
            text = re.sub(rf"\b{re.escape(code)}\b", names.get(code, StandId(UNKNOWN)), text)
    return text


def _noticed(fact: OfSide[Battle], battle: Battle, side: Side) -> Fact[Any] | None:
    """What a side noticed itself, by the names it knows."""
    names = names_of(side_sights(battle, side))
    match fact:
        case n.Sighted():
            one = battle.stands.get(fact.stand)
            if one is None:
                return fact
            return replace(fact, stand=fact.sighting.name, shown=as_known(battle, one, fact.sighting))
        case n.LostSight():
            body = side_sights(battle, side).seen[fact.stand].grade == "body"
            return replace(fact, stand=fact.name, facing=NO_FACING if body else fact.facing)
        case n.FoundOut():
            seen = tuple(names[one] for one in fact.enemies if one in names)
            said = scrubbed(fact.why, battle, side)
            return replace(fact, enemies=seen, why=said, order=scrubbed(fact.order, battle, side))
        case _:
            return fact


def _of_groups(fact: Fact[Any], battle: Battle, side: Side) -> Fact[Any] | None:
    """What groups do that the side knows: its own, and those of which it knows a stand."""
    if isinstance(fact, f.DiceOff):
        return fact if all(_knows(battle, side, group) for group in fact.groups.values()) else None
    if isinstance(fact, f.ActivationEnded):
        return fact if battle.groups[fact.group].side == side else None
    if not isinstance(fact, f.GroupActivated) or not _knows(battle, side, fact.group):
        return None
    return replace(fact, activation=0, contested=False)  # which activation it is tells how many were not seen


def _knows(battle: Battle, side: Side, group: GroupId) -> bool:
    if battle.groups[group].side == side:
        return True
    sights = side_sights(battle, side)
    seen = [code for code, one in sights.seen.items() if one.grade == "known" and code in battle.stands]
    fallen = [one for one in sights.fallen.values() if one.group == group]
    return bool(fallen) or any(battle.stands[code].group == group for code in seen)


def _of_general(fact: Fact[Any], battle: Battle, side: Side) -> Fact[Any] | None:
    """What generals do: the side's own; of the other's, those that fall with a stand that is known."""
    if isinstance(fact, f.CommanderPut):
        return fact if fact.commander.side == side else None
    one = battle.commanders[CommanderId(fact.commander)]  # type: ignore[attr-defined]  # all the others have one
    if one.side == side:
        return fact
    sights = side_sights(battle, side)
    with_known = one.attached_to is not None and (
        one.attached_to in sights.fallen
        or (one.attached_to in sights.seen and sights.seen[one.attached_to].grade == "known")
    )
    return fact if isinstance(fact, FALLING) and with_known else None
