"""Two umpires: what one presses waits where the other has changed what it was looked at for."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from werkzeug.test import TestResponse

from pbem.engine.ids import GameId
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import submit
from pbem.service.umpire.letters import let_letters_wait
from pbem.service.umpire.questions import answer_question, ask_umpire
from pbem.service.umpire.seats import name_co_umpire
from pbem.service.umpire.timing import extend_by_days
from pbem.store.tables import PlayerId
from tests.web_offices import NORTH, SOUTH, Office, Visitor, office, plain


class Two(NamedTuple):
    """A game with two umpires."""

    desk: Office
    game: GameId
    geoff: PlayerId
    visitor: Visitor

    @property
    def head(self) -> str:
        """The last entry, as a page names it that is opened now."""
        return str(load_game(self.desk.services, self.game).last_seq)

    def press(self, page: str, head: str, **fields: str) -> TestResponse:
        """A button of a page that was opened when the journal ended there."""
        where = f"/g/{self.game}/{page}"
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        return self.visitor.send("/help", where, **{"looked-at": head, **fields})


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        options = Options(every=48, unit="hours", letters="umpire", newsbook="any")
        game = new_game(
            desk.services,
            "onehour/harrow-down",
            {SOUTH: desk.ines, NORTH: desk.tom},
            options,
            seed=b"two",
            umpire=geoff,
        )
        name_co_umpire(desk.services, game, "helen@example.org", ["look", "clock"], geoff)
        ask_umpire(desk.services, game, SOUTH, "May I?", desk.ines)
        yield Two(desk, game, geoff, desk.visitor(geoff))


ACTS: dict[str, dict[str, str]] = {
    "umpire": {"do": "extend", "days": "1", "reason": "Ben is ill"},
    "umpire/letters": {"do": "go", "reason": "fog"},
    "questions": {"do": "answer 1", "text": "No."},
    "umpire/orders/north": {"do": "submit", "text": "", "reason": "Tom rang"},
}
"""A button of each page."""


@pytest.mark.parametrize("page", ACTS)
def test_what_another_umpire_changed_is_told_and_a_second_press_goes_on(two: Two, page: str) -> None:
    services = two.desk.services
    helen = ensure_player(services, "helen@example.org", "Helen")
    form = two.visitor.get(f"/g/{two.game}/{page}").text
    head = two.head
    assert f'name="looked-at" value="{head}"' in form
    extend_by_days(services, two.game, 2, "Tom is away", helen)
    fields = ACTS[page]
    refused = two.press(page, head, **fields)
    assert refused.status_code == 409
    told = plain(refused.text)
    assert "The game has changed since you looked: helen: The deadline was set to" in told
    assert f'name="looked-at" value="{two.head}"' in refused.text
    assert two.press(page, two.head, **fields).status_code == 303


def test_seats_wait_too_and_a_question_that_was_answered_is_told(two: Two) -> None:
    head = two.head
    answer_question(two.desk.services, two.game, 1, "No.", two.geoff, to_all=False)
    for _day in range(4):
        extend_by_days(two.desk.services, two.game, 1, "Tom is away", two.geoff)
    unseat = {"do": "unseat north aide", "reason": "gone"}
    refused = two.press("umpire", head, **unseat)
    assert refused.status_code == 409
    assert "Question 1 was answered." in plain(refused.text)
    assert "And 1 more change. If it is still right, press again" in plain(refused.text)
    assert two.press("umpire", two.head, **unseat).status_code == 303


def test_orders_and_letters_of_players_and_looks_are_no_change(two: Two) -> None:
    head = two.head
    submit(two.desk.services, two.game, NORTH, "", "web", two.desk.tom, False)
    two.visitor.get(f"/g/{two.game}/as/south")
    assert two.head != head
    assert two.press("umpire", head, **ACTS["umpire"]).status_code == 303


def test_no_page_of_a_player_names_the_entry(two: Two) -> None:
    let_letters_wait(two.desk.services, two.game, "fog", two.geoff, wait=False)
    ines = two.desk.visitor(two.desk.ines)
    for page in ("", "/newsbook", "/questions", "/letters"):
        assert "looked-at" not in ines.get(f"/g/{two.game}{page}").text
