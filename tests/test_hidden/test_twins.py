"""Change what a seat cannot know: all that it gets of a hidden battle stays the same, byte for byte.

``make hidden`` plays HIDDEN random battles of each rule set and prints counts and findings as it goes; the suite plays
a few.
"""

import os
import signal
import time
import traceback
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import pytest

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.ids import Seat
from pbem.engine.journal import Line
from pbem.engine.players import by_aide
from pbem.engine.ruleset import RuleSet
from pbem.engine.trials import tries
from pbem.engine.what_if import CannotTry
from pbem.reports.maps import chart_alt, render_svg, text_map
from pbem.rulesets.snaphance.state.facts import GroupActivated
from tests.test_hidden.hiders import HIDERS, random_battle
from tests.test_hidden.twins import (
    Hider,
    Leak,
    OtherHistory,
    Twins,
    compare,
    compare_asks,
    compare_views,
    ends,
    next_asks,
    same,
    side_of,
    turns,
    twins,
)

HIDDEN = int(os.environ.get("HIDDEN", "1000"))
FIRST = int(os.environ.get("FIRST", "1"))
"""The number of the first battle."""
SEED = int(os.environ.get("SEED", "1"))
JOBS = int(os.environ.get("JOBS", "1"))
MINUTES = int(os.environ.get("MINUTES", "600"))
"""For each rule set: no battle begins later."""
LONGEST = int(os.environ.get("LONGEST", "600"))
"""Seconds of processor time: a battle that does not end within is a finding."""
RULES = os.environ.get("RULES", " ".join(HIDERS)).split()
"""Rule sets of ``make hidden``."""
PROGRESS = 25
"""After so many battles the counts are told."""
FEW = {"snaphance": (8, 14, 16), "onehour": (9, 12, 13), "armatys": (1, 2, 3), "fornovo": (1, 2, 3)}
"""Battles of each rule set that the suite plays: small ones."""
ATTEMPTS = 4
"""At a twin, as many show something else to the seat."""


def counted(name: str, seed: int, number: int) -> Counter[str]:
    """One random battle with twins of it for each seat, compared; what was, counted.  Raises Leak."""
    hider, (_, lines) = HIDERS[name], random_battle(name, seed, number)
    chance, count = Chance(b"twins %d %d" % (seed, number)), Counter(battles=1)
    for army in lines[0].body.battle.armies:
        count += _altered(hider, lines, army.seat, number)
        for end in _moments(lines, army.seat, chance):
            both = _twins(hider, [line for line in lines if line.seq <= end], army.seat, chance)
            if both is not None:
                compare_views(hider, both)
                count["compared"] += compare(hider, both) + compare_asks(hider, both)
                count["compared"] += rendered(hider, both) if chance.odds(10) else 0
                count["twins"] += 1
                count["entries that only one has"] += abs(len(both.one) - len(both.other))
                count["unseen units"] += len(both.unseen)
    return count


def _moments(lines: tuple[Line, ...], seat: Seat, chance: Chance) -> list[int]:
    """Two ends of turns, one of them early; none when all is laid open."""
    own = ends(lines, seat)[:-1]
    return sorted({chance.pick(own[:4]), chance.pick(own)}) if own else []


def _twins(hider: Hider, lines: list[Line], seat: Seat, chance: Chance) -> Twins | None:
    for _ in range(ATTEMPTS):
        try:
            return twins(hider, lines, seat, chance)
        except OtherHistory:
            continue
    return None


def _altered(hider: Hider, lines: tuple[Line, ...], seat: Seat, number: int) -> Counter[str]:
    """At moments of a battle all altered at once that the seat cannot know: its view is the same."""
    battle, count = lines[0].body.battle, Counter[str]()
    for line in lines[1:]:
        if line.kind != "fact":
            continue
        battle = line.body.fact.apply(battle)
        if (line.seq + number) % 11 == 0 and hider.is_hidden(battle):
            other = hider.unseen_altered(battle, side_of(hider, battle, seat))
            view = hider.rules.state.view
            same(f"at entry {line.seq} the view", view(battle, seat), view(other, seat))
            count["views"] += 1
    return count


def rendered(hider: Hider, both: Twins) -> int:
    """Maps, and what may be ordered and tried, of the last turn of both.  Raises Leak."""
    shown = [_shown(hider, lines, both.seat) for lines in (both.one, both.other)]
    both_have = [what for what in shown[0] if what in shown[1]]  # no orders where dice come before them
    for what in both_have:
        same(what, shown[0][what], shown[1][what])
    return len(both_have)


def _shown(hider: Hider, lines: tuple[Line, ...], seat: Seat) -> dict[str, object]:
    rules, turn = hider.rules, turns(hider, lines, seat)[-1]
    chart, words = rules.reporting.chart(turn), rules.language
    found: dict[str, object] = {
        "the map in letters": text_map(chart), "the map in words": chart_alt(chart), "the picture": render_svg(chart),
    }  # fmt: skip
    for ask in next_asks(hider, lines, seat) or ():
        offered = words.offers(turn.after, ask, None)
        units = [words.offers_for(turn.after, ask, None, code) for code in offered.stands[:3]]
        orders = by_aide(rules, turn.after, ask, "")[0].answer
        found |= {
            "what is offered": (offered, units), "the form": words.form(turn.after, ask),
            "the aide's orders": orders, "the question": words.describe(turn.after, ask),
            "arrows": rules.reporting.drawn(turn.after, ask, orders),
            "warnings": words.warnings(turn.after, ask, orders),
            "tries": _tried(rules, turn.after, ask, orders),
        }  # fmt: skip
    return found


def _tried(rules: RuleSet[Any], view: Any, ask: Ask[Any], orders: Any) -> list[object]:
    """What comes of orders in one try; a set-up cannot be tried."""
    try:
        return list(tries(rules, view, ask, orders, range(1)))
    except CannotTry:
        return []


def _caught(name: str, seed: int, number: int) -> Counter[str] | str:
    """One battle; what went wrong in it as text, also that it did not end in LONGEST seconds."""
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        return counted(name, seed, number)
    except Exception as fault:  # noqa: BLE001  # whatever goes wrong in a battle is a finding
        where = "".join(traceback.format_tb(fault.__traceback__)[-2:]) if isinstance(fault, TimeoutError) else ""
        return f"{name}, seed {seed}, battle {number}: {type(fault).__name__}: {fault}\n{where}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(*_: object) -> None:
    raise TimeoutError(f"did not end within {LONGEST} seconds of processor time")


@pytest.mark.parametrize("name", HIDERS)
def test_what_a_seat_gets_is_the_same_whatever_it_cannot_know(name: str) -> None:
    count = sum((counted(name, 2, number) for number in FEW[name]), Counter[str]())
    assert count["twins"] >= len(FEW[name])
    assert count["views"] > 10 * len(FEW[name])
    assert count["entries that only one has"] > 0


@pytest.mark.parametrize("name", HIDERS)
def test_a_view_that_tells_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hider = HIDERS[name]
    open_state = _with_open_view(hider)
    monkeypatch.setitem(HIDERS, name, open_state)
    with pytest.raises(Leak):
        sum((counted(name, 1, number) for number in range(1, 4)), Counter[str]())


def _with_open_view(hider: Hider) -> Hider:
    rules = replace(hider.rules, state=replace(hider.rules.state, view=lambda battle, _seat: battle))
    return replace(hider, rules=rules)


def test_the_number_of_an_activation_would_tell_how_many_were_not_seen() -> None:
    _, lines = random_battle("snaphance", 2, 14)
    state, battle, seen = HIDERS["snaphance"].rules.state, lines[0].body.battle, 0
    for line in lines[1:]:
        if line.kind != "fact":
            continue
        for army in battle.armies:
            learned = state.learned(line.body.fact, battle, army.seat) if battle.phase != "over" else None
            if isinstance(learned, GroupActivated):
                assert (learned.activation, learned.contested) == (0, False)
                seen += 1
            assert state.view(battle, army.seat).activation == 0
        battle = line.body.fact.apply(battle)
    assert seen > 3


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in HIDERS if name in RULES])
def test_thousands_of_battles(name: str) -> None:
    count, found = Counter[str](), list[str]()
    until = time.monotonic() + 60 * MINUTES
    for one in _all(name, until):
        if isinstance(one, str):
            found.append(one)
            print(f"\n{one}", flush=True)
            continue
        count += one
        if count["battles"] % PROGRESS == 0:
            print(f"\n{_so_far(name, count, found)}", end="", flush=True)
    print(f"\n{_so_far(name, count, found)}", flush=True)
    assert not found, "\n".join(found[:20])


def _so_far(name: str, count: Counter[str], found: list[str]) -> str:
    return f"{name}: {', '.join(f'{number} {what}' for what, number in count.items())}; {len(found)} findings"


def _all(name: str, until: float) -> Iterator[Counter[str] | str]:
    """What came of each battle, as it is done; battles that have not begun when the time is up are left out."""
    with ProcessPoolExecutor(JOBS, max_tasks_per_child=100, mp_context=get_context("spawn")) as pool:
        begun = deque[Future[Counter[str] | str]]()
        for number in range(FIRST, FIRST + HIDDEN):
            if time.monotonic() >= until:
                print(f"\n{name}: {MINUTES} minutes are over before battle {number}", end="", flush=True)
                break
            begun.append(pool.submit(_caught, name, SEED, number))
            if len(begun) > 2 * JOBS:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
