"""Rulings in both rule sets: read, looked at, carried out, taken back; the game goes on, and its journal audits."""

import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlmodel import select

from pbem.engine.archive import read_archive, verify
from pbem.engine.ids import GameId, Seat
from pbem.engine.rulings.reading import forms
from pbem.rulesets import rule_sets
from pbem.service.options import Options
from pbem.service.people.seats import ensure_player
from pbem.service.play.games import load_game, new_game
from pbem.service.play.turns import submit
from pbem.service.replay.downloads import export_game
from pbem.service.umpire.account import account_of
from pbem.service.umpire.rights import NotUmpire
from pbem.service.umpire.rulings import NoRuling, RulingPreview, preview, rule, rulings_of
from pbem.service.umpire.turnback import turn_back
from pbem.service.umpire.undoing import undo_ruling
from pbem.store.tables import OutMail, PlayerId
from tests.test_umpire.conftest import RULED
from tests.web_offices import NORTH, SOUTH, Office, office, plain

WHY = "the table was bumped"


class Ruled(NamedTuple):
    """A game of a rule set with an umpire."""

    desk: Office
    game: GameId
    umpire: PlayerId

    def look(self, text: str) -> RulingPreview:
        return preview(load_game(self.desk.services, self.game), text)

    def rule(self, text: str, **more: object) -> int:
        return rule(self.desk.services, self.game, text, WHY, self.umpire, **more)  # type: ignore[arg-type]  # its options

    def unit(self, code: str) -> str:
        """A unit as it stands."""
        work = load_game(self.desk.services, self.game)
        assert work.rules.rulings is not None
        return work.rules.rulings.describe(work.battle, code)


def begun(folder: Path, rules: str) -> Iterator[Ruled]:
    with office(folder) as desk:
        geoff = ensure_player(desk.services, "geoff@example.org", "Geoff Gale")
        seats: dict[Seat, PlayerId | None] = {SOUTH: desk.ines, NORTH: desk.tom}
        game = new_game(desk.services, f"{rules}/harrow-down", seats, Options(), seed=b"rule", umpire=geoff)
        yield Ruled(desk, game, geoff)


@pytest.fixture(params=RULED)
def ruled(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ruled]:
    """Of every rule set."""
    yield from begun(tmp_path, request.param)


@pytest.fixture
def hexes(tmp_path: Path) -> Iterator[Ruled]:
    """Harrow Down on hexes."""
    yield from begun(tmp_path, "snaphance")


@pytest.fixture
def inches(tmp_path: Path) -> Iterator[Ruled]:
    """Harrow Down in inches."""
    yield from begun(tmp_path, "onehour")


# --- the language -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULED)
def test_every_example_of_the_help_is_read(tmp_path: Path, rules: str) -> None:
    language = rule_sets()[rules].rulings
    assert language is not None
    for made in begun(tmp_path, rules):
        for form, _told, example in forms(language):
            line = example.replace("general Major", f"general {_general(made)}")
            if rules == "fornovo":  # three units a side
                line = line.replace("S04", "S01").replace("N05", "N03")
            before = f"forbid {line.split()[1]} charge\n" if line.startswith("free") else ""
            if line.split()[0] not in ELSEWHERE.get(rules, ()):
                assert made.look(f"{before}rule {line}").problems == (), form


HIDING = ("visibility", "show", "report", "withdraw")
ELSEWHERE = {"armatys": HIDING, "fornovo": HIDING, "snaphance": HIDING, "onehour": (*HIDING, "points")}
"""Lines for battles of another sort than Harrow Down with all units in sight."""


def _general(made: Ruled) -> str:
    battle = load_game(made.desk.services, made.game).battle
    leaders = getattr(battle, "commanders", None) or getattr(battle, "generals", {})
    return next(iter(leaders), "")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("rule S04 at 0605 facing 2", "S04 at 0605, facing 2"),
        ("s04 in 0605, strength 3, disordered", "S04 at 0605"),
        ("rule S04 good order and on opportunity", "S04"),
        ("S04 removed", "S04: off the board"),
    ],
)
def test_a_stand_is_ruled_by_clauses_in_any_order(hexes: Ruled, text: str, after: str) -> None:
    seen = hexes.look(text)
    assert seen.problems == ()
    assert seen.after[0].startswith(after)
    assert seen.before == (hexes.unit("S04"),)
    hexes.rule(text)
    assert hexes.unit("S04") == seen.after[0]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("rule S02 at 24,20.5, facing 90", "S02 at 24,20.5, facing 90, hits 0"),
        ("S02 hits 7 ammunition none", "S02 at"),
        ("S02 is removed", "S02: eliminated, hits 0"),
    ],
)
def test_a_unit_on_the_table_is_ruled_the_same_way(inches: Ruled, text: str, after: str) -> None:
    seen = inches.look(text)
    assert seen.problems == ()
    assert seen.after[0].startswith(after)
    inches.rule(text)
    assert inches.unit("S02") == seen.after[0]


@pytest.mark.parametrize(
    ("text", "reason", "suggestion"),
    [
        ("rule S4 at 0605", "there is no unit S4", "rule S04 at 0605"),
        ("rule S04 flies", "'flies' is nothing", "rule S04"),
        ("rule S04 at 9x", "'at 9x' is nothing", "rule S04 at 0605"),
        ("rule S04 facing 3", "3 is not a facing", "rule S04 facing 2"),
        ("rule S04 strength 99", "a strength from 1", "rule S04 removed"),
        ("rule S04", "does not say", "rule S04 at"),
        ("rule pionts South +2", "no ruling begins", "rule points South +2"),
        ("rule points West +2", "there is no side 'West'", ""),
    ],
)
def test_a_line_that_is_not_understood_is_refused_with_what_would_be(
    hexes: Ruled, text: str, reason: str, suggestion: str
) -> None:
    (problem,) = hexes.look(text).problems
    assert reason in problem.reason
    assert not suggestion or any(one.startswith(suggestion) for one in problem.suggestions)
    with pytest.raises(NoRuling, match="line 1"):
        hexes.rule(text)


# --- bounds and consequences --------------------------------------------------------------------------------------


def test_two_stands_in_a_hex_are_refused_and_played_on_all_the_same(hexes: Ruled) -> None:
    there = hexes.unit("S03").split(" at ")[1][:4]
    assert hexes.look(f"S04 at {there}").bounds == (f"S03 and S04 are both in {there}",)
    with pytest.raises(NoRuling, match="all the same"):
        hexes.rule(f"S04 at {there}")
    hexes.rule(f"S04 at {there}", all_the_same=True)
    assert f"at {there}" in hexes.unit("S04")
    play_a_turn(hexes)


def test_units_that_overlap_are_refused(inches: Ruled) -> None:
    place = inches.unit("S03").split(" at ")[1].split(", facing")[0]
    assert inches.look(f"S02 at {place}").bounds == ("S02 and S03 overlap",)
    assert inches.look("S02 at 0,0").bounds == ("S02 is not wholly on the table",)


def play_a_turn(made: Ruled) -> None:
    for seat, player in ((SOUTH, made.desk.ines), (NORTH, made.desk.tom)):
        work = load_game(made.desk.services, made.game)
        if work.desk.open is not None and work.desk.open.ask_of(seat) is not None:
            submit(made.desk.services, made.game, seat, "ready", "web", player)
    assert load_game(made.desk.services, made.game).state != "stopped"


def test_orders_that_fit_stay_and_those_asked_anew_are_told_beforehand(ruled: Ruled) -> None:
    work = load_game(ruled.desk.services, ruled.game)
    assert work.desk.open is not None
    seat = work.desk.open.batch.asks[0].seat
    player, line = (ruled.desk.ines, "S03 hold") if seat == SOUTH else (ruled.desk.tom, "N03 hold")
    submit(ruled.desk.services, ruled.game, seat, line, "web", player)
    seen = ruled.look("S02 removed")
    ruled.rule("S02 removed")
    after = load_game(ruled.desk.services, ruled.game)
    assert after.desk.open is not None
    assert (work.chair(seat).title in seen.drops) is (seat not in after.desk.open.submissions)


def test_a_ruling_ends_the_battle(ruled: Ruled) -> None:
    ruled.rule("end: South wins")
    work = load_game(ruled.desk.services, ruled.game)
    assert work.state == "over"
    outcome = work.rules.course.outcome(work.battle)
    assert outcome is not None
    assert (outcome.kind, "umpire ended" in outcome.text) == ("ruled", True)
    with pytest.raises(NoRuling, match="is over"):
        ruled.rule("S02 removed")


def test_a_die_is_laid_down_for_the_next_such_roll(hexes: Ruled) -> None:
    assert hexes.look("dice fire.defensive S04 = 3 5").said == ("dice fire.defensive S04 = 3 5",)
    hexes.rule("dice fire.defensive S04 = 3 5")
    (card,) = rulings_of(load_game(hexes.desk.services, hexes.game))
    assert card.said == ("dice fire.defensive S04 = 3 5",)
    page = hexes.desk.visitor(hexes.umpire).get(f"/g/{hexes.game}/rulings").text
    assert "not been thrown yet" in page
    assert f'value="undo {card.seq}"' in page


def test_every_ruling_and_laid_die_is_told_and_counted_at_the_end(hexes: Ruled) -> None:
    hexes.rule("S02 disordered")
    hexes.rule("dice fire.defensive S04 = 3 5")
    services, game = hexes.desk.services, hexes.game
    turn_back(services, game, load_game(services, game).table[0].seq, "fresh", "all over", hexes.umpire)
    hexes.rule("end: South wins")
    account = account_of(load_game(services, game), "UTC")
    assert account.counts == {"seat": 1, "ruling": 2, "dice": 1, "turn back": 1}
    assert all(one.reason for one in account.acts if one.what != "seat")
    (back,) = [one for one in account.acts if one.what == "turn back"]
    assert ("thrown again" in back.said, back.reason) == (True, "all over")


# --- on the page --------------------------------------------------------------------------------------------------


def test_a_ruling_is_looked_at_carried_out_and_taken_back_on_its_page(ruled: Ruled) -> None:
    where, umpire = f"/g/{ruled.game}/rulings", ruled.desk.visitor(ruled.umpire)
    before = ruled.unit("S02")
    looked = umpire.send(where, where, text="S02 removed", do="look", told="touched", reason=WHY)
    assert before in plain(looked.text)
    assert ruled.unit("S02") == before
    head = str(load_game(ruled.desk.services, ruled.game).last_seq)
    fields = {"text": "S02 removed", "do": "rule", "told": "touched"}
    assert umpire.send(where, where, **fields, reason="", head=head).status_code == 409
    assert umpire.send(where, where, **fields, reason=WHY, head="1").status_code == 409
    assert umpire.send(where, where, **fields, reason=WHY, head=head).status_code == 303
    assert ruled.unit("S02") != before
    seq = rulings_of(load_game(ruled.desk.services, ruled.game))[0].seq
    umpire.send(where, where, do=f"undo {seq}", reason="the wrong unit")
    assert ruled.unit("S02") == before
    assert "taken back" in plain(umpire.get(where).text)
    for player in (ruled.desk.ines, ruled.desk.tom):
        visitor = ruled.desk.visitor(player)
        assert visitor.get(where).status_code == 404


# --- who may, who hears, and back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("ruled", ["snaphance"], indirect=True)  # rules of no set are in this
def test_no_player_rules_and_no_ruling_is_without_a_reason(ruled: Ruled) -> None:
    services = ruled.desk.services
    with pytest.raises(NotUmpire):
        rule(services, ruled.game, "S02 removed", WHY, ruled.desk.ines)
    with pytest.raises(NoRuling, match="needs a reason"):
        rule(services, ruled.game, "S02 removed", "  ", ruled.umpire)
    assert rulings_of(load_game(services, ruled.game)) == ()


@pytest.mark.parametrize("ruled", ["snaphance"], indirect=True)  # rules of no set are in this
def test_a_ruling_looked_at_before_the_game_went_on_is_refused(ruled: Ruled) -> None:
    head = ruled.look("S02 removed").head
    ruled.rule("S03 removed", head=head)
    with pytest.raises(NoRuling, match="gone on"):
        ruled.rule("S02 removed", head=head)


def test_a_ruling_is_taken_back_by_another_and_both_are_kept(ruled: Ruled) -> None:
    before = ruled.unit("S02")
    seq = ruled.rule("S02 removed")
    assert ruled.unit("S02") != before
    services = ruled.desk.services
    undo_ruling(services, ruled.game, seq, "the wrong unit", ruled.umpire)  # type: ignore[arg-type]  # an entry's place
    assert ruled.unit("S02") == before
    undo, first = rulings_of(load_game(services, ruled.game))
    assert (undo.undoes, first.undone, first.reason, first.by) == (seq, True, WHY, "Geoff Gale")
    assert undo.said == (f"undo ruling {first.number}",), "its number, not its place in the journal"
    with pytest.raises(NoRuling, match="played on since"):
        undo_ruling(services, ruled.game, seq, "once more", ruled.umpire)  # type: ignore[arg-type]  # the same
    with pytest.raises(NoRuling, match="no ruling that stands"):
        undo_ruling(services, ruled.game, 1, "none", ruled.umpire)  # type: ignore[arg-type]  # the same


def test_a_ruling_is_not_taken_back_into_a_hex_that_is_held_by_now(hexes: Ruled) -> None:
    there = hexes.unit("S04").split(" at ")[1][:4]
    seq = hexes.rule("S04 at 0605")
    hexes.rule(f"S05 at {there}")
    with pytest.raises(NoRuling, match=f"both in {there}"):
        undo_ruling(hexes.desk.services, hexes.game, seq, "back", hexes.umpire)  # type: ignore[arg-type]  # a place


@pytest.mark.parametrize("ruled", ["snaphance"], indirect=True)  # rules of no set are in this
@pytest.mark.parametrize(("told", "mails"), [("at the end", 0), ("touched", 2), ("all", 2)])
def test_the_players_who_are_to_hear_of_a_ruling_are_mailed_its_reason(ruled: Ruled, told: str, mails: int) -> None:
    ruled.rule("S02 removed", told=told)
    with ruled.desk.services.db.reading() as session:
        sent = [one for one in session.exec(select(OutMail)).all() if one.kind == "ruling"]
    assert len(sent) == mails
    assert all(WHY.encode() in one.raw for one in sent)


def audited(made: Ruled) -> list[str]:
    """Faults of the game's archive."""
    work = load_game(made.desk.services, made.game)
    archive = read_archive(export_game(made.desk.services, made.game))
    return [one.what for one in verify(archive, work.rules, audit=True) if one.fault]


def test_a_ruled_game_is_played_on_and_its_journal_audits(ruled: Ruled) -> None:
    ruled.rule("S02 removed")
    play_a_turn(ruled)
    ruled.rule("N02 removed\nN03 removed")
    play_a_turn(ruled)
    if load_game(ruled.desk.services, ruled.game).state == "running":  # a small army may have broken
        ruled.rule("end: a draw")
    assert audited(ruled) == []


@pytest.mark.parametrize("rules", RULED)
def test_whatever_is_ruled_in_whatever_order_the_game_can_be_played_on(tmp_path: Path, rules: str) -> None:
    """Rulings made up from the clauses, all the same where the bounds are broken; the journal audits at the end."""
    for made in begun(tmp_path, rules):
        chance = random.Random(7)
        for _ in range(25):
            ruling = made_up(made, chance)
            with suppress(NoRuling):
                made.rule(ruling, all_the_same=True)
            if chance.random() < 0.3 and load_game(made.desk.services, made.game).state == "running":
                play_a_turn(made)
        assert load_game(made.desk.services, made.game).state != "stopped"
        assert len(rulings_of(load_game(made.desk.services, made.game))) > 5
        assert audited(made) == []


def made_up(made: Ruled, chance: random.Random) -> str:
    """One to three clauses about a unit, with numbers changed."""
    work = load_game(made.desk.services, made.game)
    language = work.rules.rulings
    assert language is not None
    code = chance.choice(sorted(language.units(work.battle)))
    clauses = [one.example.partition(" ")[2] for one in chance.choices(language.clauses, k=chance.randint(1, 3))]
    place = f"{chance.randint(1, 14):02d}{chance.randint(1, 12):02d}"
    spot = f"{chance.randint(0, 40)},{chance.randint(0, 36)}"
    return f"{code} {', '.join(clauses)}".replace("0605", place).replace("24,18.5", spot)
