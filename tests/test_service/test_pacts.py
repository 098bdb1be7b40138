"""Draws, concessions, pauses by consent, a day for the others: offered, settled, refused, taken back."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.cli.archives import verify_file
from pbem.clock import from_iso
from pbem.engine.ids import GameId, Seat
from pbem.engine.journal import Pacted
from pbem.engine.ruleset import no_end_by_agreement
from pbem.service.agreements import pacts
from pbem.service.agreements.deputies import name_deputy
from pbem.service.agreements.pacts import NoPact, standing_offer, turn_name
from pbem.service.agreements.tabletalk import table_talk
from pbem.service.model.mails import Correspondent
from pbem.service.options import Options
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import extend, submit
from pbem.service.play.work import Chair
from pbem.service.replay.downloads import export_game
from pbem.service.services import Services
from pbem.store import journal
from pbem.store.tables import PlayerId
from tests.test_service.conftest import Office, composed
from tests.toyrules import BLUE, RED, rules

SOUTH, NORTH = Seat("south"), Seat("north")


def play_turn(office: Office, game: GameId, *seats: Seat) -> None:
    for seat in seats or (RED, BLUE):
        submit(office.services, game, seat, "bid 1\nready", "mail", office.players[seat])


def due(office: Office, game: GameId) -> datetime | None:
    told = load_game(office.services, game).desk.due
    return from_iso(told) if told else None


def told(office: Office, kind: str = "pact") -> list[tuple[str, str]]:
    """Addressee and first words of every mail of a kind."""
    return [(mail.recipient.partition("@")[0], mail.raw.decode()) for mail in office.mails(kind)]


# --- a draw -------------------------------------------------------------------------------------------------------


def test_a_draw_that_is_agreed_ends_the_battle_and_publishes_the_seed(office: Office) -> None:
    game = office.begin()
    assert not pacts.offer_draw(office.services, game, RED, office.players[RED])
    ((to, words),) = told(office)
    assert to == "blue"
    assert "Red offers a draw" in words
    assert load_game(office.services, game).state == "running"
    assert pacts.agree(office.services, game, BLUE, office.players[BLUE], "draw")
    work = load_game(office.services, game)
    assert (work.state, work.desk.seed, work.desk.open, work.desk.due) == ("over", b"toy".hex(), None, "")
    assert [(mail.seat, mail.turn) for mail in office.mails("over")] == [("blue", 2), ("red", 2)]
    page = game_page(office.services, game, BLUE)
    assert page.outcome is not None
    assert (page.outcome.kind, page.outcome.winner) == ("draw", "")
    with pytest.raises(NoPact, match="is over"):
        pacts.offer_draw(office.services, game, RED, office.players[RED])


def test_two_who_offer_at_once_have_agreed(lite: Office) -> None:
    game = lite.begin()
    assert not pacts.offer_draw(lite.services, game, RED, lite.players[RED])
    with pytest.raises(NoPact, match="said so already"):
        pacts.offer_draw(lite.services, game, RED, lite.players[RED])
    assert pacts.offer_draw(lite.services, game, BLUE, lite.players[BLUE])


def test_an_offer_is_refused_taken_back_or_lapses_with_its_turn(lite: Office) -> None:
    game = lite.begin()
    pacts.offer_draw(lite.services, game, RED, lite.players[RED])
    with pytest.raises(NoPact, match="No draw is on offer"):
        pacts.agree(lite.services, game, RED, lite.players[RED], "draw")
    pacts.decline(lite.services, game, BLUE, lite.players[BLUE], "draw")
    assert ("red", True) in [(to, "Blue declines the draw" in words) for to, words in told(lite)]
    pacts.offer_draw(lite.services, game, RED, lite.players[RED])
    with pytest.raises(NoPact, match="no open offer of a draw"):
        pacts.take_back(lite.services, game, BLUE, lite.players[BLUE], "draw")
    pacts.take_back(lite.services, game, RED, lite.players[RED], "draw")
    pacts.offer_draw(lite.services, game, RED, lite.players[RED])
    assert standing_offer(load_game(lite.services, game), "draw") is not None
    play_turn(lite, game)
    assert standing_offer(load_game(lite.services, game), "draw") is None
    with pytest.raises(NoPact, match="its turn is over"):
        pacts.agree(lite.services, game, BLUE, lite.players[BLUE], "draw")
    assert not pacts.offer_draw(lite.services, game, BLUE, lite.players[BLUE])
    assert load_game(lite.services, game).state == "running"


def test_the_aide_and_an_empty_rule_book_agree_to_nothing(lite: Office) -> None:
    game = lite.begin(aides=(BLUE,))
    with pytest.raises(NoPact, match="never agrees to a draw"):
        pacts.offer_draw(lite.services, game, RED, lite.players[RED])
    other = lite.with_rules(rules(conclude=no_end_by_agreement))
    with pytest.raises(NoPact, match="allows no such end"):
        pacts.concede(other.services, game, RED, lite.players[RED])
    assert load_game(lite.services, game).state == "running"


def test_a_deputy_and_a_stranger_settle_nothing(lite: Office) -> None:
    game = lite.begin()
    deputy = name_deputy(lite.services, game, RED, "dora@example.org", 1, 2, lite.players[RED])
    for who in (deputy, lite.players[BLUE]):
        with pytest.raises(NoPact, match="Only the player of the seat"):
            pacts.concede(lite.services, game, RED, who)


# --- giving up ----------------------------------------------------------------------------------------------------


def test_who_concedes_alone_against_the_aide_has_lost(lite: Office) -> None:
    game = lite.begin(aides=(BLUE,))
    assert pacts.concede(lite.services, game, RED, lite.players[RED])
    page = game_page(lite.services, game, RED)
    assert page.outcome is not None
    assert (page.state, page.outcome.kind, page.outcome.winner) == ("over", "conceded", "blue")


def test_a_side_of_several_concedes_when_all_its_players_have(lite: Office) -> None:
    """The toy's two seats, made one side for this once."""
    office = lite.with_rules(rules(side_of=lambda battle, seat: "both"))
    game = office.begin()
    assert not pacts.concede(office.services, game, RED, office.players[RED])
    assert [to for to, _ in told(office)] == ["blue"]
    assert pacts.concede(office.services, game, BLUE, office.players[BLUE])
    assert load_game(office.services, game).state == "over"


def test_the_enemy_does_not_learn_that_one_of_two_would_give_up(lite: Office) -> None:
    """Red and Green are one side; a third seat is set beside the toy's two."""
    office = lite.with_rules(rules(side_of=lambda battle, seat: "blue" if seat == BLUE else "red"))
    work = load_game(office.services, office.begin())
    green = Chair(Seat("green"), "Green", False, Correspondent(PlayerId("p-g"), "Gus Green", "gus@example.org"))
    work.chairs = (*work.chairs, green)
    work.note("pact", RED, Pacted(seat=RED, about="concession", act="offered", turn=turn_name(work)))
    seen = {one.seat: table_talk(work, one.seat, PlayerId("")) for one in work.chairs}
    assert {seat: talk.conceding for seat, talk in seen.items()} == {RED: ("Green",), BLUE: (), "green": ()}
    assert {seat: talk.offers for seat, talk in seen.items()} == {RED: (), BLUE: (), "green": ()}


def test_a_stopped_game_can_be_given_up(lite: Office) -> None:
    def broken(play: object) -> None:
        raise ZeroDivisionError

    game = lite.begin()
    play_turn(lite.with_rules(rules(broken)), game)
    assert load_game(lite.services, game).state == "stopped"
    assert pacts.concede(lite.services, game, RED, lite.players[RED])
    work = load_game(lite.services, game)
    assert (work.state, work.desk.stopped, work.stop_reason) == ("over", "", "")


@pytest.mark.parametrize("end", ["concede", "draw"])
def test_the_archive_of_a_battle_ended_by_its_players_holds_to_the_last_rule(lite: Office, end: str) -> None:
    snaphance = Services(lite.services.db, lite.services.config, lite.clock, compose=composed)
    people = {SOUTH: lite.players[RED], NORTH: lite.players[BLUE]}
    game = new_game(snaphance, "snaphance/harrow-down", people, seed=b"pact")
    for seat in (SOUTH, NORTH):
        submit(snaphance, game, seat, "ready", "mail", "x")
    if end == "concede":
        assert pacts.concede(snaphance, game, SOUTH, people[SOUTH])
    else:
        pacts.offer_draw(snaphance, game, SOUTH, people[SOUTH])
        assert pacts.agree(snaphance, game, NORTH, people[NORTH], "draw")
    page = game_page(snaphance, game, SOUTH)
    assert page.outcome is not None
    words = "The other side conceded: North has won" if end == "concede" else "agreed to a draw in round 2"
    assert words in page.outcome.text
    file = Path(lite.services.config.data_dir) / "archive.jsonl"
    file.write_text("".join(export_game(snaphance, game)), encoding="utf-8")
    checked = verify_file(file, audit=True)
    assert checked.good, checked.lines
    with lite.services.db.reading() as session:
        kinds = [one.kind for one in journal.load(session, game)]
    assert kinds[-4:] == ["pact", "ruling", "unask", "seed"]


# --- a pause ------------------------------------------------------------------------------------------------------


def test_in_a_pause_without_an_end_no_deadline_runs_until_somebody_says_so(office: Office) -> None:
    game = office.begin()
    was = due(office, game)
    assert was is not None
    office.later(days=1)
    assert not pacts.offer_pause(office.services, game, RED, office.players[RED])
    assert pacts.agree(office.services, game, BLUE, office.players[BLUE], "pause")
    assert due(office, game) is None
    assert "The game is paused" in extend(office.services, game, RED, "mail", "x").said[0]
    office.later(days=30)
    assert tick(office.services).played == ()
    assert load_game(office.services, game).desk.misses == {}
    pacts.end_pause(office.services, game, BLUE, office.players[BLUE])
    assert due(office, game) == datetime.fromisoformat("2026-06-13T20:00:00+00:00")  # the 58 hours that were left
    assert [to for to, words in told(office) if "says that the game goes on" in words] == ["red"]
    with pytest.raises(NoPact, match="not paused"):
        pacts.end_pause(office.services, game, BLUE, office.players[BLUE])


def test_a_pause_until_a_day_ends_by_itself_and_reminds_nobody_before(lite: Office) -> None:
    game = lite.begin(Options(remind=96))
    pacts.offer_pause(lite.services, game, RED, lite.players[RED], "2026-05-30")
    assert pacts.agree(lite.services, game, BLUE, lite.players[BLUE], "pause")
    after = due(lite, game)
    assert after is not None
    assert after > datetime.fromisoformat("2026-05-31T00:00:00+00:00")
    assert after - timedelta(hours=96) < datetime.fromisoformat("2026-05-29T23:00:00+00:00")
    assert tick(lite.services, datetime.fromisoformat("2026-05-29T23:00:00+00:00")).reminded == ()
    with pytest.raises(NoPact, match="until Sat 30 May 2026 and ends by itself"):
        pacts.end_pause(lite.services, game, RED, lite.players[RED])
    play_turn(lite, game)  # whoever likes plays on
    opened = due(lite, game)
    assert opened is not None
    assert opened >= datetime.fromisoformat("2026-06-02T20:00:00+00:00")
    lite.clock.at = datetime.fromisoformat("2026-05-30T00:00:01+00:00")
    assert not pacts.offer_pause(lite.services, game, RED, lite.players[RED], "2026-06-30")
    assert tick(lite.services, opened - timedelta(hours=23)).reminded == (game,)


def test_a_battle_that_ends_in_a_pause_is_not_paused(lite: Office) -> None:
    game = lite.begin(Options())
    for seat in (RED, BLUE):
        pacts.offer_pause(lite.services, game, seat, lite.players[seat], "2026-05-30")
    rest = table_talk(load_game(lite.services, game), RED, lite.players[RED]).rest
    assert rest == "until Sat 30 May 2026"
    assert pacts.concede(lite.services, game, RED, lite.players[RED])
    assert table_talk(load_game(lite.services, game), RED, lite.players[RED]).rest == ""


def test_a_turn_opened_in_an_open_pause_gets_its_whole_time_when_the_pause_ends(lite: Office) -> None:
    game = lite.begin(aides=(BLUE,))
    assert pacts.offer_pause(lite.services, game, RED, lite.players[RED])  # the aide is not asked
    play_turn(lite, game, RED)
    assert (due(lite, game), load_game(lite.services, game).state) == (None, "running")
    lite.later(days=9)
    pacts.end_pause(lite.services, game, RED, lite.players[RED])
    assert due(lite, game) == datetime.fromisoformat("2026-05-23T20:00:00+00:00")


@pytest.mark.parametrize(
    ("until", "why"),
    [
        ("2026-05-11", "after today"),
        ("2027-05-11", "within 180 days"),
        ("next week", "is not a day"),
        ("2026-13-01", "no"),
    ],
)
def test_a_pause_until_no_day_is_refused(lite: Office, until: str, why: str) -> None:
    game = lite.begin()
    with pytest.raises(NoPact, match=why):
        pacts.offer_pause(lite.services, game, RED, lite.players[RED], until)


def test_without_a_clock_there_is_nothing_to_pause_and_one_pause_is_enough(lite: Office) -> None:
    free, game = lite.begin(Options(every=0)), lite.begin(aides=(BLUE,))
    with pytest.raises(NoPact, match="has no deadlines"):
        pacts.offer_pause(lite.services, free, RED, lite.players[RED])
    pacts.offer_pause(lite.services, game, RED, lite.players[RED])
    with pytest.raises(NoPact, match="paused already"):
        pacts.offer_pause(lite.services, game, RED, lite.players[RED])


# --- a day more for the others ------------------------------------------------------------------------------------


def test_who_is_ready_grants_the_others_a_day_once_a_turn(lite: Office) -> None:
    game = lite.begin()
    was = due(lite, game)
    assert was is not None
    with pytest.raises(NoPact, match="once you have submitted"):
        pacts.grant_day(lite.services, game, RED, lite.players[RED])
    submit(lite.services, game, RED, "bid 1\nready", "mail", "x")
    pacts.grant_day(lite.services, game, RED, lite.players[RED])
    assert due(lite, game) == was + timedelta(days=1)
    assert [mail.recipient for mail in lite.mails("extended")] == ["blue@example.org"]
    with pytest.raises(NoPact, match="granted a day for this turn already"):
        pacts.grant_day(lite.services, game, RED, lite.players[RED])
    assert load_game(lite.services, game).desk.extended == {}
    submit(lite.services, game, BLUE, "bid 1\nready", "mail", "x")
    submit(lite.services, game, RED, "bid 1\nready", "mail", "x")
    pacts.grant_day(lite.services, game, RED, lite.players[RED])


def test_the_aide_needs_no_day(lite: Office) -> None:
    game = lite.begin(Options(every=0))
    with pytest.raises(NoPact, match="no deadline to put off"):
        pacts.grant_day(lite.services, game, RED, lite.players[RED])
