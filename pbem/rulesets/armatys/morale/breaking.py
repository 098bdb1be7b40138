"""When units break, and their retirements (AR-mor-2, AR-mor-3, AR-mor-4, AR-mor-5, AR-Q14, AR-G17)."""

from pbem.engine.ids import RuleId
from pbem.engine.play import Play
from pbem.engine.special import cited
from pbem.rulesets.armatys.fighting import losses
from pbem.rulesets.armatys.fighting.classes import make_known
from pbem.rulesets.armatys.morale import gunners
from pbem.rulesets.armatys.morale.nerve import disheartened, panic
from pbem.rulesets.armatys.moving.retiring import EDGE, retirement
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, in_order, touching
from pbem.rulesets.armatys.state.charged import chargers_of
from pbem.rulesets.armatys.state.orders import Chooser
from pbem.rulesets.armatys.state.special_facts import SpecialActed
from pbem.rulesets.armatys.state.units import Unit, break_number, files


def check(play: Play[Battle], *, at_once: bool = False) -> None:
    """The break check that ends a step (AR-Q14); units without figures are gone.  at_once: in P1."""
    bury(play)
    shaken = disheartened(play.battle)
    for unit in [one.id for one in in_order(play.battle)]:
        if play.battle.units[unit].counters:
            make_known(play, unit)
    for unit in [one.id for one in in_order(play.battle)]:
        one = play.battle.units[unit]
        number = break_number(one)
        if number is not None and one.counters >= number and one.state == "steady":
            rules = (RuleId("AR-mor-2"), RuleId("AR-Q14"))
            play.record(f.Broke(unit, breaker(play.battle, one), at_once, rules=rules))
    for place, unit in shaken:
        one, why = play.battle.units[unit], (cited(play.battle.special[place]),)
        if place not in play.battle.special_done:
            play.record(SpecialActed(place, acts=True, unit=unit, rules=why))
        if one.state == "steady":
            play.record(f.Broke(unit, breaker(play.battle, one), at_once, rules=why))
    panic(play)


def bury(play: Play[Battle]) -> None:
    """AR-Q83: units without figures are gone."""
    for one in in_order(play.battle):
        if not one.figures and not one.gun:
            play.record(f.Removed(one.id, rules=(RuleId("AR-Q83"),)))


def retire(play: Play[Battle], choose: Chooser, *, at_once: bool = False) -> None:
    """P5a, or P2a (at_once): every retirement due: the move, a counter, a figure (AR-mor-4, AR-mor-5)."""
    due = [one.id for one in in_order(play.battle) if (one.flees if at_once else _due(one))]
    for unit in due:
        off = False
        if play.battle.units[unit].gun:
            gunners.flee(play, unit)
        else:
            way = retirement(play.battle, play.battle.units[unit])
            if way is None:
                play.record(f.Removed(unit, rules=(RuleId("AR-G17"),)))  # it surrenders
                continue
            rules, off = (RuleId("AR-mor-4"), RuleId("AR-G17")), way.off
            play.record(f.Retired(unit, way.to, way.inches, way.ground, way.through, rules=rules))
        play.record(f.CountersTaken(unit, "break", 1, rules=(RuleId("AR-mor-4"),)))
        losses.one_figure(play, unit, "break", choose(play.battle, unit).loss_end or "")
        if off:
            play.record(f.Removed(unit, rules=(RuleId("AR-Q76"), RuleId("AR-G20"))))


def _due(unit: Unit) -> bool:
    """AR-Q14: once unconditionally; again while the counters reach the number; at most once a bound."""
    if unit.state != "broken" or unit.retired:
        return False
    number = break_number(unit)
    return unit.break_due is not None or (number is not None and unit.counters >= number)


def breaker(battle: Battle, unit: Unit) -> str:
    """AR-G17: the enemy in contact, else the charger, with most front-rank figures; with none, its own edge."""
    near = touching(battle, unit.id) or [one.id for one in chargers_of(battle, unit.id)]
    return min(near, key=lambda enemy: (-files(battle.units[enemy]), enemy)) if near else EDGE
