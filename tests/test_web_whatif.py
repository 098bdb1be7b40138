"""What if: orders tried out on what a seat can see; in slices, one at a time, by a process of their own."""

import re
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect
from sqlmodel import select

from pbem.engine.ids import GameId
from pbem.engine.reporting import UnitRow
from pbem.engine.trials import StandTally, TrialTally
from pbem.service.options import Options
from pbem.service.play.pages import game_page
from pbem.service.what_if import trialpool, trials
from pbem.service.what_if.trialpool import TrialSlice, TriesFailed
from pbem.service.what_if.trialwords import Likelihood, chances
from pbem.store import leases
from pbem.store.tables import Trials
from tests.servers.chromium import serving
from tests.web_offices import SOUTH, Office, office, plain, signed_in

TEXT = "S01 forward 0607\nS02 forward 0707\nS9 hold"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def rows(desk: Office) -> list[Trials]:
    with desk.services.db.reading() as session:
        return list(session.exec(select(Trials)).all())


class Plays:
    """Tries that cost nothing; every job that was asked for."""

    def __init__(self) -> None:
        self.jobs: list[TrialSlice] = []

    def __call__(self, job: TrialSlice) -> TrialTally:
        self.jobs.append(job)
        return TrialTally(
            tries=job.most, stands={"S01": StandTally(code="S01", mine=True, start=5, lost={0: job.most})}
        )


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> Plays:
    made = Plays()
    monkeypatch.setattr(trials, "play", made)
    return made


def ask_for_tries(desk: Office, game: GameId, **fields: str) -> None:
    answer = desk.visitor(desk.ines).send("/games", f"/g/{game}/what-if", False, **fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{game}/what-if")


def test_a_draft_is_tried_in_a_process_of_its_own_and_told_in_words(
    desk: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "SLICE", 6)
    monkeypatch.setattr(trials, "SECONDS", 60.0)  # all six, however busy the machine is
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    assert "These orders have not been tried yet" in visitor.get(f"/g/{game}/what-if").text
    ask_for_tries(desk, game, text=TEXT, turn="1")
    page = game_page(desk.services, game, SOUTH)
    assert (page.draft, page.stands, page.turn) == (TEXT, None, 1)
    told = plain(visitor.get(f"/g/{game}/what-if").text)
    assert "6 tries: accurate to 40 in 100." in told
    assert "2 orders of yours are in it. 1 line that needs you is left out." in told
    assert "Order carried out, always." in told
    assert "Ends at 0607, always." in told
    (row,) = rows(desk)
    once_more = visitor.send("/games", f"/g/{game}/what-if", htmx=True)
    assert "12 tries" in once_more.text
    assert 'hx-trigger="submit, load' in once_more.text  # with script it goes on by itself
    assert "<html" not in once_more.text
    assert msgspec.json.decode(rows(desk)[0].tally, type=TrialTally).tries == 2 * row.tries


def test_the_last_slice_plays_what_is_left(desk: Office, plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "SLICE", 300)
    game = desk.begin()
    for _ in range(4):
        ask_for_tries(desk, game)
    assert [job.most for job in plays.jobs] == [300, 300, 300, 100]


def test_slices_go_on_where_the_last_one_ended_until_all_are_played(desk: Office, plays: Plays) -> None:
    game = desk.begin()
    for _ in range(7):
        ask_for_tries(desk, game)
    assert [(job.first, job.most) for job in plays.jobs] == [(n, 200) for n in range(0, 1000, 200)]
    page = desk.visitor(desk.ines).get(f"/g/{game}/what-if").text
    assert "1000 tries" in page
    assert "More tries" not in page


def test_with_script_one_press_plays_them_all(desk: Office, plays: Plays, page: Page) -> None:
    game = desk.begin()
    with serving(desk.app) as base:
        signed_in(page, base, desk.visitor(desk.ines))
        page.goto(f"{base}/g/{game}")
        page.get_by_text("The same orders as text").click()
        page.locator("#text").fill("S01 hold")
        page.get_by_role("button", name="Try it").click()
        page.get_by_role("button", name="More tries").click()
        expect(page.get_by_text("1000 tries")).to_be_visible(timeout=30_000)
    assert [job.first for job in plays.jobs] == [0, 200, 400, 600, 800]
    assert game_page(desk.services, game, SOUTH).draft == "S01 hold"


def test_a_side_of_which_nothing_is_to_be_told_has_no_empty_table(desk: Office, plays: Plays) -> None:
    game = desk.begin()
    ask_for_tries(desk, game, text="S01 hold", turn="1")
    html = desk.visitor(desk.ines).get(f"/g/{game}/what-if").text
    assert "No change for S01." in plain(html)
    assert '<table class="table tries">' not in html


def test_other_orders_and_another_turn_are_tried_afresh(desk: Office, plays: Plays) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    ask_for_tries(desk, game, text="S01 forward 0607", turn="1")
    ask_for_tries(desk, game, text="S01  forward  0607  # the same", turn="1")
    ask_for_tries(desk, game, text="S01 hold", turn="1")
    assert [job.first for job in plays.jobs] == [0, 200, 0]
    assert len({job.answer for job in plays.jobs}) == len(rows(desk)) == 2
    visitor.order(game, "S01 forward 0607", "ready")
    assert "These orders have not been tried yet" in visitor.get(f"/g/{game}/what-if").text
    ask_for_tries(desk, game)
    assert [row.turn for row in rows(desk)] == [2]  # what was tried of turns gone by is forgotten


def test_a_form_of_an_earlier_turn_is_not_tried_and_not_put_into_this_one(desk: Office, plays: Plays) -> None:
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.order(game, "S01 hold", "ready")
    answer = visitor.send("/games", f"/g/{game}/what-if", text="S01 forward 0607", turn="1")
    assert answer.status_code == 409
    assert "S01 forward 0607" in answer.text
    assert not plays.jobs
    assert not game_page(desk.services, game, SOUTH).draft


def test_what_is_tried_holds_the_seats_view_and_no_more(desk: Office, plays: Plays) -> None:
    game = desk.begin(against_aide=False)
    desk.visitor(desk.tom).order(game, "N01 hold\nN02 hold")
    ask_for_tries(desk, game)
    before = plays.jobs.pop()
    desk.visitor(desk.tom).order(game, "N01 forward 0704\nN02 forward 0604")
    ask_for_tries(desk, game)
    assert (before.view, before.answer) == (plays.jobs[0].view, plays.jobs[0].answer)
    assert desk.visitor(desk.tom).get(f"/g/{game}/what-if").text.count("tried yet") == 1
    assert desk.visitor().get(f"/g/{game}/what-if").status_code in {303, 404}


def test_a_player_has_one_run_at_a_time(desk: Office, plays: Plays) -> None:
    game = desk.begin()
    now = desk.clock.at
    with desk.services.db.writing() as session:
        assert leases.take(session, f"what-if:{desk.ines}", "another request", now, now + trials.HOLD)
    visitor = desk.visitor(desk.ines)
    visitor.send("/games", f"/g/{game}/what-if")
    assert not plays.jobs
    assert "Tries of yours are being played already." in visitor.get(f"/g/{game}/what-if").text
    desk.later(minutes=2)  # it died
    ask_for_tries(desk, game)
    ask_for_tries(desk, game)
    assert len(plays.jobs) == 2


def test_tries_that_fail_count_nothing_and_say_so(desk: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(job: TrialSlice) -> TrialTally:
        raise TriesFailed("the tries took too long, and were given up")

    monkeypatch.setattr(trials, "play", fails)
    game = desk.begin()
    visitor = desk.visitor(desk.ines)
    visitor.send("/games", f"/g/{game}/what-if")
    assert (
        "The tries took too long, and were given up. Nothing of them counts" in visitor.get(f"/g/{game}/what-if").text
    )
    assert not rows(desk)
    with desk.services.db.writing() as session:  # the next one is not kept waiting
        now = desk.clock.at
        assert leases.take(session, f"what-if:{desk.ines}", "next", now, now + trials.HOLD)


class Hangs:
    """A pool that never comes to an end of anything."""

    def submit(self, *job: object) -> Future[bytes]:
        return Future()


def test_tries_that_go_wrong_or_take_too_long_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    nonsense = TrialSlice("snaphance", b"{}", b"{}", b"{}", 0, 1, 1.0)
    with pytest.raises(TriesFailed, match="went wrong"):
        trialpool.play(nonsense)
    monkeypatch.setattr(trialpool, "_pool", Hangs)
    monkeypatch.setattr(trialpool, "PATIENCE", 0.01)
    with pytest.raises(TriesFailed, match="too long"):
        trialpool.play(nonsense)


def test_a_single_question_is_not_tried_and_the_page_says_why(desk: Office, plays: Plays) -> None:
    game = desk.begin(Options(pace="ask me", zone="Europe/Madrid"))
    visitor = desk.visitor(desk.ines)
    assert re.search('name="answer"', visitor.get(f"/g/{game}").text)
    assert "Only orders can be tried out" in visitor.get(f"/g/{game}/what-if").text
    ask_for_tries(desk, game)
    assert not plays.jobs


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0.0, "0 in 100"),
        (0.001, "less than 1 in 100"),
        (0.72, "72 in 100"),
        (0.999, "more than 99 in 100"),
        (1.0, "always"),
    ],
)
def test_chances_are_told_in_a_hundred(share: float, told: str) -> None:
    assert Likelihood("x", share).told == told


def test_a_tally_is_told_stand_by_stand() -> None:
    one = StandTally(
        code="S01", mine=True, start=5, lost={-1: 1, 0: 2, 2: 1}, gone=1, disordered=2,
        places={"0607": 3, "0507": 1}, deeds={"charge won": 1, "order carried out": 4},
    )  # fmt: skip
    two = StandTally(code="N01", mine=False, start=5, lost={0: 4}, places={"0703": 4})
    tally = TrialTally(
        tries=4, stands={"S01": one, "N01": two}, lost={"South": {0: 3, 3: 1}}, ended={"broken": 1}, won={"": 1}
    )
    row = UnitRow(
        code="S01", name="Red regiment", kind="", group="", place="", facing="12", strength="5 of 5", left=5, start=5
    )
    found = chances(tally, [row])
    (mine,), (theirs,) = found.mine, found.theirs
    assert mine.name == "Red regiment"
    assert [(one.what, one.share) for one in mine.lost] == [
        ("1 won back", 0.25),
        ("nothing lost", 0.5),
        ("1 lost", 0),
        ("2 lost", 0.25),
    ]
    assert (mine.gone.share, mine.disordered.share) == (0.25, 0.5)
    assert [one.what for one in mine.deeds] == ["order carried out", "charge won"]
    assert [one.what for one in mine.places] == ["0607", "0507"]
    assert (mine.eventless, theirs.eventless) == (False, True)
    assert [one.share for one in found.sides[0].lost] == [0.75, 0, 0, 0.25]
    assert [(one.what, one.told) for one in (*found.ends, *found.wins)] == [
        ("broken", "25 in 100"), ("nobody", "25 in 100"),
    ]  # fmt: skip
