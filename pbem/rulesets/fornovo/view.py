"""What a seat sees: not the other side's standing orders or words of an umpire, nor hidden units (FS-H1)."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from pbem.engine.commanders import side_with
from pbem.engine.hiding import cut_sights, is_hidden, side_sights, units_in_sight
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.rulings.facts import words_on_own
from pbem.engine.sightings import SideSights, names_of, renamed
from pbem.rulesets.fornovo.state.battle import Battle, Charge, Chase, Combat, General, Piece
from pbem.rulesets.fornovo.state.sights import NOBODY, as_known, called, shot_as_known
from pbem.rulesets.fornovo.state.units import Unit

P = TypeVar("P", Charge, Combat, Chase)


def view(battle: Battle, seat: Seat) -> Battle:
    """The battle cut to a seat; the umpire sees all."""
    if seat == UMPIRE:
        return battle
    side = side_of(battle, seat)
    standing = {whose: one for whose, one in battle.standing.items() if whose == seat}
    mine = replace(battle, standing=standing, umpires_words=words_on_own(battle, side))
    return _without_unseen(mine, side) if is_hidden(battle) else mine


def side_of(battle: Battle, seat: Seat) -> Side | None:
    """The side that a seat plays; None for onlookers."""
    return side_with(battle.armies, seat)


def general_seen(battle: Battle, side: Side | None, general: General) -> bool:
    """FS-H1: whether a side sees a general: its own; an enemy with a unit that it knows."""
    seen = side_sights(battle, side).seen if side is not None else {}
    sighting = seen.get(general.attached_to) if general.attached_to is not None else None
    return general.side == side or (sighting is not None and sighting.grade == "known")


def enemies_called(battle: Battle, side: Side | None) -> dict[StandId, StandId]:
    """What a side calls every enemy unit, by true code: no name for one that it has never seen."""
    every = (*battle.units.values(), *battle.removed.values(), *battle.to_come.values())
    sights = side_sights(battle, side) if side is not None else SideSights[Unit]()
    return {**{one.id: NOBODY for one in every if one.side != side}, **called(sights)}


def _without_unseen(battle: Battle, side: Side | None) -> Battle:
    """With the other side's units only as far as they are seen; an onlooker sees those of neither side."""
    sights = side_sights(battle, side) if side is not None else SideSights[Unit]()
    names = enemies_called(battle, side)
    known = {one.id for one in battle.units.values() if one.side == side}
    known |= {code for code, one in sights.seen.items() if one.grade == "known"}
    theirs = units_in_sight(battle, side, battle.units, as_known) if side is not None else {}
    there = {*names_of(sights).values()}
    every = {
        **{code: one for code, one in battle.units.items() if one.side == side},
        **{code: one for code, one in theirs.items() if code in there},
    }  # fmt: skip
    units = {code: shot_as_known(one, names, known) for code, one in every.items()}
    gone = {code: one for code, one in battle.removed.items() if one.side == side}
    gone |= {code: one for code, one in theirs.items() if code not in there}
    late = {code: one for code, one in battle.to_come.items() if one.side == side}
    own = {*units, *gone, *late, *(code for code, one in battle.generals.items() if one.side == side)}
    acting = {place for place, rule in enumerate(battle.special) if _speaks_of(rule, {*late, *own}, side)}
    return replace(
        battle,
        units=units,
        removed={code: shot_as_known(one, names, known) for code, one in gone.items()},
        to_come=late,
        arrivals=tuple(one for one in battle.arrivals if own & {*one.units}),
        generals={
            code: replace(one, attached_to=names.get(one.attached_to, one.attached_to)) if one.attached_to else one
            for code, one in battle.generals.items() if general_seen(battle, side, one)
        },
        charges=_seen(battle.charges, names),
        combats=tuple(one for one in _seen(battle.combats, names) if {*one.units} <= {*units}),
        combats_over=_seen(battle.combats_over, names),
        pursuits=_seen(battle.pursuits, names),
        held=sights.held,
        freed=tuple(code for code in battle.freed if code in own),
        special_done=tuple(place for place in battle.special_done if place in acting),
        terrain=tuple(filter(None, (ground_seen(piece, names) for piece in battle.terrain))),
        sights=cut_sights(battle, side),
    )  # fmt: skip


def _seen(pairs: Iterable[P], names: dict[StandId, StandId]) -> tuple[P, ...]:
    """Of charges, combats and pursuits those of which a side knows both."""
    found: list[P] = []
    for each in pairs:
        known = renamed(each, names) if any(code in names for code in _pair(each)) else each
        if NOBODY not in _pair(known):
            found.append(known)
    return tuple(found)


def _pair(one: Charge | Combat | Chase) -> tuple[StandId, StandId]:
    return one.units if isinstance(one, Combat) else (one.unit, one.target)


def ground_seen(piece: Piece, names: dict[StandId, StandId]) -> Piece | None:
    """Ground is known to both; stakes only of a planter that the side has seen."""
    if piece.kind != "stakes" or not piece.id.startswith("stakes "):
        return piece
    planter = StandId(piece.id.removeprefix("stakes "))
    name = names.get(planter, planter)
    return replace(piece, id=f"stakes {name}") if name != NOBODY else None


def _speaks_of(rule: object, units: set[StandId], side: Side | None) -> bool:
    """Whether a special rule is about a side or its units."""
    named = {*getattr(rule, "units", ()), getattr(rule, "unit", NOBODY), *getattr(rule, "baggage", ())}
    return getattr(rule, "side", None) == side or bool(units & named) or not named - {NOBODY}
