"""All of the rule set but how it is tried out, which plays by it."""

from pbem.engine.ids import Seat
from pbem.engine.ruleset import RuleSet, Showcase
from pbem.rulesets.onehour.aides.temperaments import TEMPERS
from pbem.rulesets.onehour.aides.writer import aide
from pbem.rulesets.onehour.asks import Answers, Asks
from pbem.rulesets.onehour.battle import Battle, side_of_seat
from pbem.rulesets.onehour.deciding.silence import decide, silent
from pbem.rulesets.onehour.facts import Facts
from pbem.rulesets.onehour.playing.ending import conclude
from pbem.rulesets.onehour.playing.sequence import over, script
from pbem.rulesets.onehour.scenario.reader import PACES, scenario
from pbem.rulesets.onehour.telling.charting import chart
from pbem.rulesets.onehour.telling.drawing import drawn
from pbem.rulesets.onehour.telling.halves import ahead, turn_name
from pbem.rulesets.onehour.telling.teller import outcome, tell
from pbem.rulesets.onehour.trying import TRYING
from pbem.rulesets.onehour.view import view
from pbem.rulesets.onehour.words.asking import describe
from pbem.rulesets.onehour.words.helping import GUIDE
from pbem.rulesets.onehour.words.language import form, looks_like_order, read, write
from pbem.rulesets.onehour.words.offering import group_offers, offers, offers_for
from pbem.rulesets.onehour.words.overlaying import overlay
from pbem.rulesets.onehour.words.warning import warnings
from pbem.rulesets.onehour.writing.verbs import VERBS

RULES: RuleSet[Battle] = RuleSet(
    name="onehour",
    version="1",
    title="One-hour pike and shot",
    battle=Battle,
    facts=Facts,
    asks=Asks,
    answers=Answers,
    verbs=VERBS,
    scenario=scenario,
    script=script,
    over=over,
    outcome=outcome,
    view=view,
    decide=decide,
    silent=silent,
    read=read,
    form=form,
    describe=describe,
    turn_name=turn_name,
    ahead=ahead,
    tell=tell,
    chart=chart,
    aide=aide,
    tempers=TEMPERS,
    paces=PACES,
    exchanges=dict.fromkeys(PACES, 2),
    overlay=overlay,
    write=write,
    looks_like_order=looks_like_order,
    side_of=side_of_seat,
    conclude=conclude,
    offers=offers,
    offers_for=offers_for,
    group_offers=group_offers,
    drawn=drawn,
    warnings=warnings,
    trying=TRYING,
    guide=GUIDE,
    showcase=Showcase(
        first="harrow-down",
        largest="harrow-down",
        grounds={"harrow-down": Seat("south"), "mill-ford": Seat("south"), "coutras": Seat("huguenot")},
    ),
)
"""The rule set, to be played by."""
