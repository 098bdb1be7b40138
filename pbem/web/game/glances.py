"""Maps at a glance, beside battles and games in lists."""

import hashlib
from functools import lru_cache

from flask import Blueprint, Response

from pbem.engine.chart import Chart
from pbem.reports.maps import render_glance
from pbem.service.play.pages import latest_chart
from pbem.web.door import my_game
from pbem.web.game import pictures
from pbem.web.game.pictures import SIZE, DrawnMap

pages = Blueprint("glances", __name__)


@pages.app_template_filter()
@lru_cache(maxsize=256)
def glance(chart: Chart) -> DrawnMap:
    """A map, drawn small."""
    drawn = render_glance(chart)
    size = SIZE.search(drawn)
    assert size is not None  # every map says its size
    svg = drawn.encode()
    return DrawnMap(svg, int(size[1]), int(size[2]), hashlib.sha256(svg).hexdigest()[:20])


@pages.get("/g/<game>/glance.svg")
def of_game(game: str) -> Response:
    """A game as my seat saw it last."""
    return pictures.answer(glance(latest_chart(*my_game(game))))
