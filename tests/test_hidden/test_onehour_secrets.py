"""What a seat is told, shown and offered in a hidden one-hour battle knows no more than the seat."""

import re
from functools import cache

import msgspec
import pytest

from pbem.engine.hiding import is_hidden
from pbem.engine.ids import Seat, Seq
from pbem.engine.journal import Line
from pbem.engine.ruleset import SeatTurn
from pbem.engine.trials import tries
from pbem.reports.maps.drawing import render_svg
from pbem.reports.maps.tables.maptext import chart_alt, text_map
from pbem.rulesets.onehour import RULES
from pbem.rulesets.onehour.battle import Battle, side_of_seat
from pbem.rulesets.onehour.fuzzing.secrets import unseen_altered
from pbem.rulesets.onehour.noticed import Sighted
from pbem.scenarios import load_scenario
from pbem.service.play.tellings import seat_turn
from pbem.service.play.work import Mark
from tests.test_hidden.test_sightings import HIDDEN, fought

TEXT = msgspec.json.Encoder(order="deterministic")
SEATS = {Seat("south"): "N", Seat("north"): "S"}
"""Each seat with the letter of its enemy's codes."""
BATTLES = [("harrow-down", 3), ("mill-ford", 4)]


@cache
def lines_of(name: str, seed: int) -> tuple[Line, ...]:
    return fought(load_scenario(f"onehour/{name}", HIDDEN), seed)[0].story.lines


def after_each(lines: tuple[Line, ...]) -> list[tuple[Battle, Line]]:
    """Each fact, and the battle before it."""
    battle, found = lines[0].body.battle, []
    for line in lines[1:]:
        if line.kind == "fact":
            found.append((battle, line))
            battle = line.body.fact.apply(battle)
    return found


def turns_of(lines: tuple[Line, ...], seat: Seat) -> list[tuple[SeatTurn[Battle], int]]:
    """What a seat saw between answers, and where each such turn ended."""
    ends, found, last = [line.seq - 1 for line in lines if line.kind == "answer"], [], 0
    for number, end in enumerate([*ends, lines[-1].seq]):
        found.append((seat_turn(RULES, lines, Mark(seat, number, Seq(last), Seq(end), "", "")), end))
        last = end
    return found


def codes_in(text: str, letter: str) -> set[str]:
    return set(re.findall(rf"(?<![\w?]){letter}\d\d(?!\d)", text))


def known_by(lines: tuple[Line, ...], seat: Seat, end: int) -> set[str]:
    """True codes that a seat has learned so far."""
    return {
        str(line.body.fact.unit) for line in lines
        if line.seq <= end and line.kind == "fact" and isinstance(line.body.fact, Sighted)
        and line.body.fact.side == seat and line.body.fact.sighting.grade == "known"
    }  # fmt: skip


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_view_and_facts_are_equal_whatever_a_seat_cannot_know(name: str, seed: int) -> None:
    compared = 0
    for battle, line in after_each(lines_of(name, seed)):
        for seat in SEATS if is_hidden(battle) else ():
            side = side_of_seat(battle, seat)
            assert side is not None
            other = unseen_altered(battle, side)
            assert other != battle
            assert TEXT.encode(RULES.state.view(battle, seat)) == TEXT.encode(RULES.state.view(other, seat))
            fact = line.body.fact
            if not isinstance(fact, Sighted) and named_units(fact) <= set(other.units):
                assert RULES.state.learned(fact, battle, seat) == RULES.state.learned(fact, other, seat)
                compared += 1
    assert compared > 300


def named_units(fact: object) -> set[str]:
    """Units that a fact names directly."""
    return {str(getattr(fact, name)) for name in ("unit", "target", "attacker") if hasattr(fact, name)}


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_report_and_map_name_no_unit_that_the_seat_has_not_known(name: str, seed: int) -> None:
    lines, tokens = lines_of(name, seed), 0
    for seat, letter in SEATS.items():
        for turn, end in turns_of(lines, seat)[:-1]:
            told, chart = RULES.reporting.tell(turn), RULES.reporting.chart(turn)
            shown = "\n".join(
                [TEXT.encode((told, chart, turn.after)).decode(), chart_alt(chart), *text_map(chart), render_svg(chart)]
            )
            assert codes_in(shown, letter) <= known_by(lines, seat, end)
            tokens += "?1" in shown
    assert tokens, "there is something to hide"


@pytest.mark.parametrize("seat", SEATS)
def test_offers_forms_and_tries_name_no_unit_that_the_seat_has_not_known(seat: Seat) -> None:
    lines = lines_of("harrow-down", 3)
    looked = 0
    for line in [one for one in lines if one.kind == "answer"][:8]:
        battle = lines[0].body.battle
        for before in lines[1:]:
            battle = before.body.fact.apply(battle) if before.kind == "fact" and before.seq < line.seq else battle
        ask = line.body.batch.asks[0]
        if ask.seat != seat:
            continue
        view, answer = RULES.state.view(battle, seat), line.body.given[0].answer
        words = RULES.language
        shown = repr(
            (words.offers(view, ask, answer), words.form(view, ask), words.warnings(view, ask, answer),
             words.describe(view, ask), RULES.reporting.drawn(view, ask, answer),
             list(tries(RULES, view, ask, answer, range(2))))
        )  # fmt: skip
        assert codes_in(shown, SEATS[seat]) <= known_by(lines, seat, line.seq)
        looked += 1
    assert looked > 2


def test_a_token_goes_on_to_mean_the_same_unit_once_it_is_known() -> None:
    lines, seat = lines_of("harrow-down", 3), Seat("south")
    joined = next(
        (battle, line.body.fact) for battle, line in after_each(lines)
        if isinstance(line.body.fact, Sighted) and line.body.fact.side == seat and line.body.fact.before
        and line.body.fact.sighting.grade == "known"
    )  # fmt: skip
    battle, fact = joined
    after = RULES.state.view(fact.apply(battle), seat)
    ask = next(
        line.body.batch.asks[0] for line in lines if line.kind == "answer" and line.body.batch.asks[0].seat == seat
    )
    unit = next(one for one in sorted(after.units) if after.units[one].side == seat)
    reading = RULES.language.read(after, ask, f"standing {unit} shoot {fact.before}")
    assert reading.problems == ()
    assert f"{fact.unit}" in reading.text
