"""Whoever is refused is told what happened, what was done with his text, and what he can do."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.app import LARGEST_FORM
from tests.web_offices import TOKEN, Office, office, plain

WRITTEN = "S01 forward 0607"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


@pytest.mark.parametrize("htmx", [False, True])
def test_what_is_too_large_to_be_read_is_told_so(desk: Office, htmx: bool) -> None:
    game, visitor = desk.begin(), desk.visitor(desk.ines)
    headers = {"HX-Request": "true"} if htmx else {}
    answer = visitor.client.post(f"/g/{game}/check", data={"text": "x" * (LARGEST_FORM + 1)}, headers=headers)
    assert answer.status_code == 413
    assert "Too large" in answer.text
    assert "Go back: your browser still has your text." in plain(answer.text)


@pytest.mark.parametrize("path", ["orders", "check", "letters"])
def test_who_was_signed_out_while_he_wrote_is_given_his_text_back(desk: Office, path: str) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    elsewhere = desk.visitor(desk.ines)
    token = TOKEN.search(visitor.get(f"/g/{game}/letters").text)
    assert token is not None
    elsewhere.send("/account", "/account/visits")
    answer = visitor.client.post(f"/g/{game}/{path}", data={"csrf_token": token[1], "text": WRITTEN, "do": "save"})
    assert answer.status_code == 403
    assert "You are signed out" in answer.text
    assert WRITTEN in answer.text
    link = desk.link(desk.ines)
    back = {"letters": f"/g/{game}/letters"}.get(path, f"/g/{game}")
    assert visitor.send(link, link).headers["Location"] == back


def test_a_form_that_is_out_of_date_leads_to_its_page(desk: Office) -> None:
    game, visitor = desk.begin(against_aide=False), desk.visitor(desk.ines)
    for path, page in (
        (f"/g/{game}/orders", f"/g/{game}"),
        (f"/g/{game}/letters", f"/g/{game}/letters"),
        ("/new/snaphance/harrow-down", "/new/snaphance/harrow-down"),
        ("/account/me", "/games"),
    ):
        answer = visitor.client.post(path, data={})
        assert answer.status_code == 400
        assert f'href="{page}">Open the page again' in answer.text


def test_only_those_sent_away_are_told_when_to_come_again(desk: Office) -> None:
    visitor = desk.visitor()
    answers = [visitor.send("/sign-in", "/sign-in", email="ines@example.org") for _ in range(6)]
    assert ["Retry-After" in one.headers for one in answers] == [False] * 5 + [True]
    assert "Retry-After" not in visitor.get("/api/1/game").headers  # 401: no waiting helps
