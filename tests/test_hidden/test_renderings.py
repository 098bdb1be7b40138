"""Every page, picture, answer and mail of a seat is the same, byte for byte, whatever it cannot know.

Mill Ford twice over, in two post offices: in the one the north is as the battle has it, in the other all of it is
otherwise that the south does not see, in number, sort, place and orders, and so is what its player does meanwhile.
"""

import copy
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pbem.engine.ids import GameId
from pbem.paths import SCENARIOS
from pbem.rulesets import rule_set
from pbem.scenarios import BadScenario, Loaded, load_scenario
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.people.account import make_feed
from pbem.service.people.keys import make_key
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import submit
from pbem.service.what_if import trials
from pbem.store.tables import PlayerId
from pbem.yamlfile import read_yaml
from tests.api_programs import few_tries
from tests.test_web_secrets import Battle, mails, sights
from tests.web_offices import NORTH, SOUTH, Office, office

pytestmark = pytest.mark.slow

VISIBILITY = {"snaphance": 4, "onehour": 14}
"""So that the south sees one of the north's vanguard, and no more."""


def _hexes_otherwise(north: dict[str, Any]) -> None:
    van, main = north["groups"]
    van["stands"][0] |= {"type": "PSL-A", "hex": "0101", "facing": 4, "name": "Grey Ladies"}
    main["general"]["name"] = "the Marquis of Nowhere"
    main["stands"][1] |= {"type": "HOR-A", "name": "Their horse"}
    main["stands"].append({"id": "N06", "name": "Third regiment", "type": "SK-B", "facing": 6})


def _inches_otherwise(north: dict[str, Any]) -> None:
    units = north["units"]
    units[0] |= {"type": "Infantry", "at": [4, 34], "facing": 90, "name": "Grey Ladies", "hits": 3}
    units[3] |= {"type": "Reiters", "name": "Their horse"}
    units.append({"id": "N06", "name": "Third regiment", "type": "Swordsmen", "enters": units[4]["enters"]})


SHELF = ("/scenarios", "/new", "/help/orders")
"""Pages of battles as their files have them, which are the same for all games."""
OTHERWISE = {"snaphance": _hexes_otherwise, "onehour": _inches_otherwise}
ORDERS = {  # of the north, in the one battle and in the other
    "snaphance": ("N01 hold\nN02 hold", "N01 forward 0102\nN02 hold\nstanding evade never"),
    "onehour": ("N01 hold\nN02 hold", "N01 forward 2\nN02 hold\nstanding N01 shoot nearest"),
}
MINE = {"snaphance": "S01 hold", "onehour": "S01 hold\nS02 hold"}
"""What the south orders: dice that were thrown would differ."""


def _loaded(rules: str, other: bool) -> Any:
    def load(name: str | Path, options: Mapping[str, str] | None = None) -> Loaded:
        if name != f"{rules}/mill-ford":
            return load_scenario(name, options)
        spec: dict[str, Any] = copy.deepcopy(read_yaml(SCENARIOS / f"{name}.yaml").value)
        spec["visibility"] = VISIBILITY[rules]
        if rules == "snaphance":
            spec["army_list"] = read_yaml(SCENARIOS / rules / "army-list.yaml").value
        else:
            spec["first"] = "south"
        if other:
            OTHERWISE[rules](spec["sides"][1])
        played = rule_set(rules)
        read = played.course.scenario(spec, options or {})
        if read.faults:
            raise BadScenario(tuple(one.what for one in read.faults))
        return Loaded(read, played, ())

    return load


def _begun(desk: Office, rules: str, other: bool) -> Battle:
    """Nothing is ordered yet."""
    desk = desk.with_post(replace(desk.services, scenarios=_loaded(rules, other)))
    for limiter in desk.app.extensions["limiter"]:
        limiter.enabled = False
    options = Options(sight="hidden", delay=0)
    game = new_game(desk.services, f"{rules}/mill-ford", {SOUTH: desk.ines, NORTH: desk.tom}, options, seed=b"twins")
    with patch("secrets.token_urlsafe", lambda count: "a" * count):
        keys = {"ines": make_key(desk.services, desk.ines, game, SOUTH, "bot")}
        feeds = {"ines": make_feed(desk.services, desk.ines)}
    people: dict[str, PlayerId | None] = {"ines": desk.ines, "tom": desk.tom}
    return Battle(desk, game, GameId("none"), people, keys, feeds, "/invitations/x")


def _turn(here: Battle, number: int, other: bool) -> None:
    """Both sides submit, one after the other; in the other battle the north does so twice."""
    services = here.desk.services
    for seat, player in ((SOUTH, here.desk.ines), (NORTH, here.desk.tom)):
        work = load_game(services, here.game)
        assert asked(work.desk, seat) is not None
        rules = work.rules.name
        text = MINE[rules]
        if seat == NORTH:
            text = ORDERS[rules][other] if number == 1 else ""
        if other and seat == NORTH:
            submit(services, here.game, seat, "N02 hold", "web", player)
        receipt = submit(services, here.game, seat, text, "web", player, ready=True)
        assert receipt.reading is None or not receipt.reading.problems, receipt.reading


@pytest.fixture(params=["snaphance", "onehour"])
def both(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mail_maps: None
) -> Iterator[list[Battle]]:
    monkeypatch.setattr(trials, "play", few_tries)
    with ExitStack() as open_:
        made = []
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
            desk = open_.enter_context(office(tmp_path / name, built_in=False))
            made.append(_begun(desk, request.param, name == "other"))
        yield made


def _told(here: Battle) -> dict[str, bytes]:
    """All that the south gets but for what is of the battle as the shelf has it."""
    found = sights(here, "ines", besides=SHELF) | mails(here, here.desk.ines)
    client = here.desk.visitor(here.desk.ines).client
    found |= {path: client.get(path).data for path in (f"/g/{here.game}/downloads/map.png",)}
    return found


def _apart(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    """What stands where two begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[max(0, at - 60) : at + 60], other[max(0, at - 60) : at + 60]


def test_what_the_south_gets_is_the_same(both: list[Battle]) -> None:
    for here in both:
        for number in (1, 2):
            _turn(here, number, here is both[1])
    assert [load_game(here.desk.services, here.game).desk.turns[SOUTH] for here in both] == [3, 3]
    one, other = (_told(here) for here in both)
    assert one.keys() == other.keys()
    assert {where: _apart(one[where], other[where]) for where in one if one[where] != other[where]} == {}
    assert len(one) > 100
    assert any(b"?1" in told for told in one.values()), "there is something to know better"
