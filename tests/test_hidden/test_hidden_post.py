"""Hidden battles by post: tokens in orders, codes that a seat has not learned, a set-up that the other does not see."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.ids import GameId, Seat
from pbem.engine.trials import TrialTally
from pbem.mail.tokens import TurnRef
from pbem.service.options import Options
from pbem.service.outgoing import wording
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import check
from pbem.service.what_if import trials
from pbem.service.what_if.trialpool import TrialSlice
from tests.mail_offices import ANN, BOB, NORTH, SOUTH, MailOffice, mail_office
from tests.test_mail.conftest import text_of
from tests.test_proofs.field import SEED, no_picture


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailOffice]:
    monkeypatch.setattr(wording, "render_png", no_picture)
    with mail_office(tmp_path) as one:
        yield one


def begin(desk: MailOffice, rules: str = "onehour", pace: str = "") -> GameId:
    seats, options = {SOUTH: desk.ann, NORTH: desk.bob}, Options(every=0, sight="hidden", pace=pace)
    return new_game(desk.services, f"{rules}/harrow-down", seats, options, seed=SEED)


def send(desk: MailOffice, game: GameId, text: str, seat: Seat = NORTH) -> str:
    sender = BOB if seat == NORTH else ANN
    desk.receive(text, sender, TurnRef(game, seat, load_game(desk.services, game).desk.turns[seat]))
    answer = text_of(desk.sent("answer", "unchanged", "refused")[-1].raw)
    return " ".join(answer.replace("|", " ").split())


def report_for(desk: MailOffice, side: str) -> str:
    """The text of the last report of a side."""
    return [text for one in desk.sent("report") if f"Report for {side}" in (text := text_of(one.raw))][-1]


def test_orders_name_tokens_and_no_code_that_the_seat_has_not_learned(desk: MailOffice) -> None:
    game = begin(desk)
    report = text_of(desk.sent("report")[0].raw)
    assert "?1 many" in report, "North goes first, and is asked"
    assert re.search(r"S0\d", report) is None
    assert "North set up" in report
    assert "South set up" not in report
    assert "There is no unit S02; you see ?1, ?2 and ?3." in send(desk, game, "N04 charge S02")
    assert "inches of its 12" in send(desk, game, "N04 charge ?2"), "judged by where the token stands"
    assert "1 order understood" in send(desk, game, "standing N01 shoot ?2")


def test_what_is_checked_and_tried_out_is_judged_by_what_the_seat_sees(
    desk: MailOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(desk)
    reading = check(desk.services, game, NORTH, "N04 charge S02").reading
    assert reading is not None
    assert "there is no unit S02; you see ?1" in reading.problems[0].reason
    seen: list[bytes] = []

    def played(job: TrialSlice) -> TrialTally:
        seen.append(job.view)
        return TrialTally(tries=1)

    monkeypatch.setattr(trials, "play", played)
    trials.try_more(load_game(desk.services, game), game_page(desk.services, game, NORTH), desk.bob)
    (view,) = seen
    assert b'"N04"' in view
    assert re.search(rb'"S0\d"', view) is None


def test_a_set_up_on_hexes_is_by_mail_and_the_other_side_does_not_hear_of_it(desk: MailOffice) -> None:
    game = begin(desk, "snaphance", "set-up")
    report = report_for(desk, "North")
    assert "The South army sets up out of your sight" in " ".join(report.split())
    assert re.search(r"S0\d", report) is None
    answer = send(desk, game, "N01 at 0703 face 6\nN02 at 0709\nN03 charge S01\nready")
    assert "N01 at 0703 face 6" in answer
    assert "0709 is outside the zone in which your side sets up" in answer
    assert "N03 charge S01" in answer
    assert "stands are set up: write where" in answer
    send(desk, game, "S01 at 0607 face 2\nready", SOUTH)
    send(desk, game, "ready")
    south, north = report_for(desk, "South"), report_for(desk, "North")
    assert "South set up as its player chose" in south
    assert "North set up" in north
    assert "South set up" not in north
    assert re.search(r"^03 \|.* N01 ", north, re.MULTILINE)
