"""A deputy on the pages, in his turns and after; what a player has kept for turns to come is shown to him alone."""

from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.mail.tokens import TurnRef
from pbem.service.agreements.deputies import UMPIRE, name_deputy
from pbem.service.incoming.pending import keep, planned
from pbem.service.people.seats import ensure_player
from pbem.store.tables import OutMail, PlayerId
from tests.web_offices import SOUTH, Office, office


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.fixture
def carl(desk: Office) -> PlayerId:
    return ensure_player(desk.services, "carl@example.org", "Carl Clay")


def copies(desk: Office) -> list[tuple[str, str]]:
    """Recipient and text of every copy of an answer."""
    with desk.services.db.reading() as session:
        rows = session.exec(select(OutMail).where(OutMail.kind == "copy")).all()
    bodies = [message_from_bytes(row.raw, policy=default).get_body(("plain",)) for row in rows]
    texts = [" ".join(str(body.get_content()).split()) for body in bodies if body is not None]
    return list(zip([row.recipient for row in rows], texts, strict=True))


def test_a_deputy_orders_on_the_page_and_its_player_is_told(desk: Office, carl: PlayerId) -> None:
    game = desk.begin(against_aide=False)
    name_deputy(desk.services, game, SOUTH, "carl@example.org", 1, 1, UMPIRE)
    visitor = desk.visitor(carl)
    assert "Harrow Down" in visitor.get("/games").text
    assert visitor.order(game, "S02 turn 2").status_code == 303
    assert ", by your deputy Carl Clay." in visitor.get(f"/g/{game}").text
    assert ", by your deputy Carl Clay." in desk.visitor(desk.ines).get(f"/g/{game}").text
    ((recipient, text),) = copies(desk)
    assert recipient == "ines@example.org"
    assert "Carl Clay, your deputy, sent this" in text
    assert "This is version 1 of your orders" in text
    visitor.order(game, "S02 nonsense")
    assert len(copies(desk)) == 1  # nothing was changed
    desk.visitor(desk.ines).order(game, "S02 turn 4")
    assert len(copies(desk)) == 1
    assert "by your deputy" not in visitor.get(f"/g/{game}").text


def test_before_and_after_his_turns_a_deputy_sees_nothing(desk: Office, carl: PlayerId) -> None:
    game = desk.begin()
    name_deputy(desk.services, game, SOUTH, "carl@example.org", 2, 2, UMPIRE)
    visitor, ines = desk.visitor(carl), desk.visitor(desk.ines)
    seen = [visitor.get(f"/g/{game}").status_code]
    for turn in (1, 2):
        ines.order(game, "", "ready", turn=turn)
        seen.append(visitor.get(f"/g/{game}").status_code)
    assert seen == [404, 200, 404]
    assert f"/g/{game}" not in visitor.get("/games").text
    assert visitor.order(game, "S02 turn 2", turn=3).status_code == 404
    assert visitor.get(f"/g/{game}/turns/1").status_code == 404


def test_the_page_says_for_which_turns_orders_are_kept(desk: Office) -> None:
    game = desk.begin(against_aide=False)
    turn, now = TurnRef(game, SOUTH, 1), desk.clock.now()
    with desk.services.db.writing() as session:
        keep(session, turn, desk.ines, planned(desk.services, turn, desk.ines, "TURN 3\nS02 turn 2", now), now)
    assert "Kept for your turn 3, as you sent it" in desk.visitor(desk.ines).get(f"/g/{game}").text
    assert "Kept for" not in desk.visitor(desk.tom).get(f"/g/{game}").text
