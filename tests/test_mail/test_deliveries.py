"""One mail to several turns: each is judged alone, in a transaction of its own, and answered by itself (threat 29)."""

import threading
from typing import Any

import pytest
from sqlmodel import select

from pbem.engine.ids import GameId, Seat
from pbem.mail.tokens import Tokens, TurnRef
from pbem.service.incoming import filing, mailroom
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import new_game
from pbem.service.play.pages import game_page
from pbem.service.play.turns import submit
from pbem.service.services import Services
from pbem.store.errors import StoreUnavailable
from pbem.store.tables import Delivery, PlayerId
from tests.test_mail.conftest import ANN, BOB, HARROW, NORTH, SECRET, SOUTH, Office, letter, reply_to, text_of
from tests.test_mail.worlds import CARL, WORLDS

SECOND = GameId("second-down")
LINES = "S02 turn 2\n"


def address(game: GameId, seat: Seat, turn: int = 1) -> str:
    """The order address of a turn."""
    return f"orders+{Tokens(SECRET).reply(TurnRef(game, seat, turn))}@example.test"


def ann_has_both_sides(office: Office) -> None:
    """Ann is North too, in a second game: its stands have other codes."""
    seats: dict[Seat, PlayerId | None] = {
        NORTH: ensure_player(office.services, ANN, "Ann Aldous"),
        SOUTH: ensure_player(office.services, CARL, "Carl Clay"),
    }
    new_game(office.services, "snaphance/harrow-down", seats, Options(), seed=b"second" * 6, game=SECOND)


BOTH = f"{address(HARROW, SOUTH)}, {address(SECOND, NORTH)}"


def orders(office: Office, game: GameId, seat: Seat) -> list[str]:
    """What stands for a seat."""
    stands = game_page(office.services, game, seat).stands
    return stands.text.split("\n") if stands else []


def every_delivery(office: Office) -> list[Delivery]:
    """What became of each."""
    with office.services.db.reading() as session:
        return list(session.exec(select(Delivery)).all())


def deliveries(office: Office) -> dict[GameId, Delivery]:
    """The same, by game."""
    return {one.game: one for one in every_delivery(office)}


def test_each_game_takes_its_own_lines_and_answers_for_itself(office: Office) -> None:
    ann_has_both_sides(office)
    outcome = office.receive(letter("S02 turn 2\nN03 turn 4\nready\n", to=BOTH))
    assert outcome.state == "accepted"
    assert orders(office, HARROW, SOUTH) == ["S02 turn 2"]
    assert orders(office, SECOND, NORTH) == ["N03 turn 4"]
    answers = {mail.game: text_of(mail.raw) for mail in office.mails("answer")}
    assert set(answers) == {HARROW, SECOND}
    assert "S02  | turn 2" in answers[HARROW]
    assert "N03" not in answers[HARROW].partition("AS UNDERSTOOD")[2].partition("\n\n")[0].replace("no order", "")
    assert "left to that" in " ".join(answers[SECOND].split())
    done = deliveries(office)
    assert {game: (one.state, one.turn) for game, one in done.items()} == {
        HARROW: ("accepted", 1), SECOND: ("accepted", 1)
    }  # fmt: skip
    assert {one.answer for one in done.values()} == {mail.key for mail in office.mails("answer")}


def test_a_line_that_could_be_for_either_is_for_neither(office: Office) -> None:
    WORLDS["two games"](office)
    outcome = office.receive(letter(LINES, to=f"{address(HARROW, SOUTH)}, {address(SECOND, SOUTH)}"))
    assert outcome.state == "rejected"
    assert (orders(office, HARROW, SOUTH), orders(office, SECOND, SOUTH)) == ([], [])
    told = [" ".join(text_of(mail.raw).split()) for mail in office.mails("refused")]
    assert len(told) == 2
    assert all("some of its lines could be orders in more than one of them" in one for one in told)


def test_a_faulty_line_is_told_by_the_game_whose_stand_it_names(office: Office) -> None:
    ann_has_both_sides(office)
    outcome = office.receive(letter("S02 forward 9999\nN03 turn 4\n", to=BOTH))
    assert outcome.state == "partly"
    assert {game: one.state for game, one in deliveries(office).items()} == {HARROW: "rejected", SECOND: "accepted"}


def test_one_that_is_held_keeps_the_other_from_nothing(office: Office) -> None:
    outcome = office.receive(letter(LINES, to=f"{reply_to(SOUTH)}, {reply_to(NORTH)}"))
    assert (outcome.state, office.orders(), office.orders(NORTH)) == ("held", ["S02 turn 2"], [])
    assert sorted((mail.kind, mail.recipient) for mail in office.mails()) == [
        ("answer", ANN), ("refused", ANN), ("refused", BOB)
    ]  # fmt: skip
    assert (
        "S02" not in text_of(next(mail.raw for mail in office.mails() if mail.recipient == BOB)).partition("ORDER")[0]
    )


def test_no_line_is_left_to_the_enemy(office: Office) -> None:
    """What reads well as his orders would otherwise be told apart from what does not."""
    office.receive(letter("S02 turn 2\nN03 turn 4\n", to=f"{reply_to(SOUTH)}, {reply_to(NORTH)}"))
    assert {(one.seat, one.state) for one in every_delivery(office)} == {(SOUTH, "partly"), (NORTH, "held")}
    assert "| N03 turn 4" in text_of(office.mails("answer")[0].raw)


def test_two_workers_judge_each_once(office: Office) -> None:
    ann_has_both_sides(office)
    name = office.store(letter("S02 turn 2\nN03 turn 4\n", to=BOTH))
    threads = [threading.Thread(target=lambda: mailroom.handle(office.services, name)) for _ in range(3)]  # type: ignore[arg-type]  # a MailId
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert office.stored()[0].state == "accepted"
    assert sorted((mail.kind, mail.game) for mail in office.mails()) == [("answer", HARROW), ("answer", SECOND)]
    assert {one.state for one in every_delivery(office)} == {"accepted"}


def test_the_recipients_of_one_lmtp_delivery_are_each_a_delivery(office: Office) -> None:
    ann_has_both_sides(office)
    raw = letter("S02 turn 2\nN03 turn 4\n", to="Our games:;")
    assert office.receive(raw, to=f"{address(HARROW, SOUTH)} {address(SECOND, NORTH)}").state == "accepted"
    assert set(deliveries(office)) == {HARROW, SECOND}


def test_the_same_address_twice_is_one(office: Office) -> None:
    outcome = office.receive(letter(LINES, to=f"{reply_to()}, {reply_to().upper()}"), to=reply_to())
    assert (outcome.state, outcome.game) == ("accepted", HARROW)
    assert deliveries(office) == {}
    assert len(office.mails()) == 1


@pytest.mark.parametrize("broken", [HARROW, SECOND])
def test_a_crash_between_two_is_made_good_without_doubling(
    office: Office, monkeypatch: pytest.MonkeyPatch, broken: GameId
) -> None:
    ann_has_both_sides(office)
    name = office.store(letter("S02 turn 2\nN03 turn 4\n", to=BOTH))
    real = submit

    def gone(services: Services, game: GameId, *more: Any, **named: Any) -> Any:
        if game == broken:
            raise StoreUnavailable("the database is locked")
        return real(services, game, *more, **named)

    with monkeypatch.context() as patched:
        patched.setattr(filing, "submit", gone)
        with pytest.raises(StoreUnavailable):
            mailroom.handle(office.services, name)  # type: ignore[arg-type]  # a MailId
    assert office.stored()[0].state == "stored"
    assert mailroom.handle(office.services, name).state == "accepted"  # type: ignore[arg-type]  # a MailId
    assert (orders(office, HARROW, SOUTH), orders(office, SECOND, NORTH)) == (["S02 turn 2"], ["N03 turn 4"])
    assert sorted((mail.kind, mail.game) for mail in office.mails()) == [("answer", HARROW), ("answer", SECOND)]
    for game, seat in ((HARROW, SOUTH), (SECOND, NORTH)):
        stands = game_page(office.services, game, seat).stands
        assert stands is not None
        assert stands.number == 1


def test_a_crash_before_it_is_summed_up_is_made_good(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    ann_has_both_sides(office)
    name = office.store(letter("S02 turn 2\nN03 turn 4\n", to=BOTH))

    def gone(*_: object) -> None:
        raise StoreUnavailable("the database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(mailroom, "finish", gone)
        with pytest.raises(StoreUnavailable):
            mailroom.handle(office.services, name)  # type: ignore[arg-type]  # a MailId
    assert mailroom.handle(office.services, name).state == "accepted"  # type: ignore[arg-type]  # a MailId
    assert len(office.mails("answer")) == 2


def test_what_breaks_one_game_stops_no_other(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    ann_has_both_sides(office)
    name = office.store(letter("S02 turn 2\nN03 turn 4\n", to=BOTH))
    real = submit

    def breaks(services: Services, game: GameId, *more: Any, **named: Any) -> Any:
        if game == HARROW:
            raise ZeroDivisionError("a bug")
        return real(services, game, *more, **named)

    with monkeypatch.context() as patched:
        patched.setattr(filing, "submit", breaks)
        assert mailroom.handle(office.services, name).state == "quarantined"  # type: ignore[arg-type]  # a MailId
    assert (orders(office, HARROW, SOUTH), orders(office, SECOND, NORTH)) == ([], ["N03 turn 4"])
    assert mailroom.retry(office.services, name).state == "accepted"  # type: ignore[arg-type]  # a MailId
    assert orders(office, HARROW, SOUTH) == ["S02 turn 2"]
    assert len([mail for mail in office.mails("answer") if mail.game == SECOND]) == 1


def test_a_machines_mail_to_several_is_one_mail(office: Office) -> None:
    ann_has_both_sides(office)
    outcome = office.receive(letter(LINES, to=BOTH, Auto_Submitted="auto-replied"))
    assert (outcome.state, deliveries(office), office.mails()) == ("ignored", {}, [])


def test_another_copy_is_ignored_as_a_whole(office: Office) -> None:
    ann_has_both_sides(office)
    raw = letter("S02 turn 2\nN03 turn 4\n", to=BOTH)
    office.receive(raw)
    assert office.receive(b"Received: by elsewhere\r\n" + raw).state == "ignored"
    assert len(office.mails("answer")) == 2
