"""What an umpire sees of a seat's page is that page: the same bytes, but for the bar, forms and tokens."""

import re
from pathlib import Path

from pbem.engine.ids import Seat
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.running import aide_orders
from pbem.service.play.turns import submit
from pbem.store.tables import PlayerId
from tests.test_umpire.conftest import RULED
from tests.web_offices import NORTH, SOUTH, office

PATHS = ("", "?tab=report", "/replay", "/dice", "/letters", "/table", "/questions", "/versions")
"""Pages of a seat; a picture is compared as it is."""
PICTURES = ("/glance.svg", "/downloads/map.svg", "/turns/1/map.svg")

NOT_SHOWN = re.compile(
    r'<script\b.*?</script>|<link rel="stylesheet" href="/static/umpire.css[^>]*>\n<aside class="as-bar".*?</aside>'
    r'|<input\b[^>]*type="hidden"[^>]*>|</?(?:form|div)\b[^>]*>|(?<=<button) disabled|(?<=<input) disabled'
    r"|(?<=<select) disabled|(?<=<textarea) disabled"
    r'| aria-disabled="true"| href="/g/[^"/]*/(?:concede|leave|what-if)"',
    re.DOTALL,
)
"""What an umpire does not get, or gets in addition: the one rule by which the two pages differ."""


def content(html: str, own: str, eyes: str = "") -> str:
    """A page without those.  own: the game's address; eyes: what it has more in links where an umpire sees it."""
    return re.sub(r"\n\s*\n", "\n", NOT_SHOWN.sub("", html)).replace(f"{own}{eyes}", own)


def test_a_page_seen_through_a_seats_eyes_is_that_page(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale", "Europe/Madrid")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: None}
        umpire, ines = desk.visitor(geoff), desk.visitor(desk.ines)
        for rules in RULED:
            game = new_game(desk.services, f"{rules}/harrow-down", seats, Options(), seed=b"same", umpire=geoff)
            own = f"/g/{game}"
            work = load_game(desk.services, game)
            assert work.desk.open is not None
            said = aide_orders(work, work.desk.open.batch.asks[0])[1]
            submit(desk.services, game, SOUTH, said, "web", desk.ines, True)
            if rules == RULED[0]:
                ines.send(own, f"{own}/orders", do="no-hints")  # what a player alone is told
            for path in PATHS:
                mine, seen = (one.get(f"{own}{at}{path}") for one, at in ((ines, ""), (umpire, "/as/south")))
                assert (mine.status_code, seen.status_code) == (200, 200), (rules, path)
                assert content(seen.text, own, "/as/south") == content(mine.text, own), (rules, path)
                assert not re.search(r"<form|<input[^>]*(?:csrf|hidden)", seen.text), (rules, path)
            for path in PICTURES:
                assert umpire.get(f"{own}/as/south{path}").data == ines.get(f"{own}{path}").data, (rules, path)
