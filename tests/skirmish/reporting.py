"""A bound in words, and its map."""

from collections.abc import Mapping

from pbem.engine.ids import Side
from pbem.engine.mapstyle import SideKey, look_of
from pbem.engine.narrator.briefs import Harvest
from pbem.engine.narrator.citing import Citing, rule_ids
from pbem.engine.narrator.narrator import Narrator
from pbem.engine.narrator.telling import Sentence, Telling
from pbem.engine.reporting import Outcome, RollLine, Tally, Told, UnitRow
from pbem.engine.ruleset import SeatTurn
from pbem.engine.table.charting import Arrows, Footing, tracks
from pbem.engine.table.measures import say_degrees
from pbem.engine.table.references import say_spot
from pbem.engine.tablechart import Area, Base, TableChart
from tests.skirmish import battle as f
from tests.skirmish.battle import DEPTH, STRENGTH, WIDTH, Field, Troop


def _went(field: Field, fact: f.Went) -> Sentence:
    return Sentence(text=f"{fact.unit} {fact.how} to {say_spot(fact.end.at)}.")


def _fought(field: Field, fact: f.Fought) -> Sentence:
    counted = tuple(one >= fact.least for one in fact.dice)
    roll = RollLine(fact.unit, f"{len(fact.dice)} dice", fact.dice, counted, f"{fact.hits} hits")
    words = f"{fact.unit} {'shot at' if fact.how == 'shot' else 'struck'} {fact.target}: {fact.hits} hits."
    return Sentence(text=words, rolls=(roll,))


TELLING: Telling[Field] = Telling(
    citing=Citing(most=3, routine=rule_ids("SK-3")),
    sentences={
        f.Went: _went, f.Fought: _fought,
        f.Found: lambda field, fact: Sentence(text=f"{fact.unit} came out of ambush at {say_spot(fact.pose.at)}."),
        f.Fell: lambda field, fact: Sentence(text=f"{fact.unit} was destroyed.", brief=f"{fact.unit} fell", weight=1),
        f.Ended: lambda field, fact: Sentence(text="The battle is over."),
    },
    clauses={f.NotDone: lambda teller, fact: teller.not_carried_out(fact.act.unit, fact.act.does, fact.why, ())},
    silent={
        f.BoundBegan: "the heading says it", f.OrdersTaken: "its writer knows it", f.ActionBegan: "the heading says it",
    },
)  # fmt: skip


def tell(turn: SeatTurn[Field]) -> Told:
    """The bound as its seat learned of it."""
    teller = Narrator(turn, TELLING, Harvest())
    teller.chapter("The bound")
    teller.hear_all()
    after, mine = turn.after, Side(turn.seat)
    return Told(
        turn_name=f"bound {turn.before.bound}" if turn.number else "the start",
        in_short=tuple(event.brief for chapter in teller.chapters for event in chapter.events if event.brief)[:3],
        chapters=tuple(teller.chapters), carried_out=0, ordered=0, not_done=tuple(teller.not_done),
        mine=rows(turn, mine), seen=tuple(row for one in after.armies if one.id != mine for row in rows(turn, one.id)),
        no_longer_seen=(), outcome=outcome(after),
        tallies=tuple(Tally(one.name, one.id == mine, one.fell, 0, counted="units") for one in after.armies),
    )  # fmt: skip


def rows(turn: SeatTurn[Field], side: Side) -> tuple[UnitRow, ...]:
    """A side's units as the seat sees them."""
    return tuple(
        UnitRow(
            code=one.id, name=one.name, kind=one.kind, group="", place=say_spot(one.pose.at),
            facing=say_degrees(one.pose.facing), strength=f"{one.strength} of {STRENGTH}", left=one.strength,
            start=STRENGTH, states=("in ambush",) if one.ambush else (),
        )
        for one in f.ours(turn.after, side)
    )  # fmt: skip


def outcome(field: Field) -> Outcome | None:
    """How it ended."""
    if not field.how:
        return None
    name = next((one.name for one in field.armies if one.id == field.winner), "")
    return Outcome(field.how, field.winner or "", f"{name} has won." if name else "Neither side has won.")


# --- the map --------------------------------------------------------------------------------------------------------


def _footing(field: Field, unit: Troop) -> Footing:
    look = look_of((one.id for one in field.armies), unit.side)
    return Footing(unit.id, look, unit.pose, WIDTH[unit.kind], DEPTH)


ARROWS: Arrows[Field] = {
    f.Went: lambda field, fact: _footing(field, field.units[fact.unit]).went(
        (fact.start.at, fact.end.at), fact.end, "charged" if fact.how == "charged" else "moved"
    ),
    f.Fought: lambda field, fact: (
        _footing(field, field.units[fact.unit]).shot(field.units[fact.target].pose)
        if fact.how == "shot" and {fact.unit, fact.target} <= field.units.keys()
        else None
    ),
}
SYMBOLS: Mapping[str, str] = {"foot": "pike-and-shot", "horse": "horse"}


def chart(turn: SeatTurn[Field]) -> TableChart:
    """The map of a bound."""
    field = turn.after
    looks = {one.id: look_of((army.id for army in field.armies), one.id) for one in field.armies}
    return TableChart(
        title=field.title, subtitle=f"after bound {turn.before.bound}", width=field.table.width,
        depth=field.table.depth, features=(), objective_text="the hill",
        areas=(Area(kind="objective", shape=field.hill.shape, radius=field.hill.radius, name=field.hill.name),),
        sides=tuple(SideKey(one.letter, one.name, looks[one.id], one.fell, 0, "units") for one in field.armies),
        bases=tuple(
            Base(
                code=one.id, name=one.name, look=looks[one.side], symbol=SYMBOLS[one.kind], at=one.pose,
                width=WIDTH[one.kind], depth=DEPTH, strength=str(one.strength),
                told=("in ambush",) if one.ambush else (),
            )
            for _, one in sorted(field.units.items())
        ),
        tracks=tuple(tracks(ARROWS, turn.happenings)),
    )  # fmt: skip


def score_of(field: Field) -> dict[Side, tuple[int, int]]:
    """Of each side, units lost of those it began with."""
    return {one.id: (one.fell, one.fell + len(f.ours(field, one.id))) for one in field.armies}
