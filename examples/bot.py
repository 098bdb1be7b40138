"""A bot that plays one seat, with nothing but the standard library: ``bot.py http://127.0.0.1:8000 pbem_...``."""

import json
import sys
import time
from typing import Any
from urllib.request import HTTPError, Request, urlopen

Json = dict[str, Any]


def play(url: str, key: str, pause: float = 30, tag: str = "") -> Json:
    """Play until the battle is over; how it ended.  pause: seconds until it looks again when nothing was new."""
    while True:
        try:
            game, tag = call(url, key, "/game", tag=tag)
            if game["outcome"]:
                return game
            if game["waiting"]["you"]:
                asked, report = call(url, key, "/ask")[0], call(url, key, f"/reports/{game['report']}")[0]
                sheet = {"text": orders(asked, report), "turn": game["turn"], "ready": True}
                if call(url, key, "/orders", sheet)[0]["outcome"] != "played":
                    call(url, key, "/ready", {"turn": game["turn"]})  # though a unit was in the way of another
        except HTTPError as refusal:
            refusal.close()
            if refusal.code not in {304, 409, 429, 503}:  # nothing new, not now, too often, closed for a moment
                raise
            time.sleep(pause)


def call(url: str, key: str, path: str, sent: Json | None = None, tag: str = "") -> tuple[Json, str]:
    """What the service answers, and its tag.  sent: a body, which makes it a POST."""
    head = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "If-None-Match": tag}
    with urlopen(Request(f"{url}/api/1{path}", json.dumps(sent).encode() if sent else None, head), timeout=60) as got:
        return json.load(got), got.headers["ETag"]


def orders(asked: Json, report: Json) -> str:
    """A line for each unit; or the first answer there is, where a single question is asked."""
    enemies = [one["place"].split()[0] for one in report["seen"] if one["place"] and not one["gone"]]
    return "\n".join([one["line"] for one in asked["answers"][:1]] or [best(one, enemies) for one in asked["units"]])


def best(unit: Json, enemies: list[str]) -> str:
    """The line of a unit: charge if it may, else shoot, else go where an enemy is nearest, else hold."""
    for deed in ("charge", "shoot", "fire", "forward", ""):
        if able := [offer for offer in unit["may"] + unit["marches"] if f" {deed}" in offer["line"]]:
            return str(min(able, key=lambda one: min((apart(one["at"], foe) for foe in enemies), default=0))["line"])
    return ""


def apart(one: str, other: str) -> float:
    """How far it is from 0507 to 0906, or from 24,18 to 12,6.5; whatever is no place is near."""
    spots = [complex(*map(float, at.split(","))) for at in (one, other) if "," in at]  # inches
    spots += [int(at[:2]) - int(at[2:]) % 2 / 2 + int(at[2:]) * 0.866j for at in (one, other) if at.isdigit()]  # hexes
    return abs(spots[0] - spots[-1]) if spots else 0


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2])["outcome"]["text"])
