"""Battles that a campaign calls: begun once as games of their own, taken back once, audited together."""

import signal
from collections.abc import Iterator
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace
from sqlmodel import select

from pbem.cli.archives import verify_file
from pbem.engine.callfights import NotTaken, made
from pbem.engine.ids import UMPIRE, GameId, Seat, Side, StandId
from pbem.engine.journal import Reported
from pbem.engine.rulings.reading import forms
from pbem.rulesets.snaphance import RULES
from pbem.service.agreements.seating import hand_to_aide
from pbem.service.campaigns import fighting, stopping
from pbem.service.campaigns.battlecards import elsewhere
from pbem.service.campaigns.calls import called_in
from pbem.service.campaigns.fighting import tend_battles
from pbem.service.campaigns.stopping import SETTLED
from pbem.service.options import Options, Reports
from pbem.service.people.seats import ensure_player
from pbem.service.play.forks import knows_elsewhere
from pbem.service.play.games import new_game
from pbem.service.play.journals import forget_read
from pbem.service.play.turns import submit
from pbem.service.play.work import Work, open_game
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.rulings import NoRuling, preview, rule
from pbem.service.umpire.saying import ruling_in
from pbem.service.umpire.undoing import undo_ruling
from pbem.store.errors import StoreUnavailable
from pbem.store.tables import EntryRow, OutMail, PlayerId
from tests.children import ended, started
from tests.plain_yaml import safe_load
from tests.test_proofs import returner
from tests.web_offices import Office, office, plain

RED, WHITE = Seat("red"), Seat("white")
FILE = Path(__file__).parents[2] / "scenarios" / "campaign" / "two-rivers.yaml"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def two_days(folder: Path) -> str:
    """Two rivers for two days, White at the Mill already."""
    spec: dict[str, Any] = safe_load(FILE.read_text(encoding="utf-8"))
    spec["days"] = 2
    spec["sides"][1]["seats"][0]["forces"][0]["at"] = "mill"
    for side in spec["sides"]:
        side["seats"][0]["forces"][0]["units"] = [{"name": "Foot", "type": "PSL-B", "men": 1000}]
    path = folder / "two-days.yaml"
    path.write_text(yaml.safe_dump(spec), encoding="utf-8")
    return str(path)


def begun(
    desk: Office,
    folder: Path,
    battles: str,
    umpire: PlayerId | None = None,
    reports: Reports = "at once",
    fought_by: str = "",
) -> GameId:
    """Red marches upon White, who holds the Mill: a battle is called in the afternoon of the first day."""
    game = new_game(
        desk.services, two_days(folder), {RED: desk.ines, WHITE: desk.tom},
        Options(every=0, battles=battles, reports=reports, fought_by=fought_by), seed=b"rivers",
        game=GameId("rivers"), umpire=umpire,
    )  # fmt: skip
    for seat, text in ((RED, "S1 march Mill, seeking"), (WHITE, "N1 hold")):
        submit(desk.services, game, seat, f"{text}\nready", "web", "x")
    return game


def work_of(desk: Office, game: GameId) -> Work:
    forget_read()
    return open_game(desk.services, game)


def returns(work: Work) -> list[Any]:
    return [line.body for line in work.story.lines if line.kind == "returned"]


def test_a_battle_by_post_is_begun_and_taken_once(
    desk: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(desk, tmp_path, "post")
    campaign = work_of(desk, game)
    (called,) = called_in(campaign)
    assert (called.how, called.waits) == ("post", True)
    assert campaign.desk.open is None
    assert tend_battles(desk.services) == tend_battles(desk.services) == ()
    battle = work_of(desk, fighting.battle_game(campaign, 1))
    people = {one.seat: one.person.player for one in battle.chairs if one.person}
    assert people == {Seat("south"): desk.ines, Seat("north"): desk.tom}
    for chair in battle.chairs:
        hand_to_aide(desk.services, battle.game, chair.seat)
    battle = work_of(desk, battle.game)
    assert battle.state == "over"

    written = Work.write

    def killed(self: Work, *also: Any, **more: Any) -> None:
        raise SystemExit("killed")

    monkeypatch.setattr(Work, "write", killed)  # the process ends between the battle's end and its taking
    with pytest.raises(SystemExit):
        tend_battles(desk.services)
    assert returns(work_of(desk, game)) == []
    monkeypatch.setattr(Work, "write", written)
    assert tend_battles(desk.services) == (game,)
    assert tend_battles(desk.services) == ()
    campaign = work_of(desk, game)
    (told,) = returns(campaign)
    assert (told.battle, told.hash) == (battle.game, battle.hashes[-1])
    assert campaign.battle.fights[0].over
    assert campaign.desk.open is not None
    for seat in (RED, WHITE):
        submit(desk.services, game, seat, "ready", "web", "x")
    while work_of(desk, game).state == "running" and tend_battles(desk.services):
        pass
    assert work_of(desk, game).state == "over"

    laid = plain(desk.visitor(desk.ines).get(f"/g/{game}/debrief").text)
    assert "Battles by post Mill, 1 May 1643" in laid
    assert "(the afternoon of 1 May, post)" in laid

    archive = tmp_path / "campaign.jsonl"
    archive.write_text("".join(export_game(desk.services, game)), encoding="utf-8")
    verified = verify_file(archive, audit=True)
    assert verified.good, verified.lines
    assert len(verified.lines) == 2, "the campaign and its battle"
    alone = archive.read_text(encoding="utf-8").split('{"format":')[1]
    archive.write_text('{"format":' + alone, encoding="utf-8")
    assert not verify_file(archive, audit=False).good


@pytest.mark.parametrize("rules", ["onehour", "armatys", "fornovo"])
def test_a_battle_by_post_is_a_game_of_the_rules_that_were_chosen(desk: Office, tmp_path: Path, rules: str) -> None:
    game = begun(desk, tmp_path, "post", fought_by=rules)
    assert tend_battles(desk.services) == ()
    battle = work_of(desk, fighting.battle_game(work_of(desk, game), 1))
    assert (battle.rules.name, battle.state) == (rules, "running")
    people = {one.seat: one.person.player for one in battle.chairs if one.person}
    assert people == {Seat("south"): desk.ines, Seat("north"): desk.tom}


@pytest.mark.parametrize(("point", "taken"), [("worked out", 0), ("written", 0), ("committed", 1)])
def test_a_worker_killed_as_it_takes_a_result_leaves_it_taken_once(
    desk: Office, tmp_path: Path, point: str, taken: int
) -> None:
    game = begun(desk, tmp_path, "aides")
    killed = started(returner.main, f"sqlite:///{tmp_path / 'web.db'}", tmp_path, point)
    assert ended(killed, 60) == -signal.SIGKILL
    assert len(returns(work_of(desk, game))) == taken
    tend_battles(desk.services)
    assert len(returns(work_of(desk, game))) == 1
    assert tend_battles(desk.services) == ()
    work = work_of(desk, game)
    assert work.battle.fights[0].over
    assert work.desk.open is not None


def test_aides_fight_at_the_desk_and_not_in_the_request(desk: Office, tmp_path: Path) -> None:
    game = begun(desk, tmp_path, "aides")
    assert work_of(desk, game).desk.open is None
    assert tend_battles(desk.services) == (game,)
    campaign = work_of(desk, game)
    assert returns(campaign)[0].battle is None
    assert campaign.battle.fights[0].over
    assert campaign.battle.forces[StandId("S1")].pinned == 0


# --- the umpire's word --------------------------------------------------------------------------------------------


@pytest.fixture
def umpired(desk: Office, tmp_path: Path) -> GameId:
    """The same battle, on a real table; Ada umpires."""
    return begun(desk, tmp_path, "table", umpire=ada(desk))


def ada(desk: Office) -> PlayerId:
    return ensure_player(desk.services, "ada@players.test", "Ada")


def test_a_battle_on_a_real_table_is_told_by_the_umpire(desk: Office, umpired: GameId) -> None:
    assert tend_battles(desk.services) == ()
    lines = "battle 1: winner South\nbattle 1: loss N1-1 300 taken 100 back 50\nbattle 1: fallen White"
    rule(desk.services, umpired, lines, "as we played it", ada(desk))
    campaign = work_of(desk, umpired)
    assert campaign.battle.fights[0].winner == "south"
    assert campaign.battle.forces[StandId("N1")].men <= 1000 - 450
    assert campaign.battle.fallen == ("White",)
    assert campaign.desk.open is not None
    with pytest.raises(NoRuling, match="no battle 1 is fought now"):
        rule(desk.services, umpired, "battle 1: winner North", "again", ada(desk))


def test_the_umpire_leaves_a_battle_to_aides(desk: Office, umpired: GameId) -> None:
    rule(desk.services, umpired, "battle 1 by aides", "nobody has a table", ada(desk))
    assert tend_battles(desk.services) == (umpired,)


ELSEWHERE = ("courier", "dice", "part", "allow", "S1 at", "S1 removed")
"""Lines for another state: no courier rides, and S1 is in battle."""


def test_every_example_of_the_help_is_read(desk: Office, umpired: GameId) -> None:
    work = work_of(desk, umpired)
    language = work.rules.rulings
    assert language is not None
    for form, _told, example in forms(language):
        if not example.startswith(ELSEWHERE):
            assert preview(work, f"rule {example}").problems == (), form
    why = preview(work, "rule S1 at Long Cross").problems[0].reason
    assert "S1 is in battle 1" in why


def test_a_ruling_moves_a_force_and_is_taken_back(desk: Office, umpired: GameId) -> None:
    lines = "rule S2 at Long Cross > Mill 3 miles, bread 0\nrule S2-1 250 men"
    seq = rule(desk.services, umpired, lines, "x", ada(desk))
    force = work_of(desk, umpired).battle.forces[StandId("S2")]
    assert (force.where.to, force.where.done, force.men, force.bread) == ("mill", 300, 250, 0)
    undo_ruling(desk.services, umpired, seq, "a slip", ada(desk))
    assert work_of(desk, umpired).battle.forces[StandId("S2")].men == 300


# --- faults, and who may know -------------------------------------------------------------------------------------


def test_a_campaign_in_trouble_keeps_no_other_waiting(
    desk: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun(desk, tmp_path, "aides")

    def goes_wrong(*what: Any) -> Any:
        raise IndexError("a side without stands")

    monkeypatch.setattr(fighting, "_by_aides", goes_wrong)
    assert tend_battles(desk.services) == ()
    assert "the battles of rivers could not be seen to" in caplog.text


def test_one_settled_battles_trouble_is_logged_but_a_database_gone_is_raised(
    desk: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun(desk, tmp_path, "post")
    tend_battles(desk.services)
    fault: Exception = IndexError("a journal in pieces")

    def goes_wrong(*what: Any) -> Any:
        raise fault

    monkeypatch.setattr(stopping, "battle_at_all", goes_wrong)
    stopping.close_settled(desk.services)
    assert "of a settled battle could not be ended" in caplog.text
    fault = StoreUnavailable("gone")
    with pytest.raises(StoreUnavailable):
        stopping.close_settled(desk.services)


def damaged(desk: Office, tmp_path: Path, umpire: PlayerId | None = None) -> GameId:
    """A campaign whose battle by post has a damaged journal."""
    game = begun(desk, tmp_path, "post", umpire=umpire)
    tend_battles(desk.services)
    battle = fighting.battle_game(work_of(desk, game), 1)
    with desk.services.db.writing() as session:
        session.get_one(EntryRow, (battle, 2)).payload = "{}"
    forget_read()
    assert tend_battles(desk.services) == ()
    assert returns(work_of(desk, game)) == []
    return game


def test_a_stopped_battle_is_fought_anew_after_a_day_where_no_umpire_says(desk: Office, tmp_path: Path) -> None:
    """CA-Q35."""
    game = damaged(desk, tmp_path)
    assert [one.text for one in work_of(desk, game).desk.told] == ["stopped"]
    desk.later(hours=23)
    assert tend_battles(desk.services) == ()
    desk.later(hours=2)
    assert tend_battles(desk.services) == (game,)
    assert returns(work_of(desk, game))[0].fact.result.how == "aides"


def test_a_stopped_battle_is_fought_anew_when_its_umpire_is_absent(desk: Office, tmp_path: Path) -> None:
    """CA-Q35: for as many days as the game's option `absent` says."""
    game = damaged(desk, tmp_path, umpire=ada(desk))
    days = work_of(desk, game).options.absent
    assert days > 1
    desk.later(hours=24 * days - 1)
    assert tend_battles(desk.services) == ()
    desk.later(hours=2)
    assert tend_battles(desk.services) == (game,)
    assert returns(work_of(desk, game))[0].fact.result.how == "aides"


def test_the_umpire_is_asked_once_what_becomes_of_a_stopped_battle(desk: Office, tmp_path: Path) -> None:
    game = damaged(desk, tmp_path, umpire=ada(desk))
    tend_battles(desk.services)
    (told,) = [one for one in mails(desk, "umpire") if "its game is stopped" in one]
    assert "rule battle 1 by aides" in told
    rule(desk.services, game, "battle 1 by aides", "the disk failed", ada(desk))
    assert tend_battles(desk.services) == (game,)
    assert returns(work_of(desk, game))[0].fact.result.how == "aides"


def test_a_battle_that_is_ruled_ends_its_game(desk: Office, tmp_path: Path) -> None:
    game = begun(desk, tmp_path, "post", umpire=ada(desk))
    tend_battles(desk.services)
    battle = fighting.battle_game(work_of(desk, game), 1)
    rule(desk.services, game, "battle 1: winner South", "a mistake", ada(desk))
    tend_battles(desk.services)
    ended = work_of(desk, battle)
    assert ended.state == "over"
    assert ended.battle.winner == "south"
    assert [line.body.reason for line in ended.story.lines if line.kind == "ruling"] == [SETTLED]
    audited = verify_archive(desk, tmp_path, battle)
    assert audited.good, audited.lines


def test_a_game_that_ends_with_a_report_held_is_ended_once(desk: Office, tmp_path: Path) -> None:
    game = begun(desk, tmp_path, "post", umpire=ada(desk))
    tend_battles(desk.services)
    battle = fighting.battle_game(work_of(desk, game), 1)
    there = work_of(desk, battle)
    for act in ("held", "published"):
        there.note("report", UMPIRE, Reported(act=act, by=ada(desk), seat=Seat("south"), reason="fog"))
    there.write()
    rule(desk.services, game, "battle 1: winner South", "a mistake", ada(desk))
    for _ in range(2):
        tend_battles(desk.services)
    ended = work_of(desk, battle)
    assert (ended.state, ended.desk.ended) == ("running", True)
    assert len([line for line in ended.story.lines if line.kind == "ruling"]) == 1


def test_who_gets_a_false_letter_is_not_told_that_it_was_ruled(desk: Office, umpired: GameId) -> None:
    letter = 'rule letter from White to Red: "Come to the Mill."'
    report = "rule report to Red: 3000 horse at Easton"
    rule(desk.services, umpired, f"{letter}\n{report}", "to lead them astray", ada(desk))
    assert mails(desk, "ruling") == []
    rule(desk.services, umpired, "rule S1-1 800 men", "a slip", ada(desk))
    assert len(mails(desk, "ruling")) == 1


def verify_archive(desk: Office, folder: Path, game: GameId) -> Any:
    path = folder / "battle.jsonl"
    path.write_text("".join(export_game(desk.services, game)), encoding="utf-8")
    return verify_file(path, audit=True)


def mails(desk: Office, kind: str) -> list[str]:
    """The mails of a kind."""
    with desk.services.db.reading() as session:
        found = session.exec(select(OutMail).where(OutMail.kind == kind)).all()
        return [one.raw.decode("utf-8", "replace").replace("=\r\n", "").replace("=\n", "") for one in found]


def test_a_battle_that_no_player_can_be_seated_in_is_settled_by_the_table(
    desk: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(desk, tmp_path, "post", umpire=ada(desk))
    monkeypatch.setattr(fighting, "_player", lambda work, seat: PlayerId("gone"))
    assert tend_battles(desk.services) == (game,)
    assert "could not be fought" not in returns(work_of(desk, game))[0].fact.result.text
    assert any("could not be fought" in one for one in mails(desk, "umpire")), "the umpire is told why"


def test_a_player_of_the_other_side_takes_no_seat_of_a_battle(desk: Office, tmp_path: Path) -> None:
    game = begun(desk, tmp_path, "post")
    tend_battles(desk.services)
    battle = fighting.battle_game(work_of(desk, game), 1)
    work = work_of(desk, battle)
    assert "another side of Two rivers" in knows_elsewhere(work, desk.tom, Side("south"))
    assert knows_elsewhere(work, desk.tom, Side("north")) == ""
    assert "another side of" in knows_elsewhere(work_of(desk, game), desk.ines, Side("north"))


def test_only_who_knows_of_a_battle_is_shown_it(desk: Office, tmp_path: Path) -> None:
    campaign = work_of(desk, begun(desk, tmp_path, "ruled", umpire=ada(desk)))
    (called,) = called_in(campaign)
    assert called.known == (RED, WHITE)
    apart = replace(campaign.battle, fights=(replace(campaign.battle.fights[0], known=(WHITE,)),))
    campaign = replaced(campaign, battle=apart)
    assert elsewhere(campaign, RED).battles == ()
    assert len(elsewhere(campaign, WHITE).battles) == 1


@pytest.mark.parametrize("how", ["post", "table"])
def test_a_commander_learns_at_once_of_a_battle_that_he_fights(desk: Office, tmp_path: Path, how: str) -> None:
    """CA-Q37: no courier has reached him."""
    campaign = work_of(desk, begun(desk, tmp_path, how))
    apart = replace(campaign.battle, fights=(replace(campaign.battle.fights[0], known=(WHITE,)),))
    assert [one.how for one in elsewhere(replaced(campaign, battle=apart), RED).battles] == [how]


def test_a_letter_in_a_ruling_by_mail_may_be_wrapped() -> None:
    read = ruling_in('rule letter from White to Red: "Come to the\nMill."\nbecause of a spy')
    assert read is not None
    assert (read.text, read.reason) == ('rule letter from White to Red: "Come to the Mill."', "of a spy")


def test_a_side_too_small_for_a_stand_is_fought_by_no_rule_set(desk: Office, tmp_path: Path) -> None:
    (called,) = called_in(work_of(desk, begun(desk, tmp_path, "post")))
    south = called.spec.sides[0]
    few = replace(south, units=(replace(south.units[0], men=59),))
    with pytest.raises(NotTaken, match="South has no unit of 60 men"):
        made(RULES, replace(called.spec, sides=(few, called.spec.sides[1])), dict, several=True)
