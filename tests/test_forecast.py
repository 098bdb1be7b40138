"""What a charge promises: the same as the rules deliver when it is made, over and over."""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from math import sqrt
from typing import Any

import pytest

from pbem.engine.asks import Ask, Given
from pbem.engine.ids import StandId
from pbem.engine.play import Play
from pbem.rulesets import snaphance
from pbem.rulesets.snaphance.fighting import morale
from pbem.rulesets.snaphance.fighting.chances import Fighter, chance_of_hit, hits, in_100, melee_round, shares
from pbem.rulesets.snaphance.fighting.forecast import Forecast, forecast
from pbem.rulesets.snaphance.fighting.melee import judge
from pbem.rulesets.snaphance.fighting.melee_dice import Clash
from pbem.rulesets.snaphance.fighting.morale import hits_of, morale_loss
from pbem.rulesets.snaphance.playing.checking import judged
from pbem.rulesets.snaphance.playing.turns import stand_turn
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.asks import AskEvasions, evasions
from pbem.rulesets.snaphance.state.battle import Battle, Stand
from pbem.rulesets.snaphance.state.commands import Charge, StandOrders
from pbem.rulesets.snaphance.state.special_rules import ThinLine
from tests.snaphance_positions import position, seeded, stand

B1, R1 = StandId("b1"), StandId("r1")
CHARGE = Charge(target=R1, follow="stop")


def foretold(battle: Battle) -> Forecast:
    """Of blue's charge on r1."""
    there = judged(battle, StandOrders(B1, (CHARGE,)))
    found = forecast(there.battle, B1, R1, moved=there.walk is not None and there.walk.steps > 0)
    assert found is not None
    return found


def nobody_evades(ask: Ask[Any]) -> Any:
    """The default, but that all stand."""
    return evasions((one.stand for one in ask.questions), ()) if isinstance(ask, AskEvasions) else ask.default


def made(battle: Battle, seed: int) -> str:
    """The charge made with the dice of a seed: how its first round, or the fire before it, came out."""
    play: Play[Battle] = Play(
        snaphance.RULES, battle, (), step=1, branch=0, next_seq=2, dice=seeded(seed),
        decide=lambda _view, ask: Given(nobody_evades(ask), "default"),
    )  # fmt: skip
    stand_turn(play, B1, (CHARGE,))
    for draft in play.drafts:
        fact = getattr(draft.body, "fact", None)
        if isinstance(fact, f.MeleeDecided):
            return {B1: "thrown back", R1: "beaten", None: "drawn"}[fact.loser]
        if isinstance(fact, f.Destroyed) and fact.stand in (B1, R1):
            return "thrown back" if fact.stand == B1 else "beaten"
    raise AssertionError("it came to no fight")


CHARGES = {
    "horse upon horse": [stand("b1", "horse", 0, 2), stand("r1", "horse", 0, 0, 3)],
    "lances upon a flank": [stand("b1", "gendarmes", 3, 0, 5), stand("r1", "ps", 0, 0, 3, sp=(4,))],
    "pikes under fire": [stand("b1", "swiss", 0, 1), stand("r1", "ps", 0, 0, 3), stand("r2", "shot", 1, 0, 3)],
    "a worn block": [stand("b1", "swiss", 0, 1, sp=(2,)), stand("r1", "ps", 0, 0, 3, sp=(2,), disordered=True)],
    "a last squadron upon guns": [stand("b1", "horse", 0, 2, sp=(2,)), stand("r1", "guns", 0, 0, 3)],
    "horse among skirmishers": [
        stand("b1", "horse", 0, 2), stand("r1", "ps", 0, 0, 3, sp=(3,)), stand("r2", "skirm", 1, 0, 3),
        stand("r3", "skirm", -1, 1, 2),
    ],
    "lances upon pistols": [
        stand("b1", "gendarmes", 0, 2), stand("b2", "horse", 1, 0, 5), stand("r1", "reiters", 0, 0, 3),
    ],
}  # fmt: skip


@pytest.mark.parametrize("stands", CHARGES.values(), ids=CHARGES.keys())
def test_the_chances_are_those_of_the_dice(stands: Iterable[Stand]) -> None:
    battle, games = position(stands), 250
    found = foretold(battle)
    assert found.beaten + found.drawn + found.thrown_back == pytest.approx(1)
    came = Counter(made(battle, seed) for seed in range(games))
    for what, chance in (("beaten", found.beaten), ("drawn", found.drawn), ("thrown back", found.thrown_back)):
        assert abs(came[what] / games - chance) <= 3.5 * sqrt(max(chance * (1 - chance), 0.01) / games), (what, chance)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [((5,), (4,)), ((1,), (5,)), ((2,), (1,))],
)
def test_a_round_of_few_dice_is_counted_out(mine: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    """Every throw of two dice against one, with both morale tests, judged as a melee is."""
    battle = position([stand("b1", "horse", 0, 1, sp=mine), stand("r1", "ps", 0, 0, 3, sp=theirs, disordered=True)])
    clash, came = Clash(attacker=B1, defender=R1), Counter[StandId | None]()
    for thrown in product(range(1, 7), repeat=5):
        scored = hits_of(battle, thrown[:2]), hits_of(battle, thrown[2:3])
        one = morale.Tested(morale_loss(max(1, mine[0] - scored[1]), thrown[3]), False) if scored[1] else None
        two = morale.Tested(morale_loss(max(1, theirs[0] - 1 - scored[0]), thrown[4]), True) if scored[0] else None
        came[judge(battle, clash, one, two).loser] += 1
    fighters = Fighter(2, mine[0], False, 1, mine[0]), Fighter(1, theirs[0] - 1, True, 2, theirs[0])
    found = melee_round(*fighters)
    assert found == pytest.approx(tuple(came[loser] / 6**5 for loser in (R1, None, B1)))


def test_an_attack_on_a_flank_counts_from_where_it_began() -> None:
    found = foretold(position(CHARGES["lances upon a flank"]))
    assert (found.mine, found.theirs) == (12, 3)


def test_where_the_attacked_fire_first_the_last_of_the_attackers_may_fall_by_it() -> None:
    some = [stand("b1", "horse", 0, 2, sp=(1,)), stand("r1", "ps", 0, 0, 3)]
    found = foretold(position(some, rulings={"SN-Q19": "attacked-first"}))
    assert found.beaten + found.drawn + found.thrown_back == pytest.approx(1)
    assert found.thrown_back > foretold(position([stand("b1", "horse", 0, 2), some[1]])).thrown_back


def test_skirmishers_in_the_open_only_fire() -> None:
    some = [stand("b1", "horse", 0, 2), stand("r1", "ps", 0, 0, 3)]
    firing = foretold(position([*some, stand("r2", "skirm", -1, 1, 2)]))
    silent = foretold(position([*some, stand("r2", "skirm", -1, 1, 2, sp=(1,), disordered=True)]))
    assert silent == foretold(position(some))
    assert (firing.theirs, firing.fire) == (silent.theirs, silent.fire + 2)


def test_what_hangs_on_a_test_before_is_not_told() -> None:
    rule = ThinLine(stands=(B1,), hexes=2, dice=1)
    far = [stand("b1", "gendarmes", 0, 3), stand("r1", "horse", 0, 0, 3)]
    found = foretold(position(far, special=(rule,)))
    assert (found.beaten, found.drawn, found.thrown_back) == (0, 0, 0)
    assert foretold(position(far)).beaten > 0


def test_there_is_nothing_to_tell_of_who_is_not_met_or_is_ridden_down() -> None:
    far = position([stand("b1", "horse", 0, 5), stand("r1", "horse", 0, 0, 3)])
    assert forecast(far, B1, R1, moved=False) is None
    skirmishers = position([stand("b1", "horse", 0, 1), stand("r1", "skirm", 0, 0, 3)])
    assert forecast(skirmishers, B1, R1, moved=False) is None


def test_chances_are_told_in_a_hundred() -> None:
    assert [in_100(chance) for chance in (0, 0.001, 0.334, 0.5, 0.999, 1)] == [0, 1, 33, 50, 99, 100]
    assert shares(1 / 3, 1 / 3, 1 / 3) == (34, 33, 33)
    assert shares(0.255, 0.255, 0.49) == (26, 25, 49)
    assert sum(hits(7, one_pair=True)) == pytest.approx(1)
    assert hits(4, one_pair=True)[2] < hits(4)[2]
    assert chance_of_hit(2, 0) == chance_of_hit(2)
