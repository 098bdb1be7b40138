"""What heads a report: a turn of a Snaphance battle in three sentences, the reader's own affairs first."""

from dataclasses import dataclass, field

from pbem.engine.ids import CommanderId, Side, StandId
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import capital, listed, number, plural
from pbem.rulesets.snaphance.moving.arrivals import to_come
from pbem.rulesets.snaphance.reporting.aims import GRADES, how_it_ends, in_hand_now, what_wins
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.battle import Battle, army, group_stands, side_of_seat
from pbem.rulesets.snaphance.writing.wording import strength

BRIEFS = 3
"""Sentences at most."""
MOST_LOCKED = 2
"""Melees that are told by the units in them; more are counted."""


@dataclass
class Harvest:
    """What a turn came to, gathered from its facts."""

    destroyed: list[StandId] = field(default_factory=list)
    left: list[StandId] = field(default_factory=list)
    """Stands that went off the board."""
    killed: list[CommanderId] = field(default_factory=list)
    hurt: dict[StandId, int] = field(default_factory=dict)
    """Strength points lost by each stand."""
    beaten: list[tuple[StandId, StandId]] = field(default_factory=list)
    """Winner and loser of each decided round of a melee."""
    fired: bool = False
    fought: bool = False
    moved: bool = False

    def hear(self, fact: object, view: Battle) -> None:
        """One fact more.  view: before it."""
        match fact:
            case f.StrengthLost():
                self.hurt[fact.stand] = self.hurt.get(fact.stand, 0) + fact.lost
            case f.Destroyed():
                self.destroyed.append(fact.stand)
            case f.LeftBoard():
                self.left.append(fact.stand)
            case f.CommanderKilled():
                self.killed.append(fact.commander)
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
    battle, mine = turn.after, side_of_seat(turn.after, turn.seat)
    if turn.number == 0 and battle.ended is None:
        return _at_first(battle, mine)
    told = [_end(battle, mine), _gone(battle, mine, harvest), _beaten(battle, mine, harvest)]
    told += [_locked(battle, mine), _hurt(battle, mine, harvest)]
    aim = "" if battle.ended else in_hand_now(battle, mine)
    found = ([one for one in told if one] or [_quiet(harvest)])[: BRIEFS - 1 if aim else BRIEFS]
    return tuple(one for one in (*found, aim) if one)


def _at_first(battle: Battle, mine: Side | None) -> tuple[str, ...]:
    """Before anything has happened: who is on the field, and what the battle is about."""
    counts = {
        one.id: sum(stand.on_board for stand in battle.stands.values() if stand.side == one.id) for one in battle.armies
    }
    one, other = sorted(battle.armies, key=lambda one: one.id != mine)
    groups = [
        group.name for g, group in sorted(battle.groups.items()) if group.side == one.id and group_stands(battle, g)
    ]
    led = f"{plural(counts[one.id], 'unit', 'units')} in {plural(len(groups), 'group', 'groups')} ({listed(groups)})"
    who = f"You command the {one.name} army" if mine else f"The {one.name} army"
    strong = f"{who}: {led}. The {other.name} army has {plural(counts[other.id], 'unit', 'units')}."
    late = to_come(battle, mine)
    strong = f"{strong} Still to come: {late}." if late else strong
    return tuple(sentence for sentence in (strong, what_wins(battle), how_it_ends(battle)) if sentence)


def _end(battle: Battle, mine: Side | None) -> str:
    """The end, as the reader feels it."""
    if battle.ended is None:
        return ""
    if battle.ended == "draw" and battle.verdict is None:
        return "The battle is over: both sides agreed to a draw."
    if battle.winner is None:
        return "The battle is over: neither side has won."
    if mine is None:
        return f"The battle is over: {army(battle, battle.winner).name} has won."
    won = battle.winner == mine
    if battle.ended == "broken":
        return "Their army broke: you have won the battle." if won else "Your army broke: you have lost the battle."
    if battle.ended == "conceded":
        return "They conceded: you have won the battle." if won else "You conceded the battle."
    grade = f": {GRADES[battle.verdict.grade]}" if battle.verdict is not None else ""
    return f"You have {'won' if won else 'lost'} the battle{grade}."


def _sides(battle: Battle, mine: Side | None) -> list[Side]:
    """Both sides, the reader's first."""
    return sorted((one.id for one in battle.armies), key=lambda side: side != mine)


def _whose(battle: Battle, mine: Side | None, side: Side) -> str:
    """``your``, ``their``; for an onlooker ``South's``."""
    if mine is None:
        return f"{army(battle, side).name}'s"
    return "your" if side == mine else "their"


def _called(battle: Battle, mine: Side | None, stand: StandId) -> str:
    """``your Red regiment (S01)``."""
    one = battle.stands[stand]
    return f"{_whose(battle, mine, one.side)} {one.name} ({stand})"


def _gone(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """Stands and generals lost: ``You lost your Dragoons (S06); you destroyed their Red regiment (N01)``."""
    told: list[str] = []
    for side in _sides(battle, mine):
        destroyed = [f"{battle.stands[s].name} ({s})" for s in harvest.destroyed if battle.stands[s].side == side]
        left = [_called(battle, mine, s) for s in harvest.left if battle.stands[s].side == side]
        killed = [battle.commanders[c] for c in harvest.killed if battle.commanders[c].side == side]
        if destroyed:
            who = army(battle, side).name if mine is None else "you"
            verb = "lost" if mine in (None, side) else "destroyed"
            whose = "the" if mine is None else _whose(battle, mine, side)
            told.append(f"{who} {verb} {whose} {listed(destroyed)}")
        told += [f"{listed(left)} left the field"] if left else []
        told += [f"{_whose(battle, mine, one.side)} {one.name.removeprefix('the ')} was killed" for one in killed]
    return f"{capital('; '.join(told))}." if told else ""


def _beaten(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """Melees won and lost by stands that are still there: one or two by name, more by number."""
    lasting = [(won, lost) for won, lost in harvest.beaten if battle.stands[lost].on_board]
    if not lasting:
        return ""
    if len(lasting) <= 2:
        both = [f"{_called(battle, mine, won)} beat {_called(battle, mine, lost)}" for won, lost in lasting]
        return f"{capital(listed(both))}."
    if mine is None:
        return f"{capital(number(len(lasting)))} melees were won and lost."
    won = sum(battle.stands[winner].side == mine for winner, _ in lasting)
    return f"You won {number(won)} of {number(len(lasting))} melees; they won {number(len(lasting) - won)}."


def _locked(battle: Battle, mine: Side | None) -> str:
    """``Your White regiment (S02, with the Colonel) is locked in melee with their Blue regiment (N03): 3 of 5``."""
    fights = [melee.stands for _, melee in sorted(battle.melees.items())]
    pairs = [tuple(stands[side] for side in _sides(battle, mine) if side in stands) for stands in fights]
    if len(pairs) > MOST_LOCKED:
        return f"{capital(number(len(pairs)))} melees go on."
    if len(pairs) > 1 or (pairs and mine is None):
        fought = [" and ".join(_called(battle, mine, one) for one in pair) for pair in pairs]
        return f"Locked in melee: {'; '.join(fought)}."
    if not pairs:
        return ""
    own, *enemies = pairs[0]
    stand = battle.stands[own]
    general = next((c.name for c in battle.commanders.values() if c.attached_to == own and c.alive), "")
    code = f"{own}, with {general}" if general else own
    foes = listed([_called(battle, mine, enemy) for enemy in enemies])
    state = f"{'disordered, ' if stand.disordered else ''}{strength(battle, stand)}"
    return f"Your {stand.name} ({code}) is locked in melee with {foes}: {state}."


def _hurt(battle: Battle, mine: Side | None, harvest: Harvest) -> str:
    """``Your Red regiment (S01) fell to 3 of 5; their Dragoons (N06) to 2 of 3.``  The worst hit of each side."""
    told: list[str] = []
    for side in _sides(battle, mine):
        hurt = [s for s in harvest.hurt if battle.stands[s].side == side and battle.stands[s].on_board]
        if hurt:
            worst = max(hurt, key=lambda s: (harvest.hurt[s], s))
            down = "to" if told else "fell to"
            others = f" ({plural(len(hurt) - 1, 'other unit', 'other units')} hit)" if len(hurt) > 1 else ""
            told.append(f"{_called(battle, mine, worst)} {down} {strength(battle, battle.stands[worst])}{others}")
    return f"{capital('; '.join(told))}." if told else ""


def _quiet(harvest: Harvest) -> str:
    if harvest.fought:
        return "Both sides fought; no unit gave way."
    if harvest.fired:
        return "Both sides held their ground; firing did no harm." if not harvest.moved else "Firing did no harm."
    return "Both sides moved; no firing." if harvest.moved else "No unit moved or fired."
