"""What a seat sees of a battle: never the other side's orders, nor who comes in secret, nor units that are hidden."""

from msgspec.structs import replace

from pbem.engine.hiding import cut_sights, is_hidden, side_sights, units_in_sight
from pbem.engine.ids import UMPIRE, Seat, Side
from pbem.engine.rulings.facts import words_on_own
from pbem.engine.sightings import current_names, renamed
from pbem.rulesets.onehour.battle import Battle, side_of_seat
from pbem.rulesets.onehour.sights import as_known


def view(battle: Battle, seat: Seat) -> Battle:
    """The battle cut to a seat: orders and standing orders are its own only.

    The umpire sees all; a spectator no orders, and no unit that is to come in secret.  Where units are hidden, those
    that the side has not in sight are absent, and those that it does not know stand there as tokens (OH-H4).
    """
    if seat == UMPIRE:
        return battle
    side = side_of_seat(battle, seat)
    sheets = {s: sheet for s, sheet in battle.sheets.items() if s == seat}
    cut = replace(battle, sheets=sheets, umpires_words=words_on_own(battle, side))
    if is_hidden(battle):
        return _without_unseen(cut, side)
    return _without_secrets(cut, side)


def _without_unseen(battle: Battle, side: Side | None) -> Battle:
    """With the other side's units only as far as they are seen; an onlooker sees those of neither side."""
    own = {unit: one for unit, one in battle.units.items() if one.side == side}
    units = {**own, **units_in_sight(battle, side, battle.units, as_known)} if side is not None else own
    names = current_names(side_sights(battle, side)) if side is not None else {}
    return replace(
        battle,
        units=units,
        contacts=tuple(one for one in battle.contacts if one.attacker in units and one.target in units),
        arrivals=tuple(one for one in battle.arrivals if own.keys() >= set(one.units)),
        ties=tuple(replace(tie, units=tuple(u for u in tie.units if u in own)) for tie in battle.ties),
        holders=side_sights(battle, side).held if side is not None else {},
        left_by={unit: way for unit, way in battle.left_by.items() if unit in own},
        sheets={s: renamed(sheet, names) for s, sheet in battle.sheets.items()},
        sights=cut_sights(battle, side),
    )


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
