"""Orders carried out where units are hidden (AR-H2, AR-H6, AR-H7).

An order that its side's view allows and the truth bars is found out as it is carried out: it is no refusal.
"""

from pbem.engine.hiding import as_called, as_is, is_hidden, is_seen
from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table import noticed
from pbem.rulesets.armatys.moving.charging import Barred, Legal, checked
from pbem.rulesets.armatys.state.battle import Battle, army_of
from pbem.rulesets.armatys.state.noticed import FoundOut
from pbem.rulesets.armatys.state.orders import ChargeOrder


def give_away(play: Play[Battle], *units: StandId) -> None:
    """AR-H2: units give themselves away."""
    noticed.give_away(play, units, (RuleId("AR-H2"),))


def ventured(play: Play[Battle], order: ChargeOrder, barred: Barred, *, through: bool) -> Legal | Barred | None:
    """AR-H6, AR-H7: a charge that the truth bars and its side's view allows; None where it was found out, and is spent.

    One with an enemy in its way who was not in sight goes, and is at him (AR-G21).
    """
    unit = play.battle.units.get(order.unit)
    if unit is None or not is_hidden(play.battle):
        return barred
    seen = play.seen(army_of(play.battle, unit.side).seat)
    fair = checked(seen, as_called(play.battle, unit.side, order), through=through)
    if isinstance(fair, Barred):
        return barred
    if hindered(play, unit.id, barred.by):
        return as_is(play.battle, unit.side, fair)
    play.record(FoundOut(side=unit.side, unit=unit.id, what="not as seen", rules=(RuleId("AR-H7"),)))
    return None


def hindered(play: Play[Battle], who: StandId, by: str | None) -> bool:
    """AR-H6: whether an enemy who was not in sight stands in the way of a unit or general; he now is."""
    one = play.battle.units.get(who) or play.battle.generals[who]
    enemy = play.battle.units.get(StandId(by or ""))
    if enemy is None or enemy.side == one.side or is_seen(play.battle, one.side, enemy.id):
        return False
    give_away(play, *[code for code in (who, enemy.id) if code in play.battle.units])
    rules = (RuleId("AR-H6"),)
    if who in play.battle.generals:
        play.record(FoundOut(side=one.side, unit=who, what="ran into", enemies=(enemy.id,), rules=rules))
    return True
