"""A case played: its player turns by the steps of the game, its dice from the tape."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.casekit.results import CaseStop
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.facts import Fact
from pbem.engine.ids import Side
from pbem.engine.play import Drift, Play
from pbem.rulesets.onehour.asks import AskArmy, AskOrders, AskSetup
from pbem.rulesets.onehour.battle import Battle, Phase, other_side
from pbem.rulesets.onehour.cases.action import CaseTurn, End, Entry, Start, kind_of
from pbem.rulesets.onehour.commands import ArmyChoice, Hold, HoldFire, MoveOrder, Order, SetUp, Sheet, ShotOrder
from pbem.rulesets.onehour.facts import PlayerTurnBegan, Refused, Shot, Struck
from pbem.rulesets.onehour.playing.ending import conclude
from pbem.rulesets.onehour.playing.sequence import script
from pbem.rulesets.onehour.rules import RULES


class Refusal(msgspec.Struct, frozen=True):
    """An order that was refused.  codes: all it earned, with what stood in the way ('' for nothing)."""

    unit: str
    order: str
    codes: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        told = [f"{code} (by {by})" if by else code for code, by in self.codes]
        return f"{self.unit} {self.order}: {', '.join(told)}"


class CaseStory(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a case.  end: after its last player turn.  error: why it could not be played to its end."""

    end: Battle
    facts: tuple[Fact[Battle], ...]
    error: str = ""

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """Every order that was refused, in turn."""
        return tuple(
            Refusal(fact.order.unit, kind_of(fact.order), tuple((one.code, one.by) for one in fact.objections))
            for fact in self.facts
            if isinstance(fact, Refused)
        )

    def refusals(self) -> tuple[str, ...]:
        """The same in words."""
        return tuple(map(str, self.refused))

    @property
    def blows(self) -> tuple[Shot | Struck, ...]:
        """Every shot and stroke, in turn."""
        return tuple(fact for fact in self.facts if isinstance(fact, Shot | Struck))


def played(battle: Battle, action: Sequence[Entry], dice: TapeDice, *, judged: bool) -> CaseStory:
    """Play a case: each entry by the steps of the game.

    judged: whether the battle is over is looked at after the last; between player turns nothing ends a case.
    """
    facts: tuple[Fact[Battle], ...] = ()
    for entry in action:
        if battle.phase == "over":
            return CaseStory(end=battle, facts=facts, error="the battle is over before the action is")
        try:
            battle, happened = _entered(battle, entry, dice)
        except (CaseStop, Drift) as stop:
            return CaseStory(end=battle, facts=facts, error=str(stop))
        facts = (*facts, *happened)
    if judged and battle.phase == "ending":
        battle, happened = _steps(battle, {}, dice, "orders")
        facts = (*facts, *happened)
    return CaseStory(end=battle, facts=facts)


def _entered(battle: Battle, entry: Entry, dice: TapeDice) -> tuple[Battle, list[Fact[Battle]]]:
    """One entry of the action, played."""
    match entry:
        case CaseTurn():
            return _steps(_begun(battle, entry), {entry.side: Sheet(orders=_explicit(battle, entry))}, dice, "ending")
        case Start():
            phase: Phase = "army" if any(one.muster for one in battle.armies) else "set-up"
            answers = {
                side.id: StartOf(ArmyChoice(entry.rows.get(side.id)), SetUp(places=entry.places.get(side.id, ())))
                for side in battle.armies
            }
            return _steps(msgspec.structs.replace(battle, phase=phase), answers, dice, "orders")
        case End():
            ended = conclude(battle, entry.loser)
            for fact in ended:
                battle = fact.apply(battle)
            return battle, list(ended)


def _begun(battle: Battle, turn: CaseTurn) -> Battle:
    """The battle at the beginning of a player turn; a turn begins with the first side's."""
    order = battle.side_order or (turn.side, other_side(battle, turn.side))
    number = battle.turn + 1 if turn.side == order[0] or battle.turn == 0 else battle.turn
    begun = PlayerTurnBegan(turn=number, side=turn.side).apply(battle)
    return msgspec.structs.replace(begun, side_order=order)


def _explicit(battle: Battle, turn: CaseTurn) -> tuple[Order, ...]:
    """The orders, and for every unit without one that it holds: no orders are made up in a case, unless it says so."""
    if turn.defaults:
        return turn.orders
    ours = [u for u, unit in sorted(battle.units.items()) if unit.side == turn.side]
    moving = {order.unit for order in turn.orders if isinstance(order, MoveOrder)}
    shooting = {order.unit for order in turn.orders if isinstance(order, ShotOrder)}
    still = [Hold(unit=unit) for unit in ours if unit not in moving]
    quiet = [HoldFire(unit=unit) for unit in ours if unit not in shooting]
    return (*turn.orders, *still, *quiet)


class StartOf(msgspec.Struct, frozen=True):
    """What a side answers before the first turn."""

    army: ArmyChoice
    places: SetUp


def _steps(
    battle: Battle, answers: Mapping[Side, Sheet | StartOf], dice: TapeDice, until: Phase
) -> tuple[Battle, list[Fact[Battle]]]:
    """The steps of the game from a battle to a phase, and what happened in them.  answers: by side.

    Each step is played a second time from its own lines; what differs then is an error.
    """

    def decided(view: Battle, ask: Ask[Any]) -> Given[Any]:
        given = answers[ask.side] if isinstance(ask, AskOrders | AskSetup | AskArmy) else None
        if isinstance(given, StartOf):
            return Given(given.army if isinstance(ask, AskArmy) else given.places, "player")
        return Given(given, "player")

    happened: list[Fact[Battle]] = []
    step = 0
    while battle.phase not in (until, "over"):
        step += 1
        play = Play(RULES, battle, (), step=step, branch=0, next_seq=1, dice=dice, decide=decided)
        script(play)
        play.finish()
        again = Play(RULES, battle, play.lines, step=step, branch=0, next_seq=1, dice=TapeDice([]), decide=decided)
        script(again)
        again.finish()
        battle = play.battle
        happened += [line.body.fact for line in play.lines if line.kind == "fact"]
    return battle, happened
