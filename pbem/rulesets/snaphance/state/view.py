"""What a seat sees of a battle: an open table, but never the other side's orders."""

from msgspec.structs import replace

from pbem.engine.ids import UMPIRE, Seat, Side
from pbem.rulesets.snaphance.state.battle import Battle, acting_seat, side_of_seat


def view(battle: Battle, seat: Seat) -> Battle:
    """The battle cut to a seat: every stand is seen; orders and standing orders are its own only.

    How far the acting commander has come in the sheet is not told to others either.  The umpire sees all; a spectator
    no orders.
    """
    if seat == UMPIRE:
        return battle
    side = side_of_seat(battle, seat)
    sheets = {s: sheet for s, sheet in battle.sheets.items() if s == seat}
    next_order = battle.next_order if acting_seat(battle) == seat else 0
    return _without_secrets(replace(battle, sheets=sheets, next_order=next_order), side)


def _without_secrets(battle: Battle, side: Side | None) -> Battle:
    """Without stands that another side expects in secret, and the generals who come with them.

    How many break points each army has is known all the same, as it was counted before the battle (SN-14.0a).
    """
    hidden = {
        stand for one in battle.arrivals if one.secret for stand in one.stands
        if battle.stands[stand].to_come and battle.stands[stand].side != side
    }  # fmt: skip
    if not hidden:
        return battle
    return replace(
        battle,
        stands={s: one for s, one in battle.stands.items() if s not in hidden},
        commanders={c: one for c, one in battle.commanders.items() if one.attached_to not in hidden},
        arrivals=tuple(one for one in battle.arrivals if not hidden.intersection(one.stands)),
    )
