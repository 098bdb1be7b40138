"""A third rule set on the common machinery: fought by aides, at random, by cases, by mail and on the web."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from pbem.app import create_app
from pbem.engine.asks import Ask, Given
from pbem.engine.chance import Chance
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, Seq
from pbem.engine.journal import Line, Opened, story_of
from pbem.engine.play import advance
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.fuzz.checks import check_game
from pbem.fuzz.games import FuzzedGame
from pbem.mail.tokens import TurnRef
from pbem.reports.maps.png import render_png
from pbem.service.options import Options
from pbem.service.play.games import load_game, new_game
from tests.mail_offices import ANN, BOB, NORTH, SOUTH, MailOffice, mail_office
from tests.plain_yaml import safe_load
from tests.skirmish import SKIRMISH, loaded
from tests.skirmish import battle as f
from tests.skirmish.reporting import TELLING
from tests.skirmish.rules import CASES
from tests.skirmish.scenario import MOOR
from tests.test_mail.conftest import text_of

FIELD = SKIRMISH.course.scenario(MOOR, {}).battle
CASES_WRITTEN = safe_load((Path(__file__).parent / "skirmish" / "cases.yaml").read_text())["cases"]


def asked(seat: Seat = SOUTH) -> f.AskBound:
    return f.AskBound(seat=seat, default=f.Sheet(), bound=1)


def fought(temper: str, number: int) -> tuple[Any, list[Any]]:
    """A battle between two aides: how it stood at the end, and its entries."""

    def decide(view: f.Field, ask: Ask[Any]) -> Given[Any]:
        settled = SKIRMISH.deciding.decide(view, ask)
        reading = SKIRMISH.reading(view, ask, SKIRMISH.aide.orders(view, ask, temper))
        assert reading.problems == ()
        return settled or Given(reading.answer, "aide")

    opened = Opened(
        rules="skirmish", rules_version="1", title="", seats=(SOUTH, NORTH), commitment="", battle=FIELD
    )  # fmt: skip
    told = story_of([Line(Seq(1), "game", opened)])
    run = advance(SKIRMISH, told, next_seq=2, dice=SeededDice(b"%d" % number, GameId("x"), ()), decide=decide)
    return run.battle, list(run.drafts)


@pytest.mark.parametrize("temper", SKIRMISH.aide.tempers)
def test_aides_fight_it_to_an_end(temper: str) -> None:
    ends = [fought(temper, number)[0] for number in range(8)]
    assert all(end.phase == "over" for end in ends)
    assert any(army.fell for end in ends for army in end.armies)


@pytest.mark.parametrize("case", CASES_WRITTEN, ids=lambda case: case["id"])
def test_its_cases(case: dict[str, Any]) -> None:
    result = CASES.run({}, case)
    assert result.passed, result


def test_random_battles_hold() -> None:
    """By buttons, with everything that ``pbem fuzz`` checks."""
    assert SKIRMISH.playtest.fuzzing is not None
    fuzzing = SKIRMISH.playtest.fuzzing()
    for number in range(12):
        setup = fuzzing.setup(Chance(b"%d" % number), number, None)  # type: ignore[arg-type]  # it takes none from files
        check_game(FuzzedGame(SKIRMISH, fuzzing, 1, number, setup))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("S1 forward 3", ""),
        ("S1 chrge N1", 'Did you mean "charge"?'),
        ("S9 hold", "you have no unit S9; your units are S1, S2 and S3"),
        ("S1 charge N1", "N1 is 15.0 inches away, and foot charge 4"),
        ("S1+S2 hold", "is no list of units: name each, such as S1 S2 hold"),
        ("hold", "which unit is to do that?"),
        ("S1 hold\nS1 forward 2", "only one can be carried out"),
        ("S1 to 99,2", "99,2 is not on the table, which is 24 by 24 inches"),
        ("S1 to\n8,9", ""),
        ("yes", "this answers another question"),
    ],
)
def test_orders_are_read_and_explained(line: str, said: str) -> None:
    reading = SKIRMISH.reading(SKIRMISH.state.view(FIELD, SOUTH), asked(), line)
    assert said in "; ".join(problem.reason for problem in reading.problems)
    assert bool(reading.problems) is bool(said)
    assert bool(reading.answer) is not bool(said)


def test_a_standing_order_answers_a_charge() -> None:
    answer = SKIRMISH.reading(SKIRMISH.state.view(FIELD, SOUTH), asked(), "standing S1 evade always").answer
    field = f.OrdersTaken(FIELD.armies[0].id, answer).apply(FIELD)
    ask = f.AskEvade(seat=SOUTH, default=f.Answer(False), unit=f.StandId("S1"), charger=f.StandId("N1"))
    assert SKIRMISH.deciding.decide(field, ask) == Given(f.Answer(True), "standing order", "evade always")
    assert SKIRMISH.deciding.decide(FIELD, ask) is None


def test_each_fact_is_told_or_silent_for_a_reason() -> None:
    assert TELLING.unplaced(get_args(f.Facts)) == set()


def test_a_bound_is_drawn() -> None:
    _, drafts = fought("bold", 3)
    facts = [draft.body.fact for draft in drafts if draft.kind == "fact"]
    battle, happenings = FIELD, []
    for fact in facts[:14]:
        happenings.append(Happening(fact, battle))
        battle = fact.apply(battle)
    turn = SeatTurn(SOUTH, 1, SKIRMISH.state.view(FIELD, SOUTH), SKIRMISH.state.view(battle, SOUTH), tuple(happenings))
    chart = SKIRMISH.reporting.chart(turn)
    assert {base.code for base in chart.bases} >= {"S1", "N1"}
    assert chart.tracks
    assert render_png(chart)[:4] == b"\x89PNG"


# --- by mail and on the web, with nothing changed outside the rule set --------------------------------------------


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as house:
        services = replace(house.services, rules=lambda name: SKIRMISH, scenarios=loaded)
        yield replace(house, services=services, app=create_app(services=services))


def mailed(desk: MailOffice, game: GameId, seat: Seat, text: str) -> str:
    turn = load_game(desk.services, game).desk.turns[seat]
    desk.receive(text, {SOUTH: ANN, NORTH: BOB}[seat], TurnRef(game, seat, turn))
    return text_of(desk.sent("answer", "unchanged", "refused")[-1].raw)


def test_it_is_played_by_mail_and_on_the_web(desk: MailOffice) -> None:
    seats = {SOUTH: desk.ann, NORTH: desk.bob}
    game = new_game(desk.services, "skirmish/moor", seats, Options(delay=0), seed=b"moor")
    said = mailed(desk, game, SOUTH, "S1 forward 3\nS2 chrge N1\nS3 hold")
    words = " ".join(said.replace("|", " ").split())
    assert "S1 to 8,7" in words
    assert 'Did you mean "charge"?' in words
    page = desk.visitor(desk.bob).get(f"/g/{game}").text
    assert "White foot" in page
    assert "S3" not in page, "South's horse lie in ambush"
    assert "to 8,7" not in page
    mailed(desk, game, SOUTH, "S1 forward 3\nS2 forward 3\nS3 hold\nready")
    mailed(desk, game, NORTH, "N1 forward 4\nN2 forward 4\nready")
    work = load_game(desk.services, game)
    assert work.battle.bound == 2
    reports = [text_of(one.raw) for one in desk.sent("report")]
    assert any("N1 moved to 10,16" in " ".join(text.split()) for text in reports)
    assert not any(
        "Horse" in text for text, mail in zip(reports, desk.sent("report"), strict=True) if mail.seat == NORTH
    )
