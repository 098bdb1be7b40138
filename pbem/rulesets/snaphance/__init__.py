"""Snaphance: pike-and-shot battles of about 1450 to 1700, foot, horse and guns on hexes."""

from functools import cache
from typing import TYPE_CHECKING, Any

from pbem.engine.asks import Ask
from pbem.engine.ruleset import RuleSet

if TYPE_CHECKING:
    from pbem.rulesets.snaphance.battle import Battle


def _aide(view: "Battle", ask: Ask[Any]) -> str:
    """The aide-de-camp's orders."""
    from pbem.rulesets.snaphance.aide import aide

    return aide(view, ask)


@cache
def rules() -> "RuleSet[Battle]":
    """The rule set."""
    from pbem.rulesets.snaphance.asking import describe
    from pbem.rulesets.snaphance.asks import Answers, Asks
    from pbem.rulesets.snaphance.battle import Battle
    from pbem.rulesets.snaphance.charting import chart
    from pbem.rulesets.snaphance.facts import Facts
    from pbem.rulesets.snaphance.language import VERBS, form, overlay, read, write
    from pbem.rulesets.snaphance.scenario import scenario
    from pbem.rulesets.snaphance.sequence import over, script
    from pbem.rulesets.snaphance.standing import decide, silent
    from pbem.rulesets.snaphance.telling import outcome, tell, turn_name
    from pbem.rulesets.snaphance.view import view

    return RuleSet(
        name="snaphance", version="1", title="Snaphance", battle=Battle, facts=Facts, asks=Asks, answers=Answers,
        verbs=VERBS, scenario=scenario, script=script, over=over, outcome=outcome, view=view, decide=decide,
        silent=silent, read=read, form=form, describe=describe, turn_name=turn_name, tell=tell, chart=chart, aide=_aide,
        overlay=overlay, write=write,
    )  # fmt: skip


def __getattr__(name: str) -> "RuleSet[Battle]":
    """``RULES``, put together when it is first asked for."""
    if name == "RULES":
        return rules()
    raise AttributeError(name)
