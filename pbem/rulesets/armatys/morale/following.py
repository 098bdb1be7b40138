"""Generals who go along with units, and those whom an enemy move touches (AR-D7, AR-G24, AR-Q71)."""

from collections.abc import Iterable

from msgspec.structs import replace

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.special import cited, rules_of
from pbem.engine.table.angles import Point
from pbem.engine.table.distances import rects
from pbem.engine.table.measures import Hundredths, within
from pbem.engine.table.places import Pose, spot
from pbem.engine.table.rects import local_point
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.morale.generals import hit, ranked
from pbem.rulesets.armatys.moving.riding import carried
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state import special_rules as k
from pbem.rulesets.armatys.state.battle import Battle, General, in_order, unit_of
from pbem.rulesets.armatys.state.orders import Chooser
from pbem.rulesets.armatys.state.special_facts import SpecialActed
from pbem.rulesets.armatys.state.units import Unit


def follow(play: Play[Battle], since: Battle, unit: StandId, choose: Chooser, *, unasked: bool) -> None:
    """AR-D7: generals with a unit before its move keep their place beside it, or stay.  unasked: the default."""
    before, after = since.units[unit], play.battle.units.get(unit)
    if after is None or after.pose == before.pose:
        return
    for name in ranked(since, since.generals):
        general = since.generals[name]
        with_him = unit_of(since, general)
        if with_him is None or with_him.id != unit:
            continue
        goes = choose(since, name).goes if general.status == "fit" else True  # AR-Q70: a wounded one stays with it
        if unasked if goes is None else goes:
            play.record(f.GeneralMoved(name, carried(general, before, after), rules=(RuleId("AR-G24"),)))


def touch(play: Play[Battle], names: Iterable[StandId]) -> None:
    """Generals alone whom enemy moves of this step have touched; they roll as it ends."""
    for name in names:
        freely = [(i, one) for i, one in rules_of(play.battle, k.RidesThrough) if one.general == name]
        due = [(i, one) for i, one in freely if i not in play.battle.special_done]
        if due:
            place, rule = due[0]
            play.record(SpecialActed(place, acts=True, unit=name, rules=(cited(rule),)))
            continue
        caught = replace(play.battle.generals[name], touched=True)
        play.record(f.GeneralChanged(caught, rules=(RuleId("AR-Q71"),)))


def escape(play: Play[Battle], choose: Chooser) -> None:
    """AR-Q71: the end of P2d or P5e: each rolls, joins the nearest friends within his rate, or is captured."""
    for name in ranked(play.battle, [one for one, general in play.battle.generals.items() if general.touched]):
        hit(play, name, None, choose)
        general = replace(play.battle.generals[name], touched=False)
        if not general.removed:
            friend = _nearest(play.battle, general)
            if friend is None:
                general = replace(general, status="captured")
            else:
                general = replace(general, pose=Pose(spot(_behind(friend, general)), friend.pose.facing))
        play.record(f.GeneralChanged(general, rules=(RuleId("AR-Q71"),)))


def _nearest(battle: Battle, general: General) -> Unit | None:
    """The nearest friendly unit within his rate, the first of equals."""
    rate = Hundredths(100 * (t.MOUNTED_GENERAL_RATE if general.mounted else t.GENERAL_RATE))
    near = [(rects(general.rect, one.rect), one) for one in in_order(battle) if one.side == general.side]
    reached = sorted((far, one.id) for far, one in near if within(far, rate))
    return battle.units[reached[0][1]] if reached else None


def _behind(unit: Unit, general: General) -> Point:
    """Touching the middle of a unit's rear."""
    return local_point(unit.rect, 0, -unit.rect.half_depth - general.rect.half_depth)
