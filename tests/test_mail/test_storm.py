"""A small storm of order mails through real servers: none lost, each answered once.  A large one is measured."""

import pytest

from pbem.bench import postfix, storm
from tests.servers import need, need_root


@pytest.mark.slow
def test_sixty_mails_at_once_are_each_answered_once() -> None:
    need("postfix", "the storm goes through it")
    need_root("postfix", "the storm goes through it")
    told = storm.storm(games=3, each=10)
    assert (told.mails, told.lost, told.doubled) == (60, 0, 0)
    assert told.taken <= told.answered < storm.WITHIN


def test_where_there_is_no_postfix_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postfix, "program", lambda: None)
    (line,) = storm.figures(quick=True)
    assert "not measured; it needs Postfix" in line
