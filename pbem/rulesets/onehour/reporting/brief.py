"""What heads a report: a turn of a one-hour battle in a few sentences, the reader's own affairs first."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.ids import Side, StandId
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import capital, listed, number, plural
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour.battle import Army, Battle, army, side_of_seat
from pbem.rulesets.onehour.reporting.aims import how_it_ends, in_hand_now, what_wins
from pbem.rulesets.onehour.reporting.charting import coming
from pbem.rulesets.onehour.reporting.halves import who_first
from pbem.rulesets.onehour.reporting.troops import strength

BRIEFS = 3
"""Sentences at most, but for the first report."""


@dataclass
class Harvest:
    """What a turn came to, gathered from its facts."""

    destroyed: list[StandId] = field(default_factory=list)
    left: list[StandId] = field(default_factory=list)
    """Units that went off the table."""
    hits: dict[StandId, int] = field(default_factory=dict)
    """Hits taken by each unit."""
    charges: dict[Side, list[str]] = field(default_factory=dict)
    moved: bool = False

    def hear(self, fact: object, view: Battle) -> None:
        """One fact more.  view: before it."""
        match fact:
            case f.Shot() | f.Struck():
                if fact.hits:
                    self.hits[fact.target] = self.hits.get(fact.target, 0) + fact.hits
            case f.Eliminated():
                self.destroyed.append(fact.unit)
            case f.LeftTable():
                self.left.append(fact.unit)
            case f.Charged():
                one = view.units[fact.unit]
                self.charges.setdefault(one.side, []).append(f"{fact.unit} charged {fact.target}")
            case f.Moved() | f.Entered() | f.TurnedToFace():
                self.moved = True
            case _:
                pass


def in_short(turn: SeatTurn[Battle], harvest: Harvest) -> tuple[str, ...]:
    """At most three sentences; before the first turn what the battle is about, and after it what has happened."""
    battle, mine = turn.after, side_of_seat(turn.after, turn.seat)
    told = [one for one in (_end(battle, mine), _gone(battle, mine, harvest), _hurt(battle, mine, harvest)) if one]
    if len(told) < BRIEFS - 1 and harvest.charges:
        told.append(_charges(battle, mine, harvest.charges))
    if turn.number == 0 and battle.ended is None:
        return (*_at_first(battle, mine), *told[:1])
    aim = "" if battle.ended else in_hand_now(battle, mine)
    told = (told or [_quiet(turn, harvest)])[: BRIEFS - 1 if aim else BRIEFS]
    return tuple(one for one in (*told, aim) if one)


def _at_first(battle: Battle, mine: Side | None) -> tuple[str, ...]:
    """Before anything has happened: who stands there, and what it is about."""
    one, other = sorted(battle.armies, key=lambda one: one.id != mine)
    who = f"You command the {one.name} army" if mine else f"The {one.name} army"
    strong = f"{who}: {_counted(battle, one)}. The {other.name} army has {_counted(battle, other)}."
    late = f"Still to come: {coming(battle)}." if coming(battle) else ""
    words = one.text if mine else ""
    strong = " ".join(part for part in (strong, late, words) if part)
    first = who_first(battle, mine) if battle.ended is None else ""
    return tuple(sentence for sentence in (strong, first, what_wins(battle), how_it_ends(battle)) if sentence)


def _counted(battle: Battle, one: Army) -> str:
    """``6 units``; of an army that is still to be drawn: its size in the table of armies."""
    here = sum(unit.side == one.id and unit.state != "to come" for unit in battle.units.values())
    drawn = one.muster is not None and not here
    count = one.muster.size if one.muster is not None and drawn else here
    units = plural(count, "unit", "units")
    return f"{units}, still to be drawn" if drawn else units


def _end(battle: Battle, mine: Side | None) -> str:
    """The end, as the reader feels it."""
    if battle.ended is None:
        return ""
    if battle.winner is None:
        return "The battle is over: neither side has won."
    if mine is None:
        return f"The battle is over: {army(battle, battle.winner).name} has won."
    won = battle.winner == mine
    match battle.ended:
        case "broken":
            return "Their army broke: you have won the battle." if won else "Your army broke: you have lost the battle."
        case "no units":
            return "They have no units left: you have won." if won else "You have no units left: you have lost."
        case "conceded":
            return "They conceded: you have won the battle." if won else "You conceded the battle."
        case _:
            return f"You have {'won' if won else 'lost'} the battle."


def _sides(battle: Battle, mine: Side | None) -> list[Side]:
    """Both sides, the reader's first."""
    return sorted((one.id for one in battle.armies), key=lambda side: side != mine)


def _whose(battle: Battle, mine: Side | None, side: Side) -> str:
    """``your``, ``their``; for an onlooker ``South's``."""
    if mine is None:
        return f"{army(battle, side).name}'s"
    return "your" if side == mine else "their"


def _called(battle: Battle, mine: Side | None, unit: StandId) -> str:
    """``your Red regiment (S01)``."""
    one = battle.units[unit]
    return f"{_whose(battle, mine, one.side)} {one.name} ({unit})"


def _gone(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """``You lost your Red regiment (S01); you destroyed their Left troops (N05).``."""
    told: list[str] = []
    for side in _sides(battle, mine):
        destroyed = [f"{battle.units[u].name} ({u})" for u in harvest.destroyed if battle.units[u].side == side]
        left = [_called(battle, mine, u) for u in harvest.left if battle.units[u].side == side]
        if destroyed:
            who = army(battle, side).name if mine is None else "you"
            verb = "lost" if mine in (None, side) else "destroyed"
            whose = "the" if mine is None else _whose(battle, mine, side)
            told.append(f"{who} {verb} {whose} {listed(destroyed)}")
        told += [f"{listed(left)} left the table"] if left else []
    return f"{capital('; '.join(told))}." if told else ""


def _hurt(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """``Your Red regiment (S01) fell to 11 of 15; their Left troops (N05) to 9 of 15.``  The worst hit of each."""
    told: list[str] = []
    for side in _sides(battle, mine):
        hurt = [u for u in harvest.hits if battle.units[u].side == side and battle.units[u].on_table]
        if hurt:
            worst = max(hurt, key=lambda u: (harvest.hits[u], u))
            down = "to" if told else "fell to"
            others = f" ({plural(len(hurt) - 1, 'other unit', 'other units')} hit)" if len(hurt) > 1 else ""
            told.append(f"{_called(battle, mine, worst)} {down} {strength(battle.units[worst])}{others}")
    return f"{capital('; '.join(told))}." if told else ""


def _charges(battle: Battle, mine: Side | None, charges: Mapping[Side, list[str]]) -> str:
    """``S04 charged N02; N05 charged S01.``  More than three: by number."""
    told = [one for side in _sides(battle, mine) for one in charges.get(side, ())]
    return f"{'; '.join(told)}." if len(told) <= BRIEFS else f"There were {number(len(told))} charges."


def _quiet(turn: SeatTurn[Battle], harvest: Harvest) -> str:
    if turn.before.phase == "army" and turn.after.phase == "set-up":
        return "Both armies are drawn."
    if not turn.before.turn and not harvest.moved and turn.after.side_order:
        first = army(turn.after, turn.after.side_order[0]).name
        return f"Both armies are set up; {first} moves first in every turn."
    return "No firing, no fighting: units moved." if harvest.moved else "No unit moved or fired."
