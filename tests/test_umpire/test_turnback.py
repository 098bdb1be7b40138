"""The game turned back, and forward again: nothing is lost, every player is told, the journal audits."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import UMPIRE, Seq
from pbem.service.play.games import load_game
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.rulings import rule
from pbem.service.umpire.turnback import NoTurningBack, PastEvent, moment_words, past_turns, turn_back
from pbem.store.tables import OutMail
from tests.test_umpire.conftest import RULED
from tests.test_umpire.test_rulings import WHY, Ruled, begun, play_a_turn
from tests.web_offices import SOUTH, plain


@pytest.fixture(params=RULED)
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ruled]:
    """A game of each rule set, two turns old."""
    for made in begun(tmp_path, request.param):
        play_a_turn(made)
        play_a_turn(made)
        yield made


def events(made: Ruled) -> list[PastEvent]:
    """All, the newest turn first."""
    return [event for turn in past_turns(load_game(made.desk.services, made.game)) for event in turn.events]


def back(made: Ruled, to: Seq, dice: str = "same", **more: object) -> None:
    turn_back(made.desk.services, made.game, to, dice, WHY, made.umpire, **more)  # type: ignore[arg-type]  # its options


def audited(made: Ruled) -> list[str]:
    work = load_game(made.desk.services, made.game)
    archive = read_archive(export_game(made.desk.services, made.game))
    return [one.what for one in verify(archive, work.rules, audit=True) if one.fault]


def test_every_event_is_one_that_the_game_can_be_turned_back_to(played: Ruled) -> None:
    found = events(played)
    assert len({one.no for one in found}) == len(found)
    for event in {one.seq: one for one in found}.values():
        if event.seq != load_game(played.desk.services, played.game).story.lines[-1].seq:
            back(played, event.seq)
            assert load_game(played.desk.services, played.game).state == "running"
    assert audited(played) == []


def test_with_the_same_dice_and_answers_the_same_battle_comes_out(played: Ruled) -> None:
    before = load_game(played.desk.services, played.game)
    first = min(one.seq for one in events(played))
    back(played, first, keep=True)
    assert load_game(played.desk.services, played.game).battle == before.battle


def test_fresh_dice_lead_elsewhere_and_the_way_back_is_there(played: Ruled) -> None:
    before = load_game(played.desk.services, played.game)
    left = before.story.lines[-1].seq
    first = min(one.seq for one in events(played))
    back(played, first, "fresh", keep=True)
    back(played, left)
    assert load_game(played.desk.services, played.game).battle == before.battle
    assert audited(played) == []


@pytest.mark.parametrize("played", ["onehour"], indirect=True)  # rules of no set are in this
def test_every_player_is_told_why_and_which_reports_are_void(played: Ruled) -> None:
    back(played, min(one.seq for one in events(played)))
    with played.desk.services.db.reading() as session:
        sent = [one for one in session.exec(select(OutMail)).all() if one.kind == "ruling"]
    assert {one.player for one in sent} == {played.desk.ines, played.desk.tom}
    assert all(WHY.encode() in one.raw and b"void" in one.raw for one in sent)
    assert all(b"goes on from the beginning of " in one.raw for one in sent)


@pytest.mark.parametrize("played", ["onehour"], indirect=True)  # rules of no set are in this
def test_a_moment_is_named_as_reports_number_it(played: Ruled) -> None:
    work = load_game(played.desk.services, played.game)
    latest = next(one for one in past_turns(work)[0].events if one.text)
    assert moment_words(work, UMPIRE, latest.seq).startswith(f"just after event {latest.no} (")
    assert latest.text[:60] in moment_words(work, UMPIRE, latest.seq)
    own = moment_words(work, SOUTH, latest.seq)
    assert own.startswith(("just after event ", "the beginning of "))
    back(played, latest.seq)
    assert moment_words(load_game(played.desk.services, played.game), SOUTH, latest.seq) == own


@pytest.mark.parametrize("played", ["onehour"], indirect=True)  # rules of no set are in this
def test_turn_numbers_are_never_used_again(played: Ruled) -> None:
    turns = load_game(played.desk.services, played.game).desk.turns
    back(played, min(one.seq for one in events(played)))
    after = load_game(played.desk.services, played.game).desk.turns
    assert all(after[seat] >= turns[seat] for seat in turns)


@pytest.mark.parametrize("played", ["onehour"], indirect=True)  # rules of no set are in this
def test_only_the_umpire_turns_back_and_only_with_a_reason(played: Ruled) -> None:
    first, services = min(one.seq for one in events(played)), played.desk.services
    with pytest.raises(NotUmpire):
        turn_back(services, played.game, first, "same", WHY, played.desk.ines)
    with pytest.raises(NoTurningBack, match="reason"):
        turn_back(services, played.game, first, "same", " ", played.umpire)
    with pytest.raises(NoTurningBack, match="no part of the battle"):
        back(played, Seq(999_999))
    with pytest.raises(NoTurningBack, match="gone on"):
        back(played, first, head=Seq(1))


def test_the_page_turns_the_game_back(played: Ruled) -> None:
    where, umpire = f"/g/{played.game}/turn-back", played.desk.visitor(played.umpire)
    page = umpire.get(where).text
    places = re.findall(r'name="to" value="(\d+)"', page)
    assert "as the turn began" in plain(page)
    rule(played.desk.services, played.game, "S01 removed", "gone home", played.umpire, all_the_same=True)
    head = str(load_game(played.desk.services, played.game).last_seq)
    fields = {"to": min(places, key=int), "head": head, "dice": "same"}
    assert umpire.send(where, where, **fields, reason="").status_code == 409
    assert umpire.send(where, where, **fields, reason=WHY).status_code == 303
    assert "with the dice they laid down: 1." in plain(umpire.get(where).text)
    assert load_game(played.desk.services, played.game).table[-1].kind != "game"
    assert played.desk.visitor(played.desk.ines).get(where).status_code == 404
