"""Play: rules as plain functions against a journal.

A rule set's ``script(play)`` plays one step.  It rolls, asks and records through ``Play``; each call takes the next
entry of the open step by its place.  Past the last entry the call is live.  When an answer or a die is missing the
script stops by an exception and is later run again from its checkpoint, fed from the journal and compared with it:
every resume is an audit.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from pbem.engine.asks import Ask, Batch, Given
from pbem.engine.dice import Dice, DiceKey, FixedDice, Roll, dice_key
from pbem.engine.facts import Fact
from pbem.engine.ids import Seat, Seq, Side, StandId
from pbem.engine.journal import Answered, BattleTaken, Draft, Happened, Kind, Line, Ruled, StepBegan, Story, fold
from pbem.engine.laid import Laid, laid_down, laid_for, without

if TYPE_CHECKING:
    from pbem.engine.ruleset import RuleSet

B = TypeVar("B")
A = TypeVar("A")
C = TypeVar("C")

CALLS_A_STEP = 10_000
"""A step that makes more calls than this is a loop."""


class Stop(BaseException):
    """The play cannot go on now.  Rules code never catches it."""


class Waiting(Stop):
    """A seat has to answer."""

    def __init__(self, batch: Batch[Any]) -> None:
        """batch: what is asked."""
        super().__init__(batch)
        self.batch = batch


class NeedsDice(Stop):
    """The umpire has to throw dice by hand."""

    def __init__(self, key: DiceKey, label: str, by: str, count: int) -> None:
        """The roll that is wanted."""
        super().__init__(key, label, by, count)
        self.key, self.label, self.by, self.count = key, label, by, count


class Drift(Stop):
    """The rules say something else now than the journal says they said.  seq: the first entry that differs."""

    def __init__(self, seq: Seq, recorded: str, now: str) -> None:
        """recorded, now: both sides in words."""
        super().__init__(f"entry {seq}: the journal has {recorded}; the rules now give {now}")
        self.seq, self.recorded, self.now = seq, recorded, now


class Misuse(BaseException):
    """Rules code broke the contract: it swallowed a stop, looped, or recorded nothing in a step."""


class Play(Generic[B]):
    """One run of one step."""

    def __init__(
        self,
        rules: "RuleSet[B]",
        battle: B,
        tape: Sequence[Line],
        *,
        step: int,
        branch: int,
        next_seq: int,
        dice: Dice,
        decide: Callable[[B, Ask[Any]], Given[Any] | None],
        kept: Sequence[Answered[Any, Any]] = (),
        laid: Laid | None = None,
    ) -> None:
        """battle: at the checkpoint.  tape: the open step's lines after its ``step``.  next_seq: of the next entry.

        decide: what a seat's standing orders or its pace's policy answer, given its view; None to wait for the player.
        kept: answers of branches left, given again once each where the same batch is asked.  laid: dice laid down by
        rulings before this step and not thrown yet.
        """
        self._rules = rules
        self._battle = battle
        self._tape = [line for line in tape if line.kind != "rewind"]
        self._at = 0
        self._step, self._branch, self._next_seq = step, branch, next_seq
        self._dice: Dice = dice
        self.laid: Laid = laid or {}
        self._decide = decide
        self.kept = list(kept)
        self._counts: dict[tuple[str, str], int] = {}
        self._calls = self._records = 0
        self._dead = False
        self.drafts: list[Draft] = []
        self.lines: list[Line] = []
        self._take_rulings()

    @property
    def battle(self) -> B:
        """The battle as it stands: a photograph, replaced by every record."""
        return self._battle

    def seen(self, seat: Seat) -> B:
        """The battle cut to what a seat may see."""
        return self._rules.state.view(self._battle, seat)

    def roll(self, label: str, by: StandId | Side, count: int) -> Roll:
        """Throw ``count`` dice.  label: what for (``fire.defensive``)."""
        self._called()
        k = self._counts[label, by] = self._counts.get((label, by), 0) + 1
        key = dice_key(self._branch, self._step, label, by, k)
        fixed = laid_for(self.laid, key, label, by)
        line = self._next()
        if line is not None:
            roll = line.body
            if line.kind != "roll" or (roll.label, roll.by, len(roll.values)) != (label, by, count):
                self._drift(line, f"a roll of {count} dice, {label} by {by}")
        else:
            roll = self._throw(key, label, by, count, fixed)
            self._write("roll", roll)
        self.laid = without(self.laid, fixed)
        self._take_rulings()
        return roll  # type: ignore[no-any-return]  # a roll line's body is a Roll

    def ask(self, ask: Ask[A]) -> A:
        """One seat's answer."""
        return self._answers(Batch((ask,)))[0]  # type: ignore[no-any-return]  # an ask's answer is of its type

    def ask_each(self, asks: Sequence[Ask[A]], sealed: bool = False) -> tuple[A, ...]:
        """Independent questions put together; answers in their order."""
        return self._answers(Batch(tuple(asks), sealed)) if asks else ()

    def ask_both(self, one: Ask[A], two: Ask[C], sealed: bool = False) -> tuple[A, C]:
        """Two questions of different kinds put together."""
        first, second = self._answers(Batch((one, two), sealed))
        return first, second

    def record(self, fact: Fact[B]) -> None:
        """What happened: applied to the battle and written down."""
        self._called()
        self._records += 1
        before = self._battle
        self._happen(fact)
        self._take_rulings()
        self._notice(before)

    # --- how it works -------------------------------------------------------------------------------------------

    def _happen(self, fact: Fact[B]) -> None:
        line = self._next()
        if line is not None:
            if line.kind != "fact" or not fact.same_outcome(line.body.fact):
                self._drift(line, repr(fact))
            self._battle = line.body.fact.apply(self._battle)
        else:
            self._battle = fact.apply(self._battle)
            self._write("fact", Happened(fact))

    def _notice(self, before: B) -> None:
        """Record what the sides notice of a change, until there is nothing more to notice."""
        while noticed := self._rules.course.notice(before, self._battle):
            before = self._battle
            for fact in noticed:
                self._called()
                self._happen(fact)
                self._take_rulings()

    def _answers(self, batch: Batch[Any]) -> tuple[Any, ...]:
        self._called()
        line = self._next()
        if line is not None:
            if line.kind != "answer" or line.body.batch != batch:
                self._drift(line, repr(batch))
            answered: Answered[Any, Any] = line.body
        else:
            given = self._kept_answers(batch) or self._decided(batch)
            answered = Answered(batch, given)
            self._write("answer", answered)
        self._take_rulings()
        return tuple(given.answer for given in answered.given)

    def _decided(self, batch: Batch[Any]) -> tuple[Given[Any], ...]:
        """What standing orders and policy answer, each from its own seat's view; stops when one ask is left open."""
        given: list[Given[Any]] = []
        for ask in batch.asks:
            decided = self._decide(self._rules.state.view(self._battle, ask.seat), ask)
            if decided is None:
                self._stop(Waiting(batch))
            else:
                given.append(decided)
        return tuple(given)

    def _kept_answers(self, batch: Batch[Any]) -> tuple[Given[Any], ...] | None:
        for index, answered in enumerate(self.kept):
            if answered.batch == batch:
                del self.kept[index]
                return answered.given
        return None

    def _throw(self, key: DiceKey, label: str, by: str, count: int, fixed: DiceKey | None) -> Roll:
        """fixed: under what its faces are laid down; None where they are not."""
        dice = self._dice if fixed is None else FixedDice({key: self.laid[fixed]}, self._dice)
        thrown = dice.throw(key, label, by, count)
        if thrown is None:
            self._stop(NeedsDice(key, label, by, count))
            raise AssertionError  # _stop has raised
        return Roll(key, label, by, *thrown)

    def _next(self) -> Line | None:
        if self._at >= len(self._tape):
            return None
        line = self._tape[self._at]
        self._at += 1
        return line

    def _write(self, kind: Kind, body: Any) -> None:  # noqa: ANN401  # a body of any kind
        self.drafts.append(Draft(kind, "engine", body))
        self.lines.append(Line(Seq(self._next_seq), kind, body))
        self._next_seq += 1

    def _take_rulings(self) -> None:
        """Rulings, and results of called battles, next in the story take effect before a call returns."""
        before = self._battle
        while self._at < len(self._tape) and self._tape[self._at].kind in {"ruling", "returned"}:
            body: Ruled[Any] | BattleTaken[Any] = self._tape[self._at].body
            if isinstance(body, BattleTaken):
                self._battle = body.fact.apply(self._battle)
            else:
                for fact in body.facts:
                    self._battle = fact.apply(self._battle)
                self.laid = {**self.laid, **{fix.key: fix.values for fix in body.fixes}}
            self._at += 1
        if self._battle is not before:
            self._notice(before)

    def _called(self) -> None:
        if self._dead:
            raise Misuse("rules code went on after a stop")
        self._calls += 1
        if self._calls > CALLS_A_STEP:
            raise Misuse(f"step {self._step} made over {CALLS_A_STEP} calls")

    def _stop(self, stop: Stop) -> None:
        self._dead = True
        raise stop

    def _drift(self, line: Line, now: str) -> None:
        self._stop(Drift(line.seq, f"{line.kind} {line.body!r}", now))

    def finish(self) -> None:
        """Called by the engine when the script has returned."""
        if self._dead:
            raise Misuse("rules code swallowed a stop")
        if self._at < len(self._tape):
            line = self._tape[self._at]
            raise Drift(line.seq, f"{line.kind} {line.body!r}", "the end of the step")
        if not self._records and not any(line.kind == "ruling" for line in self._tape):
            raise Misuse(f"step {self._step} recorded nothing")


class Run(msgspec.Struct, frozen=True):
    """What an advance came to."""

    drafts: tuple[Draft, ...]
    """Entries to write."""
    battle: Any
    """As it stands."""
    stop: Waiting | NeedsDice | Drift | None
    """Why it ended; None when the battle is over."""
    story: Story
    """With the new lines, as it will be once written."""


def advance(
    rules: "RuleSet[B]",
    told: Story,
    *,
    next_seq: int,
    dice: Dice,
    decide: Callable[[B, Ask[Any]], Given[Any] | None],
    steps: int = 10_000,
) -> Run:
    """Play on from a story until a person has to act, or the battle is over.

    next_seq: place of the first entry this run would write.  steps: a bound on its steps.  Nothing is written
    here; on drift there is nothing to write.  Raises Misuse when rules code breaks its contract.
    """
    lines = list(told.lines)
    drafts: list[Draft] = []
    at = told.checkpoint()
    number = lines[at].body.number if at >= 0 else 0
    tape = lines[at + 1 :] if at >= 0 else []
    open_step = at >= 0 and not any(line.kind == "ruling" and line.body.ends_step for line in tape)
    battle: Any = fold(lines[:at] if open_step else lines)
    kept, laid = told.kept, laid_down(lines[:at] if open_step else lines)

    def so_far(stop: Waiting | NeedsDice | None) -> Run:
        return Run(tuple(drafts), battle, stop, Story(tuple(lines), told.branch, kept))

    for _ in range(steps):
        if open_step:
            play = Play(
                rules, battle, tape, step=number, branch=told.branch,
                next_seq=next_seq + len(drafts), dice=dice, decide=decide, kept=kept, laid=laid,
            )  # fmt: skip
            stop = _run(rules, play)
            if isinstance(stop, Drift):
                return Run((), fold(told.lines), stop, told)
            drafts += play.drafts
            lines += play.lines
            battle, kept, laid = play.battle, tuple(play.kept), play.laid
            if stop is not None:
                return so_far(stop)
        if rules.course.over(battle):
            return so_far(None)
        number += 1
        began = StepBegan(number, rules.version)
        lines.append(Line(Seq(next_seq + len(drafts)), "step", began))
        drafts.append(Draft("step", "engine", began))
        tape, open_step = [], True
    raise Misuse(f"the script of {rules.name} took over {steps} steps in one run")


def _run(rules: "RuleSet[B]", play: Play[B]) -> Waiting | NeedsDice | Drift | None:
    try:
        rules.course.script(play)
    except (Waiting, NeedsDice, Drift) as stop:
        return stop
    try:
        play.finish()
    except Drift as stop:
        return stop
    return None


def audit(rules: "RuleSet[B]", told: Story, dice: Dice) -> list[Drift]:
    """Every step of a story played again from its own checkpoint: one Drift for each step that differs.

    dice: used only where a step was left open; a finished game needs none.
    """
    drifts: list[Drift] = []
    starts = [i for i, line in enumerate(told.lines) if line.kind == "step"]
    before = told.lines[: starts[0]] if starts else told.lines
    battle: Any = fold(before)
    branch = _branch(before)
    for start, end in zip(starts, [*starts[1:], len(told.lines)], strict=True):
        tape = told.lines[start + 1 : end]
        branch = max(branch, _branch(tape))
        if not any(line.kind == "ruling" and line.body.ends_step for line in tape):
            play = Play(
                rules, battle, tape, step=told.lines[start].body.number, branch=branch,
                next_seq=told.lines[-1].seq + 1, dice=dice, decide=_wait,
            )  # fmt: skip
            stop = _run(rules, play)
            if isinstance(stop, Drift):
                drifts.append(stop)
            elif end < len(told.lines) and (play.drafts or stop):
                drifts.append(Drift(told.lines[end].seq, "the next step", _further(play.drafts, stop)))
        battle = fold(told.lines[start:end], battle)
    return drifts


def _branch(lines: Iterable[Line]) -> int:
    """The seq of the last rewind with fresh dice among lines of a story, else 0."""
    return max((line.seq for line in lines if line.kind == "rewind" and line.body.dice == "fresh"), default=0)


def _further(drafts: Sequence[Draft], stop: Waiting | NeedsDice | None) -> str:
    """What a step does beyond its recorded end."""
    return f"{drafts[0].kind} {drafts[0].body!r}" if drafts else f"{type(stop).__name__} {stop}"


def _wait(view: object, ask: Ask[Any]) -> None:
    return None
