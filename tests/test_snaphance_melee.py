"""Snaphance attack, melee, retreat and pursuit: 3.10 to 3.14 of the catalogue, with W-10 to W-12 and W-16, W-17."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.hexes import Facing, Hex, depth, distance, neighbours
from pbem.engine.ids import MeleeId, StandId
from pbem.engine.journal import Line
from pbem.engine.play import Play
from pbem.rulesets import snaphance
from pbem.rulesets.snaphance.fighting.attack import after_victory, attack, fight, fight_ongoing
from pbem.rulesets.snaphance.fighting.firing import fire
from pbem.rulesets.snaphance.fighting.melee_dice import Clash, helpers, support
from pbem.rulesets.snaphance.fighting.odds import odds
from pbem.rulesets.snaphance.fighting.opponents import may_attack
from pbem.rulesets.snaphance.fighting.retreat import retreat, ways
from pbem.rulesets.snaphance.fighting.shooting import targets
from pbem.rulesets.snaphance.fighting.sight import faces
from pbem.rulesets.snaphance.moving.movement import Walk, Yes, begin, step
from pbem.rulesets.snaphance.state.asks import (
    AskYesNo,
    YesNo,
)
from pbem.rulesets.snaphance.state.battle import Battle, Doing, Melee, Stand, with_stand
from pbem.rulesets.snaphance.state.facts import (
    Contact,
    Halted,
    MeleeEnded,
    MoveBegan,
    NoPursuit,
    PursuitRolled,
    Refused,
    StandBegan,
)
from tests import snaphance_positions
from tests.snaphance_positions import BLUE, RED, TYPES, a_play, facts_of, position, seeded

B1, B2, R1, R2, R3 = (StandId(code) for code in ("b1", "b2", "r1", "r2", "r3"))
M1 = MeleeId("m1")
ROWS = {name: replace(row, cb_after_loss=row.cb_after_loss or min(1, row.cb)) for name, row in TYPES.items()}
ROWS["tercio"] = replace(ROWS["ps"], name="tercio", subtype="tercio", sp=(6, 6))
ROWS["gallopers"] = replace(ROWS["horse"], name="gallopers", category="FH", cb=3)
ROWS["slow"] = replace(ROWS["horse"], name="slow", subtype="slow", cb=1)
ROWS["light"] = replace(ROWS["croats"], name="light", cb=0)
Roll = tuple[str, tuple[int, ...]]


def stand(code: str, row: str, q: int, r: int, facing: int = 0, **more: Any) -> Stand:
    """A stand of one of these rows."""
    sp = more.pop("sp", ROWS[row].sp)
    return replace(snaphance_positions.stand(code, "ps", q, r, facing, sp=sp, **more), type=row)


def field(*stands: Stand, **more: Any) -> Battle:
    return position(stands, types=ROWS, **more)


def begun(battle: Battle, code: StandId, start: tuple[int, int], *trail: tuple[int, int]) -> Battle:
    """A stand that has come from somewhere in this turn."""
    done = Doing(
        began=True, moves=1, hexes=len(trail), started_hex=Hex(*start), trail=tuple(Hex(*here) for here in trail),
    )  # fmt: skip
    return with_stand(battle, replace(battle.stands[code], doing=done))


def charge(
    battle: Battle, path: tuple[tuple[int, int], ...], *rolls: Roll, who: StandId = B1, target: StandId = R1,
    follow: Any = None, **more: Any,
) -> Play[Battle]:  # fmt: skip
    """A stand marches a path in one move and attacks at its end; every die asked for must be on the tape, and used."""
    play = a_play(battle, *rolls, **more)
    play.record(StandBegan(stand=who))
    play.record(MoveBegan(stand=who))
    walk = begin(play.battle, who)
    for here in path:
        went = step(play, who, walk, Hex(*here))
        assert isinstance(went, Walk), went
        walk = went
    attack(play, who, target, walk, "charge" if path else "attack", follow)
    assert not play._dice.rolls, play._dice.rolls  # type: ignore[attr-defined]  # the tape of a_play
    return play


def clash_of(battle: Battle, how: Any = "charge", one: StandId = B1, two: StandId = R1, **more: Any) -> Clash:
    return Clash(
        attacker=one, defender=two, how=how, attackers_helpers=helpers(battle, one, two),
        defenders_helpers=helpers(battle, two, one), **more,
    )  # fmt: skip


# --- who may attack -----------------------------------------------------------------------------------------------


def test_an_attack_that_is_not_allowed_is_refused_and_nothing_rolled() -> None:
    play = charge(field(stand("b1", "ps", 0, 2), stand("r1", "horse", 0, 0, 3)), ((0, 1),))
    assert [fact.rules for fact in facts_of(play, Refused)] == [("SN-10.0b", "SNS-M6")]
    assert not facts_of(play, Contact)


# --- dice -------------------------------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.booleans())
def test_a_support_adds_half_rounded_up(sp: int, disordered: bool) -> None:
    battle = field(stand("b1", "ps", 0, 0, sp=(sp,), disordered=disordered), stand("r1", "ps", 0, 1, 3))
    core = max(1, sp - disordered)
    assert support(battle, B1, clash_of(battle)) * 2 in (core, core + 1)


# --- who fights whom ----------------------------------------------------------------------------------------------


def ongoing(*more: Stand, **kwargs: Any) -> Battle:
    """W-16: b1 and r1 locked in an ongoing melee."""
    melee = Melee(id=M1, stands={BLUE: B1, RED: R1}, initiator=B1, fought_in=(1,))
    return field(
        stand("b1", "ps", 0, 1), stand("r1", "ps", 0, 0, 3), *more, melees={M1: melee}, melee_count=1, activation=2,
        **kwargs,
    )  # fmt: skip


def test_an_ongoing_melee_whose_stands_are_apart_ends() -> None:
    battle = ongoing()
    play = a_play(with_stand(battle, replace(battle.stands[R1], hex=Hex(0, -3))))
    fight_ongoing(play, M1)
    assert facts_of(play, Halted)
    assert [one.melee for one in facts_of(play, MeleeEnded)] == ["m1"]


# --- retreat ------------------------------------------------------------------------------------------------------


PLACES = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), max_size=12, unique=True)
KINDS = st.sampled_from(["ps", "swiss", "shot", "skirm", "horse", "croats", "guns"])


@given(PLACES, st.lists(KINDS, min_size=14, max_size=14), st.integers(0, 5), st.integers(0, 5), KINDS)
def test_ways_of_retreat_are_lawful(
    places: list[tuple[int, int]], kinds: list[str], facing: int, side: int, kind: str
) -> None:
    victor = neighbours(Hex(0, 0))[side]
    taken = {(0, 0), (victor.q, victor.r)}
    others = [
        stand(f"{'rb'[i % 2]}{i + 2}", kinds[i], q, r, i % 6) for i, (q, r) in enumerate(places) if (q, r) not in taken
    ]
    towards = next(p for p in range(6) if depth(victor, Facing(p), Hex(0, 0)) == 1)
    battle = field(
        stand("r1", kind, 0, 0, facing), stand("b1", "ps", victor.q, victor.r, towards), *others,
        board=(-4, 4, -4, 4), ground={"2,-1": "impassable", "-1,2": "woods"},
    )  # fmt: skip
    before = battle.stands[R1]
    found = ways(battle, R1, B1)
    assert len({way.path for way in found}) == len(found)
    for way in found[:40]:
        other = battle.at.get(f"{way.path[-1].q},{way.path[-1].r}")
        assert other is None or (battle.stands[other].side == RED and battle.stands[other].type == "skirm")
        assert len(way.tolls) == len(way.path) == len(way.upset)
        for a, b in zip((before.hex, *way.path), way.path, strict=False):
            assert distance(a, b) == 1
            assert depth(victor, Facing(towards), b) > 0
            there = battle.at.get(f"{b.q},{b.r}")
            assert there is None or battle.stands[there].side == RED or battle.stands[there].type == "skirm"
    play = a_play(battle)
    retreat(play, R1, B1)
    after = play.battle
    on_board = [one.hex for one in after.stands.values() if one.on_board]
    assert len(set(on_board)) == len(on_board)
    assert after.at == {f"{one.hex.q},{one.hex.r}": code for code, one in after.stands.items() if one.on_board}


# --- pursuit ------------------------------------------------------------------------------------------------------


def pursue(battle: Battle, path: tuple[tuple[int, int], ...], *rolls: Roll, **more: Any) -> Play[Battle]:
    """b1 has just beaten r1, which stood in (0, 0)."""
    play = a_play(battle, *rolls, **more)
    loser = R1 if R1 in battle.stands else None
    after_victory(play, B1, loser, Hex(0, 0), tuple(Hex(*h) for h in path), would_have_won=True)
    assert not play._dice.rolls  # type: ignore[attr-defined]  # the tape of a_play
    return play


def test_foot_does_not_pursue_by_default_and_cavalry_does_unless_fresh_enemies_are_near() -> None:
    foot = pursue(field(stand("b1", "ps", 0, 1)), ())
    assert [one.why for one in facts_of(foot, NoPursuit)] == ["it chose to stay"]
    horse = pursue(field(stand("b1", "horse", 0, 1)), (), ("pursuit.may", (1,)))
    assert [one.hexes for one in facts_of(horse, PursuitRolled)] == [0]
    watched = pursue(field(stand("b1", "horse", 0, 1), stand("r2", "ps", 0, -2, 3)), ())
    assert facts_of(watched, NoPursuit)


# --- whole attacks at random --------------------------------------------------------------------------------------


def consistent(battle: Battle) -> None:
    """One stand a hex, the index true, nobody with an empty rank, every melee between stands that are there."""
    there = {f"{one.hex.q},{one.hex.r}": code for code, one in battle.stands.items() if one.on_board}
    assert battle.at == there
    assert len(there) == sum(one.on_board for one in battle.stands.values())
    for one in battle.stands.values():
        assert all(rank > 0 for rank in one.sp)
        assert bool(one.sp) != one.destroyed
    for army in battle.armies:
        ranks = [(battle.types[one.type], one) for one in battle.stands.values() if one.side == army.id]
        lost = sum(row.bp * (len(row.sp) - len(one.sp)) for row, one in ranks)
        assert army.break_lost >= lost
    fighting = [code for melee in battle.melees.values() for code in melee.stands.values()]
    helping = [code for melee in battle.melees.values() for some in melee.supports.values() for code in some]
    assert len(set(fighting + helping)) == len(fighting + helping)
    assert all(battle.stands[code].on_board for code in fighting + helping)


MIXED = st.sampled_from(["ps", "swiss", "shot", "skirm", "horse", "croats", "guns", "gendarmes", "reiters", "dragoons"])
GROUND = st.sampled_from(["woods", "hill-slope", "field", "stream", "swamp", "town", "impassable"])


@settings(max_examples=300)
@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), MIXED, st.integers(0, 5)), min_size=2, max_size=14,
             unique_by=lambda one: one[:2]),
    st.dictionaries(st.builds(lambda q, r: f"{q},{r}", st.integers(-3, 3), st.integers(-3, 3)), GROUND, max_size=8),
    st.integers(0, 2**32), st.booleans(), st.integers(2, 20),
)  # fmt: skip
def test_attacks_at_random_leave_a_sound_battle_and_play_again_alike(
    places: list[tuple[int, int, str, int]],
    ground: dict[str, str],
    seed: int,
    gladly: bool,
    breaks: int,
) -> None:
    stands = [stand(f"{'br'[i % 2]}{i // 2 + 1}", row, q, r, facing) for i, (q, r, row, facing) in enumerate(places)]
    battle = field(*stands, ground=ground, board=(-4, 4, -5, 5))
    battle = replace(battle, armies=tuple(replace(army, break_at=breaks) for army in battle.armies))

    def decide(_view: Battle, ask: Ask[Any]) -> Given[Any]:
        return Given(YesNo(gladly) if isinstance(ask, AskYesNo) else ask.default, "player")

    def script(play: Play[Battle]) -> None:
        for code in sorted(play.battle.stands):
            one = play.battle.stands[code]
            if one.side != BLUE or not one.on_board or play.battle.phase == "over":
                continue
            play.record(StandBegan(stand=code))
            for target in sorted(play.battle.stands):
                if play.battle.stands[target].side == RED and play.battle.stands[target].on_board:
                    ahead = faces(play.battle, code, target) and play.battle.stands[code].on_board
                    if ahead and isinstance(may_attack(play.battle, code, target), Yes):
                        attack(play, code, target, begin(play.battle, code), "charge")
                        consistent(play.battle)
                        break
            for target in targets(play.battle, code)[:1]:
                fire(play, code, target)
                consistent(play.battle)
        for melee_id in sorted(play.battle.melees):
            if melee_id in play.battle.melees and play.battle.phase != "over":
                fight_ongoing(play, melee_id)
                consistent(play.battle)

    play = Play(snaphance.RULES, battle, (), step=1, branch=0, next_seq=2, dice=seeded(seed), decide=decide)
    script(play)
    codec = snaphance.RULES.codec
    lines = [Line(one.seq, one.kind, codec._decoders[one.kind].decode(codec.write(one.body))) for one in play.lines]
    again = Play(snaphance.RULES, battle, lines, step=1, branch=0, next_seq=2, dice=seeded(seed), decide=decide)
    script(again)
    again.finish()
    assert again.battle == play.battle


# --- what to expect -----------------------------------------------------------------------------------------------


@given(
    st.sampled_from(["ps", "swiss", "horse", "gendarmes"]), st.sampled_from(["ps", "shot", "horse", "croats"]),
    st.integers(0, 5),
)  # fmt: skip
def test_odds_are_the_dice_that_are_thrown(mine: str, theirs: str, facing: int) -> None:
    battle = field(stand("b1", mine, 0, 2), stand("r1", theirs, 0, 0, facing))
    battle = begun(battle, B1, (0, 2))
    battle = begun(with_stand(battle, replace(battle.stands[B1], hex=Hex(0, 1))), B1, (0, 2), (0, 1))
    foreseen = odds(battle, B1, R1)
    play = a_play(battle, ("melee", (1,) * foreseen.mine.dice), ("melee", (1,) * foreseen.theirs.dice))
    fight(play, clash_of(battle, surprise=depth(Hex(0, 0), Facing(facing), Hex(0, 2)) <= 0))
    assert not play._dice.rolls  # type: ignore[attr-defined]  # the tape of a_play
