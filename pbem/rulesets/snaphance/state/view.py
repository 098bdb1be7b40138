"""What a seat sees of a battle: an open table, or what its side has in sight; never the other side's orders."""

from collections.abc import Collection
from functools import partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from pbem.engine.hexes import key
from pbem.engine.hiding import cut_sights, is_hidden, side_sights, units_in_sight
from pbem.engine.ids import UMPIRE, CommanderId, Seat, Side, StandId
from pbem.engine.kept import kept
from pbem.engine.rulings.facts import words_on_own
from pbem.engine.sightings import current_names, names_of, renamed
from pbem.rulesets.snaphance.state.battle import (
    Army,
    Battle,
    Commander,
    Group,
    Melee,
    Stand,
    acting_seat,
    other_side,
    side_of_seat,
)
from pbem.rulesets.snaphance.state.sights import PLACEHOLDERS, as_known, group_not_known, not_known
from pbem.rulesets.snaphance.state.special_rules import Special


def view(battle: Battle, seat: Seat) -> Battle:
    """The battle cut to a seat: orders and standing orders are its own only.

    How far the acting commander has come in the sheet is not told to others either.  The umpire sees all; a spectator
    no orders.  Where units are hidden, those that the side has not in sight are absent, and those that it does not
    know are tokens (SN-H4).
    """
    return battle if seat == UMPIRE else kept(battle, ("view", seat), lambda: _cut(battle, seat))


def _cut(battle: Battle, seat: Seat) -> Battle:
    side = side_of_seat(battle, seat)
    sheets = {s: sheet for s, sheet in battle.sheets.items() if s == seat}
    next_order = battle.next_order if acting_seat(battle) == seat else 0
    words = words_on_own(battle, side)
    cut = replace(battle, sheets=sheets, next_order=next_order, umpires_words=words)
    return _without_unseen(cut, side) if is_hidden(battle) else _without_secrets(cut, side)


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


# --- hidden units -------------------------------------------------------------------------------------------------


def _without_unseen(battle: Battle, side: Side | None) -> Battle:
    """With the other side's stands only as far as they are seen; an onlooker sees those of neither side."""
    own = {stand: one for stand, one in battle.stands.items() if one.side == side}
    shown = partial(as_known, battle)
    stands = {**own, **units_in_sight(battle, side, battle.stands, shown)} if side is not None else own
    generals = _generals(battle, side, stands)
    special, happened = _special(battle, stands, generals)
    groups = _groups(battle, side, stands)
    mine = side_sights(battle, side) if side is not None else None
    names = current_names(mine) if mine is not None else {}
    ghosts = mine.ghosts.values() if mine is not None else ()
    known = battle.active_group is None or battle.active_group in groups
    return replace(
        battle,
        stands=stands,
        at={key(one.hex): code for code, one in stands.items() if one.on_board},
        commanders=generals,
        groups=groups,
        armies=tuple(_army(one, side, mine.points if mine is not None else 0) for one in battle.armies),
        types=_types(battle, (*stands.values(), *(one.was for one in ghosts))),
        melees=_melees(battle, stands, names_of(mine) if mine is not None else {}),
        arrivals=tuple(one for one in battle.arrivals if own.keys() >= set(one.stands)),
        crossed={where: tuple(s for s in some if s in stands) for where, some in battle.crossed.items()},
        holders=dict(mine.held) if mine is not None else {},
        active_group=battle.active_group if known else not_known(battle.active_side or Side("")),
        activation=0,
        ordered=0,
        last_active=None,
        melee_count=0 if side is None else battle.melee_count,
        sheets={s: renamed(sheet, names) for s, sheet in battle.sheets.items()},
        special=special,
        happened=happened,
        sights=cut_sights(battle, side),
    )


def _generals(battle: Battle, side: Side | None, stands: Collection[StandId]) -> dict[CommanderId, Commander]:
    """Its own generals; of the other side's those with a stand that is known, and those in sight."""
    seen = side_sights(battle, side).seen if side is not None else {}
    return {
        code: one if one.side == side else _without_his_moves(one) for code, one in battle.commanders.items()
        if one.side == side or (one.alive and (one.attached_to in stands or (_alone(one) and StandId(code) in seen)))
    }  # fmt: skip


def _without_his_moves(general: Commander) -> Commander:
    """A general without what he has done in an activation: it is over when the next begins, which may not be seen."""
    return replace(general, move_used=False, hexes_moved=0, helped="", bound=False)


def _alone(general: Commander) -> bool:
    """Whether a general is with no stand: one who has ridden to a stand out of sight is out of sight with it."""
    return general.attached_to is None


def _groups(battle: Battle, side: Side | None, stands: dict[StandId, Stand]) -> dict[Any, Group]:
    """Its own groups, and the other side's as far as a stand of them is known; one for those that are not."""
    known = {one.group for one in stands.values()}
    found = {code: one for code, one in battle.groups.items() if one.side == side or code in known}
    others = [other_side(battle, side)] if side is not None else [one.id for one in battle.armies]
    return {**found, **{not_known(other): group_not_known(other) for other in others}}


def _army(one: Army, side: Side | None, points: int) -> Army:
    """An army; of the other side no more losses than were seen, and not who commands what (SN-H9)."""
    if one.id == side:
        return one
    lost = one.break_lost if one.broken else points
    parcels = UNSET if one.parcels is UNSET else tuple(replace(parcel, holds=()) for parcel in one.parcels)
    return replace(one, break_lost=lost, parcels=parcels)


def _types(battle: Battle, stands: Collection[Stand]) -> dict[str, Any]:
    used = {one.type for one in stands}
    return {**{name: row for name, row in battle.types.items() if name in used}, **PLACEHOLDERS}


def _melees(battle: Battle, stands: Collection[StandId], names: dict[StandId, StandId]) -> dict[Any, Melee]:
    """Melees whose battle stands are in view, without the activations they were fought in: their numbers would tell how
    many groups have acted that are not known."""
    found: dict[Any, Melee] = {}
    for code, melee in battle.melees.items():
        one = renamed(melee, names)
        if not set(one.stands.values()) <= set(stands):
            continue
        supports = {side: tuple(s for s in some if s in stands) for side, some in one.supports.items()}
        initiator = one.initiator if one.initiator in stands else None
        found[code] = replace(one, supports=supports, initiator=initiator, fought_in=())
    return found


def _special(battle: Battle, stands: Collection[StandId], generals: Collection[CommanderId]) -> tuple[Any, Any]:
    """The special rules that name no stand or general out of view, and what has come of these."""
    if not battle.special:
        return battle.special, battle.happened
    unseen = {code for code in battle.stands if code not in stands} | {
        code for code in battle.commanders if code not in generals
    }
    kept = [place for place, rule in enumerate(battle.special) if not unseen & set(_named(rule))]
    done = battle.happened
    happened = replace(
        done,
        freed=tuple(kept.index(place) for place in done.freed if place in kept),
        spent=tuple(kept.index(place) for place in done.spent if place in kept),
        hauled={stand: rounds for stand, rounds in done.hauled.items() if stand in stands},
        avenging=tuple(stand for stand in done.avenging if stand in stands),
        counted=tuple(stand for stand in done.counted if stand in stands),
    )
    return tuple(battle.special[place] for place in kept), happened


def _named(rule: Special) -> list[str]:
    """Every text in a special rule: codes of stands and generals are among them."""
    found: list[str] = []
    for name in rule.__struct_fields__:
        value = getattr(rule, name)
        found += [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str)]
    return found
