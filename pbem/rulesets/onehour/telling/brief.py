"""What heads a report: a turn of a one-hour battle in a few sentences, the reader's own affairs first."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.ids import Side
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import capital, listed, number, plural
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour.battle import Army, Battle, army, side_of_seat
from pbem.rulesets.onehour.telling.aims import how_it_ends, in_hand_now, what_wins
from pbem.rulesets.onehour.telling.charting import coming

BRIEFS = 3
"""Sentences at most, but for the first report."""


@dataclass
class Harvest:
    """What a turn came to, gathered from its facts.  hits: taken, by side.  spent: units that ran out of powder."""

    gone: dict[Side, list[str]] = field(default_factory=dict)
    left: dict[Side, list[str]] = field(default_factory=dict)
    hits: dict[Side, int] = field(default_factory=dict)
    charges: dict[Side, list[str]] = field(default_factory=dict)
    moved: bool = False

    def hear(self, fact: object, view: Battle) -> None:
        """One fact more.  view: before it."""
        match fact:
            case f.Shot() | f.Struck():
                side = view.units[fact.target].side
                self.hits[side] = self.hits.get(side, 0) + fact.hits
            case f.Eliminated():
                one = view.units[fact.unit]
                self.gone.setdefault(one.side, []).append(f"{one.id} {one.name}")
            case f.LeftTable():
                one = view.units[fact.unit]
                self.left.setdefault(one.side, []).append(f"{one.id} {one.name}")
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
    told = [one for one in (_end(battle, mine), _gone(battle, mine, harvest), _hits(battle, mine, harvest)) if one]
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
    who = "You lead" if mine else "There are"
    strong = f"{who} {_counted(battle, one)}; {other.name} has {_counted(battle, other, whose=False)}."
    late = f"Still to come: {coming(battle)}." if coming(battle) else ""
    words = one.text if mine else ""
    strong = " ".join(part for part in (strong, late, words) if part)
    return tuple(sentence for sentence in (strong, what_wins(battle), how_it_ends(battle)) if sentence)


def _counted(battle: Battle, one: Army, *, whose: bool = True) -> str:
    """``six units of South``; of an army that is still to be drawn: so many by the table."""
    here = sum(unit.side == one.id and unit.state != "to come" for unit in battle.units.values())
    drawn = one.muster is not None and not here
    count = one.muster.size if one.muster is not None and drawn else here
    units = f"{number(count)} {'unit' if count == 1 else 'units'}{f' of {one.name}' if whose else ''}"
    return f"{units}, still to be drawn" if drawn else units


def _end(battle: Battle, mine: Side | None) -> str:
    """The end, as the reader feels it."""
    if battle.ended is None:
        return ""
    if battle.winner is None:
        return "The battle is over, and nobody has won it."
    if mine is None:
        return f"The battle is over: {army(battle, battle.winner).name} has won it."
    won = battle.winner == mine
    match battle.ended:
        case "broken":
            return "They are beaten: you have won the battle." if won else "You are beaten: the battle is lost."
        case "no units":
            return "They have nobody left: you have won." if won else "You have nobody left: the battle is lost."
        case "conceded":
            return "They gave up the field: you have won." if won else "You gave up the field: the battle is lost."
        case _:
            return f"You have {'won' if won else 'lost'} the battle."


def _owners(battle: Battle, mine: Side | None) -> list[tuple[Side, str]]:
    """Sides, the reader's first, with what they are called."""
    sides = sorted((one.id for one in battle.armies), key=lambda side: side != mine)
    if mine is None:
        return [(side, army(battle, side).name) for side in sides]
    return [(side, "you" if side == mine else "they") for side in sides]


def _gone(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """``You lost S01 Red regiment; they lost N05 Left troops.``."""
    told = [f"{who} lost {listed(harvest.gone[side])}" for side, who in _owners(battle, mine) if side in harvest.gone]
    told += [f"{listed(names)} left the table" for _, names in sorted(harvest.left.items())]
    return f"{capital('; '.join(told))}." if told else ""


def _hits(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """``You took 4 hits, they took none.``."""
    if not harvest.hits:
        return ""
    (one, who), (other, whom) = _owners(battle, mine)
    mine_taken, theirs = harvest.hits.get(one, 0), harvest.hits.get(other, 0)
    told = plural(mine_taken, "hit", "hits") if mine_taken else "no hits"
    return f"{capital(who)} took {told}, {whom} took {theirs or 'none'}."


def _charges(battle: Battle, mine: Side | None, charges: Mapping[Side, list[str]]) -> str:
    """``S04 charged N02; N05 charged S01.``  More than three: by number."""
    told = [one for side, _ in _owners(battle, mine) for one in charges.get(side, ())]
    return f"{'; '.join(told)}." if len(told) <= BRIEFS else f"There were {number(len(told))} charges."


def _quiet(turn: SeatTurn[Battle], harvest: Harvest) -> str:
    if turn.before.phase == "army" and turn.after.phase == "set-up":
        return "Both armies are drawn."
    if not turn.before.turn and not harvest.moved and turn.after.side_order:
        first = army(turn.after, turn.after.side_order[0]).name
        return f"Both armies stand on the table, and {first} goes first in every turn."
    return "There was movement, and no blood was shed." if harvest.moved else "Nobody moved and nobody fired."
