"""A small storm of order mails through real servers: none lost, each answered once.  A large one is measured."""

import pytest

from pbem.bench import postfix, storm
from tests.servers import need, need_root


@pytest.mark.slow
@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_a_storm_of_mails_is_answered_one_by_one(games: int) -> None:
    need("postfix", "the storm goes through it")
    need_root("postfix", "the storm goes through it")
    told = storm.storm(games=games, each=10)
    assert (told.mails, told.lost, told.doubled) == (20 * games, 0, 0)
    assert told.taken <= told.answered < storm.WITHIN


def test_where_there_is_no_postfix_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postfix, "program", lambda: None)
    (line,) = storm.figures(quick=True)
    assert "not measured; it needs Postfix" in line
