"""A bot that plays one seat, with nothing but the standard library: ``bot.py http://127.0.0.1:8000 pbem_...``."""

import json
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Json = dict[str, Any]


def play(url: str, key: str, pause: float = 30) -> Json:
    """Play until the battle is over; how it ended.  pause: seconds until it looks again when nothing was new."""
    tag = ""
    while True:
        try:
            game, tag = call(url, key, "/game", tag=tag)
            if game["outcome"]:
                return game
            if game["waiting"]["you"]:
                asked, report = call(url, key, "/ask")[0], call(url, key, f"/reports/{game['report']}")[0]
                call(url, key, "/orders", {"text": orders(asked, report), "turn": game["turn"], "ready": True})
        except HTTPError as refusal:
            if refusal.code not in {304, 409, 429, 503}:  # nothing new, not now, too often, closed for a moment
                raise
            time.sleep(pause)


def call(url: str, key: str, path: str, sent: Json | None = None, tag: str = "") -> tuple[Json, str]:
    """What the service answers, and its tag.  sent: a body, which makes it a POST."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "If-None-Match": tag}
    body = json.dumps(sent).encode() if sent else None
    with urlopen(Request(f"{url}/api/1{path}", body, headers), timeout=60) as answer:
        return json.load(answer), answer.headers["ETag"]


def orders(asked: Json, report: Json) -> str:
    """A line for each unit; or the first answer there is, where a single question is asked."""
    enemies = [one["place"] for one in report["seen"] if one["place"] and not one["gone"]]
    answers = [offer["line"] for offer in asked["answers"][:1]]
    return "\n".join(answers or [best(unit, enemies) for unit in asked["units"]])


def best(unit: Json, enemies: list[str]) -> str:
    """The line of a unit: charge if it may, else fire, else go where an enemy is nearest, else hold."""
    for deed in ("charge", "fire", "forward", ""):
        if able := [offer for offer in unit["may"] + unit["marches"] if f" {deed}" in offer["line"]]:
            return str(min(able, key=lambda one: min((apart(one["at"], foe) for foe in enemies), default=0))["line"])
    return ""


def apart(one: str, other: str) -> int:
    """Hexes from 0507 to 0906; whatever is no place is near."""
    (q, r), (u, v) = ((int(h[:2]) - int(h[2:]) // 2, int(h[2:])) if h.isdigit() else (0, 0) for h in (one, other))
    return (abs(u - q) + abs(v - r) + abs(u - q + v - r)) // 2 if one.isdigit() else 0


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2])["outcome"]["text"])
