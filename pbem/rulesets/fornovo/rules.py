"""All of the rule set but how it is tried out, which plays by it."""

from pbem.engine.commanders import led_by_chief
from pbem.engine.ids import Seat
from pbem.engine.ruleset import AideDeCamp, Course, Deciding, Language, Reporting, RuleSet, Showcase, State
from pbem.rulesets.fornovo import umpiring
from pbem.rulesets.fornovo.aides.writer import TEMPERS, aide
from pbem.rulesets.fornovo.deciding import decide, silent
from pbem.rulesets.fornovo.language.helping import GUIDE
from pbem.rulesets.fornovo.language.language import describe, form, looks_like_order, overlay, read
from pbem.rulesets.fornovo.language.offering import drawn, offers, offers_for
from pbem.rulesets.fornovo.language.verbs import VERBS
from pbem.rulesets.fornovo.language.writing import write
from pbem.rulesets.fornovo.playing.ending import conclude
from pbem.rulesets.fornovo.playing.turns import script
from pbem.rulesets.fornovo.reporting.charting import chart
from pbem.rulesets.fornovo.reporting.teller import outcome, tell
from pbem.rulesets.fornovo.scenario.called import TAKES
from pbem.rulesets.fornovo.scenario.reader import PACES, STOPS, scenario
from pbem.rulesets.fornovo.seeing.learning import learned
from pbem.rulesets.fornovo.seeing.noticing import notice
from pbem.rulesets.fornovo.state.asks import Answers, Asks
from pbem.rulesets.fornovo.state.battle import Battle
from pbem.rulesets.fornovo.state.every import Facts
from pbem.rulesets.fornovo.view import side_of, view

RULES: RuleSet[Battle] = RuleSet(
    name="fornovo",
    version="1",
    title="Fornovo to Sedgemoor",
    state=State(
        battle=Battle,
        facts=Facts,
        asks=Asks,
        answers=Answers,
        view=view,
        side_of=side_of,
        chief_over=lambda battle, seat: led_by_chief(battle.armies, seat),
        learned=learned,
    ),
    course=Course(
        scenario=scenario,
        script=script,
        over=lambda battle: battle.phase == "over",
        outcome=outcome,
        turn_name=lambda battle: f"turn {battle.turn}",
        paces=PACES,
        lists=True,
        exchanges={pace: 1 + len(stops) for pace, stops in STOPS.items()},
        conclude=conclude,
        notice=notice,
        hides=True,
        showcase=Showcase(
            first="harrow-down",
            largest="rocroi",
            grounds={"harrow-down": Seat("south"), "two-farms": Seat("white")},
        ),
    ),
    deciding=Deciding(decide=decide, silent=silent),
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
        guide=GUIDE,
    ),
    reporting=Reporting(tell=tell, chart=chart, drawn=drawn),
    aide=AideDeCamp(orders=aide, tempers=TEMPERS),
    from_campaign=TAKES,
    rulings=umpiring.LANGUAGE,
)
"""The rule set, to be played by."""
