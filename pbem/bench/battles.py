"""Whole battles in memory, without database, mails or maps: how fast they are fought, audited and ordered.

Seconds are of this process, so that others on the machine do not count.
"""

import cProfile
import pstats
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median
from time import process_time
from typing import Any

import msgspec

from pbem.bench.timing import Stopwatch, told
from pbem.engine.asks import Ask, Given
from pbem.engine.chance import Chance
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import Codec, Draft, Entry, Line, Opened, Story, fold, seal, story_of
from pbem.engine.language.grammar import Grammar
from pbem.engine.language.lines import clean
from pbem.engine.play import advance, audit
from pbem.engine.playkit.player import RandomPlayer
from pbem.engine.ruleset import RuleSet, Scenario
from pbem.scenarios import largest_scenario, load_scenario
from pbem.store.bench import sealed, undisturbed

GAME = GameId("bench")
SMALL = 16
"""Units of a battle that is to be fought four times in a second; larger ones once."""
HOTTEST = 15
"""Functions told of a profile."""

Player = Callable[[Any, Ask[Any]], Given[Any]]


class FoughtBattle(msgspec.Struct, frozen=True):
    """A battle fought to its end: its story, and the seconds it took."""

    story: Story
    seconds: float


class WantedOrders(msgspec.Struct, frozen=True):
    """Orders that were asked for in a battle: what the seat saw, the ask, and what the aide-de-camp wrote."""

    view: Any
    ask: Ask[Any]
    text: str


def figures(quick: bool, name: str = "") -> Iterator[str]:
    """The figures of a battle, a line each.  quick: of one battle instead of several.  name: '' for the largest."""
    rules, scenario = _loaded(name)
    seeds = range(1 if quick else 5)
    sheets: list[WantedOrders] = []
    with undisturbed():
        aided = [_fight(rules, scenario, seed, _aide(rules, sheets)) for seed in seeds]
        random = [_fight(rules, scenario, seed, _random(rules, seed)) for seed in seeds]
        audits = [_audited(rules, one.story) for one in aided]
    units = sum(len(some) for some in scenario.armies.values())
    by_aides, at_random = ("4", "4") if units <= SMALL else ("3", "5")
    for what, battles, target in (("aide against aide", aided, by_aides), ("random play", random, at_random)):
        seconds, ratio = _beside_folding(battles, [one.seconds for one in battles])
        yield told(f"{what}, {units} units", f"{1 / seconds:.2f} battles/s", ratio, "folding the journal", target)
    seconds, ratio = _beside_folding(aided, audits)
    yield told("audit of a finished battle", f"{seconds:.2f} s", ratio, "folding the journal", "0.15")
    spent, floor = _one_line(rules, sheets[::4] if quick else sheets)
    yield told("check of one line of orders", f"{spent:.1f} ms", spent / floor, "reading its grammar", "1.5")


def where(name: str = "") -> Iterator[str]:
    """Where the time of a battle goes, aide against aide: by part, then the functions that take most of it.

    name: '' for the largest.
    """
    rules, scenario = _loaded(name)
    _fight(rules, scenario, 0, _aide(rules, []))
    with undisturbed():
        watch, entries = _watched(rules, scenario)
    whole = sum(watch.spent.values())
    yield f"aide against aide, {entries} entries: {whole:.2f} s"
    for part, seconds in sorted(watch.spent.items(), key=lambda item: -item[1]):
        yield f"  {seconds / whole:4.0%}  {seconds:.3f} s  {part}"
    yield f"the {HOTTEST} functions with most time of their own, profiled:"
    yield from _hottest(lambda: _fight(rules, scenario, 0, _aide(rules, [])))


def whole_journal(name: str = "") -> tuple[Codec[Any], list[Entry]]:
    """The journal of a whole battle between aides, as its engine wrote it.  name: '' for the largest."""
    rules, scenario = _loaded(name)
    fought = _fight(rules, scenario, 0, _aide(rules, []))
    drafts = [Draft(line.kind, "engine", line.body) for line in fought.story.lines]  # type: ignore[arg-type]  # table kinds are kinds
    return rules.codec, sealed(rules.codec, drafts)


def _watched(rules: RuleSet[Any], scenario: Scenario[Any]) -> tuple[Stopwatch, int]:
    """The seconds of a battle's parts, and how many entries its journal has."""
    codec = rules.codec  # made once, when first wanted
    watch = Stopwatch("the engine: tape, dice, drafts")
    watched: RuleSet[Any] = replace(
        rules,
        state=replace(rules.state, view=watch.timed("views", rules.state.view)),
        course=replace(rules.course, script=watch.timed("the rules", rules.course.script)),
        deciding=replace(rules.deciding, decide=watch.timed("standing orders and policy", rules.deciding.decide)),
        language=replace(rules.language, read=watch.timed("reading and checking what it wrote", rules.language.read)),
        aide=replace(rules.aide, orders=watch.timed("the aide-de-camp choosing and writing", rules.aide.orders)),
    )
    fought = _fight(watched, scenario, 0, _aide(watched, []))
    watch.stop()
    drafts = [Draft(line.kind, "engine", line.body) for line in fought.story.lines]  # type: ignore[arg-type]  # table kinds are kinds
    watch.timed("its journal to bytes, sealed", seal)(codec, GAME, None, "", drafts)
    return watch, len(drafts)


# --- battles --------------------------------------------------------------------------------------------------------


def _loaded(name: str) -> tuple[RuleSet[Any], Scenario[Any]]:
    loaded = load_scenario(name or largest_scenario())
    return loaded.rules, loaded.scenario


def _aide(rules: RuleSet[Any], sheets: list[WantedOrders]) -> Player:
    """The aide-de-camp, whose orders are written and read as any player's.  sheets: takes what he was asked for."""

    def decide(view: Any, ask: Ask[Any]) -> Given[Any]:  # noqa: ANN401  # a view of the rule set's
        settled = rules.deciding.decide(view, ask)
        if settled is not None:
            return settled
        text = rules.aide.orders(view, ask)
        sheets.append(WantedOrders(view, ask, text))
        answer = rules.language.read(view, ask, text).answer
        return Given(answer, "aide") if answer is not None else rules.deciding.silent(view, ask)

    return decide


def _random(rules: RuleSet[Any], seed: int) -> Player:
    chance, answer = Chance(f"bench {seed}".encode()), rules.playtest.random or RandomPlayer(rules)

    def decide(view: Any, ask: Ask[Any]) -> Given[Any]:  # noqa: ANN401  # a view of the rule set's
        return rules.deciding.decide(view, ask) or Given(answer(view, ask, chance), "player")

    return decide


def _dice(seed: int) -> SeededDice:
    return SeededDice(f"bench {seed}".encode(), GAME, ())


def _fight(rules: RuleSet[Any], scenario: Scenario[Any], seed: int, player: Player) -> FoughtBattle:
    """A battle to its end."""
    opened = Opened(
        rules=rules.name, rules_version=rules.version, title=scenario.title, seats=scenario.seats, commitment="",
        battle=scenario.battle,
    )  # fmt: skip
    told = story_of([Line(Seq(1), "game", opened)])
    began = process_time()
    run = advance(rules, told, next_seq=2, dice=_dice(seed), decide=player)
    seconds = process_time() - began
    if run.stop is not None:
        raise RuntimeError(f"the battle stopped: {run.stop!r}")
    return FoughtBattle(run.story, seconds)


# --- figures --------------------------------------------------------------------------------------------------------


def _beside_folding(battles: list[FoughtBattle], seconds: list[float]) -> tuple[float, float]:
    """The median of seconds, and of their ratios to folding the same battles' journals."""
    folds = [_seconds(lambda story=one.story: fold(story.lines)) for one in battles]  # type: ignore[misc]  # bound now
    return median(seconds), median(ours / floor for ours, floor in zip(seconds, folds, strict=True))


def _audited(rules: RuleSet[Any], story: Story) -> float:
    began = process_time()
    drifts = audit(rules, story, _dice(0))
    seconds = process_time() - began
    if drifts:
        raise RuntimeError(f"the audit does not agree: {drifts[0]}")
    return seconds


def _one_line(rules: RuleSet[Any], sheets: list[WantedOrders]) -> tuple[float, float]:
    """Milliseconds to check one line of orders as a player writes it, and to read it by the grammar alone; medians."""
    checked: list[float] = []
    floor: list[float] = []
    grammar, start = Grammar(rules.language.verbs), rules.language.verbs.starts[0]
    for one in sheets:
        for line in one.text.splitlines():
            checked.append(_seconds(lambda one=one, line=line: rules.language.read(one.view, one.ask, line)) * 1000)  # type: ignore[misc]  # bound now
            floor.append(_seconds(lambda line=line: grammar.parse(clean(line), start)) * 1000)  # type: ignore[misc]  # bound now
    return median(checked), median(floor)


def _seconds(call: Callable[[], Any]) -> float:
    began = process_time()
    call()
    return process_time() - began


def _hottest(call: Callable[[], Any]) -> Iterator[str]:
    """A line for each function with most time of its own."""
    profile = cProfile.Profile()
    profile.runcall(call)
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]  # known at run time only
    whole = sum(own for _, _, own, _, _ in stats.values())
    found = sorted(((own, calls, where) for where, (_, calls, own, _, _) in stats.items()), reverse=True)
    for own, calls, (path, line, name) in found[:HOTTEST]:
        file = f"{path.rpartition('/')[2]}:{line} " if line else ""
        yield f"  {own / whole:4.0%}  {calls:>8,} calls  {file}{name}"
