"""The rule set as a value; its cases and what is checked of random battles."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbem.engine.asks import Ask, Given
from pbem.engine.casekit.comparing import Check, differ, differences
from pbem.engine.casekit.frame import CaseKit, CaseText
from pbem.engine.casekit.results import CaseStop
from pbem.engine.casekit.tape import TapeDice
from pbem.engine.chance import Chance
from pbem.engine.facts import Fact
from pbem.engine.fuzzing import FuzzFault, Fuzzing, Library, Setup
from pbem.engine.ids import Side, StandId
from pbem.engine.play import Play
from pbem.engine.playtest import Playtest, Score
from pbem.engine.ruleset import AideDeCamp, Course, Deciding, Language, Reporting, RuleSet, State
from pbem.engine.spec import Faults
from pbem.engine.table.references import say_spot
from pbem.scenarios import Loaded
from tests.skirmish import battle as f
from tests.skirmish import language as words
from tests.skirmish.battle import Field, Sheet
from tests.skirmish.reporting import chart, outcome, score_of, tell
from tests.skirmish.scenario import MOOR, PACES, READ
from tests.skirmish.script import conclude, script

LANGUAGE: Language[Field] = Language(
    verbs=words.VERBS, read=words.read, write=words.write, form=words.form, describe=words.describe,
    overlay=words.overlay, looks_like_order=words.looks_like_order, offers=words.offers, offers_for=words.offers_for,
)  # fmt: skip


# --- cases ----------------------------------------------------------------------------------------------------------


class SkirmishCase(CaseText, frozen=True, kw_only=True):
    """position: units moved from where the moor has them.  action: orders by side, as text, and answers by unit."""

    action: dict[str, str]


class Story:
    """What came of a case."""

    def __init__(self, end: Field, facts: Sequence[Fact[Field]], error: str = "") -> None:
        self.end, self.facts, self.error = end, facts, error

    def refusals(self) -> tuple[str, ...]:
        return tuple(f"{one.act.unit} {one.act.does}: {one.why}" for one in self.facts if isinstance(one, f.NotDone))


def _position(head: Mapping[str, Any], case: SkirmishCase, faults: Faults) -> tuple[Field, SkirmishCase] | None:
    sides = [
        {**side, "units": [{**unit, **case.position.get(unit["id"], {})} for unit in side["units"]]}
        for side in MOOR["sides"]
    ]
    read = READ({**MOOR, "sides": sides}, {})
    for fault in read.faults:
        faults.add(fault.where, fault.what)
    return (read.battle, case) if read.battle is not None else None


def _played(given: tuple[Field, SkirmishCase], dice: TapeDice) -> Story:
    field, case = given

    def decide(view: Field, ask: Ask[Any]) -> Given[Any]:
        text = case.action.get(ask.unit if isinstance(ask, f.AskEvade) else ask.seat, "")
        answer = words.read(view, ask, text).answer
        return Given(answer if answer is not None else ask.default, "player")

    facts: list[Fact[Field]] = []
    for step in (1, 2):
        play = Play(SKIRMISH, field, (), step=step, branch=0, next_seq=1, dice=dice, decide=decide)
        try:
            script(play)
        except CaseStop as stop:
            return Story(play.battle, facts, str(stop))
        field = play.battle
        facts += [line.body.fact for line in play.lines if line.kind == "fact"]
    return Story(field, facts)


def _units(key: str, wanted: Any, told: Story, faults: Faults) -> list[Any]:  # as written
    units = told.end.units
    there = {
        unit: {"at": say_spot(units[StandId(unit)].pose.at), "strength": units[StandId(unit)].strength}
        if unit in units else {"at": "", "strength": 0} for unit in wanted
    }  # fmt: skip
    return [one for unit, keys in wanted.items() for name, value in keys.items()
            for one in differ(f"{key}.{unit}.{name}", value, there[unit][name])]  # fmt: skip


KEYS: Mapping[str, Check[Story]] = {
    "units": _units,
    "refused": lambda key, wanted, told, faults: differ(key, wanted, list(told.refusals())),
    "over": lambda key, wanted, told, faults: differ(key, wanted, told.end.how),
}
CASES = CaseKit(
    text=SkirmishCase, prepared=_position, played=_played, dice=("shot", "struck"),
    differences=lambda given, case, told, faults: differences(case.expect, KEYS, told, faults),
)  # fmt: skip

# --- random battles -------------------------------------------------------------------------------------------------


def _setup(chance: Chance, number: int, library: Library[Field]) -> Setup[Field]:
    battle = READ(MOOR, {}).battle
    assert battle is not None
    return Setup(replace(battle, bounds=3 + chance.below(5)), "The moor", tuple(one.seat for one in battle.armies))


def _other_secrets(field: Field, ask: Ask[Any]) -> Field:
    """With the enemy's orders, standing orders and ambushes altered."""
    mine = Side(ask.seat)
    hidden = {unit: replace(one, strength=1) for unit, one in field.units.items() if one.ambush and one.side != mine}
    units = {**field.units, **hidden}
    standing = {unit: "never" for unit in field.units if field.units[unit].side != mine}
    kept = {unit: value for unit, value in field.standing.items() if field.units.get(unit) in f.ours(field, mine)}
    sheets = field.sheets if field.phase == "action" else {
        side: sheet if side == mine else Sheet() for side, sheet in field.sheets.items()
    }  # fmt: skip
    return replace(field, units=units, standing={**kept, **standing}, sheets=sheets)


def _sound(field: Field) -> None:
    for one in field.units.values():
        if not 0 < one.strength <= f.STRENGTH:
            raise FuzzFault(f"{one.id} has the strength {one.strength}")


SKIRMISH: RuleSet[Field] = RuleSet(
    name="skirmish", version="1", title="Skirmish",
    state=State(battle=Field, facts=f.Facts, asks=f.AskBound | f.AskEvade, answers=f.Sheet | f.Answer, view=f.view),
    course=Course(
        scenario=READ, script=script, over=lambda field: field.phase == "over", outcome=outcome,
        turn_name=lambda field: f"bound {field.bound}", conclude=conclude, paces=PACES, exchanges={"bound": 1},
    ),
    deciding=Deciding(decide=words.decide, silent=words.silent),
    language=LANGUAGE,
    reporting=Reporting(tell=tell, chart=chart),
    aide=AideDeCamp(orders=words.aide, tempers=words.TEMPERS),
    playtest=Playtest(
        turn_began=f.BoundBegan, acts=(f.Went, f.Fought), vocabulary=CASES.run,
        score=lambda field: Score(rounds=field.bound, lost=score_of(field)),
        fuzzing=lambda: Fuzzing(setup=_setup, other_secrets=_other_secrets, between_steps=_sound),
    ),
)  # fmt: skip
"""The rule set."""


def loaded(name: str, options: Mapping[str, str]) -> Loaded:
    """Any name is the moor."""
    return Loaded(READ(MOOR, options), SKIRMISH, ())
