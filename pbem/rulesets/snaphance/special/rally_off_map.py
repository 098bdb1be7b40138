"""A general who brings back horse that have left the board (``rally-off-map``), once."""

from pbem.engine.ids import CommanderId, RuleId, StandId
from pbem.rulesets.snaphance.special.naming import alive, general_named
from pbem.rulesets.snaphance.state.battle import Battle, type_of
from pbem.rulesets.snaphance.state.special_facts import Recalled
from pbem.rulesets.snaphance.state.special_rules import RallyOffMap

RULE = RuleId("SCN-rally-off-map")


def words(battle: Battle, rule: RallyOffMap) -> str:
    """``Once, Admiral Coligny may bring back a mounted stand that has left the board, with 2 SP``."""
    return (
        f"once, {general_named(battle, rule.general)} may bring back a mounted stand of his side that has left the "
        f"board, with {rule.sp} SP, where it left"
    )


def recall(battle: Battle, general: CommanderId, stand: StandId) -> Recalled | str:
    """A stand brought back to where it left the board, with the break points that are found again; or why not."""
    rule = next((one for one in battle.special if isinstance(one, RallyOffMap) and one.general == general), None)
    if rule is None:
        return f"no special rule of this battle lets {general_named(battle, general)} bring back a stand"
    place = battle.special.index(rule)
    one = battle.stands[stand]
    if place in battle.happened.spent:
        return f"{general_named(battle, general)} has done it once already: {words(battle, rule)} (special rule)"
    if not alive(battle, general) or _absent(battle, general):
        return f"{general_named(battle, general)} is not there to do it"
    if one.side != battle.commanders[general].side or not one.off_board or not type_of(battle, stand).is_mounted:
        return f"{stand} is no mounted stand of his side that has left the board: {words(battle, rule)} (special rule)"
    left = min(rule.sp, sum(one.sp))
    kind = type_of(battle, stand)
    found = kind.bp * len(one.sp) if stand in battle.happened.counted else 0
    points = found - kind.bp * (len(one.sp) - 1)
    return Recalled(
        stand=stand, general=general, place=place, sp=(min(left, kind.sp[0]),), enters=(one.hex,), points=points,
        rules=(RULE,),
    )  # fmt: skip


def recallable(battle: Battle, general: CommanderId) -> tuple[StandId, ...]:
    """Whom he may bring back now, by id."""
    return tuple(one for one in sorted(battle.stands) if isinstance(recall(battle, general, one), Recalled))


def _absent(battle: Battle, general: CommanderId) -> bool:
    """Whether he is with a stand that has left the board, or has not come."""
    with_ = battle.commanders[general].attached_to
    return with_ is not None and not battle.stands[with_].on_board
