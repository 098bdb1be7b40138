"""Random one-hour battles: they pass, they are battles, and what is wrong is found."""

from collections import Counter
from dataclasses import replace as with_parts
from typing import Any

import pytest
from msgspec.structs import replace

from pbem import fuzz
from pbem.engine.chance import Chance
from pbem.engine.fuzzing import FuzzFault
from pbem.engine.ids import Seat, StandId
from pbem.engine.table.measures import Hundredths, Tenths
from pbem.engine.table.places import Pose
from pbem.engine.table.rects import Face
from pbem.fuzz.games import game_of
from pbem.fuzz.playing import play_through
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour import facts as f
from pbem.rulesets.onehour.battle import Battle, Contact
from pbem.rulesets.onehour.commands import Sheet, StandingMove
from pbem.rulesets.onehour.fuzzing import invariants, listed
from pbem.rulesets.onehour.playing.checking import check_sheet
from pbem.rulesets.onehour.playing.choices import Choices, choices
from pbem.rulesets.onehour.randomplay import random_answer
from tests.changed_rules import changed
from tests.onehour_tables import BLUE, RED, asked, block, spot, table, unit

I1, S1, EI1, EC1 = (StandId(code) for code in ("I1", "S1", "EI1", "EC1"))


def test_a_handful_of_battles_has_no_finding() -> None:
    assert [one.finding for one in fuzz.fuzz("onehour", 8, seed=7) if one.finding is not None] == []


def test_the_battles_are_battles() -> None:
    seen: Counter[str] = Counter()
    for number in range(1, 31):
        _, drafts = play_through(game_of("onehour", 3, number))
        seen.update(type(draft.body.fact).__name__ for draft in drafts if draft.kind == "fact")
        seen.update(draft.body.fact.kind for draft in drafts if draft.kind == "fact" and "kind" in dir(draft.body.fact))
    assert seen.keys() >= {
        "Moved", "Charged", "Shot", "Struck", "TurnedToFace", "Eliminated", "Entered", "Refused", "StandingOrderActed",
        "SetUpMade", "FirstThrown", "no units", "units lost",
    }  # fmt: skip


def test_a_random_player_gives_nothing_that_is_refused() -> None:
    battle = table(
        unit("I1", 10, 10), unit("R1", 16, 11, 30, out_of_ammo=True), unit("C1", 22, 9, 350), unit("S1", 28, 12),
        unit("EI1", 10, 19, 180), unit("EC1", 18, 17, 200), unit("ES1", 26, 20, 170),
        block("w", "woods", 12, 13, 15, 17),
    )  # fmt: skip
    kinds: Counter[str] = Counter()
    for number in range(40):
        answer = random_answer(battle, asked(battle), Chance(b"%d" % number))
        assert not any(check_sheet(battle, answer.orders).objections)
        kinds.update(type(order).__name__ for order in answer.orders)
        pivots = [leg for order in answer.orders for leg in getattr(order, "legs", ())]
        kinds["odd"] += any(leg.by % 10 for leg in pivots)
    assert min(kinds[kind] for kind in ("Move", "Charge", "Shoot", "Hold", "odd")) > 3


# --- what is wrong is found ------------------------------------------------------------------------------------------


def wrong(battle: Battle, start: Battle | None = None, *facts: Any) -> str:
    """What is found in a battle after some facts."""
    with pytest.raises(FuzzFault) as found:
        invariants.after_fact(start or battle, battle, facts)
    return str(found.value)


FIELD = table(unit("I1", 10, 10), unit("S1", 20, 10), unit("EI1", 10, 20, 180), unit("EC1", 20, 20, 180))


def put(battle: Battle, code: StandId, **changes: Any) -> Battle:
    """The battle with a unit changed."""
    return replace(battle, units={**battle.units, code: replace(battle.units[code], **changes)})


def at(x: float, y: float, facing: int = 0) -> Pose:
    """A pose in inches and degrees."""
    return Pose(spot(x, y), Tenths(facing * 10))


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    invariants.after_fact(FIELD, FIELD, ())
    invariants.between_steps(FIELD)


def test_two_that_overlap_are_found() -> None:
    assert "overlap by 0.5" in wrong(put(FIELD, I1, pose=at(16.5, 10)))
    assert "not wholly on the table" in wrong(put(FIELD, I1, pose=at(1.5, 10)))


def test_ground_that_nobody_may_enter_is_looked_at() -> None:
    lake = block("lake", "lake", 8, 8, 12, 9.5)
    assert "stands on lake" in wrong(replace(FIELD, features=(lake,)))
    town = block("town", "town", 18, 18, 22, 22)
    assert "EC1, horse, stands in town" in wrong(replace(FIELD, features=(town,)))


def test_fights_that_cannot_be_are_found() -> None:
    fight = replace(FIELD, contacts=(Contact(I1, EI1, Face.FRONT),))
    assert "without having charged" in wrong(fight)
    far = f.Charged(
        unit=I1, target=EI1, face=Face.FRONT, start=at(10, 10), touch=at(10, 10), end=at(10, 10),
        distance=Hundredths(0),
    )  # fmt: skip
    assert "does not touch" in wrong(fight, None, far)
    assert "and has moved" in wrong(put(fight, I1, pose=at(10, 12)), None, far)
    twice = (Contact(I1, EI1, Face.FRONT), Contact(S1, EI1, Face.FRONT))
    assert "taken twice" in wrong(replace(FIELD, contacts=twice))


def test_hits_and_powder_have_causes() -> None:
    assert "has 3 hits; by what befell it, 0" in wrong(put(FIELD, I1, hits=3), FIELD)
    assert "ammunition without a cause" in wrong(put(FIELD, I1, out_of_ammo=True), FIELD)
    assert "is eliminated with 0 hits" in wrong(put(FIELD, I1, state="eliminated"), FIELD)
    early = f.Eliminated(unit=I1, hits=15)
    gone = put(FIELD, I1, state="eliminated", hits=15)
    assert "is eliminated in shooting" in wrong(gone, gone, f.PhaseBegan(phase="shooting"), early)


def test_whoever_should_be_gone_is_found() -> None:
    with pytest.raises(FuzzFault, match="stands with 15 hits"):
        invariants.between_steps(put(FIELD, I1, hits=15))
    with pytest.raises(FuzzFault, match="has acted before"):
        invariants.between_steps(put(FIELD, I1, moved=True))
    with pytest.raises(FuzzFault, match="red has nobody left"):
        invariants.between_steps(replace(FIELD, units={u: one for u, one in FIELD.units.items() if one.side == BLUE}))


@pytest.mark.parametrize("left_out", ["charges", "shots"])
def test_a_choice_that_is_not_listed_is_found(monkeypatch: pytest.MonkeyPatch, left_out: str) -> None:
    def forgetful(view: Battle, code: StandId) -> Choices:
        return replace(choices(view, code), **{left_out: ()})

    monkeypatch.setattr(listed, "choices", forgetful)
    battle = table(unit("I1", 10, 10, out_of_ammo=left_out == "charges"), unit("EI1", 10, 15, 180))
    with pytest.raises(FuzzFault, match="listed"):
        listed.check_listed(battle, asked(battle), Chance(b"x"))


def test_an_aide_who_writes_nonsense_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed, "aide", lambda view, ask, temper: "I1 charge I1")
    with pytest.raises(FuzzFault, match="aide writes"):
        listed.check_listed(FIELD, asked(FIELD), Chance(b"x"))


def test_a_view_that_tells_standing_orders_is_found() -> None:
    def open_view(battle: Battle, seat: Seat) -> Battle:
        return battle

    game = game_of("onehour", 1, 2)
    finding = fuzz.checked(with_parts(game, rules=changed(RULES, view=open_view))).finding
    assert finding is not None
    assert "only the other side knows" in finding.what
    theirs = Sheet(standing=(StandingMove(whom="all", how="hold"),))
    seen = RULES.state.view(replace(FIELD, sheets={RED: theirs}), Seat("blue"))
    assert seen.sheets == {}
