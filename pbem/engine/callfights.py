"""A called battle made ready for the rule set that takes it, or fought in memory by two aides-de-camp."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.engine.archive import Archive
from pbem.engine.asks import Ask, Given
from pbem.engine.called import BattleResult, BattleSpec
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import CalledBy
from pbem.engine.play import advance
from pbem.engine.players import begun, by_aide
from pbem.engine.ruleset import RuleSet, Scenario
from pbem.engine.scenariofile.parcelling import BY_SCENARIO, slug

Ground = Callable[[], Mapping[str, Any]]
"""Reads the file of a battle's ground."""


class NotTaken(Exception):
    """A rule set cannot fight a called battle."""


def made(rules: RuleSet[Any], spec: BattleSpec, ground: Ground, *, several: bool) -> Scenario[Any]:
    """A called battle, set up.  several: whether each commander of a side has a seat, where the rule set can do that.

    Raises NotTaken, with every fault of the scenario that came out."""
    takes = rules.from_campaign
    if takes is None:
        raise NotTaken(f"{rules.title} takes no battles of campaigns")
    file = takes.scenario(spec, ground())
    options = {"commanders": BY_SCENARIO} if several and file.get("commanders") else {}
    read = rules.course.scenario(file, options)
    if read.battle is None or read.faults:
        raise NotTaken("; ".join(f"{fault.where}: {fault.what}" for fault in read.faults))
    return read


def whose(spec: BattleSpec, seat: Seat) -> Seat:
    """The commander, by the seat in the game that called a battle, who plays a seat of the battle; '' for none."""
    for side in spec.sides:
        if seat == Seat(side.side):
            return side.commands[0].seat if side.commands else Seat("")
        for one in side.commands:
            if slug(one.name) == seat:
                return one.seat
    return Seat("")


def fought(rules: RuleSet[Any], spec: BattleSpec, ground: Ground, seed: bytes) -> BattleResult:
    """A called battle fought to its end by aides.  Raises NotTaken."""
    read = made(rules, spec, ground, several=False)

    def decide(view: Any, ask: Ask[Any]) -> Given[Any]:  # noqa: ANN401  # of the rule set's
        return rules.deciding.decide(view, ask) or by_aide(rules, view, ask)[0]

    dice = SeededDice(seed, GameId(f"battle-{spec.number}"), ())
    run = advance(rules, begun(rules, read.battle, read.title, read.seats), next_seq=2, dice=dice, decide=decide)
    if run.stop is not None:
        raise NotTaken(f"the battle is stuck: {run.stop!r}")
    return result_of(rules, spec, run.battle, "aides")


def result_of(rules: RuleSet[Any], spec: BattleSpec, battle: Any, how: Any) -> BattleResult:  # noqa: ANN401  # a battle, one of its words
    """What came of a battle that has ended.  Raises NotTaken."""
    if rules.from_campaign is None:
        raise NotTaken(f"{rules.title} takes no battles of campaigns")
    return replace(rules.from_campaign.result(spec, battle), how=how)


# --- a campaign's archive and those of its battles ------------------------------------------------------------------


class _Called(msgspec.Struct):
    called: CalledBy | None = None


class _Return(msgspec.Struct):
    battle: GameId | None = None
    entry: int = 0
    hash: str = ""


def battle_faults(archives: Sequence[Archive]) -> Iterator[str]:
    """Where a campaign and the battles behind it in a file do not name one another: in words."""
    hashes = {one.header.game: {entry.seq: entry.hash for entry in one.entries} for one in archives}
    for one in archives[1:]:
        by = msgspec.json.decode(one.entries[0].payload, type=_Called).called
        if by is None or hashes.get(by.game, {}).get(by.entry) != by.hash:
            yield f"{one.header.game} does not name the entry of {archives[0].header.game} that has called it"
    for entry in archives[0].entries if archives else ():
        if entry.kind != "returned":
            continue
        told = msgspec.json.decode(entry.payload, type=_Return)
        if told.battle is None:
            continue
        if told.battle not in hashes:
            yield f"entry {entry.seq} has its result of {told.battle}, whose archive is not here"
        elif hashes[told.battle].get(Seq(told.entry)) != told.hash:
            yield f"entry {entry.seq} names an entry of {told.battle} that it does not have"
