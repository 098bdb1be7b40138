"""A player who presses buttons finishes battles of every rule set, and gives the same answers again."""

from typing import Any

import msgspec
import pytest

from pbem.engine.asks import Ask, Given
from pbem.engine.chance import Chance
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seq
from pbem.engine.journal import Draft, Line, Opened, story_of
from pbem.engine.play import advance
from pbem.engine.playkit.player import offered_player
from pbem.scenarios import load_scenario

TEXT = msgspec.json.Encoder()


def fought(name: str) -> tuple[bool, list[Draft]]:
    """A battle between two such players: whether it ended, and its entries."""
    loaded = load_scenario(name, {})
    rules, scenario = loaded.rules, loaded.scenario
    player = offered_player(rules.language)

    def decide(view: Any, ask: Ask[Any]) -> Given[Any]:
        text = TEXT.encode(repr((view, ask)))
        return rules.deciding.decide(view, ask) or Given(player(view, ask, Chance(text)), "player")

    opened = Opened(
        rules=rules.name, rules_version=rules.version, title="", seats=scenario.seats, commitment="",
        battle=scenario.battle,
    )  # fmt: skip
    told = story_of([Line(Seq(1), "game", opened)])
    run = advance(rules, told, next_seq=2, dice=SeededDice(b"buttons", GameId("x"), ()), decide=decide)
    return rules.course.over(run.battle), list(run.drafts)


@pytest.mark.parametrize("name", ["snaphance/mill-ford", "onehour/coutras"])
def test_a_battle_is_fought_to_its_end_by_buttons(name: str) -> None:
    over, drafts = fought(name)
    assert over
    kinds = {type(draft.body.fact).__name__ for draft in drafts if draft.kind == "fact"}
    assert len(kinds) >= 12
    if name.startswith("snaphance"):
        assert fought(name)[1] == drafts
