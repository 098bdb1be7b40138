"""Loose troops under the feet of close order (FS-10.10b, FS-Q68)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.advance import swept
from pbem.engine.table.shapes import rect_polygon
from pbem.rulesets.fornovo.moving.overrunning import helpless, met_in
from pbem.rulesets.fornovo.moving.places import rect_of
from pbem.rulesets.fornovo.playing.venturing import give_away
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.battle import Battle

RULES = (RuleId("FS-10.10b"), RuleId("FS-Q68"))


def on_the_way(play: Play[Battle], charger: StandId, far: float, apart: StandId) -> None:
    """All whom a charge of so many inches has run over on the way to its target (catalogue section 11: K4)."""
    for code, one in sorted(play.battle.units.items()):
        if code != apart and one.side != play.battle.units[charger].side and one.morale != "routed":
            run_over(play, charger, code, -far)


def run_over(play: Play[Battle], by: StandId, victim: StandId, far: float) -> int:
    """Every figure met in a straight stretch ahead of the front, negative: behind it; how many they were."""
    unit, loose = play.battle.units[by], play.battle.units[victim]
    rect = rect_of(play.battle, unit)
    if rect is None or unit.skirmishers or not helpless(play.battle, loose):
        return 0
    left, lost = met_in(play.battle, loose, rect_polygon(swept(rect, far)))
    if lost:
        give_away(play, victim)
        play.record(f.Overrun(left, by, lost, rules=RULES))
        if not left.figures:
            play.record(f.Removed(victim, "overrun", rules=RULES))
    return lost
