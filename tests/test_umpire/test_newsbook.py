"""The newsbook: who may sign how, what the umpire strikes, when an issue goes out, and what it must not give away."""

from pathlib import Path

import pytest

from pbem.clock import from_iso
from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import UMPIRE, Seat
from pbem.service.options import Newsbook, Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.letters import letters_with
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.account import account_of
from pbem.service.umpire.letterlines import LetterWord, letter_line_in
from pbem.service.umpire.newsbook import NoNews, Way, newsbook_of, strike_news, whole_newsbook, write_news
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.rulings import rule
from pbem.service.umpire.turnback import past_turns, turn_back
from tests.test_mail.conftest import HARROW, begun, letter, office_with  # noqa: F401  # two are fixtures
from tests.test_mail.conftest import Office as MailOffice
from tests.test_umpire.conftest import Office, Umpired, begin_umpired, lite  # noqa: F401  # one is a fixture
from tests.test_umpire.test_questions import by_mail  # noqa: F401  # a fixture
from tests.test_umpire.test_turned_back import play
from tests.toyrules import BLUE, RED
from tests.web_offices import NORTH, SOUTH, office, plain

WORDS, WHY = "The zephyr has turned!", "it names a person"


@pytest.fixture
def book(lite: Office) -> Umpired:  # noqa: F811  # the fixture's name
    """A duel with a newsbook in which an item may bear any name."""
    return begin_umpired(lite, Options(newsbook="any"))


def write(made: Umpired, text: str = WORDS, seat: Seat = RED, way: Way = "signed", name: str = "") -> int:
    by = made.umpire if seat == UMPIRE else made.office.players[seat]
    return write_news(made.office.services, made.game, seat, text, by, way, name)


def read(made: Umpired, seat: Seat) -> list[tuple[int, str, str]]:
    """The items a seat has had: issue, signature, words; the newest first."""
    printed = newsbook_of(load_game(made.office.services, made.game), seat).printed
    return [(one.issue, one.sender, one.text) for one in printed]


def test_an_item_goes_out_with_the_reports_of_the_next_turn_to_all_at_once(book: Umpired) -> None:
    write(book)
    write(book, "Rain.", BLUE, "anonymous")
    write(book, "Hear!", BLUE, "named", "The Mercury")
    assert [read(book, seat) for seat in (RED, BLUE)] == [[], []]
    play(book)
    issue = [(1, "The Mercury", "Hear!"), (1, "", "Rain."), (1, "Red", WORDS)]
    assert [read(book, seat) for seat in (RED, BLUE)] == [issue, issue]
    work = load_game(book.office.services, book.game)
    assert [len(letters_with(work, seat, 1)) for seat in (RED, BLUE)] == [3, 3]
    assert all(b"zephyr" in one.raw for one in book.office.mails("report") if one.turn == 2)
    play(book)
    assert read(book, RED) == issue
    archive = read_archive(export_game(book.office.services, book.game))
    assert [one.what for one in verify(archive, work.rules, audit=True) if one.fault] == []


def test_no_player_learns_who_wrote_an_item_or_that_one_waits(book: Umpired) -> None:
    write(book, way="anonymous")
    services = book.office.services
    assert newsbook_of(load_game(services, book.game), BLUE).items == ()
    (mail,) = [one for one in book.office.mails("umpire") if b"zephyr" in one.raw]
    assert mail.player == book.umpire
    book.office.later(hours=1)
    play(book)
    (item,) = newsbook_of(load_game(services, book.game), BLUE).printed
    assert (item.sender, item.by, item.mine) == ("", "", False)
    assert item.at > from_iso(load_game(services, book.game).desk.news[0].at)  # its own hour is not told


def test_a_struck_item_is_never_printed_and_its_writer_sees_it_wait(book: Umpired) -> None:
    services = book.office.services
    write(book)
    for player in book.office.players.values():
        with pytest.raises(NotUmpire):
            strike_news(services, book.game, 1, WHY, player)
    with pytest.raises(NoNews, match="reason"):
        strike_news(services, book.game, 1, " ", book.umpire)
    strike_news(services, book.game, 1, WHY, book.umpire)
    with pytest.raises(NoNews, match="has been struck"):
        strike_news(services, book.game, 1, WHY, book.umpire)
    play(book)
    assert read(book, BLUE) == []
    (own,) = newsbook_of(load_game(services, book.game), RED).items
    assert (own.state, own.reason) == ("waits", "")
    (known,) = whole_newsbook(load_game(services, book.game)).items
    assert (known.state, known.reason, known.writer) == ("struck", WHY, "Red")


def test_a_writer_who_is_told_sees_the_item_struck(book: Umpired) -> None:
    services = book.office.services
    write(book)
    strike_news(services, book.game, 1, WHY, book.umpire, told="touched")
    (own,) = newsbook_of(load_game(services, book.game), RED).items
    assert (own.state, own.reason) == ("struck", WHY)
    (mail,) = [one for one in book.office.mails("seat") if WHY.encode() in one.raw]
    assert mail.recipient == "red@example.org"
    assert b"kept an item out" in mail.raw  # a number would count the items of others


def test_an_issue_stays_out_after_the_game_is_turned_back(book: Umpired) -> None:
    write(book)
    play(book)
    turns = past_turns(load_game(book.office.services, book.game))
    turn_back(book.office.services, book.game, turns[-1].events[0].seq, "same", WHY, book.umpire)
    assert read(book, BLUE) == [(1, "Red", WORDS)]


@pytest.mark.parametrize(
    ("kind", "way", "name", "why"),
    [
        ("none", "signed", "", "no newsbook"),
        ("signed", "anonymous", "", "can be: signed$"),
        ("anonymous", "named", "The Mercury", "can be: signed, anonymous$"),
        ("any", "named", "blue", "player or a side"),
        ("any", "named", "The Umpire", "player or a side"),
        ("any", "named", " ", "write the name"),
    ],
)
def test_what_a_game_does_not_allow_is_refused(
    lite: Office, kind: Newsbook, way: Way, name: str, why: str  # noqa: F811  # the fixture's name
) -> None:  # fmt: skip
    made = begin_umpired(lite, Options(newsbook=kind))
    with pytest.raises(NoNews, match=why):
        write(made, way=way, name=name)


def test_the_umpire_writes_under_any_name(book: Umpired) -> None:
    write(book, seat=UMPIRE, way="named", name="Red")
    play(book)
    assert read(book, RED) == [(1, "Red", WORDS)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("news 3: strike\nbecause no", LetterWord(news=True, number=3, does="strike", reason="no")),
        ("newsbook: Rain.", LetterWord(news=True, text="Rain.")),
        ("Newsbook signed The Mercury: Rain.\nSun.", LetterWord(news=True, sign="The Mercury", text="Rain.\nSun.")),
    ],
)
def test_a_line_of_the_umpires_is_about_the_newsbook(text: str, line: LetterWord) -> None:
    assert letter_line_in(text) == line


def test_a_player_writes_for_it_by_mail_among_orders(by_mail: MailOffice) -> None:  # noqa: F811  # the fixture's name
    by_mail.receive(letter("S02 turn 2\nready\n\nnewsbook anonymous: Rain.\n"))
    assert by_mail.orders() == ["S02 turn 2"]
    assert load_game(by_mail.services, HARROW).desk.news == ()  # this game has none, and says so
    assert any(b"no newsbook" in one.raw for one in by_mail.mails())


def test_pages_show_each_reader_their_part_and_the_debrief_all(tmp_path: Path) -> None:
    with office(tmp_path) as desk:
        services, geoff = desk.services, ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        options = Options(newsbook="any")
        game = new_game(services, "snaphance/harrow-down", {SOUTH: desk.ines, NORTH: desk.tom}, options, umpire=geoff)
        ines, tom, umpire = desk.visitor(desk.ines), desk.visitor(desk.tom), desk.visitor(geoff)
        here = f"/g/{game}/newsbook"
        sent = ines.send(here, here, text=WORDS, way="named", name="The Mercury", do="write")
        assert sent.status_code == 303
        assert ines.send(here, here, text="x", way="named", name="North", do="write").status_code == 409
        assert "zephyr" in ines.get(here).text
        assert "zephyr" not in tom.get(here).text
        assert "South, signed The Mercury" in plain(umpire.get(here).text)
        assert tom.send(here, here, do="strike 1", reason=WHY).status_code == 404
        assert "struck" not in ines.get(here).text
        assert umpire.send(here, here, do="strike 1", reason=WHY, told="touched").status_code == 303
        assert "struck" in ines.get(here).text
        rule(services, game, "end: South wins", WHY, geoff)
        assert "Struck by the umpire · signed The Mercury, written by South" in plain(
            tom.get(f"/g/{game}/debrief").text
        )
        assert account_of(load_game(services, game), "UTC").counts["letter"] == 1
        assert desk.visitor(desk.tom).get(f"/g/{desk.begin()}/newsbook").status_code == 404
