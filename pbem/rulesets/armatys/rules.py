"""All of the rule set but how it is tried out, which plays by it."""

from pbem.engine.commanders import led_by_chief
from pbem.engine.ids import Seat
from pbem.engine.ruleset import AideDeCamp, Course, Deciding, Language, Reporting, RuleSet, Showcase, State
from pbem.rulesets.armatys import umpiring
from pbem.rulesets.armatys.aides.writer import TEMPERS, aide
from pbem.rulesets.armatys.asks import Answers, Asks
from pbem.rulesets.armatys.deciding import decide, silent
from pbem.rulesets.armatys.language.helping import GUIDE
from pbem.rulesets.armatys.language.language import describe, form, looks_like_order, overlay, read
from pbem.rulesets.armatys.language.offering import drawn, offers, offers_for
from pbem.rulesets.armatys.language.verbs import VERBS
from pbem.rulesets.armatys.language.writing import write
from pbem.rulesets.armatys.playing.ending import conclude
from pbem.rulesets.armatys.playing.sequence import script
from pbem.rulesets.armatys.reporting.charting import chart
from pbem.rulesets.armatys.reporting.teller import outcome, tell
from pbem.rulesets.armatys.scenario.called import TAKES
from pbem.rulesets.armatys.scenario.reader import PACES, STOPS, scenario
from pbem.rulesets.armatys.seeing.learning import learned
from pbem.rulesets.armatys.seeing.noticing import notice
from pbem.rulesets.armatys.state.battle import Battle
from pbem.rulesets.armatys.state.every import Facts
from pbem.rulesets.armatys.view import side_of, view
from pbem.rulesets.armatys.what_if import WHAT_IF

RULES: RuleSet[Battle] = RuleSet(
    name="armatys",
    version="1",
    title="Armatys' Pike & Shot",
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
        turn_name=lambda battle: f"bound {battle.bound}",
        paces=PACES,
        exchanges={pace: 1 + len(stops) for pace, stops in STOPS.items()},
        conclude=conclude,
        notice=notice,
        hides=True,
        showcase=Showcase(
            first="harrow-down",
            largest="marston-moor",
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
    rulings=umpiring.LANGUAGE,
    what_if=WHAT_IF,
    from_campaign=TAKES,
)
"""The rule set, to be played by."""
