"""What an umpire writes under the reports of a closed turn is there when the page is opened again; void rulings are
not counted."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pbem.engine.ids import Seat
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import submit
from pbem.service.umpire import held as held_turns
from pbem.service.umpire.held import NotHeld, dry_run, lay_down, moments_to_rule, run_of, take_away
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.seats import name_co_umpire
from pbem.service.umpire.turndraft import TurnDraft, keep_turn_draft, turn_draft
from pbem.store.tables import PlayerId
from tests.test_umpire.test_held import aides_submit
from tests.web_offices import NORTH, SOUTH, office, plain


def test_words_and_strikes_are_kept_until_the_turn_is_played(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)
        aides_submit(desk, game)
        helen = name_co_umpire(desk.services, game, "helen@example.org", ["publish", "look"], geoff)
        where, umpire = f"/g/{game}/umpire/turn", desk.visitor(geoff)
        south = next(one for one in dry_run(load_game(desk.services, game)).reports if one.seat == SOUTH)
        said = south.sentences[0]
        written = {"note-south": "Mind the wood.", "strike-south": said, "reason": "the smoke was thick"}
        umpire.get(where)
        assert umpire.send(where, where, do="keep", **written).status_code == 204
        for back in (umpire, desk.visitor(helen)):
            page = back.get(where).text
            assert "Mind the wood." in page
            assert 'value="the smoke was thick"' in page
            assert page.count(" checked><span>") == 1
        assert desk.visitor(desk.ines).get(f"/g/{game}").text.count("Mind the wood.") == 0
        assert umpire.send(where, where, event="0", **{**written, "note-south": "Mind the hill."}).status_code == 200
        assert turn_draft(load_game(desk.services, game)).noted == [(SOUTH, "Mind the hill.")]
        run = run_of(load_game(desk.services, game))
        assert umpire.send(where, where, do="publish", run=run, **written).status_code == 303
        assert "Mind the wood." in desk.visitor(desk.ines).get(f"/g/{game}?tab=report").text
        aides_submit(desk, game)
        assert load_game(desk.services, game).desk.shut
        assert turn_draft(load_game(desk.services, game)) == TurnDraft()
        assert "Mind the wood." not in plain(umpire.get(where).text).split("As South will get it")[0]


def test_only_who_may_publish_keeps_words_and_only_for_the_turn_closed_then(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)
        aides_submit(desk, game)
        helen = name_co_umpire(desk.services, game, "helen@example.org", ["look"], geoff)
        words = TurnDraft(notes={SOUTH: "Mind the wood."})
        for other in (desk.ines, helen):
            with pytest.raises(NotUmpire):
                keep_turn_draft(desk.services, game, words, other)
        keep_turn_draft(desk.services, game, words, geoff)
        work = load_game(desk.services, game)
        assert turn_draft(work).noted == [(SOUTH, "Mind the wood.")]
        work.desk = msgspec.structs.replace(
            work.desk, shut="2030-01-01T00:00:00Z"
        )  # closed anew, the question the same
        assert turn_draft(work) == TurnDraft()


def test_rulings_that_are_void_are_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_turns, "MOST_PLANS", 1)
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)
        aides_submit(desk, game)

        def lay(text: str) -> None:
            work = load_game(desk.services, game)
            moment = moments_to_rule(work)[0]
            plan = msgspec.structs.replace(moment, text=text, reason="why", told="all")
            lay_down(desk.services, game, plan, geoff)

        lay("S01 disordered")
        with pytest.raises(NotHeld, match="the most there can be"):
            lay("S01 removed")
        assert submit(
            desk.services, game, SOUTH, "S01 hold", "umpire", geoff, True, late_too=True, reason="by telephone"
        ).taken
        lay("S01 removed")
        first, _second = load_game(desk.services, game).desk.plans
        take_away(desk.services, game, first, geoff)


def test_steps_through_one_dry_run_play_it_and_follow_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for name in ("play_turn", "followed", "page_of"):
        was = getattr(held_turns, name)

        def counted(*given: object, was: Callable[..., object] = was, name: str = name, **more: object) -> object:
            done.append(name)
            return was(*given, **more)

        monkeypatch.setattr(held_turns, name, counted)
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)
        aides_submit(desk, game)
        umpire, where = desk.visitor(geoff), f"/g/{game}/umpire/turn"
        for event in range(4):
            assert f"{event} of " in plain(umpire.get(f"{where}?event={event}").text)
            for eyes in ("umpire", "south", "north"):
                umpire.get(f"{where}/map-{eyes}.svg?event={event}")
        assert sorted(done) == ["followed", "page_of", "page_of", "play_turn"]
        ruled = {"at": "0", "plan-reason": "why", "plan-told": "all", "do": "plan"}
        assert "there is no unit S99" in umpire.send(where, where, **ruled, **{"plan-text": "S99 removed"}).text
        assert "After event 1.0: S01 removed" in plain(
            umpire.send(where, where, **ruled, **{"plan-text": "S01 removed"}).text
        )


def test_maps_of_the_umpires_page_have_another_address_once_the_game_has_gone_on(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(reports="held"), umpire=geoff)

        def maps() -> set[str]:
            return set(re.findall(r'<img src="([^"]+)"', desk.visitor(geoff).get(f"/g/{game}/umpire").text))

        before = maps()
        assert before == maps()
        aides_submit(desk, game)
        assert before.isdisjoint(maps())


def test_what_a_button_has_done_is_told_where_the_page_opens(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, "snaphance/harrow-down", seats, Options(), umpire=geoff)
        where = f"/g/{game}/umpire"
        done = desk.visitor(geoff).send(where, where, do="pause", until="", reason="Christmas")
        assert done.location == f"{where}#main"  # else a browser stays at the #time that the form was sent to
