"""What heads a report: a turn of a one-hour battle in a few sentences, the reader's own affairs first."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import UNSET

from pbem.engine.hiding import is_hidden
from pbem.engine.ids import Side, StandId
from pbem.engine.narrator import briefs
from pbem.engine.narrator.briefs import BRIEFS, ENDS, Addressee, Mustered
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.noticed import SeenMoving
from pbem.engine.wording import number, plural
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour.battle import Army, Battle, army, side_of_seat
from pbem.rulesets.onehour.reporting.aims import how_it_ends, in_hand_now, what_wins
from pbem.rulesets.onehour.reporting.charting import to_come
from pbem.rulesets.onehour.reporting.halves import who_first
from pbem.rulesets.onehour.reporting.troops import strength

OVER: Mapping[str, tuple[str, str]] = {
    **ENDS,
    "no units": ("They have no units left: you have won.", "You have no units left: you have lost."),
}


@dataclass
class TurnHarvest(briefs.Harvest[Battle]):
    """What a turn came to, gathered from its facts."""

    charges: dict[Side, list[str]] = field(default_factory=dict)

    def forget(self, battle: Battle) -> None:
        """Leave out units that are not known by the name they had: out of sight, or seen better since."""
        self.hurt = {unit: lost for unit, lost in self.hurt.items() if _known(battle, unit)}
        self.destroyed = [unit for unit in self.destroyed if unit in battle.units]
        self.left = [unit for unit in self.left if unit in battle.units]

    def hear(self, fact: object, view: Battle) -> None:
        """One fact more.  view: before it."""
        match fact:
            case f.Shot() | f.Struck():
                self.hit(fact.target, fact.hits)
            case f.Eliminated():
                self.destroyed.append(fact.unit)
            case f.LeftTable():
                self.left.append(fact.unit)
            case f.Charged():
                one = view.units[fact.unit]
                self.charges.setdefault(one.side, []).append(f"{fact.unit} charged {fact.target}")
            case f.Moved() | f.Entered() | f.TurnedToFace() | SeenMoving():
                self.moved = True
            case _:
                pass


def _known(battle: Battle, unit: str) -> bool:
    one = battle.units.get(StandId(unit))
    return one is not None and one.seen is UNSET


def in_short(turn: SeatTurn[Battle], harvest: TurnHarvest) -> tuple[str, ...]:
    """At most three sentences; before the first turn what the battle is about, and after it what has happened."""
    battle, mine = turn.after, side_of_seat(turn.after, turn.seat)
    reader = reader_of(battle, mine)
    harvest.forget(battle)
    over = reader.over(battle.ended, battle.winner, OVER) if battle.ended is not None else ""
    told = [one for one in (over, reader.gone(harvest), reader.hurt(harvest)) if one]
    if len(told) < BRIEFS - 1 and harvest.charges:
        told.append(_charges(reader, harvest.charges))
    if turn.number == 0 and battle.ended is None:
        return (*_at_first(battle, mine), *told[:1])
    return briefs.brief(told, _quiet(turn, harvest), "" if battle.ended else in_hand_now(battle, mine))


def reader_of(battle: Battle, mine: Side | None) -> Addressee:
    """For whom a brief is written."""
    units: dict[str, Mustered] = {
        u: Mustered(one.side, one.name, strength(one), one.on_table) for u, one in battle.units.items()
    }
    return Addressee(mine, {one.id: one.name for one in battle.armies}, units, "table")


def _at_first(battle: Battle, mine: Side | None) -> tuple[str, ...]:
    """Before anything has happened: who stands there, and what it is about."""
    one, other = sorted(battle.armies, key=lambda one: one.id != mine)
    who = f"You command the {one.name} army" if mine else f"The {one.name} army"
    theirs = f" The {other.name} army has {_counted(battle, other)}."
    if mine and is_hidden(battle):
        sets_up = battle.deploys and battle.phase in ("army", "set-up")
        theirs = f" The {other.name} army sets up out of your sight." if sets_up else ""
    strong = f"{who}: {_counted(battle, one)}.{theirs}"
    late = f"Still to come: {to_come(battle)}." if to_come(battle) else ""
    words = one.text if mine else ""
    strong = " ".join(part for part in (strong, late, words) if part)
    first = who_first(battle, mine) if battle.ended is None else ""
    return tuple(sentence for sentence in (strong, first, what_wins(battle), how_it_ends(battle)) if sentence)


def _counted(battle: Battle, one: Army) -> str:
    """``6 units``; of an army that is still to be drawn: its size in the table of armies."""
    mine = [unit for unit in battle.units.values() if unit.side == one.id and unit.state != "to come"]
    here, blinds = sum(not unit.blind for unit in mine), sum(bool(unit.blind) for unit in mine)
    drawn = one.muster is not None and not here
    count = one.muster.size if one.muster is not None and drawn else here
    units = plural(count, "unit", "units") + (f" and {plural(blinds, 'blind', 'blinds')}" if blinds else "")
    return f"{units}, still to be drawn" if drawn else units


def _charges(reader: Addressee, charges: Mapping[Side, list[str]]) -> str:
    """``S04 charged N02; N05 charged S01.``  More than three: by number."""
    told = [one for side in reader.sides() for one in charges.get(side, ())]
    return f"{'; '.join(told)}." if len(told) <= BRIEFS else f"There were {number(len(told))} charges."


def _quiet(turn: SeatTurn[Battle], harvest: TurnHarvest) -> str:
    if turn.before.phase == "army" and turn.after.phase == "set-up":
        return "Both armies are drawn."
    if not turn.before.turn and not harvest.moved and turn.after.side_order:
        first = army(turn.after, turn.after.side_order[0]).name
        return f"Both armies are set up; {first} moves first in every turn."
    return "No firing, no fighting: units moved." if harvest.moved else "No unit moved or fired."
