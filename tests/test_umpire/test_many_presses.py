"""An umpire who presses fast is not stopped: rulings are made of many presses, a turn is followed event by event."""

from pathlib import Path

from pbem.engine.ids import Seat
from pbem.service.options import Options
from pbem.service.play.games import new_game
from pbem.service.play.turns import submit
from pbem.store.tables import PlayerId
from tests.web_offices import NORTH, SOUTH, office


def test_twelve_presses_in_a_minute_are_taken(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: None}
        game = new_game(desk.services, "onehour/harrow-down", seats, Options(reports="held"), umpire=desk.tom)
        submit(desk.services, game, SOUTH, "", "web", desk.ines, True)
        umpire, turn, rulings = desk.visitor(desk.tom), f"/g/{game}/umpire/turn", f"/g/{game}/rulings"
        fields = {"unit": "S01", "do": "press S01 hits 3"}
        assert {umpire.send(rulings, rulings, **fields).status_code for _ in range(12)} == {200}
        assert {umpire.send(turn, turn, do="look", event=str(n)).status_code for n in range(12)} == {200}
