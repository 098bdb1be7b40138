"""What if: a seat's orders played over and over on a branch that holds only what it can see, and counted.

Nothing of the true battle comes into it: the branch begins from the seat's cut view, the others are played by the
aide-de-camp on what they would see of that, and the dice are of a seed that only the number of the try decides.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.facts import Fact
from pbem.engine.ids import GameId, Seat
from pbem.engine.ordered import ordered
from pbem.engine.play import advance
from pbem.engine.players import begun, by_aide
from pbem.engine.ruleset import RuleSet
from pbem.engine.what_if import Came, CannotTry, StandCame, WhatIf

_GAME = GameId("tries")


class StandTally(msgspec.Struct, frozen=True, kw_only=True):
    """A unit in many tries."""

    code: str
    mine: bool
    start: int
    """Its strength before."""
    lost: Mapping[int, int]
    """How often it lost so much of that."""
    gone: int = 0
    """How often it was at the end."""
    disordered: int = 0
    """How often it was at the end."""
    places: Mapping[str, int] = {}
    """How often it ended where."""
    deeds: Mapping[str, int] = {}
    """How often it did what."""

    def __add__(self, other: "StandTally") -> "StandTally":
        return StandTally(
            code=self.code, mine=self.mine, start=self.start, lost=_added(self.lost, other.lost),
            gone=self.gone + other.gone, disordered=self.disordered + other.disordered,
            places=_added(self.places, other.places), deeds=_added(self.deeds, other.deeds),
        )  # fmt: skip


class TrialTally(msgspec.Struct, frozen=True, kw_only=True):
    """Many tries, counted; tallies of the same orders on the same view add up."""

    tries: int = 0
    stands: Mapping[str, StandTally] = {}
    """By code."""
    lost: Mapping[str, Mapping[int, int]] = {}
    """How often a side, by its name, lost so much of what its tally counts."""
    ended: Mapping[str, int] = {}
    """How often the battle did, by how."""
    won: Mapping[str, int] = {}
    """By whom, '' for a draw."""

    def __add__(self, other: "TrialTally") -> "TrialTally":
        codes, sides = sorted({*self.stands, *other.stands}), sorted({*self.lost, *other.lost})
        return TrialTally(
            tries=self.tries + other.tries,
            stands={code: _both(self.stands.get(code), other.stands.get(code)) for code in codes},
            lost={side: _added(self.lost.get(side, {}), other.lost.get(side, {})) for side in sides},
            ended=_added(self.ended, other.ended), won=_added(self.won, other.won),
        )  # fmt: skip


def tries(rules: RuleSet[Any], view: Any, ask: Ask[Any], answer: Any, numbers: Iterable[int]) -> Iterator[TrialTally]:  # noqa: ANN401  # a battle and an answer
    """Each try of an answer, as it is to stand, from a seat's view; a number always gives the same.

    The branch is played until the seat would be asked for the like again, at the latest to the end of the battle.  Its
    own questions on the way are answered as if it were silent: by its standing orders, else the defaults.
    Raises CannotTry for what cannot be tried, before the first.
    """
    if rules.what_if is None:
        raise CannotTry(f"orders of {rules.title} cannot be tried out")
    start, decide = rules.what_if.from_here(view, ask), _players(rules, ask, answer)
    return (_once(rules, rules.what_if, start, ask.seat, answer, decide, number) for number in numbers)


def _once(
    rules: RuleSet[Any], trying: WhatIf[Any], start: Any, seat: Seat, answer: Any,  # noqa: ANN401  # a battle and an answer
    decide: Callable[[], "Decide"], number: int,
) -> TrialTally:  # fmt: skip
    dice = SeededDice(f"try {number}".encode(), _GAME, ())
    run = advance(rules, begun(rules, start, "", (seat,)), next_seq=2, dice=dice, decide=decide())
    facts: Sequence[Fact[Any]] = [draft.body.fact for draft in run.drafts if draft.kind == "fact"]
    return tally_of(trying.came(start, run.battle, facts, seat, answer))


def tally_of(came: Came) -> TrialTally:
    """One try as a tally."""
    return TrialTally(
        tries=1, stands={one.code: _stand(one) for one in sorted(came.stands, key=lambda one: one.code)},
        lost={side: {many: 1} for side, many in sorted(came.lost.items())},
        ended={came.ended: 1} if came.ended else {}, won={came.winner: 1} if came.ended else {},
    )  # fmt: skip


def _stand(one: StandCame) -> StandTally:
    """More than a unit has cannot be lost, however hard it is hit."""
    return StandTally(
        code=one.code, mine=one.mine, start=one.start, lost={min(one.lost, one.start): 1}, gone=int(one.gone),
        disordered=int(one.disordered), places={one.at: 1} if one.at else {}, deeds=dict.fromkeys(sorted(one.deeds), 1),
    )  # fmt: skip


def _both(one: StandTally | None, two: StandTally | None) -> StandTally:
    if one is None or two is None:
        found = one or two
        assert found is not None
        return found
    return one + two


def _added(one: Mapping[Any, int], two: Mapping[Any, int]) -> dict[Any, int]:
    return {what: one.get(what, 0) + two.get(what, 0) for what in sorted({*one, *two})}


# --- who answers ----------------------------------------------------------------------------------------------------

Decide = Callable[[Any, Ask[Any]], Given[Any] | None]


def _players(rules: RuleSet[Any], ask: Ask[Any], answer: Any) -> Callable[[], Decide]:  # noqa: ANN401  # of the ask's type
    """Who answers in a try.  What an aide has once answered to the same ask on the same view he answers again."""
    kept: dict[bytes, Given[Any]] = {}

    def others(view: Any, put: Ask[Any]) -> Given[Any]:  # noqa: ANN401  # a battle
        settled = rules.deciding.decide(view, put)
        if settled is not None:
            return settled
        asked = ordered((view, put))
        if asked not in kept:
            kept[asked] = by_aide(rules, view, put)[0]
        return kept[asked]

    def one_try() -> Decide:
        given = False

        def decide(view: Any, put: Ask[Any]) -> Given[Any] | None:  # noqa: ANN401  # a battle
            nonlocal given
            if put.seat != ask.seat:
                return others(view, put)
            if type(put) is not type(ask):
                return rules.deciding.silent(view, put)
            if given:
                return None
            given = True
            return Given(answer, "player")

        return decide

    return one_try
