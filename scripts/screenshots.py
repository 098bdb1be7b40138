#!/usr/bin/env python3
"""Takes the screenshots of the docs: a battle in its fourth round, as a player has it before him, by light and dark.

Everything in them is played just now, from a fixed seed on a clock that stands: they change only when the pages do.
"""

import io
import shutil
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from pbem.app import create_app
from pbem.clock import FixedClock
from pbem.config import Config
from pbem.engine.ids import GameId, Seat
from pbem.engine.table.angles import ahead
from pbem.engine.table.places import point
from pbem.engine.tablechart import TableChart
from pbem.jobs import open_services
from pbem.scenarios import first_scenario
from pbem.service.agreements.letterbook import write_letter
from pbem.service.lobby.battlebook import battles
from pbem.service.model.desk import asked
from pbem.service.options import Options
from pbem.service.people.hints import no_more_hints
from pbem.service.people.seats import ensure_player, sign_in_link
from pbem.service.play.drafts import keep_draft
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.service.services import Services
from pbem.service.umpire.held import publish, run_of
from pbem.service.umpire.questions import ask_umpire
from pbem.store.tables import PlayerId

SOUTH, NORTH = Seat("south"), Seat("north")
ROUNDS, TURNS = 3, 2
"""Played before the pictures are taken, of the battle on hexes and of that on a table."""
NOW = datetime(2026, 5, 11, 18, 0, tzinfo=UTC)
SETTLED = 1500
"""Milliseconds after the last tap, until what it asked for is there."""
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars"]
COLOURS = 128
"""Of a picture: enough for flat paper and few inks, and a third of the bytes."""


class Shot(NamedTuple):
    """A picture to be taken.  tap: units and places of the map to be tapped first."""

    name: str
    path: str
    width: int
    height: int
    scheme: str = "light"
    tap: tuple[str, ...] = ()


def main(folder: Path, only: tuple[str, ...] = ()) -> None:
    """Play, serve, look, save.  only: the names of the pictures to be taken; () for all."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        sys.exit("screenshots: Debian's chromium is not installed; `make test` as root installs it")
    with TemporaryDirectory() as work:
        services = _office(Path(work))
        ines = ensure_player(services, "ines@example.org", "Ines Castellanos", "Europe/Madrid")
        game, table, umpired = _battle(services, ines), _table(services, ines), _umpired(services, ines)
        no_more_hints(services, ines)
        server = make_server("127.0.0.1", 0, create_app(services=services), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            base = f"http://127.0.0.1:{server.server_port}"
            for shot in _shots(services, game, table, umpired):
                if only and shot.name not in only:
                    continue
                _take(browser, base, sign_in_link(services, ines).removeprefix(services.config.base_url), shot, folder)
            browser.close()
        server.shutdown()
        services.db.close()


def _office(folder: Path) -> Services:
    config = Config(database_url=f"sqlite:///{folder / 'shots.db'}", secret="s" * 40, data_dir=folder)
    services = open_services(config)
    services.db.migrate()
    return replace(services, clock=FixedClock(NOW))


def _battle(services: Services, ines: PlayerId) -> GameId:
    tom = ensure_player(services, "tom@example.org", "Tom Averell", "Europe/London")
    game = new_game(services, first_scenario(), {SOUTH: ines, NORTH: tom}, Options(zone="Europe/Madrid"), seed=b"shots")
    for _ in range(ROUNDS):
        for seat, player in ((SOUTH, ines), (NORTH, tom)):
            submit(services, game, seat, _as_an_aide_would(services, game, seat), "web", player, ready=True)
    keep_draft(services, game, SOUTH, ROUNDS + 1, _as_an_aide_would(services, game, SOUTH))
    return game


def _table(services: Services, ines: PlayerId) -> GameId:
    """The battle that shows a table in inches, some turns old; nothing is ordered yet."""
    some = (one for one in battles(services) if isinstance(one.chart, TableChart))
    name = next(one.name for one in some if one.short == services.rules(one.rules).course.showcase.first)
    seat, other = services.scenarios(name, {}).scenario.seats
    game = new_game(services, name, {seat: ines, other: None}, Options(every=0), seed=b"shots")
    for _ in range(TURNS):
        submit(services, game, seat, _as_an_aide_would(services, game, seat), "web", ines, ready=True)
    return game


def _umpired(services: Services, ines: PlayerId) -> GameId:
    """A battle that Ines umpires: some rounds old, a question and a letter wait, the orders of a turn are closed."""
    tom = ensure_player(services, "tom@example.org", "Tom Averell", "Europe/London")
    ann = ensure_player(services, "ann@example.org", "Ann Whyte", "Europe/London")
    options = Options(zone="Europe/Madrid", reports="held", letters="umpire")
    game = new_game(services, first_scenario(), {SOUTH: tom, NORTH: ann}, options, seed=b"shots", umpire=ines)
    for played in range(ROUNDS):
        for seat, player in ((SOUTH, tom), (NORTH, ann)):
            submit(services, game, seat, _as_an_aide_would(services, game, seat), "web", player, ready=True)
        if played < ROUNDS - 1:
            publish(services, game, run_of(load_game(services, game)), ines)
    ask_umpire(services, game, NORTH, "May N04 leave the wood by the track?", ann)
    write_letter(services, game, SOUTH, (NORTH,), "Sir, I shall send for my wounded at noon.", tom)
    return game


def _as_an_aide_would(services: Services, game: GameId, seat: Seat) -> str:
    work = load_game(services, game)
    ask = asked(work.desk, seat)
    assert ask is not None
    return aide_orders(work, ask)[1]


def _shots(services: Services, game: GameId, table: GameId, umpired: GameId) -> tuple[Shot, ...]:
    coutras = f"{first_scenario().partition('/')[0]}/coutras"
    return (
        Shot("game", f"/g/{game}", 1280, 800, tap=("S04",)),
        Shot("game-dark", f"/g/{game}", 1280, 800, "dark"),
        Shot("game-phone", f"/g/{game}", 390, 844, tap=("S04",)),
        Shot("table-phone", f"/g/{table}", 390, 844, tap=_taps(services, table)),
        Shot("replay", f"/g/{game}/replay?turn=3&event=4", 1440, 1000),
        Shot("umpire", f"/g/{umpired}/umpire", 1280, 900),
        Shot("umpire-phone", f"/g/{umpired}/umpire", 390, 844),
        Shot("umpire-turn", f"/g/{umpired}/umpire/turn?event=6&eyes=north", 1280, 900),
        Shot("ruling", f"/g/{umpired}/rulings", 1280, 800, tap=("S04", "0805")),
        Shot("ruling-phone", f"/g/{umpired}/rulings", 390, 844, tap=("S04", "0805")),
        Shot("scenario", f"/scenarios/{coutras}", 1440, 1010),
    )


def _taps(services: Services, table: GameId) -> tuple[str, str]:
    """The first unit that may go anywhere, and a place in front of it, to its right."""
    work = load_game(services, table)
    seat = next(one.seat for one in work.chairs if one.person)
    ask = asked(work.desk, seat)
    assert ask is not None
    free = [one.code for one in work.rules.language.offers(work.view(seat), ask, None).units if one.anywhere]
    chart = game_page(services, table, seat).chart
    assert isinstance(chart, TableChart)
    base = next(one for one in chart.bases if one.code in free)
    (x, y), (east, north) = point(base.at.at), ahead(base.at.facing)
    there = x + 4 * east + 2.5 * north, y + 4 * north - 2.5 * east
    return base.code, ",".join(f"{round(2 * one) / 2:g}" for one in there)


def _take(browser: Browser, base: str, link: str, shot: Shot, folder: Path) -> None:
    size = {"width": shot.width, "height": shot.height}
    context = browser.new_context(viewport=size, color_scheme=shot.scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # a literal, kept as text
    page = context.new_page()
    page.goto(base + link)
    page.get_by_role("button", name="Sign in").click()
    page.goto(base + shot.path)
    for at in shot.tap:
        _tap(page, at)
    page.wait_for_load_state("networkidle")
    if shot.tap:
        page.wait_for_timeout(SETTLED)
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    taken.save(folder / f"{shot.name}.png", optimize=True)
    context.close()


SPOT = """at => {
  const field = document.getElementById("b-field"), point = new DOMPoint(...Places.centre(Board.placeOf(at)));
  const {x, y} = point.matrixTransform(field.getScreenCTM());
  return [x, y];
}"""


def _tap(page: Page, at: str) -> None:
    """Tap a unit or a place of the map; what is answered is waited for."""
    page.evaluate("scrollTo(0, 0)")
    page.mouse.click(*page.evaluate(SPOT, at))
    page.locator("#card .unit, #ruled-unit").wait_for()
    if "," in at:  # a place: it is ordered there
        page.locator("#b-orders path").first.wait_for(state="attached")
    page.mouse.move(0, 0)
    page.wait_for_load_state("networkidle")


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]))
