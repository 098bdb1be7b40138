"""Who may do what as the umpire of a game."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from sqlmodel import select

from pbem.engine.ids import UMPIRE, Seq
from pbem.engine.journal import PlannedRuling, Seated
from pbem.service.agreements.letterbook import write_letter
from pbem.service.agreements.seating import SeatTaken
from pbem.service.incoming.latemail import count_late
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import BadGame, load_game, new_game
from pbem.service.umpire.behalf import NoBehalf, order_for
from pbem.service.umpire.forking import NoFork, fork
from pbem.service.umpire.held import NotHeld, hold_report, lay_down, note_dry_run, publish, release_report, take_away
from pbem.service.umpire.letters import NoLetter, let_letters_wait, see_to_letter, write_as_umpire
from pbem.service.umpire.looking import note_look
from pbem.service.umpire.newsbook import NoNews, strike_news, write_news
from pbem.service.umpire.questions import NoQuestion, answer_question, ask_umpire
from pbem.service.umpire.rights import OF_ONE_SIDE, RIGHTS, NotUmpire, may, need_right, need_umpire
from pbem.service.umpire.rulings import NoRuling, rule
from pbem.service.umpire.seats import (
    BadUmpire,
    dismiss_co_umpire,
    give_up,
    hand_over,
    name_co_umpire,
    substitute,
    umpires_deputy,
    unseat,
)
from pbem.service.umpire.stopped import play_again
from pbem.service.umpire.timing import NoTime, extend_by_days, go_on, move_deadline, nudge, pause, run_now
from pbem.service.umpire.turnback import NoTurningBack, turn_back
from pbem.service.umpire.undoing import undo_ruling
from pbem.store.tables import MailId, PlayerId, UmpireRow
from tests.test_service.conftest import Office
from tests.test_umpire.conftest import Umpired, begin_umpired
from tests.toyrules import BLUE, RED


def test_the_umpire_may_do_everything_and_a_player_nothing(office: Office) -> None:
    umpired = begin_umpired(office)
    work = load_game(office.services, umpired.game)
    assert work.umpire is not None
    assert work.umpire.name == "Geoff Gale"
    need_umpire(work, umpired.umpire)
    need_right(work, umpired.umpire, "rule")
    with pytest.raises(NotUmpire, match="only the umpire of"):
        need_right(work, office.players[RED], "look")
    with office.services.db.reading() as session:
        assert [(row.player, row.chief) for row in session.exec(select(UmpireRow)).all()] == [(umpired.umpire, True)]


def test_a_co_umpire_may_do_what_was_given(umpired: Umpired) -> None:
    services = umpired.office.services
    helen = ensure_player(services, "helen@example.org", "Helen Hall")
    work = load_game(services, umpired.game)
    work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="co-umpire", who=helen, rights=("letters",)))
    work.write()
    work = load_game(services, umpired.game)
    assert may(work, helen, "letters")
    with pytest.raises(NotUmpire, match=r"the right to: letters\. Ask the umpire for: rule"):
        need_right(work, helen, "rule")
    with pytest.raises(NotUmpire, match="only the umpire"):
        need_umpire(work, helen)
    work.note("seat", UMPIRE, Seated(seat=UMPIRE, act="no co-umpire", who=helen))
    assert not may(work, helen, "letters")


def test_a_game_without_an_umpire_says_so(lite: Office) -> None:
    work = load_game(lite.services, lite.begin())
    with pytest.raises(NotUmpire, match="has no umpire"):
        need_right(work, lite.players[RED], "rule")


def test_no_player_umpires_a_game_of_theirs(lite: Office) -> None:
    seats = {seat: lite.players[seat] for seat in (RED, BLUE)}
    with pytest.raises(BadGame, match="plays no seat of it"):
        new_game(lite.services, "toy/duel", seats, umpire=lite.players[RED])


OTHERWISE = (
    NoRuling, NoTime, NotHeld, NoLetter, NoNews, NoQuestion, NoBehalf, BadUmpire, NoTurningBack, NoFork, SeatTaken,
)  # fmt: skip
"""What an act is refused by for another reason than a right."""

Act = Callable[[Umpired, PlayerId], Any]
WHY = "he telephoned"
PLAN = PlannedRuling(1, "1.1", "red strength 3", WHY)
ACTS: dict[str, tuple[str, Act]] = {
    "rule": ("rule", lambda on, by: rule(on.office.services, on.game, "red strength 3", WHY, by)),
    "take a ruling back": ("rule", lambda on, by: undo_ruling(on.office.services, on.game, Seq(1), WHY, by)),
    "lay down": (
        "rule",
        lambda on, by: lay_down(on.office.services, on.game, PLAN, by),
    ),
    "take away": ("rule", lambda on, by: take_away(on.office.services, on.game, Seq(1), by)),
    "look at the turn": ("publish", lambda on, by: note_dry_run(on.office.services, on.game, by)),
    "hold": ("publish", lambda on, by: hold_report(on.office.services, on.game, RED, WHY, by)),
    "release": ("publish", lambda on, by: release_report(on.office.services, on.game, RED, by)),
    "publish": ("publish", lambda on, by: publish(on.office.services, on.game, "", by)),
    "answer": ("questions", lambda on, by: answer_question(on.office.services, on.game, 1, "yes", by, to_all=False)),
    "touch a letter": ("letters", lambda on, by: see_to_letter(on.office.services, on.game, 1, "lose", WHY, by)),
    "let letters wait": ("letters", lambda on, by: let_letters_wait(on.office.services, on.game, WHY, by, wait=True)),
    "write": ("letters", lambda on, by: write_as_umpire(on.office.services, on.game, [RED], "hurry", by)),
    "write news": ("letters", lambda on, by: write_news(on.office.services, on.game, UMPIRE, "news", by, "signed")),
    "strike news": ("letters", lambda on, by: strike_news(on.office.services, on.game, 1, WHY, by)),
    "remind": ("clock", lambda on, by: nudge(on.office.services, on.game, RED, by)),
    "move": ("clock", lambda on, by: move_deadline(on.office.services, on.game, on.office.clock.now(), WHY, by)),
    "extend": ("clock", lambda on, by: extend_by_days(on.office.services, on.game, 1, WHY, by)),
    "pause": ("clock", lambda on, by: pause(on.office.services, on.game, "", WHY, by)),
    "go on": ("clock", lambda on, by: go_on(on.office.services, on.game, WHY, by)),
    "run now": ("clock", lambda on, by: run_now(on.office.services, on.game, WHY, by)),
    "count late": ("clock", lambda on, by: count_late(on.office.services, on.game, MailId("none"), RED, WHY, by)),
    "order for them": (
        "seats",
        lambda on, by: order_for(on.office.services, on.game, RED, "bid 1", WHY, by, ready=False),
    ),
    "unseat": ("seats", lambda on, by: unseat(on.office.services, on.game, RED, "aide", WHY, by)),
    "look": ("look", lambda on, by: note_look(on.office.services, load_game(on.office.services, on.game), RED, by)),
    "substitute": ("seats", lambda on, by: substitute(on.office.services, on.game, RED, "cleo@example.org", WHY, by)),
    "deputy": (
        "seats",
        lambda on, by: umpires_deputy(on.office.services, on.game, RED, "dora@example.org", 1, WHY, by),
    ),
    "play again": ("", lambda on, by: play_again(on.office.services, on.game, WHY, by)),
    "turn back": ("", lambda on, by: turn_back(on.office.services, on.game, Seq(1), "same", WHY, by)),
    "fork": ("", lambda on, by: fork(on.office.services, on.game, "0.0", {RED: None, BLUE: None}, by)),
    "sign as another": ("", lambda on, by: write_as_umpire(on.office.services, on.game, [RED], "hurry", by, BLUE)),
    "hand over": ("", lambda on, by: hand_over(on.office.services, on.game, "ivy@example.org", by)),
    "give up": ("", lambda on, by: give_up(on.office.services, on.game, by)),
    "name": ("", lambda on, by: name_co_umpire(on.office.services, on.game, "ivy@example.org", ["look"], by)),
    "dismiss": ("", lambda on, by: dismiss_co_umpire(on.office.services, on.game, on.umpire, by)),
}
"""Each act of an umpire's with the right it needs; '' for the umpire's alone."""


@pytest.mark.parametrize("act", ACTS)
def test_each_act_needs_its_right_and_no_other(act: str, umpired: Umpired) -> None:
    services, (right, does) = umpired.office.services, ACTS[act]
    helen = name_co_umpire(
        services, umpired.game, "helen@example.org", [one for one in RIGHTS if one != right], umpired.umpire
    )
    for by in (helen, umpired.office.players[BLUE]):
        with pytest.raises(NotUmpire):
            does(umpired, by)
    if right:
        name_co_umpire(
            services, umpired.game, "helen@example.org", [one for one in RIGHTS if one == right], umpired.umpire
        )
        with suppress(*OTHERWISE):
            does(umpired, helen)


@pytest.mark.parametrize("act", ACTS)
def test_no_act_of_a_co_umpire_of_one_side_touches_the_other(act: str, umpired: Umpired) -> None:
    """Blue's tries each on Red, whose question and letter there are for Blue's no more than what there is not."""
    services, game, (right, does) = umpired.office.services, umpired.game, ACTS[act]
    ask_umpire(services, game, RED, "May I parry twice?", umpired.office.players[RED])
    write_letter(services, game, RED, (UMPIRE,), "Tell nobody.", umpired.office.players[RED])
    sides = {
        seat: name_co_umpire(services, game, f"{seat}s@example.org", OF_ONE_SIDE, umpired.umpire, seat)
        for seat in (RED, BLUE)
    }
    before = load_game(services, game).last_seq
    own = right in OF_ONE_SIDE and "news" not in act and "wait" not in act
    with pytest.raises((NoQuestion, NoLetter) if own else NotUmpire) as refused:
        does(umpired, sides[BLUE])
    if own:
        assert re.search("no question 1|no letter 1[.]|of Blue alone", str(refused.value))
    assert load_game(services, game).last_seq == before
    if act in {"answer", "write", "look"}:
        does(umpired, sides[RED])
        assert load_game(services, game).last_seq > before


def test_every_right_is_tried() -> None:
    assert {right for right, _ in ACTS.values()} == {*RIGHTS, ""}
