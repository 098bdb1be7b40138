"""A battle followed in the browser: every event a page, a script that turns them over, and who may look."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Page, expect

from pbem.engine.ids import GameId
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game
from pbem.service.play.turns import ready, submit
from pbem.service.replay.replay import Replay
from pbem.service.replay.replay import replay as seen_by
from tests.servers.chromium import serving
from tests.test_service.conftest import composed
from tests.web_offices import NORTH, SOUTH, Office, office, plain, signed_in


@dataclass
class Fought:
    """An office with three battles: over and for players, over and for anyone, and one that goes on against Tom."""

    desk: Office
    over: GameId
    public: GameId
    running: GameId


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fought]:
    with office(tmp_path_factory.mktemp("replay")) as made:
        desk = made.with_post(replace(made.services, compose=composed))
        over, public = desk.begin(), desk.begin(Options(watch="anyone"))
        for game in (over, public):
            while load_game(desk.services, game).state == "running":
                ready(desk.services, game, SOUTH, "web", desk.ines)
        running = desk.begin(Options(watch="anyone"), against_aide=False)
        for text in ("standing group Horse pursue no\nN01 forward 0703", "N02 forward 0603"):
            submit(desk.services, running, NORTH, text, "web", desk.tom, True)
            ready(desk.services, running, SOUTH, "web", desk.ines)
        assert load_game(desk.services, running).desk.turns[SOUTH] == 3
        yield Fought(desk, over, public, running)


def test_every_event_is_a_page_and_the_way_through_them_needs_no_script(fought: Fought) -> None:
    ines = fought.desk.visitor(fought.desk.ines)
    page = ines.get(f"/g/{fought.over}/replay?turn=0").text
    turns = {turn.number: seen_by(fought.desk.services, fought.over, SOUTH, turn.number) for turn in
             seen_by(fought.desk.services, fought.over, SOUTH).turns}  # fmt: skip
    met = 0
    for number in list(turns)[:3]:
        for moment in turns[number].moments:
            assert moment.chart.subtitle in page
            if moment.told is not None:
                assert moment.told.text in plain(page)
            met += 1
            forward = re.search(r'id="to-next" href="([^"]+)"', page)
            assert forward is not None
            page = ines.get(forward[1].replace("&amp;", "&")).text
    assert met > 6
    last = list(turns)[-1]
    end = ines.get(f"/g/{fought.over}/replay?turn={last}&event={len(turns[last].moments) - 1}").text
    assert f'id="to-next" href="/g/{fought.over}/replay?turn={last}' in end  # nothing comes after


def test_the_slider_is_a_form_and_marks_are_links(fought: Fought) -> None:
    ines = fought.desk.visitor(fought.desk.ines)
    turns = [seen_by(fought.desk.services, fought.over, SOUTH, turn) for turn in range(1, 9)]
    seen = next(one for one in turns if any(moment.told and moment.told.kind for moment in one.moments))
    marked = [one for one in seen.moments if one.told and one.told.kind]
    page = ines.get(f"/g/{fought.over}/replay?turn={seen.number}").text
    for one in marked:
        assert f'<option value="{one.event}">' in page
        assert f"{one.no} {one.told.brief if one.told else ''}" in plain(page)
    assert f'max="{len(seen.moments) - 1}"' in page


def test_the_script_gets_what_the_page_shows(fought: Fought) -> None:
    ines = fought.desk.visitor(fought.desk.ines)
    moved = 0
    turns = [seen_by(fought.desk.services, fought.over, SOUTH, turn) for turn in range(1, 9)]
    seen = next(one for one in turns if marched(one))
    for event in range(1, len(seen.moments)):
        where = f"turn={seen.number}&event={event}"
        page = ines.get(f"/g/{fought.over}/replay?{where}").text
        frame = ines.get(f"/g/{fought.over}/replay/frame?{where}").get_json()
        assert frame["svg"] in page
        assert frame["stirred"] in page
        assert frame["words"] in plain(page)
        assert plain(frame["now"]) in plain(page)
        for way in frame["ways"].values():
            assert way[-1] == [0, 0, 0]
            assert way[0] != [0, 0]
            moved += 1
    assert moved


def test_a_running_game_shows_nobody_elses_view(fought: Fought) -> None:
    ines, game = fought.desk.visitor(fought.desk.ines), fought.running
    for eyes in ("north", "umpire"):
        for path in ("replay", "replay/frame", "dice", "downloads/map.svg", "downloads/map.png"):
            refused = ines.get(f"/g/{game}/{path}?eyes={eyes}")
            assert refused.status_code == 403
            assert "open when the battle is over" in refused.text
    assert ines.get(f"/g/{game}/replay?eyes=east").status_code == 404
    for turn in range(3):
        count = len(seen_by(fought.desk.services, game, SOUTH, turn).moments)
        paths = [f"replay?turn={turn}", f"downloads/report.txt?turn={turn}", f"turns/{turn}/print"]
        paths += [f"replay/frame?turn={turn}&event={event}" for event in range(count)]
        for path in (*paths, "dice", "downloads", "downloads/reports.txt", "downloads/orders.txt"):
            answer = ines.get(f"/g/{game}/{path}")
            assert answer.status_code == 200
            assert b"pursue no" not in answer.data
            assert fought.desk.services.db is not None
            assert load_game(fought.desk.services, game).seed.encode() not in answer.data
    tom = fought.desk.visitor(fought.desk.tom)
    assert tom.get(f"/g/{game}/replay").status_code == 200
    assert "Your view as North" in plain(tom.get(f"/g/{game}/replay").text)


def test_when_it_is_over_players_use_any_eyes(fought: Fought) -> None:
    ines = fought.desk.visitor(fought.desk.ines)
    assert "North view" in plain(ines.get(f"/g/{fought.over}/replay?turn=3&event=1&eyes=north").text)
    page = ines.get(f"/g/{fought.over}/replay?turn=3&event=1&eyes=umpire").text
    assert "Everything shown" in plain(page)
    assert f'href="/g/{fought.over}/replay?turn=3&amp;event=2&amp;eyes=umpire"' in page


def test_strangers_see_only_what_anyone_may_watch(fought: Fought) -> None:
    nobody = fought.desk.visitor()
    for game in (fought.over, fought.running, "no-such-game"):
        asked = nobody.get(f"/g/{game}/replay")
        assert asked.status_code == 303
        assert asked.location == "/sign-in"
    stranger = fought.desk.visitor(ensure_player(fought.desk.services, "eve@example.org", "Eve", "UTC"))
    for visitor in (nobody, stranger):
        shown = visitor.get(f"/g/{fought.public}/replay?turn=2&event=1")
        assert shown.status_code == 200
        assert shown.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert "The field as it was" in shown.text
        assert "/dice" not in shown.text
        picture = re.search(r'href="(/g/[^"]+/replay/ground-[^"]+)"', shown.text)
        assert picture is not None
        assert visitor.get(picture[1].replace("&amp;", "&")).mimetype == "image/svg+xml"
        assert visitor.get(f"/g/{fought.public}/replay?eyes=north").status_code == 200
        assert visitor.get(f"/g/{fought.public}/downloads/map.svg?turn=1&eyes=south").status_code == 200
    for path in ("replay", "replay/frame", "dice", "downloads", "debrief", "downloads/map.svg"):
        assert stranger.get(f"/g/{fought.over}/{path}").status_code == 404
        assert stranger.get(f"/g/{fought.running}/{path}").status_code == 404
    for path in ("dice", "downloads", "downloads/archive.jsonl", "downloads/map.png", "debrief"):
        assert stranger.get(f"/g/{fought.public}/{path}").status_code == 404


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("turn=99", "There is no turn 99 of Harrow Down; there are 0 to"),
        ("turn=1&event=999", "There is no event 999 in round 1"),
        ("turn=one", "“one” is no number."),
        ("turn=1&event=-1", "“-1” is no number."),
        ("eyes=east", "Nobody in Harrow Down is called"),
    ],
)
def test_what_there_is_not_is_said(fought: Fought, asked: str, said: str) -> None:
    answer = fought.desk.visitor(fought.desk.ines).get(f"/g/{fought.over}/replay?{asked}")
    assert answer.status_code == 404
    assert said in plain(answer.text).replace("&#39;", "'")


def test_the_ground_is_fetched_once(fought: Fought) -> None:
    ines = fought.desk.visitor(fought.desk.ines)
    page = ines.get(f"/g/{fought.over}/replay?turn=1").text
    for part in ("ground", "numbers"):
        found = re.search(rf'href="(/g/[^"]+/replay/{part}-[^"]+)"', page)
        assert found is not None
        picture = ines.get(found[1])
        assert "immutable" in picture.headers["Cache-Control"]
        assert "<svg" in picture.text
        again = ines.get(found[1], **{"If-None-Match": picture.headers["ETag"]})
        assert again.status_code == 304
        assert f"/replay/{part}-{found[1].split('-')[-1]}" in ines.get(f"/g/{fought.over}/replay?turn=5").text
    assert ines.get(f"/g/{fought.over}/replay/ground-0000.svg").status_code == 404


def test_a_report_leads_to_the_replay_of_its_events(fought: Fought) -> None:
    ines = fought.desk.visitor(fought.desk.ines)
    page = ines.get(f"/g/{fought.over}/turns/3").text
    for moment in seen_by(fought.desk.services, fought.over, SOUTH, 3).moments[1:]:
        assert f'href="/g/{fought.over}/replay?turn=3&amp;event={moment.event}"' in page
    for path in ("dice", "downloads", "debrief", "turns/3/print", "versions"):
        assert f'href="/g/{fought.over}/{path}"' in page
        assert ines.get(f"/g/{fought.over}/{path}").status_code == 200


COUNT_GLIDES = """() => {
  window.glides = 0;
  const was = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.glides += 1; return was.apply(this, how); };
}"""


def test_the_script_plays_a_turn_in_place(fought: Fought, page: Page) -> None:
    desk = fought.desk
    turn = next(turn for turn in range(1, 9) if marched(seen_by(desk.services, fought.over, SOUTH, turn)))
    seen = seen_by(desk.services, fought.over, SOUTH, turn)
    last, first = len(seen.moments) - 1, marched(seen)[0]
    with serving(desk.app) as base:
        signed_in(page, base, desk.visitor(desk.ines))
        page.goto(f"{base}/g/{fought.over}/replay?turn={turn}&event={first - 1}")
        expect(page.get_by_role("button", name="Go", exact=True)).to_be_hidden()
        page.evaluate(COUNT_GLIDES)
        page.get_by_label("How fast").select_option("fast")
        page.get_by_role("link", name="Next event").click()
        expect(page.locator("#count")).to_have_text(f"{first} / {last}")
        assert page.evaluate("window.glides") > 0
        page.get_by_role("slider").fill(str(last))
        expect(page.locator("#now")).to_contain_text(seen.at(last).no)
        assert page.url.endswith(f"turn={turn}&event={last}")
        assert page.locator("#b-field .stand").count() == len(seen.at(last).chart.counters)
        page.get_by_role("slider").fill(str(first - 1))
        expect(page.locator("#count")).to_have_text(f"{first - 1} / {last}")
        page.emulate_media(reduced_motion="reduce")
        glides = page.evaluate("window.glides")  # all of it has been on one page
        page.get_by_role("link", name="Next event").click()
        expect(page.locator("#count")).to_have_text(f"{first} / {last}")
        assert page.evaluate("window.glides") == glides
        page.get_by_role("slider").fill(str(last - 1))
        page.get_by_role("button", name="Play").click()  # on into the next turn, until it is stopped
        page.wait_for_url(f"**/replay?turn={turn + 1}&event=1", timeout=60_000)
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")


def marched(seen: Replay) -> list[int]:
    """The events of a turn in which somebody who still stands went somewhere."""
    return [
        one.event for one in seen.moments
        if {arrow.code for arrow in one.chart.arrows if arrow.kind != "shot"} & {c.code for c in one.chart.counters}
    ]  # fmt: skip
