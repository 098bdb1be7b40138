"""Whole battles at random: they pass, they are battles, and what is wrong is found."""

from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from pbem import fuzz
from pbem.cli import main
from pbem.engine.ids import Seat
from pbem.engine.journal import Draft, Happened
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance import facts as f
from pbem.rulesets.snaphance.battle import Battle
from pbem.rulesets.snaphance.randomplay import Chance


def test_a_handful_of_battles_has_no_finding() -> None:
    assert [found for found in fuzz.fuzz("snaphance", 3, seed=7) if found is not None] == []


@pytest.mark.parametrize(("seed", "number"), [(21, 63), (21, 171), (31, 214)])
def test_a_pursuit_off_the_upper_or_left_edge_can_be_answered_in_writing(seed: int, number: int) -> None:
    fuzz.check_game(fuzz.setup(seed, number))


def test_the_battles_are_battles() -> None:
    seen: set[str] = set()
    for number in range(1, 9):
        _, drafts = fuzz.play_through(fuzz.setup(3, number))
        seen |= {type(draft.body.fact).__name__ for draft in drafts if draft.kind == "fact"}
    assert seen >= {
        "Stepped", "Turned", "Shot", "Contact", "Struck", "Retreated", "Destroyed", "Evaded", "PursuitRolled",
        "WentOnOpportunity", "Refused", "StandingOrderFired", "CommanderKilled", "BattleEnded",
    }  # fmt: skip


def test_a_game_is_a_function_of_its_number() -> None:
    one, two = (fuzz.play_through(fuzz.setup(5, 2))[1] for _ in range(2))
    assert one == two
    assert one != fuzz.play_through(fuzz.setup(6, 2))[1]


def test_a_resumed_game_is_the_game_played_straight_through() -> None:
    game = fuzz.setup(5, 5)
    assert fuzz.play_resumed(game) == fuzz.play_through(game)[1]


def test_chance_reaches_everything() -> None:
    chance = Chance(b"x")
    assert {chance.below(6) for _ in range(200)} == set(range(6))
    assert sorted(chance.mixed(range(9))) == list(range(9))


# --- what is wrong is found ----------------------------------------------------------------------------------------


def found(number: int = 1) -> str:
    [finding] = fuzz.fuzz("snaphance", 1, seed=1, first=number)
    assert finding is not None
    assert finding.again == f"pbem fuzz snaphance --seed 1 --first {number} --games 1"
    return finding.what


def test_lost_break_points_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f, "_lose", lambda battle, side, points: battle)
    assert "break points" in found()


def test_two_stands_in_a_hex_are_found() -> None:
    game = fuzz.setup(1, 2)
    one, two, *_ = game.battle.stands.values()
    step = f.Stepped(stand=one.id, start=one.hex, to=two.hex, facing=one.facing, how="move")
    with pytest.raises(fuzz.Fault, match="two stands are in one hex"):
        fuzz._walk(game, [Draft("fact", "engine", Happened(step))])


def test_a_view_that_tells_secrets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_view(battle: Battle, seat: Seat) -> Battle:
        return battle

    monkeypatch.setattr(fuzz, "RULES", _with(view=open_view))
    assert "only the other side knows" in found()


def test_orders_that_do_not_read_back_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "RULES", _with(write=lambda view, answer: "S01 jump"))
    assert "do not read back" in found()


def test_an_exception_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: Battle, ask: Any) -> Any:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(fuzz, "RULES", _with(decide=broken))
    assert "ZeroDivisionError: broken" in found()


def _with(**parts: Any) -> Any:
    return replace(RULES, **parts)


# --- the command ----------------------------------------------------------------------------------------------------


def test_the_command_tells_findings_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    good = CliRunner().invoke(main, ["fuzz", "snaphance", "--games", "1", "--seed", "4"])
    assert (good.exit_code, good.output) == (0, "1 battles, 0 findings\n")
    monkeypatch.setattr(f, "_lose", lambda battle, side, points: battle)
    bad = CliRunner().invoke(main, ["fuzz", "snaphance", "--games", "1", "--seed", "1", "--first", "1"])
    assert bad.exit_code == 1
    assert "seed 1, game 1, step" in bad.output
    assert "again: pbem fuzz snaphance --seed 1 --first 1 --games 1" in bad.output


def test_rules_without_a_random_player_are_refused() -> None:
    told = CliRunner().invoke(main, ["fuzz", "chess"])
    assert told.exit_code == 1
    assert "there is no random player for 'chess'" in told.output
