"""What a seat sees of a battle: an open table, but never the other side's orders, nor who comes in secret."""

from msgspec.structs import replace

from pbem.engine.ids import UMPIRE, Seat, Side
from pbem.rulesets.onehour.battle import Battle, side_of_seat


def view(battle: Battle, seat: Seat) -> Battle:
    """The battle cut to a seat: orders and standing orders are those of its own side only.

    The umpire sees all; a spectator no orders, and no unit that is to come in secret.
    """
    if seat == UMPIRE:
        return battle
    side = side_of_seat(battle, seat)
    cut = replace(battle, sheets={s: sheet for s, sheet in battle.sheets.items() if s == side})
    return _without_secrets(cut, side)


def _without_secrets(battle: Battle, side: Side | None) -> Battle:
    """Without units that another side expects in secret."""
    hidden = {
        unit for one in battle.arrivals if one.secret for unit in one.units
        if battle.units[unit].state == "to come" and battle.units[unit].side != side
    }  # fmt: skip
    if not hidden:
        return battle
    return replace(
        battle,
        units={u: one for u, one in battle.units.items() if u not in hidden},
        arrivals=tuple(one for one in battle.arrivals if not hidden.intersection(one.units)),
        ties=tuple(replace(tie, units=tuple(u for u in tie.units if u not in hidden)) for tie in battle.ties),
    )
