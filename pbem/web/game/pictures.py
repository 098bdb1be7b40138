"""Maps as pictures of a page: SVG with its fonts in it, since a picture cannot use those of the page."""

import base64
import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from flask import Response, request

from pbem.engine.chart import Chart
from pbem.reports.maps import render_svg
from pbem.web.security import PICTURE

Font = tuple[str, str, str]
"""A face: its family, weight and file."""

FONTS: tuple[Font, ...] = (
    ("Archivo Narrow", "500", "archivo-narrow-500.woff2"),
    ("Archivo Narrow", "700", "archivo-narrow-700.woff2"),
    ("EB Garamond", "400 600", "eb-garamond-600.woff2"),
)
"""Codes and numbers; names of places, in the face of the page's titles."""
FOLDER = Path(__file__).parent.parent / "static" / "fonts"
KEPT = 64
SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


class DrawnMap(NamedTuple):
    """A map, drawn."""

    svg: bytes

    width: int
    """Width, in its own units."""

    height: int
    """Height, in its own units."""

    tag: str
    """Its ETag, which changes when it does."""


@lru_cache(maxsize=KEPT)
def picture(chart: Chart, view: str) -> DrawnMap:
    """A seat's map.  view: ``fight`` (where something stands), ``whole``, or ``large`` (whole, with its legend)."""
    drawn = render_svg(chart, crop="fight" if view == "fight" else None, furniture=view == "large")
    size = SIZE.search(drawn)
    assert size is not None  # every map says its size
    svg = with_faces(drawn).encode()
    return DrawnMap(svg, int(size[1]), int(size[2]), hashlib.sha256(svg).hexdigest()[:20])


def with_faces(drawn: str, fonts: tuple[Font, ...] = FONTS) -> str:
    """A map with its fonts in it."""
    return drawn.replace("<style>", f"<style>{_faces(fonts)}", 1)


@cache
def _faces(fonts: tuple[Font, ...]) -> str:
    faces = []
    for family, weight, name in fonts:
        data = base64.b64encode((FOLDER / name).read_bytes()).decode()
        faces.append(
            f'@font-face{{font-family:"{family}";font-weight:{weight};'
            f'src:url(data:font/woff2;base64,{data}) format("woff2")}}'
        )
    return "".join(faces)


def svg_answer(svg: str | bytes) -> Response:
    """A picture as an answer, under the policy of pictures."""
    out = Response(svg, mimetype="image/svg+xml")
    out.headers["Content-Security-Policy"] = PICTURE
    return out


def answer(made: DrawnMap) -> Response:
    """The picture as an answer; one that the browser has already is not sent again."""
    out = svg_answer(made.svg)
    out.headers["Cache-Control"] = "private, max-age=300"
    out.set_etag(made.tag)
    out.make_conditional(request)
    return out
