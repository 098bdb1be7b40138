"""Gunners: they leave their gun as they break, and are cut down if pursued (AR-mel-10, AR-mel-11, AR-Q25)."""

from pbem.engine.ids import RuleId, StandId
from pbem.engine.play import Play
from pbem.engine.table.angles import ahead
from pbem.engine.table.measures import Hundredths
from pbem.engine.table.places import Pose, point, spot
from pbem.engine.table.rects import Anchor, centre, standing
from pbem.rulesets.armatys import tables as t
from pbem.rulesets.armatys.moving.retiring import bearing_of, run_through
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.closing import CrewFled, CutDown
from pbem.rulesets.armatys.state.units import crew_size


def flee(play: Play[Battle], unit: StandId) -> None:
    """A crew leaves its gun, or runs on: 8 inches, as open order foot (AR-art-2), friends or not (AR-Q67)."""
    gun = play.battle.units[unit]
    facing = bearing_of(play.battle, gun)
    (x, y), (east, north) = point(gun.crew_at.at) if gun.crew_at else centre(gun.rect), ahead(facing)
    to = Pose(spot((x + east * t.OPEN_ORDER_RATE, y + north * t.OPEN_ORDER_RATE)), facing)
    inches = Hundredths(100 * t.OPEN_ORDER_RATE)
    crew = standing((x, y), facing, crew_size(gun), Anchor.CENTRE)
    through = run_through(play.battle, gun, crew, t.OPEN_ORDER_RATE)
    play.record(CrewFled(unit, to, inches, through, rules=(RuleId("AR-Q25"), RuleId("AR-mor-4"))))


def cut_down(play: Play[Battle], unit: StandId, by: StandId) -> None:
    """A charger that pursues removes the crew at once, wherever it is."""
    play.record(CutDown(unit, by, rules=(RuleId("AR-mel-11"), RuleId("AR-Q25"))))
