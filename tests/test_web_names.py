"""A game is called the same on all its pages: battle, rules, sides, turn; and in the titles of their documents."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.every_page import World, world
from tests.web_offices import plain

PAGES = ("letters", "table", "concede", "leave", "replay", "downloads", "dice", "versions", "standing", "what-if")


@pytest.fixture(scope="module")
def here() -> Iterator[World]:
    with TemporaryDirectory() as folder, world(Path(folder)) as made:
        yield made


def title_of(html: str) -> str:
    found = re.search(r"<title>(.*?)</title>", html)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_a_game_names_it_whole(here: World, page: str) -> None:
    html = here.client("ann").get(f"/g/{here.fight}/{page}").text
    name = f"Snaphance · South against Bob Barlow · round {2 if page == 'replay' else 3}"
    assert f"Harrow Down · {name}" in title_of(html)
    assert name in plain(html.partition("<main")[2])


def test_the_pages_of_orders_reports_and_the_debrief_do_too(here: World) -> None:
    ann = here.client("ann")
    whole = "Harrow Down · Snaphance · South against Bob Barlow · round 3"
    assert title_of(ann.get(f"/g/{here.fight}").text) == f"{whole} · Battles by Post"
    assert title_of(ann.get(f"/g/{here.fight}/turns/1/print").text) == f"Report · {whole[:-1]}1 · Battles by Post"
    over = title_of(ann.get(f"/g/{here.over}/debrief").text)
    assert over.startswith("Full debrief · Harrow Down · Snaphance · South against the aide-de-camp · round ")
