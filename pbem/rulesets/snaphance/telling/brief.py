"""What heads a report: a turn of a Snaphance battle in three sentences, the reader's own affairs first."""

from dataclasses import dataclass, field

from pbem.engine.ids import Side, StandId
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import capital, listed, number, plural
from pbem.rulesets.snaphance import facts as f
from pbem.rulesets.snaphance.battle import Battle, army, group_stands, side_of_seat
from pbem.rulesets.snaphance.moving.arrivals import to_come
from pbem.rulesets.snaphance.telling.aims import GRADES, how_it_ends, in_hand_now, what_wins

BRIEFS = 3
"""Sentences at most."""


@dataclass
class Harvest:
    """What a turn came to, gathered from its facts."""

    gone: dict[Side, list[str]] = field(default_factory=dict)
    lost: dict[Side, int] = field(default_factory=dict)
    beaten: list[tuple[StandId, StandId]] = field(default_factory=list)
    fired: bool = False
    fought: bool = False
    moved: bool = False

    def hear(self, fact: object, view: Battle) -> None:
        """One fact more.  view: before it."""
        match fact:
            case f.StrengthLost():
                side = view.stands[fact.stand].side
                self.lost[side] = self.lost.get(side, 0) + fact.lost
            case f.Destroyed() | f.LeftBoard():
                one = view.stands[fact.stand]
                self.gone.setdefault(one.side, []).append(one.name)
            case f.CommanderKilled():
                chief = view.commanders[fact.commander]
                self.gone.setdefault(chief.side, []).append(chief.name.removeprefix("the "))
            case f.MeleeDecided():
                self.fought = True
                winner = next((s for _, s in sorted(fact.stands.items()) if s != fact.loser), None)
                if fact.loser is not None and winner is not None:
                    self.beaten.append((winner, fact.loser))
            case f.Shot():
                self.fired = True
            case f.Contact() | f.Struck():
                self.fought = True
            case f.Stepped() | f.Entered() | f.Displaced() | f.CommanderMoved():
                self.moved = True
            case _:
                pass


def in_short(turn: SeatTurn[Battle], harvest: Harvest) -> tuple[str, ...]:
    """At most three sentences."""
    mine = side_of_seat(turn.after, turn.seat)
    if turn.number == 0 and turn.after.ended is None:
        return _at_first(turn.after, mine)
    told = [_end(turn.after, mine), _gone(turn.after, mine, harvest), _beaten(turn.after, mine, harvest)]
    told = [one for one in (*told, _points(turn.after, mine, harvest)) if one]
    aim = "" if turn.after.ended else in_hand_now(turn.after, mine)
    told = (told or [_quiet(harvest)])[: BRIEFS - 1 if aim else BRIEFS]
    return tuple(one for one in (*told, aim) if one)


def _at_first(battle: Battle, mine: Side | None) -> tuple[str, ...]:
    """Before anything has happened: who stands there, and what it is about."""
    counts = {
        one.id: sum(stand.on_board for stand in battle.stands.values() if stand.side == one.id) for one in battle.armies
    }
    one, other = sorted(battle.armies, key=lambda one: one.id != mine)
    groups = [
        group.name for g, group in sorted(battle.groups.items()) if group.side == one.id and group_stands(battle, g)
    ]
    led = f" in {plural(len(groups), 'group', 'groups')} ({listed(groups)})"
    who = "You lead" if mine else "There are"
    strong = f"{who} {number(counts[one.id])} stands of {one.name}{led}; {other.name} has {number(counts[other.id])}."
    late = to_come(battle, mine)
    strong = f"{strong} Still to come: {late}." if late else strong
    return tuple(sentence for sentence in (strong, what_wins(battle), how_it_ends(battle)) if sentence)


def _end(battle: Battle, mine: Side | None) -> str:
    """The end, as the reader feels it."""
    if battle.ended is None:
        return ""
    if battle.ended == "draw" and battle.verdict is None:
        return "The battle is over: a draw was agreed."
    if battle.winner is None:
        return "The battle is over, and nobody has won it."
    if mine is None:
        return f"The battle is over: {army(battle, battle.winner).name} has won it."
    won = battle.winner == mine
    if battle.ended == "broken":
        return "Their army broke: you have won the battle." if won else "Your army broke: you have lost the battle."
    if battle.ended == "conceded":
        return "They gave up the field: you have won." if won else "You gave up the field: the battle is lost."
    grade = f": it is {GRADES[battle.verdict.grade]}" if battle.verdict is not None else ""
    return f"You have {'won' if won else 'lost'} the battle{grade}."


def _owners(battle: Battle, mine: Side | None) -> list[tuple[Side, str, str]]:
    """Sides, the reader's first, with what they are called, and what is theirs."""
    sides = sorted((one.id for one in battle.armies), key=lambda side: side != mine)
    if mine is None:
        return [(side, army(battle, side).name, f"{army(battle, side).name}'s") for side in sides]
    return [(side, "you" if side == mine else "they", "your" if side == mine else "their") for side in sides]


def _gone(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """Stands and generals lost: ``You lost the Red regiment and the Colonel; they lost the Dragoons``."""
    told = [
        f"{who} lost {listed([f'the {name}' for name in harvest.gone[side]])}"
        for side, who, _ in _owners(battle, mine)
        if side in harvest.gone
    ]
    return f"{capital('; '.join(told))}." if told else ""


def _beaten(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """Melees won and lost by stands that are still there: one or two by name, more by number."""
    whose = {side: word for side, _, word in _owners(battle, mine)}

    def called(stand: StandId) -> str:
        one = battle.stands[stand]
        return f"{whose[one.side]} {one.name}"

    lasting = [(won, lost) for won, lost in harvest.beaten if battle.stands[lost].on_board]
    if not lasting:
        return ""
    if len(lasting) <= 2:
        return f"{capital(listed([f'{called(won)} beat {called(lost)}' for won, lost in lasting]))}."
    if mine is None:
        return f"{capital(number(len(lasting)))} melees were won and lost."
    won = sum(battle.stands[winner].side == mine for winner, _ in lasting)
    return f"Of {number(len(lasting))} melees you won {won} and they won {len(lasting) - won}."


def _points(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """``You lost four strength points, they lost nothing``."""
    if not harvest.lost:
        return ""
    (one, who, _), (other, whom, _) = _owners(battle, mine)
    lost = harvest.lost.get(one, 0)
    points = "strength point" if lost == 1 else "strength points"
    theirs = harvest.lost.get(other, 0)
    return f"{capital(who)} lost {number(lost)} {points}, {whom} lost {number(theirs) if theirs else 'nothing'}."


def _quiet(harvest: Harvest) -> str:
    if harvest.fought:
        return "There was fighting, and nobody gave way."
    if harvest.fired:
        return "There was fire, and it did no harm."
    return "There was movement, and no shot was fired." if harvest.moved else "Nobody moved and nobody fired."
