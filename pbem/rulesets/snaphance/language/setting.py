"""The set-up of a side (SN-H8): lines as said -> places, and what is wrong with the others."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.ids import StandId
from pbem.engine.language.grammar import Unreadable
from pbem.engine.language.linefaults import Fault
from pbem.engine.language.lines import OrderLine
from pbem.engine.language.reader import gathered, problem_of, suggested, two_orders
from pbem.engine.language.transformer import Unfit
from pbem.engine.orders import Problem, Reading, Understood
from pbem.engine.reporting import FormLine
from pbem.rulesets.snaphance.language.cleaning import clean, lines
from pbem.rulesets.snaphance.language.diagnostics import about_of, seems_order, unreadable
from pbem.rulesets.snaphance.language.resolving import Resolver
from pbem.rulesets.snaphance.playing.setting import RULE, refused_places
from pbem.rulesets.snaphance.state.commands import SetUp, StandPlace
from pbem.rulesets.snaphance.writing.verbs import AsScenario, SetAt, heard
from pbem.rulesets.snaphance.writing.writing import AS_SCENARIO, answer_text, place_text


class PlaceSaid(NamedTuple):
    """What a line says: a place, or that the others stand as in the scenario."""

    line: OrderLine
    place: StandPlace | None


def read_set_up(desk: Resolver, text: str, before: SetUp | None = None) -> Reading:
    """A text as a set-up: places that are lawful together, why others are not.

    before: what stood in this turn, beside which they are judged.

    With single places beside it ``deploy as scenario`` is written out: so it replaces what stood before.
    """
    found = gathered(
        [replace(line, text=desk.spelled(line.text)) for line in lines(text)],
        lambda line: [_said(desk, line)],
        lambda line, fault: not seems_order(desk, line.text),
        lambda line, fault: _problem(desk, line, fault),
    )
    single, contradicted = _settled(found.taken)
    scenario = next((one.line for one in found.taken if one.place is None), None)
    if scenario is not None and single:
        named = [one.place.stand for one in single if one.place is not None]
        single = [PlaceSaid(scenario, _start(desk, one)) for one in desk.mine if one not in named] + single
    places, refused = _lawful(desk, single, before or SetUp())
    found.problems += [*contradicted, *refused]
    taken = tuple(one.place for one in places if one.place is not None)
    answer = SetUp(places=taken) if taken or scenario is not None else None
    understood = [Understood(one.line.number, p.stand, place_text(p)) for one in places if (p := one.place) is not None]
    if scenario is not None and not taken:
        verb, _, what = AS_SCENARIO.partition(" ")
        understood.append(Understood(scenario.number, verb, what))
    named = [one.stand for one in taken]
    missing = [] if scenario is not None else scenario_lines(desk, [one for one in desk.mine if one not in named])
    return found.reading(answer, understood, missing, answer_text(desk.view, answer) if answer is not None else "")


def scenario_lines(desk: Resolver, stands: Iterable[StandId]) -> tuple[FormLine, ...]:
    """Stands where the scenario has them, as lines of the form."""
    return tuple(
        FormLine(one, place_text(_start(desk, one)), "as the scenario shows it", settled=True) for one in stands
    )


def _start(desk: Resolver, stand: StandId) -> StandPlace:
    one = desk.view.stands[stand]
    return StandPlace(stand, one.hex, one.facing)


def _said(desk: Resolver, line: OrderLine) -> PlaceSaid:
    """What a line says, looked up.  Raises Fault when nothing of it can be taken."""
    said = heard(line.text, "order")
    match said:
        case Unreadable():
            raise unreadable(desk, line.text, said)
        case Unfit():
            raise Fault("not readable", said.reason, fixes=said.fixes, about=about_of(desk, line.text))
        case AsScenario():
            return PlaceSaid(line, None)
        case SetAt(who=who, hex=here, facing=facing):
            stands = desk.who(who)
            if len(stands) != 1:
                raise Fault("not readable", "each stand has a place of its own: write a line for each")
            desk.on_board(here)
            start = _start(desk, stands[0])
            return PlaceSaid(line, StandPlace(stands[0], here, start.facing if facing is None else facing))
        case _:
            raise Fault(
                "not allowed", "before round 1 stands are set up: write where, such as S01 at 0609 face 12",
                rules=(RULE,),
            )  # fmt: skip


def _settled(some: Sequence[PlaceSaid]) -> tuple[list[PlaceSaid], list[Problem]]:
    """One place for each stand; neither of two that differ."""
    by_stand: dict[StandId, list[PlaceSaid]] = {}
    for one in some:
        if one.place is not None:
            by_stand.setdefault(one.place.stand, []).append(one)
    problems = [
        two_orders(said[-1].line, [(one.line.number, f"{stand} {place_text(one.place)}") for one in said if one.place],
                   about=stand)
        for stand, said in by_stand.items() if len({one.place for one in said}) > 1
    ]  # fmt: skip
    return [said[0] for said in by_stand.values() if len({one.place for one in said}) == 1], problems


def _lawful(desk: Resolver, some: Sequence[PlaceSaid], before: SetUp) -> tuple[list[PlaceSaid], list[Problem]]:
    """Those that go together: of what does not, the last line is refused first."""
    left, problems = list(some), list[Problem]()
    while left:
        places = {one.place.stand: one.place for one in left if one.place is not None}
        rest = tuple(one for one in before.places if one.stand not in places)
        answer = SetUp(places=(*rest, *places.values()))
        refused = refused_places(desk.view, desk.side, answer)
        bad = next((one for one in reversed(left) if one.place is not None and one.place.stand in refused), None)
        if bad is None or bad.place is None:
            break
        refusal = refused[bad.place.stand]
        fault = Fault("not allowed", refusal.why, rules=refusal.rules, about=bad.place.stand)
        problems.append(problem_of(bad.line, fault))
        left.remove(bad)
    return left, problems


def _problem(desk: Resolver, line: OrderLine, fault: Fault) -> Problem:
    def would_read(text: str, _whole: bool) -> str:
        try:
            said = _said(desk, OrderLine(line.number, line.quote, desk.spelled(clean(text))))
        except Fault:
            return ""
        if said.place is None:
            return AS_SCENARIO
        return "" if _lawful(desk, [said], SetUp())[1] else f"{said.place.stand} {place_text(said.place)}"

    return problem_of(line, fault, suggested(line.text, fault, would_read))
