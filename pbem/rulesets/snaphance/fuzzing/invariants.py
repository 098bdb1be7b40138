"""What is true of every battle: after every fact, and between two steps."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.engine.facts import Fact
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.hexes import key
from pbem.engine.ids import Side, StandId
from pbem.rulesets.snaphance.state.battle import Battle, Stand, on_board, terrain
from pbem.rulesets.snaphance.state.facts import LeftBoard
from pbem.rulesets.snaphance.state.special_facts import CommanderCaptured, Looted, Recalled


def after_fact(start: Battle, battle: Battle, facts: Sequence[Fact[Battle]]) -> None:
    """One stand a hex, where stands can be; break points, strengths and generals as they must be.

    facts: of stands that left the board or came back, of generals taken and baggage looted.  Raises Fault.
    """
    _check_places(battle)
    _check_break_points(start, battle, facts)
    for one in battle.stands.values():
        before = start.stands[one.id].sp
        if len(one.sp) > len(before) or min(one.sp, default=0) < 0 or sum(one.sp) > sum(before):
            raise FuzzFault(f"{one.id} has the strength {one.sp}; it began with {before}")
    for general in battle.commanders.values():
        with_ = battle.stands.get(general.attached_to) if general.attached_to is not None else None
        if general.alive and with_ is not None and with_.on_board and with_.hex != general.hex:
            raise FuzzFault(f"{general.id} is attached to {with_.id}, which stands in another hex")


def _check_places(battle: Battle) -> None:
    there = [(one.hex, one.id) for one in battle.stands.values() if one.on_board]
    if len({here for here, _ in there}) < len(there):
        raise FuzzFault("two stands are in one hex")
    if {key(here): stand for here, stand in there} != dict(battle.at):
        raise FuzzFault("the index of hexes does not tell where the stands are")
    for here, stand in there:
        if not on_board(battle, here) or terrain(battle, here) == "impassable":
            raise FuzzFault(f"{stand} is where no stand can be: {here}")


def _check_break_points(start: Battle, battle: Battle, facts: Sequence[Fact[Battle]]) -> None:
    left, besides = _left_board(facts), _besides(battle, facts)
    for army in battle.armies:
        own = [one for one in battle.stands.values() if one.side == army.id]
        lost = sum(_lost(start, battle, one, left) for one in own) + besides.get(army.id, 0)
        if army.break_lost != lost:
            raise FuzzFault(f"{army.id} has lost {army.break_lost} break points; by its stands it is {lost}")


def _left_board(facts: Iterable[Fact[Battle]]) -> Mapping[StandId, int]:
    """The points of stands off the board; of those that came back, none."""
    left: dict[StandId, int] = {}
    for fact in facts:
        if isinstance(fact, LeftBoard):
            left[fact.stand] = fact.points
        elif isinstance(fact, Recalled):
            left[fact.stand] = 0
    return left


def _besides(battle: Battle, facts: Iterable[Fact[Battle]]) -> Mapping[Side, int]:
    """The points of generals taken and of baggage."""
    besides: dict[Side, int] = {}
    for fact in facts:
        if isinstance(fact, Looted | CommanderCaptured):
            side = fact.side if isinstance(fact, Looted) else battle.commanders[fact.commander].side
            besides[side] = besides.get(side, 0) + fact.points
    return besides


def _lost(start: Battle, battle: Battle, one: Stand, left: Mapping[StandId, int]) -> int:
    """The break points a stand has cost."""
    each, ranks = battle.types[one.type].bp, len(start.stands[one.id].sp)
    if one.destroyed:
        return each * ranks
    return each * (ranks - len(one.sp)) + left.get(one.id, 0)


def between_steps(battle: Battle) -> None:
    """No stand is there without strength, none fights or leads when gone; an army that has lost enough has broken."""
    if battle.limit is not None and battle.round > battle.limit:
        raise FuzzFault(f"round {battle.round} of {battle.limit}")
    for one in battle.stands.values():
        if one.on_board and sum(one.sp) < 1:
            raise FuzzFault(f"{one.id} stands on the board without strength: {one.sp}")
    for general in battle.commanders.values():
        if general.alive and general.attached_to is not None and battle.stands[general.attached_to].gone:
            raise FuzzFault(f"{general.id} is attached to {general.attached_to}, which is gone")
    for melee in battle.melees.values():
        gone = [stand for stand in melee.stands.values() if not battle.stands[stand].on_board]
        if gone and battle.phase != "over":
            raise FuzzFault(f"the melee {melee.id} has {', '.join(gone)} in it, which is gone")
    broken = [army.id for army in battle.armies if army.break_lost >= army.break_at]
    if broken and battle.phase != "over":
        raise FuzzFault(f"{', '.join(broken)} should have broken")
