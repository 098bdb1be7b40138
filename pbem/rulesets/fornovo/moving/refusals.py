"""Why an order is refused."""

from typing import NamedTuple

from pbem.engine.ids import RuleId
from pbem.rulesets.fornovo.moving.places import steady
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.units import Unit, grade


class Refusal(NamedTuple):
    """Why an order is refused."""

    rules: tuple[RuleId, ...]


def barred(*rules: str) -> Refusal:
    """A refusal by these rules."""
    return Refusal(tuple(map(RuleId, rules)))


def trained(battle: Battle, unit: Unit) -> bool:
    """FS-7.17, FS-2.8a: steady regulars of Grade A to C; all others pay double (FS-7.17g)."""
    return steady(battle, unit) and grade(unit) != "D"
