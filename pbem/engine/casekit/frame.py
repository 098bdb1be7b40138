"""A case from its text to its result: read, checked, played, compared.  A rule set says what each of these is."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from pbem.engine.casekit.results import CaseResult, Difference, fault_text
from pbem.engine.casekit.tape import TapeDice, TapeEntry, read_tape
from pbem.engine.spec import Faults, read, unknown

PARTS = ("position", "action", "dice", "expect")
"""What a part of a case may replace, each whole."""


class CaseText(msgspec.Struct, frozen=True, kw_only=True):
    """A case as written."""

    id: str
    """Its name in its file."""
    title: str = ""
    position: dict[str, Any] = {}
    """What stands where before the action, in the words of the rule set."""
    action: Any = None
    """What is done, in turn."""
    expect: dict[str, Any] = {}
    """What is to come of it; what is absent is not looked at."""
    dice: list[Any] = []
    """The tape: each roll in turn."""
    parts: dict[str, dict[str, Any]] = {}
    """The case is played once for each; a part's keys stand in place of the case's of those names."""
    cites: list[str] = []
    """The rules it is about, by their IDs."""
    why: str = ""
    """The reasoning, for people."""
    source: str = ""
    """Where it comes from."""


class PlayedCase(Protocol):
    """What came of a case."""

    @property
    def error(self) -> str:
        """Why it could not be played to its end; ''."""

    def refusals(self) -> tuple[str, ...]:
        """What the rules refused, in words."""


C = TypeVar("C", bound=CaseText)
P = TypeVar("P")
S = TypeVar("S", bound=PlayedCase)


@dataclass(frozen=True, kw_only=True)
class CaseKit(Generic[C, P, S]):
    """The vocabulary of a rule set's cases."""

    text: type[C]
    """A case as written, with what the rule set makes of it."""
    prepared: Callable[[Mapping[str, Any], C, Faults], P | None]
    """The head of the file, the case -> what is to be played; None, with faults, when anything is wrong."""
    played: Callable[[P, TapeDice], S]
    """Plays it."""
    differences: Callable[[P, C, S, Faults], tuple[Difference, ...]]
    """What of its ``expect`` differs."""
    dice: Collection[str] = ()
    """The labels of dice, where each names its roller; none: any label."""
    as_rolled: Callable[[TapeEntry], TapeEntry] = lambda entry: entry
    """An entry of the tape as the rules will ask for it."""

    def run(self, head: Mapping[str, Any], value: Mapping[str, Any]) -> CaseResult:
        """Play one case.  head: the file's other keys."""
        faults = Faults()
        name, title = str(value.get("id", "a case without id")), str(value.get("title", ""))
        case = read(self.text, value, "", faults)
        if case is None:
            return CaseResult(id=name, title=title, error=fault_text(faults))
        if not case.parts:
            return self._run_one(head, case)
        for part, own in case.parts.items():
            unknown(own, PARTS, f"parts.{part}", faults)
        if faults.found:
            return CaseResult(id=name, title=title, error=fault_text(faults))
        plain = {key: one for key, one in value.items() if key != "parts"}
        return together(case, {part: self.run(head, {**plain, **own}) for part, own in case.parts.items()})

    def _run_one(self, head: Mapping[str, Any], case: C) -> CaseResult:
        faults = Faults()
        tape = read_tape(case.dice, faults, self.dice)
        prepared = self.prepared(head, case, faults)
        if faults.found or prepared is None:
            return CaseResult(id=case.id, title=case.title, error=fault_text(faults))
        dice = TapeDice([self.as_rolled(entry) for entry in tape])
        story = self.played(prepared, dice)
        left = dice.leftover()
        found = self.differences(prepared, case, story, faults)
        error = fault_text(faults) or story.error or (f"dice left over: {left}" if left else "")
        return CaseResult(
            id=case.id, title=case.title, error=error, differences=found, asked=tuple(map(str, dice.asked)),
            refused=story.refusals(),
        )  # fmt: skip


def together(case: CaseText, results: Mapping[str, CaseResult]) -> CaseResult:
    """The results of a case's parts as one, each thing told with its part's name."""
    return CaseResult(
        id=case.id, title=case.title,
        error="; ".join(f"{part}: {one.error}" for part, one in results.items() if one.error),
        differences=tuple(
            replace(each, key=f"{part}: {each.key}") for part, one in results.items() for each in one.differences
        ),
        asked=tuple(f"{part}: {each}" for part, one in results.items() for each in one.asked),
        refused=tuple(f"{part}: {each}" for part, one in results.items() for each in one.refused),
    )  # fmt: skip
