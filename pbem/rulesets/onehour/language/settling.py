"""Which line acts when several are for one unit, or settle one thing: of two that differ neither."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.engine.language.lines import OrderLine
from pbem.engine.language.reader import two_orders
from pbem.engine.orders import Problem
from pbem.rulesets.onehour.commands import Standing
from pbem.rulesets.onehour.language import parsed
from pbem.rulesets.onehour.language.judging import Wanted
from pbem.rulesets.onehour.standing.standing import subject
from pbem.rulesets.onehour.writing.writing import STANDING, beginning_text, standing_text


def _parts(steps: Sequence[parsed.Step]) -> tuple[tuple[parsed.Step, ...], tuple[parsed.Step, ...]]:
    """What of a line is about the move, and what about the shot."""
    shots = tuple(step for step in steps if isinstance(step, parsed.ShootAt | parsed.ParsedHoldFire))
    return tuple(step for step in steps if step not in shots), shots


def settled(wanted: Sequence[Wanted]) -> tuple[list[Wanted], list[tuple[Wanted, list[Wanted]]]]:
    """What stands when several lines are for one unit: its own before that for all; of two that differ neither.

    A line for its move and one for its shot go together.
    """
    out: list[Wanted] = []
    contradicted: list[tuple[Wanted, list[Wanted]]] = []
    for unit in dict.fromkeys(one.unit for one in wanted):
        some = [one for one in wanted if one.unit == unit]
        own = [one for one in some if one.named] or some
        for part in (0, 1):
            named = [one for one in own if _parts(one.steps)[part]]
            differing = list({_parts(one.steps)[part]: one for one in named}.values())
            if len(differing) > 1:
                contradicted.append((named[-1], differing))
                own = [one for one in own if one not in named]
        moves = [one for one in own if _parts(one.steps)[0]][:1]
        shots = [one for one in own if _parts(one.steps)[1] and one not in moves][:1]
        shots = [] if moves and _parts(moves[0].steps)[1] else shots
        more = [] if own is some else _from_all(some, moves, shots)
        out += [*moves, *shots, *more]
    return sorted(out, key=lambda one: one.place), contradicted


def _from_all(some: Sequence[Wanted], moves: Sequence[Wanted], shots: Sequence[Wanted]) -> list[Wanted]:
    """What a line for all adds to a unit's own: a shot where its own has none."""
    mine = [*moves, *shots]
    if not mine or any(_parts(one.steps)[1] for one in mine) or any(_is_charge(one) for one in mine):
        return []
    added = [(one, _parts(one.steps)[1]) for one in some if one not in mine and not one.named and _parts(one.steps)[1]]
    return [replace(one, steps=shot) for one, shot in added[:1]]


def _is_charge(one: Wanted) -> bool:
    return any(isinstance(step, parsed.ChargeAt | parsed.TurnTo) for step in one.steps)


def contradiction(last: Wanted, some: Sequence[Wanted]) -> Problem:
    """What is said of lines that differ."""
    return two_orders(
        last.line, [(one.line.number, one.line.text) for one in some], about=last.unit,
        consequence=f"Neither is taken: these lines change nothing for {last.unit}.",
        offers=[one.line.quote for one in some],
    )  # fmt: skip


def settled_standing(
    some: Sequence[tuple[OrderLine, Standing]],
) -> tuple[list[tuple[OrderLine, Standing]], list[Problem]]:
    """Standing orders, each once; of two that differ about one thing neither."""
    kept: list[tuple[OrderLine, Standing]] = []
    problems: list[Problem] = []
    for key in dict.fromkeys(subject(order) for _, order in some):
        same = [(line, order) for line, order in some if subject(order) == key]
        differing = list({order: line for line, order in same}.items())
        if len(differing) == 1:
            kept.append(same[0])
            continue
        told = [(line.number, f"{STANDING.casefold()} {standing_text(order)}") for order, line in differing]
        consequence = f"Neither is taken: what stood for {beginning_text(differing[0][0])} stays."
        problems.append(two_orders(differing[-1][1], told, ends="only one can stand", consequence=consequence))
    return kept, problems
