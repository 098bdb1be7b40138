"""The page of the dice: what a seat was told of, how even it was, and how it is checked."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbem.engine.ids import GameId
from pbem.service.play.games import load_game
from pbem.service.play.turns import ready
from tests.test_service.conftest import composed
from tests.web_offices import SOUTH, Office, office, plain

FACE = re.compile(r'<span class="dice"[^>]*>(.*?)</span>')


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with office(tmp_path_factory.mktemp("dice")) as made:
        yield made.with_post(replace(made.services, compose=composed))


@pytest.fixture(scope="module")
def over(desk: Office) -> GameId:
    game = desk.begin()
    while load_game(desk.services, game).state == "running":
        ready(desk.services, game, SOUTH, "web", desk.ines)
    return game


def test_every_die_of_the_battle_is_on_the_page(desk: Office, over: GameId) -> None:
    page = desk.visitor(desk.ines).get(f"/g/{over}/dice").text
    shown = Counter(face for dice in FACE.findall(page) for face in re.findall(r">(\d)</i>", dice))
    table = load_game(desk.services, over).table
    thrown = Counter(str(face) for line in table if line.kind == "roll" for face in line.body.values)
    assert shown == thrown
    both = page[page.index("Both together") :]
    counted = re.findall(r'<th scope="row">(\d)</th><td class="num">(\d+)</td>', both)[:6]
    assert {face: int(came) for face, came in counted} == thrown


def test_each_roll_leads_to_its_event(desk: Office, over: GameId) -> None:
    ines = desk.visitor(desk.ines)
    page = ines.get(f"/g/{over}/dice").text
    number, turn, event = re.findall(r'id="r([\d.]+)"><th scope="row"><a href="[^"]*turn=(\d+)&amp;event=(\d+)"', page)[
        -1
    ]
    assert number == f"{turn}.{event}"
    shown = ines.get(f"/g/{over}/replay?turn={turn}&event={event}").text
    assert f"/dice#r{number}" in shown
    assert f"{number}, " in plain(shown)


def test_when_it_is_over_the_seed_is_told_and_how_to_check_it(desk: Office, over: GameId) -> None:
    page = plain(desk.visitor(desk.ines).get(f"/g/{over}/dice").text)
    assert load_game(desk.services, over).seed in page
    assert f"pbem verify --audit {over}.jsonl" in page
    assert "of 100 battles" in page


def test_while_it_goes_on_the_seed_stays_secret_and_few_dice_prove_nothing(desk: Office) -> None:
    game = desk.begin()
    ines = desk.visitor(desk.ines)
    assert "No die has been rolled yet." in ines.get(f"/g/{game}/dice").text
    ready(desk.services, game, SOUTH, "web", desk.ines)
    page = ines.get(f"/g/{game}/dice").text
    assert "Too few dice so far" in page
    assert load_game(desk.services, game).seed not in page
    assert "pbem verify --audit" not in page
    assert "When the battle is over, the seed is published here" in page
