"""A journal damaged in the database: that game stops and says where, nothing is lost, and it goes on when restored."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session

from pbem.app import create_app
from pbem.engine.ids import GameId
from pbem.engine.journal import check_chain
from pbem.jobs import jobs
from pbem.service.incoming.mailroom import handle_waiting
from pbem.service.operator.chains import check_all, check_some
from pbem.service.operator.doctor import examine
from pbem.service.options import Options
from pbem.service.people.keys import make_key
from pbem.service.people.seats import ensure_player, sign_in_link
from pbem.service.play.clockwork import tick
from pbem.service.play.gamelist import my_games
from pbem.service.play.games import games, load_game, resume
from pbem.service.play.journals import forget_read
from pbem.service.play.pages import game_page
from pbem.service.play.running import guarded
from pbem.service.play.turns import submit
from pbem.store.errors import BrokenGame
from pbem.store.journal import remember_checks
from pbem.store.mails import UNTIL_IT_GOES_ON
from pbem.store.tables import ChainCheck, Game, InMail, MailId, OutMail
from tests.test_proofs.conftest import Fields
from tests.test_proofs.field import HARROW, NORTH, SOUTH, Field, ingest, letter
from tests.web_offices import Visitor

OTHER = GameId("other")
HOURLY = Options(every=6, unit="hours", grace=0, remind=0)


def begun(field: Field) -> None:
    """Two games under way, each with orders that were filed."""
    for game in (HARROW, OTHER):
        field.begin(HOURLY, game=game)
        assert field.order(game, SOUTH, "S02 hold").outcome == "filed"


def change(session: Session, seq: int) -> None:
    told = session.connection().execute(
        text("UPDATE entry SET payload = payload || ' ' WHERE game = :g AND seq = :s"),
        {"g": HARROW, "s": seq},
    )
    assert told.rowcount == 1


def truncate(session: Session, seq: int) -> None:
    session.connection().execute(
        text("UPDATE entry SET payload = substr(payload, 1, 9) WHERE game = :g AND seq = :s"), {"g": HARROW, "s": seq}
    )


def delete(session: Session, seq: int) -> None:
    session.connection().execute(text("DELETE FROM entry WHERE game = :g AND seq = :s"), {"g": HARROW, "s": seq})


def damage(field: Field, how: Callable[[Session, int], None], seq: int) -> None:
    """Damage the journal, and let this process forget what it has read of it, as a new one would."""
    with field.services.db.writing() as session:
        how(session, seq)
    forget_read()


def last(field: Field) -> int:
    return field.entries(HARROW)[-1].seq


def notices(field: Field) -> list[OutMail]:
    return [mail for mail in field.mails("notice") if mail.game == HARROW]


def card(field: Field) -> Game:
    with field.services.db.reading() as session:
        return session.get_one(Game, HARROW)


DAMAGES = [
    pytest.param(change, 0, id="a payload changed"),
    pytest.param(truncate, 0, id="an entry truncated"),
    pytest.param(delete, 0, id="an entry deleted"),
    pytest.param(delete, -1, id="the last entry deleted"),
    pytest.param(truncate, -1, id="the last entry truncated"),
]


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, field_on: Fields) -> Field:
    """A field on each database."""
    return field_on(request.getfixturevalue("postgres_ready") if request.param == "postgresql" else "")


@pytest.mark.parametrize(("how", "place"), DAMAGES)
def test_a_damaged_game_stops_when_it_is_opened_and_the_others_go_on(
    either: Field, how: Callable[[Session, int], None], place: int
) -> None:
    field = either
    begun(field)
    seq = last(field) if place else 2
    damage(field, how, seq)
    before = field.entries(HARROW)
    for _ in range(2):
        with pytest.raises(BrokenGame, match=f"entry {seq} "):
            submit(field.services, HARROW, NORTH, "N02 hold", "web", str(field.players[NORTH]))
    assert field.entries(HARROW) == before, "something was sealed on top of a broken chain"
    stopped = card(field)
    assert (stopped.state, stopped.broken_at) == ("stopped", seq)
    assert f"entry {seq} " in stopped.stop_reason
    assert len(notices(field)) == 1, "the operator is told once"
    assert field.order(OTHER, NORTH, "N02 hold\nready").outcome == "filed"
    field.later(hours=7)
    assert tick(field.services).played == (OTHER,)
    assert field.entries(HARROW) == before


def test_a_game_read_before_it_was_damaged_writes_nothing_once_the_damage_is_found(field: Field) -> None:
    begun(field)
    with field.services.db.writing() as session:
        change(session, 2)
    assert load_game(field.services, HARROW).state == "running", "this process has read it before"
    work = load_game(field.services, HARROW)
    assert [one.game for one in check_all(field.services) if isinstance(one, BrokenGame)] == [HARROW]
    before = field.entries(HARROW)
    with pytest.raises(BrokenGame):
        field.order(HARROW, NORTH, "N02 hold")
    work.note("seat", NORTH, work.rules.codec.read(before[2]))
    with pytest.raises(BrokenGame):
        work.write()
    assert field.entries(HARROW) == before
    assert len(notices(field)) == 1


def test_mails_to_a_damaged_game_are_kept_answered_and_read_when_it_goes_on(field: Field) -> None:
    begun(field)
    sound = field.entries(HARROW)
    mine, other = (letter(field, game, NORTH, "N02 hold", f"{game}") for game in (HARROW, OTHER))
    damage(field, truncate, 2)
    names = [ingest(field.services, raw) for raw in (mine, other)]
    handle_waiting(field.services)
    assert [in_mail(field, name).state for name in names] == ["held", "accepted"]
    assert in_mail(field, names[0]).note == UNTIL_IT_GOES_ON
    assert handle_waiting(field.services) == (), "it is not tried again and again"
    said = told_at_once(field)
    assert "Harrow Down has been stopped: its record in the database does not match" in said
    assert "Your mail has been kept" in said
    assert "N02 hold" in said
    restore(field, sound[1].payload)
    assert resume(field.services, HARROW, "restored")
    handle_waiting(field.services)
    assert (in_mail(field, names[0]).state, in_mail(field, names[0]).note) == ("accepted", "")
    assert load_game(field.services, HARROW).desk.filed[NORTH].sent.strip() == "N02 hold"


def test_a_mail_that_could_be_for_a_damaged_game_or_a_sound_one_is_judged_when_both_can_be_read(field: Field) -> None:
    begun(field)
    sound = field.entries(HARROW)
    mine, other = (letter(field, game, NORTH, "N02 hold", "both") for game in (HARROW, OTHER))
    to = next(line for line in other.split(b"\r\n") if line.startswith(b"To: "))
    damage(field, change, 2)
    name = ingest(field.services, mine.replace(b"Message-ID", to.replace(b"To", b"Cc") + b"\r\nMessage-ID"))
    handle_waiting(field.services)
    assert in_mail(field, name).state == "held"
    restore(field, sound[1].payload)
    assert resume(field.services, HARROW, "restored")
    handle_waiting(field.services)
    assert in_mail(field, name).note.count("For which game?") == 2


def test_mails_to_a_game_that_failed_are_kept_answered_and_read_when_it_goes_on(field: Field) -> None:
    begun(field)
    with_token = letter(field, HARROW, NORTH, "to south: hello\nN02 hold", "failed")
    without = b"\r\n".join(line for line in with_token.split(b"\r\n") if line[:3] not in {b"To:", b"Mes"})
    for game in (HARROW, OTHER):
        fail(field, game)
    names = [ingest(field.services, raw) for raw in (with_token, without)]
    handle_waiting(field.services)
    assert [(in_mail(field, name).state, in_mail(field, name).note) for name in names] == [
        ("held", UNTIL_IT_GOES_ON), ("held", UNTIL_IT_GOES_ON),
    ]  # fmt: skip
    assert "has been stopped: the program could not play it on" in told_at_once(field)
    assert field.mails("letter") == []
    assert resume(field.services, HARROW, "mended")
    handle_waiting(field.services)
    assert in_mail(field, names[0]).state == "accepted"
    assert load_game(field.services, HARROW).desk.filed[NORTH].sent.strip() == "N02 hold"


def fail(field: Field, game: GameId) -> None:
    """The game stops because its rules fail."""
    work = load_game(field.services, game)

    def broken() -> None:
        raise ZeroDivisionError

    assert not guarded(work, broken)
    work.write()


def in_mail(field: Field, name: MailId) -> InMail:
    with field.services.db.reading() as session:
        return session.get_one(InMail, name)


def told_at_once(field: Field) -> str:
    """What the writers of mails that were not taken are told."""
    found = [
        message_from_bytes(mail.raw, policy=policy.default).get_body(("plain",)) for mail in field.mails("refused")
    ]
    return " ".join(word for part in found if part is not None for word in str(part.get_content()).split())


def restore(field: Field, payload: str) -> None:
    with field.services.db.writing() as session:
        session.connection().execute(
            text("UPDATE entry SET payload = :p WHERE game = :g AND seq = 2"), {"g": HARROW, "p": payload}
        )


def test_a_damaged_game_does_not_go_on_before_it_is_restored(field: Field) -> None:
    begun(field)
    sound = field.entries(HARROW)
    damage(field, change, 2)
    with pytest.raises(BrokenGame):
        load_game(field.services, HARROW)
    with pytest.raises(BrokenGame, match="entry 2 "):
        resume(field.services, HARROW, "only hoped")
    assert card(field).state == "stopped"
    restore(field, sound[1].payload)
    with pytest.raises(BrokenGame):
        load_game(field.services, HARROW)
    assert resume(field.services, HARROW, "restored")
    assert field.order(HARROW, NORTH, "N02 hold\nready").outcome == "filed"
    assert field.order(HARROW, SOUTH, "ready").outcome == "played"
    check_chain(field.entries(HARROW))


def test_the_way_back_that_the_page_on_storage_shows_works(field: Field, tmp_path: Path) -> None:
    begun(field)
    file = field.services.db.file
    assert file is not None
    with closing(sqlite3.connect(file)) as live, closing(sqlite3.connect(tmp_path / "backup.db")) as copy:
        live.backup(copy)
    field.order(HARROW, NORTH, "N02 hold")  # newer than the backup
    damage(field, delete, 2)
    damage(field, truncate, 3)
    assert [one for one in check_all(field.services) if isinstance(one, BrokenGame)]
    page = (Path(__file__).parents[2] / "docs" / "storage.md").read_text()
    command = next(line for line in page.splitlines() if line.startswith("INSERT OR REPLACE INTO entry"))
    with closing(sqlite3.connect(file)) as live:
        live.execute("ATTACH ? AS copy", (str(tmp_path / "backup.db"),))
        live.execute(command.replace("GAME", HARROW))
        live.commit()
    assert resume(field.services, HARROW, "restored from a backup")
    assert [one for one in check_all(field.services) if isinstance(one, BrokenGame)] == []
    assert load_game(field.services, HARROW).desk.filed[NORTH].sent == "N02 hold"


def test_a_finished_battle_that_was_damaged_is_over_again_when_it_is_restored(field: Field) -> None:
    field.begin(aides=(SOUTH, NORTH), game=HARROW)
    sound = field.entries(HARROW)
    assert card(field).state == "over"
    damage(field, change, 2)
    with pytest.raises(BrokenGame):
        load_game(field.services, HARROW)
    restore(field, sound[1].payload)
    assert resume(field.services, HARROW, "restored")
    assert load_game(field.services, HARROW).state == "over"


def test_the_background_check_goes_on_where_it_stopped_and_finds_what_opening_would_not(field: Field) -> None:
    begun(field)
    seq = last(field)
    rounds = [check_some(field.services, most=2) for _ in range(40)]
    steps = seq // 2
    assert rounds[:steps] == [(HARROW,)] * steps
    assert rounds[steps] == (HARROW, OTHER), "what is left of a bit goes to the next journal"
    assert rounds[-1] == (), "a day passes before the next round"
    with field.services.db.writing() as session:
        change(session, seq - 1)
    assert check_some(field.services) == ()
    field.later(days=1)
    while card(field).state == "running":
        assert check_some(field.services, most=2)
    assert card(field).broken_at == seq - 1
    assert len(notices(field)) == 1
    assert "journals" in {job.name for job in jobs(field.services)}


def test_the_background_check_is_at_ease_with_a_journal_that_ends_where_a_bit_does(field: Field) -> None:
    begun(field)
    for most in (1, last(field)):
        while check_some(field.services, most=most):
            pass
        field.later(days=2)
    assert {state for _, _, state in games(field.services)} == {"running"}


def test_the_doctor_names_the_game_and_the_entry(field: Field) -> None:
    begun(field)
    sound = [one for one in examine(field.services, names=None, send=False) if one.about == "journals"]
    assert [one.state for one in sound] == ["ok"]
    damage(field, change, 4)
    (found,) = (one for one in examine(field.services, names=None, send=False) if one.about == "journals" and one.todo)
    assert HARROW in found.found
    assert "entry 4" in found.found
    assert "pbem resume" in found.todo


def test_the_doctor_leaves_out_finished_games_that_the_worker_has_checked_lately(field: Field) -> None:
    field.begin(aides=(SOUTH, NORTH), game=HARROW)

    def journals(again: bool = False) -> list[str]:
        found = examine(field.services, names=None, send=False, again=again)
        return [one.found for one in found if one.about == "journals"]

    with field.services.db.writing() as session:
        remember_checks(session, [ChainCheck(game=HARROW, at=field.clock.now())])
    assert journals(again=True)[0].startswith("1 sound")
    damage(field, change, 4)
    assert journals() == ["0 sound, 0 entries checked; left out: 1 checked lately (--all-journals checks them too)"]
    field.later(days=3)
    assert "entry 4" in journals()[0]


def test_orders_sent_on_the_page_of_a_damaged_game_are_kept_as_a_draft(field: Field) -> None:
    begun(field)
    app = create_app(services=field.services)
    app.testing = False
    tom = field.players[NORTH]
    link = sign_in_link(field.services, tom).removeprefix(field.services.config.base_url)
    visitor = Visitor(app.test_client())
    visitor.send(link, link)
    field.begin(game=GameId("third"))
    sound = field.entries(HARROW)
    damage(field, change, 2)
    answer = visitor.send("/g/other", f"/g/{HARROW}/orders", text="N02 hold", turn="1", do="save")
    assert answer.status_code == 503
    assert "kept as a draft" in answer.text
    listed = {one.game: one.group for one in my_games(field.services, tom)}
    assert listed == {HARROW: "stopped", OTHER: "you", "third": "you"}
    assert visitor.get("/games").status_code == 200
    restore(field, sound[1].payload)
    resume(field.services, HARROW, "restored")
    assert game_page(field.services, HARROW, NORTH).draft == "N02 hold"


@pytest.mark.parametrize("damaged", [True, False])
def test_orders_of_a_program_for_a_stopped_game_are_kept_as_a_draft(field: Field, damaged: bool) -> None:
    begun(field)
    key = make_key(field.services, field.players[NORTH], HARROW, NORTH, "bot")
    sound = field.entries(HARROW)
    if damaged:
        damage(field, change, 2)
    else:
        fail(field, HARROW)
    client = create_app(services=field.services).test_client()
    sent = {"text": "N02 hold", "turn": 1, "ready": True}
    for _ in range(2):
        answer = client.post("/api/1/orders", json=sent, headers={"Authorization": f"Bearer {key}"})
        assert (answer.status_code, answer.json["type"]) == (409, "/api#not-now")
        assert "has been stopped" in answer.json["detail"]
        assert "kept as your draft" in answer.json["detail"]
    if damaged:
        restore(field, sound[1].payload)
    assert resume(field.services, HARROW, "mended")
    assert game_page(field.services, HARROW, NORTH).draft == "N02 hold"


def test_orders_sent_on_the_page_of_a_game_that_failed_are_kept_as_a_draft(field: Field) -> None:
    begun(field)
    app = create_app(services=field.services)
    link = sign_in_link(field.services, field.players[NORTH]).removeprefix(field.services.config.base_url)
    visitor = Visitor(app.test_client())
    visitor.send(link, link)
    fail(field, HARROW)
    answer = visitor.send("/g/other", f"/g/{HARROW}/orders", text="N02 hold", turn="1", do="ready")
    assert answer.status_code == 409
    assert "has been stopped" in answer.text
    assert "kept as a draft" in answer.text
    resume(field.services, HARROW, "mended")
    assert game_page(field.services, HARROW, NORTH).draft == "N02 hold"


def test_whoever_has_no_seat_is_not_told_that_there_is_such_a_game(field: Field) -> None:
    begun(field)
    damage(field, change, 2)
    app = create_app(services=field.services)
    app.testing = False
    link = sign_in_link(field.services, ensure_player(field.services, "eve@players.test", "Eve")).removeprefix(
        field.services.config.base_url
    )
    eve = Visitor(app.test_client())
    eve.send(link, link)
    assert eve.get(f"/g/{HARROW}").status_code == 404
