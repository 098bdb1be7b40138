"""How special rules name stands, hexes and rounds in their sentences."""

from collections.abc import Sequence

from pbem.engine.hexes import Hex, label
from pbem.engine.ids import CommanderId, StandId
from pbem.engine.wording import listed
from pbem.rulesets.snaphance.state.battle import Battle


def stands_named(stands: Sequence[StandId]) -> str:
    """``R10 and R12``; three or more that follow one another as ``R01 to R09``."""
    found: list[list[StandId]] = []
    for code in stands:
        last = found[-1][-1] if found else ""
        if last and code[0] == last[0] and int(code[1:]) == int(last[1:]) + 1:
            found[-1].append(code)
        else:
            found.append([code])
    words: list[str] = []
    for run in found:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    return listed(words)


def hexes_named(hexes: Sequence[Hex]) -> str:
    """``0404 and 0504``."""
    return listed([label(here) for here in hexes])


def rounds_named(rounds: Sequence[int]) -> str:
    """``rounds 1, 2 and 7``."""
    return f"{'round' if len(rounds) == 1 else 'rounds'} {listed([str(one) for one in rounds])}"


def general_named(battle: Battle, general: CommanderId) -> str:
    """His name; his code when the battle has none of that name any more."""
    found = battle.commanders.get(general)
    return found.name if found is not None else general


def alive(battle: Battle, general: CommanderId) -> bool:
    """Whether a general himself, and no officer in his place, still leads."""
    found = battle.commanders.get(general)
    return found is not None and found.alive and not found.replacement
