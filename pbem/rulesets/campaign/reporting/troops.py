"""The rows of a side's forces as a seat knows them."""

from pbem.engine.commanders import led_by_fellow
from pbem.engine.ids import Side
from pbem.engine.reporting import UnitRow
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import plural
from pbem.rulesets.campaign.reporting.places import place, when
from pbem.rulesets.campaign.state.campaign import Campaign
from pbem.rulesets.campaign.state.forces import Force


def strength(force: Force) -> str:
    """``5,500 men, 10 guns``."""
    if force.kind == "blind":
        return "a blind"
    guns = f", {force.guns} guns" if force.guns else ""
    return f"{force.men:,} men{guns}"


def states(campaign: Campaign, force: Force) -> tuple[str, ...]:
    """What is to be known of it besides."""
    found = []
    if force.as_of >= 0:
        found.append(f"as of {when(campaign, force.as_of)}")
    if force.kind == "field" and force.units:
        found.append(f"{plural(force.bread, 'day', 'days')} of bread")
    if force.short:
        found.append(f"{plural(force.short, 'day', 'days')} without bread")
    if force.pinned:
        found.append("in battle")
    away = sum(one.away for one in force.units)
    if away:
        found.append(f"{away:,} away")
    return tuple(found)


def rows(turn: SeatTurn[Campaign], side: Side) -> tuple[UnitRow, ...]:
    """A side's forces as the seat knows them."""
    now, before = turn.after, turn.before.forces
    return tuple(
        UnitRow(
            code=one.code, name=one.name, kind=one.kind, group=now.officers[one.seat].short if one.seat in now.officers
            else "", place=place(now, one.where), facing="", strength=strength(one), left=one.men,
            start=sum(unit.start for unit in one.units if unit.arm != "guns"), states=states(now, one),
            changes=_changes(before.get(one.code), one), gone=not one.is_there and not one.arrival,
            to_come=f"comes {when(now, one.enters)}" if one.arrival and not one.trail else "",
            led_by=led_by_fellow(now.armies, turn.seat, side, one.code) if turn.seat else "",
        )
        for _, one in sorted(now.forces.items())
        if one.side == side and (one.is_there or (one.arrival and not one.trail))
    )  # fmt: skip


def _changes(before: Force | None, now: Force) -> tuple[str, ...]:
    if before is None or before.men == now.men:
        return ()
    return (f"{now.men - before.men:+,} men",)
