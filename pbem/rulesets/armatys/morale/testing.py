"""Tests of reaction, and the class of a unit that is not known (AR-chg, AR-stand, AR-pur, AR-cls-3)."""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.fighting.classes import make_known
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, units_of
from pbem.rulesets.armatys.state.units import Unit

Test = Literal["charge", "counter", "stand", "pursuit"]
TESTS = tuple(f"ar.{one}" for one in get_args(Test))
"""Labels of the rolls of tests."""
ROLLS = (
    *("ar.class", *TESTS, "ar.ident", "ar.fire", "ar.gun", "ar.kill", "ar.save", "ar.melee", "ar.ghit", "ar.gfate"),
    *("ar.gwound", "ar.speech", "ar.arrival", "ar.bridle", "ar.advance", "ar.return", "ar.follow"),
)
"""Labels of all rolls: catalogue section 4, then late arrivals and special rules."""

RULE: Mapping[Test, str] = {
    "charge": "AR-chg-2", "counter": "AR-chg-7", "stand": "AR-stand-1", "pursuit": "AR-pur-3",
}  # fmt: skip


def reacts(play: Play[Battle], unit: StandId, test: Test, modifier: int, *, obstacle: bool = False) -> bool:
    """A test rolled; whether it is passed.  modifier: the use of a general, if one is with the unit (AR-D3)."""
    make_known(play, unit)
    one = play.battle.units[unit]
    parts = parts_of(one, test, general=modifier if led(play.battle, one) else 0, obstacle=obstacle)
    least = sum(count for _, count in parts)
    die = play.roll(f"ar.{test}", unit, 1).values[0]
    passed = die >= least
    play.record(f.ReactionTested(unit, test, least, passed, die, parts, rules=(RuleId(RULE[test]),)))
    return passed


def failed(play: Play[Battle], unit: StandId, test: Test, rule: str) -> bool:
    """AR-Q75: a test failed without a die.  rule: which makes it so."""
    play.record(f.ReactionTested(unit, test, None, passed=False, rules=(RuleId(rule), RuleId("AR-Q75"))))
    return False


def shy(unit: Unit, enemies: Iterable[Unit]) -> bool:
    """AR-ilc-3: irregular light cavalry, and Horse among the enemies: their charge, counter-charge or stand fails."""
    return unit.kind == "irregular_light_cavalry" and any(enemy.kind == "horse" for enemy in enemies)


def led(battle: Battle, unit: Unit) -> bool:
    """AR-gnl-3, AR-Q70: a fit general is with the unit."""
    with_it = [one for one in battle.generals.values() if one.status == "fit" and one.side == unit.side]
    return any(found.id == unit.id for one in with_it for found in units_of(battle, one))


def required(unit: Unit, test: Test, *, general: int, obstacle: bool) -> int:
    """AR-chg-2, AR-stand-1, AR-pur-3: the least die that passes.  general: -1, 0 or 1 by choice (AR-gnl-3)."""
    return sum(count for _, count in parts_of(unit, test, general=general, obstacle=obstacle))


def parts_of(unit: Unit, test: Test, *, general: int, obstacle: bool) -> tuple[tuple[str, int], ...]:
    """What that number is made of: its class, then all that changes it."""
    horse = unit.kind in {"horse", "irregular_light_cavalry"}  # AR-ilc-2
    base = {"stand": t.TO_STAND, "pursuit": t.TO_AVOID_PURSUIT}.get(test, t.TO_CHARGE)[unit.morale]
    changes = (
        ("Horse", {"charge": -1, "counter": -1, "pursuit": 3}.get(test, 0) if horse else 0),
        ("counters", unit.counters),
        ("obstacle", -2 if obstacle and test in {"stand", "pursuit"} else 0),
        ("general", general),
        ("its own", unit.charge_modifier if test in {"charge", "counter"} else 0),
    )
    return ((unit.morale, base), *((what, count) for what, count in changes if count))
