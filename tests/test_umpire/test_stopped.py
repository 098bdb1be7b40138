"""A stopped game in its umpire's hands: played again, ruled on, with one press or one line of a mail."""

from pathlib import Path

import pytest

from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Clocked
from pbem.engine.play import Play
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import submit
from pbem.service.services import Services
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.stopped import play_again
from pbem.service.umpire.timing import NoTime
from pbem.store.tables import PlayerId
from tests.test_mail.conftest import HARROW, begun, office_with  # noqa: F401  # two are fixtures
from tests.test_mail.conftest import Office as MailOffice
from tests.test_service.conftest import Office
from tests.test_umpire.answered import refused, taken
from tests.test_umpire.conftest import begin_umpired
from tests.test_umpire.test_questions import by_mail  # noqa: F401  # it is a fixture
from tests.test_umpire.test_timing import sound
from tests.toyrules import BLUE, RED, Duel, rules, script
from tests.web_offices import NORTH, SOUTH, plain
from tests.web_offices import office as web_office


def stop(services: Services, game: GameId) -> None:
    work = load_game(services, game)
    work.state, work.stop_reason = "stopped", "the bridge is down"
    work.note("clock", "engine", Clocked(act="stopped", note=work.stop_reason))
    work.write()


def test_it_is_played_again_once_the_cause_is_mended_and_stops_anew_before(lite: Office) -> None:
    umpired, down = begin_umpired(lite), [True]
    game = umpired.game

    def breaks(play: Play[Duel]) -> None:
        if down:
            raise RuntimeError("the bridge is down")
        script(play)

    broken = lite.with_rules(rules(breaks))
    for seat in (RED, BLUE):
        submit(broken.services, game, seat, "bid 1", "web", lite.players[seat], True)
    assert load_game(broken.services, game).state == "stopped"
    with pytest.raises(NotUmpire):
        play_again(broken.services, game, "why not", lite.players[RED])
    with pytest.raises(NoTime, match="reason"):
        play_again(broken.services, game, " ", umpired.umpire)
    assert not play_again(broken.services, game, "try it", umpired.umpire)
    assert load_game(broken.services, game).state == "stopped"
    down.clear()
    assert play_again(broken.services, game, "the bridge stands", umpired.umpire)
    work = load_game(broken.services, game)
    assert (work.state, work.battle.round) == ("running", 2)
    with pytest.raises(NoTime, match="not stopped"):
        play_again(broken.services, game, "again", umpired.umpire)
    assert sound(umpired)


def test_on_the_page_it_is_played_again_or_goes_on_by_a_ruling(tmp_path: Path) -> None:
    with web_office(tmp_path) as desk:
        geoff = desk.ines
        seats: dict[Seat, PlayerId | None] = {SOUTH: None, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, umpire=geoff)
        where, ruling, umpire = f"/g/{game}/umpire", f"/g/{game}/rulings", desk.visitor(geoff)
        stop(desk.services, game)
        assert "the bridge is down" in plain(umpire.get(where).text)
        assert umpire.send(where, where, do="again").status_code == 409
        assert umpire.send(where, where, do="again", reason="it stands").status_code == 303
        assert load_game(desk.services, game).state == "running"
        stop(desk.services, game)
        fields = {"text": "S04 strength 3", "reason": "by boat", "told": "all", "do": "rule"}
        assert umpire.send(ruling, ruling, **fields).status_code == 303
        work = load_game(desk.services, game)
        assert (work.state, bool(work.desk.due)) == ("running", True)


def test_by_mail_too(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    assert "is not stopped" in refused(by_mail, "play it again", "because it stands")
    for line in ("play it again", "play it again by the new rules"):
        stop(by_mail.services, HARROW)
        taken(by_mail, line, "because it stands")
        assert load_game(by_mail.services, HARROW).state == "running"
