"""A co-umpire of one side: what can be given, which mails, letters and questions are theirs, what they play later."""

import pytest

from pbem.engine.ids import UMPIRE, Seat
from pbem.service.agreements.deputies import BadDeputy, name_deputy
from pbem.service.agreements.letterbook import NoLetter, write_letter
from pbem.service.agreements.seating import SeatTaken, leave_seat, take_seat
from pbem.service.incoming.clocklines import CLOCK_LINES, SEAT_LINES
from pbem.service.incoming.umpiredesk import LINES
from pbem.service.operator.blinkers import blinkers_of
from pbem.service.options import Options
from pbem.service.play.games import load_game
from pbem.service.play.running import stop_game
from pbem.service.umpire.digest import send_umpires_digests
from pbem.service.umpire.letters import letter_desk, see_to_letter, write_as_umpire
from pbem.service.umpire.questions import NoQuestion, all_questions, answer_question, ask_umpire
from pbem.service.umpire.rights import OF_ONE_SIDE, RIGHTS, Right, may, may_see, rights_words
from pbem.service.umpire.seats import BadUmpire, dismiss_co_umpire, hand_over, name_co_umpire
from pbem.service.umpire.umpired import umpired_games
from pbem.store.tables import Player, PlayerId
from tests.test_mail.conftest import Office as MailOffice
from tests.test_mail.conftest import begun, letter, office_with  # noqa: F401  # two are fixtures
from tests.test_umpire.conftest import Office, Umpired, begin_umpired, lite  # noqa: F401  # one is a fixture
from tests.test_umpire.test_clock_by_mail import HELEN, says, work_of
from tests.test_umpire.test_questions import by_mail, told_to, umpires_address  # noqa: F401  # one is a fixture
from tests.toyrules import BLUE, RED
from tests.web_offices import NORTH, SOUTH

SECRET = "Is the zephyr ford ours?"


def sided(made: Umpired, seat: Seat, *rights: Right) -> PlayerId:
    """Helen, who sees one side."""
    return name_co_umpire(made.office.services, made.game, HELEN, rights, made.umpire, seat)


def mailed(made: Umpired, words: str) -> set[str]:
    """Who has an umpire's mail with these words."""
    return {one.recipient for one in made.office.mails("umpire") if words.encode() in one.raw}


@pytest.mark.parametrize("right", [one for one in RIGHTS if one not in OF_ONE_SIDE])
def test_what_touches_every_side_is_not_given_with_one(right: Right, umpired: Umpired) -> None:
    with pytest.raises(BadUmpire, match=r"that touches every side\. Of one side you can give: letters, questions"):
        sided(umpired, RED, "letters", right)
    with pytest.raises(BadUmpire, match="a co-umpire can see Red and Blue, or everything"):
        sided(umpired, Seat("green"))


def test_the_side_alone_can_be_given_and_is_replaced_by_other_rights(umpired: Umpired) -> None:
    services, game = umpired.office.services, umpired.game
    helen = sided(umpired, RED)
    work = load_game(services, game)
    assert rights_words(work, helen) == ("see what Red can see",)
    assert (may_see(work, helen, RED), may_see(work, helen, BLUE), may(work, helen, "look")) == (True, False, False)
    assert [one.page for one in umpired_games(services, helen, "UTC")] == ["as/red"]
    assert mailed(umpired, "/g/duel/as/red") == {HELEN}
    name_co_umpire(services, game, HELEN, ["look", "rule"], umpired.umpire)
    assert may(load_game(services, game), helen, "rule")
    assert may_see(load_game(services, game), helen, BLUE)


def test_letters_and_questions_are_those_of_the_side_and_of_no_other(lite: Office) -> None:  # noqa: F811  # a fixture
    made = begin_umpired(lite, Options(letters="umpire"))
    services, game, (red, blue) = lite.services, made.game, (lite.players[RED], lite.players[BLUE])
    helen = sided(made, BLUE, *OF_ONE_SIDE)
    write_letter(services, game, RED, (UMPIRE,), SECRET, red)
    ask_umpire(services, game, RED, SECRET, red)
    assert mailed(made, "zephyr") == {"geoff@example.org"}
    write_letter(services, game, BLUE, (RED,), "Yield.", blue)
    ask_umpire(services, game, BLUE, "May we dig?", blue)
    assert mailed(made, "May we dig") == {"geoff@example.org", HELEN}
    assert mailed(made, "letter 1: deliver") == {HELEN}
    assert mailed(made, "letter 2: deliver") == {"geoff@example.org"}
    assert mailed(made, "to all:") & mailed(made, "May we dig") == {"geoff@example.org"}
    work = load_game(services, game)
    assert [(one.number, one.text) for one in letter_desk(work, helen).letters] == [(1, "Yield.")]
    assert [one.text for one in all_questions(work, helen)] == ["May we dig?"]
    (card,) = umpired_games(services, helen, "UTC")
    assert (card.questions, card.awaited, card.waits) == (1, 1, False)
    for number, to_all, why in ((1, False, "no question 1 in .* the last one is 2"), (2, True, "one side alone")):
        with pytest.raises(NoQuestion, match=why):
            answer_question(services, game, number, "Yes.", helen, to_all=to_all)
    answer_question(services, game, 2, "Yes.", helen, to_all=False)
    assert see_to_letter(services, game, 1, "deliver", "in time", helen).startswith("Letter 1 from Blue: delivered")
    with pytest.raises(NoLetter, match="of Blue alone"):
        write_as_umpire(services, game, [RED, BLUE], "Hurry.", helen)
    write_as_umpire(services, game, [BLUE], "Hurry.", helen)


def test_a_letter_keeps_its_number_when_other_letters_are_given_to_a_co_umpire(lite: Office) -> None:  # noqa: F811  # a fixture
    made = begin_umpired(lite, Options(letters="umpire"))
    services, game, (red, blue) = lite.services, made.game, (lite.players[RED], lite.players[BLUE])
    write_letter(services, game, RED, (UMPIRE,), "one", red)
    write_letter(services, game, BLUE, (UMPIRE,), "two", blue)
    helen = sided(made, BLUE, "letters")

    def numbers() -> dict[int, str]:
        return {one.number: one.text for one in letter_desk(load_game(services, game), helen).letters}

    assert numbers() == {1: "two"}
    write_letter(services, game, RED, (UMPIRE,), "three", red)
    sided(made, Seat(""), "letters")
    assert numbers() == {1: "two", 2: "one", 3: "three"}
    write_letter(services, game, BLUE, (RED,), "four", blue)
    assert mailed(made, "letter 4: deliver") == {HELEN, "geoff@example.org"}
    dismiss_co_umpire(services, game, helen, made.umpire)
    write_letter(services, game, RED, (UMPIRE,), "five", red)
    sided(made, RED, "letters")
    assert numbers() == {2: "one", 3: "three", 4: "four", 5: "five"}
    with pytest.raises(NoLetter, match="no letter 1; the newest is 5"):
        see_to_letter(services, game, 1, "lose", "rain", helen)
    assert see_to_letter(services, game, 4, "deliver", "in time", helen).startswith("Letter 4 from Blue: delivered")


def test_who_else_has_read_a_letter_of_the_side_is_not_told(lite: Office) -> None:  # noqa: F811  # a fixture
    made = begin_umpired(lite, Options(letters="umpire"))
    helen = sided(made, BLUE, *OF_ONE_SIDE)
    write_letter(lite.services, made.game, BLUE, (UMPIRE,), "Yield.", lite.players[BLUE])
    see_to_letter(lite.services, made.game, 1, "show", "Red's scouts at the mill", made.umpire, to=RED)
    work = load_game(lite.services, made.game)
    (seen,), (whole,) = letter_desk(work, helen).letters, letter_desk(work, made.umpire).letters
    assert "Red" in whole.fate
    assert "Red" in "".join(whole.deeds)
    assert "Red" not in f"{seen.fate}{seen.deeds}"
    assert not seen.may_show
    with pytest.raises(NoLetter, match="of Blue alone"):
        see_to_letter(lite.services, made.game, 1, "show", "why not", helen, to=RED)


def test_no_summary_of_the_field_and_no_reason_of_a_stop_comes_by_mail(umpired: Umpired) -> None:
    services = umpired.office.services
    helen = sided(umpired, RED, *OF_ONE_SIDE)
    with services.db.writing() as session:
        for who in (helen, umpired.umpire):
            session.get_one(Player, who).digest_at = f"{services.clock.now():%H:%M}"
    assert send_umpires_digests(services) == 1
    assert HELEN not in mailed(umpired, "The games you umpire")
    work = load_game(services, umpired.game)
    stop_game(work, ValueError("B04 is in no hex"))
    work.write()
    assert mailed(umpired, "B04") == {"geoff@example.org"}
    assert mailed(umpired, "the game is stopped") == {"geoff@example.org", HELEN}


# --- who knows what -----------------------------------------------------------------------------------------------


def test_who_saw_one_side_never_plays_the_other_and_plays_none_meanwhile(umpired: Umpired) -> None:
    services, game = umpired.office.services, umpired.game
    helen = sided(umpired, RED, "questions")
    for seat in (RED, BLUE):
        leave_seat(services, game, seat, umpired.office.players[seat])
        with pytest.raises(SeatTaken, match="help to umpire"):
            take_seat(services, game, seat, helen)
    assert blinkers_of(services, helen).knows == {game: {RED}}
    dismiss_co_umpire(services, game, helen, umpired.umpire)
    with pytest.raises(SeatTaken, match="have seen another side"):
        take_seat(services, game, BLUE, helen)
    take_seat(services, game, RED, helen)
    with pytest.raises(BadUmpire, match="cannot umpire it"):
        sided(umpired, RED)


def test_who_saw_to_letters_of_one_side_knows_more_than_its_players(umpired: Umpired) -> None:
    services, game = umpired.office.services, umpired.game
    helen = sided(umpired, RED, "letters")
    red = umpired.office.players[RED]
    with pytest.raises(BadDeputy, match="helps to umpire"):
        name_deputy(services, game, RED, HELEN, 1, 2, red)
    assert blinkers_of(services, helen).knows == {game: {RED}}, "the mails of the umpire's are not theirs"
    sided(umpired, BLUE)
    dismiss_co_umpire(services, game, helen, umpired.umpire)
    for seat in (RED, BLUE):
        leave_seat(services, game, seat, umpired.office.players[seat])
        with pytest.raises(SeatTaken, match="have seen another side"):
            take_seat(services, game, seat, helen)
    assert hand_over(services, game, HELEN, umpired.umpire) == helen


# --- by mail ------------------------------------------------------------------------------------------------------


def test_every_line_of_the_umpires_is_refused_that_touches_the_other_side(
    by_mail: MailOffice,  # noqa: F811  # a fixture
) -> None:
    assert says(by_mail, f"co-umpire {HELEN}: letters, rule, sees North") == "rejected"
    assert says(by_mail, f"co-umpire {HELEN}: letters and questions, sees North") == "accepted"
    assert "see what North can see, deal with letters and answer questions" in told_to(by_mail, HELEN)
    game = work_of(by_mail).game
    south = work_of(by_mail).chair(SOUTH).person
    assert south is not None
    assert south.player is not None
    ask_umpire(by_mail.services, game, SOUTH, SECRET, south.player)
    write_letter(by_mail.services, game, SOUTH, (UMPIRE,), SECRET, south.player)
    before = work_of(by_mail).last_seq
    own = {"letter to North: your words", f"co-umpire {HELEN}: dismiss"}
    lines = {*CLOCK_LINES, *SEAT_LINES, *(line for one in LINES for line in one.lines)} - own
    others = ("rule S04 strength 1", "look", "answer 1: yes", "letter to all: run")
    for line in (*(one.replace("North", "South") for one in sorted(lines)), *others):
        assert says(by_mail, line, sender=HELEN) == "rejected", line
        assert "zephyr" not in told_to(by_mail, HELEN), line
    assert work_of(by_mail).last_seq == before
    assert says(by_mail, "letter to North: stand fast", sender=HELEN) == "accepted"
    assert NORTH in work_of(by_mail).desk.letters[-1].to
