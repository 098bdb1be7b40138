"""P2: who broke retires, chargers of the broken test, all who charge move on one clock (AR-G16, AR-G18, AR-G21)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.measures import hundredths
from pbem.engine.table.rects import Anchor, Rect, pose_of
from pbem.rulesets.armatys.morale import breaking, following, gunners, pursuing, straining
from pbem.rulesets.armatys.morale.testing import reacts
from pbem.rulesets.armatys.moving.clock import Bystander, MoveEnd, Mover, gone_through, run
from pbem.rulesets.armatys.moving.contacts import contacts_made
from pbem.rulesets.armatys.moving.costing import ground_counters
from pbem.rulesets.armatys.moving.courses import TimedPath, meeting
from pbem.rulesets.armatys.moving.setting_off import courses
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, in_order, unit_of
from pbem.rulesets.armatys.state.charged import goes_at
from pbem.rulesets.armatys.state.orders import Chooser


def retire(play: Play[Battle], choose: Chooser) -> None:
    """P2a: units that broke in P1 (AR-mor-4, AR-Q14)."""
    breaking.retire(play, choose, at_once=True)


def test_pursuits(play: Play[Battle], choose: Chooser) -> None:
    """P2b: each charger whose target broke halts if it passes its test, or pursues (AR-pur-1, AR-Q19)."""
    for unit in [one.id for one in in_order(play.battle) if one.charge and one.charge.passed]:
        one = play.battle.units[unit]
        target = play.battle.units.get(one.charge.target) if one.charge else None
        if target is None or target.state == "steady" or not target.retired:
            continue
        if one.state == "broken" or one.answer == "redirect":
            continue
        chosen = choose(play.battle, unit)
        if chosen.pursuit == "pursue" or not reacts(play, unit, "pursuit", chosen.modifier, obstacle=False):
            play.record(f.PursuitBegan(unit, target.id, rules=(RuleId("AR-pur-1"), RuleId("AR-Q19"))))


def move(play: Play[Battle], choose: Chooser) -> None:
    """P2c: chargers, counter-chargers and pursuers, all at the same time."""
    before = play.battle
    movers = {unit: _mover(before, unit, course, choose) for unit, course in courses(before).items()}
    bodies = {one.id: Bystander(one.side, one.rect) for one in in_order(before)}
    ended = run(bodies, movers)
    for unit, end in ended.items():
        through = gone_through(bodies, unit, movers[unit].course, ended) if movers[unit].through else ()
        _moved(play, unit, movers[unit], end, through)
        pursuing_it = before.units[unit].pursuit is not None
        following.follow(play, before, unit, choose, unasked=not pursuing_it)
    for contact in contacts_made(before, movers, ended):
        play.record(c.ContactMade(contact, rules=(RuleId("AR-G4"), RuleId("AR-G21"))))
    for unit, end in ended.items():
        _pursued(play, before, unit, end)
    following.touch(play, _generals_touched(before, movers, ended))


def settle(play: Play[Battle], choose: Chooser) -> None:
    """P2d and P5e: counters of terrain and interpenetration, break check, generals touched (AR-Q59, AR-Q67, AR-Q71)."""
    straining.settle(play)
    breaking.check(play)
    following.escape(play, choose)


def _mover(battle: Battle, unit: StandId, course: TimedPath, choose: Chooser) -> Mover:
    one = battle.units[unit]
    through = choose(battle, unit).friends_in_way == "through"
    return Mover(course, goes_at(one), through, counters=one.answer == "counter")


def _moved(play: Play[Battle], unit: StandId, mover: Mover, end: MoveEnd, through: tuple[StandId, ...]) -> None:
    one, course = play.battle.units[unit], mover.course
    ground = ground_counters(play.battle, one, course.start, course.legs, end.inches)
    moved = c.ChargeMoved(
        unit, pose_of(end.end, Anchor.FRONT), hundredths(end.inches), one.pursuit is not None, ground, through,
        rules=(RuleId("AR-G18" if one.pursuit else "AR-G16"),),
    )  # fmt: skip
    play.record(moved)


def _pursued(play: Play[Battle], before: Battle, unit: StandId, end: MoveEnd) -> None:
    """AR-Q19, AR-Q22, AR-Q25: gunners are cut down; another enemy met, or a quarry far away, ends the pursuit."""
    chased = before.units[unit].pursuit
    if chased is None:
        return
    quarry = play.battle.units.get(chased.quarry)
    if quarry is not None and quarry.gun:
        if quarry.figures:
            gunners.cut_down(play, quarry.id, unit)
        pursuing.end(play, unit)
    else:
        pursuing.stop(play, unit, end.met)


def _generals_touched(before: Battle, movers: dict[StandId, Mover], ended: dict[StandId, MoveEnd]) -> list[StandId]:
    """AR-Q71: generals alone, and an enemy on his way across them."""
    found = []
    for name, general in sorted(before.generals.items()):
        foes = [unit for unit in movers if before.units[unit].side != general.side]
        alone = not general.removed and unit_of(before, general) is None
        if alone and any(_crosses(movers[unit].course, ended[unit], general.rect) for unit in foes):
            found += [name]
    return found


def _crosses(course: TimedPath, end: MoveEnd, rect: Rect) -> bool:
    return meeting(course, TimedPath(rect), 0.0, end.time) is not None
