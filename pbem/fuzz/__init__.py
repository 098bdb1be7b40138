"""Whole battles at random, every one of them checked entry by entry (``pbem fuzz``).

A game is a function of the rule set, the seed and its number: what is found is found again by the line printed with it.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import msgspec

from pbem.engine.fuzzing import FuzzFault
from pbem.engine.play import Misuse
from pbem.fuzz.checks import check_game
from pbem.fuzz.games import FuzzedGame, NoRandomPlay, game_of
from pbem.fuzz.playing import where_raised

__all__ = ["FuzzFinding", "FuzzedBattle", "NoRandomPlay", "checked", "fuzz"]


class FuzzFinding(msgspec.Struct, frozen=True):
    """A fault found in a random battle."""

    game: int

    step: int

    entry: int
    """The journal entry at fault, 0 where none is."""

    what: str

    again: str
    """The command line that finds it again."""

    def __str__(self) -> str:
        return f"game {self.game}, step {self.step}, entry {self.entry}: {self.what}\n  again: {self.again}"


class FuzzedBattle(msgspec.Struct, frozen=True):
    """A random battle checked."""

    turns: int
    """Those played, as its rules count them; 0 where something was found."""
    finding: FuzzFinding | None = None


def fuzz(rules: str, games: int, seed: int, first: int = 1, jobs: int = 1) -> Iterator[FuzzedBattle]:
    """Each game in turn, checked.  jobs: played at once.  Raises NoRandomPlay."""
    numbers = range(first, first + games)
    if jobs <= 1:
        yield from (_numbered(rules, seed, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_numbered, [rules] * games, [seed] * games, numbers)


def _numbered(rules: str, seed: int, number: int) -> FuzzedBattle:
    return checked(game_of(rules, seed, number))


def checked(game: FuzzedGame) -> FuzzedBattle:
    """A game played, and what is wrong in it."""
    again = f"pbem fuzz {game.rules.name} --seed {game.seed} --first {game.number} --games 1"
    try:
        return FuzzedBattle(check_game(game))
    except FuzzFault as fault:
        return FuzzedBattle(0, FuzzFinding(game.number, fault.step, fault.entry, str(fault), again))
    except (Exception, Misuse) as fault:  # noqa: BLE001  # whatever goes wrong in a battle is a finding
        what = f"{where_raised(fault)}{type(fault).__name__}: {fault}"
        return FuzzedBattle(0, FuzzFinding(game.number, 0, 0, what, again))
