"""P7: units that did nothing remove a counter or reload, and pay a bound they owe (AR-seq-7, AR-mor-7, AR-Q23)."""

from collections.abc import Sequence

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, in_order, touching, umpires_word
from pbem.rulesets.armatys.state.orders import RestOrder
from pbem.rulesets.armatys.state.units import Unit, break_number


def rest(play: Play[Battle], rests: Sequence[RestOrder]) -> None:
    """P7: the orders, then what is owed and what is ended by a quiet bound."""
    before = play.battle
    done: list[StandId] = []
    for one in rests:
        why = barred(before, one, done)
        if why:
            play.record(f.OrderRefused(one.order, one.unit, tuple(map(RuleId, why))))
        else:
            done.append(one.unit)
            play.record(f.Recovered(one.unit, reloads=one.does == "reload", rules=(RuleId("AR-seq-7"),)))
    for unit in in_order(before):
        if quiet(before, unit):
            _settle(play, unit)


def quiet(battle: Battle, unit: Unit) -> bool:
    """AR-Q73: neither moved in any way, nor fired, nor fought; nor does an umpire forbid it rest."""
    if umpires_word(battle, unit.id, "rest") == "forbidden":
        return False
    return not (unit.moved or unit.changed or unit.retired or unit.fired or unit.fought or touching(battle, unit.id))


def barred(battle: Battle, one: RestOrder, done: Sequence[StandId]) -> tuple[str, ...]:
    """Why nothing is removed or reloaded: AR-seq-7, AR-mor-7, AR-pist-4, AR-Q73; () where it may be."""
    unit = battle.units.get(one.unit)
    rule = "AR-mor-7" if one.does == "recover" else "AR-pist-4"
    if unit is None or one.unit in done or not quiet(battle, unit):
        return ("AR-seq-7", rule, "AR-Q73")
    if one.does == "recover":
        return () if unit.counters else ("AR-mor-7",)
    return ("AR-pist-4", "AR-Q73") if unit.pistols_loaded or unit.state == "broken" or not unit.cavalry else ()


def _settle(play: Play[Battle], unit: Unit) -> None:
    """AR-Q23: a bound owed is paid.  AR-Q17: a broken unit below its number is steady after a whole quiet bound."""
    number, taken = break_number(unit), sum(count for cause, count in unit.taken.items() if cause != "figures")
    most = max(unit.counters, unit.counters - taken)
    steady = unit.state == "broken" and unit.break_due is None and number is not None and most < number
    if unit.rally_owed or steady:
        rules = (RuleId("AR-Q23"), RuleId("AR-Q17"))
        play.record(f.QuietBound(unit.id, steadied=steady, paid=bool(unit.rally_owed), rules=rules))
