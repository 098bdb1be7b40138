"""All of the rule set but how it is tried out, which plays by it."""

from pbem.engine.blinds import BLINDS
from pbem.engine.commanders import led_by_chief
from pbem.engine.ids import Seat
from pbem.engine.ruleset import AideDeCamp, Course, Deciding, Language, Reporting, RuleSet, Showcase, State
from pbem.rulesets.snaphance import umpiring
from pbem.rulesets.snaphance.aides import TEMPERS, aide
from pbem.rulesets.snaphance.deciding.standing import decide, silent
from pbem.rulesets.snaphance.language.asking import describe
from pbem.rulesets.snaphance.language.helping import GUIDE
from pbem.rulesets.snaphance.language.language import VERBS, form, looks_like_order, overlay, read, write
from pbem.rulesets.snaphance.language.offering import offers, offers_for
from pbem.rulesets.snaphance.language.several import group_offers
from pbem.rulesets.snaphance.language.warning import warnings
from pbem.rulesets.snaphance.playing.agreeing import conclude
from pbem.rulesets.snaphance.playing.couriers import ride
from pbem.rulesets.snaphance.playing.sequence import over, script
from pbem.rulesets.snaphance.playing.what_if import WHAT_IF
from pbem.rulesets.snaphance.reporting.charting import chart
from pbem.rulesets.snaphance.reporting.drawing import drawn
from pbem.rulesets.snaphance.reporting.teller import advice, outcome, tell, turn_name
from pbem.rulesets.snaphance.scenario.called import TAKES
from pbem.rulesets.snaphance.scenario.reader import scenario
from pbem.rulesets.snaphance.scenario.rest import PACES
from pbem.rulesets.snaphance.seeing.learning import learned
from pbem.rulesets.snaphance.seeing.noticing import notice
from pbem.rulesets.snaphance.state.asks import Answers, Asks
from pbem.rulesets.snaphance.state.battle import Battle, side_of_seat
from pbem.rulesets.snaphance.state.facts import Facts
from pbem.rulesets.snaphance.state.view import view

RULES: RuleSet[Battle] = RuleSet(
    name="snaphance",
    version="1",
    title="Snaphance",
    state=State(
        battle=Battle,
        facts=Facts,
        asks=Asks,
        answers=Answers,
        view=view,
        side_of=side_of_seat,
        chief_over=lambda battle, seat: led_by_chief(battle.armies, seat),
        learned=learned,
    ),
    course=Course(
        scenario=scenario,
        script=script,
        over=over,
        outcome=outcome,
        turn_name=turn_name,
        paces=PACES,
        choices={"blinds": BLINDS},
        exchanges={"round": 1},
        conclude=conclude,
        couriers=ride,
        notice=notice,
        hides=True,
        showcase=Showcase(
            first="harrow-down",
            largest="dreux",
            grounds={"harrow-down": Seat("south"), "lutzen": Seat("swedish"), "dreux": Seat("huguenot")},
        ),
    ),
    deciding=Deciding(
        decide=decide,
        silent=silent,
    ),
    language=Language(
        verbs=VERBS,
        read=read,
        form=form,
        describe=describe,
        overlay=overlay,
        write=write,
        looks_like_order=looks_like_order,
        offers=offers,
        offers_for=offers_for,
        group_offers=group_offers,
        warnings=warnings,
        guide=GUIDE,
    ),
    reporting=Reporting(
        tell=tell,
        chart=chart,
        advice=advice,
        drawn=drawn,
    ),
    aide=AideDeCamp(
        orders=aide,
        tempers=TEMPERS,
    ),
    rulings=umpiring.LANGUAGE,
    from_campaign=TAKES,
    what_if=WHAT_IF,
)
"""The rule set, to be played by."""
