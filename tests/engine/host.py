"""A game kept by hand: what a service does around the engine, with the journal as bytes."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.engine.asks import Ask, Batch, Given
from pbem.engine.dice import Dice, Roll, SeededDice, commitment, dice_key
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import (
    Answered,
    Asked,
    Draft,
    Entry,
    Fix,
    Opened,
    Revealed,
    Rewound,
    Ruled,
    Seated,
    Story,
    Submitted,
    Unasked,
    fold,
    seal,
    story,
)
from pbem.engine.play import Drift, NeedsDice, Run, Waiting, advance
from pbem.engine.ruleset import RuleSet

GAME = GameId("g1")
SEED = b"sixteen bytes or more of chance"


class Host:
    """One game.  stored: its journal, an entry a line; nothing else outlives a call."""

    def __init__(self, rules: RuleSet[Any], battle: Any, seed: bytes = SEED, dice: Dice | None = None) -> None:
        self.rules, self.seed = rules, seed
        self.words: tuple[tuple[Seat, str], ...] = (("red", "oak"), ("blue", "ash"))
        self.hand = dice
        self.stored: list[bytes] = []
        self.drift: Drift | None = None
        seats = (Seat("red"), Seat("blue"))
        committed = "" if dice else commitment(seed)
        self._write(
            Draft("game", "engine", Opened(
                rules=rules.name, rules_version=rules.version, title="A game", seats=seats, commitment=committed,
                battle=battle,
            )),
            *(Draft("seat", s, Seated(seat=s, act="word", word=w)) for s, w in self.words),
        )  # fmt: skip
        self.go_on()

    # --- reading ------------------------------------------------------------------------------------------------

    @property
    def entries(self) -> list[Entry]:
        return [msgspec.json.decode(line, type=Entry) for line in self.stored]

    @property
    def story(self) -> Story:
        return story(self.rules.codec, self.entries)

    @property
    def battle(self) -> Any:
        return fold(self.story.lines)

    @property
    def dice(self) -> Dice:
        return self.hand or SeededDice(self.seed, GAME, self.words)

    def open_ask(self) -> tuple[Seq, Batch[Any]] | None:
        found: tuple[Seq, Batch[Any]] | None = None
        for entry in self.entries:
            if entry.kind == "ask":
                found = (entry.seq, self.rules.codec.read(entry).batch)
            elif entry.kind == "unask" or (
                entry.kind == "answer" and found and self.rules.codec.read(entry).ask == found[0]
            ):
                found = None
        return found

    def standing(self) -> dict[Seat, Submitted[Any]]:
        """What has been sent for the open ask, the last of each seat."""
        opened = self.open_ask()
        last: dict[Seat, Submitted[Any]] = {}
        for entry in self.entries:
            if entry.kind == "orders" and opened:
                body = self.rules.codec.read(entry)
                if body.ask == opened[0]:
                    last[body.seat] = body
        return {seat: body for seat, body in last.items() if not body.withdrawn}

    @property
    def over(self) -> bool:
        return self.open_ask() is None and not self.needs_dice() and bool(self.rules.course.over(self.battle))

    def needs_dice(self) -> NeedsDice | None:
        stop = self._run().stop
        return stop if isinstance(stop, NeedsDice) else None

    # --- writing ------------------------------------------------------------------------------------------------

    def _write(self, *drafts: Draft) -> None:
        entries = self.entries
        new = seal(self.rules.codec, GAME, entries[-1] if entries else None, "2026-01-01T00:00:00.000Z", drafts)
        self.stored += [msgspec.json.encode(entry) for entry in new]

    def _run(self) -> Run:
        return advance(
            self.rules,
            self.story,
            next_seq=len(self.stored) + 1,
            dice=self.dice,
            decide=self.rules.deciding.decide,
            steps=500,
        )

    def go_on(self) -> None:
        """Play on, and make the open ask equal to what the script waits for."""
        run = self._run()
        self.drift = run.stop if isinstance(run.stop, Drift) else None
        if self.drift:
            return
        self._write(*run.drafts)
        opened = self.open_ask()
        wanted = run.stop.batch if isinstance(run.stop, Waiting) else None
        if opened and opened[1] != wanted:
            old = self.standing()
            self._write(Draft("unask", "engine", Unasked(opened[0])))
        else:
            old = {}
        if wanted and (not opened or opened[1] != wanted):
            self._write(Draft("ask", "engine", Asked(wanted)))
            seq = Seq(len(self.stored))
            kept = [one for one in old.values() if opened and _ask(opened[1], one.seat) == _ask(wanted, one.seat)]
            self._write(*(Draft("orders", "engine", msgspec.structs.replace(one, ask=seq)) for one in kept))

    def submit(self, seat: Seat, answer: Any, *, withdrawn: bool = False) -> None:
        opened = self.open_ask()
        assert opened
        self._write(
            Draft("orders", seat, Submitted(
                ask=opened[0], seat=seat, number=1, door="web", text="", answer=answer, final=True, withdrawn=withdrawn,
            ))
        )  # fmt: skip
        standing = self.standing()
        if all(ask.seat in standing for ask in opened[1].asks):
            self.answer([Given(standing[ask.seat].answer, "player") for ask in opened[1].asks])

    def deadline(self) -> None:
        opened = self.open_ask()
        assert opened
        view, standing = self.rules.state.view, self.standing()
        self.answer([
            Given(standing[ask.seat].answer, "player") if ask.seat in standing
            else self.rules.deciding.silent(view(self.battle, ask.seat), ask)
            for ask in opened[1].asks
        ])  # fmt: skip

    def answer(self, given: Sequence[Given[Any]]) -> None:
        opened = self.open_ask()
        assert opened
        self._write(Draft("answer", "engine", Answered(opened[1], tuple(given), opened[0])))
        self.go_on()

    def rule(self, *facts: Any, fixes: Sequence[Fix] = (), ends_step: bool = False) -> None:
        self._write(
            Draft("ruling", "umpire", Ruled(reason="so", facts=tuple(facts), fixes=tuple(fixes), ends_step=ends_step))
        )
        self.go_on()

    def rewind(self, to: Seq, dice: Any = "same", keep: bool = False, then: Sequence[Fix] = ()) -> None:
        self._write(Draft("rewind", "umpire", Rewound(to, dice, keep, "again")))
        if then:
            self._write(Draft("ruling", "umpire", Ruled(reason="a die", fixes=tuple(then))))
        self.go_on()

    def throw(self, *values: int) -> None:
        """The umpire types real dice."""
        wanted = self.needs_dice()
        assert wanted
        self._write(Draft("roll", "umpire", Roll(wanted.key, wanted.label, wanted.by, values, "hand")))
        self.go_on()

    def note(self, *drafts: Draft) -> None:
        """Entries of the desk."""
        self._write(*drafts)

    def reveal(self) -> None:
        self._write(Draft("seed", "engine", Revealed(self.seed.hex())))

    # --- what must hold -----------------------------------------------------------------------------------------

    def rolls(self) -> list[Roll]:
        return [line.body for line in self.story.lines if line.kind == "roll"]

    def facts(self) -> list[Any]:
        return [line.body.fact for line in self.story.lines if line.kind == "fact"]


def _ask(batch: Batch[Any], seat: Seat) -> Ask[Any] | None:
    return next((ask for ask in batch.asks if ask.seat == seat), None)


__all__ = ["GAME", "SEED", "Host", "dice_key"]
