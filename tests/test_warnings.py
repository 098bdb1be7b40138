"""Orders that can be sent and will not work as written: said at once, with who, where, and who acts first."""

from typing import Any

from msgspec.structs import replace

from pbem.engine.hexes import from_label
from pbem.engine.ids import Seat
from pbem.engine.orders import Reading
from pbem.engine.warnings import OrderWarning
from pbem.rulesets import rule_sets
from pbem.scenarios import load_scenario, scenario_names
from pbem.service.play.rehearsals import _asked

HEXES, INCHES = "snaphance/harrow-down", "onehour/harrow-down"


def at(battle: str) -> Any:
    """South of a battle, asked for its first orders."""
    return _asked(battle, Seat("south"), load_scenario)


def reading(battle: str, *lines: str, before: Any = None) -> Reading:
    where = at(battle)
    found: Reading = where.rules.reading(where.view, where.ask, "\n".join(lines), before)
    return found


def only(found: Reading) -> OrderWarning:
    assert found.problems == ()
    assert len(found.warnings) == 1, found.warnings
    return found.warnings[0]


# --- hexes ---------------------------------------------------------------------------------------------------------


def test_two_units_ordered_to_one_hex_are_taken_and_warned_of() -> None:
    found = reading(HEXES, "S01 forward 0607", "S02 forward 0607", "S03 hold")
    one = only(found)
    assert (len(found.understood), found.doubtful) == (3, 1)
    assert (one.kind, one.units, one.others, one.hexes) == ("collision", ("S02",), ("S01",), (from_label("0607"),))
    assert one.text == "S01 and S02 are both ordered to 0607. S01 acts first. S02 then stays in 0608."
    assert "SN-4.10c" in one.rules
    assert one.suggestions == ("S02 hold",)


def test_the_line_that_comes_first_acts_first() -> None:
    one = only(reading(HEXES, "S02 forward 0607", "S01 forward 0607"))
    assert one.units == ("S01",)
    assert "S02 acts first. S01 then stays in 0508." in one.text


def test_a_friend_that_leaves_first_is_not_in_the_way() -> None:
    assert reading(HEXES, "S02 forward 0707", "S01 sideways 0608").warnings == ()
    late = only(reading(HEXES, "S01 sideways 0608", "S02 forward 0707"))
    assert late.text.startswith("S02 is still in 0608 when S01 acts: its own order comes later.")
    never = only(reading(HEXES, "S01 sideways 0608"))
    assert never.text.startswith("S02 is in 0608 and has no order to leave it.")


def test_groups_act_in_the_order_of_the_bids() -> None:
    lines = ("S03 sideways 0808", "S04 sideways 0808")
    foot, horse = (only(reading(HEXES, f"bid {bids}", *lines)) for bids in ("Foot, Horse", "Horse, Foot"))
    assert (foot.units, horse.units) == (("S04",), ("S03",))
    assert "S03 acts first, if the groups act in the order of your bids." in foot.text


def test_a_charge_that_cannot_reach_is_warned_of() -> None:
    found = reading(HEXES, "S04 charge N05")
    one = only(found)
    assert (one.kind, one.units, one.others) == ("impossible", ("S04",), ("N05",))
    assert one.hexes == (at(HEXES).view.stands["N05"].hex,)
    assert "it cannot come to face N05" in one.text
    assert one.text.endswith("S04 then stays in 0908.")
    assert found.doubtful == 1


def test_what_comes_after_a_condition_is_a_remark_and_no_warning() -> None:
    found = reading(HEXES, "S04 if enemy within 4 then charge N05")
    assert found.warnings == ()
    assert "not possible now" in found.understood[0].note


# --- inches --------------------------------------------------------------------------------------------------------


def test_two_units_on_the_same_ground_are_taken_and_warned_of() -> None:
    found = reading(INCHES, "S01 forward 6", "S02 pivot left 45, forward 5", "S03 hold")
    one = only(found)
    assert len(found.understood) == 3
    assert (one.kind, one.units, one.others) == ("collision", ("S02",), ("S01",))
    assert [place.code for place in one.footprints] == ["S02", "S01"]
    assert one.text.endswith("S02 then stays where it is.")
    assert one.suggestions
    assert found.doubtful == 1


def test_a_unit_that_moves_later_is_warned_of_and_one_that_moves_first_is_not() -> None:
    where = at(INCHES)
    units = where.view.units
    behind = replace(units["S02"], pose=replace(units["S01"].pose, at=replace(units["S01"].pose.at, y=300)))
    column = replace(where.view, units={**units, "S02": behind})
    late: Reading = where.rules.reading(column, where.ask, "S02 forward 4\nS01 forward 4")
    assert only(late).text.startswith("S01 is still in the way when S02 moves: its own line comes later.")
    first: Reading = where.rules.reading(column, where.ask, "S01 forward 4\nS02 forward 4")
    assert (first.problems, first.warnings) == ((), ())


def test_an_order_that_stood_is_warned_of_when_a_newer_one_takes_its_ground() -> None:
    stood = reading(INCHES, "S01 forward 6", "S05 toward the hill")
    assert stood.warnings == ()
    mended = reading(INCHES, "S01 hold", before=stood.answer)
    one = only(mended)
    assert one.units == ("S05",)
    assert "S05 pivot right 35.2, forward 1.38" in one.suggestions
    assert mended.doubtful == 0


# --- both ----------------------------------------------------------------------------------------------------------


def test_warnings_are_the_same_whether_lines_come_in_one_text_or_several() -> None:
    for battle, lines in (
        (HEXES, ("S01 forward 0607", "S02 forward 0607", "S04 charge N05")),
        (INCHES, ("S01 forward 6", "S02 pivot left 45, forward 5", "S03 forward 6")),
    ):
        stood = reading(battle, *lines[:1]).answer
        assert reading(battle, *lines[1:], before=stood).warnings == reading(battle, *lines).warnings != ()


def test_no_rule_set_warns_of_what_its_aide_orders() -> None:
    for rules in rule_sets().values():
        if f"{rules.name}/harrow-down" not in scenario_names():
            continue
        where = at(f"{rules.name}/harrow-down")
        text = rules.aide.orders(where.view, where.ask)
        assert rules.reading(where.view, where.ask, text).warnings == ()
