"""One-hour battles by post: what people type, what they are answered, what each side is told and what it never is."""

import dataclasses
import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from PIL import Image

from pbem.engine.ids import GameId, Seat
from pbem.engine.ruleset import AideDeCamp
from pbem.mail.bodytext import from_html
from pbem.mail.quoted import own_words
from pbem.mail.tokens import TurnRef
from pbem.rulesets.onehour import RULES
from pbem.scenarios import find_scenario
from pbem.service.agreements import pacts
from pbem.service.options import Options
from pbem.service.outgoing import wording
from pbem.service.play.clockwork import tick
from pbem.service.play.games import load_game, new_game
from pbem.service.play.pages import game_page
from pbem.service.play.running import aide_orders
from tests.changed_rules import changed
from tests.mail_offices import ANN, BOB, NORTH, SOUTH, MailOffice, mail_office
from tests.onehour_tables import reading, table, unit
from tests.plain_yaml import safe_load
from tests.test_mail.conftest import part_of, text_of
from tests.test_proofs.field import SEED, Field, by_mail, open_field
from tests.test_proofs.peeking import Browser, Sight, mail_sights, service_sights
from tests.test_reports import shapes


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[MailOffice]:
    with mail_office(tmp_path) as one:
        yield one


def begin(desk: MailOffice, name: str, pace: str = "turn", **more: object) -> GameId:
    """A battle of South, who is Ann, and North, who is Bob."""
    options = Options(pace=pace, **more)  # type: ignore[arg-type]  # each option has its own type
    return new_game(desk.services, f"onehour/{name}", {SOUTH: desk.ann, NORTH: desk.bob}, options, seed=SEED)


def send(desk: MailOffice, game: GameId, seat: Seat, text: str) -> str:
    """A mail of a seat's player to its open turn, and the text of the answer."""
    desk.receive(
        text, {SOUTH: ANN, NORTH: BOB}[seat], TurnRef(game, seat, load_game(desk.services, game).desk.turns[seat])
    )
    return text_of(desk.sent("answer", "unchanged", "refused")[-1].raw)


def awaited(desk: MailOffice, game: GameId) -> Seat:
    """Whose half it is."""
    work = load_game(desk.services, game)
    assert work.desk.open is not None
    return work.desk.open.waiting_for()[0]


def as_one_line(text: str) -> str:
    """A text without its line breaks and bars."""
    return " ".join(text.replace("|", " ").split())


# --- what people type ---------------------------------------------------------------------------------------------


TYPED = {
    "I1 forward 4 1/2": "I1 forward 4.5",
    "I1 forward 1/2": "I1 forward 0.5",
    "I1 \u2192 forward 4\u2033": "I1 forward 4",
    "I1 -> forward 4in": "I1 forward 4",
    "I1. Forward 4 Inches": "I1 forward 4",
    "\u2022 I1 face NE, forward 2": "I1 pivot right 45, forward 2",
    "Standing orders: all turn never": "Standing all turn never",
}
"""As phones and people write it."""

ASKED = {
    "I1 forward 4,5": ("I1 forward 4.5",),
    "I1 pivot left 10,5\u00b0": ("I1 pivot left 10.5",),
    "I1 toward 12,5 10": ("I1 toward 12,5 at most 10", "I1 toward 12.5,10"),
    "I1 toward 12,5 10,5": ("I1 pivot right 78.7, forward 2.55",),
    "I1 up to 4,5 of EC1": ("I1 forward 3.5",),
    "I2 Essex's Foot forward 3": ("I2 forward 3",),
}
"""What may mean two things, or is no order: what is offered in its place."""

FIELD = table(
    unit("I1", 10, 10, name="Essex's Foot"), unit("I2", 30, 10, name="Essex's Foot"),
    unit("EC1", 10, 20, 180, name="Byron's Horse"),
)  # fmt: skip


@pytest.mark.parametrize(("line", "order"), TYPED.items())
def test_what_people_type_is_read(line: str, order: str) -> None:
    found = reading(FIELD, line)
    assert [f"{one.code} {one.order}" for one in found.understood] == [order]
    assert found.problems == ()


@pytest.mark.parametrize(("line", "offers"), ASKED.items())
def test_a_comma_that_may_be_a_point_is_asked_about_and_what_is_offered_is_taken(
    line: str, offers: tuple[str, ...]
) -> None:
    (problem,) = reading(FIELD, line).problems
    assert problem.suggestions == offers
    for offer in offers:
        again = reading(FIELD, offer)
        assert again.problems == ()
        assert len(again.understood) == 1


def test_two_units_on_a_line_are_told_apart() -> None:
    (problem,) = reading(FIELD, "I1 forward 3, I2 forward 4").problems
    assert problem.reason == 'each unit has a line of its own: "I2" begins another order'


@pytest.mark.parametrize("rules", ["onehour", "snaphance"])
def test_words_that_hold_a_control_are_prose(desk: MailOffice, rules: str) -> None:
    seats = {SOUTH: desk.ann, NORTH: desk.bob}
    game = new_game(desk.services, f"{rules}/harrow-down", seats, Options(every=0), seed=SEED)
    answer = send(desk, game, awaited(desk, game), "Orders attached.\nredy")
    assert '"orders attached"' not in answer
    assert "ready" in answer


@pytest.mark.parametrize("rules", ["onehour", "snaphance"])
def test_orders_that_will_not_work_are_filed_and_counted_apart(desk: MailOffice, rules: str) -> None:
    seats = {SOUTH: desk.ann, NORTH: desk.bob}
    game = new_game(desk.services, f"{rules}/harrow-down", seats, Options(every=0), seed=SEED)
    second = {"onehour": "S02 pivot left 45, forward 5", "snaphance": "S02 forward 0607"}[rules]
    first = {"onehour": "S01 forward 6", "snaphance": "S01 forward 0607"}[rules]
    seat = awaited(desk, game) if rules == "onehour" else SOUTH
    lines = [line if seat == SOUTH else line.replace("S0", "N0") for line in (first, second)]
    answer = as_one_line(send(desk, game, seat, "\n".join(lines)))
    assert "2 orders understood, 1 will not work as written." in answer
    assert "This is version 1 of your orders" in answer
    assert "first." in answer
    again = as_one_line(send(desk, game, seat, lines[1]))
    assert "1 order understood, 1 will not work as written." in again


# --- before the first turn ----------------------------------------------------------------------------------------


def test_a_set_up_is_asked_for_in_full_sealed_and_told(desk: MailOffice) -> None:
    game = begin(desk, "mill-ford", "set-up", every=3)
    asked = as_one_line(text_of(desk.sent("report")[-1].raw))
    assert "Your turn: answer in the set-up by" in asked
    assert "Wholly between 0,0 and 36,12. One line for each: <unit> at <place> facing <degrees>" in asked
    assert "S01 at 3,3 facing 90" in as_one_line(send(desk, game, SOUTH, "S01 at 3,3 facing east\nready"))
    answer = as_one_line(send(desk, game, NORTH, "deploy as sample\nready"))
    assert "1 order understood" in answer
    assert "deploy as sample" in answer
    told = as_one_line(text_of(desk.sent("report")[-1].raw))
    assert "The set-up is done" in told
    assert "goes first in every turn" in told
    assert "Entered" not in told
    seen = game_page(desk.services, game, NORTH if awaited(desk, game) == NORTH else SOUTH)
    assert seen.told.turn_name == "the set-up"


def test_an_army_is_asked_for_by_its_words(desk: MailOffice) -> None:
    game = begin(desk, "mill-ford", "armies", every=0)
    asked = as_one_line(text_of(desk.sent("report")[-1].raw))
    assert "Write army roll, or army and a row of the table." in asked
    assert "army 3" in as_one_line(send(desk, game, SOUTH, "army 3\nready"))
    send(desk, game, NORTH, "ready")
    assert "South chose row 3" in as_one_line(text_of(desk.sent("report")[-1].raw))


def test_the_first_report_has_the_game_in_three_lines_and_no_later_one(desk: MailOffice) -> None:
    game = begin(desk, "harrow-down", every=0)
    first = as_one_line(text_of(desk.sent("report")[-1].raw))
    assert "OH-move-1: A move in inches: Infantry 6, Swordsmen 8, Reiters 8, Cavalry 12." in first
    assert "within 45 degrees of their front: a die says how many hits; on a 1 or 2 of a second die" in first
    assert "Swordsmen and Cavalry add 2. 15 hits remove a unit." in first
    for _ in range(2):
        send(desk, game, awaited(desk, game), "ready")
    assert "A move in inches" not in text_of(desk.sent("report")[-1].raw)


def test_only_paces_that_a_ground_takes_are_offered(desk: MailOffice) -> None:
    visitor = desk.visitor(desk.ann)
    assert 'value="armies"' in visitor.get("/new/onehour/harrow-down").text
    page = "/new/onehour/coutras"
    assert 'value="armies"' not in visitor.get(page).text
    fields = {
        "place:huguenot": "me", "place:royal": "open", "pace": "armies", "every": "3", "unit": "days", "at": "20:00",
        "zone": "Europe/Madrid", "weekdays": "1", "missed": "wait", "grace": "12", "extensions": "1", "leave": "0",
        "press": "open", "trust": "open", "watch": "players", "do": "make",
    }  # fmt: skip
    assert visitor.send(page, page, False, **fields).status_code == 400
    assert visitor.send(page, page, False, **{**fields, "pace": "set-up"}).status_code == 303


# --- who moves first ----------------------------------------------------------------------------------------------


def test_the_second_mover_is_told_at_the_start_and_each_report_says_what_it_covers(desk: MailOffice) -> None:
    game = begin(desk, "harrow-down", every=3)
    first = awaited(desk, game)
    (begun,) = desk.sent("begun")
    assert begun.seat != first
    name = first.capitalize()
    told = as_one_line(text_of(begun.raw))
    assert f"{name} moves first in every turn; your orders are needed once {name} has moved. {name} has until" in told
    assert "You need do nothing now" in told
    assert "ORDER FORM" not in told
    assert b"\nReply-To" not in begun.raw
    asked = as_one_line(text_of(desk.sent("report")[0].raw))
    assert "You move first in every turn" in asked
    other = begun.seat.capitalize()
    for number, title in enumerate((
        f"Turn 1, {name}'s half is done", "Turn 1 is done", f"Turn 1 ({other}) and turn 2 ({name}) are done",
    ), 1):  # fmt: skip
        send(desk, game, awaited(desk, game), "ready")
        desk.later(minutes=6)
        tick(desk.services)
        assert title in as_one_line(text_of(desk.sent("report")[number].raw))
    assert len(desk.sent("begun")) == 1


def test_the_second_mover_is_told_after_a_set_up_that_dice_follow(desk: MailOffice) -> None:
    game = begin(desk, "harrow-down", "set-up", every=0)
    assert desk.sent("begun") == []
    assert all("Dice decide which side moves first" in as_one_line(text_of(one.raw)) for one in desk.sent("report"))
    for seat in (SOUTH, NORTH):
        send(desk, game, seat, "deploy\nready")
    first = awaited(desk, game)
    (begun,) = desk.sent("begun")
    assert begun.seat != first
    told = as_one_line(text_of(begun.raw))
    assert f"Both armies are set up; {first.capitalize()} moves first in every turn." in told
    assert f"{first.capitalize()} goes first in every turn." in told


# --- turns --------------------------------------------------------------------------------------------------------


def test_an_answer_names_its_turn_and_says_when_the_report_comes(desk: MailOffice) -> None:
    game = begin(desk, "harrow-down", every=0)
    first = awaited(desk, game)
    answer = as_one_line(send(desk, game, first, f"{first[0].upper()}01 forward 3\nready"))
    assert f"Harrow Down, turn 1, {first.capitalize()}'s half. Your orders" in answer
    assert "its report comes with your next turn" in answer
    solo = new_game(desk.services, "onehour/harrow-down", {SOUTH: desk.ann, NORTH: None}, Options(every=0), seed=SEED)
    assert "the report is on its way" in as_one_line(send(desk, solo, SOUTH, "ready"))


def test_orders_that_are_taken_back_are_said_to_be(desk: MailOffice) -> None:
    game = begin(desk, "harrow-down", every=0)
    seat = awaited(desk, game)
    send(desk, game, seat, f"{seat[0].upper()}01 forward 3")
    assert "Your orders are taken back" in send(desk, game, seat, "withdraw")
    assert "Nothing was changed" in send(desk, game, seat, "Dear umpire, good day to you")


def test_the_silent_are_told_what_acted_and_what_they_could_have_said(desk: MailOffice) -> None:
    game = begin(desk, "mill-ford", every=3, grace=0)
    held = awaited(desk, game)
    send(desk, game, held, "standing all hold fire always\nready")
    for _ in range(3):
        desk.later(days=4)
        tick(desk.services)
    report = next(one for one in reversed(desk.sent("report")) if one.seat == held)
    told = as_one_line(text_of(report.raw))
    assert "was played without you" in told
    assert "WHAT A STANDING ORDER COULD HAVE DECIDED" in told
    assert "Standing all enter at the middle" in told


def test_a_draw_offered_in_ones_own_half_holds_while_the_other_has_his(desk: MailOffice) -> None:
    game = begin(desk, "harrow-down", every=3)
    first = awaited(desk, game)
    people = {SOUTH: desk.ann, NORTH: desk.bob}
    second = SOUTH if first == NORTH else NORTH
    pacts.offer_draw(desk.services, game, first, people[first])
    send(desk, game, first, "ready")
    assert pacts.standing_offer(load_game(desk.services, game), "draw") is not None
    send(desk, game, second, "ready")
    assert pacts.standing_offer(load_game(desk.services, game), "draw") is None, "its maker is to move again"
    pacts.offer_draw(desk.services, game, first, people[first])
    send(desk, game, first, "ready")
    assert pacts.agree(desk.services, game, second, people[second], "draw")
    assert "Both sides agreed to a draw in turn 2." in as_one_line(text_of(desk.sent("over")[-1].raw))


def test_an_aide_that_has_nothing_to_order_is_silent_without_a_complaint(
    desk: MailOffice, caplog: pytest.LogCaptureFixture
) -> None:
    tongue_tied = changed(RULES, aide=AideDeCamp(lambda *_: ""))
    services = dataclasses.replace(desk.services, rules=lambda _: tongue_tied)
    game = new_game(services, "onehour/harrow-down", {SOUTH: None, NORTH: None}, Options(every=0), seed=SEED)
    assert load_game(services, game).state == "over"
    assert "can be taken" not in caplog.text


# --- no line of ours is an order ----------------------------------------------------------------------------------


JUNK = "S01 shoot N01\nN01 shoot S01\nall forward 4,5\nX01 back 3\nN02 charge S02\nTURN 9\nall forward 3"
like_order = cache(RULES.language.looks_like_order)


def test_no_line_of_any_mail_of_a_battle_reads_as_an_order(desk: MailOffice) -> None:
    for name, pace, answers in (("mill-ford", "armies", 8), ("harrow-down", "set-up", 4)):
        game = begin(desk, name, pace, every=3, grace=0)
        for number in range(answers):
            work = load_game(desk.services, game)
            if work.desk.open is None:
                break
            seat = awaited(desk, game)
            ask = work.desk.open.ask_of(seat)
            assert ask is not None
            if number % 4 == 3:
                desk.later(days=5)
                tick(desk.services)
                continue
            send(desk, game, seat, f"{aide_orders(work, ask)[1]}\n{JUNK}")
            send(desk, game, seat, "ready")
    mails = desk.sent()
    assert {one.kind for one in mails} >= {"report", "answer"}
    assert len(mails) > 20
    for mail in mails:
        page = from_html(part_of(mail.raw, "text/html"))
        for text in (text_of(mail.raw), page, own_words(page, "orders@example.test")):
            assert [line for line in shapes(text) if like_order(line)] == [], mail.kind
        assert [line for line in text_of(mail.raw).splitlines() if len(line) > 72] == []


# --- secrets ------------------------------------------------------------------------------------------------------


HIDDEN = (b"Greycoats", b"N05 in turn", b"7.77,29.13")
"""Who is to come in secret, and where North sets up before South has."""


PAGES = (
    "", "/table", "/standing", "/what-if", "/versions", "/dice", "/replay", "/replay?turn=1", "/turns/1",
    "/turns/1/print", "/glance.svg", "/downloads", "/downloads/reports.txt",
    "/downloads/orders.txt", "/downloads/map.svg",
)  # fmt: skip


def ambush(folder: Path) -> Path:
    """Mill Ford, but North's column comes in secret."""
    told = safe_load(find_scenario("onehour/mill-ford").read_text(encoding="utf-8"))
    told["name"] = "ambush"
    north = told["sides"][1]
    north["text"] = "Your Greycoats come last."
    for one in north["units"]:
        one["name"] = "Greycoats" if one["id"] == "N05" else one["name"]
        if "enters" in one:
            one["enters"]["secret"] = True
    file = folder / "ambush.yaml"
    file.write_text(yaml.safe_dump(told), encoding="utf-8")
    return file


@pytest.fixture
def field(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Field:
    """A field whose mails have the least of pictures."""
    least = io.BytesIO()
    Image.new("1", (1, 1)).save(least, "PNG")
    monkeypatch.setattr(wording, "render_png", lambda *_, **__: least.getvalue())
    return open_field(f"sqlite:///{tmp_path / 'secrets.db'}", tmp_path)


def test_who_comes_in_secret_and_a_sealed_set_up_are_in_nothing_of_the_other_side(field: Field, tmp_path: Path) -> None:
    seats = {SOUTH: field.players[SOUTH], NORTH: field.players[NORTH]}
    game = new_game(field.services, str(ambush(tmp_path)), seats, Options(every=0, pace="set-up"), seed=SEED)
    assert all(any(word in one.data for one in service_sights(field, game, NORTH)) for word in HIDDEN[:2])
    nothing = list(service_sights(field, game, SOUTH))
    assert by_mail(field, game, NORTH, "N01 at 7.77,29.13 facing 180\nready", "a").state == "accepted"
    assert list(service_sights(field, game, SOUTH)) == nothing
    unseen(field, game, HIDDEN)
    wait = "standing N05 wait until turn 9\nstanding N03 N04 wait until turn 9\n"
    assert by_mail(field, game, SOUTH, "deploy\nready", "b").state == "accepted"
    for number in range(5):
        seat = awaited_in(field, game)
        text = f"{wait if seat == NORTH else ''}ready"
        assert by_mail(field, game, seat, text, f"c{number}").state == "accepted"
        unseen(field, game, HIDDEN[:2], browsed=number == 4)
    assert load_game(field.services, game).battle.turn == 3


def awaited_in(field: Field, game: GameId) -> Seat:
    work = load_game(field.services, game)
    assert work.desk.open is not None
    return work.desk.open.waiting_for()[0]


def unseen(field: Field, game: GameId, hidden: tuple[bytes, ...], *, browsed: bool = False) -> None:
    """None of these is in anything South has."""
    sights = [*service_sights(field, game, SOUTH, turns=browsed), *mail_sights(field, SOUTH)]
    if browsed:
        client = Browser(field, SOUTH).client
        for page in PAGES:
            answer = client.get(f"/g/{game}{page}")
            assert answer.status_code == 200, page
            sights.append(Sight(page, answer.data))
    for sight in sights:
        assert [word for word in hidden if word in sight.data] == [], sight.where
