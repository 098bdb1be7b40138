"""A case played: its player turns by the steps of the game, its dice from the tape."""

from collections.abc import Sequence

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.cases import CaseStop, TapeDice
from pbem.engine.facts import Fact
from pbem.engine.play import Play
from pbem.rulesets.onehour.battle import Battle, other_side
from pbem.rulesets.onehour.cases.action import Turn, kind_of
from pbem.rulesets.onehour.commands import Hold, HoldFire, MoveOrder, Order, Sheet, ShotOrder
from pbem.rulesets.onehour.facts import PlayerTurnBegan, Refused, Shot, Struck
from pbem.rulesets.onehour.playing.sequence import script


class Refusal(msgspec.Struct, frozen=True):
    """An order that was refused.  codes: all it earned, with what stood in the way ('' for nothing)."""

    unit: str
    order: str
    codes: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        told = [f"{code} (by {by})" if by else code for code, by in self.codes]
        return f"{self.unit} {self.order}: {', '.join(told)}"


class Story(msgspec.Struct, frozen=True, kw_only=True):
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

    @property
    def blows(self) -> tuple[Shot | Struck, ...]:
        """Every shot and stroke, in turn."""
        return tuple(fact for fact in self.facts if isinstance(fact, Shot | Struck))


def played(battle: Battle, action: Sequence[Turn], dice: TapeDice, *, judged: bool) -> Story:
    """Play a case: each entry by the steps of the game.

    judged: whether the battle is over is looked at after the last; between player turns nothing ends a case.
    """
    facts: tuple[Fact[Battle], ...] = ()
    for turn in action:
        sheet = Sheet(orders=_explicit(battle, turn))
        start, until = _begun(battle, turn)
        try:
            battle, happened = _steps(start, sheet, dice, until)
        except CaseStop as stop:
            return Story(end=start, facts=facts, error=str(stop))
        facts = (*facts, *happened)
    if judged:
        battle, happened = _steps(battle, Sheet(), dice, "orders")
        facts = (*facts, *happened)
    return Story(end=battle, facts=facts)


def _begun(battle: Battle, turn: Turn) -> tuple[Battle, str]:
    """The battle at the beginning of an entry of the action, and the phase at which the entry is over."""
    if turn.side is None:
        return msgspec.structs.replace(battle, phase="first side"), "orders"
    order = battle.side_order or (turn.side, other_side(battle, turn.side))
    number = battle.turn + 1 if turn.side == order[0] or battle.turn == 0 else battle.turn
    begun = PlayerTurnBegan(turn=number, side=turn.side).apply(battle)
    return msgspec.structs.replace(begun, side_order=order), "ending"


def _explicit(battle: Battle, turn: Turn) -> tuple[Order, ...]:
    """The orders, and for every unit without one that it holds: no orders are made up in a case."""
    if turn.side is None:
        return ()
    ours = [u for u, unit in sorted(battle.units.items()) if unit.side == turn.side]
    moving = {order.unit for order in turn.orders if isinstance(order, MoveOrder)}
    shooting = {order.unit for order in turn.orders if isinstance(order, ShotOrder)}
    still = [Hold(unit=unit) for unit in ours if unit not in moving]
    quiet = [HoldFire(unit=unit) for unit in ours if unit not in shooting]
    return (*turn.orders, *still, *quiet)


def _steps(battle: Battle, sheet: Sheet, dice: TapeDice, until: str) -> tuple[Battle, list[Fact[Battle]]]:
    """The steps of the game from a battle to a phase, and what happened in them."""
    from pbem.rulesets.onehour import RULES

    def ordered(view: Battle, ask: Ask[Sheet]) -> Given[Sheet]:
        return Given(sheet, "player")

    happened: list[Fact[Battle]] = []
    step = 0
    while battle.phase not in (until, "over"):
        step += 1
        play = Play(RULES, battle, (), step=step, branch=0, next_seq=1, dice=dice, decide=ordered)
        script(play)
        play.finish()
        battle = play.battle
        happened += [line.body.fact for line in play.lines if line.kind == "fact"]
    return battle, happened
