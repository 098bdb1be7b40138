"""Opportunity (SN-6): who may answer what, standing orders and questions for it, and whole games with it.

Most rules of SN-6 have their case in ``cases/snaphance/opportunity.yaml``.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.hexes import Hex
from pbem.engine.ids import Seat, Side, StandId
from pbem.engine.play import Waiting, advance, audit
from pbem.rulesets import snaphance
from pbem.rulesets.snaphance.deciding.standing import decide, silent
from pbem.rulesets.snaphance.language.asking import describe
from pbem.rulesets.snaphance.language.language import read, write
from pbem.rulesets.snaphance.language.offering import offers
from pbem.rulesets.snaphance.playing.checking import check_item
from pbem.rulesets.snaphance.playing.choices import choices
from pbem.rulesets.snaphance.playing.sequence import carry_out
from pbem.rulesets.snaphance.playing.turns import stand_turn
from pbem.rulesets.snaphance.state import facts as f
from pbem.rulesets.snaphance.state.asks import AskOrders, AskReaction, Reaction, Response
from pbem.rulesets.snaphance.state.battle import Battle, Pace
from pbem.rulesets.snaphance.state.commands import (
    Act,
    Charge,
    Decision,
    Fire,
    Go,
    GroupWait,
    Hold,
    Opportunity,
    Sheet,
    StandingOrder,
    When,
)
from tests.snaphance_positions import a_play, facts_of, opened, play_out, position, seeded, stand
from tests.test_snaphance_sequence import Randomly, harrow_down

B1, R1, R2 = StandId("b1"), StandId("r1"), StandId("r2")
ONES = (1, 1, 1, 1, 1)


def waiting_shot(**more: Any) -> Battle:
    """Horse three hexes off shot that waits."""
    stands = [stand("b1", "horse", 0, 3), stand("r1", "shot", 0, 0, 3, opportunity=True)]
    return position(stands, **more)


def ordered(decision: Decision, value: str, side: str = "red") -> dict[Side, Sheet]:
    return {Side(side): Sheet(standing=(StandingOrder(decision, value),))}


def asked(battle: Battle, *actions: Act) -> list[Ask[Any]]:
    """Every question a stand's turn leads to, each answered by its default."""
    heard: list[Ask[Any]] = []

    def listening(view: Battle, ask: Ask[Any]) -> Given[Any]:
        heard.append(ask)
        return Given(ask.default, "default")

    play = a_play(battle, *(), decide=listening)
    play._dice = seeded(1)
    stand_turn(play, B1, actions)
    return heard


def forward(*path: tuple[int, int]) -> Go:
    return Go(how="forward", path=tuple(Hex(*here) for here in path))


# --- standing orders and defaults ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "fires_at"),
    [("auto", 2), ("never", None), ("always", 3), ("1", None), ("2", 2), ("3", 3), ("if horse", 3), ("if foot", None)],
)
def test_when_it_fires_at_a_charge(value: str, fires_at: int | None) -> None:  # D16
    battle = waiting_shot(sheets=ordered("opportunity_fire", value))
    dice = {2: 5, 3: 4, None: 0}[fires_at]
    rolls = [("fire.opportunity", (1,) * dice)] if dice else []
    play = a_play(battle, *rolls, ("fire.horse", (1, 1)), ("melee", (1,) * 7), ("melee", (1, 1)), decide=decide)
    stand_turn(play, B1, (Charge(target=R1),))
    assert [shot.distance for shot in facts_of(play, f.Shot) if shot.purpose == "opportunity"] == (
        [fires_at] if fires_at else []
    )


@pytest.mark.parametrize(
    ("value", "charged"),
    [
        ("never", False), ("always", True), ("if horse", True), ("if foot", False), ("not pikes", True),
        ("not cover", True), ("if more dice", True), ("if 3 more dice", False),
    ],
)  # fmt: skip
def test_when_it_charges(value: str, charged: bool) -> None:  # D17
    stands = [stand("b1", "horse", 0, 4), stand("r1", "horse", 0, 0, 3, opportunity=True)]
    play = a_play(position(stands, sheets=ordered("opportunity_charge", value)), decide=decide)
    play._dice = seeded(4)
    stand_turn(play, B1, (forward((0, 3)),))
    assert bool(facts_of(play, f.OpportunityCharged)) is charged


@pytest.mark.parametrize(("value", "does"), [("fire", "fire"), ("charge", "charge"), ("hold", None)])
def test_what_it_does_when_it_is_fired_on(value: str, does: str | None) -> None:  # D18
    stands = [stand("b1", "shot", 0, 2), stand("r1", "reiters", 0, 0, 3, opportunity=True)]
    play = a_play(position(stands, sheets=ordered("if_fired_on", value)), decide=decide)
    play._dice = seeded(4)
    stand_turn(play, B1, (Fire(target=R1),))
    done = "fire" if any(s.shooter == R1 for s in facts_of(play, f.Shot) if s.purpose == "opportunity") else None
    assert ("charge" if facts_of(play, f.OpportunityCharged) else done) == does


@pytest.mark.parametrize(
    ("value", "kind", "later", "fires"),
    [
        ("auto", "dragoons", (Fire(target=R1),), True), ("auto", "ps", (Fire(target=R1),), False),
        ("fire", "ps", (Fire(target=R1),), True), ("keep cb", "dragoons", (Fire(target=R1),), False),
        ("fire", "dragoons", (), False),
    ],
)  # fmt: skip
def test_whether_it_fires_before_it_is_charged(value: str, kind: str, later: tuple[Fire, ...], fires: bool) -> None:
    # D19, SN-6.2f: a stand that merely marches does not approach to fire
    stands = [stand("b1", kind, 0, 4), stand("r1", "horse", 0, 0, 3, opportunity=True)]
    sheets = ordered("opportunity_charge", "always") | ordered("if_opp_charged", value, "blue")
    play = a_play(position(stands, sheets=sheets), decide=decide)
    play._dice = seeded(2)
    how = "move" if kind == "dragoons" else "forward"
    stand_turn(play, B1, (Go(how=how, path=(Hex(0, 3),)), *later))
    assert facts_of(play, f.OpportunityCharged)
    assert any(shot.shooter == B1 for shot in facts_of(play, f.Shot) if shot.purpose == "fire") is fires


@pytest.mark.parametrize(
    ("value", "die", "aborts"),
    [("never", 6, False), ("always", 1, True), ("if sp lost", 1, False), ("if sp lost", 6, True)],
)
def test_whether_horse_gives_up_its_charge(value: str, die: int, aborts: bool) -> None:  # D20, SN-7.4.1.1b
    stands = [stand("b1", "gendarmes", 0, 2), stand("r1", "reiters", 0, 0, 3, opportunity=True)]
    rolls = [("fire.opportunity", (6, 1, 1, 1)), ("morale.fire", (die,))]
    if not aborts:
        rolls += [("fire.defensive", ONES), ("melee", (1,) * (4 if die == 6 else 9)), ("melee", ONES)]
    play = a_play(position(stands, sheets=ordered("abort_if_hit", value, "blue")), *rolls, decide=decide)
    stand_turn(play, B1, (Charge(target=R1),))
    assert bool(facts_of(play, f.ChargeAborted)) is aborts
    assert not (aborts and facts_of(play, f.Contact))


# --- who is asked, and what ------------------------------------------------------------------------------------------


def test_one_question_names_all_that_may_answer() -> None:  # 3.18b, 1
    stands = [
        stand("b1", "ps", 0, 3), stand("r1", "shot", 0, 0, 3, opportunity=True),
        stand("r2", "gendarmes", 1, 0, 3, opportunity=True), stand("r3", "shot", -1, 0, 3),
    ]  # fmt: skip
    (ask,) = [one for one in asked(position(stands), forward((0, 2))) if isinstance(one, AskReaction)]
    assert (ask.seat, ask.cause, ask.stands) == ("red", "step", ("b1",))
    assert ask.options == (Response(R1, "fire", B1), Response(R2, "charge", B1))
    assert ask.dice == (5, 0)
    assert ask.default == Reaction((Response(R1, "fire", B1),))


def test_a_reaction_has_its_rules() -> None:  # SN-6.2c
    fire, charge, other = Response(R1, "fire", B1), Response(R1, "charge", B1), Response(R2, "charge", B1)
    ask = AskReaction(
        seat=position([]).armies[1].seat, default=Reaction(), cause="step", stands=(B1,),
        options=(fire, charge, other), dice=(4, 0, 0),
    )  # fmt: skip
    assert ask.refusal(Reaction((fire, other))) == ""
    assert "one thing only" in ask.refusal(Reaction((fire, charge)))
    assert "SN-6.2c" in ask.refusal(Reaction((charge, other)))
    assert "may not fire" in ask.refusal(Reaction((Response(R2, "fire", B1),)))


PACES: tuple[tuple[Pace, bool], ...] = (("round", False), ("activation", False), ("ask me", True))


@pytest.mark.parametrize(("pace", "waits"), PACES)
def test_only_at_pace_ask_me_is_anybody_waited_for(pace: Pace, waits: bool) -> None:
    stands = [stand("b1", "ps", 0, 3), stand("r1", "shot", 0, 0, 3, opportunity=True)]
    play = a_play(position(stands, pace=pace), ("fire.opportunity", ONES), decide=decide)
    if not waits:
        stand_turn(play, B1, (forward((0, 2)),))
        return
    with pytest.raises(Waiting) as stop:
        stand_turn(play, B1, (forward((0, 2)),))
    assert isinstance(stop.value.batch.asks[0], AskReaction)


def test_at_pace_ask_me_a_standing_order_for_everything_spares_the_question() -> None:
    stands = [stand("b1", "ps", 0, 3), stand("r1", "shot", 0, 0, 3, opportunity=True)]
    battle = position(stands, pace="ask me", sheets=ordered("opportunity_fire", "always"))
    play = a_play(battle, ("fire.opportunity", ONES), decide=decide)
    stand_turn(play, B1, (forward((0, 2)),))
    (given,) = [d.body.given[0] for d in play.drafts if d.kind == "answer"]
    assert (given.by, given.note) == ("standing order", "all: opportunity fire always")


def test_silence_lets_the_default_act() -> None:
    stands = [stand("b1", "ps", 0, 3), stand("r1", "shot", 0, 0, 3, opportunity=True)]
    battle = position(stands)
    (ask,) = [one for one in asked(battle, forward((0, 2))) if isinstance(one, AskReaction)]
    assert silent(battle, ask).answer == ask.default


# --- in words --------------------------------------------------------------------------------------------------------

ASK = AskReaction(
    seat=position([]).armies[1].seat, default=Reaction((Response(StandId("N03"), "fire", StandId("S02")),)),
    cause="step", stands=(StandId("S02"),),
    options=(Response(StandId("N03"), "fire", StandId("S02")), Response(StandId("N04"), "charge", StandId("S02"))),
    dice=(4, 0),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("N03 fire S02", ASK.default), ("n03 fire at s02, n04 charge S02", Reaction(ASK.options)),
        ("N03 fire, N04 charge", Reaction(ASK.options)), ("N04 charge", Reaction(ASK.options[1:])),
        ("none", Reaction()), ("no", Reaction()),
    ],
)  # fmt: skip
def test_a_reaction_is_read_and_written(text: str, answer: Reaction) -> None:
    view = snaphance.RULES.state.view(harrow_down(), harrow_down().armies[1].seat)
    ask = replace(ASK, seat=harrow_down().armies[1].seat)
    found = read(view, ask, text)
    assert (found.answer, found.problems) == (answer, ())
    assert read(view, ask, write(view, answer)).answer == answer


def test_a_reaction_that_is_not_open_is_told() -> None:
    view = snaphance.RULES.state.view(harrow_down(), harrow_down().armies[1].seat)
    ask = replace(ASK, seat=harrow_down().armies[1].seat)
    for text, why in (("N04 fire", "N04 may not fire now"), ("N03 fire S01", "N03 may not fire at S01 now")):
        (problem,) = read(view, ask, text).problems
        assert why in problem.reason
        assert "N03 fire S02, N04 charge S02" in problem.reason
    assert "may fire at S02 (4 dice); " in describe(view, ask)
    lines = [offer.line for offer in offers(view, ask, None).answers]
    assert lines == ["N03 fire S02", "N04 charge S02", "none"]
    assert all(read(view, ask, line).answer is not None for line in lines)


# --- going on and staying on -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "waits"), [(4, True), (3, False)])
def test_a_group_waits_by_one_line_and_one_die(die: int, waits: bool) -> None:  # SN-4.9b, SN-Q22, SN-6.1b
    both = GroupWait((B1, StandId("b2")))
    battle = position(
        [stand("b1", "shot", 0, 0), stand("b2", "shot", 1, 0, 1)], sheets={Side("blue"): Sheet(orders=(both,))}
    )
    assert check_item(battle, both) == ()
    play = a_play(battle, ("order_test.opportunity", (die,)))
    carry_out(play, Seat("blue"), 0)
    assert [one.opportunity for one in play.battle.stands.values()] == [waits, waits]
    assert [one.doing.over for one in play.battle.stands.values()] == [waits, waits]


def test_a_group_that_waits_is_a_line_of_a_sheet() -> None:
    battle = with_opportunity("round")
    view = snaphance.RULES.state.view(battle, battle.armies[0].seat)
    ask = AskOrders(seat=battle.armies[0].seat, default=Sheet(), round=1)
    found = read(view, ask, "S01 S02 together opportunity")
    assert found.answer == Sheet(orders=(GroupWait((StandId("S01"), StandId("S02"))),))
    assert found.text == "S01 S02 together opportunity"
    (problem,) = read(view, ask, "S01 S04 together opportunity").problems
    assert "SN-1.4c" in problem.rules or "SN-4.9a" in problem.rules


@pytest.mark.parametrize("actions", [(), (Hold(),), (Opportunity(),)])
def test_it_goes_on_waiting_without_a_new_test(actions: tuple[Act, ...]) -> None:  # SN-Q34
    battle = position([stand("b1", "shot", 0, 0, opportunity=True), stand("r1", "ps", 0, -2, 3)])
    play = a_play(battle)
    stand_turn(play, B1, actions)
    assert play.battle.stands[B1].opportunity
    assert facts_of(play, f.Shot) == []


# --- charges ---------------------------------------------------------------------------------------------------------


def test_no_bonus_without_a_step() -> None:  # SN-10.3f
    stands = [stand("b1", "shot", 0, 1), stand("r1", "horse", 0, 0, 3, opportunity=True)]
    rolls = [("fire.fire", ONES), ("fire.horse", (1, 1)), ("melee", (1, 1)), ("melee", ONES)]
    play = a_play(position(stands, sheets=ordered("if_fired_on", "charge")), *rolls, decide=decide)
    stand_turn(play, B1, (Fire(target=R1),))
    (mine,) = [blow for blow in facts_of(play, f.Struck) if blow.stand == R1]
    assert [(term.name, term.value) for term in mine.terms] == [("strength", 5)]


def test_the_orders_after_a_charge_on_it_fall_away() -> None:  # SN-Q33
    stands = [stand("b1", "ps", 0, 4), stand("r1", "horse", 0, 0, 3, opportunity=True)]
    play = a_play(position(stands, sheets=ordered("opportunity_charge", "always")), decide=decide)
    play._dice = seeded(1)
    stand_turn(play, B1, (forward((0, 3)), Fire()))
    assert facts_of(play, f.Refused) == []
    assert play.battle.stands[B1].doing.ended == ("SN-Q33", "SN-Q70")
    assert [contact.how for contact in facts_of(play, f.Contact)][:1] == ["opportunity"]


# --- whole games -----------------------------------------------------------------------------------------------------


class Waiters(Randomly):
    """Seats that like to wait, and answer as they please."""

    def __call__(self, view: Battle, ask: Ask[Any]) -> Any:
        if isinstance(ask, AskReaction):
            named: list[Response] = []
            for one in ask.options:
                tried = Reaction(tuple(sorted((*named, one))))
                if self.random.random() < 0.6 and not ask.refusal(tried):
                    named = list(tried.responses)
            return Reaction(tuple(named))
        return super().__call__(view, ask)

    def actions(self, view: Battle, code: StandId) -> tuple[Act | When, ...]:
        if self.random.random() < 0.5 and choices(view, code).opportunity:
            return (Opportunity(), *super().actions(view, code))
        if view.stands[code].opportunity and self.random.random() < 0.6:
            return ()
        return super().actions(view, code)


def with_opportunity(pace: str) -> Battle:
    return replace(harrow_down(pace), bans=())


@pytest.mark.parametrize("pace", ["round", "activation", "ask me"])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_opportunity_end_and_audit_clean(seed: int, pace: str) -> None:
    run, _ = play_out(with_opportunity(pace), seed, Waiters(seed))
    assert run.stop is None
    assert run.battle.phase == "over"
    assert audit(snaphance.RULES, run.story, seeded(seed)) == []


@pytest.mark.parametrize("seed", [21, 22])
def test_resuming_from_bytes_at_every_ask_equals_playing_straight_through(seed: int) -> None:
    straight, one = play_out(with_opportunity("ask me"), seed, Waiters(seed))
    resumed, two = play_out(with_opportunity("ask me"), seed, Waiters(seed), reread=True)
    assert [d.body for d in one] == [d.body for d in two]
    assert straight.battle == resumed.battle


def test_the_random_games_come_to_blows_on_opportunity() -> None:
    causes: set[str] = set()
    seen: set[str] = set()
    for seed in range(12):
        _, drafts = play_out(with_opportunity("ask me"), seed, Waiters(seed))
        seen |= {type(d.body.fact).__name__ for d in drafts if d.kind == "fact"}
        seen |= {d.body.fact.purpose for d in drafts if d.kind == "fact" and isinstance(d.body.fact, f.Shot)}
        asks = [ask for d in drafts if d.kind == "answer" for ask in d.body.batch.asks]
        causes |= {ask.cause for ask in asks if isinstance(ask, AskReaction)}
        if causes >= {"declaration", "step", "shot"}:
            break
    assert seen >= {"WentOnOpportunity", "OpportunityCharged", "opportunity"}
    assert causes >= {"declaration", "step", "shot"}


def test_silent_games_with_everybody_waiting_go_on() -> None:
    battle = with_opportunity("round")
    waiting = {code: replace(one, opportunity=True) for code, one in battle.stands.items()}
    run = advance(snaphance.RULES, opened(replace(battle, stands=waiting)), next_seq=2, dice=seeded(1), decide=silent)
    assert run.battle.phase == "over"
    assert all(one.opportunity for one in run.battle.stands.values())
