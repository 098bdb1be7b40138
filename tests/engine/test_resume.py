"""Resume from bytes at every ask = straight through; nothing depends on the order of mappings or the hash seed."""

import hashlib
import os
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.asks import Ask, Given
from pbem.engine.dice import HandDice, SeededDice
from pbem.engine.ids import Seq
from pbem.engine.journal import Line, Opened, check_chain, story_of
from pbem.engine.play import advance, audit
from pbem.engine.ruleset import RuleSet
from tests.engine.host import GAME, SEED, Host
from tests.engine.toys import AUCTION, SKIRMISH, answers_to, auction, skirmish

GAMES = {"skirmish": (SKIRMISH, skirmish), "auction": (AUCTION, auction)}


def chosen(ask: Ask[Any], salt: int, place: int) -> Any:
    """An answer that follows from the ask, the salt and how many answers came before."""
    options = answers_to(ask)
    digest = hashlib.sha256(msgspec.json.encode([salt, place, msgspec.to_builtins(ask)])).digest()
    return options[digest[0] % len(options)]


def straight(rules: RuleSet[Any], battle: Any, salt: int) -> tuple[list[Any], Any]:
    """The whole game in one run, every ask answered on the spot: its outcome entries, and the battle."""
    places = iter(range(100_000))
    opened = Opened(rules="toy", rules_version="1", title="", seats=(), commitment="", battle=battle)
    dice = SeededDice(SEED, GAME, (("red", "oak"), ("blue", "ash")))
    run = advance(
        rules, story_of([Line(Seq(1), "game", opened)]), next_seq=2, dice=dice,
        decide=lambda view, ask: rules.deciding.decide(view, ask) or Given(chosen(ask, salt, next(places)), "player"),
    )  # fmt: skip
    return outcomes(run.story.lines), run.battle


def outcomes(lines: Any) -> list[Any]:
    return [
        line.body.given if line.kind == "answer" else line.body
        for line in lines
        if line.kind in {"step", "roll", "fact", "answer"}
    ]


def by_post(rules: RuleSet[Any], battle: Any, salt: int) -> Host:
    """The same with a stop, the whole journal as bytes, and a fresh start at every ask."""
    host, place = Host(rules, battle), 0
    while (opened := host.open_ask()) is not None:
        given = []
        for ask in opened[1].asks:
            decided = rules.deciding.decide(rules.state.view(host.battle, ask.seat), ask)
            if decided is None:
                decided, place = Given(chosen(ask, salt, place), "player"), place + 1
            given.append(decided)
        host.answer(given)
    return host


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15, deadline=None)
@given(salt=st.integers(0, 2**32))
def test_resume_from_bytes_at_every_ask_is_straight_through(name: str, salt: int) -> None:
    rules, battle = GAMES[name]
    facts, end = straight(rules, battle(), salt)
    host = by_post(rules, battle(), salt)
    assert outcomes(host.story.lines) == facts
    assert host.battle == end
    assert host.over
    check_chain(host.entries)
    assert audit(rules, host.story, host.dice) == []


def test_the_games_are_worth_the_proof() -> None:
    """They ask in mid-step, roll, and end in different ways."""
    runs = [straight(SKIRMISH, skirmish(), salt) for salt in range(40)]
    assert len({run[1].turn for run in runs}) > 1
    kinds = {type(getattr(one, "fact", one)).__name__ for run in runs for one in run[0]}
    assert kinds >= {"StepBegan", "Roll", "Moved", "Seen", "Hit", "TurnEnded"}


def test_a_standing_order_changes_no_die_of_others() -> None:
    """Keys are by label: who rolls more does not shift what another rolls."""
    quiet, busy = (by_post(SKIRMISH, skirmish({"blue": word}), 7) for word in ("never", "always"))
    first, second = ({roll.key: roll.values for roll in host.rolls()} for host in (quiet, busy))
    assert set(first) != set(second)
    assert all(first[key] == second[key] for key in set(first) & set(second))


@settings(max_examples=20, deadline=None)
@given(salt=st.integers(0, 2**32), order=st.permutations(["R1", "R2", "B1", "B2", "B3"]))
def test_the_order_of_mappings_does_not_matter(salt: int, order: list[Any]) -> None:
    start = skirmish()
    shuffled = msgspec.structs.replace(start, pieces={name: start.pieces[name] for name in order})
    assert straight(SKIRMISH, start, salt)[0] == straight(SKIRMISH, shuffled, salt)[0]


SAYS = """
import hashlib
from tests.engine.test_resume import by_post, GAMES
said = b"".join(line for name in sorted(GAMES) for line in by_post(GAMES[name][0], GAMES[name][1](), 11).stored)
print(hashlib.sha256(said).hexdigest())
"""


def test_the_hash_seed_does_not_matter() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SAYS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2", "3", "4")
    }
    assert len(said) == 1


def test_dice_by_hand_wait_for_the_umpire() -> None:
    host = Host(AUCTION, auction(), dice=HandDice())
    host.deadline()
    wanted = host.needs_dice()
    assert wanted is not None
    assert (wanted.label, wanted.by, wanted.count) == ("luck", "red", 1)
    host.throw(6)
    host.throw(1)
    assert host.battle.won == {"red": 1, "blue": 0}
    assert [roll.source for roll in host.rolls()] == ["hand", "hand"]
    assert audit(AUCTION, host.story, host.dice) == []


def test_an_answer_is_its_seat_s_own() -> None:
    """Sealed bids are in nobody else's view while the bound is played, and in no fact he may see."""
    host = Host(AUCTION, auction())
    host.answer([Given(answers_to(ask)[3], "player") for ask in host.open_ask()[1].asks])
    taken = [fact for fact in host.facts() if type(fact).__name__ == "BidTaken"]
    assert [[f.seen_by(host.battle, seat) for seat in ("red", "blue", "umpire")] for f in taken] == [
        [True, False, True],
        [False, True, True],
    ]
