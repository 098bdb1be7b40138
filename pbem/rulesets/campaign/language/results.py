"""The result of a battle on a real table, or ruled, as lines: men, guns, commanders, who holds the field (CA-12)."""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pbem.engine.called import BattleResult, BattleSpec, UnitLoss
from pbem.engine.ids import Side, StandId
from pbem.engine.language.linefaults import Fault
from pbem.engine.language.lines import OrderLine, lines
from pbem.engine.language.reader import gathered, problem_of
from pbem.engine.orders import Reading, Understood
from pbem.engine.wording import listed
from pbem.rulesets.campaign.language.writing import result_text
from pbem.rulesets.campaign.state.asks import refusal

_LOSS = re.compile(r"loss ([a-z][0-9]{1,3}-[0-9a-z]{1,3}) ([0-9]+)(?: taken ([0-9]+))?(?: back ([0-9]+))?")
_RECKONED = "reckoned"
Change = Callable[[BattleResult], BattleResult]


def read(spec: BattleSpec, text: str, default: BattleResult | None = None) -> Reading:
    """``winner royal``, ``field royal``, ``loss R1-2 300 taken 50 back 50``, ``fallen the King``; or ``reckoned``.

    Who wins holds the field, unless a line says otherwise, wherever it stands.
    default: what ``reckoned`` says; None where it is not known."""
    found = gathered(
        lines(text), lambda line: [(line, _change(spec, default, line.text))], lambda line, fault: not _meant(line),
        problem_of,
    )  # fmt: skip
    answer: BattleResult | None = None
    for _, change in sorted(found.taken, key=lambda each: each[0].text.startswith("field")):
        answer = change(answer or BattleResult(winner=None, holder=spec.holder, how="ruled"))
    understood = [Understood(line.number, line.text.split()[0], line.text.partition(" ")[2]) for line, _ in found.taken]
    why = refusal(spec, answer) if answer is not None else ""
    if why and found.taken:
        found.problems.append(problem_of(found.taken[-1][0], Fault("not allowed", why)))
        answer = None
    return found.reading(answer, understood, (), result_text(answer) if answer is not None else "")


def _meant(line: OrderLine) -> bool:
    return line.text.split()[0] in {"winner", "field", "loss", "fallen", _RECKONED}


def _change(spec: BattleSpec, default: BattleResult | None, text: str) -> Change:
    first, _, rest = text.partition(" ")
    if text == _RECKONED and default is not None:
        return _by_table(default)
    if first in {"winner", "field"}:
        side = _side(spec, rest)
        if first == "winner":
            return lambda result: replace(result, winner=side, holder=side or result.holder)
        return lambda result: replace(result, holder=side)
    if first == "fallen":
        return _fallen(spec, rest)
    loss = _LOSS.fullmatch(text)
    if loss is None:
        raise Fault("not readable", "a line says `winner`, `field`, `loss <unit> <men>` or `fallen <commander>`")
    return _loss(spec, loss)


def _by_table(default: BattleResult) -> Change:
    def change(result: BattleResult) -> BattleResult:
        return default

    return change


def _side(spec: BattleSpec, name: str) -> Side | None:
    known = {str(side.side): side.side for side in spec.sides}
    known |= {side.name.casefold(): side.side for side in spec.sides}
    if name == "none":
        return None
    if name not in known:
        raise Fault("not readable", f'there is no side "{name}"; there are {listed([*known, "none"])}')
    return known[name]


def _fallen(spec: BattleSpec, name: str) -> Change:
    known: Mapping[str, str] = {one.casefold(): one for side in spec.sides for one in side.leaders}
    if name not in known:
        raise Fault("not readable", f'no commander "{name}" was there; there were {listed([*known.values()])}')
    return lambda result: replace(result, leaders_lost=(*result.leaders_lost, known[name]))


def _loss(spec: BattleSpec, loss: "re.Match[str]") -> Change:
    unit = StandId(loss[1].upper())
    if not any(one.code == unit for side in spec.sides for one in side.units):
        raise Fault("not readable", f"{unit} was not in the battle")
    made = UnitLoss(unit, int(loss[2]), int(loss[3] or 0), int(loss[4] or 0))
    return lambda result: replace(result, losses=(*(one for one in result.losses if one.unit != unit), made))
