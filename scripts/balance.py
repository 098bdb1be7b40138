#!/usr/bin/env python3
"""How even the battles that ship are: battles between steady aides, counted, and compared with the scenario files.

usage: scripts/balance.py [--write] [--jobs N] [--tolerance N] [SCENARIO ...]

Each scenario file says in its head what was measured: ``# Measured (steady aides, 100 battles, seed 1): south 48,
north 52, drawn 0; idle turns 3 % at most.``  A battle is a function of scenario, players, seed and number, so the same
figures must come again; --write puts in what is measured now, --tolerance says by how many battles of a hundred
each may differ.  A made-up battle has to be 40 to 60 of 100 decided
battles for each side, a historical one 25 to 75, and no battle may have more than one idle turn in five.
"""

import argparse
import os
import re
import sys
from collections import Counter
from pathlib import Path

from pbem.cli.match import Match, Result, match_of, play_match
from pbem.engine.ids import Side
from pbem.paths import SCENARIOS
from pbem.yamlfile import read_yaml

GAMES, SEED = 100, 1
MADE_UP, HISTORICAL = (40, 60), (25, 75)
"""Between which shares of the decided battles each side has to win, in per cent."""
IDLE = 20
"""Per cent of the turns of one battle that may be idle."""
LINE = re.compile(r"# Measured \(.*\): .*\.\n")
FIGURES = re.compile(r"(\w+) (\d+)(?=[,;])")
"""Of such a line: each side's wins, and ``drawn``."""


def scenarios() -> list[str]:
    """All that ship, by the names that ``pbem match`` takes."""
    found = sorted(SCENARIOS.glob("*/*.yaml"))
    return [f"{path.parent.name}/{path.stem}" for path in found if "title" in read_yaml(path).value]


def measured(name: str, jobs: int) -> tuple[str, list[str]]:
    """The line for the head of a scenario file, and what is wrong with its figures."""
    match: Match = match_of(name, {}, SEED)
    results: list[Result] = list(play_match(match, GAMES, jobs=jobs))
    wins = Counter(one.winner for one in results)
    sides = [side for one in results[:1] for side in one.lost]
    idle = max(100 * one.idle // one.turns for one in results if one.turns)
    told = ", ".join(f"{side} {wins[side]}" for side in sides)
    how = f"steady aides, {GAMES} battles, seed {SEED}"
    line = f"# Measured ({how}): {told}, drawn {wins['']}; idle turns {idle} % at most.\n"
    return line, [*uneven(name, wins, sides), *([f"{idle} % of the turns of a battle are idle"] if idle > IDLE else [])]


def uneven(name: str, wins: Counter[str], sides: list[Side]) -> list[str]:
    """A side that wins too often or too seldom."""
    low, high = HISTORICAL if "history" in read_yaml(SCENARIOS / f"{name}.yaml").value else MADE_UP
    decided = sum(wins[side] for side in sides) or 1
    return [
        f"{side} wins {100 * wins[side] / decided:.0f} of 100 decided battles, not {low} to {high}"
        for side in sides
        if not low <= 100 * wins[side] / decided <= high
    ]


def agrees(text: str, line: str, tolerance: int) -> bool:
    """Whether a scenario file says what was measured: the line itself, or each figure within the tolerance."""
    found = LINE.search(text)
    if found is None or not tolerance:
        return line in text
    said, now = dict(FIGURES.findall(found[0].partition("):")[2])), dict(FIGURES.findall(line.partition("):")[2]))
    return said.keys() == now.keys() and all(abs(int(said[key]) - int(now[key])) <= tolerance for key in said)


def written(text: str, line: str) -> str:
    """A scenario file with the line in its head."""
    if LINE.search(text):
        return LINE.sub(lambda _: line, text)
    head, blank, rest = text.partition("\n\n")
    return f"{head}\n#\n{line}\n{rest}" if blank else text


def main() -> int:
    """Measure, compare or write; 1 when a figure is wrong."""
    asked = argparse.ArgumentParser(description="Count battles between steady aides.")
    asked.add_argument("--write", action="store_true", help="put the figures into the scenario files")
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--tolerance", type=int, default=0, help="of each figure, in battles of a hundred")
    asked.add_argument("scenario", nargs="*")
    options = asked.parse_args()
    wrong = 0
    for name in options.scenario or scenarios():
        path: Path = SCENARIOS / f"{name}.yaml"
        line, faults = measured(name, options.jobs)
        text = path.read_text(encoding="utf-8")
        if options.write:
            path.write_text(written(text, line), encoding="utf-8")
        elif not agrees(text, line, options.tolerance):
            faults.append("the head of the file says otherwise: scripts/balance.py --write")
        told = [f"{name}: {line.removeprefix('# Measured ').strip()}", *(f"  WRONG: {one}" for one in faults)]
        sys.stdout.write("".join(f"{one}\n" for one in told))
        sys.stdout.flush()
        wrong += bool(faults)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
