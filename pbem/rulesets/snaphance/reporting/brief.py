"""What heads a report: a turn of a Snaphance battle in three sentences, the reader's own affairs first."""

from dataclasses import dataclass, field

from pbem.engine.grades import GRADES
from pbem.engine.hiding import is_hidden
from pbem.engine.ids import CommanderId, Side, StandId
from pbem.engine.narrator import briefs
from pbem.engine.narrator.briefs import Addressee, Mustered
from pbem.engine.ruleset import SeatTurn
from pbem.engine.wording import capital, listed, number, plural
from pbem.rulesets.snaphance.moving.arrivals import to_come
from pbem.rulesets.snaphance.reporting.aims import how_it_ends, in_hand_now, what_wins
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.battle import Battle, group_stands, side_of_seat
from pbem.rulesets.snaphance.writing.wording import strength

MOST_LOCKED = 2
"""Melees that are told by the units in them; more are counted."""


@dataclass
class TurnHarvest(briefs.Harvest[Battle]):
    """What a turn came to, gathered from its facts."""

    killed: list[CommanderId] = field(default_factory=list)
    beaten: list[tuple[StandId, StandId]] = field(default_factory=list)
    """Winner and loser of each decided round of a melee."""
    fired: bool = False
    fought: bool = False

    def forget(self, battle: Battle) -> None:
        """Leave out units that are not known by the name they had: out of sight, or seen better since."""
        there = battle.stands
        self.hurt = {unit: lost for unit, lost in self.hurt.items() if unit in there}
        self.destroyed = [unit for unit in self.destroyed if unit in there]
        self.left = [unit for unit in self.left if unit in there]
        self.beaten = [(won, lost) for won, lost in self.beaten if won in there and lost in there]
        self.killed = [one for one in self.killed if one in battle.commanders]

    def hear(self, fact: object, view: Battle) -> None:
        """One fact more.  view: before it."""
        match fact:
            case f.StrengthLost():
                self.hit(fact.stand, fact.lost)
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


def in_short(turn: SeatTurn[Battle], harvest: TurnHarvest) -> tuple[str, ...]:
    """At most three sentences."""
    battle, mine = turn.after, side_of_seat(turn.after, turn.seat)
    if turn.before.phase == "set-up" and battle.phase == "orders":
        return (f"Both armies are set up.{_seen_first(battle, mine)}", *_at_first(battle, mine)[1:])
    if turn.number == 0 and battle.ended is None:
        return _at_first(battle, mine)
    reader = reader_of(battle, mine)
    harvest.forget(battle)
    told = [_end(battle, reader), reader.gone(harvest, _killed(reader, battle, harvest))]
    told += [_beaten(battle, reader, harvest), _locked(battle, reader), reader.hurt(harvest)]
    return briefs.brief(told, _quiet(harvest), "" if battle.ended else in_hand_now(battle, mine))


def _seen_first(battle: Battle, mine: Side | None) -> str:
    """What is seen of the enemy as round 1 begins, where units are hidden."""
    if not is_hidden(battle) or mine is None:
        return ""
    seen = sum(one.on_board for one in battle.stands.values() if one.side != mine)
    return f" You see {plural(seen, 'unit', 'units')} of the enemy."


def reader_of(battle: Battle, mine: Side | None) -> Addressee:
    """For whom a brief is written."""
    return Addressee(
        mine,
        {one.id: one.name for one in battle.armies},
        {s: Mustered(one.side, one.name, strength(battle, one), one.on_board) for s, one in battle.stands.items()},
    )


def _at_first(battle: Battle, mine: Side | None) -> tuple[str, ...]:
    """Before anything has happened: who is on the field, and what the battle is about."""
    counts = {
        one.id: sum(stand.on_board and not stand.blind for stand in battle.stands.values() if stand.side == one.id)
        for one in battle.armies
    }
    one, other = sorted(battle.armies, key=lambda one: one.id != mine)
    groups = [
        group.name for g, group in sorted(battle.groups.items()) if group.side == one.id and group_stands(battle, g)
    ]
    led = f"{plural(counts[one.id], 'unit', 'units')} in {plural(len(groups), 'group', 'groups')} ({listed(groups)})"
    blinds = sum(bool(stand.blind) for stand in battle.stands.values() if stand.side == one.id)
    led += f" and {plural(blinds, 'blind', 'blinds')}" if blinds else ""
    who = f"You command the {one.name} army" if mine else f"The {one.name} army"
    many = plural(counts[other.id], "unit", "units")
    theirs = f"You see {many} of the {other.name} army" if is_hidden(battle) else f"The {other.name} army has {many}"
    if battle.phase == "set-up" and is_hidden(battle):
        theirs = f"The {other.name} army sets up out of your sight"
    strong = f"{who}: {led}. {theirs}."
    late = to_come(battle, mine)
    strong = f"{strong} Still to come: {late}." if late else strong
    return tuple(sentence for sentence in (strong, what_wins(battle), how_it_ends(battle)) if sentence)


def _end(battle: Battle, reader: Addressee) -> str:
    """The end, as the reader feels it."""
    if battle.ended is None:
        return ""
    if battle.ended == "draw" and battle.verdict is None:
        return "The battle is over: both sides agreed to a draw."
    grade = GRADES[battle.verdict.grade] if battle.verdict is not None else ""
    return reader.over(battle.ended, battle.winner, grade=grade)


def _killed(reader: Addressee, battle: Battle, harvest: TurnHarvest) -> dict[Side, list[str]]:
    """Generals lost: ``your Colonel was killed``."""
    killed: dict[Side, list[str]] = {}
    for one in (battle.commanders[commander] for commander in harvest.killed):
        words = f"{reader.whose(one.side)} {one.name.removeprefix('the ')} was killed"
        killed.setdefault(one.side, []).append(words)
    return killed


def _beaten(battle: Battle, reader: Addressee, harvest: TurnHarvest) -> str:
    """Melees won and lost by stands that are still there: one or two by name, more by number."""
    lasting = [(won, lost) for won, lost in harvest.beaten if battle.stands[lost].on_board]
    if not lasting:
        return ""
    if len(lasting) <= 2:
        both = [f"{reader.called(won)} beat {reader.called(lost)}" for won, lost in lasting]
        return f"{capital(listed(both))}."
    if reader.mine is None:
        return f"{capital(number(len(lasting)))} melees were won and lost."
    won = sum(battle.stands[winner].side == reader.mine for winner, _ in lasting)
    return f"You won {number(won)} of {number(len(lasting))} melees; they won {number(len(lasting) - won)}."


def _locked(battle: Battle, reader: Addressee) -> str:
    """``Your White regiment (S02, with the Colonel) is locked in melee with their Blue regiment (N03): 3 of 5``."""
    fights = [melee.stands for _, melee in sorted(battle.melees.items())]
    pairs = [tuple(stands[side] for side in reader.sides() if side in stands) for stands in fights]
    if len(pairs) > MOST_LOCKED:
        return f"{capital(number(len(pairs)))} melees go on."
    if len(pairs) > 1 or (pairs and reader.mine is None):
        fought = [" and ".join(reader.called(one) for one in pair) for pair in pairs]
        return f"Locked in melee: {'; '.join(fought)}."
    if not pairs:
        return ""
    own, *enemies = pairs[0]
    stand = battle.stands[own]
    general = next((c.name for c in battle.commanders.values() if c.attached_to == own and c.alive), "")
    code = f"{own}, with {general}" if general else own
    foes = listed([reader.called(enemy) for enemy in enemies])
    state = f"{'disordered, ' if stand.disordered else ''}{strength(battle, stand)}"
    return f"Your {stand.name} ({code}) is locked in melee with {foes}: {state}."


def _quiet(harvest: TurnHarvest) -> str:
    if harvest.fought:
        return "Both sides fought; no unit gave way."
    if harvest.fired:
        return "Both sides held their ground; firing did no harm." if not harvest.moved else "Firing did no harm."
    return "Both sides moved; no firing." if harvest.moved else "No unit moved or fired."
