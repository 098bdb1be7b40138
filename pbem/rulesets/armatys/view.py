"""What a seat sees of a battle and learns of what happens in it.

Never the other side's standing orders; counters, and the classes of morale behind them, as far as the battle lets
players see them (AR-gen-4, AR-Q74).
"""

from typing import Any

from msgspec.structs import replace

from pbem.engine.commanders import side_with
from pbem.engine.facts import Fact
from pbem.engine.hiding import cut_sights, is_hidden, side_sights, units_in_sight
from pbem.engine.ids import UMPIRE, Seat, Side, StandId
from pbem.engine.rulings.facts import words_on_own
from pbem.engine.sightings import SideSights, current_names, names_of, renamed
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import detached as d
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, General, unit_of, units_of
from pbem.rulesets.armatys.state.sights import as_known
from pbem.rulesets.armatys.state.units import Unit


def view(battle: Battle, seat: Seat) -> Battle:
    """The battle cut to a seat; the umpire sees all."""
    if seat == UMPIRE:
        return battle
    side = side_of(battle, seat)
    standing = {whose: one for whose, one in battle.standing.items() if whose == seat}
    mine = replace(battle, standing=standing, umpires_words=words_on_own(battle, side))
    if battle.counters != "open":
        mine = _without_counters_of(mine, battle, seat)
    return _without_unseen(mine, side) if is_hidden(battle) else mine


def side_of(battle: Battle, seat: Seat) -> Side | None:
    """The side that a seat plays; None for onlookers."""
    return side_with(battle.armies, seat)


def general_seen(battle: Battle, side: Side | None, general: General) -> bool:
    """AR-H1: whether a side sees a general: its own; an enemy with a unit that it knows, or one whom it touches."""
    seen = side_sights(battle, side).seen if side is not None else {}
    known = {unit for unit, one in seen.items() if one.grade == "known"}
    return general.side == side or general.touched or any(one.id in known for one in units_of(battle, general))


def _without_unseen(battle: Battle, side: Side | None) -> Battle:
    """With the other side's units only as far as they are seen; an onlooker sees those of neither side."""
    sights = side_sights(battle, side) if side is not None else SideSights[Unit]()
    names = {unit: name for unit, name in names_of(sights).items() if unit != name}
    own = {code: renamed(one, names) for code, one in battle.units.items() if one.side == side}
    theirs = units_in_sight(battle, side, battle.units, as_known) if side is not None else {}
    there = set(names_of(sights).values())
    units = {**own, **{code: one for code, one in theirs.items() if code in there}}
    fallen = {code: one for code, one in theirs.items() if code not in there}
    late = {code: one for code, one in battle.to_come.items() if one.side == side}
    pairs = (renamed(one, names) for one in battle.contacts)
    rules = {place for place, rule in enumerate(battle.special) if _speaks_of(rule, {*own, *late}, side)}
    return replace(
        battle,
        units=units,
        removed={**{code: one for code, one in battle.removed.items() if one.side == side}, **fallen},
        to_come=late,
        arrivals=tuple(one for one in battle.arrivals if late.keys() & set(one.units)),
        generals={code: one for code, one in battle.generals.items() if general_seen(battle, side, one)},
        contacts=tuple(one for one in pairs if one.one in units and one.other in units),
        standing={whose: renamed(said, current_names(sights)) for whose, said in battle.standing.items()},
        held=sights.held,
        special_done=tuple(place for place in battle.special_done if place in rules),
        special_tried=tuple(place for place in battle.special_tried if place in rules),
        sights=cut_sights(battle, side),
    )


def _speaks_of(rule: object, units: set[StandId], side: Side | None) -> bool:
    """Whether a special rule is about a side or its units."""
    return getattr(rule, "side", None) == side or bool(units & set(getattr(rule, "units", ())))


def _without_counters_of(mine: Battle, battle: Battle, seat: Seat) -> Battle:
    return replace(
        mine,
        units={code: as_seen(battle, seat, one) for code, one in battle.units.items()},
        to_come={code: as_seen(battle, seat, one) for code, one in battle.to_come.items()},
        removed={code: as_seen(battle, seat, one) for code, one in battle.removed.items()},
    )


def counters_known(battle: Battle, seat: Seat, unit: Unit) -> bool:
    """AR-gen-4, AR-Q74: whether a seat knows what counters a unit holds."""
    if seat == UMPIRE or battle.counters == "open":
        return True
    if side_of(battle, seat) != unit.side:
        return False
    return battle.counters == "owner_only" or _general_with(battle, unit)


def _general_with(battle: Battle, unit: Unit) -> bool:
    """A general of its side touches it."""
    mine = [one for one in battle.generals.values() if one.side == unit.side and not one.removed]
    return any(found.id == unit.id for one in mine if (found := unit_of(battle, one)) is not None)


def as_seen(battle: Battle, seat: Seat, unit: Unit) -> Unit:
    """A unit without its counters, and without its class, where a seat does not know them.

    Of its own units it knows every class but those rolled for (AR-cls-3), and those once they have broken.
    """
    if counters_known(battle, seat, unit):
        return unit
    secret = side_of(battle, seat) != unit.side or (unit.class_rolled and not unit.has_broken)
    lost = {cause: count for cause, count in unit.taken.items() if cause == "figures"}
    return replace(
        unit, counters=0, counters_known=False, taken=lost, ground=0, morale="unknown" if secret else unit.morale,
        class_rolled=False,
    )  # fmt: skip


def learned(fact: Fact[Any], battle: Battle, seat: Seat) -> Fact[Any] | None:
    """A fact as a seat learns of it; None where it does not.  battle: as it stood before."""
    if not fact.seen_by(battle, seat):
        return None
    if isinstance(fact, c.ChargeAnswered) and seat != UMPIRE:
        own = side_of(battle, seat) == battle.units[fact.unit].side
        fact = replace(fact, by_default=fact.by_default and own)
    if battle.counters == "open" or seat == UMPIRE:
        return fact
    if isinstance(fact, d.Detached):
        return replace(fact, sub=as_seen(battle, seat, fact.sub))
    if isinstance(fact, d.Rejoined):
        return replace(fact, parent=as_seen(battle, seat, fact.parent))
    if isinstance(fact, f.UnitPut):
        return replace(fact, unit=as_seen(battle, seat, fact.unit))
    if isinstance(fact, c.Interpenetrated):
        first, second = (_known(battle, seat, unit) for unit in (fact.one, fact.other))
        return replace(fact, first=fact.first if first else 0, second=fact.second if second else 0)
    unit = getattr(fact, "unit", None)
    return fact if unit is None or _known(battle, seat, unit) else _without_counters(fact)


def _known(battle: Battle, seat: Seat, code: StandId) -> bool:
    unit = battle.units.get(code)
    return unit is None or counters_known(battle, seat, unit)


def _without_counters(fact: Fact[Any]) -> Fact[Any] | None:
    """What is learned of a unit whose counters are not known: its dice, not the numbers that its counters change."""
    if isinstance(fact, f.CountersTaken | f.ClassRolled):
        return None
    if isinstance(fact, f.Recovered):
        return fact if fact.reloads else None
    if isinstance(fact, f.ReactionTested):
        return replace(fact, required=None, parts=())
    if isinstance(fact, f.Fired | f.Struck):
        return replace(fact, size=0)
    if isinstance(fact, f.Moved | f.Retired | c.ChargeMoved | d.CrewReturned):
        return replace(fact, ground=0)
    return fact
