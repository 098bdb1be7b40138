"""The finer paces, fought by persons: how often they are asked, and that each question can be answered.

In the suite the first battle goes on until it has asked the usual questions; the soak fights both to their ends.
"""

from collections import Counter
from dataclasses import replace as replace_in
from email import message_from_bytes, policy
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask
from pbem.engine.hexes import Facing, Hex, label
from pbem.engine.ids import Seat, StandId
from pbem.rulesets.snaphance.state.asks import (
    AskEvasions,
    AskGroup,
    AskOrders,
    AskReaction,
    AskStand,
    AskWay,
    AskYesNo,
    Reaction,
    StandChoice,
    Way,
    YesNo,
    evasions,
)
from pbem.rulesets.snaphance.state.battle import Battle, with_stand
from pbem.scenarios import Loaded, load_scenario
from pbem.service.options import Options
from pbem.service.play.games import load_game
from pbem.service.play.work import Work
from tests.test_proofs.field import SEATS, Field, aide, by_mail

ROUNDS, GROUPS = 10, 4


def newest(field: Field, seat: Seat) -> tuple[int, str]:
    """The turn and the text of the newest report mailed to a seat."""
    mail = max((one for one in field.mails("report") if one.seat == seat), key=lambda one: one.turn)
    part = message_from_bytes(mail.raw, policy=policy.default).get_body(("plain",))
    assert part is not None
    return mail.turn, " ".join(str(part.get_content()).replace("|", " ").split())


def reply(work: Work, ask: Ask[Any], number: int) -> tuple[str, object]:
    """A person's few words, and the answer they must be taken for: now the first that is open, now the last."""
    at = -(number % 2)
    if isinstance(ask, AskYesNo):
        return ("yes", YesNo(True)) if number % 2 else ("No.", YesNo(False))
    if isinstance(ask, AskWay) and ask.options[at]:
        return " ".join(label(here) for here in ask.options[at]), Way(ask.options[at])
    if isinstance(ask, AskStand):
        return (ask.options[at] or "none").lower(), StandChoice(ask.options[at])
    if isinstance(ask, AskEvasions):
        stands = [one.stand for one in ask.questions]
        does = "stand" if number % 2 else "evade"
        return "\n".join(f"{stand}: {does}" for stand in stands), evasions(stands, stands if does == "evade" else ())
    if isinstance(ask, AskReaction):
        one = ask.options[at]
        return (f"{one.stand} {one.does} {one.at}", Reaction((one,))) if number % 2 else ("none", Reaction(()))
    return aide(work, ask), None


USUAL = {"AskYesNo", "AskWay"}


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["usual", "whole"])
def test_a_battle_at_the_pace_ask_me_is_fought_by_mail_and_every_question_can_be_answered(
    field: Field, whole: bool
) -> None:
    game = field.begin(Options(pace="ask me", every=0))
    asked: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for number in range(400):
        work = load_game(field.services, game)
        if work.desk.open is None or (words.keys() >= USUAL and not whole):
            break
        seat = work.desk.open.waiting_for()[0]
        ask = work.desk.open.ask_of(seat)
        assert ask is not None
        turn, text = newest(field, seat)
        assert turn == work.desk.turns[seat], "no mail tells of what is asked"
        assert " ".join(work.rules.language.describe(work.view(seat), ask).split()) in text
        said, meant = reply(work, ask, number)
        opened = work.desk.open.seq
        outcome = by_mail(field, game, seat, f"{said}\nready", f"{number}")
        assert outcome.state == "accepted", (said, ask, outcome)
        after = load_game(field.services, game)
        closed = [line.body for line in after.table if line.kind == "answer" and line.body.ask == opened]
        if meant is not None:
            assert [one.answer for one in closed[0].given] == [meant]
            assert [one.by for one in closed[0].given] == ["player"]
            words[type(ask).__name__] += 1
        asked[type(ask).__name__] += 1
    assert words.keys() >= USUAL
    assert not whole or load_game(field.services, game).state == "over"
    assert asked[AskOrders.__name__] <= ROUNDS * GROUPS
    assert asked[AskGroup.__name__] <= ROUNDS * GROUPS
    assert sum(words.values()) <= 150, words
    answers = Counter(mail.seat for mail in field.mails("answer"))
    assert sum(answers.values()) == sum(asked.values()), "not one answer for each mail"
    for seat in SEATS:
        turns = [mail.turn for mail in field.mails("report") if mail.seat == seat]
        assert sorted(turns) == list(range(1, load_game(field.services, game).desk.turns[seat] + 1))


@pytest.mark.soak
def test_a_battle_at_the_pace_activation_asks_for_declarations_and_groups_and_nothing_else(field: Field) -> None:
    game = field.begin(Options(pace="activation", every=0))
    asked: Counter[type] = Counter()

    def orders(work: Work, ask: Ask[object]) -> str:
        asked[type(ask)] += 1
        return aide(work, ask)

    field.play(game, orders)
    assert set(asked) == {AskOrders, AskGroup}
    assert ROUNDS * 2 <= asked[AskOrders] <= ROUNDS * GROUPS
    assert asked[AskGroup] <= ROUNDS * GROUPS


def between_dragoons(name: str, options: Any) -> Loaded:
    """Harrow Down with S04 face to face with two stands of dragoons."""
    loaded = load_scenario("harrow-down", options)
    battle: Battle = loaded.scenario.battle
    placed = (("S04", (6, 6), 0, "HOR-B"), ("N06", (6, 5), 3, "DRA-B"), ("N05", (7, 5), 3, "DRA-B"))
    for code, where, facing, kind in placed:
        one = battle.stands[StandId(code)]
        battle = with_stand(battle, replace(one, hex=Hex(*where), facing=Facing(facing), type=kind, sp=(3,)))
    return replace(loaded, scenario=replace(loaded.scenario, battle=battle))


def test_two_evasions_are_one_question_answered_by_a_line_each_in_one_mail(field: Field) -> None:
    """And by the web, whose buttons are the same lines."""
    field.services = replace_in(field.services, scenarios=between_dragoons)
    game = field.begin(Options(pace="ask me", every=0))
    for number in range(40):
        work = load_game(field.services, game)
        assert work.desk.open is not None
        seat = work.desk.open.waiting_for()[0]
        ask = work.desk.open.ask_of(seat)
        if isinstance(ask, AskEvasions):
            break
        said = "S04 charge N06" if isinstance(ask, AskOrders) and ask.group == "south.Horse" else "all hold"
        said = "Horse" if isinstance(ask, AskGroup) else said if isinstance(ask, AskOrders) else "no"
        assert by_mail(field, game, seat, f"{said}\nready", f"{number}").state == "accepted"
    assert isinstance(ask, AskEvasions)
    assert [one.stand for one in ask.questions] == ["N05", "N06"]
    offered = [one.line for one in work.rules.language.offers(work.view(seat), ask, None).answers]
    assert "N05 evade, N06 stand" in offered
    _, text = newest(field, seat)
    assert "N05 evade, N06 evade" in text, "what happens if he says nothing"
    opened = work.desk.open.seq
    assert by_mail(field, game, seat, "N05: stand\nN06: evade\nready", "evasions").state == "accepted"
    closed = [
        one.body for one in load_game(field.services, game).table if one.kind == "answer" and one.body.ask == opened
    ]
    assert [(one.answer, one.by) for one in closed[0].given] == [
        (evasions([StandId("N05"), StandId("N06")], [StandId("N06")]), "player")
    ]
