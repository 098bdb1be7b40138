"""Command (3.3) and order tests (SN-4.5): range, the general's help."""

from typing import TYPE_CHECKING

from pbem.engine.hexes import distance
from pbem.engine.ids import RuleId, StandId
from pbem.rulesets.snaphance.state.battle import (
    Battle,
    Commander,
    OrderClass,
    army,
    commander_of,
    type_of,
)
from pbem.rulesets.snaphance.state.facts import (
    OrderTested,
    Term,
    TestPurpose,
)
from pbem.rulesets.snaphance.state.group_orders import group_order
from pbem.rulesets.snaphance.state.rulings import reading, switched_ids

if TYPE_CHECKING:
    from pbem.engine.play import Play

NEEDS: dict[OrderClass, int] = {"A": 3, "B": 4, "C": 5}
"""What a modified die must reach (SN-4.5a)."""

TRAINED_RANGE, POOR_RANGE = 6, 4
"""Hexes to which a general commands, in a well-trained army and in any other (SN-Q1)."""


# --- range and help -------------------------------------------------------------------------------------------------


def in_range(battle: Battle, stand: StandId) -> bool:
    """Within the command range of its own group's general (SN-3.0a, SN-Q1); False while he is dead (SNS-O4)."""
    one = battle.stands[stand]
    general = commander_of(battle, one.group)
    return general is not None and distance(one.hex, general.hex) <= general.range


def general_with(battle: Battle, stand: StandId) -> Commander | None:
    """The general attached to a stand, alive (SN-3.1c, SN-3.2a)."""
    for _, one in sorted(battle.commanders.items()):
        if one.alive and one.attached_to == stand:
            return one
    return None


def helper(battle: Battle, stands: tuple[StandId, ...]) -> Commander | None:
    """The general whose +1 these stands may have: of their group, in the hex of one, not bound to others.

    Rules: SN-4.5b, SN-3.1e, SN-Q28.
    """
    general = commander_of(battle, battle.stands[stands[0]].group)
    if general is None or all(battle.stands[s].hex != general.hex for s in stands):
        return None
    if not _would_help(battle, general, stands):
        return None
    if general.helped and reading(battle, "SN-Q28") == "one-test":
        return None
    return general if general.helped in ("", " ".join(stands)) else None


def _would_help(battle: Battle, general: Commander, stands: tuple[StandId, ...]) -> bool:
    """Whether his standing order lets a general help these stands; without one he helps the first (D6)."""
    order = group_order(battle, general.group, "help")
    return order is None or order.value == "first" or any(code in stands for code in order.value.split())


# --- order tests ----------------------------------------------------------------------------------------------------


def modifiers(
    battle: Battle, stands: tuple[StandId, ...], purpose: TestPurpose, earlier: int | None = None
) -> tuple[Term, ...]:
    """The modifiers of an order test (SN-4.5b, SN-4.5c, SN-4.5d, SN-Q22).

    earlier: moves after the first that count against it (None: as many as the stands have made); for ``evade`` the
    evasions of ``evasions_before``.
    """
    terms: list[Term] = []
    if helper(battle, stands) is not None:
        terms.append(Term("general", 1))
    enough = all if reading(battle, "SN-Q22") == "all-in-range" else any
    if not enough(in_range(battle, s) for s in stands):
        group = battle.stands[stands[0]].group
        led = any(one.alive and one.group == group for one in battle.commanders.values())
        terms.append(Term("out of command" if led else "general dead", -1))
    if earlier is None:
        earlier = _moves_before(battle, stands, purpose)
    if earlier > 0:
        terms.append(Term("moves already made" if purpose == "extra_move" else "evasions already made", -earlier))
    return tuple(terms)


def _moves_before(battle: Battle, stands: tuple[StandId, ...], purpose: TestPurpose) -> int:
    """Moves after the first (SN-4.5d)."""
    return max(0, max(battle.stands[s].doing.moves for s in stands) - 1) if purpose == "extra_move" else 0


def evasions_before(battle: Battle, stand: StandId, attacker: StandId) -> int:
    """Evasions from this attacker that count against the test after the last of them (SN-5.0d, SN-Q60)."""
    unpaid = 1 if reading(battle, "SN-Q60") == "second" else 2
    return max(0, battle.stands[stand].doing.evaded.get(attacker, 0) - unpaid)


def needs(battle: Battle, stands: tuple[StandId, ...]) -> int:
    """What the modified die must reach: the worst class of those who test (SN-4.5a, SN-Q22)."""
    return max(NEEDS[type_of(battle, s).order_class] for s in stands)


def order_test(
    play: "Play[Battle]", stands: tuple[StandId, ...], purpose: TestPurpose, earlier: int | None = None
) -> bool:
    """One die for all these stands (SN-4.5, SN-Q22, SN-Q58); what follows from it is the caller's business."""
    before = play.battle
    terms = modifiers(before, stands, purpose, earlier)
    general = helper(before, stands)
    roll = play.roll(f"order_test.{purpose}", stands[0], 1)
    modified = roll.values[0] + sum(term.value for term in terms)
    needed = needs(before, stands)
    rules = [RuleId("SN-4.5a")]
    rules += [RuleId("SN-4.5b")] if general else []
    rules += [RuleId("SN-3.0b"), RuleId("SN-4.5c")] if any(term.name == "out of command" for term in terms) else []
    rules += [RuleId("SN-4.5c"), RuleId("SNS-O4")] if any(term.name == "general dead" for term in terms) else []
    rules += [RuleId("SN-4.5d")] if any(term.name.endswith("already made") for term in terms) else []
    passed = modified >= needed
    if roll.values[0] in (1, 6) and reading(before, "SN-Q58") == "one-and-six":
        passed = roll.values[0] == 6
    rules += _ruled(before, stands, purpose, roll.values[0])
    play.record(
        OrderTested(
            stands=stands, purpose=purpose, die=roll.values[0], terms=terms, modified=modified, needs=needed,
            passed=passed, helper=general.id if general else None, rules=tuple(rules),
        )
    )  # fmt: skip
    return passed


def _ruled(battle: Battle, stands: tuple[StandId, ...], purpose: TestPurpose, die: int) -> tuple[RuleId, ...]:
    """The switched rulings that may have decided an order test."""
    if not battle.rulings:
        return ()
    general = commander_of(battle, battle.stands[stands[0]].group)
    asked = [*(("SN-Q22",) if len(stands) > 1 else ()), *(("SN-Q58",) if die in (1, 6) else ())]
    asked += ["SN-Q60"] if purpose == "evade" else []
    asked += ["SN-Q47"] if general is None else []
    if general is not None:
        asked += ["SN-Q1"] if any(_between(battle, general, s) for s in stands) else []
        asked += ["SN-Q28"] if general.helped == " ".join(stands) else []
    return switched_ids(battle, *asked)


def _between(battle: Battle, general: Commander, stand: StandId) -> bool:
    """Whether a stand is as far from its general as only a well-trained army's reaches (SN-Q1)."""
    trained = army(battle, general.side).training == "well"
    return trained and general.range < distance(battle.stands[stand].hex, general.hex) <= TRAINED_RANGE
