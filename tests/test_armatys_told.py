"""A bound of Armatys in words: each test added up, why a unit broke, what else could have been said in advance."""

from msgspec.structs import replace

from pbem.engine.ids import Seat, StandId
from pbem.engine.ruleset import Happening, SeatTurn
from pbem.engine.spec import Faults
from pbem.engine.table.measures import Hundredths
from pbem.rulesets.armatys.cases.position import read_position
from pbem.rulesets.armatys.morale.testing import parts_of
from pbem.rulesets.armatys.playing.choosing import chooser
from pbem.rulesets.armatys.reporting import sentences as s
from pbem.rulesets.armatys.reporting.teller import tell
from pbem.rulesets.armatys.state import closing as c
from pbem.rulesets.armatys.state import facts as f
from pbem.rulesets.armatys.state.battle import Battle, with_unit
from pbem.rulesets.armatys.state.standing import Standing
from pbem.rulesets.armatys.state.units import Charge
from pbem.rulesets.armatys.view import learned

A1, B1 = StandId("A1"), StandId("B1")


def battle() -> Battle:
    units = [
        {"id": "A1", "kind": "horse", "counters": 2, "rows": ["HHHHHH"], "at": [24, 10]},
        {"id": "B1", "side": "B", "rows": ["MMMM", "MMMM"], "at": [24, 20], "facing": 180},
    ]
    found = read_position({"units": units}, Faults())
    assert found is not None
    return found


def test_each_test_is_told_with_its_modifiers_added_up() -> None:
    there = battle()
    parts = parts_of(there.units[A1], "charge", general=-1, obstacle=False)
    assert sum(count for _, count in parts) == 3 - 1 + 2 - 1
    told = s.tested(there, f.ReactionTested(A1, "charge", 3, passed=True, die=4, parts=parts))
    assert told.text == "needs 3 to charge (average 3, Horse -1, counters +2, general -1), and passes."
    plain = s.tested(there, f.ReactionTested(B1, "stand", 2, passed=False, die=1, parts=(("average", 2),)))
    assert plain.text == "needs 2 to stand, and fails."


def test_modifiers_are_not_told_to_who_does_not_know_the_counters() -> None:
    there = replace(battle(), counters="owner_only")
    fact = f.ReactionTested(A1, "charge", 4, passed=True, die=4, parts=(("average", 3), ("counters", 2)))
    seen = learned(fact, there, Seat("B"))
    assert isinstance(seen, f.ReactionTested)
    assert (seen.required, seen.parts) == (None, ())
    assert learned(fact, there, Seat("A")) == fact


def test_why_a_unit_broke_is_told_by_cause() -> None:
    there = battle()
    hit = replace(there.units[B1], counters=6, taken={"fire": 1, "melee": 2, "lost": 1, "figures": 3})
    told = s.broke(with_unit(there, hit), f.Broke(B1, "A1"))
    assert told.text == ("breaks with 6 counters: 1 from fire, 2 in melee, 1 for losing the melee and 2 held before.")
    assert s.broke(there, f.Broke(B1, "A1")).text == "breaks before A1."


def test_an_answer_by_default_says_what_else_could_have_been_ordered_and_to_its_owner_alone() -> None:
    there = battle()
    charged = replace(there.units[A1], charge=Charge(B1, passed=True))
    there = with_unit(there, charged)
    assert chooser(())(there, B1).by_default
    assert not chooser([Standing(StandId(""), "charged by horse", "stand")])(there, B1).by_default
    fact = c.ChargeAnswered(B1, "stand", by_default=True)
    words = "prepares to stand, as nothing else was ordered: it could have tried to counter-charge or broken off."
    assert s.answered(there, fact).text == words
    for seat, text in ((Seat("B"), words), (Seat("A"), "prepares to stand.")):
        seen = learned(fact, there, seat)
        assert isinstance(seen, c.ChargeAnswered)
        assert s.answered(there, seen).text == text


def test_a_bound_of_fire_alone_is_not_told_as_one_without() -> None:
    there = battle()
    volley = f.Fired(0, B1, A1, Hundredths(400), required=5, hits=1, figures=4, size=4, groups=1, dice=(5,))

    def told(*facts: f.Fired) -> tuple[str, ...]:
        return tell(SeatTurn(Seat("A"), 1, there, there, tuple(Happening(one, there) for one in facts))).in_short

    assert told(volley) == ("1 unit fired, with 1 hit; none came to blows.",)
    assert told() == ("No unit fired, and none came to blows.",)
