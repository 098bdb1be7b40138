"""What eight seats are told of a campaign, day for day, holds nothing of what they cannot know; a dispatch is small."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlmodel import select

from pbem.cli.match import match_of
from pbem.engine.dice import SeededDice
from pbem.engine.ids import GameId, Seat, StandId
from pbem.engine.journal import Line, fold
from pbem.engine.play import advance
from pbem.engine.players import begun, by_aide
from pbem.engine.ruleset import SeatTurn
from pbem.rulesets.campaign import RULES
from pbem.rulesets.campaign.scenario.reader import READ
from pbem.rulesets.campaign.state import facts as f
from pbem.rulesets.campaign.state.campaign import Campaign, exact, side_of_seat
from pbem.rulesets.campaign.state.country import Whereabouts
from pbem.rulesets.campaign.state.knowledge import Courier, Dispatch
from pbem.rulesets.campaign.state.orders import Missive
from pbem.service.options import Options
from pbem.service.play.games import new_game
from pbem.service.play.tellings import seat_turn
from pbem.service.play.work import Mark
from pbem.store.tables import OutMail
from tests.plain_yaml import safe_load
from tests.web_offices import Office, office

FILE = Path(__file__).parent.parent / "scenarios" / "campaign" / "oxford-1644.yaml"
DAYS = 7
MAIL = 150_000
"""Bytes of a dispatch with its map."""


def marked() -> dict[str, Any]:
    """Oxford with a mark in the name of every force and in every private aim, for some days."""
    spec: dict[str, Any] = safe_load(FILE.read_text(encoding="utf-8"))
    for side in spec["sides"]:
        for seat in side["seats"]:
            for force in seat["forces"]:
                force["name"] = f"Zq{force['code']}q {force['name']}"
    for goal in spec["goals"]:
        if "private" in goal:
            goal["text"] = f"Zaim-{goal['private']}q"
    spec["days"] = DAYS
    return spec


def played() -> tuple[Line, ...]:
    read = READ(marked(), {"battles": "reckoned"})
    assert read.battle is not None
    dice = SeededDice(b"secrets", GameId("secrets"), ())

    def decide(view: Any, ask: Any) -> Any:
        return RULES.deciding.decide(view, ask) or by_aide(RULES, view, ask, "bold")[0]

    run = advance(RULES, begun(RULES, read.battle, read.title, read.seats), next_seq=2, dice=dice, decide=decide)
    assert run.stop is None
    return run.story.lines


def secrets_of(seat: Seat, spec: Mapping[str, Any]) -> tuple[bytes, ...]:
    """The marks of the enemy's forces, and of others' aims."""
    enemies = next(side for side in spec["sides"] if all(one["id"] != seat for one in side["seats"]))
    codes = [force["code"] for one in enemies["seats"] for force in one["forces"]]
    aims = [goal["private"] for goal in spec["goals"] if goal.get("private", seat) != seat]
    return tuple([f"Zq{code}q".encode() for code in codes] + [f"Zaim-{one}q".encode() for one in aims])


def taken(view: Campaign, seat: Seat) -> list[str]:
    """Letters taken from the enemy's couriers; the taker reads them as they were written (CA-8)."""
    return [one.text for one in view.knows[seat].letters if one.taken]


def test_no_seat_is_told_what_it_cannot_know_on_any_day() -> None:
    lines, spec = played(), marked()
    mornings = [line.seq for line in lines if line.kind == "fact" and isinstance(line.body.fact, f.TurnBegan)]
    halves = [line.seq for line in lines if line.kind == "fact" and isinstance(line.body.fact, f.HalfEnded)]
    ends = [*mornings, *halves[1::2]]
    assert len(ends) >= DAYS
    for side in spec["sides"]:
        for seat in (Seat(one["id"]) for one in side["seats"]):
            before = 0
            for number, end in enumerate(ends):
                turn = seat_turn(RULES, lines, Mark(seat, number, before, end, "", ""))  # type: ignore[arg-type]  # plain numbers
                told = msgspec.json.encode((RULES.reporting.tell(turn), RULES.reporting.chart(turn), turn.after))
                for text in taken(turn.after, seat):
                    told = told.replace(msgspec.json.encode(text)[1:-1], b"")
                found = [mark for mark in secrets_of(seat, spec) if mark in told]
                assert not found, f"{seat}, report {number}"
                before = end


def altered(battle: Campaign, seat: Seat) -> Campaign:
    """Another campaign of which the seat knows the same: all else is different (UMPIRE 6)."""
    unseen = {code: one for code, one in battle.forces.items() if not exact(battle, seat, one)}
    others = {who: one for who, one in battle.officers.items() if who != seat}
    enemies = [one for one in unseen.values() if one.side != side_of_seat(battle, seat)]
    places = [one.where for one in enemies]
    moved = {
        one.code: replace(
            one, where=where, order=None, name="another", bread=0, scouts=(),
            units=tuple(replace(unit, men=unit.men // 2, rating="A") for unit in one.units),
        )
        for one, where in zip(enemies, places[1:] + places[:1], strict=True)
    }  # fmt: skip
    kept = {code: one for code, one in battle.forces.items() if code not in unseen or code in moved}
    raised = replace(enemies[0], code=StandId("Z99"), name="a new one")
    return replace(
        battle,
        forces={**kept, **moved, raised.code: raised},
        officers={seat: battle.officers[seat], **{who: replace(one, head=raised.code) for who, one in others.items()}},
        towns={town: replace(one, eaten=one.eaten + 7) for town, one in battle.towns.items()},
        knows={seat: battle.knows[seat]},
        couriers={}, riders=battle.riders + 3, works={"Islip bridge": 1}, passed={}, beyond={"x": 2},
        sheets={seat: battle.sheets[seat]} if seat in battle.sheets else {},
        spies={seat: battle.spies[seat]} if seat in battle.spies else {},
        asked={seat: battle.asked[seat]} if seat in battle.asked else {},
        scored=tuple(one for one in battle.scored if seat in one.to),
        armies=tuple(replace(one, points=one.points + 9) for one in battle.armies),
        stirred=tuple(who for who in battle.stirred if who == seat),
    )  # fmt: skip


def test_what_a_seat_cannot_know_changes_nothing_that_it_sees() -> None:
    lines = played()
    halves = [line.seq for line in lines if line.kind == "fact" and isinstance(line.body.fact, f.HalfEnded)]
    for end in halves[::3]:
        battle = fold(lines[:end])
        assert battle.phase != "over"
        for seat in battle.officers:
            other = altered(battle, seat)
            one, two = (RULES.state.view(state, seat) for state in (battle, other))
            assert msgspec.json.encode(one, order="sorted") == msgspec.json.encode(two, order="sorted"), (seat, end)
            turn = SeatTurn(seat, 0, two, two, ())
            assert RULES.reporting.knowledge(two, seat)
            assert RULES.reporting.chart(turn)


def test_the_search_finds_what_the_umpire_sees() -> None:
    """The search itself: of the true state it finds every mark."""
    lines, spec = played()[:40], marked()
    told = msgspec.json.encode(RULES.state.view(lines[0].body.battle, Seat("umpire")))
    assert all(mark in told for mark in secrets_of(Seat("king"), spec))


def test_a_match_takes_the_options_of_a_campaign() -> None:
    agreed = dict(match_of("campaign/two-rivers", {}, 1, {"battles": "reckoned", "own_side": "open"}).options)
    assert agreed == {"battles": "reckoned", "own_side": "open"}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as made:
        yield made


def test_a_dispatch_with_its_map_is_a_small_mail(desk: Office) -> None:
    seats = desk.services.scenarios("campaign/oxford-1644", {}).scenario.seats
    players = {seat: desk.ines if seat == "king" else None for seat in seats}
    new_game(desk.services, "campaign/oxford-1644", players, Options(every=0), seed=b"mail")
    with desk.services.db.reading() as session:
        mails = [len(one.raw) for one in session.exec(select(OutMail)).all() if one.raw]
    assert mails
    assert max(mails) < MAIL


def test_a_seat_taken_over_gets_what_it_knows_and_no_more(desk: Office) -> None:
    lines, spec = played(), marked()
    mornings = [n for n, line in enumerate(lines) if line.kind == "fact" and isinstance(line.body.fact, f.HalfEnded)]
    battle = fold(lines[: mornings[-2] + 1])
    seat = Seat("waller")
    brief = RULES.reporting.knowledge(RULES.state.view(battle, seat), seat)
    told = msgspec.json.encode(brief)
    assert "The enemy, as last seen" in [one.title for one in brief]
    assert [one.lines for one in brief if one.title == "The seat's private aim"] == [("Zaim-wallerq.",)]
    assert not [mark for mark in secrets_of(seat, spec) if mark in told]
    assert len(told) < 6000, "two pages"


def test_the_end_lays_aims_letters_and_battles_open() -> None:
    laid = {one.title: one.lines for one in RULES.reporting.afterwards(fold(played()))}
    assert len(laid["Private aims"]) == 8
    fates = laid["Letters of the campaign, and what became of them"]
    assert any("read by" in line for line in fates)


def test_the_end_lays_two_letters_of_one_morning_open_and_those_that_forces_sent() -> None:
    battle = fold(played()[:1])
    half, mill = battle.half, next(iter(battle.country.towns))
    one, two = (Missive(Seat("waller"), words, mill) for words in ("b", "a"))
    king = replace(battle.knows[Seat("king")], sent=((half, one, mill), (half, two, mill)))
    came = [
        Dispatch(id=n, sender=Seat("king"), to=Seat(to), written=half, sent_from=mill, delivered=half, text=words)
        for n, (to, words) in enumerate([("essex", "c"), ("king", "Orders for R2: march.")])
    ]
    essex = replace(battle.knows[Seat("essex")], letters=tuple(came))
    battle = replace(battle, knows={**battle.knows, Seat("king"): king, Seat("essex"): essex})
    rider = Courier(
        id=9, kind="letter", sender=Seat("king"), to=Seat("essex"), written=half, sent_from=mill, end=mill,
        where=Whereabouts(mill), text="lost",
    )  # fmt: skip
    battle = f.CourierGone(rider.key, "lost").apply(f.CourierSent(rider).apply(battle))
    assert RULES.state.view(battle, Seat("king")).posted == ()
    laid = {one.title: one.lines for one in RULES.reporting.afterwards(battle)}
    fates = laid["Letters of the campaign, and what became of them"]
    assert [line.partition(": ")[2].partition(" (")[0] for line in fates] == ['"b"', '"a"', '"lost"', '"c"']
    assert [" from " in line for line in fates] == [False, False, True, True]
    assert "it never arrived" in fates[2]
