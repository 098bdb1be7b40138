"""A long journal of Harrow Down, of the facts a battle is made of; not played by the rules."""

from collections.abc import Iterator
from typing import Any

from pbem.engine.dice import Roll, dice_key
from pbem.engine.hexes import Facing
from pbem.engine.ids import RuleId, Seat, StandId
from pbem.engine.journal import Codec, Draft, Happened, Opened, StepBegan
from pbem.paths import SCENARIOS
from pbem.rulesets.snaphance.scenario.reader import scenario
from pbem.rulesets.snaphance.state.asks import Answers, Asks
from pbem.rulesets.snaphance.state.battle import Battle
from pbem.rulesets.snaphance.state.facts import (
    ActionEnded,
    Facts,
    MoraleTested,
    MoveBegan,
    RoundBegan,
    Shot,
    StandBegan,
    Stepped,
    StrengthLost,
    Term,
    Turned,
)
from pbem.yamlfile import read_yaml


def codec() -> Codec[Battle]:
    return Codec(Battle, Facts, Asks, Answers)


def drafts(rounds: int) -> Iterator[Draft]:
    """Twelve stands step to and fro and shoot, round after round."""
    folder = SCENARIOS / "snaphance"
    file = read_yaml(folder / "harrow-down.yaml").value
    read = scenario({**file, "army_list": read_yaml(folder / "army-list.yaml").value}, {})
    assert read.battle is not None, read.faults
    opened: Opened[Any] = Opened(
        rules="snaphance",
        rules_version="1",
        title=read.title,
        seats=(Seat("south"), Seat("north")),
        commitment="",
        battle=read.battle,
    )
    yield Draft("game", "engine", opened)
    step = 0
    for number in range(1, rounds + 1):
        step += 1
        yield Draft("step", "engine", StepBegan(step, "1"))
        yield Draft("fact", "engine", Happened(RoundBegan(round=number)))
        for stand in read.battle.stands.values():
            step += 1
            yield Draft("step", "engine", StepBegan(step, "1"))
            roll = Roll(dice_key(0, step, "fire.fire", stand.id, 1), "fire.fire", stand.id, (1, 4, 6), "seed")
            yield Draft("roll", "engine", roll)
            for fact in acts(stand.id, stand.hex, stand.sp):
                yield Draft("fact", "engine", Happened(fact))


def acts(stand: StandId, here: Any, sp: tuple[int, ...]) -> tuple[Any, ...]:
    return (
        StandBegan(stand=stand, rules=(RuleId("SN-Q65"),)),
        MoveBegan(stand=stand),
        Stepped(stand=stand, start=here, to=here, facing=Facing(0), how="move"),
        Turned(stand=stand, start=Facing(0), to=Facing(1)),
        Shot(
            shooter=stand, target=stand, purpose="fire", distance=2, terms=(Term("basic", 3),), dice=(1, 4, 6), hits=2
        ),
        MoraleTested(stand=stand, cause="fire", terms=(Term("hits", -2),), adjusted=2, die=5, loss=1),
        StrengthLost(stand=stand, lost=0, sp=sp, points=0, cause="fire"),
        ActionEnded(stand=stand),
    )
