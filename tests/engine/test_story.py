"""Any order of what players and umpires do leaves a game whole: a state machine over one game."""

from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pbem.engine.dice import SeededDice
from pbem.engine.hexes import Hex
from pbem.engine.ids import Seq
from pbem.engine.journal import TABLE, Fix, check_chain, fold, story
from pbem.engine.play import audit
from tests.engine.host import GAME, Host
from tests.engine.toys import (
    AUCTION,
    SIDES,
    SKIRMISH,
    BoundWon,
    Hit,
    Moved,
    TurnEnded,
    alive,
    answers_to,
    auction,
    skirmish,
    standing_in,
)


class Desk(RuleBasedStateMachine):
    """What may happen to a game, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.host = self.opened()
        self.seen: list[bytes] = []
        self.snapshots: dict[int, bytes] = {}

    def opened(self) -> Host:
        raise NotImplementedError

    def facts_to_rule(self, choice: int) -> list[Any]:
        raise NotImplementedError

    # --- what may happen ----------------------------------------------------------------------------------------

    def waits(self) -> bool:
        return self.host.open_ask() is not None

    @precondition(waits)
    @rule(seat=st.integers(0, 1), choice=st.integers(0, 50))
    def submit(self, seat: int, choice: int) -> None:
        _, batch = self.host.open_ask() or (0, None)
        assert batch is not None
        ask = batch.asks[seat % len(batch.asks)]
        options = answers_to(ask)
        self.host.submit(ask.seat, options[choice % len(options)])

    @precondition(waits)
    @rule()
    def withdraw(self) -> None:
        for seat in sorted(self.host.standing())[:1]:
            self.host.submit(seat, None, withdrawn=True)

    @precondition(waits)
    @rule()
    def deadline(self) -> None:
        self.host.deadline()

    @rule(choice=st.integers(0, 50))
    def ruling(self, choice: int) -> None:
        self.host.rule(*self.facts_to_rule(choice))

    @rule(choice=st.integers(0, 10_000), dice=st.sampled_from(["same", "fresh"]), keep=st.booleans())
    def rewind(self, choice: int, dice: str, keep: bool) -> None:
        table = [entry.seq for entry in self.host.entries if entry.kind in TABLE]
        self.host.rewind(table[choice % len(table)], dice, keep)

    @rule(choice=st.integers(0, 50), face=st.integers(1, 6))
    def fix_a_die(self, choice: int, face: int) -> None:
        """Rewind to the parent of a roll, same dice, then lay it down."""
        lines = self.host.story.lines
        rolled = [i for i, line in enumerate(lines) if line.kind == "roll"]
        if rolled:
            place = rolled[choice % len(rolled)]
            roll = lines[place].body
            laid = (face,) * len(roll.values)
            self.host.rewind(lines[place - 1].seq, "same", keep=True, then=[Fix(roll.key, laid)])
            now = [one for one in self.host.rolls() if one.key == roll.key]
            assert [(one.values, one.source) for one in now] in ([(laid, "ruling")], [])

    @precondition(waits)
    @rule()
    def end_by_hand(self) -> None:
        self.host.rule(*self.step_end(), ends_step=True)

    def step_end(self) -> list[Any]:
        raise NotImplementedError

    @rule()
    def kill(self) -> None:
        """The process dies with a run computed and not written; all there is, is what was stored."""
        self.host._run()
        fresh = object.__new__(type(self.host))
        fresh.__dict__ = {**self.host.__dict__, "stored": list(self.host.stored)}
        self.host = fresh
        self.host.go_on()

    # --- what always holds --------------------------------------------------------------------------------------

    @invariant()
    def nothing_is_deleted(self) -> None:
        assert self.host.stored[: len(self.seen)] == self.seen
        self.seen = list(self.host.stored)

    @invariant()
    def the_audit_is_clean(self) -> None:
        check_chain(self.host.entries)
        assert self.host.drift is None
        assert audit(self.host.rules, self.host.story, self.host.dice) == []

    @invariant()
    def keys_are_unique_and_dice_re_derived(self) -> None:
        rolls = self.host.rolls()
        assert len({roll.key for roll in rolls}) == len(rolls)
        dice = SeededDice(self.host.seed, GAME, self.host.words)
        for roll in rolls:
            if roll.source == "seed":
                assert dice.throw(roll.key, roll.label, roll.by, len(roll.values))[0] == roll.values

    @invariant()
    def snapshots_stay_true(self) -> None:
        """The battle after an entry is the same for ever, whatever is rewound later."""
        told = self.host.story
        head = told.lines[-1].seq
        self.snapshots[head] = msgspec.json.encode(fold(told.lines))
        for seq in sorted(self.snapshots)[:3]:
            then = story(self.host.rules.codec, [e for e in self.host.entries if e.seq <= Seq(seq)])
            assert msgspec.json.encode(fold(then.lines)) == self.snapshots[seq]

    @invariant()
    def it_is_never_stuck(self) -> None:
        """Somebody is waited for, or it is over; and a second run has nothing to add."""
        assert self.host.over or self.host.open_ask() is not None
        assert self.host._run().drafts == ()

    @invariant()
    def another_s_sealed_answer_is_in_no_view(self) -> None:
        for seat in SIDES:
            view = msgspec.to_builtins(self.host.rules.state.view(self.host.battle, seat))
            others = {s: n for s, n in (view.get("plans") or {}).items() if s != seat}
            assert others == {}


class SkirmishDesk(Desk):
    def opened(self) -> Host:
        return Host(SKIRMISH, skirmish({"blue": "always"}, limit=8))

    def facts_to_rule(self, choice: int) -> list[Any]:
        battle = self.host.battle
        pieces = sorted(battle.pieces)
        piece = pieces[choice % len(pieces)]
        if choice % 2:
            return [Hit(piece=piece, by=piece, hits=0, hp=2)]
        free = [Hex(q, r) for q in range(5) for r in range(5) if standing_in(battle, Hex(q, r)) is None]
        return [Moved(piece=piece, to=free[choice % len(free)])] if battle.pieces[piece].hp else []

    def step_end(self) -> list[Any]:
        return [TurnEnded()] if all(alive(self.host.battle, side) for side in SIDES) else []


class AuctionDesk(Desk):
    def opened(self) -> Host:
        return Host(AUCTION, auction())

    def facts_to_rule(self, choice: int) -> list[Any]:
        return [] if choice % 3 else [BoundWon(side=None)]

    def step_end(self) -> list[Any]:
        return [BoundWon(side=None)]


LIMITS = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestSkirmish = SkirmishDesk.TestCase
TestSkirmish.settings = LIMITS
TestAuction = AuctionDesk.TestCase
TestAuction.settings = LIMITS
