"""Games opened from a snapshot: as whole as those folded from their first entry, and played on to the same bytes."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import text
from sqlmodel import select

from pbem.service.play import gamelist, journals
from pbem.service.play.gamelist import refresh_cards
from pbem.service.play.journals import forget_read, keep_snapshot
from pbem.service.play.pages import page_of
from pbem.service.play.tellings import told_of
from pbem.service.play.work import Work, open_game
from pbem.store import snapshots
from pbem.store.errors import BrokenGame
from pbem.store.tables import Snapshot
from tests.recorded import GAMES, Table, load, performed


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(journals, "EVERY", 20)
    yield
    forget_read()


def opened(made: Table) -> Work:
    """As by a process that has just begun."""
    forget_read()
    return open_game(made.services, made.game)


def opened_whole(made: Table) -> Work:
    """The same without any snapshot."""
    with made.db.writing() as session:
        kept = [one.model_dump() for one in session.exec(select(Snapshot)).all()]
        snapshots.delete(session)
    work = opened(made)
    with made.db.writing() as session:
        session.add_all(Snapshot(**one) for one in kept)
    return work


def assert_alike(made: Table) -> int:
    """A game from its snapshot and whole are the same; from which entry on it was read."""
    late, whole = opened(made), opened_whole(made)
    assert whole.table.base == 0
    assert (late.battle, late.desk, late.head) == (whole.battle, whole.desk, whole.head)
    assert (len(late.table), late.hashes[-1], late.table[-1]) == (len(whole.table), whole.hashes[-1], whole.table[-1])
    for seat in made.seats:
        if late.marks_of(seat):
            assert page_of(late, seat) == page_of(whole, seat)
            assert told_of(late, late.marks_of(seat)[0]) == told_of(whole, whole.marks_of(seat)[0])
    assert (list(late.table), list(late.hashes)) == (list(whole.table), list(whole.hashes))
    assert (late.hashes[0], late.table[1:4]) == (whole.hashes[0], whole.table[1:4])
    assert late.story == whole.story
    return late.table.base


@pytest.mark.parametrize("name", ["snaphance/harrow-down-8", "armatys/harrow-down-2", "onehour/harrow-down-7"])
def test_a_game_played_on_from_snapshots_has_the_same_journal(name: str) -> None:
    """Each act is done by a process that has just begun; the story of the third game is taken back on the way."""
    recorded, bases = load(GAMES / f"{name}.acts"), [0]

    def begin_anew(made: Table) -> None:
        keep_snapshot(made.services, made.game)
        if len(bases) % 4 == 0:
            bases.append(assert_alike(made))
        else:
            bases.append(opened(made).table.base)
        forget_read()

    with performed(recorded, begin_anew) as made:
        assert len(set(bases)) > 2, "it was opened from too few snapshots"
        assert made.archive() == recorded.archive


@pytest.fixture(scope="module")
def fought() -> Iterator[Table]:
    with performed(load(GAMES / "onehour/mill-ford-1.acts")) as made:
        yield made


@pytest.fixture
def made(fought: Table) -> Table:
    """A game with a snapshot."""
    with fought.db.writing() as session:
        snapshots.delete(session)
        session.connection().execute(text("UPDATE game SET cards_due = :due"), {"due": True})
    refresh_cards(fought.services)  # as the worker does after each change
    assert opened(fought).table.base > 100
    return fought


def test_what_another_version_of_the_program_or_of_the_rules_kept_is_not_believed(
    made: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with made.db.reading() as session:
        (kept,) = session.exec(select(Snapshot)).all()
    assert kept.rules_version.startswith(f"{made.rules.version} ")
    monkeypatch.setattr(journals, "_code", lambda: "of another program")
    assert opened(made).table.base == 0


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data.replace(b'"lines":1', b'"lines":2'), lambda _data: b""]
)
def test_a_damaged_snapshot_stops_no_game_and_is_replaced(made: Table, damage: Callable[[bytes], bytes]) -> None:
    with made.db.writing() as session:
        row = session.exec(select(Snapshot)).one()
        row.data = bytes(damage(row.data))
    assert opened(made).table.base == 0
    assert keep_snapshot(made.services, made.game) is not None
    assert opened(made).table.base > 100


def test_a_snapshot_that_cannot_be_taken_keeps_no_other_work_waiting(
    made: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_given: object) -> None:
        raise ValueError("of a damaged journal")

    with made.db.writing() as session:
        session.connection().execute(text("UPDATE game SET cards_due = :due"), {"due": True})
    monkeypatch.setattr(gamelist, "keep_snapshot", fails)
    assert refresh_cards(made.services) == 1
    assert refresh_cards(made.services) == 0
    assert "no snapshot of" in caplog.text


def test_its_version_is_of_the_code_that_folds() -> None:
    assert len(journals._code()) == 32
    assert {
        "engine/journal.py",
        "rulesets/onehour/battle.py",
        "service/model/deskfold.py",
        "service/play/journals.py",
    } <= {one.as_posix() for one in journals._folding_files()}


def test_a_second_snapshot_is_taken_only_when_enough_was_written(made: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert keep_snapshot(made.services, made.game) is None
    with made.db.writing() as session:
        snapshots.delete(session)
    monkeypatch.setattr(journals, "EVERY", 10_000)
    assert keep_snapshot(made.services, made.game) is None


def test_without_its_snapshot_a_game_is_the_same(made: Table) -> None:
    assert assert_alike(made) > 100


def test_entries_after_a_snapshot_are_checked_and_those_before_it_when_they_are_wanted(made: Table) -> None:
    change = text("UPDATE entry SET author = :author WHERE game = :game AND seq = :seq")
    base = opened(made).table.base
    with made.db.writing() as session:
        author = session.connection().execute(text("SELECT author FROM entry WHERE seq = 3")).scalar_one()
        session.connection().execute(change, {"author": "forged", "game": made.game, "seq": 3})
    work = opened(made)
    assert work.table.base == base
    with pytest.raises(BrokenGame, match="entry 3"):
        len(work.table[1:5])
    with pytest.raises(BrokenGame, match="entry 3"):
        opened(made)
    with made.db.writing() as session:
        session.connection().execute(change, {"author": author, "game": made.game, "seq": 3})
        session.connection().execute(text("UPDATE game SET broken_at = NULL, state = 'over'"))
        session.connection().execute(change, {"author": "forged", "game": made.game, "seq": base + 2})
    with pytest.raises(BrokenGame, match=f"entry {base + 2}"):
        opened(made)
    with made.db.writing() as session:
        session.connection().execute(change, {"author": "engine", "game": made.game, "seq": base + 2})
        session.connection().execute(text("UPDATE game SET broken_at = NULL, state = 'over'"))
    assert assert_alike(made) == base
