"""Whole battles at random: they pass, they are battles, and what is wrong is found."""

from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import structs

from pbem import fuzz
from pbem.cli import proofs
from pbem.cli.main import main
from pbem.engine.chance import Chance
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.ids import GroupId, Seat, StandId
from pbem.engine.journal import Draft, Happened
from pbem.engine.offers import Offer, UnitOffers
from pbem.engine.playkit.player import RandomPlayer
from pbem.fuzz import checks, playing
from pbem.fuzz.games import FuzzedGame, game_of
from pbem.rulesets import rule_sets
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.fuzzing import listed
from pbem.rulesets.snaphance.playing.choices import Choices, Quarry, choices
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.asks import AskOrders
from pbem.rulesets.snaphance.state.battle import Battle, enemies_of
from pbem.rulesets.snaphance.state.commands import Sheet
from tests.changed_rules import changed
from tests.snaphance_positions import position, stand


def snaphance(seed: int, number: int) -> FuzzedGame:
    return game_of("snaphance", seed, number)


@pytest.mark.parametrize("name", [name for name, rules in rule_sets().items() if rules.playtest.fuzzing])
def test_a_handful_of_battles_has_no_finding(name: str) -> None:
    battles = list(fuzz.fuzz(name, 3, seed=7))
    assert [one.finding for one in battles] == [None] * 3
    assert all(one.turns for one in battles)


@pytest.mark.parametrize(("seed", "number"), [(31, 214), (2026, 408)])
def test_a_pursuit_off_the_upper_or_left_edge_can_be_answered_in_writing(seed: int, number: int) -> None:
    checks.check_game(snaphance(seed, number))


def test_the_battles_are_battles() -> None:
    seen: set[str] = set()
    for number in range(1, 9):
        _, drafts = playing.play_through(snaphance(3, number))
        seen |= {type(draft.body.fact).__name__ for draft in drafts if draft.kind == "fact"}
    assert seen >= {
        "Stepped", "Turned", "Shot", "Contact", "Struck", "Retreated", "Destroyed", "Evaded", "PursuitRolled",
        "WentOnOpportunity", "Refused", "StandingOrderFired", "CommanderKilled", "BattleEnded",
    }  # fmt: skip


def test_a_game_is_a_function_of_its_number() -> None:
    one, two = (playing.play_through(snaphance(5, 2))[1] for _ in range(2))
    assert one == two
    assert one != playing.play_through(snaphance(6, 2))[1]


def test_a_resumed_game_is_the_game_played_straight_through() -> None:
    game = snaphance(5, 5)
    assert playing.play_resumed(game) == playing.play_through(game)[1]


def test_chance_reaches_everything() -> None:
    chance = Chance(b"x")
    assert {chance.below(6) for _ in range(200)} == set(range(6))
    assert sorted(chance.mixed(range(9))) == list(range(9))


# --- what is wrong is found ----------------------------------------------------------------------------------------


def found(number: int = 1, **parts: Any) -> str:
    """What is found in a game by rules of which some parts are changed."""
    game = snaphance(1, number)
    finding = fuzz.checked(replace(game, rules=changed(RULES, **parts))).finding
    assert finding is not None
    assert finding.again == f"pbem fuzz snaphance --seed 1 --first {number} --games 1"
    return finding.what


def test_lost_break_points_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f, "losing", lambda battle, *_: battle)
    assert "break points" in found()


def test_two_stands_in_a_hex_are_found() -> None:
    game = snaphance(1, 2)
    one, two, *_ = game.setup.battle.stands.values()
    step = f.Stepped(stand=one.id, start=one.hex, to=two.hex, facing=one.facing, how="move")
    with pytest.raises(FuzzFault, match="two stands are in one hex"):
        checks._walk(game, [Draft("fact", "engine", Happened(step))])


def test_a_view_that_tells_secrets_is_found() -> None:
    def open_view(battle: Battle, seat: Seat) -> Battle:
        return battle

    assert "only the other side knows" in found(view=open_view)


def test_orders_that_do_not_read_back_are_found() -> None:
    assert "do not read back" in found(write=lambda view, answer: "S01 jump")


def test_an_exception_is_a_finding() -> None:
    def broken(view: Battle, ask: Any) -> Any:
        raise ZeroDivisionError("broken")

    assert "ZeroDivisionError: broken" in found(decide=broken)


@pytest.mark.parametrize("left_out", ["spots", "targets", "quarries"])
def test_a_choice_that_is_not_listed_is_found(monkeypatch: pytest.MonkeyPatch, left_out: str) -> None:
    monkeypatch.setattr(listed, "choices", lambda view, stand: structs.replace(choices(view, stand), **{left_out: ()}))
    assert "listed" in found()


def test_a_choice_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_quarries(view: Battle, stand: StandId) -> Choices:
        enemies = enemies_of(view, view.stands[stand].side)
        quarries = tuple(Quarry(stand=one.id, there=view, moved=False) for one in enemies)
        return structs.replace(choices(view, stand), quarries=quarries)

    monkeypatch.setattr(listed, "choices", all_quarries)
    assert "which is refused" in found()


def test_a_line_that_is_offered_and_not_taken_is_found() -> None:
    def boastful(view: Battle, ask: Any, answer: Any, code: str, *, marches: bool = True) -> UnitOffers | None:
        return UnitOffers(code=code, may=(Offer(f"{code} fire {code}", "Fire at itself"),))

    assert "is offered, and not taken" in found(offers_for=boastful)


def test_a_line_that_is_offered_off_the_board_is_found() -> None:
    def elsewhere(view: Battle, ask: Any, answer: Any, code: str, *, marches: bool = True) -> UnitOffers | None:
        return UnitOffers(code=code, may=(Offer(f"{code} hold", "Hold", at="9999"),))

    assert "no place and no stand" in found(offers_for=elsewhere)


# --- the command ----------------------------------------------------------------------------------------------------


def test_the_command_tells_findings_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    good = CliRunner().invoke(main, ["fuzz", "snaphance", "--games", "1", "--seed", "4"])
    assert (good.exit_code, good.output) == (0, "1 battles, 10 turns, 0 findings\n")
    monkeypatch.setattr(f, "losing", lambda battle, side, points: battle)
    bad = CliRunner().invoke(main, ["fuzz", "snaphance", "--games", "1", "--seed", "1", "--first", "1"])
    assert bad.exit_code == 1
    assert "seed 1, game 1, step" in bad.output
    assert "again: pbem fuzz snaphance --seed 1 --first 1 --games 1" in bad.output


def test_the_command_says_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "play", lambda *_: iter([fuzz.FuzzedBattle(5)] * 40))
    told = CliRunner().invoke(main, ["fuzz", "snaphance", "--games", "40"])
    assert told.stdout == "40 battles, 200 turns, 0 findings\n"
    assert told.stderr.splitlines()[:2] == [
        "2 of 40 battles, 10 turns, 0 findings",
        "4 of 40 battles, 20 turns, 0 findings",
    ]
    assert len(told.stderr.splitlines()) == 19


def test_rules_without_a_random_player_are_refused() -> None:
    told = CliRunner().invoke(main, ["fuzz", "chess"])
    assert told.exit_code == 1
    assert "there is no random player for 'chess'; there is one for snaphance" in told.output


def test_a_random_player_with_nothing_to_order_gives_the_default() -> None:
    battle = position([stand("r1", "ps", 0, 0, 3)])
    default = Sheet(bids=(GroupId("blue.All"),))
    ask = AskOrders(seat=Seat("blue"), round=1, group=GroupId("blue.All"), default=default)
    answers = [RandomPlayer(RULES)(battle, ask, Chance(b"%d" % number)) for number in range(20)]
    assert Sheet() not in answers
    assert default in answers
