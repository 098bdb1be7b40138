"""All of the rule set but how it is tried out, which plays by it."""

from pbem.engine.blinds import BLINDS
from pbem.engine.commanders import led_by_chief
from pbem.engine.ids import Seat
from pbem.engine.ruleset import AideDeCamp, Course, Deciding, Language, Reporting, RuleSet, Showcase, State
from pbem.rulesets.onehour import umpiring
from pbem.rulesets.onehour.aides.temperaments import TEMPERS
from pbem.rulesets.onehour.aides.writer import aide
from pbem.rulesets.onehour.asks import Answers, Asks
from pbem.rulesets.onehour.battle import Battle, side_of_seat
from pbem.rulesets.onehour.deciding.silence import decide, silent
from pbem.rulesets.onehour.facts import Facts
from pbem.rulesets.onehour.language.asking import describe
from pbem.rulesets.onehour.language.helping import GUIDE
from pbem.rulesets.onehour.language.language import form, looks_like_order, read, write
from pbem.rulesets.onehour.language.offering import group_offers, offers, offers_for
from pbem.rulesets.onehour.language.overlaying import overlay
from pbem.rulesets.onehour.language.warning import warnings
from pbem.rulesets.onehour.playing.couriers import ride
from pbem.rulesets.onehour.playing.ending import conclude
from pbem.rulesets.onehour.playing.sequence import over, script
from pbem.rulesets.onehour.reporting.charting import chart
from pbem.rulesets.onehour.reporting.drawing import drawn
from pbem.rulesets.onehour.reporting.halves import ahead, turn_name
from pbem.rulesets.onehour.reporting.teller import outcome, tell
from pbem.rulesets.onehour.scenario.called import TAKES
from pbem.rulesets.onehour.scenario.reader import PACES, scenario
from pbem.rulesets.onehour.seeing.learning import learned
from pbem.rulesets.onehour.seeing.noticing import notice
from pbem.rulesets.onehour.view import view
from pbem.rulesets.onehour.what_if import WHAT_IF
from pbem.rulesets.onehour.writing.verbs import VERBS

RULES: RuleSet[Battle] = RuleSet(
    name="onehour",
    version="1",
    title="One-hour pike and shot",
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
        exchanges=dict.fromkeys(PACES, 2),
        conclude=conclude,
        notice=notice,
        hides=True,
        couriers=ride,
        showcase=Showcase(
            first="harrow-down",
            largest="harrow-down",
            grounds={"harrow-down": Seat("south"), "mill-ford": Seat("south"), "coutras": Seat("huguenot")},
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
        ahead=ahead,
        tell=tell,
        chart=chart,
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
