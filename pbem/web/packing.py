"""Text of many bytes is sent packed: style sheet, script, maps; pages without their templates' indentation.

Pages are not: they hold secret tokens beside their writers' words, and the length of a packed page tells whether
the two are alike (BREACH).  A server in front that packs pages must leave out what has cookies.
"""

import gzip
import re
from functools import lru_cache

from flask import Flask, Response, request

PACKED = {
    *("static", "games.board", "board.ground", "board.style", "replay.ground", "replay.frame", "downloads.drawing"),
    *("beside.drawing", "scenarios.board", "scenarios.small", "glances.of_game"),
}
TYPES = {"text/css", "text/javascript", "application/javascript", "image/svg+xml", "application/json"}
WORTH = 1024
INDENT = re.compile(rb"\n +(?=<)")
"""Blanks before a tag at the head of a line mean nothing; what players wrote has no tags."""


def pack(app: Flask) -> None:
    """Pack such answers for browsers that take them so; drop the indentation of pages."""

    def packed(answer: Response) -> Response:
        if answer.mimetype == "text/html" and not answer.direct_passthrough:
            answer.set_data(INDENT.sub(b"\n", answer.get_data()))
        if request.endpoint not in PACKED or answer.mimetype not in TYPES:
            return answer
        answer.vary.add("Accept-Encoding")
        if answer.status_code != 200 or not request.accept_encodings["gzip"]:
            return answer
        answer.direct_passthrough = False
        data = answer.get_data()
        if len(data) >= WORTH:
            answer.set_data(_gzip(data))
            answer.headers["Content-Encoding"] = "gzip"
        return answer

    app.after_request(packed)


@lru_cache(maxsize=64)
def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)
