"""The random player of any rule set: it plays what is offered, by way of the reader, and nothing else."""

from typing import Any

import pytest

from pbem.engine.asks import Ask
from pbem.engine.chance import Chance
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat
from pbem.engine.offers import Choice, Decision, Offer, Offers, UnitOffers
from pbem.engine.ordered import ordered
from pbem.engine.orders import Problem, Reading
from pbem.engine.play import advance
from pbem.engine.players import begun
from pbem.engine.playkit.player import Habits, RandomPlayer, at_random, offers_lines
from pbem.scenarios import load_scenario
from tests import toyrules
from tests.changed_rules import changed

ASK: Ask[Any] = Ask(seat=Seat("red"), default="nothing")
WORDS = {"go", "sing", "stay"}


def read(view: object, ask: Ask[Any], text: str, before: object = None) -> Reading:
    """Takes lines ``A go`` and ``all mood calm``, each unit's once."""
    good, problems = dict[str, str](), list[Problem]()
    for number, line in enumerate(text.splitlines(), 1):
        code, _, rest = line.partition(" ")
        if (rest in WORDS and code not in good) or code == "all":
            good[code] = line
        else:
            problems.append(Problem(line=number, quote=line, kind="not readable", reason="no such order"))
    return Reading(answer=tuple(good.values()) or None, understood=(), problems=tuple(problems))


def offers(view: object, ask: Ask[Any], answer: object, *, units: bool = True) -> Offers:
    mood = Decision(
        title="Mood", values={"calm": "", "wild": ""}, default="calm",
        choices=(Choice(whom="all", line="all mood", value=""),),
    )  # fmt: skip
    return Offers(stands=("A", "B", "C"), decisions=(mood,))


def offers_for(view: object, ask: Ask[Any], answer: object, code: str, *, marches: bool = True) -> UnitOffers | None:
    if code == "C":
        return None
    return UnitOffers(code=code, may=(Offer(f"{code} sing", "Sing"),), marches=(Offer(f"{code} go", "Go"),))


TINY = changed(
    toyrules.TOY, offers=offers, offers_for=offers_for, read=read,
    write=lambda view, answer: "\n".join(answer), orders=lambda view, ask, temper="": "A stay\nB stay",
)  # fmt: skip


def answers(player: RandomPlayer[Any]) -> set[Any]:
    return {player(object(), ASK, Chance(b"%d" % n)) for n in range(60)}


def test_every_line_offered_is_played_some_time_and_nothing_else() -> None:
    lines = {line for answer in answers(RandomPlayer(TINY)) if answer != "nothing" for line in answer}
    assert lines == {"A sing", "A go", "A stay", "B sing", "B go", "B stay", "all mood calm", "all mood wild"}


def test_the_same_chance_gives_the_same_answer() -> None:
    player = RandomPlayer(TINY)
    assert all(player(object(), ASK, Chance(b"%d" % n)) == player(object(), ASK, Chance(b"%d" % n)) for n in range(9))


def test_where_no_line_is_taken_the_default_is_the_answer() -> None:
    never = Habits(led=0, ordered=0, together=0, settles=0)
    assert answers(RandomPlayer(TINY, habits=never)) == {"nothing"}


def test_a_wild_player_tries_lines_of_others_and_keeps_what_is_taken() -> None:
    tried: list[str] = []

    def listening(view: object, ask: Ask[Any], text: str, before: object = None) -> Reading:
        tried.extend(text.splitlines())
        return read(view, ask, text)

    own = changed(TINY, read=listening, orders=lambda view, ask, temper="": "A stay 8\nB stay")
    player = RandomPlayer(own, True, Habits(led=100, changed=0, settles=0, mangled=100))
    given = answers(player)
    assert {"A stay", "B stay 8"} <= set(tried)
    assert any(line.startswith("A stay ") and line != "A stay 8" for line in tried)
    assert given == {("A stay",), ("A stay", "B stay"), ("B stay",), "nothing"}


def test_a_question_is_answered_by_one_of_its_answers() -> None:
    def asked(view: object, ask: Ask[Any], answer: object, *, units: bool = True) -> Offers:
        return Offers(answers=(Offer("A go", "Go"), Offer("B sing", "Sing")))

    player = RandomPlayer(changed(TINY, offers=asked))
    assert answers(player) == {("A go",), ("B sing",)}


def test_rules_that_offer_nothing_cannot_be_played_at_random() -> None:
    assert offers_lines(TINY)
    assert not offers_lines(toyrules.TOY)


@pytest.mark.parametrize("name", ["snaphance/mill-ford", "onehour/coutras"])
def test_a_shipped_battle_is_fought_to_its_end_at_random(name: str) -> None:
    loaded = load_scenario(name, {})
    opening = begun(loaded.rules, loaded.scenario.battle, "", loaded.scenario.seats)
    dice = SeededDice(b"random", GameId("x"), ())
    run = advance(loaded.rules, opening, next_seq=2, dice=dice, decide=at_random(loaded.rules, b"1"))
    assert loaded.rules.course.over(run.battle)
    assert len({type(draft.body.fact) for draft in run.drafts if draft.kind == "fact"}) >= 12


@pytest.mark.parametrize("value", [{3: "c", 1: "a"}, {"b": (1,), "a": frozenset({"y", "x"})}, {10: {2: 1}, 9: {}}])
def test_equal_values_give_equal_bytes_whatever_their_keys(value: dict[Any, Any]) -> None:
    assert ordered(value) == ordered(dict(reversed(value.items())))
    assert ordered(value) != ordered({**value, 4: "d"})
