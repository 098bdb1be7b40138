"""Attacks of stands that moved as one: each enemy has its own attacker, spare ones support (SN-Q66, SN-10.2g, D10)."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.asks import Ask, Given
from pbem.engine.ids import StandId
from pbem.engine.journal import Line
from pbem.engine.play import Play
from pbem.rulesets import snaphance
from pbem.rulesets.snaphance.fighting.group_attack import attack_together, foes, pairings
from pbem.rulesets.snaphance.state.asks import AskStand, StandChoice
from pbem.rulesets.snaphance.state.battle import Battle, type_of
from pbem.rulesets.snaphance.state.facts import StandBegan
from tests.snaphance_positions import position, seeded, stand
from tests.test_snaphance_melee import consistent

B1, B2, B3, R1, R2 = (StandId(code) for code in ("b1", "b2", "b3", "r1", "r2"))
PLACES = st.lists(st.tuples(st.integers(-3, 3), st.sampled_from([0, -1])), min_size=1, max_size=6, unique=True)
KINDS = st.sampled_from(["ps", "shot", "swiss", "skirm", "croats", "guns"])


@st.composite
def lines(draw: st.DrawFn) -> Battle:
    """A line of pike and shot that has come up to whoever stands there."""
    ours = [stand(f"b{i + 1}", "ps", i - 2, 1) for i in range(draw(st.integers(2, 4)))]
    theirs = [stand(f"r{i + 1}", draw(KINDS), q, r, draw(st.integers(0, 5))) for i, (q, r) in enumerate(draw(PLACES))]
    return position([*ours, *theirs])


def ours(battle: Battle) -> tuple[StandId, ...]:
    return tuple(sorted(one for one in battle.stands if one.startswith("b")))


@given(lines())
def test_as_many_enemies_as_can_be_have_an_attacker_of_their_own(battle: Battle) -> None:
    attackers = ours(battle)
    pairs = pairings(battle, attackers)
    assert len({enemy for _, enemy in pairs}) == len(pairs) == len(dict(pairs))
    assert all(enemy in foes(battle, one) for one, enemy in pairs)
    assert len(pairs) == most_matched([set(foes(battle, one)) for one in attackers])


def most_matched(options: list[set[StandId]]) -> int:
    """Brute force."""
    if not options:
        return 0
    first, rest = options[0], options[1:]
    taken = [1 + most_matched([other - {enemy} for other in rest]) for enemy in first]
    return max([most_matched(rest), *taken])


@given(lines())
def test_of_an_attackers_enemies_a_combat_stand_is_not_left_for_another(battle: Battle) -> None:
    pairs = pairings(battle, ours(battle))
    taken = {enemy for _, enemy in pairs}
    for one, enemy in pairs:
        if not type_of(battle, enemy).is_cs:
            left = [other for other in foes(battle, one) if other not in taken and type_of(battle, other).is_cs]
            assert not left, "SN-10.2d"


def choosing(**whom: str) -> Any:
    """Whom each support is for; every other ask by default."""

    def decide(_view: Battle, ask: Ask[Any]) -> Given[Any]:
        if isinstance(ask, AskStand) and ask.matter == "support" and ask.stand in whom:
            choice = StandChoice(StandId(whom[ask.stand]))
            assert not ask.refusal(choice), ask.options
            return Given(choice, "player")
        return Given(ask.default, "default")

    return decide


@settings(max_examples=60)
@given(lines(), st.integers(0, 2**32))
def test_a_group_attack_leaves_a_sound_battle_and_plays_again_alike(battle: Battle, seed: int) -> None:
    play = Play(snaphance.RULES, battle, (), step=1, branch=0, next_seq=2, dice=seeded(seed), decide=choosing())
    play.record(StandBegan(stand=B1))
    attack_together(play, ours(battle), "charge")
    consistent(play.battle)
    codec = snaphance.RULES.codec
    told = [Line(one.seq, one.kind, codec._decoders[one.kind].decode(codec.write(one.body))) for one in play.lines]
    again = Play(snaphance.RULES, battle, told, step=1, branch=0, next_seq=2, dice=seeded(seed), decide=choosing())
    again.record(StandBegan(stand=B1))
    attack_together(again, ours(battle), "charge")
    again.finish()
    assert again.battle == play.battle
