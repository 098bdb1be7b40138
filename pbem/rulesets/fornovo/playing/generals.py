"""Generals and led horses whom enemies reach (FS-Q79, FS-7.14c)."""

from msgspec.structs import replace

from pbem.engine.ids import RuleId
from pbem.engine.play import Play
from pbem.engine.table.distances import point_rect
from pbem.engine.table.measures import TOUCH, within
from pbem.engine.table.places import point
from pbem.rulesets.fornovo import tables as t
from pbem.rulesets.fornovo.moving.places import footprints
from pbem.rulesets.fornovo.state import facts as f
from pbem.rulesets.fornovo.state.battle import Battle


def drive_off(play: Play[Battle]) -> None:
    """An unattached general whom an enemy touches goes to the nearest friendly unit within one move, else is gone.

    Horses of dismounted troops are dispersed.
    """
    for _, unit in sorted(play.battle.units.items()):
        foes = [one.rect for one in footprints(play.battle) if one.unit.side != unit.side]
        if unit.horses_at is not None and any(point_rect(point(unit.horses_at), one) <= TOUCH for one in foes):
            play.record(f.HorsesDispersed(unit.id, rules=(RuleId("FS-7.14c"),)))
    for _, general in sorted(play.battle.generals.items()):
        if general.removed or general.at is None or general.attached_to:
            continue
        there = footprints(play.battle)
        at = point(general.at)
        if not any(one.unit.side != general.side and point_rect(at, one.rect) <= TOUCH for one in there):
            continue
        friends = [
            (point_rect(at, one.rect), one.unit.id) for one in there
            if one.unit.side == general.side and one.unit.morale != "routed"
            and (general.kind == "cc" or one.unit.id in general.assigned)
        ]  # fmt: skip
        near = [one for far, one in sorted(friends) if within(far, play.battle.inches(t.GENERAL_MOVE))]
        now = replace(general, at=None, attached_to=near[0] if near else None, removed=not near)
        play.record(f.GeneralChanged(now, rules=(RuleId("FS-Q79"),)))
