"""Whole battles in memory, side against side, counted (``pbem match``): who plays well, and whether a scenario is fair.

A battle is a function of the scenario, the players, the seed and its number.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import sqrt
from statistics import median
from time import process_time
from typing import Any

import msgspec

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, Side
from pbem.engine.journal import Happened
from pbem.engine.play import advance
from pbem.engine.players import begun, by_aide
from pbem.engine.playkit.player import at_random, offers_lines
from pbem.engine.ruleset import RuleSet, Scenario
from pbem.scenarios import load_scenario
from pbem.service.play.called import decider

RANDOM = "random"
"""The player who does anything that is allowed."""
_GAME = GameId("match")
_Z = 1.96
"""Of the normal distribution: nineteen times in twenty."""


class BadMatch(Exception):
    """A match cannot be played like this; the message says what and what to do instead."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match of aides-de-camp or random players."""

    scenario: str

    players: Mapping[Seat, str]
    """Who plays each seat: a temperament of the aide-de-camp, or ``random``."""

    seed: int

    options: tuple[tuple[str, str], ...] = ()
    """What the scenario is handed, by name: ``pace``, ``sight``, ``commanders``."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one battle."""

    number: int

    winner: str
    """The side that won; '' for a draw."""

    kind: str
    """How it ended, as `Outcome.kind`."""

    text: str
    """The same in words."""

    grade: str
    """Grade of the victory; '' where the rules have none."""

    rounds: int

    lost: Mapping[Side, tuple[int, int]]
    """What each side has lost of what breaks it; {} where the rules do not count it."""

    refused: tuple[str, ...]
    """Lines of the aides-de-camp that were refused; there should be none."""

    entries: int
    """Number of journal entries."""

    seconds: float
    """Processor seconds."""

    turns: int = 0
    """Turns of all sides."""

    idle: int = 0
    """Those without a move, a shot or a blow."""

    points: Mapping[Side, int] = {}
    """Points of each side; {} where the rules give none."""

    def __str__(self) -> str:
        won = f"{self.winner} wins" if self.winner else "drawn"
        how = ", ".join(word for word in (self.kind, self.grade) if word)
        lost = [f"{side} lost {gone} of {limit}" for side, (gone, limit) in self.lost.items()]
        points = [f"{side} {many} points" for side, many in self.points.items()]
        told = (f"{won} ({how})", f"{self.rounds} rounds", *lost, *points, f"{self.seconds:.2f} s")
        return f"{self.number}: {', '.join(told)}"


def match_of(scenario: str, players: Mapping[str, str], seed: int, options: Mapping[str, str] | None = None) -> Match:
    """A match.  Seats without a player are played by the aide in his usual temper.  options: of the scenario.

    Raises BadMatch, BadScenario.
    """
    agreed = tuple(sorted((options or {}).items()))
    rules, read = _loaded(scenario, agreed)
    known = [*([RANDOM] if offers_lines(rules) else []), *rules.aide.tempers]
    for seat, player in players.items():
        if seat not in read.seats:
            raise BadMatch(f"{read.title} has the seats {', '.join(read.seats)}, not {seat!r}")
        if player not in known:
            raise BadMatch(f"there is no player {player!r}; there are {', '.join(known)}")
    first = next(iter(rules.aide.tempers), "")
    return Match(
        scenario=scenario, players={seat: players.get(seat, first) for seat in read.seats}, seed=seed, options=agreed
    )


@cache
def _loaded(scenario: str, options: tuple[tuple[str, str], ...]) -> tuple[RuleSet[Any], Scenario[Any]]:
    loaded = load_scenario(scenario, dict(options))
    if loaded.scenario.battle is None:
        raise BadMatch(f"{scenario} cannot be played: pbem scenario check {scenario} says why")
    return loaded.rules, loaded.scenario


def play_match(match: Match, games: int, first: int = 1, jobs: int = 1) -> Iterator[Result]:
    """Each battle's result, in turn.  jobs: how many are fought at once."""
    numbers = range(first, first + games)
    if jobs <= 1:
        yield from (play_one(match, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_one, [match] * games, numbers)


def play_one(match: Match, number: int) -> Result:
    """One battle to its end."""
    rules, read = _loaded(match.scenario, match.options)
    refused: list[str] = []
    dice = SeededDice(f"match {match.seed} {number}".encode(), _GAME, ())
    began = process_time()
    run = advance(
        rules, begun(rules, read.battle, read.title, read.seats), next_seq=2, dice=dice,
        decide=_players(rules, match, number, refused),
    )  # fmt: skip
    seconds = process_time() - began
    end = rules.course.outcome(run.battle)
    if run.stop is not None or end is None:
        raise RuntimeError(f"battle {number} is stuck: {run.stop!r}")
    score = rules.playtest.score(run.battle)
    turns, idle = idle_turns(rules, (draft.body.fact for draft in run.drafts if isinstance(draft.body, Happened)))
    return Result(
        number=number, winner=end.winner, kind=end.kind, text=end.text, grade=score.grade, rounds=score.rounds,
        lost=score.lost, refused=tuple(refused), entries=len(run.drafts) + 1, seconds=seconds,
        turns=turns, idle=idle, points=score.points,
    )  # fmt: skip


def idle_turns(rules: RuleSet[Any], facts: Iterable[Any]) -> tuple[int, int]:
    """Turns begun, and those of them in which no unit moved, shot or struck."""
    acted: list[bool] = []
    for fact in facts:
        if rules.playtest.turn_began is not None and isinstance(fact, rules.playtest.turn_began):
            acted.append(False)
        elif acted and isinstance(fact, rules.playtest.acts):
            acted[-1] = True
    return len(acted), acted.count(False)


def _players(
    rules: RuleSet[Any], match: Match, number: int, refused: list[str]
) -> Callable[[Any, Ask[Any]], Given[Any]]:
    """The seat that is asked answers as its player would; an aide by text, which is read like a player's."""

    chance = at_random(rules, b"%d %d" % (match.seed, number))
    settles = decider(rules, b"%d %d" % (match.seed, number))

    def decide(view: Any, ask: Ask[Any]) -> Given[Any]:  # noqa: ANN401  # a battle
        player = match.players.get(ask.seat, "")
        if player == RANDOM:
            return chance(view, ask)
        settled = settles(view, ask)
        if settled is not None:
            return settled
        given, problems = by_aide(rules, view, ask, player)
        refused.extend(f"{problem.quote}: {problem.reason}" for problem in problems)
        return given

    return decide


# --- counting -------------------------------------------------------------------------------------------------------


def summary(match: Match, results: Sequence[Result]) -> tuple[str, ...]:
    """What came of a match, in lines."""
    games = len(results)
    rules, read = _loaded(match.scenario, match.options)
    wins = Counter(one.winner for one in results)
    told = []
    for seat, player in match.players.items():
        side = rules.state.side_of(read.battle, seat) or seat
        low, high = confidence(wins[side], games)
        told.append(f"{side} ({player}): {wins[side]} of {games}, between {low:.0%} and {high:.0%}")
    if wins[""]:
        told.append(f"drawn: {wins['']} of {games}")
    ends = Counter(one.kind for one in results)
    told.append(f"ended: {', '.join(f'{kind} {many}' for kind, many in ends.most_common())}")
    grades = Counter(one.grade for one in results if one.grade)
    if grades:
        told.append(f"graded: {', '.join(f'{grade} {many}' for grade, many in grades.most_common())}")
    sides = dict.fromkeys(side for one in results for side in one.points)
    average = [f"{side} {sum(one.points.get(side, 0) for one in results) / games:.1f}" for side in sides]
    told += [f"average points: {', '.join(average)}"] if average else []
    told += [f"  {many} x {text}" for text, many in Counter(one.text for one in results).most_common(5)]
    rounds = [one.rounds for one in results]
    told.append(f"rounds: {min(rounds)} to {max(rounds)}, median {median(rounds):g}")
    turns, idle = sum(one.turns for one in results), sum(one.idle for one in results)
    if turns:
        most = max(one.idle / one.turns for one in results if one.turns)
        told.append(f"idle turns: {idle} of {turns} ({idle / turns:.0%}); most in one battle {most:.0%}")
    told.append(f"seconds of one core a battle: median {median(one.seconds for one in results):.2f}")
    lines = [line for one in results for line in one.refused]
    told.append(f"lines of the aides refused: {len(lines)}")
    return (*told, *(f"  {line}" for line in lines[:5]))


def confidence(won: int, games: int) -> tuple[float, float]:
    """Between which shares of wins the truth lies, nineteen times in twenty (Wilson's interval)."""
    if not games:
        return 0.0, 1.0
    share, spread = won / games, _Z * _Z / games
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
