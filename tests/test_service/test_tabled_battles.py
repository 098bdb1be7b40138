"""A battle on a real table: both sides tell what came of it, and the umpire is asked only where they differ (CA-12)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.ids import GameId, Seq
from pbem.mail.tokens import TurnRef
from pbem.rulesets.campaign.state.facts import BattleCalled
from pbem.service.campaigns.fighting import tend_battles
from pbem.service.campaigns.tabling import NoResult, tell_result
from pbem.service.incoming.requests import requests_of
from pbem.service.options import Options
from pbem.service.play.games import new_game
from pbem.service.play.journals import forget_read
from pbem.service.play.turns import submit
from pbem.service.play.work import Work, open_game
from pbem.service.umpire.turnback import turn_back
from pbem.store.tables import PlayerId
from tests.mail_offices import BOB, MailOffice, mail_office
from tests.test_service.test_called_battles import RED, WHITE, two_days
from tests.web_offices import plain

WON = "winner south\nfield south\nloss N1-1 300 taken 100 back 50"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as made:
        yield made


def begun(desk: MailOffice, folder: Path, umpire: PlayerId | None = None, **seats: PlayerId | None) -> GameId:
    """Ann as Red marches upon Bob as White; the battle that is called is fought on a table."""
    sat = {RED: desk.ann, WHITE: desk.bob, **seats}
    options = Options(every=0, battles="table")
    game = new_game(desk.services, two_days(folder), sat, options, seed=b"rivers", game=GameId("rivers"), umpire=umpire)
    for seat, text in ((RED, "S1 march Mill, seeking"), (WHITE, "N1 hold")):
        if sat[seat] is not None:
            submit(desk.services, game, seat, f"{text}\nready", "web", "x")
    return game


def work_of(desk: MailOffice, game: GameId) -> Work:
    forget_read()
    return open_game(desk.services, game)


def fight(desk: MailOffice, game: GameId) -> Any:
    return work_of(desk, game).battle.fights[0]


def bodies(desk: MailOffice, kind: str) -> list[str]:
    """The texts of the mails of a kind, as they were sent."""
    return [one.raw.decode("utf-8", "replace").replace("=\r\n", "").replace("=\n", "") for one in desk.sent(kind)]


def test_the_commanders_are_told_once_what_is_to_be_put_on_the_table(desk: MailOffice, tmp_path: Path) -> None:
    game = begun(desk, tmp_path)
    for _ in range(2):
        assert tend_battles(desk.services) == ()
    mails = bodies(desk, "pact")
    assert len(mails) == 2
    assert all("N1-1 Foot: 1000 men, PSL-B" in one and "battle 1: winner south" in one for one in mails)
    assert len(work_of(desk, game).desk.told) == 1


def test_both_say_the_same_and_the_campaign_takes_it(desk: MailOffice, tmp_path: Path) -> None:
    game = begun(desk, tmp_path)
    tend_battles(desk.services)
    assert "is asked to tell the same" in tell_result(desk.services, game, RED, 1, WON, desk.ann)
    assert not fight(desk, game).over
    assert "battle 1: winner south" in bodies(desk, "pact")[-1]
    said = tell_result(desk.services, game, WHITE, 1, "loss N1-1 300 taken 100 back 50\nwinner south", desk.bob)
    assert said == "Both sides have told the same, and the result is taken."
    assert fight(desk, game).over
    assert fight(desk, game).winner == "south"
    with pytest.raises(NoResult, match="no forces in a battle 1"):
        tell_result(desk.services, game, RED, 1, WON, desk.ann)


def test_where_they_differ_the_umpire_is_asked_and_only_there(desk: MailOffice, tmp_path: Path) -> None:
    game = begun(desk, tmp_path, umpire=desk.olga)
    tend_battles(desk.services)
    before = len(desk.sent("umpire"))
    tell_result(desk.services, game, RED, 1, WON, desk.ann)
    assert len(desk.sent("umpire")) == before
    said = tell_result(desk.services, game, WHITE, 1, "winner north\nloss N1-1 50", desk.bob)
    assert said == "The other side has told otherwise, so the umpire is asked."
    (told,) = bodies(desk, "umpire")[before:]
    assert "winner; the field; N1-1" in told
    page = plain(desk.visitor(desk.olga).get(f"/g/{game}/umpire/battles/1").text)
    assert "Take what South told" in page
    assert not fight(desk, game).over
    tell_result(desk.services, game, WHITE, 1, "agreed", desk.bob)
    assert fight(desk, game).over


def test_a_battle_that_is_called_anew_is_announced_and_told_anew(desk: MailOffice, tmp_path: Path) -> None:
    game = begun(desk, tmp_path, umpire=desk.olga)
    tend_battles(desk.services)
    told = len(bodies(desk, "pact"))
    tell_result(desk.services, game, RED, 1, WON, desk.ann)
    lines = work_of(desk, game).table
    called = next(line.seq for line in lines if line.kind == "fact" and isinstance(line.body.fact, BattleCalled))
    turn_back(desk.services, game, Seq(called), "same", "the courier was mistaken", desk.olga)
    assert fight(desk, game).spec.number == 1
    with pytest.raises(NoResult, match="has not told yet"):
        tell_result(desk.services, game, WHITE, 1, "agreed", desk.bob)
    tend_battles(desk.services)
    assert len(work_of(desk, game).desk.told) == 1
    assert sum("battle 1: winner south" in one for one in bodies(desk, "pact")[told:]) == 3, "Red's word, then the call"


def test_without_an_umpire_both_are_told_where_they_differ(desk: MailOffice, tmp_path: Path) -> None:
    game = begun(desk, tmp_path)
    tell_result(desk.services, game, RED, 1, WON, desk.ann)
    tell_result(desk.services, game, WHITE, 1, "winner none", desk.bob)
    assert sum("differ in: winner; the field; N1-1" in one for one in bodies(desk, "pact")) == 2
    assert not fight(desk, game).over


def test_a_side_of_aides_has_no_say(desk: MailOffice, tmp_path: Path) -> None:  # CA-Q36
    game = begun(desk, tmp_path, white=None)
    for _ in range(4):
        if not work_of(desk, game).battle.fights:
            submit(desk.services, game, RED, "S1 march Mill, seeking\nready", "web", "x")
    tell_result(desk.services, game, RED, 1, WON, desk.ann)
    assert fight(desk, game).over


def test_a_line_that_is_no_result_is_refused_and_nothing_is_noted(desk: MailOffice, tmp_path: Path) -> None:
    game = begun(desk, tmp_path)
    for text, why in (
        ("agreed", "has not told yet"),
        ("loss N1-9 3", "N1-9 was not in the battle"),
        ("", "winner none"),
    ):
        with pytest.raises(NoResult, match=why):
            tell_result(desk.services, game, RED, 1, text, desk.ann)
    assert work_of(desk, game).desk.told == ()


def test_by_mail_and_by_the_page(desk: MailOffice, tmp_path: Path) -> None:
    game = begun(desk, tmp_path)
    tend_battles(desk.services)
    visitor = desk.visitor(desk.ann)
    assert f"/g/{game}/battles/1" in visitor.get(f"/g/{game}").text
    form = {"winner": "south", "field": "south", "lost:N1-1": "300", "taken:N1-1": "100", "back:N1-1": "50"}
    visitor.send(f"/g/{game}/battles/1", f"/g/{game}/battles/1", **form)
    assert "loss N1-1 300 taken 100 back 50" in visitor.get(f"/g/{game}/battles/1").text
    bobs = desk.visitor(desk.bob)
    assert "I agree" in bobs.get(f"/g/{game}/battles/1").text
    turn = work_of(desk, game).desk.turns.get(WHITE, 0)
    outcome = desk.receive("battle 1: agreed\n", BOB, TurnRef(game, WHITE, turn))
    assert outcome.state == "accepted"
    assert fight(desk, game).over
    assert bobs.get(f"/g/{game}/battles/1").status_code == 404


def test_lines_of_one_battle_are_one_word() -> None:
    found, rest = requests_of("battle 1: winner south\nbattle 1: loss N1-1 3\nbattle 2: agreed\nready", {})
    assert [(one.name, one.said) for one in found] == [("1", "winner south\nloss N1-1 3"), ("2", "agreed")]
    assert rest.strip() == "ready"
