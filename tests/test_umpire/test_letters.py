"""Letters in the umpire's hands: held, late, lost, read by the enemy, changed, forged; no player sees more of it."""

from pathlib import Path

import pytest
from msgspec import UNSET

from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import UMPIRE, GameId, Seat
from pbem.engine.journal import Told
from pbem.service.agreements.letterbook import NoLetter, letterbook, write_letter
from pbem.service.options import Options
from pbem.service.people.account import make_feed
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.letters import letters_with
from pbem.service.replay.debrief import debrief
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.account import account_of
from pbem.service.umpire.hearing import tell_of_act
from pbem.service.umpire.letterlines import LetterWord, letter_line_in
from pbem.service.umpire.letters import Does, let_letters_wait, letter_desk, see_to_letter, write_as_umpire
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.rulings import rule
from pbem.service.umpire.seats import name_co_umpire
from pbem.service.umpire.turnback import past_turns, turn_back
from pbem.store import journal
from pbem.store.tables import PlayerId
from tests.api_programs import program
from tests.test_mail.conftest import ANN, BOB, HARROW, begun, letter, office_with  # noqa: F401  # two are fixtures
from tests.test_mail.conftest import Office as MailOffice
from tests.test_umpire.conftest import Office, Umpired, begin_umpired, lite  # noqa: F401  # one is a fixture
from tests.test_umpire.test_questions import GEOFF, by_mail, umpires_address  # noqa: F401  # one is a fixture
from tests.test_umpire.test_turned_back import play
from tests.toyrules import BLUE, RED
from tests.web_offices import NORTH, SOUTH, office, plain

WORDS, WHY = "Meet me at the zephyr ford.", "the ford is held"


@pytest.fixture
def waiting(lite: Office) -> Umpired:  # noqa: F811  # the fixture's name
    """A duel whose letters wait for the umpire, with one of Red's on its way to Blue."""
    made = begin_umpired(lite, Options(letters="umpire"))
    write(made)
    return made


def write(made: Umpired, text: str = WORDS, sender: Seat = RED, to: tuple[Seat, ...] = (BLUE,)) -> None:
    write_letter(made.office.services, made.game, sender, to, text, made.office.players[sender])


def see_to(made: Umpired, does: Does, *, by: PlayerId | None = None, **more: object) -> str:
    services = made.office.services
    return see_to_letter(services, made.game, 1, does, WHY, by or made.umpire, **more)  # type: ignore[arg-type]  # its own


def book(made: Umpired, seat: Seat) -> list[tuple[str, str]]:
    """The letters a seat reads: who from, and what they say."""
    return [(one.sender, one.text) for one in letterbook(load_game(made.office.services, made.game), seat).letters]


def mailed(made: Umpired, kind: str = "letter") -> list[str]:
    return [one.recipient for one in made.office.mails(kind)]


def audited(made: Umpired) -> list[str]:
    archive = read_archive(export_game(made.office.services, made.game))
    rules = load_game(made.office.services, made.game).rules
    return [one.what for one in verify(archive, rules, audit=True) if one.fault]


# --- on its way ---------------------------------------------------------------------------------------------------


def test_a_letter_that_waits_is_the_writers_and_the_umpires_alone(waiting: Umpired) -> None:
    assert book(waiting, RED) == [("Red", WORDS)]
    assert book(waiting, BLUE) == []
    assert mailed(waiting) == []
    (mail,) = [one for one in waiting.office.mails("umpire") if WORDS.encode() in one.raw]
    assert mail.player == waiting.umpire
    assert letter_desk(load_game(waiting.office.services, waiting.game), waiting.umpire).waiting == 1


def test_it_is_delivered_by_the_umpires_word_and_stays_so(waiting: Umpired) -> None:
    see_to(waiting, "hold")
    see_to(waiting, "deliver")
    assert mailed(waiting) == ["blue@example.org"]
    assert book(waiting, BLUE) == [("Red", WORDS)]
    for does in ("hold", "deliver", "lose", "delay", "change"):
        with pytest.raises(NoLetter, match="stays so"):
            see_to(waiting, does, turns=1, text="x")
    play(waiting)
    told = letters_with(load_game(waiting.office.services, waiting.game), BLUE, 1)
    assert [one.text for one in told] == [WORDS]
    turns = past_turns(load_game(waiting.office.services, waiting.game))
    turn_back(waiting.office.services, waiting.game, turns[-1].events[0].seq, "same", WHY, waiting.umpire)
    assert book(waiting, BLUE) == [("Red", WORDS)]
    assert audited(waiting) == []


def test_a_delayed_letter_comes_with_the_report_after_so_many_turns_of_its_addressee(waiting: Umpired) -> None:
    see_to(waiting, "delay", turns=2)
    play(waiting)
    assert book(waiting, BLUE) == []
    play(waiting)
    assert book(waiting, BLUE) == [("Red", WORDS)]
    work = load_game(waiting.office.services, waiting.game)
    assert [len(letters_with(work, BLUE, turn)) for turn in (1, 2)] == [0, 1]
    assert mailed(waiting) == []  # it came with the report
    assert audited(waiting) == []


def test_a_lost_letter_never_comes_unless_it_is_found_again(waiting: Umpired) -> None:
    see_to(waiting, "lose")
    for _ in range(2):
        play(waiting)
    assert book(waiting, BLUE) == []
    assert letter_desk(load_game(waiting.office.services, waiting.game), waiting.umpire).letters[0].fate == "lost"
    see_to(waiting, "hold")
    see_to(waiting, "deliver")
    assert book(waiting, BLUE) == [("Red", WORDS)]


def test_a_changed_letter_is_read_changed_and_its_writer_reads_his_own_words(waiting: Umpired) -> None:
    see_to(waiting, "change", text="Stay where you are.")
    see_to(waiting, "deliver")
    assert book(waiting, BLUE) == [("Red", "Stay where you are.")]
    assert book(waiting, RED) == [("Red", WORDS)]


def test_a_letter_without_a_reason_or_right_is_left_alone(waiting: Umpired) -> None:
    services = waiting.office.services
    with pytest.raises(NoLetter, match="reason"):
        see_to_letter(services, waiting.game, 1, "deliver", " ", waiting.umpire)
    with pytest.raises(NoLetter, match="no letter 7"):
        see_to_letter(services, waiting.game, 7, "deliver", WHY, waiting.umpire)
    for player in (waiting.office.players[RED], waiting.office.players[BLUE]):
        with pytest.raises(NotUmpire):
            see_to(waiting, "deliver", by=player)
    helper = name_co_umpire(services, waiting.game, "cora@example.org", ["letters"], waiting.umpire)
    see_to(waiting, "deliver", by=helper)
    with pytest.raises(NotUmpire):
        write_as_umpire(services, waiting.game, [RED], "Come.", helper, "Blue")


def test_the_umpire_has_letters_wait_in_any_game_and_lets_them_go_again(umpired: Umpired) -> None:
    services = umpired.office.services
    let_letters_wait(services, umpired.game, WHY, umpired.umpire, wait=True)
    write(umpired)
    assert book(umpired, BLUE) == []
    let_letters_wait(services, umpired.game, WHY, umpired.umpire, wait=False)
    write(umpired, "Another.")
    assert book(umpired, BLUE) == [("Red", "Another.")]
    with pytest.raises(NoLetter, match="already"):
        let_letters_wait(services, umpired.game, WHY, umpired.umpire, wait=False)


BOTH = ["blue@example.org", "red@example.org"]


@pytest.mark.parametrize(("told", "hear"), [("at the end", []), ("touched", BOTH), ("all", BOTH)])
def test_who_hears_of_it_is_chosen(waiting: Umpired, told: Told, hear: list[str]) -> None:
    see_to(waiting, "lose", told=told)
    sent = [one for one in waiting.office.mails("seat") if WHY.encode() in one.raw]
    assert sorted(one.recipient for one in sent) == hear
    assert all(b"seen to a letter, Red to Blue. Lost." in one.raw and WORDS.encode() not in one.raw for one in sent)
    with waiting.office.services.db.reading() as session:
        *_, last = [one for one in journal.load(session, waiting.game) if one.kind == "press"]
    body = load_game(waiting.office.services, waiting.game).rules.codec.read(last)
    assert body.act.told == (UNSET if told == "at the end" else told)


def test_a_co_umpire_of_one_side_tells_no_other(waiting: Umpired) -> None:
    services = waiting.office.services
    helper = name_co_umpire(services, waiting.game, "cora@example.org", ["letters"], waiting.umpire, "Red")
    with pytest.raises(NotUmpire, match="alone"):
        see_to(waiting, "lose", by=helper, told="touched")
    see_to(waiting, "lose", by=helper)


def test_a_co_umpire_of_one_side_tells_it_of_its_letter_to_the_umpire(waiting: Umpired) -> None:
    services = waiting.office.services
    helper = name_co_umpire(services, waiting.game, "cora@example.org", ["letters"], waiting.umpire, "Red")
    work = load_game(services, waiting.game)
    tell_of_act(work, helper, "touched", {RED, UMPIRE}, "a letter", "Shown to a fellow.", WHY)
    assert [one.seat for one in work.matters] == [RED]


# --- the umpire's own ---------------------------------------------------------------------------------------------


def test_players_write_to_the_umpire_and_the_umpire_as_another(umpired: Umpired) -> None:
    services = umpired.office.services
    write(umpired, to=(UMPIRE,))
    assert book(umpired, BLUE) == []
    assert any(WORDS.encode() in one.raw for one in umpired.office.mails("umpire"))
    write_as_umpire(services, umpired.game, [BLUE], "I yield.", umpired.umpire, "Red")
    write_as_umpire(services, umpired.game, [BLUE, RED], "Peace!", umpired.umpire, "The King")
    assert book(umpired, BLUE) == [("The King", "Peace!"), ("Red", "I yield.")]
    assert book(umpired, RED) == [("The King", "Peace!"), ("Red", WORDS)]
    with pytest.raises(NoLetter, match="cannot go to that side"):
        write_as_umpire(services, umpired.game, [RED], "I yield.", umpired.umpire, "red")
    assert audited(umpired) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("letter 3: deliver\nbecause it is late", LetterWord(number=3, does="deliver", reason="it is late")),
        (
            "letter 3: lose\ntell those it touches\nbecause fog",
            LetterWord(number=3, does="lose", reason="fog", told="touched"),
        ),
        ("Letter 3 delay 2 turns", LetterWord(number=3, does="delay", more="2 turns")),
        ("letter #3, show to North.", LetterWord(number=3, does="show", more="to North")),
        ("letter 3: change\nStay.\nbecause I must", LetterWord(number=3, does="change", text="Stay.", reason="I must")),
        ("letter to North: Come.\nSoon.", LetterWord(to="North", text="Come.\nSoon.")),
        ("letter to all signed The King: Peace", LetterWord(to="all", sign="The King", text="Peace")),
        ("letter writing is fun", None),
    ],
)
def test_a_line_of_the_umpires_says_what_becomes_of_a_letter(text: str, line: LetterWord | None) -> None:
    assert letter_line_in(text) == line


def test_by_mail_an_umpire_sees_to_letters_and_a_player_writes_to_the_umpire(by_mail: MailOffice) -> None:  # noqa: F811  # a fixture
    services = by_mail.services
    geoff = ensure_player(services, GEOFF, "Geoff Gale")
    let_letters_wait(services, HARROW, WHY, geoff, wait=True)
    by_mail.receive(letter(f"letter to North: {WORDS}\n"))
    by_mail.receive(letter("to umpire: Is this fair?\n", name="two"))
    work = load_game(services, HARROW)
    assert [(one.to, bool(one.waits_for)) for one in work.desk.letters] == [((NORTH,), True), ((UMPIRE,), False)]
    assert by_mail.mails("letter") == []
    refused = by_mail.receive(letter("letter 1: deliver\n", GEOFF, umpires_address(by_mail, 0), "three"))
    assert refused.state == "rejected"  # no reason
    by_mail.receive(letter("letter 1: deliver\nbecause it is there\n", GEOFF, umpires_address(by_mail, 0), "four"))
    assert [one.recipient for one in by_mail.mails("letter")] == [BOB]
    by_mail.receive(letter("letter to South signed North: Come.\n", GEOFF, umpires_address(by_mail, 0), "five"))
    assert [one.recipient for one in by_mail.mails("letter")] == [BOB, ANN]


# --- what nobody else sees ----------------------------------------------------------------------------------------


def test_what_is_done_with_a_letter_shows_in_no_rendering_of_any_player(tmp_path: Path) -> None:
    """Page, API, feed and mail stay as they were, but for a side that reads a copy; the debrief then tells all."""
    with office(tmp_path) as desk:
        services = desk.services
        geoff = ensure_player(services, "geoff@example.org", "Geoff Gale")
        options = Options(letters="umpire")
        game = new_game(
            services, "snaphance/harrow-down", {SOUTH: desk.ines, NORTH: desk.tom}, options, umpire=geoff, seed=b"l"
        )
        ines, tom, umpire = desk.visitor(desk.ines), desk.visitor(desk.tom), desk.visitor(geoff)
        write_letter(services, game, SOUTH, (NORTH,), WORDS, desk.ines)
        paths = (f"/g/{game}", f"/g/{game}/letters", f"/g/{game}/table", f"/g/{game}/pulse", "/games")
        programs = [program(desk, game, player) for player in (desk.ines, desk.tom)]
        feeds = [f"/feed/{make_feed(services, player)}.atom" for player in (desk.ines, desk.tom)]

        def shown() -> list[str]:
            pages = [plain(one.get(path).text) for one in (ines, tom) for path in paths]
            answers = [one.get(path).text for one in programs for path in ("/letters", "/game", "/table", "/reports")]
            return [*pages, *answers, *(ines.get(path).text for path in feeds)]

        before, words = shown(), [*(tom.get(path).text for path in paths), programs[1].get("/letters").text]
        assert programs[0].get("/letters").status_code == 200
        assert not any("zephyr" in one for one in words)
        here = f"/g/{game}/umpire/letters"
        for do, more in (("hold 1", {}), ("delay 1", {"turns": "3"}), ("change 1", {"text": "Nay."})):
            assert umpire.send(here, here, do=do, reason=WHY, **more).status_code == 303
        assert shown() == before
        assert "A letter is on its way to it, from South." in plain(umpire.get(f"/g/{game}/umpire").text)
        assert umpire.send(here, here, do="lose 1", reason=WHY).status_code == 303
        assert shown() == before
        assert umpire.send(here, here, do="deliver 1", reason="").status_code == 409
        assert umpire.send(here, here, do="nonsense 1", reason=WHY).status_code == 400
        assert [ines.get(here).status_code, tom.get(here).status_code] == [404, 404]
        assert umpire.send(here, here, do="write", text="Hear ye", to="north", sign="South").status_code == 303
        forged = letterbook(load_game(services, game), NORTH).letters[0]
        assert (forged.text, forged.arrived) == ("Hear ye", forged.at)  # as a letter that has waited
        assert "Hear ye" in tom.get(f"/g/{game}/letters").text
        assert "Hear ye" not in ines.get(f"/g/{game}/letters").text
        rule(services, game, "end: South wins", WHY, geoff)
        laid = plain(tom.get(f"/g/{game}/debrief").text)
        assert "zephyr" in laid
        assert "The umpire, signed as South, to North" in laid
        work = load_game(services, game)
        written = debrief(services, game, NORTH).letters[0]
        assert (written.text, written.given, written.fate) == (WORDS, "Nay.", "lost; changed by the umpire")
        assert account_of(work, "UTC").counts["letter"] == 5


def test_a_copy_is_read_as_it_was_written_by_the_side_it_is_shown_to_alone(lite: Office) -> None:  # noqa: F811  # a fixture
    made = begin_umpired(lite, Options(letters="umpire"))
    write(made, to=(UMPIRE,))
    see_to_letter(lite.services, made.game, 1, "show", WHY, made.umpire, to=BLUE)
    (copy,) = letterbook(load_game(lite.services, made.game), BLUE).letters
    assert (copy.sender, copy.text, copy.taken) == ("Red", WORDS, True)
    assert book(made, RED) == [("Red", WORDS)]
    assert mailed(made) == ["blue@example.org"]
    with pytest.raises(NoLetter, match="no part in"):
        see_to_letter(lite.services, made.game, 1, "show", WHY, made.umpire, to=RED)


def test_without_an_umpire_no_letter_waits(lite: Office) -> None:  # noqa: F811  # a fixture
    game: GameId = lite.begin(Options(letters="umpire"))
    write_letter(lite.services, game, RED, (BLUE,), WORDS, lite.players[RED])
    assert len(letterbook(load_game(lite.services, game), BLUE).letters) == 1
