"""Hidden units as a side sees them (SN-H3, SN-H4): names, and stands of which not all is known.

A stand that is not known is in a view as a stand of a placeholder row with declared values; a body of troops is foot
without a facing.  What is worked out from these is no more than about right.
"""

from collections.abc import Mapping

from pbem.engine.hexes import Facing
from pbem.engine.ids import GroupId, Side
from pbem.engine.sightings import Sighting
from pbem.rulesets.snaphance.state.battle import Battle, Group, Stand, StandType, type_of

NO_FACING = Facing(0)
NOMINAL_SP = (4,)
"""Strength of whatever is not known."""
FOOT, HORSE, GUNS = "?foot", "?horse", "?guns"
PLACEHOLDERS: Mapping[str, StandType] = {
    FOOT: StandType(
        name=FOOT, title="Foot", category="PS", order_class="B", mp_first=1, mp_extra=1, sp=NOMINAL_SP, cb=1, bp=2,
    ),
    HORSE: StandType(
        name=HORSE, title="Horse", category="Hs", order_class="B", mp_first=3, mp_extra=3, sp=NOMINAL_SP, cb=2, bp=2,
    ),
    GUNS: StandType(
        name=GUNS, title="Guns", category="Art", order_class="B", mp_first=1, mp_extra=1, sp=NOMINAL_SP, bp=1,
    ),
}  # fmt: skip
"""Rows of stands that are made out, and of bodies of troops, which are as foot."""
BLIND = StandType(
    name="?blind", title="Blind", category="Sk", order_class="B", mp_first=2, mp_extra=1, sp=(1,), bp=0,
)  # fmt: skip
"""The row of blinds (SN-H10): they move freely, rule no hex and do nothing else."""
FEW, SOME = 2, 4
"""The most SP of a stand that is few, and of one that is some; more are many."""


def not_known(side: Side) -> GroupId:
    """The group of a side's stands that are not known."""
    return GroupId(f"{side}.?")


def group_not_known(side: Side) -> Group:
    """The same as a view has it."""
    return Group(id=not_known(side), name="troops not known", side=side)


def as_known(battle: Battle, stand: Stand, sighting: Sighting) -> Stand:
    """A stand as well as it is seen (SN-H3)."""
    if sighting.grade == "known":
        return stand
    made_out = sighting.grade == "made out"
    kind = _kind(battle, stand) if made_out else FOOT
    return Stand(
        id=sighting.name,
        name=f"{_how_many(stand)} {PLACEHOLDERS[kind].title.lower()}" if made_out else "body of troops",
        side=stand.side,
        group=not_known(stand.side),
        type=kind,
        hex=stand.hex,
        facing=stand.facing if made_out else NO_FACING,
        sp=NOMINAL_SP,
        destroyed=stand.destroyed,
        off_board=stand.off_board,
        to_come=stand.to_come,
        seen=sighting.grade,
    )  # fmt: skip


def _kind(battle: Battle, stand: Stand) -> str:
    if stand.type in PLACEHOLDERS:
        return stand.type
    kind = type_of(battle, stand.id)
    return GUNS if kind.category == "Art" else HORSE if kind.is_mounted or kind.category == "Dr" else FOOT


def _how_many(stand: Stand) -> str:
    """``few``, ``some``, ``many``, by its strength points."""
    left = sum(stand.sp)
    return "few" if left <= FEW else "some" if left <= SOME else "many"
