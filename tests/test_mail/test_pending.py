"""Orders for turns to come: kept by number, filed once when their turn opens, never in the place of later ones."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from pbem.service.agreements.deputies import name_deputy
from pbem.service.agreements.seating import hand_to_aide, take_seat
from pbem.service.incoming import pending
from pbem.service.incoming.closing import close_turns
from pbem.service.people.seats import ensure_player
from pbem.service.play import turns
from pbem.service.play.clockwork import tick
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.store.tables import Game, PendingOrders
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, SOUTH, Office, letter, reply_to, text_of

CARL = "carl@players.test"
AHEAD = "S02 turn 2\nTURN 2\nS02 turn 4\n"


def kept(office: Office) -> dict[int, str]:
    """What south has kept, by turn."""
    return {row.turn: row.text for row in pending.kept_for(office.services, HARROW, SOUTH)}


def next_turn(office: Office) -> None:
    """Both are ready: the turn is played, and the next one opens."""
    before = office.page().turn
    for seat, player in ((SOUTH, ANN), (NORTH, BOB)):
        submit(office.services, HARROW, seat, "", "api", player, True, whole=False)
    assert office.page().turn == before + 1
    office.later(minutes=1)


def answer(office: Office, kind: str = "answer") -> str:
    """The newest letter of a kind, its text on one line."""
    return " ".join(text_of(office.mails(kind)[-1].raw).split())


# --- keeping ------------------------------------------------------------------------------------------------------


def test_lines_for_a_turn_to_come_are_kept_and_filed_when_it_opens(office: Office) -> None:
    assert office.receive(letter(AHEAD)).state == "accepted"
    assert office.orders() == ["S02 turn 2"]
    assert kept(office) == {2: "S02 turn 4"}
    assert "1 line is kept for your turn 2" in answer(office)
    assert pending.file_pending(office.services) == 0
    next_turn(office)
    assert office.orders() == []
    assert pending.file_pending(office.services) == 1
    assert office.orders() == ["S02 turn 4"]
    assert kept(office) == {}
    assert "This is what you sent for turn 2" in answer(office)
    stands = office.page().stands
    assert stands is not None
    assert (stands.number, stands.final, stands.by) == (1, False, "")
    assert pending.file_pending(office.services) == 0
    assert len(office.mails("answer")) == 2


def test_a_mail_for_turns_to_come_alone_leaves_the_open_one_as_it_is(office: Office) -> None:
    office.receive(letter("S02 turn 2\n", name="first"))
    outcome = office.receive(letter("Hello Ines,\n\nTURN 3\nS02 turn 4\nS04 turn 10\nTURN 4:\nready\n"))
    assert (outcome.state, outcome.note) == ("accepted", "for turns to come: 3, 4")
    assert office.orders() == ["S02 turn 2"]
    assert kept(office) == {3: "S02 turn 4\nS04 turn 10", 4: "ready"}
    assert "2 lines are kept for your turn 3" in answer(office)
    assert "Nothing was changed" not in answer(office)
    stands = office.page().stands
    assert stands is not None
    assert stands.number == 1


def test_without_anything_standing_the_answer_says_what_was_noted(office: Office) -> None:
    office.receive(letter("TURN 3\nS02 turn 4\n"))
    told = text_of(office.mails("answer")[-1].raw)
    assert "Noted for turns to come" in told
    assert "lines understood" not in told
    assert "No line of your mail" not in told


def test_the_line_of_the_open_turn_itself_changes_nothing(office: Office) -> None:
    office.receive(letter("TURN 1\nS02 turn 2\nS04 nonsense\n"))
    assert office.orders() == ["S02 turn 2"]
    assert "Line 3, not readable" in answer(office)
    assert kept(office) == {}


@pytest.mark.parametrize(
    ("head", "word"),
    [
        ("TURN 0", "has been played"),
        ("TURN 7", "turn 6 is the farthest"),
        ("TURN 9999", "turn 6 is the farthest"),
    ],
)
def test_what_can_be_for_no_turn_is_told_and_never_applied(office: Office, head: str, word: str) -> None:
    outcome = office.receive(letter(f"{head}\nS02 turn 2\n", name="alone"))
    assert outcome.state == "rejected"
    assert word in answer(office, "unchanged")
    outcome = office.receive(letter(f"S04 turn 10\n{head}\nS02 turn 2\n", name="beside"))
    assert outcome.state == "partly"
    assert word in answer(office)
    assert office.orders() == ["S04 turn 10"]
    assert kept(office) == {}


def test_the_farthest_turn_is_five_ahead(office: Office) -> None:
    office.receive(letter("TURN 6\nS02 turn 2\n"))
    assert kept(office) == {6: "S02 turn 2"}


def test_the_latest_lines_for_a_turn_count_and_no_orders_takes_them_back(office: Office) -> None:
    office.receive(letter("TURN 3\nS02 turn 2\nTURN 4\nS02 turn 2\n", name="first"))
    office.later(minutes=1)
    office.receive(letter("TURN 3\nS04 turn 10\n", name="second"))
    assert kept(office) == {3: "S04 turn 10", 4: "S02 turn 2"}
    office.later(minutes=1)
    assert office.receive(letter("TURN 4\n\n", name="third")).state == "rejected"
    assert "nothing below TURN 4" in answer(office, "unchanged")
    assert set(kept(office)) == {3, 4}
    for number, words in enumerate(("No orders.", "withdraw")):
        office.later(minutes=1)
        assert office.receive(letter(f"TURN {3 + number}\n{words}\n", name=words[:2])).state == "accepted"
        assert f"Nothing is kept for turn {3 + number} any more" in answer(office)
    assert kept(office) == {}


def test_lines_that_came_later_are_not_replaced_by_a_mail_that_came_earlier(office: Office) -> None:
    early = office.clock.now() - timedelta(minutes=10)
    office.receive(letter("TURN 3\nS02 turn 2\n", name="later"))
    outcome = office.receive(letter("TURN 3\nS02 turn 4\n", name="earlier"), arrived=early)
    assert outcome.state == "rejected"
    assert kept(office) == {3: "S02 turn 2"}
    assert "what you sent later is" in answer(office, "unchanged")


def test_an_answer_to_a_turn_that_is_over_keeps_nothing(office: Office) -> None:
    next_turn(office)
    assert office.receive(letter("S02 turn 2\nTURN 3\nS02 turn 4\n", to=reply_to(turn=1))).state == "rejected"
    assert "Nothing was kept for later turns either" in answer(office, "refused")
    assert kept(office) == {}


# --- filing -------------------------------------------------------------------------------------------------------


def test_orders_that_are_ready_play_their_turn_as_soon_as_the_other_side_is(office: Office) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\nready\nTURN 3\nS04 turn 10\nready\n"))
    next_turn(office)
    pending.file_pending(office.services)
    stands = office.page().stands
    assert stands is not None
    assert stands.final
    submit(office.services, HARROW, NORTH, "", "api", BOB, True, whole=False)
    assert office.page().turn == 3
    pending.file_pending(office.services)
    assert office.orders() == ["S04 turn 10"]
    assert kept(office) == {}


def test_turns_for_which_all_is_kept_are_played_one_after_the_other(office: Office) -> None:
    hand_to_aide(office.services, HARROW, NORTH)
    office.receive(letter("TURN 2\nS02 turn 4\nready\nTURN 3\nS04 turn 10\nready\nTURN 4\nS02 turn 2\n"))
    submit(office.services, HARROW, SOUTH, "", "api", ANN, True, whole=False)
    assert office.page().turn == 2
    assert pending.file_pending(office.services) == 3
    assert office.page().turn == 4
    assert office.orders() == ["S02 turn 2"]
    assert [mail.turn for mail in office.mails("report") if mail.seat == SOUTH] == [1, 2, 3, 4]
    assert len(office.mails("answer")) == 4


def test_lines_that_cannot_be_read_are_told_when_the_turn_opens(office: Office) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\nS99 hold\n"))
    next_turn(office)
    pending.file_pending(office.services)
    assert office.orders() == ["S02 turn 4"]
    assert "Line 2, not readable" in answer(office)
    office.receive(letter("TURN 3\nnothing of this is an order\n", to=reply_to(turn=2), name="two"))
    next_turn(office)
    pending.file_pending(office.services)
    assert office.orders() == []
    assert "Nothing was changed" in answer(office, "unchanged")
    assert kept(office) == {}


def test_they_are_filed_before_a_mail_that_came_later_and_before_any_deadline_acts(office: Office) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\nS04 turn 10\n"))
    next_turn(office)
    office.receive(letter("S02 turn 2\n", to=reply_to(turn=2), name="two"))
    assert office.orders() == ["S02 turn 2", "S04 turn 10"]
    office.receive(letter("TURN 3\nS02 turn 8\n", to=reply_to(turn=2), name="three"))
    next_turn(office)
    office.later(days=30)
    close_turns(office.services)
    assert "This is what you sent for turn 3" in answer(office)
    assert office.page().turn == 4
    assert not office.page().missed_last


def test_what_was_sent_since_the_turn_opened_counts(office: Office) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\n"))
    next_turn(office)
    submit(office.services, HARROW, SOUTH, "S04 turn 10", "web", ANN)
    pending.file_pending(office.services)
    assert office.orders() == ["S04 turn 10"]
    assert "those count" in answer(office, "refused")
    assert kept(office) == {}


def test_a_turn_that_was_over_before_anybody_looked_is_told(office: Office) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\n"))
    next_turn(office)
    office.later(days=30)
    tick(office.services)
    assert office.page().turn == 3
    pending.file_pending(office.services)
    assert "turn was over before" in answer(office, "refused")
    assert kept(office) == {}


def test_who_has_left_the_seat_orders_for_it_no_more(office: Office) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\n"))
    hand_to_aide(office.services, HARROW, SOUTH)
    take_seat(office.services, HARROW, SOUTH, ensure_player(office.services, CARL, "Carl Clay"))
    next_turn(office)
    pending.file_pending(office.services)
    assert office.orders() == []
    (told,) = office.mails("refused")
    assert told.recipient == ANN
    assert "does not order for that seat any more" in " ".join(text_of(told.raw).split())


def test_nothing_is_filed_while_the_game_is_stopped_and_nothing_kept_when_it_is_over(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\nTURN 4\nS02 turn 4\n"))
    next_turn(office)
    set_state(office, "stopped")
    with monkeypatch.context() as patched:
        patched.setattr(pending, "submit", breaks)  # whatever stopped it may be in the way
        assert pending.file_pending(office.services) == 0
    assert set(kept(office)) == {2, 4}
    before = len(office.mails())
    set_state(office, "over")
    assert pending.file_pending(office.services) == 0
    assert kept(office) == {}
    assert len(office.mails()) == before


def breaks(*_: Any, **__: Any) -> Any:
    """Rules code with a bug in it."""
    raise ZeroDivisionError("a bug")


def set_state(office: Office, state: Any) -> None:
    with office.services.db.writing() as session:
        session.get_one(Game, HARROW).state = state


def test_rules_that_break_over_it_stop_nobody(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\n"))
    next_turn(office)
    with monkeypatch.context() as patched:
        patched.setattr(pending, "submit", breaks)
        assert pending.file_pending(office.services) == 0
    assert kept(office) == {}
    assert "reading it failed" in answer(office, "refused")
    assert "S02 turn 4" in answer(office, "refused")


def test_two_workers_file_it_once(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\n"))
    next_turn(office)
    real = turns.submit

    def late(*args: Any, **named: Any) -> Any:
        monkeypatch.setattr(pending, "submit", real)
        assert pending.file_pending(office.services) == 1
        return real(*args, **named)

    monkeypatch.setattr(pending, "submit", late)
    assert pending.file_pending(office.services) == 0
    assert len(office.mails("answer")) == 2
    stands = office.page().stands
    assert stands is not None
    assert stands.number == 1


def test_lines_that_are_replaced_while_they_are_filed_are_not_lost(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\n"))
    next_turn(office)
    real = turns.submit

    def late(*args: Any, **named: Any) -> Any:
        monkeypatch.setattr(pending, "submit", real)
        with office.services.db.writing() as session:
            session.get_one(PendingOrders, (HARROW, SOUTH, 2)).text = "S02 turn 8"
        return real(*args, **named)

    monkeypatch.setattr(pending, "submit", late)
    assert pending.file_pending(office.services) == 0
    assert office.orders() == []
    assert pending.file_pending(office.services) == 1
    assert office.orders() == ["S02 turn 8"]


def test_filing_and_forgetting_are_one_transaction(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    office.receive(letter("TURN 2\nS02 turn 4\n"))
    next_turn(office)
    before = len(office.mails())

    def fails(*_: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr("pbem.service.outgoing.replying.put_out", fails)
        with pytest.raises(SystemExit):
            pending.file_pending(office.services)
    assert set(kept(office)) == {2}
    assert office.orders() == []
    assert len(office.mails()) == before
    assert pending.file_pending(office.services) == 1
    assert office.orders() == ["S02 turn 4"]


# --- deputies -----------------------------------------------------------------------------------------------------


def test_a_deputy_orders_ahead_for_his_own_turns_only(office: Office) -> None:
    ann = ensure_player(office.services, ANN, "")
    carl = ensure_player(office.services, CARL, "Carl Clay")
    name_deputy(office.services, HARROW, SOUTH, CARL, 1, 2, ann)
    outcome = office.receive(letter("TURN 2\nS02 turn 4\nTURN 3\nS02 turn 2\n", sender=CARL))
    assert outcome.state == "partly"
    assert set(kept(office)) == {2}
    copies = [mail.recipient for mail in office.mails("copy")]
    assert copies == [ANN]
    next_turn(office)
    pending.file_pending(office.services)
    stands = game_page(office.services, HARROW, SOUTH).stands
    assert stands is not None
    assert stands.by == "Carl Clay"
    assert [mail.player for mail in office.mails("answer")] == [carl, carl]
    assert [mail.recipient for mail in office.mails("copy")] == [ANN, ANN]
    with office.services.db.reading() as session:
        assert session.exec(select(PendingOrders)).all() == []
