"""The story of a turn: every kind of fact is told or silent with a reason; names, sums, rules; nobody's secrets."""

from typing import get_args

import msgspec
import pytest

from pbem.engine.asks import Decided, Given
from pbem.engine.facts import Fact
from pbem.engine.hexes import Facing, Hex, from_label
from pbem.engine.ids import CommanderId, GroupId, MeleeId, RuleId, Seat, Side, StandId
from pbem.engine.narrator.narration import Going, Naming, Narration
from pbem.engine.reporting import Told
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.rulesets.snaphance import RULES
from pbem.rulesets.snaphance.reporting import teller
from pbem.rulesets.snaphance.reporting.citing import CITING, COMMON, ROUTINE
from pbem.rulesets.snaphance.reporting.teller import TELLING
from pbem.rulesets.snaphance.state import facts
from pbem.rulesets.snaphance.state.asks import AskYesNo, YesNo
from pbem.rulesets.snaphance.state.battle import Battle, Melee
from pbem.rulesets.snaphance.state.facts import Term
from pbem.rulesets.snaphance.writing.wording import morale_line, order_line, shot_line, with_costs
from pbem.scenarios import load_scenario
from tests.told_battles import NORTH, SOUTH, fought

S01, S02, S04, N01, N02, N05, N06 = (StandId(code) for code in ("S01", "S02", "S04", "N01", "N02", "N05", "N06"))


def harrow_down() -> Battle:
    battle: Battle | None = load_scenario("harrow-down", {"pace": "round"}).scenario.battle
    assert battle is not None
    return battle


def told(*happened: object, seat: Seat = SOUTH, number: int = 1) -> Told:
    """A turn of these facts from the start of Harrow Down, each applied in turn."""
    before = battle = harrow_down()
    happenings: list[Happening[Battle]] = []
    for fact in happened:
        happenings.append(Happening(fact, battle))
        if isinstance(fact, Fact):
            battle = fact.apply(battle)
    return RULES.reporting.tell(SeatTurn(seat, number, before, battle, tuple(happenings)))


def story(*happened: object, seat: Seat = SOUTH) -> list[str]:
    """Only the sentences."""
    return [event.text for chapter in told(*happened, seat=seat).chapters for event in chapter.events]


def step(stand: StandId, start: str, to: str, how: str = "forward") -> facts.Stepped:
    ways = {"forward", "backward", "sideways", "move", "evade", "retreat", "bounce", "pursue"}
    assert how in ways
    return facts.Stepped(stand=stand, start=from_label(start), to=from_label(to), facing=Facing(0), how=how)  # type: ignore[arg-type]  # checked above


# --- what is told -------------------------------------------------------------------------------------------------


def test_every_kind_of_fact_is_told_or_silent_with_a_reason() -> None:
    kinds = set(get_args(facts.Facts))
    assert TELLING.unplaced(kinds) == set()


def test_a_charge_is_one_sentence_with_its_way() -> None:
    assert story(
        facts.StandBegan(stand=S04),
        step(S04, "0908", "0907"),
        step(S04, "0907", "0906"),
        facts.Contact(attacker=S04, target=N05, how="charge", frontal=True),
    ) == ["S04 Right troops charged N05 Left troops at 1001 by way of 0907 and 0906."]


def test_what_one_stand_does_is_joined_and_its_name_told_once() -> None:
    assert story(
        facts.StandBegan(stand=S01),
        facts.Rallied(stand=S01, acts=True),
        step(S01, "0508", "0607"),
        facts.Shot(
            shooter=S01, target=N01, purpose="fire", distance=2, terms=(Term("strength", 5),), dice=(1,), hits=0
        ),
        facts.Disordered(stand=S01, cause="turning to the rear"),
    ) == [
        (
            "S01 Red regiment rallied, moved to 0607 and fired on N01 Red regiment at 2 hexes. It fell into disorder "
            "(turning to the rear)."
        )
    ]


def test_an_evasion_is_told_with_the_charge_it_answers() -> None:
    assert story(
        facts.StandBegan(stand=S04),
        step(S04, "0908", "0907"),
        step(N06, "1002", "1001", "evade"),
        facts.Evaded(stand=N06, attacker=S04, fire=False),
    ) == ["S04 Right troops moved to 0907 to charge N06 Dragoons, which evaded to 1001."]


def test_opportunity_is_told_as_the_interruption_it_is() -> None:
    terms = (Term("strength", 5),)
    assert story(
        facts.StandBegan(stand=S04),
        step(S04, "0908", "0907"),
        facts.Shot(shooter=N01, target=S04, purpose="opportunity", distance=3, terms=terms, dice=(1,), hits=0),
        facts.OpportunityCharged(stand=N05, target=S04),
        step(N05, "1001", "1002"),
        facts.Contact(attacker=N05, target=S04, how="opportunity", frontal=True),
        facts.ChargeAborted(stand=S04, by=N05),
    ) == [
        (
            "S04 Right troops moved to 0907. N01 Red regiment fired, on opportunity, on S04 at 3 hexes. N05 Left "
            "troops left its wait to charge S04 and counter-charged S04 at 0907 by way of 1002. S04 gave up its charge "
            "under the fire of N05."
        )
    ]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (Given(YesNo(yes=False), "standing order", "S04: pursue no"), " (your standing order, S04: pursue no)"),
        (Given(YesNo(yes=False), "default"), " (by default)"),
        (Given(YesNo(yes=False), "deadline"), " (no answer had come in time)"),
        (Given(YesNo(yes=False), "player"), ""),
    ],
)
def test_who_decided_is_told_to_the_seat_it_was_decided_for(given: Given[YesNo], words: str) -> None:
    ask = AskYesNo(seat=SOUTH, default=YesNo(yes=False), matter="pursue", stand=S04)
    stays = facts.NoPursuit(stand=S04, why="it chose to stay", rules=(RuleId("SN-13.0b"),))
    assert story(facts.StandBegan(stand=S04), Decided(ask, given), stays) == [
        f"S04 Right troops did not pursue{words}."
    ]


def test_why_a_stand_may_not_pursue_or_evade_is_told() -> None:
    assert story(
        facts.StandBegan(stand=S04),
        facts.NoEvasion(stand=N06, attacker=S04, why="it is in melee", rules=(RuleId("SN-5.0h"),)),
        facts.Contact(attacker=S04, target=N06, how="attack", frontal=True),
        facts.NoPursuit(stand=S04, why="foot do not pursue cavalry", rules=(RuleId("SN-13.0f"),)),
    ) == [
        (
            "S04 Right troops attacked N06 Dragoons at 1002. N06 could not evade: it is in melee. S04 could not pursue"
            ": foot do not pursue cavalry."
        )
    ]


def test_a_default_is_told_with_what_it_did() -> None:
    shot = facts.Shot(
        shooter=S01, target=N01, purpose="fire", distance=3, terms=(Term("strength", 5),), dice=(1,), hits=0
    )
    fired = facts.StandingOrderFired(
        side=harrow_down().armies[0].id, stand=S01, decision="idle", value="act", by_default=True
    )
    given = msgspec.structs.replace(fired, by_default=False, value="fire")
    refused = facts.Refused(subject="S01", order="charge N01", why="it is too far off")
    began = facts.StandBegan(stand=S01)
    assert story(began, fired, shot) == ["By default, S01 Red regiment fired on N01 Red regiment at 3 hexes."]
    assert story(began, given, shot)[0].startswith("By your standing order (idle fire), S01 Red regiment fired on")
    assert story(began, refused, fired, shot) == [
        (
            'S01 Red regiment could not carry out "charge N01": it is too far off. Instead, by default, it fired on '
            "N01 Red regiment at 3 hexes."
        )
    ]


def test_those_of_whom_nothing_is_told_held() -> None:
    side = harrow_down().armies[0].id
    foot = GroupId("south.Foot")
    assert story(
        facts.GroupActivated(side=side, group=foot, activation=1, contested=False),
        facts.StandBegan(stand=S01),
        step(S01, "0508", "0607"),
        facts.ActivationEnded(group=foot),
    ) == ["S01 Red regiment moved to 0607.", "S02 White regiment and S03 Blue regiment held."]


def test_a_generals_death_and_the_points_of_a_stand_are_told() -> None:
    end = story(
        facts.StandBegan(stand=N01),
        facts.StrengthLost(stand=S02, lost=5, sp=(), points=2, cause="fire of N01"),
        facts.Destroyed(stand=S02, hex=Hex(0, 0), points=0, cause="its last SP is gone"),
        facts.CommanderKilled(commander=CommanderId("SC")),
    )
    assert end == [
        (
            "S02 White regiment lost its last 5 SP (fire of N01) and was destroyed. South lost 2 break points. "
            "Your Colonel was killed."
        )
    ]


# --- in short -----------------------------------------------------------------------------------------------------


def test_the_brief_is_three_sentences_and_true() -> None:
    quiet = told(facts.StandBegan(stand=S01), step(S01, "0508", "0607"))
    assert quiet.in_short[0] == "Both sides moved; no firing."
    hurt = told(
        facts.StandBegan(stand=N01),
        facts.StrengthLost(stand=S01, lost=2, sp=(3,), points=0, cause="fire of N01"),
        facts.StrengthLost(stand=S02, lost=1, sp=(4,), points=0, cause="fire of N02"),
        facts.StrengthLost(stand=N05, lost=1, sp=(3,), points=0, cause="fire of S03"),
    )
    assert hurt.in_short == (
        "Your Red regiment (S01) fell to 3 of 5 (1 other unit hit); their Left troops (N05) to 3 of 4.",
        "Neither side has reached the hill hexes yet.",
    )
    lost = told(
        facts.StrengthLost(stand=S02, lost=5, sp=(), points=2, cause="fire of N01"),
        facts.Destroyed(stand=S02, hex=Hex(0, 0), points=0, cause="its last SP is gone"),
        facts.CommanderKilled(commander=CommanderId("SC")),
        facts.Destroyed(stand=N05, hex=Hex(0, 0), points=2, cause="its last SP is gone"),
        facts.LeftBoard(stand=N06, points=1),
    )
    assert lost.in_short[0] == (
        "You lost your White regiment (S02); your Colonel was killed; you destroyed their Left troops (N05); their "
        "Dragoons (N06) left the field."
    )


def test_the_brief_names_the_melee_that_goes_on_and_how_the_unit_in_it_is() -> None:
    locked = facts.MeleeStands(
        melee=Melee(id=MeleeId("m1"), stands={Side("south"): S02, Side("north"): N02}), rules=(RuleId("SN-10.5a"),)
    )
    shaken = (
        facts.StrengthLost(stand=S02, lost=2, sp=(3,), points=0, cause="melee"),
        facts.Disordered(stand=S02, cause="it had to test its morale"),
    )
    fight = told(*shaken, locked)
    assert fight.in_short[0] == (
        "Your White regiment (S02, with the Colonel) is locked in melee with their White regiment (N02): disordered, "
        "3 of 5."
    )
    assert told(*shaken, locked, seat=NORTH).in_short[0] == (
        "Your White regiment (N02, with the Colonel) is locked in melee with their White regiment (S02): 5 of 5."
    )


def test_the_first_report_says_what_the_battle_is_about() -> None:
    first = told(number=0)
    assert first.in_short == (
        "You command the South army: 6 units in 2 groups (Foot and Horse). The North army has 6 units.",
        "A side that holds three of the four hill hexes at the end of round 10 wins.",
        (
            "South breaks at 5 break points lost, and so does North; after round 10 the margin decides. The margin is "
            "the enemy's break points lost less your own, as a share of the enemy's total: below 10 % is a draw, up to "
            "25 % a marginal victory, from 25 % a clear one, over 40 % or by breaking the enemy a decisive one."
        ),
    )


def test_the_brief_of_every_turn_of_whole_battles_is_short_and_the_last_names_the_end() -> None:
    for seed, pace in (("a", "round"), ("b", "ask me")):
        for seat in (SOUTH, NORTH):
            turns = [RULES.reporting.tell(turn) for turn, _ in fought(seed, pace).turns(seat)]
            assert all(1 <= len(one.in_short) <= 3 for one in turns)
            assert all(sentence.endswith(".") and sentence[0].isupper() for one in turns for sentence in one.in_short)
            assert turns[-1].outcome is not None
            assert "the battle" in turns[-1].in_short[0]


# --- sums and rules -----------------------------------------------------------------------------------------------


def test_the_advice_of_a_report_is_found_from_its_decisions_alone() -> None:
    given = 0
    for seat in (SOUTH, NORTH):
        for turn, _asked in fought("a").turns(seat):
            decided = tuple(one for one in turn.happenings if isinstance(one.fact, Decided))
            advice = teller.advice(msgspec.structs.replace(turn, happenings=decided))
            assert advice == teller.tell(turn).in_advance
            given += len(advice)
    assert given


def test_sums_read_well() -> None:
    terms = (Term("strength", 5), Term("at 2 hexes", -1), Term("moved", -1))
    shot = facts.Shot(shooter=S01, target=N01, purpose="fire", distance=2, terms=terms, dice=(5, 5, 1), hits=1)
    line = shot_line(shot)
    assert (line.sum, line.outcome) == ("SP 5 - 1 at 2 hexes - 1 moved = 3 dice", "a pair of fives is 1 hit")
    alone = msgspec.structs.replace(shot, terms=terms[:1], dice=(6,), hits=1)
    assert (shot_line(alone).sum, shot_line(alone).outcome) == ("1 die", "1 hit")
    test = facts.OrderTested(
        stands=(S01,), purpose="rally", die=2, terms=(Term("general", 1),), modified=3, needs=4, passed=False
    )
    assert (order_line(test).sum, order_line(test).outcome) == ("needs 4", "+ 1 general = 3, failed")
    morale = facts.MoraleTested(
        stand=S01, cause="fire", terms=(Term("starting SP", 5), Term("hits", -1)), adjusted=4, die=5, loss=1
    )
    line = with_costs(with_costs(morale_line(morale), "disordered"), "lost 1 SP")
    assert (line.sum, line.outcome) == ("5 - 1 hit = 4", "short by 1; disordered, lost 1 SP")


def test_a_handful_of_rules_the_special_before_the_common() -> None:
    rules = tuple(RuleId(r) for r in ("SN-7.0c", "SN-7.0d", "SN-8.0b", "SN-10.4a", "SN-3.2b", "SN-3.2b"))
    assert CITING.cited(rules) == ("SN-7.0c", "SN-8.0b", "SN-10.4a", "SN-3.2b")
    assert not ROUTINE & COMMON
    for turn, _ in fought("a").turns(SOUTH):
        for chapter in RULES.reporting.tell(turn).chapters:
            for event in chapter.events:
                assert len(event.rules) <= CITING.most
                assert not set(event.rules) & ROUTINE


def test_every_rule_kept_back_or_preferred_is_one_the_rules_cite() -> None:
    """A misspelt ID would silently do nothing."""
    from pathlib import Path

    import pbem.rulesets.snaphance as home

    source = "".join(path.read_text() for path in Path(home.__file__).parent.rglob("*.py") if path.name != "citing.py")
    assert [rule for rule in sorted(ROUTINE | COMMON) if f'"{rule}"' not in source] == []


# --- sentences ----------------------------------------------------------------------------------------------------


def test_sentences_join_what_belongs_together_and_no_more() -> None:
    names = {"A": Naming("A Ants", "A"), "B": Naming("B Bees", "B")}
    told = Narration()
    told.did("A", "beat {B}")
    told.did("B", "fell back")
    told.did("A", "rested")
    told.did("A", "slept")
    told.did("A", "woke")
    told.did("A", "rose")
    told.march("B", "moved", ("0101",))
    told.march("B", "moved", ("0102",))
    assert told.text(names) == (
        "A Ants beat B Bees, which fell back. A rested, slept and woke. It rose. B moved to 0102 by way of 0101."
    )
    assert told.take_march("A", ("moved",)) is None
    assert told.take_march("B", ("moved",)) == ["0101", "0102"]
    assert Going("moved", ["0101"]).words() == "moved to 0101"


# --- secrets ------------------------------------------------------------------------------------------------------


def refused(turn: SeatTurn[Battle], side: str) -> set[tuple[str, str]]:
    """Orders of a side that could not be carried out in a turn: subject and order."""
    found = (one.fact for one in turn.happenings if isinstance(one.fact, facts.Refused))
    return {(fact.subject, fact.order) for fact in found if fact.subject.startswith(side)}


def test_no_seat_is_told_the_others_orders_decisions_or_standing_orders() -> None:
    """What was carried out is seen; what was meant, bid or refused is not."""
    hidden = 0
    for seed in ("a", "b", "c"):
        for seat, other in ((SOUTH, NORTH), (NORTH, SOUTH)):
            mine, theirs = seat[0].upper(), other[0].upper()
            for turn, _ in fought(seed).turns(seat):
                assert all(one.fact.ask.seat == seat for one in turn.happenings if isinstance(one.fact, Decided))
                kept = (facts.OrdersTaken, facts.StandingOrderFired)
                assert all(one.fact.side != Side(other) for one in turn.happenings if isinstance(one.fact, kept))
                tale = RULES.reporting.tell(turn)
                assert {(one.subject, one.brief) for one in tale.not_done} == refused(turn, mine)
                texts = [event.text for chapter in tale.chapters for event in chapter.events]
                quoted = {order for _, order in refused(turn, mine)}
                for _, order in refused(turn, theirs):
                    hidden += 1
                    assert order in quoted or not any(f'"{order}"' in text for text in texts)
    assert hidden, "nothing was refused: the test proves nothing"
