"""All of the rule set but how it is tried out, which plays by it."""

from pbem.engine.ids import Seat
from pbem.engine.ruleset import RuleSet, Showcase
from pbem.rulesets.snaphance.aides import TEMPERS, aide
from pbem.rulesets.snaphance.deciding.standing import decide, silent
from pbem.rulesets.snaphance.playing.agreeing import conclude
from pbem.rulesets.snaphance.playing.sequence import over, script
from pbem.rulesets.snaphance.playing.trying import TRYING
from pbem.rulesets.snaphance.scenario.reader import scenario
from pbem.rulesets.snaphance.scenario.rest import PACES
from pbem.rulesets.snaphance.state.asks import Answers, Asks
from pbem.rulesets.snaphance.state.battle import Battle, side_of_seat
from pbem.rulesets.snaphance.state.facts import Facts
from pbem.rulesets.snaphance.state.view import view
from pbem.rulesets.snaphance.telling.charting import chart
from pbem.rulesets.snaphance.telling.drawing import drawn
from pbem.rulesets.snaphance.telling.teller import outcome, tell, turn_name
from pbem.rulesets.snaphance.words.asking import describe
from pbem.rulesets.snaphance.words.helping import GUIDE
from pbem.rulesets.snaphance.words.language import VERBS, form, looks_like_order, overlay, read, write
from pbem.rulesets.snaphance.words.offering import offers, offers_for
from pbem.rulesets.snaphance.words.several import group_offers
from pbem.rulesets.snaphance.words.warning import warnings

RULES: RuleSet[Battle] = RuleSet(
    name="snaphance",
    version="1",
    title="Snaphance",
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
    tell=tell,
    chart=chart,
    aide=aide,
    tempers=TEMPERS,
    paces=PACES,
    exchanges={"round": 1},
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
        largest="dreux",
        grounds={"harrow-down": Seat("south"), "lutzen": Seat("swedish"), "dreux": Seat("huguenot")},
    ),
)
"""The rule set, to be played by."""
