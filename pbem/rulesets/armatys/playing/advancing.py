"""P2, and P5 as far as it is like it: retirements, chargers and pursuers on one clock (AR-G16, AR-G18, AR-G21)."""

from collections.abc import Mapping

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.edges import holds
from pbem.engine.table.measures import Hundredths, hundredths, inches
from pbem.engine.table.rects import Anchor, Rect, local_point, pose_of
from pbem.rulesets.armatys.morale import breaking, following, gunners, pursuing, straining
from pbem.rulesets.armatys.morale.testing import reacts
from pbem.rulesets.armatys.moving.clock import Bystander, MoveEnd, Mover, gone_through, run
from pbem.rulesets.armatys.moving.contacts import contacts_made
from pbem.rulesets.armatys.moving.costing import ground_met
from pbem.rulesets.armatys.moving.courses import TimedPath, meeting
from pbem.rulesets.armatys.moving.retiring import runs_over
from pbem.rulesets.armatys.moving.setting_off import charges, pursuits
from pbem.rulesets.armatys.playing.lanes import lane_counters
from pbem.rulesets.armatys.playing.venturing import give_away
from pbem.rulesets.armatys.special.shooting import hampering
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, in_order, touching, unit_of
from pbem.rulesets.armatys.state.orders import Chooser
from pbem.rulesets.armatys.state.units import Unit

STEP = Hundredths(5)


def retire(play: Play[Battle], choose: Chooser, *, at_once: bool) -> None:
    """P2a (at_once) or P5a: retirements due, the generals with the units, units without figures (AR-Q83)."""
    before = play.battle
    breaking.retire(play, choose, at_once=at_once)
    for unit in in_order(before):
        following.follow(play, before, unit.id, choose, unasked=False)
    following.touch(play, _run_over(before, play.battle))
    breaking.bury(play)


def test_pursuits(play: Play[Battle], choose: Chooser) -> None:
    """P2b: each charger whose target broke halts if it passes its test, or pursues (AR-pur-1, AR-Q19)."""
    for unit in [one.id for one in in_order(play.battle) if one.charge and one.charge.passed]:
        one = play.battle.units[unit]
        target = _fled(play.battle, one)
        if target is None:
            continue
        if one.state == "broken" or one.answer == "redirect":
            continue
        chosen = choose(play.battle, unit)
        runs = chosen.pursuit == "pursue" or pursuing.runs_away(play.battle, unit)
        if runs or not reacts(play, unit, "pursuit", chosen.modifier, obstacle=False):
            play.record(f.PursuitBegan(unit, target.id, rules=(RuleId("AR-pur-1"), RuleId("AR-Q19"))))


def _fled(battle: Battle, unit: Unit) -> Unit | None:
    """The target of a charge, if it broke in P1 and has retired, off the table even (AR-pur-7)."""
    assert unit.charge is not None
    target = battle.units.get(unit.charge.target)
    if target is None and pursuing.left_table(battle, unit.charge.target):
        target = battle.removed[unit.charge.target]
    return target if target is not None and target.state == "broken" and target.retired else None


def move(play: Play[Battle], choose: Chooser) -> None:
    """P2c: chargers, counter-chargers and pursuers, all at the same time."""
    before = play.battle
    _run(play, charges(before, lambda unit: choose(before, unit).friends_in_way == "through"), choose, along=True)


def pursue(play: Play[Battle], choose: Chooser) -> None:
    """P5c: pursuers, all at the same time."""
    before = play.battle
    due = [unit for unit in pursuing.due(before) if not touching(before, unit)]
    _run(
        play, pursuits(before, due, lambda unit: choose(before, unit).friends_in_way == "through"), choose, along=False
    )


def _run(play: Play[Battle], movers: Mapping[StandId, Mover], choose: Chooser, *, along: bool) -> None:
    """Moves on one clock, and what they meet.  along: whether generals go with them unasked (AR-D7)."""
    before = play.battle
    bodies = {one.id: Bystander(one.side, one.rect) for one in in_order(before)}
    ended = run(bodies, movers, before.table)
    for unit, end in ended.items():
        through = gone_through(bodies, unit, movers[unit].course, ended) if movers[unit].through else ()
        _moved(play, unit, movers[unit], end, through)
        following.follow(play, before, unit, choose, unasked=along)
    for contact in contacts_made(before, movers, ended):
        give_away(play, contact.one, contact.other)
        play.record(c.ContactMade(contact, rules=(RuleId("AR-G4"), RuleId("AR-G21"))))
    for unit, end in ended.items():
        _pursued(play, before, unit, end)
    following.touch(play, _generals_touched(before, movers, ended))


def settle(play: Play[Battle], choose: Chooser) -> None:
    """P2d and P5e: counters of terrain and interpenetration, break check, generals touched (AR-Q59, AR-Q67, AR-Q71)."""
    straining.settle(play)
    breaking.check(play)
    following.escape(play, choose)


def _moved(play: Play[Battle], unit: StandId, mover: Mover, end: MoveEnd, through: tuple[StandId, ...]) -> None:
    one, course = play.battle.units[unit], mover.course
    pieces = ground_met(play.battle, one, course.start, course.legs, end.inches)
    there = pose_of(end.end, Anchor.FRONT)
    ground = lane_counters(play, one, (one.pose.at, there.at), pieces)
    hampered = tuple(sorted({piece.id for piece in pieces} & hampering(play.battle)))
    moved = c.ChargeMoved(
        unit, there, hundredths(end.inches), one.pursuit is not None, ground, through, hampered,
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
    elif pursuing.left_table(play.battle, chased.quarry) and _at_edge(play.battle, end.end):
        play.record(f.Removed(unit, rules=(RuleId("AR-pur-7"),)))
    else:
        pursuing.stop(play, unit, end.met)


def _at_edge(battle: Battle, rect: Rect) -> bool:
    """AR-G20: its next step leads off the table."""
    return not holds(battle.table, local_point(rect, 0, rect.half_depth + inches(STEP)))


def _generals_touched(
    before: Battle, movers: Mapping[StandId, Mover], ended: Mapping[StandId, MoveEnd]
) -> list[StandId]:
    """AR-Q71: generals alone, and an enemy on his way across them."""
    found = []
    for name, general in sorted(before.generals.items()):
        foes = [unit for unit in movers if before.units[unit].side != general.side]
        alone = not general.removed and unit_of(before, general) is None
        if alone and any(_crosses(movers[unit].course, ended[unit], general.rect) for unit in foes):
            found += [name]
    return found


def _run_over(before: Battle, now: Battle) -> list[StandId]:
    """AR-Q71: generals alone, and an enemy's retirement across them."""
    every = {**now.removed, **now.units}
    gone = [(one, every[name]) for name, one in before.units.items() if every[name].pose != one.pose]
    found = []
    for name, general in sorted(before.generals.items()):
        if general.removed or unit_of(before, general) is not None:
            continue
        foes = [(one, to) for one, to in gone if one.side != general.side]
        if any(runs_over(one.rect, to.pose, general.rect) for one, to in foes):
            found += [name]
    return found


def _crosses(course: TimedPath, end: MoveEnd, rect: Rect) -> bool:
    return meeting(course, TimedPath(rect), 0, end.time) is not None
