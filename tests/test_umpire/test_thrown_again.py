"""A roll that was thrown is void: the game is turned back to before it, with its faces laid down; all else stands."""

import re
from pathlib import Path

import pytest

from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import GameId, Seat
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.rulings import rulings_of
from pbem.service.umpire.turnback import NoTurningBack, turn_back
from pbem.store.tables import PlayerId
from tests.web_offices import NORTH, SOUTH, Office, office

WHY = "the die rolled off the table"


def fought(desk: Office, rules: str) -> tuple[GameId, PlayerId]:
    """A battle played until a unit has thrown dice."""
    geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
    seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
    options = Options(delay=0)
    game = new_game(desk.services, f"{rules}/harrow-down", seats, options, seed=b"again", umpire=geoff)
    for _ in range(12):
        for seat, player in ((SOUTH, desk.ines), (NORTH, desk.tom)):
            work = load_game(desk.services, game)
            if any(line.kind == "roll" and line.body.by in units(work.battle) for line in work.table):
                return game, geoff
            ask = asked(work.desk, seat)
            if ask is not None:
                submit(desk.services, game, seat, aide_orders(work, ask)[1], "web", player, True)
    raise AssertionError("no dice were thrown")


def units(battle: object) -> object:
    return getattr(battle, "stands", None) or getattr(battle, "units", {})


@pytest.mark.parametrize(("rules", "early"), [("snaphance", False), ("snaphance", True), ("onehour", True)])
def test_a_roll_is_thrown_again_by_hand_and_the_rest_stands(tmp_path: Path, rules: str, early: bool) -> None:
    """early: the die is laid down as the battle begins, for a roll in a later step; else just before the roll."""
    with office(tmp_path) as desk:
        game, geoff = fought(desk, rules)
        before = load_game(desk.services, game)
        lines = before.story.lines
        place, roll = next((n, one.body) for n, one in enumerate(lines)
                           if one.kind == "roll" and one.body.by in units(before.battle))  # type: ignore[operator]  # a mapping  # fmt: skip
        faces = tuple(7 - face for face in roll.values)
        where = f"/g/{game}/turn-back"
        umpire = desk.visitor(geoff)
        to = lines[0] if early else lines[place - 1]
        name = roll.label.partition(".")[0] if early else roll.label
        fields = {"to": str(to.seq), "dice": "same", "keep": "1", "reason": WHY}
        said = f"dice {name} {roll.by} = {' '.join(map(str, faces))}"
        if not early:  # the roll is chosen, and its faces changed
            where += f"?roll={lines[place].seq}"
            assert f'href="{where}#h-how"' in umpire.get(f"/g/{game}/turn-back").text
            page = umpire.get(where).text
            as_thrown = said.partition("=")[0] + "= " + " ".join(map(str, roll.values))
            assert f"\n{as_thrown}</textarea>" in page
            chosen = re.findall(r'name="(to|dice|keep)" value="(\w+)"[^>]* checked', page)
            assert len(chosen) == 3
            fields |= dict(chosen)
        with pytest.raises(NoTurningBack, match="of the ruling: line 1"):
            turn_back(desk.services, game, lines[place - 1].seq, "same", WHY, geoff, ruling="dice nonsense")
        head = str(load_game(desk.services, game).last_seq)
        assert umpire.send(where, where, **fields, head=head, ruling=said).status_code == 303
        work = load_game(desk.services, game)
        again = [one for one in work.story.lines if one.kind == "roll"]
        assert next(one.body.values for one in again if one.body.key == roll.key) == faces
        rolled_before = [one.body for one in lines[:place] if one.kind == "roll"]
        assert [one.body for one in again][: len(rolled_before)] == rolled_before
        (card,) = rulings_of(work)
        assert (card.reason, card.told) == (WHY, "all")
        archive = read_archive(export_game(desk.services, game))
        assert [one.what for one in verify(archive, work.rules, audit=True) if one.fault] == []
