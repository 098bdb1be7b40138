"""A battle followed afterwards, event by event; each is a page of its own, and a script turns them over in place.

The address says what is seen: ``turn``, ``event`` (0: how the turn began), ``eyes``.
"""

from typing import NamedTuple

from flask import Blueprint, Response, abort, jsonify, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound

from pbem.engine.chart import Chart
from pbem.engine.ids import GameId, Seat
from pbem.reports import maps
from pbem.reports.maps import Inline, Part, ground_of, ground_picture, ground_tag, inline_map, without_zones
from pbem.service.play.pages import seat_of
from pbem.service.replay.replay import Closed, Eyes, Replay, ReplayMoment, is_watched, replay
from pbem.web.door import SignInFirst, me, seen_as, services
from pbem.web.errors import ErrorPage
from pbem.web.game import pictures
from pbem.web.game.board import FOREVER, faces_of
from pbem.web.looks import sentence

pages = Blueprint("replay", __name__)

UNLISTED = "noindex, nofollow"


class Link(NamedTuple):
    """A link to another moment of a battle."""

    href: str

    event: int | None
    """Number of its event, if it is of the same turn."""


@pages.get("/g/<game>/replay")
def show(game: str) -> str:
    """A turn and the field after one of its events."""
    where, seat = looker(game)
    seen = replay(services(), where, seat, number("turn"), wanted_eyes())
    moment = seen.at(number("event") or 0)
    return render_template(
        "web/replay.html", seen=seen, moment=moment, drawn=drawn(moment.chart), links=links(seen, moment),
        here=address, chapters=first_events(seen), ground=ground_url, stirred=stirred(seen, moment),
        fight=box_of(drawn(seen.chart)), view=request.args.get("view", ""),
    )  # fmt: skip


@pages.get("/g/<game>/replay/frame")
def frame(game: str) -> Response:
    """The same for the script: the map over its ground, the way each stand has come, the words beside it."""
    where, seat = looker(game)
    seen = replay(services(), where, seat, number("turn"), wanted_eyes())
    moment = seen.at(number("event") or 0)
    made = drawn(moment.chart)
    return jsonify(
        event=moment.event, symbols=made.symbols, svg=made.svg, words=made.words, ways=ways(seen, moment),
        stirred=stirred(seen, moment),
        now=render_template("web/parts/replay-now.html", seen=seen, moment=moment),
        links=[one._asdict() for one in links(seen, moment)], href=address(seen, moment.event),
    )  # fmt: skip


@pages.get("/g/<game>/replay/ground-<tag>.svg", defaults={"part": "ground"})
@pages.get("/g/<game>/replay/numbers-<tag>.svg", defaults={"part": "numbers"})
def ground(game: str, part: Part, tag: str) -> Response:
    """A picture under the map: the ground, or the numbers of the hexes.  It never changes under its name."""
    where, seat = looker(game)
    if request.if_none_match.contains(tag):
        return Response(status=304)
    chart = _with_ground(where, seat, tag)
    out = pictures.svg_answer(pictures.with_faces(ground_picture(ground_of(chart), part), faces_of(chart, part)))
    out.headers["Cache-Control"] = f"private, {FOREVER}"
    out.set_etag(tag)
    return out


def _with_ground(game: GameId, seat: Seat | None, tag: str) -> Chart:
    """The newest map through these eyes with that ground.  404 for none."""
    for turn in reversed(replay(services(), game, seat, None, wanted_eyes()).turns):
        chart = replay(services(), game, seat, turn.number, wanted_eyes()).moments[0].chart
        if ground_tag(chart) == tag:
            return chart
    raise NotFound(_("No map of this battle has that ground."))


# --- who looks ----------------------------------------------------------------------------------------------------


def looker(game: str) -> tuple[GameId, Seat | None]:
    """A game and the reader's seat in it; None for a looker-on at a battle that is over, where that was agreed.

    404 for any other: whether there is such a game is not told.  Raises SignInFirst.
    """
    found = me()
    seat = seen_as(game) or (seat_of(services(), GameId(game), found.id) if found else None)
    if seat is not None or is_watched(services(), GameId(game)):
        return GameId(game), seat
    if found is None:
        raise SignInFirst
    raise NotFound


def number(name: str) -> int | None:
    """A number of the address; None where it names none.  404 for what is no number."""
    given = request.args.get(name, "")
    if given and not (given.isdecimal() and len(given) < 7):
        abort(404, _("“%(given)s” is no number.", given=given))
    return int(given) if given else None


def wanted_eyes() -> Seat | None:
    """Through whom: as the address says."""
    return Seat(request.args["eyes"]) if request.args.get("eyes") else None


def closed(fault: Closed) -> tuple[str, int]:
    """What may not be seen yet."""
    trouble = ErrorPage(
        title=_("Not before the battle is over"), what=sentence(str(fault)), done=_("Nothing was shown."),
        can=_("Until then you can replay your own side's view."),
        button=(_("Replay your own view"), url_for("replay.show", game=(request.view_args or {}).get("game", ""))),
    )  # fmt: skip
    return trouble.page(), 403


pages.register_error_handler(Closed, closed)


@pages.after_request
def not_listed(answer: Response) -> Response:
    """A battle that anyone may look at is not therefore one for search engines."""
    answer.headers["X-Robots-Tag"] = UNLISTED
    return answer


# --- what is shown ------------------------------------------------------------------------------------------------


def drawn(chart: Chart) -> Inline:
    """The map of a moment: without zones of control, which play no part any more."""
    return inline_map(without_zones(chart))


def box_of(whole: Inline) -> str:
    """What is seen of a map that shows the fight of a turn only, as SVG has it."""
    fight = whole.fight
    return f"{fight.left:.0f} {fight.top:.0f} {fight.width:.0f} {fight.height:.0f}"


def stirred(seen: Replay, moment: ReplayMoment) -> str:
    """The units that are otherwise than before the event, outlined: path data in board units."""
    return maps.stirred(seen.at(moment.event - 1).chart, moment.chart) if moment.event else ""


def ways(seen: Replay, moment: ReplayMoment) -> dict[str, list[maps.Step]]:
    """How each unit came to where it is after the event."""
    return maps.ways(seen.at(max(moment.event - 1, 0)).chart, moment.chart)


def address(
    seen: Replay, event: int = 0, turn: int | None = None, eyes: Eyes | None = None, view: str | None = None
) -> str:
    """Of a moment.  turn, eyes: None for these.  view: how much of the map; None for what is now."""
    turn = seen.number if turn is None else turn
    eyes = eyes or seen.eyes
    named = None if eyes.mine else eyes.seat
    view = view or request.args.get("view")
    turn = min(turn, eyes.last)
    return url_for("replay.show", game=seen.game, turn=turn, event=event or None, eyes=named, view=view)


def links(seen: Replay, moment: ReplayMoment) -> tuple[Link, Link, Link, Link]:
    """To the first moment, the one before, the next and the last; at either end of a turn to the turn beyond."""
    last = len(seen.moments) - 1
    numbers = [turn.number for turn in seen.turns]
    place = numbers.index(seen.number)
    before = Link(address(seen, max(moment.event - 1, 0)), max(moment.event - 1, 0))
    after = Link(address(seen, min(moment.event + 1, last)), min(moment.event + 1, last))
    if moment.event == 0 and place > 0:
        before = Link(address(seen, turn=numbers[place - 1]), None)
    if moment.event == last and place + 1 < len(numbers):
        after = Link(address(seen, turn=numbers[place + 1]), None)
    return Link(address(seen), 0), before, after, Link(address(seen, last), last)


def first_events(seen: Replay) -> list[tuple[str, ReplayMoment]]:
    """Each heading of the turn with the first event told under it."""
    events = seen.moments[1:]
    return [
        (one.chapter, one) for before, one in zip((None, *events), events, strict=False)
        if before is None or before.chapter != one.chapter
    ]  # fmt: skip


def ground_url(seen: Replay, chart: Chart, part: Part) -> str:
    """Where a picture under the map is."""
    eyes = None if seen.eyes.mine else seen.eyes.seat
    return url_for("replay.ground", game=seen.game, part=part, tag=ground_tag(chart), eyes=eyes)
